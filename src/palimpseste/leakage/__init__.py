"""What models give away of the notes they read: masked values guessed again.

Must not import: utility or anything above it.
"""
