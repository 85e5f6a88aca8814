"""The funds of retirement: each serves the department of what stands for a town."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from palimpseste.places import PlaceTable
from palimpseste.surrogates.places.bodies.retirement_funds import retirement_funds

Surrogates = Callable[..., list[str]]
TABLE = PlaceTable.bundled()
NOTES = [str(number) for number in range(12)]


def served(fund: str) -> set[str]:
    """Return the departments that a fund serves; those of the only one without a name of its own overseas."""
    if fund == "CGSS":
        return {area.code for area in TABLE.departments if len(area.code) == 3}
    head, _, name = fund.partition(" ")
    codes = {code for code, linked in retirement_funds().items() if linked.endswith((f" {name}", f"'{name}"))}
    assert codes
    assert (head == "CNAV") == ("75" in codes)
    return codes


def test_each_department_of_the_mainland_has_one_fund() -> None:
    assert sorted(retirement_funds()) == sorted(area.code for area in TABLE.departments if len(area.code) == 2)


@pytest.mark.parametrize("fund", ["CARSAT Nord-Est", "CARSAT Rhône-Alpes", "CARSAT Bretagne"])
def test_a_fund_serves_what_stands_for_the_town(surrogates: Surrogates, fund: str) -> None:
    for note in NOTES:
        town, written = surrogates(
            f"<CITY>Rennes</CITY>, <ORGANIZATION>{fund}</ORGANIZATION>", id=note, policy="plausible"
        )
        departments = {each.department for each in TABLE.named(town)}
        assert written == "CARSAT" or served(written) & departments


def test_a_fund_follows_the_town_that_another_serves(surrogates: Surrogates) -> None:
    for note in NOTES:
        marked = "<CITY>Brest</CITY>, <CITY>Nancy</CITY>, <ORGANIZATION>CARSAT Nord-Est</ORGANIZATION>"
        _, town, written = surrogates(marked, id=note, policy="plausible")
        assert written == "CARSAT" or served(written) & {each.department for each in TABLE.named(town)}


def test_a_fund_is_linked_as_its_name_asks(surrogates: Surrogates) -> None:
    for note in NOTES:
        (written,) = surrogates("<ORGANIZATION>CARSAT du Nord-Est</ORGANIZATION>", id=note, policy="plausible")
        assert written == "CARSAT" or written.partition(" ")[2] in retirement_funds().values()


def test_a_fund_may_stay_where_towns_are_released(surrogates: Surrogates) -> None:
    marked = "<CITY>Nancy</CITY>, <ORGANIZATION>CARSAT Nord-Est</ORGANIZATION>"
    for note in NOTES:
        town, written = surrogates(marked, id=note, policy="dp", city="Nancy", zip="54000")
        assert served(written) & {each.department for each in TABLE.named(town)}


def test_another_fund_is_none_of_these(surrogates: Surrogates) -> None:
    (written,) = surrogates("<ORGANIZATION>ARS Nord-Est</ORGANIZATION>", policy="plausible")
    assert written.removeprefix("ARS ") in {area.name for area in TABLE.regions}
