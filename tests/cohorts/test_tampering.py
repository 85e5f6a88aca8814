"""Whatever is done to the audit log or the register by somebody without the key is found."""

from __future__ import annotations

import json
import tempfile
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palimpseste.chained_log import canonical
from palimpseste.cohorts import CohortRegister, Verification, contents_of, verify
from palimpseste.cohorts.audit import audit_file_of, head_of
from palimpseste.errors import UsageError
from palimpseste.surrogates import MasterKey

KEY = MasterKey(b"0123456789abcdef0123456789abcdef")
LIFE = ("derive 2023", "derive 2024", "use 2023", "retire 2023", "use 2024", "destroy 2023", "derive 2025")


def lived(folder: Path) -> tuple[Path, bytes, list[str]]:
    """Return a register with a past, its sealing key and the lines of its log."""
    path = folder / "cohorts.json"
    register = CohortRegister(path, KEY)
    register.create()
    acts = {
        "derive": register.derive,
        "use": register.note_use,
        "retire": register.retire,
        "destroy": register.destroy,
    }
    for step in LIFE:
        act, name = step.split()
        acts[act](name)
    return path, register.sealing_key(), audit_file_of(path).read_text().splitlines()


@pytest.fixture(scope="module")
def past():
    with tempfile.TemporaryDirectory() as folder:
        yield lived(Path(folder))


def verified(past, lines, sealing_key=None, head=None):
    path, _, true_lines = past
    log = audit_file_of(path)
    log.write_text("".join(line + "\n" for line in lines))
    try:
        return verify(path, sealing_key, head)
    finally:
        log.write_text("".join(line + "\n" for line in true_lines))


def test_an_honest_past_has_no_flaw(past):
    _, key, lines = past
    assert verified(past, lines, key).flaws == ()
    assert verified(past, lines).flaws == ()


@settings(max_examples=40)
@given(st.lists(st.integers(0, len(LIFE) - 1), max_size=len(LIFE) + 2))
def test_any_removal_repetition_or_reordering_is_found_by_anybody(past, kept):
    flaws = verified(past, [past[2][index] for index in kept]).flaws
    assert bool(flaws) == (kept != list(range(len(LIFE))))


@settings(max_examples=40)
@given(st.integers(0, len(LIFE) - 1), st.data())
def test_any_edited_character_is_found_by_anybody(past, number, data):
    lines = list(past[2])
    position = data.draw(st.integers(0, len(lines[number]) - 1))
    character = data.draw(st.characters(min_codepoint=32, max_codepoint=126))
    edited = lines[number][:position] + character + lines[number][position + 1 :]
    is_same = edited == lines[number]
    lines[number] = edited
    assert bool(verified(past, lines).flaws) == (not is_same)


@settings(max_examples=40)
@given(
    st.integers(0, len(LIFE) - 1),
    st.sampled_from(["at", "who", "what", "cohort", "version", "seal"]),
    st.one_of(st.text(max_size=12), st.none(), st.integers()),
)
def test_who_edits_an_entry_and_rebuilds_the_chain_after_it_is_found(past, number, field, value):
    """The register still holds the last line; with it rewritten too, the seals do not hold."""
    path, key, lines = past
    entries = [json.loads(line) for line in lines]
    if entries[number][field] == value:
        return
    entries[number][field] = value
    forged, previous = [], ""
    register = json.loads(path.read_text())["register"]
    for entry in entries:
        entry["previous"] = head_of(register, previous)
        previous = canonical(entry)
        forged.append(previous)
    assert verified(past, forged).flaws

    true_register = path.read_text()
    values = json.loads(true_register)
    values["log"] = {"entries": len(forged), "last": forged[-1]}
    path.write_text(json.dumps(values))
    try:
        assert verified(past, forged, key).flaws
    finally:
        path.write_text(true_register)


@settings(max_examples=40)
@given(st.integers(0, len(LIFE) - 1))
def test_a_log_cut_at_its_end_is_found_by_anybody(past, length):
    assert verified(past, past[2][:length]).flaws


@pytest.mark.parametrize(
    "edit",
    [
        lambda values: values["cohorts"][1].update(state="retired"),
        lambda values: values["cohorts"].pop(1),
        lambda values: values["cohorts"].reverse(),
        lambda values: values["cohorts"][1].update(since="2020-01-01T00:00:00+00:00"),
        lambda values: values["cohorts"][1].update(key=values["cohorts"][2]["key"]),
        lambda values: values["log"].update(entries=6),
        lambda values: values.update(seal="0" * 64),
        lambda values: values.update(seal="é"),
    ],
    ids=["state", "removal", "order", "date", "key", "count", "seal", "seal that is no hexadecimal"],
)
def test_an_edited_register_is_refused_and_found(tmp_path, edit):
    path, key, _ = lived(tmp_path)
    values = json.loads(path.read_text())
    edit(values)
    path.write_text(json.dumps(values))
    with pytest.raises(UsageError, match="seal does not hold"):
        CohortRegister(path, KEY).note_use("2024")
    assert verify(path, key).flaws


def test_a_state_that_is_not_what_the_log_tells_is_found_by_anybody(tmp_path):
    path, _, _ = lived(tmp_path)
    values = json.loads(path.read_text())
    values["cohorts"][1]["state"] = "retired"
    path.write_text(json.dumps(values))
    assert verify(path).flaws == ("cohort '2024' is retired in the register and active in the log",)


def test_both_files_put_back_are_found_by_the_head_noted_elsewhere(tmp_path):
    path, key, _ = lived(tmp_path)
    log = audit_file_of(path)
    old = path.read_bytes(), log.read_bytes()
    early = verify(path, key).head
    CohortRegister(path, KEY).destroy("2024")
    late = verify(path, key).head
    assert verify(path, key, early).flaws == ()
    path.write_bytes(old[0])
    log.write_bytes(old[1])
    assert verify(path, key).flaws == ()  # the files alone cannot tell
    (flaw,) = verify(path, key, late).flaws
    assert "did not go through the head" in flaw


@pytest.mark.parametrize("content", [None, "", "rien\n"], ids=["lost", "emptied", "replaced"])
def test_a_log_that_is_lost_stops_every_change(tmp_path, content):
    path, _, _ = lived(tmp_path)
    log = audit_file_of(path)
    log.unlink()
    if content is not None:
        log.touch(0o600)
        log.write_text(content)
    before = path.read_bytes()
    with pytest.raises(UsageError, match="does not end as"):
        CohortRegister(path, KEY).note_use("2024")
    assert path.read_bytes() == before
    assert verify(path).flaws


def test_the_log_says_who_when_what_and_no_key(tmp_path):
    path, key, lines = lived(tmp_path)
    entries = [json.loads(line) for line in lines]
    assert [f"{entry['what']} {entry['cohort']}" for entry in entries] == list(LIFE)
    assert {frozenset(entry) for entry in entries} == {
        frozenset({"entry", "at", "who", "what", "cohort", "version", "previous", "seal"})
    }
    cohort_key, _ = CohortRegister(path, KEY).key_of("2024")
    for secret in (cohort_key.to_bytes(), KEY.to_bytes(), key):
        for file in (path, audit_file_of(path)):
            assert secret not in file.read_bytes()
            assert secret.hex() not in file.read_text()


def test_what_is_wrong_is_named_with_its_line(past):
    path, _, lines = past
    log = audit_file_of(path)
    assert verified(past, [*lines[:2], "{", *lines[3:]]).flaws == ("line 3 is no entry",)
    assert verified(past, lines[:-1]).flaws == (
        "the last line of the log is missing, as after a kill; the next command writes it again",
    )
    assert verified(past, lines[:-2]).flaws == (
        f"the log ends after {len(LIFE) - 2} lines otherwise than the register says, which counts {len(LIFE)}",
    )
    log.write_text("".join(line + "\n" for line in lines) + '{"at"')
    try:
        assert verify(path).flaws == (f"the log ends in the middle of line {len(LIFE) + 1}, as after a kill",)
        log.write_text("".join(line + "\n" for line in [*lines[:2], "{", *lines[3:]]) + '{"at"')
        assert verify(path).flaws == ("line 3 is no entry", "the log ends in the middle of line 3, as after a kill")
    finally:
        log.write_text("".join(line + "\n" for line in lines))


def test_a_head_noted_earlier_is_one_the_log_went_through(past):
    path, key, lines = past
    register = json.loads(path.read_text())["register"]
    for noted in ("", *lines):
        found = verified(past, lines, key, head_of(register, noted))
        assert (found.entries, found.head, found.flaws) == (len(LIFE), head_of(register, lines[-1]), ())
    other = verified(past, lines, key, head_of("another register", ""))
    assert other.flaws == ("the log did not go through the head that was noted: register and log were both replaced",)


def test_a_cohort_says_since_when_it_is_what_it_is(past):
    path, _, lines = past
    entries = [json.loads(line) for line in lines]
    times = {entry["cohort"]: entry["at"] for entry in entries if entry["what"] != "use"}
    cohorts = contents_of(path).cohorts
    assert {cohort.name: cohort.state for cohort in cohorts} == {
        "2023": "destroyed", "2024": "active", "2025": "active",
    }  # fmt: skip
    assert {cohort.name for cohort in cohorts} == set(times)
    for cohort in cohorts:
        assert abs(datetime.fromisoformat(cohort.since) - datetime.fromisoformat(times[cohort.name])).seconds < 5


def test_a_register_that_is_not_there_says_how_one_is_made(tmp_path):
    path = tmp_path / "none.json"
    with pytest.raises(UsageError, match=f"{path}: no such register; palimpseste cohort derive makes one"):
        verify(path)


def test_the_time_of_an_entry_is_universal(past):
    for line in past[2]:
        at = datetime.fromisoformat(json.loads(line)["at"])
        assert at.utcoffset() == timedelta(0)
        assert at.microsecond == 0


def test_the_line_whose_seal_does_not_hold_is_named(past):
    flaws = verified(past, past[2], b"another sealing key, 32 bytes...").flaws
    assert flaws == ("the seal of the register does not hold", "the seal of line 1 does not hold")


def test_a_register_that_nothing_was_done_to_has_no_flaw(tmp_path):
    path = tmp_path / "cohorts.json"
    register = CohortRegister(path, KEY)
    register.create()
    identifier = json.loads(path.read_text())["register"]
    assert verify(path, register.sealing_key()) == Verification(0, head_of(identifier, ""), ())


@pytest.mark.parametrize(
    ("edit", "flaws"),
    [
        (
            lambda cohorts: cohorts.append({"name": "2026", "state": "active", "since": "", "key": "AAAA"}),
            ("cohort '2026' is active in the register and unknown in the log",),
        ),
        (lambda cohorts: cohorts.pop(1), ("cohort '2024' of the log is not in the register",)),
        (lambda cohorts: cohorts[1].update(key=None), ("cohort '2024' is active and has no key",)),
        (lambda cohorts: cohorts[0].update(key="AAAA"), ("cohort '2023' is destroyed and has a key",)),
        (
            lambda cohorts: (cohorts[2].update(state="destroyed"), cohorts.pop(0)),
            (
                "cohort '2025' is destroyed in the register and active in the log",
                "cohort '2023' of the log is not in the register",
                "cohort '2025' is destroyed and has a key",
            ),
        ),
    ],
    ids=["unknown", "lost", "no key", "key of a tombstone", "several"],
)
def test_a_register_that_is_not_what_its_log_tells_is_named_in_words(tmp_path, edit, flaws):
    path, key, _ = lived(tmp_path)
    values = json.loads(path.read_text())
    edit(values["cohorts"])
    path.write_text(json.dumps(values))
    assert verify(path).flaws == flaws
    assert verify(path, key).flaws == (*flaws, "the seal of the register does not hold")


def test_what_does_not_follow_is_named_once_and_the_states_not_told(past):
    """Where the log has a flaw, its end is not that of the register, which goes without saying."""
    _, key, lines = past
    found = verified(past, [*lines[:2], *lines[3:]], key)
    assert found.flaws == ("line 3 does not follow from the lines before it",)
    assert (found.entries, found.head) == (2, sha256(lines[1].encode()).hexdigest())


def test_the_first_seal_that_does_not_hold_is_named_though_the_chain_does(past):
    path, key, lines = past
    entries = [json.loads(line) for line in lines]
    entries[3]["seal"] = entries[4]["seal"] = None
    forged, previous = [], ""
    for entry in entries:
        entry["previous"] = head_of(json.loads(path.read_text())["register"], previous)
        previous = canonical(entry)
        forged.append(previous)
    end = f"the log ends after {len(LIFE)} lines otherwise than the register says, which counts {len(LIFE)}"
    assert verified(past, forged, key).flaws == (end, "the seal of line 4 does not hold")
