"""Whether an ordinary word that is also a name of the record stands as a name."""

from __future__ import annotations

from functools import cache
from typing import Final

from palimpseste.detection.lexicon import alphabet, word_list
from palimpseste.detection.record.name_forms import NameForm
from palimpseste.detection.tokens import Tokens, Trait

__all__ = ["follows_title", "stands_alone"]

_TITLE: Final = int(Trait.TITLE)
_WEAK_TITLE: Final = int(Trait.WEAK_TITLE)
_ANNOUNCES: Final = int(Trait.FAMILY_LABEL | Trait.GIVEN_LABEL | Trait.BORN)
_EPONYM_HEAD: Final = int(Trait.EPONYM_HEAD)
_NOT_A_PERSON: Final = int(Trait.COMMON | Trait.FUNCTION | Trait.UNIT)
_PERSON: Final = int(Trait.FIRST | Trait.FAMILY)
_BEGINS: Final = frozenset('.!?:-*>(/"')
_LINKS: Final = frozenset(("de", "d", "du", "'"))


def _word_before(tokens: Tokens, index: int) -> int:
    """Return the token before, dots and wide spaces skipped; -1 at the start of the text."""
    index -= 1
    words = tokens.words
    while index >= 0 and (words[index] == "." or (words[index].isspace() and "\n" not in words[index])):
        index -= 1
    return index


def follows_title(tokens: Tokens, index: int) -> bool:
    """Tell whether the token before is a person's title, a dot of its own left aside."""
    before = _word_before(tokens, index)
    if before < 0:
        return False
    traits = alphabet().lexicon.get(tokens.words[before], 0)
    if not traits & _TITLE:
        return False
    return not traits & _WEAK_TITLE or tokens.view.text[tokens.starts[before]].isupper()


def stands_alone(tokens: Tokens, start: int, end: int, form: NameForm) -> bool:
    """Tell whether a name is one by what stands around it, other names of the record left aside.

    A name that is no ordinary word and has four letters or more always is. Another is one after a title or a form's
    label, with a capital inside a sentence, or in capitals where the words around are not.

    Parameters
    ----------
    tokens : Tokens
        Of the note.
    start, end : int
        Half-open interval of its view.
    form : NameForm
        The writing that stands there.
    """
    length = len(form.letters)
    text = tokens.view.text
    if not form.ordinary and length > 3:
        return not form.eponym or not _is_eponym(tokens, start, end)
    first = tokens.index_at(start)
    if follows_title(tokens, first):
        return True
    if text[start].islower():
        return False
    if length <= 3 and _beside_number(text, start, end):
        return False
    words, lexicon = tokens.words, alphabet().lexicon
    before = _word_before(tokens, first)
    if before >= 0 and words[before] == ":":
        before = _word_before(tokens, before)
    if before >= 0 and lexicon.get(words[before], 0) & _ANNOUNCES:
        return True
    if _follows_eponym_head(tokens, first):
        return False
    raw = text[start:end]
    if raw.isupper():
        return _stands_out(tokens, first, tokens.index_behind(end))
    if not raw[1:].islower() and not form.joints:
        return False
    return (
        not form.ordinary
        or not _begins_sentence(tokens, first)
        or (form.label == "FIRSTNAME" and _acts(tokens, tokens.index_behind(end)))
    )


def _is_eponym(tokens: Tokens, start: int, end: int) -> bool:
    """Tell whether a name stands for a sign or score: after its head word, or joined to another's by a hyphen."""
    text = tokens.view.text
    first = tokens.index_at(start)
    if text[start].islower() or follows_title(tokens, first):
        return False
    return _follows_eponym_head(tokens, first) or (text[end : end + 1] == "-" and text[end + 1 : end + 2].isupper())


def _beside_number(text: str, start: int, end: int) -> bool:
    """Tell whether a number, a charge or an operator stands beside, as beside a unit or an ion."""
    after = text[end : end + 2].lstrip(" :=")
    before = text[max(0, start - 2) : start].rstrip(" ")
    return after[:1] in tuple("0123456789+=<>/%") or before[-1:] in tuple("0123456789+=<>/%")


def _begins_sentence(tokens: Tokens, index: int) -> bool:
    if index == 0:
        return True
    before = tokens.words[index - 1]
    return before in _BEGINS or before.isspace() or not (before.isalnum() or before in ",;')")


@cache
def _act_words() -> frozenset[str]:
    return frozenset(word_list("record/act.txt"))


def _acts(tokens: Tokens, index: int) -> bool:
    return index < len(tokens.words) and tokens.words[index] in _act_words()


def _follows_eponym_head(tokens: Tokens, index: int) -> bool:
    steps = 0
    index -= 1
    words = tokens.words
    while index >= 0 and words[index] in _LINKS and steps < 3:
        index -= 1
        steps += 1
    return steps > 0 and index >= 0 and bool(alphabet().lexicon.get(words[index], 0) & _EPONYM_HEAD)


def _stands_out(tokens: Tokens, first: int, last: int) -> bool:
    """Tell whether a word in capitals has a neighbour on its line that is not, and none in capitals that is a word."""
    lexicon, words, text = alphabet().lexicon, tokens.words, tokens.view.text
    others = False
    for indices in (range(first - 1, max(-1, first - 4), -1), range(last, min(len(words), last + 3))):
        nearest = True
        for index in indices:
            word = words[index]
            if "\n" in word:
                break
            if not word[0].isalpha() or len(word) < 2:
                continue
            if not text[tokens.starts[index] : tokens.end(index)].isupper():
                others = True
            elif nearest and lexicon.get(word, 0) & _NOT_A_PERSON and not lexicon.get(word, 0) & _PERSON:
                return False
            nearest = False
    return others
