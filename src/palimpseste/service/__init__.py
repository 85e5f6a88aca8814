"""De-identification as a service of the house: who may ask, how much, and what is written down of it.

Must not import: cli or anything above it.
"""
