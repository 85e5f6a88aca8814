"""Notes that differ in one value, and what is found in them."""

from __future__ import annotations

import random
from datetime import date

import pytest

from palimpseste.deidentifier import Deidentifier
from palimpseste.detection.choice import DetectorChoice
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Document, Patient, Span
from palimpseste.evaluation.neighbours import Neighbour, compared, neighbours_of, neighbours_table
from palimpseste.places import PlaceTable

TABLE = PlaceTable.bundled()
TEXT = (
    "Née le 04/05/1950. Vue le 12/03/2021 à Dijon, revue le 12 mars 2021, âgée de 70 ans ; sœur de 66 ans. "
    "Suivie à Dijon."
)
SPANS = tuple(
    Span(start, start + len(value), label, "by hand")
    for value, label, start in (
        ("04/05/1950", "BIRTHDATE", 7),
        ("12/03/2021", "DATE", 26),
        ("Dijon", "CITY", 39),
        ("12 mars 2021", "DATE", 55),
        ("70 ans", "AGE", 77),
        ("66 ans", "AGE", 94),
        ("Dijon", "CITY", 111),
    )
)


def neighbours(text: str = TEXT, spans: tuple[Span, ...] = SPANS, **document: object) -> dict[str, list[Neighbour]]:
    found: dict[str, list[Neighbour]] = {}
    for each in neighbours_of(Document("a", text, **document), spans, TABLE, random.Random(1)):
        found.setdefault(each.kind, []).append(each)
    return found


def test_spans_of_the_test_stand_where_they_say() -> None:
    assert [TEXT[span.start : span.end] for span in SPANS] == [
        "04/05/1950", "12/03/2021", "Dijon", "12 mars 2021", "70 ans", "66 ans", "Dijon",
    ]  # fmt: skip


def test_a_value_is_another_wherever_it_stands_and_all_else_is_the_same() -> None:
    patient = Patient(birthdate="1950-05-04", city="DIJON")
    found = neighbours(patient=patient, date=date(2021, 3, 12))
    assert {kind: len(each) for kind, each in found.items()} == {"BIRTHDATE": 1, "DATE": 1, "AGE": 1, "CITY": 1}

    (birth,), (stay,), (age,), (town,) = (found[kind] for kind in ("BIRTHDATE", "DATE", "AGE", "CITY"))
    text = birth.document.text
    assert text in (TEXT.replace("04/05/1950", day) for day in ("03/05/1950", "05/05/1950"))
    assert birth.document.patient.birthdate == "-".join(reversed(text[7:17].split("/")))
    assert stay.document.text in (
        TEXT.replace("12/03/2021", f"{day}/03/2021").replace("12 mars", f"{day} mars") for day in (11, 13)
    )
    assert stay.document.date == date(2021, 3, int(stay.document.text[26:28]))
    # That of 70 years follows from the date of birth.
    assert age.document.text in (TEXT.replace("66 ans", f"{years} ans") for years in (65, 67))
    name = town.document.text[39 : town.changed[0].end]
    assert town.document.text == TEXT.replace("Dijon", name)
    assert (name != "Dijon", town.document.patient.city) == (True, name.upper())

    for each in (birth, stay, age, town):
        shown = [each.document.text[span.start : span.end] for span in each.unchanged]
        kept = [TEXT[s.start : s.end] for s in SPANS if TEXT[s.start : s.end] in shown]
        assert shown == kept
        assert len(each.unchanged) + len(each.changed) == len(SPANS)


def test_values_next_to_each_other_and_towns_after_which_something_is_named_are_left_out() -> None:
    text = "Vus le 12/03/2021 et le 13/03/2021, puis à Dijon (CHU de Dijon)."
    spans = (Span(7, 17, "DATE"), Span(24, 34, "DATE"), Span(43, 48, "CITY"))
    for seed in range(20):
        pairs = list(neighbours_of(Document("a", text), spans, TABLE, random.Random(seed)))
        assert all("Dijon (CHU de Dijon)" in pair.document.text for pair in pairs)
        assert len({pair.document.text for pair in pairs if "12/03/2021" in pair.document.text}) <= 1
        for pair in pairs:
            days = [pair.document.text[span.start : span.end] for span in sorted((*pair.unchanged, *pair.changed))[:2]]
            assert days in (["11/03/2021", "13/03/2021"], ["12/03/2021", "14/03/2021"])


class OddDays:
    """Finds dates of odd days, and of notes that hold one the word « et »."""

    name = "odd"

    def __call__(self, tokens: Tokens, patient: Patient) -> list[Span]:
        text = tokens.view.text
        starts = [place for place in (4, 20) if text[place : place + 2].isdigit()]
        found = [Span(place, place + 10, "DATE", "odd") for place in starts if int(text[place + 1]) % 2]
        return sorted([*found, *([Span(15, 17, "LASTNAME", "odd")] if found else [])])


def test_what_is_found_otherwise_is_counted_where_the_value_stands_and_elsewhere() -> None:
    notes = [Document("a", "Le  13/03/2021 et   25/03/2021"), Document("b", "Le  13/03/2021 et   24/03/2021")]
    first, last = (
        {kind: (each.pairs, each.there, each.elsewhere) for kind, each in counts.items()}
        for counts in compared(Deidentifier([OddDays()]), notes, TABLE)
    )
    # Of the first note both dates become even ones, and the other is odd still; of the second one date was found.
    assert first["DATE"] == (2, 2, 0)
    assert last["DATE"] == (3, 3, 1)
    assert last["AGE"] == last["CITY"] == last["BIRTHDATE"] == (0, 0, 0)


@pytest.mark.parametrize("show", [0, 1])
def test_the_command_prints_counts_and_nothing_of_a_note(show: int, palimpseste, tmp_path) -> None:
    (tmp_path / "notes.jsonl").write_text(f'{{"id": "a", "text": "{TEXT}"}}\n')
    status, said, _ = palimpseste("privacy", "neighbours", "notes.jsonl", "--show", show)
    assert status == 0
    assert said.splitlines()[0].startswith("| value | pairs |")
    (line,) = (line for line in said.splitlines() if line.startswith("| all |"))
    expected = list(compared(Deidentifier.detecting(DetectorChoice()), [Document("a", TEXT)], TABLE))[-1]
    assert int(line.split("|")[2]) == sum(each.pairs for each in expected.values()) >= 4
    assert neighbours_table(expected, show) == said
    assert "Dijon" not in said
