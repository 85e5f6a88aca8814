"""Scripts, each from one state of the tables to the next; one that was released never changes.

Must not import: service.reviewing.reviews, service.reviewing.schema.tables, cli.
"""
