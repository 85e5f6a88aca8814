"""Words of a view as one string of symbols, so that rules over words are ordinary regular expressions.

Each token becomes one character of an alphabet of our own: what the word lists say of it (its *traits*) and how it is
written (its *shape*). A rule names sets of symbols (:meth:`Alphabet.words`) and composes them::

    TITLE + DOT + "?" + CAPITALISED     ->     "Dr. Kerouac", "M Kerouac"

A text of 1,300 characters is some 300 symbols, which is why these rules are fast.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Container, Iterable, Mapping
from enum import IntEnum
from itertools import accumulate, compress, islice
from operator import itemgetter

from palimpseste.detection.view import TextView, fold_same_length

__all__ = ["OF_NAMES", "OF_NAMES_OF_BODIES", "Alphabet", "Shape", "Tokens", "Trait", "is_told_by_capitals"]


class Trait:
    """What the word lists know of a folded word: bits of a whole number, for a word may have several.

    They are plain numbers, not an enumeration: every rule goes through all sets of traits when it is made.
    """

    FIRST = 1 << 0  # a given name
    FAMILY = 1 << 1  # a family name, or the main word of one
    COMMON = 1 << 2  # a word of the language, or of medicine, met in lower case
    MEDICAL = 1 << 3  # a drug, device, germ, score or eponym, whatever its case
    TITLE = 1 << 4  # M., Mme, Dr: a person's name follows
    ROLE = 1 << 5  # infirmière, interne: a person's name may follow
    KIN = 1 << 6  # fille, mari: a given name may follow
    PARTICLE = 1 << 7  # de, van, ben: begins or joins a family name
    EPONYM_HEAD = 1 << 8  # maladie, signe, score: what follows "de" names no person
    MONTH = 1 << 9
    CITY = 1 << 10  # a municipality whose name is no ordinary word
    CITY_WORD = 1 << 11  # a municipality whose name is also a word, a given or a family name
    LOCATION = 1 << 12  # a country, department, region, island
    CARE_HEAD = 1 << 13  # hôpital, clinique, EHPAD
    BODY_HEAD = 1 << 14  # collège, mutuelle, association
    UNIT = 1 << 15  # service, unité, pôle: what follows is no person
    FUNCTION = 1 << 16  # a function word: article, preposition, pronoun, conjunction
    STREET = 1 << 17  # rue, avenue
    LIVES = 1 << 18  # habite, vit, originaire: a place follows
    LINK = 1 << 19  # signé, rédigé, saisi, contact, vu: "par" or a colon, then a name
    AND = 1 << 20  # et
    BY = 1 << 21  # par
    BORN = 1 << 22  # née, épouse, veuve: a family name follows
    FAMILY_LABEL = 1 << 23  # nom, in a form
    GIVEN_LABEL = 1 << 24  # prénom, in a form
    PLACE_PREPOSITION = 1 << 25  # à, de, vers: a place may follow
    LINKING = 1 << 26  # de, du, la: joins the words of a name of a place or body
    CARE_WORD = 1 << 27  # hospitalier, universitaire: between the head and the name of a place of care
    BODY_WORD = 1 << 28  # primaire, mutualiste: between the head and the name of a body
    PLURAL_TITLE = 1 << 31  # Drs, Mmes: several names follow
    WEAK_TITLE = 1 << 32  # m, me, pr: a title only with a capital
    SHORT_GIVEN = 1 << 33  # Ph., Chr.: a given name cut short, before a dot
    STRONG_PREPOSITION = 1 << 34  # à, vers: a place follows more often than not
    PLACE_HEAD = 1 << 35  # vallée, château: belongs to the name of a place
    REGION_WORD = 1 << 36  # région, province: a place follows
    WEAK_CARE_HEAD = 1 << 37  # maison, centre: a place of care only with a CARE_WORD
    EPONYM = 1 << 38  # a name of medicine that is also a person's
    OF = 1 << 39  # de, du, la: joins the head and the name of a body
    HOSPITAL_START = 1 << 40  # first word of a place of care known by its name alone
    SITE = 1 << 41  # site, antenne: of a place of care
    GRADE = 1 << 42  # II, IVa: a grade behind an eponym
    NAMED_CARE_HEAD = 1 << 43  # centre, cabinet: with a proper name right behind
    HOME_HEAD = 1 << 44  # EHPAD: an article and an ordinary word may be its name
    HOSPITAL_WORD = 1 << 45  # hospital, Klinikum: ends the name of a place of care abroad
    ARTICLE = 1 << 46  # le, la, les, l'
    STRONG_CARE_WORD = 1 << 47  # hospitalier: makes a place of care of any name behind it
    ORDINAL = 1 << 48  # e, er, arr.: behind the number of an arrondissement
    CEDEX = 1 << 49
    NUMBERED_TOWN = 1 << 50  # Paris, Lyon, Marseille
    SIGNS = 1 << 51  # validé, relu: a name follows
    LETTER = 1 << 52
    EMPLOYS = 1 << 29  # chez, employeur: a body's name follows
    PLACE_START = 1 << 30  # first word of a place name of several words


# Words that are names of people or places, or begin those of bodies.
OF_NAMES = (
    Trait.FIRST
    | Trait.FAMILY
    | Trait.CITY
    | Trait.CITY_WORD
    | Trait.LOCATION
    | Trait.CARE_HEAD
    | Trait.BODY_HEAD
    | Trait.PARTICLE
)
# Words that begin names of bodies and places, or are part of them, and are nobody's name.
OF_NAMES_OF_BODIES = (
    Trait.PLACE_HEAD
    | Trait.PLACE_START
    | Trait.STREET
    | Trait.REGION_WORD
    | Trait.WEAK_CARE_HEAD
    | Trait.NAMED_CARE_HEAD
    | Trait.HOME_HEAD
    | Trait.CARE_WORD
    | Trait.STRONG_CARE_WORD
    | Trait.BODY_WORD
    | Trait.HOSPITAL_START
    | Trait.HOSPITAL_WORD
    | Trait.SITE
    | Trait.UNIT
    | Trait.EMPLOYS
)


class Shape(IntEnum):
    """How a word is written."""

    LOWER = 0
    TITLE = 1  # Durand
    UPPER = 2  # DURAND, four letters or more
    INITIAL = 3  # D
    MIXED = 4  # DURANDPaul, McDonald
    ACRONYM = 5  # VBP, or a short name in capitals: two or three letters


_TOKEN = re.compile(r"(?:[a-z]+|[0-9]+|\n\s*|[ \t]{2,}|\t|[^\sa-z0-9]) ?|\s")

# The first private symbols stand for what is not a word; words come after them.
_PUNCTUATION = ".,;:()[]/-'\"@&+*<>=?!|_%°#~{}\\"
_BASE = 0x100
_LOOSE = 64  # added to a mark that a space follows
_WORDS = _BASE + 2 * _LOOSE
_BREAK, _BLANK, _GAP, _NUMBER, _OTHER = (_BASE + 40 + i for i in range(5))
_SHAPES = len(Shape)


class Alphabet:
    """The symbols of a lexicon.

    Parameters
    ----------
    lexicon : mapping of str to int
        Folded word (one word, letters only) to its traits.
    """

    def __init__(self, lexicon: Mapping[str, int]) -> None:
        self.lexicon = lexicon
        self._traits = sorted({0, *lexicon.values()})
        self._index = {traits: index for index, traits in enumerate(self._traits)}
        # Rules ask for every symbol when they are made.
        self._symbols = [(traits, shape, self._symbol(traits, shape)) for traits in self._traits for shape in Shape]
        self.pieces = _Pieces(self)
        self._described: dict[str, tuple[int, Shape]] = {}

    def symbol_of_word(self, word: str, shape: Shape) -> str:
        """Return the symbol of a folded word written in a shape."""
        return self._symbol(self.lexicon.get(word, 0), shape)

    def _symbol(self, traits: int, shape: Shape) -> str:
        return chr(_WORDS + self._index[traits] * _SHAPES + shape)

    def symbols_of(self, shape: Shape) -> frozenset[str]:
        """Return the symbols of all words that are written in a shape."""
        return frozenset(symbol for _, each, symbol in self._symbols if each is shape)

    def words(self, holds: Callable[[int, Shape], bool]) -> str:
        """Return the regular expression of one word whose traits and shape satisfy a condition."""
        return _character_class(symbol for traits, shape, symbol in self._symbols if holds(traits, shape))

    def having(self, wanted: int, *shapes: Shape, without: int = 0) -> str:
        """Return the regular expression of a word with any of these traits, none of those refused, in these shapes."""
        return _character_class(
            self._symbol(traits, shape)
            for traits in self._traits
            if traits & wanted and not traits & without
            for shape in shapes or Shape
        )

    def describe(self, symbol: str) -> tuple[int, Shape]:
        """Return the traits and the shape of a word's symbol.

        Raises
        ------
        ValueError
            If the symbol is not a word's.
        """
        described = self._described.get(symbol)
        if described is None:
            index, shape = divmod(ord(symbol) - _WORDS, _SHAPES)
            if index < 0:
                raise ValueError("not the symbol of a word")
            described = self._described[symbol] = self._traits[index], Shape(shape)
        return described

    @staticmethod
    def mark(characters: str) -> str:
        """Return the regular expression of one punctuation mark among those given."""
        return _character_class(_MARKS[character + space] for character in characters for space in ("", " "))

    @staticmethod
    def union(*sets: str) -> str:
        """Return the regular expression of one symbol of any of these sets."""
        return "[" + "".join(members[1:-1] for members in sets if members.startswith("[")) + "]"

    @staticmethod
    def tight(characters: str) -> str:
        """Return the regular expression of one of these marks with no space behind it."""
        return _character_class(_MARKS[character] for character in characters)

    @staticmethod
    def loose(characters: str) -> str:
        """Return the regular expression of one of these marks with a space behind it."""
        return _character_class(_MARKS[character + " "] for character in characters)

    BREAK = chr(_BREAK)
    BLANK = chr(_BLANK)
    GAP = chr(_GAP)
    NUMBER = f"[{chr(_NUMBER)}{chr(_NUMBER + _LOOSE)}]"
    TIGHT_NUMBER = chr(_NUMBER)


_MARKS = {
    character + space: chr(_BASE + index + (_LOOSE if space else 0))
    for index, character in enumerate(_PUNCTUATION)
    for space in ("", " ")
}


def _character_class(members: Iterable[str]) -> str:
    """Return a character class, runs of neighbours as ranges; an empty one matches nothing."""
    codes = sorted({ord(member) for member in members})
    if not codes:
        return "(?!)"
    parts, first, last = [], codes[0], codes[0]
    for code in codes[1:]:
        if code != last + 1:
            parts.append((first, last))
            first = code
        last = code
    parts.append((first, last))
    return "[" + "".join(chr(a) if a == b else f"{chr(a)}-{chr(b)}" for a, b in parts) + "]"


_CAPITAL = re.compile("[A-ZÀ-Ý](?<![^\\W_].)")
# One word in so many begins with a capital where small letters tell anything.
_WORDS_A_CAPITAL = 50


def is_told_by_capitals(text: str, words: int) -> bool:
    """Tell whether a text of so many words is written with capitals, so that small letters tell a word from a name."""
    asked = -(-words // _WORDS_A_CAPITAL)
    return sum(1 for _ in islice(_CAPITAL.finditer(text), asked)) == asked


_FIRST, _SECOND, _THIRD = map(itemgetter, range(3))


class Tokens:
    """The tokens of a view: their folded words, their offsets and one symbol each.

    Attributes
    ----------
    pieces : list of str
        Tokens as they are written, trailing space included.
    words : list of str
        Folded tokens; runs of white space are one token only where they break a line or leave a gap of two or more.
    starts : array of int
        Offset of each token in the view.
    symbols : str
        One character a token.
    """

    __slots__ = ("pieces", "starts", "symbols", "view", "words")

    def __init__(self, view: TextView, alphabet: Alphabet) -> None:
        self.view = view
        text = view.text
        ends = array("I", accumulate(map(len, _TOKEN.findall(view.folded))))
        self.starts = array("I", (0,)) + ends
        self.starts.pop()
        pieces = [text[start:end] for start, end in zip(self.starts, ends)]  # noqa: B905 (equal lengths)
        known = list(map(alphabet.pieces.__getitem__, pieces))
        # A piece that comes again is one string: those of a long text took a third of its memory.
        self.pieces = list(map(_THIRD, known))
        self.words = list(map(_FIRST, known))
        self.symbols = "".join(map(_SECOND, known))

    def end(self, index: int) -> int:
        """Return the offset where a token ends, its trailing space left out."""
        return self.starts[index] + len(self.words[index])

    def index_at(self, offset: int) -> int:
        """Return the index of the token in which an offset of the view lies, its trailing space included."""
        return bisect_right(self.starts, offset) - 1

    def index_behind(self, end: int) -> int:
        """Return the index of the first token behind a span that ends there, exclusive."""
        return bisect_right(self.starts, end - 1)

    def places_of(self, known: Container[str]) -> list[int]:
        """Return the indices of the tokens whose folded word is among some, in order."""
        return list(compress(range(len(self.words)), map(known.__contains__, self.words)))

    def numbers(self) -> list[tuple[int, int]]:
        """Return where each token of figures begins, and how many figures it has."""
        return list(compress(zip(self.starts, map(len, self.words), strict=True), map(str.isdecimal, self.words)))


# Words recur from note to note: what is worked out for one is kept, up to so many, then forgotten all at once.
_MOST_REMEMBERED = 200_000


class _Pieces(dict[str, tuple[str, str, str]]):
    """A piece of text as it is written, its trailing space included, to its folded word, its symbol and itself."""

    def __init__(self, alphabet: Alphabet) -> None:
        super().__init__()
        self._alphabet = alphabet

    def __missing__(self, piece: str) -> tuple[str, str, str]:
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
        bare = piece[:-1] if piece[-1] == " " and len(piece) > 1 else piece
        word = fold_same_length(bare)
        if "a" <= word[0] <= "z":
            symbol = self._alphabet.symbol_of_word(word, shape_of(bare))
        else:
            symbol = _MARKS.get(piece) or _symbol_of_mark(piece)
        self[piece] = known = word, symbol, piece
        return known


def shape_of(word: str) -> Shape:
    """Return how a word is written."""
    if word.islower():
        return Shape.LOWER
    if len(word) == 1:
        return Shape.INITIAL
    if word.isupper():
        return Shape.UPPER if len(word) > 3 else Shape.ACRONYM
    return Shape.TITLE if word[1:].islower() else Shape.MIXED


def _symbol_of_mark(piece: str) -> str:
    if piece[0] in "0123456789" or piece[0].isdecimal():
        return chr(_NUMBER if piece[-1] != " " else _NUMBER + _LOOSE)
    if "\n" in piece:
        return chr(_BLANK if piece.count("\n") > 1 else _BREAK)
    if piece.isspace():
        return chr(_GAP)
    return chr(_OTHER)
