"""The files of a run opened, each as its format does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from palimpseste.debugging import chained, kind_of
from palimpseste.errors import PalimpsesteError
from palimpseste.pdf.options import PdfOptions
from palimpseste.sources.columns import Columns
from palimpseste.sources.encodings import Encoding
from palimpseste.sources.foreign import ForeignSource
from palimpseste.sources.formats import format_named
from palimpseste.sources.listing import Input
from palimpseste.sources.source import Opening, Source

if TYPE_CHECKING:
    from palimpseste.surrogates.keys import CohortKey

__all__ = ["open_sources"]


def open_sources(
    inputs: Sequence[Input],
    columns: Columns | None = None,
    encoding: Encoding | None = None,
    pdf: PdfOptions | None = None,
    *,
    key: CohortKey | None = None,
    further_patients: Path | None = None,
) -> tuple[Source, ...]:
    """Return the sources of some files; nothing is read yet.

    Parameters
    ----------
    inputs : sequence of Input
        The files.
    columns : Columns, optional
        Names of columns.
    encoding : Encoding, optional
        Of texts and CSV; None tells it by the bytes.
    pdf : PdfOptions, optional
        How PDF files are read.
    key : CohortKey, optional
        What logical identifiers of FHIR resources are written anew under; without one a key is made and forgotten.
    further_patients : Path, optional
        FHIR resources that say who the patients of the others are.
    """
    opening = Opening(inputs, columns or Columns(), encoding, pdf or PdfOptions(), key, further_patients)
    return tuple(_opened(position, input, opening) for position, input in enumerate(inputs))


def _opened(position: int, input: Input, opening: Opening) -> Source:
    format = format_named(input.format)
    kind = format.source_class()
    if not format.distribution:
        source: Source = kind.open(position, input, opening)
        return source
    try:
        return ForeignSource(position, input, kind.open(position, input, opening), format)
    except PalimpsesteError:
        raise
    except Exception as error:
        who = f"the format {format.name!r} of {format.distribution} {format.version}"
        raise PalimpsesteError(f"{input.path}: {who} failed in 'open': {kind_of(error)}") from chained(error)
