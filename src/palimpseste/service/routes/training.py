"""The page where a model is trained on what was settled, and where all see what each training gave."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from starlette.responses import RedirectResponse, Response

from palimpseste.errors import UsageError
from palimpseste.service.accounts.users import Role, User
from palimpseste.service.answers import JSON_HEADERS, RefusedRequestError, in_language
from palimpseste.service.background.training.rounds import RoundState, figure_of
from palimpseste.service.routes.asking import service_of, write_down
from palimpseste.service.routes.people import (
    Reader,
    check_sent_from_page,
    file_reader_of,
    form_of,
    page_of,
    page_reader_of,
    words_of,
)
from palimpseste.service.running import Service
from palimpseste.sources.jsonl import json_line

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
_MAY = ("training", Role.ADJUDICATE, Role.ADMINISTER)


@router.get("/training")
async def training(request: Request, reader: Annotated[Reader, Depends(page_reader_of(*_MAY))]) -> Response:
    """Give the trainings, and what may be trained on; nothing of a note."""
    return await _page(request, reader)


@router.post("/training")
async def begin(request: Request, reader: Annotated[Reader, Depends(file_reader_of(*_MAY))]) -> Response:
    """Begin a training."""
    check_sent_from_page(reader.session, (await form_of(request)).get("token", ""))
    try:
        notes = await asyncio.to_thread(_begin, service_of(request), reader.user)
    except UsageError as error:
        said = in_language(str(error), request.headers.get("accept-language", ""))
        return await _page(request, reader, said, 422)
    await write_down(request, "training", reader.user, status=303, documents=notes)
    return RedirectResponse("/training", 303)


@router.get("/training/state", dependencies=[Depends(file_reader_of(*_MAY))])
async def state(request: Request) -> Response:
    """Tell how far the training is that is under way."""
    trainings = service_of(request).trainings
    done, steps = trainings.steps
    is_running = any(each.state is RoundState.RUNNING for each in trainings.all())
    return Response(json_line({"running": is_running, "done": done, "steps": steps}), 200, JSON_HEADERS)


@router.get("/training/rounds.svg", dependencies=[Depends(file_reader_of(*_MAY))])
async def figure(request: Request) -> Response:
    """Give F1 and notes fully redacted, by notes settled and by time spent."""
    drawn = figure_of(service_of(request).trainings.all(), words_of(request))
    if drawn is None:
        raise RefusedRequestError(404, "no training is done yet")
    return Response(drawn, media_type="image/svg+xml")


def _begin(service: Service, user: User) -> int:
    reviews = service.reviews
    gold = [each.document for each in reviews.gold()]
    return service.trainings.begin(user.name, gold, reviews.seconds(), reviews.name_of).notes


async def _page(request: Request, reader: Reader, flaw: str = "", status: int = 200) -> Response:
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
    return page_of(request, "training.html.j2", reader, values, status)
