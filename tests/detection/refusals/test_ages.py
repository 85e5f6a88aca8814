"""Durations and ages of many: what is left unmasked, and the like that stays masked."""

from __future__ import annotations

from both_ways import names_of, tried

from palimpseste.detection.refusals.ages import refusals

REFUSED = [
    ("pregnancy", "épouse enceinte de [7 mois], seule", "AGE"),
    ("pregnancy", "grossesse de [cinq mois]", "AGE"),
    ("duration.least", "tutelle, durée supérieure à [5 ans]", "AGE"),
    ("age.threshold", "Âge supérieur à [65 ans] : oui", "AGE"),
    ("age.threshold", "hypertendus < [40 ans].", "AGE"),
    ("age.threshold", "une personne de plus de [16 ans]", "AGE"),
    ("age.many", "L'âge moyen était de 47,2 ± [11 ans]", "AGE"),
    ("age.many", "âge médian [52 ans]", "AGE"),
    ("seniority", "les neurinomes : [12 ans] d' expérience", "AGE"),
    ("seniority", "ancienneté [12 ans], câbleur", "AGE"),
    ("since", "mari (décédé il y aura [deux ans] en février)", "AGE"),
    ("since", "suivie depuis [17 ans]. Naissance", "AGE"),
    ("since", "quitte l'hospitalisation complète après [4 mois et 11 jours]. Voici", "AGE"),
    ("since", "que je connais depuis [vingt ans] et", "AGE"),
    ("since", "qui traînent depuis bientôt [6 ans].", "AGE"),
    ("since", "Mme P. revient après [deux ans].", "AGE"),
    ("since", "après un séjour de [22 jours] pour fracture", "AGE"),
    ("control", "Revoir Dr Petit à [1 mois] (4 déc.)", "AGE"),
    ("control", "Coloscopie à [6 mois] ; ses frères", "AGE"),
    ("clock.hour", "Douleurs apparues vers [22 heures]", "AGE"),
    ("duration.pair", "le rat de [5] , 12 et 12 semaines", "DATE"),
    ("duration.pair", "contrôle à [24] et 48 heures", "DATE"),
    ("duration.pair", "entre [3] et 6 mois", "DATE"),
    ("duration.pair", "des clichés à 2, [6], 12 et 24 heures", "DATE"),
    ("stay", "Iran, Turquie ([8 mois] à Van", "AGE"),
    ("age.threshold", "Ce dépistage s'adresse aux femmes de 50 à [74 ans] sans antécédent", "AGE"),
    ("age.threshold", "proposé aux hommes et femmes de [50] à 74 ans", "AGE"),
    ("age.threshold", "les jeunes âgés de 16 à [25 ans] sont pris en charge", "AGE"),
    ("age.threshold", "chez les femmes entre 25 et [65 ans]", "AGE"),
    ("age.before", "Pour vos ovaires, rien ne presse avant [40 ans].", "AGE"),
    ("age.before", "Pas de lentilles avant [12 ans].", "AGE"),
    ("age.before", "La mammographie n'est pas utile avant [50 ans].", "AGE"),
    ("seniority", "elle a travaillé [vingt-deux ans] à l'accueil", "AGE"),
    ("seniority", "a exercé pendant [12 ans] à Dakar", "AGE"),
]

KEPT = [
    ("pregnancy", "enceinte, un fils de [7 mois]", "AGE"),
    ("pregnancy", "enceinte à [17 ans]", "AGE"),
    ("duration.least", "sa durée : sa fille a [5 ans]", "AGE"),
    ("age.threshold", "âge > [95], vit seule", "AGE"),
    ("age.threshold", "son fils de plus de [16 ans]", "AGE"),
    ("age.many", "son âge : [52 ans]", "AGE"),
    ("seniority", "[12 ans] de Lyon", "AGE"),
    ("seniority", "enfant de [12 ans]", "AGE"),
    ("since", "elle a [deux ans]", "AGE"),
    ("since", "eczéma depuis [3 mois], œuf guéri à 2 ans", "AGE"),
    ("since", "elle n'est plus suivie depuis ses [vingt ans]", "AGE"),
    ("since", "suivie depuis l'âge de [17 ans].", "AGE"),
    ("since", "malade depuis le décès à [17 ans]", "AGE"),
    ("control", "Coloscopie à [35 ans], ou plus tôt", "AGE"),
    ("control", "revoir à [5 mois]", "AGE"),
    ("control", "revoir à [5 mois]", "AGE"),
    ("clock.hour", "ictère vers [22 heures] de vie", "AGE"),
    ("duration.pair", "vue le [24] et le 48 heures", "DATE"),
    ("duration.pair", "revu entre [3] et 6 juin", "DATE"),
    ("stay", "Thibaud Bonnefoy ([8 mois], Mende)", "AGE"),
    ("stay", "sa fille Lou ([8 mois])", "AGE"),
    ("age.threshold", "père d'enfants de [5] et 7 ans", "AGE"),
    ("age.threshold", "garde ses trois enfants de 3 à [9 ans]", "AGE"),
    ("age.threshold", "Elle a deux filles de 11 et [14 ans].", "AGE"),
    ("age.before", "Son père a fait un infarctus avant [40 ans].", "AGE"),
    ("age.before", "Il n'a rien dit avant [11 ans].", "AGE"),
    ("seniority", "travaille, [vingt-deux ans], célibataire", "AGE"),
]

test_is_refused, test_the_like_is_kept, test_each_is_tried_both_ways = tried(REFUSED, KEPT, names_of(refusals()))
