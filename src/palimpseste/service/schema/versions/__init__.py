"""Scripts, each from one state of the tables to the next; one that was released never changes.

Must not import: service.reviews, service.schema.tables, cli.
"""
