"""What is at a place, and what there is of a kind: what is left unmasked, and the like that stays masked."""

from __future__ import annotations

from both_ways import names_of, tried

from palimpseste.detection.refusals.places import refusals

REFUSED = [
    ("care.generic", "[rééducation de la marche], vingt séances", "HOSPITAL"),
    ("care.generic", "[INSTITUT DE CANCÉROLOGIE]\nDossier", "HOSPITAL"),
    ("adjective", "étude [clinique du Vascoril]", "HOSPITAL"),
    ("adjective", "à l'examen [clinique la patiente] était pâle", "HOSPITAL"),
    ("set.phrase", "la marche d'Octobre [Rose]", "FIRSTNAME"),
    ("set.phrase", "coquilles [Saint-Jacques]", "CITY"),
    ("set.phrase", "goûter un peu de cornet de [Murat] le 1er", "FIRSTNAME"),
    ("set.phrase", "une fourme d'[Ambert]", "CITY"),
    ("during", "administré au [cours du cycle menstruel].", "ADDRESS"),
    ("during", "vue au [cours d'une crise]", "ADDRESS"),
    ("place.hour", "chercher le père à la [gare 20h]30, tante", "LOCATION"),
    ("place.generic", "sort sur [la terrasse]. Mollet", "HOSPITAL"),
    ("place.generic", "il habitait à côté de la [rivière]. depuis", "LOCATION"),
    ("place.generic", "il le pose sur [le balcon] et fume", "LOCATION"),
    ("body.generic", "ancien secrétaire de [mairie], puis", "ORGANIZATION"),
    ("body.generic", "résultat du [labo de ville] : 12", "ORGANIZATION"),
    ("link.open", "[pharmacie de] remplacement pharmacie", "ORGANIZATION"),
    ("link.open", "éducation physique au [collège du] 8 au 26 janvier", "ORGANIZATION"),
    ("link.open", "sur le [toit de l]'hôpital", "LOCATION"),
    ("care.generic", "[Cabinet médical]\nPraticiens", "HOSPITAL"),
    ("care.generic", "Laboratoire, [Pôle de Biologie territoriale]\nAvenue", "ORGANIZATION"),
    ("care.generic", "Urgences / [Unité médico-judiciaire de proximité]\n", "HOSPITAL"),
    ("care.generic", "Dr Combescure, [SOS médecins.]", "HOSPITAL"),
    ("care.generic", "régulé par le Dr Kervella ([SAMU]), puis", "ORGANIZATION"),
    ("care.generic", "doigt sectionné, avis [SOS Mains].", "HOSPITAL"),
    ("care.generic", "[Groupement hospitalier de territoire]\n", "HOSPITAL"),
    ("care.organs", "CHU\n[Pôle Cœur-Poumon-Rein] / USIC", "HOSPITAL"),
    ("care.organs", "[Pôle Tête et Cou]\nCher confrère", "HOSPITAL"),
    ("floor", "Médecine polyvalente, [4e étage Nord]\n\nMme", "ADDRESS"),
    ("floor", "Service de pneumologie - [3e étage], secrétariat", "ADDRESS"),
    ("town.letters", "115 : rien.\n- [SIAO] : fiche n° 4", "CITY"),
    ("town.letters", "CE2 [ULIS] école du bourg", "CITY"),
]

KEPT = [
    ("care.generic", "[rééducation] Bellevue, vingt séances", "HOSPITAL"),
    ("care.generic", "[INSTITUT DE CANCÉROLOGIE] DE L'OUEST", "HOSPITAL"),
    ("care.generic", "[Centre des Lilas]", "HOSPITAL"),
    ("care.generic", "[SAMU 29], Dr Kervella", "ORGANIZATION"),
    ("care.generic", "[SAMU] (29)", "ORGANIZATION"),
    ("care.generic", "avis [SOS Mains] Quimper", "HOSPITAL"),
    ("adjective", "transfert de la [clinique du Parc]", "HOSPITAL"),
    ("adjective", "opérée à la [clinique la passerelle]", "HOSPITAL"),
    ("adjective", "transfert [clinique les lilas] ce jour", "HOSPITAL"),
    ("set.phrase", "tombée [place du marché]", "LOCATION"),
    ("set.phrase", "vue en octobre, [Rose] va mieux", "FIRSTNAME"),
    ("set.phrase", "vit à [Marseille]", "CITY"),
    ("set.phrase", "une brève visite d'[Ambert]", "CITY"),
    ("during", "habite au [cours de Vincennes]", "ADDRESS"),
    ("during", "habite [cours du cycle]", "ADDRESS"),
    ("during", "chute au [12 cours du cycle]", "ADDRESS"),
    ("place.hour", "rdv [kerfany 20h]30", "LOCATION"),
    ("place.generic", "retour à [la bergerie].", "HOSPITAL"),
    ("place.generic", "suivie à la [Rivière], arrive", "LOCATION"),
    ("place.generic", "il était à la [rivière] langevin", "LOCATION"),
    ("place.generic", "à la [chapelle].", "LOCATION"),
    ("body.generic", "part par [Mairie], puis", "ORGANIZATION"),
    ("body.generic", "[pharmacie] du parc", "ORGANIZATION"),
    ("body.generic", "[college voltaire].", "ORGANIZATION"),
    ("link.open", "[école de] la rue d'Iéna", "ORGANIZATION"),
    ("link.open", "[cabinet de la] rue Saint-Martin", "HOSPITAL"),
    ("link.open", "[CH du] Dr Schaffner", "HOSPITAL"),
    ("link.open", "chute au [Macumba de] Villeneuve-Loubet", "ORGANIZATION"),
    ("care.generic", "[Cabinet médical] Les Tilleuls", "HOSPITAL"),
    ("care.generic", "réseau Périnat [Centre].", "ORGANIZATION"),
    ("care.generic", "[SOS médecins Grenoble]", "HOSPITAL"),
    ("care.generic", "[maison de santé du Marché], Bioule", "HOSPITAL"),
    ("care.generic", "[Groupement hospitalier] Nord", "HOSPITAL"),
    ("care.generic", "[GROUPEMENT HOSPITALIER]\nDE VIENNE", "HOSPITAL"),
    ("care.organs", "[Pôle Santé Sud], Le Mans", "HOSPITAL"),
    ("care.organs", "[Pôle Mère-Enfant] de Jules-Verne", "HOSPITAL"),
    ("floor", "12 rue Foch, [3e étage]\n21000 Dijon", "ADDRESS"),
    ("floor", "Cabinet de cardiologie, [3e étage]\n4 rue des Lilas", "ADDRESS"),
    ("town.letters", "habite les [Ulis]", "CITY"),
    ("town.letters", "né à [SIAO]", "CITY"),
]

test_is_refused, test_the_like_is_kept, test_each_is_tried_both_ways = tried(
    REFUSED, KEPT, names_of(refusals()) | {"body.generic", "link.open", "place.generic", "set.phrase"}
)
