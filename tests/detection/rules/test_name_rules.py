from __future__ import annotations

import pytest
from rule_sentences import cases, check_every_rule_is_shown
from word_rule_sentences import check_alone

from palimpseste.detection.rules.names.rules import name_rules

SENTENCES = {
    "name.spaced": [
        "Nom : <LASTNAME>K E R V E L L A</LASTNAME>",
        "étiquette | <LASTNAME>B|E|N|A|L|I</LASTNAME> | lit 12",
        "<LASTNAME>T R A O R E</LASTNAME> secteur B, 3e étage",
    ],
    "name.titles": [
        "Suivi par les Drs <LASTNAME>Kervella</LASTNAME> et <LASTNAME>Benali</LASTNAME>.",
        "Adressé à Mmes <LASTNAME>TRAORÉ</LASTNAME>, <LASTNAME>NGUYEN</LASTNAME> et <LASTNAME>LEFEBVRE</LASTNAME>",
        "Opérateurs : Prs <LASTNAME>Vasseur</LASTNAME> / <LASTNAME>Haddad</LASTNAME>",
    ],
    "name.title": [
        "Vu avec le Dr <LASTNAME>Kervella</LASTNAME>, avis cardio demandé.",
        "Monsieur <FIRSTNAME>Ousmane</FIRSTNAME> <LASTNAME>DIARRA</LASTNAME> a été hospitalisé.",
        "Mme <LASTNAME>de La Brosse</LASTNAME> refuse la sonde",
        "Courrier du Pr. <FIRSTNAME>J.-M.</FIRSTNAME> <LASTNAME>Quéméneur</LASTNAME>",
        "M. <LASTNAME>N'Guessan</LASTNAME> reste fébrile",
        "Dr\n<LASTNAME>Szymanski</LASTNAME>",
        "M <LASTNAME>PETIT</LASTNAME> est sorti",
        "M. et Mme <LASTNAME>Kervella</LASTNAME>",
        "Mme <LASTNAME>Li</LASTNAME>, M. <LASTNAME>BA</LASTNAME>",
        "Mr <LASTNAME>VAN DER BERG</LASTNAME>",
        "Dr <FIRSTNAME>Claire</FIRSTNAME> <LASTNAME>Petit</LASTNAME>",
        "Mme <LASTNAME>D.</LASTNAME>",
        "Dr <LASTNAME>Redon</LASTNAME>, drain en place",
    ],
    "name.title.small": [
        "mme <LASTNAME>kervella</LASTNAME> dort, pas de plainte",
        "appel du dr <LASTNAME>benali</LASTNAME> pour le potassium",
        "vu par dr <LASTNAME>szymanski</LASTNAME> aux urg",
    ],
    "name.form.family": [
        "Nom : <LASTNAME>KERVELLA</LASTNAME>",
        "Nom de naissance : <LASTNAME>Le Guen</LASTNAME>",
        "NOM (marital) : <LASTNAME>Ben Youssef</LASTNAME>",
        "Nom ....... <LASTNAME>DIALLO</LASTNAME>",
    ],
    "name.form.given": [
        "Prénom : <FIRSTNAME>Maëlle</FIRSTNAME>",
        "Prénom(s) : <FIRSTNAME>OUSMANE</FIRSTNAME> <FIRSTNAME>IBRAHIMA</FIRSTNAME>",
        "Prénom usuel : <FIRSTNAME>Jean-Baptiste</FIRSTNAME>",
    ],
    "name.born": [
        "Madame X née <LASTNAME>Kervella</LASTNAME>, suivie depuis l'enfance",
        "patiente épouse <LASTNAME>BENALI</LASTNAME>",
        "veuve <LASTNAME>Le Floc'h</LASTNAME>, vit seule",
    ],
    "name.role": [
        "Chirurgien : <LASTNAME>KERVELLA</LASTNAME>",
        "Aide opératoire : <FIRSTNAME>Samira</FIRSTNAME> <LASTNAME>HADDAD</LASTNAME>",
        "Interne : <FIRSTNAME>T.</FIRSTNAME> <LASTNAME>Vasseur</LASTNAME>",
        "IDE : <FIRSTNAME>Maëlle</FIRSTNAME>",
    ],
    "name.role.direct": [
        "Relevé par l'infirmière <FIRSTNAME>Samira</FIRSTNAME> <LASTNAME>Haddad</LASTNAME> à 6 h.",
        "vu ce jour par l'interne <LASTNAME>Szymanski</LASTNAME>",
        "ide <LASTNAME>KERVELLA</LASTNAME>, équipe de nuit",
    ],
    "name.link": [
        "Compte rendu validé par <FIRSTNAME>Samira</FIRSTNAME> <LASTNAME>HADDAD</LASTNAME>",
        "Saisi par : <LASTNAME>KERVELLA</LASTNAME>",
        "Destinataires : <LASTNAME>VASSEUR</LASTNAME>, <LASTNAME>TRAORÉ</LASTNAME>",
    ],
    "name.signed": [
        "Relu <FIRSTNAME>Samira</FIRSTNAME> <LASTNAME>Haddad</LASTNAME>",
        "validé <LASTNAME>KERVELLA</LASTNAME> le 3",
        "signé <LASTNAME>Szymanski</LASTNAME>",
    ],
    "name.kin": [
        "Sa fille <FIRSTNAME>Maëlle</FIRSTNAME> passe tous les jours.",
        "Personne à prévenir : son frère (<FIRSTNAME>Ousmane</FIRSTNAME>)",
        "le mari, <FIRSTNAME>Jean-Yves</FIRSTNAME> <LASTNAME>Kervella</LASTNAME>, est prévenu",
        "appel de sa soeur <FIRSTNAME>samira</FIRSTNAME> ce soir",
    ],
    "name.comma": [
        "<LASTNAME>KERVELLA</LASTNAME>, <FIRSTNAME>Maëlle</FIRSTNAME> lit 4",
        "<LASTNAME>LE GUEN</LASTNAME>, <FIRSTNAME>Jean-Yves</FIRSTNAME>",
    ],
    "name.initial": [
        "<FIRSTNAME>S.</FIRSTNAME> <LASTNAME>HADDAD</LASTNAME>, cadre de santé",
        "Bien à toi, <FIRSTNAME>J.-Y.</FIRSTNAME> <LASTNAME>Kervella</LASTNAME>",
        "Avis <FIRSTNAME>P.</FIRSTNAME> <LASTNAME>Le Goff</LASTNAME> demandé",
    ],
    "name.initial.after": [
        "<LASTNAME>KERVELLA</LASTNAME> <FIRSTNAME>M.</FIRSTNAME>, chambre 12",
        "Présents : <LASTNAME>Haddad</LASTNAME> <FIRSTNAME>S.</FIRSTNAME>",
        "<LASTNAME>VASSEUR</LASTNAME> <FIRSTNAME>J.-P.</FIRSTNAME>",
    ],
    "name.secretary": [
        "courrier tapé par <LASTNAME>VQ</LASTNAME> le 12",
        "compte rendu dicté <LASTNAME>WJ</LASTNAME>, relu",
    ],
    "name.initials": [
        "Tapé par <FIRSTNAME>T.</FIRSTNAME> <LASTNAME>K.</LASTNAME> le lendemain",
        "patient <FIRSTNAME>A.</FIRSTNAME> <LASTNAME>B.</LASTNAME>, box 3",
    ],
    "name.pair": [
        "<FIRSTNAME>Samira</FIRSTNAME> <LASTNAME>Haddad</LASTNAME> attend les résultats.",
        "revu en présence de <FIRSTNAME>Maëlle</FIRSTNAME> <LASTNAME>Le Guen</LASTNAME>",
        "<LASTNAME>DIARRA</LASTNAME> <FIRSTNAME>Ousmane</FIRSTNAME> est sorti hier",
        "<FIRSTNAME>Thi</FIRSTNAME> <FIRSTNAME>Linh</FIRSTNAME> <LASTNAME>Nguyen</LASTNAME> parle peu français",
    ],
    "name.line": [
        "Bien cordialement,\n<FIRSTNAME>Claire</FIRSTNAME> <LASTNAME>Boulanger</LASTNAME>\nService de néphrologie",
        "<FIRSTNAME>Rose</FIRSTNAME> <LASTNAME>Marchand</LASTNAME>",
    ],
    "name.pair.reversed": [
        "<LASTNAME>Kervella</LASTNAME> <FIRSTNAME>Samira</FIRSTNAME> attend au box",
        "<LASTNAME>Le Guen</LASTNAME> <FIRSTNAME>Jean-Yves</FIRSTNAME>, lit porte",
        "liste : <LASTNAME>Szymanski</LASTNAME> <FIRSTNAME>Maëlle</FIRSTNAME>",
    ],
    "name.columns": [
        "<LASTNAME>KERVELLA</LASTNAME>\t<FIRSTNAME>Maëlle</FIRSTNAME>\tch 12",
        "<LASTNAME>DIALLO</LASTNAME>      <FIRSTNAME>Ousmane</FIRSTNAME>     M     lit porte",
    ],
    "name.case": [
        "<LASTNAME>DIALLO</LASTNAME> <FIRSTNAME>Ousmane</FIRSTNAME>, sortie prévue",
        "Patiente <LASTNAME>LE GUEN</LASTNAME> <FIRSTNAME>Maëlle</FIRSTNAME>",
    ],
    "name.family": [
        "Avis pris auprès de <LASTNAME>Szymanski</LASTNAME> ce matin.",
        "<LASTNAME>HADDAD</LASTNAME> : sortie demain",
    ],
    "name.given.compound": [
        "<FIRSTNAME>Marie-Claude</FIRSTNAME> se lève seule",
        "<FIRSTNAME>JEAN-PIERRE</FIRSTNAME>",
    ],
    "name.given.inside": [
        "Sortie avec <FIRSTNAME>Aurore</FIRSTNAME> après le goûter",
        "Nous pensons que <FIRSTNAME>Claire</FIRSTNAME> peut rentrer",
    ],
    "name.given": [
        "<FIRSTNAME>Samira</FIRSTNAME> a bien dormi.",
        "On rassure <FIRSTNAME>Ousmane</FIRSTNAME> avant le bloc",
    ],
    "name.given.small": [
        "passage de <FIRSTNAME>samira</FIRSTNAME> ce soir",
        "<FIRSTNAME>ousmane</FIRSTNAME> ok pour sortie",
    ],
}

TRAPS = {
    "name.spaced": ["sérologies A B C faites", "B I L A N du matin", "groupe A B O vérifié"],
    "name.titles": ["Mesdames, Messieurs, chers confrères", "les drs de garde sont prévenus"],
    "name.title": [
        "Monsieur le Directeur",
        "NaCl 3 M en perfusion",
        "le docteur de garde est prévenu",
        "Dr : à préciser",
        "M. le Maire",
        "Madame la Directrice",
    ],
    "name.title.small": [
        "dr en médecine",
        "le dr traitant",
        "mme âgée de 80 ans",
        "mr hypertendu",
        "drain à 5 m de la porte",
        "pr contrôle ce jour",
    ],
    "name.form.family": ["Nom du médicament : Doliprane", "au nom de l'équipe", "Nom : à compléter"],
    "name.form.given": ["Prénom : non renseigné", "prénom inconnu"],
    "name.born": ["veuve depuis Avril", "Née à Dakar", "née à terme", "née le 3 mars", "enfant née par césarienne"],
    "name.role": [
        "Infirmière : transmissions faites",
        "Patient : stable",
        "IDE : Pansement simple",
        "Médecin traitant : Oui",
        "Interne : voir dossier",
    ],
    "name.role.direct": ["Patient Parkinsonien connu", "infirmière du SSIAD", "patient sous Xarelto 20 mg"],
    "name.link": [
        "Validé par le service",
        "Prescrit : Doliprane",
        "contact Covid",
        "Examen réalisé par IRM",
        "vu par : non précisé",
    ],
    "name.signed": ["validé par le staff", "Relu le 3 mars", "signé ce jour"],
    "name.kin": [
        "son mari Parkinsonien",
        "bébé Né à terme",
        "sa fille travaille",
        "le père, âgé de 60 ans",
        "son mari Alzheimer évolué",
    ],
    "name.comma": ["CONCLUSION, Paris", "FIBROSCOPIE, Examen normal", "LASILIX, Kardegic, Doliprane"],
    "name.initial": [
        "E. Coli multisensible",
        "L. Monocytogenes",
        "S. Aureus",
        "P. Falciparum",
        "O. D. Gauche",
        "vitamine B. Contrôle dans un mois",
        "3 L. Diurèse conservée",
    ],
    "name.initial.after": ["HÉPATITE B.", "vitamine K. Poursuite", "TROPONINE I."],
    "name.secretary": ["dossier saisi le matin", "ordonnance signée IRM faite", "validé par le senior"],
    "name.initials": ["A. S. A. de 2", "patient classé N.Y.H.A.", "q.s.p. 1 mois"],
    "name.pair": ["maladie de Parkinson Avancée", "score de Glasgow Initial", "sonde de Foley Charrière"],
    "name.line": ["Examen Clinique", "Traitement\nDoliprane Codéiné", "Claire amélioration"],
    "name.pair.reversed": ["Examen Samira", "maladie de Parkinson Samira", "Doliprane Samira"],
    "name.columns": ["GLYCEMIE\tNormale", "TOTAL      Examen", "LASILIX    Matin"],
    "name.case": ["FIBROSCOPIE Digestive", "IRM Cérébrale", "CONCLUSION Examen normal"],
    "name.family": [
        "syndrome de Szymanski",
        "lame de Delbet",
        "fracture de Pouteau-Colles",
        "Redon 50 ml",
        "Parkinson stade II",
    ],
    "name.given.compound": ["compte-rendu", "Pyrénées-Atlantiques", "Guillain-Barré"],
    "name.given.inside": ["Aurore boréale au loin", "urine claire ce matin", "une rose à la boutonnière"],
    "name.given": ["Maladie d'Alzheimer", "Le Glasgow est à 15", "Doliprane 1 g"],
    "name.given.small": ["urine claire", "un teint rose", "le martin du bloc", "patient lucide"],
}


@pytest.mark.parametrize(("name", "sentence"), cases(SENTENCES))
def test_marked_names_are_found(name: str, sentence: str) -> None:
    check_alone(name_rules(), name, sentence)


@pytest.mark.parametrize(("name", "sentence"), cases(TRAPS))
def test_other_words_are_no_names(name: str, sentence: str) -> None:
    check_alone(name_rules(), name, sentence)


def test_every_rule_for_names_has_its_sentences() -> None:
    check_every_rule_is_shown(name_rules(), SENTENCES, TRAPS)
