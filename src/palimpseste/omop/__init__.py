"""OMOP tables in, OMOP tables out: notes de-identified in a database, with what stands beside them.

Must not import: evaluation, explanation, report, risk or anything above them.
"""

from palimpseste.omop.address import Address, is_omop

__all__ = ["Address", "is_omop"]
