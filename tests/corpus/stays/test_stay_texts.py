"""What holds of every simulated stay."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from palimpseste.corpus.splits import SPLITS, Split
from palimpseste.corpus.stays import Stay, generate_stays
from palimpseste.corpus.stays.phrases import Phrasing
from palimpseste.corpus.stays.profiles import chapter_of
from palimpseste.corpus.stays.slots import StayValues
from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.errors import UsageError

PLACEHOLDER = re.compile(r"[{}\[\]~|]|\(\?")
SLIP = re.compile(r"\b(?:de le|à le|de les|à les|de du|de de|à à)\b|\bde [aeiouéèêâîô]|\b(\w{2,}) \1\b|\.\.| ,", re.I)


def without_values(stay: Stay) -> str:
    """All the text of a stay, each gold span replaced by one sign."""
    found = []
    for document in stay.documents:
        end = 0
        for span in document.entities:
            found += [document.text[end : span.start], "§"]
            end = span.end
        found.append(document.text[end:] + "\n")
    return "".join(found)


def test_stays_are_about_as_long_as_those_of_the_literature(simulated_stays: list[Stay]) -> None:
    words = [sum(len(document.text.split()) for document in stay.documents) for stay in simulated_stays]
    assert 680 <= sum(words) / len(words) <= 820


def test_a_few_hundred_stays_bear_many_codes_in_a_long_tail(simulated_stays: list[Stay]) -> None:
    counts = Counter(code for stay in simulated_stays for code in stay.codes)
    assert len(counts) >= 180
    assert len({chapter_of(code) for code in counts}) >= 18
    assert sum(count == 1 for count in counts.values()) > 0.25 * len(counts)


def test_stays_are_a_function_of_the_seed(simulated_stays: list[Stay]) -> None:
    again = list(generate_stays(stays=20, seed=7))
    assert [stay.to_mapping() for stay in again] == [stay.to_mapping() for stay in simulated_stays[:20]]
    other = next(iter(generate_stays(stays=1, seed=8)))
    assert other.to_mapping() != simulated_stays[0].to_mapping()


def test_no_slot_is_left(simulated_stays: list[Stay]) -> None:
    for stay in simulated_stays:
        assert not PLACEHOLDER.search(without_values(stay)), stay.id


def test_words_agree_and_are_not_doubled(simulated_stays: list[Stay]) -> None:
    for stay in simulated_stays:
        slip = SLIP.search(without_values(stay))
        assert slip is None, (stay.id, slip.group())


def test_each_gold_span_is_a_value_of_the_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    issued: set[tuple[str, str]] = set()
    original = StayValues.of

    def recorded(self: StayValues, name: str, key: str, form: str) -> str:
        value = original(self, name, key, form)
        issued.add((name, value))
        # « à » takes the article of a town: « au Mans ».
        issued.add((name, re.sub(r"^les? ", "", value, flags=re.IGNORECASE)))
        return value

    monkeypatch.setattr(StayValues, "of", recorded)
    for stay in generate_stays(stays=25, seed=3):
        for document in stay.documents:
            assert document.entities
            for span in document.entities:
                assert (span.label, document.text[span.start : span.end]) in issued


def test_the_patient_of_the_text_is_that_of_the_record(simulated_stays: list[Stay]) -> None:
    for stay in simulated_stays[:100]:
        named = "".join(document.text for document in stay.documents)
        assert stay.patient.lastname.lower() in named.lower()
        assert stay.patient.firstname.lower() in named.lower()


def test_documents_stand_within_the_stay(simulated_stays: list[Stay]) -> None:
    for stay in simulated_stays:
        assert len(stay.documents) >= 2
        first, last = stay.documents[0], stay.documents[-1]
        assert first.type == "CR-URGE"
        assert last.type in ("CRH-HOSPI", "LT-SOR")
        assert all(first.date <= one.date <= last.date for one in stay.documents)  # type: ignore[operator] # all are dated


def test_codes_are_told_once_and_have_their_dependence(simulated_stays: list[Stay]) -> None:
    for stay in simulated_stays:
        assert stay.codes
        assert len(set(stay.codes)) == len(stay.codes)
        assert list(stay.depends_on) == list(stay.codes)


def test_patients_stand_in_one_split(simulated_stays: list[Stay]) -> None:
    splits: dict[str, set[str]] = {}
    for stay in simulated_stays:
        splits.setdefault(stay.id.split("-")[0], set()).add(stay.split)
    assert all(len(found) == 1 for found in splits.values())
    assert {split for found in splits.values() for split in found} == {"train", "dev", "test"}
    assert any(stay.id.endswith("-2") for stay in simulated_stays)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_the_share_of_cases_is_a_parameter(share: float) -> None:
    first = [stay for stay in generate_stays(stays=30, seed=2, dependent_share=share) if stay.id.endswith("-1")]
    assert all(bool(stay.case) is (share == 1.0) for stay in first)


@pytest.mark.parametrize(("stays", "share"), [(0, 0.3), (5, 1.2), (5, -0.1)])
def test_parameters_out_of_range_are_refused(stays: int, share: float) -> None:
    with pytest.raises(UsageError):
        generate_stays(stays=stays, seed=1, dependent_share=share)


def test_cases_may_be_chosen() -> None:
    stays = generate_stays(stays=40, seed=3, dependent_share=1.0, among=("stroke", "flu"))
    assert {stay.case for stay in stays} - {""} == {"stroke", "flu"}
    with pytest.raises(UsageError, match="unknown case 'stork'"):
        generate_stays(stays=1, seed=3, among=("stork",))


@pytest.mark.parametrize("split", ["dev", "test"])
def test_what_is_kept_for_a_split_stands_in_no_other(split: Split) -> None:
    phrases = ["one", "two", "three", "four", "five", "six"]
    kept = {"dev": "five", "test": "six"}
    said = {of: {_phrasing(of, number).phrase(phrases) for number in range(200)} for of in SPLITS}
    assert [of for of in SPLITS if kept[split] in said[of]] == [split]
    assert {"one", "two", "three", "four"} <= set.intersection(*said.values())


def _phrasing(split: Split, number: int) -> Phrasing:
    return Phrasing(Chance("phrases", number), "f", split)


def test_a_stay_shows_nothing_of_its_text(simulated_stays: list[Stay]) -> None:
    assert simulated_stays[0].patient.lastname not in repr(simulated_stays[0])
