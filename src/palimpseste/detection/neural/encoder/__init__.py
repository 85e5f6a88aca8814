"""Encoders of the Hugging Face kind, fine-tuned by the user, at work: by ONNX Runtime, or by torch.

Must not import: detection.neural.compact.
"""

from palimpseste.detection.neural.encoder.detector import EncoderDetector

__all__ = ["EncoderDetector"]
