"""Names are cut into head, link and proper part."""

from __future__ import annotations

import pytest

from palimpseste.writings.bodies import NamedThing, body_parts, body_thing, heads_of, kind_of_body, split_name


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("hôpital Dupuytren", ("hôpital ", "", "Dupuytren")),
        ("hôpital de landerneau", ("hôpital ", "de ", "landerneau")),
        ("hôpital de l'Ormeau", ("hôpital ", "de l'", "Ormeau")),
        ("hôpital d'Enghien", ("hôpital ", "d'", "Enghien")),
        ("HOPITAL DE LA TOUR", ("HOPITAL ", "DE LA ", "TOUR")),
    ],
)
def test_a_name_is_not_cut_inside_a_word(text: str, parts: tuple[str, str, str]) -> None:
    assert split_name(text, frozenset({"hopital"})) == NamedThing(*parts)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("AP-HM", ("CHU", "", "")),
        ("hcl Nord", ("chu ", "", "Nord")),
        ("CHU de Brest", ("CHU ", "de ", "Brest")),
    ],
)
def test_an_acronym_that_names_a_town_is_the_hospital_of_a_town(text: str, parts: tuple[str, str, str]) -> None:
    assert body_thing(text, heads_of("HOSPITAL")) == NamedThing(*parts)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("tribunal pour enfants de Lille", ("tribunal pour enfants ", "de ", "Lille")),
        ("foyer-logement des Chaumes", ("foyer-logement ", "des ", "Chaumes")),
        ("juge des enfants de Lille", ("juge des enfants ", "de ", "Lille")),
        ("Enfants du Soleil", ("", "", "Enfants du Soleil")),
    ],
)
def test_for_whom_a_body_is_belongs_to_its_head(text: str, parts: tuple[str, str, str]) -> None:
    assert split_name(text, heads_of("ORGANIZATION")) == NamedThing(*parts)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("csnp de la haute bruche", ("csnp ", "de la ", "haute bruche")),
        ("cabinet kine du mail", ("cabinet kine ", "du ", "mail")),
        ("mmg de seclin", ("mmg ", "de ", "seclin")),
        ("hôpital de La Garde", ("hôpital ", "de La ", "Garde")),
    ],
)
def test_what_says_a_place_of_care_is_its_head(text: str, parts: tuple[str, str, str]) -> None:
    assert split_name(text, heads_of("HOSPITAL")) == NamedThing(*parts)


def test_two_heads_may_be_a_name() -> None:
    heads = heads_of("ORGANIZATION")
    assert body_thing("Harmonie Mutuelle", heads) == NamedThing("", "", "Harmonie Mutuelle")
    assert body_thing("Harmonie de Vesoul", heads) == NamedThing("Harmonie ", "de ", "Vesoul")
    assert kind_of_body("HARMONIE MUTUELLE Vesoul") == "insurer"
    assert kind_of_body("Harmonie municipale") == "association"


def test_the_names_of_a_body_stand_between_its_separators() -> None:
    assert body_parts("CHU de Brest, site Morvan") == ["CHU de Brest", ", ", "site Morvan"]
    assert body_parts("clinique Saint-Jean") == ["clinique Saint-Jean"]


@pytest.mark.parametrize(
    ("value", "kind"),
    [("Lycée Jean-Macé", "school"), ("pharmacie de la Gare", "shop"), ("Durand et fils", "company")],
)
def test_a_head_word_tells_the_kind_of_a_body(value: str, kind: str) -> None:
    assert kind_of_body(value) == kind
