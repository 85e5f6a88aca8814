"""The twelve classes of the paper's section 2."""

from __future__ import annotations

from palimpseste.labels import view_named

__all__ = ["LABELS", "NOT_COMPARABLE", "VIEW"]

VIEW = "hcl"
LABELS = tuple(dict.fromkeys(view_named(VIEW).values()))

NOT_COMPARABLE = (
    "Their notes are private and of one hospital group, their encoder is CamemBERT; settings, encoder and notes of "
    "ours are those of the command above."
)
