"""What a reader sees through is read as a reader reads it, and what is found is carried back to the text as it came."""

from __future__ import annotations

import unicodedata
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from timing import grows_in_proportion

from palimpseste.deidentifier import Deidentifier
from palimpseste.detection.disguises.words import view_of
from palimpseste.detection.view import TextView
from palimpseste.document import Document
from palimpseste.evaluation.disguises import DISGUISES, Disguise, disguised

SIGNS = (
    "&", "&#68;", "&eacute;", "&amp;", "<b>", "</b>", "<td>", "<td class='x'>", "<br>", "=C3=A9", "=E9", "=\n", "\\'e9",
    "%C3%A9", "Ã©", "â€™", "**", "*", "~~", "_", "-\n", "- \n", "\u202e", "\u202c", "\u200b", "\u3164", "\u0301",
    "\u0336", "𝐃", "Ｄ", "Ⓓ", "ﬁ", "а", "Ο", "ά", "β", "ж", "D", "u", "0", "1", "l", " ", "   ", ".", "-", "'", "|",
    "\r\n", "Durand", "M.",
)  # fmt: skip
strange_texts = st.lists(st.one_of(st.sampled_from(SIGNS), st.characters(codec="utf-8")), max_size=30).map("".join)

READ = {
    # Nobody sees these.
    "D\u034fU\ufe0fR\u3164A\U000e0061N\u200bD": "DURAND",
    "D\u0336U\u0336R\u20ddA\u0336ND": "DURAND",
    # Other forms of Latin letters, and letters of other alphabets.
    "ＤＵＲＡＮＤ 𝐙𝐨𝐞́ Ⓛⓔ 🄶🅄🄴🄽 ﬁn": "DURAND Zoé Le GUEN fin",
    "Durаnd, Sорhiе, Ѕоlаl": "Durand, Sophie, Solal",
    "ΜΑΡΤΙΝ, Sophiα, Εύa": "MAPTIN, Sophia, Eúa",
    "mι-mai, chez lυi": "mi-mai, chez lui",
    "Μαrιe Dυrαηd, de lα Sαrthe, 76α, TNFα": "Marie Durand, de la Sarthe, 76a, TNFa",
    "\u00d8\u0301rsted, Ｅ\u0301va": "Orsted, Éva",
    # Codes.
    "Ren&eacute; &#68;&#x55;&amp;#82;AND&nbsp;!": "René DURAND !",
    "Ren=C3=A9 M=E9lanie, g=C3=AAne": "René Mélanie, gêne",
    "une ligne cou=\npée": "une ligne coupée",
    "Mme%20DURAND%2C%20n%C3%A9e%20le%203": "Mme DURAND, née le 3",
    "Ren\\'e9 et Z\\u00e9lie": "René et Zélie",
    "RenÃ© dâ€™Avril": "René d'Avril",
    "PetroviÄ‡, YÄ±ldÄ±rÄ±m, LenuÈ›a, Nguyá»…n": "Petrović, Yıldırım, Lenuța, Nguyễn",
    "RenA\u0303© da\u0302€™AvrilA\u0302¤": "René d'Avril¤",
    # Marks.
    "<b>DUR</b>AND": "DURAND",
    "<td>DURAND</td><td>Zoé</td>": "DURAND Zoé",
    "DURAND<br/>Zoé<p>vue": "DURAND\nZoé\nvue",
    '<td class="Zoé">DURAND': ' class="Zoé" DURAND',
    "**Mme** DUR**AND** *Zoé* ~~vue~~": "Mme DURAND Zoé vue",
    "_Zoé_ DURAND_MOREL": "Zoé DURAND MOREL",
    "Tél_:_03_80_11_22_33,_Fax__03_80_11_22_34__a_b@c_d.fr": "Tél : 03 80 11 22 33, Fax  03 80 11 22 34  a_b@c d.fr",
    "__n°_FC_20_·_www.a_b.fr/c_d,_vu": "  n° FC 20 · www.a_b.fr/c_d, vu",
    # Another order, other lines.
    "Mme \u202eDNARUD éoZ\u202c vue": "Mme Zoé DURAND vue",
    "\u202ee\u0301oZ \u1112\u1161\u11ab": "한 Zoé",
    "Mme KERVEL-\nLEC": "Mme KERVELLEC",
    "à Forcal-\r\nquier": "à Forcalquier",
    # Letters apart.
    "Mme D U R A N D   Z o é vue": "Mme DURAND Zoé vue",
    "Mme D.U.R.A.N.D Z.o.é": "Mme DURAND Zoé",
    "M. K-E-R-V-E-L-L-A": "M. KERVELLA",
    "Mme D_U_R_A_N_D, 9m_a_r_s, V_J21, le_matin": "Mme DURAND, 9mars, VJ21, le matin",
    "|K|E|R|V|E|L|L|A|": "|KERVELLA|",
    "né à D i j o n a été": "né à Dijona été",
    "le 1 2/0 3/1 9 5 4": "le 12/03/1954",
    # Figures for letters.
    "Pau1 M0REL, Kerv1han, H0PITAL": "Paul MOREL, Kervlhan, HOPITAL",
    "vu à 1a c1inique de C1ermont": "vu à la clinique de Clermont",
    # An l for I.
    "chirurgien pIasticien à la cIinique, iIs, IgG": "chirurgien plasticien à la clinique, ils, IgG",
    "DERMATOLOGlE, LUCCHlNl, PERPlGNAN, AUBlN": "DERMATOLOGIE, LUCCHINI, PERPIGNAN, AUBIN",
}

AS_IT_IS = (
    "TNFα, γGT, α-foetoprotéine, βHCG, μg, χ², Δ, IFNβ, Aβ42",
    "Иван Иванов",
    "T1N0M0, HbA1c, CD4, IL10, CIN1, ROS1, pT2, 1ère, O2, C0M1, 10mg, J0",
    "C.H.U., I.R.M., E.H.P.A.D., S.A.M.U., C.H.U",
    "hépatites A B C, groupes A, B et O, 0 1 2 3 4, Glasgow E4 V5 M6",
    "Saint-\nMalo, Jean-\nPierre, KEL1 K-\nPHENOTYPE",
    "K=4, Hb=12, FC=80, stade=C3, p<0,05, T > 38 <nom>, R&D, A&E;",
    "FEVG 35%20 puis 20%20, 30%20/40%20 ; https://a.fr/p?nom=DURAND%20Zo&vu=le%203%20mai",
    "HLA-B*27, 2*3, ***, M. *** et Dr ****, ____, a@b_c.fr, www.a_b.fr, snap : zoe_b71",
    "NON FAIT AU 72 h à l'avance, 2,4 g/L à l'entrée",
    "\\|^~\\& MSH",
    "KCl 2 g, PlGF, FBNl, NaCl, mL, Al DURAND",
    "âge, Ângela, Å, Ãngela",
)


@pytest.mark.parametrize(("written", "read"), READ.items())
def test_a_disguise_is_read_as_a_reader_reads_it(written: str, read: str) -> None:
    assert view_of(written).text == read


@pytest.mark.parametrize("text", AS_IT_IS)
def test_what_is_no_disguise_is_read_as_it_is(text: str) -> None:
    assert view_of(text).text == text


@given(strange_texts)
@example("\u202e&eacute;\u202c")
@example("à")
@example("&#10;-&#10;&#97;")
def test_each_character_read_stands_for_an_interval_of_the_text(text: str) -> None:
    view = view_of(text)
    assert len(view.text) == len(view.folded)
    for index in range(len(view.text)):
        start, end = view.to_original(index, index + 1)
        assert 0 <= start < end <= len(text)
    if view.text:
        start, end = view.to_original(0, len(view.text))
        assert view.from_original(start, end) == (0, len(view.text))


@given(strange_texts)
def test_no_letter_is_lost_but_for_those_of_marks(text: str) -> None:
    view = view_of(text)
    read = {view.to_original(index, index + 1) for index in range(len(view.text))}
    unread = "".join(c for i, c in enumerate(text) if not any(start <= i < end for start, end in read))
    assert set(filter(str.isalnum, unread)) <= set("tdbrTDBR\u115f\u1160\u3164\uffa0")


NOTE = "Compte rendu\nMme Zoé DURAND, née le 12/03/1954, IPP 8004312557, est vue ce jour par le Dr Paul MOREL à Dijon."
VALUES = ("Zoé", "DURAND", "12/03/1954", "8004312557", "Paul", "MOREL", "Dijon")


@pytest.fixture(scope="module")
def deidentifier() -> Deidentifier:
    return Deidentifier.default(detectors=("record", "rules"), policy="tag")


def annotated() -> Document:
    from palimpseste.document import Span

    return Document(
        "note", NOTE, entities=tuple(Span(NOTE.index(v), NOTE.index(v) + len(v), "OTHER_ID") for v in VALUES)
    )


@pytest.mark.parametrize("everywhere", [False, True])
@pytest.mark.parametrize("disguise", [d for d in DISGUISES if d.aim], ids=lambda disguise: disguise.name)
def test_values_in_disguise_are_masked_with_all_that_stands_for_them(
    deidentifier: Deidentifier, disguise: Disguise, everywhere: bool
) -> None:
    note = disguised(annotated(), disguise, everywhere=everywhere)
    spans = deidentifier.detect(note.document)
    assert all(before.end <= after.start for before, after in pairwise(spans))
    covered = [
        all(any(span.start <= a and b <= span.end for span in spans) for a, b in places) for places in note.values
    ]
    assert covered == [True] * len(VALUES)
    result = deidentifier.replace(note.document, spans)
    assert "MOREL" not in result.text


@pytest.mark.parametrize(
    "sign", [*SIGNS, "D U R A N D ", "M0rel ", "Durаnd ", "a_b", "<b <b ", "&amp;" * 3, "*a", "-\na", "AlA", "AAl "]
)
def test_time_is_linear_in_what_is_repeated(sign: str) -> None:
    def reading(length: int) -> partial[object]:
        return partial(view_of, sign * (length // len(sign)))

    assert grows_in_proportion(reading, (3_000, 30_000), growth=25, noise=0.02)


@pytest.mark.parametrize("letter", ["\u0cc7", "\u30ac", "\u0622", "\u09cb"])
def test_marks_of_other_scripts_join_the_letter_before_them(letter: str) -> None:
    assert TextView.of(unicodedata.normalize("NFD", letter)).text == TextView.of(letter).text
