"""Letters and words of lists: what is left unmasked, and the like that stays masked."""

from __future__ import annotations

from both_ways import tried

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

test_is_refused, test_the_like_is_kept, test_each_is_tried_both_ways = tried(
    REFUSED, KEPT, {"list.letter", "list.option", "list.part", "list.schema"}
)
