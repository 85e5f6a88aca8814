"""Settings of TOML files, read into frozen dataclasses: one place for what files may say and how they are refused.

A setting is written once, as a field: its name is the key (``hyphens`` for underscores where the file has them), its
annotation says what is allowed, its default what holds where the file says nothing::

    @dataclass(frozen=True)
    class Columns:
        keep: tuple[str, ...] = ()
        width: Annotated[int, Meta(ge=1, le=1000)] = 20

A field whose kind is another dataclass is a table, a tuple of them an array of tables, a mapping a table of free keys,
or of those of a ``Literal``. Kinds and ranges are checked by msgspec; what is said of a wrong one is ours: the file,
the table and the key, what was found, what is allowed. Strings are shown only where they should have been one of a few.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    Protocol,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import Meta

from palimpseste.errors import UsageError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["OpenTable", "ReadBy", "Where", "check_settings", "one_of", "read_toml", "settings_of", "values_of"]

T = TypeVar("T", bound="DataclassInstance")

_LONGEST_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Where:
    """Where a setting stands.

    Parameters
    ----------
    file : str
        What messages call the file, or whatever else holds the settings.
    table : str
        The table in it, ``places.features``; empty for what stands before any.
    folder : Path, optional
        Where relative paths start from; they stay as they are without it.
    hyphens : bool
        Whether keys have hyphens where fields have underscores.
    """

    file: str
    table: str = ""
    folder: Path | None = None
    hyphens: bool = False

    def __str__(self) -> str:
        return f"{self.file}: [{self.table}]" if self.table else self.file

    def inside(self, table: str) -> Where:
        """Return where the settings of a table in this one stand."""
        return replace(self, table=f"{self.table}.{table}" if self.table else table)

    def refusal(self, key: str, found: str, allowed: str) -> UsageError:
        """Return the error of a key: what was found, what is allowed.

        Parameters
        ----------
        key : str
            Which.
        found : str
            What is wrong with it.
        allowed : str
            What it may be.
        """
        return UsageError(f"{self}{' ' if self.table else ': '}{key}: {found}; allowed: {allowed}")

    def key_of(self, field: str) -> str:
        """Return how a field is written in the file."""
        return field.replace("_", "-") if self.hyphens else field


@dataclass(frozen=True, slots=True)
class ReadBy:
    """A field's value is made by a function, of what stands in the file.

    Parameters
    ----------
    read : callable
        Returns the value; UsageError where it cannot.
    allowed : str
        What it takes, in words.
    """

    read: Callable[[Any], Any]
    allowed: str


class Readable(Protocol):
    """A file, on disk or in the package."""

    def read_text(self, encoding: str, /) -> str:
        """Return its text."""


class OpenTable(dict[str, Any]):
    """A table that a later reader knows the keys of and how they are written, with where it stands."""

    def __init__(self, values: Mapping[str, Any], where: Where) -> None:
        super().__init__(values)
        self.where = where


def one_of(names: Mapping[str, object]) -> ReadBy:
    """Return what takes one of the names of a table that is no type."""

    def read(value: object) -> object:
        if value not in tuple(names):
            raise UsageError("unknown")
        return value

    return ReadBy(read, ", ".join(names))


def read_toml(file: Readable, name: str) -> dict[str, Any]:
    """Return what a TOML file holds.

    Parameters
    ----------
    file : Path or Traversable
        The file: one on disk, or one of the package's.
    name : str
        What messages call it.

    Raises
    ------
    UsageError
        If it cannot be read, or is not TOML.
    """
    try:
        values: dict[str, Any] = msgspec.toml.decode(file.read_text("utf-8"))
    except OSError as error:
        raise UsageError(f"{name}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{name}: cannot be read: not UTF-8 at byte {error.start}") from None
    except msgspec.DecodeError as error:
        raise UsageError(f"{name}: not valid TOML: {error}") from None
    except (ValueError, RecursionError):
        raise UsageError(f"{name}: not valid TOML: a number too long, or lists or tables too deep") from None
    return values


def settings_of(kind: type[T], values: object, where: Where) -> T:
    """Return the settings that a table holds.

    Parameters
    ----------
    kind : type
        A dataclass.
    values : object
        What stands where the table should.
    where : Where
        For messages, and for relative paths.

    Raises
    ------
    UsageError
        If a key is unknown, missing, or its value not what is allowed; or if the dataclass refuses them together.
    """
    given = values_of(kind, values, where)
    try:
        return kind(**given)
    except UsageError as error:
        raise UsageError(f"{where}: {error}") from None


def values_of(kind: type[DataclassInstance], values: object, where: Where, *, partly: bool = False) -> dict[str, Any]:
    """Return what a table says, by the names of the fields: each value of its kind, none that has to be said missing.

    Parameters
    ----------
    kind : type
        A dataclass.
    values : object
        What stands where the table should.
    where : Where
        For messages, and for relative paths.
    partly : bool
        Whether the table may leave out what has no default.

    Raises
    ------
    UsageError
        As `settings_of`, but for values that are refused together.
    """
    if not isinstance(values, Mapping):
        raise UsageError(f"{where}: {_found(values)}; allowed: a table")
    hints = _hints(kind)
    wanted = {where.key_of(field.name): field for field in fields(kind) if field.init}
    for key in values:
        _check_key(key, tuple(wanted), where)
    given = {}
    for key, field in wanted.items():
        if key in values:
            given[field.name] = _read(values[key], hints[field.name], key, where)
        elif not partly and field.default is MISSING and field.default_factory is MISSING:
            raise where.refusal(key, "nothing", _allowed(hints[field.name]))
    return given


def check_settings(settings: DataclassInstance, what: str) -> None:
    """Refuse settings that were made with a value which no file may give; called by those that are made by hand too.

    Parameters
    ----------
    settings : dataclass
        As made.
    what : str
        What messages call them.

    Raises
    ------
    UsageError
        As `values_of`.
    """
    hints = _hints(type(settings))
    for field in fields(settings):
        _read(getattr(settings, field.name), hints[field.name], field.name, Where(what))


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _check_key(key: str, known: tuple[str, ...], where: Where) -> None:
    if key not in known:
        from difflib import get_close_matches

        near = get_close_matches(str(key), known, 1)
        raise where.refusal(key, f"unknown key{f' (did you mean {near[0]!r}?)' if near else ''}", ", ".join(known))


def _read(value: Any, hint: Any, key: str, where: Where) -> Any:
    """Return a value as a field holds it."""
    bare, extras = _parts(hint)
    choices = _choices(bare)
    if value is None and choices and type(None) in choices:
        return None
    some = [choice for choice in choices or () if choice is not type(None)]
    if len(some) == 1:
        return _read(value, some[0], key, where)
    maker = next((extra for extra in extras if isinstance(extra, ReadBy)), None)
    if maker is not None:
        try:
            return maker.read(value)
        except UsageError:
            raise where.refusal(key, _found(value, is_shown=True), maker.allowed) from None
    origin = get_origin(bare)
    if is_dataclass(bare) and isinstance(bare, type):
        return value if isinstance(value, bare) else settings_of(bare, value, where.inside(key))
    if bare is OpenTable and isinstance(value, Mapping):
        return OpenTable(value, replace(where.inside(key), hyphens=False))
    if origin is Mapping and isinstance(value, Mapping):
        return _mapping(value, get_args(bare), where.inside(key))
    if origin is tuple and get_args(bare)[1:] == (...,) and isinstance(value, (list, tuple)):
        item = get_args(bare)[0]
        if not value and any(isinstance(extra, Meta) and extra.min_length for extra in extras):
            raise where.refusal(key, _found(value), _allowed(hint))
        return tuple(_read(each, item, f"{key}, item {number}", where) for number, each in enumerate(value, 1))
    if bare is Path and isinstance(value, (str, Path)):
        return where.folder / value if where.folder is not None else Path(value)
    try:
        return msgspec.convert(value, hint)
    except (msgspec.ValidationError, TypeError):
        raise where.refusal(key, _found(value, is_shown=origin is Literal), _allowed(hint)) from None


def _mapping(values: Mapping[str, Any], of: tuple[Any, ...], where: Where) -> dict[str, Any]:
    if get_origin(of[0]) is Literal:
        for key in values:
            _check_key(key, get_args(of[0]), where)
    return {key: _read(value, of[1], key, where) for key, value in values.items()}


def _parts(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return a kind, and what is annotated to it."""
    return (hint.__origin__, hint.__metadata__) if get_origin(hint) is Annotated else (hint, ())


def _choices(hint: Any) -> tuple[Any, ...] | None:
    return get_args(hint) if get_origin(hint) in (Union, types.UnionType) else None


def _found(value: object, *, is_shown: bool = False) -> str:
    """Return what a value is, in words; a string itself only where it is to be shown."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return repr(value) if len(repr(value)) <= _LONGEST_SHOWN else "a very long number"
    if isinstance(value, str):
        return repr(value) if is_shown and len(value) <= _LONGEST_SHOWN else "a string" if value else "an empty string"
    if isinstance(value, (list, tuple)):
        if not value:
            return "an empty list"
        are_numbers = all(type(item) in (int, float) for item in value)
        return str(list(value)) if are_numbers and len(str(value)) <= _LONGEST_SHOWN else "a list"
    return "a table" if isinstance(value, Mapping) else f"a {type(value).__name__}"


def _allowed(hint: Any) -> str:
    """Return what a field takes, in words."""
    bare, extras = _parts(hint)
    for extra in extras:
        if isinstance(extra, ReadBy):
            return extra.allowed
        if isinstance(extra, Meta) and extra.description:
            return extra.description
    choices = _choices(bare)
    if choices:
        return " or ".join(_allowed(choice) for choice in choices if choice is not type(None))
    if get_origin(bare) is Literal:
        return ", ".join(map(str, get_args(bare)))
    if get_origin(bare) is tuple:
        item = get_args(bare)[0]
        return f"a list of {_MANY[item]}" if item in _MANY else f"a list, each item {_allowed(item)}"
    if get_origin(bare) is Mapping or is_dataclass(bare) or bare is OpenTable:
        return "a table"
    return _WORDS.get(bare, str(bare)) + "".join(_range(extra) for extra in extras if isinstance(extra, Meta))


_WORDS: Mapping[Any, str] = types.MappingProxyType(
    {str: "a string", int: "a whole number", float: "a number", bool: "true or false", Path: "a path"}
)
_MANY: Mapping[Any, str] = types.MappingProxyType({str: "strings", int: "whole numbers"})


def _range(meta: Meta) -> str:
    """Return the bounds of a number, or of a string's length, in words."""
    if meta.min_length:
        return " that is not empty"
    if meta.ge is not None and meta.le is None and meta.lt is None:
        return f" of {meta.ge:g} or more"
    low = f" from {meta.ge:g}" if meta.ge is not None else f" above {meta.gt:g}" if meta.gt is not None else ""
    if meta.lt is not None:
        return low + f"{' and' if low else ''} below {meta.lt:g}"
    if meta.le is not None:
        return low + f"{' to' if meta.ge is not None else ' and up to'} {meta.le:g}"
    return low
