"""Richard, Talbot, Gimbert 2023 (HCL): counts, pre-training, rates, Table 1, re-identification.

Must not import: papers.registry.
"""
