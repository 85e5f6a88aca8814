"""The card of a trained encoder: it says itself what its labels stand for, whatever their view calls them now."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from palimpseste.detection.neural.encoder.folder import TAGGER_FILE, TaggerCard
from palimpseste.errors import UsageError
from palimpseste.labels import VIEWS

WINDOWS = {"words": 48, "pieces": 160, "stride": 0}
# As they were trained before the views had the names that the papers print.
OLD = {
    "hnfc": {"NAME": "LASTNAME", "DATE": "DATE", "LOCATION": "LOCATION", "PHONE": "PHONE", "ID": "OTHER_ID"},
    "hcl": {"PRENOM": "FIRSTNAME", "NOM": "LASTNAME", "VILLE": "CITY", "IDENTIFIANT": "OTHER_ID", "AGE": "AGE"},
    "tarpon": {"XXXXX": "OTHER_ID"},
}


def write(folder: Path, **changed: Any) -> Path:
    card = {"view": "canonical", "labels": ["DATE"], "stands_for": {"DATE": "DATE"}, "windows": WINDOWS, **changed}
    (folder / TAGGER_FILE).write_text(json.dumps(card), encoding="utf-8")
    return folder


@pytest.mark.parametrize("view", OLD)
def test_labels_that_a_view_calls_otherwise_now_stand_for_what_they_stood_for(view: str, tmp_path: Path) -> None:
    assert set(OLD[view]) - set(VIEWS[view].values())
    card = TaggerCard.read(write(tmp_path, view=view, labels=list(OLD[view]), stands_for=OLD[view]))
    assert card.labels == tuple(OLD[view])  # tags are numbered in that order
    assert card.stands_for == OLD[view]
    card.write(tmp_path)
    assert TaggerCard.read(tmp_path) == card


def test_a_label_that_is_none_any_more_is_named_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as refused:
        TaggerCard.read(write(tmp_path, view="hnfc", labels=["NAME"], stands_for={"NAME": "SURNAME"}))
    assert str(refused.value) == (
        f"{tmp_path}: the model was trained with another package than this one: its spans are given the label "
        "'SURNAME', which is none here. Train it again or use the version that trained it"
    )


@pytest.mark.parametrize(
    "changed",
    [
        {"labels": ["DATE", "AGE"]},
        {"labels": ["DATE", "DATE"]},
        {"labels": []},
        {"stands_for": ["DATE"]},
        {"windows": {"words": 48}},
    ],
    ids=["stands for nothing", "twice", "none", "no mapping", "windows"],
)
def test_a_card_with_which_notes_would_fail_is_refused_before_there_is_one(
    changed: dict[str, Any], tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match="damaged, or of another version"):
        TaggerCard.read(write(tmp_path, **changed))
