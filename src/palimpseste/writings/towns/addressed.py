"""The town of the address that stands right behind a body: « CHU Jeanne-Ravel, 3 rue des Lilas, 21034 Dijon Cedex »."""

from __future__ import annotations

from collections.abc import Mapping

from palimpseste.writings.bodies import body_value
from palimpseste.writings.passages import Passages

__all__ = ["cities_of_addresses"]

# What stands between a body and the town of its address, and how many letters between two of these: « BP ».
_BETWEEN = frozenset({"ADDRESS", "ZIP"})
_MOST_SPANS, _MOST_LETTERS = 4, 2


def cities_of_addresses(passages: Passages) -> Mapping[str, int]:
    """Return the town behind a postal code and nothing but an address, for each place of care that has one behind it.

    Nothing is looked at but labels and what stands between spans.

    Parameters
    ----------
    passages : Passages
        Of a document.

    Returns
    -------
    mapping of str to int
        The span of the first such town by the value of the place of care, as
        :func:`~palimpseste.writings.bodies.body_value` has it.
    """
    found: dict[str, int] = {}
    for index, span in enumerate(passages.spans):
        city = _city_behind(index, passages) if span.label == "HOSPITAL" else None
        if city is not None:
            found.setdefault(body_value(passages.values[index]), city)
    return found


def _city_behind(index: int, passages: Passages) -> int | None:
    spans = passages.spans
    for each in range(index + 1, min(index + 1 + _MOST_SPANS, len(spans))):
        if sum(map(str.isalpha, passages.between(each - 1, each))) > _MOST_LETTERS:
            return None
        if spans[each].label == "CITY":
            return each if spans[each - 1].label == "ZIP" else None
        if spans[each].label not in _BETWEEN:
            return None
    return None
