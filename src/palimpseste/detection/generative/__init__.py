"""A language model that masks a note: by rewriting it freely, by copying or masking, or scored in one pass.

Must not import: detection.rules, detection.record, detection.neural.encoder, detection.hybrid.
"""
