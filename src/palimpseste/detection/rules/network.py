"""Addresses of machines (IPv4, IPv6, MAC) and names of people on social networks: a reader finds either behind them."""

from __future__ import annotations

import re
from ipaddress import IPv6Address
from typing import Final

from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.view import TextView

__all__ = ["RULES"]

_HOST: Final = (
    "(?P<OTHER_ID>[0-9a-f:](?<![0-9a-z.:].)(?:"
    # 192.168.14.27, with its port or its network
    r"(?<![,/_-].)(?:(?<=[0-9])[0-9]{0,2}(?:\.[0-9]{1,3}){3}(?::[0-9]{2,5}|/[0-9]{1,2})?(?![0-9a-z]|[.,/:-][0-9])"
    r"|[0-9a-f](?P<sign>[:-])(?:[0-9a-f]{2}(?P=sign)){4}[0-9a-f]{2}(?![0-9a-z]|[:-][0-9a-f])"
    r"|[0-9a-f]{3}\.[0-9a-f]{4}\.[0-9a-f]{4}(?![0-9a-z.]))"
    # 2001:db8::8a2e:370:7334, ::ffff:192.0.2.1, fe80::1%eth0
    r"|(?=[0-9a-f]{0,3}:)(?:(?<=:)|(?=[0-9a-f]{0,3}:[0-9a-f]{0,4}:))[0-9a-f:]{2,38}(?:(?<=[0-9])(?:\.[0-9]{1,3}){3})?(?:%[a-z0-9]{1,15})?(?:/[0-9]{1,3})?"
    r"(?![0-9a-z:]|\.[0-9])"
    "))"
)
_HOST_CUE: Final = re.compile(r"\b(?:ip|ipv4|ipv6|macs?|host|hote|serveur|poste|passerelle|reseau)[ :=(]{1,4}$")
_VERSION: Final = re.compile(r"(?:\bv|version|release|logiciel|firmware|§|article|chapitre)[ .:]{0,3}$")


def _is_ipv6(written: str) -> bool:
    """Tell whether this is an address of one machine: neither the machine's own name for itself nor for any."""
    try:
        address = IPv6Address(written)
    except ValueError:
        return False
    return not address.is_unspecified and not address.is_loopback


def _is_host(match: re.Match[str], view: TextView) -> bool:
    """Refuse what is no address or everybody's, versions, chapters, clock times, and figures that no word announces."""
    value = match["OTHER_ID"]
    before = view.folded[max(0, match.start() - 14) : match.start()]
    is_announced = _HOST_CUE.search(before) is not None
    address = re.split("[/%]", value, maxsplit=1)[0]
    if match["sign"] is None and ":" in address.partition(".")[0]:
        return _is_ipv6(address) and (is_announced or sum(character.isalnum() for character in address) >= 5)
    if value.count(".") == 3:
        octets = [int(octet) for octet in re.split("[.:]", address)[:4]]
        if max(octets) > 255:
            return False
        is_usual = octets[0] == 10 or (octets[0] > 10 and max(octets) > 99)
        return is_announced or (is_usual and _VERSION.search(before) is None)
    if is_announced:
        return True
    if _VERSION.search(before):
        return False
    return any(character in "abcdef" for character in value)


# How each begins, and how it goes on.
_NETWORKS: Final = {
    **{"insta": "(?:gram)?", "snap": "(?:chat)?", "tik": " ?tok", "reseau": "x? soci(?:al|aux)"},
    **dict.fromkeys(("twitter", "facebook", "fb", "messenger", "telegram", "whatsapp", "discord", "linkedin"), ""),
    **dict.fromkeys(("mastodon", "bluesky", "youtube", "twitch", "skype", "pseudo"), ""),
}
_NETWORK: Final = f"(?:{'|'.join(map(''.join, _NETWORKS.items()))})"
_HANDLE: Final = (
    rf"(?:(?<![a-z]){_NETWORK}(?![a-z])(?:[ ]\([^()\n]{{1,12}}\))?[ ]?[:=(]?[ ]{{0,2}}"
    r"(?:(?P<OTHER_ID>@[a-z0-9_](?:[a-z0-9_.-]{0,28}[a-z0-9_])?)|(?P<OTHER_ID_2>(?=[a-z_.-]{1,24}[0-9_.#])[a-z][a-z0-9_.-]"
    r"{1,28}(?:[a-z0-9_]|(?<=[a-z0-9_])#[0-9]{4})(?![a-z0-9_])))"
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


# Two of the signs that part an address, with what may stand between them.
_FORM_OF_HOST: Final = "[.:-](?:(?<=[.])[0-9a-f]{1,4}[.]|(?<=:)[0-9a-f]{0,4}:|(?<=-)[0-9a-f]{2}-)"

RULES: tuple[PatternRule, ...] = (
    PatternRule("identifier.shaped", _HOST, _is_host, form=_FORM_OF_HOST, kind=lambda match: "host"),
    PatternRule("identifier.announced", _HANDLE, _is_handle, needs=("@", *_NETWORKS), kind=lambda match: "handle"),
)
