"""Ages: their writings, how old somebody is on a day, and the dates of birth they follow from.

Must not import: writings.people, writings.towns.
"""
