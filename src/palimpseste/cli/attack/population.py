"""``palimpseste attack population``: notes whose patient is alone among all people, or in a hospital's register."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from palimpseste.cli.bars import with_bar
from palimpseste.cli.experiment_options import experiment_key, key_option
from palimpseste.labels import VIEWS

__all__ = ["command"]

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command(name="population")
@click.argument("notes", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path, file_okay=False), help="Folder.")
@click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="NAME|FILE[:E]",
    help="A policy to write NOTES anew under, at an ε of a document; repeat.  [default: tag plausible dp]",
)
@click.option("--released", is_flag=True, help="NOTES are a release already: look at them as they are only.")
@click.option("--register", "register_file", type=_FILE, help="CSV of the hospital's own patients.")
@click.option("--shares", "shares_file", type=_FILE, help="Shares of professions, diagnoses, hospitals and stays.")
@click.option("--labels", type=click.Choice(list(VIEWS)), default="canonical", help="Label set NOTES are in.")
@click.option(
    "--learned",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    help="Notes that policies are learned from.",
)
@key_option
@click.option("--progress/--no-progress", default=None, help="Progress bar.  [default: on a terminal]")
def command(
    notes: Path,
    output: Path,
    policies: tuple[str, ...],
    released: bool,
    register_file: Path | None,
    shares_file: Path | None,
    labels: str,
    learned: int,
    key_file: Path | None,
    progress: bool | None,
) -> None:
    r"""Count how many people each of NOTES may be about, as it is and under each policy.

    Spans are those annotated, else those detected. OUTPUT gets population.md and counts by note without text, value or
    identifier, and goes on from there if it is interrupted. The register has the columns birthdate, sex, city, zip,
    insee, admission, discharge and patient_id, the last as in the records of NOTES.

    \b
    palimpseste attack population notes/ -o alone/ --policy dp --policy tag --register patients.csv
    """
    from palimpseste.corpus import read_documents
    from palimpseste.deidentifier import Deidentifier, DetectorChoice
    from palimpseste.errors import UsageError
    from palimpseste.files import write_text
    from palimpseste.files.kept import kept_figures
    from palimpseste.population.register import Register
    from palimpseste.population.shares import Shares
    from palimpseste.risk.notes.uniqueness import AS_THEY_ARE, PopulationAttack, survey_notes
    from palimpseste.risk.notes.uniqueness_table import alone_in, alone_tables
    from palimpseste.surrogates import Replacer
    from palimpseste.utility.versions import COHORT, versions_of

    if released and policies:
        raise UsageError("--released looks at NOTES as they are: no --policy goes with it")
    named = () if released else policies or ("tag", "plausible", "dp")
    made = {each.treatment: each.made_policy() for each in versions_of(named, ("gold",)) if each.policy}
    register = Register.from_file(register_file) if register_file else None
    shares = Shares.from_file(shares_file) if shares_file else Shares()
    read = partial(read_documents, notes, view=labels, disjoint=True)
    survey = survey_notes(read())
    if not survey.notes:
        raise UsageError(f"{notes}: no note")
    key = experiment_key(key_file).cohort(COHORT)
    attack = PopulationAttack(
        {name: Deidentifier((), Replacer(key, policy), policy.kept) for name, policy in made.items()},
        Deidentifier.detecting(DetectorChoice()) if any(not document.entities for document in read()) else None,
        survey.shares(shares),
        register,
    )
    channels = attack.channels(with_bar(read(), min(learned, survey.notes), "policies", progress), learned)
    output.mkdir(parents=True, exist_ok=True)
    request = {
        "notes": survey.digest,
        "policies": {name: str(policy.to_mapping()) for name, policy in made.items()},
        "learned": learned,
        "register": _digest(register_file),
        "shares": _digest(shares_file),
    }
    kept = kept_figures(output / "population.jsonl", request, partial(attack.figures, read, channels))
    found = alone_in(with_bar(kept, survey.notes, "notes", progress), [AS_THEY_ARE, *made])
    tables = alone_tables(found)
    write_text(output / "population.md", f"# Patients who are alone\n\n{tables}")
    click.echo(tables, nl=False)


def _digest(path: Path | None) -> str:
    from hashlib import sha256

    return sha256(path.read_bytes()).hexdigest() if path else ""
