"""How many at once, and how a run survives what happens to it.

Must not import: omop, pipelines, spark or anything above them.
"""
