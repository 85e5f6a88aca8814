"""Dates: the words and forms of them, what a writing says, and the dates of one document on one calendar.

Must not import: writings.ages, writings.atlas, writings.towns.
"""
