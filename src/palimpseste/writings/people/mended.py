"""The names of one document, each read as what its neighbours and other writings show that it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Set
from itertools import product

from palimpseste.folding import fold, fold_name
from palimpseste.writings import lists
from palimpseste.writings.names import Kind, NameWord, ParsedName, parse_initials, parse_name
from palimpseste.writings.passages import Passages

__all__ = ["KINDS", "LONGEST_NAME", "Full", "NamesRead"]

KINDS: dict[str, Kind] = {"FIRSTNAME": "given", "LASTNAME": "family"}
# Capitals that « initiales » stands before, small letters behind a slash.
_INITIALS = (
    (
        re.compile(r"(?:\b[Ii]nitiales?|INITIALES?)\s{0,2}:?\s{0,2}$"),
        re.compile(r"[^\W\d_a-zà-ÿ]{1,3}(?:[-/ ][^\W\d_a-zà-ÿ]{1,3})?"),
    ),
    (re.compile(r"[^\W\d_]/$"), re.compile(r"[^\W\d_A-ZÀ-Þ]{2,3}")),
)
_LONGEST_INITIALS = 7
# Two letters are initials by themselves.
_FEWEST_INITIALS = 3
_CAPITALS = re.compile(r"[^\W\d_a-zà-ÿ]{3,}")
# Between the people of a list, each with what he does in brackets.
_ITEM_BEFORE, _ITEM_BEHIND = re.compile(r"\)[,;]\s{1,3}$"), re.compile(r"\s{0,2}\([^\W\d_]{3}")
_LONGEST_SAYING = 16
# What stands before the name of somebody.
_SOMEBODY = re.compile(
    r"(?<![a-z])(?:m|mr|mm|mme|mmes|mlle|dr|drs|pr|me|docteur|professeur|monsieur|madame|maitre|nom|noms|nee?|epouse|ep"
    r"|famille|patiente?|enfant|veuve|vve|usage|naissance)[ ]?[.:]{0,2}\s{0,3}[(\[|]?\s?\Z"
)
_SHORTEST_PARTED = 6
_BROKEN_HYPHEN = re.compile(r"-[ \t]{0,3}\n\s{0,100}")
_LONGEST_GAP = 3
# What is longer is no name: it is kept out of the comparisons between names.
LONGEST_NAME = 500
Full = tuple[str, ...]


class NamesRead:
    """The names of a document and of the record of its patient.

    Parameters
    ----------
    passages : Passages
        Of the document.

    Attributes
    ----------
    names : dict of int to ParsedName
        Those of the document, by their spans.
    record : list of ParsedName
        Those of the record.
    """

    def __init__(self, passages: Passages) -> None:
        self.passages = passages
        self.names: dict[int, ParsedName] = {
            index: parse_name(passages.values[index], KINDS[span.label])
            for index, span in enumerate(passages.spans)
            if span.label in KINDS and len(span) <= LONGEST_NAME
        }
        patient = passages.document.patient
        recorded: tuple[tuple[str, Kind], ...] = (
            (patient.lastname, "family"),
            (patient.birth_lastname, "family"),
            (patient.firstname, "given"),
        )
        self.record = [parse_name(value, kind) for value, kind in recorded if value]
        self._mend_initials()
        self._mend_initials_of_patient()
        self._mend_initials_of_others()
        self._mend_split_names()
        self._mend_parted_names()
        self._mend_first_of_given_names()
        self._mend_lone_capitals()

    def _mend_initials(self) -> None:
        """Read as initials what is said to be some: « initiales TUP-ALB », « Dr Durand/av »."""
        for index in self.names:
            value = self.passages.values[index]
            if len(value) > _LONGEST_INITIALS:
                continue
            before = self.passages.before(index, _LONGEST_SAYING)
            if any(letters.fullmatch(value) and said.search(before) for said, letters in _INITIALS):
                self.names[index] = parse_initials(value, KINDS[self.passages.spans[index].label])

    def _mend_initials_of_patient(self) -> None:
        """Read as initials the capitals that are those of the record's names: « JYLB », Jean-Yves Le Bourhis."""
        known = self._initials_of_patient()
        for index in self.names if known else ():
            value = self.passages.values[index]
            letters = known.get(fold(value)) if value.isupper() and len(value) <= _LONGEST_INITIALS else None
            if letters and self.passages.spans[index].label == "LASTNAME" and not lists.is_family_name(fold(value)):
                self.names[index] = parse_initials(letters.upper(), "family")

    def _mend_initials_of_others(self) -> None:
        """Read as initials the capitals that are those of somebody named in full: « PYH », Pierre-Yves Hue."""
        spans, values = self.passages.spans, self.passages.values
        alone = [
            index
            for index in self.names
            if spans[index].label == "LASTNAME"
            and _FEWEST_INITIALS <= len(values[index]) <= _LONGEST_INITIALS
            and values[index].isupper()
            and values[index].isalpha()
            and not lists.is_family_name(fold(values[index]))
        ]
        known = self._initials_of_others() if alone else frozenset()
        for index in alone:
            if fold(values[index]) in known or self._is_of_an_unnamed(index):
                self.names[index] = parse_initials(values[index], "family")

    def _is_of_an_unnamed(self, index: int) -> bool:
        """Tell whether three capitals without title or given name beside them are initials: « IOT par ELH »."""
        if len(self.passages.values[index]) != _FEWEST_INITIALS:
            return False
        spans = self.passages.spans
        near = (each for each in (index - 1, index + 1) if 0 <= each < len(spans) and spans[each].label in KINDS)
        is_beside = any(len(self.passages.between(min(each, index), max(each, index))) <= _LONGEST_GAP for each in near)
        return not is_beside and _SOMEBODY.search(fold(self.passages.before(index, _LONGEST_SAYING))) is None

    def _initials_of_others(self) -> frozenset[str]:
        """Return the folded initials of those whose whole names stand beside each other, in both orders."""
        spans, found = self.passages.spans, set[str]()
        for index, name in self.names.items():
            other = self.names.get(index + 1)
            if other is None or {spans[index].label, spans[index + 1].label} != KINDS.keys():
                continue
            if self.passages.between(index, index + 1) == " " and not (name.initials or other.initials):
                own, beside = _initials_of(name.full), _initials_of(other.full)
                found |= {own + beside, beside + own}
        return frozenset(found)

    def _initials_of_patient(self) -> Mapping[str, str]:
        """Return the folded initials of the record's names without particles, by those with and without, both ways."""
        given, family = (
            [name for name in self.record if name.full and name.full[0].kind == kind] for kind in ("given", "family")
        )
        found: dict[str, str] = {}
        for first, last in product(given, family):
            own, bare = (_initials_of(name.full) for name in (first, last))
            whole = _initials_of(piece for piece in last.pieces if isinstance(piece, NameWord))
            for written in (bare, whole):
                found |= {own + written: own + bare, written + own: bare + own}
        return {letters: bare for letters, bare in found.items() if len(letters) >= _FEWEST_INITIALS}

    def _mend_split_names(self) -> None:
        """Read as one family name what is written as a family and a given name and is one elsewhere: « Saïd Omar »."""
        double = {
            tuple(word.key for word in name.full)
            for name in (*self.record, *self.names.values())
            if len(name.full) > 1 and all(word.kind == "family" for word in name.full)
        }
        spans = self.passages.spans
        for index in self.names if double else ():
            self._mend_broken_name(index, double)
            before = index - 1
            if spans[index].label != "FIRSTNAME" or before not in self.names or spans[before].label != "LASTNAME":
                continue
            words = (*self.names[before].full, *self.names[index].full)
            gap = self.passages.between(before, index)
            if tuple(word.key for word in words) in double and gap.strip() == "" and len(gap) <= _LONGEST_GAP:
                self.names[index] = parse_name(self.passages.values[index], "family")

    def _mend_parted_names(self) -> None:
        """Read as one word what is written in two and is one elsewhere: « bon nemain », dictated, of a Bonnemain."""
        whole = {
            name.full[0].key
            for name in (*self.record, *self.names.values())
            if len(name.full) == 1 and len(name.full[0].key) >= _SHORTEST_PARTED
        }
        for index, name in self.names.items() if whole else ():
            value = self.passages.values[index]
            if len(name.full) > 1 and "".join(word.key for word in name.full) in whole and "-" not in value:
                self.names[index] = parse_name("".join(value.split()), KINDS[self.passages.spans[index].label])

    def _mend_first_of_given_names(self) -> None:
        """Read as a given name what stands before one and a family name in capitals: « Chidi Paul ADEYEMI »."""
        spans, values = self.passages.spans, self.passages.values
        for index in self.names:
            labels = tuple(span.label for span in spans[index : index + 3])
            if labels != ("LASTNAME", "FIRSTNAME", "LASTNAME") or values[index].isupper():
                continue
            gaps = (self.passages.between(index + step, index + step + 1) for step in (0, 1))
            key = fold_name(values[index])
            if all(gap == " " for gap in gaps) and values[index + 2].isupper() and not lists.is_family_name(key):
                self.names[index] = parse_name(values[index], "given")

    def _mend_lone_capitals(self) -> None:
        """Read as a family name one that stands alone in capitals in a list of people: « …), MARION (biologie) »."""
        spans, text = self.passages.spans, self.passages.document.text
        for index in self.names:
            value, span = self.passages.values[index], spans[index]
            if (
                span.label != "FIRSTNAME"
                or not _CAPITALS.fullmatch(value)
                or not lists.is_family_name(fold_name(value))
            ):
                continue
            before, behind = self.passages.before(index, _LONGEST_SAYING), text[span.end : span.end + _LONGEST_SAYING]
            if _ITEM_BEFORE.search(before) and _ITEM_BEHIND.match(behind):
                self.names[index] = parse_name(value, "family")

    def _mend_broken_name(self, index: int, double: Set[Full]) -> None:
        """Read as two words what a line break parts at a hyphen and is two elsewhere: « MARIE-|SAINTE »."""
        source = self.passages.source(index)
        parted = _BROKEN_HYPHEN.sub("-", source)
        if parted != source:
            name = parse_name(parted, KINDS[self.passages.spans[index].label])
            if tuple(word.key for word in name.full) in double:
                self.names[index] = name


def _initials_of(words: Iterable[NameWord]) -> str:
    return "".join(word.key[0] for word in words)
