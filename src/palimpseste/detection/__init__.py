"""Text to spans: what identifies people, found by the record, by rules and by models.

Must not import: surrogates or anything above it.
"""
