"""Street lines: numbers and names drawn, types of street and the shape of building, staircase and box kept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from palimpseste.folding import fold, fold_name
from palimpseste.surrogates.beside import OF_ARTICLE
from palimpseste.surrogates.draws import BitStream, all_from_a_drawn_place, first_fitting
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values import drawable
from palimpseste.surrogates.values.shapes import changed_shape
from palimpseste.surrogates.values.streets_abroad import street_abroad
from palimpseste.writings import lists
from palimpseste.writings.case import broken_like, has_titled_word, in_case_of, like, words_joined
from palimpseste.writings.number_words import read_number, write_number
from palimpseste.writings.spelling_out import street_line_spelled_out
from palimpseste.writings.streets import street_patterns

__all__ = ["address_surrogate"]

_ENDING = "er|ère|ere|re|e|è|ème|eme"
_FIGURES = re.compile(rf"\d+(?:(?:{_ENDING})\b)?", re.IGNORECASE)
# « B.P. 12 », « C.S. 20014 »
_BOX = re.compile(r"\b(?:B\.\s?P|C\.\s?S|T\.\s?S\.\s?A)\b", re.IGNORECASE)
# Stairs and buildings are seldom more; « 36e » is no house number.
_LETTERS = "ABCDF"
# The article of a house behind a word: « résidence des | Oliviers » is one of « Les Oliviers ».
_ARTICLES_BEHIND = {"des": "les ", "les": "les ", "du": "le ", "le": "le ", "la": "la "}
# Of « Les Chênes verts » the last word is no house.
_WORDS_WITH_ARTICLE = 2
# « 2-4 route de Paris »: a house that has both, on one side of the street.
_NUMBERS = re.compile(
    r"(?<!\d)(?P<low>\d{1,4})(?P<joint>\s?(?:[-–/]|à|et)\s?)(?P<high>\d{1,4})(?!\d)|\d+", re.IGNORECASE
)
_LONGEST_RANGE = 50
_ORDINAL = re.compile(rf"\b(\d+)({_ENDING})\b", re.IGNORECASE)
_ORDINAL_ENDINGS = frozenset({"er", "ere", "e", "eme"})
_SEGMENT = re.compile(r"((?<!\s)\s*[,;\n]\s*|(?<!\s)\s+[-–—]\s+)")
_LINE_BREAK = re.compile(r"(?<![^\S\n])[^\S\n]*\n\s*")
_BROKEN_PHRASE = re.compile(
    r"(?:(?<=\brue)|(?<=\bavenue)|(?<=\bboulevard)|(?<=\bplace)|(?<=\ball[ée]e)|(?<=\bchemin)|(?<=\bimpasse)|(?<=\broute)"
    r"|(?<=\bde)|(?<=\bdu)|(?<=\bdes)|(?<=\bla)|(?<=\ble)|(?<=\bles))[^\S\n]*\n\s*|(?<![^\S\n])[^\S\n]*\n\s*(?=(?:de|du|des)\s)",
    re.IGNORECASE,
)
_HOUSE_NUMBER = re.compile(r"\d+\s*(?:bis|ter|quater|[a-z])?", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
# « tour B2 », « bâtiment ABC », but « mas Bas ».
_LETTERS_OF_HOUSE = re.compile(r"(?![^\W\d_][a-zà-ÿ]{2}).{1,3}", re.DOTALL)
# « mas de Lacombe », « mas des Amandiers »
_LINK, _OWN_ARTICLE = re.compile(r"d(?:e|u|es)\s|d['’]", re.IGNORECASE), re.compile(r"\A(?:L(?:es?|a) |L')")
# « 11, Grand-Rue », a street without a name of its own; « Grande-Rue des Lilas » has one.
_GRAND_RUE = re.compile(
    r"(?<![^\W\d_])(?:grande?|haute|basse|petite|vieille)(?:[ -]|['’])rue(?![^\W\d_])(?!\s+d(?:e|u|es|['’])\b)",
    re.IGNORECASE,
)
# What only a feminine type of street is called: « rue Haute », no « cours Haute ».
_FEMININE = frozenset({"Basse", "Haute", "Neuve"})
_FEMININE_TYPES = re.compile(r"r\.?|(?:.+-)?(?:rue|place|villa)|ruelle", re.IGNORECASE)
_LONGEST_LINE = 200
_MOST_DRAWS = 100


def address_surrogate(index: int, setting: Setting) -> str:
    """Return the surrogate of a street line, part by part, with its line breaks."""
    source = setting.source(index)
    written = _line(_phrases_joined(words_joined(source)), index, setting)
    if written.count("\n") == source.count("\n"):
        return written
    return broken_like(source, _LINE_BREAK.sub(" ", written), every=True)


def _phrases_joined(value: str) -> str:
    """Return a street line whose street no line break parts from its name: « 12 rue des / Lilas »."""
    return _BROKEN_PHRASE.sub(" ", value)


def _line(value: str, index: int, setting: Setting) -> str:
    stream = setting.draws.stream("ADDRESS", street_line_spelled_out(setting.values[index]), "line")
    parts = _SEGMENT.split(value)
    if len(parts) > 2 and _HOUSE_NUMBER.fullmatch(parts[0]) and parts[1].strip() == ",":
        # « 12, rue de la Paix » is drawn as « 12 rue de la Paix » is.
        parts[:3] = ["".join(parts[:3])]
    titled = has_titled_word(value)
    written = "".join(
        part if i % 2 else _part(part, stream, setting.originals, titled=titled) for i, part in enumerate(parts)
    )
    return written if fold(written) != fold(value) else like(value, stream.choice(lists.entries("hamlets.txt")))


def _part(text: str, stream: BitStream, originals: frozenset[str], *, titled: bool) -> str:
    if not text.strip():
        return text
    if street_patterns().complement.match(text) or _BOX.match(text.strip()) or _says_no_name(text):
        return _complement(text, stream)
    abroad = street_abroad(text, stream, _complement)
    if abroad is not None:
        return abroad
    grand = _GRAND_RUE.search(text)
    if grand is not None:
        name = _drawn(lists.entries("streets.txt"), grand.group(), stream, originals)
        before, after = (_complement(side, stream) for side in (text[: grand.start()], text[grand.end() :]))
        return before + like(grand.group(), f"{'rue' if before else 'Rue'} {name}") + after
    # A longer line is no address: the patterns below look for their name from every position.
    street = street_patterns().street.fullmatch(text) if len(text) <= _LONGEST_LINE else None
    if street is not None and street_patterns().kept.fullmatch(street.group("name").strip()):
        # « chemin à gauche après le calvaire » is described, not named.
        return _complement(text, stream)
    if street is not None:
        refused = frozenset[str]() if _FEMININE_TYPES.fullmatch(street.group("type")) else _FEMININE
        name = _drawn(lists.entries("streets.txt"), street.group("name"), stream, originals, refused)
        return _assembled(street, name, stream, titled=titled)
    house = street_patterns().house.fullmatch(text) if len(text) <= _LONGEST_LINE else None
    if house is not None:
        name = _drawn(lists.entries("houses.txt"), house.group("name"), stream, originals)
        if _LINK.match(house.group("name")):
            name = _OWN_ARTICLE.sub(lambda article: OF_ARTICLE[fold(article.group())], name)
        if _LETTERS_OF_HOUSE.fullmatch(house.group("name")) or not _WORD.search(house.group("name")):
            name = _complement(house.group("name"), stream)
        return _assembled(house, name, stream, titled=titled)
    figures = _FIGURES.match(text)
    head = _ORDINAL.sub(_ordinal, _numbers(figures.group(), stream)) if figures else ""
    rest = text[figures.end() :] if figures else text
    place = rest.lstrip(" \t\n\u00a0,")
    name = _drawn(lists.entries("hamlets.txt"), place, stream, originals)
    return head + rest[: len(rest) - len(place)] + _name_like(place.strip(), name, titled=titled)


def _says_no_name(text: str) -> bool:
    """Tell whether a part holds none but words that stay: « sans ascenseur », not « résidence Le Parvis »."""
    patterns = street_patterns()
    house = patterns.house.fullmatch(text) if len(text) <= _LONGEST_LINE else None
    if house is not None and patterns.named.fullmatch(house.group("name").strip()):
        return False
    return all(map(patterns.kept.fullmatch, _WORD.findall(text)))


def _assembled(found: re.Match[str], name: str, stream: BitStream, *, titled: bool) -> str:
    return (
        _complement(found.group("before"), stream)
        + found.group("type")
        + found.group("gap")
        + _name_like(found.group("name"), name, titled=titled)
        + _complement(found.group("after") or "", stream)
    )


def _name_like(source: str, name: str, *, titled: bool) -> str:
    """Return a name written like a source: its own capitals stay where small letters are those of words.

    `titled` tells that the line has capitals: « CC Bay 2, derrière la mosquée ».
    """
    if not source.islower():
        return like(source, name)
    return name if titled else like(source, name if "-" in source else name.replace("-", " "))


def _drawn(
    candidates: tuple[str, ...],
    original: str,
    stream: BitStream,
    originals: frozenset[str],
    refused: frozenset[str] = frozenset(),
) -> str:
    # In both spellings, so that « Gal Leclerc » never becomes « Général Leclerc ».
    own = f"{fold_name(original)}\n{street_line_spelled_out(original)}"

    def fits(drawn: str) -> bool:
        return drawn not in refused and drawable.is_free(drawn, originals) and drawable.folded(drawn) not in own

    def others() -> Iterator[str]:
        for names in (candidates, *map(lists.entries, ("streets.txt", "houses.txt", "hamlets.txt"))):
            yield from all_from_a_drawn_place(names, stream)

    return first_fitting(lambda: stream.choice(candidates), fits, _MOST_DRAWS, others)


def _complement(text: str, stream: BitStream) -> str:
    """Return figures and single letters drawn, words of buildings and floors kept, other words replaced by a house."""
    if text.strip() and read_number(tuple(re.split(r"[\s-]+", fold(text).strip()))) is not None:
        return in_case_of(text, write_number(stream.between(2, 130), hyphen=" ")) + text[len(text.rstrip()) :]

    boxes = [box.span() for box in _BOX.finditer(text)]

    def word(match: re.Match[str]) -> str:
        found = match.group()
        if any(start <= match.start() < end for start, end in boxes):
            return found
        if fold(found) == "n" and text[match.end() : match.end() + 1] in ("°", "º"):
            return found
        before = text[: match.start()]
        # « 3 ème » is a floor, « 3 E » a number and a letter.
        if fold(found) in _ORDINAL_ENDINGS and (before.rstrip() if len(found) > 1 else before)[-1:].isdigit():
            return found
        if street_patterns().kept.fullmatch(found):
            return found if len(found) > 1 or found.islower() else _letter(found, stream)
        if len(found) == 1:
            return _letter(found, stream)
        if len(found) == 2:
            return changed_shape(found, stream)
        if fold(found) in _describing():
            return found
        return like(found, stream.choice(_houses_behind(before)).split()[-1].split("'")[-1])

    return _ORDINAL.sub(_ordinal, _WORD.sub(word, _numbers(text, stream)))


def _letter(found: str, stream: BitStream) -> str:
    """Return another letter of a staircase, building or house number, in its case."""
    return in_case_of(found, stream.choice([letter for letter in _LETTERS if letter != found.upper()]))


def _houses_behind(before: str) -> Sequence[str]:
    """Return the houses that may stand behind the article or « de » that a text ends in: « des | Oliviers »."""
    return _houses_with(_ARTICLES_BEHIND.get("".join(fold(before).split()[-1:]), ""))


@cache
def _houses_with(article: str) -> Sequence[str]:
    houses = (house for house in lists.entries("houses.txt") if fold(house).startswith(article))
    return tuple(house for house in houses if len(house.split()) <= _WORDS_WITH_ARTICLE)


@cache
def _describing() -> frozenset[str]:
    """Return the folded words that say which building or floor is meant: « bât. principal », « côté mer »."""
    return frozenset(fold(word) for line in lists.sections("street_words.txt")["describing"] for word in line.split())


def _ordinal(match: re.Match[str]) -> str:
    number, ending = match.groups()
    if (number == "1") == (fold(ending)[:2] in ("er", "re")):
        return match.group()
    return number + in_case_of(ending, "er" if number == "1" else "e")


def _numbers(text: str, stream: BitStream) -> str:
    """Return a text with its figures drawn; the ends of a range of house numbers stay as far apart."""

    def drawn(match: re.Match[str]) -> str:
        if match["low"] is None:
            return changed_shape(match.group(), stream)
        low, high = (changed_shape(match[end], stream) for end in ("low", "high"))
        apart = int(match["high"]) - int(match["low"])
        if 0 < apart <= _LONGEST_RANGE:
            high = f"{int(low) + apart:0{len(match['high'])}d}"
        return f"{low}{match['joint']}{high}"

    return _NUMBERS.sub(drawn, text)
