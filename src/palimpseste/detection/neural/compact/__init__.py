"""The compact model: small, exact, without a training library.

Must not import: detection.neural.encoder, torch, transformers.
"""

from palimpseste.detection.neural.compact.model import CompactModel
from palimpseste.detection.neural.compact.settings import CompactSettings, OperatingPoint

__all__ = ["CompactModel", "CompactSettings", "OperatingPoint"]
