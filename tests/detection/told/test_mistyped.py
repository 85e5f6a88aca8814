"""Days, ages and names that a hand or a scanner got wrong."""

from __future__ import annotations

import pytest

from palimpseste.corpus import parse_markup
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.told.mistyped import of_slips
from palimpseste.detection.view import TextView
from palimpseste.document import Span


def slips(marked: str) -> list[tuple[str, str]]:
    text, entities = parse_markup(marked)
    spans = [Span(entity.start, entity.end, entity.label, "model") for entity in entities]
    view = TextView.of(text)
    words = frozenset(Tokens(view, alphabet()).words)
    return [(text[span.start : span.end], span.label) for span in of_slips(view, spans, words)]


@pytest.mark.parametrize(
    ("marked", "value", "label"),
    [
        ("sortie 2&/03/2026 à 14 h", "2&/03/2026", "DATE"),
        ("née le &é/05/1948", "&é/05/1948", "BIRTHDATE"),
        ('vu le 03/0"/21.', '03/0"/21', "DATE"),
        ("Lille, le 1 <DATE>4 juin 2</DATE> 018\n", "1 4 juin 2 018", "DATE"),
        ("le <DATE>2 4 mai</DATE> 2 021,", "2 4 mai 2 021", "DATE"),
        ("Prélevé le <DATE>07.06</DATE>. 15 Reçu", "07.06. 15", "DATE"),
        ("Mme L., 78 asn, vit seule", "78 asn", "AGE"),
        ("bébé de 5 mosi", "5 mosi", "AGE"),
        ("son fils M ichel trouvait", "M ichel", "FIRSTNAME"),
        ("vue par J ocelyne.", "J ocelyne", "FIRSTNAME"),
        ("Dr <LASTNAME>LECL</LASTNAME> <FIRSTNAME>ERC</FIRSTNAME>, ortho", "LECL ERC", "LASTNAME"),
        ("<FIRSTNAME>Jeann</FIRSTNAME> <LASTNAME>in</LASTNAME>\n", "Jeann in", "LASTNAME"),
        ("68100 <FIRSTNAME>MUL</FIRSTNAME> <LASTNAME>HOUSE</LASTNAME>", "MUL HOUSE", "CITY"),
    ],
)
def test_what_is_read_back_is_found(marked: str, value: str, label: str) -> None:
    assert slips(marked) == [(value, label)]


@pytest.mark.parametrize(
    "marked",
    [
        "sorti le 21/03/2026",
        "ratio é/à/çç",
        "TA (12/7/80)",
        'coût "12/03/20"',
        "dose 45/&/2026",
        "tabac depuis 20 asn",
        "rapport de l'ASN",
        "vitamine D faible, groupe A positif, type C chronique",
        "<DATE>7 juin</DATE> 20 mg",
        "<DATE>7 juin</DATE> 2019",
        "<DATE>07.06</DATE>. 15 mg",
        "<FIRSTNAME>Marie</FIRSTNAME> <LASTNAME>Durand</LASTNAME>",
        "<LASTNAME>Du</LASTNAME> <FIRSTNAME>Rand</FIRSTNAME>ier",
    ],
)
def test_the_like_is_none(marked: str) -> None:
    assert slips(marked) == []
