"""When a site last measured what detection misses on notes annotated by hand, and when it should again.

What is missed every day alike moves no count: only an evaluation tells. Tannier et al. (2023, discussion) advise one on
recent documents regularly, for example every three years.
"""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import date

__all__ = ["USUAL_MONTHS", "Reminder"]

USUAL_MONTHS = 36


@dataclass(frozen=True, slots=True)
class Reminder:
    """The last evaluation a store knows of, and the next.

    Parameters
    ----------
    last : date, optional
        Of the last evaluation; None where none was noted.
    months : int
        After so many the next is due.
    today : date
        What "overdue" is measured by.
    """

    last: date | None
    months: int
    today: date

    @property
    def due(self) -> date | None:
        """The day of the next evaluation; None where no last one is known."""
        if self.last is None:
            return None
        year, month = divmod(self.last.year * 12 + self.last.month - 1 + self.months, 12)
        # An evaluation of the 31st is due on the last day of a shorter month.
        return date(year, month + 1, min(self.last.day, calendar.monthrange(year, month + 1)[1]))

    @property
    def is_overdue(self) -> bool:
        """Whether that day is past."""
        return self.due is not None and self.today > self.due

    @property
    def sentence(self) -> str:
        """The reminder in words."""
        if self.last is None:
            return "no evaluation on annotated notes is noted: --evaluated DAY, or 'palimpseste evaluate --watch-store'"
        if self.is_overdue:
            return f"last evaluated on {self.last}: the next evaluation is overdue since {self.due}"
        return f"last evaluated on {self.last}, the next evaluation is due on {self.due}"

    def to_mapping(self) -> dict[str, object]:
        """Return the reminder as a JSON object."""
        return {
            "last": self.last and self.last.isoformat(),
            "every_months": self.months,
            "due": self.due and self.due.isoformat(),
            "overdue": self.is_overdue,
        }
