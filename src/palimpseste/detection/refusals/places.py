"""What is at a place, and what there is of a kind: no place and no body has that name.

===================== =================== ==================================================================
refusal               labels              what it refuses
===================== =================== ==================================================================
``care.generic``      bodies              nothing but what is done there: « institut de cancérologie »
``care.mothers``      HOSPITAL            « sortie mère et enfant »
``care.organs``       bodies              what is treated there: « Pôle Cœur-Poumon-Rein »
``floor``             ADDRESS             of a ward: « Médecine polyvalente, 4e étage Nord »
``adjective``         HOSPITAL            « clinique » behind what it qualifies: « à l'examen clinique la patiente »
``set.phrase``        any name            « savon de Marseille », « fourme d'Ambert »
``word.alone``        bodies, LOCATION    an ordinary word in small letters behind a sign: « vous demandez : muette »
``direction``         LOCATION, CITY      « A6 sens nord-sud »
``sport.alone``       bodies, LOCATION    a sport and its article: « ancien du club à l'aviron »
``food.variety``      towns, places,      which fruit: « des pommes Canada du jardin »
                      ORGANIZATION
``food.named``        towns, bodies       a cheese or a wine, in small letters: « du saint-nectaire », « l'irouléguy »
``during``            ADDRESS             « au cours du cycle »
``street.none``       ADDRESS             « pharma du bd pour l'oxygène »
``device.port``       any name            « PAC (Port-a-Cath) »
``place.hour``        LOCATION            « à la gare 20h30 »
``place.generic``     LOCATION            what is there, in small letters: « à côté de la rivière. »
``body.generic``      ORGANIZATION        any of its kind, in small letters: « secrétaire de mairie », « labo de ville »
``body.kind``         ORGANIZATION        how a firm is held: « agriculteur en GAEC à », « parts dans l'EARL. »
``body.public``       bodies, LOCATION    of which any land has one: « transmis à l'ARS », « Consulat prévenu »
``town.letters``      CITY                letters of a body that are a town's name too: « SIAO : fiche »
``room.named``        names, HOSPITAL     « salle Jussieu », « amphithéâtre Laennec »
``link.open``         bodies, LOCATION    what it is and a link to no name: « pharmacie de | remplacement »
===================== =================== ==================================================================
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from palimpseste.detection.lexicon import alphabet, in_dictionary, word_list
from palimpseste.detection.refusals.atoms import TITLE, one_of
from palimpseste.detection.refusals.refusal import AROUND, NAMES, Refusal
from palimpseste.detection.refusals.words import is_ordinary
from palimpseste.detection.tokens import Trait
from palimpseste.detection.view import TextView, fold_same_length
from palimpseste.document import Span
from palimpseste.labels import OF_BODIES, OF_PEOPLE

__all__ = ["is_food", "is_generic", "is_open", "is_word_alone", "refusals", "set_phrases_in"]

# « à côté de la rivière. »: what is there, in small letters, named after nobody.
_PLACE: Final = re.compile(
    r"(?:la |les? |l' ?)?(?:balcon|bergerie|cave|cour|etang|ferme|foret|gare routiere|garage|grange|jardin|lac|montagne"
    r"|parking|plage|rive|riviere|rocade|route|scierie|terrasse) ?[.,;:!?)]?"
)
_ONE_WORD: Final = re.compile("[a-z]{5,20}")
_SIGN: Final = re.compile(r"[a-z][ ]?[:;,][ ]\Z")
_WORD: Final = re.compile("[a-z]{3,}")
# A house is named « la bergerie » too; nobody is cared for upon it.
_BESIDE: Final = re.compile(r"(?<![a-z])(?:derriere|devant|sur) \Z")
_OF_STREETS: Final = frozenset(
    ("allée", "avenue", "boulevard", "chemin", "place", "quai", "quartier", "route", "rue", "square")
)
# Of these every department or country has one.
_PUBLIC: Final = "ambassade|ars|caf|carsat|consulat|cpam|ddets|mdph|prefecture|rectorat|sous-prefecture|udaf|urssaf"
# « pharmacie de », « centre national de », « toit de l »
_LINK_OPEN: Final = re.compile("(?:[a-z]{3,20} ){1,2}(?:de|du|des|de l)")
_FRUIT: Final = ("abricots", "cerises", "fraises", "melons", "poires", "pommes", "prunes", "raisins", "tomates")
_BEFORE_FOOD: Final = re.compile(
    r"(?<![a-z])(?:(?:l[ea]|les|du|un|au|ce|son|d'un|sans|de la|(?:ballon|bouteille|litre|verre)s?[ ]de)[ ]|l'[ ]?)\Z"
    r"|(?<![a-z])(?:fromage|lait cru|vin)s?(?![a-z])[^.;\n]{0,40}(?<![ ]a[ ])(?<![ ]d')(?<![ ]de[ ])\Z"
)
_FOLLOWING: Final = re.compile(r"[ '\n]{1,2}(?:(?P<word>[^\W\d_]{3,20})|\d)")
_BEHIND_PLACE: Final = re.compile(r" {0,2}(?:[\n.,;:!?)]|$|(?:et|ou|depuis|pour) )")

_ORGANS: Final = (
    "abdomen|appareil|articulations?|cancer|cancerologie|cardiaque|cardiologie|chirurgie|coe?ur|cou|couple|digestif|enfants?"
    "|femme|foie|hepato|locomoteur|medecine|mere|metabolisme|nephrologie|neuro|neurologie|neurosciences|os|parents|peau"
    "|poumons?|pneumologie|reins?|respiratoire|sens|sensoriel|tete|thoracique|thorax|urologie|uro|vaisseaux|vasculaire|viscere"
)
# What services of health are for, and for whom.
_SERVED: Final = "medecine|medical|prevention|sante|promotion"
_OF_THOSE: Final = (
    "de|du|des|d'|en|et|la|le|les|l'|a|au|aux|agents|armees|eleves|entreprises|etudiante?s?|faveur|gens|interentreprises|mer"
    "|medecine|personnels?|prevention|preventive|sante|scolaire|social|sociale|statutaire|travail|travailleurs|universitaire"
)


def refusals() -> tuple[Refusal, ...]:
    """Return the shapes that are refused, each between its contexts."""
    return (*_of_care(), *_of_words())


def _of_care() -> tuple[Refusal, ...]:
    """Return those of places of care that are named by their kind alone."""
    generic = f"(?:de|du|des|d'|en|et|la|le|les|l')|{one_of(word_list('refusals/care_words.txt'))}"
    heads = one_of(word_list("refusals/care_heads.txt"))
    no_name = re.compile(
        r"(?![ ]?-?[ ]?(?:de |du |des |d'|la |le |les |l')?[a-z0-9])(?![ ]?\n[ ]{0,40}(?:de |du |des |d')[a-z])"
    )
    return (
        Refusal(
            "care.generic",
            ("HOSPITAL",),
            re.compile(rf"(?:{heads})(?:[ ](?:{generic}))*"),
            None,
            no_name,
        ),
        Refusal("care.generic", ("ORGANIZATION",), re.compile(rf"(?:{heads})(?:[ ](?:{generic}))+"), None, no_name),
        # « Service de prévention et de santé au travail »
        Refusal(
            "care.generic",
            OF_BODIES,
            re.compile(
                rf"services?(?:[ ](?:autonome|interentreprises))?(?:[ ](?:de |d')?(?:{_SERVED}))(?:[ ](?:{_OF_THOSE}))*"
            ),
            None,
            no_name,
        ),
        # « labo de viro », « à la faculté »
        Refusal(
            "care.generic",
            (*OF_BODIES, "LOCATION"),
            re.compile(
                "labo(?:ratoire)?[ ]de[ ](?:bacterio|biochimie|hemato|immuno|microbio|parasito|toxico|viro)(?:logie)?"
                "|faculte(?:[ ]de[ ](?:medecine|pharmacie))?"
            ),
            None,
            no_name,
        ),
        Refusal("care.generic", OF_BODIES, re.compile(r"sos[ ]?-?medecins?\.?")),
        # Each place has one: it names nobody but with its number or town.
        Refusal(
            "care.generic",
            OF_BODIES,
            re.compile("samu|sos[ ]mains?"),
            None,
            re.compile(r"[ ]?(?:[.;:)?!](?![ ]?[a-z0-9]{2,3}\))|,[ ](?![0-9])|$)"),
        ),
        Refusal(
            "care.mothers",
            OF_BODIES,
            re.compile("(?:sortie[ ])?mere(?:[ ]et|[ ]?[-/])[ ]?(?:de[ ]l'[ ]?)?enfant"),
            re.compile(
                r"(?<![a-z])(?:bilan|chambre|dossier|fiche|liaison|maternite|sejour|sortie|suites?)[ ]?[-–:]?[ ]$"
            ),
            no_name,
        ),
        Refusal(
            "care.organs",
            (*OF_BODIES, "LOCATION"),
            re.compile(rf"pole[ ](?:{_ORGANS})(?:(?:[ ]?[-/,–][ ]?|[ ](?:et[ ])?)(?:{_ORGANS}))*"),
            None,
            no_name,
        ),
        Refusal(
            "floor",
            ("ADDRESS",),
            re.compile(
                r"[0-9]{1,2}(?:er|e|eme|nd)?[ ](?:etage|et\.)"
                r"(?:[ ](?:est|gauche|nord|ouest|droite?|sud|aile[ ][a-z0-9]{1,6}))*"
            ),
            re.compile(
                r"(?<![a-z])(?:[a-z]{4,14}logie|chirurgie|consultations?|geriatrie|hospitalisation|maternite|medecine|pediatrie"
                r"|psychiatrie|reanimation|secretariat|service|unite|urgences)"
                r"(?:[ ][a-z]{2,15}){0,3}(?:,|[ ]?[-–/])?[ ]{1,3}$"
            ),
            # An address may begin with its floor.
            re.compile(
                r"[ ]{0,3}(?:$|[ ]{2}|\n(?![ ]{0,40}[0-9]{1,4}[ ,])"
                r"|(?:,|[ ]?[-–/])[ ](?:aile|chambre|poste|secretariat|tel))"
            ),
        ),
        Refusal(
            "body.public",
            (*OF_BODIES, "LOCATION"),
            re.compile(f"(?:la |les? |l' ?)?(?:{_PUBLIC})"),
            None,
            # « CAF du Rhône », « ARS 69 », « CARSAT Nord-Est »
            re.compile(
                r"(?![ -]*(?:d[eu]s?[ ]|d'|[0-9]))(?![ -]+[a-z]{2,})|[ ](?:a|est|et|ou|prevenue?|avise)(?![a-z'])"
            ),
        ),
        Refusal(
            "body.kind",
            ("ORGANIZATION",),
            re.compile("cuma|earl|gaec|scea|scop"),
            re.compile(r"(?<![a-z])(?:en|au|du|un|le|la|une|cette|ce)[ ]$|(?<![a-z])[dl]'[ ]?$"),
            re.compile("[ ]?(?:[.,;:)\n]|$)|[ ](?:a|au|avec|chez|depuis|en|et|qui)(?![a-z'])"),
        ),
        Refusal(
            "room.named",
            (*OF_PEOPLE, "HOSPITAL"),
            re.compile("[a-z][a-z-]{3,24}"),
            re.compile(
                r"(?<![a-z])(?<!en[ ])(?:amphi(?:theatre)?|salle|salon)[ ]"
                r"(?:de[ ](?:conferences?|cours|reunions?|staff)[ ])?$"
            ),
            re.compile(r"[ ]{0,3}(?:[\n,.;)–—-]|$)|[ ]{2}"),
        ),
    )


def _of_words() -> tuple[Refusal, ...]:
    """Return those of words that are towns too."""
    return (
        Refusal(
            "adjective",
            ("HOSPITAL",),
            re.compile(r"clinique[ ](?:l[ae][ ]|l'|les[ ])[a-z' -]{2,60}"),
            re.compile(
                r"(?<![a-z])(?:examens?|plan|bilan|tableau|etat|evolution|amelioration|aggravation|presentation|forme"
                r"|suivi|signes?|stade|diagnostic|contexte|aspect|degradation|reponse|remission|surveillance)[ ]$"
            ),
        ),
        Refusal(
            "adjective",
            ("HOSPITAL",),
            re.compile(r"clinique[ ](?:d[eu][ ]|d'|des[ ])[a-z' -]{2,60}"),
            re.compile(r"(?<![a-z])(?:etude|essai|recherche)[ ]$"),
        ),
        Refusal(
            "town.letters",
            ("CITY",),
            re.compile("[a-z]{3,5}"),
            re.compile(r"(?<!(?<![a-z])a[ ])(?<!(?<![a-z])les[ ])(?<!(?<![a-z])de[ ])$"),
            None,
            of_value=lambda value: bool(alphabet().lexicon.get(value, 0) & Trait.BODY_HEAD),
        ),
        # « bd pour l'oxygène »: no street is named so
        Refusal(
            "street.none",
            ("ADDRESS",),
            re.compile(
                r"(?:av|avenue|bd|bld|blvd|boulevard|chemin|cours|impasse|place|quai|route|rue|square)\.?[ ]"
                r"(?:afin|apres|avec|car|dans|depuis|donc|est|et|mais|ou|pendant|pour|puis|quand|qui|si)"
                r"(?![a-z-])[a-z' ]*"
            ),
        ),
        # « Port-a-Cath », « Pac-a-cath »
        Refusal(
            "device.port",
            NAMES,
            re.compile(r"(?:p\.?a\.?c|port)[ -]?a[ -]?c(?:ath|at)(?:eter)?"),
        ),
        Refusal(
            "direction",
            ("LOCATION", "CITY"),
            re.compile(
                "(?:nord|sud)(?:-(?:est|ouest))?(?:[ ]?[-–/][ ]?(?:nord|sud))?|(?:est|ouest)[ ]?[-–/][ ]?(?:est|ouest)"
            ),
            re.compile(r"(?<![a-z])(?:sens|direction|versant|facade|cote|vent(?: de)?)[ ]$"),
        ),
        Refusal(
            "sport.alone",
            (*OF_BODIES, "LOCATION"),
            re.compile(
                "athletisme|aviron|badminton|basket|boxe|cyclisme|danse|equitation|escalade|escrime|foot|football|golf|gym"
                "|gymnastique|handball|judo|karate|natation|petanque|randonnee|rugby|ski|tennis|triathlon|velo|volley|yoga"
            ),
            re.compile(r"(?<![a-z])(?:au|du|la|le)[ ]$|(?<![a-z])l'[ ]?$"),
        ),
        Refusal(
            "food.variety",
            ("CITY", "LOCATION", "ORGANIZATION"),
            re.compile("[a-z][a-z '-]{2,30}"),
            re.compile(rf"(?<![a-z])(?:des|deux|les|trois|quelques)[ ](?:{'|'.join(_FRUIT)})[ ]$"),
            ends=tuple(f"{fruit} " for fruit in _FRUIT),
        ),
        Refusal(
            "during",
            ("ADDRESS",),
            re.compile("cours d(?:e|u|es|'[ ]?[a-z]{1,20})(?:[ ][a-z']{1,20}){0,8}"),
            re.compile(r"(?<![a-z])au \Z"),
            of_value=lambda value: all(map(in_dictionary, _WORD.findall(value))),
        ),
        Refusal(
            "place.hour",
            ("LOCATION",),
            re.compile("[a-z]{4,20}[ ][0-9]{1,2}[ ]?h"),
            re.compile("$"),
            re.compile("(?:[0-9]{2})?(?![a-z0-9])"),
            of_value=lambda value: is_ordinary(value.partition(" ")[0]),
        ),
    )


def is_food(view: TextView, span: Span) -> bool:
    """Tell whether what is written in small letters is a cheese, a wine, a ham named after a town, and stands as such.

    An article stands before it, or what it is one of: « bu du chablis », « fromages : brie, munster ».
    """
    if view.folded[span.start : span.end].replace(" ", "-") not in _foods():
        return False
    before = view.folded[max(0, span.start - AROUND) : span.start]
    return _BEFORE_FOOD.search(before) is not None


@cache
def _foods() -> frozenset[str]:
    return frozenset(word_list("refusals/foods.txt"))


def is_open(view: TextView, span: Span) -> bool:
    """Tell whether a span is what something is and a link, and leads to a number or an ordinary word, no street."""
    if not _LINK_OPEN.fullmatch(view.folded, span.start, span.end):
        return False
    following = _FOLLOWING.match(view.text, span.end)
    if following is None:
        return False
    word = following["word"]
    return word is None or (word.islower() and word not in _OF_STREETS and in_dictionary(fold_same_length(word)))


def is_generic(view: TextView, span: Span) -> bool:
    """Tell whether a place or a body is but what there is of its kind, in small letters, and no name follows."""
    if not view.text[span.start : span.end].islower():
        return False
    kind = _generic_body() if span.label == "ORGANIZATION" else _PLACE
    if not kind.fullmatch(view.folded, span.start, span.end):
        return False
    if span.label == "HOSPITAL" and not _BESIDE.search(view.folded, max(0, span.start - AROUND), span.start):
        return False
    return _BEHIND_PLACE.match(view.folded, span.end) is not None


def is_word_alone(view: TextView, span: Span) -> bool:
    """Tell whether a place or a body is an ordinary word in small letters behind a sign: « on dit : muette »."""
    word = view.folded[span.start : span.end]
    if not view.text[span.start : span.end].islower() or not _ONE_WORD.fullmatch(word) or not in_dictionary(word):
        return False
    return _SIGN.search(view.folded, max(0, span.start - AROUND), span.start) is not None


@cache
def _generic_body() -> re.Pattern[str]:
    """Return what matches words that begin names of bodies, and ordinary ones behind them."""
    heads = one_of(word_list("refusals/body_heads.txt"))
    return re.compile(
        rf"(?:la |les? |l' ?)?(?:{heads})s?(?: (?:d(?:e|u) (?:garde|ville|quartier|village|bourg|coin|jour|nuit)"
        r"|habituel|habituelle|hospitalier|hospitaliere|local|locale|prive|privee))?"
    )


def set_phrases_in(folded: str) -> list[tuple[int, int]]:
    """Return where a text holds phrases with a name in them that is nobody's and no place's, in order.

    Behind a title one is somebody's: « M. Rat Lewis ».
    """
    phrases = _set_phrases()
    there = phrases.keys() & _WORD.findall(folded)
    found = sorted(match.span() for word in there for match in phrases[word].finditer(folded))
    return [span for span in found if TITLE.search(folded, max(0, span[0] - AROUND), span[0]) is None]


@cache
def _set_phrases() -> Mapping[str, re.Pattern[str]]:
    """Return what finds the phrases, under the longest word of each."""
    by_word: dict[str, list[str]] = {}
    for phrase in word_list("refusals/set_phrases.txt"):
        by_word.setdefault(max(_WORD.findall(phrase), key=len), []).append(phrase)
    return {
        word: re.compile(rf"(?<![a-z])(?:{one_of(phrases)})(?![a-z])".replace(r"\ ", "[ -]"))
        for word, phrases in by_word.items()
    }
