"""What is read of a note shows none of it where it is printed."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from types import ModuleType
from typing import Any

import pytest

from palimpseste import detection, surrogates, writings
from palimpseste.document import Document, Span
from palimpseste.writings.dates.reading import read_date
from palimpseste.writings.names import parse_name
from palimpseste.writings.passages import Passages

_WORD = "KERVADORÉAC"
# What holds nothing of a note: settings of whoever runs it, words and figures of our lists, tables and models.
_OF_NO_NOTE = (
    "detection.choice.DetectorChoice",
    "detection.confidence.calibration.Calibration",
    "detection.confidence.evidence.Evidence",
    "detection.confidence.judge.Judge",
    "detection.foreign.ForeignDetector",
    "detection.generative.address.Address",
    "detection.generative.card.",
    "detection.generative.instruction.Instruction",
    "detection.generative.masks.MaskWords",
    "detection.generative.settings.GenerativeSettings",
    "detection.kinds.",
    "detection.neural.compact.origin.Origin",
    "detection.neural.compact.settings.",
    "detection.neural.crf.ChainScores",
    "detection.neural.encoder.folder.TaggerCard",
    "detection.neural.encoder.windows.WindowPlan",
    "detection.neural.tags.TagScheme",
    "detection.record.name_forms.NameForm",  # shows a label and which field of the record
    "detection.refusals.refusal.Refusal",
    "detection.rules.names.order.NameLook",  # what a word may be, not which it is
    "detection.rules.names.order.NamePart",
    "detection.rules.rule.PatternRule",
    "detection.rules.token_rule.TokenRule",
    "surrogates.dates.clock_checks.CheckedClocks",
    "surrogates.places.around._Steps",
    "surrogates.places.articles._Words",
    "surrogates.places.mechanisms.draws.",
    "surrogates.places.mechanisms.nearest.NearestTowns",
    "surrogates.places.overseas.OverseasWords",
    "surrogates.places.mechanisms.plane.PlanarTowns",
    "surrogates.places.mechanisms.published_scores.",
    "surrogates.places.mechanisms.published_tables.PaperTable",
    "surrogates.places.mechanisms.territory._Class",
    "surrogates.policy.",
    "surrogates.replacer.KeylessReplacer",
    "writings.atlas.CountryKind",
    "writings.towns.countries.LandWords",
    "writings.dates.told.said.Said",
    "writings.dates.told.table.Season",
    "writings.dates.told.table.Way",
    "writings.lands.Land",
    "writings.streets.StreetPatterns",
)


def _classes_of(room: ModuleType) -> Iterator[type]:
    """Yield the named tuples and dataclasses of the modules of a room."""
    for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
        for kind in vars(importlib.import_module(found.name)).values():
            if isinstance(kind, type) and kind.__module__ == found.name and (_is_tuple(kind) or is_dataclass(kind)):
                yield kind


def _is_tuple(kind: type) -> bool:
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


def _filled(kind: Any) -> object:
    """Return one of a class, with the same word in each of its fields."""
    if _is_tuple(kind):
        return tuple.__new__(kind, [_WORD] * len(kind._fields))
    made = object.__new__(kind)
    for each in fields(kind):
        object.__setattr__(made, each.name, _WORD)
    return made


def _name_of(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}".removeprefix("palimpseste.")


def _is_of_no_note(kind: type) -> bool:
    return any(_name_of(kind).startswith(name) if name[-1] == "." else _name_of(kind) == name for name in _OF_NO_NOTE)


@pytest.mark.parametrize("room", [writings, surrogates, detection], ids=lambda room: room.__name__)
def test_nothing_that_may_hold_words_of_a_note_shows_what_it_holds(room: ModuleType) -> None:
    kinds = [kind for kind in _classes_of(room) if not _is_of_no_note(kind)]
    made = [_filled(kind) for kind in kinds]
    assert [_name_of(type(each)) for each in made if _WORD in f"{each!r}{each}{[each]}"] == []
    assert made


def test_what_is_said_to_hold_nothing_of_a_note_is_there() -> None:
    names = [_name_of(kind) for room in (writings, surrogates, detection) for kind in _classes_of(room)]
    assert [each for each in _OF_NO_NOTE if not any(name.startswith(each) for name in names)] == []


def test_what_is_read_of_a_note_shows_none_of_it() -> None:
    name, read = parse_name("Mme KERVADORÉAC", "family"), read_date("23 novembre 2037")
    passages = Passages.at(Document("1", "Vue à Dijon."), [Span(6, 11, "CITY")])
    shown = "".join(map(repr, (name, *name.full, read, passages))).casefold()
    assert not any(part in shown for part in ("kerva", "novembre", "2037", "dijon"))
