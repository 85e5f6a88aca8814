"""Logging in and out of the pages."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from palimpseste.rendering.pages import page
from palimpseste.service.accounts.identity import BACK, PENDING, Identity, ProviderError
from palimpseste.service.accounts.sessions import COOKIE
from palimpseste.service.accounts.users import Role, User
from palimpseste.service.answers import RefusedRequestError
from palimpseste.service.routes.asking import service_of, write_down
from palimpseste.service.routes.people import check_sent_from_page, form_of, session_of, words_of
from palimpseste.service.running import Service

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/")
async def root(request: Request) -> Response:
    """Lead to where one works."""
    found = session_of(request)
    return RedirectResponse(_home_of(found.user) if found else "/login")


@router.get("/login")
async def ask(request: Request) -> Response:
    """Give the page where one logs in."""
    return _login_page(request)


@router.post("/login")
async def log_in(request: Request) -> Response:
    """Begin a session, or say that name and password do not belong together; nobody learns which of them is wrong."""
    request.scope["palimpseste.what"] = "login"
    service = service_of(request)
    words = words_of(request)
    form = await form_of(request)
    name, password = form.get("name", ""), form.get("password", "")
    user, wait = await service.proved(_address_of(request), lambda: service.users.by_password(name, password))
    if wait:
        return _login_page(request, words["locked"], 429, {"retry-after": str(wait)})
    if user is None:
        await _note_stranger(request)
        return _login_page(request, words["wrong"], 401)
    await write_down(request, "login", user)
    return _begun(service, user, RedirectResponse(_home_of(user), 303))


@router.get("/login/house")
async def ask_house(request: Request) -> Response:
    """Send the browser to the identity provider of the house."""
    identity = _identity_of(request)
    try:
        address, cookie = await identity.begin()
    except ProviderError as error:
        return _house_page(request, error)
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
    asked = request.query_params
    try:
        name = await identity.end(request.cookies.get(PENDING, ""), asked.get("state", ""), asked.get("code", ""))
    except ProviderError as error:
        if error.is_proof:
            await _note_stranger(request)
        return _house_page(request, error)
    if name is None:
        return _login_page(request, words_of(request)["house_again"], 401)
    user = service.users.named(name)
    if user is None:
        # No guess of a password: whoever comes from the provider locks nobody out at the same address.
        await _note_stranger(request)
        return _login_page(request, words_of(request)["not_a_user"], 401)
    await write_down(request, "login", user)
    # A page, and no redirection: a strict cookie is not sent where another site has sent the browser.
    words = words_of(request)
    home = HTMLResponse(page("service/entered.html.j2", words=words, home=_home_of(user), user="", roles=()))
    home.delete_cookie(PENDING, path="/login/house")
    return _begun(service, user, home)


@router.post("/logout")
async def log_out(request: Request) -> Response:
    """End the session."""
    found = session_of(request)
    if found is not None:
        check_sent_from_page(found.session, (await form_of(request)).get("token", ""))
        service_of(request).sessions.end(request.cookies.get(COOKIE, ""))
        await write_down(request, "logout", found.user)
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


async def _note_stranger(request: Request) -> None:
    """Write down that somebody did not prove who asks."""
    await service_of(request).note("login", status=401, **{"from": _address_of(request)})


def _house_page(request: Request, error: ProviderError) -> Response:
    """Return the page that says why nobody can log in at the provider, with what an administrator looks for."""
    flaw = f"{words_of(request)[error.word]} {error.detail}"
    return _login_page(request, flaw, 401 if error.is_proof else 503)


def _address_of(request: Request) -> str:
    return request.client.host if request.client else "unknown"


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


def _login_page(request: Request, flaw: str = "", status: int = 200, headers: dict[str, str] | None = None) -> Response:
    words = words_of(request)
    has_house = service_of(request).identity is not None
    content = page("service/login.html.j2", words=words, flaw=flaw, house=has_house, user="", roles=())
    return HTMLResponse(content, status, headers)
