"""Places of care and other bodies recomposed: the head as written, another town, saint, person, house or street."""

from __future__ import annotations

import re
from functools import cache

from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.corpus.synthesis.coined import care_name, coined, company, house, linked_street, saint
from palimpseste.corpus.synthesis.lists import Lists, sections_of
from palimpseste.corpus.synthesis.towns import Towns
from palimpseste.folding import fold, fold_name
from palimpseste.surrogates.places.named import linked
from palimpseste.surrogates.values.shapes import changed_shape
from palimpseste.writings import lists as own
from palimpseste.writings.bodies import NamedThing, body_parts, heads_of, kind_of_body, split_name
from palimpseste.writings.case import broken_like, like, plain

__all__ = ["Bodies"]

_SAINT = re.compile(r"(?:s(?:ain)?te?s?[\s.-]|notre[\s-]dame)", re.IGNORECASE)
_ARTICLED = re.compile(r"(?:les|la|le)\s+|l['’]", re.IGNORECASE)
_TOWN_HEAD = re.compile(r"(?:ap-?h[pm]|hcl|chu|chru|chr|cht|ch|chi|gh)\b", re.IGNORECASE)
_KEPT = 0.12
_HEAD_CHANGED = 0.12
_COINED = 0.6


class Bodies:
    """The new bodies of one copy of a document; equal names stay equal, and the towns in them follow the towns."""

    def __init__(self, towns: Towns, chance: Chance, lists: Lists) -> None:
        self._towns = towns
        self._chance = chance
        self._lists = lists
        self._drawn: dict[str, str] = {}

    def hospital(self, source: str) -> str:
        """Return another named place of care in the writing of the source."""
        return self._redrawn(source, "care")

    def organization(self, source: str) -> str:
        """Return another named body of the same kind, as far as its head word tells, in the writing of the source."""
        kind = kind_of_body(plain(source))
        return self._redrawn(source, "association" if kind == "club" else kind)

    def _redrawn(self, source: str, kind: str) -> str:
        value = plain(source).replace("_", " ")
        key = f"{kind}:{value}"
        if key not in self._drawn:
            self._drawn[key] = source if self._chance.odds(_KEPT) else self._composed(value, kind)
        written = self._drawn[key]
        return broken_like(source, written) if "\n" in source and "\n" not in written else written

    def _composed(self, value: str, kind: str) -> str:
        chance = self._chance
        parts = body_parts(value)
        heads = heads_of("HOSPITAL" if kind == "care" else "ORGANIZATION")
        if len(parts) == 1:
            whole = split_name(value, heads)
            if not whole.proper and len(value) > 6 and chance.odds(0.5):
                return value + " " + like(value, self._proper(kind, value))
            if not whole.head:
                return like(value, self._bare(kind, value))
        return "".join(part if i % 2 else self._part(part, kind, heads) for i, part in enumerate(parts))

    def _part(self, text: str, kind: str, heads: frozenset[str]) -> str:
        thing = split_name(text, heads)
        if not thing.proper:
            return text
        if not thing.head:
            return like(text, self._bare(kind, text))
        chance = self._chance
        if any(c.isdigit() for c in thing.proper) and not re.search(r"[^\W\d_]{3}", thing.proper):
            return thing.head + thing.link + changed_shape(thing.proper, chance.stream())
        head = self._head(thing)
        link = " ".join(fold(thing.link).split()).replace("’", "'")
        proper = thing.proper
        if link in ("de", "d'"):
            return head + self._after_de(thing)
        if link:
            return head + self._after_contraction(thing, link, kind)
        if self._towns.is_known(proper) and (_TOWN_HEAD.match(thing.head) or chance.odds(0.5)):
            return head + like(proper, self._towns.named(proper) or proper)
        return head + like(proper, self._proper(kind, proper))

    def _head(self, thing: NamedThing) -> str:
        """Return the head as written, or, for some of those known to have another writing or a like, that one."""
        if not self._chance.odds(_HEAD_CHANGED):
            return thing.head
        bare = thing.head.rstrip()
        group = next((group for group in _head_groups() if fold_name(bare) in map(fold_name, group)), None)
        if group is None:
            return thing.head
        return like(bare, self._chance.choice(group)) + thing.head[len(bare) :]

    def _after_de(self, thing: NamedThing) -> str:
        chance = self._chance
        if chance.odds(0.15):
            # « de la Côte fleurie », « du Val d'Or »: streets and departments are named alike.
            name = (
                chance.choice(own.entries("departments.txt"))
                if chance.odds(0.3)
                else linked_street(chance, self._lists)
            )
            written = like(thing.link + thing.proper, name)
            return written if thing.proper[0].isupper() else written.lower()
        new = self._towns.named(thing.proper)
        return linked(thing.link, like(thing.proper, new if new is not None else thing.proper))

    def _after_contraction(self, thing: NamedThing, link: str, kind: str) -> str:
        chance = self._chance
        departments = [name for name in own.entries("departments.txt") if name.startswith(link)]
        if fold_name(thing.link + thing.proper) in _departments() or (kind == "public" and chance.odds(0.6)):
            name = chance.choice(departments or own.entries("departments.txt"))
            start = len(link) + (0 if link.endswith("'") else 1)
            return thing.link + like(thing.proper, name[start:]) if name.startswith(link) else like(thing.proper, name)
        if chance.odds(0.25):
            town = self._lists.town(chance, chance.choice(("consonant", "vowel"))).name
            return like(thing.link + thing.proper, linked("de ", town))
        return like(thing.link + thing.proper, linked_street(chance, self._lists))

    def _proper(self, kind: str, source: str) -> str:
        """Return a proper name that follows a head without any link."""
        chance = self._chance
        if kind in ("insurer", "association", "company") and chance.odds(0.6):
            return self._bare(kind, source)
        if kind == "care" and chance.odds(0.25):
            return care_name(chance)
        if _SAINT.match(source) and chance.odds(0.6):
            return saint(chance, self._lists)
        if _ARTICLED.match(source) and chance.odds(0.7):
            return house(chance, self._lists)
        drawn = chance.below(100)
        if drawn < 18:
            return saint(chance, self._lists)
        if drawn < 42:
            given = self._lists.given_name(chance, "x")
            joint = "-" if "-" in source or chance.odds(0.3) else " "
            return given + joint + self._lists.family_name(chance, single=True)
        if drawn < 52:
            return self._lists.family_name(chance)
        if drawn < 72:
            return house(chance, self._lists)
        if drawn < 80:
            return self._lists.any_town(chance).name
        if drawn < 90:
            return chance.choice(sections_of("bodies.txt")["proper"])
        return chance.choice(own.entries("eponyms.txt"))

    def _bare(self, kind: str, source: str) -> str:
        """Return a body named without any head: « Necker », « Michelin », « Les Tilleuls »."""
        chance = self._chance
        found = sections_of("bodies.txt")
        # The names of shops follow a head: « pharmacie | de la Gare ».
        kind = "company" if kind == "shop" else kind
        if kind == "care":
            drawn = chance.below(10)
            if drawn < 7:
                return care_name(chance)
            if drawn < 9 or _ARTICLED.match(source):
                return house(chance, self._lists)
            return chance.choice(found["proper"])
        names = found.get(kind, ())
        made = own.sections("bodies.txt").get(kind, ())
        if kind in ("company", "association") and chance.odds(_COINED):
            return coined(kind, chance, self._lists)
        if kind == "company" and chance.odds(0.4):
            return company(chance, self._lists)
        if names and (not made or chance.odds(0.6)):
            return chance.choice(names)
        return chance.choice(made) if made else chance.choice(found["company"])


@cache
def _head_groups() -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(line.split(" | ")) for line in sections_of("bodies.txt")["heads"])


@cache
def _departments() -> frozenset[str]:
    return frozenset(map(fold_name, own.entries("departments.txt")))
