"""Tchouka et al. 2023 (HNFC), both papers: tables 2 to 8, the towns and dates of their example.

Must not import: papers.registry.
"""
