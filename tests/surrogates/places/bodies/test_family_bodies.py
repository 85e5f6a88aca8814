"""Tests of bodies that bear the last name of somebody of the document."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from palimpseste.writings.case import without_accents

Surrogates = Callable[..., list[str]]


@pytest.mark.parametrize(
    ("marked", "written"),
    [
        ("<ORGANIZATION>BOUCHERIE NOBLET</ORGANIZATION>", "BOUCHERIE {}"),
        ("<ORGANIZATION>SARL Noblet et fils</ORGANIZATION>", "SARL {} et fils"),
        ("<ORGANIZATION>transports Noblet</ORGANIZATION>", "transports {}"),
        ("<HOSPITAL>cabinet Noblet</HOSPITAL>", "cabinet {}"),
    ],
)
@pytest.mark.parametrize("policy", ["plausible", "dp"])
@pytest.mark.parametrize("record", [{}, {"lastname": "Noblet", "firstname": "Anne"}], ids=["alone", "record"])
def test_a_body_that_bears_a_last_name_bears_what_stands_for_it(
    surrogates: Surrogates, marked: str, written: str, policy: str, record: dict[str, str]
) -> None:
    body, name = surrogates(f"{marked}, Mme <LASTNAME>Noblet</LASTNAME> (sans lien)", policy=policy, **record)
    assert without_accents(body).lower() == without_accents(written.format(name)).lower()


def test_the_other_name_of_a_body_is_what_stands_for_it_elsewhere(surrogates: Surrogates) -> None:
    body, first, second = surrogates(
        "<ORGANIZATION>étude Noblet-Valette & associés</ORGANIZATION>, Me <LASTNAME>Noblet</LASTNAME>, "
        "Me <LASTNAME>Valette</LASTNAME>"
    )
    assert body == f"étude {first}-{second} & associés"
    one, _ = surrogates("<ORGANIZATION>étude Noblet-Valette</ORGANIZATION>, Me <LASTNAME>Noblet</LASTNAME>")
    assert one == f"étude {first}-{second}"


@pytest.mark.parametrize(
    "marked",
    [
        "<ORGANIZATION>lycée Noblet</ORGANIZATION>, <LASTNAME>Noblet</LASTNAME>",
        "<HOSPITAL>clinique Noblet</HOSPITAL>, <LASTNAME>Noblet</LASTNAME>",
        "<ORGANIZATION>garage de Noblet</ORGANIZATION>, <LASTNAME>Noblet</LASTNAME>",
        "<ORGANIZATION>garage Noblet Zorblix</ORGANIZATION>, <LASTNAME>Noblet</LASTNAME>",
    ],
)
def test_other_bodies_are_named_for_themselves(surrogates: Surrogates, marked: str) -> None:
    body, name = surrogates(marked)
    assert name not in body


def test_bodies_of_a_patient_follow_the_record_alone(surrogates: Surrogates) -> None:
    record = {"lastname": "Durand", "firstname": "Anne"}
    (alone,) = surrogates("<ORGANIZATION>boucherie Noblet</ORGANIZATION>", id="1", **record)
    together, _ = surrogates(
        "<ORGANIZATION>boucherie Noblet</ORGANIZATION>, Dr <LASTNAME>Noblet</LASTNAME>", id="2", **record
    )
    assert together == alone


def test_a_short_name_follows_the_longer_one(surrogates: Surrogates) -> None:
    whole, short, name = surrogates(
        "<ORGANIZATION>garage Noblet</ORGANIZATION>, puis <ORGANIZATION>Noblet</ORGANIZATION>, "
        "M. <LASTNAME>Noblet</LASTNAME>"
    )
    assert (whole, short) == (f"garage {name}", name)
