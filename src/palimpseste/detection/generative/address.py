"""Which server may be sent a note: one on this machine, or a private one that the site names."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from palimpseste.errors import UsageError

__all__ = ["Address", "address_of"]

# RFC 1918 and RFC 4193. Link-local addresses are left out: clouds answer there.
_PRIVATE = tuple(map(ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")))
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server is.

    Parameters
    ----------
    scheme : {'http', 'https'}
        As stated.
    host : str
        As stated; a certificate must bear it.
    numbers : str
        The address that is connected to. It was checked, and is not looked up again.
    port : int
        As stated, or the usual one.
    path : str
        What stands before the name of each service, without a slash at its end.
    """

    scheme: str
    host: str
    numbers: str
    port: int
    path: str


def address_of(stated: str, private_hosts: Sequence[str] = ()) -> Address:
    """Return where a server is, if notes may be sent there.

    Parameters
    ----------
    stated : str
        Such as ``http://127.0.0.1:8080/v1``.
    private_hosts : sequence of str
        Hosts other than this machine that the site names, as they stand in the address; each must be private.

    Raises
    ------
    UsageError
        If it is no such address, or the host, or anything its name stands for, is neither this machine nor a private
        address that the site names.
    """
    try:
        parts = urlsplit(stated)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, parts, port = None, urlsplit(""), None
    if not host or parts.scheme not in _PORTS or parts.query or parts.fragment or "@" in parts.netloc:
        raise UsageError("the address of a server is http:// or https://, a host, a port and a path, and nothing else")
    found = [_plain(numbers) for numbers in _numbers_of(host)]
    if not all(each.is_loopback for each in found):
        if not all(_is_private(each) for each in found):
            raise UsageError(f"{host} is not in a private network: no note is sent there")
        if host not in {name.lower() for name in private_hosts}:
            raise UsageError(f"{host} is not this machine, and the site's private-hosts do not name it")
    path = parts.path.rstrip("/")
    return Address(parts.scheme, host, str(found[0]), port or _PORTS[parts.scheme], path)


def _numbers_of(host: str) -> list[str]:
    if host == "localhost":
        return ["127.0.0.1"]
    try:
        ip_address(host)
    except ValueError:
        try:
            return sorted({str(each[4][0]) for each in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)})
        except (OSError, UnicodeError):
            raise UsageError(f"{host} stands for no address") from None
    return [host]


def _plain(numbers: str) -> IPv4Address | IPv6Address:
    """Return an address; one of IPv4 that is written as IPv6 as itself."""
    found = ip_address(numbers)
    return getattr(found, "ipv4_mapped", None) or found


def _is_private(numbers: IPv4Address | IPv6Address) -> bool:
    return numbers.is_loopback or any(numbers in network for network in _PRIVATE if network.version == numbers.version)
