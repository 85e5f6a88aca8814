"""``palimpseste risk``: all attacks on a release of a hospital's own notes, in one report."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from palimpseste.cli.bars import with_bar
from palimpseste.errors import UsageError

if TYPE_CHECKING:
    from palimpseste.document import Document
    from palimpseste.risk.notes.report import Linking, Remembered
    from palimpseste.risk.notes.uniqueness import Surveyed

__all__ = ["command"]

_FILE = click.Path(path_type=Path, dir_okay=False)
_NOTES = click.Path(path_type=Path)


@click.command(name="risk")
@click.argument("notes", type=_NOTES)
@click.option("--against", "release", type=_NOTES, required=True, help="The release of NOTES, with its spans.")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path, file_okay=False), help="Folder.")
@click.option("--second", type=_NOTES, help="Another release of the same patients, of the same identifiers.")
@click.option("--register", "register_file", type=_FILE, help="CSV of the hospital's own patients.")
@click.option("--shares", "shares_file", type=_FILE, help="Shares of professions, diagnoses, hospitals and stays.")
@click.option(
    "--fill-mask",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of a finished `attack fill-mask`, to be told with the rest.",
)
@click.option(
    "--memory",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of a finished `attack memory` on a model trained on NOTES, to be told with the rest.",
)
@click.option(
    "--learned", type=click.IntRange(min=1), default=1000, show_default=True, help="Notes the release is learned from."
)
@click.option("--progress/--no-progress", default=None, help="Progress bar.  [default: on a terminal]")
def command(
    notes: Path,
    release: Path,
    output: Path,
    second: Path | None,
    register_file: Path | None,
    shares_file: Path | None,
    fill_mask: Path | None,
    memory: Path | None,
    learned: int,
    progress: bool | None,
) -> None:
    r"""Attack a release of NOTES in every way there is, and report by the criteria of Opinion 05/2014 and the CNIL.

    OUTPUT gets risk.en.html, risk.fr.html and risk.json: singling out, linkability, inference, and what was not tried;
    figures alone, nothing of a note. A run that is interrupted goes on, from figures by note that stay beside them
    (by-note-*.jsonl): these are for nobody else. RELEASE is in the order of NOTES, as `deid` leaves it; what it has not
    (quarantined) is passed over.

    \b
    palimpseste risk notes.jsonl --against released.jsonl -o risk/
    """
    from datetime import date
    from hashlib import sha256

    from palimpseste.corpus import read_documents
    from palimpseste.deidentifier import Deidentifier, DetectorChoice
    from palimpseste.files import write_json, write_text
    from palimpseste.files.kept import kept_figures
    from palimpseste.population.register import Register
    from palimpseste.population.shares import Shares
    from palimpseste.risk.notes.release import ReleaseAttack, released_found
    from palimpseste.risk.notes.report import LANGUAGES, ReleaseRisks, risk_page
    from palimpseste.risk.notes.uniqueness import survey_notes

    register = Register.from_file(register_file) if register_file else None
    shares = Shares.from_file(shares_file) if shares_file else Shares()
    masked = _masked_of(fill_mask) if fill_mask else ()
    remembered = _remembered_of(memory) if memory else ()
    read, read_release = partial(read_documents, notes), partial(read_documents, release)
    survey, released = survey_notes(read()), survey_notes(read_release())
    if not released.notes:
        raise UsageError(f"{release}: no note")
    bare = any(not document.entities for documents in (read(), read_release()) for document in documents)
    detectors = Deidentifier.detecting(DetectorChoice()) if bare else None
    attack = ReleaseAttack(read, read_release, detectors, survey.shares(shares), register)
    output.mkdir(parents=True, exist_ok=True)
    request = {
        "notes": survey.digest,
        "release": released.digest,
        "learned": learned,
        **{
            name: sha256(file.read_bytes()).hexdigest() if file else ""
            for name, file in (("register", register_file), ("shares", shares_file))
        },
    }
    learning = with_bar(attack.pairs(), min(learned, released.notes), "learning", progress)
    channel = attack.channel(learning, learned)
    kept = kept_figures(
        output / "by-note-released.jsonl", request, lambda start: attack.figures(attack.pairs(), channel, start)
    )
    alone, inferred, left = released_found(
        with_bar(kept, released.notes, "singling out", progress), attack.guessed_without()
    )
    linked = {
        name: _linking(name, other, read_release, released, output, progress)
        for name, other in (("notes", notes), ("second", second))
        if other is not None
    }
    risks = ReleaseRisks(date.today(), alone, linked, inferred, left, masked, remembered)
    write_json(output / "risk.json", risks.to_mapping())
    for language in LANGUAGES:
        write_text(output / f"risk.{language}.html", risk_page(risks, language))
    failed = ", ".join(risks.failed) or "none"
    click.echo(f"criteria failed: {failed}; {output / 'risk.en.html'}, {output / 'risk.fr.html'}")


def _linking(
    name: str,
    other: Path,
    read_release: Callable[[], Iterator[Document]],
    released: Surveyed,
    output: Path,
    progress: bool | None,
) -> Linking:
    """Return how notes of a release are found in another set of the same patients."""
    from palimpseste.corpus import read_documents
    from palimpseste.files.kept import kept_figures
    from palimpseste.risk.notes.linking import ReleaseLinker
    from palimpseste.risk.notes.linking_table import linked_by
    from palimpseste.risk.notes.report import Linking
    from palimpseste.risk.notes.uniqueness import survey_notes

    owners = [document.id for document in read_documents(other)]
    linker = ReleaseLinker(with_bar(read_documents(other), len(owners), name, progress), owners)
    request = {"release": released.digest, "other": survey_notes(read_documents(other)).digest}
    kept = kept_figures(output / f"by-note-linked-{name}.jsonl", request, partial(linker.figures, read_release(), {}))
    by_way = linked_by(with_bar(kept, released.notes, f"linking, {name}", progress))
    if not by_way:
        raise UsageError(f"{other}: no note of the release is there; identifiers have to be the same")
    return Linking(linker.candidates, by_way)


def _masked_of(folder: Path) -> tuple[tuple[str, str, str], ...]:
    """Return what a finished attack by masked words says of all labels."""
    path = folder / "fill-mask.csv"
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            rows = [row for row in csv.DictReader(stream) if row.get("label") == "ALL"]
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    try:
        return tuple((row["model"], row["words"], row["share"]) for row in rows)
    except KeyError:
        raise UsageError(f"{path}: not what `attack fill-mask` writes") from None


def _remembered_of(folder: Path) -> tuple[Remembered, ...]:
    """Return what a finished attack on the memory of a model says: of membership, what tells most."""
    from palimpseste.files import read_json
    from palimpseste.risk.notes.report import Remembered

    path = folder / "memory.json"
    found: Any = read_json(path)
    if found is None:
        raise UsageError(f"{path}: no figures of `attack memory` there")
    rows: list[tuple[str, Any, float]] = []
    try:
        if found["membership"]:
            ways = [scores.get("as hard", scores["loss"]) for scores in found["membership"].values()]
            best = max(ways, key=lambda told: told["auc"]["value"])
            rows += [("membership", best["auc"], 0.5), ("sure", best["sure"], found["false positives"])]
        if found["names"]:
            rows.append(("names", (found["names"]["calibrated"] or found["names"]["told"])["auc"], 0.5))
        if found["canaries"]:
            most = max(found["canaries"], key=lambda each: (each["times"], each["mean"]["value"]))
            rows.append(("exposure", most["mean"], found["exposure by chance"]))
        return tuple(
            Remembered(what, float(each["value"]), float(each["low"]), float(each["high"]), float(chance))
            for what, each, chance in rows
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        raise UsageError(f"{path}: not what `attack memory` writes") from None
