"""One user asks 10,000 times in a minute while another is served, at 127.0.0.1, under the limits that a service has.

    python benchmarks/service_flood.py [--requests 10000] [--seconds 60] [--limit 6000] [--workers 2]

The first user's connections ask at a pace, each request a short note with a word that no other text has; the second
asks for one note a second. Fails where an answer is another than 200 or 429, where more of the first user's requests
are served than the limit says, where the second user is refused, or where the word is found in anything that the
service wrote.
"""

from __future__ import annotations

import argparse
import collections
import http.client
import json
import os
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

from palimpseste.service.accounts.users import Role, Users
from palimpseste.service.folder import ServiceFolder
from palimpseste.surrogates.keys import MasterKey
from service import started

CANARY = "Canarivet"
CONNECTIONS = 8


def main() -> int:
    """Ask, and print what was answered."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--limit", type=int, default=6000, help="requests of one user in a minute")
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        MasterKey(bytes(32)).to_file(folder / "key")
        environment = {**os.environ, "PALIMPSESTE_KEY_FILE": str(folder / "key")}
        limits = f"requests-per-minute = {chosen.limit}"
        much, address, process = started(folder, environment, chosen.workers, limits)
        try:
            home = ServiceFolder.opened(folder / "service")
            little = Users(home.users).add("little", [Role.PROCESS], 1)
            asking = Asking(address, much, chosen.requests, chosen.seconds)
            asking.begin()
            seconds, served = [], collections.Counter()
            connection = http.client.HTTPConnection(*address)
            while asking.is_under_way:
                began = time.perf_counter()
                served[asked(connection, little, "Mme Jeanne DURAND, vue le 3 mai 2021.")] += 1
                seconds.append(time.perf_counter() - began)
                time.sleep(1)
        finally:
            process.terminate()
            said = process.communicate()[1] or ""
        written = [path for path in folder.rglob("*") if path.is_file()]
        traces = sum(CANARY.encode() in path.read_bytes() for path in written) + (CANARY in said)
    told = ", ".join(f"{count:,} answered {status}" for status, count in sorted(asking.statuses.items()))
    print(f"{chosen.requests:,} requests of one user in {asking.took:.0f} s: {told}")
    print(
        f"another user: {sum(served.values())} requests, {served[200]} answered 200, "
        f"{1000 * statistics.median(seconds):.0f} ms at the median, {1000 * max(seconds):.0f} at most"
    )
    print(
        f"what the service wrote, {len(written)} files and what it said, holds the word that was sent: {traces} times"
    )
    windows = asking.took / 60 + 1
    is_right = (
        set(asking.statuses) <= {200, 429} and asking.statuses[200] <= chosen.limit * windows and set(served) == {200}
    )
    return 0 if is_right and not traces else 1


class Asking:
    """Requests of one user, at a pace, by several connections."""

    def __init__(self, address: tuple[str, int], token: str, requests: int, seconds: float) -> None:
        self._address, self._token, self._requests, self._seconds = address, token, requests, seconds
        self._began = self._ended = 0.0
        self._numbers = iter(range(requests))
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._work) for _ in range(CONNECTIONS)]
        self.statuses: collections.Counter[int] = collections.Counter()

    def begin(self) -> None:
        self._began = time.monotonic()
        for thread in self._threads:
            thread.start()

    @property
    def is_under_way(self) -> bool:
        return any(thread.is_alive() for thread in self._threads)

    @property
    def took(self) -> float:
        return self._ended - self._began

    def _work(self) -> None:
        connection = http.client.HTTPConnection(*self._address)
        while True:
            with self._lock:
                number = next(self._numbers, None)
            if number is None:
                return
            due = self._began + number * self._seconds / self._requests
            time.sleep(max(0.0, due - time.monotonic()))
            status = asked(connection, self._token, f"M. {CANARY} Paul, vu ce jour.")
            with self._lock:
                self.statuses[status] += 1
                self._ended = time.monotonic()


def asked(connection: http.client.HTTPConnection, token: str, text: str) -> int:
    """Ask for a note; return the status of the answer."""
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    connection.request("POST", "/v1/deidentify", json.dumps({"text": text}), headers)
    answer = connection.getresponse()
    answer.read()
    return answer.status


if __name__ == "__main__":
    sys.exit(main())
