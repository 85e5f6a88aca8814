"""What stands for names, numbers, addresses, and tags and masks in place of any value.

Must not import: surrogates.places, surrogates.dates, surrogates.world.
"""
