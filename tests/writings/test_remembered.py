"""Values of a document are remembered while it is written anew, and by nothing once it is done."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from functools import lru_cache

import pytest

from palimpseste.document import Document, Patient, Span
from palimpseste.remembered import forget
from palimpseste.surrogates import MasterKey, Policy, Replacer
from palimpseste.writings.names import parse_name

_TEXT = (
    "Mme Kervadoréac, née le 17.09.1913 à Trémouzinvac, vue le 23 novembre 2037 à la clinique de Trémouzinvac.\n"
    "Adressée par le Dr Kervadoréac, EHPAD Sainte-Kervadore."
)
_VALUES = {
    "Kervadoréac": "LASTNAME",
    "17.09.1913": "BIRTHDATE",
    "Trémouzinvac": "CITY",
    "23 novembre 2037": "DATE",
    "clinique de Trémouzinvac": "HOSPITAL",
    "EHPAD Sainte-Kervadore": "HOSPITAL",
}
_PARTS = ("kervador", "mouzinvac", "23 novembre 2037", "17.09.1913")


def _spans() -> list[Span]:
    places = [(_TEXT.index(value), value) for value in _VALUES]
    places.append((_TEXT.rindex("Kervadoréac"), "Kervadoréac"))
    found: list[Span] = []
    for start, value in sorted(places, key=lambda place: (place[0], -len(place[1]))):
        if not found or start >= found[-1].end:
            found.append(Span(start, start + len(value), _VALUES[value]))  # type: ignore[arg-type] # a label each
    return found


def _strings_in(held: object, seen: set[int], depth: int = 5) -> Iterator[str]:
    if isinstance(held, str):
        yield held.lower()
    elif depth and id(held) not in seen and not isinstance(held, type(gc)):
        seen.add(id(held))
        for each in gc.get_referents(held):
            yield from _strings_in(each, seen, depth - 1)


def _remembering(parts: Sequence[str]) -> list[tuple[str, str]]:
    """Return the parts of words that remembered answers or questions hold, each with the name of the function."""
    kind = type(lru_cache(forget))
    return [
        (function.__name__, part)
        for function in gc.get_objects()
        if type(function) is kind  # an object of another library may warn when its class is asked for
        and function.__module__.startswith(("palimpseste.writings", "palimpseste.surrogates"))
        for part in sorted(_parts_in(function, parts))
    ]


def _parts_in(function: object, parts: Sequence[str]) -> set[str]:
    seen: set[int] = set()
    return {
        part
        for referent in gc.get_referents(function)
        if isinstance(referent, dict) and referent is not vars(function)
        for text in _strings_in(referent, seen)
        for part in parts
        if part in text
    }


@pytest.mark.parametrize("policy", ["plausible", "dp"])
def test_no_value_is_remembered_once_its_document_is_written(policy: str) -> None:
    patient = Patient(lastname="Kervadoréac", city="Trémouzinvac", birthdate="17.09.1913")
    replacer = Replacer(MasterKey(bytes(32)).cohort("study"), Policy.named(policy))
    written = replacer(Document("1", _TEXT, patient=patient), _spans()).text
    assert not any(part in written.lower() for part in _PARTS)
    assert _remembering(_PARTS) == []


def test_what_is_remembered_is_found_by_this_test() -> None:
    parse_name("Kervadoréac", "family")
    assert _remembering(_PARTS) == [("parse_name", "kervador")]
    forget()
    assert _remembering(_PARTS) == []
