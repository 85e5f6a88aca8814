"""Towns: what each writing of a town, a postal code, a place or a body of one document stands for.

Must not import: writings.ages, writings.people.
"""
