"""How many people a note may be about: what it says of its patient, and whom of a population that fits.

Must not import: releasing, deidentifier or anything above them.
"""
