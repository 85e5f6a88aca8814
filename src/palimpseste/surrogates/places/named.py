"""What stands for a name made of a head and a proper part.

The head says what the thing is and stays; the link between them is kept or mended; the proper part is drawn from the
list that its writing calls for: a saint for a saint, a house for a house, letters for an acronym. The text around calls
too: « l' » for a vowel, « aux » for a name without its own article.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from palimpseste.detection.lexicon import word_list
from palimpseste.folding import fold, fold_name
from palimpseste.surrogates.beside import OF_ARTICLE, is_aspirated
from palimpseste.surrogates.draws import BitStream, all_from_a_drawn_place, first_fitting
from palimpseste.surrogates.places.acronyms import begins_with_vowel, body_acronym, care_acronym, is_acronym
from palimpseste.surrogates.values import drawable
from palimpseste.writings import lists
from palimpseste.writings.bodies import NamedThing, article_of, head_words
from palimpseste.writings.case import has_titled_word, like
from palimpseste.writings.spelling_out import body_spelled_out

__all__ = [
    "ARTICLED",
    "LONGEST_JOINT",
    "drawn_proper_name",
    "hamlets",
    "linked",
    "name_drawn",
    "names_behind",
    "sounding_like",
    "town_written",
]

_SAINT = re.compile(r"(?:s(?:ain)?te?s?[\s.-]|notre[\s-]dame)", re.IGNORECASE)
# « St. », « Ste- »: a saint cut short, who stays so.
_SHORT_SAINT = re.compile(r"(?P<short>ste?\b\.?)(?P<joint>[ -]?)", re.IGNORECASE)
# Those whose names most places of care and schools bear count so often.
_USUAL_SAINTS = frozenset(
    {
        "Saint-André",
        "Saint-Antoine",
        "Saint-Charles",
        "Saint-François",
        "Saint-Jacques",
        "Saint-Jean",
        "Saint-Joseph",
        "Saint-Louis",
        "Saint-Luc",
        "Saint-Martin",
        "Saint-Michel",
        "Saint-Paul",
        "Saint-Pierre",
        "Saint-Vincent",
        "Sainte-Anne",
        "Sainte-Catherine",
        "Sainte-Marie",
        "Sainte-Thérèse",
    }
)
_TIMES_USUAL = 5
ARTICLED = re.compile(r"(les|la|le)\s+|l['’]", re.IGNORECASE)
_CONTRACTING = re.compile(r"(les?)\s+", re.IGNORECASE)
_WORDS_APART = re.compile(r"[^\W\d_]{2,}(?: [^\W\d_]{2,})+")
_ARTICLED_LINK = re.compile(r"de\s+l(?:a\s|['’])|d(?:u|es)\s", re.IGNORECASE)
# Links behind which the names stand that the other link has: « clinique aux Lilas ».
_LINK_OF_NAMES = {"aux": "des", "a la": "de la", "a l'": "de l'"}
# Links behind which the names of houses stand, and their own article: « clinique du Parc ».
_OF_HOUSES = {"du": "Le ", "des": "Les ", "de la": "La ", "de l'": "L'"}
# A text so long ends in a whole article, with the space that follows it.
LONGEST_JOINT = 8
# The article or link at the end of a text, and the own article of names that stand behind it, which is left out there.
_JOINT = re.compile(r"(?<!\w)(?:(?P<link>les?|la|des?|du|aux?)\s+|(?P<elided>[ld]|qu)['’])$", re.IGNORECASE)
_OWN_ARTICLES = {"les": "Les ", "des": "Les ", "aux": "Les ", "le": "Le ", "du": "Le ", "au": "Le ", "la": "La "}
_TO_A_TOWN = ("de", "d'", "a", "en")
_MOST_DRAWS = 100


def drawn_proper_name(
    thing: NamedThing,
    stream: BitStream,
    originals: frozenset[str],
    fallback: Sequence[str],
    town_for: Callable[[str], str],
    *,
    of_care: bool = False,
    of_land: bool = False,
    is_place: bool = False,
) -> str:
    """Return link and proper part that stand for those of a thing, written as they are.

    Parameters
    ----------
    thing : NamedThing
        What is replaced; its proper part is not empty.
    stream : BitStream
        Where the choice is drawn from.
    originals : frozenset of str
        Folded values that may not be drawn.
    fallback : sequence of str
        Names for a proper part that is no saint, house or acronym.
    town_for : callable
        Gives the name of the town that stands for what follows « de ».
    of_care : bool
        Whether it is a place of care, whose acronym is one of places of care.
    of_land : bool
        Whether it is nothing built: a water, hill or lane.
    is_place : bool
        Whether it is no body, which a department may have.
    """
    proper, link = thing.proper, thing.link
    if not link and is_acronym(proper) and (not thing.head or any(c.islower() for c in thing.head) or len(proper) < 4):
        return (care_acronym if of_care else body_acronym)(proper, stream, originals)
    if _SAINT.match(proper):
        return link + _saint_written(proper, name_drawn(_saints(proper), stream, originals, proper))
    article = ARTICLED.match(proper)
    if article and not link:
        return like(proper, name_drawn(_houses(fold(article.group()), of_care=of_care), stream, originals, proper))
    kind = " ".join(fold(link).split()).replace("’", "'")
    if kind in _TO_A_TOWN:
        return linked(link, like(proper, town_for(proper)))
    # « gare du Nord », « vallée du Rhône » lie in no department.
    is_department = not is_place and fold_name(link + proper) in _departments_folded()
    if of_care and kind in _OF_HOUSES and not is_department:
        names = _after_of_care(kind)
    else:
        names = _after(_LINK_OF_NAMES.get(kind, kind), "departments.txt" if is_department else "streets.txt")
    if of_land:
        names = _of_land(names)
    if link and not names:
        # No name stands behind such a link: « maternité de la Henri-Mondor » is nobody's French.
        link = ""
    drawn = name_drawn(names or fallback, stream, originals, f"{thing.head}{proper}")
    # « Henri Mondor » becomes « Jules Ferry », « Henri-Mondor » « Jules-Ferry ».
    drawn = drawn.replace("-", " ") if _WORDS_APART.fullmatch(proper.strip()) else drawn
    # « Centre de santé mentale »: its small letters are those of words, which a name has not.
    return link + (drawn if proper.islower() and has_titled_word(thing.head) else like(proper, drawn))


def _saint_written(proper: str, drawn: str) -> str:
    """Return a drawn saint written as another is: « St Roch » for « St Joseph »."""
    cut, title = _SHORT_SAINT.match(proper), drawn.partition("-")[0]
    if cut is None or not title.startswith("Saint"):
        return like(proper, drawn)
    whole = like(proper, drawn)
    return cut["short"] + (cut["joint"] or " ") + whole[len(title) + 1 :]


def sounding_like(names: Sequence[str], value: str) -> Sequence[str]:
    """Return those of some names that begin with a vowel, if a value does, or else the others; all if there are none.

    « l'Opalme » for « l'Oncopole », « la Valdor » for « la Matmut »: the words around show which it is, and all
    mentions of a value choose among the same names.
    """
    return _sounding(tuple(names), vowel=begins_with_vowel(value)) or names


def names_behind(names: Sequence[str], before: str) -> Sequence[str]:
    """Return those of some names that may stand behind a text, without the article that it says already.

    All names where no article and no « de » is at its end, or none may stand there.

    Examples
    --------
    >>> names_behind(("Bellevue", "Orvallon", "Les Ormes", "La Garenne"), "né à l'")
    ('Orvallon',)
    >>> names_behind(("Bellevue", "Orvallon", "Les Ormes", "La Garenne"), "né à la ")
    ('Garenne',)
    """
    joint = _JOINT.search(before)
    return (_behind(tuple(names), fold(joint.group("link") or "")) if joint else ()) or names


def linked(link: str, name: str) -> str:
    """Return « de » or « d' » and a name, elided or contracted as the name asks, in the case of the link.

    Examples
    --------
    >>> linked("de ", "Auch"), linked("D'", "LENS"), linked("du ", "Mans"), linked("de ", "Les Lilas")
    ("d'Auch", 'DE LENS', 'du Mans', 'des Lilas')
    >>> linked("d'", "Hautmont"), linked("de ", "Hyères")
    ('de Hautmont', "d'Hyères")
    """
    kind = fold(link).strip().replace("’", "'")
    if kind not in ("de", "d'"):
        return link + name
    article = _CONTRACTING.match(name)
    if article:
        written, name = OF_ARTICLE[f"{fold(article.group(1))} "], name[article.end() :]
    else:
        written = "d'" if fold(name)[:1] in "aeiouyh" and not is_aspirated(name) else "de "
    return (written.upper() if link.strip(" '’").isupper() else written) + name


def town_written(thing: NamedThing, drawn: str, proper: str) -> str:
    """Return link and surrogate town of a thing, written like its proper part.

    Parameters
    ----------
    thing : NamedThing
        The old name, taken apart.
    drawn : str
        Name of the town.
    proper : str
        The old proper part.
    """
    article = article_of(thing)
    if article and fold(drawn).startswith(fold(article)):
        return thing.link + like(proper, drawn[len(article) :])
    written = like(proper, drawn)
    # « clinique de l'Union » is that of the town of L'Union: what stands for it has an article of its own, or none.
    link = "de " if _ARTICLED_LINK.match(thing.link) else thing.link
    return linked(link.upper() if thing.link.isupper() else link, written) if link else written


def name_drawn(candidates: Sequence[str], stream: BitStream, originals: frozenset[str], original: str) -> str:
    """Return one of some names, which is no other value of the document, nor the old name in another spelling.

    Parameters
    ----------
    candidates : sequence of str
        Where all are taken, eponyms and hamlets stand in for them.
    stream : BitStream
        Where it is drawn from.
    originals : frozenset of str
        Folded values that may not be drawn.
    original : str
        The old name.
    """
    # In both spellings, so that « Ste Anne » never becomes « Sainte-Anne ».
    own = f"{fold_name(original)}\n{body_spelled_out(original)}"

    def fits(drawn: str) -> bool:
        folded = drawable.folded(drawn)
        # « clinique Clinical »: among the names that hospitals bear is a word of English.
        return drawable.is_free(drawn, originals) and folded not in own and folded not in _english_words()

    def others() -> Iterator[str]:
        for names in (candidates, lists.entries("eponyms.txt"), hamlets()):
            yield from all_from_a_drawn_place(names, stream)

    return first_fitting(lambda: stream.choice(candidates), fits, _MOST_DRAWS, others)


@cache
def _english_words() -> frozenset[str]:
    return frozenset(word_list("refusals/english_words.txt"))


@cache
def _sounding(names: tuple[str, ...], *, vowel: bool) -> tuple[str, ...]:
    return tuple(name for name in names if begins_with_vowel(name) == vowel)


@cache
def _behind(names: tuple[str, ...], link: str) -> tuple[str, ...]:
    """Return names behind a folded article or « de », or an elision if it is empty, without their own article."""
    own = _OWN_ARTICLES.get(link)
    articled = tuple(name[len(own) :] for name in names if name.startswith(own)) if own else ()
    if articled:
        return articled
    bare = (name for name in names if not ARTICLED.match(name))
    return tuple(name for name in bare if link in ("les", "des", "aux") or begins_with_vowel(name) == (not link))


def _saints(proper: str) -> tuple[str, ...]:
    return _every_saint(feminine=fold(proper).startswith(("ste", "sainte", "notre")))


@cache
def _every_saint(*, feminine: bool) -> tuple[str, ...]:
    starts = ("Sainte-", "Notre-") if feminine else ("Saint-",)
    return tuple(
        saint
        for saint in lists.entries("saints.txt")
        if saint.startswith(starts)
        for _ in range(_TIMES_USUAL if saint in _USUAL_SAINTS else 1)
    )


@cache
def _houses(article: str, *, of_care: bool) -> tuple[str, ...]:
    """Return names of houses with an article; of those of no place of care, or with one that elides."""
    start = f"{article.strip()} " if not article.endswith(("'", "’")) else "l'"
    if of_care:
        return tuple(house for house in word_list("names/care_houses.txt") if fold(house).startswith(start))
    return tuple(house for house in lists.entries("houses.txt") if fold(house).startswith((start, "l'")))


@cache
def _after_of_care(link: str) -> tuple[str, ...]:
    """Return names of houses of care that follow a link, without their article: « Parc » for « du »."""
    article = _OF_HOUSES[link]
    return tuple(house[len(article) :] for house in word_list("names/care_houses.txt") if house.startswith(article))


@cache
def _after(link: str, name: str) -> tuple[str, ...]:
    """Return the entries of a list that follow a link, without it: « Cèdres » for « des », « Sarthe » for « de la »."""
    start = link + ("" if link.endswith("'") else " ")
    return tuple(entry[len(start) :] for entry in lists.entries(name) if entry.startswith(start))


@cache
def _of_land(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of streets that a water, a hill or a lane may bear too."""
    return tuple(name for name in names if fold(name) not in head_words("names of towns alone"))


@cache
def _departments_folded() -> frozenset[str]:
    return frozenset(map(fold_name, lists.entries("departments.txt")))


@cache
def hamlets() -> tuple[str, ...]:
    """Return the names of hamlets that no commune bears."""
    return lists.entries("hamlets.txt")
