"""Logging in and out of the pages."""

from __future__ import annotations

import asyncio
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from palimpseste.pages import page
from palimpseste.service.answers import RefusedRequestError
from palimpseste.service.routes.asking import service_of
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
    answer = RedirectResponse(_home_of(user), 303)
    answer.set_cookie(
        COOKIE,
        service.sessions.begin(user),
        httponly=True,
        samesite="strict",
        secure=service.settings.is_encrypted,
        path="/",
    )
    return answer


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


def _home_of(user: User) -> str:
    """Return the page where somebody works."""
    if Role.ANNOTATE in user.roles:
        return "/review"
    return "/adjudicate" if Role.ADJUDICATE in user.roles else "/agreement"


def _login_page(request: Request, flaw: str = "", status: int = 200) -> Response:
    words = words_for(request.headers.get("accept-language", ""))
    return HTMLResponse(page("service/login.html.j2", words=words, flaw=flaw, user="", roles=()), status)
