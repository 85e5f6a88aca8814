"""Emergency numbers: what is left unmasked, and the like that stays masked."""

from __future__ import annotations

from both_ways import names_of, tried

from palimpseste.detection.refusals.emergency import refusals

REFUSED = [
    ("number.emergency", "Si urticaire et gêne : stylo d'Anapen dans la cuisse, puis le [15].", "DATE"),
    ("number.emergency", "au secrétariat aux heures ouvrables, ou le [15].\n", "DATE"),
    ("number.emergency", "SOS médecins occupé, donc le [15]\nplaie", "DATE"),
    ("number.emergency", "elle a fait le [15] ; SAMU 81", "DATE"),
    ("number.emergency", "sa femme appelle le [15], qui l'expédie", "DATE"),
    ("number.emergency", "Pour une urgence, appelez le [15] ou rendez-vous aux urgences", "DATE"),
    ("number.emergency", "En cas d'aggravation : HAD d'abord, pas le [15].", "DATE"),
    ("number.emergency", "Si saignement de fistule : comprimer 10 min puis le [15].", "DATE"),
    ("number.emergency", "Si saignement : le [15] ou venir.", "DATE"),
    ("number.emergency", "Appelez le 04 66 49 61 30 en journée, et la nuit le [15].", "DATE"),
    ("number.emergency", "Rappeler le [15] si confusion", "DATE"),
    ("number.emergency", "appelez le [15] en cas de forte fièvre", "DATE"),
    ("number.emergency", "Fièvre avant 3 mois : le [15].", "DATE"),
    ("number.emergency", "demandent si faut appeler le [15] -> non", "DATE"),
    ("number.emergency", "Toutes urgences : le [15].", "DATE"),
    ("number.emergency", "Douleur dans la poitrine : faites le [15], sans attendre", "DATE"),
    ("number.emergency", "appeler le 3114 si besoin, ou le [15].", "DATE"),
    ("number.emergency", "appeler le [3114] si besoin", "DATE"),
    ("number.emergency", "il a forcé la porte et a appelé le [15].", "DATE"),
    ("number.emergency", "a appelé le 15 puis le [18]. femme en route", "DATE"),
    ("number.emergency", "1) appeler le [15] ; 2) allonger", "DATE"),
    ("number.emergency", "Femme adressée par le [15] pour douleur", "DATE"),
    ("number.emergency", "joignable au 02 96 22 91 56, sinon le [15]", "DATE"),
    ("number.emergency", "S'il resaigne : le [15], tout de suite", "DATE"),
    ("number.emergency", "L'épouse appelle le [15] à 06h10.", "DATE"),
    ("number.emergency", "22:10 douleur, appel de Désiré au [15]\n22:45 SMUR", "DATE"),
    ("number.emergency", "en cas de choc sur la tête faites le [15].", "DATE"),
    ("number.emergency", "prévenir la mère, puis le [15]\nperte de connaissance", "DATE"),
    ("number.emergency", "appelez le [15] ou le 112", "DATE"),
    ("number.emergency", "Le voisin appelle le [15]. Le médecin régulateur envoie", "DATE"),
    ("number.emergency", "Appelez le [15] ou amenez-le aux urgences", "DATE"),
    ("number.emergency", "En cas de fièvre, faites le [15] ou emmenez-la", "DATE"),
    ("number.emergency", "sinon appeler le [15] la nuit", "DATE"),
]

KEPT = [
    ("number.emergency", "à refaire, faire le [15].", "DATE"),
    ("number.emergency", "Anapen à renouveler le 12 puis le [15].", "DATE"),
    ("number.emergency", "Ventoline arrêtée puis le [15] mars", "DATE"),
    ("number.emergency", "scanner qu'il a fait le [15].", "DATE"),
    ("number.emergency", "le 8 avril ou le [15].", "DATE"),
    ("number.emergency", "Si saignement : bilan le 12, puis le [15].", "DATE"),
    ("number.emergency", "Rappeler le [15] si pas de nouvelles", "DATE"),
    ("number.emergency", "Rappeler le [15].", "DATE"),
    ("number.emergency", "il faut appeler le [15] mars", "DATE"),
    ("number.emergency", "radios faites le [15], normales", "DATE"),
    ("number.emergency", "Urgences : le [15] mars", "DATE"),
    ("number.emergency", "revu le 112 ou le [13].", "DATE"),
    ("number.emergency", "né le [31/14]", "DATE"),
    ("number.emergency", "à appeler le [15], à jeun", "DATE"),
    ("number.emergency", "Rendez-vous : le [15].", "DATE"),
    ("number.emergency", "vue le 12, sinon le [15].", "DATE"),
    ("number.emergency", "L'épouse appelle le [15] mars à 10h", "DATE"),
    ("number.emergency", "appel du 12 au [15].", "DATE"),
    ("number.emergency", "prévenir la mère le [15].", "DATE"),
    ("number.emergency", "Fièvre le [15].", "DATE"),
    ("number.emergency", "Fièvre : le [15].", "DATE"),
    ("number.emergency", "à rappeler le [15]", "DATE"),
    ("number.emergency", "sa fille appelle le [15]. Elle confirme", "DATE"),
    ("number.emergency", "appeler le [15] mars", "DATE"),
    ("number.emergency", "Rappelez le [15] ou le 16 pour le résultat", "DATE"),
    ("number.emergency", "Rappelez le [15] ou prévenez-moi", "DATE"),
    ("number.emergency", "appeler le [15 mars]", "DATE"),
    ("number.emergency", "le 8 avril ou le [15]. Arrêt", "DATE"),
]

test_is_refused, test_the_like_is_kept, test_each_is_tried_both_ways = tried(REFUSED, KEPT, names_of(refusals()))
