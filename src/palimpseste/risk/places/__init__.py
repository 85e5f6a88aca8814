"""Attacks on towns: what a surrogate tells of the town, and how far each strategy moves one.

Must not import: risk.dates, risk.frontier, risk.notes, watch, cohorts or anything above them.
"""
