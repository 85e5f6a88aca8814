"""The people of one document: its names, who stands beside whom, and what each writing of a name stands for.

Must not import: writings.ages, writings.towns.
"""
