"""Logging in and out of the pages."""

from __future__ import annotations

import asyncio
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from palimpseste.pages import page
from palimpseste.service.answers import RefusedRequestError
from palimpseste.service.identity import BACK, PENDING, Identity
from palimpseste.service.routes.asking import service_of
from palimpseste.service.running import Service
from palimpseste.service.sessions import COOKIE, Session
from palimpseste.service.users import Role, User
from palimpseste.service.words import words_for

__all__ = ["form_of", "router", "session_of"]

router = APIRouter(include_in_schema=False)


async def form_of(request: Request) -> dict[str, str]:
    """Return the fields of a form that was sent, the first of each name."""
    fields = parse_qs((await request.body()).decode("utf-8", "replace"), max_num_fields=20)
    return {name: values[0] for name, values in fields.items()}


def session_of(request: Request) -> tuple[User, Session] | None:
    """Return who is logged in, and the session; None where nobody is."""
    return service_of(request).sessions.of(request.cookies.get(COOKIE, ""))


@router.get("/")
async def root(request: Request) -> Response:
    """Lead to where one works."""
    found = session_of(request)
    return RedirectResponse(_home_of(found[0]) if found else "/login")


@router.get("/login")
async def ask(request: Request) -> Response:
    """Give the page where one logs in."""
    return _login_page(request)


@router.post("/login")
async def log_in(request: Request) -> Response:
    """Begin a session, or say that name and password do not belong together; nobody learns which of them is wrong."""
    request.scope["palimpseste.what"] = "login"
    service = service_of(request)
    address = request.client.host if request.client else "unknown"
    words = words_for(request.headers.get("accept-language", ""))
    if service.limits.seconds_locked_out(address):
        return _login_page(request, words["locked"], 429)
    form = await form_of(request)
    user = await asyncio.to_thread(service.users.by_password, form.get("name", ""), form.get("password", ""))
    if user is None:
        service.limits.note_failure(address)
        await service.note("login", status=401, **{"from": address})
        return _login_page(request, words["wrong"], 401)
    await service.note("login", who=user.name, status=200, **{"from": address})
    return _begun(service, user, RedirectResponse(_home_of(user), 303))


@router.get("/login/house")
async def ask_house(request: Request) -> Response:
    """Send the browser to the identity provider of the house."""
    identity = _identity_of(request)
    address, cookie = await identity.begin()
    answer = RedirectResponse(address, 303)
    # Not of the strict kind: the provider's site sends the browser back.
    answer.set_cookie(
        PENDING,
        cookie,
        max_age=600,
        httponly=True,
        samesite="lax",
        secure=service_of(request).settings.is_encrypted,
        path="/login/house",
    )
    return answer


@router.get(BACK)
async def back_from_house(request: Request) -> Response:
    """Begin the session of who comes back from the identity provider, if that is a user here."""
    request.scope["palimpseste.what"] = "login"
    service, identity = service_of(request), _identity_of(request)
    address = request.client.host if request.client else "unknown"
    asked = request.query_params
    name = await identity.end(request.cookies.get(PENDING, ""), asked.get("state", ""), asked.get("code", ""))
    user = service.users.named(name) if name else None
    if user is None:
        service.limits.note_failure(address)
        await service.note("login", status=401, **{"from": address})
        return _login_page(request, words_for(request.headers.get("accept-language", ""))["not_a_user"], 401)
    await service.note("login", who=user.name, status=200, **{"from": address})
    # A page, and no redirection: a strict cookie is not sent where another site has sent the browser.
    words = words_for(request.headers.get("accept-language", ""))
    home = HTMLResponse(page("service/entered.html.j2", words=words, home=_home_of(user), user="", roles=()))
    home.delete_cookie(PENDING, path="/login/house")
    return _begun(service, user, home)


@router.post("/logout")
async def log_out(request: Request) -> Response:
    """End the session."""
    found = session_of(request)
    if found is not None:
        form = await form_of(request)
        if not found[1].allows(form.get("token", "")):
            raise RefusedRequestError(403, "this was not sent by a page of this session")
        service_of(request).sessions.end(request.cookies.get(COOKIE, ""))
        await service_of(request).note("logout", who=found[0].name, status=200)
    answer = RedirectResponse("/login", 303)
    answer.delete_cookie(COOKIE, path="/")
    return answer


def _begun(service: Service, user: User, answer: Response) -> Response:
    answer.set_cookie(
        COOKIE,
        service.sessions.begin(user),
        httponly=True,
        samesite="strict",
        secure=service.settings.is_encrypted,
        path="/",
    )
    return answer


def _identity_of(request: Request) -> Identity:
    identity = service_of(request).identity
    if identity is None:
        raise RefusedRequestError(404, "no identity provider is set")
    return identity


def _home_of(user: User) -> str:
    """Return the page where somebody works."""
    if Role.ANNOTATE in user.roles:
        return "/review"
    return "/adjudicate" if Role.ADJUDICATE in user.roles else "/dashboard"


def _login_page(request: Request, flaw: str = "", status: int = 200) -> Response:
    words = words_for(request.headers.get("accept-language", ""))
    has_house = service_of(request).identity is not None
    return HTMLResponse(
        page("service/login.html.j2", words=words, flaw=flaw, house=has_house, user="", roles=()), status
    )
