"""The words of the pages, in French and in English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["words_for"]

_FRENCH: Final = {
    "language": "fr",
    "title": "Palimpseste",
    "login": "Se connecter",
    "logout": "Se déconnecter",
    "name": "Nom",
    "password": "Mot de passe",
    "wrong": "Ce nom et ce mot de passe ne vont pas ensemble, ou le compte n'est plus valable.",
    "locked": "Trop d'essais depuis cette adresse : réessayez plus tard.",
    "house": "Se connecter par le compte de l'établissement",
    "not_a_user": "Ce compte de l'établissement n'est pas celui d'un utilisateur d'ici, ou la connexion a expiré.",
    "entered": "Vous êtes connecté",
    "go_on": "Continuer",
    "review": "Relecture",
    "done": "notes relues",
    "nothing_left": "Tout est relu.",
    "no_notes": "Aucune note à relire. Qui administre le service en ajoute par « palimpseste review add ».",
    "places": "Pages",
    "adjudicate": "Arbitrage",
    "disputed": "à arbitrer : deux personnes ont annoté différemment",
    "differences": "Ce qui diffère",
    "choose": "La lecture suivante de l'endroit choisi, ou du premier :",
    "place": "Endroit",
    "nothing": "rien",
    "agreement": "Accord",
    "notes": "notes",
    "seconds": "secondes par note (médiane)",
    "kappa": "Kappa de Cohen sur les mots",
    "token_f1": "F1 par mot",
    "span_f1": "F1 par entité exacte",
    "together": "toutes",
    "order": "Ordre :",
    "by_doubt": "les plus douteuses d'abord",
    "by_arrival": "dans l'ordre d'arrivée",
    "by_random": "au hasard",
    "note": "La note",
    "spans": "Ce qui identifie",
    "released": "Ce qui sortira",
    "release": "Voir ce qui sortira",
    "keep": "Garder et passer à la suivante",
    "undo": "Annuler",
    "remove": "Retirer",
    "label": "Étiquette",
    "everywhere": "Partout dans la note",
    "add": "Marquer la sélection ou le mot",
    "word": "Mot suivant, précédent",
    "accept": "Accepter",
    "previous": "Précédent",
    "next": "Suivant",
    "doubtful": "Douteux suivant",
    "left": "Début",
    "right": "Fin",
    "keys": "Touches",
    "kept": "gardée",
    "guidelines": "Les notes restent sur le serveur ; ce navigateur n'en garde rien.",
    "skip": "Aller au contenu",
}
_ENGLISH: Final = {
    "language": "en",
    "title": "Palimpseste",
    "login": "Log in",
    "logout": "Log out",
    "name": "Name",
    "password": "Password",
    "wrong": "This name and this password do not belong together, or the account holds no more.",
    "locked": "Too many tries from this address: try again later.",
    "house": "Log in by the account of the house",
    "not_a_user": "This account of the house is not that of a user here, or the log-in expired.",
    "entered": "You are logged in",
    "go_on": "Go on",
    "review": "Review",
    "done": "notes reviewed",
    "nothing_left": "Everything is reviewed.",
    "no_notes": "No note to review. Whoever administers the service adds some with 'palimpseste review add'.",
    "places": "Pages",
    "adjudicate": "Adjudication",
    "disputed": "to be settled: two people annotated differently",
    "differences": "What differs",
    "choose": "The next reading of the place that is chosen, or of the first:",
    "place": "Place",
    "nothing": "nothing",
    "agreement": "Agreement",
    "notes": "notes",
    "seconds": "seconds a note (median)",
    "kappa": "Cohen's kappa over words",
    "token_f1": "F1 by word",
    "span_f1": "F1 by exact entity",
    "together": "all",
    "order": "Order:",
    "by_doubt": "most doubtful first",
    "by_arrival": "as they came",
    "by_random": "at random",
    "note": "The note",
    "spans": "What identifies",
    "released": "What will be released",
    "release": "Show what will be released",
    "keep": "Keep, and go to the next",
    "undo": "Undo",
    "remove": "Remove",
    "label": "Label",
    "everywhere": "Everywhere in the note",
    "add": "Mark the selection or the word",
    "word": "Next, previous word",
    "accept": "Accept",
    "previous": "Previous",
    "next": "Next",
    "doubtful": "Next doubtful",
    "left": "Start",
    "right": "End",
    "keys": "Keys",
    "kept": "kept",
    "guidelines": "Notes stay on the server; this browser keeps nothing of them.",
    "skip": "Go to the content",
}


def words_for(accepted: str) -> Mapping[str, str]:
    """Return the words in the language that a browser asks for first, of the two there are: English where neither is.

    Parameters
    ----------
    accepted : str
        The header ``Accept-Language``.
    """
    for part in accepted.lower().split(","):
        language = part.strip()[:2]
        if language in ("fr", "en"):
            return _FRENCH if language == "fr" else _ENGLISH
    return _ENGLISH
