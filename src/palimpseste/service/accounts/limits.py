"""How often users may ask, and addresses may fail to prove who asks: counted in one process, for all of its workers."""

from __future__ import annotations

import math
import time

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

__all__ = ["Limits"]

_MINUTES_OF_FAILURES = 15


class Limits:
    """Counts of the last minutes.

    Parameters
    ----------
    requests_per_minute : int
        Of one user, and of all strangers at one address.
    failures_per_quarter : int
        Of one address in fifteen minutes.
    """

    def __init__(self, requests_per_minute: int, failures_per_quarter: int) -> None:
        self._counter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._requests = RateLimitItemPerMinute(requests_per_minute)
        self._failures = RateLimitItemPerMinute(failures_per_quarter, _MINUTES_OF_FAILURES)

    def seconds_to_wait(self, user: str) -> int:
        """Count a request of a user; return in how many seconds it may be asked again, 0 where it may be asked now."""
        return self._counted("user", user)

    def seconds_to_wait_at(self, address: str) -> int:
        """Count a request of somebody unknown at an address; return as `seconds_to_wait` does."""
        return self._counted("stranger", address)

    def note_failure(self, address: str) -> None:
        """Count that somebody at an address did not prove who asks."""
        self._counter.hit(self._failures, "address", address)

    def seconds_locked_out(self, address: str) -> int:
        """Return in how many seconds somebody at an address may try again to prove who asks; 0 where now."""
        is_open = self._counter.test(self._failures, "address", address)
        return 0 if is_open else self._wait(self._failures, "address", address)

    def _counted(self, kind: str, key: str) -> int:
        return 0 if self._counter.hit(self._requests, kind, key) else self._wait(self._requests, kind, key)

    def _wait(self, item: RateLimitItemPerMinute, kind: str, key: str) -> int:
        return max(1, math.ceil(self._counter.get_window_stats(item, kind, key).reset_time - time.time()))
