"""The page where notes are sent that people will review, with what is marked in them already."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any
from urllib.parse import unquote

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from palimpseste.document import Document, Prediction
from palimpseste.errors import DocumentError, UsageError
from palimpseste.service.accounts.users import Role, User
from palimpseste.service.answers import JSON_HEADERS
from palimpseste.service.reviewing.uploads import UPLOAD_SUFFIXES, notes_of
from palimpseste.service.routes.asking import service_of, write_down
from palimpseste.service.routes.people import Reader, changer_of, page_of, page_reader_of, words_of
from palimpseste.service.running import Service
from palimpseste.sources.jsonl import entities_of, json_line

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
_NOTES_AT_ONCE = 100
_BY_SITE, _BY_FILE, _BY_NOTHING, _BY_ONE = "site", "file", "nothing", "one "
_SAID = ("sent", "already_there", "other_texts", "refused_notes", "too_large", "not_sent")


@router.get("/notes")
async def notes(
    request: Request, reader: Annotated[Reader, Depends(page_reader_of("notes", Role.ADMINISTER))]
) -> Response:
    """Give the page where files are chosen, and how many notes there are."""
    service = service_of(request)
    words = words_of(request)
    ways = [
        (_BY_SITE, f"{words['by_site']} {', '.join(service.detectors)}"),
        *((_BY_ONE + name, f"{words['by_one']} {name}") for name in service.detectors if len(service.detectors) > 1),
        (_BY_FILE, words["by_file"]),
        (_BY_NOTHING, words["by_nothing"]),
    ]
    values: dict[str, Any] = {
        "all": await asyncio.to_thread(service.reviews.count),
        "most_bytes": service.settings.most_bytes,
        "most_documents": service.settings.most_documents,
        "suffixes": ",".join(UPLOAD_SUFFIXES),
        "ways": ways,
        "data": {
            "token": reader.session.change_token,
            "bytes": service.settings.most_bytes,
            "words": {name: words[name] for name in _SAID},
        },
    }
    return page_of(request, "notes.html.j2", reader, values)


@router.post("/notes/file")
async def take(request: Request, user: Annotated[User, Depends(changer_of("notes/add", Role.ADMINISTER))]) -> Response:
    """Take the notes of a file; those that are new are in the database when this answers."""
    service = service_of(request)
    way = request.headers.get("x-marked-by", _BY_SITE)
    documents = notes_of(
        unquote(request.headers.get("x-file-name", "")), await request.body(), service.settings.most_documents
    )
    if await asyncio.to_thread(service.reviews.count) + len(documents) > service.settings.most_notes:
        raise UsageError(f"at most {service.settings.most_notes:,} notes may be here to be reviewed")
    new, others, reasons = 0, 0, []
    for at in range(0, len(documents), _NOTES_AT_ONCE):
        marked = await _marked(service, documents[at : at + _NOTES_AT_ONCE], user, way)
        told = [_mapping_of(each) for each in marked if isinstance(each, Prediction)]
        reasons += [each.reason for each in marked if isinstance(each, DocumentError)]
        others += await asyncio.to_thread(service.reviews.other_texts, told)
        new += await asyncio.to_thread(service.reviews.add, told)
    await write_down(
        request,
        "notes/add",
        user,
        documents=new,
        refused=len(reasons),
        characters=sum(len(document.text) for document in documents),
    )
    values = {
        "notes": len(documents),
        "new": new,
        "other_texts": others,
        "refused": len(reasons),
        "reason": reasons[0] if reasons else "",
    }
    return Response(json_line(values), 200, JSON_HEADERS)


async def _marked(
    service: Service, documents: Sequence[Document], user: User, way: str
) -> list[Prediction | DocumentError]:
    if way == _BY_FILE:
        return [Prediction(document, document.entities) for document in documents]
    if way == _BY_NOTHING:
        return [Prediction(document, ()) for document in documents]
    detector = way.removeprefix(_BY_ONE) if way.startswith(_BY_ONE) else ""
    if way != _BY_SITE and detector not in service.detectors:
        raise UsageError("what is marked already is told in one of the ways that the page offers")
    return await service.predictions(documents, user.name, detector)


def _mapping_of(prediction: Prediction) -> dict[str, object]:
    return {**prediction.document.to_mapping(), "entities": entities_of(prediction)}
