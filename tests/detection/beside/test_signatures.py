"""Letters that sign as others do."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from palimpseste.corpus import parse_markup
from palimpseste.detection.beside.signatures import of_hands, of_signatures
from palimpseste.detection.view import TextView
from palimpseste.document import Span

SIGNED = {
    "bloc prévu ce soir\nMT/<LASTNAME>ED</LASTNAME>  12h": ["MT"],
    "pas de variant. <LASTNAME>mrc</LASTNAME> / pvh": ["pvh"],
    "poids 12 <LASTNAME>mc</LASTNAME>/kg": [],
    "vu <LASTNAME>mc</LASTNAME>/ide": [],
    "Box 6. <LASTNAME>EB</LASTNAME>/ide": [],
    "voir <LASTNAME>EB</LASTNAME>/MT/2024": [],
    "Rose <LASTNAME>T.</LASTNAME> / AS revue": [],
    "3/5  8h   <LASTNAME>NB</LASTNAME>   apyrexie\n3/5  9h   MC   dort\n3/5  10h  RAS  fin": ["MC"],
    "1   <LASTNAME>NB</LASTNAME>   x\n2   TA   y\n3   FC   z\n": [],
    "4/5 [<LASTNAME>ASM</LASTNAME>, rempl.] vu\n5/5 [LBR] colis": ["LBR"],
    "3/5 vu <LASTNAME>NB</LASTNAME>, dort\n4/5 vu MC ce jour": [],
    "heure  qui   soin\n8h00   <LASTNAME>NBT</LASTNAME>   TA\n9h00   IDE   poids": [],
    "Bien à toi,\nAM\n\nDr <FIRSTNAME>Anne-Marie</FIRSTNAME> <LASTNAME>Roy</LASTNAME>": ["AM"],
    "Bonne journée, PR\n\n<FIRSTNAME>Paul</FIRSTNAME> <LASTNAME>Roy</LASTNAME>": ["PR"],
    "Examen normal, TR\n\n<FIRSTNAME>Tom</FIRSTNAME> <LASTNAME>Roy</LASTNAME>": [],
    "RX\n<FIRSTNAME>Paul</FIRSTNAME> <LASTNAME>Roy</LASTNAME>": [],
    "ok\nPR\n<FIRSTNAME>Paul</FIRSTNAME>, M. <LASTNAME>Roy</LASTNAME>": [],
    "sans personne\nPR\n": [],
    "Vu <LASTNAME>Roy</LASTNAME>.\n\nKBT\n": ["KBT"],
    "Remis à Mme <LASTNAME>Roy</LASTNAME>. MK": ["MK"],
    "Revue par <LASTNAME>Roy</LASTNAME>.\nRAS": [],
    "Revue par <LASTNAME>Roy</LASTNAME>. ORL": [],
    "Bilan de <LASTNAME>Roy</LASTNAME>.\nPJ\n": [],
    "<LASTNAME>Roy</LASTNAME>\nAntécédents :\nHTA": [],
    "MME <LASTNAME>ROY</LASTNAME> SORT\nKBT": [],
}


@pytest.mark.parametrize("marked", SIGNED)
def test_letters_beside_below_and_of_others_sign(marked: str) -> None:
    text, spans = parse_markup(marked)
    spans = [replace(span, source="model") for span in spans]
    assert [text[span.start : span.end] for span in of_hands(TextView.of(text), spans)] == SIGNED[marked]


@pytest.mark.parametrize("other", ["   MC   dort\n", " " * 30 + "MCA   dort\n", "   mc   dort\n", "   mc   dort "])
def test_time_is_linear(other: str) -> None:
    text, spans = parse_markup(f"3/5  8h   <LASTNAME>NB</LASTNAME>   apyrexie\n3/5  9h{other}" * 4000)
    before = time.process_time()
    list(of_hands(TextView.of(text), spans))
    assert time.process_time() - before < 3


def test_initials_that_sign_one_line_sign_the_others() -> None:
    text = "gly 1,72, mv\nvue par mv ce soir\nselles ok.  Mv \nrelancer la fille. kr\nTA 12/7 mv"
    spans = [Span(text.index("mv"), text.index("mv") + 2, "LASTNAME")]
    assert [span.start for span in of_signatures(TextView.of(text), spans)] == [text.index("Mv"), len(text) - 2]


def test_no_end_of_a_line_is_a_signature_for_initials_inside_another() -> None:
    text = "vue par mv ce soir\nTA 12/7 mv"
    assert list(of_signatures(TextView.of(text), [Span(8, 10, "LASTNAME")])) == []
