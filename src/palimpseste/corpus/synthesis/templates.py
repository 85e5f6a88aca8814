"""Templates of ours, read from ``data/synthesis`` and filled: text with slots to pieces with labels.

``{LASTNAME}`` is a value of its own; ``{LASTNAME.1}`` and ``{FIRSTNAME.1}`` are one person all through the document,
``{ZIP.1}`` and ``{CITY.1}`` one town, and ``p`` is the patient; ``{LASTNAME|upper}`` asks for a form; ``(?a|b)`` is a
choice. Slots in small letters (``{hour}``) identify nobody.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from palimpseste.corpus.synthesis.agreement import agreed
from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.corpus.synthesis.lists import sections_of
from palimpseste.corpus.synthesis.pieces import Piece, trimmed
from palimpseste.corpus.synthesis.values import Values
from palimpseste.labels import label_named

__all__ = ["filled", "sentences", "templates"]

_CHOICE = re.compile(r"\(\?([^()]*)\)")
_SLOT = re.compile(r"\{(?P<name>[A-Za-z_]+)(?:\.(?P<key>\w+))?(?:\|(?P<form>\w+))?\}")


@cache
def templates(name: str) -> tuple[str, ...]:
    """Return the templates of a file of several lines each: ``letterheads``, ``patients``, ``footers``, ``forms``."""
    text = (files("palimpseste") / "data" / "synthesis" / f"{name}.txt").read_text("utf-8")
    kept = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    return tuple(template.strip("\n") for template in re.split(r"^%%$", kept, flags=re.MULTILINE))


def sentences(kind: str) -> tuple[str, ...]:
    """Return the sentences of a kind: ``prose`` or ``shorthand``."""
    return sections_of("sentences.txt")[kind]


def filled(template: str, values: Values, chance: Chance, *, lower: bool = False) -> list[Piece]:
    """Return the pieces of a template, its slots filled; in small letters where `lower` is asked for.

    Parameters
    ----------
    template : str
        With slots, and choices between strokes.
    values : Values
        What fills the slots.
    chance : Chance
        What chooses.
    lower : bool
        Whether all is in small letters.
    """
    text = _CHOICE.sub(lambda match: chance.choice(match.group(1).split("|")), template)
    pieces: list[Piece] = []
    end = 0
    for slot in _SLOT.finditer(text):
        name = slot.group("name")
        value = values.of(name, slot.group("key") or "", slot.group("form") or "")
        before, value = agreed(text[end : slot.start()], value, name)
        pieces += (Piece(before), Piece(value, label_named(name) if name.isupper() else None))
        end = slot.end()
    pieces.append(Piece(text[end:]))
    return trimmed(Piece(text.lower() if lower else text, label) for text, label in pieces)
