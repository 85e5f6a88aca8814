"""The named parts that rules for names are composed of: sets of words, and sequences of them.

Each part is a regular expression over the symbols of the bundled lexicon.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

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


@dataclass(frozen=True, slots=True)
class NamePatterns:
    """The parts rules are written with; :func:`name_patterns` says what each is made of."""

    word: str
    dot: str
    colon: str
    hyphen: str
    join: str
    break_or_gap: str
    initial: str
    plain_initial: str
    dot_mark: str
    loose_dot: str
    dotted: str
    initials: str
    particles: str
    name_particle: str
    tail: str
    announced: str
    likely: str
    listed: str
    unknown_title: str
    upper: str
    upper_family: str
    sure_family: str
    given: str
    given_word: str
    lower: str
    acronym_given: str
    after_given: str
    sure_small: str
    capital_particles: str
    part: str
    more: str
    person: str
    sequence: str
    titled_sequence: str
    small_sequence: str
    given_part: str
    eponymous: str
    edge: str
    ungraded: str
    unscored: str
    unit: str
    line_start: str
    letters: str
    strong: str
    several: str
    title: str
    sure_title: str
    separator: str
    slash: str
    label_words: str
    bar: str

    def led(self, core: str) -> str:
        """Return a name of this core, led by particles or not; it begins with one set, for a fast search."""
        particle, join = self.name_particle, self.join
        led_by = f"(?<={particle}){join}?(?:{particle}{join}?){{0,2}}{core}{self.tail}"
        return f"{alphabet().union(core, particle)}(?:{led_by}|(?<={core}){self.tail})"


@cache
def name_patterns() -> NamePatterns:
    """Return the parts, compiled for the bundled word lists."""
    a = alphabet()

    word = a.words(lambda traits, shape: True)
    dot, colon, hyphen, join = a.mark(".") + "?", a.mark(":"), a.tight("-"), a.tight("-'")
    break_or_gap = f"[{a.BREAK}{a.GAP}]?"

    # The N of N'Guessan is no initial.
    no_elision = f"(?!{a.tight(chr(39))})"
    initial = a.words(lambda traits, shape: shape is Shape.INITIAL) + no_elision
    plain_initial = a.words(lambda traits, shape: shape is Shape.INITIAL and not traits & Trait.TITLE) + no_elision
    dot_mark, loose_dot = a.mark("."), a.loose(".")
    dotted = (
        f"(?:{plain_initial}{dot_mark}|{initial}{a.tight('.')}(?={hyphen}{initial}))"
        f"(?:{hyphen}?{initial}{dot_mark}){{0,2}}"
    )
    short_given = a.words(
        lambda traits, shape: shape in (Shape.TITLE, Shape.ACRONYM) and bool(traits & Trait.SHORT_GIVEN)
    )
    initials = f"(?:{initial}{dot}(?:{hyphen}?{initial}{dot}){{0,2}}|{short_given}{dot_mark})"
    particles = f"(?:{a.having(Trait.PARTICLE)}{join}?){{0,3}}"
    # At the head of a name "de", "du", "la" in lower case are prepositions and articles of the sentence.
    name_particle = a.words(
        lambda traits, shape: bool(traits & Trait.PARTICLE) and (shape is not Shape.LOWER or not traits & Trait.LINKING)
    )
    # A compound may be cut at the end of a line.
    tail = f"(?:{join}{a.BREAK}?{word}){{0,4}}"

    announced = a.words(lambda traits, shape: _capital(traits, shape) and _may_be(traits))
    # Behind a title even an eponym or a month is somebody: Dr Redon, Mme Avril.
    titled = a.words(
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
    likely = a.words(lambda traits, shape: _capital(traits, shape) and _likely(traits))
    listed = a.words(
        lambda traits, shape: (
            _capital(traits, shape) and _likely(traits) and bool(traits & _NAMED) and not traits & Trait.CITY
        )
    )
    unknown_title = a.words(
        lambda traits, shape: (
            shape is Shape.TITLE
            and _likely(traits)
            and not traits & (Trait.COMMON | Trait.CITY | Trait.CITY_WORD | Trait.LOCATION)
        )
    )
    upper = a.words(lambda traits, shape: shape is Shape.UPPER and _likely(traits))
    upper_family = a.words(
        lambda traits, shape: (
            shape is Shape.UPPER and _likely(traits) and bool(traits & Trait.FAMILY) and not traits & Trait.COMMON
        )
    )
    sure_family = a.words(
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
    small = a.words(
        lambda traits, shape: (
            shape is Shape.LOWER
            and _may_be(traits)
            and (not traits & Trait.COMMON or bool(traits & _NAMED and not traits & _ORDINARY))
            and not traits & (Trait.FUNCTION | Trait.PARTICLE | Trait.LINKING)
        )
    )
    given = a.words(
        lambda traits, shape: _capital(traits, shape) and bool(traits & Trait.FIRST) and not traits & _FIXED
    )
    sure_given = a.words(lambda traits, shape: shape in (Shape.TITLE, Shape.UPPER) and _unmistakable_given(traits))
    # French gives no capital to a word inside a sentence: "avec Aurore", "que Claire" are names.
    given_word = a.words(
        lambda traits, shape: (
            shape is Shape.TITLE
            and bool(traits & Trait.FIRST)
            and bool(traits & Trait.COMMON)
            and not traits & (_FIXED | _ORDINARY | Trait.MEDICAL | Trait.EPONYM | Trait.CITY | Trait.LOCATION)
        )
    )
    lower = a.words(lambda traits, shape: shape is Shape.LOWER and not traits & (Trait.EPONYM_HEAD | Trait.STREET))
    acronym_given = a.words(lambda traits, shape: shape is Shape.ACRONYM and _unmistakable_given(traits))
    # Right behind a given name a capital is a family name even on an ordinary word: Élodie Rance.
    after_given = a.words(
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
    sure_small = a.words(lambda traits, shape: shape is Shape.LOWER and _unmistakable_given(traits))

    uncommon_likely = a.words(
        lambda traits, shape: (
            _capital(traits, shape) and _likely(traits) and not (traits & Trait.COMMON and shape is Shape.TITLE)
        )
    )
    no_place = a.words(
        lambda traits, shape: _capital(traits, shape) and _likely(traits) and not traits & (Trait.CITY | Trait.LOCATION)
    )
    capital_particles = f"(?:{name_particle}{join}?){{0,3}}"
    part = f"(?:{capital_particles}{likely}|{particles}{no_place}){tail}"
    more = f"(?:{part}|{initials}){{0,3}}"
    # An ordinary word alone is no name behind a role: "Patient : Homme de 54 ans".
    uncommon_part = f"{capital_particles}{uncommon_likely}{tail}"
    person = f"(?:(?:{dotted}){part}|{uncommon_part}|{part}(?={part}|{initials})){more}"
    sequence = f"(?:{initials}(?:{particles}{announced}{tail})?|{particles}{announced}{tail}){more}"
    small_town = a.words(lambda traits, shape: shape is Shape.LOWER and bool(traits & Trait.CITY))
    # "Monsieur le Juge" is nobody by name.
    article = a.having(Trait.ARTICLE, Shape.LOWER)
    uncommon = a.words(
        lambda traits, shape: _capital(traits, shape) and _may_be(traits) and not traits & (Trait.COMMON | Trait.ROLE)
    )
    titled_part = f"(?:{article}{join}?{uncommon}|(?!{article}){particles}{titled}){tail}"
    given_and_family = f"(?:{initials}|{given}{tail}){{1,2}}{particles}{likely}{tail}"
    titled_sequence = f"(?:{given_and_family}|{initials}(?:{titled_part})?|{titled_part}){more}"
    # "dr de garde" is nobody by name: behind "de", "la" a small word must be no ordinary one.
    small_linking = a.having(Trait.LINKING, Shape.LOWER)
    small_uncommon = a.words(
        lambda traits, shape: (
            shape is Shape.LOWER
            and _may_be(traits)
            and not traits & (Trait.COMMON | Trait.FUNCTION | Trait.PARTICLE | Trait.LINKING)
        )
    )
    small_part = (
        f"(?!{particles}{small_town})"
        f"(?:(?:{small_linking}{join}?){{1,3}}{small_uncommon}|(?!{small_linking}){particles}{small}){tail}"
    )
    small_initials = f"(?:{a.having(Trait.LETTER, Shape.LOWER)}{dot_mark}){{1,2}}"
    small_sequence = f"(?:{small_initials}(?:{small_part})?|{small_part}(?:{small_part})?)"
    given_part = f"{sure_given}{tail}"

    eponym = a.having(Trait.EPONYM_HEAD)
    linking = a.having(Trait.LINKING)
    # Behind these words a name is an eponym.
    eponymous = f"{eponym}(?:{linking}{a.tight(chr(39))}?)?"
    edge = f"[{a.BREAK}{a.BLANK}{a.GAP}]"
    grade = a.having(Trait.GRADE, Shape.TITLE, Shape.UPPER, Shape.ACRONYM, Shape.MIXED)
    ungraded = f"(?!{a.mark('+=<>')}|{grade})"
    unscored = f"(?!{a.NUMBER}|{a.mark('+=<>')}|{grade})"
    # A letter behind a figure, a stroke or another dotted letter is a unit or an acronym.
    unit = f"{a.TIGHT_NUMBER}|{a.mark('/')}|{initial}{dot_mark}"
    line_start = f"^|{edge}"
    # Two or three capitals the lists know nothing of: the initials of whoever signs.
    letters = a.words(lambda traits, shape: shape is Shape.ACRONYM and not traits)

    strong = a.words(
        lambda traits, shape: bool(traits & Trait.TITLE) and (shape is not Shape.LOWER or not traits & Trait.WEAK_TITLE)
    )
    several = a.words(
        lambda traits, shape: (
            bool(traits & Trait.PLURAL_TITLE) and (shape is not Shape.LOWER or not traits & Trait.WEAK_TITLE)
        )
    )
    title = f"{strong}{dot}"
    sure_title = a.words(lambda traits, shape: bool(traits & Trait.TITLE) and not traits & Trait.WEAK_TITLE)
    separator = f"(?:{a.mark(',/&+-')}|{a.having(Trait.AND)}){{1,2}}"
    slash = f"(?:{a.mark('/')}|{a.having(Trait.AND)})"
    label_words = f"(?:{word}|{a.tight('(')}|{a.mark(')')}|{join}){{0,5}}"
    bar = a.mark("|")

    return NamePatterns(
        word=word,
        dot=dot,
        colon=colon,
        hyphen=hyphen,
        join=join,
        break_or_gap=break_or_gap,
        initial=initial,
        plain_initial=plain_initial,
        dot_mark=dot_mark,
        loose_dot=loose_dot,
        dotted=dotted,
        initials=initials,
        particles=particles,
        name_particle=name_particle,
        tail=tail,
        announced=announced,
        likely=likely,
        listed=listed,
        unknown_title=unknown_title,
        upper=upper,
        upper_family=upper_family,
        sure_family=sure_family,
        given=given,
        given_word=given_word,
        lower=lower,
        acronym_given=acronym_given,
        after_given=after_given,
        sure_small=sure_small,
        capital_particles=capital_particles,
        part=part,
        more=more,
        person=person,
        sequence=sequence,
        titled_sequence=titled_sequence,
        small_sequence=small_sequence,
        given_part=given_part,
        eponymous=eponymous,
        edge=edge,
        ungraded=ungraded,
        unscored=unscored,
        unit=unit,
        line_start=line_start,
        letters=letters,
        strong=strong,
        several=several,
        title=title,
        sure_title=sure_title,
        separator=separator,
        slash=slash,
        label_words=label_words,
        bar=bar,
    )
