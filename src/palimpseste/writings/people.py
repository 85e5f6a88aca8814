"""The people of one document as they are read: its names, who stands beside whom, and what each writing stands for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache, cached_property
from itertools import pairwise, product

from palimpseste.folding import fold, fold_name, one_error_apart
from palimpseste.writings import lists
from palimpseste.writings.names import Kind, NameWord, ParsedName, parse_initials, parse_name
from palimpseste.writings.passages import Passages
from palimpseste.writings.spelt import LONGEST_CALLING, LONGEST_REMARK, Spelling, is_said_misspelt, spellings_said

__all__ = ["KINDS", "LONGEST_NAME", "Full", "Halves", "PeopleRead"]

KINDS: dict[str, Kind] = {"FIRSTNAME": "given", "LASTNAME": "family"}
_TITLE = re.compile(r"(?:^|\W)(?:(mme|madame|mlle|melle|mademoiselle|mrs|ms)|(m|mr|monsieur))\.?\s*$")
# Words beside a name that tell whose it is, folded, before it and behind it: kin, and what else one is.
_WOMEN = (
    r"femme|(?:ex-)?compagne|fille|fillette|(?:demi-|belle-)?s(?:oe|œ)ur|(?:belle-|grand-)?mere|maman|mamie|mamy|tante|tata"
    r"|niece|cousine|jumelle|concubine|conjointe|fiancee|bru|marraine|copine"
)
_MEN = (
    r"mari|epoux|(?:ex-)?compagnon|fils|garcon|(?:demi-|beau-)?frere|(?:beau-|grand-)?pere|papa|papi|papy|oncle|tonton"
    r"|neveu|cousin|jumeau|concubin|conjoint|fiance|gendre|parrain|copain"
)
_OF_AGE = r"(?:\s{1,2}(?:ainee?|cadet(?:te)?))?"
_KIN = re.compile(
    rf"(?:^|\W)(?:({_WOMEN}|epouse|mineure|patiente|voisine|veuve|petite|amie|gardienne|residente|detenue|etudiante"
    r"|infirmiere|aide-soignante|puericultrice|educatrice|animatrice|directrice|conseillere"
    r"|assistante(?: (?:sociale|maternelle|medicale|familiale))?|curatrice|tutrice"
    r"|avocate|institutrice|maitresse|factrice|coiffeuse|nourrice|pharmacienne|religieuse|dite|surnommee|prenommee)"
    rf"|({_MEN}|mineur|patient|voisin|petit|veuf|ami|gardien"
    r"|detenu|etudiant|infirmier|aide-soignant|educateur|animateur|directeur|conseiller|curateur|tuteur|avocat"
    r"|instituteur|facteur|coiffeur|pharmacien|brancardier|ambulancier|(?<!le )dit|surnomme|prenomme))"
    rf"{_OF_AGE}\s{{0,2}}[,:(]?\s{{0,2}}$"
)
# What says the sex of who is named right behind it, whatever births tell: « son mari, M. Avril », « son fils Wassa ».
_OF_ONE_SEX = re.compile(
    rf"(?:(?:^|[^\w-]|petite?-|arriere-|belle-|beau-)(?:({_WOMEN})|({_MEN})){_OF_AGE}"
    r"|(?:^|\W)(?<!et )(?:(mme|madame|mlle|mademoiselle)|(m|mr|monsieur))\.?)[ ]{1,2}$"
)
_SAID_BEHIND = re.compile(
    r"[\s,(.]{1,3}(?:(nee|epouse|veuve|agee|hospitalisee|adressee|suivie|connue|elle)|(il|hospitalise|age de))(?!\w)"
)
# The column of the sex behind that of the date of birth, in a table.
_SEX_COLUMN = re.compile(r"[\s|;,]{1,20}\d{2,4}(?:[/.-]?\d{2}){2,3}[\s|;,]{1,8}(?:(f)|(?:m|h))(?![\w.'’])")
_LONGEST_KIN, _LONGEST_SAID = 32, 44
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
_CARER = re.compile(
    r"(?:^|\W)(?:(drs|docteure?s|prs|professeure?s)|dr|dre|docteure?|pr|pre|prof|professeure?|ide|interne|externe"
    r"|infirmiere?|kine|sage-femme|chirurgienn?e?|psychologue|medecin|assistante?|chef de clinique)"
    r"\s{0,3}[.:]?\s{0,3}(?:(?:m|mr|mme|monsieur|madame)\.?\s{1,3})?$"
)
_LONGEST_TITLE = 40
# Between two names behind one title of several people.
_NEXT_CARER = re.compile(r"[\s,/]{1,3}(?:et\s{1,2})?")
# What somebody is called by, before it.
_CALLED = re.compile(r"(?:\W(?:dite?|surnommee?|appelee?|alias)\s{1,2}[«\"“]?|\([«\"“])\s?$")
_LONGEST_CALLED = 16
_BROKEN_HYPHEN = re.compile(r"-[ \t]{0,3}\n\s{0,100}")
_HYPHENS = frozenset("-‐‑–")
_NAME_GAP = re.compile(r"[\s.,/-]{0,3}")
_LONGEST_GAP = 3
# Between a given name and the date of birth of who bears it.
_FARTHEST_BIRTH = 60
# What is longer is no name: it is kept out of the comparisons between names.
LONGEST_NAME = 500
_MOST_WORDS = 4
# « Jo » is short for too many.
_SHORTEST_FORM = 3
_LONGEST_WITH_FORMS = 12

Full = tuple[str, ...]
Halves = tuple[str, str]


class PeopleRead:
    """The names of one document.

    Parameters
    ----------
    passages : Passages
        Of the document.
    """

    def __init__(self, passages: Passages) -> None:
        self._passages = passages
        self.names: dict[int, ParsedName] = {
            index: parse_name(passages.values[index], KINDS[span.label])
            for index, span in enumerate(passages.spans)
            if span.label in KINDS and len(span) <= LONGEST_NAME
        }
        patient = passages.document.patient
        self.record = [
            parse_name(value, kind)
            for value, kind in (
                (patient.lastname, "family"),
                (patient.birth_lastname, "family"),
                (patient.firstname, "given"),
            )
            if value
        ]
        self._mend_initials()
        self._mend_initials_of_patient()
        self._mend_split_names()
        self._mend_first_of_given_names()
        self._mend_lone_capitals()

    def _mend_initials(self) -> None:
        """Read as initials what is said to be some: « initiales TUP-ALB », « Dr Durand/av »."""
        for index in self.names:
            value = self._passages.values[index]
            if len(value) > _LONGEST_INITIALS:
                continue
            before = self._passages.before(index, _LONGEST_SAYING)
            if any(letters.fullmatch(value) and said.search(before) for said, letters in _INITIALS):
                self.names[index] = parse_initials(value, KINDS[self._passages.spans[index].label])

    def _mend_initials_of_patient(self) -> None:
        """Read as initials the capitals that are those of the record's names: « JYLB », Jean-Yves Le Bourhis."""
        known = self._initials_of_patient()
        for index in self.names if known else ():
            value = self._passages.values[index]
            letters = known.get(fold(value)) if value.isupper() and len(value) <= _LONGEST_INITIALS else None
            if letters and self._passages.spans[index].label == "LASTNAME" and not lists.is_family_name(fold(value)):
                self.names[index] = parse_initials(letters.upper(), "family")

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
        spans = self._passages.spans
        for index in self.names if double else ():
            self._mend_broken_name(index, double)
            before = index - 1
            if spans[index].label != "FIRSTNAME" or before not in self.names or spans[before].label != "LASTNAME":
                continue
            words = (*self.names[before].full, *self.names[index].full)
            gap = self._passages.between(before, index)
            if tuple(word.key for word in words) in double and gap.strip() == "" and len(gap) <= _LONGEST_GAP:
                self.names[index] = parse_name(self._passages.values[index], "family")

    def _mend_first_of_given_names(self) -> None:
        """Read as a given name what stands before one and a family name in capitals: « Chidi Paul ADEYEMI »."""
        spans, values = self._passages.spans, self._passages.values
        for index in self.names:
            labels = tuple(span.label for span in spans[index : index + 3])
            if labels != ("LASTNAME", "FIRSTNAME", "LASTNAME") or values[index].isupper():
                continue
            gaps = (self._passages.between(index + step, index + step + 1) for step in (0, 1))
            key = fold_name(values[index])
            if all(gap == " " for gap in gaps) and values[index + 2].isupper() and not lists.is_family_name(key):
                self.names[index] = parse_name(values[index], "given")

    def _mend_lone_capitals(self) -> None:
        """Read as a family name one that stands alone in capitals in a list of people: « …), MARION (biologie) »."""
        spans, text = self._passages.spans, self._passages.document.text
        for index in self.names:
            value, span = self._passages.values[index], spans[index]
            if (
                span.label != "FIRSTNAME"
                or not _CAPITALS.fullmatch(value)
                or not lists.is_family_name(fold_name(value))
            ):
                continue
            before, behind = self._passages.before(index, _LONGEST_SAYING), text[span.end : span.end + _LONGEST_SAYING]
            if _ITEM_BEFORE.search(before) and _ITEM_BEHIND.match(behind):
                self.names[index] = parse_name(value, "family")

    def _mend_broken_name(self, index: int, double: Set[Full]) -> None:
        """Read as two words what a line break parts at a hyphen and is two elsewhere: « MARIE-|SAINTE »."""
        source = self._passages.source(index)
        parted = _BROKEN_HYPHEN.sub("-", source)
        if parted != source:
            name = parse_name(parted, KINDS[self._passages.spans[index].label])
            if tuple(word.key for word in name.full) in double:
                self.names[index] = name

    def identity_of(self, index: int) -> str:
        """Return what is equal for two name spans of the same kind that stand for the same name."""
        name = self.names[index]
        if name.full:
            return " ".join(self.keys_of(name))
        letters = tuple(word.key for word in name.initials)
        found = self.name_abbreviated(KINDS[self._passages.spans[index].label], letters, self.partner_of.get(index))
        return " ".join(found or letters)

    def name_abbreviated(self, kind: Kind, letters: tuple[str, ...], partner: int | None) -> Full | None:
        """Return the one name that initials beside a name can stand for; None where there is none, or several.

        Parameters
        ----------
        kind : {"family", "given"}
            What the initials abbreviate.
        letters : tuple of str
            Folded abbreviations, one a word.
        partner : int or None
            The span of the other kind beside them.
        """
        if not letters:
            return None
        beside = self.full_of(partner)
        if partner is None:
            fits = self._fits(kind, letters)
        elif beside:
            # Who stands beside nobody may be who stands here; who stands beside somebody else is not.
            fits = self._fits_beside(kind, letters, beside) or self._fits_alone(kind, letters)
            # A family name is shared: « Timéo Z. » is of the Zeller of the note.
            if not fits and kind == "family":
                fits = self._fits(kind, letters)
        else:
            initials = tuple(word.key for word in self.names[partner].initials)
            fits = self._fits_beside_initials(kind, letters, initials) or self._fits(kind, letters)
        if not fits and len(letters) == 1:
            fits = self._begun_by_particle.get((kind, letters[0]), fits)
        return next(iter(fits)) if len(fits) == 1 else None

    def rest_abbreviated(self, kind: Kind, name: ParsedName) -> Full | None:
        """Return what the initials behind the whole words of a name stand for: « Frémont-K. », Frémont-Kaboré.

        None where no name of the document or the record goes on so, or several do.
        """
        words, letters = self.keys_of(name), tuple(word.key for word in name.initials)
        first = next((piece for piece in name.pieces if isinstance(piece, NameWord)), None)
        if first is None or first.role == "initial":
            return None
        rests = self._rests.get((kind, words), set())
        fits = {rest for rest in rests if len(rest) == len(letters) and _abbreviates(letters, rest)}
        return fits.pop() if len(fits) == 1 else None

    @cached_property
    def _rests(self) -> dict[tuple[Kind, Full], set[Full]]:
        """The last words of the names of several words, by their kind and their first words."""
        found: dict[tuple[Kind, Full], set[Full]] = {}
        for name in (*self.record, *self.names.values()):
            keys = self.keys_of(name)
            is_of_one_kind = len({word.kind for word in name.full}) == 1
            for count in range(1, min(len(keys), _MOST_WORDS) if is_of_one_kind else 1):
                found.setdefault((name.full[0].kind, keys[:count]), set()).add(keys[count:])
        return found

    # What follows is asked for many names in few ways: each answer is kept, so that time does not grow as their square.

    @cached_property
    def _fits(self) -> Callable[[Kind, Full], frozenset[Full]]:
        """What tells the names that letters can abbreviate."""
        every = self._full_names

        @cache
        def fits(kind: Kind, letters: Full) -> frozenset[Full]:
            names = every.get((kind, _first_letters(letters)), set())
            return frozenset(name for name in names if _abbreviates(letters, name))

        return fits

    @cached_property
    def _fits_alone(self) -> Callable[[Kind, Full], frozenset[Full]]:
        """What tells those of them that stand beside no name."""
        all_fits, others = self._fits, self._others_of

        @cache
        def fits(kind: Kind, letters: Full) -> frozenset[Full]:
            return frozenset(name for name in all_fits(kind, letters) if (kind, name) not in others)

        return fits

    @cached_property
    def _fits_beside(self) -> Callable[[Kind, Full, Full], frozenset[Full]]:
        """What tells those of them that stand beside a name."""
        every, others = self._full_names, self._others_of

        @cache
        def fits(kind: Kind, letters: Full, beside: Full) -> frozenset[Full]:
            known = every.get((kind, _first_letters(letters)), set())
            names = others.get(("given" if kind == "family" else "family", beside), set())
            return frozenset(name for name in names if name in known and _abbreviates(letters, name))

        return fits

    @cached_property
    def _fits_beside_initials(self) -> Callable[[Kind, Full, Full], frozenset[Full]]:
        """What tells those of them that stand beside a name of some initials."""
        every = self._full_names
        pairs: dict[tuple[Kind, str, str], list[tuple[Full, Full]]] = {}
        for (kind, name), others in self._others_of.items():
            if name in every.get((kind, name[0][:1]), ()):
                for other in others:
                    pairs.setdefault((kind, name[0][:1], other[0][:1]), []).append((name, other))

        @cache
        def fits(kind: Kind, letters: Full, initials: Full) -> frozenset[Full]:
            alike = pairs.get((kind, letters[0][:1], initials[0][:1]), ()) if initials else ()
            return frozenset(
                name for name, other in alike if _abbreviates(letters, name) and _abbreviates(initials, other)
            )

        return fits

    def full_of(self, index: int | None) -> Full:
        """Return the whole words of a name span, by their keys; none for no span."""
        return self.keys_of(self.names[index]) if index is not None else ()

    def key_of(self, word: NameWord) -> str:
        """Return what is equal for all writings of a word, typing errors in names of the record included."""
        return self.known_as(word.kind, word.key)

    def known_as(self, kind: Kind, folded: str) -> str:
        """Return the key of a folded word of a name: that of the record's name it is a typing error of, or itself."""
        return self._aliases.get((kind, folded), folded)

    def keys_of(self, name: ParsedName) -> Full:
        """Return the keys of the whole words of a name."""
        return tuple(self.key_of(word) for word in name.full)

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
        return self.key_of(words[0]), self.key_of(words[1])

    @cached_property
    def patient_given(self) -> frozenset[str]:
        """The keys of the patient's given names: those of the record, else those before the first date of birth."""
        recorded = [word for name in self.record for word in name.full if word.kind == "given"]
        if recorded:
            return frozenset(map(self.key_of, recorded))
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
        return frozenset() if index is None else frozenset(self.full_of(index))

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
            own = [index, *([self.partner_of[index]] if index in self.partner_of else [])]
            found.update(dict.fromkeys(own))
            end = max(own)
        return tuple(found)

    @cached_property
    def carers(self) -> frozenset[tuple[Kind, str]]:
        """The words of the names of carers, by their keys, that are none of the patient's record."""
        recorded = {self.key_of(word) for name in self.record for word in name.full}
        words = (word for index in self.carer_spans for word in self.names[index].full)
        return frozenset((word.kind, self.key_of(word)) for word in words if self.key_of(word) not in recorded)

    @cached_property
    def spellings(self) -> Mapping[tuple[Kind, str], Sequence[Spelling]]:
        """What the text behind a name says of its spelling, or of that of the name beside it, where it is so."""
        found: dict[tuple[Kind, str], list[Spelling]] = {}
        text, spans = self._passages.document.text, self._passages.spans
        for index, name in self.names.items():
            said = list(spellings_said(text[spans[index].end : spans[index].end + LONGEST_REMARK]))
            before = self.partner_of.get(index, index) if said else index
            words = name.full[::-1] + (self.names[before].full[::-1] if before < index else ())
            for spelling in said:
                word = next((word for word in words if spelling.suits(word.key)), None)
                if word is not None:
                    found.setdefault((word.kind, self.key_of(word)), []).append(spelling)
        return found

    @cached_property
    def misspelt(self) -> frozenset[int]:
        """The name spans that the text calls another spelling of a name before them, or of one of the record."""
        recorded = {self.keys_of(name): {_as_written(name)} for name in self.record}
        written: dict[Full, set[str]] = {}
        found = []
        for index, name in sorted(self.names.items()):
            own, keys = _as_written(name), self.keys_of(name)
            others = written.get(keys) or recorded.get(keys)
            if others and own not in others and is_said_misspelt(self._passages.before(index, LONGEST_CALLING)):
                found.append(index)
            written.setdefault(keys, set()).add(own)
        return frozenset(found)

    @cached_property
    def pairs(self) -> list[tuple[Full, Full]]:
        """First and last names that stand side by side in the document or in the record."""
        found = []
        for index, other in self.partner_of.items():
            if self._passages.spans[index].label == "FIRSTNAME" and self.full_of(index) and self.full_of(other):
                found.append((self.full_of(index), self.full_of(other)))
        given = [self.keys_of(name) for name in self.record if name.full and name.full[0].kind == "given"]
        family = [self.keys_of(name) for name in self.record if name.full and name.full[0].kind == "family"]
        found += [(g, f) for g in given for f in family]
        return list(dict.fromkeys(found))

    @cached_property
    def partner_of(self) -> dict[int, int]:
        """The span of the other kind beside each name span, the next one first."""
        partners: dict[int, int] = {}
        indices = sorted(self.names)
        for index, following in pairwise(indices):
            spans = self._passages.spans
            if spans[index].label == spans[following].label or index in partners:
                continue
            if spans[following].start - spans[index].end <= 3 and _NAME_GAP.fullmatch(
                self._passages.between(index, following)
            ):
                partners[index], partners[following] = following, index
        return partners

    @cached_property
    def _full_names(self) -> dict[tuple[Kind, str], set[Full]]:
        """Whole names of the document and the record, by kind and first letter, and by those of the first two words."""
        found: dict[tuple[Kind, str], set[Full]] = {}
        for name in (*self.record, *self.names.values()):
            for kind in ("given", "family"):
                words = tuple(self.key_of(word) for word in name.full if word.kind == kind)
                if words:
                    for begin in {words[:1], words[:2]}:
                        found.setdefault((kind, _first_letters(begin)), set()).add(words)
        return found

    @cached_property
    def _begun_by_particle(self) -> dict[tuple[Kind, str], frozenset[Full]]:
        """Whole names by the first letter of the particle before them: « Monsieur T. » is « Ter Minassian »."""
        found: dict[tuple[Kind, str], frozenset[Full]] = {}
        for name in (*self.record, *self.names.values()):
            first = next((piece for piece in name.pieces if isinstance(piece, NameWord)), None)
            if first is not None and first.role == "particle" and name.full:
                key = (first.kind, first.key[0])
                found[key] = found.get(key, frozenset()) | {self.keys_of(name)}
        return found

    @cached_property
    def _others_of(self) -> dict[tuple[Kind, Full], set[Full]]:
        """The names of the other kind that stand beside each name."""
        found: dict[tuple[Kind, Full], set[Full]] = {}
        for given, family in self.pairs:
            found.setdefault(("given", given), set()).add(family)
            found.setdefault(("family", family), set()).add(given)
        return found

    @cached_property
    def _aliases(self) -> dict[tuple[Kind, str], str]:
        """Words one typing error away from a name of the record, taken for it, where no list knows them as names."""
        known = {(word.kind, word.key) for name in self.record for word in name.full if len(word.key) >= 5}
        aliases = dict(self._glued_particles())
        aliases.update((("given", key), whole) for key, whole in self.short_forms.items())
        if not known:
            return aliases
        for name in self.names.values():
            for word in name.full:
                if (
                    (word.kind, word.key) in known
                    or (word.kind, word.key) in aliases
                    or len(word.key) < 5
                    or lists.is_listed(word.kind, word.key)
                ):
                    continue
                for kind, key in sorted(known):
                    if kind == word.kind and one_error_apart(word.key, key):
                        aliases[word.kind, word.key] = key
                        break
        return aliases

    @cached_property
    def short_forms(self) -> Mapping[str, str]:
        """The given names alone that are each short for one other: « Manue », Emmanuelle; « Max », Maxence."""
        every = (*self.record, *self.names.values())
        given = {word.key for name in every for word in name.full if word.kind == "given"}
        beside = {key for index in self.partner_of for key in _given_alone(self.names[index])}
        alone = dict.fromkeys(
            key for index, name in self.names.items() if index not in self.partner_of for key in _given_alone(name)
        )
        called = self._called
        usual = {key: lists.usual_short_forms().get(key, frozenset()) & given for key in alone if key not in beside}
        short = {key: set(usual.get(key, ())) for key in alone if key in called or not _is_own_name(key)}
        for key in given if short else ():
            for form in _forms_of(key[:_LONGEST_WITH_FORMS]):
                if form in short and form != key:
                    short[form].add(key)
        return {key: next(iter(whole)) for key, whole in (usual | short).items() if len(whole) == 1}

    @cached_property
    def _called(self) -> frozenset[str]:
        """The given names alone that the words before them say somebody is called by: « dit Bob », « (« Théo ») »."""
        return frozenset(
            key
            for index, name in self.names.items()
            for key in _given_alone(name)
            if _CALLED.search(fold(self._passages.before(index, _LONGEST_CALLED)))
        )

    def _glued_particles(self) -> Iterator[tuple[tuple[Kind, str], str]]:
        """Yield each family name that is also written with its particle glued: « Lebihan », with « LE BIHAN ».

        The writing of the record stands for both, else the one with the particle apart.
        """
        recorded = {word.key for name in self.record for word in name.full}
        written = recorded | {word.key for name in self.names.values() for word in name.full if word.kind == "family"}
        for name in (*self.record, *self.names.values()):
            glued = ""
            for piece in name.pieces:
                if isinstance(piece, NameWord) and piece.kind == "family":
                    glued += piece.key
                    if piece.role != "particle":
                        break
            else:
                continue
            if piece.role == "full" and glued != piece.key and glued in written:
                if glued in recorded and piece.key not in recorded:
                    yield ("family", piece.key), glued
                else:
                    yield ("family", glued), piece.key

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
            gender = self._gender_beside(index, is_told_by_births=_is_sure(keys[0]))
            if gender:
                told.setdefault(keys[0], set()).add(gender)
        found = {key: genders.pop() for key, genders in told.items() if len(genders) == 1}
        return found | {key: of_record for key in recorded if not _is_sure(key)} if of_record else found

    def _gender_beside(self, index: int, *, is_told_by_births: bool) -> lists.Gender | None:
        """Return the gender that the title, the kinship or a participle beside a name tells, if any does.

        Against births only a title or word of kin with nothing between, not even a line: « la mère, Paul et sa sœur ».
        """
        own = (index, self.partner_of.get(index, index))
        before = fold(self._passages.before(min(own), _LONGEST_KIN))
        if is_told_by_births:
            is_apart = min(own) < index and self._passages.between(min(own), index) != " "
            told = None if is_apart else _OF_ONE_SEX.search(before)
            return None if told is None else "f" if told[1] or told[3] else "m"
        found = _TITLE.search(before[-16:]) or _KIN.search(before)
        if found is None:
            end = self._passages.spans[max(own)].end
            behind = fold(self._passages.document.text[end : end + _LONGEST_SAID])
            found = _SAID_BEHIND.match(behind) or _SEX_COLUMN.match(behind)
        return None if found is None else "f" if found.group(1) else "m"


def _neighbours(name: ParsedName) -> Iterator[tuple[tuple[NameWord, NameWord], bool]]:
    """Yield each two given names of a name that follow one another, and whether they are one double name."""
    is_pair = len(name.full) == 2 and len(name.pieces) == 3
    for first, gap, second in zip(name.pieces, name.pieces[1:], name.pieces[2:], strict=False):
        if isinstance(first, NameWord) and isinstance(gap, str) and isinstance(second, NameWord):
            words = (first, second)
            if all(word.role == "full" and word.kind == "given" for word in words):
                yield words, gap.strip() in _HYPHENS or (is_pair and lists.is_compound((first.key, second.key)))


def _as_written(name: ParsedName) -> str:
    return "".join(piece if isinstance(piece, str) else piece.text for piece in name.pieces).lower()


def _given_alone(name: ParsedName) -> Full:
    """Return the key of a name that is one whole given name; none of any other."""
    only = name.full if len(name.pieces) == 1 else ()
    return tuple(word.key for word in only if word.kind == "given")


def _forms_of(key: str) -> Iterator[str]:
    """Yield what a given name is shortened to: its beginnings, stretches of it, its first syllable twice."""
    yield from (key[:end] for end in range(_SHORTEST_FORM, len(key)))
    yield from (
        key[start:end] for start in range(1, len(key)) for end in range(start + _SHORTEST_FORM + 1, len(key) + 1)
    )
    yield key[:2] * 2


def _is_own_name(key: str) -> bool:
    """Tell whether a list knows a given name that is no syllable said twice: « Lou », not « Juju »."""
    return lists.is_listed("given", key) and key != key[:2] * 2


def _initials_of(words: Iterable[NameWord]) -> str:
    return "".join(word.key[0] for word in words)


def _first_letters(words: Full) -> str:
    return "".join(word[:1] for word in words[:2])


def _abbreviates(letters: tuple[str, ...], name: Full) -> bool:
    return bool(letters) and len(letters) <= len(name) and all(map(str.startswith, name, letters))


def _is_sure(key: str) -> bool:
    """Tell whether a given name is of one sex, by births: a list alone may err on a name from elsewhere."""
    return lists.gender_of(key) in ("f", "m") and lists.is_counted(key)
