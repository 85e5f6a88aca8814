"""Letterheads, patient headers and footers put around documents, and whole short documents of templates alone."""

from __future__ import annotations

from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.corpus.synthesis.pieces import Piece
from palimpseste.corpus.synthesis.templates import filled, sentences, templates
from palimpseste.corpus.synthesis.values import Values

__all__ = ["enveloped", "sheet"]

_LETTERHEAD, _HEADER, _FOOTER, _INSIDE = 0.1, 0.12, 0.12, 0.06
_GAPS = ("\n", "\n\n", "\n\n", "\n\n\n", "\n----------------------------------------\n", "\n________________\n")


def enveloped(pieces: list[Piece], values: Values, chance: Chance) -> list[Piece]:
    """Return the pieces, in a share of the cases with a letterhead or a header before them, or a footer after.

    Parameters
    ----------
    pieces : list of Piece
        Of the note.
    values : Values
        What fills slots.
    chance : Chance
        Of the copy.
    """
    before: list[Piece] = []
    if chance.odds(_LETTERHEAD):
        before += [*_one("letterheads", values, chance), Piece(chance.choice(_GAPS))]
    if chance.odds(_HEADER):
        before += [*_one("patients", values, chance), Piece(chance.choice(_GAPS))]
    after: list[Piece] = []
    if chance.odds(_FOOTER):
        after = [Piece(chance.choice(_GAPS)), *_one("footers", values, chance)]
    inside = _with_line(pieces, values, chance) if chance.odds(_INSIDE) else pieces
    return [*before, *inside, *after]


def sheet(values: Values, chance: Chance) -> list[Piece]:
    """Return a short document of templates alone: a form, or a few sentences between header and footer."""
    drawn = chance.below(10)
    if drawn < 3:
        return _one("forms", values, chance)
    pieces: list[Piece] = []
    if chance.odds(0.4):
        pieces += [*_one("letterheads", values, chance), Piece(chance.choice(_GAPS))]
    if chance.odds(0.7):
        pieces += [*_one("patients", values, chance), Piece(chance.choice(_GAPS))]
    lower = chance.odds(0.4)
    joint = chance.choice((" ", "\n", "\n- ", " / ", ". ") if lower else (" ", "\n", "\n\n"))
    for number in range(chance.between(2, 7)):
        kind = "shorthand" if lower and chance.odds(0.8) else "prose"
        if number:
            pieces.append(Piece(joint))
        pieces += filled(chance.choice(sentences(kind)), values, chance, lower=lower)
    if chance.odds(0.5):
        pieces += [Piece(chance.choice(_GAPS)), *_one("footers", values, chance)]
    return pieces


def _one(name: str, values: Values, chance: Chance) -> list[Piece]:
    return filled(chance.choice(templates(name)), values, chance)


def _with_line(pieces: list[Piece], values: Values, chance: Chance) -> list[Piece]:
    """Return the pieces with a footer, such as a page break prints, after one of their lines."""
    places = [i for i, piece in enumerate(pieces) if piece.label is None and "\n" in piece.text]
    if not places:
        return pieces
    index = chance.choice(places)
    text = pieces[index].text
    end = text.index("\n") + 1
    line = [*_one("footers", values, chance), Piece("\n")]
    return [*pieces[:index], Piece(text[:end]), *line, Piece(text[end:]), *pieces[index + 1 :]]
