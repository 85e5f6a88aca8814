"""Words taken apart or misread: letters with marks between them, a hyphen at a line's end, figures or an l for letters.

What is put together is a word by the lexicon, or so long that chance did not write it. Dotted acronyms, lists of single
letters and scores stay as they are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product

from palimpseste.detection.disguises.markup import underscores
from palimpseste.detection.disguises.rewriting import Edit
from palimpseste.detection.lexicon import alphabet, in_dictionary
from palimpseste.detection.tokens import Trait
from palimpseste.detection.view import TextView, fold_same_length
from palimpseste.folding import I_MISREAD, L_MISREAD

__all__ = ["letters_read", "view_of"]

_NAME = Trait.FIRST | Trait.FAMILY | Trait.CITY | Trait.CITY_WORD | Trait.LOCATION

# "DU-", a line end, "RAND".
_LINE_END = re.compile(r"-(?<=[^\W\d_]-) *\n[ \t]*(?=[^\W\d_])")
_LETTERS = re.compile(r"[^\W\d_]+")
_LONGEST_WORD = 40

# Letters and figures that stand alone, one after another; and what is looked for before anything else is.
_MARKS = r"(?: {1,3}|[._*|/·•-])"
_ALONE = r"[^\W_](?![^\W_]|')"
_ANY_APART = re.compile(rf"[ ._*|/·•'\n-]{_ALONE}{_MARKS}{_ALONE}{_MARKS}{_ALONE}")
_APART = re.compile(rf"(?<![^\W_]){_ALONE}(?:{_MARKS}{_ALONE})+")
_NEXT = re.compile(rf"{_MARKS}({_ALONE})")

# An underscore between two letters, one of them beside no other.
_WITHIN = re.compile(r"(?<=[^\W\d_])(?<![^\W\d_]{2})_(?=[^\W\d_])|(?<=[^\W\d_])_(?=[^\W\d_](?![^\W\d_]))")

# Figures that are read for O, l and I.
_MISREAD = re.compile(r"[01](?:(?=[^\W\d_])|(?<=[^\W\d_][01]))")
_READ_FOR = {"0": "o", "1": "li"}


def view_of(original: str) -> TextView:
    """Return the view of a text in which words are put together too; time is linear in its length."""
    view = TextView.of(original)
    text, rewriting = view.text, None
    for is_there, step in _STEPS:
        edits = list(step(text)) if is_there(text) else None
        if edits:
            rewriting = rewriting or view.rewriting()
            rewriting.replace(edits)
            text = rewriting.text
    return TextView.read(original, rewriting) if rewriting else view


def letters_read(text: str) -> str:
    """Return a text with figures, l, I and rn that were read for letters of a word as these.

    Examples
    --------
    >>> letters_read("CENTRE H0SPITALIER DE SOISS0NS"), letters_read("cIinique B12"), letters_read("Nîrnes, Bernay")
    ('CENTRE HOSPITALIER DE SOISSONS', 'clinique B12', 'Nîmes, Bernay')
    """
    for _, step in _MISREADINGS:
        letters = list(text)
        for start, end, read in step(text):
            letters[start:end] = read
        text = "".join(letters)
    return _LETTERS.sub(_with_m, text) if "rn" in text else text


def _with_m(match: re.Match[str]) -> str:
    """Return a word with m for rn where that alone makes it known: « Nîrnes »."""
    word, read = match.group(), match.group().replace("rn", "m")
    return word if _is_known(word) or not _is_name(read) else read


def _joined_lines(text: str) -> Iterator[Edit]:
    for end in _LINE_END.finditer(text):
        left = _last_word(text[max(0, end.start() - _LONGEST_WORD) : end.start()])
        right = _first_word(text[end.end() : end.end() + _LONGEST_WORD])
        if _are_one_word(left, right):
            yield *end.span(), ""


def _are_one_word(left: str, right: str) -> bool:
    """Tell whether the parts before and after a line end are those of one word, not of a compound: « Saint-Malo »."""
    if len(left) < 2 or (left[-1].islower() and right[0].isupper()):
        return False
    if _is_known(left + right):
        return True
    if right[0].islower():
        return not (_is_known(left) and _is_known(right))
    return not any(len(part) > 3 and _is_known(part) for part in (left, right))


def _last_word(text: str) -> str:
    return _first_word(text[::-1])[::-1]


def _first_word(text: str) -> str:
    match = _LETTERS.match(text)
    return match.group() if match else ""


def _is_known(word: str) -> bool:
    folded = fold_same_length(word)
    return folded in alphabet().lexicon or in_dictionary(folded)


def _is_name(word: str) -> bool:
    return bool(alphabet().lexicon.get(fold_same_length(word), 0) & _NAME)


def _put_together(text: str) -> Iterator[Edit]:
    """Yield the marks within words whose letters stand apart as nothing, wide gaps between these as one space."""
    stretches = [_stretch(text, match) for match in _APART.finditer(text)]
    told = Counter(stretch.inner for stretch in stretches if stretch.is_telling)
    edits: list[Edit] = []
    for stretch in stretches:
        if stretch.is_telling or (told[stretch.inner] >= _ENOUGH_TOLD.get(stretch.inner, 2) and stretch.may_be_words):
            edits.extend(stretch.edits())
    if told["_"]:
        # Beside figures, too: « 9m_a_r_s 2021 ».
        edits.extend((*match.span(), "") for match in _WITHIN.finditer(text))
    yield from dict.fromkeys(sorted(edits))


# Where so many words of a note were taken apart by a mark, others were too: a dot also ends what is cut short.
_ENOUGH_TOLD = {"_": 1, "|": 1, "*": 1, ".": 3, "/": 3}


@dataclass(frozen=True, slots=True, repr=False)
class _Stretch:
    """Letters and figures that stand apart, one after another.

    Attributes
    ----------
    places : list of int
        Where they are.
    marks : list of str
        What stands between them.
    inner : str
        The mark within words; others part words.
    words : list of list of int
        The places of the letters of each word.
    is_telling : bool
        Whether somebody wrote words so, by this stretch alone.
    may_be_words : bool
        Whether somebody did who did so elsewhere.
    """

    places: list[int]
    marks: list[str]
    inner: str
    words: list[list[int]]
    is_telling: bool
    may_be_words: bool

    def edits(self) -> Iterator[Edit]:
        """Yield the marks to leave out, and the gaps to narrow."""
        ends = {word[-1] for word in self.words}
        for (before, after), mark in zip(pairwise(self.places), self.marks, strict=True):
            if before not in ends:
                yield before + 1, after, ""
            elif mark.isspace() and len(mark) > 1:
                yield before + 1, after, " "


def _stretch(text: str, match: re.Match[str]) -> _Stretch:
    places = [match.start(), *(following.start(1) for following in _NEXT.finditer(text, *match.span()))]
    marks = [text[before + 1 : after] for before, after in pairwise(places)]
    inner = Counter(marks).most_common(1)[0][0]
    words = _words(text, places, marks, inner)
    written = ["".join(text[place] for place in word) for word in words]
    is_possible = len(inner) == 1 or inner.isspace()
    is_telling = is_possible and len(places) >= _FEWEST_APART and _are_telling(written, inner, text, match.end())
    may_be_words = is_possible and (not inner.isspace() or max(map(len, written)) >= _FEWEST_APART)
    return _Stretch(places, marks, inner, words, is_telling, may_be_words)


def _words(text: str, places: list[int], marks: list[str], inner: str) -> list[list[int]]:
    """Return the places of the letters of each word; « à D i j o n » does not begin with its preposition."""
    words = [[places[0]]]
    for place, mark in zip(places[1:], marks, strict=True):
        if mark == inner:
            words[-1].append(place)
        else:
            words.append([place])
    if inner.isspace() and len(words[0]) > 1:
        first = words[0]
        if _is_apart(text[first[0]], "".join(text[place] for place in first[1:3])):
            words[:1] = [first[:1], first[1:]]
    if inner.isspace() and len(words[-1]) > 1:
        last = words[-1]
        if _is_apart(text[last[-1]], "".join(text[place] for place in last[-3:-1])):
            words[-1:] = [last[:-1], last[-1:]]
    return words


def _is_apart(letter: str, beside: str) -> bool:
    """Tell whether a letter beside two others is a word by itself."""
    return letter == "à" or (letter.islower() and len(beside) == 2 and beside[0].isupper() and not beside[1].islower())


def _are_telling(words: list[str], inner: str, text: str, end: int) -> bool:
    """Tell whether words were taken apart by intent, whose letters stood apart with a mark between them."""
    if all(word.isdigit() for word in words):
        return _are_figures(words, inner)
    is_dotted = inner == "." and text[end : end + 1] == "."
    return any(_is_telling(word, inner, is_dotted) for word in words if not word.isdigit())


def _is_telling(word: str, inner: str, is_dotted: bool) -> bool:
    length = len(word)
    if length < 3 or not word.isalpha():
        return False
    if _is_sequence(word):
        return False
    if word.isupper():
        # « C.H.U. », « E.H.P.A.D. »
        if is_dotted and length < _LONGEST_ACRONYM:
            return False
        longest = 3 if inner == "." else 2
        return length >= _LONGEST_ACRONYM - (inner != ".") or (length > longest and _is_name(word))
    if word.istitle():
        return length > 3 or not inner.isspace() or _is_name(word)
    if word.islower():
        return length > 4 or (length > 3 and _is_known(word))
    return length > 5


def _are_figures(words: list[str], inner: str) -> bool:
    """Tell whether figures that stand apart are a date, a telephone or a long number, not scores."""
    lengths = [len(word) for word in words]
    if lengths in ([2, 2, 4], [2] * 5) and inner != ".":
        return True
    return len(words) == 1 and lengths[0] >= _SHORTEST_NUMBER and not _is_sequence(words[0]) and len(set(words[0])) > 3


def _is_sequence(word: str) -> bool:
    """Tell whether each letter or figure is the one after that before: A B C D."""
    return all(ord(b) - ord(a) == 1 for a, b in pairwise(word.lower()))


_FEWEST_APART = 3
_LONGEST_ACRONYM = 6
_SHORTEST_NUMBER = 8


def _read_as_letters(text: str) -> Iterator[Edit]:
    """Yield figures that were read for letters of a word; where that was done, of articles too: « 1a ligue »."""
    words: list[tuple[int, str, str]] = []
    done = 0
    for match in _MISREAD.finditer(text):
        if match.start() >= done:
            start, done = _word_around(text, match.start())
            words.append((start, text[start:done], _as_letters(text[start:done])))
    is_misread = sum(word != read for _, word, read in words) >= _FEWEST_MISREAD
    for start, word, read in words:
        if is_misread and word in _ARTICLES:
            read = "l" + word[1:]
        for place, (was, now) in enumerate(zip(word, read, strict=True), start):
            if was != now:
                yield place, place + 1, now


def _read_as_capitals(text: str) -> Iterator[Edit]:
    """Yield each l that stands for I in a word of capitals."""
    for match in I_MISREAD.finditer(text):
        start, end = _word_around(text, match.start())
        word = text[start:end].replace("l", "I")
        if word.isupper() and (len(word) >= _LONGEST_ACRONYM or (len(word) > _FEWEST_LETTERS and _is_known(word))):
            yield *match.span(), "I"


def _read_as_small_letters(text: str) -> Iterator[Edit]:
    """Yield each I that stands for l in a word of small letters."""
    for match in L_MISREAD.finditer(text):
        start, end = _word_around(text, match.start())
        word = text[start:end].replace("I", "l")
        if word[1:].islower() and _is_known(word):
            yield *match.span(), "l"


def _word_around(text: str, place: int) -> tuple[int, int]:
    start = end = place
    while start > 0 and text[start - 1].isalnum() and place - start < _LONGEST_WORD:
        start -= 1
    while end < len(text) and text[end].isalnum() and end - place < _LONGEST_WORD:
        end += 1
    return start, end


@lru_cache(maxsize=8192)
def _as_letters(word: str) -> str:
    """Return a word with its figures read as the letters they look like; as it is where it is none then."""
    figures = [place for place, character in enumerate(word) if character.isdigit()]
    letters = "".join(character for character in word if character.isalpha())
    if (
        not max(_FEWEST_LETTERS, len(figures) + 1) <= len(letters)
        or not (letters.isupper() or letters[1:].islower())
        or any(word[place] not in _READ_FOR for place in figures)
        or _CODE.fullmatch(word)
    ):
        return word
    readings = [_with(word, figures, choice) for choice in product(*(_READ_FOR[word[place]] for place in figures))]
    named = [reading for reading in readings if _is_name(reading)]
    if named or len(letters) < 2 * len(figures):
        return named[0] if named else word
    is_within = all(0 < place < len(word) - 1 for place in figures)
    known = [reading for reading in readings if _is_known(reading)]
    if known and (is_within or len(letters) > _FEWEST_LETTERS):
        return known[0]
    # « Kerv1han » is in no list. What stands between letters is one; genes are in capitals.
    if len(letters) > _FEWEST_LETTERS and (is_within or len(letters) >= _LONGEST_ACRONYM):
        return readings[0] if letters.islower() or letters.istitle() or "1" not in word else word
    return word


def _with(word: str, figures: list[int], choice: tuple[str, ...]) -> str:
    letters = list(word)
    is_upper = all(character.isupper() for character in word if character.isalpha())
    for place, letter in zip(figures, choice, strict=True):
        letters[place] = letter.upper() if is_upper or (place == 0 and word[1:].islower()) else letter
    return "".join(letters)


_FEWEST_LETTERS = 3
_FEWEST_MISREAD = 2
_ARTICLES = frozenset(("1a", "1e", "1es", "1y", "1abo"))
# Stages, HbA1c; ordinals; genes and antigens: CIN1, ROS1, KEL1.
_CODE = re.compile("[a-z]?(?:[TNMGRLVCP][01X]){2,}|hba1c|1[a-zè]{1,3}|1ères?|(?-i:[A-Z]{2,4}1)", re.IGNORECASE)

# What tells that there may be something to do, and does it.
_Step = tuple[Callable[[str], object], Callable[[str], Iterator[Edit]]]
_MISREADINGS: tuple[_Step, ...] = (
    (_MISREAD.search, _read_as_letters),
    (I_MISREAD.search, _read_as_capitals),
    (L_MISREAD.search, _read_as_small_letters),
)
_STEPS: tuple[_Step, ...] = (
    (_LINE_END.search, _joined_lines),
    (_ANY_APART.search, _put_together),
    (lambda text: "_" in text, underscores),
    *_MISREADINGS,
)
