"""Explanations as a page, in French or in English. It shows the text of the note."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from palimpseste.document import Document
from palimpseste.explanation.explain import Explained, Method
from palimpseste.rendering.pages import page

__all__ = ["LANGUAGES", "page_of"]

LANGUAGES = ("en", "fr")
_STRONGEST = 8
_SAID: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "en": {
            "title": "Why words are masked",
            "secret": "This page shows the text of the note, with what identifies people in it: it is as sensitive as "
            "the note.",
            "how occlusion": "Each word around a mask is left out in turn; it counts for as much as the probability of "
            "the mask falls without it.",
            "how lime": "Words around a mask are left out at random, many at once (LIME); a word counts for its weight "
            "in the linear model that is nearest to the probabilities.",
            "colours": "Blue words speak for the mask, orange ones against it, the stronger the colour the more.",
            "limit": "This tells what the model reacts to, not whether it is right.",
            "model": "Model",
            "note": "Note",
            "probability": "probability",
            "word": "word",
            "counts": "counts for",
            "nothing": "The model masks nothing in this note.",
        },
        "fr": {
            "title": "Pourquoi des mots sont masqués",
            "secret": "Cette page montre le texte de la note et ce qui y identifie des personnes : elle est aussi "
            "sensible que la note.",
            "how occlusion": "Chaque mot autour d’un masque est retiré à son tour ; il compte pour autant que la "
            "probabilité du masque baisse sans lui.",
            "how lime": "Des mots autour d’un masque sont retirés au hasard, plusieurs à la fois (LIME) ; un mot "
            "compte pour son poids dans le modèle linéaire le plus proche des probabilités.",
            "colours": "Les mots en bleu parlent pour le masque, ceux en orange contre lui, d’autant plus que la "
            "couleur est forte.",
            "limit": "Cela dit à quoi le modèle réagit, non s’il a raison.",
            "model": "Modèle",
            "note": "Note",
            "probability": "probabilité",
            "word": "mot",
            "counts": "compte pour",
            "nothing": "Le modèle ne masque rien dans cette note.",
        },
    }
)


def page_of(document: Document, found: Sequence[Explained], model: str, method: Method, language: str = "en") -> str:
    """Return the explanations of a note as HTML.

    Parameters
    ----------
    document : Document
        The note.
    found : sequence of Explained
        In order.
    model : str
        What explains itself.
    method : {'occlusion', 'lime'}
        How words were left out.
    language : {'en', 'fr'}
        Of the page.
    """
    said = _SAID[language]
    shown = [(each, _pieces(document.text, each), _strongest(document.text, each)) for each in found]
    return page(
        "explanation/explanation.html.j2",
        said=said,
        how=said[f"how {method}"],
        language=language,
        model=model,
        document=document,
        shown=shown,
    )


def _strongest(text: str, each: Explained) -> list[tuple[str, float]]:
    """Return the words that speak most for a mask, or against it, each with how much."""
    return [(text[start:end], value) for start, end, value in each.strongest(_STRONGEST)]


def _pieces(text: str, each: Explained) -> list[tuple[str, float, bool]]:
    """Return the text around a mask in pieces: what is written, its share of the strongest, whether it is the mask."""
    highest = max((abs(value) for _, _, value in each.words), default=0.0) or 1.0
    marked = [(start, end, value / highest, False) for start, end, value in each.words]
    marked.append((each.span.start, each.span.end, 0.0, True))
    marked.sort()
    pieces: list[tuple[str, float, bool]] = []
    reached = marked[0][0]
    for start, end, value, is_mask in marked:
        pieces += ((text[reached:start], 0.0, False), (text[start:end], value, is_mask))
        reached = end
    return [piece for piece in pieces if piece[0]]
