"""The detectors that other distributions offer by entry points: found, checked, and held to what they promised."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from palimpseste.detection.kinds import DETECTORS, Detector, DetectorKind, batch_size_of
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Patient, Span
from palimpseste.errors import UsageError
from palimpseste.labels import LABELS, Label

if TYPE_CHECKING:
    from palimpseste.plugins import Plugin

__all__ = ["GROUP", "ForeignDetector", "check_detector", "foreign_named", "kind_named"]

GROUP = "palimpseste.detectors"
Note = tuple[Tokens, Patient]


def kind_named(name: str) -> DetectorKind:
    """Return the detector of a name; entry points are read only for a name that is none of ours.

    Raises
    ------
    UsageError
        If there is none, or the one there is cannot be used.
    """
    if name in DETECTORS:
        return DETECTORS[name]
    return foreign_named(name)[1]


def foreign_named(name: str) -> tuple[Plugin, DetectorKind]:
    """Return the detector of that name that another distribution offers, and where it stands.

    Raises
    ------
    UsageError
        If there is none, there are two, or it is not what a detector has to be.
    """
    plugins = _plugins()
    offered = [plugin for plugin in plugins if plugin.name == name]
    ours = next((plugin for plugin in plugins if plugin.name in DETECTORS), None)
    if ours is not None:
        raise ours.refusal(f"the package has a detector of that name; {_existing()}")
    if not offered:
        raise UsageError(f"unknown detector {name!r}; {_existing()}")
    if len(offered) > 1:
        raise offered[1].refusal(f"{offered[0].distribution} offers a detector of that name; {_existing()}")
    return offered[0], _loaded(name)


@cache
def _plugins() -> tuple[Plugin, ...]:
    from palimpseste.plugins import plugins_of

    return plugins_of(GROUP)


def _existing() -> str:
    return f"detectors: {', '.join(dict.fromkeys((*DETECTORS, *(plugin.name for plugin in _plugins()))))}"


@cache
def _loaded(name: str) -> DetectorKind:
    (plugin,) = (plugin for plugin in _plugins() if plugin.name == name)
    kind = plugin.load()
    if not isinstance(kind, DetectorKind):
        raise plugin.refusal(f"it is no DetectorKind, but a {type(kind).__name__}")
    if kind.name != name:
        raise plugin.refusal("the detector has another name than the entry point")
    labels: list[Label] = list(kind.labels) if not isinstance(kind.labels, str) else []
    wrong = [label for label in labels if label not in LABELS]
    if wrong or not labels:
        raise plugin.refusal(f"unknown label {str(wrong[0]) if wrong else ''!r}; labels: {', '.join(LABELS)}")
    if type(kind.trust) is not int or kind.trust <= max(ours.trust for ours in DETECTORS.values()):
        least = max(ours.trust for ours in DETECTORS.values())
        raise plugin.refusal(f"its trust must be a whole number above {least}: it comes after ours")
    return replace(kind, labels=tuple(labels))


def check_detector(detector: object) -> str:
    """Return what keeps a thing from being used as a detector, in words; the empty string where nothing does."""
    if not callable(detector):
        return f"a {type(detector).__name__} is not callable"
    try:
        inspect.signature(detector).bind(object(), object())
    except (TypeError, ValueError):
        return "it is not called with the tokens and the patient"
    size = getattr(detector, "batch_size", 1)
    if type(size) is not int or size < 1:
        return "its batch_size is no whole number of 1 or more"
    if size > 1 and not callable(getattr(detector, "detect_batch", None)):
        return "it has a batch_size and no detect_batch"
    try:
        pickle.loads(pickle.dumps(detector))  # noqa: S301 # bytes of this process
    except Exception as error:
        return f"the detector it makes cannot be pickled ({type(error).__name__})"
    return ""


@dataclass(frozen=True, slots=True)
class ForeignDetector:
    """A detector of others, whose spans are what they promised to be and say who found them.

    Parameters
    ----------
    name : str
        Its name; the sources of its spans begin with it.
    labels : frozenset of str
        Those it may give.
    detector : Detector
        Asked.
    """

    name: str
    labels: frozenset[str]
    detector: Detector

    @property
    def batch_size(self) -> int:
        """How many notes it asks for."""
        return batch_size_of(self.detector)

    def __call__(self, tokens: Tokens, patient: Patient) -> list[Span]:
        """Return what it finds in a note, in offsets of the view."""
        return self._checked(self.detector(tokens, patient), tokens)

    def detect_batch(self, notes: Sequence[Note]) -> list[list[Span]]:
        """Return what it finds in each of some notes, in offsets of their views."""
        answers = self.detector.detect_batch(notes)  # type: ignore[attr-defined] # check_detector saw that it has it
        return [self._checked(found, tokens) for (tokens, _), found in zip(notes, answers, strict=True)]

    def _checked(self, found: Sequence[Span], tokens: Tokens) -> list[Span]:
        return [self._own(span, len(tokens.view.text)) for span in found]

    def _own(self, span: Span, length: int) -> Span:
        if not isinstance(span, Span):
            raise TypeError(f"detector {self.name} gave a {type(span).__name__}, not a Span")
        if span.label not in self.labels or span.end > length:
            raise ValueError(f"detector {self.name} gave a span of a label it did not announce, or beyond the text")
        if span.source == self.name or span.source.startswith(self.name + "."):
            return span
        # Nobody passes for a rule, a record or a site's own pattern.
        return replace(span, source=f"{self.name}.{span.source}" if span.source else self.name)
