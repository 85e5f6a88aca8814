"""Whatever is wrong in a settings file is refused with the file, the key in its table, and what is allowed there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

import pytest
from msgspec import Meta

from palimpseste.configuration import Configuration
from palimpseste.errors import UsageError
from palimpseste.omop.mapping import MappedTable, SiteMapping
from palimpseste.settings_files import OpenTable, Where, check_settings, read_toml, settings_of
from palimpseste.surrogates.policy.policy import Policy
from palimpseste.training.encoder.settings import Settings


def omop_of(path: Path) -> SiteMapping:
    return SiteMapping.from_mapping(Configuration.read(path).omop)


def policy_of(path: Path) -> Policy:
    return Policy.named(str(path))


def recipe_of(path: Path) -> Settings:
    return Settings.from_recipe(str(path))


Reader = Callable[[Path], object]
READERS = {"configuration": Configuration.read, "omop": omop_of, "policy": policy_of, "recipe": recipe_of}
FEATURES = '[places.features]\nfile = "a.csv"\ncolumns = [{ name = "a", '

# What is wrong; what reads it; the key with its table; what was found; what is allowed.
WRONG = [
    ("polcy = 'dp'", Configuration.read, "polcy", "unknown key (did you mean 'policy'?)", "policy, cohort, workers"),
    ("key_file = 'k'", Configuration.read, "key_file", "unknown key (did you mean 'key-file'?)", "policy, cohort"),
    ("workers = '4'", Configuration.read, "workers", "a string", "a whole number of 1 or more"),
    ("workers = 0", Configuration.read, "workers", "0", "a whole number of 1 or more"),
    ("deadline = 0", Configuration.read, "deadline", "0", "a number above 0"),
    ("workers = true", Configuration.read, "workers", "true", "a whole number of 1 or more"),
    ("threshold = 1.0", Configuration.read, "threshold", "1.0", "a number above 0 and below 1"),
    ("recall = 1.5", Configuration.read, "recall", "1.5", "a number above 0 and up to 1"),
    ("detectors = 'rules'", Configuration.read, "detectors", "a string", "a list of strings"),
    ("detectors = ['rules', 3]", Configuration.read, "detectors, item 2", "3", "a string"),
    ("key-file = 2024-01-01", Configuration.read, "key-file", "a date", "a path"),
    ("columns = 'text'", Configuration.read, "[columns]", "a string", "a table"),
    ("[columns]\nkeeps = []", Configuration.read, "[columns] keeps", "unknown key (did you mean 'keep'?)", "text, id"),
    ("[columns]\nkeep = 'a'", Configuration.read, "[columns] keep", "a string", "a list of strings"),
    ("[columns]\nid = 1.5", Configuration.read, "[columns] id", "1.5", "a string"),
    ("[site-patterns]\nNOM = ['x']", Configuration.read, "[site-patterns] NOM", "unknown key", "FIRSTNAME, LASTNAME"),
    ("[site-patterns]\nSSN = 'x'", Configuration.read, "[site-patterns] SSN", "a string", "a list of strings"),
    ("omop = 3", omop_of, "omop", "3", "a table"),
    ("[omop]\nvisit = {}", omop_of, "[omop] visit", "unknown key (did you mean 'visits'?)", "keep, identity, visits"),
    ("[omop]\nkeep = ['a']", omop_of, "[omop] keep, item 1", "a string", "a column as 'table.column'"),
    ("[omop.identity]\nlastname = 'n'", omop_of, "[omop.identity] table", "nothing", "a string that is not empty"),
    ("[omop.visits]\ntable = ''", omop_of, "[omop.visits] table", "an empty string", "a string that is not empty"),
    ("[omop.visits]\ntable = 't'\nrequired = 1", omop_of, "[omop.visits] required", "1", "true or false"),
    ("colour = 1", policy_of, "colour", "unknown key", "name, description, default, labels"),
    ("default = 'plausable'", policy_of, "default", "'plausable'", "plausible, tag, numbered-tag"),
    (
        "[labels]\nLASTNAMES = 3",
        policy_of,
        "[labels] LASTNAMES",
        "unknown key (did you mean 'LASTNAME'?)",
        "FIRSTNAME, LASTNAME",
    ),
    ("[labels]\nAGE = []", policy_of, "[labels] AGE", "an empty list", "plausible, tag, numbered-tag"),
    (
        "[options]\nnoise = 1",
        policy_of,
        "[options] noise",
        "unknown key",
        "date_shift_days, date_shift_step, date_shift_latest, shift_scope",
    ),
    ("[options]\nshift_scope = 'note'", policy_of, "[options] shift_scope", "'note'", "document, patient"),
    ("[options]\ndate_shift_days = [0, 3]", policy_of, "[options] date_shift_days", "[0, 3]", "two whole numbers"),
    ("[options]\nage_change_units = [1, 2, 3]", policy_of, "[options] age_change_units", "[1, 2, 3]", "two whole"),
    ("[privacy]\nepsilon = 0", policy_of, "[privacy] epsilon", "0", "a number from 1/1000000 to 1000"),
    ("[privacy]\nepsilon = 'much'", policy_of, "[privacy] epsilon", "'much'", "a number from 1/1000000 to 1000"),
    ("[privacy]\nper = 'note'", policy_of, "[privacy] per", "'note'", "document, value"),
    ("[privacy]\noldest_age = 131", policy_of, "[privacy] oldest_age", "131", "a whole number from 1 to 130"),
    ("[privacy.weights]\nDAY = 1", policy_of, "[privacy.weights] DAY", "unknown key", "DATE, MONTH, YEAR, AGE, CITY"),
    ("[privacy.weights]\nAGE = 0", policy_of, "[privacy.weights] AGE", "0", "a whole number from 1 to 1000"),
    ("[places]\nsize = 101", policy_of, "[places] size", "101", "a whole number from 0 to 100"),
    ("[places]\nzone = 21", policy_of, "[places] zone", "21", "france, metropolitan or a list of departments"),
    (FEATURES + "steps = 0 }]", policy_of, "[places.features.columns, item 1] steps", "0", "a whole number from 1"),
    (FEATURES + "by = 'mean' }]", policy_of, "[places.features.columns, item 1] by", "'mean'", "range, maximum"),
    ("epoch = 3", recipe_of, "epoch", "unknown key (did you mean 'epochs'?)", "encoder, epochs, steps"),
    ("epochs = '3'", recipe_of, "epochs", "a string", "a whole number of 0 or more"),
    ("dropout = 1.0", recipe_of, "dropout", "1.0", "a number from 0 and below 1"),
    ("warmup_share = -0.5", recipe_of, "warmup_share", "-0.5", "a number from 0 to 1"),
    ("metric = 'f2'", recipe_of, "metric", "'f2'", "f1, precision, recall"),
    ("view = 'ours'", recipe_of, "view", "'ours'", "canonical, aphp"),
]


@pytest.mark.parametrize(("content", "read", "key", "found", "allowed"), WRONG, ids=[row[0] for row in WRONG])
def test_what_is_wrong_is_said_with_file_key_and_what_is_allowed(
    tmp_path: Path, content: str, read: Reader, key: str, found: str, allowed: str
) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        read(path)
    file, _, message = str(caught.value).partition("ours.toml: ")
    assert file.endswith(str(tmp_path) + "/")
    assert message.startswith(f"{key}: {found}; allowed: {allowed}")


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_what_is_not_toml_is_said_with_the_line(tmp_path: Path, read: Reader) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('name = "a"\nlabels = \n', encoding="utf-8")
    with pytest.raises(UsageError, match=r"ours\.toml: not valid TOML: .*line 2"):
        read(path)
    path.write_text("name = " + "9" * 5000, encoding="utf-8")
    with pytest.raises(UsageError, match=r"ours\.toml: not valid TOML: a number too long"):
        read(path)
    path.write_bytes(b'name = "\xe9"')
    with pytest.raises(UsageError, match=r"ours\.toml: cannot be read: not UTF-8 at byte 8"):
        read(path)


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_a_file_that_is_not_there_is_said_so(tmp_path: Path, read: Reader) -> None:
    with pytest.raises(UsageError, match=r"ours\.toml: cannot be read: No such file"):
        read(tmp_path / "ours.toml")


def test_settings_that_do_not_go_together_are_said_with_their_table(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('default = "tag"\n[places]\nkilometres = 0\nsize = 0\n', encoding="utf-8")
    with pytest.raises(UsageError, match=r"ours\.toml: \[places\]: the metric of places has no part"):
        policy_of(path)
    path.write_text('default = "tag"\n[options]\ndate_shift_days = [9, 8]\n', encoding="utf-8")
    with pytest.raises(UsageError, match=r"ours\.toml: \[options\]: date_shift_days: 9 > 8"):
        policy_of(path)
    path.write_text("epochs = 1\nsteps = 1\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"ours\.toml: either epochs or steps"):
        recipe_of(path)


def test_a_string_is_shown_only_where_it_should_have_been_one_of_a_few(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    secret = "palimpseste-key-1:0123456789"
    path.write_text(f'workers = "{secret}"\n', encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        Configuration.read(path)
    assert secret not in str(caught.value)
    path.write_text(f'default = "{secret * 2}"\n', encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        policy_of(path)
    assert secret not in str(caught.value)


@dataclass(frozen=True)
class Inner:
    number: Annotated[float, Meta(gt=0)]
    path: Path | None = None


@dataclass(frozen=True)
class Outer:
    one_word: Literal["a", "b"] = "a"
    free: OpenTable | None = None
    weights: dict[str, int] = field(default_factory=dict)
    inner: Inner | None = None
    many: tuple[Inner, ...] = ()
    either: Literal["all"] | tuple[int, ...] = "all"


def test_every_kind_of_setting_is_read(tmp_path: Path) -> None:
    values = {
        "one-word": "b",
        "free": {"x": [1]},
        "inner": {"number": 1, "path": "a/b"},
        "many": [{"number": 0.5}, {"number": 2}],
        "either": [1, 2],
    }
    where = Where("file", folder=tmp_path, hyphens=True)
    read = settings_of(Outer, values, where)
    assert read == Outer("b", {"x": [1]}, {}, Inner(1.0, tmp_path / "a/b"), (Inner(0.5), Inner(2.0)), (1, 2))
    assert isinstance(read.inner.number, float)
    assert read.free.where.table == "free"
    assert settings_of(Outer, {}, where) == Outer()


def test_the_fields_of_a_record_keep_their_underscores_in_a_site_s_tables(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    fields = 'patient_id = "ipp"\nbirth_lastname = "maiden"\n'
    path.write_text(f'cohort-register = "c"\n[omop.identity]\ntable = "t"\nkey = "k"\n{fields}', encoding="utf-8")
    identity = omop_of(path).identity
    assert identity == MappedTable("t", "k", {"patient_id": "ipp", "birth_lastname": "maiden"})


def test_settings_made_by_hand_are_held_to_the_same() -> None:
    check_settings(Outer(inner=Inner(3)), "outer")
    with pytest.raises(UsageError, match="outer: one_word: 'c'; allowed: a, b"):
        check_settings(Outer(one_word="c"), "outer")


def test_a_file_of_the_package_is_read_too(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("a = 1\n[b]\nc = ['é']\n", encoding="utf-8")
    assert read_toml(tmp_path / "a.toml", "a") == {"a": 1, "b": {"c": ["é"]}}
