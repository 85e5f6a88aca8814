"""Where a text names a species or abbreviates a term: « Vulpes vulpes L. », « lithotritie extracorporelle (LEC) ».

A species is named as a person is, by two words and sometimes the one who described it. It is told by its Latin endings,
its second word in small letters, and by no list of names that holds either. An acronym in brackets right behind the
words that it abbreviates, and three letters or more with spaces around their stops (« F . S . H . »), are nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from palimpseste.detection.enumerations import is_listed_name
from palimpseste.detection.lexicon import alphabet, in_dictionary
from palimpseste.detection.tokens import Trait
from palimpseste.detection.view import TextView, fold_same_length

__all__ = ["letters_in", "species_in"]

# Behind its first letter.
_GENUS = r"[a-z]{1,20}(?:us|a|um|is|es|[aeiy]x|ys|on|os|as|er|e|ops)"
_SURE_EPITHET = r"[a-z]{2,20}(?:us|um|is|ae|ii|ans|ens|ax|ides|phila|cola|gaster)"
_EPITHET = rf"(?:{_SURE_EPITHET}|[a-z]{{3,20}}(?:a|es|or|ix|ilis|(?=[ ]L[ ]?\.)))"
_SPECIES = re.compile(
    r"[A-Z](?=[a-z]+[ ][a-z]|[ ]?\.)(?<![^\W_].)"
    rf"(?:(?P<genus>{_GENUS})[ ](?P<epithet>{_EPITHET})|[ ]?\.[ ]?(?P<short>{_SURE_EPITHET}))"
    r"(?![^\W_])"
)
# « Salmonella ( S . colombo ) »
_SHORTENED = re.compile(r"[ ]\([ ]?(?P<species>(?P<letter>[A-Z])[ ]?\.[ ]?[a-z]{3,20})[ ]?\)")
_BEFORE_SHORTENED = re.compile(r"(?P<letter>[A-Z])(?<![^\W_].)[a-z]{3,20}\Z")
_LONGEST_GENUS = 21
# « L. », « (Sjöstedt) », « Laur.) »
_AUTHOR = re.compile(r"[ ]\(?[ ]?(?P<author>L(?=[ ]?\.)|[A-ZÀ-Ý][a-zà-ÿ]{2,15})[ ]?\.?(?=[ ]?(?:[.,;:)\n]|$))[ ]?\)?")
# « Ginkgo biloba L. sur », « Amanita phalloides ( Fr . ) Link »: who described a plant, shortened as nobody else is
_DESCRIBED = re.compile(
    r"(?:DC|Fr|L|Lam|Linn|Mill|Pers|Thunb|Willd)[ ]?\.(?:[ ]?\)(?:[ ][A-ZÀ-Ý][a-zà-ÿ]{2,15}(?![^\W_]))?)?"
)
_BEFORE_DESCRIBED = re.compile(r"(?<![^\W_])(?P<genus>[A-Z][a-z]{1,20})[ ](?P<epithet>[a-z]{3,20})[ ](?:\([ ]?)?\Z")
_LONGEST_SPECIES = 48
_FAMILY = re.compile(r"(?<![^\W_])[A-Za-z]{3,20}(?:idae|aceae|oidea|IDAE|ACEAE|OIDEA)(?![^\W_])")
_OF_FAMILIES = ("idae", "aceae", "oidea")
_STOPS = re.compile(r"[A-Z](?<![^\W_].)[ ]\.(?:[ ][A-Z][ ]\.){1,8}[ ][A-Z](?![^\W_])(?:[ ]?\.)?(?![ ][A-ZÀ-Ý][^\W\d_])")
_ACRONYM = re.compile(r"\([ ]?(?P<acronym>[A-Z]{3,8})[ ]?\)")
_WORDS = re.compile("[^\\W\\d_]+")
_LONGEST_TERM = 120
_NAMES = Trait.FIRST | Trait.FAMILY | Trait.CITY | Trait.CITY_WORD | Trait.LOCATION
_FUNCTION_WORDS = frozenset(("de", "du", "des", "d", "la", "le", "les", "l", "et", "en", "a", "au", "aux", "of", "the"))
_FEWEST_WORDS = 2


def species_in(view: TextView) -> Sequence[tuple[int, int]]:
    """Return where species and families of them begin and end, in order; time is linear in the length of the text."""
    families = _FAMILY.finditer(view.text) if any(end in view.folded for end in _OF_FAMILIES) else ()
    ends: dict[int, int] = {}
    for start, end in (
        *_species_in(view),
        *_shortened_in(view),
        *_described_in(view),
        *(match.span() for match in families),
    ):
        ends[start] = max(end, ends.get(start, end))
    return sorted(ends.items())


def letters_in(view: TextView) -> Sequence[tuple[int, int]]:
    """Return where terms written in letters begin and end, in order; time is linear in the length of the text."""
    stops = _STOPS.finditer(view.text) if " ." in view.text else ()
    return sorted([*_acronyms_in(view), *(match.span() for match in stops)])


def _species_in(view: TextView) -> Iterator[tuple[int, int]]:
    for match in _SPECIES.finditer(view.text):
        epithet = match["epithet"] or match["short"]
        genus = epithet if match["short"] else view.text[match.start() : match.end("genus")]
        if not _are_latin(epithet, genus.lower()):
            continue
        author = _AUTHOR.match(view.text, match.end())
        is_known = author is not None and (author["author"] == "L" or not is_listed_name(author["author"].lower()))
        yield match.start(), author.end() if author is not None and is_known else match.end()


def _shortened_in(view: TextView) -> Iterator[tuple[int, int]]:
    for match in _SHORTENED.finditer(view.text):
        genus = _BEFORE_SHORTENED.search(view.text, max(0, match.start() - _LONGEST_GENUS), match.start())
        if genus is not None and genus["letter"] == match["letter"] and not is_listed_name(genus[0].lower()):
            yield match.span("species")


def _described_in(view: TextView) -> Iterator[tuple[int, int]]:
    """Yield species of any ending that the letters of who described them stand behind; a first word may be a name."""
    for match in _DESCRIBED.finditer(view.text):
        named = _BEFORE_DESCRIBED.search(view.text, max(0, match.start() - _LONGEST_SPECIES), match.start())
        if named is not None and _is_epithet(named["epithet"]):
            traits = [alphabet().lexicon.get(fold_same_length(word), 0) for word in named.group("genus", "epithet")]
            # « Zoe tarquini L. » may be somebody, « Rosa canina L. » is not.
            if not traits[0] & _NAMES or traits[1] & Trait.MEDICAL:
                yield named.start(), match.end()


def _is_epithet(word: str) -> bool:
    """Tell whether a word is nobody's or a place's name, and of medicine or no French word."""
    traits = alphabet().lexicon.get(word, 0)
    return not traits & _NAMES and (bool(traits & Trait.MEDICAL) or not in_dictionary(word))


def _are_latin(epithet: str, genus: str) -> bool:
    """Tell whether words with Latin endings are nobody's or a place's name, and the second no French word."""
    return not alphabet().lexicon.get(genus, 0) & _NAMES and _is_epithet(epithet)


def _acronyms_in(view: TextView) -> Iterator[tuple[int, int]]:
    for match in _ACRONYM.finditer(view.text):
        acronym = match["acronym"].lower()
        line = view.text.rfind("\n", max(0, match.start() - _LONGEST_TERM), match.start()) + 1
        before = _WORDS.findall(view.text, max(line, match.start() - _LONGEST_TERM), match.start())
        if not is_listed_name(acronym) and _abbreviates(acronym, before):
            yield match.span()


def _abbreviates(acronym: str, before: Sequence[str]) -> bool:
    """Tell whether an acronym is made of the first letters, and some more, of the last words before it, no names."""
    words = [word for word in before if fold_same_length(word) not in _FUNCTION_WORDS][-len(acronym) :]
    named = [place for place, word in enumerate(words, 1) if not _is_of_terms(word)]
    folded = list(map(fold_same_length, words))
    return any(
        folded[first][0] == acronym[0] and _is_of(acronym, folded[first:])
        for first in range(named[-1] if named else 0, len(words) - _FEWEST_WORDS + 1)
    )


def _is_of_terms(word: str) -> bool:
    """Tell whether a word is nobody's name: in the dictionary, or written small, and in no list of names."""
    folded = fold_same_length(word)
    return not is_listed_name(folded) and (word.islower() or in_dictionary(folded))


def _is_of(acronym: str, words: Sequence[str]) -> bool:
    """Tell whether the letters stand in the words in their order, the first letter of each word among them."""
    initials = iter(acronym)
    if not all(word[0] in initials for word in words):
        return False
    letters = iter("".join(words))
    return all(letter in letters for letter in acronym)
