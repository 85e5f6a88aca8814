"""Measures, scores and grades: what is left unmasked, and the like that stays masked."""

from __future__ import annotations

from both_ways import names_of, tried

from palimpseste.detection.refusals.measures import refusals

REFUSED = [
    ("measure.decimal", "INR [2.03]", "DATE"),
    ("measure.decimal", "IMC = [24.07] kg/m2", "DATE"),
    ("range.decimal", "[12.0-16]", "DATE"),
    ("range.decimal", "[28.0-34]", "PHONE"),
    ("range.decimal", "[02-0.60]", "DATE"),
    ("degrees", "flexion à 80° au 4 et [95]° au 6", "DATE"),
    ("strength.grade", "MI [3/5] à droite", "DATE"),
    ("eye.chart", "lecture [10/10] Parinaud 2", "DATE"),
    ("eye.chart", "[4/10] au niveau de l'œil gauche", "DATE"),
    ("eye.tomography", "TO  15 / [14\nOCT] OG : DSR", "DATE"),
    ("eye.tomography", "[OCT] maculaire", "DATE"),
    ("score.ten", "EVA repos 1, effort 4, nuit [2] (7 au départ)", "DATE"),
    ("score.ten", "EVA repos 1, effort 4, nuit 2 ([7] au départ)", "DATE"),
    ("score.ten", "Apgar coté à 8/10 puis [10/10] à cinq minutes", "DATE"),
    ("score.ten", "fille 3 410 g, apg [9/10/10], bien", "DATE"),
    ("score.thirty", "MMSE 21/30 ([24] au Loroux en 2020", "DATE"),
    ("score.thirty", "MMS de contrôle 24/[30].", "DATE"),
    ("score.thirty", "À J12, [24]/30 au MMSE", "DATE"),
    ("pressure.said", "pour la tension : Amlor 5, c'est [14/9], le petit", "DATE"),
    ("pressure.row", "\n[12/7], 88, 98%, 36.2", "DATE"),
    ("pressure.row", "\n[12/7] - 68 - 36.6 - tri 5", "DATE"),
    ("match.ten", "donneuse possible Bébé, [10/10] mais HTLV", "DATE"),
    ("weight.born", "2 nés ce jour ([3 180] et 3 425)", "AGE"),
    ("weight.born", "cicatrice propre. petite Defne [3420], reprend bien", "AGE"),
    ("weight.born", "gabin (3120 naiss, [2900] sortie)", "BIRTHDATE"),
    ("mass.molecular", "une masse de [190 kDa]", "OTHER_ID"),
    ("mass.molecular", "protéine de [27,5 kDa]", "OTHER_ID"),
]

KEPT = [
    ("measure.decimal", "INR [12.03] : 2,1", "DATE"),
    ("measure.decimal", "INR [12.03].2019", "DATE"),
    ("measure.decimal", "vu le [12.03]", "DATE"),
    ("measure.decimal", "date = [12.03]", "DATE"),
    ("range.decimal", "[12.03-16.03]", "DATE"),
    ("range.decimal", "rappeler au [28.04.34]", "PHONE"),
    ("degrees", "revue le [12] et le 14", "DATE"),
    ("strength.grade", "vu le [3/5] à droite", "DATE"),
    ("strength.grade", "MI [3/5]/2019", "DATE"),
    ("eye.chart", "vu le [10/10] par le Dr Parinaud", "DATE"),
    ("eye.chart", "œil gauche de [8/10]/2019", "DATE"),
    ("eye.tomography", "revu le [14 OCT] OG : IVT", "DATE"),
    ("score.ten", "Douleur EVA 6/10 le [8], 3/10 le 12", "DATE"),
    ("score.ten", "EVA 6, revu [8] mars", "DATE"),
    ("score.ten", "revu le 8/10 et le [10/10]", "DATE"),
    ("score.thirty", "MMSE 17/30 le [8], refait", "DATE"),
    ("score.thirty", "MMSE ([12] mars)", "DATE"),
    ("pressure.said", "tension vue le [14/9]", "DATE"),
    ("pressure.said", "vue pour son fils, c'est [14/9]", "DATE"),
    ("pressure.row", "\n[12/7], 13, 14 juillet", "DATE"),
    ("match.ten", "vue en [10/10]", "DATE"),
    ("weight.born", "née [1380] (calendrier afghan)", "BIRTHDATE"),
    ("weight.born", "petite Defne, [102] ans", "AGE"),
    ("weight.born", "Huguette Quéméner, [1941], carcinome", "BIRTHDATE"),
    ("mass.molecular", "dossier [190 KD]", "OTHER_ID"),
]

test_is_refused, test_the_like_is_kept, test_each_is_tried_both_ways = tried(REFUSED, KEPT, names_of(refusals()))
