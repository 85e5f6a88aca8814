"""Ordinary words: what is left unmasked, and the like that stays masked."""

from __future__ import annotations

from both_ways import tried

REFUSED = [
    ("verb", "INR 3,4 -> Dr [dit] Préviscan 1/2 ce soir", "LASTNAME"),
    ("verb", "Le docteur [propose] une IRM", "LASTNAME"),
    ("state", "depuis l'an dernier, [marié], il fume", "FIRSTNAME"),
    ("state", "non traitée, frère [stenté] à 54 ans", "FIRSTNAME"),
    ("quality", "au réveil d'une nuit [blanche] (anniversaire", "FIRSTNAME"),
    ("kind.said", "fracture chez le [vieillard]", "LASTNAME"),
    ("kind.said", "ablation chez [la brebis] gravide", "LASTNAME"),
    ("title.first", "[Les malaises] du nourrisson", "HOSPITAL"),
    ("authors", "D. Dargent et [al.] 2002", "FIRSTNAME"),
    ("kin.english", "policy 1234 ; [husband] Curtis +1 512", "LASTNAME"),
    ("kin.english", "Contact : [daughter] Emily, à l'hôtel", "LASTNAME"),
    ("verb", "La demande [émane] de sa nièce, Mme Alice Roche", "FIRSTNAME"),
    ("verb", "Avis. Monsieur [honore] tous ses rendez-vous", "LASTNAME"),
    ("verb", "Parmi les cas suivants.\n[Cochez] la réponse exacte", "LASTNAME"),
    ("verb", "[Veillez] à informer le médecin", "LASTNAME"),
    ("kind.said", "ostéologie chez l'[Africain] à Dakar", "ORGANIZATION"),
    ("kind.said", "pied chez l'[Européen] adulte", "LASTNAME"),
]

KEPT = [
    ("verb", "vu par le Dr [dit], Préviscan", "LASTNAME"),
    ("verb", "Dr [Passe] Yves", "LASTNAME"),
    ("state", "sa sœur, [marie], il fume", "FIRSTNAME"),
    ("state", "son frère [amédée] à 54 ans", "FIRSTNAME"),
    ("verb", "ch 9 [hiver] georgette", "LASTNAME"),
    ("verb", "mme [regretter] pleure", "LASTNAME"),
    ("verb", "interne [Ferrer] C.", "LASTNAME"),
    ("quality", "vue par une infirmière, [blanche] était là", "FIRSTNAME"),
    ("quality", "une voisine [blanche] a appelé", "FIRSTNAME"),
    ("quality", "une nuit [Blanche] a appelé", "FIRSTNAME"),
    ("kind.said", "dort chez [lassana]", "FIRSTNAME"),
    ("kind.said", "dort chez la [Souris]", "LASTNAME"),
    ("kind.said", "repart avec le [vieillard]", "LASTNAME"),
    ("title.first", "[Les Malaises] du nourrisson", "HOSPITAL"),
    ("title.first", "[Centre du sommeil] de garde", "HOSPITAL"),
    ("title.first", "Bilan. [Les malaises] du nourrisson", "HOSPITAL"),
    ("authors", "vu par Marc et [Al]", "FIRSTNAME"),
    ("kin.english", "Mme [Husband], 56 ans", "LASTNAME"),
    ("kin.english", "Dr [Brother] Paul", "LASTNAME"),
    ("verb", "la demande emane de sa niece, pour [clemence] toujours", "FIRSTNAME"),
    ("verb", "avis monsieur [honore] tous ses rdv", "LASTNAME"),
    ("verb", "Avis. Monsieur [Honoré] tous ses jours", "LASTNAME"),
    ("verb", "Avis. Monsieur [martin] tous les jours", "LASTNAME"),
    ("verb", "Vue ce jour. [Lopez] à rappeler", "LASTNAME"),
    ("verb", "la demande [emane] de sa niece", "FIRSTNAME"),
    ("kind.said", "dort chez l'[Oustalou]", "LASTNAME"),
    ("kind.said", "dort chez [Germain]", "FIRSTNAME"),
]

test_is_refused, test_the_like_is_kept, test_each_is_tried_both_ways = tried(
    REFUSED, KEPT, {"authors", "kin.english", "kind.said", "quality", "state", "title.first", "verb"}
)
