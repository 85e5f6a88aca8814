"""Coded stays from CSV, Parquet and JSON lines.

A row is a stay, or one document of it: rows that follow each other under one identifier are joined in order. Columns
are ``id``, ``text`` or ``documents`` (a list of texts, or of objects with a ``text``), and ``codes`` (a list, or a cell
with any of ``; , |`` between codes); a column ``split`` tells which stays are for what. JSON lines may have the further
fields of this project's documents and simulated stays. Any other column must be told to be left aside: a misspelt one
would be missed in silence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from palimpseste.coding.stays.rows import rows_of
from palimpseste.coding.stays.stay import Stay, with_codes_among, with_families
from palimpseste.errors import UsageError
from palimpseste.icd10 import codes_in, normal_code
from palimpseste.sources.columns import printable_names

__all__ = ["StayColumns", "StayFiles", "read_stays"]

_DOCUMENTS, _SPLIT = "documents", "split"
_FURTHER_FIELDS = frozenset({"case", "date", "depends_on", "entities", "patient", "type"})


@dataclass(frozen=True, slots=True)
class StayColumns:
    """The names of the columns.

    Parameters
    ----------
    id, text, codes : str
        The columns of the stay's identifier, of its text and of its codes.
    left_aside : tuple of str
        Further columns that are known to be there.
    """

    id: str = "id"
    text: str = "text"
    codes: str = "codes"
    left_aside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StayFiles:
    """The stays of files, read anew, one at a time, whenever they are gone through.

    Parameters
    ----------
    paths : tuple of Path
        Files of stays: JSON lines, CSV or Parquet.
    columns : StayColumns
        Which column is what.
    families : bool
        Whether codes are cut to three characters.
    codes_required : bool
        Whether every stay must have a code; without, a table may lack the column.
    split : str
        Only rows with this in the column ``split``; empty for all.
    only : tuple of str
        The codes of the task, after they are cut: every stay stays, the others among its codes do not count. One code
        makes the question whether a stay has it. Empty for all codes.
    """

    paths: tuple[Path, ...]
    columns: StayColumns = field(default_factory=StayColumns)
    families: bool = False
    codes_required: bool = True
    split: str = ""
    only: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "only", tuple(dict.fromkeys(map(normal_code, self.only))))

    def __iter__(self) -> Iterator[Stay]:
        return read_stays(
            self.paths,
            self.columns,
            families=self.families,
            codes_required=self.codes_required,
            split=self.split,
            only=self.only,
        )


def read_stays(
    paths: Iterable[Path],
    columns: StayColumns | None = None,
    *,
    families: bool = False,
    codes_required: bool = True,
    split: str = "",
    only: Iterable[str] = (),
) -> Iterator[Stay]:
    """Yield the stays of files, in order; parameters are those of :class:`StayFiles`.

    Raises
    ------
    UsageError
        If a column is unknown, missing or of another kind, a code has not the form of one, a stay has no text or no
        code, or an identifier comes back after another: file and line are named, nothing quoted but the identifier.
    """
    columns = columns or StayColumns()
    wanted = frozenset(only)
    ended: set[str] = set()
    open_place, open_id = "", ""
    documents: list[str] = []
    codes: dict[str, None] = {}

    def stay() -> Stay:
        if not any(text.strip() for text in documents):
            raise UsageError(f"{open_place}: stay {open_id!r} has no text")
        if codes_required and not codes:
            raise UsageError(f"{open_place}: stay {open_id!r} has no code")
        found = Stay(open_id, tuple(text for text in documents if text.strip()), tuple(codes))
        found = with_families(found) if families else found
        return with_codes_among(found, wanted) if wanted else found

    for path in paths:
        for each in rows_of(path):
            place, row = each.place, each.values
            _check_columns(place, row, columns, codes_required, is_json=path.suffix.lower() == ".jsonl")
            if each.is_header or (split and row.get(_SPLIT) != split):
                continue
            stay_id = _identifier(place, row.get(columns.id))
            if stay_id != open_id:
                if open_id:
                    yield stay()
                    ended.add(open_id)
                if stay_id in ended:
                    raise UsageError(f"{place}: stay {stay_id!r} comes back after another: rows of a stay must touch")
                open_place, open_id, documents, codes = place, stay_id, [], {}
            documents += _texts(place, row, columns)
            codes |= dict.fromkeys(_codes(place, row.get(columns.codes)))
    if open_id:
        yield stay()


def _check_columns(
    place: str, row: Mapping[str, object], columns: StayColumns, codes_required: bool, *, is_json: bool
) -> None:
    known = {columns.id, columns.text, columns.codes, _DOCUMENTS, _SPLIT, *columns.left_aside}
    unknown = row.keys() - known - (_FURTHER_FIELDS if is_json else frozenset())
    if unknown:
        raise UsageError(
            f"{place}: unknown column {printable_names(unknown)}; columns: {columns.id}, {columns.text} or "
            f"{_DOCUMENTS}, {columns.codes}; others must be left aside by name (--ignore-column)"
        )
    if columns.id not in row:
        raise UsageError(f"{place}: no column {columns.id!r}")
    if columns.text not in row and _DOCUMENTS not in row:
        raise UsageError(f"{place}: no column {columns.text!r}, and none {_DOCUMENTS!r}")
    if codes_required and columns.codes not in row:
        raise UsageError(f"{place}: no column {columns.codes!r}")


def _identifier(place: str, value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int)) or not str(value).strip():
        raise UsageError(f"{place}: the stay has no identifier, a text or a whole number")
    return str(value).strip()


def _texts(place: str, row: Mapping[str, object], columns: StayColumns) -> list[str]:
    if row.get(_DOCUMENTS) is not None:
        value = row[_DOCUMENTS]
        if not isinstance(value, list):
            raise UsageError(f"{place}: {_DOCUMENTS!r} is not a list")
        texts = [each.get("text") if isinstance(each, dict) else each for each in value]
    else:
        texts = [row.get(columns.text) or ""]
    if not all(isinstance(text, str) for text in texts):
        raise UsageError(f"{place}: a text is not text")
    return [str(text) for text in texts]


def _codes(place: str, value: object) -> list[str]:
    if value is None:
        return []
    if isinstance(value, list):
        if not all(isinstance(code, str) for code in value):
            raise UsageError(f"{place}: a code is not text")
        value = ";".join(value)
    if not isinstance(value, str):
        raise UsageError(f"{place}: codes are neither text nor a list")
    try:
        return codes_in(value)
    except UsageError as error:
        raise UsageError(f"{place}: {error}") from None
