"""Addresses of machines (IPv4, IPv6, MAC) and names of people on social networks: a reader finds either behind them."""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.view import TextView

__all__ = ["RULES"]

_OCTET: Final = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_GROUP: Final = "[0-9a-f]{1,4}"
_HOST: Final = (
    r"(?P<OTHER_ID>(?:"
    rf"(?<![0-9a-z.,/:_-]){_OCTET}(?:\.{_OCTET}){{3}}(?::[0-9]{{2,5}}|/[0-9]{{1,2}})?(?![0-9a-z]|[.,/:-][0-9])"
    rf"|(?<![0-9a-z.:])(?:{_GROUP}:){{7}}{_GROUP}(?![0-9a-z:])"
    rf"|(?<![0-9a-z.:])(?:{_GROUP}:){{1,6}}(?::{_GROUP}){{1,6}}(?![0-9a-z:])"
    r"|(?<![0-9a-z.:-])[0-9a-f]{2}(?P<sign>[:-])(?:[0-9a-f]{2}(?P=sign)){4}[0-9a-f]{2}(?![0-9a-z]|[:-][0-9a-f])"
    r"|(?<![0-9a-z.:-])[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}(?![0-9a-z.])"
    r"))"
)
_HOST_CUE: Final = re.compile(r"\b(?:ip|ipv4|ipv6|mac|host|hote|serveur|poste|passerelle|reseau)[ :=(]{1,4}$")
_VERSION: Final = re.compile(r"(?:\bv|version|release|logiciel|firmware|§|article|chapitre)[ .:]{0,3}$")


def _is_host(match: re.Match[str], view: TextView) -> bool:
    """Refuse numbers of versions and chapters, clock times, and codes of figures alone that no word announces."""
    value = match["OTHER_ID"]
    before = view.folded[max(0, match.start() - 14) : match.start()]
    if _HOST_CUE.search(before):
        return True
    if _VERSION.search(before):
        return False
    if "::" in value or value.count(":") == 7:
        return sum(map(len, value.split(":"))) >= 6
    if value.count(".") == 3:
        octets = re.split(r"[.:/]", value)[:4]
        return (int(octets[0]) >= 10 and any(len(octet) == 3 for octet in octets)) or octets[0] == "10"
    return any(character in "abcdef" for character in value)


_NETWORK: Final = (
    "(?:insta(?:gram)?|snap(?:chat)?|tik ?tok|twitter|facebook|fb|messenger|telegram|whatsapp|discord|linkedin|mastodon"
    "|bluesky|youtube|twitch|reseaux? soci(?:al|aux)|pseudo)"
)
_HANDLE: Final = (
    rf"(?:(?<![a-z]){_NETWORK}(?![a-z])(?:[ ]\([^()\n]{{1,12}}\))?[ ]?[:=(]?[ ]{{0,2}}"
    r"(?:(?P<OTHER_ID>@[a-z0-9_](?:[a-z0-9_.-]{0,28}[a-z0-9_])?)|(?P<OTHER_ID_2>(?=[a-z_.-]{1,24}[0-9_.])[a-z][a-z0-9_.-]"
    r"{1,28}[a-z0-9_]))"
    # « @lea_mrtn85 »: no e-mail address, no « 2 mg @ 10 h »
    r"|(?P<OTHER_ID_3>(?<![a-z0-9._%+@-])@(?=[a-z.]{0,24}[0-9_])[a-z][a-z0-9_.]{2,28}[a-z0-9_](?![a-z0-9_@]|\.[a-z])))"
)
_WEB: Final = re.compile(r"https?|www\.|[a-z0-9-]+\.(?:fr|com|org|net|be|ch|ca|lu|io)$")


def _is_handle(match: re.Match[str], view: TextView) -> bool:
    """Refuse a web address and a word of which a hyphen or a full stop makes a compound."""
    value = match["OTHER_ID_2"]
    if value is None:
        return True
    return not _WEB.match(value) and any(character.isdigit() or character in "_." for character in value)


RULES: tuple[PatternRule, ...] = (
    PatternRule("identifier.shaped", _HOST, _is_host, kind=lambda match: "host"),
    PatternRule("identifier.announced", _HANDLE, _is_handle, kind=lambda match: "handle"),
)
