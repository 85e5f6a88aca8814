"""Encoders of the Hugging Face kind, pre-trained and fine-tuned on notes."""
