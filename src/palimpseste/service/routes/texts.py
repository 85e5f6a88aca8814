"""``/v1``: notes in, notes de-identified, spans or scores out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar

from fastapi import APIRouter, Depends, Request
from fastapi.routing import APIRoute
from starlette.responses import Response

from palimpseste.document import Document, Prediction
from palimpseste.errors import DocumentError, UsageError
from palimpseste.labels import VIEWS
from palimpseste.result import Result
from palimpseste.service.accounts.users import Role, User
from palimpseste.service.answers import JSON_HEADERS, RefusedRequestError
from palimpseste.service.routes.asking import asked_by, service_of, write_down
from palimpseste.service.running import Service
from palimpseste.service.schemas import AnnotatedNotes, Note, Notes, documents_of
from palimpseste.sources.jsonl import ONE_A_LINE, entities_of, json_line, mapping_of_result, object_of_line

__all__ = ["router"]


_WAY_OUT = "send one JSON object in UTF-8, not compressed; several documents go to an address that ends with /batch"


class _JsonRequest(Request):
    """A request whose body is read as a line of a file is: a field that is there twice would be lost without a word."""

    async def json(self) -> Any:
        body = await self.body()
        try:
            return object_of_line(body.removeprefix(b"\xef\xbb\xbf"))
        except UsageError as error:
            told = str(error).removesuffix(f"; {ONE_A_LINE}")
            raise RefusedRequestError(422, f"body: {told}; {_WAY_OUT}") from None


class _JsonRoute(APIRoute):
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def handled(request: Request) -> Response:
            return await handler(_JsonRequest(request.scope, request.receive))

        return handled


router = APIRouter(prefix="/v1", tags=["notes"], route_class=_JsonRoute)
A = TypeVar("A", Result, Prediction)

_ONE: dict[int | str, dict[str, Any]] = {
    200: {"description": "The document; offsets are code points of the text that is told, or of the text sent."},
    422: {"description": "The document cannot be read or processed: what is wrong, without a word of it."},
}
_SEVERAL: dict[int | str, dict[str, Any]] = {
    200: {"description": "Each document, in order: what became of it, or `error`."}
}


@dataclass(frozen=True, slots=True)
class _Way(Generic[A]):
    """What is done with notes, and how one that it was done with is told."""

    name: str
    answers_of: Callable[[Service, Sequence[Document], str], Awaitable[Sequence[A | DocumentError]]]
    mapping_of: Callable[[A], dict[str, object]]

    async def one(self, request: Request, user: User, note: Note) -> Response:
        """Answer a request about a note."""
        document = note.document()
        (answer,) = await self.answers_of(service_of(request), [document], user.name)
        await _note(request, user, self.name, [document], int(isinstance(answer, DocumentError)))
        if isinstance(answer, DocumentError):
            raise RefusedRequestError(422, str(answer))
        return Response(json_line(self.mapping_of(answer)), 200, JSON_HEADERS)

    async def several(self, request: Request, user: User, notes: Notes) -> Response:
        """Answer a request about several notes: each in order, what became of it or why nothing did."""
        documents = documents_of(notes, service_of(request).settings.most_documents)
        answers = await self.answers_of(service_of(request), documents, user.name)
        refused = sum(isinstance(answer, DocumentError) for answer in answers)
        await _note(request, user, f"{self.name}/batch", documents, refused)
        told = [self._told(document, answer) for document, answer in zip(documents, answers, strict=True)]
        values = {"documents": told, "processed": len(told) - refused, "refused": refused}
        return Response(json_line(values), 200, JSON_HEADERS)

    def _told(self, document: Document, answer: A | DocumentError) -> dict[str, object]:
        if isinstance(answer, DocumentError):
            return {"id": document.id, "error": answer.reason}
        return self.mapping_of(answer)


def _mapping_of_prediction(prediction: Prediction) -> dict[str, object]:
    return {"id": prediction.document.id, "entities": entities_of(prediction)}


_DEIDENTIFY = _Way("deidentify", Service.results, mapping_of_result)
_DETECT = _Way("detect", Service.predictions, _mapping_of_prediction)


@router.post("/deidentify", summary="De-identify a note", responses=_ONE)
async def deidentify(
    note: Note, request: Request, user: Annotated[User, Depends(asked_by(Role.PROCESS, "deidentify"))]
) -> Response:
    """Give the text with surrogates over what identifies people, and where they stand."""
    return await _DEIDENTIFY.one(request, user, note)


@router.post("/deidentify/batch", summary="De-identify several notes", responses=_SEVERAL)
async def deidentify_batch(
    notes: Notes, request: Request, user: Annotated[User, Depends(asked_by(Role.PROCESS, "deidentify/batch"))]
) -> Response:
    """Give each text with surrogates, in order; a note that fails has `error`, and stops no other."""
    return await _DEIDENTIFY.several(request, user, notes)


@router.post("/detect", summary="Find what identifies people in a note", responses=_ONE)
async def detect(
    note: Note, request: Request, user: Annotated[User, Depends(asked_by(Role.PROCESS, "detect"))]
) -> Response:
    """Give offsets, labels, how surely each is right and what found it; the text is not sent back."""
    return await _DETECT.one(request, user, note)


@router.post("/detect/batch", summary="Find what identifies people in several notes", responses=_SEVERAL)
async def detect_batch(
    notes: Notes, request: Request, user: Annotated[User, Depends(asked_by(Role.PROCESS, "detect/batch"))]
) -> Response:
    """Give the spans of each note, in order; a note that fails has `error`, and stops no other."""
    return await _DETECT.several(request, user, notes)


@router.post("/evaluate", summary="Measure detection against annotations")
async def evaluate(
    notes: AnnotatedNotes, request: Request, user: Annotated[User, Depends(asked_by(Role.PROCESS, "evaluate"))]
) -> Response:
    """Give every measure of what was found against what annotators marked; nothing of a note is in it."""
    from palimpseste.evaluation.evaluate import evaluate as evaluated

    if notes.view not in VIEWS:
        raise UsageError(f"body.view: it is none of {', '.join(VIEWS)}")
    service = service_of(request)
    gold = documents_of(notes, service.settings.most_documents)
    found = [each.found() for each in notes.documents]
    unread = [document for document, other in zip(gold, found, strict=True) if other is None]
    predictions = iter(await service.predictions(unread, user.name))
    predicted = [other or _annotated(next(predictions)) for other in found]
    evaluation = await asyncio.to_thread(evaluated, gold, predicted, view=notes.view, bootstrap=notes.bootstrap)
    await _note(request, user, "evaluate", gold, 0)
    return Response(evaluation.to_json(), 200, JSON_HEADERS)


def _annotated(answer: Prediction | DocumentError) -> Document:
    if isinstance(answer, DocumentError):
        raise RefusedRequestError(422, str(answer))
    document = answer.document
    return Document(document.id, document.text, document.type, entities=answer.spans)


async def _note(request: Request, user: User, what: str, documents: Sequence[Document], refused: int) -> None:
    await write_down(
        request,
        what,
        user,
        documents=len(documents) - refused,
        refused=refused,
        characters=sum(len(document.text) for document in documents),
        policy=service_of(request).policy if what.startswith("deidentify") else None,
    )
