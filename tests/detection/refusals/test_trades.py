"""Letters of fields of work: left unmasked behind a trade, masked where somebody signs."""

from __future__ import annotations

from both_ways import names_of, tried

from palimpseste.detection.refusals.trades import refusals

REFUSED = [
    ("trade.field", "assistante [RH] dans une usine", "LASTNAME"),
    ("trade.field", "chef de projet [MOA], burn out", "LASTNAME"),
    ("trade.field", "technicien [BTP]", "ORGANIZATION"),
    ("trade.field", "travaille au [SAV] depuis 2015", "ORGANIZATION"),
]
KEPT = [
    ("trade.field", "Infirmière [RH] a rappelé", "LASTNAME"),
    ("trade.field", "Mme [RH] a pleuré", "LASTNAME"),
    ("trade.field", "assistante [Dao] rappelée", "LASTNAME"),
    ("trade.field", "responsable [Ter] Marie", "LASTNAME"),
    ("trade.field", "technicien [SAP-Labs]", "ORGANIZATION"),
    ("trade.field", "assistante [Rey]", "LASTNAME"),
    ("trade.field", "employé de [SAV Habitat]", "ORGANIZATION"),
]
test_a_refused_span_is_left_unmasked, test_the_like_stays, test_every_refusal_is_tried_both_ways = tried(
    REFUSED, KEPT, names_of(refusals())
)
