"""The options that ``deid`` and ``detect`` share, and the request they make together."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from palimpseste.cli.options import together
from palimpseste.cli.run.pdf_options import pdf_options_of
from palimpseste.configuration import KEY_FILE_VARIABLE, Configuration
from palimpseste.deidentifier import DEFAULT_DETECTORS, DETECTORS, DetectorChoice
from palimpseste.detection.generative.settings import GenerativeSettings
from palimpseste.engines.deadline import USUAL_DEADLINE, Deadline
from palimpseste.engines.run.planning import Request
from palimpseste.errors import UsageError
from palimpseste.sources import Columns
from palimpseste.sources.formats import FORMATS

__all__ = ["FILE", "request_of", "run_options"]

FILE = click.Path(path_type=Path, dir_okay=False)
FOLDER = click.Path(path_type=Path, file_okay=False)

_DETECTORS_HELP = (
    f"Names between commas, of: {', '.join(DETECTORS)}, or of plugins.  [default: {','.join(DEFAULT_DETECTORS)}]"
)

run_options = together(
    click.argument("inputs", metavar="INPUT...", nargs=-1, required=True),
    click.option("-o", "--output", required=True, help="File or folder to write; '-' is standard output."),
    click.option(
        "--detectors",
        help=_DETECTORS_HELP,
    ),
    click.option("--model", type=FOLDER, help="Folder of the model.  [default: the bundled one]"),
    click.option("--generative", type=FOLDER, help="Folder of the language model of the detector 'generative'."),
    click.option(
        "--server", metavar="URL", help="Or: address of a server of it, on this machine or named private by the site."
    ),
    click.option("--adapters", type=FOLDER, help="Folder of adapters trained beside it."),
    click.option(
        "--way",
        type=click.Choice(["one-pass", "copy-or-mask", "rewrite"]),
        help="How it masks.  [default: one-pass]",
    ),
    click.option("--threshold", type=float, metavar="P", help="Mask from this probability of identifying somebody."),
    click.option(
        "--recall", type=float, metavar="R", help="Or: the threshold that masked this share on development notes."
    ),
    click.option("--patients", type=FILE, help="CSV or JSON lines of patients' records, by document id."),
    click.option("--require-record", is_flag=True, help="Refuse documents without a record that names their patient."),
    click.option("--config", "config_file", type=FILE, help="Site configuration (TOML)."),
    click.option("--workers", type=click.IntRange(min=1), help="Processes.  [default: one for each processor]"),
    click.option(
        "--deadline",
        type=click.FloatRange(min=0, min_open=True),
        metavar="SECONDS",
        help="A document may take so long of a processor for each million characters, and 10 s at least; six times as "
        "long by the clock.  [default: 60]",
    ),
    click.option("--text-column", help="Column or field of the text.  [default: text]"),
    click.option("--id-column", help="Column or field of the identifier.  [default: id]"),
    click.option(
        "--keep-column", "kept_columns", multiple=True, metavar="NAME", help="Further column to keep; repeat."
    ),
    click.option(
        "--format",
        "format",
        metavar="NAME",
        help=f"Format of INPUT: {', '.join(FORMATS)}, or that of a plugin.  [default: by suffix]",
    ),
    click.option(
        "--follow-links", is_flag=True, help="Read INPUT that is a link, and links in a folder to other files of it."
    ),
    click.option("--encoding", help="Encoding of texts and CSV.  [default: UTF-8, UTF-16 or CP1252, by content]"),
    click.option("--force", is_flag=True, help="Replace OUTPUT if it exists."),
    click.option("--restart", is_flag=True, help="Throw away what an interrupted run left, instead of resuming."),
    click.option("--dry-run", is_flag=True, help="Say what would be done, and do nothing."),
    click.option("--progress/--no-progress", default=None, help="Progress bar.  [default: on a terminal]"),
)


def request_of(
    configuration: Configuration, options: dict[str, Any], quarantine: Path | None, config_file: Path | None
) -> Request:
    """Return the request of a command line over a site's configuration, which was read from a file.

    Parameters
    ----------
    configuration : Configuration
        Of the site.
    options : dict
        Of the command line, by name.
    quarantine : Path or None
        Where what is refused goes, if somewhere else.
    config_file : Path or None
        What the configuration was read from.
    """
    return Request(
        inputs=options["inputs"],
        output=options["output"],
        workers=options["workers"] or configuration.workers or _processors(),
        detectors=_choice_of(configuration, options),
        columns=Columns(
            options["text_column"] or configuration.columns.text or "text",
            options["id_column"] or configuration.columns.id or "id",
            options["kept_columns"] or configuration.columns.keep,
        ),
        format=options["format"],
        encoding=options["encoding"],
        patients=options["patients"],
        quarantine=quarantine,
        restart=options["restart"],
        force=options["force"],
        pdf=pdf_options_of(options),
        document_types=configuration.document_types,
        require_record=options["require_record"],
        follow_links=options["follow_links"],
        deadline=_deadline_of(configuration, options),
        also_read=tuple(_files_of_secrets(configuration, options)) + ((config_file,) if config_file else ()),
    )


def _files_of_secrets(configuration: Configuration, options: dict[str, Any]) -> Iterator[Path]:
    """Yield the files of keys, registers and passphrases that a command line, the site or the environment names."""
    for name in ("key_file", "cohort_register", "passphrase_file"):
        path = options.get(name) or getattr(configuration, name)
        if path is not None:
            yield path
    if KEY_FILE_VARIABLE in os.environ:
        yield Path(os.environ[KEY_FILE_VARIABLE])


def _choice_of(configuration: Configuration, options: dict[str, Any]) -> DetectorChoice:
    detectors = options["detectors"]
    named = tuple(name.strip() for name in detectors.split(",")) if detectors is not None else None
    names = named or configuration.detectors or DEFAULT_DETECTORS
    generative = _generative_of(configuration, options, names)
    threshold, recall = options["threshold"], options["recall"]
    if generative is not None and "model" not in names and (threshold is not None or recall is not None):
        # No other of the detectors has an operating point.
        generative = replace(generative, threshold=threshold, recall=recall)
        threshold = recall = None
    elif threshold is None and recall is None:
        threshold, recall = configuration.threshold, configuration.recall
    return DetectorChoice(
        names,
        configuration.site_patterns,
        options["model"] or configuration.model,
        threshold,
        recall,
        refuses_abnormal_script=configuration.refuse_abnormal_script,
        generative=generative,
        kept_words=configuration.kept_words,
    )


def _generative_of(
    configuration: Configuration, options: dict[str, Any], names: Sequence[str]
) -> GenerativeSettings | None:
    """Return the language model of the command line, over that of the site, which is only used where it is named."""
    folder, adapters, way, server = (options[name] for name in ("generative", "adapters", "way", "server"))
    given = configuration.generative if "generative" in names else None
    if server is not None:
        given = replace(given, server=server) if given is not None else GenerativeSettings(server=server)
    elif folder is not None and given is not None:
        given = replace(given, folder=folder, server=None, private_hosts=())
    if folder is not None:
        given = replace(given, folder=folder, adapters=None) if given is not None else GenerativeSettings(folder)
    if (adapters or way) and given is None:
        raise UsageError("--adapters and --way belong to a language model: --generative FOLDER or --server URL")
    if given is None:
        return None
    return replace(given, adapters=adapters or given.adapters, way=way or given.way)


def _deadline_of(configuration: Configuration, options: dict[str, Any]) -> Deadline:
    seconds = options["deadline"] or configuration.deadline
    return Deadline(seconds) if seconds else USUAL_DEADLINE


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
