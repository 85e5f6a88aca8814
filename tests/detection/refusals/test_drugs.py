"""Drugs and who makes them: what is left unmasked, and the like that stays masked."""

from __future__ import annotations

from both_ways import names_of, tried

from palimpseste.detection.refusals.drugs import refusals

REFUSED = [
    ("drug.laboratory", "PARACETAMOL [MYLAN] 500 mg", "FIRSTNAME"),
    ("drug.laboratory", "Amoxicilline [Biogaran] 1 g", "LASTNAME"),
    ("drug.laboratory", "Olanzapine Teva 5 mg le soir. Olanzapine [Teva] est bien tolérée", "FIRSTNAME"),
    ("drug.registered", "huiles de poisson ( [Maxepa] ( R ))", "FIRSTNAME"),
    ("drug.registered", "huiles de poisson ( Maxepa ( [R] ))", "FIRSTNAME"),
    ("drug.registered", "le traitement par [KEPPRA]® est repris", "LASTNAME"),
    ("drug.registered", "sous [lévétiracétam] (KEPPRA®)", "LASTNAME"),
    ("drug.short", "PAM 92 sous [Nora].", "FIRSTNAME"),
    ("drug.short", "[nora] descendue de 1.8 mg", "FIRSTNAME"),
    ("cycles", "relu le 24/07. [CHOEP] x4 (C1 1/08)", "LASTNAME"),
    ("vitamin", "arrêtée + vit [K]   intentionnel", "LASTNAME"),
    ("drug.dosed", "Zanextra 10 mg puis Zanextra 20 mg. [Zanextra] bien toléré", "FIRSTNAME"),
    ("drug.dosed", "Zanextra 2 , 5 mg. Le traitement par [Zanextra] est poursuivi", "LASTNAME"),
    ("drug.dosed", "Comment Zanextra est-il utilisé ? [Zanextra] 40 microgrammes par dose", "LASTNAME"),
    ("drug.dosed", "[Zanextra] est indiqué chez l'adulte. Zanextra 40 mg par jour", "LASTNAME"),
    ("drug.stem", "patients traités par [lamivudine]", "FIRSTNAME"),
    ("drug.short", "[Nora] 0,22 -> 0,15", "FIRSTNAME"),
    ("drug.short", "sédation demain si [nora] < 0,1", "FIRSTNAME"),
    ("vitamin", "Vit D 800 UI, Fer, [Adek].", "FIRSTNAME"),
    ("drug.short", "Sevrage de la [nora] ce matin", "FIRSTNAME"),
    ("drug.short", "[Nora] off à 6h", "FIRSTNAME"),
    ("drug.form", "[Zanextril] 600 mg, gélule", "LASTNAME"),
    ("drug.form", "[ZANEXTRIL] 20 mg/ml, solution injectable", "LASTNAME"),
    ("drug.form", "[Zanextril], comprimé pelliculé sécable", "FIRSTNAME"),
    ("drug.form", "[Zanextril] 2,5 pour cent crème", "LASTNAME"),
    ("drug.bracketed", "troupeau traité par ivermectine ( [Zanextril] ) en mai", "ORGANIZATION"),
    ("drug.bracketed", "sous doxycycline ([Zanextril])", "LASTNAME"),
    ("drug.kind", "les spécialités de référence [ZANEXTRIL] et autres", "LASTNAME"),
    ("drug.kind", "le service médical rendu par [Zanextril] est faible", "LASTNAME"),
    ("drug.pair", "l'[association d'Zanextril] et de zidovudine", "ORGANIZATION"),
    ("drug.pair", "l'[association de la warfarine] au tolcapone", "ORGANIZATION"),
]

KEPT = [
    ("drug.laboratory", "Madame [MYLAN] 500 mg", "LASTNAME"),
    ("drug.laboratory", "PARACETAMOL vu avec [Mylan]", "FIRSTNAME"),
    ("drug.laboratory", "Olanzapine Mylan 5 mg. Mme [Mylan] va bien", "LASTNAME"),
    ("drug.laboratory", "Olanzapine Mylan 5 mg. Olanzapine. [Mylan] va bien", "LASTNAME"),
    ("drug.laboratory", "Olanzapine Mylan 5 mg. Vu par Sylvie [Mylan]", "LASTNAME"),
    ("drug.laboratory", "Sous olanzapine [Mylan] va bien", "LASTNAME"),
    ("drug.registered", "vue par [Martin] (R)", "LASTNAME"),
    ("drug.registered", "vue par Mme [Zzyxan] (R)", "LASTNAME"),
    ("drug.registered", "Martin ([R])", "FIRSTNAME"),
    ("drug.registered", "Mme [Keppra], 80 ans ; Tégrétol®", "LASTNAME"),
    ("drug.short", "vu avec [Nora], sa fille", "FIRSTNAME"),
    ("drug.short", "[Nora], 3 ans", "FIRSTNAME"),
    ("drug.short", "[Nora] 3 a, fièvre", "FIRSTNAME"),
    ("cycles", "kiné [Benhamou] x3", "LASTNAME"),
    ("cycles", "vue par [Zzyrq] le 4", "LASTNAME"),
    ("vitamin", "il vit [K]ergroix", "LASTNAME"),
    ("drug.dosed", "Zanextra 10 mg. Mme [Zanextra], Zanextra 20 mg", "LASTNAME"),
    ("drug.dosed", "Durand 10 mg, [Durand] 20 mg", "LASTNAME"),
    ("drug.dosed", "Zanextra 10 mg. [Zanextra] est venue", "LASTNAME"),
    ("drug.dosed", "traitement par Zanextra puis traitement par [Zanextra]", "LASTNAME"),
    ("drug.dosed", "Durand 10 mg, traitement par [Durand]", "LASTNAME"),
    ("drug.dosed", "Zanextra 10 mg, traitement par Mme [Zanextra]", "LASTNAME"),
    ("drug.stem", "vu avec [Zlamivudine]", "LASTNAME"),
    ("drug.stem", "vu avec [zerguine]", "LASTNAME"),
    ("drug.short", "[Nora] 0,98 kg, en couveuse", "FIRSTNAME"),
    ("drug.short", "[Nora] 12 ans", "FIRSTNAME"),
    ("vitamin", "vu avec M. [Adek]", "LASTNAME"),
    ("drug.short", "la sœur de [Nora] ce matin", "FIRSTNAME"),
    ("drug.form", "[Martin], gélule oubliée", "LASTNAME"),
    ("drug.form", "Mme [Zanextril], crème sur le siège", "LASTNAME"),
    ("drug.form", "[Zanextril], crème sur le siège", "LASTNAME"),
    ("drug.bracketed", "vue par la kiné ([Zanextril])", "LASTNAME"),
    ("drug.bracketed", "doxycycline ([Martin] informé)", "LASTNAME"),
    ("drug.bracketed", "sous doxycycline ([Martin])", "LASTNAME"),
    ("drug.kind", "sa spécialité, [Zanextril] le sait", "LASTNAME"),
    ("drug.kind", "la spécialité de [Martin]", "LASTNAME"),
    ("drug.pair", "l'[association des parents] et amis", "ORGANIZATION"),
    ("drug.pair", "l'[association de Quimper] et du Finistère", "ORGANIZATION"),
]

test_is_refused, test_the_like_is_kept, test_each_is_tried_both_ways = tried(
    REFUSED, KEPT, names_of(refusals()) | {"drug.dosed", "drug.stem"}
)
