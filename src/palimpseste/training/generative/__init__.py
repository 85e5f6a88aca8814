"""Language models that write notes anew, fine-tuned by adapters.

Must not import: training.encoder.ner, training.encoder.mlm, training.compare, training.compact.
"""
