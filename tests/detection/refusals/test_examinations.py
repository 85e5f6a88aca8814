"""Examinations and their results: what is left unmasked, and the like that stays masked."""

from __future__ import annotations

from both_ways import names_of, tried

from palimpseste.detection.refusals.examinations import refusals

REFUSED = [
    ("test.beside", "bilan parti (NFS iono [BNP] tropo", "ORGANIZATION"),
    ("test.beside", "Suite du dossier : [BNP], TSH.", "ORGANIZATION"),
    ("score.whole", "non testées.\n[NSAA] 26/34", "LASTNAME"),
    ("score.whole", "par le Dr Zzyrq.\n[SARA] 18 → 7", "FIRSTNAME"),
    ("column.expected", "   [Théo]    Pré     %Théo   Post", "FIRSTNAME"),
    ("column.expected", "   Théo    Pré     %[Théo]   Post", "FIRSTNAME"),
    ("column.expected", "Mesuré   [Théo]   100", "FIRSTNAME"),
    ("column.expected", "[Théo] (GLI 2012)   %", "FIRSTNAME"),
    ("cell.none", "10 m (s)                   [NR]           16,2         9,8", "LASTNAME"),
    ("count.blood", "vésicule, [gb 14000], fièvre", "OTHER_ID"),
    ("laser", "séton, [FiLaC 13 W 980 nm], fermé", "OTHER_ID"),
    ("test.machine", "Recherche BRAF V600E ([Idylla]) ajoutée", "FIRSTNAME"),
    ("method", "Techniques : Mc [Kenzie], gainage", "FIRSTNAME"),
    ("method", "Techniques : Mc Kenzie, gainage, [Mézières] en fin de séance", "CITY"),
    ("method", "Séances : Mézières et [Busquet], une par semaine", "LASTNAME"),
    ("score.scale", "[Conners] enseignant 71, parents 68", "LASTNAME"),
    ("score.scale", "[Vineland] version parents : 62", "LASTNAME"),
    ("speech", "ELO, [BALE], N-EEL", "CITY"),
    ("speech", "[BALE] faible", "CITY"),
]

KEPT = [
    ("test.beside", "salarié de la [BNP] à Lille", "ORGANIZATION"),
    ("score.whole", "Suivis :\n[Martin] 26/34", "LASTNAME"),
    ("score.whole", "Suivis :\n[Zzyrq] 03/54", "LASTNAME"),
    ("score.whole", "Zarit de [Renée] 37/88", "FIRSTNAME"),
    ("score.whole", "\n[Durand] 12/05", "LASTNAME"),
    ("column.expected", "[Théo]    20/12/2001", "FIRSTNAME"),
    ("column.expected", "[Théo] petit-fils", "FIRSTNAME"),
    ("column.expected", "l'interne [Théo]   Pressac", "FIRSTNAME"),
    ("cell.none", "Médecin   [NR]   12/03/24", "LASTNAME"),
    ("count.blood", "lot [GL 14000]", "OTHER_ID"),
    ("laser", "lot [FiLaC 13 W 980]", "OTHER_ID"),
    ("test.machine", "Dosage demandé ([Zanextra]) pour lundi", "LASTNAME"),
    ("test.machine", "Recherche de BK ([Martin]) en cours", "LASTNAME"),
    ("method", "Habite [Mézières], exercices : gainage", "CITY"),
    ("method", "Séances : lundi Leduc, mercredi [Grimaud]", "LASTNAME"),
    ("method", "Séances : le 12 à 10 h ([Grimaud])", "LASTNAME"),
    ("method", "Techniques : apprises par [Leduc], son kiné", "LASTNAME"),
    ("method", "Techniques : drainage, Mme [Leduc]", "LASTNAME"),
    ("score.scale", "Mme [Conners] mère 71 ans", "LASTNAME"),
    ("score.scale", "[Quilfen] enseignant 71", "LASTNAME"),
    ("score.scale", "[Conners] mère 71 ans, seule", "LASTNAME"),
    ("speech", "née à [Bâle], suivie", "CITY"),
]

test_is_refused, test_the_like_is_kept, test_each_is_tried_both_ways = tried(REFUSED, KEPT, names_of(refusals()))
