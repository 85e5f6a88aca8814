"""The page of the guidelines that a site's annotators go by."""

from __future__ import annotations

import asyncio
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from palimpseste.service.answers import RefusedRequestError
from palimpseste.service.routes.asking import service_of
from palimpseste.service.routes.review import page_of, reader_of
from palimpseste.service.users import Role

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/guidelines")
async def guidelines(request: Request) -> Response:
    """Give the guidelines as they are written, read anew each time."""
    request.scope["palimpseste.what"] = "guidelines"
    found = reader_of(request, Role.ANNOTATE, Role.ADJUDICATE, Role.ADMINISTER)
    if found is None:
        return RedirectResponse("/login", 303)
    path = service_of(request).settings.guidelines
    if path is None:
        raise RefusedRequestError(404, "the site's file names no guidelines under [service]")
    return page_of(request, "guidelines.html.j2", *found, {"text": await asyncio.to_thread(_text_of, path)})


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError):
        raise RefusedRequestError(503, "the guidelines that the site's file names cannot be read") from None
