"""Copy or mask, written as a grammar that servers take: the GBNF of llama.cpp, which xgrammar in vLLM reads too.

For each word of the note a rule copies it, with the white space before it, or writes a mask word; behind a mask the
note goes on at one of the words that follow. So the grammar grows with the note, and each word is written in it once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["gbnf"]

# A mask hides so many words at most, as in `copying`.
_MOST_HIDDEN = 24
_WORD = re.compile(r"(\s{0,16})(\w{1,24}|[^\w\s])|(\s{1,16})")


def gbnf(text: str, words: Sequence[str]) -> str:
    """Return the grammar of the answers that copy a text or write mask words over some of its words.

    Parameters
    ----------
    text : str
        Not empty.
    words : sequence of str
        Mask words.
    """
    found = list(_WORD.finditer(text))
    rules = [f"root ::= w0\nmask ::= {' | '.join(_quoted(word) for word in words)}"]
    for at, match in enumerate(found):
        gap, word = match[1] or "", match[2]
        ways = [f"{_quoted(match[0])} w{at + 1}"]
        if word is not None:
            ways.append(f"{_quoted(gap)} mask m{at}" if gap else f"mask m{at}")
            behind = range(at + 1, min(at + _MOST_HIDDEN, len(found)) + 1)
            rules.append(f"m{at} ::= {' | '.join(f'w{place}' for place in behind)}")
        rules.append(f"w{at} ::= {' | '.join(ways)}")
    rules.append(f'w{len(found)} ::= ""')
    return "\n".join(rules) + "\n"


def _quoted(text: str) -> str:
    """Return a text between quotes, with all but plain ASCII as numbers of characters."""
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(character: str) -> str:
    number = ord(character)
    if character in '"\\':
        return "\\" + character
    if 0x20 <= number < 0x7F:
        return character
    if number < 0x100:
        return f"\\x{number:02X}"
    return f"\\u{number:04X}" if number < 0x10000 else f"\\U{number:08X}"
