"""What stands before every route: who asks is known, how much is bounded, errors say nothing of what was sent.

All of it is decided from the headers, before anything of a request is read: whoever has no token has no byte kept.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from ipaddress import ip_address
from typing import Any

from palimpseste.debugging import failure, is_debugging
from palimpseste.errors import PalimpsesteError
from palimpseste.service.accounts.users import User
from palimpseste.service.answers import BY_TOKEN, RefusedRequestError, without_folder, written_refusal
from palimpseste.service.running import Service

__all__ = ["Guard"]

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_SECURITY_HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
_HSTS = {"strict-transport-security": "max-age=31536000"}

_MOST_BYTES_OF_STRANGERS = 10_000
_MOST_BYTES_TO_DROP = 65536
_SECONDS_TO_DROP = 0.5
# Where files are sent and fetched that never lie in memory, as long as they move.
_KEPT_ON_DISK = "/v1/jobs"
_LEAST_BYTES_PER_SECOND = 100_000
# Some proxies write the port too: « 10.1.2.3:40312 », « [2001:db8::1]:40312 », « [2001:db8::1] ».
_WITH_PORT = re.compile(r"\[([^\]]*)\](?::\d+)?|([\d.]+):\d+")


class Guard:
    """Lets requests through to the routes.

    Parameters
    ----------
    app : ASGI application
        The routes.
    service : Service
        What runs.
    """

    def __init__(self, app: App, service: Service) -> None:
        self._app = app
        self._service = service
        self._headers = _SECURITY_HEADERS | (_HSTS if service.settings.is_encrypted else {})
        self._held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; ASGI 3."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        began = time.monotonic()
        request = _Request(scope, send, self._headers)
        bounded = _Bounded(receive, self, request)
        status = 500
        try:
            user = await self._user_of(scope, request)
            scope["palimpseste.user"] = user
            if user is None:
                bounded.most = _MOST_BYTES_OF_STRANGERS
            elif scope["path"] == _KEPT_ON_DISK and scope["method"] == "POST":
                bounded.is_kept_on_disk, bounded.most = True, self._service.settings.most_bytes_of_job
            bounded.check_announced()
            is_of_a_file = scope["path"].startswith(_KEPT_ON_DISK)
            limit = None if is_of_a_file else self._service.settings.seconds_to_answer
            await asyncio.wait_for(self._app(scope, bounded.receive, request.send), limit)
            status = request.status
        except RefusedRequestError as refusal:
            await bounded.drop()
            status = await request.refuse(refusal)
        except (TimeoutError, asyncio.TimeoutError):
            status = await request.refuse(RefusedRequestError(503, "this took too long and was given up"))
        except PalimpsesteError as error:
            status = await request.refuse(RefusedRequestError(503, without_folder(str(error), self._service.folder)))
        except Exception as error:
            # Its message and its trace may quote a note.
            status = await request.refuse(RefusedRequestError(500, failure(error)))
            if is_debugging():
                raise
        finally:
            self._held -= bounded.held
            what = scope.get("palimpseste.what", "other")
            self._service.metrics.requests.labels(what, str(status)).inc()
            self._service.metrics.seconds.labels(what).observe(time.monotonic() - began)

    def hold(self, size: int) -> None:
        """Count bytes that are kept until a request is answered.

        Raises
        ------
        RefusedRequestError
            If more is kept by all requests together than the settings allow: status 503.
        """
        self._held += size
        if self._held > self._service.settings.most_bytes_together:
            raise RefusedRequestError.for_now(503, "too much is being processed", 5)

    async def _user_of(self, scope: Scope, request: _Request) -> User | None:
        service, settings = self._service, self._service.settings
        address = str((scope.get("client") or ("unknown", 0))[0])
        if settings.proxy is not None:
            if address != settings.proxy:
                raise RefusedRequestError(403, "this service is asked through its proxy")
            address = _address_in(request.last_header(b"x-forwarded-for")) or address
            scope["client"] = (address, 0)
        if not str(scope["path"]).startswith(BY_TOKEN):  # pages know who asks by a session
            site = request.header(b"sec-fetch-site")
            if scope["method"] == "POST" and site not in ("", "none", "same-origin"):
                raise RefusedRequestError(403, "pages are changed from this service's own pages alone")
            return self._user_at_a_page(scope, request, address)
        kind, _, token = request.header(b"authorization").partition(" ")
        token = token.strip() if kind.lower() == "bearer" else ""
        if not token:
            self._count_stranger(address)
            raise RefusedRequestError(
                401, "a token is needed: Authorization: Bearer TOKEN", {"www-authenticate": "Bearer"}
            )
        if not service.users.is_known(token):
            proved, wait = await service.proved(address, lambda: service.users.by_token(token))
            if wait:
                raise RefusedRequestError.for_now(429, "too many wrong tokens came from this address", wait)
            if proved is None:
                await service.note("refused", status=401, **{"from": address})
                raise RefusedRequestError(
                    401, "this token is nobody's, or has expired, or was revoked", {"www-authenticate": "Bearer"}
                )
        user = service.users.named(token.rpartition(".")[0])
        if user is None:
            raise RefusedRequestError(401, "this token was revoked", {"www-authenticate": "Bearer"})
        self._count(user)
        return user

    def _user_at_a_page(self, scope: Scope, request: _Request, address: str) -> User | None:
        """Return who is logged in; nobody else may send more than a name and a password."""
        found = self._service.sessions.of_header(request.header(b"cookie"))
        if found is not None:
            self._count(found[0])
            return found[0]
        self._count_stranger(address)
        if scope["method"] not in ("GET", "HEAD") and scope["path"] != "/login":
            raise RefusedRequestError(401, "the session has ended: log in again")
        return None

    def _count(self, user: User) -> None:
        self._refuse_for(self._service.limits.seconds_to_wait(user.name))

    def _count_stranger(self, address: str) -> None:
        self._refuse_for(self._service.limits.seconds_to_wait_at(address))

    def _refuse_for(self, seconds: int) -> None:
        if seconds:
            most = self._service.settings.requests_per_minute
            raise RefusedRequestError.for_now(429, f"more than {most:,} requests came in a minute", seconds)


def _address_in(forwarded: str) -> str:
    """Return whom a proxy speaks for, a number: it adds it at the end, what stands before may be anybody's words."""
    told = forwarded.rpartition(",")[2].strip()
    if found := _WITH_PORT.fullmatch(told):
        told = found[1] or found[2]
    try:
        return str(ip_address(told))
    except ValueError:
        return ""


class _Request:
    """A request's headers, and its answer with the headers that each has."""

    def __init__(self, scope: Scope, send: Send, headers: dict[str, str]) -> None:
        self._scope = scope
        self._send = send
        self._always = [(name.encode(), value.encode()) for name, value in headers.items()]
        self.status = 0

    def header(self, name: bytes) -> str:
        return next(self._headers(name), "")

    def last_header(self, name: bytes) -> str:
        *_, last = "", *self._headers(name)
        return last

    def _headers(self, name: bytes) -> Iterator[str]:
        return (value.decode("latin-1") for key, value in self._scope["headers"] if key == name)

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            own = {name for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(each for each in self._always if each[0] not in own)]
        await self._send(message)

    async def refuse(self, refusal: RefusedRequestError) -> int:
        """Answer by a refusal, unless an answer was begun; what is not read of the request ends the connection."""
        if self.status:
            return self.status
        body, own = written_refusal(
            self._scope["path"], refusal.detail, self.header(b"accept-language"), self.header(b"accept")
        )
        headers = own | dict(refusal.headers or {}) | {"content-length": str(len(body)), "connection": "close"}
        encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
        await self.send({"type": "http.response.start", "status": refusal.status_code, "headers": encoded})
        await self._send({"type": "http.response.body", "body": body})
        return refusal.status_code


class _Bounded:
    """The body of a request, as much as may be and as long as it may take."""

    def __init__(self, receive: Receive, guard: Guard, request: _Request) -> None:
        self._receive = receive
        self._guard = guard
        self._settings = guard._service.settings
        self._request = request
        self._until = time.monotonic() + self._settings.seconds_to_read
        self._is_whole = False
        self.most = self._settings.most_bytes
        self.is_kept_on_disk = False
        self.held = 0
        self._size = 0

    def check_announced(self) -> None:
        """Refuse a request that says itself that it is too large."""
        announced = self._request.header(b"content-length")
        if announced.isdecimal() and len(announced) < 20:
            self._check(int(announced))

    async def receive(self) -> Message:
        if self._is_whole:
            return await self._receive()
        try:
            message = await asyncio.wait_for(self._receive(), max(0.001, self._until - time.monotonic()))
        except (TimeoutError, asyncio.TimeoutError):
            raise RefusedRequestError(
                408,
                f"the request took longer than {self._settings.seconds_to_read:g} seconds to come",
                {"connection": "close"},
            ) from None
        if message["type"] == "http.request":
            size = len(message.get("body", b""))
            self._size += size
            self._check(self._size)
            self._until += size / _LEAST_BYTES_PER_SECOND
            if not self.is_kept_on_disk:
                self.held += size
                self._guard.hold(size)
            self._is_whole = not message.get("more_body", False)
        return message

    async def drop(self) -> None:
        """Let the rest of a small request come and go: a client that is still sending would not read the answer."""
        until = time.monotonic() + _SECONDS_TO_DROP
        left = _MOST_BYTES_TO_DROP
        while not self._is_whole and left > 0:
            try:
                message = await asyncio.wait_for(self._receive(), max(0.001, until - time.monotonic()))
            except (TimeoutError, asyncio.TimeoutError):
                return
            left -= len(message.get("body", b""))
            self._is_whole = not message.get("more_body", False)

    def _check(self, size: int) -> None:
        if size > self.most:
            raise RefusedRequestError(
                413,
                f"a request may have {self.most:,} bytes: send documents in several",
                {"connection": "close"},
            )
