"""E-mail and web addresses in domains reserved for examples (RFC 2606, RFC 6761), agreeing with the surrogate names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from palimpseste.folding import fold
from palimpseste.surrogates.draws import all_from_a_drawn_place
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values import by_births
from palimpseste.surrogates.values.known_words import KnownWords
from palimpseste.surrogates.values.people import People
from palimpseste.surrogates.values.shapes import shape_surrogate
from palimpseste.writings import lists
from palimpseste.writings.case import in_case_of
from palimpseste.writings.names import Kind

__all__ = ["email_surrogate", "url_surrogate"]

_PART = re.compile(r"[^\W\d_]+|\d+")
_URL = re.compile(
    r"(?P<scheme>\s*(?:https?\s*:\s*/\s*/\s*)?(?:www\s*\.\s*)?)"  # http://www.
    r"(?P<host>[^\s/?#]+(?:\s*\.\s*[^\s/?#.]+)*)"  # chu-exemple.fr, OCR spaces around dots allowed
    r"(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
# « g.schnee » is Mme Schneeberger.
_SHORTEST_BEGINNING = 4
# « elo.burnet@ » of Éloïse Burnet.
_SHORTEST_SHORT_FORM = 3
_MOST_INITIALS = 3
_WORDS_OF, _SECURE = "words of ", "secure mail"
# « ghrmsa », « chnds », not « chloe », « christine »
_HOSPITAL_BY_LETTERS = re.compile("ch[bcdfgjkmnpqstvwxz]|gh[b-df-hj-np-tv-xz]")
# A word of a host is compared with words of more letters than the one by how it begins, and of no more than the other.
_SHORTEST_BEGUN, _LONGEST_HOST_WORD = 5, 12
_LONGEST_FULL_NAME = 40
# What stands beside one of these is a person's name, on a list or not.
_TITLES = frozenset({"docteur", "dr", "pr"})
_VOWELS = frozenset("aeiouy")
_AT = re.compile(r"\s*(?:@|\(at\)|\[at\]|\barobase\b|\bat\b)\s*", re.IGNORECASE)


def email_surrogate(index: int, setting: Setting, people: People) -> str:
    """Return the surrogate of an e-mail address.

    Names and initials before the sign become those of the surrogates of the names they stand for; other words are
    drawn. The same domain gets the same reserved one.

    Parameters
    ----------
    index : int
        Of the span.
    setting : Setting
        Of the document.
    people : People
        What stands for its people.
    """
    source = setting.source(index)
    sign = _AT.search(source)
    if sign is None:
        return _local_part(source, setting, people)
    local = _local_part(source[: sign.start()], setting, people)
    return local + sign.group() + _host(source[sign.end() :], setting)


def url_surrogate(index: int, setting: Setting, people: People) -> str:
    """Return the surrogate of a web address: scheme and ``www`` kept, a reserved host, path words replaced.

    Parameters
    ----------
    index : int
        Of the span.
    setting : Setting
        Of the document.
    people : People
        What stands for its people.
    """
    source = setting.source(index)
    found = _URL.fullmatch(source)
    if found is None:
        return "www." + _host(source, setting)
    rest = _PART.sub(lambda match: _path_part(match.group(), setting, people), found.group("rest"))
    return found.group("scheme") + _host(found.group("host"), setting) + rest


def _host(source: str, setting: Setting) -> str:
    host = fold("".join(source.split()))
    return in_case_of(source, setting.draws.stream("HOST", host, "host").choice(_hosts_like(host)))


def _hosts_like(host: str) -> Sequence[str]:
    """Return the hosts of the kind that the first word of a folded host tells: hospitals for « chu-exemple.fr »."""
    kinds = [_kind_of_host(word) for word in _PART.findall(host)]
    # « pharma.mssante.fr » is of secure mail before all.
    kind = _SECURE if _SECURE in kinds else next(filter(None, kinds), "any")
    return lists.sections("hosts.txt")[kind]


def _kind_of_host(word: str) -> str:
    """Return the kind that a word of a host tells; empty for most words."""
    told = _kinds_of_hosts()
    kind = told.get(word) or told.get(_longest_beginning(word))
    return kind or ("hospital" if _HOSPITAL_BY_LETTERS.match(word) else "")


def _longest_beginning(word: str) -> str:
    """Return the long word of hosts that another one begins with: « clinique » of « cliniqueduparc »; else empty."""
    ends = range(min(len(word), _LONGEST_HOST_WORD), _SHORTEST_BEGUN, -1)
    return next((word[:end] for end in ends if word[:end] in _kinds_of_hosts()), "")


@cache
def _kinds_of_hosts() -> Mapping[str, str]:
    """Return the kind of hosts that each word tells."""
    told = {
        section.removeprefix(_WORDS_OF): lines
        for section, lines in lists.sections("hosts.txt").items()
        if section.startswith(_WORDS_OF)
    }
    return MappingProxyType({word: kind for kind, lines in told.items() for line in lines for word in line.split()})


def _path_part(part: str, setting: Setting, people: People) -> str:
    stream = setting.draws.stream("URL", fold(part), "path")
    if part.isdigit():
        return shape_surrogate(part, stream)
    known = people.surrogate_of(fold(part))
    return fold(known or stream.choice(lists.entries("web_words.txt")))


def _local_part(local: str, setting: Setting, people: People) -> str:
    parts = _PART.findall(local)
    words = [fold(part) for part in parts if not part.isdigit()]
    if _is_mailbox(words, people):
        replaced = iter(_mailbox_words(words, setting))
    else:
        replaced = iter([_local_word(word, words, setting, people) for word in words])

    def written(match: re.Match[str]) -> str:
        if match.group().isdigit():
            return shape_surrogate(match.group(), setting.draws.stream("EMAIL", fold(local), match.group()))
        new = fold(next(replaced))
        return new.upper() if match.group().isupper() else new

    return _PART.sub(written, local)


def _is_mailbox(words: list[str], people: People) -> bool:
    """Tell whether the words of a local part are those of a desk: none is a name, holds one, or may be initials."""
    if max(map(len, words), default=0) <= _MOST_INITIALS or any(len(word) == 1 or word in _TITLES for word in words):
        return False
    others = [word for word in words if word not in lists.entries("desks.txt")]
    known = people.known_or_run_together
    return not any(_is_of_lists(word) or _is_one_of(word, known) for word in others)


def _is_one_of(word: str, known: KnownWords) -> bool:
    """Tell whether a word is, begins or holds a known name."""
    holds = known.first_within(word, _SHORTEST_BEGINNING) is not None
    return holds or next(known.begun_by(word), None) is not None


def _is_of_lists(word: str) -> bool:
    """Tell whether a word is a name of the lists, an initial before or behind it apart, or two run together."""
    return any(map(_is_listed, (word, word[1:], word[:-1]))) or _is_full_name(word)


def _is_listed(word: str) -> bool:
    return len(word) >= _SHORTEST_BEGINNING and (lists.is_family_name(word) or lists.gender_of(word) is not None)


def _is_full_name(word: str) -> bool:
    """Tell whether a word is two names of the lists run together: « lucieguyon »."""
    longest = word[:_LONGEST_FULL_NAME]
    ends = range(_SHORTEST_BEGINNING, len(longest) - _SHORTEST_BEGINNING + 1)
    return any(_is_listed(longest[:end]) and _is_listed(longest[end:]) for end in ends)


def _mailbox_words(words: list[str], setting: Setting) -> Iterator[str]:
    """Yield what stands for the words of a desk: those that any desk may have, each once."""
    every, taken = lists.sections("desks.txt")["any"], set(words)
    for word in words:
        if word in lists.entries("desks.txt"):
            yield word
            continue
        stream = setting.draws.stream("EMAIL", word, "desk")
        drawn = next((desk for desk in all_from_a_drawn_place(every, stream) if desk not in taken), every[0])
        taken.add(drawn)
        yield drawn


def _local_word(word: str, words: list[str], setting: Setting, people: People) -> str:
    """Return what stands for one word of a local part: a surrogate name, initials, or a drawn name."""
    if word in lists.entries("desks.txt"):
        return word
    known = people.surrogate_of(word) if len(word) > 1 else None
    if known is not None:
        return known
    # « pdurand », « durandp », « durandpaul », « hdesaintamand »: a name of the document within the word.
    name = people.known_or_run_together.first_within(word, _SHORTEST_BEGINNING)
    if name is not None:
        kind, stands = people.run_together[name] if name in people.run_together else (people.kinds[name], "")
        stands = stands or people.surrogate_of(name) or ""
        head, tail = word.split(name, 1)
        before, behind = (_rest_of(rest, kind, name, people, setting) for rest in (head, tail))
        return before + stands + behind
    if len(word) >= _SHORTEST_SHORT_FORM:
        begun = _first_two(map(people.surrogate_of, people.known_words.begun_by(word)))
        whole = begun.pop() if len(begun) == 1 else None
        if whole is not None:
            return whole
    initials = next(filter(None, (people.initials.of_given_names(other, word) for other in words)), None)
    if initials is not None:
        return initials
    if len(word) == 1:
        beside = tuple(sorted(other for other in words if len(other) > 1))
        beside_known = people.known_words.first_among(words)
        kind_beside = people.kinds[beside_known] if beside_known is not None else None
        kinds: tuple[Kind, Kind] = ("family", "given")
        of_others = (people.first_letters.get((kind, word), frozenset()) for kind in kinds if kind != kind_beside)
        letters = set().union(*of_others)
        return letters.pop() if len(letters) == 1 else people.initials.of_unknown("given", word, beside)
    if len(word) <= _MOST_INITIALS and not set(word) & _VOWELS:
        return people.initials.of_one(word)
    stream = setting.draws.stream("EMAIL", word, "word")
    return by_births.draw_family_name(stream)


def _first_two(values: Iterable[str | None]) -> set[str | None]:
    """Return the values if they are all one, else two of them: no more are gone through than tell that."""
    found: set[str | None] = set()
    for value in values:
        found.add(value)
        if len(found) > 1:
            break
    return found


def _rest_of(letters: str, kind: str, name: str, people: People, setting: Setting) -> str:
    """Return what stands for what a word holds before or behind a name: of a family name the initials beside it."""
    if not letters:
        return ""
    initials = people.initials.of_given_names(name, letters) if kind == "family" else None
    if initials is not None:
        return initials
    if len(letters) == 1:
        return _local_word(letters, [], setting, people)
    known = people.surrogate_of(letters)
    if known is not None:
        return known
    return by_births.draw_family_name(setting.draws.stream("EMAIL", letters, kind))
