"""A replacer, its key and its drafts: nothing shows the key, and the same key gives the same text anywhere."""

from __future__ import annotations

import pickle
import subprocess
import sys
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from palimpseste.document import Document, Span
from palimpseste.errors import UsageError
from palimpseste.places import PlaceTable
from palimpseste.result import OffsetMap, Replacement
from palimpseste.surrogates import CohortKey, MasterKey, Policy, Replacer
from palimpseste.surrogates.keys import proof_of
from palimpseste.surrogates.replacer import KeylessReplacer

NOTES = Path(__file__).parent.parent / "data" / "surrogates.notes"


def test_the_same_key_gives_the_same_text_in_another_process(notes: list[Document], replacer: Replacer) -> None:
    program = (
        "import sys, hashlib; from pathlib import Path; from palimpseste.corpus.notes import read_notes;"
        "from palimpseste.surrogates import *;"
        "replacer = Replacer(MasterKey(bytes(range(32))).cohort('tests'), Policy.named('plausible'));"
        "notes = list(read_notes(Path(sys.argv[1])))[::-1];"
        "texts = [replacer(note, note.entities).text for note in notes][::-1];"
        "print(hashlib.sha256(repr(texts).encode()).hexdigest())"
    )
    run = subprocess.run([sys.executable, "-c", program, str(NOTES)], capture_output=True, text=True, check=True)
    import hashlib

    here = [replacer(note, note.entities).text for note in notes]
    assert run.stdout.strip() == hashlib.sha256(repr(here).encode()).hexdigest()


def test_a_replacer_does_not_show_its_key(replacer: Replacer) -> None:
    assert repr(replacer) == "Replacer(key=<masked>, policy='plausible')"


def test_a_pickle_of_a_replacer_holds_no_key_and_takes_the_same_one_again(key: CohortKey) -> None:
    replacer = Replacer(key, Policy.named("dp"))
    written = pickle.dumps(replacer)
    assert key.to_bytes() not in written
    bare = pickle.loads(written)
    document, spans = Document("1", "Mme Durand, 12/03/2021, Dijon"), [Span(4, 10, "LASTNAME"), Span(24, 29, "CITY")]
    with pytest.raises(UsageError, match="holds no key") as caught:
        bare(document, spans)
    assert "Durand" not in str(caught.value)
    with pytest.raises(UsageError, match="another key"):
        bare.with_key(MasterKey(bytes(32)).cohort("tests"))
    again = bare.with_key(key)
    assert again(document, spans) == replacer(document, spans)
    assert repr(again) == "Replacer(key=<masked>, policy='dp')"


def test_a_replacer_without_its_key_keeps_its_places(key: CohortKey) -> None:
    table = PlaceTable.bundled()
    function, parts = Replacer(key, Policy.named("dp"), table).__reduce__()
    assert function is KeylessReplacer
    assert parts == (proof_of(key), Policy.named("dp").to_mapping(), table)
    assert KeylessReplacer(*parts).with_key(key).__reduce__() == (function, parts)


def test_a_file_of_features_that_is_not_there_fails_before_any_document(key: CohortKey, tmp_path: Path) -> None:
    file = {"file": str(tmp_path / "none.csv"), "columns": [{"name": "rate"}]}
    values = {"default": "plausible", "labels": {"CITY": "exponential", "ZIP": "exponential"}}
    policy = Policy.from_mapping({**values, "places": {"features": file}})
    with pytest.raises(UsageError, match=r"none\.csv"):
        Replacer(key, policy)
    with pytest.raises(UsageError, match=r"none\.csv"):
        Replacer(key, policy, PlaceTable.bundled())


def test_what_a_draft_says_of_its_document(key: CohortKey) -> None:
    document = Document("n 7", "Mme Durand", type="CR-CONS", date=date(2021, 3, 12))
    spans = [Span(4, 10, "LASTNAME", "rules.title")]
    result = Replacer(key, Policy.named("tag"))(document, spans)
    assert (result.document_id, result.type, result.text) == ("n 7", "CR-CONS", "Mme [LASTNAME]")
    assert result.spans == (Span(4, 14, "LASTNAME", "rules.title"),)
    assert result.original_spans == tuple(spans)
    assert result.offsets == OffsetMap([Replacement(4, 10, 4, 14)])


@pytest.mark.parametrize(
    ("strategy", "expected"), [("keep", date(2021, 3, 12)), ("tag", None), ("shift", "moved"), ("plausible", "moved")]
)
def test_the_date_of_a_document_goes_with_the_dates_in_it(key: CohortKey, strategy: str, expected: object) -> None:
    policy = Policy.from_mapping({"default": "tag", "labels": {"DATE": strategy, "BIRTHDATE": strategy}})
    result = Replacer(key, policy)(Document("1", "vu", date=date(2021, 3, 12)), [])
    if expected == "moved":
        assert result.date is not None
        assert 184 <= abs((result.date - date(2021, 3, 12)).days) <= 349
    else:
        assert result.date == expected


def test_only_a_policy_with_a_budget_gives_a_ledger(key: CohortKey) -> None:
    for name, is_private in (("dp", True), ("plausible", False), ("tag", False)):
        assert (Replacer(key, Policy.named(name))(Document("1", "vu"), []).ledger is not None) is is_private


@pytest.mark.parametrize("strategy", ["mask", "tag", "numbered-tag", "keep"])
def test_a_body_that_gets_no_town_takes_no_part_of_the_budget(key: CohortKey, strategy: str) -> None:
    def spent(strategy: str) -> tuple[object, ...]:
        towns = {"CITY": "exponential", "ZIP": "exponential"}
        policy = Policy.from_mapping({"default": "plausible", "labels": {**towns, "HOSPITAL": strategy}})
        spans = [Span(0, 5, "CITY"), Span(7, 20, "HOSPITAL")]
        ledger = Replacer(key, policy)(Document("1", "Dijon, CHU de Beaune"), spans).ledger
        assert ledger is not None
        return ledger.entries

    assert spent("plausible") == (("CITY", "exponential", Fraction(1, 2), 2),)
    assert spent(strategy) == (("CITY", "exponential", Fraction(1), 1),)


def test_a_body_too_long_to_be_read_takes_no_part_of_the_budget(key: CohortKey) -> None:
    text = "Dijon, CHU de Beaune" + " " * 480 + "e"
    ledger = Replacer(key, Policy.named("dp"))(
        Document("1", text), [Span(0, 5, "CITY"), Span(7, len(text), "HOSPITAL")]
    ).ledger
    assert ledger is not None
    assert ledger.epsilon == Policy.named("dp").privacy.epsilon


def test_towns_are_drawn_from_the_table_that_is_given(key: CohortKey) -> None:
    names = {"Dijon", "Lens", "Metz", "Nevers", "Rouen", "Tours"}
    table = PlaceTable([commune for commune in PlaceTable.bundled().communes if commune.name in names])
    document, spans = Document("1", "Dijon"), [Span(0, 5, "CITY")]
    for policy in ("plausible", "dp"):
        assert Replacer(key, Policy.named(policy), table)(document, spans).text in names
