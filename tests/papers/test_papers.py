"""Tables and figures of the papers on small worlds: what is listed, made and refused."""

from __future__ import annotations

import csv
import xml.etree.ElementTree
from dataclasses import replace
from pathlib import Path

import pytest

from palimpseste.corpus import read_documents, write_documents
from palimpseste.document import Document, Span
from palimpseste.errors import UsageError
from palimpseste.papers.experiment import Experiment, Finding, Material, Table
from palimpseste.papers.registry import EXPERIMENTS, experiment_named
from palimpseste.papers.writing import write_finding

NOTES = (
    Document(
        "a", "Mme Durand vue le 12/03/2021", "CRH-HOSPI", entities=(Span(4, 10, "LASTNAME"), Span(18, 28, "DATE"))
    ),
    Document("b", "M. Petit", "CRH-HOSPI", entities=(Span(3, 8, "LASTNAME"),)),
    Document("c", "Mme Roux", "RCP", entities=(Span(4, 8, "LASTNAME"),)),
)


def rows_of(path: Path) -> dict[str, list[str]]:
    with path.open(newline="") as stream:
        return {row[0]: row[1:] for row in csv.reader(stream)}


def test_all_are_listed_with_what_they_need(palimpseste):
    status, out, _ = palimpseste("papers", "list")
    assert status == 0
    for name, experiment in EXPERIMENTS.items():
        assert f"\n{name}  " in "\n" + out.replace("   ", "  ").replace("   ", "  ")
        assert f"needs: {experiment.needs}\n" in out


@pytest.mark.parametrize("experiment", EXPERIMENTS.values(), ids=EXPERIMENTS)
def test_one_is_there_or_says_why_not(experiment: Experiment):
    assert bool(experiment.function) != bool(experiment.coming)
    if experiment.function:
        module, _, function = experiment.function.partition(":")
        assert callable(getattr(__import__(module, fromlist=[function]), function))
    else:
        with pytest.raises(UsageError, match="is not there yet: "):
            experiment.run(Material(NOTES, Path()))


def test_one_that_nobody_knows_is_refused(palimpseste):
    write_documents(NOTES, Path("notes.jsonl"))
    status, _, err = palimpseste("papers", "run", "aphp-table-99", "notes.jsonl", "-o", "out")
    assert status == 2
    assert "no table or figure 'aphp-table-99'" in err
    assert not Path("out").exists()


def test_what_is_to_be_installed_is_named():
    experiment = replace(experiment_named("aphp-table-3"), libraries=("no_such_library",), extra="train")
    assert experiment.available == "after pip install 'palimpseste[train]'"
    with pytest.raises(UsageError, match=r"no_such_library: pip install 'palimpseste\[train\]'"):
        experiment.run(Material(NOTES, Path()))


def test_a_finding_is_a_page_tables_and_figures(tmp_path):
    finding = Finding(
        [Table(("a", "b"), [("1", "2")]), Table(("c",), [("3",)], "More", "more")],
        "One.", "Other.", {"": "<svg/>\n"}, private={"form.csv": "x\n"},
    )  # fmt: skip
    experiment = Experiment("p-table-1", "P, Table 1", "what", "notes")
    written = write_finding(tmp_path / "out", experiment, finding, "- made here\n")
    assert [path.name for path in written] == [
        "p-table-1.md", "p-table-1.csv", "p-table-1-more.csv", "p-table-1.svg", "p-table-1-form.csv",
    ]  # fmt: skip
    assert rows_of(written[1]) == {"a": ["b"], "1": ["2"]}
    assert written[4].stat().st_mode & 0o777 == 0o600
    page = written[0].read_text()
    for part in ("# P, Table 1: what", "- made here", "](p-table-1.svg)", "## More", "## Comparable\n\nOne.", "Other."):
        assert part in page


def test_entities_by_set_stand_beside_the_printed_ones(palimpseste):
    write_documents(NOTES, Path("notes.jsonl"))
    Path("splits.tsv").write_text("document\tsplit\na\ttrain\nb\ttest\nc\ttest\n")
    status, _, err = palimpseste(
        "papers", "run", "aphp-table-3", "notes.jsonl", "-o", "out", "--splits", "splits.tsv", "--commit", "abc"
    )
    assert (status, "out/aphp-table-3.md" in err) == (0, True)
    rows = rows_of(Path("out/aphp-table-3.csv"))
    assert rows["label"][:3] == ["ours, train", "ours, test", "printed, train, edspdf"]
    assert rows["LASTNAME"] == ["1", "2", "4,910", "4,299", "292", "236", "625", "4,150"]
    assert rows["documents"][:2] == ["1", "2"]
    page = Path("out/aphp-table-3.md").read_text()
    assert "commit abc" in page
    assert "--splits splits.tsv" in page


def test_brat_folders_are_read(palimpseste):
    write_documents([replace(note, type="") for note in NOTES], Path("brat"))
    assert palimpseste("papers", "run", "aphp-table-3", "brat", "-o", "out")[0] == 0
    assert rows_of(Path("out/aphp-table-3.csv"))["LASTNAME"][0] == "3"


def test_entities_by_type_are_means_and_sums_and_drawn(palimpseste):
    write_documents(NOTES, Path("notes.jsonl"))
    for name, lastnames in (("aphp-figure-4", "1.00"), ("aphp-figure-b", "2")):
        assert palimpseste("papers", "run", name, "notes.jsonl", "-o", "out")[0] == 0
        rows = rows_of(Path(f"out/{name}.csv"))
        assert dict(zip(rows["type"], rows["CRH-HOSPI"], strict=True))["LASTNAME"] == lastnames
        xml.etree.ElementTree.fromstring(Path(f"out/{name}.svg").read_text())


def test_notes_without_types_are_refused_where_types_are_asked_for(palimpseste):
    write_documents([replace(note, type="") for note in NOTES], Path("notes.jsonl"))
    status, _, err = palimpseste("papers", "run", "aphp-figure-4", "notes.jsonl", "-o", "out")
    assert status == 2
    assert "no note has a type of document" in err
    assert not Path("out").exists()


def test_a_set_without_a_note_and_a_note_without_a_set_are_refused():
    with pytest.raises(UsageError, match="no note of the set 'dev'"):
        Material(NOTES, Path(), splits={"a": "train", "b": "train", "c": "test"}).of_split("dev")
    with pytest.raises(UsageError, match="'c' stands in no line"):
        Material(NOTES, Path(), splits={"a": "train", "b": "train"}).of_split("train")


def test_two_notes_of_one_name_are_refused(palimpseste):
    Path("notes").mkdir()
    for name in ("one", "two"):
        write_documents(NOTES, Path(f"notes/{name}.jsonl"))
    status, _, err = palimpseste("papers", "run", "aphp-table-3", "notes", "-o", "out")
    assert (status, "two documents are called 'a'" in err) == (2, True)


def test_all_makes_what_the_notes_allow_and_says_what_it_refused(palimpseste):
    write_documents([replace(note, type="") for note in NOTES], Path("notes.jsonl"))
    assert palimpseste("papers", "run", "all", "notes.jsonl", "-o", "out", "--no-train")[0] == 0
    page = Path("out/README.md").read_text()
    assert "- [aphp-table-3](aphp-table-3.md)" in page
    assert "- aphp-figure-4: AP-HP, Figure 4, " in page
    assert "no note has a type of document" in page
    assert Path("out/aphp-table-3.csv").exists()
    assert not Path("out/aphp-figure-4.md").exists()
    assert len(list(read_documents("notes.jsonl"))) == 3


def test_the_index_leads_to_every_page_of_the_folder_whichever_run_wrote_it(palimpseste):
    write_documents(NOTES, Path("notes.jsonl"))
    for name in ("aphp-figure-4", "aphp-table-3"):
        assert palimpseste("papers", "run", name, "notes.jsonl", "-o", "out")[0] == 0
    index = Path("out/README.md").read_text()
    made, _, missing = index.partition("## Not here")
    assert made.index("(aphp-table-3.md)") < made.index("(aphp-figure-4.md)")
    assert "aphp-figure-b: AP-HP, supplement B" in missing
    assert f"needs {experiment_named('aphp-figure-b').needs}" in missing
    assert "aphp-table-3" not in missing
