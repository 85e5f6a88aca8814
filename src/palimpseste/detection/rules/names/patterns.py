"""The named parts that rules for names are composed of: marks, and sequences of words.

Each part is a regular expression, worked out once from the parts it is made of, when a rule first asks for it.
"""

from __future__ import annotations

from functools import cache, cached_property

from palimpseste.detection.rules.names.words import NameWords
from palimpseste.detection.tokens import Shape, Trait

__all__ = ["name_patterns"]


class NamePatterns(NameWords):
    """The parts rules are written with: sets of words, and the marks and sequences made of them."""

    @cached_property
    def dot(self) -> str:
        """A full stop, or none."""
        return self.alphabet.mark(".") + "?"

    @cached_property
    def colon(self) -> str:
        """A colon."""
        return self.alphabet.mark(":")

    @cached_property
    def hyphen(self) -> str:
        """A hyphen without spaces."""
        return self.alphabet.tight("-")

    @cached_property
    def join(self) -> str:
        """A hyphen or an apostrophe without spaces."""
        return self.alphabet.tight("-'")

    @cached_property
    def break_or_gap(self) -> str:
        """The end of a line, or a wide gap, or neither."""
        return f"[{self.alphabet.BREAK}{self.alphabet.GAP}]?"

    @cached_property
    def _no_elision(self) -> str:
        # The N of N'Guessan is no initial.
        return f"(?!{self.alphabet.tight(chr(39))})"

    @cached_property
    def initial(self) -> str:
        """One letter that may stand for a name."""
        return self.alphabet.words(lambda traits, shape: shape is Shape.INITIAL) + self._no_elision

    @cached_property
    def plain_initial(self) -> str:
        """One letter that may stand for a name and is no title."""
        return (
            self.alphabet.words(lambda traits, shape: shape is Shape.INITIAL and not traits & Trait.TITLE)
            + self._no_elision
        )

    @cached_property
    def dot_mark(self) -> str:
        """A full stop."""
        return self.alphabet.mark(".")

    @cached_property
    def loose_dot(self) -> str:
        """A full stop that spaces may part from its word."""
        return self.alphabet.loose(".")

    @cached_property
    def dotted(self) -> str:
        """Initials with their full stops: « J.-P. »."""
        before_hyphen = f"{self.initial}{self.alphabet.tight('.')}(?={self.hyphen}{self.initial})"
        others = f"(?:{self.hyphen}?{self.initial}{self.dot_mark}){{0,2}}"
        return f"(?:{self.plain_initial}{self.dot_mark}|{before_hyphen}){others}"

    @cached_property
    def initials(self) -> str:
        """Initials, or a short form of a given name with its full stop."""
        letters = f"{self.initial}{self.dot}(?:{self.hyphen}?{self.initial}{self.dot}){{0,2}}"
        return f"(?:{letters}|{self.short_given}{self.dot_mark})"

    @cached_property
    def particles(self) -> str:
        """Up to three particles, or none."""
        return f"(?:{self.alphabet.having(Trait.PARTICLE)}{self.join}?){{0,3}}"

    @cached_property
    def tail(self) -> str:
        """The further words of a compound, or none."""
        # A compound may be cut at the end of a line.
        return f"(?:{self.join}{self.alphabet.BREAK}?{self.word}){{0,4}}"

    @cached_property
    def capital_particles(self) -> str:
        """Up to three particles that may begin a name, or none."""
        return f"(?:{self.name_particle}{self.join}?){{0,3}}"

    @cached_property
    def part(self) -> str:
        """A likely name with its particles and its compounds."""
        return f"(?:{self.capital_particles}{self.likely}|{self.particles}{self.no_place}){self.tail}"

    @cached_property
    def more(self) -> str:
        """Up to three further parts or initials, or none."""
        return f"(?:{self.part}|{self.initials}){{0,3}}"

    @cached_property
    def _uncommon_part(self) -> str:
        # An ordinary word alone is no name behind a role: "Patient : Homme de 54 ans".
        return f"{self.capital_particles}{self.uncommon_likely}{self.tail}"

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
        behind_article = f"{self.article}{self.join}?{self.uncommon}"
        return f"(?:{behind_article}|(?!{self.article}){self.particles}{self.titled}){self.tail}"

    @cached_property
    def _given_and_family(self) -> str:
        return f"(?:{self.initials}|{self.given}{self.tail}){{1,2}}{self.particles}{self.likely}{self.tail}"

    @cached_property
    def titled_sequence(self) -> str:
        """A name behind a title."""
        return f"(?:{self._given_and_family}|{self.initials}(?:{self._titled_part})?|{self._titled_part}){self.more}"

    @cached_property
    def _small_part(self) -> str:
        behind_linking = f"(?:{self.small_linking}{self.join}?){{1,3}}{self.small_uncommon}"
        no_linking = f"(?!{self.small_linking}){self.particles}{self.small}"
        return f"(?!{self.particles}{self.small_town})(?:{behind_linking}|{no_linking}){self.tail}"

    @cached_property
    def _small_initials(self) -> str:
        return f"(?:{self.alphabet.having(Trait.LETTER, Shape.LOWER)}{self.dot_mark}){{1,2}}"

    @cached_property
    def small_sequence(self) -> str:
        """A name in small letters behind a title."""
        return f"(?:{self._small_initials}(?:{self._small_part})?|{self._small_part}(?:{self._small_part})?)"

    @cached_property
    def given_part(self) -> str:
        """A given name that stands for nothing else, with its compounds."""
        return f"{self.sure_given}{self.tail}"

    @cached_property
    def eponymous(self) -> str:
        """The words that make an eponym of the name behind them."""
        # Behind these words a name is an eponym.
        return f"{self.eponym}(?:{self.linking}{self.alphabet.tight(chr(39))}?)?"

    @cached_property
    def edge(self) -> str:
        """The end of a line, a blank line or a wide gap."""
        return f"[{self.alphabet.BREAK}{self.alphabet.BLANK}{self.alphabet.GAP}]"

    @cached_property
    def ungraded(self) -> str:
        """Nothing that makes a grade or a measure of what stands before."""
        return f"(?!{self.alphabet.mark('+=<>')}|{self.grade})"

    @cached_property
    def unscored(self) -> str:
        """Nothing that makes a score, a grade or a measure of what stands before."""
        return f"(?!{self.alphabet.NUMBER}|{self.alphabet.mark('+=<>')}|{self.grade})"

    @cached_property
    def unit(self) -> str:
        """What stands before a letter that is a unit or part of an acronym."""
        # A letter behind a figure, a stroke or another dotted letter is a unit or an acronym.
        return f"{self.alphabet.TIGHT_NUMBER}|{self.alphabet.mark('/')}|{self.initial}{self.dot_mark}"

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
        return f"(?:{self.alphabet.mark(',/&+-')}|{self.alphabet.having(Trait.AND)}){{1,2}}"

    @cached_property
    def slash(self) -> str:
        """A slash, or « et », between two names."""
        return f"(?:{self.alphabet.mark('/')}|{self.alphabet.having(Trait.AND)})"

    @cached_property
    def label_words(self) -> str:
        """Up to five words and brackets between a label of a form and its colon."""
        return f"(?:{self.word}|{self.alphabet.tight('(')}|{self.alphabet.mark(')')}|{self.join}){{0,5}}"

    @cached_property
    def bar(self) -> str:
        """A vertical bar."""
        return self.alphabet.mark("|")

    def led(self, core: str) -> str:
        """Return a name of this core, led by particles or not; it begins with one set, for a fast search."""
        particle, join = self.name_particle, self.join
        led_by = f"(?<={particle}){join}?(?:{particle}{join}?){{0,2}}{core}{self.tail}"
        return f"{self.alphabet.union(core, particle)}(?:{led_by}|(?<={core}){self.tail})"


@cache
def name_patterns() -> NamePatterns:
    """Return the parts for the bundled word lists."""
    return NamePatterns()
