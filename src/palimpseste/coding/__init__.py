"""ICD-10 codes of hospital stays, learned from their texts: what de-identification costs is measured by them.

Training and prediction need ``[train]``; stays, codes and measures do without torch.

Must not import: utility or anything above it.
"""

from __future__ import annotations

from palimpseste.coding.predictions import Prediction, read_predictions, write_predictions
from palimpseste.coding.settings import MODELS, CodingSettings
from palimpseste.coding.stays.reading import StayFiles, read_stays
from palimpseste.coding.stays.stay import Stay

__all__ = [
    "MODELS",
    "CodingSettings",
    "Prediction",
    "Stay",
    "StayFiles",
    "read_predictions",
    "read_stays",
    "write_predictions",
]
