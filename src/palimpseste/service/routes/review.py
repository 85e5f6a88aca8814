"""The page where a note is read and what was found in it corrected, and what the page asks for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from palimpseste.document import Document, Span
from palimpseste.errors import DocumentError, UsageError
from palimpseste.labels import LABELS
from palimpseste.service.accounts.sessions import Session
from palimpseste.service.accounts.users import Role, User
from palimpseste.service.answers import JSON_HEADERS, RefusedRequestError
from palimpseste.service.reviewing.reviews import note_of
from palimpseste.service.reviewing.turns.next_notes import ORDERS
from palimpseste.service.routes.asking import service_of, write_down
from palimpseste.service.routes.people import Reader, changer_of, page_of, page_reader_of
from palimpseste.service.schemas import Entity
from palimpseste.sources.jsonl import json_line

__all__ = ["Decided", "Kept", "bare", "document_of", "router"]

router = APIRouter(include_in_schema=False)
_WORDS_TOLD = 5


class Decided(BaseModel):
    """What somebody decided of a note, which is named as in the database."""

    model_config = ConfigDict(extra="forbid", strict=True)

    note: str
    entities: list[Entity]


class Kept(Decided):
    """What somebody decided of a note, to be kept."""

    version: Annotated[int, Field(ge=0)]
    seconds: Annotated[int, Field(ge=0, le=10**7)]


@router.get("/review")
async def review(
    request: Request, reader: Annotated[Reader, Depends(page_reader_of("review", Role.ANNOTATE))]
) -> Response:
    """Give the page of the next note, or of one that is named."""
    values = await asyncio.to_thread(_values_of, request, *reader)
    await write_down(request, "read", reader.user, documents=int(bool(values["data"])))
    return page_of(request, "review.html.j2", reader, values)


@router.post("/review/released")
async def released(
    decided: Decided,
    request: Request,
    user: Annotated[User, Depends(changer_of("review", Role.ANNOTATE, Role.ADJUDICATE))],
) -> Response:
    """Give a note as it would be released over the spans that are sent."""
    service = service_of(request)
    values = await asyncio.to_thread(service.reviews.note, decided.note)
    document = document_of(values, decided)
    answer = await service.released(document, user.name)
    if isinstance(answer, DocumentError):
        raise RefusedRequestError(422, answer.reason)
    await write_down(
        request, "review/released", user, documents=1, characters=len(document.text), policy=service.policy
    )
    return Response(json_line({"text": answer.text}), 200, JSON_HEADERS)


@router.post("/review/why")
async def why(
    decided: Decided,
    request: Request,
    user: Annotated[User, Depends(changer_of("review", Role.ANNOTATE, Role.ADJUDICATE))],
) -> Response:
    """Tell how probable the only span that is sent is to the model, and which words around it say so."""
    service = service_of(request)
    document = document_of(await asyncio.to_thread(service.reviews.note, decided.note), decided)
    if len(document.entities) != 1:
        raise UsageError("one span is explained at a time")
    answer = await service.explained(document, user.name)
    if isinstance(answer, DocumentError):
        raise RefusedRequestError(422, answer.reason)
    await write_down(request, "review/why", user, documents=1, characters=len(document.text))
    said = {"probability": answer.probability, "words": answer.strongest(_WORDS_TOLD)}
    return Response(json_line(said), 200, JSON_HEADERS)


@router.post("/review/kept")
async def keep(
    kept: Kept, request: Request, user: Annotated[User, Depends(changer_of("review", Role.ANNOTATE))]
) -> Response:
    """Keep what was decided of a note; it is in the database when this answers."""
    service = service_of(request)
    document = document_of(await asyncio.to_thread(service.reviews.note, kept.note), kept)
    version = await asyncio.to_thread(
        service.reviews.keep, kept.note, user.name, document.entities, kept.version, kept.seconds
    )
    await write_down(request, "review", user, documents=1, characters=len(document.text))
    return Response(json_line({"version": version}), 200, JSON_HEADERS)


def document_of(values: dict[str, Any] | None, decided: Decided) -> Document:
    """Return a note with the spans that were sent.

    Raises
    ------
    RefusedRequestError
        If there is no such note.
    UsageError
        If a span is none, or two overlap.
    """
    if values is None:
        raise RefusedRequestError(404, "there is no such note")
    return note_of({**values, "entities": [each.model_dump() for each in decided.entities]})


def _values_of(request: Request, user: User, session: Session) -> dict[str, Any]:
    service = service_of(request)
    reviews = service.reviews
    order = next((each for each in ORDERS if each == request.query_params.get("order")), ORDERS[0])
    done, all_notes = reviews.progress_of(user.name)
    readers = service.settings.readers_per_note
    note = request.query_params.get("note") or reviews.turns.next_of(user.name, order, readers)
    values = reviews.note(note) if note else None
    latest = reviews.latest_of(note, user.name) if note and values else None
    data: dict[str, Any] = {}
    if values is not None:
        data = {
            "note": note,
            "text": values["text"],
            "entities": bare(latest.document.entities) if latest else values.get("entities") or [],
            "version": latest.version if latest else 0,
            "token": session.change_token,
            "keep": "/review/kept",
            "next": f"/review?order={order}",
        }
    title = values["id"] if values else ""
    return {
        "done": done,
        "all": all_notes,
        "order": order,
        "orders": ORDERS,
        "note": title,
        "data": data,
        "labels": LABELS,
    }


def bare(spans: Iterable[Span]) -> list[dict[str, Any]]:
    """Return spans as the page takes them, without how they were found."""
    return [{"start": span.start, "end": span.end, "label": span.label} for span in spans]
