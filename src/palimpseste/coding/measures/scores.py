"""The results of an evaluation of codes: frozen values, nested by part. None holds text of a stay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from palimpseste.evaluation.scores import Estimate, json_of

__all__ = ["CodeLine", "CodingEvaluation", "GroupScores", "Shares"]


@dataclass(frozen=True, slots=True)
class Shares:
    """Precision, recall and F1 of codes, over stays.

    Parameters
    ----------
    precision : Estimate
        Of the codes given to stays, the share that they have, in [0, 1].
    recall : Estimate
        Of the codes that stays have, the share that they are given, in [0, 1].
    f1 : Estimate
        Their harmonic mean, in [0, 1].
    """

    precision: Estimate
    recall: Estimate
    f1: Estimate


@dataclass(frozen=True, slots=True)
class GroupScores:
    """The scores of some codes.

    Parameters
    ----------
    codes : int
        How many of them stays have or were given.
    gold, given, right : int
        Pairs of stay and code.
    micro : Shares
        Of these pairs.
    macro : Shares
        The means over the codes that stays of the sample have or were given; a code never given has precision 0, one
        no stay has recall 0. The F1 is the mean of the codes' own.
    """

    codes: int
    gold: int
    given: int
    right: int
    micro: Shares
    macro: Shares


@dataclass(frozen=True, slots=True)
class CodeLine:
    """How often one code is found, and how often it was seen in training.

    Parameters
    ----------
    gold : int
        Test stays that have the code.
    given : int
        Test stays that the model gives it.
    right : int
        Test stays of both kinds.
    training_stays : int, optional
        Training stays that have it; None where that is not known.
    """

    gold: int
    given: int
    right: int
    training_stays: int | None


@dataclass(frozen=True, slots=True)
class CodingEvaluation:
    """What a model of codes is worth.

    Parameters
    ----------
    stays : int
        How many were measured on.
    bootstrap, seed : int
        Samples of stays behind the 95 % intervals, 0 for none.
    overall : GroupScores
        Of all codes.
    precision_at : mapping of int to Estimate
        Share of the likeliest 5, 8, 15 codes of a stay that it has, the mean over stays.
    bands : mapping of str to GroupScores
        By how many training stays a code had; empty where that is not known.
    chapters : mapping of str to GroupScores
        By the name of the chapter of ICD-10 that a code belongs to.
    codes : mapping of str to CodeLine
        The commonest first.
    """

    stays: int
    bootstrap: int
    seed: int
    overall: GroupScores
    precision_at: Mapping[int, Estimate]
    bands: Mapping[str, GroupScores]
    chapters: Mapping[str, GroupScores]
    codes: Mapping[str, CodeLine]

    def to_json(self) -> str:
        """Return the results as JSON text; undefined shares are ``null``."""
        return json_of(self)
