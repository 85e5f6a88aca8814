"""What a trained model remembers of the notes it read: membership, names, canaries.

Must not import: utility, transformers.
"""
