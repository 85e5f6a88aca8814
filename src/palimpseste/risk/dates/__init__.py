"""Attacks on dates: who is linked by intervals, or by birth, sex and stays, in simulated stays; and how surely.

Must not import: risk.places, risk.frontier, risk.notes, risk.ages, watch, cohorts or anything above them.
"""
