"""The words before a place or body, written anew to suit what stands for it: « de l'Isère », « au Danemark ».

What is written follows from the words there and the surrogate, by public tables: never from the original.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from palimpseste.folding import fold, fold_name
from palimpseste.places import PlaceTable
from palimpseste.surrogates.beside import OF_ARTICLE, Beside, ends_in_joint, folded_joint, is_aspirated
from palimpseste.surrogates.places.bodies.care_names import names_of_care
from palimpseste.surrogates.places.named import linked
from palimpseste.writings import lists
from palimpseste.writings.atlas import country_kinds
from palimpseste.writings.bodies import heads_of
from palimpseste.writings.case import in_case_of
from palimpseste.writings.lands import lands

__all__ = ["LONGEST_JOINT", "contracted", "is_article_before", "suited", "suited_to_long_name", "suited_to_town"]

LONGEST_JOINT = 12
_JOINT = re.compile(
    r"(?<!\w)(?:(?P<within>dans (?:(?:les?|la)[ \u00a0]|l['’]))|(?P<at>(?:aux?|en|[àa] la|[àa])[ \u00a0]|[àa] l['’])"
    r"|(?P<of_the>(?:du|des|de la)[ \u00a0]|de l['’])|(?P<of>de[ \u00a0]|d['’])|(?P<the>(?:les?|la)[ \u00a0]|l['’]))$",
    re.IGNORECASE,
)
# « de retour du | Canada »: one comes « d'Australie », « de Suède ».
_LONGEST_COMING = 34
_COMING = re.compile(
    r"(?<!\w)(?:(?:arriv|rentr)(?:e|ée?)|nati(?:f|ve)|originaire|retour|(?:re)?vient|(?:re)?venue?)s?[ \u00a0]"
    r"(?:(?:du|des|de la)[ \u00a0]|de l['’])$",
    re.IGNORECASE,
)
# « à | Le Port-Vieux », « au | La Bergerie »
_BEFORE_ARTICLE = re.compile(r"(?<!\w)(?:(?P<at>[àÀ]|aux?|en)|(?P<of>d(?:e|u|es)))[ \u00a0]$", re.IGNORECASE)
_OWN_ARTICLE = re.compile(r"(?P<contracts>les?)[ ]|la[ ]|l['’]", re.IGNORECASE)
_LINK_OF_AREA = re.compile(r"(?P<of>d(?:e (?=La )|e l'|e la |es |u |e |'))(?P<name>.+)")
_ARTICLES = {link: article for article, link in OF_ARTICLE.items()}
_AT_THE = {"le ": "au ", "la ": "à la ", "l'": "à l'", "les ": "aux "}
# One is « en Sarthe », « dans l'Isère ».
_IN_AREA = {"la ": "en ", "le ": "dans le ", "l'": "dans l'", "les ": "dans les "}
_WITHOUT_ARTICLE = frozenset({"haiti", "israel", "mayotte", "paris"})
_BARE = ("a ", "en ")
_LONGEST_NAME = 4
_VOWELS = frozenset("aeiouy")
# « l'HFME », « l'EFS » and, letter by letter, « l'ONU »; « le CAC ».
_SAID_WITH_CONSONANT = frozenset("BCDGJKPQTVWZ")
_ACRONYM = re.compile(r"[A-Z]{2,5}(?![^\W\d_])")


class _Words(NamedTuple):
    """What stands before a name.

    Parameters
    ----------
    the : str
        Its article, with the space behind it; empty where it has none.
    of : str
        « de » before it; empty where what stands there is not to be touched.
    at : str
        « à » before it.
    takes_article_behind_of : bool
        Whether it may have its article behind « de »: « de la Somme », but « de Meurthe-et-Moselle ».
    """

    the: str
    of: str
    at: str
    takes_article_behind_of: bool = True

    def for_kind(self, kind: str) -> str:
        if kind == "of_the":
            return OF_ARTICLE.get(self.the, self.of) if self.takes_article_behind_of else self.of
        if kind == "within":
            # « dans la Meuse », but « en Bretagne ».
            return self.at if not self.the or (self.at == "en " and self.of not in _ARTICLES) else f"dans {self.the}"
        return {"the": self.the, "of": self.of, "at": self.at}[kind]


def suited(before: str, name: str, label: str) -> Iterator[Beside]:
    """Yield the article or preposition that a text ends in, where another one suits what is written behind it.

    Parameters
    ----------
    before : str
        The text before the name.
    name : str
        The surrogate.
    label : str
        Its label.

    Examples
    --------
    >>> [piece.text for piece in suited("celui du ", "Isère", "LOCATION")]
    ["de l'"]
    >>> [piece.text for piece in suited("au retour de ", "Danemark", "LOCATION")]
    ['du ']
    >>> [piece.text for piece in suited("vit dans le ", "Bretagne", "LOCATION")]
    ['en ']
    """
    tail = before[-LONGEST_JOINT:]
    joint = _JOINT.search(tail) if ends_in_joint(tail) else None
    words = _words_before(name, label, tail) if joint else None
    if joint is None or words is None or not joint.lastgroup:
        return
    if joint.lastgroup == "of_the" and words.the in ("la ", "l'") and _COMING.search(before[-_LONGEST_COMING:]):
        words = words._replace(takes_article_behind_of=fold_name(name) not in _countries())
    if not joint.lastgroup.startswith("of") or words.of:
        yield from _rewritten(before, joint.group(), words.for_kind(joint.lastgroup), name)


def is_article_before(before: str) -> bool:
    """Tell whether a text ends in an article, alone or with « à » or « de », that may be that of a town behind it.

    Examples
    --------
    >>> is_article_before("parents au "), is_article_before("parents à "), is_article_before("30120 ")
    (True, False, False)
    """
    joint = _JOINT.search(before[-LONGEST_JOINT:])
    if joint is None:
        return False
    return joint.lastgroup in ("of_the", "the", "within") or (
        joint.lastgroup == "at" and folded_joint(joint.group()) not in _BARE
    )


def suited_to_town(before: str, town: str, name: str) -> Iterator[Beside]:
    """Yield the article of a town, with « à » or « de », that a text ends in, where what stands for it has another.

    Parameters
    ----------
    before : str
        The text before the town.
    town : str
        What stands for it, its own article included.
    name : str
        The same as it is written.

    Examples
    --------
    >>> [piece.text for piece in suited_to_town("parents au ", "Bellegarde", "Bellegarde")]
    ['à ']
    >>> [piece.text for piece in suited_to_town("née aux ", "Le Gosier", "Gosier")]
    ['au ']
    """
    joint = _JOINT.search(before[-LONGEST_JOINT:])
    if joint is None or joint.lastgroup not in ("at", "of_the") or folded_joint(joint.group()) in _BARE:
        return
    article = _OWN_ARTICLE.match(town)
    the = f"{fold(article['contracts'])} " if article and article["contracts"] else ""
    words = _Words(the, OF_ARTICLE[the], _AT_THE[the]) if the else _bare(name)
    yield from _rewritten(before, joint.group(), words.for_kind(joint.lastgroup), name)


def suited_to_long_name(before: str, whole: str, name: str) -> Iterator[Beside]:
    """Yield the article that a text ends in before the short name of a body, where the long one has another.

    Parameters
    ----------
    before : str
        The text before the short name.
    whole : str
        What stands for the long one, its article included.
    name : str
        What stands for the short one.

    Examples
    --------
    >>> [piece.text for piece in suited_to_long_name("réponse du ", "L'Orangerie", "Orangerie")]
    ["de l'"]
    """
    joint, article = _JOINT.search(before[-LONGEST_JOINT:]), _OWN_ARTICLE.match(whole)
    if joint is None or article is None or joint.lastgroup in ("of", "within") or folded_joint(joint.group()) in _BARE:
        return
    the = folded_joint(article.group())
    words = _Words(the, OF_ARTICLE[the], _AT_THE[the])
    yield from _rewritten(before, joint.group(), words.for_kind(joint.lastgroup or "the"), name)


def _rewritten(before: str, written: str, text: str, name: str) -> Iterator[Beside]:
    """Yield a text over the joint that another one ends in, where they differ."""
    if fold(text) == folded_joint(written):
        return
    start = len(before) - len(written)
    if not text:
        # What is left out takes the space before it along.
        if start:
            yield Beside(start - 1, len(before), before[start - 1])
        return
    yield Beside(start, len(before), _in_case(written, text, name).replace("'", "’" if "’" in written else "'"))


def contracted(before: str, name: str) -> tuple[Beside, str] | None:
    """Return the « à » or « de » that a text ends in as it stands before the article of a place, and what follows it.

    None where nothing is to be written anew.

    Parameters
    ----------
    before : str
        The text before the place.
    name : str
        Its surrogate.

    Examples
    --------
    >>> piece, rest = contracted("loge à ", "Les Oliviers")
    >>> piece.text + rest
    'aux Oliviers'
    >>> contracted("loge à ", "La Bergerie") is None
    True
    """
    joint, article = _BEFORE_ARTICLE.search(before[-LONGEST_JOINT:]), _OWN_ARTICLE.match(name)
    if joint is None or article is None:
        return None
    contracts = article["contracts"]
    rest = name[article.end() :] if contracts else name
    behind, bare = (_AT_THE, "à ") if joint["at"] else (OF_ARTICLE, "de ")
    text = behind[f"{fold(contracts)} "] if contracts else bare
    if not contracts and fold(text) == folded_joint(joint.group()):
        return None
    return Beside(len(before) - len(joint.group()), len(before), _in_case(joint.group(), text, name)), rest


def _in_case(source: str, text: str, name: str) -> str:
    if len(source.strip(" \u00a0'’")) == 1 or not source.isupper():
        is_upper = source[0].isupper()
        return text.upper() if is_upper and name.isupper() else text[0].upper() + text[1:] if is_upper else text
    return in_case_of(source, text)


def _words_before(name: str, label: str, before: str) -> _Words | None:
    if label == "LOCATION":
        return _areas().get(fold_name(name)) or _countries().get(fold_name(name))
    if label == "CITY":
        return _Words("", "", "à ") if fold_name(name) in _foreign_towns() else None
    if label not in ("HOSPITAL", "ORGANIZATION"):
        return None
    acronym = _ACRONYM.match(name)
    if acronym and before[-1] in "'’" and name[0] in _SAID_WITH_CONSONANT:
        return _Words("le ", "du ", "au ")
    words = fold_name(name).split()[:_LONGEST_NAME]
    starts = (" ".join(words[:count]) for count in range(len(words), 0, -1))
    known = next((start for start in starts if start in _bodies()), None)
    if known is None or (known in heads_of(label) and len(words) > 1):
        # « l'harmonie municipale de Dole » is none of the houses called Harmonie.
        return None
    article = _bodies()[known]
    return _Words(article, _of(name), _AT_THE[article]) if article else _bare(name)


def _bare(name: str) -> _Words:
    return _Words("", _of(name), "à ")


def _of(name: str) -> str:
    return "de " if is_aspirated(name) else linked("de ", name[0])[:-1]


@cache
def _areas() -> Mapping[str, _Words]:
    """Return what stands before departments and regions, by their folded names."""
    found: dict[str, _Words] = {"paris": _bare("Paris")}
    for line in (*lists.entries("regions.txt"), *lists.entries("departments.txt")):
        parts = _LINK_OF_AREA.fullmatch(line)
        if parts is not None:
            name, of = parts.group("name"), parts.group("of")
            found.setdefault(fold_name(name), _words_of_area(name, of))
    return MappingProxyType(found)


def _words_of_area(name: str, of: str) -> _Words:
    if fold_name(name) in _WITHOUT_ARTICLE or name.startswith("La "):
        return _bare(name)
    # « de Bretagne », « d'Ille-et-Vilaine »: a land behind « en ».
    the = _ARTICLES.get(of) or ("l'" if of == "d'" else "la ")
    at = "en " if of in ("de ", "d'") else _IN_AREA[the]
    if "-et-" in name:
        return _Words(the, _of(name), at, takes_article_behind_of=False)
    return _Words(the, of, at)


@cache
def _countries() -> Mapping[str, _Words]:
    """Return what stands before countries and their parts, by their folded names."""
    found = {}
    kinds = ((land.name, land.preposition) for land in lands().values())
    for name, preposition in (*kinds, *((name, kind.preposition) for name, kind in country_kinds())):
        elides = fold(name)[:1] in _VOWELS
        of = "d'" if elides else "de "
        words = {
            "en": _Words("l'" if elides else "la ", of, "en "),
            "au": _Words("le ", "du ", "au "),
            "aux": _Words("les ", "des ", "aux "),
            "à": _Words("", of, "à "),
        }[preposition]
        found[fold_name(name)] = words._replace(the="") if fold_name(name) in _WITHOUT_ARTICLE else words
    return MappingProxyType(found)


@cache
def _bodies() -> Mapping[str, str]:
    """Return the articles of the names that are drawn for bodies, by their folded names; empty for those without."""
    sections = lists.sections("bodies.txt")
    associations = (line.split("\t") for line in lists.entries("articles.tsv"))
    bare = (*names_of_care(), *sections["company"], *sections["insurer"], *sections["association"], *sections["club"])
    return MappingProxyType(
        {
            **{fold_name(name): "" for name in bare if not name.startswith(("Mutuelle ", "Prévoyance "))},
            **{fold_name(name): article if article.endswith("'") else f"{article} " for name, article in associations},
        }
    )


@cache
def _foreign_towns() -> frozenset[str]:
    """Return the folded names of foreign towns, but for those that French ones bear, with or without an article."""
    table = PlaceTable.bundled()
    french = {fold_name(commune.name) for commune in table.communes}
    french |= {name.split(" ", 1)[1] for name in french if name.startswith(("le ", "la ", "les ", "l "))}
    return frozenset(fold_name(city.name) for city in table.world_cities) - french
