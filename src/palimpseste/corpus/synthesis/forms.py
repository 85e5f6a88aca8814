"""Other forms around and in the entities: titles dropped, names exchanged, abbreviated or in capitals."""

from __future__ import annotations

import re

from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.corpus.synthesis.pieces import Piece

__all__ = ["varied"]

_TITLE = re.compile(
    r"(?P<before>(?:^|[\s(,:;–-]))(?P<article>(?:(?:le|la|au|du|de la|à la)\s+)?)"
    r"(?:mme|madame|mlle|melle|mademoiselle|m\.|mr|mr\.|monsieur|dr|dr\.|docteur|pr|pr\.|professeur|docteure)\s+$",
    re.IGNORECASE,
)
_DOCTOR = re.compile(r"(?<!\w)(dr|dr\.|docteur)(\s+)$", re.IGNORECASE)
_DOCTOR_FORMS = ("Dr ", "Dr. ", "docteur ", "Docteur ", "dr ", "DR ", "Dr  ", "Dr")
_AFTER_ARTICLE = {"du": "de ", "de la": "de ", "au": "à ", "à la": "à "}


def varied(pieces: list[Piece], chance: Chance) -> list[Piece]:
    """Return the pieces with some forms changed all through the document."""
    swaps, capitals, initials = chance.odds(0.08), chance.odds(0.12), chance.odds(0.08)
    lower_last, untitled, doctors = chance.odds(0.03), chance.odds(0.1), chance.odds(0.08)
    if swaps:
        pieces = _exchanged(pieces)
    if initials:
        pieces = _abbreviated(pieces, chance)
    if capitals or lower_last:
        pieces = [
            Piece(text.upper() if capitals else text.lower(), label) if label == "LASTNAME" else Piece(text, label)
            for text, label in pieces
        ]
    if untitled:
        pieces = _untitled(pieces, chance)
    elif doctors:
        pieces = _retitled(pieces, chance.choice(_DOCTOR_FORMS))
    return pieces


def _is_pair(pieces: list[Piece], index: int) -> bool:
    return (
        index + 2 < len(pieces)
        and pieces[index + 1] == Piece(" ")
        and {pieces[index].label, pieces[index + 2].label} == {"FIRSTNAME", "LASTNAME"}
    )


def _exchanged(pieces: list[Piece]) -> list[Piece]:
    """Return the pieces with first and last names side by side in the other order."""
    found = list(pieces)
    index = 0
    while index < len(found):
        if _is_pair(found, index):
            found[index], found[index + 2] = found[index + 2], found[index]
            index += 3
        else:
            index += 1
    return found


def _abbreviated(pieces: list[Piece], chance: Chance) -> list[Piece]:
    """Return the pieces with the first names before a last name abbreviated."""
    found = list(pieces)
    dot, hyphen = ("." if chance.odds(0.8) else ""), ("-" if chance.odds(0.5) else "")
    for index, piece in enumerate(pieces):
        if piece.label == "FIRSTNAME" and _is_pair(pieces, index) and piece.text[0].isalpha():
            words = [word for word in re.split(r"[\s-]+", piece.text) if word]
            if len(words) > 3 or not all(word[0].isalpha() for word in words):
                continue
            upper = piece.text[0].isupper()
            letters = (dot + hyphen).join(word[0].upper() if upper else word[0] for word in words) + dot
            found[index] = Piece(letters, piece.label)
    return found


def _untitled(pieces: list[Piece], chance: Chance) -> list[Piece]:
    """Return the pieces with titles before names left out."""
    found = []
    for index, piece in enumerate(pieces):
        following = pieces[index + 1].label if index + 1 < len(pieces) else None
        if piece.label is None and following in ("LASTNAME", "FIRSTNAME") and chance.odds(0.8):
            title = _TITLE.search(piece.text)
            if title:
                article = " ".join(title.group("article").lower().split())
                kept = piece.text[: title.start()] + title.group("before") + _AFTER_ARTICLE.get(article, "")
                piece = Piece(kept)
        if piece.text:
            found.append(piece)
    return found


def _retitled(pieces: list[Piece], form: str) -> list[Piece]:
    """Return the pieces with another writing of the title of doctors before names."""
    found = []
    for index, piece in enumerate(pieces):
        following = pieces[index + 1].label if index + 1 < len(pieces) else None
        if piece.label is None and following in ("LASTNAME", "FIRSTNAME"):
            title = _DOCTOR.search(piece.text)
            if title:
                piece = Piece(piece.text[: title.start()] + form)
        found.append(piece)
    return found
