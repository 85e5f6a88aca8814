r"""What a site settles once: a small TOML file, and where the secret key comes from.

::

    policy = "plausible"            # a name, or a file beside this one
    cohort = "entrepot-2024"
    workers = 4
    deadline = 60                   # seconds of a processor for each million characters of a document, 10 at least
    detectors = ["model", "record", "rules"]
    model = "our-model"             # a folder beside this file; the bundled model without it
    recall = 0.995                  # or threshold = 0.2: where the model operates
    key-file = "/etc/palimpseste/key"
    cohort-register = "cohorts.json" # of palimpseste cohort, instead of a key file
    passphrase-file = "/etc/palimpseste/passphrase"     # what opens it
    refuse-abnormal-script = false  # notes that detectors cannot read are written, instead of going to the quarantine
    watch-store = "runs.sqlite"     # counts of every run, for palimpseste watch
    kept-words = ["unité Aquarelle", "Sonopet"]     # never masked, unless the record says that they identify

    [generative]                    # the language model of the detector of that name
    folder = "our-decoder"
    way = "one-pass"                # or copy-or-mask, or rewrite
    # server = "http://10.1.2.3:8080/v1"  # instead of weights; private-hosts = ["10.1.2.3"] unless it is this machine

    [site-patterns]                 # regular expressions of the site's own identifiers
    PATIENT_ID = ['8\d{9}']

    [site-words]                    # words that are always masked, whatever their case and accents
    ORGANIZATION = ["CNR arbovirus", "réseau Aquarelle"]

    [columns]
    text = "note_text"
    id = "note_id"
    keep = ["note_class"]

    [service]                       # of palimpseste serve: see palimpseste.service.settings
    folder = "/var/lib/palimpseste"

    [omop.identity]                 # tables of the site beside OMOP's: see palimpseste.omop.mapping

Arguments of a command override the environment, which overrides this file. Unknown keys are refused by name.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from palimpseste.detection.generative.settings import GenerativeSettings
from palimpseste.errors import UsageError
from palimpseste.labels import Label
from palimpseste.settings_files import OpenTable, Where, read_toml, settings_of

if TYPE_CHECKING:
    from palimpseste.surrogates.keys import MasterKey

__all__ = ["KEY_FILE_VARIABLE", "KEY_VARIABLE", "ColumnNames", "Configuration", "master_key"]

KEY_VARIABLE = "PALIMPSESTE_KEY"
KEY_FILE_VARIABLE = "PALIMPSESTE_KEY_FILE"


_Share = Annotated[float, Meta(gt=0, lt=1)]


@dataclass(frozen=True, slots=True)
class ColumnNames:
    """Which columns of the tables of a site hold what; the table ``[columns]`` of its file.

    Parameters
    ----------
    text : str, optional
        The column of the text; None for the usual name.
    id : str, optional
        The column of the identifier; None for the usual name.
    keep : tuple of str
        Further columns that results keep.
    """

    text: str | None = None
    id: str | None = None
    keep: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Configuration:
    """The settings of a site; None and empty where the file says nothing.

    Parameters
    ----------
    policy, cohort : str, optional
        What becomes of each label, by name or file; under which cohort surrogates are drawn.
    workers : int, optional
        Processes.
    deadline : float, optional
        Seconds that a document may take.
    detectors : tuple of str, optional
        By name.
    model : Path, optional
        Folder of the model.
    threshold, recall : float, optional
        Where the model operates, by its threshold or by the recall it had in development.
    key_file, passphrase_file : Path, optional
        Where the secrets are that surrogates are drawn with, and that open the register.
    watch_store, cohort_register : Path, optional
        The counts of earlier runs; the keys of cohorts.
    document_types : tuple of str
        Further types that may be released.
    refuse_abnormal_script : bool
        Whether notes that detectors cannot read go to quarantine.
    columns : ColumnNames
        Of tables.
    site_patterns, site_words : mapping of Label to tuple of str
        Expressions and words that are always masked, by label; a file's words are read into the expressions as well.
    kept_words : tuple of str
        Words that are never masked.
    generative : GenerativeSettings, optional
        Of a language model that masks.
    service, omop : OpenTable
        Tables that the rooms of these names read.
    """

    policy: str | None = None
    cohort: str | None = None
    workers: Annotated[int, Meta(ge=1)] | None = None
    deadline: Annotated[float, Meta(gt=0)] | None = None
    detectors: tuple[str, ...] | None = None
    model: Path | None = None
    threshold: _Share | None = None
    recall: Annotated[float, Meta(gt=0, le=1)] | None = None
    key_file: Path | None = None
    watch_store: Path | None = None
    cohort_register: Path | None = None
    passphrase_file: Path | None = None
    document_types: tuple[str, ...] = ()
    refuse_abnormal_script: bool = True
    columns: ColumnNames = field(default_factory=ColumnNames)
    site_patterns: Mapping[Label, tuple[str, ...]] = field(default_factory=dict)
    site_words: Mapping[Label, tuple[str, ...]] = field(default_factory=dict)
    kept_words: tuple[str, ...] = ()
    generative: GenerativeSettings | None = None
    service: OpenTable = field(default_factory=lambda: OpenTable({}, Where("configuration", "service")))
    omop: OpenTable = field(default_factory=lambda: OpenTable({}, Where("configuration", "omop")))

    @classmethod
    def read(cls, path: Path) -> Configuration:
        """Read a TOML file; files it names are relative to its folder.

        Raises
        ------
        UsageError
            If it cannot be read, or says something unknown or of the wrong kind.
        """
        where = Where(str(path), folder=path.parent, hyphens=True)
        read = settings_of(cls, read_toml(path, str(path)), where)
        if read.policy is not None and read.policy.endswith(".toml"):
            read = replace(read, policy=str(path.parent / read.policy))
        if read.kept_words:
            _check_kept_words(read, path)
        if read.site_words:
            from palimpseste.detection.rules.identifiers import pattern_of_words

            patterns = dict(read.site_patterns)
            for label, words in read.site_words.items():
                patterns[label] = (*patterns.get(label, ()), pattern_of_words(words, f"{path}: [site-words] {label}"))
            read = replace(read, site_patterns=patterns)
        return read


def _check_kept_words(read: Configuration, path: Path) -> None:
    from palimpseste.detection.kept_words import KeptWords
    from palimpseste.folding import fold_name

    KeptWords(read.kept_words, f"{path}: kept-words")
    kept = {fold_name(word) for word in read.kept_words}
    for label, words in read.site_words.items():
        for word in words:
            if fold_name(word) in kept:
                raise UsageError(
                    f"{path}: {word!r} is among kept-words and under [site-words] {label}: "
                    "it is either never masked or always, take it out of one"
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
