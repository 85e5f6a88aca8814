"""What is kept of a run: when, with which settings, and its counts; no text, no name of a document, patient or file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from palimpseste import __version__
from palimpseste.deidentifier import DetectorChoice
from palimpseste.engines.run.profile import OTHER_TYPES, Profile
from palimpseste.engines.run.tally import Tally
from palimpseste.surrogates.policy.policy import Policy

__all__ = ["RunRecord", "record_of", "settings_of"]

# A type fewer documents bear than this is not told from others: a column of names is no column of types.
_LEAST_DOCUMENTS = 5


@dataclass(frozen=True)
class RunRecord:
    """One run as the store keeps it.

    Parameters
    ----------
    run : str
        Drawn for the run; the same after interruptions.
    finished : str
        ISO 8601, UTC.
    settings : mapping of str to str
        What the run was told: version, policy, detectors, where the model operates.
    documents, quarantined, without_span : int
        Documents written, those that were not, and those of the former in which nothing was found.
    characters : int
        Of the texts written.
    seconds : float
        Spent running.
    profile : Profile
        The counts.
    number : int
        Place in the store, from 1; 0 before it is there.
    """

    run: str
    finished: str
    settings: Mapping[str, str]
    documents: int
    quarantined: int
    without_span: int
    characters: int
    seconds: float
    profile: Profile = field(repr=False)
    number: int = 0

    @cached_property
    def tokens(self) -> int:
        """Tokens of the texts written."""
        return self.profile.tokens.total()

    @cached_property
    def by_source(self) -> dict[tuple[str, str], Counter[str]]:
        """Spans by label and source, the empty source for all of them, then by document type."""
        table: dict[tuple[str, str], Counter[str]] = {}
        for (type, label, source), count in self.profile.spans.items():
            for key in ((label, ""), (label, source or "unknown")):
                table.setdefault(key, Counter())[type] += count
        return table


def settings_of(policy: Policy, detectors: DetectorChoice) -> dict[str, str]:
    """Return what a run is told that bears on what it finds or writes, by name."""
    model = "none"
    if "model" in detectors.names:
        model = detectors.model.name if detectors.model else "bundled"
    site_patterns = sum(map(len, detectors.site_patterns.values()))
    return {
        "version": __version__,
        "policy": policy.name,
        "detectors": ",".join(sorted(detectors.described)),
        "model": model,
        "threshold": "" if detectors.threshold is None else f"{detectors.threshold:g}",
        "recall": "" if detectors.recall is None else f"{detectors.recall:g}",
        "site patterns": str(site_patterns),
        **({"kept words": str(len(detectors.kept_words))} if detectors.kept_words else {}),
    }


def record_of(tally: Tally, settings: Mapping[str, str], finished: str) -> RunRecord:
    """Return what is kept of a run that ended; document types of fewer than five documents become one.

    Parameters
    ----------
    tally : Tally
        What was counted.
    settings : mapping
        Of the run, by name.
    finished : str
        ISO 8601, UTC.
    """
    return RunRecord(
        run=tally.run,
        finished=finished,
        settings=dict(settings),
        documents=tally.documents,
        quarantined=tally.quarantined,
        without_span=tally.spans_per_document[0],
        characters=tally.characters,
        seconds=tally.seconds,
        profile=_without_rare_types(tally.profile),
    )


def _without_rare_types(profile: Profile) -> Profile:
    rare = {type for type, documents in profile.documents.items() if documents < _LEAST_DOCUMENTS}

    def kept(type: str) -> str:
        return OTHER_TYPES if type in rare else type

    documents: Counter[str] = Counter()
    tokens: Counter[str] = Counter()
    spans: Counter[tuple[str, str, str]] = Counter()
    for type, count in profile.documents.items():
        documents[kept(type)] += count
    for type, count in profile.tokens.items():
        tokens[kept(type)] += count
    for (type, label, source), count in profile.spans.items():
        spans[kept(type), label, source] += count
    return Profile(documents, tokens, Counter(profile.lengths), spans)
