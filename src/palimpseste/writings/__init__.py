"""What a value says, in any writing: dates, ages, names, street lines, towns, number words, the calendar of a document.

Nothing here knows a key, draws, or asks a policy: detection, surrogates and every measurement read alike.

Must not import: detection or anything above it.
"""
