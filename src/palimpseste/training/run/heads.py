"""How many heads of attention a width is shared among."""

from __future__ import annotations

from palimpseste.errors import UsageError

__all__ = ["check_heads", "heads_of"]


def check_heads(told: int, hidden_size: int) -> None:
    """Refuse a width that is no multiple of the heads that are told; 0 tells none.

    Raises
    ------
    UsageError
        If it is none.
    """
    if told and hidden_size % told:
        raise UsageError(f"setting 'hidden_size' must be a multiple of heads ({told}), got {hidden_size}")


def heads_of(told: int, hidden_size: int, columns: int) -> int:
    """Return the heads that are told, else the most of so many columns each that share the width evenly.

    Parameters
    ----------
    told : int
        As asked for; 0 where nobody says.
    hidden_size : int
        The width.
    columns : int
        Of a head.
    """
    most = max(1, hidden_size // columns)
    return told or next(heads for heads in range(most, 0, -1) if hidden_size % heads == 0)
