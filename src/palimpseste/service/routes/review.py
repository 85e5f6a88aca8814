"""The page where a note is read and what was found in it corrected, and what the page asks for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import HTMLResponse, RedirectResponse, Response

from palimpseste.document import Document, Span
from palimpseste.errors import DocumentError, UsageError
from palimpseste.labels import LABELS
from palimpseste.pages import page
from palimpseste.service.answers import JSON_HEADERS, RefusedRequestError
from palimpseste.service.reviews import ORDERS
from palimpseste.service.routes.asking import service_of
from palimpseste.service.routes.login import session_of
from palimpseste.service.schemas import Entity
from palimpseste.service.sessions import Session
from palimpseste.service.users import Role, User
from palimpseste.service.words import words_for
from palimpseste.sources.jsonl import json_line

__all__ = ["Decided", "Kept", "bare", "changer_of", "document_of", "page_of", "reader_of", "router"]

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


def page_of(
    request: Request, name: str, user: User, session: Session, values: Mapping[str, Any], status: int = 200
) -> Response:
    """Return a page of somebody who is logged in.

    Parameters
    ----------
    request : Request
        That asks for it.
    name : str
        Of its template.
    user, session : User, Session
        Who asks.
    values : mapping
        What the template says.
    status : int
        Of HTTP.
    """
    words = words_for(request.headers.get("accept-language", ""))
    roles = {role.value for role in user.roles}
    content = page(
        f"service/{name}",
        words=words,
        user=user.name,
        roles=roles,
        change_token=session.change_token,
        has_guidelines=service_of(request).settings.guidelines is not None,
        **values,
    )
    return HTMLResponse(content, status)


def reader_of(request: Request, *roles: Role) -> tuple[User, Session] | None:
    """Return who is logged in and has one of the roles, and the session; None where nobody is logged in.

    Raises
    ------
    RefusedRequestError
        If who is logged in has none of them.
    """
    found = session_of(request)
    if found is not None:
        _check(found[0], roles)
    return found


def changer_of(*roles: Role) -> Callable[[Request], User]:
    """Return what gives who is logged in and has one of the roles; what is sent bears the session's secret."""

    def user_of(request: Request) -> User:
        request.scope["palimpseste.what"] = "review"
        found = session_of(request)
        if found is None:
            raise RefusedRequestError(401, "the session has ended: log in again")
        user, session = found
        if not session.allows(request.headers.get("x-change-token", "")):
            raise RefusedRequestError(403, "this was not sent by a page of this session")
        _check(user, roles)
        return user

    return user_of


def _check(user: User, roles: Sequence[Role]) -> None:
    if not set(roles) & set(user.roles):
        raise RefusedRequestError(403, f"this needs the role '{roles[0].value}'")


@router.get("/review")
async def review(request: Request) -> Response:
    """Give the page of the next note, or of one that is named."""
    request.scope["palimpseste.what"] = "review"
    found = reader_of(request, Role.ANNOTATE)
    if found is None:
        return RedirectResponse("/login", 303)
    values = await asyncio.to_thread(_values_of, request, *found)
    await service_of(request).note("read", who=found[0].name, status=200)
    return page_of(request, "review.html.j2", *found, values)


@router.post("/review/released")
async def released(
    decided: Decided, request: Request, user: Annotated[User, Depends(changer_of(Role.ANNOTATE, Role.ADJUDICATE))]
) -> Response:
    """Give a note as it would be released over the spans that are sent."""
    service = service_of(request)
    values = await asyncio.to_thread(service.reviews.note, decided.note)
    answer = await service.released(document_of(values, decided), user.name)
    if isinstance(answer, DocumentError):
        raise RefusedRequestError(422, answer.reason)
    return Response(json_line({"text": answer.text}), 200, JSON_HEADERS)


@router.post("/review/kept")
async def keep(kept: Kept, request: Request, user: Annotated[User, Depends(changer_of(Role.ANNOTATE))]) -> Response:
    """Keep what was decided of a note; it is in the database when this answers."""
    service = service_of(request)
    document = document_of(await asyncio.to_thread(service.reviews.note, kept.note), kept)
    version = await asyncio.to_thread(
        service.reviews.keep, kept.note, user.name, document.entities, kept.version, kept.seconds
    )
    await service.note("review", who=user.name, status=200, documents=1, characters=len(document.text))
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
    document = Document.from_mapping({**values, "entities": [each.model_dump() for each in decided.entities]})
    if any(one.end > other.start for one, other in zip(document.entities, document.entities[1:], strict=False)):
        raise UsageError("two spans overlap")
    return document


def _values_of(request: Request, user: User, session: Session) -> dict[str, Any]:
    service = service_of(request)
    reviews = service.reviews
    order = next((each for each in ORDERS if each == request.query_params.get("order")), ORDERS[0])
    done, all_notes = reviews.progress_of(user.name)
    note = request.query_params.get("note") or reviews.next_of(user.name, order, service.settings.readers_per_note)
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
