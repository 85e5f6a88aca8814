"""The pages where a third person settles what two annotated differently, and where all see how far they agree."""

from __future__ import annotations

import asyncio
from itertools import combinations
from statistics import median
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from palimpseste.corpus.disputes import disputes_of
from palimpseste.labels import LABELS
from palimpseste.service.accounts.sessions import Session
from palimpseste.service.accounts.users import Role, User
from palimpseste.service.answers import JSON_HEADERS
from palimpseste.service.reviewing.reviews import Reviews
from palimpseste.service.routes.asking import service_of, write_down
from palimpseste.service.routes.people import Reader, changer_of, page_of, page_reader_of
from palimpseste.service.routes.review import Kept, bare, document_of
from palimpseste.sources.jsonl import json_line

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
_WHO = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@router.get("/adjudicate")
async def adjudicate(
    request: Request, reader: Annotated[Reader, Depends(page_reader_of("adjudicate", Role.ADJUDICATE))]
) -> Response:
    """Give the page of the next note that people differ on, or of one that is named."""
    values = await asyncio.to_thread(_values_of, request, *reader)
    await write_down(request, "read", reader.user, documents=int(bool(values["data"])))
    return page_of(request, "adjudicate.html.j2", reader, values)


@router.post("/adjudicate/kept")
async def keep(
    kept: Kept, request: Request, user: Annotated[User, Depends(changer_of("adjudicate", Role.ADJUDICATE))]
) -> Response:
    """Keep what was settled of a note; it is in the database when this answers."""
    service = service_of(request)
    document = document_of(await asyncio.to_thread(service.reviews.note, kept.note), kept)
    version = await asyncio.to_thread(
        service.reviews.settle, kept.note, user.name, document.entities, kept.version, kept.seconds
    )
    await write_down(request, "adjudicate", user, documents=1, characters=len(document.text))
    return Response(json_line({"version": version}), 200, JSON_HEADERS)


@router.get("/agreement")
async def agreement(
    request: Request,
    reader: Annotated[Reader, Depends(page_reader_of("agreement", Role.ADJUDICATE, Role.ADMINISTER))],
) -> Response:
    """Give how far each person is, how long a note takes, how far each two agree, and where gold is taken."""
    values = await asyncio.to_thread(_agreement_of, service_of(request).reviews)
    return page_of(request, "agreement.html.j2", reader, values)


def _values_of(request: Request, user: User, session: Session) -> dict[str, Any]:
    reviews = service_of(request).reviews
    left = reviews.disputed(user.name)
    note = request.query_params.get("note") or next(iter(left), None)
    sides = reviews.sides_of(note) if note else []
    if note is None or not sides or user.name in {each.user for each in sides}:
        return {"left": len(left), "note": "", "data": {}, "labels": LABELS, "disputes": []}
    verdict = reviews.verdict_of(note)
    alike, disputes = disputes_of([each.document.entities for each in sides])
    text = sides[0].document.text
    shown = [*bare(alike)]
    for dispute in disputes:
        shown += [{**each, "probability": 0.0} for each in bare(next(filter(None, dispute.choices)))]
    entities = bare(verdict.document.entities) if verdict else sorted(shown, key=lambda each: each["start"])
    data = {
        "note": note,
        "text": text,
        "entities": entities,
        "disputes": [
            {
                "start": each.start,
                "end": each.end,
                "choices": [{"who": who, "spans": bare(spans)} for who, spans in zip(_WHO, each.choices, strict=False)],
            }
            for each in disputes
        ],
        "version": verdict.version if verdict else 0,
        "token": session.change_token,
        "keep": "/adjudicate/kept",
        "next": "/adjudicate",
    }
    rows = [
        {
            "text": text[each.start : each.end],
            "choices": [[(span.label, text[span.start : span.end]) for span in spans] for spans in each.choices],
        }
        for each in disputes
    ]
    return {
        "left": len(left),
        "note": sides[0].document.id,
        "data": data,
        "labels": LABELS,
        "disputes": rows,
        "who": _WHO[: len(sides)],
    }


def _agreement_of(reviews: Reviews) -> dict[str, Any]:
    from palimpseste.evaluation.evaluate import agreement as agreement_of

    people = {user: list(reviews.all_of(user)) for user in reviews.users()}
    all_notes = reviews.count()
    progress = [
        {"user": user, "done": len(own), "all": all_notes, "seconds": median(each.seconds for each in own)}
        for user, own in people.items()
    ]
    pairs = []
    for one, other in combinations(people, 2):
        both = {each.document.id for each in people[one]} & {each.document.id for each in people[other]}
        if not both:
            continue
        sides = ([each.document for each in people[user] if each.document.id in both] for user in (one, other))
        pairs.append({"one": one, "other": other, "agreement": agreement_of(*sides, bootstrap=0)})
    gold = sum(1 for _ in reviews.gold())
    return {"progress": progress, "pairs": pairs, "left": len(reviews.disputed()), "gold": gold}
