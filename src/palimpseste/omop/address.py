"""The address of an OMOP database: which database, which schema, and never a password.

::

    omop+duckdb:cdm.duckdb?schema=cdm                    a file, relative
    omop+duckdb:///srv/cdm.duckdb                        a file, absolute; schema main
    omop+postgresql://user@host:5432/base?schema=cdm     schema public without it
    omop+postgresql:///base?host=/run/postgresql         a socket
    omop:cdm.duckdb                                      DuckDB, the default
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from palimpseste.errors import UsageError

__all__ = ["Address", "is_omop"]

Backend = Literal["duckdb", "postgresql"]

# Settings of libpq that say how to connect; a password is none of them.
_SETTINGS = ("host", "port", "service", "sslmode", "sslrootcert", "sslcert", "sslkey", "passfile", "connect_timeout")
_SCHEMES: Mapping[str, Backend] = {
    "omop": "duckdb",
    "omop+duckdb": "duckdb",
    "omop+postgresql": "postgresql",
    "omop+postgres": "postgresql",
}
_NO_PASSWORD = (
    "a password does not belong in an address, where other users and logs see it; "  # noqa: S105 # a message
    "give it by PGPASSWORD, a .pgpass file or a service file"
)


@dataclass(frozen=True, slots=True)
class Address:
    """Where the tables of a common data model are.

    Parameters
    ----------
    backend : {"duckdb", "postgresql"}
        The kind of database.
    database : str
        Its name, or the path of its file.
    schema : str
        Where the tables are in it.
    user, host : str
        Empty where libpq is to find them itself.
    port : int, optional
        The same.
    settings : mapping
        Further settings of libpq.
    """

    backend: Backend
    database: str
    schema: str
    user: str = ""
    host: str = ""
    port: int | None = None
    settings: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def parsed(cls, text: str) -> Address:
        """Read an address.

        Raises
        ------
        UsageError
            If it is not one, or holds a password; the password is not shown.
        """
        try:
            parts = urlsplit(text)
            user, port = parts.username, parts.port
            has_password = parts.password is not None
        except ValueError:
            raise UsageError("the address of an OMOP database cannot be read") from None
        if has_password:
            raise UsageError(_NO_PASSWORD)
        backend = _SCHEMES.get(parts.scheme)
        if backend is None:
            raise UsageError(f"unknown kind of OMOP database; write {', '.join(_SCHEMES)}")
        try:
            settings = dict(parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query)))
        except ValueError:
            raise UsageError("what follows '?' in the address of an OMOP database cannot be read") from None
        if "password" in settings:
            raise UsageError(_NO_PASSWORD)
        schema = settings.pop("schema", "") or ("main" if backend == "duckdb" else "public")
        if "\0" in unquote(text):
            raise UsageError("the address of an OMOP database holds a NUL character")
        if backend == "duckdb":
            if "." in schema:
                raise UsageError("a schema with a dot in its name cannot be told from a catalogue in DuckDB")
            return cls(backend, _path_of(parts, settings), schema)
        unknown = sorted(set(settings) - set(_SETTINGS))
        if unknown:
            raise UsageError(f"unknown setting in the address: {unknown[0]!r}; known: schema, {', '.join(_SETTINGS)}")
        database = unquote(parts.path.lstrip("/"))
        if "=" in database or "://" in database:
            # libpq would take it for settings, a password among them.
            raise UsageError("a name of a database with '=' or '://' in it cannot be addressed")
        return cls(backend, database, schema, unquote(user or ""), unquote(parts.hostname or ""), port, settings)

    @property
    def path(self) -> Path:
        """The file of an embedded database."""
        return Path(self.database)

    def __str__(self) -> str:
        if self.backend == "duckdb":
            return f"{self.database} (schema {self.schema})"
        where = self.host or self.settings.get("host") or self.settings.get("service") or "the local server"
        return f"database {self.database or self.user} on {where} (schema {self.schema})"


def is_omop(address: str) -> bool:
    """Tell whether an input or output is the address of an OMOP database, and no file."""
    return address.split(":", 1)[0] in _SCHEMES and ":" in address


def _path_of(parts: SplitResult, settings: Mapping[str, str]) -> str:
    if settings:
        raise UsageError(f"unknown setting in the address: {sorted(settings)[0]!r}; known: schema")
    if parts.netloc or parts.fragment:
        raise UsageError("a DuckDB file is written omop+duckdb:name.duckdb or omop+duckdb:///folder/name.duckdb")
    path = unquote(parts.path)
    if not path or path == ":memory:":
        raise UsageError("the address names no DuckDB file")
    return path
