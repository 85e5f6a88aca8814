"""``palimpseste attack linkage``: two releases of the same patients linked by what neither changed."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import click

from palimpseste.cli.bars import with_bar
from palimpseste.errors import UsageError

__all__ = ["command"]


@click.command(name="linkage")
@click.argument("first", metavar="A", type=click.Path(path_type=Path))
@click.argument("second", metavar="B", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path, file_okay=False), help="Folder.")
@click.option(
    "--patients",
    "patients_file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="CSV with the columns id and patient: whose note each is.  [default: notes of one id are of one patient]",
)
@click.option("--progress/--no-progress", default=None, help="Progress bar.  [default: on a terminal]")
def command(first: Path, second: Path, output: Path, patients_file: Path | None, progress: bool | None) -> None:
    r"""Look for the patient of each note of release A in release B, and count how often he is found.

    A and B are results of `palimpseste deid` in JSON lines, or annotated notes: their entities are what was written
    over, all else is what was not. OUTPUT gets linkage.md and counts by note, without text or identifier, and goes on
    from there.

    \b
    palimpseste attack linkage study-1.jsonl study-2.jsonl -o linked/
    """
    from hashlib import sha256

    from palimpseste.corpus import read_documents
    from palimpseste.files import write_text
    from palimpseste.files.kept import kept_figures
    from palimpseste.risk.notes.linking import ReleaseLinker
    from palimpseste.risk.notes.linking_table import linked_by, linked_table

    patients = dict(_patients_of(patients_file)) if patients_file else {}
    digests: list[str] = []
    ids: dict[Path, list[str]] = {}
    for side in (first, second):
        digest, ids[side] = sha256(), []
        for document in read_documents(side):
            ids[side].append(document.id)
            digest.update(sha256(f"{document.id}\n{document.text}".encode("utf-8", "surrogatepass")).digest())
        digests.append(digest.hexdigest())
    if not all(ids.values()):
        raise UsageError("a release without notes cannot be linked")
    owners = [patients.get(each, each) for each in ids[second]]
    linker = ReleaseLinker(with_bar(read_documents(second), len(owners), "release B", progress), owners)
    output.mkdir(parents=True, exist_ok=True)
    path, request = output / "linkage.jsonl", {"releases": digests, "patients": sorted(patients.items()) != []}
    if patients_file:
        request["patients file"] = sha256(patients_file.read_bytes()).hexdigest()
    kept = kept_figures(path, request, lambda start: linker.figures(read_documents(first), patients, start))
    found = linked_by(with_bar(kept, len(ids[first]), "notes of release A", progress))
    if not found:
        raise UsageError("no note of A is of a patient of B: give --patients, or notes of the same identifiers")
    table = linked_table(found, linker.candidates)
    write_text(output / "linkage.md", f"# Two releases linked\n\n{table}")
    click.echo(table, nl=False)


def _patients_of(path: Path) -> Iterator[tuple[str, str]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            reader = csv.DictReader(stream)
            if not {"id", "patient"} <= set(reader.fieldnames or ()):
                raise UsageError(f"{path}: line 1: the columns id and patient are needed")
            for row in reader:
                yield row["id"], row["patient"]
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    except (UnicodeDecodeError, csv.Error):
        raise UsageError(f"{path}: not a CSV file in UTF-8") from None
