"""A model that another package trained is refused, and what differs is named."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from palimpseste.detection.choice import DetectorChoice
from palimpseste.detection.neural.compact import CompactModel, CompactSettings
from palimpseste.detection.neural.compact.features import Evidence
from palimpseste.detection.neural.compact.origin import Origin
from palimpseste.detection.neural.compact.settings import BUNDLED, SETTINGS
from palimpseste.detection.rules.detector import RuleDetector
from palimpseste.errors import UsageError
from palimpseste.labels import LABELS
from palimpseste.training.compact.stamp import stamp

HERE = Origin.of_this_package(RuleDetector().rule_names)
SWAPPED = (LABELS[1], LABELS[0], *LABELS[2:])

# The package as it would be with one label more, or one rule more or less.
CHANGED = """
import sys
import palimpseste.labels as labels
{change}
from palimpseste.detection.choice import DetectorChoice
from palimpseste.errors import UsageError
try:
    DetectorChoice({names}).make()
except UsageError as error:
    sys.exit(f"refused: {{error}}")
"""
MORE_LABELS = "labels.LABELS = (*labels.LABELS[:3], 'NICKNAME', *labels.LABELS[3:])"
FEWER_LABELS = "labels.LABELS = labels.LABELS[:-1]"
RULES = "import palimpseste.detection.rules.phones as phones; "
MORE_RULES = RULES + "from dataclasses import replace; phones.RULES += (replace(phones.RULES[0], name='phone.new'),)"
FEWER_RULES = RULES + "phones.RULES = phones.RULES[1:]"


@pytest.mark.parametrize(
    ("change", "names", "said"),
    [
        (MORE_LABELS, ("model", "rules"), "the label NICKNAME is new"),
        (FEWER_LABELS, ("model",), "the label REFERENCE is gone"),
        (MORE_RULES, ("model", "rules"), "the rule phone.new is new"),
        (FEWER_RULES, ("model", "rules"), "the rule phone.french is gone"),
    ],
    ids=["label more", "label less", "rule more", "rule less"],
)
def test_a_package_of_other_labels_or_rules_refuses_the_bundled_model(
    change: str, names: tuple[str, ...], said: str
) -> None:
    program = CHANGED.format(change=change, names=names)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("refused: ")
    assert said in done.stderr
    assert done.stderr.count(" is new") + done.stderr.count(" is gone") == 1


def test_the_bundled_model_says_what_it_was_trained_with() -> None:
    origin = CompactSettings.read(BUNDLED / SETTINGS).origin
    assert origin == HERE
    assert origin.labels == LABELS
    assert {"date.figures", "name.title", "address.whole"} <= set(origin.rules)


def test_rules_of_a_site_are_no_rules_of_a_model() -> None:
    DetectorChoice(site_patterns={"PATIENT_ID": (r"zz\d{4}",)}).make()


def test_a_model_that_reads_no_rules_is_not_asked_which() -> None:
    assert list(HERE.differences(HERE.rows, None)) == []
    assert list(replace(HERE, rules=("other",)).differences(HERE.rows, None)) == []


@pytest.mark.parametrize(
    ("origin", "rows", "said"),
    [
        (replace(HERE, labels=SWAPPED), HERE.rows, ["the labels are in another order, from FIRSTNAME on"]),
        (HERE, HERE.rows + 1, [f"the weights have {HERE.rows + 1} rows and the settings say {HERE.rows}"]),
        (replace(HERE, rows=7), 7, [f"the table has 7 rows, here it would have {HERE.rows}"]),
        (replace(HERE, labels=LABELS[:-1], rows=HERE.rows - 3), HERE.rows - 3, ["the label REFERENCE is new"]),
    ],
    ids=["order", "weights", "table", "label"],
)
def test_what_differs_is_named(origin: Origin, rows: int, said: list[str]) -> None:
    assert list(origin.differences(rows, HERE.rules)) == said


def test_rows_are_laid_out_for_the_labels_of_the_model() -> None:
    assert Evidence(LABELS[:-1]).rows == Evidence(LABELS).rows - 3


def with_settings(folder: Path, change: Callable[[dict[str, Any]], object]) -> bytes:
    path = folder / "settings.json"
    values = json.loads(path.read_text(encoding="utf-8"))
    change(values)
    path.write_text(json.dumps(values), encoding="utf-8")
    return path.read_bytes()


def test_a_model_that_does_not_say_what_it_was_trained_with_is_refused_until_it_is_stamped(folder: Path) -> None:
    with_settings(folder, lambda values: values.update(labels=list(LABELS[1:2])))
    with_settings(folder, lambda values: values.pop("origin"))
    with pytest.raises(UsageError, match="palimpseste train stamp"):
        CompactModel.load(folder)
    # Its tags are of one label alone: whether its table was of these is not known.
    with pytest.raises(UsageError, match="the label FIRSTNAME is new"):
        stamp(folder)


def test_stamping_leaves_weights_alone_and_writes_down_the_package(
    folder: Path, random_arrays: Callable[..., dict[str, np.ndarray]], make_settings: Callable[..., CompactSettings]
) -> None:
    settings = make_settings(labels=LABELS)
    np.savez_compressed(folder / "weights.npz", **random_arrays(tags=1 + 4 * len(LABELS)))
    (folder / "settings.json").write_text(settings.to_json(), encoding="utf-8")
    weights = (folder / "weights.npz").read_bytes()
    with_settings(folder, lambda values: values.pop("origin"))
    assert stamp(folder) == ()
    assert CompactModel.load(folder, rules=HERE.rules).settings == settings
    assert (folder / "weights.npz").read_bytes() == weights
    assert stamp(folder) == ()
    with_settings(folder, lambda values: values["origin"]["rules"].append("old.rule"))
    with pytest.raises(UsageError, match=r"the rule old\.rule is gone"):
        CompactModel.load(folder, rules=HERE.rules)
    CompactModel.load(folder)  # reads no rules
    assert stamp(folder) == ("the rule old.rule is gone",)
    assert CompactModel.load(folder, rules=HERE.rules).settings == settings


@pytest.mark.parametrize("labels", [LABELS[:-1], SWAPPED], ids=["fewer", "other order"])
def test_a_model_of_other_labels_is_not_stamped(labels: tuple[str, ...], folder: Path) -> None:
    before = with_settings(folder, lambda values: values.update(origin=asdict(replace(HERE, labels=labels))))
    with pytest.raises(UsageError, match="of another package"):
        stamp(folder)
    assert (folder / "settings.json").read_bytes() == before


@pytest.mark.parametrize(
    "origin",
    [3, {}, {**asdict(HERE), "rows": "7"}, {**asdict(HERE), "labels": "DATE"}, {**asdict(HERE), "rules": [1]}],
    ids=["number", "nothing", "rows in words", "labels no list", "rules no names"],
)
def test_an_origin_that_says_nothing_is_refused(origin: object, folder: Path) -> None:
    with_settings(folder, lambda values: values.update(origin=origin))
    for read in (CompactModel.load, stamp):
        with pytest.raises(UsageError, match="holds no settings of a compact model"):
            read(folder)


def test_the_command_says_what_it_wrote(
    palimpseste: Callable[..., tuple[int, str, str]],
    folder: Path,
    random_arrays: Callable[..., dict[str, np.ndarray]],
    make_settings: Callable[..., CompactSettings],
) -> None:
    np.savez_compressed(folder / "weights.npz", **random_arrays(tags=1 + 4 * len(LABELS)))
    (folder / "settings.json").write_text(make_settings(labels=LABELS).to_json(), encoding="utf-8")
    with_settings(folder, lambda values: values["origin"]["rules"].remove("name.title"))
    status, _, error = palimpseste("train", "stamp", folder)
    assert status == 0
    assert "the rule name.title is new" in error
    CompactModel.load(folder, rules=HERE.rules)


# The package with one label more in the text of its table, and its command line.
ONE_LABEL_MORE = """
import sys, types
from importlib.util import find_spec
import palimpseste
spec = find_spec("palimpseste.labels")
with open(spec.origin, encoding="utf-8") as stream:
    before = stream.read()
text = before.replace('    "REFERENCE",\\n]', '    "REFERENCE",\\n    "NICKNAME",\\n]')
assert text != before
module = types.ModuleType(spec.name)
module.__file__, module.__spec__ = spec.origin, spec
sys.modules[spec.name] = module
exec(compile(text, spec.origin, "exec"), module.__dict__)
from palimpseste.cli import main
if __name__ == "__main__":
    main(sys.argv[1:])
"""


@pytest.mark.parametrize("command", [("detect",), ("deid", "--policy", "tag")], ids=["detect", "deid"])
def test_one_label_more_ends_a_command_by_one_sentence(command: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text(json.dumps({"id": "1", "text": "Mme Durand, vue le 12/03/2021."}))
    (tmp_path / "more.py").write_text(ONE_LABEL_MORE)
    arguments = [sys.executable, "more.py", *command, "in.jsonl", "-o", "out.jsonl", "--workers", "2"]
    done = subprocess.run(arguments, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    (said,) = [row for row in done.stderr.splitlines() if not row.startswith("no key given")]
    assert said.startswith("palimpseste: ")
    assert "the model was trained with another package than this one: the label NICKNAME is new. Train it again" in said
    assert not (tmp_path / "out.jsonl").exists()
