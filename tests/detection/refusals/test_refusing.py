"""What other modules know refuses in both directions, and nothing refuses what others found."""

from __future__ import annotations

import pytest
from both_ways import marked, tried

from palimpseste.deidentifier import Deidentifier
from palimpseste.detection.refusals import refusal_of, without_refused
from palimpseste.detection.view import TextView
from palimpseste.document import Document, Span

REFUSED = [
    ("column.measured", "date | TA | DAS\n12/01/23 | [13/8] | 4,1", "DATE"),
    ("species", "Effet sur [Brassica] oleracea L. en culture", "FIRSTNAME"),
    ("species", "le lézard vert ( [Lacerta viridis] Laur .)", "LASTNAME"),
    ("species", "le lézard vert ( Lacerta viridis [Laur] .)", "FIRSTNAME"),
    ("species", "candidémie (C. [albicans]) le 24", "LASTNAME"),
    ("species", "POROSPORA ([POROSPORIDAE])", "LASTNAME"),
    ("species", "Salmonella ( [S . colombo] ) isolé", "LASTNAME"),
    ("term.letters", "lithotritie extracorporelle ([LEC]) en urologie", "LASTNAME"),
    ("term.letters", "syndrome d'immunodéficience acquise ([SIDA])", "LASTNAME"),
    ("term.letters", "femelle ( T . [G . F .]) chez", "LASTNAME"),
]

KEPT = [
    ("column.measured", "date | TA | DAS\n[12/01/23] | 13/8 | 4,1", "DATE"),
    ("species", "Martin ( [M . colombo] ) isolé", "LASTNAME"),
    ("species", "vu avec [Amandine] blondelus", "FIRSTNAME"),
    ("species", "chez [Rubner] depuis mars", "ORGANIZATION"),
    ("species", "germe : Lacerta viridis. [Durand] prévenu", "LASTNAME"),
    ("species", "germe : Lacerta viridis, [Laur] prévenue", "LASTNAME"),
    ("term.letters", "le médecin de garde ([MDG])", "HOSPITAL"),
    ("term.letters", "le référent ([MDG])", "LASTNAME"),
    ("term.letters", "vue par Anne-Rose Tardy ([ART])", "LASTNAME"),
    ("term.letters", "vue par Xqzan Rwyk Tzgr ([XRT])", "LASTNAME"),
    ("term.letters", "vu par T . G . [F . Durand]", "LASTNAME"),
]

test_is_refused, test_the_like_is_kept, test_each_is_tried_both_ways = tried(
    REFUSED, KEPT, {"column.measured", "species", "term.letters"}
)


@pytest.mark.parametrize("source", ["record.lastname", "rules.site.lastname_1", "structure", "elsewhere", ""])
def test_what_record_site_structure_and_others_found_is_never_refused(source: str) -> None:
    view, span = marked("PARACETAMOL [MYLAN] 500 mg", "LASTNAME", source)
    assert refusal_of(view, span) == ""


CITED = "Zhang P, Brown J, Martin R et al. Cost of care in Wales. Diabetes Res Clin Pract. 2010;87(3):293-301."


def _found(text: str, value: str, label: str, source: str = "model") -> list[Span]:
    start = text.index(value)
    return without_refused(TextView.of(text), [Span(start, start + len(value), label, source)])


@pytest.mark.parametrize(
    ("value", "label"), [("Zhang", "LASTNAME"), ("J", "FIRSTNAME"), ("Clin Pract", "HOSPITAL"), ("Wales", "CITY")]
)
def test_what_a_citation_holds_is_refused(value: str, label: str) -> None:
    assert not _found(CITED, value, label)
    assert not _found(f"Mme Durand, vue ce jour. {CITED} Revue demain.", value, label)
    assert _found(CITED, value, label, "rules.name.title")
    assert _found(CITED, value, label, "record.lastname")


@pytest.mark.parametrize(
    "text",
    [
        f"Mme Brown J, 54 ans. {CITED[CITED.index('Zhang') :].replace('Brown', 'Smith')}",
        f"{CITED.replace('Brown', 'Smith')} Brown J revue demain.",
        "Brown J, vu le 12, cf NEJM 2010;87(3):293.",
        f"Brown J, Durand P. 54 ans.\n\n{CITED.replace('Brown', 'Smith')}",
    ],
)
def test_a_name_beside_a_citation_is_kept(text: str) -> None:
    assert _found(text, "Brown", "LASTNAME")


ENGLISH = (
    "Background: We aimed to assess rituximab. Between 2010 and 2015 patients were enrolled by Young at Reims. "
    "The mean age was 54 years. The patient was seen by Dr. John Smith in a clinic."
)


@pytest.mark.parametrize("value", ["Background", "We", "aimed", "Between", "enrolled", "The", "mean", "seen"])
def test_an_ordinary_word_of_an_english_passage_is_refused(value: str) -> None:
    assert not _found(ENGLISH, value, "LASTNAME")
    assert _found(ENGLISH, value, "LASTNAME", "record.lastname")
    assert _found(
        f"Vue par le Dr {value}, qui la suit pour le diabète de la grossesse et les douleurs.", value, "LASTNAME"
    )


@pytest.mark.parametrize("value", ["Young", "Reims", "John", "Smith"])
def test_a_name_in_an_english_passage_is_kept(value: str) -> None:
    assert _found(ENGLISH, value, "LASTNAME")
    assert _found(f"{ENGLISH} {value} was one of the patients.", value, "LASTNAME")
    assert _found(f"{value}. The patient was seen by the team of the ward.", value, "LASTNAME")


def test_a_note_keeps_the_family_and_shows_the_laboratory() -> None:
    text = "PARACETAMOL MYLAN 500 mg\nINR 2.03 le 12/03/2019\nSexe : Masculin\nAdressé par le Dr Haddad."
    found = Deidentifier.default(policy="tag").detect(Document("note", text))
    assert [text[span.start : span.end] for span in found] == ["12/03/2019", "Haddad"]
