"""Counts of the service for Prometheus; no name of a user, no identifier, no text."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

__all__ = ["Metrics"]

_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300)


class Metrics:
    """What is counted.

    Parameters
    ----------
    waiting : callable
        Gives how many documents wait for a worker.
    certificate_days : callable, optional
        Gives how many days the certificate still holds; None where there is none.
    """

    def __init__(self, waiting: Callable[[], int], certificate_days: Callable[[], int] | None = None) -> None:
        self._registry = CollectorRegistry()
        self.requests = Counter(
            "palimpseste_requests", "Requests answered.", ("what", "status"), registry=self._registry
        )
        self.seconds = Histogram(
            "palimpseste_request_seconds",
            "From the first byte of a request to the last of its answer.",
            ("what",),
            buckets=_SECONDS,
            registry=self._registry,
        )
        self.documents = Counter(
            "palimpseste_documents", "Documents processed or refused.", ("outcome",), registry=self._registry
        )
        self.characters = Counter("palimpseste_characters", "Characters of documents.", registry=self._registry)
        Gauge("palimpseste_waiting", "Documents that wait for a worker.", registry=self._registry).set_function(waiting)
        if certificate_days is not None:
            days = Gauge(
                "palimpseste_certificate_days", "Days that the certificate still holds.", registry=self._registry
            )
            days.set_function(certificate_days)

    def text(self) -> bytes:
        """Return the counts as Prometheus reads them."""
        return generate_latest(self._registry)
