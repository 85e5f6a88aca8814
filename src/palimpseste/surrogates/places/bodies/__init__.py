"""What stands for places of care and other named bodies.

Must not import: surrogates.dates, surrogates.world.
"""
