"""A register is written in one way, and what is not written so is read as none."""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import replace

import pytest

from palimpseste.chained_log import canonical, seal_of
from palimpseste.cohorts.contents import Cohort, Contents, check_name
from palimpseste.errors import UsageError

ACTIVE = Cohort("2024", "active", "2026-01-31T08:00:00+00:00", "a2V5")
DESTROYED = Cohort("2023", "destroyed", "2026-01-30T08:00:00+00:00", None)
CONTENTS = Contents("9f", {"kind": "key file"}, "c2VhbA==", (ACTIVE, DESTROYED), 3, '{"entry":3}', "5ea1")
FILE = b"""{
 "format": "palimpseste-cohorts-1",
 "register": "9f",
 "scheme": {
  "kind": "key file"
 },
 "sealing": "c2VhbA==",
 "cohorts": [
  {
   "name": "2024",
   "state": "active",
   "since": "2026-01-31T08:00:00+00:00",
   "key": "a2V5"
  },
  {
   "name": "2023",
   "state": "destroyed",
   "since": "2026-01-30T08:00:00+00:00",
   "key": null
  }
 ],
 "log": {
  "entries": 3,
  "last": "{\\"entry\\":3}"
 },
 "seal": "5ea1"
}
"""
SEALED = (
    b'{"cohorts":[{"key":"a2V5","name":"2024","since":"2026-01-31T08:00:00+00:00","state":"active"},'
    b'{"key":null,"name":"2023","since":"2026-01-30T08:00:00+00:00","state":"destroyed"}],'
    b'"format":"palimpseste-cohorts-1","log":{"entries":3,"last":"{\\"entry\\":3}"},"register":"9f",'
    b'"scheme":{"kind":"key file"},"sealing":"c2VhbA=="}'
)


def test_a_register_is_written_as_documented_and_read_back() -> None:
    assert CONTENTS.to_bytes() == FILE
    assert Contents.from_bytes(FILE, "r") == CONTENTS


@pytest.mark.parametrize(
    "edit",
    [
        lambda values: values.update(format="palimpseste-cohorts-2"),
        lambda values: values.pop("format"),
        lambda values: values.update(scheme="key file"),
        lambda values: values.pop("sealing"),
        lambda values: values.update(cohorts=None),
        lambda values: values.update(cohorts=["2024"]),
        lambda values: values["cohorts"][0].pop("since"),
        lambda values: values["cohorts"][0].update(name=2024),
        lambda values: values["cohorts"][0].update(since=None),
        lambda values: values["cohorts"][0].update(key=1),
        lambda values: values["cohorts"][0].update(state="living"),
        lambda values: values["log"].update(entries="three"),
        lambda values: values["log"].update(entries="3"),
        lambda values: values["log"].update(entries=3.0),
        lambda values: values.update(register=9),
        lambda values: values["log"].pop("last"),
        lambda values: values.pop("seal"),
    ],
)
def test_what_lacks_a_part_or_has_another_is_no_register(edit) -> None:
    values = json.loads(FILE)
    edit(values)
    with pytest.raises(UsageError, match=r"^r is no register of cohorts, or is damaged$"):
        Contents.from_bytes(json.dumps(values).encode(), "r")


def test_what_is_sealed_is_written_in_one_way() -> None:
    assert canonical({"b": [1, None], "a": "é"}) == '{"a":"\\u00e9","b":[1,null]}'
    assert seal_of(b"key", {"b": 1, "a": 2}) == hmac.new(b"key", b'{"a":2,"b":1}', hashlib.sha256).hexdigest()


def test_the_seal_is_of_all_but_itself() -> None:
    sealed = CONTENTS.sealed(b"key")
    assert sealed == replace(CONTENTS, seal=hmac.new(b"key", SEALED, hashlib.sha256).hexdigest())
    assert sealed.is_sealed_by(b"key")
    assert not sealed.is_sealed_by(b"kez")
    for changed in (
        {"register": "9e"},
        {"scheme": {"kind": "passphrase"}},
        {"sealing": "c2VhbB=="},
        {"cohorts": (ACTIVE,)},
        {"entries": 4},
        {"last_line": ""},
        {"seal": sealed.seal.upper()},
    ):
        assert not replace(sealed, **changed).is_sealed_by(b"key"), changed


def test_a_new_cohort_comes_last_and_a_changed_one_keeps_its_place() -> None:
    new, changed = Cohort("2025", "active", "", "bmV3"), replace(ACTIVE, state="retired")
    assert CONTENTS.with_cohort(new) == replace(CONTENTS, cohorts=(ACTIVE, DESTROYED, new))
    assert CONTENTS.with_cohort(changed) == replace(CONTENTS, cohorts=(changed, DESTROYED))
    assert (CONTENTS.cohort("2023"), CONTENTS.cohort("2025")) == (DESTROYED, None)


def test_a_cohort_is_shown_without_its_key() -> None:
    assert repr(ACTIVE) == "Cohort(name='2024', state='active', since='2026-01-31T08:00:00+00:00')"


@pytest.mark.parametrize("name", ["x", "x" * 100, "Équipe 2"])
def test_a_name_has_one_to_a_hundred_characters(name) -> None:
    check_name(name)
