"""``/v1/jobs``: files left to be de-identified, how far they are, results."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import FileResponse, Response

from palimpseste.debugging import kind_of
from palimpseste.files import new_private_file
from palimpseste.service.accounts.users import Role, User
from palimpseste.service.answers import JSON_HEADERS, RefusedRequestError
from palimpseste.service.background.jobs import JOB_FORMATS, Job, JobState, TooManyJobsError
from palimpseste.service.routes.asking import asked_by, service_of, write_down
from palimpseste.sources.jsonl import json_line

__all__ = ["router"]

router = APIRouter(prefix="/v1/jobs", tags=["jobs"])

_Asker = Annotated[User, Depends(asked_by(Role.PROCESS, "jobs"))]
_Sender = Annotated[User, Depends(asked_by(Role.PROCESS, "jobs", takes=("format", "text_column", "id_column")))]
_Column = Annotated[str, Query(max_length=200)]
_SENT = {"requestBody": {"required": True, "content": {"application/octet-stream": {}}}}
_ABSENT: dict[int | str, dict[str, Any]] = {404: {"description": "There is no such job of this user."}}


@router.post("", summary="Leave a file to be de-identified", status_code=201, openapi_extra=_SENT)
async def begin(
    request: Request,
    user: _Sender,
    format: Annotated[str, Query(description=f"Of the file: {', '.join(JOB_FORMATS)}.", max_length=20)] = "jsonl",
    text_column: _Column = "text",
    id_column: _Column = "id",
) -> Response:
    """Take the file, which is the body, and give the job's name; it is on the disk when this answers."""
    service = service_of(request)
    try:
        job, path = service.jobs.new(user.name, format, text_column, id_column)
    except TooManyJobsError as error:
        raise RefusedRequestError(429, str(error)) from None
    try:
        size = await _write(request, path)
        # Written down before it is begun: whoever is told that nothing was taken sends the file again.
        await write_down(request, "jobs", user, status=201, characters=size)
        await asyncio.to_thread(service.jobs.begin, job)
    except BaseException:
        service.jobs.forget(job)
        raise
    return Response(json_line(_told(job)), 201, JSON_HEADERS | {"location": f"/v1/jobs/{job.id}"})


@router.get("", summary="List one's jobs")
async def list_jobs(request: Request, user: _Asker) -> Response:
    """Give the jobs of who asks, the newest first."""
    return Response(
        json_line({"jobs": [_told(job) for job in service_of(request).jobs.all_of(user.name)]}), 200, JSON_HEADERS
    )


@router.get("/{id}", summary="Tell how far a job is", responses=_ABSENT)
async def tell(id: str, request: Request, user: _Asker) -> Response:
    """Give its state, and how many documents are done, refused, and there are."""
    return Response(json_line(_told(_job_of(request, id, user))), 200, JSON_HEADERS)


@router.get("/{id}/result", summary="Fetch a result", responses=_ABSENT)
async def result(id: str, request: Request, user: _Asker) -> Response:
    """Give the file, in the format of the one that was sent; 409 while the job is not done."""
    job = _job_of(request, id, user)
    path = service_of(request).jobs.result_of(job)
    if job.state is not JobState.DONE:
        raise RefusedRequestError(409, f"the job is {job.state.value}, there is no result")
    if not path.exists():
        raise RefusedRequestError(404, "the file could not be read, there is no result: /quarantine says why")
    await write_down(request, "jobs/result", user, documents=job.processed)
    return FileResponse(path, media_type="application/octet-stream")


@router.get("/{id}/quarantine", summary="Fetch the names of documents that were refused", responses=_ABSENT)
async def quarantine(id: str, request: Request, user: _Asker) -> Response:
    """Give a line of JSON for each document that is not in the result: its identifier, and why."""
    job = _job_of(request, id, user)
    path = service_of(request).jobs.quarantine_of(job)
    await write_down(request, "jobs/quarantine", user, refused=job.refused)
    if not path.exists():
        return Response(b"", 200, JSON_HEADERS)
    return FileResponse(path, media_type="application/x-ndjson")


@router.delete("/{id}", summary="Remove a job", status_code=204, responses=_ABSENT)
async def remove(id: str, request: Request, user: _Asker) -> Response:
    """Stop it if it runs, and remove its file and its result."""
    await asyncio.to_thread(service_of(request).jobs.forget, _job_of(request, id, user))
    await write_down(request, "jobs/remove", user, status=204)
    return Response(status_code=204)


async def _write(request: Request, path: Path) -> int:
    size = 0
    try:
        with new_private_file(path) as file:
            async for chunk in request.stream():
                size += len(chunk)
                await asyncio.to_thread(file.write, chunk)
    except OSError as error:
        raise RefusedRequestError(507, f"the file cannot be kept: {error.strerror or kind_of(error)}") from None
    if not size:
        raise RefusedRequestError(422, "the file is empty")
    return size


def _job_of(request: Request, id: str, user: User) -> Job:
    job = service_of(request).jobs.named(id, user.name)
    if job is None:
        raise RefusedRequestError(404, "there is no such job")
    return job


def _told(job: Job) -> dict[str, Any]:
    return {
        "id": job.id,
        "format": job.format,
        "state": job.state.value,
        "made": job.made.isoformat(timespec="seconds"),
        "ended": job.ended.isoformat(timespec="seconds") if job.ended else None,
        "processed": job.processed,
        "refused": job.refused,
        "documents": job.documents or None,
        "unread_births": job.unread_births,
        "reason": job.reason or None,
    }
