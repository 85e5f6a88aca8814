"""The people of one document as they are read: whose names they are, of which sex, and how they are spelt."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from palimpseste.folding import fold
from palimpseste.writings import lists
from palimpseste.writings.names import Kind, NameWord, ParsedName
from palimpseste.writings.passages import Passages
from palimpseste.writings.people.abbreviated import NamesAbbreviated
from palimpseste.writings.people.known import NamesKnown
from palimpseste.writings.people.mended import Full, NamesRead
from palimpseste.writings.people.sexes import gender_beside, is_sure
from palimpseste.writings.spelt import LONGEST_CALLING, LONGEST_REMARK, Remark, is_said_misspelt, remarks_said

__all__ = ["Halves", "PeopleRead"]

_CARER = re.compile(
    r"(?:^|\W)(?:(drs|docteure?s|prs|professeure?s)|dr|dre|docteure?|pr|pre|prof|professeure?|ide|interne|externe"
    r"|infirmiere?|kine|sage-femme|chirurgienn?e?|psychologue|medecin|assistante?|chef de clinique)"
    r"\s{0,3}[.:]?\s{0,3}(?:(?:m|mr|mme|monsieur|madame)\.?\s{1,3})?$"
)
_LONGEST_TITLE = 40
# Between two names behind one title of several people.
_NEXT_CARER = re.compile(r"[\s,/]{1,3}(?:et\s{1,2})?")
_HYPHENS = frozenset("-‐‑–")
# Between a given name and the date of birth of who bears it.
_FARTHEST_BIRTH = 60
Halves = tuple[str, str]


class PeopleRead:
    """The names of one document, and whose they are.

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
    known : NamesKnown
        Which writings of them are one.
    abbreviated : NamesAbbreviated
        Which of them initials stand for.
    """

    def __init__(self, passages: Passages) -> None:
        read = NamesRead(passages)
        self._passages, self.names, self.record = passages, read.names, read.record
        self.known = NamesKnown(read)
        self.abbreviated = NamesAbbreviated(read, self.known)

    def gender_of(self, words: tuple[NameWord, ...]) -> lists.Gender:
        """Return the gender of given names by the words beside them, else the list; ``x`` for none.

        Of a name that births tell, the words right before it count alone: « son mari, M. Avril ».
        """
        keys = [word.key for word in words]
        for candidate in (" ".join(keys), *keys):
            gender = self._genders.get(candidate) or lists.gender_of(candidate)
            if gender:
                return gender
        return "x"

    @cached_property
    def compounds(self) -> Mapping[Halves, lists.Gender]:
        """The double given names, by the keys of their halves, and the gender of each.

        They are joined by a hyphen, or they are a usual one and the whole name: « JEAN LUC ». The writing of the record
        tells it for all documents of the patient.
        """
        told = {self._halves(words): is_one for name in self.record for words, is_one in _neighbours(name)}
        every = (
            words for name in (*self.record, *self.names.values()) for words, is_one in _neighbours(name) if is_one
        )
        genders: dict[Halves, lists.Gender] = {}
        for words in every:
            halves = self._halves(words)
            if told.get(halves, True) and halves not in genders:
                genders[halves] = self.gender_of(words)
        return genders

    def _halves(self, words: tuple[NameWord, NameWord]) -> Halves:
        return self.known.key_of(words[0]), self.known.key_of(words[1])

    @cached_property
    def patient_given(self) -> frozenset[str]:
        """The keys of the patient's given names: those of the record, else those before the first date of birth."""
        recorded = [word for name in self.record for word in name.full if word.kind == "given"]
        if recorded:
            return frozenset(map(self.known.key_of, recorded))
        spans = self._passages.spans
        birth = next((index for index, span in enumerate(spans) if span.label == "BIRTHDATE"), None)
        if birth is None:
            return frozenset()
        near = (
            index
            for index in range(birth - 1, -1, -1)
            if index in self.names
            and spans[index].label == "FIRSTNAME"
            and spans[birth].start - spans[index].end <= _FARTHEST_BIRTH
        )
        index = next(near, None)
        return frozenset() if index is None else frozenset(self.known.full_of(index))

    @cached_property
    def carer_spans(self) -> Sequence[int]:
        """The name spans of carers: those behind a title of theirs, and those beside them."""
        found: dict[int, None] = {}
        several, end = False, -1
        for index in sorted(self.names):
            if index in found:
                continue
            title = _CARER.search(fold(self._passages.before(index, _LONGEST_TITLE)))
            is_next = several and end >= 0 and _NEXT_CARER.fullmatch(self._passages.between(end, index)) is not None
            if title is None and not is_next:
                several = False
                continue
            several = is_next or (title is not None and title.group(1) is not None)
            own = [index, *([self.known.partner_of[index]] if index in self.known.partner_of else [])]
            found.update(dict.fromkeys(own))
            end = max(own)
        return tuple(found)

    @cached_property
    def carers(self) -> frozenset[tuple[Kind, str]]:
        """The words of the names of carers, by their keys, that are none of the patient's record."""
        recorded = {self.known.key_of(word) for name in self.record for word in name.full}
        words = (word for index in self.carer_spans for word in self.names[index].full)
        return frozenset(
            (word.kind, self.known.key_of(word)) for word in words if self.known.key_of(word) not in recorded
        )

    @cached_property
    def remarks(self) -> Mapping[tuple[Kind, str], Sequence[Remark]]:
        """What the text behind a name says of it, or of the name beside it, where it is so."""
        found: dict[tuple[Kind, str], list[Remark]] = {}
        text, spans = self._passages.document.text, self._passages.spans
        for index, name in self.names.items():
            said = list(remarks_said(text[spans[index].end : spans[index].end + LONGEST_REMARK]))
            before = self.known.partner_of.get(index, index) if said else index
            words = name.full[::-1] + (self.names[before].full[::-1] if before < index else ())
            for remark in said:
                of_kind = (word for word in words if remark.kind in (None, word.kind))
                word = next((word for word in of_kind if remark.suits(word.key)), None)
                if word is not None:
                    found.setdefault((word.kind, self.known.key_of(word)), []).append(remark)
        return found

    @cached_property
    def misspelt(self) -> frozenset[int]:
        """The name spans that the text calls another spelling of a name before them, or of one of the record."""
        recorded = {self.known.keys_of(name): {_as_written(name)} for name in self.record}
        written: dict[Full, set[str]] = {}
        found = []
        for index, name in sorted(self.names.items()):
            own, keys = _as_written(name), self.known.keys_of(name)
            others = written.get(keys) or recorded.get(keys)
            if others and own not in others and is_said_misspelt(self._passages.before(index, LONGEST_CALLING)):
                found.append(index)
            written.setdefault(keys, set()).add(own)
        return frozenset(found)

    @cached_property
    def _genders(self) -> dict[str, lists.Gender]:
        """Gender of each given name that the words beside it tell; the patient's, where no births do, from the NIR.

        A name of the record that the list has is read alike in all documents: by the record alone.
        """
        recorded = {word.key for name in self.record for word in name.full if word.kind == "given"}
        number = self._passages.document.patient.ssn.strip()[:1]
        of_record: lists.Gender | None = {"1": "m", "2": "f"}.get(number)  # type: ignore[assignment] # just these
        told: dict[str, set[lists.Gender]] = {}
        for index, name in self.names.items():
            keys = [word.key for word in name.full if word.kind == "given"]
            if not keys or (keys[0] in recorded and (of_record or lists.gender_of(keys[0]))):
                continue
            gender = gender_beside(
                self._passages, index, self.known.partner_of.get(index, index), is_told_by_births=is_sure(keys[0])
            )
            if gender:
                told.setdefault(keys[0], set()).add(gender)
        found = {key: genders.pop() for key, genders in told.items() if len(genders) == 1}
        return found | {key: of_record for key in recorded if not is_sure(key)} if of_record else found


def _neighbours(name: ParsedName) -> Iterator[tuple[tuple[NameWord, NameWord], bool]]:
    """Yield each two given names of a name that follow one another, and whether they are one double name."""
    if len(name.full) < 2:
        return
    is_pair = len(name.full) == 2 and len(name.pieces) == 3
    for first, gap, second in zip(name.pieces, name.pieces[1:], name.pieces[2:], strict=False):
        if isinstance(first, NameWord) and isinstance(gap, str) and isinstance(second, NameWord):
            words = (first, second)
            if all(word.role == "full" and word.kind == "given" for word in words):
                yield words, gap.strip() in _HYPHENS or (is_pair and lists.is_compound((first.key, second.key)))


def _as_written(name: ParsedName) -> str:
    return "".join([piece if isinstance(piece, str) else piece.text for piece in name.pieces]).lower()
