"""How much each word of a stay speaks for a code: attention, gradient times input, or exact weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from palimpseste.coding.networks import CodingNetwork
    from palimpseste.coding.numbers.words import TextReader
    from palimpseste.coding.stays.stay import Stay

__all__ = ["Attribution", "attribution_of"]


@dataclass(frozen=True, slots=True, repr=False)
class Attribution:
    """The words of a stay and how much each speaks for a code.

    Parameters
    ----------
    stay : str
        Its identifier.
    code : str
        The code that the words speak for, in its normal form.
    text : str
        Of the stay.
    bounds : tuple of (int, int)
        Half-open intervals of the words in the text, in order.
    values : mapping of str to tuple of float
        By way of telling, one value a word. ``attention`` is a share of all attention, ``weight`` and ``gradient`` are
        parts of the score before the sigmoid; these may be negative.
    """

    stay: str
    code: str
    text: str
    bounds: tuple[tuple[int, int], ...]
    values: Mapping[str, Sequence[float]]


def attribution_of(network: CodingNetwork, reader: TextReader, stay: Stay, code: str, label: int) -> Attribution:
    """Return the attribution of a code in a stay; the values of a word are the sums over its sub-words.

    Parameters
    ----------
    network : CodingNetwork
        Trained.
    reader : TextReader
        As in its training.
    stay : Stay
        What is read.
    code : str
        The code.
    label : int
        Its place in the space of labels.
    """
    import torch

    text = stay.text
    read = reader.read_with_bounds(text)
    found = network.attributions(torch.tensor(list(read.numbers)), label)
    words = list(dict.fromkeys(read.bounds))
    place = {bound: index for index, bound in enumerate(words)}
    values: dict[str, list[float]] = {name: [0.0] * len(words) for name in found}
    for name, tensor in found.items():
        for bound, value in zip(read.bounds, tensor.tolist(), strict=True):
            values[name][place[bound]] += value
    return Attribution(stay.id, code, text, tuple(words), {name: tuple(row) for name, row in values.items()})
