"""A journal holds no secret, and is what its last whole line says wherever it was cut."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste import __version__
from palimpseste.engines.run.journal import Checkpoint, Journal, fingerprint_of
from palimpseste.engines.run.tally import Tally
from palimpseste.errors import UsageError

KEY = b"k" * 32
SETTINGS = {"policy": {"b": 1, "a": [2]}, "cohort": "Zorglub"}
LINES = [Checkpoint(0, 3, 70, 0, Tally(documents=3)), Checkpoint(1, 0, 9, 40, Tally(documents=5, quarantined=1))]


@pytest.fixture
def journal(tmp_path):
    opened = []

    def open_it() -> Journal:
        for before in opened:
            before.close()
        opened.append(Journal(tmp_path / "journal.jsonl"))
        return opened[-1]

    yield open_it
    opened[-1].close()


def test_a_setting_changes_its_own_digest_and_a_key_all() -> None:
    first = fingerprint_of(KEY, SETTINGS)
    assert first == fingerprint_of(KEY, {"cohort": "Zorglub", "policy": {"a": [2], "b": 1}})
    assert list(first) == ["version", "key", "policy", "cohort"]
    assert first["version"] == __version__
    digests = [first[name] for name in ("key", "policy", "cohort")]
    assert all(re.fullmatch("[0-9a-f]{32}", digest) for digest in digests)
    assert len(set(digests)) == 3
    other = fingerprint_of(KEY, {**SETTINGS, "cohort": "Zorglube"})
    assert {name for name in first if first[name] != other[name]} == {"cohort"}
    other = fingerprint_of(b"z" * 32, SETTINGS)
    assert {name for name in first if first[name] != other[name]} == {"key", "policy", "cohort"}
    # Two settings of one value have nothing in common to be seen.
    same = fingerprint_of(KEY, {"a": 1, "b": 1})
    assert same["a"] != same["b"]


def test_a_checkpoint_is_read_back() -> None:
    for checkpoint in LINES:
        assert Checkpoint.from_json(checkpoint.to_json().encode()) == checkpoint


def test_a_new_journal_says_nothing_and_is_its_owner_s(journal, tmp_path) -> None:
    opened = journal()
    assert opened.fingerprint is None
    assert (opened.last.source, opened.last.entries, opened.last.tally.documents) == (0, 0, 0)
    assert (tmp_path / "journal.jsonl").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "content", [b"garbage\n", b"[1]\n", b'{"fingerprint": [1]}\n', b'{"other": {}}\n', b'{"fingerprint": {}}']
)
def test_what_no_run_began_has_no_settings(journal, tmp_path, content) -> None:
    (tmp_path / "journal.jsonl").write_bytes(content)
    assert journal().fingerprint is None


def test_a_line_that_is_broken_is_passed_over(journal, tmp_path) -> None:
    first, second = (checkpoint.to_json().encode() for checkpoint in LINES)
    for broken in (b"{", b"[]", b'{"position": [1]}', b'{"position": [1, 2, 3, 4]}', b"7", b""):
        (tmp_path / "journal.jsonl").write_bytes(b"\n".join([b'{"fingerprint": {}}', first, second, broken, b""]))
        assert journal().last == LINES[1]


def test_a_journal_goes_on_behind_its_last_whole_line_wherever_it_was_cut(journal, tmp_path) -> None:
    path = tmp_path / "journal.jsonl"
    opened = journal()
    opened.begin({"key": "k"})
    for checkpoint in LINES:
        opened.add(checkpoint)
    whole = path.read_bytes()
    ends = [index + 1 for index, byte in enumerate(whole) if byte == 10]
    for cut in range(len(whole) + 1):
        path.write_bytes(whole[:cut])
        opened = journal()
        lines = sum(end <= cut for end in ends)
        assert opened.fingerprint == ({"key": "k"} if lines else None)
        assert opened.last.entries == (0, 0, 3, 0)[lines]
        assert opened.last.source == (0, 0, 0, 1)[lines]
        if lines:
            opened.resume()
            opened.add(LINES[1])
            assert path.read_bytes() == whole[: ends[lines - 1]] + whole[ends[1] :]


def test_what_begins_anew_forgets_what_was_there(journal, tmp_path) -> None:
    opened = journal()
    opened.begin({"key": "first"})
    opened.add(LINES[0])
    opened.begin({"key": "second"})
    again = journal()
    assert again.fingerprint == {"key": "second"}
    assert again.last.entries == 0


def test_one_run_alone_holds_a_journal(tmp_path) -> None:
    path = tmp_path / "journal.jsonl"
    first = Journal(path)
    with pytest.raises(UsageError, match=re.escape(f"another run is writing these results (it holds {path})")):
        Journal(path)
    first.close()
    Journal(path).close()


@given(st.lists(st.integers(0, 10**12), min_size=4, max_size=4), st.integers(0, 10**6))
def test_any_checkpoint_is_read_back(position, documents) -> None:
    checkpoint = Checkpoint(*position, Tally(documents=documents))
    assert Checkpoint.from_json(checkpoint.to_json().encode()) == checkpoint
