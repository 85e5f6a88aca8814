"""The named parts that rules for names are composed of: sets of words, and sequences of them.

Each part is a regular expression over the symbols of the bundled lexicon, worked out once from the parts it is made of,
when a rule first asks for it.
"""

from __future__ import annotations

from functools import cache, cached_property

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.tokens import Shape, Trait

__all__ = ["NamePatterns", "name_patterns"]

_WRITTEN = (Shape.TITLE, Shape.UPPER, Shape.MIXED)
_NAMED = Trait.FIRST | Trait.FAMILY
# Capitalised words that stand where names stand and are none, whatever the lists say.
_FIXED = Trait.TITLE | Trait.MEDICAL | Trait.BORN | Trait.FAMILY_LABEL | Trait.GIVEN_LABEL | Trait.AND | Trait.BY
# Words that are no name unless they are listed as one.
_ORDINARY = (
    Trait.UNIT
    | Trait.MONTH
    | Trait.CARE_HEAD
    | Trait.BODY_HEAD
    | Trait.STREET
    | Trait.ROLE
    | Trait.KIN
    | Trait.FUNCTION
    | Trait.EPONYM_HEAD
    | Trait.LINK
)


def _may_be(traits: int) -> bool:
    """Tell whether a capitalised word is a name where a name is announced."""
    return not traits & _FIXED and (bool(traits & _NAMED) or not traits & _ORDINARY)


def _capital(traits: int, shape: Shape) -> bool:
    """Tell whether a word has the capitals of a name; three letters in capitals need the lists' word for it."""
    return shape in _WRITTEN or (shape is Shape.ACRONYM and bool(traits & _NAMED))


def _likely(traits: int) -> bool:
    """Tell whether a capitalised word goes on with a name begun."""
    if not _may_be(traits):
        return False
    return not traits & Trait.COMMON or bool(traits & _NAMED and not traits & _ORDINARY)


def _unmistakable_given(traits: int) -> bool:
    """Tell whether a capitalised word is a given name wherever it stands."""
    doubts = Trait.COMMON | Trait.MEDICAL | Trait.EPONYM | Trait.CITY | Trait.LOCATION | _FIXED | _ORDINARY
    return bool(traits & Trait.FIRST) and not traits & doubts


class _Words:
    """Sets of words: what one word of a name, or beside it, may be."""

    def __init__(self) -> None:
        self._a = alphabet()

    @cached_property
    def word(self) -> str:
        return self._a.words(lambda traits, shape: True)

    @cached_property
    def _short_given(self) -> str:
        return self._a.words(
            lambda traits, shape: shape in (Shape.TITLE, Shape.ACRONYM) and bool(traits & Trait.SHORT_GIVEN)
        )

    @cached_property
    def name_particle(self) -> str:
        # At the head of a name "de", "du", "la" in lower case are prepositions and articles of the sentence.
        return self._a.words(
            lambda traits, shape: (
                bool(traits & Trait.PARTICLE) and (shape is not Shape.LOWER or not traits & Trait.LINKING)
            )
        )

    @cached_property
    def announced(self) -> str:
        return self._a.words(lambda traits, shape: _capital(traits, shape) and _may_be(traits))

    @cached_property
    def _titled(self) -> str:
        # Behind a title even an eponym or a month is somebody: Dr Redon, Mme Avril.
        return self._a.words(
            lambda traits, shape: (
                _capital(traits, shape)
                and (
                    _may_be(traits)
                    or (
                        shape is not Shape.ACRONYM
                        and bool(traits & (Trait.MEDICAL | Trait.MONTH))
                        and not traits & Trait.TITLE
                    )
                )
            )
        )

    @cached_property
    def likely(self) -> str:
        return self._a.words(lambda traits, shape: _capital(traits, shape) and _likely(traits))

    @cached_property
    def listed(self) -> str:
        return self._a.words(
            lambda traits, shape: (
                _capital(traits, shape) and _likely(traits) and bool(traits & _NAMED) and not traits & Trait.CITY
            )
        )

    @cached_property
    def unknown_title(self) -> str:
        return self._a.words(
            lambda traits, shape: (
                shape is Shape.TITLE
                and _likely(traits)
                and not traits & (Trait.COMMON | Trait.CITY | Trait.CITY_WORD | Trait.LOCATION)
            )
        )

    @cached_property
    def upper(self) -> str:
        return self._a.words(lambda traits, shape: shape is Shape.UPPER and _likely(traits))

    @cached_property
    def upper_family(self) -> str:
        return self._a.words(
            lambda traits, shape: (
                shape is Shape.UPPER and _likely(traits) and bool(traits & Trait.FAMILY) and not traits & Trait.COMMON
            )
        )

    @cached_property
    def sure_family(self) -> str:
        return self._a.words(
            lambda traits, shape: (
                shape in (Shape.TITLE, Shape.UPPER)
                and bool(traits & Trait.FAMILY)
                and not traits
                & (
                    Trait.COMMON
                    | Trait.CITY
                    | Trait.CITY_WORD
                    | Trait.LOCATION
                    | Trait.FIRST
                    | Trait.EPONYM
                    | _FIXED
                    | _ORDINARY
                )
            )
        )

    @cached_property
    def _small(self) -> str:
        return self._a.words(
            lambda traits, shape: (
                shape is Shape.LOWER
                and _may_be(traits)
                and (not traits & Trait.COMMON or bool(traits & _NAMED and not traits & _ORDINARY))
                and not traits & (Trait.FUNCTION | Trait.PARTICLE | Trait.LINKING)
            )
        )

    @cached_property
    def given(self) -> str:
        return self._a.words(
            lambda traits, shape: _capital(traits, shape) and bool(traits & Trait.FIRST) and not traits & _FIXED
        )

    @cached_property
    def _sure_given(self) -> str:
        return self._a.words(lambda traits, shape: shape in (Shape.TITLE, Shape.UPPER) and _unmistakable_given(traits))

    @cached_property
    def given_word(self) -> str:
        # French gives no capital to a word inside a sentence: "avec Aurore", "que Claire" are names.
        return self._a.words(
            lambda traits, shape: (
                shape is Shape.TITLE
                and bool(traits & Trait.FIRST)
                and bool(traits & Trait.COMMON)
                and not traits & (_FIXED | _ORDINARY | Trait.MEDICAL | Trait.EPONYM | Trait.CITY | Trait.LOCATION)
            )
        )

    @cached_property
    def lower(self) -> str:
        return self._a.words(
            lambda traits, shape: shape is Shape.LOWER and not traits & (Trait.EPONYM_HEAD | Trait.STREET)
        )

    @cached_property
    def acronym_given(self) -> str:
        return self._a.words(lambda traits, shape: shape is Shape.ACRONYM and _unmistakable_given(traits))

    @cached_property
    def after_given(self) -> str:
        # Right behind a given name a capital is a family name even on an ordinary word: Élodie Rance.
        return self._a.words(
            lambda traits, shape: (
                shape in (Shape.TITLE, Shape.UPPER)
                and not traits
                & (
                    _FIXED
                    | Trait.MONTH
                    | Trait.ROLE
                    | Trait.KIN
                    | Trait.UNIT
                    | Trait.LINK
                    | Trait.FUNCTION
                    | Trait.CARE_HEAD
                    | Trait.CARE_WORD
                )
            )
        )

    @cached_property
    def sure_small(self) -> str:
        return self._a.words(lambda traits, shape: shape is Shape.LOWER and _unmistakable_given(traits))

    @cached_property
    def _uncommon_likely(self) -> str:
        return self._a.words(
            lambda traits, shape: (
                _capital(traits, shape) and _likely(traits) and not (traits & Trait.COMMON and shape is Shape.TITLE)
            )
        )

    @cached_property
    def _no_place(self) -> str:
        return self._a.words(
            lambda traits, shape: (
                _capital(traits, shape) and _likely(traits) and not traits & (Trait.CITY | Trait.LOCATION)
            )
        )

    @cached_property
    def _small_town(self) -> str:
        return self._a.words(lambda traits, shape: shape is Shape.LOWER and bool(traits & Trait.CITY))

    @cached_property
    def _article(self) -> str:
        # "Monsieur le Juge" is nobody by name.
        return self._a.having(Trait.ARTICLE, Shape.LOWER)

    @cached_property
    def _uncommon(self) -> str:
        return self._a.words(
            lambda traits, shape: (
                _capital(traits, shape) and _may_be(traits) and not traits & (Trait.COMMON | Trait.ROLE)
            )
        )

    @cached_property
    def _small_linking(self) -> str:
        # "dr de garde" is nobody by name: behind "de", "la" a small word must be no ordinary one.
        return self._a.having(Trait.LINKING, Shape.LOWER)

    @cached_property
    def _small_uncommon(self) -> str:
        return self._a.words(
            lambda traits, shape: (
                shape is Shape.LOWER
                and _may_be(traits)
                and not traits & (Trait.COMMON | Trait.FUNCTION | Trait.PARTICLE | Trait.LINKING)
            )
        )

    @cached_property
    def _eponym(self) -> str:
        return self._a.having(Trait.EPONYM_HEAD)

    @cached_property
    def _linking(self) -> str:
        return self._a.having(Trait.LINKING)

    @cached_property
    def _grade(self) -> str:
        return self._a.having(Trait.GRADE, Shape.TITLE, Shape.UPPER, Shape.ACRONYM, Shape.MIXED)

    @cached_property
    def letters(self) -> str:
        # Two or three capitals the lists know nothing of: the initials of whoever signs.
        return self._a.words(lambda traits, shape: shape is Shape.ACRONYM and not traits)

    @cached_property
    def strong(self) -> str:
        return self._a.words(
            lambda traits, shape: (
                bool(traits & Trait.TITLE) and (shape is not Shape.LOWER or not traits & Trait.WEAK_TITLE)
            )
        )

    @cached_property
    def several(self) -> str:
        return self._a.words(
            lambda traits, shape: (
                bool(traits & Trait.PLURAL_TITLE) and (shape is not Shape.LOWER or not traits & Trait.WEAK_TITLE)
            )
        )

    @cached_property
    def sure_title(self) -> str:
        return self._a.words(lambda traits, shape: bool(traits & Trait.TITLE) and not traits & Trait.WEAK_TITLE)


class NamePatterns(_Words):
    """The parts rules are written with: sets of words, and the marks and sequences made of them."""

    @cached_property
    def dot(self) -> str:
        """A full stop, or none."""
        return self._a.mark(".") + "?"

    @cached_property
    def colon(self) -> str:
        """A colon."""
        return self._a.mark(":")

    @cached_property
    def hyphen(self) -> str:
        """A hyphen without spaces."""
        return self._a.tight("-")

    @cached_property
    def join(self) -> str:
        """A hyphen or an apostrophe without spaces."""
        return self._a.tight("-'")

    @cached_property
    def break_or_gap(self) -> str:
        """The end of a line, or a wide gap, or neither."""
        return f"[{self._a.BREAK}{self._a.GAP}]?"

    @cached_property
    def _no_elision(self) -> str:
        # The N of N'Guessan is no initial.
        return f"(?!{self._a.tight(chr(39))})"

    @cached_property
    def initial(self) -> str:
        """One letter that may stand for a name."""
        return self._a.words(lambda traits, shape: shape is Shape.INITIAL) + self._no_elision

    @cached_property
    def plain_initial(self) -> str:
        """One letter that may stand for a name and is no title."""
        return (
            self._a.words(lambda traits, shape: shape is Shape.INITIAL and not traits & Trait.TITLE) + self._no_elision
        )

    @cached_property
    def dot_mark(self) -> str:
        """A full stop."""
        return self._a.mark(".")

    @cached_property
    def loose_dot(self) -> str:
        """A full stop that spaces may part from its word."""
        return self._a.loose(".")

    @cached_property
    def dotted(self) -> str:
        """Initials with their full stops: « J.-P. »."""
        before_hyphen = f"{self.initial}{self._a.tight('.')}(?={self.hyphen}{self.initial})"
        others = f"(?:{self.hyphen}?{self.initial}{self.dot_mark}){{0,2}}"
        return f"(?:{self.plain_initial}{self.dot_mark}|{before_hyphen}){others}"

    @cached_property
    def initials(self) -> str:
        """Initials, or a short form of a given name with its full stop."""
        letters = f"{self.initial}{self.dot}(?:{self.hyphen}?{self.initial}{self.dot}){{0,2}}"
        return f"(?:{letters}|{self._short_given}{self.dot_mark})"

    @cached_property
    def particles(self) -> str:
        """Up to three particles, or none."""
        return f"(?:{self._a.having(Trait.PARTICLE)}{self.join}?){{0,3}}"

    @cached_property
    def tail(self) -> str:
        """The further words of a compound, or none."""
        # A compound may be cut at the end of a line.
        return f"(?:{self.join}{self._a.BREAK}?{self.word}){{0,4}}"

    @cached_property
    def capital_particles(self) -> str:
        """Up to three particles that may begin a name, or none."""
        return f"(?:{self.name_particle}{self.join}?){{0,3}}"

    @cached_property
    def part(self) -> str:
        """A likely name with its particles and its compounds."""
        return f"(?:{self.capital_particles}{self.likely}|{self.particles}{self._no_place}){self.tail}"

    @cached_property
    def more(self) -> str:
        """Up to three further parts or initials, or none."""
        return f"(?:{self.part}|{self.initials}){{0,3}}"

    @cached_property
    def _uncommon_part(self) -> str:
        # An ordinary word alone is no name behind a role: "Patient : Homme de 54 ans".
        return f"{self.capital_particles}{self._uncommon_likely}{self.tail}"

    @cached_property
    def person(self) -> str:
        """A whole name that no title announces."""
        followed = f"{self.part}(?={self.part}|{self.initials})"
        return f"(?:(?:{self.dotted}){self.part}|{self._uncommon_part}|{followed}){self.more}"

    @cached_property
    def sequence(self) -> str:
        """A name where a form announces one."""
        announced = f"{self.particles}{self.announced}{self.tail}"
        return f"(?:{self.initials}(?:{announced})?|{announced}){self.more}"

    @cached_property
    def _titled_part(self) -> str:
        behind_article = f"{self._article}{self.join}?{self._uncommon}"
        return f"(?:{behind_article}|(?!{self._article}){self.particles}{self._titled}){self.tail}"

    @cached_property
    def _given_and_family(self) -> str:
        return f"(?:{self.initials}|{self.given}{self.tail}){{1,2}}{self.particles}{self.likely}{self.tail}"

    @cached_property
    def titled_sequence(self) -> str:
        """A name behind a title."""
        return f"(?:{self._given_and_family}|{self.initials}(?:{self._titled_part})?|{self._titled_part}){self.more}"

    @cached_property
    def _small_part(self) -> str:
        behind_linking = f"(?:{self._small_linking}{self.join}?){{1,3}}{self._small_uncommon}"
        no_linking = f"(?!{self._small_linking}){self.particles}{self._small}"
        return f"(?!{self.particles}{self._small_town})(?:{behind_linking}|{no_linking}){self.tail}"

    @cached_property
    def _small_initials(self) -> str:
        return f"(?:{self._a.having(Trait.LETTER, Shape.LOWER)}{self.dot_mark}){{1,2}}"

    @cached_property
    def small_sequence(self) -> str:
        """A name in small letters behind a title."""
        return f"(?:{self._small_initials}(?:{self._small_part})?|{self._small_part}(?:{self._small_part})?)"

    @cached_property
    def given_part(self) -> str:
        """A given name that stands for nothing else, with its compounds."""
        return f"{self._sure_given}{self.tail}"

    @cached_property
    def eponymous(self) -> str:
        """The words that make an eponym of the name behind them."""
        # Behind these words a name is an eponym.
        return f"{self._eponym}(?:{self._linking}{self._a.tight(chr(39))}?)?"

    @cached_property
    def edge(self) -> str:
        """The end of a line, a blank line or a wide gap."""
        return f"[{self._a.BREAK}{self._a.BLANK}{self._a.GAP}]"

    @cached_property
    def ungraded(self) -> str:
        """Nothing that makes a grade or a measure of what stands before."""
        return f"(?!{self._a.mark('+=<>')}|{self._grade})"

    @cached_property
    def unscored(self) -> str:
        """Nothing that makes a score, a grade or a measure of what stands before."""
        return f"(?!{self._a.NUMBER}|{self._a.mark('+=<>')}|{self._grade})"

    @cached_property
    def unit(self) -> str:
        """What stands before a letter that is a unit or part of an acronym."""
        # A letter behind a figure, a stroke or another dotted letter is a unit or an acronym.
        return f"{self._a.TIGHT_NUMBER}|{self._a.mark('/')}|{self.initial}{self.dot_mark}"

    @cached_property
    def line_start(self) -> str:
        """The beginning of a line or of the text."""
        return f"^|{self.edge}"

    @cached_property
    def title(self) -> str:
        """A title, with its full stop or without."""
        return f"{self.strong}{self.dot}"

    @cached_property
    def separator(self) -> str:
        """What parts the names of several people."""
        return f"(?:{self._a.mark(',/&+-')}|{self._a.having(Trait.AND)}){{1,2}}"

    @cached_property
    def slash(self) -> str:
        """A slash, or « et », between two names."""
        return f"(?:{self._a.mark('/')}|{self._a.having(Trait.AND)})"

    @cached_property
    def label_words(self) -> str:
        """Up to five words and brackets between a label of a form and its colon."""
        return f"(?:{self.word}|{self._a.tight('(')}|{self._a.mark(')')}|{self.join}){{0,5}}"

    @cached_property
    def bar(self) -> str:
        """A vertical bar."""
        return self._a.mark("|")

    def led(self, core: str) -> str:
        """Return a name of this core, led by particles or not; it begins with one set, for a fast search."""
        particle, join = self.name_particle, self.join
        led_by = f"(?<={particle}){join}?(?:{particle}{join}?){{0,2}}{core}{self.tail}"
        return f"{self._a.union(core, particle)}(?:{led_by}|(?<={core}){self.tail})"


@cache
def name_patterns() -> NamePatterns:
    """Return the parts for the bundled word lists."""
    return NamePatterns()
