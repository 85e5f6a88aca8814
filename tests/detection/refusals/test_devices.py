"""Devices and brands of things: what is left unmasked, and the like that stays masked."""

from __future__ import annotations

from both_ways import names_of, tried

from palimpseste.detection.refusals.devices import refusals

REFUSED = [
    ("thing.vehicle", "conduit encore la [Peugeot] le dimanche", "ORGANIZATION"),
    ("thing.vehicle", "sorti avec le [Manitou] du voisin", "LASTNAME"),
    ("thing.vehicle", "AVP moto / [VL], casque", "LOCATION"),
    ("thing.brand", "Chariot [Stiegelmar] en panne, appelé", "LASTNAME"),
    ("thing.brand", "transpalette électrique [Jungheimer] mis à disposition", "LASTNAME"),
    ("device.gauge", "Ponctions 22G [ViziShot] dans l'ordre", "LASTNAME"),
    ("device.gauge", "gaine 12Fr [Zanextra]", "LASTNAME"),
    ("thing.brand", "valise, rasoir, portable [Doro], prothèse", "FIRSTNAME"),
    ("thing.brand", "PTH à droite, cotyle [Zanextra].", "LASTNAME"),
    ("tool.operation", "27/05 excision au [Weck] et Versajet, avant-bras", "LASTNAME"),
    ("tool.operation", "27/05 excision au Weck et [Versajet], avant-bras", "LASTNAME"),
    ("tool.operation", "Détersion au [Versajet] hier matin.", "ORGANIZATION"),
    ("tool.operation", "parage au Versajet et au [Weck].", "LASTNAME"),
    ("site.injection", "Anesthésie locale [sub-Tenon], sédation légère", "LASTNAME"),
    ("site.injection", "Pas d'injection sous-[Tenon].", "HOSPITAL"),
    ("thing.brand", "conducteur de chariot [Zanextra] (Caces à jour)", "LASTNAME"),
    ("thing.brand", "sous respirateur [Zanextra] 3 depuis hier", "LASTNAME"),
    ("tool.use", "Lavage au [Simcoe], aspiration", "HOSPITAL"),
    ("tool.use", "CPAP 3 min au [Neopuff]", "LASTNAME"),
    ("tool.use", "[Coiffage au Dycal] puis", "ORGANIZATION"),
    ("thing.brand", "Bracelet [Vivago] remis à la famille", "LASTNAME"),
    ("thing.brand", "[Monte-escalier] Stannah", "LASTNAME"),
    ("thing.brand", "monte-escalier [Stannah] installé", "FIRSTNAME"),
]

KEPT = [
    ("thing.vehicle", "Accident, vu par [VP].", "LASTNAME"),
    ("thing.vehicle", "cariste chez [Manitou]", "ORGANIZATION"),
    ("thing.vehicle", "vu avec M. [Renault] hier", "LASTNAME"),
    ("thing.brand", "fauteuil [Martin] en panne", "LASTNAME"),
    ("thing.brand", "chariot [Stiegelmar] rappelle demain", "LASTNAME"),
    ("device.gauge", "62F [Zanextra]", "LASTNAME"),
    ("device.gauge", "22G [Martin]", "LASTNAME"),
    ("device.gauge", "étage 2 ch [Zanextra]", "LASTNAME"),
    ("thing.brand", "portable [Zanextra] 06 12 34 56 78", "LASTNAME"),
    ("thing.brand", "portable [Martin], prothèse", "LASTNAME"),
    ("thing.brand", "vu par [Zanextra], prothèse", "LASTNAME"),
    ("thing.brand", "à faire : pansement [Zanextra], perfusion", "LASTNAME"),
    ("thing.brand", "moniteur [Zanextra]", "LASTNAME"),
    ("device.gauge", "le [25] G. Martin", "DATE"),
    ("device.gauge", "le [25]g1", "DATE"),
    ("tool.operation", "Excision par [Kerlidou], aide Sow", "LASTNAME"),
    ("tool.operation", "Opérée au [Foch] d'une hernie", "HOSPITAL"),
    ("tool.operation", "excision au Weck par [Zanextra]", "LASTNAME"),
    ("site.injection", "Injection [Tenon]", "LASTNAME"),
    ("site.injection", "Vue à [Sous-Bois]", "CITY"),
    ("thing.brand", "respirateur [Zanextra] 12 ans, à revoir", "LASTNAME"),
    ("tool.use", "lavage au [Mans] hier", "CITY"),
    ("tool.use", "mise en place au [Tonkin]", "HOSPITAL"),
    ("tool.use", "transfert au [Zanexas]", "HOSPITAL"),
    ("thing.brand", "bracelet de Mme [Durand] remis", "LASTNAME"),
    ("thing.brand", "bracelet [Durand] remis", "LASTNAME"),
    ("thing.brand", "Mme [Lève]-Martin", "LASTNAME"),
]

test_is_refused, test_the_like_is_kept, test_each_is_tried_both_ways = tried(REFUSED, KEPT, names_of(refusals()))
