r"""What a site settles once: a small TOML file, and where the secret key comes from.

::

    policy = "plausible"            # a name, or a file beside this one
    cohort = "entrepot-2024"
    workers = 4
    detectors = ["model", "record", "rules"]
    model = "our-model"             # a folder beside this file; the bundled model without it
    recall = 0.995                  # or threshold = 0.2: where the model operates
    key-file = "/etc/palimpseste/key"
    cohort-register = "cohorts.json" # of palimpseste cohort, instead of a key file
    passphrase-file = "/etc/palimpseste/passphrase"     # what opens it
    watch-store = "runs.sqlite"     # counts of every run, for palimpseste watch

    [site-patterns]                 # regular expressions of the site's own identifiers
    PATIENT_ID = ['8\d{9}']

    [columns]
    text = "note_text"
    id = "note_id"
    keep = ["note_class"]

    [omop.identity]                 # tables of the site beside OMOP's: see palimpseste.omop.mapping

Arguments of a command override the environment, which overrides this file. Unknown keys are refused by name.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from palimpseste.errors import UsageError
from palimpseste.labels import Label, label_named

if TYPE_CHECKING:
    from palimpseste.surrogates.keys import MasterKey

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

__all__ = ["KEY_FILE_VARIABLE", "KEY_VARIABLE", "Configuration", "master_key"]

KEY_VARIABLE = "PALIMPSESTE_KEY"
KEY_FILE_VARIABLE = "PALIMPSESTE_KEY_FILE"


@dataclass(frozen=True, slots=True)
class Configuration:
    """The settings of a site; None and empty where the file says nothing."""

    policy: str | None = None
    cohort: str | None = None
    workers: int | None = None
    detectors: tuple[str, ...] | None = None
    model: Path | None = None
    threshold: float | None = None
    recall: float | None = None
    key_file: Path | None = None
    watch_store: Path | None = None
    cohort_register: Path | None = None
    passphrase_file: Path | None = None
    text_column: str | None = None
    id_column: str | None = None
    kept_columns: tuple[str, ...] = ()
    site_patterns: Mapping[Label, tuple[str, ...]] = field(default_factory=dict)
    omop: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Configuration:
        """Read a TOML file; files it names are relative to its folder.

        Raises
        ------
        UsageError
            If it cannot be read, or says something unknown or of the wrong kind.
        """
        try:
            values = tomllib.loads(path.read_text("utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise UsageError(f"{path}: not valid TOML: {error}") from None
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{path}: cannot be read ({type(error).__name__})") from None
        return cls._from_mapping(values, path)

    @classmethod
    def _from_mapping(cls, values: Mapping[str, Any], path: Path) -> Configuration:
        known = (
            "policy",
            "cohort",
            "workers",
            "detectors",
            "model",
            "threshold",
            "recall",
            "key-file",
            "watch-store",
            "cohort-register",
            "passphrase-file",
            "site-patterns",
            "columns",
            "omop",
        )
        _refuse_unknown(values, known, str(path))
        columns = _of_kind(values, "columns", dict, path) or {}
        _refuse_unknown(columns, ("text", "id", "keep"), f"{path}: [columns]")
        patterns = _of_kind(values, "site-patterns", dict, path) or {}
        workers = _of_kind(values, "workers", int, path)
        if workers is not None and workers < 1:
            raise UsageError(f"{path}: workers must be 1 or more")
        policy = _of_kind(values, "policy", str, path)
        if policy is not None and policy.endswith(".toml"):
            policy = str(path.parent / policy)
        model = _of_kind(values, "model", str, path)
        return cls(
            policy=policy,
            cohort=_of_kind(values, "cohort", str, path),
            workers=workers,
            detectors=_strings(values, "detectors", path) if "detectors" in values else None,
            model=path.parent / model if model is not None else None,
            threshold=_of_kind(values, "threshold", float, path),
            recall=_of_kind(values, "recall", float, path),
            key_file=_file(values, "key-file", path),
            watch_store=_file(values, "watch-store", path),
            cohort_register=_file(values, "cohort-register", path),
            passphrase_file=_file(values, "passphrase-file", path),
            text_column=_of_kind(columns, "text", str, path),
            id_column=_of_kind(columns, "id", str, path),
            kept_columns=_strings(columns, "keep", path) if "keep" in columns else (),
            omop=_of_kind(values, "omop", dict, path) or {},
            site_patterns={label_named(label): _strings(patterns, label, path) for label in patterns},
        )


def master_key(
    key_file: Path | None, configuration: Configuration, environment: Mapping[str, str] = os.environ
) -> MasterKey | None:
    """Return the key of a run: of the file named, else of the environment, else of the configuration; None if nowhere.

    Parameters
    ----------
    key_file : Path, optional
        Named by the command.
    configuration : Configuration
        The site's.
    environment : mapping
        ``PALIMPSESTE_KEY`` holds the key itself, ``PALIMPSESTE_KEY_FILE`` names its file.

    Raises
    ------
    UsageError
        If the key named cannot be read.
    """
    from palimpseste.surrogates.keys import MasterKey

    if key_file is not None:
        return MasterKey.from_file(key_file)
    if KEY_VARIABLE in environment:
        return MasterKey.from_environment(KEY_VARIABLE)
    if KEY_FILE_VARIABLE in environment:
        return MasterKey.from_file(environment[KEY_FILE_VARIABLE])
    if configuration.key_file is not None:
        return MasterKey.from_file(configuration.key_file)
    return None


def _refuse_unknown(values: Iterable[str], known: tuple[str, ...], where: str) -> None:
    unknown = sorted(set(values) - set(known))
    if unknown:
        raise UsageError(f"{where}: unknown key {unknown[0]!r}; known keys: {', '.join(known)}")


def _of_kind(values: Mapping[str, Any], name: str, kind: type, path: Path) -> Any:
    value = values.get(name)
    if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
        raise UsageError(f"{path}: {name} must be a {_KINDS[kind]}")
    return value


_KINDS = {str: "string", int: "whole number", float: "number with a decimal point", dict: "table"}


def _file(values: Mapping[str, Any], name: str, path: Path) -> Path | None:
    value = _of_kind(values, name, str, path)
    return None if value is None else path.parent / value


def _strings(values: Mapping[str, Any], name: str, path: Path) -> tuple[str, ...]:
    value = values[name]
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise UsageError(f"{path}: {name} must be a list of strings")
    return tuple(value)
