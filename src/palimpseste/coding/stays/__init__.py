"""Stays: their documents and codes, read from files and parted.

Must not import: coding.numbers, coding.networks, coding.measures, torch.
"""
