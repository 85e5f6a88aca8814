"""The results of an experiment as Markdown tables and as CSV."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from palimpseste.evaluation.scores import Estimate
from palimpseste.rendering.tables import markdown_table, share
from palimpseste.utility.counts import KINDS
from palimpseste.utility.fidelity.page import csv_cell, fidelity_table, flat
from palimpseste.utility.results import Claim, ExperimentResults, VersionResult

__all__ = ["UtilityMade", "utility_csv", "utility_page", "version_table"]

_READING = """
Every line of the tables of versions is the same model, trained with the same settings and seeds on the same stays; only
the text differs. *Gold spans* are those that annotators marked: what is lost there, surrogates cost. *Detected spans*
are those of the detectors: what is lost beyond, detection costs.

- *F1*: micro-averaged over all codes, trained and tested on the version, the mean over seeds.
- *Lost*: 1 minus the ratio of F1 to that of the original.
- *On the original*: trained on the version, tested on original stays, as a model made of released texts would be used.
- *Linked*: documents whose dates an attacker links to their patient by three known intervals, among {patients:,}
  simulated patients (`docs/frontier.md`), at the same ε.
- Brackets: 95 % intervals, {bootstrap:,} bootstrap samples of the {test:,} test stays, the same on both sides of
  a difference, and of the seeds, apart for each training. Few seeds say little of chance in training: see *by seed*.
"""
_SIDES_READING = """
Of the test stays that are of a case ([stays.md](stays.md)): the share of pairs of sides of which the model, trained and
tested on the version, scores the codes of the right one higher. One half is chance: the value that tells them apart
cannot be read, or was not learned. No threshold takes part.
"""
_FIDELITY_READING = """
Of the test stays, without any model. *BLEU*: against the original. *In order*: of the pairs of dates of which one was
over before the other began, those told in this order; *tied*: those told as overlapping; *lost*: those no longer
readable. *Interval error*: of the days between two dates of a document. *Towns*: mean distance, geometric mean of the
larger population over the smaller.
"""


@dataclass(frozen=True)
class UtilityMade:
    """How an experiment was made, for whoever wants to make it again.

    Parameters
    ----------
    command : str
        What was run.
    version : str
        Of the package.
    commit : str
        State of the project; empty where it is not known.
    patients : int
        Among how many people the attack linked documents.
    """

    command: str
    version: str
    commit: str
    patients: int


def utility_page(results: ExperimentResults, made: UtilityMade, figures: Sequence[str]) -> str:
    """Return the tables as a page.

    Parameters
    ----------
    results : ExperimentResults
        What the experiment found.
    made : UtilityMade
        How it was made, for the last lines of the page.
    figures : sequence of str
        Paths of the figures, seen from the page.
    """
    counts = results.stays
    commit = f", commit {made.commit}" if made.commit else ""
    parts = [
        "# What de-identification costs: results\n\n"
        "Written by the command below; do not edit.\n\n"
        f"- Command: `{made.command}`\n"
        f"- Version {made.version}{commit}\n"
        f"- Stays: {counts['train']:,} to train on, {counts['dev']:,} for thresholds, {counts['test']:,} to test on\n"
        f"- Yardstick: `{results.yardstick}`, {results.seeds} seeds\n",
        _READING.format(patients=made.patients, bootstrap=results.bootstrap, test=counts["test"]),
        *(f"\n![By ε]({figure})\n" for figure in figures),
        f"\n## Versions\n\n{version_table(results)}",
        f"\n## Order\n\n{_table_of(results.claims)}",
        f"\n## Models on the original text\n\n{_model_table(results)}",
        f"\n## Sides of cases told right\n{_SIDES_READING}\n{_side_table(results)}\n{_table_of(results.side_claims)}"
        if results.side_claims
        else "",
        f"\n## Recall by what tells a code\n\n{_kind_table(results)}",
        f"\n## Without a model\n{_FIDELITY_READING}\n{fidelity_table(_fidelity_rows(results))}",
    ]
    return "".join(parts)


def version_table(results: ExperimentResults) -> str:
    """Return F1, loss and attack of every version."""
    heads = ("version", "F1", "by seed", "lost", "on the original: F1", "lost", "linked")
    rows = [
        (
            each.version.name,
            _with_interval(each.f1),
            " ".join(f"{value:.3f}" for value in each.by_seed),
            _percent(each.loss),
            f"{each.on_original}",
            _percent(each.loss_on_original),
            share(each.attack["rate"]) if each.attack else "–",
        )
        for each in results.versions
    ]
    return markdown_table(heads, rows)


def _table_of(claims: Sequence[Claim]) -> str:
    rows = [
        (f"{claim.higher} above {claim.lower}", _with_interval(claim.difference), claim.verdict) for claim in claims
    ]
    return markdown_table(("claim", "difference", "verdict"), rows)


def _side_table(results: ExperimentResults) -> str:
    kinds = [kind for kind in KINDS if results.sides[kind]]
    pairs = sum(results.sides.values())
    heads = ("version", f"all ({pairs:,})", *(f"{kind} ({results.sides[kind]:,})" for kind in kinds))
    rows = [
        (each.version.name, _with_interval(each.sides), *(share(each.sides_by_kind[kind]) for kind in kinds))
        for each in results.versions
    ]
    return markdown_table(heads, rows)


def _model_table(results: ExperimentResults) -> str:
    rows = [
        (
            f"`{each.model}`",
            _with_interval(each.f1),
            " ".join(f"{value:.3f}" for value in each.by_seed),
            _with_interval(each.sides),
        )
        for each in sorted(results.models, key=lambda each: -each.f1.value)
    ]
    return markdown_table(("model", "F1", "by seed", "sides told right"), rows)


def _kind_table(results: ExperimentResults) -> str:
    kinds = [kind for kind in KINDS if results.gold_codes[kind]]
    heads = ("version", *(f"{_kind_name(kind)} ({results.gold_codes[kind]:,})" for kind in kinds))
    rows = [(each.version.name, *(share(each.recall[kind]) for kind in kinds)) for each in results.versions]
    return markdown_table(heads, rows)


def _kind_name(kind: str) -> str:
    return "words" if kind == "none" else kind


def _fidelity_rows(results: ExperimentResults) -> dict[str, Mapping[str, Any]]:
    return {each.version.name: each.fidelity for each in results.versions if each.fidelity is not None}


def utility_csv(results: ExperimentResults) -> str:
    """Return every figure of the versions, one line a version; cells that mean nothing are empty."""
    text = io.StringIO()
    rows = [dict(_cells(each)) for each in results.versions]
    writer = csv.DictWriter(text, list(dict.fromkeys(name for row in rows for name in row)), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _cells(result: VersionResult) -> Iterator[tuple[str, str]]:
    version = result.version
    yield "version", version.treatment
    yield "spans", version.spans or ""
    yield "epsilon", "" if version.epsilon is None else f"{float(version.epsilon):g}"
    for name, estimate in (
        ("f1", result.f1),
        ("loss", result.loss),
        ("f1_on_original", result.on_original),
        ("loss_on_original", result.loss_on_original),
    ):
        for part in ("value", "low", "high"):
            yield name if part == "value" else f"{name}_{part}", csv_cell(getattr(estimate, part))
    for part in ("value", "low", "high"):
        yield "sides_told" if part == "value" else f"sides_told_{part}", csv_cell(getattr(result.sides, part))
    for kind in KINDS:
        yield f"sides_told_{kind}", csv_cell(result.sides_by_kind[kind])
        yield f"recall_{_kind_name(kind)}", csv_cell(result.recall[kind])
    yield "linked", csv_cell(result.attack["rate"]) if result.attack else ""
    for name, figure in flat(result.fidelity or {}):
        yield name, csv_cell(figure)


def _with_interval(estimate: Estimate) -> str:
    if math.isnan(estimate.low):
        return f"{estimate}"
    return f"{estimate} [{estimate.low:.3f}, {estimate.high:.3f}]"


def _percent(estimate: Estimate) -> str:
    if math.isnan(estimate.low):
        return f"{100 * estimate.value:.1f} %"
    return f"{100 * estimate.value:.1f} % [{100 * estimate.low:.1f}, {100 * estimate.high:.1f}]"
