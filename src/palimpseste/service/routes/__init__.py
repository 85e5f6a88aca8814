"""What is answered at which address: one module for each kind of thing that is asked.

Must not import: service.app, cli or anything above it.
"""
