"""Tannier et al. 2023 (AP-HP): tables 3 to 7, figures 4 to 8, supplements B to E.

Must not import: papers.registry.
"""
