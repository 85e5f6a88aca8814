"""The page of the guidelines that a site's annotators go by."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from palimpseste.service.accounts.users import Role
from palimpseste.service.answers import RefusedRequestError
from palimpseste.service.routes.asking import service_of
from palimpseste.service.routes.people import Reader, page_of, page_reader_of

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/guidelines")
async def guidelines(
    request: Request,
    reader: Annotated[Reader, Depends(page_reader_of("guidelines", Role.ANNOTATE, Role.ADJUDICATE, Role.ADMINISTER))],
) -> Response:
    """Give the guidelines as they are written, read anew each time."""
    path = service_of(request).settings.guidelines
    if path is None:
        raise RefusedRequestError(404, "the site's file names no guidelines under [service]")
    return page_of(request, "guidelines.html.j2", reader, {"text": await asyncio.to_thread(_text_of, path)})


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError):
        raise RefusedRequestError(503, "the guidelines that the site's file names cannot be read") from None
