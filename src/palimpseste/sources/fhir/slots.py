"""Places of a resource that are filled once its texts are de-identified."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha1
from typing import Any

from palimpseste.result import ReleasedText
from palimpseste.sources.encodings import Encoding
from palimpseste.sources.fhir.markup import check_xml

__all__ = ["AttachmentSlot", "DaySlot", "MarkupSlot", "TextSlot", "filled"]

_DAY = re.compile(r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?")
_MASKED = {
    "extension": [
        {"url": "http://hl7.org/fhir/StructureDefinition/data-absent-reason", "valueCode": "masked"},
    ]
}
_ABSENT: Any = object()


@dataclass(frozen=True, slots=True)
class TextSlot:
    """A string of a resource, to be filled.

    Parameters
    ----------
    value : int
        Which of the resource's values fills it.
    prefix : str
        What stands before the value.
    """

    value: int
    prefix: str = ""

    def filled(self, values: Sequence[ReleasedText]) -> object:
        """Return the string; nothing where it is empty, which FHIR does not allow."""
        return self.prefix + values[self.value] if values[self.value].strip() else _ABSENT


@dataclass(frozen=True, slots=True)
class MarkupSlot:
    """A narrative."""

    value: int

    def filled(self, values: Sequence[ReleasedText]) -> object:
        """Return the narrative; it is read again, so that nothing broken is written."""
        check_xml(values[self.value], frozenset(("div",)))
        return values[self.value]


@dataclass(frozen=True, slots=True)
class DaySlot:
    """A date of a resource, to be filled.

    Parameters
    ----------
    value : int
        Which of the resource's values fills it.
    time : str
        The time that FHIR requires behind a whole day; empty where the element takes a date alone.
    """

    value: int
    time: str = ""

    def filled(self, values: Sequence[ReleasedText]) -> object:
        """Return the date; nothing where the policy made something else of it."""
        day = values[self.value]
        return day + self.time if _DAY.fullmatch(day) and (not self.time or len(day) == 10) else _ABSENT


@dataclass(frozen=True, slots=True)
class AttachmentSlot:
    """The content of an attachment, to be filled.

    Parameters
    ----------
    value : int
        Which of the resource's values fills it.
    fields : mapping of str to object
        The other fields of the attachment.
    encoding : Encoding
        How the content is written, before Base64.
    roots : frozenset of str
        Names that the root of the content must have one of, if it is XML; empty if it is not.
    has_size, has_hash : bool
        Whether the attachment came with its size, with its SHA-1.
    """

    value: int
    fields: Mapping[str, Any]
    encoding: Encoding
    roots: frozenset[str]
    has_size: bool
    has_hash: bool

    def filled(self, values: Sequence[ReleasedText]) -> object:
        """Return the attachment."""
        text = values[self.value]
        if self.roots:
            check_xml(text, self.roots)
        content = self.encoding.bom + self.encoding.encode(text)
        attachment = {**_filled_mapping(self.fields, values), "data": base64.b64encode(content).decode("ascii")}
        if self.has_size:
            attachment["size"] = len(content)
        if self.has_hash:
            # FHIR R4 asks for SHA-1; it protects nothing here.
            attachment["hash"] = base64.b64encode(sha1(content, usedforsecurity=False).digest()).decode("ascii")
        return attachment


def filled(tree: object, values: Sequence[ReleasedText]) -> Any:
    """Return a resource with its slots filled; what is left empty goes, and a date says that it was masked.

    Raises
    ------
    UsageError
        If a narrative is no longer well-formed.
    """
    if isinstance(tree, (TextSlot, MarkupSlot, DaySlot, AttachmentSlot)):
        return tree.filled(values)
    if isinstance(tree, Mapping):
        return _filled_mapping(tree, values) or _ABSENT
    if isinstance(tree, list):
        return [item for part in tree if (item := filled(part, values)) is not _ABSENT] or _ABSENT
    return tree


def _filled_mapping(tree: Mapping[str, Any], values: Sequence[ReleasedText]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for name, part in tree.items():
        item = filled(part, values)
        if item is not _ABSENT:
            result[name] = item
        elif isinstance(part, DaySlot):
            result[f"_{name}"] = _MASKED
    return result
