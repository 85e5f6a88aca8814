"""What the patient's structured record says, found in the text however it is written."""

from __future__ import annotations

from palimpseste.detection.record.detector import RecordDetector

__all__ = ["RecordDetector"]
