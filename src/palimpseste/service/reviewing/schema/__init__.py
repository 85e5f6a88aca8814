"""The database of reviews: its tables, and the scripts of Alembic that bring an older one to them, without loss.

A change of `tables` comes with a script in `versions`; tests hold the scripts to the tables.

Must not import: torch, transformers, cli.
"""
