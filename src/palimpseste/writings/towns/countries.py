"""Countries abroad: which stand for which, and which words that stay in a text tell some."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cache
from itertools import filterfalse
from types import MappingProxyType
from typing import NamedTuple

from palimpseste.writings import lists
from palimpseste.writings.passages import Passages

__all__ = [
    "LandWords",
    "area_of",
    "bordering",
    "departments_told",
    "land_words",
    "lands_meant",
    "lands_told",
    "nationality_told",
    "standing_for",
]

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_NATIONALITY = re.compile(r"\bnationalite ?:? ?([a-z]{4,})")
# « parle anglais », « interprète portugais »: what is spoken, which is no people.
_TONGUE = re.compile(
    r"\b(?:(?:parl|compren|maitris|baragouin|traduc|traduit)\w{0,6}|lit|ecrit|interprete|langue|en)"
    r"(?: (?:que|tres|bien|peu|un|mal|seulement|couramment|uniquement|et|le|en|[a-z]{3,14} et)){0,2}"
    r" (?:l['’ ])?([a-z]{4,})"
)
# What several words tell, by its name in the list: a word of it, folded, and all of them.
_PHRASES = {
    # « service militaire en Algérie », « ancien d'Indochine »: where that was, history tells.
    "=war": (
        frozenset(
            (
                *("guerre", "service", "appele", "mobilise", "maintenu", "incorpore", "engage", "combattu"),
                *("combattant", "combattants", "ancien", "anciens", "soldat", "parachutiste", "legionnaire", "opex"),
                "evenements",
            )
        ),
        re.compile(
            r"\b(?:service (?:militaire |national )?en |service (?:militaire|national) au "
            r"|(?:guerre|appel[ée]|mobilis[ée]|maintenu|incorpor[ée]|engag[ée]|combattu|combattants?|anciens?|soldat"
            r"|parachutiste|l[ée]gionnaire|opex|[ée]v[èée]nements) (?:d['’]|(?:en|au|du) ))(?=[A-ZÉÎ]|\Z)"
        ),
    ),
    # « permis G », « permis de travail frontalier »: a Swiss one
    "=frontier": (
        frozenset(("permis",)),
        re.compile(r"\b[Pp]ermis (?:de (?:travail|type) )?[«\"]? ?G\b"),
    ),
    # « N° AVS 756 », not « AVS à l'école »; « matricule CNS », not « CNS aux hémocultures »
    "=avs": (
        frozenset(("avs",)),
        re.compile(
            r"(?:\b(?:[Nn]°|[Nn]o|[Nn]uméro) ?(?:d['’])?AVS\b|\bAVS ?(?:756|n°|:)|(?:^|\n)[^\S\n]{0,24}AVS[ \u00a0]\Z)"
        ),
    ),
    "=cns": (
        frozenset(("cns",)),
        re.compile(r"\b(?:matricule|affilié\w{0,2} (?:à la )?|caisse :? ?)(?: ?)CNS\b", re.IGNORECASE),
    ),
    "=miners": (
        frozenset(("mineur", "minier")),
        re.compile(
            r"\b(?:(?:ancien|ex)[ -]mineur|mineur (?:de (?:fond|fer|charbon|potasse)|au fond|à la fosse|retraité)"
            r"|veuve d(?:e |['’]un )mineur|r[ée]gime minier)(?!\w)",
            re.IGNORECASE,
        ),
    ),
    # Who fishes at sea: « ancien patron pêcheur », « fils de marin pêcheur ».
    "=fishers": (
        frozenset(("pecheur", "pecheurs")),
        re.compile(r"\b(?:marin|matelot|mousse|patron)s?[ -]p[êe]cheurs?(?!\w)", re.IGNORECASE),
    ),
    "=alsatian": (
        frozenset(("alsacien",)),
        re.compile(r"\b(?:parl\w{1,5}|comprend|dialecte|en) (?:\w{1,12} ){0,2}?(?:l['’])?alsacien\b", re.IGNORECASE),
    ),
    "=platt": (
        frozenset(("platt",)),
        re.compile(r"\b[Pp]latt(?!\w)"),
    ),
    "=chti": (
        frozenset(("chti", "ch")),
        re.compile(r"\b(?:parl\w{1,5}|comprend|en|patois) (?:\w{1,12} ){0,2}?(?:le )?ch['’]?ti(?!\w)", re.IGNORECASE),
    ),
    "=occitan": (
        frozenset(("occitan",)),
        re.compile(r"\b(?:parl\w{1,5}|comprend|chante|en) (?:\w{1,12} ){0,2}?(?:l['’])?occitan(?!\w)", re.IGNORECASE),
    ),
    "=breton": (
        frozenset(("breton",)),
        re.compile(r"\b(?:parl\w{1,5}|comprend|chante|en) (?:\w{1,12} ){0,2}?(?:le )?breton\b", re.IGNORECASE),
    ),
}
# Fewer that may stand for a country are too few to hide which it was, and it stays.
_FEWEST_OTHERS = 2
# The countries across a river or a strait from a part of France overseas: one comes from there without a journey.
_BORDERING = {
    "971": ("DM", "LC"),
    "972": ("DM", "LC"),
    "973": ("SR", "BR", "GY"),
    "974": ("MU",),
    "976": ("KM",),
    "978": ("DM",),
}
# The departments from which people work across a border, by country; of a department on two borders the first counts.
_FRONTIER = {
    "CH": ("01", "74", "39", "25", "90", "68"),
    "LU": ("57", "54", "55"),
    "BE": ("59", "02", "08", "55", "54"),
    "DE": ("67", "57", "68"),
    "IT": ("06", "04", "05", "73"),
    "ES": ("66", "09", "31", "65", "64"),
}


class LandWords(NamedTuple):
    """Words that tell countries.

    Parameters
    ----------
    kind : str
        ``people`` and ``things`` of countries, which tell that each of them is meant, as ``war`` does where somebody
        was a soldier; a ``language`` that several have; ``home`` of departments.
    lands : tuple of str
        ISO codes, or codes of departments.
    words : frozenset of str
        The words, folded.
    names : frozenset of str
        Those of them that names of places hold too.
    """

    kind: str
    lands: tuple[str, ...]
    words: frozenset[str]
    names: frozenset[str]


@cache
def land_words() -> tuple[LandWords, ...]:
    """Return the words of the list."""
    rows = (line.split("\t") for line in lists.entries_abroad("lands_told.tsv"))
    return tuple(
        LandWords(
            kind,
            tuple(lands.split()),
            frozenset(word.rstrip("*") for word in words.split()),
            frozenset(word.rstrip("*") for word in words.split() if word.endswith("*")),
        )
        for kind, lands, words in rows
    )


@cache
def _numbers_of_words(*, may_be_names: bool) -> Mapping[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for number, told in enumerate(land_words()):
        words = told.words if may_be_names else frozenset(filterfalse(_is_of_somebody, told.words - told.names))
        for word in words:
            found[word] = (*found.get(word, ()), number)
    return MappingProxyType(found)


def _of_tongue(numbers: Sequence[int]) -> Sequence[int]:
    """Return those of some rows that a word is of which is said to be spoken: the languages, if there are any."""
    return [number for number in numbers if land_words()[number].kind == "language"] or numbers


def _is_of_somebody(word: str) -> bool:
    return lists.is_family_name(word) or lists.gender_of(word) is not None


def lands_told(passages: Passages, *, may_be_names: bool = True) -> frozenset[int]:
    """Return which of :func:`land_words` a note says outside its spans, by their numbers.

    Parameters
    ----------
    passages : Passages
        Of the note.
    may_be_names : bool
        Whether words count that names of places hold or people bear: « allemand ». Where not all values of the note
        are spans, such a word may be one.
    """
    words = Counter(_WORD.findall(passages.folded))
    said = set(words)
    said |= {part for word in said if "-" in word for part in word.split("-")}  # « pisteur-secouriste »
    known = _numbers_of_words(may_be_names=may_be_names)
    told = {word: known[word] for word in said & known.keys()}
    spoken = Counter(_TONGUE.findall(passages.folded)) if told else Counter()
    found = {
        number
        for word, numbers in told.items()
        for number in (_of_tongue(numbers) if spoken[word] and spoken[word] == words[word] else numbers)
    }
    for name, (words_of, phrase) in _PHRASES.items():
        if not said.isdisjoint(words_of) and any(map(phrase.search, passages.outside())):
            found.update(known[name])
    return frozenset(found)


def nationality_told(passages: Passages) -> str:
    """Return the ISO code of the country abroad whose nationality a note tells outside its spans.

    Empty where it tells none, several, or that of no country abroad.

    Parameters
    ----------
    passages : Passages
        Of the note.
    """
    numbers = _numbers_of_words(may_be_names=True)
    people: set[str] = set()
    for word in _NATIONALITY.findall(passages.folded):
        rows = (land_words()[number] for number in numbers.get(word, ()))
        # A word of no people abroad, « française », tells none.
        people.update([land for row in rows if row.kind == "people" for land in row.lands] or ("",))
    return people.pop() if len(people) == 1 else ""


def lands_meant(numbers: Iterable[int]) -> frozenset[str]:
    """Return the countries that most of some words tell, by their numbers; none of none.

    Examples
    --------
    >>> numbers = [i for i, row in enumerate(land_words()) if row.words & {"kurde", "arabophone"}]
    >>> sorted(lands_meant(numbers)), sorted(lands_meant([]))
    (['IQ', 'SY'], [])
    """
    rows = [land_words()[number] for number in sorted(numbers)]
    told = Counter(land for row in rows if row.kind != "home" for land in row.lands)
    most = max(told.values(), default=0)
    return frozenset(land for land, count in told.items() if count == most)


@cache
def area_of(country: str) -> tuple[str, ...]:
    """Return the countries of the area of language and culture of one, itself among them; none of an unknown one.

    Examples
    --------
    >>> area_of("TN"), area_of("XX")
    (('DZ', 'TN', 'MA', 'LY', 'MR'), ())
    """
    areas = (tuple(line.split()) for line in lists.entries_abroad("areas.txt") if not line.startswith("["))
    return next((area for area in areas if country in area), ())


def bordering(departments: Iterable[str]) -> frozenset[str]:
    """Return the countries next to some parts of France overseas."""
    return frozenset(land for department in departments for land in _BORDERING.get(department, ()))


def departments_told(
    told: Iterable[int], department: str, lands: Set[str], across: Set[str] = frozenset()
) -> frozenset[str]:
    """Return the departments that home may come to lie in, as words tell what is there; empty where it may be in any.

    Those with mines or vines if home's has them and a miner or vintner is told of; those on the border of a frontier
    worker, or of a home beside foreign towns. Fewer than two others tell where home is, and nothing is asked.

    Parameters
    ----------
    told : iterable of int
        The words that the patient's documents say, by their numbers.
    department : str
        That of home.
    lands : set of str
        The countries that the only document of a patient names: of two borders that of one of them counts.
    across : set of str, optional
        Those of which it names towns beside home, which stay in them.
    """
    rows = [land_words()[number] for number in sorted(told)]
    within = [frozenset(row.lands) for row in rows if row.kind == "home" and department in row.lands]
    if across or any("frontalier" in row.words for row in rows):
        borders = {land: around for land, around in _FRONTIER.items() if department in around}
        named = [land for land in borders if land in (across or lands)] or list(borders)
        within += [frozenset(borders[land]) for land in named[:1]]
    both = [frozenset.intersection(*within), *within] if within else []
    return next((found for each in both if len(found := each - {department}) >= _FEWEST_OTHERS), frozenset())


def standing_for(country: str, told: Iterable[int]) -> tuple[str, ...]:
    """Return the countries that may stand for one beside words that stay, by their numbers; itself alone if it stays.

    Those of its area, where a language is told of those in which it is spoken. Empty for a country of no area.

    Examples
    --------
    >>> kurdish = next(i for i, row in enumerate(land_words()) if "kurde" in row.words)
    >>> standing_for("IQ", [kurdish])
    ('TR', 'IR', 'SY')
    """
    rows = [land_words()[number] for number in sorted(told)]
    telling = [row for row in rows if country in row.lands]
    if any(row.kind != "language" for row in telling):
        return (country,)
    others = tuple(land for land in area_of(country) if land != country)
    if not telling:
        return others
    spoken = dict.fromkeys(land for row in telling for land in row.lands if land != country)
    near = tuple(land for land in others if land in spoken)
    return next((found for found in (near, tuple(spoken)) if len(found) >= _FEWEST_OTHERS), (country,))
