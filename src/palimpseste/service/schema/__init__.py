"""The tables of reviews, and the scripts of Alembic that bring a database of an older version to them, without loss.

A change of `tables` comes with a script in `versions`; tests hold the scripts to the tables.

Must not import: torch, transformers, cli.
"""
