"""What words that stay in a text tell of its dates: seasons, epochs, classes of school.

Must not import: writings.ages, writings.atlas, writings.towns.
"""
