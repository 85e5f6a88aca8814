"""The page where a model is trained on what was settled, and where all see what each training gave."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from palimpseste.errors import UsageError
from palimpseste.service.answers import JSON_HEADERS, RefusedRequestError
from palimpseste.service.routes.asking import service_of
from palimpseste.service.routes.login import form_of
from palimpseste.service.routes.review import page_of, reader_of
from palimpseste.service.running import Service
from palimpseste.service.sessions import Session
from palimpseste.service.training.rounds import RoundState, figure_of
from palimpseste.service.users import Role, User
from palimpseste.service.words import words_for
from palimpseste.sources.jsonl import json_line

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
_ENDED = "the session has ended: log in again"


@router.get("/training")
async def training(request: Request) -> Response:
    """Give the trainings, and what may be trained on; nothing of a note."""
    found = _reader_of(request)
    if found is None:
        return RedirectResponse("/login", 303)
    return await _page(request, *found)


@router.post("/training")
async def begin(request: Request) -> Response:
    """Begin a training."""
    found = _reader_of(request)
    if found is None:
        raise RefusedRequestError(401, _ENDED)
    user, session = found
    if not session.allows((await form_of(request)).get("token", "")):
        raise RefusedRequestError(403, "this was not sent by a page of this session")
    service = service_of(request)
    try:
        notes = await asyncio.to_thread(_begin, service, user)
    except UsageError as error:
        return await _page(request, user, session, str(error), 422)
    await service.note("training", who=user.name, status=303, documents=notes)
    return RedirectResponse("/training", 303)


@router.get("/training/state")
async def state(request: Request) -> Response:
    """Tell how far the training is that is under way."""
    if _reader_of(request) is None:
        raise RefusedRequestError(401, _ENDED)
    trainings = service_of(request).trainings
    done, steps = trainings.steps
    is_running = any(each.state is RoundState.RUNNING for each in trainings.all())
    return Response(json_line({"running": is_running, "done": done, "steps": steps}), 200, JSON_HEADERS)


@router.get("/training/rounds.svg")
async def figure(request: Request) -> Response:
    """Give F1 and notes fully redacted, by notes settled and by time spent."""
    if _reader_of(request) is None:
        raise RefusedRequestError(401, _ENDED)
    drawn = figure_of(service_of(request).trainings.all(), words_for(request.headers.get("accept-language", "")))
    if drawn is None:
        raise RefusedRequestError(404, "no training is done yet")
    return Response(drawn, media_type="image/svg+xml")


def _reader_of(request: Request) -> tuple[User, Session] | None:
    request.scope["palimpseste.what"] = "training"
    return reader_of(request, Role.ADJUDICATE, Role.ADMINISTER)


def _begin(service: Service, user: User) -> int:
    reviews = service.reviews
    gold = [each.document for each in reviews.gold()]
    return service.trainings.begin(user.name, gold, reviews.seconds(), reviews.name_of).notes


async def _page(request: Request, user: User, session: Session, flaw: str = "", status: int = 200) -> Response:
    service = service_of(request)
    rounds = service.trainings.all()
    values: dict[str, Any] = {
        "flaw": flaw,
        "gold": await asyncio.to_thread(lambda: sum(1 for _ in service.reviews.gold())),
        "seconds": await asyncio.to_thread(service.reviews.seconds),
        "rounds": rounds[::-1],
        "is_running": any(each.state is RoundState.RUNNING for each in rounds),
        "is_drawn": any(each.state is RoundState.DONE for each in rounds),
    }
    return page_of(request, "training.html.j2", user, session, values, status)
