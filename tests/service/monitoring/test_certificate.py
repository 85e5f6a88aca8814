"""What is said of the dates of a service's certificate, and that saying it ends nothing else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from palimpseste.service.monitoring.audit import AuditLog
from palimpseste.service.monitoring.certificate import Certificate, CertificateWatch

NOW = datetime(2026, 3, 2, 12, tzinfo=timezone.utc)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("left", "said"),
    [(47, "in less than two days, on 2026-03-04"), (23, "in less than a day, on 2026-03-03"), (24 * 30, "in 30 days")],
)
def test_how_long_it_holds_is_said(left: int, said: str) -> None:
    assert said in Certificate(NOW - HOUR, NOW + left * HOUR).warning(NOW)


def test_a_long_one_is_not_told_of() -> None:
    assert Certificate(NOW - HOUR, NOW + timedelta(days=60)).warning(NOW) == ""


def test_one_that_clients_refuse_as_yet_holds_for_no_day() -> None:
    days = [Certificate(NOW + HOUR * begins, NOW + 48 * HOUR).days(NOW) for begins in (-1, 0, 1)]
    assert days == [2, 2, 0]
    assert Certificate(NOW - 2 * HOUR, NOW - HOUR).days(NOW) == -1


def _watch(tmp_path: Path, warn: Callable[[str], None]) -> tuple[CertificateWatch, AuditLog]:
    audit = AuditLog(tmp_path / "audit.jsonl", bytes(32))
    now = datetime.now(timezone.utc)
    return CertificateWatch(Certificate(now - HOUR, now + HOUR), warn, audit), audit


def test_a_watch_that_never_began_is_closed(tmp_path: Path) -> None:
    watch, audit = _watch(tmp_path, print)
    watch.close()
    audit.close()


def test_the_log_has_its_line_where_nobody_can_be_warned(tmp_path: Path) -> None:
    def fail(_: str) -> None:
        raise BrokenPipeError

    watch, audit = _watch(tmp_path, fail)
    watch.start()
    watch.close()
    audit.close()
    assert "certificate/0 days" in (tmp_path / "audit.jsonl").read_text()
