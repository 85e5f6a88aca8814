"""What words that stay in a text tell of its dates: seasons, epochs, classes of school, weekdays.

Must not import: writings.ages, writings.atlas, writings.towns.
"""
