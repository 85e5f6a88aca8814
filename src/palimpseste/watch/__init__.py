"""Whether the runs of a site stay what they were: counts kept of each, and the last one compared with those before.

Must not import: corpus or anything above it.
"""

from palimpseste.watch.comparison import Comparison, Limits, compare
from palimpseste.watch.record import RunRecord, record_of
from palimpseste.watch.reminder import Reminder
from palimpseste.watch.store import WatchStore
from palimpseste.watch.window import Window, run_named, window_of

__all__ = [
    "Comparison",
    "Limits",
    "Reminder",
    "RunRecord",
    "WatchStore",
    "Window",
    "compare",
    "record_of",
    "run_named",
    "window_of",
]
