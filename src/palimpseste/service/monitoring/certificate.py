"""The certificate of a service: whether it can be used, and how long it holds, told to who watches it.

Where it ends within 30 days, or clients refuse it, standard error and the log say so at the start and once a day.
"""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path

from cryptography import x509

from palimpseste.errors import UsageError
from palimpseste.service.monitoring.audit import AuditLog
from palimpseste.service.settings import ServiceSettings

__all__ = ["Certificate", "CertificateWatch"]

_DAYS_TOLD_BEFORE = 30
_SECONDS_BETWEEN_LOOKS = 86_400.0


@dataclass(frozen=True, slots=True)
class Certificate:
    """From when and until when clients accept a certificate.

    Parameters
    ----------
    begins, ends : datetime
        In UTC.
    """

    begins: datetime
    ends: datetime

    @classmethod
    def of(cls, settings: ServiceSettings) -> Certificate | None:
        """Return that of a service, where it has one; refuse one that cannot be used, or such a key.

        Raises
        ------
        UsageError
            If one cannot be read, is none, the key is encrypted, or they do not belong together.
        """
        if settings.certificate is None or settings.certificate_key is None:
            return None
        for path in (settings.certificate, settings.certificate_key):
            try:
                path.open("rb").close()
            except OSError as error:
                raise UsageError(f"the certificate cannot be used: {path}: {error.strerror}") from None

        def no_passphrase() -> str:  # else asked for at a terminal, where there may be nobody
            key = settings.certificate_key
            raise UsageError(f"{key} is encrypted: openssl pkey -in {key} -out FILE writes it without its passphrase")

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        try:
            context.load_cert_chain(settings.certificate, settings.certificate_key, no_passphrase)
        except ssl.SSLError as error:
            why = (
                "they do not belong together" if error.reason == "KEY_VALUES_MISMATCH" else "one of them is not in PEM"
            )
            raise UsageError(
                f"the certificate cannot be used: {settings.certificate}, {settings.certificate_key}: {why}"
            ) from None
        return cls._read(settings.certificate)

    @classmethod
    def _read(cls, path: Path) -> Certificate:
        """Read the dates of that of the service itself, which stands first in its file."""
        try:
            first = x509.load_pem_x509_certificates(path.read_bytes())[0]
            return cls(first.not_valid_before_utc, first.not_valid_after_utc)
        except (ValueError, IndexError):
            raise UsageError(f"the certificate cannot be used: {path}: its dates cannot be read") from None

    def days(self, now: datetime | None = None) -> int:
        """Return for how many whole days from now on clients accept it: 0 until it begins, below 0 once it expired."""
        now = now or _now()
        return 0 if now < self.begins else (self.ends - now) // timedelta(days=1)

    def warning(self, now: datetime | None = None) -> str:
        """Return what there is to be said of its dates; the empty string where it holds for some time yet."""
        now = now or _now()
        days = self.days(now)
        if now < self.begins:
            return f"the certificate holds from {self.begins:%Y-%m-%d} on: clients refuse it until then"
        if days < 0:
            return f"the certificate expired on {self.ends:%Y-%m-%d}: clients refuse it; renew it and start again"
        if days <= _DAYS_TOLD_BEFORE:
            left = f"{days} days" if days > 1 else "less than two days" if days else "less than a day"
            return f"the certificate expires in {left}, on {self.ends:%Y-%m-%d}: renew it and start again"
        return ""


class CertificateWatch:
    """Tells once a day, while a service runs, what there is to be said of the dates of its certificate.

    Parameters
    ----------
    certificate : Certificate
        As it was read when the service started: it serves that one, whatever the file says since.
    warn : callable
        Told the warning.
    audit : AuditLog
        Which gets a line of how many days are left, where there is anything to be said.
    """

    def __init__(self, certificate: Certificate, warn: Callable[[str], None], audit: AuditLog) -> None:
        self._certificate, self._warn, self._audit = certificate, warn, audit
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look_daily, daemon=True)

    def start(self) -> None:
        """Look now, and then once a day."""
        self._look()
        self._thread.start()

    def close(self) -> None:
        """Look no more."""
        self._ended.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _look_daily(self) -> None:
        while not self._ended.wait(_SECONDS_BETWEEN_LOOKS):
            self._look()

    def _look(self) -> None:
        if warning := self._certificate.warning():
            self._audit.note(f"certificate/{self._certificate.days()} days")
            with suppress(OSError, ValueError):  # nobody reads standard error any more
                self._warn(warning)


def _now() -> datetime:
    return datetime.now(timezone.utc)
