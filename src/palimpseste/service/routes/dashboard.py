"""The page that shows what goes on at the site, in counts."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from palimpseste.service.accounts.users import Role
from palimpseste.service.answers import RefusedRequestError
from palimpseste.service.monitoring.overview import Overview, overview_of
from palimpseste.service.routes.asking import service_of
from palimpseste.service.routes.people import Reader, file_reader_of, page_of, page_reader_of
from palimpseste.watch.figure import figure_of

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/dashboard")
async def dashboard(
    request: Request,
    reader: Annotated[Reader, Depends(page_reader_of("dashboard", Role.ADMINISTER, Role.ADJUDICATE))],
) -> Response:
    """Give counts of jobs, of documents in quarantine, of runs, cohorts and reports; nothing of a note."""
    overview = await asyncio.to_thread(_overview_of, request)
    comparison = overview.watch.comparison if overview.watch else None
    values = {"overview": overview, "comparison": comparison, "has_figure": bool(comparison and comparison.rates)}
    return page_of(request, "dashboard.html.j2", reader, values)


@router.get(
    "/dashboard/watch.svg", dependencies=[Depends(file_reader_of("dashboard", Role.ADMINISTER, Role.ADJUDICATE))]
)
async def watch_figure(request: Request) -> Response:
    """Give the figure of the watch, run by run."""
    overview = await asyncio.to_thread(_overview_of, request)
    if overview.watch is None or overview.watch.comparison is None or not overview.watch.comparison.rates:
        raise RefusedRequestError(404, "there is nothing to compare yet")
    return Response(figure_of(overview.watch.comparison), media_type="image/svg+xml")


def _overview_of(request: Request) -> Overview:
    service = service_of(request)
    return overview_of(service.jobs.all(), service.site)
