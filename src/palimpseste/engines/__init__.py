"""Documents read and written anew by several processes or machines at once, with the same bytes; `run` is one such run.

Must not import: omop, pipelines, spark or anything above them.
"""
