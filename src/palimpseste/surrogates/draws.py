"""Random choices that are pure functions of a secret key and of what they are drawn for.

Every choice is read from a stream of bits: BLAKE2b under the cohort key (RFC 7693, keyed mode) of the scope, the label,
the normalised value and the purpose. The same four always give the same bits, on any machine and in any year; to
whoever lacks the key the bits of different inputs are independent and uniform.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import Generic, TypeVar

from palimpseste.surrogates.keys import CohortKey

__all__ = ["BitStream", "Draws", "Lot", "NothingLeftError", "all_from_a_drawn_place", "first_fitting", "first_of"]

T = TypeVar("T")

_BLOCK_BITS = 512
# No ordinary document comes near: what is left of the candidates is made once and drawn from as quickly as ever.
_MOST_REFUSED = 1_000


class NothingLeftError(Exception):
    """Every candidate for a surrogate was refused: nothing may be written, least of all the last one refused."""


class BitStream:
    """An endless stream of keyed bits, from which exact samplers draw.

    Parameters
    ----------
    seed : bytes
        The first block; 64 bytes.
    state : blake2b, optional
        Keyed hash that the next blocks are drawn from, each under its number. Without it they are keyed by the seed:
        for streams that need not be secret, since whoever has seen the first block can compute the next ones.
    """

    __slots__ = ("_block", "_left", "_pool", "_state")

    def __init__(self, seed: bytes, state: blake2b | None = None) -> None:
        self._pool = int.from_bytes(seed, "big")
        self._left = _BLOCK_BITS
        self._block = 0
        self._state = state or blake2b(key=seed)

    def bits(self, count: int) -> int:
        """Return the next `count` bits as an integer in ``[0, 2**count)``."""
        while self._left < count:
            self._block += 1
            state = self._state.copy()
            state.update(self._block.to_bytes(8, "big"))
            self._pool = (self._pool << _BLOCK_BITS) | int.from_bytes(state.digest(), "big")
            self._left += _BLOCK_BITS
        self._left -= count
        drawn = self._pool >> self._left
        self._pool &= (1 << self._left) - 1
        return drawn

    def below(self, bound: int) -> int:
        """Return an integer uniform in ``[0, bound)``, by rejection, so without modulo bias.

        Raises
        ------
        ValueError
            If `bound` is not positive.
        """
        if bound <= 0:
            raise ValueError(f"bound must be positive, got {bound}")
        width = (bound - 1).bit_length()
        while True:
            drawn = self.bits(width)
            if drawn < bound:
                return drawn

    def between(self, lowest: int, highest: int) -> int:
        """Return an integer uniform in ``[lowest, highest]``, both ends included."""
        return lowest + self.below(highest - lowest + 1)

    def choice(self, candidates: Sequence[T]) -> T:
        """Return one of the candidates, uniformly."""
        return candidates[self.below(len(candidates))]


def first_fitting(
    draw: Callable[[], T], fits: Callable[[T], bool], most: int, otherwise: Callable[[], Iterable[T]] = tuple
) -> T:
    """Return the first draw that fits; after as many draws as allowed, the first other candidate that does.

    What is refused is never returned.

    Parameters
    ----------
    draw : callable
        Draws one candidate.
    fits : callable
        Tells whether a candidate may be the surrogate.
    most : int
        How many are drawn.
    otherwise : callable
        Gives the candidates tried in turn once all draws were refused; asked only then.

    Raises
    ------
    NothingLeftError
        If none fits.
    """
    for _ in range(most):
        drawn = draw()
        if fits(drawn):
            return drawn
    return first_of(otherwise(), fits)


def first_of(candidates: Iterable[T], fits: Callable[[T], bool]) -> T:
    """Return the first candidate that fits.

    Raises
    ------
    NothingLeftError
        If none does.
    """
    for candidate in candidates:
        if fits(candidate):
            return candidate
    raise NothingLeftError


def all_from_a_drawn_place(candidates: Sequence[T], stream: BitStream) -> Iterator[T]:
    """Yield every candidate once, in their order, from a drawn one to the last and from the first up to it.

    Nothing is drawn before the first is asked for.
    """
    if candidates:
        start = stream.below(len(candidates))
        # Not cut in two, which would copy them all for a name that takes the first.
        for index in range(len(candidates)):
            yield candidates[(start + index) % len(candidates)]


class Lot(Generic[T]):
    """Candidates each of which stands for one value at most, drawn in a time that does not grow as they run out.

    They are drawn among all until every draw for a value was refused, or a thousand for all values; from then on among
    those left, one after another.

    Parameters
    ----------
    every : callable
        Gives all candidates; asked once at most.
    draw : callable
        Draws one among all.
    most : int
        How many are drawn so for a value; where none is, it is drawn among those left from the first value on.
    """

    __slots__ = ("_draw", "_every", "_left", "_most", "_refused")

    def __init__(self, every: Callable[[], Iterable[T]], draw: Callable[[BitStream], T], most: int) -> None:
        self._every = every
        self._draw = draw
        self._most = most
        self._refused = 0
        self._left: list[T] | None = None

    def first_fitting(self, fits: Callable[[T], bool], stream: BitStream) -> T:
        """Return the first draw that fits.

        Parameters
        ----------
        fits : callable
            Tells whether a candidate may be the surrogate; once refused, it is refused for every later value.
        stream : BitStream
            The bits drawn for the value.

        Raises
        ------
        NothingLeftError
            If none is left.
        """
        if self._left is None:
            for _ in range(self._most if self._refused < _MOST_REFUSED else 0):
                drawn = self._draw(stream)
                if fits(drawn):
                    return drawn
                self._refused += 1
            self._left = [candidate for candidate in self._every() if fits(candidate)]
        while self._left:
            place = stream.below(len(self._left))
            self._left[place], self._left[-1] = self._left[-1], self._left[place]
            drawn = self._left.pop()
            if fits(drawn):
                return drawn
        raise NothingLeftError


class Draws:
    """Streams of bits of one scope.

    Parameters
    ----------
    key : CohortKey
        The cohort's key.
    scope : str
        The patient, or the document where no patient is known.
    """

    __slots__ = ("_state",)

    def __init__(self, key: CohortKey, scope: str) -> None:
        self._state = blake2b(key=key.to_bytes(), person=b"palimpseste-1")
        self._state.update(_framed(scope))

    def stream(self, label: str, value: str, purpose: str) -> BitStream:
        """Return the stream of bits drawn for a value.

        Parameters
        ----------
        label : str
            The label, or the family of labels that share surrogates.
        value : str
            The normalised value: writings that stand for the same thing must be equal here.
        purpose : str
            What is drawn, so that two choices about one value are independent.
        """
        state = self._state.copy()
        # Four framed parts, then a number or nothing: no block of any stream is hashed from the input of another.
        state.update(_framed(label) + _framed(value) + _framed(purpose))
        return BitStream(state.digest(), state)

    def __repr__(self) -> str:
        return "Draws(<masked>)"


def _framed(part: str) -> bytes:
    # The length goes before the bytes: ("ab", "c") and ("a", "bc") must not be the same input.
    encoded = part.encode("utf-8", "surrogatepass")
    return len(encoded).to_bytes(4, "big") + encoded
