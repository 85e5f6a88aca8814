"""Regular expressions of a configuration, checked before they read a note: valid, and safe to run on any text."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Iterable, Iterator
from typing import Any, Final

from palimpseste.errors import UsageError

if sys.version_info >= (3, 11):
    from re import _constants as sre_constants
    from re import _parser as sre_parse
else:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        import sre_constants
        import sre_parse

__all__ = ["checked_pattern"]

# A repetition up to this many times counts as bounded; nested ones multiply.
_LARGEST_REPEAT: Final = 100


def checked_pattern(pattern: str, where: str) -> str:
    """Return the pattern if it is valid and cannot backtrack exponentially.

    Parameters
    ----------
    pattern : str
        A regular expression over folded text.
    where : str
        What it is for, for the message.

    Raises
    ------
    UsageError
        If it is no regular expression, is one that Python may come to read otherwise, has a named group, may match
        nothing, or repeats a repetition.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", FutureWarning)
            tree: Any = sre_parse.parse(pattern)
            compiled = re.compile(pattern)
    except FutureWarning as warning:
        raise UsageError(
            f"pattern {pattern!r} for {where} may be read otherwise by later Pythons: {warning}; "
            "put a backslash before what stands for itself"
        ) from None
    except (re.error, ValueError, OverflowError, RecursionError) as error:
        raise UsageError(f"pattern {pattern!r} for {where} is not a regular expression: {error}") from None
    if compiled.groupindex:
        raise UsageError(f"pattern {pattern!r} for {where} has a named group; the whole match is taken, name none")
    if compiled.match("") is not None:
        raise UsageError(f"pattern {pattern!r} for {where} matches the empty string; ask for one character at least")
    if _repeats_a_repetition(tree, inside=False):
        raise UsageError(
            f"pattern {pattern!r} for {where} repeats a repetition, which may take exponential time; "
            f"bound the outer or inner one to {_LARGEST_REPEAT} or fewer, as in (?:[0-9]{{2}} )"
        )
    return pattern


_REPEATS: Final = {
    operation
    for name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
    if (operation := getattr(sre_constants, name, None)) is not None
}


def _repeats_a_repetition(tree: Iterable[tuple[Any, Any]], *, inside: bool) -> bool:
    """Tell whether a variable repetition holds another that is not bounded tightly."""
    for operation, argument in tree:
        variable = False
        if operation in _REPEATS:
            least, most, _ = argument
            variable = least != most
            if variable and inside:
                return True
        unbounded = variable and argument[1] > 1
        if any(_repeats_a_repetition(part, inside=inside or unbounded) for part in _parts(argument)):
            return True
    return False


def _parts(argument: object) -> Iterator[Any]:
    """Yield the sub-patterns of an operation's argument, however they are nested."""
    if isinstance(argument, sre_parse.SubPattern):
        yield argument
    elif isinstance(argument, (tuple, list)):
        for item in argument:
            yield from _parts(item)
