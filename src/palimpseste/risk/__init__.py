"""What an attacker gets: dates linked by their intervals, ages and places guessed, and the frontier of both.

Must not import: watch, cohorts or anything above them.
"""
