"""E-mail and web addresses, the names in them following the cast."""

from __future__ import annotations

import re

from palimpseste.corpus.synthesis.cast import Cast
from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.corpus.synthesis.lists import Lists, sections_of
from palimpseste.folding import fold
from palimpseste.surrogates.values.shapes import shape_surrogate
from palimpseste.writings import lists as own

__all__ = ["Web"]

_PART = re.compile(r"[^\W\d_]+|\d+")
_AT = re.compile(r"\s*(?:@|\(at\)|\[at\]|\barobase\b|\bat\b)\s*", re.IGNORECASE)
_URL = re.compile(
    r"(?P<scheme>\s*(?:https?\s*:\s*/\s*/\s*)?(?:www\s*\.\s*)?)(?P<host>[^\s/?#]+)(?P<rest>.*)", re.I | re.S
)
_KEPT = 0.1


class Web:
    """The new addresses of one copy of a document; equal ones stay equal."""

    def __init__(self, cast: Cast, chance: Chance, lists: Lists) -> None:
        self._cast = cast
        self._chance = chance
        self._lists = lists
        self._drawn: dict[str, str] = {}

    def email(self, source: str) -> str:
        """Return another e-mail address in the writing of the source."""
        return self._once("email", source, self._email)

    def url(self, source: str) -> str:
        """Return another web address in the writing of the source."""
        return self._once("url", source, self._url)

    def _once(self, kind: str, source: str, draw: object) -> str:
        key = f"{kind}:{fold(source)}"
        if key not in self._drawn:
            assert callable(draw)  # noqa: S101 # for types
            self._drawn[key] = source if self._chance.odds(_KEPT) else str(draw(source))
        return self._drawn[key]

    def _email(self, source: str) -> str:
        sign = _AT.search(source)
        if sign is None:
            return self._local(source)
        host = source[sign.end() :]
        return self._local(source[: sign.start()]) + sign.group() + self._host(host, "mail")

    def _url(self, source: str) -> str:
        found = _URL.fullmatch(source)
        if found is None:
            return "www." + self._host(source, "site")
        rest = _PART.sub(lambda match: self._path_part(match.group()), found.group("rest"))
        return found.group("scheme") + self._host(found.group("host"), "site") + rest

    def _local(self, local: str) -> str:
        words = [fold(word) for word in _PART.findall(local)]

        def part(match: re.Match[str]) -> str:
            found = match.group()
            if found.isdigit():
                return shape_surrogate(found, self._chance.stream())
            new = self._word(fold(found), words)
            return new.upper() if found.isupper() and len(found) > 1 else new

        return _PART.sub(part, local)

    def _word(self, word: str, words: list[str]) -> str:
        if word in own.entries("desks.txt"):
            return word
        if len(word) == 1:
            return self._chance.choice("abcdefghijklmnoprstv")
        known = self._cast.known(word)
        if known:
            return known
        for name in self._cast.words():
            if len(name) >= 4 and name in word:
                head, tail = word.split(name, 1)
                return f"{self._rest(head)}{self._cast.known(name)}{self._rest(tail)}"
        return _plain(self._lists.family_name(self._chance, single=True))

    def _rest(self, letters: str) -> str:
        if len(letters) < 2:
            return self._chance.choice("abcdefghijlmnprst") if letters else ""
        return self._cast.known(letters) or _plain(self._lists.given_name(self._chance, "x", single=True))

    def _host(self, source: str, kind: str) -> str:
        chance = self._chance
        form = chance.choice(sections_of("web.txt")[kind])
        town = _plain(self._lists.any_town(chance).name)
        host = form.replace("{town}", town).replace("{name}", _plain(self._lists.family_name(chance, single=True)))
        return host.upper() if source.isupper() else host

    def _path_part(self, part: str) -> str:
        if part.isdigit():
            return shape_surrogate(part, self._chance.stream())
        return self._cast.known(fold(part)) or part


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", fold(name)).strip("-") or "exemple"
