"""What holds of every synthetic document, whatever its seed."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from palimpseste.corpus import marked_text, parse_markup, read_documents
from palimpseste.corpus.synthesis import synthesise
from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.corpus.synthesis.lists import Lists
from palimpseste.corpus.synthesis.pieces import pieces_of
from palimpseste.corpus.synthesis.redraw import Redrawer, SourceRead
from palimpseste.document import Document, Patient, Span
from palimpseste.errors import UsageError
from palimpseste.folding import fold
from palimpseste.labels import LABELS

ROOT = Path(__file__).resolve().parents[3]
NOTES = ROOT / "corpus" / "notes"
LISTS = ROOT.parent / "shared" / "lists"
CASES = ROOT.parent / "shared" / "corpus" / "clinical_cases.jsonl"

NOTE = (
    "<HOSPITAL>CHU de Dijon</HOSPITAL>, <CITY>Dijon</CITY> le <DATE>12 mars 2021</DATE>\n"
    "Réf. : <REFERENCE>PM/CL/2021-114</REFERENCE>\n"
    "M. <LASTNAME>BRAULT</LASTNAME> <FIRSTNAME>Jean-Pierre</FIRSTNAME>, né le <BIRTHDATE>03/02/1950</BIRTHDATE>, "
    "<AGE>71 ans</AGE>, IPP <PATIENT_ID>8004312557</PATIENT_ID>, NDA <VISIT_ID>220145789</VISIT_ID>\n"
    "<ADDRESS>12 bis rue des Lilas</ADDRESS> <ZIP>21000</ZIP> <CITY>DIJON</CITY>, tél. <PHONE>03 80 11 22 33</PHONE>, "
    "<EMAIL>jp.brault@orange.fr</EMAIL>, <SSN>1 50 02 21 231 045 67</SSN>\n"
    "Salarié chez <ORGANIZATION>Michelin</ORGANIZATION>, retour du <LOCATION>Mali</LOCATION>. "
    "M. <LASTNAME>Brault</LASTNAME> (<LASTNAME>Braullt</LASTNAME> sur l'étiquette) vu avec "
    "<FIRSTNAME>J.</FIRSTNAME> <LASTNAME>Colin-Brault</LASTNAME>. RPPS <OTHER_ID>10003456789</OTHER_ID>, "
    "<URL>www.chu-dijon.fr</URL>, sortie le <DATE>15/03</DATE>."
)
PATIENT = Patient(lastname="BRAULT", firstname="JEAN-PIERRE", birthdate="1950-02-03", city="DIJON", zip="21000")


def document_of(marked: str, patient: Patient = PATIENT, name: str = "n1") -> Document:
    text, spans = parse_markup(marked)
    return Document(name, text, "CRH-HOSPI", date(2021, 3, 12), patient, spans)


def redrawn(marked: str, seed: int) -> list[tuple[str, str | None]]:
    """The pieces of a note with its entities redrawn and nothing else done to it."""
    return list(Redrawer(SourceRead.of(document_of(marked)), Chance(seed), Lists.of(None)).pieces())


def values_of(document: Document) -> list[tuple[str, str]]:
    return [(span.label, document.text[span.start : span.end]) for span in document.entities]


def refuse_flaws(document: Document) -> None:
    end = 0
    for span in document.entities:
        value = document.text[span.start : span.end]
        assert end <= span.start < span.end <= len(document.text)
        assert value == value.strip()
        end = span.end
    assert parse_markup(marked_text(document.text, document.entities)) == (document.text, document.entities)


@pytest.fixture(scope="module")
def notes() -> list[Document]:
    """A few notes of each file."""
    return [document for path in sorted(NOTES.glob("*.notes")) for document in list(read_documents(path))[:4]]


def test_every_span_of_every_copy_is_exact(notes: list[Document]) -> None:
    copies = list(synthesise(notes, seed=3, copies=2, sheet_share=0.5))
    assert len({document.id for document in copies}) == len(copies)
    for document in copies:
        refuse_flaws(document)


def test_every_label_is_redrawn() -> None:
    changed: Counter[str] = Counter()
    for seed in range(20):
        old = [piece for piece in pieces_of(*parse_markup(NOTE)) if piece.label]
        new = [piece for piece in redrawn(NOTE, seed) if piece[1]]
        assert [label for _, label in new] == [label for _, label in old]
        changed.update(label for (before, label), (after, _) in zip(old, new, strict=True) if before != after)
    # Each value is kept once in eight or ten: of 20 draws, fewer than 8 changes would be a fault, not chance.
    assert {label: changed[label] for label in LABELS if changed[label] < 8} == {}


def test_what_identifies_nobody_stays_where_nothing_but_entities_is_redrawn() -> None:
    old = [piece.text for piece in pieces_of(*parse_markup(NOTE)) if piece.label is None]
    assert [text for text, label in redrawn(NOTE, 5) if label is None] == old


def test_one_name_is_one_new_name_in_all_its_spellings_and_in_the_record() -> None:
    for seed in range(30):
        redrawer = Redrawer(SourceRead.of(document_of(NOTE)), Chance(seed), Lists.of(None))
        names = [text for text, label in redrawer.pieces() if label == "LASTNAME"]
        upper, title, _, compound = names
        assert upper == upper.upper()
        assert fold(title) == fold(upper) == fold(redrawer.patient().lastname)
        assert fold(compound.split("-")[-1]) == fold(title)


def test_a_postal_code_is_one_of_its_town() -> None:
    from palimpseste.places import PlaceTable

    agreeing = 0
    for seed in range(20):
        values = {label: text for text, label in redrawn(NOTE, seed) if label in ("ZIP", "CITY")}
        served = {fold(town.name) for town in PlaceTable.bundled().by_zip(values["ZIP"])}
        agreeing += fold(values["CITY"]) in served
    # One code in ten is that of a CEDEX.
    assert agreeing >= 14


@pytest.mark.parametrize(
    ("marked", "pattern"),
    [
        ("M. <LASTNAME>DURAND</LASTNAME>", str.isupper),
        ("m. <LASTNAME>durand</LASTNAME>", str.islower),
        (
            "Dr <FIRSTNAME>P.</FIRSTNAME> <LASTNAME>Le Goff</LASTNAME>",
            lambda text: text[0].isupper() and text[1] == ".",
        ),
        ("le <DATE>03/04/21</DATE>", lambda text: len(text) == 8 and text[2] == text[5] == "/"),
        ("le <DATE>3 avril 2021</DATE>", lambda text: text.split()[0] in ("1er", *map(str, range(1, 32)))),
        ("tél <PHONE>06.12.34.56.78</PHONE>", lambda text: text[:2] in ("06", "07") and text.count(".") == 4),
        ("<AGE>82ans</AGE>", lambda text: text.endswith("ans") and " " not in text),
        ("<AGE>quatre-vingts ans</AGE>", lambda text: not any(map(str.isdigit, text))),
        ("<SSN>1 54 03 21 231 045 67</SSN>", lambda text: [*map(len, text.split())] == [1, 2, 2, 2, 3, 3, 2]),
        ("<HOSPITAL>clinique des Cèdres</HOSPITAL>", lambda text: len(text) > 8),
        ("<LASTNAME>DURANDPaul</LASTNAME>", lambda text: text[0].isupper() and text[-1].islower() and " " not in text),
        ("<LASTNAME>COR-\nNEC</LASTNAME>", str.isupper),
    ],
)
def test_the_writing_is_kept(marked: str, pattern: Callable[[str], bool]) -> None:
    text, spans = parse_markup(marked)
    read = SourceRead.of(Document("w", text, entities=spans))
    for seed in range(25):
        redrawer = Redrawer(read, Chance(seed), Lists.of(None))
        new = next(value for value, label in redrawer.pieces() if label)
        assert redrawer.dates.has_other_form or pattern(new), new


def test_copies_are_the_same_bytes_in_another_process_and_under_another_hash_seed() -> None:
    program = (
        "from palimpseste.corpus import read_documents\n"
        "from palimpseste.corpus.synthesis import synthesise\n"
        f"documents = list(read_documents({str(NOTES / 'names.notes')!r}))[:5]\n"
        "import hashlib\n"
        "made = [str(d.to_mapping()) for d in synthesise(documents, seed=1, copies=2, sheet_share=1)]\n"
        "print(hashlib.sha256(''.join(made).encode()).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_a_copy_does_not_depend_on_the_documents_beside_it(notes: list[Document]) -> None:
    together = {document.id: document for document in synthesise(notes[:6], seed=9, copies=2)}
    for document in synthesise(notes[3:4], seed=9, copies=2):
        assert together[document.id].to_mapping() == document.to_mapping()


def test_another_seed_or_copy_gives_other_text() -> None:
    first, second = synthesise([document_of(NOTE)], seed=1, copies=2, sheet_share=0)
    (other,) = synthesise([document_of(NOTE)], seed=2, copies=1, sheet_share=0)
    assert len({first.text, second.text, other.text}) == 3


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.tuples(
            st.text(st.sampled_from("aé B.\n\tLe'-09/’ "), max_size=12),
            st.sampled_from(LABELS),
            st.text(st.sampled_from("aéÀB 1./-'\n0Oœ9xL"), min_size=1, max_size=20).filter(lambda t: t.strip() == t),
        ),
        max_size=12,
    ),
    st.integers(0, 10_000),
)
def test_spans_are_exact_on_any_text(pieces: list[tuple[str, str, str]], seed: int) -> None:
    text, spans = "", []
    for before, label, value in pieces:
        text += before
        if value:
            spans.append(Span(len(text), len(text) + len(value), label))  # type: ignore[arg-type] # labels by name
        text += value
    document = Document("h", text, entities=tuple(spans))
    for made in synthesise([document], seed=seed, copies=2, sheet_share=0.2):
        refuse_flaws(made)


def test_a_wrong_parameter_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="copies must be 1 or more, got 0"):
        synthesise([], seed=1, copies=0)
    with pytest.raises(UsageError, match="sheet_share must be within 0 and 1"):
        synthesise([], seed=1, copies=1, sheet_share=2)
    with pytest.raises(UsageError, match="no such folder"):
        synthesise([], seed=1, copies=1, lists_folder=tmp_path / "none")
    with pytest.raises(UsageError, match=r"holds none of lastnames\.tsv"):
        synthesise([], seed=1, copies=1, lists_folder=tmp_path)


@pytest.mark.skipif(not LISTS.is_dir(), reason="the INSEE lists are not on this machine")
def test_the_lists_of_a_folder_bring_names_that_the_projects_own_lists_lack() -> None:
    from palimpseste.writings import lists as own

    lists, chance = Lists.of(LISTS), Chance("lists")
    drawn = [lists.family_name(chance) for _ in range(300)]
    assert sum(not own.is_family_name(fold(name)) for name in drawn) > 40
    assert len(set(drawn)) > 280


@pytest.mark.skipif(not CASES.is_file(), reason="the case reports are not on this machine")
def test_case_reports_carry_sentences_of_templates(notes: list[Document]) -> None:
    made = list(synthesise(notes[:12], seed=4, copies=1, carriers=CASES, carrier_share=1, sheet_share=0))
    carried = [document for document in made if document.id.endswith("-carrier")]
    assert len(carried) == 12
    for document in carried:
        refuse_flaws(document)
    assert any(not document.entities for document in carried)
    assert any({"LASTNAME", "FIRSTNAME"} & {label for label, _ in values_of(document)} for document in carried)
