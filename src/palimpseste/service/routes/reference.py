"""A page on what may be asked, from the package; no other host is asked."""

from __future__ import annotations

import json
from importlib.resources import files

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from palimpseste.rendering.pages import page
from palimpseste.service.answers import RefusedRequestError

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
_KINDS = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}


@router.get("/docs")
async def reference(request: Request) -> Response:
    """Give the page."""
    description = request.app.openapi()
    operations = [
        (method.upper(), path, operation, _schema_of(operation))
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    ]
    schemas = {name: json.dumps(schema, indent=2) for name, schema in description["components"]["schemas"].items()}
    return HTMLResponse(page("service/reference.html.j2", operations=operations, schemas=schemas))


def _schema_of(operation: dict[str, object]) -> str:
    """Return the name of what is sent, or the empty string."""
    body = json.dumps(operation.get("requestBody", {}))
    _, _, rest = body.partition("#/components/schemas/")
    return rest.partition('"')[0]


@router.get("/assets/{name}")
async def asset(name: str) -> Response:
    """Give a file of the package."""
    file = files("palimpseste") / "service" / "assets" / name
    kind = next((kind for ending, kind in _KINDS.items() if name.endswith(ending)), None)
    if kind is None or "/" in name or "\\" in name or name.startswith(".") or not file.is_file():
        raise RefusedRequestError(404, "there is no such file")
    return Response(file.read_bytes(), media_type=kind, headers={"cache-control": "max-age=3600"})
