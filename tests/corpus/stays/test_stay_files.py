"""Files of stays: JSON lines, splits, flat table, features of communes; and the command that writes them."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from palimpseste.corpus.stays import FEATURES, Stay, split_path, write_features, write_stays
from palimpseste.corpus.stays.features import commune_of_kind, features_of
from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.places import PlaceTable


def test_stays_are_read_back_as_documents(simulated_stays: list[Stay], tmp_path: Path) -> None:
    tally = write_stays(simulated_stays[:10], tmp_path / "stays.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "stays.jsonl").read_text("utf-8").splitlines()]
    assert tally.stays == len(lines) == 10
    for stay, line in zip(simulated_stays, lines, strict=False):
        assert {"id", "documents", "codes", "patient"} <= set(line)
        read = [Document.from_mapping({**values, "patient": line["patient"]}) for values in line["documents"]]
        assert tuple(read) == stay.documents


def test_splits_part_the_stays(simulated_stays: list[Stay], tmp_path: Path) -> None:
    path = tmp_path / "stays.jsonl"
    write_stays(simulated_stays[:60], path, by_split=True)
    parts = {split: split_path(path, split).read_text("utf-8").splitlines() for split in ("train", "dev", "test")}
    assert sorted(line for lines in parts.values() for line in lines) == sorted(path.read_text("utf-8").splitlines())
    assert all(json.loads(line)["split"] == split for split, lines in parts.items() for line in lines)


def test_the_flat_table_holds_text_and_codes(simulated_stays: list[Stay], tmp_path: Path) -> None:
    write_stays(simulated_stays[:5], tmp_path / "stays.jsonl", flat=tmp_path / "stays.csv")
    with (tmp_path / "stays.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["id"] for row in rows] == [stay.id for stay in simulated_stays[:5]]
    assert rows[0]["codes"].split(";") == list(simulated_stays[0].codes)
    assert simulated_stays[0].documents[-1].text in rows[0]["text"]


def test_nothing_is_left_of_a_file_that_fails(simulated_stays: list[Stay], tmp_path: Path) -> None:
    def failing() -> object:
        yield simulated_stays[0]
        raise UsageError("stop")

    with pytest.raises(UsageError, match="stop"):
        write_stays(failing(), tmp_path / "stays.jsonl")  # type: ignore[arg-type] # wrong on purpose
    assert not list(tmp_path.iterdir())


def test_features_join_the_place_table(tmp_path: Path) -> None:
    write_features(tmp_path / "features.csv")
    columns = [f"simulated_{name}" for name in FEATURES]
    table = PlaceTable.bundled().join(tmp_path / "features.csv", columns=columns)
    dijon = PlaceTable.bundled().named("Dijon")[0]
    assert table.feature("simulated_radon")["21231"] == features_of(dijon)["radon"]


@pytest.mark.parametrize("kind", list(FEATURES))
def test_a_commune_of_a_kind_has_its_feature(kind: str) -> None:
    chance = Chance("features", kind)
    _, plain, marked = FEATURES[kind]
    assert all(features_of(commune_of_kind(kind, chance))[kind] >= marked[0] for _ in range(20))
    assert all(features_of(commune_of_kind("plain", chance))[kind] <= plain[1] for _ in range(20))


def test_an_unknown_kind_of_place_is_refused() -> None:
    with pytest.raises(UsageError, match="kinds: plain"):
        commune_of_kind("volcano", Chance(1))


def test_the_command_writes_what_it_is_asked_for(palimpseste: Callable[..., tuple[int, str, str]]) -> None:
    asked = ("corpus", "stays", "-o", "stays.jsonl", "--stays", "6", "--seed", "7", "--split")
    status, _, said = palimpseste(*asked, "--flat", "s.csv", "--features", "f.csv")
    assert (status, "6 stays" in said) == (0, True), said
    assert len(Path("stays.jsonl").read_text("utf-8").splitlines()) == 6
    assert palimpseste(*asked)[0] == 2
