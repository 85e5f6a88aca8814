"""Notes measured under policies from the command line: the figures, the files, the errors, and no text in any."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from palimpseste.corpus import read_documents, write_documents
from palimpseste.document import Document
from palimpseste.places import PlaceTable

Run = Callable[..., tuple[int, str, str]]

NOTES = Path(__file__).parents[2] / "data" / "surrogates.notes"


@dataclass(frozen=True)
class Measured:
    """What the command printed, and the files it wrote."""

    table: dict[str, dict[str, str]]
    objects: list[dict[str, object]]
    lines: list[dict[str, str]]
    everything: str


def documents() -> list[Document]:
    return list(read_documents(NOTES))[:4]


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Measured:
    """Four notes under tags and noise, over gold and detected spans, with the latitude as a feature."""
    folder = tmp_path_factory.mktemp("fidelity")
    write_documents(documents(), folder / "few.notes")
    with (folder / "latitudes.csv").open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(("code", "latitude"))
        writer.writerows((commune.insee, commune.latitude) for commune in PlaceTable.bundled().communes[1:])
    asked = ["few.notes", "--policy", "tag", "--policy", "dp:1/16", "--spans", "gold", "--spans", "detected"]
    files = ["--features", "latitudes.csv", "--features-key", "code", "--json", "out.json", "--csv", "out.csv"]
    command = [sys.executable, "-m", "palimpseste", "fidelity", *asked, *files, "--jobs", "1"]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8")
    assert ended.returncode == 0, ended.stderr
    heads, _, *rows = [line.strip("| ").split(" | ") for line in ended.stdout.splitlines()]
    as_json, as_csv = ((folder / name).read_text(encoding="utf-8") for name in ("out.json", "out.csv"))
    return Measured(
        {row[0]: dict(zip(heads, row, strict=True)) for row in rows},
        json.loads(as_json),
        list(csv.DictReader(as_csv.splitlines())),
        ended.stdout + ended.stderr + as_json + as_csv,
    )


def test_there_is_one_line_for_each_policy_and_kind_of_spans(measured: Measured) -> None:
    assert list(measured.table) == [
        "tag, gold spans",
        "tag, detected spans",
        "dp, ε = 1/16, gold spans",
        "dp, ε = 1/16, detected spans",
    ]


def test_tags_lose_what_noise_still_tells(measured: Measured) -> None:
    tagged, noisy = measured.table["tag, gold spans"], measured.table["dp, ε = 1/16, gold spans"]
    assert (tagged["lost"], tagged["interval error, days"], tagged["distance, km"]) == ("1.000", "–", "–")
    assert float(noisy["lost"]) == 0
    assert float(noisy["in order"]) + float(noisy["tied"]) == pytest.approx(1, abs=0.002)
    assert float(noisy["distance, km"].replace(",", "")) > 1


def test_towns_are_compared_in_joined_features(measured: Measured) -> None:
    assert measured.table["tag, gold spans"]["latitude, sd"] == "–"
    assert 0 < float(measured.table["dp, ε = 1/16, gold spans"]["latitude, sd"]) < 5
    assert "1 communes have no 'latitude'" in measured.everything


def test_gold_spans_are_the_annotated_ones(measured: Measured) -> None:
    gold = measured.objects[0]
    spans = [span for document in documents() for span in document.entities]
    assert (gold["spans"], gold["documents"]) == ("gold", 4)
    assert gold["places"]["towns"] + gold["places"]["unknown"] == sum(span.label in ("CITY", "ZIP") for span in spans)


def test_json_and_csv_tell_the_same_and_leave_the_undefined_empty(measured: Measured) -> None:
    assert [row["version"] for row in measured.lines] == [each["version"] for each in measured.objects]
    for row, each in zip(measured.lines, measured.objects, strict=True):
        assert float(row["bleu"]) == pytest.approx(each["bleu"], rel=1e-5)
    assert (measured.lines[0]["places_distance_km"], measured.objects[0]["places"]["distance_km"]) == ("", None)


def test_nothing_of_a_text_is_printed_or_written(measured: Measured) -> None:
    values = {
        document.text[span.start : span.end]
        for document in documents()
        for span in document.entities
        if span.label in ("LASTNAME", "FIRSTNAME", "CITY", "HOSPITAL", "BIRTHDATE") and len(span) > 3
    }
    assert len(values) > 10
    assert not [value for value in values if value in measured.everything]


def test_spans_that_overlap_are_told_by_their_document_before_anything_is_measured(
    tmp_path: Path, palimpseste: Run
) -> None:
    overlapping = [{"start": 0, "end": 9, "label": "LASTNAME"}, {"start": 4, "end": 12, "label": "CITY"}]
    texts = {"note-6": [], "note-7": overlapping}
    lines = [json.dumps({"id": id, "text": "Kerbiquet Vandrezanne", "entities": spans}) for id, spans in texts.items()]
    (tmp_path / "wrong.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    status, out, err = palimpseste("fidelity", "wrong.jsonl", "--policy", "tag", "--jobs", "1")
    assert (status, out) == (2, "")
    assert "wrong.jsonl: document 2, 'note-7': two spans overlap, from 0 to 9 and from 4 to 12" in err
    assert "Kerbi" not in err
    assert "Vandre" not in err
    assert palimpseste("fidelity", "wrong.jsonl", "--policy", "tag", "--jobs", "1", "--spans", "detected")[0] == 0


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (("--policy", "nothing"), "unknown policy 'nothing'"),
        (("--policy", "tag:1"), "no privacy budget"),
        (("--policy", "tag", "--features", "absent.csv"), "absent.csv: No such file"),
        (("--policy", "tag", "--spans", "gold"), "ask for --spans detected"),
    ],
)
def test_wrong_requests_are_refused(wrong: tuple[str, ...], message: str, tmp_path: Path, palimpseste: Run) -> None:
    (tmp_path / "bare.jsonl").write_text('{"id": "1", "text": "Toux."}\n', encoding="utf-8")
    status, out, err = palimpseste("fidelity", "bare.jsonl", *wrong)
    assert (status, out) == (2, "")
    assert message in err
