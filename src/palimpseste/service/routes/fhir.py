"""``/fhir``: a resource of FHIR R4 in, or a bundle of them, the same de-identified out."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from palimpseste.errors import DocumentError
from palimpseste.service.accounts.users import Role, User
from palimpseste.service.answers import RefusedRequestError, as_asked
from palimpseste.service.routes.asking import asked_by, service_of, write_down
from palimpseste.service.workers.resources import Resources
from palimpseste.sources.jsonl import json_line

__all__ = ["router"]

router = APIRouter(prefix="/fhir", tags=["FHIR"])

_HEADERS = {"content-type": "application/fhir+json; charset=utf-8"}
_SENT = {"requestBody": {"required": True, "content": {"application/fhir+json": {"schema": {"type": "object"}}}}}


@router.post(
    "/$de-identify",
    summary="De-identify resources of FHIR R4",
    openapi_extra=_SENT,
    responses={
        200: {"description": "The resource; for a Bundle, a Bundle of type collection, or of type document."},
        422: {"description": "An OperationOutcome: nothing of what was sent can be written."},
    },
)
async def deidentify(
    request: Request, user: Annotated[User, Depends(asked_by(Role.PROCESS, "fhir/$de-identify"))]
) -> Response:
    """Give a DocumentReference, DiagnosticReport or Composition with surrogates, or those of a Bundle.

    Patients of the Bundle are the record; they are not written, nor are resources of other types. What cannot be read
    is not written either: an OperationOutcome in the Bundle says how often and why.
    """
    try:
        sent = (await request.body()).decode("utf-8")
    except UnicodeDecodeError:
        raise RefusedRequestError(422, "the request is not UTF-8") from None
    service = service_of(request)
    answer = await service.resources(sent, user.name)
    resources = Resources((), (answer.reason,), ()) if isinstance(answer, DocumentError) else answer
    await write_down(
        request,
        "fhir/$de-identify",
        user,
        status=200 if resources.done else 422,
        documents=len(resources.done),
        refused=len(resources.refused),
        characters=len(sent),
        policy=service.policy,
    )
    issues = _issues_of(resources)
    if not resources.done:
        return Response(json_line(_outcome_of(issues)), 422, _HEADERS)
    if not resources.is_bundle:
        return Response(resources.done[0], 200, _HEADERS)
    told = [json.loads(line) for line in resources.done]
    if issues:
        told.append(_outcome_of(issues))
    bundle = {"resourceType": "Bundle", "type": "collection", "entry": [{"resource": each} for each in told]}
    return Response(json_line(bundle), 200, _HEADERS)


def _issues_of(resources: Resources) -> list[tuple[str, str, str]]:
    """Return kind, severity and a sentence for what is not written as it came."""
    issues = [("processing", "error", f"not written: {as_asked(reason)}") for reason in resources.refused]
    issues += [("informational", "information", f"left out: {name}") for name in resources.left_out]
    if not resources.done and not resources.refused:
        issues.insert(0, ("not-supported", "error", "no resource of a type that is written"))
    return issues


def _outcome_of(issues: Iterable[tuple[str, str, str]]) -> dict[str, Any]:
    told = [{"severity": severity, "code": code, "diagnostics": said} for code, severity, said in issues]
    return {"resourceType": "OperationOutcome", "issue": told}
