"""How good predicted codes are: counts, scores, tables and pages."""
