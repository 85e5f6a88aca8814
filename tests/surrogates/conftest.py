from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.corpus.notes import read_notes
from palimpseste.document import Document, Patient
from palimpseste.result import Draft
from palimpseste.surrogates import CohortKey, MasterKey, Policy, Replacer

Replace = Callable[..., Draft]


@pytest.fixture(scope="session")
def key() -> CohortKey:
    return MasterKey(bytes(range(32))).cohort("tests")


@pytest.fixture(scope="session")
def replacer(key: CohortKey) -> Replacer:
    return Replacer(key, Policy.named("plausible"))


@pytest.fixture(scope="session")
def notes() -> list[Document]:
    return list(read_notes(Path(__file__).parent.parent / "data" / "surrogates.notes"))


@pytest.fixture(scope="session")
def replace(replacer: Replacer, key: CohortKey) -> Replace:
    """Replace the marked spans of a sentence."""

    def run(
        marked: str, *, id: str = "note", written: date | None = None, policy: str | Policy = "", **patient: str
    ) -> Draft:
        text, spans = parse_markup(marked)
        document = Document(id, text, date=written, patient=Patient(**patient))
        if isinstance(policy, str) and policy:
            policy = Policy.named(policy)
        chosen = Replacer(key, policy) if isinstance(policy, Policy) else replacer
        return chosen(document, spans)

    return run


@pytest.fixture(scope="session")
def surrogates(replace: Replace) -> Callable[..., list[str]]:
    """Return the surrogates of the marked spans of a sentence."""

    def run(marked: str, **options: object) -> list[str]:
        result = replace(marked, **options)
        return [result.text[span.start : span.end] for span in result.spans]

    return run
