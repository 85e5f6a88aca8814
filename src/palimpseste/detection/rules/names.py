"""Rules for given and family names, over words.

A rule finds a *sequence* of name parts by what stands around it (a title, a role, a relative, a label of a form) or by
what it is made of (a listed given name beside a capitalised word). :mod:`palimpseste.detection.rules.name_order` then
tells given names from family names.
"""

from __future__ import annotations

from functools import cache

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.rules.name_reading import (
    read_family_first,
    read_given_names,
    read_initials,
    read_names,
    read_spelled_name,
)
from palimpseste.detection.rules.token_rule import TokenRule, as_one
from palimpseste.detection.tokens import Shape, Trait

__all__ = ["name_rules"]

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


def _may_be(traits: Trait) -> bool:
    """Tell whether a capitalised word is a name where a name is announced."""
    return not traits & _FIXED and (bool(traits & _NAMED) or not traits & _ORDINARY)


def _capital(traits: Trait, shape: Shape) -> bool:
    """Tell whether a word has the capitals of a name; three letters in capitals need the lists' word for it."""
    return shape in _WRITTEN or (shape is Shape.ACRONYM and bool(traits & _NAMED))


def _likely(traits: Trait) -> bool:
    """Tell whether a capitalised word goes on with a name begun."""
    if not _may_be(traits):
        return False
    return not traits & Trait.COMMON or bool(traits & _NAMED and not traits & _ORDINARY)


def _unmistakable_given(traits: Trait) -> bool:
    """Tell whether a capitalised word is a given name wherever it stands."""
    doubts = Trait.COMMON | Trait.MEDICAL | Trait.EPONYM | Trait.CITY | Trait.LOCATION | _FIXED | _ORDINARY
    return bool(traits & Trait.FIRST) and not traits & doubts


@cache
def name_rules() -> tuple[TokenRule, ...]:
    """Return the rules, compiled for the bundled word lists."""
    a = alphabet()

    def with_trait(trait: Trait, *shapes: Shape) -> str:
        return a.words(lambda traits, shape: bool(traits & trait) and (not shapes or shape in shapes))

    word = a.words(lambda traits, shape: True)
    dot, colon, hyphen, join = a.mark(".") + "?", a.mark(":"), a.tight("-"), a.tight("-'")
    break_or_gap = f"[{a.BREAK}{a.GAP}]?"

    # The N of N'Guessan is no initial.
    no_elision = f"(?!{a.tight(chr(39))})"
    initial = a.words(lambda traits, shape: shape is Shape.INITIAL) + no_elision
    plain_initial = a.words(lambda traits, shape: shape is Shape.INITIAL and not traits & Trait.TITLE) + no_elision
    dot_mark, loose_dot = a.mark("."), a.loose(".")
    dotted = f"(?:{plain_initial}{dot_mark}|{initial}{a.tight('.')}(?={hyphen}{initial}))(?:{hyphen}?{initial}{dot_mark}){{0,2}}"
    short_given = a.words(
        lambda traits, shape: shape in (Shape.TITLE, Shape.ACRONYM) and bool(traits & Trait.SHORT_GIVEN)
    )
    initials = f"(?:{initial}{dot}(?:{hyphen}?{initial}{dot}){{0,2}}|{short_given}{dot_mark})"
    particles = f"(?:{with_trait(Trait.PARTICLE)}{join}?){{0,3}}"
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

    def led(core: str) -> str:
        """Return a name of this core, led by particles or not; it begins with one set, for a fast search."""
        led_by = f"(?<={name_particle}){join}?(?:{name_particle}{join}?){{0,2}}{core}{tail}"
        return f"{a.union(core, name_particle)}(?:{led_by}|(?<={core}){tail})"

    more = f"(?:{part}|{initials}){{0,3}}"
    # An ordinary word alone is no name behind a role: "Patient : Homme de 54 ans".
    uncommon_part = f"{capital_particles}{uncommon_likely}{tail}"
    person = f"(?:(?:{dotted}){part}|{uncommon_part}|{part}(?={part}|{initials})){more}"
    sequence = f"(?:{initials}(?:{particles}{announced}{tail})?|{particles}{announced}{tail}){more}"
    small_town = a.words(lambda traits, shape: shape is Shape.LOWER and bool(traits & Trait.CITY))
    # "Monsieur le Juge" is nobody by name.
    article = with_trait(Trait.ARTICLE, Shape.LOWER)
    uncommon = a.words(
        lambda traits, shape: _capital(traits, shape) and _may_be(traits) and not traits & (Trait.COMMON | Trait.ROLE)
    )
    titled_part = f"(?:{article}{join}?{uncommon}|(?!{article}){particles}{titled}){tail}"
    given_and_family = f"(?:{initials}|{given}{tail}){{1,2}}{particles}{likely}{tail}"
    titled_sequence = f"(?:{given_and_family}|{initials}(?:{titled_part})?|{titled_part}){more}"
    # "dr de garde" is nobody by name: behind "de", "la" a small word must be no ordinary one.
    small_linking = with_trait(Trait.LINKING, Shape.LOWER)
    small_uncommon = a.words(
        lambda traits, shape: (
            shape is Shape.LOWER
            and _may_be(traits)
            and not traits & (Trait.COMMON | Trait.FUNCTION | Trait.PARTICLE | Trait.LINKING)
        )
    )
    small_part = f"(?!{particles}{small_town})(?:(?:{small_linking}{join}?){{1,3}}{small_uncommon}|(?!{small_linking}){particles}{small}){tail}"
    small_initials = f"(?:{with_trait(Trait.LETTER, Shape.LOWER)}{dot_mark}){{1,2}}"
    small_sequence = f"(?:{small_initials}(?:{small_part})?|{small_part}(?:{small_part})?)"
    given_part = f"{sure_given}{tail}"

    eponym = with_trait(Trait.EPONYM_HEAD)
    linking = with_trait(Trait.LINKING)
    # Behind these words a name is an eponym.
    eponymous = f"{eponym}(?:{linking}{a.tight(chr(39))}?)?"
    edge = f"[{a.BREAK}{a.BLANK}{a.GAP}]"
    grade = with_trait(Trait.GRADE, Shape.TITLE, Shape.UPPER, Shape.ACRONYM, Shape.MIXED)
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
    separator = f"(?:{a.mark(',/&+-')}|{with_trait(Trait.AND)}){{1,2}}"
    slash = f"(?:{a.mark('/')}|{with_trait(Trait.AND)})"
    label_words = f"(?:{word}|{a.tight('(')}|{a.mark(')')}|{join}){{0,5}}"
    bar = a.mark("|")

    return (
        TokenRule("name.spaced", f"(?P<found>{initial}{bar}?(?:{initial}{bar}?){{3,23}})", read_spelled_name),
        TokenRule(
            "name.titles",
            f"{several}{dot}{break_or_gap}(?P<found>{titled_sequence}(?:{separator}(?:{title})?{titled_sequence}){{1,6}})",
            read_names("LASTNAME"),
        ),
        TokenRule(
            "name.title",
            f"{strong}{dot}(?:(?<={sure_title}){break_or_gap}|(?<={sure_title}{dot_mark}){break_or_gap})?"
            f"(?P<found>{titled_sequence}(?:{slash}(?:{initials})?{part})?)",
            read_names("LASTNAME"),
            not_after=a.TIGHT_NUMBER,
        ),
        TokenRule("name.title.small", f"{title}(?P<found>{small_sequence})", read_names("LASTNAME")),
        TokenRule(
            "name.form.family",
            f"{with_trait(Trait.FAMILY_LABEL)}{label_words}(?:{colon}|{dot_mark}{{2,20}})(?P<found>{sequence})",
            read_names("LASTNAME"),
        ),
        TokenRule(
            "name.form.given",
            f"{with_trait(Trait.GIVEN_LABEL)}{label_words}(?:{colon}|{dot_mark}{{2,20}})(?P<found>{sequence})",
            read_given_names,
        ),
        TokenRule("name.born", f"{with_trait(Trait.BORN)}{dot}{colon}?(?P<found>{part}{more})", read_names("LASTNAME")),
        TokenRule(
            "name.role",
            f"{with_trait(Trait.ROLE)}{word}{{0,3}}{colon}(?P<found>{person}(?:{separator}(?:{dotted})?{part}{more}){{0,4}})",
            read_names("LASTNAME"),
        ),
        TokenRule(
            "name.role.direct",
            f"{with_trait(Trait.ROLE)}{a.tight('(')}?(?P<found>(?:{dotted})?(?:{name_particle}{join}?{likely}|{listed}|{unknown_title}){tail}{more}(?:{slash}(?:{initials})?{part}{more})?)",
            read_names("LASTNAME"),
        ),
        TokenRule(
            "name.link",
            f"{with_trait(Trait.LINK)}(?:{with_trait(Trait.BY)}|{colon})"
            f"(?P<found>{person}(?:{separator}(?:{dotted})?{part}{more}){{0,8}})",
            read_names("LASTNAME"),
        ),
        TokenRule(
            "name.signed",
            f"{with_trait(Trait.SIGNS)}(?P<found>(?:{dotted})?{capital_particles}(?:{listed}|{unknown_title}){tail}{more})",
            read_names("LASTNAME"),
        ),
        TokenRule(
            "name.secretary",
            f"{with_trait(Trait.SIGNS)}(?:{with_trait(Trait.BY)}|{colon})?(?P<found>{letters})",
            as_one("LASTNAME"),
        ),
        TokenRule(
            "name.kin",
            f"{with_trait(Trait.KIN)}{a.mark(',(:')}?(?P<found>(?:{given}|{unknown_title}|{sure_small}){tail}(?:{part}){{0,2}})",
            read_names("FIRSTNAME"),
        ),
        TokenRule("name.comma", f"(?P<found>{led(upper)}{a.mark(',')}(?:{given}{tail}){{1,3}})", read_family_first),
        TokenRule(
            "name.initial",
            f"(?P<found>{dotted}{particles}(?:{listed}|{unknown_title}|{upper}){tail}(?:{upper}{tail})?)",
            read_names("LASTNAME"),
            not_after=unit,
        ),
        TokenRule(
            "name.initial.after",
            f"(?P<found>{led(a.union(listed, upper))}"
            f"(?:{initial}{dot_mark}(?:{hyphen}?{initial}{dot_mark}){{0,2}}|{initial}{hyphen}{initial}|(?<=[{upper[1:-1]}]){letters}))(?!{announced})",
            read_names("LASTNAME"),
        ),
        TokenRule(
            "name.initials",
            f"(?P<found>{plain_initial}{loose_dot}{initial}{dot_mark})(?!{initial}{dot_mark})",
            read_initials,
            not_after=unit,
        ),
        TokenRule(
            "name.pair",
            f"(?P<found>{given_part}(?:{given_part}){{0,2}}"
            f"(?:(?:{part}|{acronym_given}){{1,2}}|{particles}{after_given}{tail})){ungraded}",
            read_names("FIRSTNAME"),
            not_after=eponymous,
        ),
        TokenRule(
            "name.pair.reversed",
            f"(?P<found>{led(a.union(likely, acronym_given))}(?:{given_part}){{1,3}}){ungraded}",
            read_names("FIRSTNAME"),
            not_after=eponymous,
        ),
        TokenRule(
            "name.line",
            f"(?P<found>{given}{tail}(?:{given}{tail})?{particles}{after_given}{tail})(?={edge}|$)",
            read_names("FIRSTNAME"),
            after=line_start,
        ),
        TokenRule(
            "name.columns",
            f"(?P<found>{led(upper_family)}{a.GAP}(?:{given}|{unknown_title}){tail}(?:{given_part}){{0,2}})",
            read_family_first,
        ),
        TokenRule(
            "name.case", f"(?P<found>{led(upper_family)}(?:{given}|{unknown_title}){tail})", read_names("LASTNAME")
        ),
        TokenRule(
            "name.family",
            f"(?P<found>{sure_family}{tail}){unscored}",
            as_one("LASTNAME"),
            not_after=f"{join}|{eponymous}",
        ),
        TokenRule("name.given.compound", f"(?P<found>{given}{hyphen}{given})", as_one("FIRSTNAME")),
        TokenRule("name.given.inside", f"(?P<found>{given_word}{tail}){ungraded}", as_one("FIRSTNAME"), after=lower),
        TokenRule("name.given", f"(?P<found>{given_part}){ungraded}", as_one("FIRSTNAME"), not_after=eponymous),
        TokenRule("name.given.small", f"(?P<found>{sure_small}(?:{hyphen}{sure_small})?)", as_one("FIRSTNAME")),
    )
