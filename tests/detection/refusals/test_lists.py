"""Letters and words of lists: what is left unmasked, and the like that stays masked."""

from __future__ import annotations

import pytest
from both_ways import assert_kept, assert_refused, names_in

REFUSED = [
    ("list.letter", "A. [Selles]\nB. Urines", "LASTNAME"),
    ("list.letter", "[A]. Selles\nB. Urines", "FIRSTNAME"),
    ("list.letter", "A. Selles\n[B]. Urines", "FIRSTNAME"),
    ("list.letter", "Milieu de culture ?\na. Chapman\n[b.] CCFA\nc. Hektoen\nd. Schaedler", "FIRSTNAME"),
    ("list.letter", "[a]. AB et AB\nb. AO et BO\nc. AO et AB\nd. AB et BO", "LASTNAME"),
    ("list.schema", "Cible sommeil. D : crie. A : tisane. [R] : dort", "LASTNAME"),
    ("list.schema", "[D] : plaie rouge\nA : Dr Kervella vu\nR : à revoir", "FIRSTNAME"),
    ("list.schema", "Appel - S : TA 8/4. A : PTH. [E] : pâle - D : venir", "LASTNAME"),
    ("list.part", "I. Logement\nSeule.\n\nII. Santé\nBonne.\n\n[III.] Demande\nUn foyer", "FIRSTNAME"),
    ("list.part", "I. Logement\nSeule.\n\nII. [Santé]\nBonne.", "LASTNAME"),
    ("list.option", "[a]. Périndopril\nb. Amiloride\nc. Vérapamil", "FIRSTNAME"),
    ("list.option", "a. Périndopril\nb. [Amiloride]\nc. Vérapamil", "LASTNAME"),
]

KEPT = [
    ("list.letter", "A. [Martin]\nB. Durand", "LASTNAME"),
    ("list.letter", "A. [Petit]\nB. Boucher", "LASTNAME"),
    ("list.letter", "A. [Binet]\nB. Hartmann", "LASTNAME"),
    ("list.letter", "A. [Selles]\nVu ce jour", "LASTNAME"),
    ("list.letter", "a. [Durand]\nb. Kervella\nc. Le Goff\nd. Martin", "LASTNAME"),
    ("list.letter", "[A]. Durand\nB. Kervella\nC. Le Goff\nD. Martin", "FIRSTNAME"),
    ("list.letter", "[a. Durand]\nb. Kervella\nc. Le Goff\nd. Martin", "LASTNAME"),
    ("list.letter", "[a]. durand, vu\nb. kervella, vu\nc. le goff, vu", "FIRSTNAME"),
    ("list.letter", "A. [Selles]\nB. Durand", "LASTNAME"),
    ("list.schema", "Présents : Dr Morel. [R] : dort à 5 h", "LASTNAME"),
    ("list.schema", "D : crie. A : vue par Mme [R], puis. R : dort", "LASTNAME"),
    ("list.schema", "D : crie. A : vue. [Rose] : dort. R : dort", "FIRSTNAME"),
    ("list.schema", "D : crie. A : vue par [R]. R : dort", "LASTNAME"),
    ("list.part", "I. Logement\nSeule.\n\nII. Santé\nBonne.\n\n[V.] Demande\nUn foyer", "FIRSTNAME"),
    ("list.part", "I. Logement\nSeule.\n\nII. Santé\nBonne.\n\n[III.] Kervella", "FIRSTNAME"),
    ("list.part", "Vu ce jour.\n\n[I.] Demande", "FIRSTNAME"),
    ("list.part", "I. Logement\nAvec Mme [Martin].\n\nII. Santé", "LASTNAME"),
    ("list.option", "a. Périndopril\nb. Dr [Amiloride]\nc. Vérapamil", "LASTNAME"),
    ("list.option", "a. Périndopril\nb. [Kervella]\nc. Vérapamil", "LASTNAME"),
    ("list.option", "[A]. Kervella\nB. Durand\nC. Le Goff", "FIRSTNAME"),
    ("list.option", "a. Périndopril\nb. [Amiloride]\nVu ce jour", "LASTNAME"),
]


@pytest.mark.parametrize(("name", "passage", "label"), REFUSED, ids=[passage for _, passage, _ in REFUSED])
def test_a_span_is_refused_by_its_shape_and_what_stands_around_it(name: str, passage: str, label: str) -> None:
    assert_refused(name, passage, label)


@pytest.mark.parametrize(("passage", "label"), [case[1:] for case in KEPT], ids=[passage for _, passage, _ in KEPT])
def test_the_like_elsewhere_is_kept(passage: str, label: str) -> None:
    assert_kept(passage, label)


def test_every_refusal_is_tried_in_both_directions() -> None:
    assert (
        names_in(REFUSED)
        == names_in(KEPT)
        == {
            "list.letter",
            "list.option",
            "list.part",
            "list.schema",
        }
    )
