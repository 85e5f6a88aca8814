"""Writings that detection once left in part: each value in brackets is masked from end to end, whatever its label."""

from __future__ import annotations

import re
from functools import cache

import pytest

from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document

WRITTEN = [
    "Connexion depuis [193.54.112.7] à 22 h, boîtier [fe80::1ff:fe23:4567:890a], MAC [00-1B-63-84-45-E6].",
    "habite [14 rue du Four à Chaux] à [Limoges]",
    "Demeurant [8 rue Pierre et Marie Curie], [69007] [Lyon]",
    "[12 rue du Pot à l'Eau], [44110] [Châteaubriant]",
    "domicile : [112 Levée des Tuileries], [37000] [Tours]",
    "adresse : [27 Le Bourg], [87120] [Beaumont-du-Lac]",
    "vit au [9 venelle des Jardiniers] à [Morlaix]",
    "Opérée le [12 novenbre 2018] d'une hernie, appendicectomie [4/96]",
    "AVC en [setpembre 2015]",
    "M0NSIEUR [DUB0IS] né le [12/O3/1947]",
    "Selon le journal, [Sylvain] [Maugard], maire de [Liévin], a été hospitalisé.",
    "Souche adressée au [CNR arbovirus], suivi à l'[IMM], transfert à l'[ISM] demain",
    "mr [le bras] vient pour douleur thoracique",
    "mme [lundi] se plaint de céphalées",
    "Née le [02/07/1939] dans l'[Aveyron]",
    "née à [Brest] ([Finistère]) le [4 mai 1962]",
    "son compte instagram [lea.mrt_92] a été signalé",
    "harcelée par [@kev1n.brd] sur tiktok",
]


@cache
def deidentifier() -> Deidentifier:
    return Deidentifier.default(policy="tag")


@pytest.mark.parametrize("written", WRITTEN)
def test_each_value_is_masked_from_end_to_end(written: str) -> None:
    text = re.sub(r"[\[\]]", "", written)
    masked = {place for span in deidentifier().detect(Document("n", text)) for place in range(span.start, span.end)}
    shift = 0
    for value in re.finditer(r"\[([^]]+)\]", written):
        start = value.start() - shift
        shift += 2
        left = [text[place] for place in range(start, start + len(value[1])) if place not in masked]
        assert not any(map(str.isalnum, left)), value[1]
