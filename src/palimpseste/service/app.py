"""The application: routes behind the guard, and what is said where they cannot answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from palimpseste import __version__
from palimpseste.debugging import failure
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.service.accounts.users import User
from palimpseste.service.answers import without_folder, written_refusal
from palimpseste.service.guard import Guard
from palimpseste.service.routes import (
    adjudicate,
    dashboard,
    fhir,
    gold,
    guidelines,
    jobs,
    login,
    missed,
    notes,
    reference,
    review,
    state,
    texts,
    training,
)
from palimpseste.service.routes.asking import service_of, write_down
from palimpseste.service.running import Service
from palimpseste.service.schemas import KNOWN_FIELDS

__all__ = ["application_of"]


def application_of(service: Service) -> Guard:
    """Return the ASGI application of a service."""
    app = FastAPI(
        title="Palimpseste",
        version=__version__,
        summary="De-identifies French clinical text.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
        # Behind a proxy that ends TLS it would lead from « /v1/jobs/ » to http://, and notes follow it unencrypted.
        redirect_slashes=False,
    )
    app.state.service = service
    pages = (login, review, adjudicate, gold, guidelines, missed, notes, training, dashboard)
    for routes in (texts, jobs, fhir, state, reference, *pages):
        app.include_router(routes.router)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(RequestValidationError, _misshapen)
    app.add_exception_handler(UsageError, _unusable)
    app.add_exception_handler(PalimpsesteError, _unable)
    app.add_exception_handler(Exception, _failed)
    return Guard(app, service)


def _answer(request: Request, status: int, sentence: str, headers: dict[str, str] | None = None) -> Response:
    asked = request.headers
    body, own = written_refusal(request.url.path, sentence, asked.get("accept-language", ""), asked.get("accept", ""))
    return Response(body, status, own | (headers or {}))


async def _refused(request: Request, error: Any) -> Response:
    user: User | None = request.scope.get("palimpseste.user")
    if error.status_code == 403 and user is not None:
        await write_down(request, "refused", user, status=403)
    return _answer(request, error.status_code, str(error.detail), dict(error.headers or {}))


def _misshapen(request: Request, error: Any) -> Response:
    """Say where a request is wrong and how, and nothing of what stands there."""
    return _answer(request, 422, "; ".join(map(_said_of, error.errors()[:5])))


def _said_of(error: Mapping[str, Any]) -> str:
    if error["loc"] == ("body",):
        return "body: send one JSON object as application/json"
    if error["type"].startswith("date_"):
        return f"{_place_of(error['loc'])}: no date; write YYYY-MM-DD"
    return f"{_place_of(error['loc'])}: {error['type'].replace('_', ' ')}"


def _place_of(path: Iterable[object]) -> str:
    steps = [str(step) if isinstance(step, int) or step in KNOWN_FIELDS else "(unknown)" for step in path]
    return ".".join(steps)


def _unusable(request: Request, error: Any) -> Response:
    return _answer(request, 422, _without_folder(request, error))


def _unable(request: Request, error: Any) -> Response:
    return _answer(request, 503, _without_folder(request, error))


def _without_folder(request: Request, error: Exception) -> str:
    return without_folder(str(error), service_of(request).folder)


def _failed(request: Request, error: Exception) -> Response:
    return _answer(request, 500, failure(error))
