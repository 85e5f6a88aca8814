"""Counts: what is left unmasked, and the like that stays masked."""

from __future__ import annotations

from both_ways import names_of, tried

from palimpseste.detection.refusals.counts import refusals

REFUSED = [
    ("count.section", "\n[3]. VISITE     Périodique", "OTHER_ID"),
    ("count.alone", "déchocage, box [1].", "LASTNAME"),
    ("count.of", "Cure n° [5/12], J1", "DATE"),
    ("count.of", "séance n°[3/6] faite", "DATE"),
    ("count.of", "synthèse, semaine [4/6]", "DATE"),
    ("count.of", "14e séance sur [20].", "DATE"),
    ("count.of", "17 présents / [18], une permission", "DATE"),
    ("count.thousands", "les [12] 000 nouveaux cas", "DATE"),
    ("count.cores", "biopsies du Dr Petit ([8/12]), TEP", "DATE"),
    ("count.dictated", "soit [14] (quatorze) gélules", "DATE"),
    ("count.both", "re-prélevés les [2] à 11h", "DATE"),
    ("count.both", "avec les [3], le papa dort", "DATE"),
    ("count.room", "alliance gardée au coffre n° [18].", "OTHER_ID"),
    ("count.room", "Séance 4 h, poste [7], à Béligon", "DATE"),
    ("count.room", "Service : Médecine polyvalente [3B, ch. 312 F]   Entrée", "ADDRESS"),
    ("count.room", "ch. [22], maternité niveau 3", "DATE"),
    ("count.room", "dossiers 3, [7] et 9 seuls reproduits", "DATE"),
    ("count.all", "agrafes otees [12/12]. petite", "DATE"),
    ("count.all", "Séances réalisées : [13] (02/09 -> 30/09/2025)", "DATE"),
    ("count.all", "Nombre de cures : [6]", "DATE"),
    ("count.bracketed", "Sources consultées ([4])\n[x] mari", "DATE"),
    ("count.child", "avec compagnon et [2] enf\nparle", "AGE"),
    ("care.mode", "Mode de prise en charge principal [09] (pansements", "DATE"),
    ("count.room", "URG ADULTES  IOA poste [2]", "PHONE"),
    ("count.room", "Box 3, poste [5]", "PHONE"),
    ("count.room", "Série matin, poste [12]", "PHONE"),
    ("count.floor", "Secteur [1er]\nCh 12 à lever", "DATE"),
    ("count.floor", "à monter : chariot [2e], pharmacie", "DATE"),
    ("count.of", "Séance [6/10], entorse", "DATE"),
]

KEPT = [
    ("count.section", "le [3]. Visite de la fille", "DATE"),
    ("count.alone", "vu par [B1] ce jour", "LASTNAME"),
    ("count.of", "Cure n° 3 le [5/12]", "DATE"),
    ("count.of", "cure [5/12] à Brest", "DATE"),
    ("count.of", "cure n° [25/12]", "DATE"),
    ("count.of", "fin de semaine [6/4]", "DATE"),
    ("count.of", "mise à jour [1/8]", "DATE"),
    ("count.thousands", "le [12] 0002", "DATE"),
    ("count.cores", "biopsies le [8/12]", "DATE"),
    ("count.dictated", "revu le [14] (Dr Petit)", "DATE"),
    ("count.both", "vu les [2] et 3", "DATE"),
    ("count.both", "vu les [2], 3 et 5", "DATE"),
    ("count.both", "vu les [2] mai et 3 juin", "DATE"),
    ("count.both", "vu le [2] à 11h", "DATE"),
    ("count.room", "sous le n° [47], ai examiné", "OTHER_ID"),
    ("count.room", "prend son poste [12] mars", "DATE"),
    ("count.room", "logé au [foyer Bara, ch. 42], Montreuil", "ADDRESS"),
    ("count.room", "tube [58] 114 902", "OTHER_ID"),
    ("count.room", "sortie [22] ou 23", "DATE"),
    ("count.room", "lit [12] mars 2021", "DATE"),
    ("count.all", "agrafes otees [11/12]. petite", "DATE"),
    ("count.all", "agrafes otees le [12/12]. petite", "DATE"),
    ("count.all", "Séances réalisées : [13], 14 et 20 mai", "DATE"),
    ("count.all", "Prochain bilan : [13] mai", "DATE"),
    ("count.bracketed", "arrivent lundi ([2])\n", "DATE"),
    ("count.child", "elle a [2] ans, un enfant", "AGE"),
    ("care.mode", "Prise en charge le [09]/12", "DATE"),
    ("count.room", "secrétariat poste [22]", "PHONE"),
    ("count.floor", "revu au secteur [1er] mars", "DATE"),
    ("count.floor", "sortie prévue le [1er]", "DATE"),
    ("count.of", "Prochaine séance [6/10].", "DATE"),
    ("count.of", "séance du [6/10]", "DATE"),
    ("count.of", "séance [11/10], la dernière", "DATE"),
]

test_is_refused, test_the_like_is_kept, test_each_is_tried_both_ways = tried(REFUSED, KEPT, names_of(refusals()))
