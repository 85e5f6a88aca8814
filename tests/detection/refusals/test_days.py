"""Figures and words that are no day: what is left unmasked, and the like that stays masked."""

from __future__ import annotations

from both_ways import names_of, tried

from palimpseste.detection.refusals.days import refusals

REFUSED = [
    ("week.counted", "le mardi et le vendredi [6] semaines à partir", "DATE"),
    ("week.counted", "le mardi et le vendredi [1] semaine sur 2", "DATE"),
    ("week.counted", "revoir lundi en [quinze]", "DATE"),
    ("day.pattern", "DDN ([AAAA-MM-JJ]) : 1954-03-12", "PATIENT_ID"),
    ("day.pattern", "née le ([JJ/MM/AAAA])", "REFERENCE"),
    ("day.pattern", "date ([JJ.MM.AA])", "DATE"),
    ("day.ordinal", "change le 1 et le [15] du mois.", "DATE"),
    ("day.ordinal", "auto-examen le [1er] de chaque mois", "DATE"),
    ("day.ordinal", "injection le [1er] et le 3e jeudi", "DATE"),
    ("day.round", "Astreinte 01 60 56 40 77 24/[24]\n", "DATE"),
    ("day.none", "vitamine B douze normale [deux cent quatre-vingt-dix] ferritine", "DATE"),
    ("day.none", "anesthésie locale, suture au [6/0])", "DATE"),
    ("day.none", "rotations Pointe-Noire / Cabinda, [28/28]. Départ", "DATE"),
    ("fool", "poisson d'[avril] collé", "DATE"),
    ("article.elided", "depuis [l]'automne 2017", "DATE"),
    ("day.ordinal", "Sédentaire depuis le [1er] confinement, a pris 8 kg", "DATE"),
    ("day.ordinal", "Crises depuis le [1er] semestre.", "DATE"),
    ("day.ordinal", "Fièvre depuis le [1er] cycle de chimio", "DATE"),
    ("picture", "Photo IMG_[2083] jointe", "DATE"),
    ("shift.worked", "Sa mère fait les [trois-huit] chez eux", "DATE"),
    ("shift.worked", "travaille en [3/8], fatigué", "DATE"),
    ("shift.worked", "usine en [2/12] depuis", "DATE"),
    ("hour.glued", "Patiente reçue [0948] au bloc", "OTHER_ID"),
    ("hour.glued", "entrée 0948, sortie [1035].", "DATE"),
]

KEPT = [
    ("day.pattern", "Dossier [MM 2021]", "REFERENCE"),
    ("week.counted", "le vendredi [6], semaine prochaine", "DATE"),
    ("week.counted", "revu lundi en [2015]", "DATE"),
    ("week.counted", "revu lundi [15]", "DATE"),
    ("day.ordinal", "vue le 1 et le [15] du mois dernier", "DATE"),
    ("day.ordinal", "le [1er] mai de chaque année", "DATE"),
    ("day.ordinal", "vue le [1er] et le 3 mai", "DATE"),
    ("day.round", "vue le [24/2]", "DATE"),
    ("day.none", "suture le [6/10]", "DATE"),
    ("day.none", "veuve depuis [dix-neuf cent quatre-vingt-dix]", "DATE"),
    ("day.none", "née en mille [neuf cent trente-deux]", "BIRTHDATE"),
    ("day.none", "née en mille [neuf cent trente-deux]", "DATE"),
    ("day.none", "vue en [12/24]", "DATE"),
    ("fool", "né en [avril]", "DATE"),
    ("article.elided", "depuis [l]2/03/2017", "DATE"),
    ("day.ordinal", "Vu le [1er] seulement, RDV manqué avant", "DATE"),
    ("day.ordinal", "Vu le [1er] scanner le 4", "DATE"),
    ("day.ordinal", "Sortie le [1er] au matin.", "DATE"),
    ("picture", "IMG [2012], FCS 2014", "DATE"),
    ("shift.worked", "IRM faite le [3/8], normale", "DATE"),
    ("shift.worked", "il fait les [3/8] et 5/8 deux bilans", "DATE"),
    ("shift.worked", "revu les [trois] et huit mars", "DATE"),
    ("shift.worked", "travaille en [8/12]", "DATE"),
    ("hour.glued", "sortie [2019] à domicile", "DATE"),
    ("hour.glued", "alliance au coffre (reçu [0457])", "OTHER_ID"),
    ("hour.glued", "sortie n° [1035]", "OTHER_ID"),
    ("hour.glued", "entrée [1035]-5", "OTHER_ID"),
    ("hour.glued", "entrée 1512, sortie [1812]", "DATE"),
]

test_is_refused, test_the_like_is_kept, test_each_is_tried_both_ways = tried(REFUSED, KEPT, names_of(refusals()))
