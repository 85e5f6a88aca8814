"""Answers to annotated notes, measured (Dorémus et al. 2024, evaluation)."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from palimpseste.detection.generative.instruction import Instruction
from palimpseste.detection.generative.rewriting import laid_over
from palimpseste.document import Document, Span
from palimpseste.evaluation.bleu import bleu_counts, bleu_of
from palimpseste.evaluation.evaluate import evaluate
from palimpseste.evaluation.tokens import TOKEN

__all__ = ["FOUND_FILE", "Reading", "reading_of"]

FOUND_FILE = "found.jsonl"


@dataclass(frozen=True, slots=True, repr=False)
class Reading:
    """What a model's answers to notes are worth.

    Parameters
    ----------
    measures : mapping of str to float
        ``note_recall``, ``precision``, ``recall`` and ``f1`` of identifiers, ``recall of KIND`` in notes, ``bleu``,
        ``altered`` (share of words) and ``wrongly_anonymous`` (notes); none that is not defined.
    found : sequence of mapping
        For each note its identifier, where it is masked, whether the answer was ``ANONYMOUS``, and how many words it
        has outside masks and how many of them were altered; no text.
    """

    measures: dict[str, float]
    found: list[dict[str, Any]]


def reading_of(instruction: Instruction, notes: Sequence[Document], answers: Sequence[str], view: str) -> Reading:
    """Return how good answers to annotated notes are, and where they mask.

    Parameters
    ----------
    instruction : Instruction
        What the model was told.
    notes : sequence of Document
        Annotated.
    answers : sequence of str
        One for each note. ``ANONYMOUS`` leaves the note as it is, which is what BLEU compares then.
    view : str
        The label view whose labels are to be masked.
    """
    masked: list[Document] = []
    found: list[dict[str, Any]] = []
    bleu: list[float] = []
    wrongly = 0
    for note, answer in zip(notes, answers, strict=True):
        is_anonymous = bool(instruction.anonymous) and answer.strip() == instruction.anonymous
        laid = laid_over(instruction, note.text, answer)
        spans = tuple(Span(each.start, each.end, instruction.masks.read[each.word]) for each in laid.masks)
        masked.append(replace(note, entities=spans))
        wrongly += is_anonymous and any(map(instruction.masks.hides, note.entities))
        wanted = instruction.masks.masked(note.text, sorted(note.entities))
        bleu.append(_bleu(instruction, wanted, note.text if is_anonymous else answer))
        found.append(
            {
                "id": note.id,
                "masks": [[span.start, span.end] for span in spans],
                "anonymous": is_anonymous,
                "words": laid.words,
                "altered": laid.altered,
            }
        )
    card = evaluate(notes, masked, view=view, bootstrap=0).overall
    defined = [value for value in bleu if not math.isnan(value)]
    measures = {
        "note_recall": card.note_recall.value,
        "precision": card.masks.precision.value,
        "recall": card.micro.hiding.identifiers.value,
        "f1": card.masks.f1.value,
        **{f"recall of {kind}": scores.hiding.notes.value for kind, scores in card.labels.items()},
        "bleu": sum(defined) / len(defined) if defined else math.nan,
        "altered": sum(each["altered"] for each in found) / max(1, sum(each["words"] for each in found)),
        "wrongly_anonymous": float(wrongly),
    }
    return Reading({name: value for name, value in measures.items() if not math.isnan(value)}, found)


def _bleu(instruction: Instruction, wanted: str, answer: str) -> float:
    """Return the BLEU-4 of an answer against that of an annotator; a mask word is one token."""
    token = re.compile(f"{instruction.masks.expression.pattern}|{TOKEN}")
    reference, candidate = token.findall(wanted), token.findall(answer)
    matches, totals = bleu_counts(reference, candidate)
    if not candidate:
        return 0.0
    lengths = np.array(float(len(reference))), np.array(float(len(candidate)))
    return float(bleu_of(np.array(matches, dtype=float), np.array(totals, dtype=float), *lengths))
