"""What a run tells a data protection officer: one page and one JSON file, without a word of any note."""

from palimpseste.report.facts import RunFacts
from palimpseste.report.files import write_report

__all__ = ["RunFacts", "write_report"]
