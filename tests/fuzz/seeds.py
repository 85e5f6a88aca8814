"""What is harmed: the kinds and the whole files of the corpus."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from workplace import Workplace

CORPUS = Path(__file__).parent / "corpus"
POLICIES = ("tag", "plausible", "dp")
FAST = ("--detectors", "record,rules")


@dataclass(frozen=True)
class Kind:
    """One kind of thing that is harmed.

    Parameters
    ----------
    name : str
        What the command calls it.
    cases : strategy
        Draws one that was harmed.
    check : callable
        Raises where a law does not hold of it; returns what became of it: ``done``, ``quarantined`` or ``refused``.
    """

    name: str
    cases: st.SearchStrategy[Any]
    check: Callable[[Workplace, Any], str]


def seeds(folder: str) -> st.SearchStrategy[tuple[str, bytes]]:
    """Draw a whole file of the corpus: its name and its bytes."""
    files = [(path.name, path.read_bytes()) for path in sorted((CORPUS / folder).iterdir())]
    return st.sampled_from(files)


def files_of(
    folder: str, harm: Callable[[bytes], st.SearchStrategy[bytes]]
) -> st.SearchStrategy[tuple[str, bytes, str]]:
    """Draw a file that was harmed, with its name and the policy of the run that reads it."""
    return seeds(folder).flatmap(lambda seed: st.tuples(st.just(seed[0]), harm(seed[1]), st.sampled_from(POLICIES)))
