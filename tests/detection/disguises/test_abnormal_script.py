from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from timing import grows_in_proportion

from palimpseste.corpus import read_documents
from palimpseste.deidentifier import Deidentifier
from palimpseste.detection.choice import DetectorChoice
from palimpseste.detection.disguises.abnormal import abnormality_of
from palimpseste.detection.disguises.words import view_of
from palimpseste.document import Document
from palimpseste.errors import DocumentError

CORPUS = Path(__file__).parents[3] / "corpus" / "notes"
NOTE = (
    "Patiente adressée pour une douleur abdominale depuis trois jours, sans fièvre ni vomissements. Examen clinique "
    "normal, bilan biologique sans particularité, retour à domicile avec traitement antalgique."
)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("vue ce jour : Жужа Шишкина", "letters of an alphabet that is not read"),
        ("vu ce jour : 田中", "letters of an alphabet that is not read"),
        ("Mme D:U:R:A:N:D vue", "words taken apart letter by letter"),
        ("Mme DU<b onclick='x'>RAND</b>", "tags within words"),
        ("Mme DU<!-- x -->RAND", "tags within words"),
        ("vu m4rt1n p4ul, d0uleur tr3s f0rte, d3pu1s h1er", "figures and signs within words"),
        (NOTE[::-1], "words written backwards"),
        (NOTE.translate(str.maketrans("aeioustnr", "qwxzkjvbg")), "words of no known language"),
    ],
)
def test_what_detectors_cannot_read_is_told(text: str, reason: str) -> None:
    assert abnormality_of(view_of(text)) == reason


@pytest.mark.parametrize(
    "text",
    [
        NOTE,
        NOTE.upper(),
        "αβ-cristalline, γGT, Δ 12, TNFα, β2-microglobuline",
        "D+ C- E- c+ e+ K-, hépatites A, B, C, D, E et F",
        "SpO2 98%, p.durand@chu-brest.fr, b2m, c3 et c4, 1h30 <b>avant</b> le repas",
        "😀",
        "",
    ],
)
def test_an_ordinary_note_is_read(text: str) -> None:
    assert abnormality_of(view_of(text)) == ""


def test_no_note_of_the_project_is_taken_for_one_that_cannot_be_read() -> None:
    notes = list(read_documents(CORPUS))[::15]
    assert len(notes) > 300
    assert [note.id for note in notes if abnormality_of(view_of(note.text))] == []


def test_a_note_that_cannot_be_read_is_not_written_unless_the_site_says_so() -> None:
    text = "Mme D:U:R:A:N:D vue ce jour"
    deidentify = Deidentifier.default(detectors=("rules",), policy="tag")
    with pytest.raises(DocumentError, match=r"^n: abnormal script: words taken apart letter by letter$"):
        deidentify(text, id="n")
    assert [str(made) for made in deidentify.stream([Document("n", text)])] == [
        "n: abnormal script: words taken apart letter by letter"
    ]
    assert deidentify.detect(Document("n", text)) is not None
    willing = Deidentifier.default(detectors=DetectorChoice(("rules",), refuses_abnormal_script=False), policy="tag")
    assert willing(text).text


@pytest.mark.parametrize("sign", ["a ", "a:", "a<b ", "a<!--", "p4", "p4t", "Ж", "x" * 9 + " ", ":a"])
def test_time_is_linear(sign: str) -> None:
    def judging(length: int) -> partial[str]:
        return partial(abnormality_of, view_of(sign * (length // len(sign))))

    assert grows_in_proportion(judging, (3_000, 30_000), growth=25, noise=0.02)
