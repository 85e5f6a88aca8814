"""Titles, trades, fields and feasts: what is left unmasked, and the like that stays masked."""

from __future__ import annotations

import pytest
from both_ways import assert_kept, assert_refused, names_in

from palimpseste.detection.refusals.people import refusals

REFUSED = [
    ("form.value", "Sexe : [Masculin]\nPoids : 70 kg", "LASTNAME"),
    ("form.value", "Groupe sanguin : [O], rhésus positif", "LASTNAME"),
    ("form.value", "Médecin traitant : [Aucun]", "LASTNAME"),
    ("form.value", "Situation : [Marié], deux enfants", "FIRSTNAME"),
    ("form.trade", "Profession : [Boulanger]\nPoids", "LASTNAME"),
    ("question.word", "[Quelle est la] dose maximale", "LASTNAME"),
    ("question.word", "Parmi ces signes, [lesquels] évoquent", "FIRSTNAME"),
    ("trade.said", "2. Synthèse\n[Fruitier] à la retraite (coop", "LASTNAME"),
    ("trade.said", "[Cordonnier] de métier puis forain", "LASTNAME"),
    ("trade.letters", "Assistant : [IHA] Dufau-Sow", "FIRSTNAME"),
    ("origin.said", "d'origine [kosovare], hébergé", "FIRSTNAME"),
    ("language", "de antecume pata, parle [wayana], un peu fr", "FIRSTNAME"),
    ("language", "Interprète [wayana].", "FIRSTNAME"),
    ("title.second", "des parents, Mme Cerisier et [M.] Verger", "FIRSTNAME"),
    ("title.kin", "intervention GMAO, technicien [M.] Chabrely", "FIRSTNAME"),
    ("title.kin", "Relecture à Lyon.\n4) [M.] L., incomplet", "FIRSTNAME"),
    ("title.kin", "Mari : [M.] Toque, garde la clé", "FIRSTNAME"),
    ("title.kin", "adresse déclarée : chez [M.] Goujon, 22", "FIRSTNAME"),
    ("particle.alone", "épouse [de] Fulbert", "LASTNAME"),
    ("particle.alone", "IRM (Sandrine [de] neuroradio)", "LASTNAME"),
    ("particle.alone", "vu par dr [de] garde", "LASTNAME"),
    ("feast.saint", "le jour de la [Saint-Blaise]", "CITY"),
    ("feast.saint", "suivi depuis la [Sainte-Catherine]", "FIRSTNAME"),
    ("feast.named", "ne sort plus depuis la [Toussaint]", "LASTNAME"),
    ("feast.named", "revue avant l'[Ascension]", "FIRSTNAME"),
    ("days.week", "dialysé au centre, [M-J-S] matin", "FIRSTNAME"),
    ("morning", "07/01 M. [Chaudière] réparée. Douche ok", "LASTNAME"),
    ("operation", "au retour chambre\n  [César] 1985 AG", "FIRSTNAME"),
    ("subject", "Objet : [Fwd]: URGENT", "FIRSTNAME"),
    ("postscript", "H. R.\n[P.S.] merci pour les letchis.", "LASTNAME"),
    ("abbreviation", "Dr Rania Khoury, [O.R.L.], Vierzon", "LASTNAME"),
    ("abbreviation", "nuit et [W.-E.] 78.55.10", "FIRSTNAME"),
    ("trade.letters", "Clothilde BRICE, interne [DES MIR]\n", "LASTNAME"),
    ("storm", "Étage 2 toujours fermé depuis [Irma].", "FIRSTNAME"),
    ("storm", "Toit arraché par [Chido], dort chez sa sœur", "LASTNAME"),
    ("storm", "Maison détruite par [Hugo], relogée", "FIRSTNAME"),
    ("storm", "A perdu sa case pendant [Chido].", "LASTNAME"),
    ("storm", "A tout perdu après [Irma], vit", "FIRSTNAME"),
    ("storm", "Électricité coupée depuis [Belal]", "LASTNAME"),
    ("storm", "plus d'eau depuis [Chido]", "ORGANIZATION"),
    ("bill.letters", "Facturé [VRN], tiers payant.", "LASTNAME"),
    ("bill.letters", "Facturé [VGS + MD].", "OTHER_ID"),
    ("bill.letters", "Cotation AMI 4 + [IFA], feuille", "FIRSTNAME"),
    ("abbreviation", "VSAV + médecin [corres]. SAMU", "LASTNAME"),
    ("letter.sex", "DURAND Jean-Luc, [H], 63 ans", "LASTNAME"),
    ("letter.sex", "Camille ([F], 4 mois)", "FIRSTNAME"),
    ("letter.alone", "433 patientes.\n[x]", "LASTNAME"),
]

KEPT = [
    ("form.value", "Nom : [Marié]", "LASTNAME"),
    ("form.value", "Médecin traitant : [Aucun] Paul", "LASTNAME"),
    ("form.value", "Sexe : [Martin]", "LASTNAME"),
    ("form.trade", "Profession : [Martin]\nPoids", "LASTNAME"),
    ("form.trade", "Profession : [Boulanger] Paul", "LASTNAME"),
    ("question.word", "Madame [Quelle], 80 ans", "LASTNAME"),
    ("trade.said", "Mme [Fruitier] à la retraite", "LASTNAME"),
    ("trade.said", "La patiente, 53 ans, [Tours], marche", "CITY"),
    ("trade.said", "Vu M. X. [Martin] de métier incertain", "LASTNAME"),
    ("trade.said", "M. [Boucher] de métier incertain", "LASTNAME"),
    ("trade.said", "Le patient, 53 ans, [Martin], marche", "LASTNAME"),
    ("trade.letters", "Mme [Arc] Louise", "LASTNAME"),
    ("origin.said", "d'origine, [Diane] est suivie", "FIRSTNAME"),
    ("language", "village [wayana], Maroni", "LOCATION"),
    ("language", "interprète [wei] bip 417", "FIRSTNAME"),
    ("title.second", "Madame et [Marc] Verger", "FIRSTNAME"),
    ("title.kin", "Biologistes : [M.] Laborde - A. Petit", "FIRSTNAME"),
    ("title.kin", "Validé par [M.] Saint-Prix", "FIRSTNAME"),
    ("title.kin", "Mari : [M.] C.", "FIRSTNAME"),
    ("particle.alone", "M. [le] sort demain", "LASTNAME"),
    ("particle.alone", "Thi Lan [Le], 40 ans", "LASTNAME"),
    ("particle.alone", "madame [de la Tour]", "LASTNAME"),
    ("particle.alone", "vu par dr [de] Pirey", "LASTNAME"),
    ("feast.saint", "vit à la [Saint-Blaise]", "CITY"),
    ("feast.saint", "née à [Saint-Blaise]", "CITY"),
    ("feast.named", "vue depuis mars par Mme [Toussaint]", "LASTNAME"),
    ("feast.named", "depuis la visite de [Toussaint]", "LASTNAME"),
    ("storm", "avec [Irma] hier", "FIRSTNAME"),
    ("days.week", "vu par [M-J] Petit, matin", "FIRSTNAME"),
    ("morning", "M. [Chaudière] est sorti", "LASTNAME"),
    ("operation", "M. [César] parle trop", "LASTNAME"),
    ("subject", "vu par [Fwd] hier", "FIRSTNAME"),
    ("postscript", "Amicalement\n[P.S.]\n", "LASTNAME"),
    ("abbreviation", "vu par [O.R.], interne", "LASTNAME"),
    ("abbreviation", "docteur [W.-E.] Martin", "FIRSTNAME"),
    ("trade.letters", "l'interne [Des Roches]", "LASTNAME"),
    ("storm", "Elle vit seule depuis [Irma], sa sœur, est partie", "FIRSTNAME"),
    ("storm", "A été blessée par [Maria], sa voisine", "FIRSTNAME"),
    ("storm", "Sonde arrachée par [Hugo].", "FIRSTNAME"),
    ("storm", "Dossier emporté par [Maria], à récupérer", "FIRSTNAME"),
    ("storm", "Elle a perdu son mari avant [Hugo].", "FIRSTNAME"),
    ("storm", "perdue de vue depuis [Martin]", "LASTNAME"),
    ("storm", "Porte fermée par [Hugo], l'aide-soignant", "FIRSTNAME"),
    ("storm", "Hébergée depuis mars par [Irma], sa tante", "FIRSTNAME"),
    ("bill.letters", "Facturé [Durand], à revoir", "LASTNAME"),
    ("bill.letters", "Vu par [AM], interne", "LASTNAME"),
    ("letter.sex", "vue par Mme [F.], 63 ans", "LASTNAME"),
    ("letter.sex", "Jean, [H], vu ce jour", "LASTNAME"),
    ("letter.sex", "Mme [F] 63 ans", "LASTNAME"),
    ("letter.alone", "Signé : [X]", "LASTNAME"),
    ("letter.alone", "vue avec [x]\n", "LASTNAME"),
    ("abbreviation", "médecin [Corres], Nîmes", "LASTNAME"),
]


@pytest.mark.parametrize(("name", "passage", "label"), REFUSED, ids=[passage for _, passage, _ in REFUSED])
def test_a_span_is_refused_by_its_shape_and_what_stands_around_it(name: str, passage: str, label: str) -> None:
    assert_refused(name, passage, label)


@pytest.mark.parametrize(("passage", "label"), [case[1:] for case in KEPT], ids=[passage for _, passage, _ in KEPT])
def test_the_like_elsewhere_is_kept(passage: str, label: str) -> None:
    assert_kept(passage, label)


def test_every_refusal_is_tried_in_both_directions() -> None:
    there = {refusal.name for refusal in refusals()}
    assert names_in(REFUSED) == names_in(KEPT) == there
