"""``palimpseste privacy check``: every guarantee computed over all pairs of inputs, beside what is claimed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from palimpseste.cli.bars import with_bar
from palimpseste.cli.run.console import say
from palimpseste.errors import PalimpsesteError, UsageError

if TYPE_CHECKING:
    from palimpseste.privacy.checks import Check
    from palimpseste.surrogates.places.mechanisms.territory import Territory

__all__ = ["command"]

# For the bar: rows of one ε, the classes of grammar of most departments among them.
_ROWS = 16
_CLASSES = 4


@click.command(name="check")
@click.option("--epsilon", "epsilons", multiple=True, default=("1",), show_default=True, help="ε; may be repeated.")
@click.option("--department", default="21", show_default=True, help="Whose towns are compared, or none.")
@click.option("--all-towns", is_flag=True, help="Compare all pairs of towns of the zone too: some minutes.")
@click.option("--policy", default="dp", show_default=True, help="Policy whose zone, measure and metric count.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.option("--progress/--no-progress", default=None, help="Progress bar.  [default: on a terminal]")
def command(
    epsilons: tuple[str, ...], department: str, all_towns: bool, policy: str, as_json: bool, progress: bool | None
) -> None:
    """Compute the largest ratio of probabilities of every mechanism over all pairs of inputs of finite domains.

    For towns: all pairs of a department over all towns of the zone; with --all-towns, all pairs of the zone. The
    mechanism published in 2023 is shown beside its claim; it need not hold. Exit status 1 if a guarantee of ours is
    broken.
    """
    from palimpseste.privacy.epsilon import as_epsilon
    from palimpseste.rendering.tables import markdown_table

    of_towns = "" if department == "none" else department
    rows = (row for epsilon in epsilons for row in _checks(as_epsilon(epsilon), of_towns, all_towns, policy))
    checks = list(with_bar(rows, (_ROWS + _CLASSES * all_towns) * len(epsilons), "checks", progress))
    if as_json:
        click.echo(json.dumps([_as_json(check) for check in checks], ensure_ascii=False, indent=2))
    else:
        heads = ("mechanism", "domain", "claimed ε", "measured worst", "verdict")
        click.echo(markdown_table(heads, (_row(check) for check in checks)), nl=False)
    broken = sum(check.fails for check in checks)
    if broken:
        raise PalimpsesteError(f"{broken} of {len(checks)} guarantees are broken")
    say(f"all guarantees hold: {sum(check.is_proved for check in checks)} checks")


def _checks(epsilon: Fraction, department: str, all_towns: bool, policy: str) -> Iterator[Check]:
    from palimpseste.privacy.checks import checks_of_mechanisms

    territory = _territory_of(policy, department)
    yield from checks_of_mechanisms(epsilon)
    yield from _clock_checks(epsilon)
    if department:
        yield from _town_checks(epsilon, department, territory)
    if all_towns:
        yield from _zone_checks(epsilon, territory)


def _clock_checks(epsilon: Fraction) -> Iterator[Check]:
    from palimpseste.privacy.checks import Check
    from palimpseste.surrogates.dates.clock_checks import check_clocks

    for found in check_clocks(epsilon):
        domain = f"{found.dates} dates of unit {found.unit} on each of {found.clocks} drawn clocks"
        holds = found.log_ratio <= float(epsilon)
        yield Check("clock-laplace", domain, float(epsilon), found.log_ratio, holds)


def _territory_of(policy: str, department: str) -> Territory:
    from palimpseste.places import PlaceTable
    from palimpseste.surrogates.places.mechanisms.territory import territory_of
    from palimpseste.surrogates.policy.policy import Policy

    territory = territory_of(PlaceTable.bundled(), Policy.named(policy).places)
    if department and all(commune.department != department for commune in territory.communes):
        raise UsageError(f"no town of the place table lies in department {department!r}")
    return territory


def _town_checks(epsilon: Fraction, department: str, territory: Territory) -> Iterator[Check]:
    from palimpseste.privacy.checks import Check
    from palimpseste.risk.places.checks import check_published, check_towns
    from palimpseste.surrogates.places.mechanisms.draws import ExponentialTowns
    from palimpseste.surrogates.places.mechanisms.nearest import NearestTowns

    towns = [commune for commune in territory.communes if commune.department == department]
    for found in check_towns(ExponentialTowns(territory), towns, epsilon):
        domain = f"{found.inputs} towns of {department} ({found.grammar}) to {found.candidates}"
        yield Check.of("exponential", domain, epsilon, found.worst)
    published = check_published(NearestTowns(territory), towns, epsilon)
    domain = f"{published.pairs} pairs of towns of {department}, {published.told_apart} told apart"
    measured = float(epsilon) * published.log_ratio / published.claimed
    measured = float("inf") if published.told_apart else measured
    yield Check("exponential-knn", domain, float(epsilon), measured, measured <= float(epsilon), is_proved=False)


def _zone_checks(epsilon: Fraction, territory: Territory) -> Iterator[Check]:
    from palimpseste.privacy.checks import Check
    from palimpseste.risk.places.checks import check_zone
    from palimpseste.surrogates.places.mechanisms.draws import ExponentialTowns

    for found in check_zone(ExponentialTowns(territory), epsilon):
        domain = f"all pairs of {found.inputs} towns of the zone ({found.grammar})"
        yield Check.of("exponential", domain, epsilon, found.worst)


def _row(check: Check) -> tuple[str, ...]:
    verdict = "holds" if check.holds else "BROKEN" if check.is_proved else "published claim does not hold"
    return check.mechanism, check.domain, f"{check.claimed:g}", f"{check.measured:.6g}", verdict


def _as_json(check: Check) -> dict[str, object]:
    # JSON has no infinity.
    return {**asdict(check), "measured": str(check.measured) if check.measured == float("inf") else check.measured}
