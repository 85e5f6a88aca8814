"""What goes on at the site, in counts: of jobs and of what the site's file names, and who may see it."""

from __future__ import annotations

from datetime import datetime, timezone

from furnished import CANARY, furnish

from palimpseste.service.background.jobs import Job, JobState
from palimpseste.service.monitoring.overview import JobCounts, Site, overview_of


def job(state, processed, refused):
    now = datetime.now(timezone.utc)
    return Job(id="0" * 32, user="w", format="csv", made=now, state=state, processed=processed, refused=refused)


def test_jobs_are_counted_by_state_and_the_rest_is_read_where_the_site_says(tmp_path):
    furnish(tmp_path)
    jobs = [job(JobState.DONE, 5, 1), job(JobState.DONE, 7, 0), job(JobState.FAILED, 0, 0)]
    site = Site(tmp_path / "runs.sqlite", tmp_path / "cohorts.json", (tmp_path / "reports",))
    overview = overview_of(jobs, site)
    assert overview.jobs == (JobCounts(JobState.DONE, 2, 12, 1), JobCounts(JobState.FAILED, 1, 0, 0))
    assert [run.number for run in overview.watch.runs] == [8, 7, 6, 5, 4, 3, 2, 1]
    assert overview.watch.comparison.has_moved
    assert [(each.name, each.state) for each in overview.cohorts] == [("default", "active"), ("2023", "retired")]
    (report,) = overview.reports
    assert (report.folder, report.documents.done, report.documents.quarantined) == ("march", 40, 3)
    assert overview.unreadable == ()
    assert CANARY not in repr(overview)


def test_what_cannot_be_read_is_said_and_keeps_the_rest(tmp_path):
    furnish(tmp_path)
    (tmp_path / "runs.sqlite").write_bytes(b"no store at all" * 100)
    (tmp_path / "cohorts.json").unlink()
    (tmp_path / "reports" / "march" / "report.json").write_text('{"documents": 3}')
    (tmp_path / "reports" / "linked").symlink_to(tmp_path)
    site = Site(tmp_path / "runs.sqlite", tmp_path / "cohorts.json", (tmp_path / "reports", tmp_path / "absent"))
    overview = overview_of([], site)
    assert set(overview.unreadable) == {"watch", "cohorts", "reports"}
    assert (overview.watch, overview.cohorts, overview.reports) == (None, None, ())
    assert overview_of([], Site()).unreadable == ()


def test_who_administers_or_adjudicates_sees_it_and_nobody_else(pages):
    from palimpseste.service.accounts.users import Role

    pages.add("head", Role.ADMINISTER)
    with pages.client() as client:
        assert client.get("/dashboard").headers["location"] == "/login"
        assert client.get("/dashboard/watch.svg").status_code == 401
    with pages.browser("reader") as client:
        assert client.get("/dashboard").status_code == 403
        assert client.get("/dashboard/watch.svg").status_code == 403
    with pages.browser("head") as client:
        answer = client.get("/", follow_redirects=True, headers={"accept-language": "fr"})
        assert answer.url.path == "/dashboard"
        assert "<code>watch-store</code>" in answer.text
        assert "Tableau de bord" in answer.text
        assert client.get("/dashboard/watch.svg").status_code == 404
