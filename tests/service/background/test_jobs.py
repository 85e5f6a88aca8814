"""Jobs: files left to be de-identified, how far they are, results; kills, other users, hostile names and formats."""

from __future__ import annotations

import json
import queue
import resource
import signal
import time

import pytest
from running import Running

from palimpseste.engines.deadline import USUAL_DEADLINE
from palimpseste.errors import PalimpsesteError
from palimpseste.service.accounts.users import Role
from palimpseste.service.background.jobs import Jobs, JobState
from palimpseste.service.background.processes.job import JobWork

CANARY = "Qvistgaard"
NOTE = f"Mme {CANARY.upper()} Zéphyrine, née le 12/03/1950, vue le 3 mai 2021. "


def lines(count, text=NOTE):
    return b"".join(
        json.dumps({"id": f"n{n}", "text": text, "patient": {"lastname": CANARY}}).encode() + b"\n"
        for n in range(count)
    )


def left(client, content, **query):
    answer = client.post("/v1/jobs", content=content, params=query)
    assert answer.status_code == 201, answer.text
    assert answer.headers["location"] == f"/v1/jobs/{answer.json()['id']}"
    return answer.json()["id"]


def state_of(client, id, *states, seconds=60):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        told = client.get(f"/v1/jobs/{id}").json()
        if told["state"] in states:
            return told
        time.sleep(0.05)
    raise AssertionError(told)


def test_a_file_is_left_and_its_result_fetched_as_the_command_would_write_it(service, palimpseste, tmp_path):
    with service.client("ward") as client:
        id = left(client, lines(30))
        assert client.get(f"/v1/jobs/{id}/result").status_code in (200, 409)
        told = state_of(client, id, "done", "failed")
        assert (told["state"], told["processed"], told["refused"], told["documents"]) == ("done", 30, 0, 30)
        result = client.get(f"/v1/jobs/{id}/result").content
        assert client.get(f"/v1/jobs/{id}/quarantine").content == b""
        assert client.get("/v1/jobs").json()["jobs"][0]["id"] == id
        folder = service.folder.jobs / id
        assert not (folder / "notes.jsonl").exists()
        assert all(path.stat().st_mode & 0o077 == 0 for path in [folder, *folder.rglob("*")])
        source = tmp_path / "notes.jsonl"
        source.write_bytes(lines(30))
        key = service.folder.path.with_name("service.key")
        policy = ("--policy", "plausible", "--key-file", key)
        assert palimpseste("deid", source, "-o", tmp_path / "out.jsonl", *policy)[0] == 0
        assert result == (tmp_path / "out.jsonl").read_bytes()
        assert CANARY.encode() not in result
        assert client.delete(f"/v1/jobs/{id}").status_code == 204
        assert client.get(f"/v1/jobs/{id}").status_code == 404
    assert not folder.exists()


def test_a_document_that_cannot_be_read_is_named_and_the_others_are_done(service):
    with service.client("ward") as client:
        id = left(client, b'{"id": "bad", "text": 3}\n' + lines(3))
        assert state_of(client, id, "done")["refused"] == 1
        (refused,) = client.get(f"/v1/jobs/{id}/quarantine").text.splitlines()
        assert "1" in refused
        assert len(client.get(f"/v1/jobs/{id}/result").text.splitlines()) == 3


def test_tables_and_resources_are_taken(service):
    table = f"numero,note\n1,{NOTE!r}\n".encode()
    resource = {
        "resourceType": "Composition",
        "id": "c1",
        "status": "final",
        "title": f"Mme {CANARY}",
        "subject": {"display": CANARY},
    }
    with service.client("ward") as client:
        jobs = [
            left(client, table, format="csv", text_column="note", id_column="numero"),
            left(client, json.dumps(resource).encode(), format="fhir"),
        ]
        for id in jobs:
            assert state_of(client, id, "done", "failed")["state"] == "done"
            content = client.get(f"/v1/jobs/{id}/result").text
            assert content
            assert CANARY.lower() not in content.lower()


@pytest.mark.parametrize("format", ["pdf", "text", "refused", "../x", "csv\0", "x" * 100])
def test_other_formats_are_refused(service, format):
    with service.client("ward") as client:
        answer = client.post("/v1/jobs", content=lines(1), params={"format": format})
    assert answer.status_code == 422


def test_what_cannot_be_done_at_all_has_failed_and_says_why_without_a_word_of_it(service):
    with service.client("ward") as client:
        id = left(client, f"{CANARY},b\n1,2\n".encode(), format="csv")
        told = state_of(client, id, "failed")
        assert told["reason"]
        assert CANARY not in json.dumps(told)
        assert str(service.folder.path) not in json.dumps(told)
        assert client.get(f"/v1/jobs/{id}/result").status_code == 409
        assert client.post("/v1/jobs", content=b"").status_code == 422


def test_jobs_of_others_are_not_there(service):
    service.tokens["other"] = service.users.add("other", [Role.PROCESS], 1)
    with service.client("ward") as client, service.client("other") as other, service.client("reader") as reader:
        id = left(client, lines(1))
        state_of(client, id, "done")
        for path in ("", "/result", "/quarantine"):
            assert other.get(f"/v1/jobs/{id}{path}").status_code == 404
        assert other.delete(f"/v1/jobs/{id}").status_code == 404
        assert other.get("/v1/jobs").json() == {"jobs": []}
        assert reader.get("/v1/jobs").status_code == 403
        for odd in ("..", "%2e%2e", id.upper(), id + "x", "0" * 32):
            assert client.get(f"/v1/jobs/{odd}/result").status_code == 404


def test_what_is_too_large_or_too_much_leaves_nothing(started):
    settings = "most-bytes-of-job = 100000\nmost-jobs = 1"
    service = started("--policy", "plausible", "--workers", "1", settings=settings, ward=Role.PROCESS)
    with service.client("ward") as client:
        assert client.post("/v1/jobs", content=b"x" * 100_001).status_code == 413
        chunks = (b"x" * 50_000 for _ in range(4))
        assert client.post("/v1/jobs", content=chunks).status_code == 413
        assert list(service.folder.jobs.iterdir()) == []
        meanwhile = []

        def slowly():
            # A file that is still coming counts: hundreds begun at once would fill the disk.
            yield lines(1)
            with service.client("ward") as other:
                meanwhile.append(other.post("/v1/jobs", content=lines(1)).status_code)

        id = client.post("/v1/jobs", content=slowly()).json()["id"]
        assert meanwhile == [429]
        assert client.post("/v1/jobs", content=lines(1)).status_code == 429
        state_of(client, id, "done")


def test_a_job_goes_on_after_kills_and_a_job_that_runs_is_removed(started):
    service = started("--policy", "plausible", "--workers", "1", ward=Role.PROCESS)
    with service.client("ward") as client:
        id, waits = left(client, lines(600, NOTE * 5)), left(client, lines(2))
        while state_of(client, id, "running")["processed"] < 100:
            time.sleep(0.02)
        (journal,) = (service.folder.jobs / id).rglob("journal.jsonl")
        written = journal.stat().st_size
        while journal.stat().st_size == written:
            time.sleep(0.02)
    service.process.send_signal(signal.SIGKILL)
    service.process.wait()
    again = Running(service.folder.path, "--policy", "plausible", "--workers", "1")
    try:
        again.tokens = service.tokens
        with again.client("ward") as client:
            told = state_of(client, id, "running", "done")
            while told["state"] == "running" and not told["processed"]:
                told = state_of(client, id, "running", "done")
            assert told["processed"] >= 100
            assert again.end() == 0
        third = Running(service.folder.path, "--policy", "plausible", "--workers", "1")
        third.tokens = service.tokens
        try:
            with third.client("ward") as client:
                assert state_of(client, id, "done", "failed")["state"] == "done"
                result = client.get(f"/v1/jobs/{id}/result").text.splitlines()
                assert [json.loads(line)["id"] for line in result] == [f"n{n}" for n in range(600)]
                assert state_of(client, waits, "done")["processed"] == 2
                running = left(client, lines(1000))
                state_of(client, running, "running")
                assert client.delete(f"/v1/jobs/{running}").status_code == 204
                assert state_of(client, left(client, lines(1)), "done")["processed"] == 1
                assert not (third.folder.jobs / running).exists()
        finally:
            third.end()
    finally:
        again.end()
    for path in service.folder.path.rglob("*"):
        if path.is_file():
            assert CANARY.encode() not in path.read_bytes()
    assert CANARY not in service.said.read_text()


def test_without_a_key_that_stays_no_job_is_taken(started):
    service = started("--policy", "plausible", "--workers", "1", key=False, ward=Role.PROCESS)
    with service.client("ward") as client:
        answer = client.post("/v1/jobs", content=lines(1))
    assert (answer.status_code, "key that outlives" in answer.text) == (422, True)


def test_a_job_whose_process_cannot_be_started_has_failed_and_the_next_is_tried(tmp_path, no_process):
    ended = queue.Queue()
    work = JobWork(None, "ward", 1, USUAL_DEADLINE, is_repeatable=True)
    jobs = Jobs(tmp_path / "jobs", work, days=1, most=9, ended=ended.put)
    jobs.start()
    with no_process():
        for _ in range(2):
            job, source = jobs.new("u", "jsonl", "text", "id")
            source.write_bytes(lines(1))
            jobs.begin(job)
            assert ended.get(timeout=30).id == job.id
            told = jobs.named(job.id, "u")
            assert told.state is JobState.FAILED
            assert told.reason == "no process can be started here (Resource temporarily unavailable)"
            assert not source.exists()
    jobs.close()


def test_a_job_whose_end_cannot_be_written_down_keeps_its_file_and_the_next_is_tried(tmp_path, no_process):
    ended = queue.Queue()
    jobs = Jobs(tmp_path / "jobs", JobWork(None, "ward", 1, USUAL_DEADLINE, is_repeatable=True), 1, 9, ended.put)
    sources = []
    with no_process():
        for _ in range(2):
            job, source = jobs.new("u", "jsonl", "text", "id")
            source.write_bytes(lines(1))
            jobs.begin(job)
            sources.append(source)
        record = sources[0].with_name("job.json")
        record.rename(sources[0].with_name("kept"))
        record.mkdir()
        jobs.start()
        assert {ended.get(timeout=30).id for _ in range(2)} == {source.parent.name for source in sources}
    assert [source.exists() for source in sources] == [True, False]
    jobs.close()


def test_of_a_file_that_cannot_be_read_at_all_there_is_no_result(service):
    with service.client("ward") as client:
        id = left(client, b"PAR1 and no more", format="parquet")
        assert state_of(client, id, "done", "failed")["refused"] == 1
        answer = client.get(f"/v1/jobs/{id}/result")
        assert (answer.status_code, "/quarantine says why" in answer.json()["error"]) == (404, True)


@pytest.mark.parametrize(
    ("content", "query", "told"),
    [
        pytest.param(b'{"text": "x', {}, "notes.jsonl:1", id="a line"),
        pytest.param(b'[{"id": "a", "text": "x"}]', {}, "write one object a line", id="a list"),
        pytest.param(b'{"resourceType": "Nothing"}', {"format": "fhir"}, "no FHIR R4 resource", id="no resource"),
    ],
)
def test_what_is_refused_is_told_as_it_was_sent(service, content, query, told):
    with service.client("ward") as client:
        id = left(client, content, **query)
        state_of(client, id, "done")
        quarantine = client.get(f"/v1/jobs/{id}/quarantine").text
        assert told in quarantine
        assert str(service.folder.path) not in quarantine
        assert "jobs/" not in quarantine
        assert "--" not in quarantine
        assert "jq" not in quarantine
    assert all(path.stat().st_mode & 0o077 == 0 for path in (service.folder.jobs / id).iterdir())


@pytest.mark.parametrize(
    ("content", "told"),
    [
        pytest.param(
            b"num,note\n1,Vu\n", "no column 'text' among its 2 columns; name it with text_column", id="column"
        ),
        pytest.param(bytes(range(256)) * 9, "neither UTF-8, UTF-16 nor CP1252; send it in UTF-8", id="encoding"),
    ],
)
def test_a_way_out_is_one_of_who_sends_files(service, content, told):
    with service.client("ward") as client:
        assert told in state_of(client, left(client, content, format="csv"), "failed")["reason"]


def test_what_has_no_room_or_cannot_be_written_down_leaves_nothing_and_counts_for_nothing(started):
    service = started("--workers", "1", before='detectors = ["rules"]', settings="most-jobs = 1", ward=Role.PROCESS)
    limits = resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE)
    with service.client("ward") as client:
        for _ in range(3):
            resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, (100_000, limits[1]))
            full = client.post("/v1/jobs", content=lines(3000))
            assert (full.status_code, full.json()["error"]) == (507, "the file cannot be kept: File too large")
            # The file has room, a line of the log has none.
            size = service.folder.audit.stat().st_size
            resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, (size, limits[1]))
            unsaid = client.post("/v1/jobs", content=lines(1))
            assert (unsaid.status_code, unsaid.json()["error"]) == (503, "audit.jsonl cannot be written")
            resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, limits)
            assert client.get("/v1/jobs").json()["jobs"] == []
            assert list(service.folder.jobs.iterdir()) == []
        state_of(client, left(client, lines(2)), "done")


def test_while_an_end_cannot_be_written_down_no_other_job_is_begun_and_then_all_are(tmp_path, no_process, monkeypatch):
    monkeypatch.setattr("palimpseste.service.background.jobs._SECONDS_TO_TRY_AGAIN", 0.2)
    ended, flaws = queue.Queue(), [1, 2, 3]

    def tell(job):
        if flaws:
            flaws.pop()
            raise PalimpsesteError("audit.jsonl cannot be written")
        ended.put(job)

    jobs = Jobs(tmp_path / "jobs", JobWork(None, "ward", 1, USUAL_DEADLINE, is_repeatable=True), 1, 9, tell)
    with no_process():
        ids = []
        for _ in range(2):
            job, source = jobs.new("u", "jsonl", "text", "id")
            source.write_bytes(lines(1))
            jobs.begin(job)
            ids.append(job.id)
        jobs.start()
        assert [ended.get(timeout=30).id for _ in ids] == ids
    jobs.close()


def test_a_job_under_way_that_another_policy_finds_has_failed_and_says_what_to_do(started):
    service = started("--policy", "plausible", "--workers", "1", before='detectors = ["rules"]', ward=Role.PROCESS)
    with service.client("ward") as client:
        id = left(client, lines(3000))
        while not client.get(f"/v1/jobs/{id}").json()["processed"]:
            time.sleep(0.05)
    service.process.kill()
    service.process.wait()
    again = Running(service.folder.path, "--policy", "tag", "--workers", "1")
    again.tokens = service.tokens
    try:
        with again.client("ward") as client:
            told = state_of(client, id, "done", "failed")
        assert told["state"] == "failed"
        assert told["reason"].endswith("other settings: policy; remove this job and send the file again")
        assert "--" not in told["reason"]
    finally:
        again.process.kill()
        again.process.wait()


def test_births_that_cannot_be_read_are_counted(service):
    content = b"".join(
        json.dumps({"id": f"n{n}", "text": NOTE, "patient": {"birthdate": birth}}).encode() + b"\n"
        for n, birth in enumerate(["12/03/1950", "vers la Pentecôte", "00/00/0000"])
    )
    with service.client("ward") as client:
        told = state_of(client, left(client, content), "done", "failed")
    assert (told["state"], told["processed"], told["unread_births"]) == ("done", 3, 2)


def test_what_is_no_job_in_the_folder_of_jobs_stays_and_a_file_that_came_in_part_goes(tmp_path):
    folder = tmp_path / "jobs"
    for name in ("lost+found", "0" * 32, "other"):
        (folder / name).mkdir(parents=True)
    (folder / ".nfs1").write_text("a")
    (folder / ("0" * 32) / "notes.jsonl").write_text("a")
    work = JobWork(None, "ward", 1, USUAL_DEADLINE, is_repeatable=True)
    assert Jobs(folder, work, days=1, most=9, ended=print).all() == []
    assert sorted(path.name for path in folder.iterdir()) == [".nfs1", "lost+found", "other"]
