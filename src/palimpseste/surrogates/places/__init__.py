"""What stands for towns, postal codes, places and bodies: drawn plausibly, or released by a mechanism.

Must not import: surrogates.dates, surrogates.world.
"""
