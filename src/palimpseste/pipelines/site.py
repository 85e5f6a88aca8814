"""What an adapter that takes no objects, only settings, makes its detector of: names, and a site's configuration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from palimpseste.configuration import Configuration
from palimpseste.deidentifier import DEFAULT_DETECTORS, Deidentifier
from palimpseste.detection.choice import DetectorChoice

__all__ = ["choice_of_site", "detector_of"]


def choice_of_site(configuration: Configuration, detectors: Sequence[str] | None = None) -> DetectorChoice:
    """Return the detectors of a site.

    Parameters
    ----------
    configuration : Configuration
        Says which, which model, where it operates, and the patterns of the site.
    detectors : sequence of str, optional
        Names that stand for those of the configuration.
    """
    names = tuple(detectors or configuration.detectors or DEFAULT_DETECTORS)
    return DetectorChoice(
        names,
        configuration.site_patterns,
        configuration.model,
        configuration.threshold,
        configuration.recall,
        refuses_abnormal_script=configuration.refuse_abnormal_script,
        generative=configuration.generative if "generative" in names else None,
        kept_words=configuration.kept_words,
    )


def detector_of(
    config: str | Path | None, detectors: Sequence[str] | None, recall: float | None = None
) -> Deidentifier:
    """Return what detects, and only that, by the configuration of a site.

    Parameters
    ----------
    config : str or Path, optional
        The site's file (TOML).
    detectors : sequence of str, optional
        Names that stand for those of the file; in any order.
    recall : float in (0, 1), optional
        Where the model operates: the threshold that masked this share on development notes.

    Raises
    ------
    UsageError
        If a detector is unknown, or the file wrong.
    """
    configuration = Configuration.read(Path(config)) if config is not None else Configuration()
    choice = choice_of_site(configuration, detectors)
    if recall is not None:
        choice = replace(choice, threshold=None, recall=recall)
    choice.check()
    return Deidentifier.detecting(choice)
