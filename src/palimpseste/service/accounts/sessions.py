"""Sessions of people at the pages: who is behind a cookie, for how long.

A cookie is 256 random bits that only this process knows the meaning of; sessions end with it. Each has a second secret
that every change must bear, which another site cannot read (CSRF).
"""

from __future__ import annotations

import hmac
import secrets
import time
from dataclasses import dataclass
from hashlib import sha256

from starlette.requests import cookie_parser

from palimpseste.service.accounts.users import User, Users

__all__ = ["COOKIE", "Session", "Sessions"]

COOKIE = "palimpseste"
_SECONDS = 8 * 3600
_MOST_OF_ONE = 10


@dataclass(frozen=True, slots=True, repr=False)
class Session:
    """Somebody who logged in.

    Parameters
    ----------
    user : str
        The name.
    password : str
        The hash that was proved; another one ends the session.
    change_token : str
        What changes must bear.
    until : float
        The second of this machine's uptime at which it ends.
    """

    user: str
    password: str
    change_token: str
    until: float

    def allows(self, token: str) -> bool:
        """Tell whether a change bears the secret of the session."""
        return hmac.compare_digest(self.change_token.encode(), token.encode("utf-8", "replace"))


class Sessions:
    """The sessions of a service.

    Parameters
    ----------
    users : Users
        Who may do what: who is revoked, or has another password, has no session any more.
    """

    def __init__(self, users: Users) -> None:
        self._users = users
        self._by_digest: dict[bytes, Session] = {}

    def begin(self, user: User) -> str:
        """Return the cookie of a new session."""
        now = time.monotonic()
        self._by_digest = {key: each for key, each in self._by_digest.items() if each.until > now}
        own = [key for key, each in self._by_digest.items() if each.user == user.name]
        for key in own[: max(0, len(own) - _MOST_OF_ONE + 1)]:
            del self._by_digest[key]
        cookie = secrets.token_urlsafe(32)
        session = Session(user.name, user.password, secrets.token_urlsafe(32), now + _SECONDS)
        self._by_digest[_digest(cookie)] = session
        return cookie

    def end(self, cookie: str) -> None:
        """End a session; whoever copied the cookie has none either."""
        self._by_digest.pop(_digest(cookie), None)

    def of_header(self, header: str) -> tuple[User, Session] | None:
        """Return who is behind the header ``Cookie`` of a request, and the session, or None."""
        return self.of(cookie_parser(header).get(COOKIE, ""))

    def of(self, cookie: str) -> tuple[User, Session] | None:
        """Return who is behind a cookie, and the session; None where it means nothing, or nothing any more."""
        session = self._by_digest.get(_digest(cookie))
        if session is None or session.until <= time.monotonic():
            return None
        user = self._users.named(session.user)
        return (user, session) if user is not None and user.password == session.password else None


def _digest(cookie: str) -> bytes:
    return sha256(cookie.encode("utf-8", "replace")).digest()
