"""Which detectors a run uses and how they are set: plain values, so that they travel to other processes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from palimpseste.debugging import chained, kind_of
from palimpseste.detection.foreign import ForeignDetector, check_detector, foreign_named, kind_named
from palimpseste.detection.kinds import DEFAULT_DETECTORS, DETECTORS, Detector, batch_size_of
from palimpseste.errors import UsageError
from palimpseste.labels import Label

if TYPE_CHECKING:
    from palimpseste.detection.generative.settings import GenerativeSettings
    from palimpseste.detection.kept_words import KeptWords
    from palimpseste.detection.neural.compact import CompactModel

__all__ = ["DEFAULT_DETECTORS", "DETECTORS", "Detector", "DetectorChoice", "choice_of"]


@dataclass(frozen=True, slots=True)
class DetectorChoice:
    """A choice of detectors.

    Parameters
    ----------
    names : tuple of str
        Among `DETECTORS` and those of other distributions, in any order.
    site_patterns : mapping of Label to tuple of str
        Regular expressions of a site's own identifiers: rules.
    model : Path, optional
        Folder of the model; the bundled one without it.
    threshold, recall : float, optional
        Operating point of a compact model; see :meth:`palimpseste.detection.neural.compact.CompactModel.load`.
    own : tuple of Detector
        Detectors themselves, trusted least; where they have to travel, they are pickled.
    refuses_abnormal_script : bool
        Whether a document that is written so that none of them can read it goes to the quarantine.
    generative : GenerativeSettings, optional
        The language model of the detector ``generative``.
    kept_words : tuple of str
        Words and phrases that are never masked, see :mod:`palimpseste.detection.kept_words`.
    """

    names: tuple[str, ...] = DEFAULT_DETECTORS
    site_patterns: Mapping[Label, tuple[str, ...]] = field(default_factory=dict)
    model: Path | None = None
    threshold: float | None = None
    recall: float | None = None
    own: tuple[Detector, ...] = ()
    refuses_abnormal_script: bool = True
    generative: GenerativeSettings | None = None
    kept_words: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(self.names))
        if not self.names and not self.own:
            raise UsageError(f"no detector is named; detectors: {', '.join(DETECTORS)}")
        for name in self.names:
            kind_named(name)
        for detector in self.own:
            if flaw := check_detector(detector):
                raise UsageError(f"{type(detector).__name__} is no detector: {flaw}")
        if self.site_patterns and "rules" not in self.names:
            raise UsageError("site patterns are rules: they need the detector 'rules'")
        asked = {"model": self.model, "threshold": self.threshold, "recall": self.recall}
        needless = [name for name, value in asked.items() if value is not None]
        if needless and "model" not in self.names:
            raise UsageError(f"{needless[0]!r} is asked for, which needs the detector 'model'")
        if "generative" in self.names and self.generative is None:
            raise UsageError("the detector 'generative' needs a language model: its folder, or a server")
        if self.generative is not None and "generative" not in self.names:
            raise UsageError("a language model is given, which needs the detector 'generative'")
        if self.threshold is not None and self.recall is not None:
            raise UsageError("either a threshold or a recall: each sets the same operating point")

    def check(self) -> None:
        """Refuse what `make` would, short of making the detectors.

        Raises
        ------
        UsageError
            If a site pattern, an operating point or the model's folder is wrong.
        """
        if self.site_patterns:
            from palimpseste.detection.rules.identifiers import site_rules

            site_rules(self.site_patterns)
        self.words_kept()
        for name in self.foreign():
            self._made_by_others(name)
        # The bundled model as it ships needs no check.
        if self.model is not None or self.threshold is not None or self.recall is not None:
            self.compact() if self.is_compact() else self.encoder()
        if self.generative is not None and self.generative.server is not None:
            from palimpseste.detection.generative.served import ServedDetector

            ServedDetector.check(self.generative)
        elif self.generative is not None:
            from palimpseste.detection.generative.detector import GenerativeDetector

            GenerativeDetector.check(self.generative)

    def only(self, name: str) -> DetectorChoice:
        """Return the choice of one of its detectors, set as it is here.

        Parameters
        ----------
        name : str
            Of the detector.

        Raises
        ------
        UsageError
            If it is none of these.
        """
        if name not in self.names:
            raise UsageError(f"the site's detectors are {', '.join(self.names)}")
        is_model = name == "model"
        return replace(
            self,
            names=(name,),
            site_patterns=self.site_patterns if name == "rules" else {},
            model=self.model if is_model else None,
            threshold=self.threshold if is_model else None,
            recall=self.recall if is_model else None,
            own=(),
            generative=self.generative if name == "generative" else None,
        )

    def make(self) -> tuple[Detector, ...]:
        """Return the detectors, in order of trust whatever the order of the names.

        Raises
        ------
        UsageError
            If a site pattern, the model's folder or a detector of another distribution is wrong.
        """
        kinds = sorted(
            (kind_named(name) for name in dict.fromkeys(self.names)), key=lambda kind: (kind.trust, kind.name)
        )
        asked = {name for kind in kinds for name in kind.reads(self)}
        made = [
            kind.make(self) if kind.name in DETECTORS else self._made_by_others(kind.name)
            for kind in kinds
            if kind.name not in asked
        ]
        return (*made, *self.own)

    def words_kept(self) -> KeptWords | None:
        """Return the words that are never masked, ready to be looked for; None where there is none.

        Raises
        ------
        UsageError
            If one of them cannot be looked for.
        """
        if not self.kept_words:
            return None
        from palimpseste.detection.kept_words import KeptWords

        return KeptWords(self.kept_words)

    def foreign(self) -> dict[str, str]:
        """Return the detectors of other distributions among the names, each with its distribution and version."""
        found = {}
        for name in sorted(set(self.names) - set(DETECTORS)):
            plugin, _ = foreign_named(name)
            found[name] = f"{plugin.distribution} {plugin.version}"
        return found

    @property
    def described(self) -> tuple[str, ...]:
        """The names, those of other distributions with whose they are, and the classes of detectors given."""
        foreign = self.foreign()
        named = (f"{name} ({foreign[name]})" if name in foreign else name for name in self.names)
        return (*named, *(type(detector).__name__ for detector in self.own))

    @property
    def batch_size(self) -> int:
        """How many notes the most demanding of the detectors asks to read at once."""
        foreign = [self._made_by_others(name) for name in self.foreign()]
        served = 1 if self.generative is None else self.generative.notes_at_once
        return max((served, *map(batch_size_of, (*foreign, *self.own))))

    def _made_by_others(self, name: str) -> Detector:
        plugin, kind = foreign_named(name)
        try:
            detector = kind.make(self)
        except UsageError:
            raise
        except Exception as error:
            needs = f"; it needs: pip install '{kind.extra}'" if kind.extra else ""
            raise plugin.refusal(f"the detector cannot be made ({kind_of(error)}){needs}") from chained(error)
        if flaw := check_detector(detector):
            raise plugin.refusal(flaw)
        return ForeignDetector(name, frozenset(kind.labels), detector)

    def digests(self) -> dict[str, str]:
        """Return the SHA-256 of each file of the model's folder by its name; none where no model reads.

        Files of a language model begin with ``generative/``.

        Raises
        ------
        UsageError
            If a file cannot be read.
        """
        masking: dict[str, str] = {}
        if self.generative is not None and self.generative.folder is not None:
            from palimpseste.detection.generative.folder import digests_of

            found = digests_of(self.generative.folder, self.generative.adapters)
            masking = {f"generative/{name}": digest for name, digest in found.items()}
        if "model" not in self.names:
            return masking
        if self.model is None:
            from palimpseste.detection.neural.compact.settings import BUNDLED
        folder = self.model or BUNDLED
        from palimpseste.files.digests import digest_of_file

        try:
            own = {path.name: digest_of_file(path) for path in sorted(folder.iterdir()) if path.is_file()}
            return {**own, **masking}
        except OSError as error:
            raise UsageError(f"{folder}: the model cannot be read: {error.strerror}") from None

    def is_compact(self) -> bool:
        """Tell whether the model is of the bundled kind, by the name of its weights.

        Raises
        ------
        UsageError
            If the folder of the model is not there.
        """
        if self.model is None:
            return True
        if not self.model.is_dir():
            raise UsageError(f"{self.model}: no such folder")
        return (self.model / "weights.npz").exists()

    def compact(self, rule_names: tuple[str, ...] | None = None) -> CompactModel:
        """Return the compact model of the choice, which is to read the rules of these names.

        Parameters
        ----------
        rule_names : tuple of str, optional
            None where it reads no rules.
        """
        from palimpseste.detection.neural.compact import CompactModel

        return CompactModel.load(self.model, threshold=self.threshold, recall=self.recall, rules=rule_names)

    def encoder(self) -> Detector:
        """Return the encoder in the folder of the model.

        Raises
        ------
        UsageError
            If there is none, or an operating point is asked for, which it has not.
        """
        if self.threshold is not None or self.recall is not None:
            raise UsageError("operating points are fitted for compact models; this folder holds an encoder")
        from palimpseste.detection.neural.encoder import EncoderDetector

        assert self.model is not None  # noqa: S101 # for types: the bundled model is compact
        return EncoderDetector.load(self.model)


def choice_of(detectors: Sequence[str | Detector] | DetectorChoice) -> DetectorChoice:
    """Return a choice as it is, or the choice of the detectors named or given.

    Parameters
    ----------
    detectors : sequence of str or Detector, or DetectorChoice
        Names, in any order, and detectors.

    Raises
    ------
    TypeError
        If it is something else.
    UsageError
        If a name is unknown.
    """
    if isinstance(detectors, DetectorChoice):
        return detectors
    if isinstance(detectors, str) or not isinstance(detectors, Iterable):
        raise TypeError(f"detectors are a sequence of names or a DetectorChoice, not {type(detectors).__name__}")
    names: list[str] = []
    own: list[Detector] = []
    for detector in detectors:
        if isinstance(detector, str):
            names.append(detector)
        elif callable(detector):
            own.append(detector)
        else:
            raise TypeError(f"the name of a detector is a str, not {type(detector).__name__}")
    return DetectorChoice(tuple(names), own=tuple(own))
