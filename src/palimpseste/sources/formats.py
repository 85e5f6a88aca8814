"""The formats there are, as a table: ours, and those that other distributions offer by `palimpseste.sources`.

An entry point of that group names a `Format` (files of its kind are read, and results written in their likeness) or a
`Gathering` (a file that takes the results of any sources). They are read when a suffix or a name is not among ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, TypeVar

from palimpseste.debugging import chained, kind_of
from palimpseste.errors import UsageError
from palimpseste.plugins import Plugin, plugins_of

if TYPE_CHECKING:
    from palimpseste.result import Result
    from palimpseste.sources.columns import Columns
    from palimpseste.sources.entry import Origin

__all__ = [
    "FORMATS",
    "GATHERINGS",
    "GROUP",
    "REFUSED",
    "Format",
    "Gathering",
    "Table",
    "format_named",
    "format_of_name",
    "gathering_named",
    "gathering_of_name",
    "kind_without_text",
    "table_with",
    "unknown_format",
]

GROUP = "palimpseste.sources"
# What a class of sources has.
_MEMBERS = ("open", "check", "entries", "dropped", "head", "written", "finish")
_SUFFIX = re.compile(r"\.[a-z0-9]{1,16}")
# What a file is called that is none of ours.
_TOLD: Mapping[str, str] = {
    **dict.fromkeys((".html", ".htm", ".xhtml"), "HTML"),
    **dict.fromkeys((".xml", ".cda"), "XML"),
    ".hl7": "HL7 version 2",
    ".json": "a JSON file that is no JSON lines (.jsonl) and no FHIR lines (.ndjson)",
    ".rtf": "RTF",
    **dict.fromkeys((".doc", ".docx", ".odt"), "a word processor's file"),
    **dict.fromkeys((".xls", ".xlsx", ".ods"), "a spreadsheet"),
    **dict.fromkeys((".zip", ".gz", ".tgz", ".7z", ".xz", ".bz2"), "an archive"),
    **dict.fromkeys((".png", ".jpg", ".jpeg", ".tif", ".tiff", ".dcm"), "a picture"),
    **dict.fromkeys((".eml", ".msg"), "an e-mail"),
    ".md": "Markdown",
}
# Of these, what no text is.
_NO_TEXT = ("a word processor's file", "a spreadsheet", "an archive", "a picture")
# What makes of a file one that is read.
_WAYS_OUT: Mapping[str, str] = {
    ".json": "jq -c '.[]' makes JSON lines of an array",
    **dict.fromkeys((".doc", ".docx", ".odt", ".rtf"), "save it as PDF or as text"),
    **dict.fromkeys((".xls", ".xlsx", ".ods"), "save it as CSV"),
    **dict.fromkeys((".zip", ".gz", ".tgz", ".7z", ".xz", ".bz2"), "unpack it"),
}
# Annotated notes: read as text, their tags would be taken for words of the note.
_ANNOTATED = frozenset((".notes", ".ann", ".conll"))


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file that holds documents.

    Parameters
    ----------
    name : str
        What ``--format`` calls it.
    source : type or str
        The class of its sources (:class:`palimpseste.sources.source.Source`), or where it stands, ``module:Class``.
    suffixes : tuple of str
        In small letters, each with its dot; the first is that of results that become this format.
    is_one_document : bool
        Whether a file is one document, whose identifier is the file's relative path.
    becomes : tuple of str
        Names of the formats that its results may have, the usual one first; its own alone where empty.
    is_gathered : bool
        Whether its results may go to a file with those of other formats.
    is_read_from_standard_input : bool
        Whether its source reads standard input where the input says so.
    noun : str
        One file or entry of it, in messages.
    extra : str
        The extra of its distribution that must be installed; empty where it needs none.
    distribution, version : str
        Who offers it; set when it is registered, and empty for the formats of the package.
    """

    name: str
    source: type[Any] | str
    suffixes: tuple[str, ...] = ()
    is_one_document: bool = False
    becomes: tuple[str, ...] = ()
    is_gathered: bool = True
    is_read_from_standard_input: bool = False
    noun: str = ""
    extra: str = ""
    distribution: str = ""
    version: str = ""

    def source_class(self) -> Any:
        """Return the class of its sources.

        Raises
        ------
        UsageError
            If a library it needs is missing, which an extra would install.
        """
        try:
            return _named(self.source)
        except ImportError:
            if not self.extra:
                raise
            whole = f"{self.distribution or 'palimpseste'}[{self.extra}]"
            raise UsageError(f"the format {self.name!r} needs more: pip install '{whole}'") from None


@dataclass(frozen=True, slots=True)
class Gathering:
    """A kind of file that takes results from sources of any format.

    Parameters
    ----------
    name : str
        What messages call it.
    written : callable or str
        Makes the bytes of one result of its origin, the result and the names of columns; or where it stands,
        ``module:function``.
    suffixes : tuple of str
        In small letters, each with its dot: a file to write is told by them.
    head : bytes
        What stands before the first result.
    finish : callable, optional
        Turns the bytes of a whole file into the final one, in place; doing it twice must do no harm.
    distribution, version : str
        Who offers it; set when it is registered, and empty for those of the package.
    """

    name: str
    written: Callable[[Origin, Result, Columns], bytes] | str
    suffixes: tuple[str, ...]
    head: bytes = b""
    finish: Callable[[Path], None] | None = None
    distribution: str = ""
    version: str = ""

    def writer(self) -> Callable[[Origin, Result, Columns], bytes]:
        """Return what makes the bytes of one result."""
        made: Callable[[Origin, Result, Columns], bytes] = _named(self.written)
        return made


FORMATS: Mapping[str, Format] = {
    each.name: each
    for each in (
        Format(
            "text",
            "palimpseste.sources.text:TextFile",
            (".txt",),
            is_one_document=True,
            is_read_from_standard_input=True,
        ),
        Format("jsonl", "palimpseste.sources.jsonl:JsonLines", (".jsonl",), is_read_from_standard_input=True),
        Format("csv", "palimpseste.sources.table:CsvTable", (".csv", ".tsv")),
        Format("parquet", "palimpseste.sources.parquet:ParquetTable", (".parquet",), extra="parquet"),
        Format(
            "pdf",
            "palimpseste.sources.pdf:PdfFile",
            (".pdf",),
            is_one_document=True,
            becomes=("text", "pdf"),
            noun="PDF file",
            extra="pdf",
        ),
        Format(
            "fhir",
            "palimpseste.sources.fhir.ndjson:FhirLines",
            (".ndjson",),
            is_gathered=False,
            noun="FHIR resource",
        ),
    )
}
# Of what is listed and not read: each such file is one entry that cannot be read, and never a result.
REFUSED = Format("refused", "palimpseste.sources.refused:RefusedInput", is_one_document=True)
GATHERINGS: Mapping[str, Gathering] = {
    "jsonl": Gathering("jsonl", "palimpseste.sources.jsonl:line_of_result", (".jsonl",))
}


@dataclass(frozen=True, slots=True)
class Table:
    """The formats that are read, by name and by suffix: ours, and those of other distributions.

    Parameters
    ----------
    formats : mapping of str to Format
        Formats by name.
    gatherings : mapping of str to Gathering
        Ways of writing the results of all inputs to one file, by name.
    """

    formats: Mapping[str, Format] = field(default_factory=lambda: FORMATS)
    gatherings: Mapping[str, Gathering] = field(default_factory=lambda: GATHERINGS)

    def format_of(self, suffix: str) -> Format | None:
        """Return the format of a suffix."""
        return _of_suffix(self.formats, suffix)

    def gathering_of(self, suffix: str) -> Gathering | None:
        """Return the gathering of a suffix."""
        return _of_suffix(self.gatherings, suffix)


_OURS = Table()


def format_named(name: str) -> Format:
    """Return a format.

    Raises
    ------
    UsageError
        If there is none of that name, or one that is offered is refused; it lists those there are.
    """
    found = FORMATS.get(name) or (REFUSED if name == REFUSED.name else _all().formats.get(name))
    if found is None:
        raise UsageError(f"unknown format {name!r}; formats: {', '.join(_all().formats)}")
    return found


def gathering_named(name: str) -> Gathering:
    """Return a kind of file that takes results of any format."""
    return GATHERINGS.get(name) or _all().gatherings[name]


def format_of_name(name: str) -> str | None:
    """Return the name of the format that the suffix of a file tells; None for one that is not known.

    Raises
    ------
    UsageError
        If it is a format of annotated notes, or a format that is offered is refused.
    """
    suffix = PurePosixPath(name).suffix.lower()
    if suffix in _ANNOTATED:
        whole = "FOLDER" if suffix == ".ann" else name
        raise UsageError(f"{name}: annotated notes; make JSON lines of them first: palimpseste convert {whole} x.jsonl")
    found = _OURS.format_of(suffix) or (_all().format_of(suffix) if suffix else None)
    return found.name if found else None


def unknown_format(name: str) -> str:
    """Return why a file of no known format is not read, and what would read it.

    Parameters
    ----------
    name : str
        Of the file.
    """
    suffix = PurePosixPath(name).suffix.lower()
    what = _TOLD.get(suffix, "") or ("a file without suffix" if not _SUFFIX.fullmatch(suffix) else f"a {suffix} file")
    formats = _all().formats if suffix else FORMATS
    known = ", ".join(f"{format.name} ({' '.join(format.suffixes)})" for format in formats.values())
    parts = [f"{what} is not read", _WAYS_OUT.get(suffix, ""), f"formats: {known}"]
    if what not in _NO_TEXT:
        parts.append("--format text reads it as text, signs of its format and all")
    return "; ".join(filter(None, parts))


def kind_without_text(name: str) -> str:
    """Return what the suffix of a file to write promises, where that is nothing that is written; else nothing.

    Examples
    --------
    >>> kind_without_text("notes.jsonl.gz"), kind_without_text("notes.out")
    ('an archive', '')
    """
    told = _TOLD.get(PurePosixPath(name).suffix.lower(), "")
    return told if told in _NO_TEXT and format_of_name(name) is None and gathering_of_name(name) is None else ""


def gathering_of_name(name: str) -> Gathering | None:
    """Return the kind of file that the suffix of a file to write tells, if it takes results of any format."""
    suffix = PurePosixPath(name).suffix.lower()
    if not suffix or (_OURS.format_of(suffix) and not _OURS.gathering_of(suffix)):
        return None
    return _OURS.gathering_of(suffix) or _all().gathering_of(suffix)


@cache
def _all() -> Table:
    return table_with(plugins_of(GROUP))


def table_with(plugins: Iterable[Plugin]) -> Table:
    """Return the table with what plugins offer.

    Raises
    ------
    UsageError
        If one is refused: it names the distribution and the entry point, says why and lists what there is.
    """
    formats, gatherings = dict(FORMATS), dict(GATHERINGS)
    for plugin in plugins:
        offered = plugin.load()
        if isinstance(offered, Format):
            _check(plugin, offered, formats, "formats")
            _check_source(plugin, offered)
            formats[offered.name] = replace(offered, distribution=plugin.distribution, version=plugin.version)
        elif isinstance(offered, Gathering):
            _check(plugin, offered, gatherings, "files that take any results")
            if not callable(_named(offered.written)):
                raise plugin.refusal("its 'written' cannot be called")
            gatherings[offered.name] = replace(offered, distribution=plugin.distribution, version=plugin.version)
        else:
            raise plugin.refusal(f"it must be a Format or a Gathering, not a {type(offered).__name__}")
    for offered in formats.values():
        unknown = next((name for name in offered.becomes if name not in formats), None)
        if unknown:
            raise UsageError(f"the format {offered.name!r} becomes {unknown!r}; formats: {', '.join(formats)}")
    return Table(formats, gatherings)


F = TypeVar("F", Format, Gathering)


def _of_suffix(known: Mapping[str, F], suffix: str) -> F | None:
    return next((each for each in known.values() if suffix in each.suffixes), None)


def _check(plugin: Plugin, offered: F, known: Mapping[str, F], what: str) -> None:
    there = f"; {what}: " + ", ".join(f"{name} ({' '.join(each.suffixes)})" for name, each in known.items())
    if offered.name != plugin.name:
        raise plugin.refusal(f"it is called {offered.name!r}: both names must be one")
    if offered.name in known:
        raise plugin.refusal(f"the name {offered.name!r} is taken by {_owner(known[offered.name])}{there}")
    for suffix in offered.suffixes:
        if not isinstance(suffix, str) or not _SUFFIX.fullmatch(suffix):
            raise plugin.refusal(f"{suffix!r} is no suffix: a dot, then small letters and digits")
        if suffix in _ANNOTATED:
            raise plugin.refusal(f"the suffix {suffix!r} is that of annotated notes{there}")
        taken = _of_suffix(known, suffix)
        if taken is not None:
            raise plugin.refusal(f"the suffix {suffix!r} is taken by {_owner(taken)}{there}")


def _check_source(plugin: Plugin, offered: Format) -> None:
    try:
        kind = offered.source_class()
    except UsageError:
        return  # its libraries are missing, which only a run that needs them minds
    except Exception as error:
        raise plugin.refusal(f"its source cannot be imported ({kind_of(error)})") from chained(error)
    lacking = [name for name in _MEMBERS if not callable(getattr(kind, name, None))]
    if not isinstance(kind, type) or lacking:
        raise plugin.refusal(f"its source must be a class with {', '.join(lacking or _MEMBERS)}")


def _owner(known: Format | Gathering) -> str:
    return f"{known.name!r} of {known.distribution or 'palimpseste'}"


def _named(thing: Any) -> Any:
    """Return what a path ``module:name`` names; anything else as it is."""
    if not isinstance(thing, str):
        return thing
    module, _, name = thing.partition(":")
    return getattr(import_module(module), name)
