"""Two extractions of the same files mixed: no file twice, a share of the second, the same draw under one seed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.corpus.mixing import mixed
from palimpseste.document import Document
from palimpseste.errors import UsageError


def extraction(names: list[str], text: str) -> list[Document]:
    return [Document(name, text) for name in names]


NAMES = [f"note {number}" for number in range(50)]
BODY, FULL = extraction(NAMES, "corps"), extraction(NAMES, "en-tête et corps")


def test_a_tenth_of_the_same_files_is_of_the_second_extraction_and_none_is_there_twice() -> None:
    notes = mixed(BODY, FULL, 0.1, 7)
    assert sorted(note.id for note in notes) == sorted(NAMES)
    assert [note.text for note in notes] == ["corps"] * 45 + ["en-tête et corps"] * 5


def test_the_seed_decides_and_the_order_of_files_does_not() -> None:
    chosen = {note.id for note in mixed(BODY, FULL, 0.1, 7) if note.text != "corps"}
    assert chosen == {note.id for note in mixed(BODY[::-1], FULL[::-1], 0.1, 7) if note.text != "corps"}
    others = [{note.id for note in mixed(BODY, FULL, 0.1, seed) if note.text != "corps"} for seed in range(5)]
    assert len(set(map(frozenset, others))) > 1


def test_sets_of_different_files_give_as_many_as_the_share_allows() -> None:
    few = extraction(["other 1", "other 2"], "en-tête et corps")
    notes = mixed(BODY, few, 0.1, 7)
    # Two of 20 are a tenth; 24 would hold as many, since 2.4 is nearest to 2.
    assert [note.id for note in notes[-2:]] == ["other 1", "other 2"]
    assert len(notes) == 24


@given(
    st.sets(st.integers(0, 30), min_size=1),
    st.sets(st.integers(0, 30), min_size=1),
    st.floats(0.01, 0.99),
    st.integers(0, 3),
)
def test_every_mixture_holds_its_share(ours: set[int], theirs: set[int], share: float, seed: int) -> None:
    first, second = (extraction([str(n) for n in sorted(names)], text) for names, text in ((ours, "a"), (theirs, "b")))
    try:
        notes = mixed(first, second, share, seed)
    except UsageError:
        totals = range(1, len(ours | theirs) + 1)
        numbers = [(total, k) for total in totals for k in range(1, total) if abs(k - share * total) < 0.499]
        assert not [(total, k) for total, k in numbers if k <= len(theirs) and total - k <= len(ours)]
        return
    assert len({note.id for note in notes}) == len(notes)
    of_second = sum(note.text == "b" for note in notes)
    assert 0 < of_second < len(notes)
    assert abs(of_second - share * len(notes)) <= 0.5


@pytest.mark.parametrize(
    ("first", "second", "share", "message"),
    [
        (BODY, FULL, 0.0, "more than 0 and less than 1, got 0.0"),
        (BODY, FULL, 1.0, "more than 0 and less than 1, got 1.0"),
        ([*BODY, BODY[3]], FULL, 0.1, "document note 3 is twice in the first extraction"),
        (BODY, [FULL[4], FULL[4]], 0.1, "document note 4 is twice in the second extraction"),
        (BODY[:1], FULL[:1], 0.1, "1 and 1 documents hold no mixture of which 0.1 is of the second"),
        ([], FULL, 0.1, "0 and 50 documents hold no mixture"),
    ],
)
def test_what_cannot_be_mixed_is_refused(
    first: list[Document], second: list[Document], share: float, message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        mixed(first, second, share, 1)
