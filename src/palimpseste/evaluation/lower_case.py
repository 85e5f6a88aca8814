"""Names written in lower case, as triage nurses type them: the ones that rules over capitals cannot see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from palimpseste.document import Document, Span
from palimpseste.evaluation.evaluate import paired
from palimpseste.evaluation.tokens import label_tokens, token_bounds, touched_tokens
from palimpseste.labels import LABELS, Label

__all__ = ["LowerCaseNames", "lower_case_names"]

_NAMES: tuple[Label, ...] = ("FIRSTNAME", "LASTNAME")
_COLUMNS: dict[str, int] = {label: column for column, label in enumerate(LABELS)}


@dataclass(frozen=True, slots=True)
class LowerCaseNames:
    """What became of names without a capital.

    Parameters
    ----------
    notes, names, tokens : int
        Notes that hold such a name; those names; their tokens.
    masked, named : int
        Tokens that a predicted span touches; those it labels as a given or a family name, whichever.
    """

    notes: int
    names: int
    tokens: int
    masked: int
    named: int


def lower_case_names(
    gold: Sequence[Document], predictions: Sequence[Document], document_type: str | None = None
) -> LowerCaseNames:
    """Count the tokens of names written without a capital, and those of them that were found.

    Parameters
    ----------
    gold, predictions : sequence of Document
        The same notes.
    document_type : str, optional
        Only notes of this type.
    """
    name_columns = {_COLUMNS[label] for label in _NAMES}
    notes = names = tokens = masked = named = 0
    for document, prediction in paired(gold, predictions):
        found = [span for span in document.entities if _is_lower_case_name(document.text, span)]
        if not found or document_type not in (None, document.type):
            continue
        starts, ends = token_bounds(document.text)
        columns = label_tokens(prediction.entities, _COLUMNS, starts, ends)
        touched = {token for span in found for token in touched_tokens(span.start, span.end, starts, ends)}
        notes += 1
        names += len(found)
        tokens += len(touched)
        masked += len(touched & columns.keys())
        named += sum(columns.get(token) in name_columns for token in touched)
    return LowerCaseNames(notes, names, tokens, masked, named)


def _is_lower_case_name(text: str, span: Span) -> bool:
    written = text[span.start : span.end]
    return span.label in _NAMES and written != written.upper() and not any(map(str.isupper, written))
