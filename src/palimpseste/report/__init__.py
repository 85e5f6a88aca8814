"""What a run tells a data protection officer: one page and one JSON file, without a word of any note.

Must not import: watch, cohorts or anything above them.
"""

from palimpseste.report.facts import RunFacts
from palimpseste.report.files import require_writable, write_report
from palimpseste.report.operation import Operation, operation_of

__all__ = ["Operation", "RunFacts", "operation_of", "require_writable", "write_report"]
