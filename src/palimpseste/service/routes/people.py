"""People at the pages: who is logged in, whether that one may, what is sent from a page, and the pages themselves."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from fastapi import Request
from starlette.responses import HTMLResponse

from palimpseste.rendering.pages import page
from palimpseste.service.accounts.sessions import COOKIE, Session
from palimpseste.service.accounts.users import Role, User
from palimpseste.service.answers import RefusedRequestError
from palimpseste.service.routes.asking import service_of
from palimpseste.service.words import words_for

__all__ = [
    "Reader",
    "changer_of",
    "check_sent_from_page",
    "file_reader_of",
    "form_of",
    "page_of",
    "page_reader_of",
    "session_of",
    "words_of",
]


class Reader(NamedTuple):
    """Somebody who is logged in.

    Parameters
    ----------
    user : User
        Who.
    session : Session
        Of the browser.
    """

    user: User
    session: Session


def session_of(request: Request) -> Reader | None:
    """Return who is logged in; None where nobody is."""
    found = service_of(request).sessions.of(request.cookies.get(COOKIE, ""))
    return Reader(*found) if found else None


def words_of(request: Request) -> Mapping[str, str]:
    """Return what the pages say in the language that a browser prefers."""
    return words_for(request.headers.get("accept-language", ""))


async def form_of(request: Request) -> dict[str, str]:
    """Return the fields of a form that was sent, the first of each name."""
    try:
        fields = parse_qs((await request.body()).decode("utf-8", "replace"), max_num_fields=20)
    except ValueError:
        raise RefusedRequestError(422, "the form has too many fields") from None
    return {name: values[0] for name, values in fields.items()}


def page_reader_of(what: str, *roles: Role) -> Callable[[Request], Awaitable[Reader]]:
    """Return what gives who asks for a page, if that one has a role; who is not logged in is led to where one does.

    Parameters
    ----------
    what : str
        What is asked for, as it is counted.
    *roles : Role
        Of which one is needed.
    """
    return _reader_of(what, roles, lambda: RefusedRequestError(303, "log in first", {"location": "/login"}))


def file_reader_of(what: str, *roles: Role) -> Callable[[Request], Awaitable[Reader]]:
    """Return what gives who asks for what a page shows or offers, if that one is logged in and has a role.

    Parameters
    ----------
    what : str
        What is asked for, as it is counted.
    *roles : Role
        Of which one is needed.
    """
    return _reader_of(what, roles, lambda: RefusedRequestError(401, "the session has ended: log in again"))


def changer_of(what: str, *roles: Role) -> Callable[[Request], Awaitable[User]]:
    """Return what gives who sends something from a page's script, which has to bear the session's secret.

    Parameters
    ----------
    what : str
        What is sent, as it is counted.
    *roles : Role
        Of which one is needed.
    """
    reader_of = file_reader_of(what, *roles)

    async def user_of(request: Request) -> User:
        reader = await reader_of(request)
        check_sent_from_page(reader.session, request.headers.get("x-change-token", ""))
        return reader.user

    return user_of


def check_sent_from_page(session: Session, token: str) -> None:
    """Refuse what does not bear the secret of a session.

    Raises
    ------
    RefusedRequestError
        If the token is another.
    """
    if not session.allows(token):
        raise RefusedRequestError(403, "this was not sent by a page of this session")


def page_of(request: Request, name: str, reader: Reader, values: Mapping[str, Any], status: int = 200) -> HTMLResponse:
    """Return a page of somebody who is logged in.

    Parameters
    ----------
    request : Request
        That asks for it.
    name : str
        Of its template.
    reader : Reader
        Who asks.
    values : mapping
        What the template says.
    status : int
        Of HTTP.
    """
    content = page(
        f"service/{name}",
        words=words_of(request),
        user=reader.user.name,
        roles={role.value for role in reader.user.roles},
        change_token=reader.session.change_token,
        has_guidelines=service_of(request).settings.guidelines is not None,
        **values,
    )
    return HTMLResponse(content, status)


def _reader_of(
    what: str, roles: tuple[Role, ...], unless_logged_in: Callable[[], RefusedRequestError]
) -> Callable[[Request], Awaitable[Reader]]:
    async def reader_of(request: Request) -> Reader:
        request.scope["palimpseste.what"] = what
        reader = session_of(request)
        if reader is None:
            # One of its own for each request: what is raised keeps what it was raised over.
            raise unless_logged_in()
        if not set(roles) & set(reader.user.roles):
            raise RefusedRequestError(403, f"this needs the role '{roles[0].value}'")
        return reader

    return reader_of
