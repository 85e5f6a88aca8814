"""What stands for dates and ages: shifted, under noise, or by durations, in the writing of the source.

Must not import: surrogates.places, surrogates.world.
"""
