"""Rules for given and family names, over words.

A rule finds a *sequence* of name parts by what stands around it (a title, a role, a relative, a label of a form) or by
what it is made of (a listed given name beside a capitalised word). :mod:`palimpseste.detection.rules.names.order` then
tells given names from family names.
"""

from __future__ import annotations

from functools import cache

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.rules.names.patterns import name_patterns
from palimpseste.detection.rules.names.reading import (
    read_family_first,
    read_given_names,
    read_initials,
    read_names,
    read_spelled_name,
)
from palimpseste.detection.rules.token_rule import TokenRule, as_one
from palimpseste.detection.tokens import Trait

__all__ = ["name_rules"]


@cache
def name_rules() -> tuple[TokenRule, ...]:
    """Return the rules, compiled for the bundled word lists."""
    return (*_told_by_words(), *_told_by_place(), *_told_by_lists())


def _told_by_words() -> tuple[TokenRule, ...]:
    """Return those of names behind a title, a field, a role, a link or a word of kin."""
    a, p = alphabet(), name_patterns()
    return (
        TokenRule("name.spaced", f"(?P<found>{p.initial}{p.bar}?(?:{p.initial}{p.bar}?){{3,23}})", read_spelled_name),
        TokenRule(
            "name.titles",
            f"{p.several}{p.dot}{p.break_or_gap}"
            f"(?P<found>{p.titled_sequence}(?:{p.separator}(?:{p.title})?{p.titled_sequence}){{1,6}})",
            read_names("LASTNAME"),
        ),
        TokenRule(
            "name.title",
            f"{p.strong}{p.dot}(?:(?<={p.sure_title}){p.break_or_gap}|(?<={p.sure_title}{p.dot_mark}){p.break_or_gap})?"
            f"(?P<found>{p.titled_sequence}(?:{p.slash}(?:{p.initials})?{p.part})?)",
            read_names("LASTNAME"),
            not_after=a.TIGHT_NUMBER,
        ),
        TokenRule("name.title.small", f"{p.title}(?P<found>{p.small_sequence})", read_names("LASTNAME")),
        TokenRule(
            "name.form.family",
            f"{a.having(Trait.FAMILY_LABEL)}{p.label_words}(?:{p.colon}|{p.dot_mark}{{2,20}})(?P<found>{p.sequence})",
            read_names("LASTNAME"),
        ),
        TokenRule(
            "name.form.given",
            f"{a.having(Trait.GIVEN_LABEL)}{p.label_words}(?:{p.colon}|{p.dot_mark}{{2,20}})(?P<found>{p.sequence})",
            read_given_names,
        ),
        TokenRule(
            "name.born", f"{a.having(Trait.BORN)}{p.dot}{p.colon}?(?P<found>{p.part}{p.more})", read_names("LASTNAME")
        ),
        TokenRule(
            "name.role",
            f"{a.having(Trait.ROLE)}{p.word}{{0,3}}{p.colon}"
            f"(?P<found>{p.person}(?:{p.separator}(?:{p.dotted})?{p.part}{p.more}){{0,4}})",
            read_names("LASTNAME"),
        ),
        TokenRule(
            "name.role.direct",
            f"{a.having(Trait.ROLE)}{a.tight('(')}?"
            f"(?P<found>(?:{p.dotted})?(?:{p.name_particle}{p.join}?{p.likely}|{p.listed}|{p.unknown_title}){p.tail}{p.more}(?:{p.slash}(?:{p.initials})?{p.part}{p.more})?)",
            read_names("LASTNAME"),
        ),
        TokenRule(
            "name.link",
            f"{a.having(Trait.LINK)}(?:{a.having(Trait.BY)}|{p.colon})"
            f"(?P<found>{p.person}(?:{p.separator}(?:{p.dotted})?{p.part}{p.more}){{0,8}})",
            read_names("LASTNAME"),
        ),
        TokenRule(
            "name.signed",
            f"{a.having(Trait.SIGNS)}"
            f"(?P<found>(?:{p.dotted})?{p.capital_particles}(?:{p.listed}|{p.unknown_title}){p.tail}{p.more})",
            read_names("LASTNAME"),
        ),
        TokenRule(
            "name.secretary",
            f"{a.having(Trait.SIGNS)}(?:{a.having(Trait.BY)}|{p.colon})?(?P<found>{p.letters})",
            as_one("LASTNAME"),
        ),
        TokenRule(
            "name.kin",
            f"{a.having(Trait.KIN)}{a.mark(',(:')}?"
            f"(?P<found>(?:{p.given}|{p.unknown_title}|{p.sure_small}){p.tail}(?:{p.part}){{0,2}})",
            read_names("FIRSTNAME"),
        ),
    )


def _told_by_place() -> tuple[TokenRule, ...]:
    """Return those of names told by their marks, initials, order, line or column."""
    a, p = alphabet(), name_patterns()
    return (
        TokenRule(
            "name.comma",
            f"(?P<found>{p.led(p.upper)}{a.mark(',')}(?:{p.given}{p.tail}){{1,3}})",
            read_family_first,
        ),
        TokenRule(
            "name.initial",
            f"(?P<found>{p.dotted}{p.particles}(?:{p.listed}|{p.unknown_title}|{p.upper}){p.tail}(?:{p.upper}{p.tail})?)",
            read_names("LASTNAME"),
            not_after=p.unit,
        ),
        TokenRule(
            "name.initial.after",
            f"(?P<found>{p.led(a.union(p.listed, p.upper))}"
            f"(?:{p.initial}{p.dot_mark}(?:{p.hyphen}?{p.initial}{p.dot_mark}){{0,2}}|{p.initial}{p.hyphen}{p.initial}|(?<=[{p.upper[1:-1]}]){p.letters}))(?!{p.announced})",
            read_names("LASTNAME"),
        ),
        TokenRule(
            "name.initials",
            f"(?P<found>{p.plain_initial}{p.loose_dot}{p.initial}{p.dot_mark})(?!{p.initial}{p.dot_mark})",
            read_initials,
            not_after=p.unit,
        ),
        TokenRule(
            "name.pair",
            f"(?P<found>{p.given_part}(?:{p.given_part}){{0,2}}"
            f"(?:(?:{p.part}|{p.acronym_given}){{1,2}}|{p.particles}{p.after_given}{p.tail})){p.ungraded}",
            read_names("FIRSTNAME"),
            not_after=p.eponymous,
        ),
        TokenRule(
            "name.pair.reversed",
            f"(?P<found>{p.led(a.union(p.likely, p.acronym_given))}(?:{p.given_part}){{1,3}}){p.ungraded}",
            read_names("FIRSTNAME"),
            not_after=p.eponymous,
        ),
        TokenRule(
            "name.line",
            f"(?P<found>{p.given}{p.tail}(?:{p.given}{p.tail})?{p.particles}{p.after_given}{p.tail})(?={p.edge}|$)",
            read_names("FIRSTNAME"),
            after=p.line_start,
        ),
        TokenRule(
            "name.columns",
            f"(?P<found>{p.led(p.upper_family)}{a.GAP}(?:{p.given}|{p.unknown_title}){p.tail}(?:{p.given_part}){{0,2}})",
            read_family_first,
        ),
        TokenRule(
            "name.case",
            f"(?P<found>{p.led(p.upper_family)}(?:{p.given}|{p.unknown_title}){p.tail})",
            read_names("LASTNAME"),
        ),
    )


def _told_by_lists() -> tuple[TokenRule, ...]:
    """Return those of names that lists have."""
    p = name_patterns()
    return (
        TokenRule(
            "name.family",
            f"(?P<found>{p.sure_family}{p.tail}){p.unscored}",
            as_one("LASTNAME"),
            not_after=f"{p.join}|{p.eponymous}",
        ),
        TokenRule("name.given.compound", f"(?P<found>{p.given}{p.hyphen}{p.given})", as_one("FIRSTNAME")),
        TokenRule(
            "name.given.inside", f"(?P<found>{p.given_word}{p.tail}){p.ungraded}", as_one("FIRSTNAME"), after=p.lower
        ),
        TokenRule("name.given", f"(?P<found>{p.given_part}){p.ungraded}", as_one("FIRSTNAME"), not_after=p.eponymous),
        TokenRule("name.given.small", f"(?P<found>{p.sure_small}(?:{p.hyphen}{p.sure_small})?)", as_one("FIRSTNAME")),
    )
