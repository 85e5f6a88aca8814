"""What the service says where it does not do what was asked: one sentence, and nothing of what was sent."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from starlette.exceptions import HTTPException

from palimpseste.rendering.pages import page
from palimpseste.service.words import words_for
from palimpseste.sources.jsonl import ONE_A_LINE, json_line

__all__ = [
    "BY_TOKEN",
    "JSON_HEADERS",
    "RefusedRequestError",
    "as_asked",
    "in_language",
    "without_folder",
    "written_refusal",
]

JSON_HEADERS: Final = MappingProxyType({"content-type": "application/json; charset=utf-8"})
# What a run says to do, and what whoever asks over HTTP can do.
_WAYS_OUT = (
    (f"; {ONE_A_LINE}", "; write one object a line"),
    ("--text-column", "text_column"),
    ("--id-column", "id_column"),
    ("name it with --encoding", "send it in UTF-8"),
    ("repeat its command to finish it, or give --restart to throw it away", "remove this job and send the file again"),
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
        ("Not Found", "cette page n'existe pas"),
        ("Method Not Allowed", "cette page ne se demande pas ainsi"),
        ("log in first", "connectez-vous d'abord"),
        ("there is nothing to compare yet", "il n'y a encore rien à comparer"),
        ("no training is done yet", "aucun entraînement n'est encore fini"),
        ("there is no such file", "il n'y a pas de tel fichier"),
        ("one span is explained at a time", "une seule marque est expliquée à la fois"),
        ("the form has too many fields", "le formulaire a trop de champs"),
        ("no identity provider is set", "aucun fournisseur d'identité n'est réglé"),
        ("this service is asked through its proxy", "ce service ne se demande que par son serveur mandataire"),
        (
            "pages are changed from this service's own pages alone",
            "seules les pages de ce service peuvent le changer : revenez-y et recommencez",
        ),
        (
            rf"the request took longer than {_NUMBER} seconds to come",
            "la demande a mis plus de {0} secondes à venir : réessayez",
        ),
        (
            rf"too many documents wait to be processed; ask again in {_NUMBER} seconds",
            "trop de documents attendent : réessayez dans {0} secondes",
        ),
        (
            "no more documents are taken: the service is ending",
            "le service s'arrête : rien n'est gardé, réessayez plus tard",
        ),
        (
            r"(\S+?):? cannot be written.*",
            "le service ne peut plus écrire {0} : rien n'est gardé, prévenez qui l'administre",
        ),
        (
            "the guidelines that the site's file names cannot be read",
            "les consignes que nomme le fichier du site ne peuvent pas être lues",
        ),
        (
            "the reviews were kept under another service's secret, or changed since",
            "les relectures ont été gardées sous le secret d'un autre service, ou changées depuis",
        ),
        (
            "what is marked already is told in one of the ways that the page offers",
            "ce qui est déjà marqué se dit d'une des façons que la page propose : rechargez-la",
        ),
        (
            rf"the name of the file is none: 1 to {_NUMBER} characters that can be printed",
            "le nom du fichier n'en est pas un : 1 à {0} caractères lisibles",
        ),
        (r"not text: it holds NUL characters", "pas du texte : il y a des caractères NUL"),
        (
            r"failed \((.+)\); nothing more is told, as it may quote a note",
            "échec ({0}) ; rien de plus n'est dit, car cela pourrait citer une note",
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


def without_folder(told: str, folder: Path) -> str:
    """Return what is told of files without the path of the folder that they are in, which is nobody's business."""
    return told.replace(f"{folder}{os.sep}", "")


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


def written_refusal(path: str, sentence: str, language: str, accepted: str) -> tuple[bytes, dict[str, str]]:
    """Return the body and the headers of a refusal: a page for a browser that asked for one, else an object.

    Parameters
    ----------
    path : str
        That was asked for.
    sentence : str
        Why, in English.
    language : str
        The header ``Accept-Language``: pages and what their scripts ask for are refused in French where the browser
        asks for it first.
    accepted : str
        The header ``Accept``.
    """
    if path.startswith(BY_TOKEN):
        return json_line({"error": sentence}), dict(JSON_HEADERS)
    said = in_language(sentence, language)
    if "text/html" not in accepted:
        return json_line({"error": said}), dict(JSON_HEADERS)
    words = words_for(language)
    content = page("service/refused.html.j2", words=words, said=said[:1].upper() + said[1:], user="", roles=())
    return content.encode("utf-8"), {"content-type": "text/html; charset=utf-8"}


def in_language(sentence: str, language: str) -> str:
    """Return a refusal as a header ``Accept-Language`` asks for it; what is not foreseen in French stays as it is."""
    if words_for(language)["language"] != "fr":
        return sentence
    for pattern, french in _FRENCH:
        if found := pattern.fullmatch(sentence):
            return french.format(*(each.replace(",", "\u202f") for each in found.groups()))
    return sentence
