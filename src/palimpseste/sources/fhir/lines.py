"""Lines of an export: one resource each, or a bundle of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from palimpseste.sources.fhir.pseudonyms import target_of_reference

__all__ = ["bundled"]


def bundled(resource: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Yield the resources of a bundle with the identifier by which others refer to them; any other one as it is."""
    if resource.get("resourceType") != "Bundle":
        yield resource, _text(resource.get("id"))
        return
    entries = resource.get("entry")
    for entry in entries if isinstance(entries, list) else []:
        inner = entry.get("resource") if isinstance(entry, Mapping) else None
        if isinstance(inner, Mapping):
            target = target_of_reference(entry.get("fullUrl"))
            yield inner, target[1] if target else _text(inner.get("id"))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
