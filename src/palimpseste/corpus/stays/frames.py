"""Frames: the sentences and layouts of each part of a document, into which phrases of profiles are put.

A line of ``data/stays/frames.txt`` is a frame; a backslash and ``n`` in it break the line, and ``+``
before it keeps it for adults, whom alone it fits. The other lists of the folder have the same ``[section]`` form.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from palimpseste.corpus.splits import Split
from palimpseste.errors import UsageError

__all__ = ["frames", "section"]

_FRAMES_TO_SPARE = 4
_SPLITS_OF_FOUR: tuple[Split, ...] = ("train", "train", "dev", "test")


@cache
def frames(name: str, *, adult: bool, split: Split) -> tuple[str, ...]:
    """Return frames of a section that stand in stays of a split; those for adults only where `adult` is asked for.

    Of every four frames of a section the third stands in development stays only and the fourth in test stays only,
    whoever the patient is; sections of less than four frames serve for all.

    Parameters
    ----------
    name : str
        Of the section.
    adult : bool
        Whether the patient is one.
    split : Split
        Of the stay.
    """
    lines = section("frames.txt", name)
    if len(lines) >= _FRAMES_TO_SPARE:
        lines = tuple(line for index, line in enumerate(lines) if _SPLITS_OF_FOUR[index % 4] == split)
    return tuple(line.lstrip("+").replace("\\n", "\n") for line in lines if adult or not line.startswith("+"))


def section(file: str, name: str) -> tuple[str, ...]:
    """Return the lines of a section of a file of ``data/stays``.

    Raises
    ------
    UsageError
        If there is none of that name.
    """
    try:
        return _sections(file)[name]
    except KeyError:
        raise UsageError(f"{file}: no section [{name}]") from None


@cache
def _sections(file: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    text = (files("palimpseste") / "data" / "stays" / file).read_text("utf-8")
    current: list[str] = []
    for line in text.splitlines():
        if line.startswith("[") and line.endswith("]") and "~" not in line:
            current = found.setdefault(line[1:-1], [])
        elif line.strip() and not line.startswith("#"):
            current.append(line)
    return {name: tuple(lines) for name, lines in found.items()}
