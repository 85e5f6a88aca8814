"""``palimpseste attack clinicians``: what a clinician's surrogates over many patients tell of the name."""

from __future__ import annotations

import click

from palimpseste.cli.bars import with_bar

__all__ = ["command"]

_KEY, _OWN_KEY = 0, 1


@click.command(name="clinicians")
@click.option("--policy", default="dp", show_default=True, help="Policy that the notes are written under.")
@click.option("--clinicians", "count", type=click.IntRange(min=1), default=200, show_default=True, help="Attacked.")
@click.option("--patients", type=click.IntRange(min=1), default=50, show_default=True, help="Notes of each clinician.")
@click.option(
    "--learned", type=click.IntRange(min=1), default=1000, show_default=True, help="Clinicians the attacker makes up."
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the clinicians.")
@click.option("--progress/--no-progress", default=None, help="Progress bar.  [default: on a terminal]")
def command(policy: str, count: int, patients: int, learned: int, seed: int, progress: bool | None) -> None:
    """Guess what a clinician is called from the surrogates in many patients' notes, and print how often it succeeds.

    The attacker owns the tool and learns from clinicians he makes up, under a key of his own. Chance is what he guesses
    without the notes.
    """
    from palimpseste.rendering.tables import markdown_table
    from palimpseste.risk.clinicians import clinician_risks, made_up_clinicians, seen_of
    from palimpseste.surrogates import CohortKey, Policy

    chosen = Policy.named(policy)
    people = made_up_clinicians(count + learned, seed)
    keys = [CohortKey(bytes([byte]) * 32) for byte in (_KEY, _OWN_KEY)]
    notes = (seen_of(each, patients, keys[number >= count], chosen) for number, each in enumerate(people))
    seen = list(with_bar(notes, len(people), "clinicians", progress))
    rows = [
        (risk.told, f"{risk.right} of {risk.clinicians}", f"{risk.share:.1%}", f"{risk.chance:.1%}")
        for risk in clinician_risks(seen[:count], seen[count:])
    ]
    click.echo(markdown_table(("guessed", "right", "share", "chance"), rows), nl=False)
