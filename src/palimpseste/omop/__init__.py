"""OMOP tables in, OMOP tables out: notes de-identified in a database, with what stands beside them."""

from palimpseste.omop.address import Address, is_omop

__all__ = ["Address", "is_omop"]
