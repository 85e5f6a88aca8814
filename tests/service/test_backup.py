"""A service backed up while it runs, and put back: every decision is there, for its owner alone."""

from __future__ import annotations

import resource
import shutil
import tarfile
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest

from palimpseste.document import Span
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.service.accounts.users import Role, Users
from palimpseste.service.backup import back_up, restore
from palimpseste.service.folder import ServiceFolder
from palimpseste.service.monitoring.audit import AuditLog, read_audit
from palimpseste.service.reviewing.reviews import Reviews

NOTE = {"text": "Mme Durand, vue le 3 mai.", "entities": []}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder of a service with users, a log and decisions, which tests leave as it is."""
    opened = ServiceFolder.opened(tmp_path_factory.mktemp("backup") / "service", create=True)
    Users(opened.users).add("reader", [Role.ANNOTATE], 1)
    log = AuditLog(opened.audit, opened.secret())
    log.note("begin", policy="dp").result()
    log.close()
    reviews = Reviews(opened.reviews, opened.secret())
    reviews.add({**NOTE, "id": f"durand-{number}"} for number in range(4))
    for version, spans in enumerate(([], [Span(4, 10, "LASTNAME")])):
        reviews.keep(reviews.name_of("durand-1"), "reader", spans, version, 5)
    reviews.settle(reviews.name_of("durand-1"), "third", [Span(19, 24, "DATE")], 0, 7)
    return opened


@pytest.fixture(scope="module")
def backup(folder):
    target = folder.path.with_name("backup")
    back_up(folder, folder.reviews, target)
    return target


def decisions(reviews):
    """Return what was decided last, whatever a database it is in."""
    kept = [each for user in reviews.users() for each in reviews.all_of(user)] + list(reviews.gold())
    return [(each.user, each.version, each.seconds, each.at, each.document) for each in kept]


def test_a_backup_puts_back_users_log_settings_and_every_decision(palimpseste, folder, tmp_path):
    (tmp_path / "site.toml").write_text("[service]\nmost-jobs = 3\n")
    code, _, said = palimpseste(
        "service", "backup", tmp_path / "backup", "--folder", folder.path, "--config", tmp_path / "site.toml"
    )
    assert code == 0, said
    assert "1 users, 4 notes, 3 decisions, 1 lines of the log" in said
    code, _, said = palimpseste(
        *("service", "restore", tmp_path / "backup", "--folder", tmp_path / "new"),
        *("--secret", folder.path / "secret"),
    )
    assert code == 0, said
    new = ServiceFolder.opened(tmp_path / "new")
    assert new.secret() == folder.secret()
    assert new.users.read_bytes() == folder.users.read_bytes()
    assert new.audit.read_bytes() == folder.audit.read_bytes()
    assert (new.path / "site.toml").read_text() == "[service]\nmost-jobs = 3\n"
    before, after = Reviews(folder.reviews, folder.secret()), Reviews(new.reviews, new.secret())
    assert decisions(after) == decisions(before)
    assert len(decisions(after)) == 2
    assert after.keep(after.name_of("durand-1"), "reader", [], 2, 1) == 3
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "backup", new.path, *new.path.iterdir())}
    assert {mode for name, mode in modes.items() if name != "new"} == {0o600}
    assert modes["new"] == 0o700


def test_a_backup_holds_no_word_and_no_secret(folder, backup):
    content = backup.read_bytes()
    for word in (b"Durand", b"durand-1", b"LASTNAME", folder.secret()):
        assert word not in content


def test_what_is_decided_meanwhile_is_whole_or_not_there(folder, tmp_path):
    folder = ServiceFolder(shutil.copytree(folder.path, tmp_path / "service"))
    reviews = Reviews(folder.reviews, folder.secret())
    name = reviews.name_of("durand-2")
    with ThreadPoolExecutor(1) as thread:
        writing = thread.submit(lambda: [reviews.keep(name, "reader", [], version, 1) for version in range(15)])
        taken = [back_up(folder, folder.reviews, tmp_path / f"{number}").decisions for number in range(3)]
        writing.result()
    assert sorted(taken) == taken
    assert 3 <= taken[0] <= taken[-1] <= 18


def changed(source, target, change):
    """Write an archive anew, its members as a function makes them."""
    with tarfile.open(source) as old, tarfile.open(target, "w") as new:
        for member in old:
            content = old.extractfile(member).read()
            member, content = change(member, content)
            member.size = len(content)
            new.addfile(member, BytesIO(content))
    return target


def renamed(member, content):
    member.name = "../outside" if member.name == "users.json" else member.name
    return member, content


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda member, content: (member, content.replace(b'"reader"', b'"writer"')), "changed since"),
        (lambda member, content: (member, content.replace(b"sha256", b"sha257")), "another secret, or was changed"),
        (renamed, "no backup of a service"),
    ],
)
def test_a_backup_that_was_changed_is_not_put_back(folder, backup, tmp_path, change, said):
    other = changed(backup, tmp_path / "changed", change)
    with pytest.raises(UsageError, match=said):
        restore(other, tmp_path / "new", folder.secret())
    assert not (tmp_path / "new").exists()
    assert not (tmp_path / "outside").exists()
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_a_member_that_grows_beyond_what_the_list_says_fills_no_disk(folder, backup, tmp_path):
    # GNU's sparse files: a terabyte of nothing in a file of a few blocks.
    hole = {"GNU.sparse.major": "0", "GNU.sparse.minor": "1", "GNU.sparse.map": "0,0", "GNU.sparse.size": str(1 << 40)}
    with tarfile.open(backup) as old, tarfile.open(tmp_path / "bomb", "w", format=tarfile.PAX_FORMAT) as new:
        for member in old:
            if member.name == "reviews.sqlite":
                member.size, member.pax_headers = 0, hole
                new.addfile(member)
            else:
                new.addfile(member, old.extractfile(member))
    with tarfile.open(tmp_path / "bomb") as bomb:
        assert bomb.getmember("reviews.sqlite").size == 1 << 40
    assert (tmp_path / "bomb").stat().st_size < 50_000
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000_000, most[1]))
    try:
        with pytest.raises(UsageError, match="changed since"):
            restore(tmp_path / "bomb", tmp_path / "new", folder.secret())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)


def test_a_backup_that_is_not_there_is_told_as_such(folder, tmp_path):
    with pytest.raises(UsageError, match=r"away\.backup: no such file"):
        restore(tmp_path / "away.backup", tmp_path / "new", folder.secret())
    assert not (tmp_path / "new").exists()


def test_what_is_cut_of_another_service_or_would_overwrite_is_refused(folder, backup, tmp_path):
    for content, said in ((backup.read_bytes()[:20000], "was cut"), (b"no archive", "no backup"), (b"", "no backup")):
        (tmp_path / "cut").write_bytes(content)
        with pytest.raises(UsageError, match=said):
            restore(tmp_path / "cut", tmp_path / "new", folder.secret())
    with pytest.raises(UsageError, match="another secret"):
        restore(backup, tmp_path / "new", bytes(32))
    with pytest.raises(UsageError, match="exists"):
        restore(backup, folder.path, folder.secret())
    with pytest.raises(UsageError, match="exists"):
        back_up(folder, folder.reviews, backup)
    with pytest.raises(PalimpsesteError, match="cannot be written"):
        back_up(folder, folder.reviews, tmp_path / "nowhere" / "backup")
    assert not (tmp_path / "new").exists()


def test_a_log_that_is_not_whole_is_backed_up_and_told(folder, tmp_path):
    folder = ServiceFolder(shutil.copytree(folder.path, tmp_path / "service"))
    folder.audit.write_bytes(folder.audit.read_bytes().replace(b'"begin"', b'"enter"'))
    summary = back_up(folder, folder.reviews, tmp_path / "backup")
    assert (summary.lines, summary.flaw) == (0, "line 1 was not sealed by this service")
    assert restore(tmp_path / "backup", tmp_path / "new", folder.secret()) == summary
    assert read_audit(tmp_path / "new" / "audit.jsonl", folder.secret()).flaw
