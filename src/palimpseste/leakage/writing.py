"""What the attacks on models found, as a page and a table of figures; no text of any note."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from palimpseste.evaluation.scores import Estimate, Hiding
from palimpseste.files import write_text
from palimpseste.leakage.fill_mask import FillMask
from palimpseste.leakage.fill_mask_table import ALL, FillMaskScores
from palimpseste.leakage.in_place import Preferred
from palimpseste.rendering.tables import markdown_table

__all__ = ["write_fill_mask"]


_IN_PLACE = (
    "Each value is masked alone among the surrogates of the release, once as it was and once as its surrogate.\n"
    "*Original preferred*: share of the values found likelier, by sub-word, than their surrogate; 0.5 by chance.\n"
)
_MISSED = (
    "Values annotated by hand that detection has not, or not to the last letter and digit: they stand in the notes in\n"
    "plain, and no model is asked for what is left of them.\n"
)


def write_fill_mask(
    folder: Path,
    found: Mapping[str, FillMaskScores],
    attack: FillMask,
    in_place: Mapping[str, Sequence[Preferred]] | None = None,
    missed: Mapping[str, Hiding] | None = None,
) -> str:
    """Write fill-mask.md and fill-mask.csv into a folder; return the lines of the page that are of all labels.

    Parameters
    ----------
    folder : Path
        It is there.
    found : mapping
        Name of a model to its scores.
    attack : FillMask
        What was asked for.
    in_place : mapping, optional
        Name of a model to what it prefers to the surrogates of a release; surrogates.csv holds it too.
    missed : mapping, optional
        Label to what detection hid of its values, where they were annotated by hand; missed.csv holds it too.
    """
    heads, rows = _fill_mask_rows(found, attack)
    _write_csv(folder / "fill-mask.csv", [heads, *rows])
    page = f"# Masked words guessed again\n\n{_said(attack)}\n{markdown_table(heads, rows)}"
    shown = markdown_table(heads, [row for row in rows if row[1] == ALL])
    if in_place:
        of_place = ["model", "label", "values", "original preferred"]
        preferences = [
            [model, each.label, f"{each.asked:,}", _share(each.share)]
            for model, labels in in_place.items()
            for each in labels
        ]
        _write_csv(folder / "surrogates.csv", [of_place, *preferences])
        page += f"\n## Originals against surrogates\n\n{_IN_PLACE}\n{markdown_table(of_place, preferences)}"
        shown += "\n" + markdown_table(of_place, [row for row in preferences if row[1] == ALL])
    if missed:
        of_missed = ["label", "values", "missed", "share"]
        left = [
            [label, f"{each.gold:,}", f"{each.gold - each.hidden:,}", _share(_rest(each.identifiers))]
            for label, each in missed.items()
        ]
        _write_csv(folder / "missed.csv", [of_missed, *left])
        page += f"\n## Missed by detection\n\n{_MISSED}\n{markdown_table(of_missed, left)}"
        shown += "\n" + markdown_table(of_missed, [row for row in left if row[0] == ALL])
    write_text(folder / "fill-mask.md", page)
    return shown


def _write_csv(path: Path, rows: Sequence[Sequence[str]]) -> None:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(rows)
    write_text(path, stream.getvalue())


def _rest(share: Estimate) -> Estimate:
    """Return what a share leaves."""
    return Estimate(1 - share.value, 1 - share.high, 1 - share.low)


def _fill_mask_rows(found: Mapping[str, FillMaskScores], attack: FillMask) -> tuple[list[str], list[list[str]]]:
    """Return the heads of the table and its rows, one a model and label."""
    heads = ["model", "label", "words", "found", "share"]
    if attack.passes > 1:
        heads += [f"found in {attack.passes} passes", "share then"]
    heads += ["values", "whole"]
    ranks = [
        "told apart",
        "first of its class",
        "by chance",
        "by frequency",
        "mean reciprocal rank",
        "by frequency, rank",
        "lift",
    ]
    ranked = attack.masks == "pieces"
    rows = []
    for model, scores in found.items():
        for each in scores:
            row = [model, each.label, f"{each.words:,}", f"{each.found[0]:,}", _share(each.share[0])]
            if attack.passes > 1:
                row += [f"{each.found[-1]:,}", _share(each.share[-1])]
            row += [f"{each.values:,}", f"{each.whole[-1]:,}"]
            if ranked:
                chance = "–" if math.isnan(each.chance) else f"{each.chance:.3f}"
                row += [f"{each.ranked:,}", _share(each.first), chance, _share(each.prior_first)]
                row += [_share(each.reciprocal), _share(each.prior_reciprocal), _share(each.lift)]
            rows.append(row)
    return [*heads, *(ranks if ranked else ())], rows


def _share(share: Estimate) -> str:
    if not math.isfinite(share.value):
        return "–"
    interval = "" if math.isnan(share.low) else f" ({share.low:.3f} – {share.high:.3f})"
    return f"{share:.3f}{interval}"


def _said(attack: FillMask) -> str:
    """Say what the columns are."""
    one = "One mask stands for a word, so that only words of one sub-word can be found.\n"
    pieces = (
        "A word has a mask for each of its sub-words. *First of its class*: share of the values that the model finds "
        f"likelier than\n{attack.decoys} others of the label with as many sub-words, or all there are; *by chance*: "
        "what a draw among them gets;\n*by frequency*: what somebody gets who knows how often each occurs in the other "
        "notes and reads no context;\n*lift*: how many times as often as that the model finds it.\n"
    )
    further = (
        f"In each of {attack.passes} passes the words found before are filled in, by somebody who can tell them.\n"
        if attack.passes > 1
        else ""
    )
    beside = (
        "A model's name with *tags* behind it: each value is masked alone, and the others are the tags of a release.\n"
        "A model that writes has no mask: it goes on from the words before a value, the other values being tags, and "
        "its\ncandidates are ranked together with the words behind.\n"
    )
    return (
        f"Words of identifying values, masked and guessed from what is around them in windows of {attack.window_words} "
        f"words, {attack.window_stride} apart.\nIn brackets 95 % intervals, notes drawn again.\n"
        f"{pieces if attack.masks == 'pieces' else one}{further}{beside}"
    )
