"""``palimpseste code`` from the command line: a user's own stays from end to end, and what is never said."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from toy_coding import toy_stays

from palimpseste.coding import Stay
from palimpseste.coding.coder import Coder

Run = Callable[..., tuple[int, str, str]]
CANARY = "Zorglubine"
OPTIONS = "--model linear --epochs 6 --head-learning-rate 0.2 --batch-size 12 --device cpu --no-progress"
LINEAR = OPTIONS.split()


def write_csv(path: Path, stays: list[Stay], between: str = ";") -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream)
        table.writerow(["id", "text", "codes"])
        table.writerows([stay.id, stay.text, between.join(stay.codes)] for stay in stays)


def write_jsonl(path: Path, splits: dict[str, list[Stay]]) -> None:
    lines = [
        {"id": stay.id, "documents": [{"text": text} for text in stay.documents], "codes": stay.codes, "split": split}
        for split, stays in splits.items()
        for stay in stays
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def canary_stay() -> Stay:
    return Stay("canary", (f"Mme {CANARY} va mieux sous amlodipine.",), ("I10",))


def test_help_imports_no_heavy_library() -> None:
    program = """
import sys
from palimpseste.cli import palimpseste
for command in ("train", "predict", "evaluate"):
    palimpseste.main(["code", command, "--help"], standalone_mode=False)
print([name for name in ("torch", "transformers", "pyarrow", "jinja2") if name in sys.modules])
"""
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert printed.splitlines()[-1] == "[]"


def test_stays_of_a_table_are_learned_predicted_explained_and_measured(palimpseste: Run) -> None:
    write_csv(Path("train.csv"), [*toy_stays(120, 1), canary_stay()])
    write_csv(Path("dev.csv"), toy_stays(30, 2), between="|")
    write_csv(Path("test.csv"), [*toy_stays(40, 3), canary_stay()], between=", ")
    Path("codes.csv").write_text("code,description\nI10,Hypertension\n")
    status, out, err = palimpseste("code", "train", "--train", "train.csv", "--dev", "dev.csv", "-o", "model", *LINEAR)
    assert status == 0, err
    assert "121 stays of 6 codes to learn, 30 to measure on" in err
    said = out + err
    status, out, err = palimpseste("code", "predict", "test.csv", "--model", "model", "-o", "found.jsonl")
    assert (status, err) == (0, "41 stays, codes written to found.jsonl\n")
    said += out + err
    lines = [json.loads(line) for line in Path("found.jsonl").read_text().splitlines()]
    assert len(lines) == 41
    assert all(set(line["codes"]) <= line["scores"].keys() for line in lines)
    measured = {}
    for name, how in {"model": ("--model", "model"), "file": ("--predictions", "found.jsonl")}.items():
        status, out, err = palimpseste(
            "code", "evaluate", "test.csv", *how, "--bootstrap", "50", "--json", f"{name}.json",
            "--html", f"{name}.html", "--descriptions", "codes.csv",
        )  # fmt: skip
        assert status == 0, err
        said += out + err
        measured[name] = json.loads(Path(f"{name}.json").read_text())
    assert "By chapter" in out
    assert measured["model"]["overall"] == measured["file"]["overall"]
    assert measured["model"]["overall"]["micro"]["f1"]["value"] > 0.75
    assert measured["model"]["bands"]
    assert not measured["file"]["bands"]
    status, _, err = palimpseste(
        "code", "predict", "test.csv", "--model", "model", "-o", "found.jsonl", "--descriptions", "codes.csv",
        "--explain", "page.html", "--explain-stay", "canary", "--explain-code", "i10",
    )  # fmt: skip
    assert status == 0, err
    assert "IT HOLDS THE TEXTS" in err
    page = Path("page.html").read_text()
    assert "I10 Hypertension" in page
    assert CANARY in page
    assert page.count('<p class="text">') == 1
    assert CANARY not in said + err
    # Nothing but the page asked for and the tables themselves holds the word of a single stay.
    holding = {
        path.name
        for path in Path().rglob("*")
        if path.is_file() and CANARY.lower() in path.read_text(errors="ignore").lower()
    }
    assert holding == {"train.csv", "test.csv", "page.html"}


def test_the_words_that_decide_stand_out(trained: Callable[[str], tuple[Coder, Path]]) -> None:
    stay = Stay("1", ("Patient admis pour examen, amlodipine avec ordonnance.",), ("I10",))
    for model, told in (("linear", "weight"), ("cnn", "gradient"), ("laat", "attention"), ("laat", "gradient")):
        found = trained(model)[0].attribution(stay, "I10")
        strongest = max(range(len(found.bounds)), key=lambda word: found.values[told][word])
        start, end = found.bounds[strongest]
        assert stay.text[start:end] == "amlodipine", (model, told)


def test_splits_of_one_file_are_used(palimpseste: Run) -> None:
    write_jsonl(Path("stays.jsonl"), {"train": toy_stays(60, 1), "dev": toy_stays(20, 2), "test": toy_stays(30, 3)})
    status, _, err = palimpseste("code", "train", "--train", "stays.jsonl", "--by-split", "-o", "model", *LINEAR)
    assert status == 0, err
    assert "60 stays of 6 codes to learn, 20 to measure on" in err
    status, out, err = palimpseste(
        "code", "evaluate", "stays.jsonl", "--split", "test", "--model", "model", "--bootstrap", 0
    )
    assert status == 0, err
    assert "30 stays of 6 codes" in out


def test_families_and_an_encoder_go_through_the_same_command(palimpseste: Run, encoder: Path) -> None:
    write_csv(Path("train.csv"), toy_stays(60, 1))
    status, _, err = palimpseste(
        "code", "train", "--train", "train.csv", "--families", "-o", "model", "--encoder", encoder, "--steps", 2,
        "--window-pieces", 12, "--device", "cpu", "--no-progress",
    )  # fmt: skip
    assert status == 0, err
    card = json.loads(Path("model/coder.json").read_text())
    assert sorted(card["codes"]) == ["E11", "I10", "J18", "K35", "N39", "S72"]
    assert card["settings"]["model"] == "laat"


def test_a_dry_run_tells_the_memory_and_does_nothing(palimpseste: Run, encoder: Path) -> None:
    status, out, err = palimpseste(
        "code", "train", "--dry-run", "--stays", 50_000, "--words", 747, "--labels", 6_160, "--encoder", encoder
    )
    assert status == 0, err
    assert "50,000 stays of 747 words, 6,160 codes; nothing was done" in err
    assert "Memory of a training, estimated" in out
    write_csv(Path("train.csv"), toy_stays(10, 1))
    status, out, err = palimpseste("code", "train", "--dry-run", "--train", "train.csv", "--model", "linear")
    assert status == 0, err
    assert "10 stays of 18 words" in err
    assert [path.name for path in Path().iterdir()] == ["train.csv"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("train", "a training needs --train and --output"),
        ("train --dry-run", "--dry-run needs --train, or --stays, --words and --labels"),
        ("train --train wrong.csv -o model --model linear", "wrong.csv:2: code 2 of 2 is not of the form"),
        ("train --train empty.csv -o model --model linear", "empty.csv:2: stay '1' has no text"),
        ("train --train further.csv -o model --model linear", "further.csv:1: unknown column service"),
        ("train --train good.csv --dev good.csv --by-split -o model", "either --dev or --by-split"),
        (
            "train --train good.csv --dev good.csv -o model --encoder a/b/c",
            "'a/b/c' is neither a folder",
        ),
        ("train --train good.csv -o model --epochs 0", "either epochs or steps must be above 0"),
        ("predict good.csv --model . -o found.jsonl", "is no model of codes"),
        ("evaluate good.csv", "either --model or --predictions"),
        ("evaluate good.csv --predictions good.csv", "not a prediction"),
    ],
    ids=lambda value: value if " " in value and value.startswith(("train", "predict", "evaluate")) else "",
)
def test_wrong_use_ends_with_a_reason(arguments: str, message: str, palimpseste: Run) -> None:
    Path("good.csv").write_text("id,text,codes\n1,Toux.,R05\n")
    Path("wrong.csv").write_text(f'id,text,codes\n1,{CANARY},"R05;{CANARY}"\n')
    Path("empty.csv").write_text('id,text,codes\n1," ",R05\n')
    Path("further.csv").write_text("id,text,codes,service\n1,Toux.,R05,x\n")
    status, _, err = palimpseste("code", *arguments.split())
    assert status == 2
    assert message in err
    assert CANARY not in err
    assert not Path("model").exists()
