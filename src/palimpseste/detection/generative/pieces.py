"""The tokens of a tokenizer as the bytes they stand for, so that a text is spelled by them exactly.

Two kinds are known: those that write bytes as letters (byte-level BPE: GPT-2, Llama 3), and those that write spaces as
``▁`` and rare bytes as ``<0x0A>`` (SentencePiece: Llama 2, Mistral). What a tokenizer makes of a text is used where it
spells it; where it does not, because it drops a space, composes an accent or takes a word for a sign, the line is
spelled by the longest tokens that fit.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from palimpseste.errors import UsageError

__all__ = ["Pieces", "Spelling", "bytes_of"]

_SPACE = "▁"


def bytes_of(text: str) -> bytes:
    """Return a text as bytes; half a surrogate pair, which JSON may hold, has some too."""
    return text.encode("utf-8", "surrogatepass")


@dataclass(frozen=True, slots=True, repr=False)
class Spelling:
    """A text as tokens.

    Parameters
    ----------
    ids : list of int
        The tokens.
    ends : list of int
        Where each ends, in bytes of the text.
    """

    ids: list[int]
    ends: list[int]


class Pieces:
    """The vocabulary of a tokenizer, as bytes.

    Parameters
    ----------
    tokenizer : transformers tokenizer
        One that is a :mod:`tokenizers` tokenizer inside.

    Attributes
    ----------
    of_id : list of (bytes or None)
        What each token stands for; None for signs, which are no text.
    id_of : dict of bytes to int
        The token of some bytes.
    longest : int
        Bytes of the longest token.

    Raises
    ------
    UsageError
        If it is of neither kind, or cannot spell every text.
    """

    def __init__(self, tokenizer: Any) -> None:
        self.tokenizer = tokenizer
        backend = getattr(tokenizer, "backend_tokenizer", None)
        if backend is None or tokenizer.eos_token_id is None:
            raise UsageError("the tokenizer has no sign for the end, or no tokenizer.json that can be read")
        self.of_id = _pieces(tokenizer, json.loads(backend.to_str()))
        self.id_of: dict[bytes, int] = {}
        # Of two tokens for one byte, a letter before the byte written as a number.
        for number, piece in sorted(enumerate(self.of_id), key=lambda each: _is_number(tokenizer, each[0])):
            if piece:
                self.id_of.setdefault(piece, number)
        self.longest = max(map(len, self.id_of), default=0)
        unknown = tokenizer.unk_token_id
        if unknown is None and any(bytes((byte,)) not in self.id_of for byte in range(256)):
            raise UsageError("the tokenizer cannot spell every text: it has neither all bytes nor an unknown token")
        self._unknown = -1 if unknown is None else int(unknown)

    def spell(self, text: str, cuts: Iterable[int] = ()) -> Spelling:
        """Return the tokens that spell a text.

        Parameters
        ----------
        text : str
            Any text.
        cuts : iterable of int
            Offsets in bytes that no token may cross.
        """
        data = bytes_of(text)
        ids = self._canonical(text, data)
        if ids is None:
            ids = []
            for line in text.splitlines(keepends=True):
                line_data = bytes_of(line)
                own = self._canonical(line, line_data)
                ids += self._greedy(line_data) if own is None else own
        ends: list[int] = []
        end = 0
        for number in ids:
            end += len(self.of_id[number] or b"?")  # an unknown token stands for one byte
            ends.append(end)
        return self._cut(Spelling(ids, ends), data, sorted(set(cuts)))

    def text_of(self, ids: Sequence[int]) -> str:
        """Return what tokens say; signs say nothing, and bytes that are no text the sign for that."""
        return b"".join(self.of_id[number] or b"" for number in ids if number < len(self.of_id)).decode(
            "utf-8", "replace"
        )

    def _canonical(self, text: str, data: bytes) -> list[int] | None:
        """Return what the tokenizer makes of a text; None where that does not spell it."""
        try:
            ids: list[int] = self.tokenizer.encode(text, add_special_tokens=False)
        except (TypeError, UnicodeError):  # half a surrogate pair
            return None
        pieces = [self.of_id[number] for number in ids]
        if not all(pieces):
            return None
        spelled = b"".join(piece or b"" for piece in pieces)
        if spelled == data:
            return ids
        if spelled == b" " + data:  # the space that SentencePiece puts before a text
            return [*self._greedy((pieces[0] or b"")[1:]), *ids[1:]]
        return None

    def _greedy(self, data: bytes) -> list[int]:
        """Return the longest tokens that spell some bytes, one behind the other."""
        ids: list[int] = []
        start = 0
        while start < len(data):
            for length in range(min(self.longest, len(data) - start), 0, -1):
                number = self.id_of.get(data[start : start + length])
                if number is not None:
                    ids.append(number)
                    start += length
                    break
            else:
                ids.append(self._unknown)
                start += 1
        return ids

    def _cut(self, spelling: Spelling, data: bytes, cuts: Sequence[int]) -> Spelling:
        """Return a spelling in which tokens that crossed a cut are spelled by shorter ones."""
        if not cuts:
            return spelling
        ids: list[int] = []
        ends: list[int] = []
        at = start = 0
        for number, end in zip(spelling.ids, spelling.ends, strict=True):
            while at < len(cuts) and cuts[at] <= start:
                at += 1
            crossed = []
            while at < len(cuts) and cuts[at] < end:
                crossed.append(cuts[at])
                at += 1
            if not crossed:
                ids.append(number)
                ends.append(end)
            else:
                for first, last in zip((start, *crossed), (*crossed, end), strict=True):
                    for shorter in self._greedy(data[first:last]):
                        ids.append(shorter)
                        first += len(self.of_id[shorter] or b"?")
                        ends.append(first)
            start = end
        return Spelling(ids, ends)


def _is_number(tokenizer: Any, number: int) -> bool:
    token = tokenizer.convert_ids_to_tokens(number)
    return token is not None and len(token) == 6 and token.startswith("<0x")


def _pieces(tokenizer: Any, inside: dict[str, Any]) -> list[bytes | None]:
    """Return the bytes of each token, from how the tokenizer puts tokens together again."""
    said = json.dumps([inside.get("decoder"), inside.get("pre_tokenizer")], ensure_ascii=False)
    if "ByteLevel" in said:
        of_letter = {letter: byte for byte, letter in _letters().items()}

        def read(token: str) -> bytes:
            return bytes(of_letter[letter] for letter in token)
    elif _SPACE in said:

        def read(token: str) -> bytes:
            if len(token) == 6 and token.startswith("<0x") and token.endswith(">"):
                return bytes((int(token[3:5], 16),))
            return bytes_of(token.replace(_SPACE, " "))
    else:
        raise UsageError("the tokenizer is neither of the byte-level kind nor of that of SentencePiece")
    added = tokenizer.added_tokens_decoder
    size = max((len(tokenizer), *(number + 1 for number in added)))
    pieces: list[bytes | None] = [None] * size
    for token, number in tokenizer.get_vocab().items():
        if number not in added:
            try:
                pieces[number] = read(token)
            except (KeyError, ValueError):
                pieces[number] = None
    for number, each in added.items():
        pieces[number] = None if each.special else bytes_of(each.content)
    return pieces


def _letters() -> dict[int, str]:
    """Return the letter that byte-level BPE writes each byte as: printable ones themselves, others from U+0100 on."""
    plain = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in plain]
    return {byte: chr(byte) for byte in plain} | {byte: chr(0x100 + at) for at, byte in enumerate(others)}
