"""Where documents come from and results go: text files and folders, JSON lines, CSV, Parquet, standard streams.

Must not import: configuration, engines or anything above them.
"""

from palimpseste.sources.columns import Columns
from palimpseste.sources.entry import Entry, Place
from palimpseste.sources.listing import Changes, Input, changes_of, hidden_count, listed_inputs
from palimpseste.sources.opening import open_sources
from palimpseste.sources.patients import PatientFile
from palimpseste.sources.source import Source
from palimpseste.sources.survey import Survey, survey

__all__ = [
    "Changes",
    "Columns",
    "Entry",
    "Input",
    "PatientFile",
    "Place",
    "Source",
    "Survey",
    "changes_of",
    "hidden_count",
    "listed_inputs",
    "open_sources",
    "survey",
]
