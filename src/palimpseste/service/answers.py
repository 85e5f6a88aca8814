"""What the service says where it does not do what was asked: one sentence, and nothing of what was sent."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from starlette.exceptions import HTTPException

from palimpseste.service.words import words_for
from palimpseste.sources.jsonl import ONE_A_LINE, json_line

__all__ = ["BY_TOKEN", "JSON_HEADERS", "RefusedRequestError", "as_asked", "body_of_refusal", "refusal_for"]

JSON_HEADERS = {"content-type": "application/json; charset=utf-8"}
# What a run says to do, and what whoever asks over HTTP can do.
_WAYS_OUT = (
    (f"; {ONE_A_LINE}", "; write one object a line"),
    ("--text-column", "text_column"),
    ("--id-column", "id_column"),
    ("name it with --encoding", "send it in UTF-8"),
    (": --format jsonl reads other JSON lines", ""),
)

# What programs ask for with a token, and are answered in English.
BY_TOKEN = ("/v1/", "/metrics", "/fhir/")

_NUMBER: Final = r"(\d[\d,]*)"
_FRENCH: Final = [
    (re.compile(sentence), french)
    for sentence, french in (
        ("the session has ended: log in again", "la session est finie : reconnectez-vous"),
        ("this was not sent by a page of this session", "ceci ne vient pas d'une page de cette session : rechargez-la"),
        (
            "another window kept this note meanwhile: load it again",
            "une autre fenêtre a gardé cette note entre-temps : rechargez la page",
        ),
        (
            "whoever reviewed a note does not settle it: a third person does",
            "qui a relu une note ne l'arbitre pas : c'est à une troisième personne de le faire",
        ),
        (r"this needs the role '([a-z]+)'", r"il faut le rôle « {0} »"),
        ("there is no such note", "il n'y a pas de telle note"),
        (
            rf"two spans overlap, from {_NUMBER} to {_NUMBER} and from {_NUMBER} to {_NUMBER}",
            "deux marques se recouvrent, de {0} à {1} et de {2} à {3}",
        ),
        ("this took too long and was given up", "cela a pris trop de temps et a été abandonné"),
        (
            rf"too much is being processed; ask again in {_NUMBER} seconds",
            "trop de choses sont en cours : réessayez dans {0} secondes",
        ),
        (
            rf"more than {_NUMBER} requests came in a minute; ask again in {_NUMBER} seconds",
            "plus de {0} demandes en une minute : réessayez dans {1} secondes",
        ),
        (
            rf"a request may have {_NUMBER} bytes: send documents in several",
            "une demande a {0} octets au plus : envoyez les documents en plusieurs fois",
        ),
        (
            r"the reviews cannot be (?:kept|reached) \((\w+)\)",
            "la base des relectures ne répond pas ({0}) : rien n'est gardé, réessayez",
        ),
        (
            "the site's file names no guidelines under \\[service\\]",
            "le fichier du site ne nomme pas de consignes sous [service]",
        ),
        ("there is no text in it", "il n'y a pas de texte dedans"),
        ("there is no note in it", "il n'y a pas de note dedans"),
        (rf"line {_NUMBER}: another line has the same id", "ligne {0} : une autre ligne a le même identifiant"),
        (
            rf"more than {_NUMBER} notes: send them in several files",
            "plus de {0} notes : envoyez-les en plusieurs fichiers",
        ),
        (
            rf"at most {_NUMBER} notes may be here to be reviewed",
            "{0} notes à relire au plus peuvent être ici",
        ),
        (
            r"only files that end with \.txt or \.jsonl are taken: .*",
            "seuls les fichiers en .txt ou .jsonl sont pris : « palimpseste convert » fait des lignes JSON de BRAT, "
            "Doccano, Label Studio et INCEpTION",
        ),
        (
            rf"{_NUMBER} settled notes are too few to train and to measure on: at least {_NUMBER}, of several patients",
            "{0} notes tranchées sont trop peu pour entraîner et mesurer : il en faut {1}, de plusieurs patients",
        ),
        ("a training is under way: wait for its end", "un entraînement est en cours : attendez qu'il finisse"),
        (
            "the detectors of the site do not include the model: there is nothing to train",
            "les détecteurs du site ne comptent pas le modèle : il n'y a rien à entraîner",
        ),
    )
]


class RefusedRequestError(HTTPException):
    """A request that is not answered as its sender wished.

    Parameters
    ----------
    status : int
        Of HTTP.
    sentence : str
        Why, and what to do; it quotes nothing of the request.
    headers : mapping, optional
        Of HTTP, such as ``retry-after``.
    """

    def __init__(self, status: int, sentence: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, sentence, dict(headers or {}))

    @classmethod
    def for_now(cls, status: int, sentence: str, seconds: int) -> RefusedRequestError:
        """Return a refusal that says when to ask again.

        Parameters
        ----------
        status : int
            Of HTTP.
        sentence : str
            Why.
        seconds : int
            When it may be asked again.
        """
        return cls(status, f"{sentence}; ask again in {seconds} seconds", {"retry-after": str(seconds)})


def body_of_refusal(sentence: str) -> bytes:
    """Return the body of a refusal."""
    return json_line({"error": sentence})


def as_asked(sentence: str) -> str:
    """Return what a run says of a document or a file, with the ways out of who asks over HTTP.

    Parameters
    ----------
    sentence : str
        Which may name options of the command line.
    """
    for of_command, of_request in _WAYS_OUT:
        sentence = sentence.replace(of_command, of_request)
    return sentence


def refusal_for(path: str, accepted: str) -> Callable[[str], str]:
    """Return what writes a refusal for who asks: in French at the pages, where the browser asks for it first.

    Parameters
    ----------
    path : str
        That was asked for.
    accepted : str
        The header ``Accept-Language``.
    """
    if path.startswith(BY_TOKEN) or words_for(accepted)["language"] != "fr":
        return str
    return _in_french


def _in_french(sentence: str) -> str:
    """Return a refusal in French; what is not foreseen stays as it is."""
    for pattern, french in _FRENCH:
        if found := pattern.fullmatch(sentence):
            return french.format(*(each.replace(",", "\u202f") for each in found.groups()))
    return sentence
