"""Commands of the service: listening, and the users who may ask.

Must not import: torch, transformers, pandas, pyspark.
"""
