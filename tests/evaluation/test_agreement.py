from __future__ import annotations

import pytest

from palimpseste.corpus import parse_markup
from palimpseste.document import Document
from palimpseste.evaluation import agreement


def note(name: str, marked: str) -> Document:
    text, spans = parse_markup(marked)
    return Document(name, text, entities=spans)


FIRST = [note("1", "Mme <LASTNAME>Durand</LASTNAME> de <CITY>Dijon</CITY> vue le <DATE>3 mars</DATE> ici seule")]
SECOND = [
    note("1", "Mme <LASTNAME>Durand</LASTNAME> de <LOCATION>Dijon</LOCATION> vue le 3 <DATE>mars</DATE> ici seule")
]


def test_kappa_is_agreement_beyond_chance() -> None:
    # Ten tokens: Mme Durand de Dijon vue le 3 mars ici seule. They differ on Dijon and 3: observed 8/10.
    # Frequencies first/second: O 6/7, LASTNAME 1/1, CITY 1/0, LOCATION 0/1, DATE 2/1.
    # By chance: (6*7 + 1*1 + 2*1) / 100 = 0.45; kappa = (0.8 - 0.45) / 0.55.
    found = agreement(FIRST, SECOND, bootstrap=0)
    assert found.tokens == 10
    assert found.kappa.value == pytest.approx(0.35 / 0.55)
    assert found.micro.kappa == found.kappa
    # DATE against all else: observed 9/10, by chance (2*1 + 8*9) / 100.
    assert found.labels["DATE"].kappa.value == pytest.approx(0.16 / 0.26)
    assert (found.labels["LASTNAME"].kappa.value, found.labels["CITY"].kappa.value) == (1.0, 0.0)


def test_f1_over_tokens_and_spans() -> None:
    # Tokens: 4 and 3 labelled, Durand and mars agree. Spans: 3 and 3, Durand agrees.
    found = agreement(FIRST, SECOND, bootstrap=0)
    assert found.micro.token_f1.value == pytest.approx(2 * 2 / 7)
    assert found.micro.span_f1.value == pytest.approx(2 * 1 / 6)
    assert found.labels["DATE"].token_f1.value == pytest.approx(2 * 1 / 3)
    assert found.labels["DATE"].span_f1.value == 0.0


def test_does_not_depend_on_who_comes_first() -> None:
    one, other = agreement(FIRST, SECOND), agreement(SECOND, FIRST)
    assert (one.kappa, one.micro) == (other.kappa, other.micro)


def test_a_view_may_settle_a_disagreement() -> None:
    # In HNFC's view CITY and LOCATION are both LOCATION: only "3" is left.
    assert agreement(FIRST, SECOND, view="hnfc", bootstrap=0).micro.token_f1.value == pytest.approx(2 * 3 / 7)
