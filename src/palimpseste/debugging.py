"""The developer's switch: with it original errors come through, which may quote notes, so never with real ones."""

from __future__ import annotations

import os

__all__ = ["DEBUG_VARIABLE", "chained", "failure", "is_debugging", "kind_of"]

DEBUG_VARIABLE = "PALIMPSESTE_DEBUG"


def is_debugging() -> bool:
    """Tell whether original errors are let through, in this process: for who writes detectors, on made-up notes."""
    return os.environ.get(DEBUG_VARIABLE) == "1"


def kind_of(error: BaseException) -> str:
    """Return what may be told of an error that was not meant for a reader: the name of its class, and of the system's.

    Its message may quote a note; what the system calls an error by its number (« No space left on device ») does not. A
    developer who asked for it is told everything, traceback included.
    """
    name = type(error).__name__
    if not is_debugging():
        return f"{name}: {os.strerror(error.errno)}" if isinstance(error, OSError) and error.errno else name
    from traceback import format_exception

    return f"{name}; {DEBUG_VARIABLE} is set:\n{''.join(format_exception(error)).rstrip()}\n"


def failure(error: BaseException) -> str:
    """Return the sentence that stands for an error that was not meant for a reader."""
    return f"failed ({kind_of(error)}); nothing more is told, as it may quote a note"


def chained(error: BaseException) -> BaseException | None:
    """Return the cause that an error raised in place of another shows: the other for a developer, else nothing."""
    return error if is_debugging() else None
