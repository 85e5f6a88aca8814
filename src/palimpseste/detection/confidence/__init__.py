"""How surely a span is what its label says, and on what evidence.

What is calibrated are the spans that are left when all is merged and completed; no span is moved, added or dropped.

Must not import: detection.asking, detection.choice, detection.hybrid, detection.neural, detection.rules,
detection.record.
"""

from palimpseste.detection.confidence.judge import Judge

__all__ = ["Judge"]
