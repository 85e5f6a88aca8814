"""Write into the settings of a compact model what it was trained with, where they do not say so."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from palimpseste.detection.neural.compact.model import WEIGHTS
from palimpseste.detection.neural.compact.origin import Origin
from palimpseste.detection.neural.compact.settings import SETTINGS, CompactSettings
from palimpseste.detection.rules.detector import RuleDetector
from palimpseste.errors import UsageError
from palimpseste.files import write_text

__all__ = ["stamp"]


def stamp(folder: Path) -> tuple[str, ...]:
    """Write the labels, rules and rows of this package into a model's settings; return what it had been trained with.

    That is what its settings said before and this package is not, in words; nothing of it where they said nothing. The
    weights are left alone. Labels and rows must be those of the model: under others its weights mean nothing. Rules may
    be others where somebody measured that the model finds as much with them.

    Parameters
    ----------
    folder : Path
        Of the model.

    Raises
    ------
    UsageError
        If the folder holds no compact model, or one of other labels or rows.
    """
    path = folder / SETTINGS
    now = Origin.of_this_package(RuleDetector().rule_names)
    try:
        values: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        before = Origin.from_mapping(values["origin"]) if "origin" in values else None
        now_mapping = {"rows": now.rows, "labels": now.labels, "rules": now.rules}
        settings = CompactSettings.from_mapping({**values, "origin": now_mapping})
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{path} holds no settings of a compact model ({type(error).__name__})") from None
    try:
        with (folder / WEIGHTS).open("rb") as stream, np.load(stream, allow_pickle=False) as arrays:
            rows = len(arrays["table"])
    except (OSError, EOFError, ValueError, KeyError, TypeError, BadZipFile, zlib.error) as error:
        raise UsageError(f"{folder / WEIGHTS} holds no weights of a compact model ({type(error).__name__})") from None
    # Without a word of its own, the labels of its tags are the best that is known of those of its table.
    known = before or Origin(rows, settings.labels, now.rules)
    differences = list(known.differences(rows, None))
    if differences:
        raise UsageError(f"{folder}: the model is of another package than this one: {'; '.join(differences)}")
    changed = tuple(before.differences(rows, now.rules)) if before else ()
    write_text(path, settings.to_json())
    return changed
