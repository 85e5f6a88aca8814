"""How a service listens and how much it takes: the table ``[service]`` of a site's file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from msgspec import Meta

from palimpseste.errors import UsageError
from palimpseste.settings_files import OpenTable, settings_of

__all__ = ["ServiceSettings", "is_safe"]

_Count = Annotated[int, Meta(ge=1)]
_Seconds = Annotated[float, Meta(gt=0)]
# Pages lie at the root of a host: below a path, none would find its files or its next page.
_ORIGIN = re.compile(r"[a-z]+://[^/?#]+")


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """How a service listens and how much it takes.

    Parameters
    ----------
    folder : Path, optional
        Of its users, its secret and its log.
    host : str
        The address listened at, a number; ``127.0.0.1`` and ``::1`` are this machine alone.
    port : int
        The port listened at; 0 takes a free one.
    certificate, certificate_key : Path, optional
        PEM files, for https.
    proxy : str, optional
        The address of the proxy that ends TLS before this service: what comes from elsewhere is refused, and what it
        says of whom it speaks for is believed.
    reviews : str, optional
        The address of the database of reviews, such as ``postgresql+psycopg://HOST/DATABASE``; SQLite in the folder
        where it is not said.
    reports : tuple of Path
        Folders of reports of runs, or of folders of them, that the dashboard shows.
    guidelines : Path, optional
        The text, UTF-8, of the guidelines that a page shows to annotators.
    public_address : str, optional
        Where browsers find the service, such as ``https://palimpseste.house.fr``; OpenID Connect needs it.
    oidc_issuer : str, optional
        The identity provider of the house: people may log in there.
    oidc_client : str, optional
        The name that the provider knows the service by.
    oidc_secret_file : Path, optional
        The file, of mode 0600, of the secret that it shares with the service.
    oidc_certificates : Path, optional
        PEM file of the authorities that the provider's certificate is judged by; those that everybody trusts where it
        is not said.
    oidc_claim : str
        What the provider says that is the name of a user here.
    requests_per_minute : int
        Of one user; of all at one address together who have not proved who asks.
    failures_per_quarter : int
        How often one address may fail to prove who asks in fifteen minutes.
    most_bytes : int
        Of one request.
    most_bytes_together : int
        Of all requests that are not answered yet.
    most_documents : int
        In one request.
    readers_per_note : int
        How many people review each note; 0 for everybody who annotates.
    most_notes : int
        To be reviewed, as far as they are sent from a browser.
    most_bytes_of_job : int
        Of one file that is left to be de-identified.
    most_jobs : int
        How many jobs of one user are kept.
    days_of_jobs : int
        How long a result is kept.
    job_workers : int
        Processes of a job; one job is done at a time.
    training_steps : int
        Batches of a training on what people settled.
    training_copies : int
        Synthetic copies of each note that it learns from beside the note.
    most_waiting : int
        How many documents may wait for a worker, and half as many of one user.
    seconds_to_read : float
        How long a request may take to come, and a client to take some of its answer.
    seconds_to_answer : float
        How long it may take to be answered.
    """

    folder: Path | None = None
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8750
    certificate: Path | None = None
    certificate_key: Path | None = None
    proxy: str | None = None
    reviews: str | None = None
    reports: tuple[Path, ...] = ()
    guidelines: Path | None = None
    public_address: str | None = None
    oidc_issuer: str | None = None
    oidc_client: str | None = None
    oidc_secret_file: Path | None = None
    oidc_certificates: Path | None = None
    oidc_claim: str = "preferred_username"
    requests_per_minute: _Count = 6000
    failures_per_quarter: _Count = 20
    most_bytes: _Count = 10_000_000
    most_bytes_together: _Count = 256_000_000
    most_documents: _Count = 1000
    readers_per_note: Annotated[int, Meta(ge=0)] = 0
    most_notes: _Count = 100_000
    most_bytes_of_job: _Count = 1_000_000_000
    most_jobs: _Count = 100
    days_of_jobs: _Count = 7
    job_workers: _Count = 1
    training_steps: _Count = 1000
    training_copies: Annotated[int, Meta(ge=0)] = 20
    most_waiting: _Count = 2000
    seconds_to_read: _Seconds = 30.0
    seconds_to_answer: _Seconds = 300.0

    def __post_init__(self) -> None:
        for name, address in (("host", self.host), ("proxy", self.proxy)):
            try:
                if address is not None:
                    ip_address(address)
            except ValueError:
                raise UsageError(f"{name} is the number of an address, such as 127.0.0.1 or ::1") from None
        if self.oidc_issuer is not None and not (self.oidc_client and self.oidc_secret_file and self.public_address):
            raise UsageError("oidc-issuer needs oidc-client, oidc-secret-file and public-address")
        for name, address in (("oidc-issuer", self.oidc_issuer), ("public-address", self.public_address)):
            if address is not None and not is_safe(address):
                raise UsageError(f"{name} is an address of https")
        if self.public_address is not None and not _ORIGIN.fullmatch(self.public_address):
            raise UsageError("public-address ends with its host, such as https://palimpseste.house.fr: no path, no '/'")
        if (self.certificate is None) != (self.certificate_key is None):
            raise UsageError("https needs both: certificate and certificate-key")
        if self.certificate is not None and self.proxy is not None:
            raise UsageError("TLS ends here, with a certificate, or at a proxy: name one")
        if not ip_address(self.host).is_loopback and not self.is_encrypted:
            raise UsageError(
                f"notes would cross the network unencrypted: listen at 127.0.0.1 instead of {self.host}, or name "
                "certificate and certificate-key, or the proxy that ends TLS"
            )

    @classmethod
    def read(cls, table: OpenTable, given: Mapping[str, object]) -> ServiceSettings:
        """Return the settings of a site's file, and what a command line says over them.

        Parameters
        ----------
        table : OpenTable
            ``[service]``.
        given : mapping
            Names of parameters to values; None says nothing.

        Raises
        ------
        UsageError
            If a setting is unknown or wrong, or notes would cross the network unencrypted.
        """
        said = {name.replace("_", "-"): value for name, value in given.items() if value is not None}
        return settings_of(cls, {**table, **said}, replace(table.where, hyphens=True))

    @property
    def is_encrypted(self) -> bool:
        """Whether what is asked and answered is encrypted on its way."""
        return self.certificate is not None or self.proxy is not None


def is_safe(address: str) -> bool:
    """Tell whether what is sent to an address is encrypted, or does not leave this machine."""
    try:
        parts = urlsplit(address)
        if parts.port == 0:
            return False
        if parts.scheme == "https":
            return bool(parts.hostname)
        is_here = parts.hostname == "localhost" or ip_address(parts.hostname or "").is_loopback
    except ValueError:
        return False
    return parts.scheme == "http" and is_here
