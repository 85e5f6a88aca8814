"""The page that shows what goes on at the site, in counts."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from palimpseste.service.answers import RefusedRequestError
from palimpseste.service.overview import Overview, overview_of
from palimpseste.service.routes.asking import service_of
from palimpseste.service.routes.review import page_of, reader_of
from palimpseste.service.users import Role
from palimpseste.watch.figure import figure_of

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/dashboard")
async def dashboard(request: Request) -> Response:
    """Give counts of jobs, of documents in quarantine, of runs, cohorts and reports; nothing of a note."""
    request.scope["palimpseste.what"] = "dashboard"
    found = reader_of(request, Role.ADMINISTER, Role.ADJUDICATE)
    if found is None:
        return RedirectResponse("/login", 303)
    overview = await asyncio.to_thread(_overview_of, request)
    comparison = overview.watch.comparison if overview.watch else None
    values = {"overview": overview, "comparison": comparison, "has_figure": bool(comparison and comparison.rates)}
    return page_of(request, "dashboard.html.j2", *found, values)


@router.get("/dashboard/watch.svg")
async def watch_figure(request: Request) -> Response:
    """Give the figure of the watch, run by run."""
    request.scope["palimpseste.what"] = "dashboard"
    if reader_of(request, Role.ADMINISTER, Role.ADJUDICATE) is None:
        raise RefusedRequestError(401, "the session has ended: log in again")
    overview = await asyncio.to_thread(_overview_of, request)
    if overview.watch is None or overview.watch.comparison is None or not overview.watch.comparison.rates:
        raise RefusedRequestError(404, "there is nothing to compare yet")
    return Response(figure_of(overview.watch.comparison), media_type="image/svg+xml")


def _overview_of(request: Request) -> Overview:
    service = service_of(request)
    return overview_of(service.jobs.all(), service.site)
