"""Encoders of the Hugging Face kind, fine-tuned by the user, at work: by ONNX Runtime, or by torch."""

from palimpseste.detection.neural.encoder.detector import EncoderDetector

__all__ = ["EncoderDetector"]
