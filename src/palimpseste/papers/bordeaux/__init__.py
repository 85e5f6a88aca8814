"""Dorémus et al. 2024 (Bordeaux): tables 2 to 4, figures 2 to 9, appendices 2 to 4.

Must not import: papers.registry.
"""
