"""What is settled, and its history, as files that a browser takes: those of ``review export --settled``."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from palimpseste.service.accounts.users import Role
from palimpseste.service.reviewing.reviews import Review
from palimpseste.service.routes.asking import service_of, write_down
from palimpseste.service.routes.people import Reader, file_reader_of
from palimpseste.sources.jsonl import json_line

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
_Reader = Annotated[Reader, Depends(file_reader_of("gold", Role.ADJUDICATE))]


@router.get("/gold/gold.jsonl")
async def gold(request: Request, reader: _Reader) -> Response:
    """Give the notes that a third person settled, or all of two or more decided alike, with what holds of them."""
    return await _file(request, reader, "gold", lambda each: each.document.to_mapping())


@router.get("/gold/history.jsonl")
async def history(request: Request, reader: _Reader) -> Response:
    """Give who decided on each of them, when, and how long it took."""
    return await _file(request, reader, "history", lambda each: each.history)


async def _file(
    request: Request, reader: Reader, name: str, line_of: Callable[[Review], dict[str, object]]
) -> Response:
    reviews = service_of(request).reviews
    lines = await asyncio.to_thread(lambda: [json_line(line_of(each)) for each in reviews.gold()])
    await write_down(request, f"gold/{name}", reader.user, documents=len(lines))
    headers = {"content-disposition": f'attachment; filename="{name}.jsonl"'}
    return Response(b"".join(lines), media_type="application/x-ndjson", headers=headers)
