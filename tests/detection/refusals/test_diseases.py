"""Diseases and eponyms: what is left unmasked, and the like that stays masked."""

from __future__ import annotations

from both_ways import names_of, tried

from palimpseste.detection.refusals.diseases import refusals

REFUSED = [
    ("field.history", "ATCD : [Gilbert], fracture du poignet", "FIRSTNAME"),
    ("field.history", "Antécédents médicaux : [Raynaud] ; asthme", "LASTNAME"),
    ("virus.named", "infection par le virus [Sendaï] .", "CITY"),
    ("disease.named", "oncle = [Gilles] de la Tourette", "FIRSTNAME"),
    ("disease.named", "oncle = [Gilles de la Tourette]", "FIRSTNAME"),
    ("disease.of", "la maladie de [Di Guglielmo] ; présence", "LASTNAME"),
    ("disease.of", "maladie de Legg-Calvé-[Perthes]", "CITY"),
    ("eponym.of", "un drain de [Redon] retiré", "LASTNAME"),
    ("eponym.of", "Névrome de [Morton] gauche", "LASTNAME"),
    ("eponym.of", "bilirubine haute, un syndrome de [Gilbert] ?", "FIRSTNAME"),
    ("eponym.of", "une manœuvre de [Pinard]", "LASTNAME"),
    ("eponym.of", "signe de [Thomas] positif", "FIRSTNAME"),
    ("type.letter", "influenza [A]. Tx : prednisone", "FIRSTNAME"),
    ("type.letter", "grippe [B], isolement", "LASTNAME"),
    ("field.diagnosis", "Dx : [EAMPOC], 3 jours", "LASTNAME"),
    ("acronym", "Si N2 - : [SBRT], non op", "LASTNAME"),
    ("acronym", "Référentiel : [TNCD]", "LASTNAME"),
    ("acronym", "hôpital de Paimpol), [ait]\nPrémed", "FIRSTNAME"),
    ("mutation", "père : porteur [G542X], sœur", "OTHER_ID"),
    ("mutation", "(82 ans, [C282Y/H63D])", "OTHER_ID"),
    ("valve", "la valve aortique ([Saint-Jude], 2016)", "HOSPITAL"),
    ("acronym", "[CVVHD], CVVH ce matin", "LASTNAME"),
    ("acronym", "Docteur Junior [DESAR].", "LASTNAME"),
    ("acronym", "CPRE puis [EUS-FNA].", "LASTNAME"),
    ("eponym.of", "Incision en U de [Gluck-Sorenson]. Lambeaux", "LASTNAME"),
    ("eponym.of", "Lambeau en VY d'[Atasoy].", "LASTNAME"),
    ("type.letter", "À la sortie : ASIA [D.] Marche 120 m", "FIRSTNAME"),
    ("type.letter", "Tétraplégie C6 ASIA [A.] VNI la nuit", "FIRSTNAME"),
    ("type.letter", "Cirrhose Child [B.] Pas d'ascite", "LASTNAME"),
    ("disease.of", "un dermatofibrosarcome de [Darier] récidivant", "FIRSTNAME"),
    ("eponym.of", "équation d'[Henderson]", "CITY"),
    ("eponym.of", "un bacille de [Hansen]", "LASTNAME"),
    ("eponym.of", "bloc de [Hunter], rachianesthésie", "LASTNAME"),
]

KEPT = [
    ("field.history", "ATCD : [Morvan], fracture", "LASTNAME"),
    ("field.history", "Antécédents : [Gilbert], son frère, asthme", "FIRSTNAME"),
    ("field.history", "Confiance : [Gilbert], fracture", "FIRSTNAME"),
    ("field.history", "ATCD : vu par [Gilbert], asthme", "LASTNAME"),
    ("virus.named", "virus, [Martin] le sait", "LASTNAME"),
    ("virus.named", "virus [Martin]", "LASTNAME"),
    ("disease.named", "[Gilles] de la Tour", "FIRSTNAME"),
    ("disease.named", "né à [La Tourette]", "CITY"),
    ("disease.of", "maladie de [Paul], suivie", "FIRSTNAME"),
    ("disease.of", "le dossier de [Guglielmo]", "LASTNAME"),
    ("eponym.of", "le syndrome grippal de [Gilbert]", "FIRSTNAME"),
    ("eponym.of", "le drain de [Martine] est retiré", "FIRSTNAME"),
    ("eponym.of", "la sonde de [Redon] est ôtée", "LASTNAME"),
    ("type.letter", "vaccin grippe [A]. Martin", "FIRSTNAME"),
    ("type.letter", "vue par [A]. le soir", "FIRSTNAME"),
    ("field.diagnosis", "Dx : [Martin], 3 jours", "LASTNAME"),
    ("field.diagnosis", "Dr : [EAMPOC], 3 jours", "LASTNAME"),
    ("acronym", "vue par le Dr [Inca] : avis", "LASTNAME"),
    ("acronym", "vue par le dr [ait], avis", "LASTNAME"),
    ("acronym", "M. [AIT]-KACI", "LASTNAME"),
    ("acronym", "sa nièce Sandrine [MOCA] prévenue", "LASTNAME"),
    ("mutation", "dossier [G542X], suivi", "OTHER_ID"),
    ("mutation", "n° [C282Y]", "OTHER_ID"),
    ("valve", "suivi à [Saint-Jude]", "HOSPITAL"),
    ("eponym.of", "Lambeau en place, avis de [Gluck]", "LASTNAME"),
    ("type.letter", "Mme Asia [D.] vient avec sa fille", "LASTNAME"),
    ("type.letter", "La patiente ASIA [D.], 34 ans", "LASTNAME"),
    ("eponym.of", "au bloc de [Dupontel]", "LASTNAME"),
]

test_is_refused, test_the_like_is_kept, test_each_is_tried_both_ways = tried(REFUSED, KEPT, names_of(refusals()))
