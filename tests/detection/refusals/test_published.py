"""What is published: what is left unmasked, and the like that stays masked."""

from __future__ import annotations

from both_ways import names_of, tried

from palimpseste.detection.refusals.published import refusals

REFUSED = [
    ("law.date", "réunion (loi Claeys-Leonetti de [2016])", "DATE"),
    ("law.date", "la loi du [18 août 2013]", "DATE"),
    ("law.date", "Décret n° 2007-285 du [3 mars 2007]", "DATE"),
    ("law.date", "avis conforme à l'arrêté du [16 octobre 2017]", "DATE"),
    ("law.date", "un arrêté du [4 mai 2017] relatif aux ordonnances", "DATE"),
    ("law.number", "Décret n° [2012-1120] du", "OTHER_ID"),
    ("law.number", "décret n° [2012]-1120 du", "DATE"),
    ("law.number", "décret n° 2012-[1120] du", "DATE"),
    ("law.article", "l'article L. [441-1-2] du code", "DATE"),
    ("law.article", "hospitalisation libre (L. [3211-2]), accord", "REFERENCE"),
    ("law.article", "selon l'art. R. [4127-44] du code", "OTHER_ID"),
    ("law.article", "les articles L. 1111-4 et D. [312-9]", "VISIT_ID"),
    ("law.article", "secret médical ([R. 4127-4])", "OTHER_ID"),
    ("law.article", "article [L.] 1111-4", "FIRSTNAME"),
    ("volume", "La Revue sage-femme, 2012, [11](4), p. 160", "DATE"),
    ("volume", "BEH. 2014;([12]):201-8", "DATE"),
    ("page", "Le Tanneur (p. [18]), Mambo", "AGE"),
    ("page", "lecture de Léo et Léa [p.] 14", "LASTNAME"),
    ("edition", "barème du Concours médical, édition [2001].", "DATE"),
    ("edition", "ALD 30 (liste [2011])", "DATE"),
    ("edition", "cT3N1M0 (TNM 8e éd. [2017])", "DATE"),
    ("edition", "OMS 2022, ISUP 2014/[2019].", "DATE"),
    ("act.code", "CHOLECYSTECTOMIE PAR COELIOSCOPIE ([HMFC004])", "OTHER_ID"),
    ("act.code", "acte CCAM [NZQK005]", "OTHER_ID"),
    ("act.code", "10/01/25   [NZQK005]      19,95", "OTHER_ID"),
    ("table.disease", "à l'IRM (tableau n° [57 A])", "OTHER_ID"),
    ("table.disease", "en arrêt au titre d'une MP [57A] (épaule", "AGE"),
    ("product.global", "| GTIN [00380652383134]   |", "OTHER_ID"),
    ("product.global", "UDI (01)[08714729123456](17)260831", "OTHER_ID"),
    ("product.global", "IUD (01)[00763000417727](21)NLW", "PHONE"),
    ("study.named", "la deuxième enquête [MONICA] ( 1988 )", "FIRSTNAME"),
    ("study.named", "relire l'essai [TICORA]", "LASTNAME"),
    ("edition", "fibromyalgie (ACR [2010], WPI 14)", "DATE"),
    ("edition", "révision 2.6 ([2020]). TST", "DATE"),
    ("edition", "selon l'ADA [2024].", "DATE"),
]

KEPT = [
    ("edition", "PTH droite, révision [2018]. Suites", "DATE"),
    ("law.date", "suivi à Loi depuis [2016]", "DATE"),
    ("law.date", "ordonnance du [18 août 2013]", "DATE"),
    ("law.date", "tabac arrêté le [18 août 2013]", "DATE"),
    ("law.number", "Ordonnance n° [2012-1120]", "OTHER_ID"),
    ("law.number", "Dossier n° [2012-1120]", "VISIT_ID"),
    ("law.article", "vu le [4-1-12]", "DATE"),
    ("law.article", "dossier L. [3211-2], transmis", "OTHER_ID"),
    ("law.article", "sa voisine ([L.] 83 ans)", "FIRSTNAME"),
    ("law.article", "son frère ([R.] Kervella)", "FIRSTNAME"),
    ("law.article", "Mme D. [4127-44] du code-barres", "PATIENT_ID"),
    ("law.article", "(D. [4127-44/2])", "OTHER_ID"),
    ("volume", "opéré en 2012, le [11] (bras)", "DATE"),
    ("page", "poste p. [614]", "PHONE"),
    ("page", "Vu M. Léo [P.] 84 ans", "FIRSTNAME"),
    ("page", "à la lecture, Mme [P.] 84", "FIRSTNAME"),
    ("page", "à la lecture de Paul [P.] 84 ans", "FIRSTNAME"),
    ("page", "vu par [P.] Martin", "FIRSTNAME"),
    ("edition", "vu au CHU en [2017]", "DATE"),
    ("act.code", "dossier [HMFC004], transmis", "OTHER_ID"),
    ("act.code", "inclus dans l'essai ([LYOA004])", "OTHER_ID"),
    ("table.disease", "MP [57 ans]", "AGE"),
    ("table.disease", "dossier MP [24] 01 77003", "OTHER_ID"),
    ("table.disease", "MP n° [12]-MP-0044", "OTHER_ID"),
    ("product.global", "carte [00380652383134]", "OTHER_ID"),
    ("study.named", "l'essai de [TICORA]", "LASTNAME"),
    ("study.named", "ESSAI [TICORA]", "LASTNAME"),
    ("study.named", "Essai [ARCAGY] : patiente", "LASTNAME"),
    ("edition", "opéré ([2010]), WPI 14", "DATE"),
]

test_is_refused, test_the_like_is_kept, test_each_is_tried_both_ways = tried(
    REFUSED, KEPT, names_of(refusals()) | {"study.named"}
)
