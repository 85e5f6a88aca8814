"""An engine without processes: starting one costs more than most tests."""

from __future__ import annotations

from palimpseste.engines.worker import outcome_of
from palimpseste.errors import DocumentError


class InlineEngine:
    """Does in this process what a worker does."""

    def __init__(self, task, workers, deadline=None):
        self._process = self.process_of(task)

    def process_of(self, task):
        return task.make()

    def __call__(self, entries):
        for entry in entries:
            refused = DocumentError(entry.id, entry.reason)
            yield entry, outcome_of(self._process, entry.document) if entry.document else refused

    def close(self):
        pass
