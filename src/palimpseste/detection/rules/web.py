"""E-mail and web addresses, also spaced out, dictated or misread.

Every repetition is bounded, by the limits of RFC 1035 (63 characters a label) or closer ones.
"""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.rules.alternation import listed
from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.view import TextView

__all__ = ["RULES"]

_FIRST: Final = "[a-z0-9](?<![a-z0-9._%+-].)"
_LABEL: Final = "[a-z0-9][a-z0-9-]{0,62}"

_EMAIL: Final = rf"(?P<EMAIL>{_FIRST}[a-z0-9._%+'-]{{0,63}}@{_LABEL}(?:\.{_LABEL}){{0,5}}\.[a-z]{{2,12}}(?![a-z0-9]))"

# Dots with a space on both sides, or on none: a full stop ends a sentence.
_DOT: Final = r"(?:[ ]\.[ ]|\.)"
_LOCAL_SPACED: Final = rf"{_FIRST}[a-z0-9_%+-]{{0,40}}(?:{_DOT}[a-z0-9_%+-]{{1,40}}){{0,4}}"
_DOMAIN_SPACED: Final = (
    rf"[a-z0-9-]{{2,40}}(?:{_DOT}[a-z0-9-]{{2,40}}){{0,3}}(?:{_DOT}|,){listed('numbers/web_domain')}(?![a-z0-9])"
)
_AT: Final = r"(?:@|\(at\)|\[at\]|\(a\)|(?<=[ ])at(?=[ ]))"
_SPACED_EMAIL: Final = rf"(?P<EMAIL>{_LOCAL_SPACED}[ ]{{0,2}}{_AT}[ ]{{0,2}}{_DOMAIN_SPACED})"

_SAID_EMAIL: Final = (
    # p point durand arobase orange point fr
    rf"(?P<EMAIL>{_FIRST}[a-z0-9_%+-]{{0,40}}(?:(?:{_DOT}|[ ](?:point|tiret(?: bas)?"
    rf"|underscore)[ ])[a-z0-9_%+-]{{1,40}}){{0,6}}[ ]{{0,2}}"
    rf"arobase[ ]{{0,2}}[a-z0-9-]{{1,40}}(?:(?:{_DOT}|[ ](?:point|tiret)[ ])[a-z0-9-]{{1,40}}){{1,5}}(?![a-z0-9]))"
)

_URL: Final = r"(?P<URL>(?:https?[ ]?:[ ]?//[ ]?|www[ ]?\.[ ]?)[a-z0-9][^\s<>\"'()\[\]|,;]{1,200}[a-z0-9/=&#_-])"
_BARE_URL: Final = (
    rf"(?P<URL>[a-z0-9][a-z0-9-]{{1,40}}(?:\.[a-z0-9-]{{1,40}}){{0,3}}(?<=[a-z0-9])\.{listed('numbers/web_domain')}"
    rf"(?![a-z0-9@-]|\.[a-z0-9])"
    r"(?:/[a-z0-9._~/?=&%#-]{0,200}(?<=[a-z0-9/=&#-]))?)"
)
_FORM_OF_BARE_URL: Final = rf"\.(?<=[a-z0-9]\.){listed('numbers/web_domain')}(?![a-z0-9@])"


def _is_written_apart(match: re.Match[str], view: TextView) -> bool:
    """Refuse an e-mail address as it is sent, which another rule finds."""
    return "(" in match["EMAIL"] or "[" in match["EMAIL"] or " " in match["EMAIL"]


def _is_bare_address(match: re.Match[str], view: TextView) -> bool:
    """Refuse the domain of an e-mail address, the rest of a longer web address, and sentences without a space between.

    « Nancy.Paris », « va bien.Ça tire », « va bien.ca tire ».
    """
    start, end = match.span("URL")
    written, folded = view.text[start:end], match["URL"]
    before = view.folded[max(0, start - 3) : start]
    if before.endswith((".", "/", "_", "-", "%", "+")) or before.rstrip(" ").endswith("@"):
        return False
    ending = written.partition("/")[0].rpartition(".")[2]
    if written.lower() != folded or (ending[0].isupper() and not ending.isupper()):
        return False
    return ending.lower() != "ca" or folded.count(".") > 1 or "-" in folded or "/" in folded


RULES: tuple[PatternRule, ...] = (
    PatternRule("web.email", _EMAIL, needs=("@",)),
    PatternRule(
        "web.email_spaced", _SPACED_EMAIL, _is_written_apart, needs=(" @", "@ ", " . ", "(at)", "[at]", "(a)", " at ")
    ),
    PatternRule("web.email_said", _SAID_EMAIL, needs=("arobase",)),
    PatternRule("web.url", _URL, needs=("http", "www")),
    PatternRule(
        "web.bare_url",
        _BARE_URL,
        _is_bare_address,
        starts_word=True,
        form=_FORM_OF_BARE_URL,
    ),
)
