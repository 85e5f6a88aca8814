"""The page of the words that were missed, and the list that a site takes of it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from palimpseste.service.accounts.users import Role
from palimpseste.service.reviewing.missed import MissedList, missed_of, site_words
from palimpseste.service.routes.asking import service_of, write_down
from palimpseste.service.routes.people import Reader, file_reader_of, page_of, page_reader_of

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
_FILE = "site-words.toml"


@router.get("/missed")
async def missed(
    request: Request, reader: Annotated[Reader, Depends(page_reader_of("missed", Role.ADJUDICATE))]
) -> Response:
    """Give the words that people marked and nothing had found."""
    values: dict[str, Any] = {"missed": await _missed_of(request), "least": _least(request), "file": _FILE}
    await write_down(request, "missed", reader.user)
    return page_of(request, "missed.html.j2", reader, values)


@router.get(f"/missed/{_FILE}")
async def file(
    request: Request, reader: Annotated[Reader, Depends(file_reader_of("missed", Role.ADJUDICATE))]
) -> Response:
    """Give them as the table of a site's file."""
    content = site_words((await _missed_of(request)).words)
    await write_down(request, "missed/file", reader.user)
    headers = {"content-disposition": f'attachment; filename="{_FILE}"'}
    return Response(content.encode("utf-8"), media_type="application/toml", headers=headers)


async def _missed_of(request: Request) -> MissedList:
    reviews, least = service_of(request).reviews, _least(request)
    return await asyncio.to_thread(lambda: missed_of(reviews.decided(), least))


def _least(request: Request) -> int:
    asked = request.query_params.get("least", "1")
    return max(1, int(asked)) if asked.isascii() and asked.isdecimal() and len(asked) < 9 else 1
