"""A finding as files: a page of Markdown, its tables as CSV, its figures as SVG; and the index of a folder of them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from pathlib import Path

from palimpseste.errors import UsageError
from palimpseste.files import replace_private, write_text
from palimpseste.papers.experiment import Experiment, Finding, Table
from palimpseste.rendering.tables import markdown_table

__all__ = ["page_of", "write_finding", "write_index"]

_INDEX = "README.md"


def write_finding(folder: Path, experiment: Experiment, finding: Finding, provenance: str) -> list[Path]:
    """Write all files of a finding over earlier ones; return their paths, the page first.

    Parameters
    ----------
    folder : Path
        Made where it is not there.
    experiment : Experiment
        Its name begins the names of all files.
    finding : Finding
        What is written.
    provenance : str
        What it was made from and with, as Markdown.

    Raises
    ------
    UsageError
        If a file cannot be written.
    """
    files = {f"{experiment.name}.md": page_of(experiment, finding, provenance)}
    files |= {_file(experiment, table.name, "csv"): _csv(table) for table in finding.tables}
    files |= {_file(experiment, name, "svg"): figure for name, figure in finding.figures.items()}
    paths = [folder / name for name in files]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, content in zip(paths, files.values(), strict=True):
            write_text(path, content)
        for name, content in finding.private.items():
            path = folder / f"{experiment.name}-{name}"
            replace_private(path, content.encode())
            paths.append(path)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written ({error.strerror})") from None
    return paths


def write_index(folder: Path, experiments: Iterable[Experiment], refused: Mapping[str, str] | None = None) -> Path:
    """Write ``README.md``: every experiment whose page is in the folder, and why the others are not; return its path.

    Parameters
    ----------
    folder : Path
        Where pages are.
    experiments : iterable of Experiment
        All there are, in the order of their papers.
    refused : mapping of str to str, optional
        Name to the reason, for those refused just now.

    Raises
    ------
    UsageError
        If it cannot be written.
    """
    reasons = refused or {}
    made, missing = [], []
    for each in experiments:
        if (folder / f"{each.name}.md").exists():
            made.append(f"- [{each.name}]({each.name}.md): {each.place}, {each.shows}")
        else:
            reason = reasons.get(each.name) or (f"coming: {each.coming}" if each.coming else f"needs {each.needs}")
            missing.append(f"- {each.name}: {each.place}, {each.shows}; {reason}")
    parts = [
        "# Tables and figures of the papers\n",
        "Made again by `palimpseste papers run`; each page says by which command, on how many notes, and sets ours "
        "beside what the\npaper prints.\n",
        "\n".join(made) + "\n",
    ]
    if missing:
        parts += ["## Not here\n", "\n".join(missing) + "\n"]
    path = folder / _INDEX
    try:
        write_text(path, "\n".join(parts))
    except OSError as error:
        raise UsageError(f"{path}: cannot be written ({error.strerror})") from None
    return path


def page_of(experiment: Experiment, finding: Finding, provenance: str) -> str:
    """Return the page of Markdown: what it is, figures, tables, what makes ours comparable and what does not.

    Parameters
    ----------
    experiment : Experiment
        Which.
    finding : Finding
        What it showed.
    provenance : str
        What it was made of, in Markdown.
    """
    parts = [f"# {experiment.place}: {experiment.shows}\n", provenance]
    if finding.said:
        parts.append(finding.said)
    parts += [f"![{experiment.shows}]({_file(experiment, name, 'svg')})\n" for name in finding.figures]
    for table in finding.tables:
        if table.title:
            parts.append(f"## {table.title}\n")
        parts.append(markdown_table(table.heads, table.rows))
    parts.append(f"## Comparable\n\n{finding.comparable}\n")
    parts.append(f"## Not comparable\n\n{finding.not_comparable}\n")
    if finding.private:
        named = ", ".join(f"`{experiment.name}-{name}`" for name in finding.private)
        parts.append(f"Beside this page, and as sensitive as the notes: {named}.\n")
    return "\n".join(parts)


def _file(experiment: Experiment, name: str, suffix: str) -> str:
    return f"{experiment.name}-{name}.{suffix}" if name else f"{experiment.name}.{suffix}"


def _csv(table: Table) -> str:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows([table.heads, *table.rows])
    return stream.getvalue()
