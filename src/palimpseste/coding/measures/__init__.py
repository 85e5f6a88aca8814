"""How good predicted codes are: counts, scores, tables and pages.

Must not import: coding.networks, coding.task, coding.train, torch.
"""
