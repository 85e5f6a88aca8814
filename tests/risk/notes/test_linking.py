"""Releases of the same notes are linked by what neither changed; those of strangers are not; runs go on."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

from palimpseste.cli.attack.linkage import command
from palimpseste.corpus import read_documents, write_results
from palimpseste.corpus.stays.generate import generate_stays
from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document, Span
from palimpseste.errors import UsageError
from palimpseste.labels import LABELS
from palimpseste.risk.notes.linking import ALL_TEXT, ReleaseLinker
from palimpseste.risk.notes.linking_table import linked_by, linked_table
from palimpseste.risk.notes.residual import residual_features
from palimpseste.surrogates import CohortKey, Policy
from palimpseste.surrogates.replacer import Replacer


def released(documents: list[Document], policy: str, key: int) -> list[Document]:
    chosen = Policy.named(policy)
    write = Deidentifier((), Replacer(CohortKey(bytes([key]) * 32), chosen), chosen.kept)
    return [write.replace(document, document.entities).to_document() for document in documents]


@pytest.fixture(scope="module")
def notes() -> list[Document]:
    return [stay.documents[0] for stay in generate_stays(stays=60, seed=5)]


def test_medical_text_alone_links_two_releases_of_the_same_notes(notes: list[Document]) -> None:
    first, second = released(notes, "tag", 1), released(notes, "dp", 2)
    linker = ReleaseLinker(second, [document.id for document in second])
    found = linked_by(linker.figures(first, {}, 0))
    assert found[ALL_TEXT].first.rate > 0.95
    assert found[ALL_TEXT].first.documents == len({document.id for document in notes})
    # Tags say nothing of the patient, and chance is all that is left of values: 1 in 60.
    assert found["values"].first.rate == pytest.approx(1 / linker.candidates)


def test_under_one_key_values_link_and_under_two_much_less(notes: list[Document]) -> None:
    first, same, other = (released(notes, "plausible", key) for key in (1, 1, 2))
    rates = []
    for second in (same, other):
        linker = ReleaseLinker(second, [document.id for document in second])
        rates.append(linked_by(linker.figures(first, {}, 0))["values"].first.rate)
    assert rates[0] > 0.95
    assert rates[1] < 0.6


def test_notes_of_strangers_are_linked_by_chance_alone(notes: list[Document]) -> None:
    other = [stay.documents[0] for stay in generate_stays(stays=60, seed=99)]
    linker = ReleaseLinker(released(other, "tag", 1), [str(number) for number in range(60)])
    # Whoever is called the same is somebody else.
    patients = {document.id: str(number) for number, document in enumerate(notes)}
    found = linked_by(linker.figures(released(notes, "tag", 2), patients, 0))[ALL_TEXT].first
    assert found.low <= 1 / 60 <= found.high


@pytest.mark.parametrize("mark", [*(f"[{label}]" for label in LABELS), "[VISIT_ID_12]", "[DATE_3]", "[XXXXX]"])
def test_tags_and_masks_are_no_values(mark: str) -> None:
    document = Document("n", f"Dossier {mark} rendu.", entities=(Span(8, 8 + len(mark), "OTHER_ID"),))
    assert not residual_features(document)["values"]
    written = Document("n", "Dossier AB_12 rendu.", entities=(Span(8, 13, "OTHER_ID"),))
    assert residual_features(written)["values"]


@pytest.mark.parametrize("link", ["en ", "de ", "d'", "aux\u00a0", "\n"])
def test_what_is_written_anew_before_a_place_is_no_value(link: str) -> None:
    text = f"venu {link}Pologne"
    place = len(text) - len("Pologne")
    spans = (Span(5, place, "LOCATION"), Span(place, len(text), "LOCATION"))
    whole, alone = Document("n", text, entities=spans), Document("n", text, entities=spans[1:])
    assert residual_features(whole)["values"] == residual_features(alone)["values"]
    assert len(residual_features(whole)["values"]) == 1


def test_features_are_of_what_was_not_written_over() -> None:
    document = Document("n", "CRP 12 depuis 3 jours, vu le 02/03/2021 et le 09/03/2021.", entities=())
    spans = (Span(29, 39, "DATE"), Span(46, 56, "DATE"))
    assert document.text[29:39] == "02/03/2021"
    with_spans = Document("n", document.text, entities=spans)
    features = residual_features(with_spans)
    # Three days in words, seven between the dates.
    assert sum(features["durations"].values()) == 2
    assert sum(features["numbers"].values()) == 2
    assert len(features["values"]) == 2
    moved = Document("n", document.text.replace("02/03/2021", "05/08/2019").replace("09/03/2021", "12/08/2019"))
    moved = Document("n", moved.text, entities=spans)
    again = residual_features(moved)
    for kind in ("words", "numbers", "durations", "style"):
        assert again[kind] == features[kind]
    assert not set(again["values"]) & set(features["values"])


def test_the_command_counts_goes_on_and_shows_nothing_of_a_note(notes: list[Document], tmp_path: Path) -> None:
    chosen = Policy.named("dp")
    for key in (1, 2):
        write = Deidentifier((), Replacer(CohortKey(bytes([key]) * 32), chosen), chosen.kept)
        write_results((write.replace(each, each.entities) for each in notes), tmp_path / f"{key}.jsonl")
    arguments = [str(tmp_path / "1.jsonl"), str(tmp_path / "2.jsonl"), "-o", str(tmp_path / "out")]
    said = CliRunner().invoke(command, arguments, catch_exceptions=False).output
    assert "| medical text | 60 |" in said
    kept = tmp_path / "out" / "linkage.jsonl"
    before = kept.read_bytes()
    kept.write_bytes(before[: len(before) - 40])
    assert CliRunner().invoke(command, arguments, catch_exceptions=False).output == said
    assert kept.read_bytes() == before
    words = {word for each in islice(read_documents(tmp_path / "1.jsonl"), 5) for word in each.text.split()}
    written = before.decode() + (tmp_path / "out" / "linkage.md").read_text(encoding="utf-8")
    assert not [word for word in words if len(word) > 9 and word.lower() in written.lower()]
    other = tmp_path / "patients.csv"
    other.write_text("id,name\n", encoding="utf-8")
    with pytest.raises(UsageError, match="columns id and patient"):
        CliRunner().invoke(command, [*arguments, "--patients", str(other)], catch_exceptions=False)


@pytest.mark.parametrize(("candidates", "first"), [(1, "100%"), (2, "50%"), (1500, "0.067%")])
def test_chance_is_written_without_powers_of_ten(candidates: int, first: str) -> None:
    assert linked_table({}, candidates).splitlines()[-1].split("|")[3].strip() == first
