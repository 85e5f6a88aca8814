"""Writing that a reader sees through and a program does not: read as a reader reads it, whoever wrote it so and why.

An ordinary note holds none of it and costs a look for the signs that begin it. Each module rewrites a text and keeps,
for each character, the interval of the text as it came that it stands for (`rewriting.py`).

Must not import: detection.neural, detection.rules, detection.record, surrogates or anything above it.
"""
