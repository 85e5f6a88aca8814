"""Evaluations and attributions as HTML pages: figures are inline SVG, nothing is fetched, no script runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from palimpseste.coding.attributions import Attribution
from palimpseste.coding.measures.scores import CodingEvaluation, GroupScores
from palimpseste.rendering.charts import bars
from palimpseste.rendering.pages import page

__all__ = ["attribution_page", "evaluation_page"]

_CODES_SHOWN = 100
# What is told of words, in the order of the page.
_TOLD = {
    "attention": "Attention: where the code looks, as shares of all it sees.",
    "gradient": "Gradient times input: what the score owes to each word, to first order.",
    "weight": "Weight: each word's exact part of the score.",
}


def evaluation_page(evaluation: CodingEvaluation, descriptions: Mapping[str, str] | None = None) -> str:
    """Return the page of an evaluation.

    Parameters
    ----------
    evaluation : CodingEvaluation
        What the tables show.
    descriptions : mapping of str to str, optional
        Code to what it means.
    """
    return page(
        "coding/coding.html.j2",
        evaluation=evaluation,
        overall=evaluation.overall,
        figures={"By training stays of a code": _figure(evaluation.bands), "By chapter": _figure(evaluation.chapters)},
        codes=dict(list(evaluation.codes.items())[:_CODES_SHOWN]),
        descriptions=descriptions or {},
    )


def attribution_page(
    attributions: Iterable[tuple[Attribution, float]], descriptions: Mapping[str, str] | None = None
) -> str:
    """Return the page of attributions; it holds the texts of the stays.

    Parameters
    ----------
    attributions : iterable of Attribution and float
        With the probability of the code.
    descriptions : mapping of str to str, optional
        Code to what it means.
    """
    shown = [
        (each, probability, {_TOLD[name]: _shaded(each, name) for name in _TOLD if name in each.values})
        for each, probability in attributions
    ]
    return page("coding/attributions.html.j2", shown=shown, descriptions=descriptions or {})


def _shaded(attribution: Attribution, name: str) -> list[tuple[str, float]]:
    """Return the text in pieces, each with its value between -1 and 1; 0 between words."""
    values = attribution.values[name]
    most = max(map(abs, values), default=0.0) or 1.0
    pieces, end = [], 0
    for (start, stop), value in zip(attribution.bounds, values, strict=True):
        pieces += [(attribution.text[end:start], 0.0), (attribution.text[start:stop], value / most)]
        end = stop
    return [*pieces, (attribution.text[end:], 0.0)]


def _figure(groups: Mapping[str, GroupScores]) -> str:
    rows = {
        name: {"micro F1": group.micro.f1.value, "macro F1": group.macro.f1.value} for name, group in groups.items()
    }
    return bars({_short(name): row for name, row in rows.items()}, "F1") if rows else ""


def _short(name: str) -> str:
    return name if len(name) <= 30 else name[:29] + "…"
