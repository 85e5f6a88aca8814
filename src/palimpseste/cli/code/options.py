"""The options that the commands of codes share, and the stays they make together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from palimpseste.cli.options import together

if TYPE_CHECKING:
    from palimpseste.coding.stays.reading import StayFiles

__all__ = [
    "FILE",
    "column_name_options",
    "column_options",
    "descriptions_of",
    "device_option",
    "meanings_option",
    "stays_of",
]

FILE = click.Path(path_type=Path, dir_okay=False)

column_name_options = together(
    click.option("--id-column", default="id", show_default=True, help="Column of the stay's identifier."),
    click.option("--text-column", default="text", show_default=True, help="Column of the text."),
    click.option("--codes-column", default="codes", show_default=True, help="Column of the codes."),
    click.option("--ignore-column", "left_aside", multiple=True, metavar="NAME", help="Further column; repeat."),
)
column_options = together(
    column_name_options,
    click.option("--families", is_flag=True, help="Cut codes to three characters."),
    click.option(
        "--only-code",
        "only",
        multiple=True,
        metavar="CODE",
        help="The task is this code alone, whether a stay has it or not (Y95: acquired in hospital); repeat for "
        "several.",
    ),
)

device_option = click.option("--device", default="auto", show_default=True, help="auto, cpu, cuda or cuda:N.")
meanings_option = click.option(
    "--descriptions", "descriptions_file", type=FILE, help="Table of code and description, shown on pages."
)


def stays_of(
    paths: tuple[Path, ...], options: dict[str, Any], *, split: str = "", codes_required: bool = True
) -> StayFiles:
    """Return the stays of files under the options of a command line.

    Parameters
    ----------
    paths : tuple of Path
        Of the files.
    options : dict
        By name.
    split : str
        Which stays; empty for all.
    codes_required : bool
        Whether a stay without a code is refused.
    """
    from palimpseste.coding.stays.reading import StayColumns, StayFiles

    columns = StayColumns(options["id_column"], options["text_column"], options["codes_column"], options["left_aside"])
    return StayFiles(paths, columns, options["families"], codes_required, split, options.get("only", ()))


def descriptions_of(path: Path | None) -> dict[str, str]:
    """Return the descriptions of a file, none without one."""
    if path is None:
        return {}
    from palimpseste.coding.measures.descriptions import read_descriptions

    return read_descriptions(path)
