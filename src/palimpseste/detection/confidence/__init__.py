"""How surely a span is what its label says, and on what evidence.

What is calibrated are the spans that are left when all is merged and completed; none is moved or added, and dropped are
those alone that are doubted and that nothing else speaks for.

Must not import: detection.asking, detection.choice, detection.hybrid, detection.neural, detection.rules,
detection.record.
"""

from palimpseste.detection.confidence.doubt import without_doubted
from palimpseste.detection.confidence.judge import Judge

__all__ = ["Judge", "without_doubted"]
