"""What the patient's structured record says, found in the text however it is written.

Must not import: detection.rules, detection.neural, detection.hybrid, detection.choice.
"""

from __future__ import annotations

from palimpseste.detection.record.detector import RecordDetector

__all__ = ["RecordDetector"]
