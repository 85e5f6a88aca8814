"""Users of the service: what each may do, until when, and hashes of what proves who asks.

A token is ``name.secret`` with 256 random bits, shown once. Tokens and passwords are kept as argon2id hashes
(RFC 9106). The file is read again whenever it changed, so that what is revoked is refused from the next request on.
"""

from __future__ import annotations

import hmac
import re
import secrets
import threading
from collections.abc import Iterable
from datetime import datetime, timedelta, timezone
from enum import Enum
from hashlib import sha256
from pathlib import Path

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from palimpseste.errors import UsageError
from palimpseste.files import private_bytes, replace_private
from palimpseste.files.locks import locked
from palimpseste.rendering.screen import name_shown

__all__ = ["Role", "User", "Users"]

_LEAST_PASSWORD = 12
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
_MOST_PROVED = 4096


class Role(str, Enum):
    """What a user may do; a user may have several."""

    PROCESS = "process"
    ANNOTATE = "annotate"
    ADJUDICATE = "adjudicate"
    ADMINISTER = "administer"


class User(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A user of the service.

    Parameters
    ----------
    name : str
        Lower-case letters, figures, ``.``, ``_`` and ``-``.
    roles : tuple of Role
        What the user may do.
    made, expires : datetime.datetime
        From when until when, in UTC.
    token, password : str
        argon2id hashes; empty where there is none.
    is_revoked : bool
        Whether the user may do nothing any more.
    """

    name: str
    roles: tuple[Role, ...]
    made: datetime
    expires: datetime
    token: str = ""
    password: str = ""
    is_revoked: bool = False

    @property
    def state(self) -> str:
        """``active``, ``expired`` or ``revoked``."""
        if self.is_revoked:
            return "revoked"
        return "active" if datetime.now(timezone.utc) < self.expires else "expired"

    def __repr__(self) -> str:
        return f"User(name={self.name!r}, roles={[role.value for role in self.roles]}, state={self.state!r})"


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    users: tuple[User, ...] = ()


class Users:
    """The users in a file, which commands change while the service reads it.

    Parameters
    ----------
    path : Path
        The file, of mode 0600; there are no users where it is not there yet.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._hasher = PasswordHasher()
        # Verified where there is nothing to verify, so that a name that nobody has takes as long to refuse.
        self._nobody = self._hasher.hash(secrets.token_urlsafe())
        self._hashing = threading.Lock()  # each hash takes 64 MiB
        self._read_as: tuple[int, ...] | None = None
        self._by_name: dict[str, User] = {}
        self._proved: dict[bytes, tuple[str, str]] = {}

    def all(self) -> tuple[User, ...]:
        """Return the users, by name.

        Raises
        ------
        UsageError
            If the file cannot be read, or others may read it.
        """
        return tuple(self._users().values())

    def named(self, name: str) -> User | None:
        """Return a user who may do something now, or None."""
        user = self._users().get(name)
        return user if user is not None and user.state == "active" else None

    def add(self, name: str, roles: Iterable[Role], days: int) -> str:
        """Add a user, and return the token, which is kept nowhere.

        Parameters
        ----------
        name : str
            Lower-case letters, figures, ``.``, ``_`` and ``-``, 64 at most.
        roles : iterable of Role
            What the user may do.
        days : int
            How long the token holds.

        Raises
        ------
        UsageError
            If the name cannot be one, or is a user's; or the file cannot be changed.
        """
        if not _NAME.fullmatch(name):
            raise UsageError(
                "this is no name of a user, which has lower-case letters, figures, '.', '_' and '-', 64 at most"
            )
        secret, made = secrets.token_urlsafe(32), datetime.now(timezone.utc).replace(microsecond=0)
        user = User(
            name=name,
            roles=tuple(sorted(set(roles), key=list(Role).index)),
            made=made,
            expires=made + timedelta(days=days),
            token=self._hasher.hash(secret),
        )
        with locked(self._path):
            users = self._users()
            if name in users:
                raise UsageError(f"there is a user {name} ({users[name].state}): renew gives a new token")
            self._write({**users, name: user})
        return f"{name}.{secret}"

    def renew(self, name: str, days: int) -> str:
        """Give a user a new token in the place of the old one, from now for so many days; return it.

        Raises
        ------
        UsageError
            If there is no such user, or the file cannot be changed.
        """
        secret = secrets.token_urlsafe(32)
        expires = datetime.now(timezone.utc).replace(microsecond=0) + timedelta(days=days)
        self._change(name, token=self._hasher.hash(secret), expires=expires, is_revoked=False)
        return f"{name}.{secret}"

    def revoke(self, name: str) -> None:
        """Let a user do nothing any more; token and password are forgotten.

        Raises
        ------
        UsageError
            If there is no such user, or the file cannot be changed.
        """
        self._change(name, token="", password="", is_revoked=True)

    def set_password(self, name: str, password: str) -> None:
        """Give a user a password for the pages.

        Raises
        ------
        UsageError
            If it is shorter than 12 characters, there is no such user, or the file cannot be changed.
        """
        if len(password) < _LEAST_PASSWORD:
            raise UsageError(f"a password has {_LEAST_PASSWORD} characters at least")
        self._change(name, password=self._hasher.hash(password))

    def by_token(self, token: str) -> User | None:
        """Return whose token it is, or None if it is nobody's who may do anything now."""
        name, _, secret = token.rpartition(".")
        user = self.named(name)
        digest = sha256(token.encode("utf-8", "surrogatepass")).digest()
        if user is not None and user.token and self._proved.get(digest) == (name, user.token):
            return user
        if not self._is_proved(user.token if user else "", secret):
            return None
        if len(self._proved) >= _MOST_PROVED:
            self._proved.clear()
        assert user is not None  # noqa: S101 # for types: nobody's hash is proved
        self._proved[digest] = (name, user.token)
        return user

    def is_known(self, token: str) -> bool:
        """Tell whether a token was proved before and still is its user's: no hash is computed for it."""
        digest = sha256(token.encode("utf-8", "surrogatepass")).digest()
        name, hashed = self._proved.get(digest, ("", ""))
        user = self.named(name) if name else None
        return user is not None and hmac.compare_digest(user.token, hashed)

    def by_password(self, name: str, password: str) -> User | None:
        """Return the user of a name and a password, or None if they are nobody's who may do anything now."""
        user = self.named(name)
        return user if self._is_proved(user.password if user else "", password) else None

    def _is_proved(self, hashed: str, secret: str) -> bool:
        with self._hashing:
            try:
                return self._hasher.verify(hashed or self._nobody, secret) and bool(hashed)
            except (VerificationError, InvalidHashError, UnicodeEncodeError):
                return False

    def _change(self, name: str, **changes: object) -> None:
        with locked(self._path):
            users = self._users()
            if name not in users:
                raise UsageError(f"there is no user {name_shown(name)}")
            self._write({**users, name: msgspec.structs.replace(users[name], **changes)})

    def _users(self) -> dict[str, User]:
        try:
            found = self._path.stat()
        except FileNotFoundError:
            self._read_as, self._by_name = None, {}
            return {}
        except OSError as error:
            raise UsageError(f"{self._path} cannot be read: {error.strerror}") from None
        seen = (found.st_ino, found.st_size, found.st_mtime_ns)
        if seen != self._read_as:
            try:
                read = msgspec.json.decode(private_bytes(self._path), type=_File)
            except msgspec.MsgspecError as error:
                raise UsageError(f"{self._path} is no file of users ({error.__class__.__name__})") from None
            self._by_name = {user.name: user for user in read.users}
            self._read_as = seen
        return self._by_name

    def _write(self, users: dict[str, User]) -> None:
        file = _File(tuple(users[name] for name in sorted(users)))
        replace_private(self._path, msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n")
        self._read_as = None
