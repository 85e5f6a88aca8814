"""One run from its sources to its results, and how it survives what happens to it.

Must not import: omop, pipelines, spark or anything above them.
"""
