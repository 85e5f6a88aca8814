"""The page where a note is read and what was found in it corrected, and what the page asks for."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import HTMLResponse, RedirectResponse, Response

from palimpseste.document import Document
from palimpseste.errors import DocumentError, UsageError
from palimpseste.labels import LABELS
from palimpseste.pages import page
from palimpseste.service.answers import JSON_HEADERS, RefusedRequestError
from palimpseste.service.routes.asking import service_of
from palimpseste.service.routes.login import session_of
from palimpseste.service.schemas import Entity
from palimpseste.service.sessions import Session
from palimpseste.service.users import Role, User
from palimpseste.service.words import words_for
from palimpseste.sources.jsonl import json_line

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


class Decided(BaseModel):
    """What somebody decided of a note, which is named as in the database."""

    model_config = ConfigDict(extra="forbid", strict=True)

    note: str
    entities: list[Entity]


class Kept(Decided):
    """What somebody decided of a note, to be kept."""

    version: Annotated[int, Field(ge=0)]
    seconds: Annotated[int, Field(ge=0, le=10**7)]


def _changer(request: Request) -> User:
    """Return who is logged in and may annotate; what is sent bears the session's secret."""
    request.scope["palimpseste.what"] = "review"
    found = session_of(request)
    if found is None:
        raise RefusedRequestError(401, "the session has ended: log in again")
    user, session = found
    if not session.allows(request.headers.get("x-change-token", "")):
        raise RefusedRequestError(403, "this was not sent by a page of this session")
    if Role.ANNOTATE not in user.roles:
        raise RefusedRequestError(403, "this needs the role 'annotate'")
    return user


@router.get("/review")
async def review(request: Request) -> Response:
    """Give the page of the next note, or of one that is named."""
    request.scope["palimpseste.what"] = "review"
    found = session_of(request)
    if found is None:
        return RedirectResponse("/login", 303)
    user, session = found
    if Role.ANNOTATE not in user.roles:
        raise RefusedRequestError(403, "this needs the role 'annotate'")
    content = await asyncio.to_thread(_page_of, request, user, session)
    await service_of(request).note("read", who=user.name, status=200)
    return HTMLResponse(content)


@router.post("/review/released")
async def released(decided: Decided, request: Request, user: Annotated[User, Depends(_changer)]) -> Response:
    """Give a note as it would be released over the spans that are sent."""
    service = service_of(request)
    values = await asyncio.to_thread(service.reviews.note, decided.note)
    answer = await service.released(_document_of(values, decided), user.name)
    if isinstance(answer, DocumentError):
        raise RefusedRequestError(422, answer.reason)
    return Response(json_line({"text": answer.text}), 200, JSON_HEADERS)


@router.post("/review/kept")
async def keep(kept: Kept, request: Request, user: Annotated[User, Depends(_changer)]) -> Response:
    """Keep what was decided of a note; it is in the database when this answers."""
    service = service_of(request)
    document = _document_of(await asyncio.to_thread(service.reviews.note, kept.note), kept)
    version = await asyncio.to_thread(
        service.reviews.keep, kept.note, user.name, document.entities, kept.version, kept.seconds
    )
    await service.note("review", who=user.name, status=200, documents=1, characters=len(document.text))
    return Response(json_line({"version": version}), 200, JSON_HEADERS)


def _document_of(values: dict[str, Any] | None, decided: Decided) -> Document:
    if values is None:
        raise RefusedRequestError(404, "there is no such note")
    document = Document.from_mapping({**values, "entities": [each.model_dump() for each in decided.entities]})
    if any(one.end > other.start for one, other in zip(document.entities, document.entities[1:], strict=False)):
        raise UsageError("two spans overlap")
    return document


def _page_of(request: Request, user: User, session: Session) -> str:
    reviews = service_of(request).reviews
    by_doubt = request.query_params.get("order") != "arrival"
    done, all_notes = reviews.progress_of(user.name)
    note = request.query_params.get("note") or reviews.next_of(user.name, is_by_doubt=by_doubt)
    values = reviews.note(note) if note else None
    latest = reviews.latest_of(note, user.name) if note and values else None
    data: dict[str, Any] = {}
    if values is not None:
        entities = values.get("entities") or []
        if latest is not None:
            entities = [{"start": s.start, "end": s.end, "label": s.label} for s in latest.document.entities]
        data = {
            "note": note,
            "text": values["text"],
            "entities": entities,
            "version": latest.version if latest else 0,
            "token": session.change_token,
            "next": "/review" if by_doubt else "/review?order=arrival",
        }
    return page(
        "service/review.html.j2",
        words=words_for(request.headers.get("accept-language", "")),
        user=user.name,
        change_token=session.change_token,
        done=done,
        all=all_notes,
        by_doubt=by_doubt,
        note=values["id"] if values else "",
        data=data,
        labels=LABELS,
    )
