"""A whole experiment on toy stays: what surrogates take away is found, nothing of a text is kept, a run goes on."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from toy_annotated import NAMES

from palimpseste.cli import main
from palimpseste.coding.stays.reading import StayFiles
from palimpseste.utility.stays import read_annotated_stays

Run = Callable[..., tuple[int, str, str]]

POLICIES = ("--policy", "tag", "--policy", "dp:1", "--policy", "dp:4")
SMALL = ("--model", "linear", "--seeds", "2", "--jobs", "1", "--bootstrap", "200")


@pytest.fixture(scope="module")
def finished(stays_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An experiment that has been run."""
    folder = tmp_path_factory.mktemp("experiment") / "run"
    with pytest.raises(SystemExit) as ended:
        main(["utility", str(stays_file), "-o", str(folder), *POLICIES, *SMALL, "--quick-attack"])
    assert not ended.value.code
    return folder


def rows_of(folder: Path) -> dict[tuple[str, str], dict[str, str]]:
    with (folder / "results.csv").open(encoding="utf-8") as stream:
        return {(row["version"], row["spans"]): row for row in csv.DictReader(stream)}


def test_tags_lose_the_code_that_only_the_town_tells_and_no_other(finished: Path) -> None:
    rows = rows_of(finished)
    original, tagged = rows["original", ""], rows["tag", "gold"]
    assert float(original["recall_place"]) > 0.9
    # All that is left of the town's code is how common it is: all stays get it, or none.
    assert float(tagged["f1"]) < float(original["f1"]) - 0.05
    assert float(tagged["recall_words"]) > 0.9
    assert float(tagged["loss_low"]) > 0


def test_a_model_that_cannot_read_the_town_guesses_the_side(finished: Path) -> None:
    rows = rows_of(finished)
    assert float(rows["original", ""]["sides_told"]) > 0.9
    assert float(rows["tag", "gold"]["sides_told_low"]) < 0.5 < float(rows["tag", "gold"]["sides_told_high"])
    page = (finished / "results.md").read_text(encoding="utf-8")
    sides = page[page.index("## Sides of cases told right") :]
    assert "| original above tag, gold spans |" in sides
    assert "| holds |" in sides


def test_each_version_has_its_attack_and_its_fidelity(finished: Path) -> None:
    rows = rows_of(finished)
    assert float(rows["tag", "gold"]["dates_lost"] or "nan") != 0
    assert float(rows["tag", "gold"]["linked"]) < float(rows["dp, ε = 1", "gold"]["linked"]) < 1
    assert rows["original", ""]["linked"] == ""


def test_the_page_has_every_version_and_says_how_it_was_made(finished: Path) -> None:
    page = (finished / "results.md").read_text(encoding="utf-8")
    for name in ("original", "tag, gold spans", "tag, detected spans", "dp, ε = 1, detected spans"):
        assert f"| {name} |" in page
    assert "--policy dp:1" in page
    assert {path.name for path in (finished / "figures").iterdir()} == {"utility.svg", "sides.svg"}


def test_no_text_is_kept(finished: Path) -> None:
    kept = [path for path in finished.rglob("*") if path.is_file()]
    assert {path.name for path in kept} > {"spans.jsonl", "attack.json"}
    for path in kept:
        content = path.read_text(encoding="utf-8")
        assert not any(name in content for name in (*NAMES, "ordonnance")), path.name
    assert not (finished / "work" / "training").exists()


def test_a_run_goes_on_with_what_is_missing_only(finished: Path, stays_file: Path, palimpseste: Run) -> None:
    predictions = sorted((finished / "work" / "predictions").rglob("*.jsonl"))
    page = (finished / "results.md").read_bytes()
    lost = next(path for path in predictions if path.parent.name == "tag-gold" and "original" not in path.name)
    before = {path: path.stat().st_mtime_ns for path in predictions}
    was = lost.read_bytes()
    lost.unlink()
    status, _, err = palimpseste("utility", stays_file, "-o", finished, *POLICIES, *SMALL, "--quick-attack")
    assert status == 0, err
    assert lost.read_bytes() == was
    assert (finished / "results.md").read_bytes() == page
    untouched = [path for path in predictions if path.parent != lost.parent]
    assert all(path.stat().st_mtime_ns == before[path] for path in untouched)


def test_another_experiment_is_refused_in_its_folder(finished: Path, stays_file: Path, palimpseste: Run) -> None:
    status, _, err = palimpseste("utility", stays_file, "-o", finished, "--policy", "mask", *SMALL, "--quick-attack")
    assert status == 2
    assert "holds an experiment of other versions" in err


def test_another_key_is_another_experiment(finished: Path, stays_file: Path, palimpseste: Run) -> None:
    palimpseste("key", "new", "other.key")
    status, _, err = palimpseste(
        "utility", stays_file, "-o", finished, *POLICIES, *SMALL, "--quick-attack", "--key-file", "other.key"
    )
    assert status == 2
    assert "of other key;" in err


def test_stays_of_a_table_are_split_by_identifier(tmp_path: Path, stays_file: Path) -> None:
    table = tmp_path / "stays.csv"
    with table.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(("id", "text", "codes"))
        for line in stays_file.read_text(encoding="utf-8").splitlines():
            values = json.loads(line)
            writer.writerow((values["id"], values["documents"][0]["text"], "|".join(values["codes"])))
    stays = read_annotated_stays(StayFiles((table,)))
    assert len(stays) == 400
    shares = {split: sum(each.split == split for each in stays) / 400 for split in ("train", "dev", "test")}
    assert 0.7 < shares["train"] < 0.9
    assert min(shares.values()) > 0.03
    assert not any(document.entities for each in stays for document in each.documents)
    assert [each.split for each in stays] == [each.split for each in read_annotated_stays(StayFiles((table,)))]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (("--policy", "tag:1"), "no privacy budget"),
        (("--policy", "nothing"), "unknown policy"),
        (("--policy", "tag", "--policy", "tag"), "named twice"),
        (("--model", "linear", "--model", "linear"), "every model once"),
    ],
)
def test_wrong_requests_are_refused(wrong: tuple[str, ...], message: str, stays_file: Path, palimpseste: Run) -> None:
    status, _, err = palimpseste("utility", stays_file, "-o", "run", *wrong)
    assert status == 2
    assert message in err


def test_gold_spans_are_asked_for_where_there_are_none(tmp_path: Path, palimpseste: Run) -> None:
    table = tmp_path / "stays.csv"
    table.write_text("id,text,codes\n" + "".join(f"{n},toux,R05\n" for n in range(60)), encoding="utf-8")
    status, _, err = palimpseste("utility", table, "-o", "run", "--policy", "tag", *SMALL)
    assert status == 2
    assert "--spans detected" in err


def test_a_second_task_asks_of_every_stay_whether_it_has_one_code(stays_file: Path, palimpseste: Run) -> None:
    asked = ("utility", stays_file, "-o", "yes-or-no", "--spans", "gold", "--policy", "tag", "--no-attack")
    status, _, err = palimpseste(*asked, *SMALL[:-2], "--bootstrap", "100", "--only-code", "J92.0")
    assert status == 0, err
    rows = rows_of(Path("yes-or-no"))
    # The town tells the code, in half of the stays; without it nothing is left but how common the code is.
    assert float(rows["original", ""]["f1"]) > 0.95
    assert float(rows["tag", "gold"]["f1"]) < 0.75
    assert "--only-code J92.0" in Path("yes-or-no/results.md").read_text(encoding="utf-8")
    predicted = list(Path("yes-or-no/work/predictions").rglob("*.jsonl"))
    codes = {code for path in predicted for code in re.findall(r"\b[A-Z][0-9]{2}\.[0-9]+\b", path.read_text())}
    assert codes == {"J92.0"}
    status, _, err = palimpseste(*asked, *SMALL[:-2], "--bootstrap", "100")
    assert (status, "only codes" in err) == (2, True)
