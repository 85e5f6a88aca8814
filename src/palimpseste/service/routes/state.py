"""Whether the service runs, and its counts."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from palimpseste import __version__
from palimpseste.service.accounts.users import Role, User
from palimpseste.service.routes.asking import asked_by, service_of

__all__ = ["router"]

router = APIRouter(tags=["state"])


@router.get("/health", summary="Whether the service runs")
async def health(request: Request) -> dict[str, str | int]:
    """Give the version, and how many days the certificate still holds; who asks is not looked at."""
    request.scope["palimpseste.what"] = "health"
    certificate = service_of(request).certificate
    days = {} if certificate is None else {"certificate_days": certificate.days()}
    return {"status": "ok", "version": __version__, **days}


@router.get("/metrics", summary="Counts, for Prometheus", response_class=Response)
async def metrics(
    request: Request, user: Annotated[User, Depends(asked_by(Role.ADMINISTER, "metrics", takes=None))]
) -> Response:
    """Give counts of requests, documents and characters; no name, no identifier, no text."""
    return Response(service_of(request).metrics.text(), media_type="text/plain; version=0.0.4")
