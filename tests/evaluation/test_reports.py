"""What is shown: complete, self-contained, and without a word of any note."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from palimpseste.cli.evaluate import command
from palimpseste.corpus import parse_markup, write_documents
from palimpseste.document import Document
from palimpseste.evaluation import Evaluation, evaluate
from palimpseste.evaluation.page import page_of

CANARY = "Zyxwvu"


@pytest.fixture
def sides() -> tuple[list[Document], list[Document]]:
    text, spans = parse_markup(
        f"Mme <LASTNAME>{CANARY}</LASTNAME>, <AGE>82 ans</AGE>, vit à <CITY>{CANARY}ville</CITY>, {CANARY}ment."
    )
    gold = [Document(str(n), text, ("LT-SOR", "<CR>")[n % 2], entities=spans) for n in range(6)]
    return gold, [Document(d.id, text, entities=spans[: 1 + int(d.id) % 3]) for d in gold]


@pytest.fixture
def evaluation(sides: tuple[list[Document], list[Document]]) -> Evaluation:
    return evaluate(*sides, bootstrap=50)


class _Page(HTMLParser):
    """Checks that tags close in order, and collects what a page would fetch."""

    VOID = frozenset({"meta", "line", "rect", "path", "br", "i"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag


def test_page_is_whole_and_fetches_nothing(evaluation: Evaluation) -> None:
    page = _Page()
    page.feed(page_of(evaluation))
    assert (page.open, page.fetched) == ([], [])
    assert page.seen.count("svg") == 2
    assert "script" not in page.seen
    assert "url(" not in page_of(evaluation)


def test_page_draws_the_measured_values(evaluation: Evaluation) -> None:
    html = page_of(evaluation)
    recall = evaluation.overall.labels["CITY"].tokens.recall
    assert f"<title>CITY recall {recall} (95 %: {recall.low:.3f} – {recall.high:.3f})</title>" in html
    assert f'width="{recall.value * 640:.1f}"' in html
    assert "&lt;CR&gt;" in html


def test_page_tells_what_is_hidden_whole(evaluation: Evaluation) -> None:
    html = page_of(evaluation)
    hiding = evaluation.overall.labels["CITY"].hiding
    assert (hiding.gold, hiding.hidden, hiding.documents) == (6, 2, 6)
    row = html.partition("Hidden whole</h2>")[2].partition('<th scope="row">CITY</th>')[2].partition("</tr>")[0]
    assert row.count("<td>6</td>") == 2
    assert row.count(f"{hiding.notes.value:.3f}") >= 2
    means = evaluation.overall.token_averages
    assert f"precision {means.precision.value}, recall {means.recall.value}" in html


def test_json_holds_every_part_and_null_for_undefined_shares() -> None:
    text, spans = parse_markup("vu à <CITY>Dijon</CITY>")
    found = evaluate([Document("1", text, entities=spans)], [Document("1", text)], bootstrap=0)
    values = json.loads(found.to_json())
    assert values["overall"]["labels"]["CITY"]["tokens"] == {
        "precision": {"value": None, "low": None, "high": None},
        "recall": {"value": 0.0, "low": None, "high": None},
        "f1": {"value": 0.0, "low": None, "high": None},
        "gold": 1,
        "predicted": 0,
        "correct": 0,
    }
    assert set(values) == {"view", "bootstrap", "seed", "overall", "types"}


@pytest.mark.parametrize("by_type", [False, True])
def test_command_prints_and_writes_everything_without_text(
    tmp_path: Path, sides: tuple[list[Document], list[Document]], by_type: bool
) -> None:
    (tmp_path / "gold").mkdir()
    write_documents(sides[0][:4], tmp_path / "gold" / "a.notes")
    write_documents(sides[0][4:], tmp_path / "gold" / "b.jsonl")
    write_documents(sides[1], tmp_path / "predicted.jsonl")
    arguments = ["--view", "hnfc", "--bootstrap", "20", "--json", "r.json", "--html", "r.html"]
    places = [str(tmp_path / name) if name.startswith("r.") else name for name in arguments]
    shown = CliRunner().invoke(
        command,
        [str(tmp_path / "gold"), str(tmp_path / "predicted.jsonl"), *places, *(["--by-type"] if by_type else [])],
        catch_exceptions=False,
    )
    assert shown.exit_code == 0
    assert ("By document type" in shown.output) is by_type
    assert "note-level recall" in shown.output
    written = [(tmp_path / name).read_text(encoding="utf-8") for name in ("r.json", "r.html")]
    assert json.loads(written[0])["view"] == "hnfc"
    for output in (shown.output, *written):
        assert CANARY.lower() not in output.lower()
