"""Users: what proves who asks is kept as hashes, and what is revoked is refused at once."""

from __future__ import annotations

import stat
from datetime import datetime, timedelta, timezone

import msgspec
import pytest

from palimpseste.errors import UsageError
from palimpseste.service.accounts.users import Role, Users
from palimpseste.service.folder import ServiceFolder


@pytest.fixture
def users(tmp_path):
    return Users(ServiceFolder.opened(tmp_path / "service", create=True).users)


def test_a_token_proves_its_user_and_no_other(users):
    token = users.add("ward", [Role.PROCESS], 30)
    users.add("chief", [Role.ADMINISTER, Role.PROCESS], 30)
    assert not users.is_known(token)
    assert users.by_token(token).roles == (Role.PROCESS,)
    assert users.is_known(token)
    secret = token.partition(".")[2]
    for wrong in (f"chief.{secret}", f"nobody.{secret}", token[:-1], token + "x", secret, "ward.", "", "ward.\udc80"):
        assert users.by_token(wrong) is None
        assert not users.is_known(wrong)


def test_the_file_holds_no_token_and_is_for_its_owner_alone(users, tmp_path):
    token = users.add("ward", [Role.PROCESS], 30)
    users.set_password("ward", "une phrase assez longue")
    file = tmp_path / "service" / "users.json"
    content = file.read_text()
    assert token.partition(".")[2] not in content
    assert "phrase" not in content
    assert content.count("$argon2id$") == 2
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "argon2" not in repr(users.all())


def test_what_is_revoked_or_renewed_by_a_command_is_refused_from_then_on(users, tmp_path):
    token = users.add("ward", [Role.PROCESS], 30)
    assert users.by_token(token)
    elsewhere = Users(tmp_path / "service" / "users.json")
    renewed = elsewhere.renew("ward", 30)
    assert not users.is_known(token)
    assert users.by_token(token) is None
    assert users.by_token(renewed)
    elsewhere.revoke("ward")
    assert not users.is_known(renewed)
    assert users.by_token(renewed) is None
    assert users.all()[0].state == "revoked"


def test_a_user_expires(users, tmp_path):
    token = users.add("ward", [Role.PROCESS], 30)
    assert users.by_token(token)
    file = tmp_path / "service" / "users.json"
    content = msgspec.json.decode(file.read_bytes())
    content["users"][0]["expires"] = (datetime.now(timezone.utc) - timedelta(seconds=1)).isoformat()
    file.write_bytes(msgspec.json.encode(content))
    assert users.by_token(token) is None
    assert not users.is_known(token)
    assert users.all()[0].state == "expired"


def test_a_password_is_long_and_proves_its_user(users):
    users.add("ward", [Role.ANNOTATE], 30)
    assert users.by_password("ward", "") is None
    with pytest.raises(UsageError, match="12 characters at least"):
        users.set_password("ward", "trop court")
    users.set_password("ward", "une phrase assez longue")
    assert users.by_password("ward", "une phrase assez longue").name == "ward"
    assert users.by_password("ward", "une autre phrase longue") is None
    assert users.by_password("nobody", "une phrase assez longue") is None


@pytest.mark.parametrize("name", ["", "Ward", "a b", "../x", "a" * 65, ".a", "é", "a\n"])
def test_a_name_that_is_not_plain_is_refused(users, name):
    with pytest.raises(UsageError, match="this is no name of a user"):
        users.add(name, [Role.PROCESS], 1)


def test_what_is_not_there_or_there_twice_is_refused(users):
    users.add("ward", [Role.PROCESS], 1)
    with pytest.raises(UsageError, match=r"there is a user ward \(active\)"):
        users.add("ward", [Role.PROCESS], 1)
    for change in (lambda: users.revoke("x"), lambda: users.renew("x", 1), lambda: users.set_password("x", "a" * 12)):
        with pytest.raises(UsageError, match="there is no user 'x'"):
            change()


@pytest.mark.parametrize("content", [b"", b"[]", b'{"users": [{"name": "a"}]}', b'{"other": 1}', b"\xff"])
def test_a_file_that_holds_something_else_is_refused_by_name(users, tmp_path, content):
    file = tmp_path / "service" / "users.json"
    file.write_bytes(content)
    file.chmod(0o600)
    with pytest.raises(UsageError, match=r"users\.json is no file of users"):
        users.all()


def test_a_folder_that_others_may_look_into_is_refused(tmp_path):
    folder = tmp_path / "service"
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    with pytest.raises(UsageError, match="it must be 0700"):
        ServiceFolder.opened(folder)
    with pytest.raises(UsageError, match="cannot be opened"):
        ServiceFolder.opened(tmp_path / "nowhere")
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="is not a folder"):
        ServiceFolder.opened(tmp_path / "file")


def test_a_secret_stays_and_a_cut_one_is_refused(tmp_path):
    folder = ServiceFolder.opened(tmp_path / "service", create=True)
    assert folder.secret() == folder.secret()
    assert len(folder.secret()) == 32
    (folder.path / "secret").write_bytes(b"short")
    with pytest.raises(UsageError, match="5 bytes instead of 32"):
        folder.secret()
