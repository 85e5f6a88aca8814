"""Listening: one process that knows all users and limits, and workers behind it; only our own log is written to."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import ssl
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from palimpseste.engines.deadline import USUAL_DEADLINE, Deadline
from palimpseste.engines.pool import WorkerPool
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.service.accounts.identity import Identity
from palimpseste.service.accounts.limits import Limits
from palimpseste.service.accounts.sessions import Sessions
from palimpseste.service.accounts.users import Users
from palimpseste.service.app import application_of
from palimpseste.service.background.jobs import Job, Jobs, JobState
from palimpseste.service.background.processes.job import JobWork
from palimpseste.service.background.training.process import TrainingWork
from palimpseste.service.background.training.rounds import Round, RoundState, Trainings
from palimpseste.service.folder import ServiceFolder
from palimpseste.service.monitoring.audit import AuditLog
from palimpseste.service.monitoring.certificate import Certificate, CertificateWatch
from palimpseste.service.monitoring.metrics import Metrics
from palimpseste.service.monitoring.overview import Site
from palimpseste.service.reviewing.reviews import Reviews
from palimpseste.service.running import Service
from palimpseste.service.settings import ServiceSettings
from palimpseste.service.workers.questions import Answering

__all__ = ["serve"]

_MOST_CONNECTIONS = 500
_MOST_CONNECTIONS_OF_ONE = 250
_REFUSED_IN_WORDS = 50  # of those that are too many; the others without
_TOO_MANY = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_LEAST_BYTES_TAKEN_PER_SECOND = 10_000
_BYTES_IN_SENDING = 262_144  # kept by the system, which else keeps so much that nobody sees whether a client takes
_SECONDS_TO_END = 30
_SECONDS_TO_AGREE = 10.0  # on TLS, before there is a connection that anything else is counted of
_SECONDS_TO_PART = 3.0  # from TLS, where the other side does not answer


class _PatientForAWhile(H11Protocol):
    """HTTP, whose headers have to come within some seconds, and answers be taken; so many of one address."""

    seconds = 10.0
    seconds_to_take = 30.0
    proxy: str | None = None
    _closing: asyncio.TimerHandle | None = None
    _giving_up: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        address = _address_of(self)
        if sum(_address_of(each) == address for each in self.connections) > _most_of(address, self.proxy):
            transport.write(_TOO_MANY)
            transport.close()
            return
        self._wait_for_headers()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._wait_for_headers()
        elif self._closing is not None:
            self._closing.cancel()
            self._closing = None

    def eof_received(self) -> bool:  # type: ignore[override] # asyncio asks whether the other direction stays open
        """Answer a client that says it sends no more, if its request is whole."""
        if self.cycle is None or self.cycle.response_complete or self.cycle.more_body:
            return False
        self.cycle.keep_alive = False
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._closing, self._giving_up):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Nothing more is written until much of what waits was taken, or too little was for too long."""
        super().pause_writing()
        self._wait_for_taking()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None

    def _wait_for_taking(self) -> None:
        waiting = self.transport.get_write_buffer_size()
        self._giving_up = self.loop.call_later(self.seconds_to_take, self._end_unless_taken, waiting)

    def _end_unless_taken(self, waited: int) -> None:
        taken = waited - self.transport.get_write_buffer_size()
        if taken < _LEAST_BYTES_TAKEN_PER_SECOND * self.seconds_to_take:
            self.transport.abort()
        else:
            self._wait_for_taking()

    def _wait_for_headers(self) -> None:
        if self._closing is None:
            self._closing = self.loop.call_later(self.seconds, self._close_if_waiting)

    def _close_if_waiting(self) -> None:
        self._closing = None
        if self.conn.their_state is h11.IDLE:
            self.transport.close()


def _address_of(protocol: object) -> str | None:
    client = getattr(protocol, "client", None)
    return str(client[0]) if client else None


def serve(
    settings: ServiceSettings,
    folder: ServiceFolder,
    answering: Answering,
    workers: int,
    deadline: Deadline = USUAL_DEADLINE,
    *,
    policy: str,
    cohort: str,
    is_repeatable: bool,
    site: Site,
    ready: Callable[[str], None],
    warn: Callable[[str], None] = lambda warning: None,
) -> None:
    """Listen until this process is asked to end; then answer what came, and end.

    Parameters
    ----------
    settings : ServiceSettings
        How it listens and how much it takes.
    folder : ServiceFolder
        Where users, secret and log lie.
    answering : Answering
        What workers do.
    workers : int
        How many.
    deadline : Deadline
        How long a document may take.
    policy : str
        The name of what becomes of labels, for the log.
    cohort : str
        The name of the key's cohort.
    is_repeatable : bool
        Whether the key outlives this process: else no jobs are taken, as they could not be gone on with.
    site : Site
        Where the site keeps what the dashboard shows.
    ready : callable
        Told the address once requests are answered.
    warn : callable
        Told at the start, and then once a day, that the certificate expires soon or is not good any more.

    Raises
    ------
    UsageError
        If there are no users, another service runs over the folder, the log is not whole, the port is taken, or the
        certificate cannot be used.
    PalimpsesteError
        If workers cannot start.
    """
    users = Users(folder.users)
    if not any(user.state == "active" for user in users.all()):
        raise UsageError(f"{folder.path} has no user who may ask: palimpseste user add NAME --folder {folder.path}")
    certificate = _checked_certificate(settings)
    lock = folder.lock()
    try:
        audit = AuditLog(folder.audit, folder.secret())
        listener = _listener(settings)
        pool = WorkerPool(answering, workers, deadline)
        work = JobWork(answering.deidentification, cohort, settings.job_workers, deadline, is_repeatable)
        jobs = Jobs(
            folder.jobs,
            work,
            settings.days_of_jobs,
            settings.most_jobs,
            lambda job: _note_end(audit, job, policy),
        )
        training = TrainingWork(answering.deidentification.detectors, settings.training_steps, settings.training_copies)
        trainings = Trainings(folder.trainings, training, lambda each: _note_round(audit, each))
        service = Service(
            settings,
            folder.path,
            policy,
            users,
            pool,
            Limits(settings.requests_per_minute, settings.failures_per_quarter),
            audit,
            Metrics(lambda: pool.waiting, certificate.days if certificate else None),
            Sessions(users),
            Reviews(settings.reviews or folder.reviews, folder.secret()),
            jobs,
            trainings,
            answering.deidentification.detectors.names,
            Identity(settings) if settings.oidc_issuer else None,
            site,
            certificate,
        )
        watch = CertificateWatch(certificate, warn, audit) if certificate else None
        pool.start()
        jobs.start()
        try:
            audit.note("begin", policy=policy).result()
            if watch:
                watch.start()
            _listen(service, listener, ready)
        finally:
            if watch:
                watch.close()
            jobs.close()
            trainings.close()
            pool.close()
            audit.note("end").result()
            audit.close()
    finally:
        lock.release()


def _note_end(audit: AuditLog, job: Job, policy: str) -> None:
    status = 200 if job.state is JobState.DONE else 500
    audit.note(
        "jobs/end", who=job.user, status=status, documents=job.processed, refused=job.refused, policy=policy
    ).result()


def _note_round(audit: AuditLog, each: Round) -> None:
    status = 200 if each.state is RoundState.DONE else 500
    audit.note("training/end", who=each.user, status=status, documents=each.notes).result()


def _checked_certificate(settings: ServiceSettings) -> Certificate | None:
    """Return the certificate; refuse one that cannot be used, or such a key, before anything is begun.

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
        why = "they do not belong together" if error.reason == "KEY_VALUES_MISMATCH" else "one of them is not in PEM"
        raise UsageError(
            f"the certificate cannot be used: {settings.certificate}, {settings.certificate_key}: {why}"
        ) from None
    return Certificate.read(settings.certificate)


class _Listener(socket.socket):
    """Takes no more connections of one address than it may have, those included that TLS is still agreed on for.

    Of these nothing else knows: they would be all files that the process may have open.
    """

    proxy: str | None = None

    def accept(self) -> tuple[socket.socket, Any]:
        connection, address = super().accept()
        held = self._held.setdefault(address[0], [])
        held[:] = [each for each in held if each.fileno() != -1]
        if len(held) >= _most_of(address[0], self.proxy) + _REFUSED_IN_WORDS:
            connection.close()
            raise ConnectionAbortedError  # which is passed over, as one that its client gave up
        held.append(connection)
        if len(self._held) > _MOST_CONNECTIONS:
            self._held = {one: each for one, each in self._held.items() if any(other.fileno() != -1 for other in each)}
        return connection, address

    @cached_property
    def _held(self) -> dict[str, list[socket.socket]]:
        return {}


def _listener(settings: ServiceSettings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # asyncio sends small answers at once where the protocol is said, and holds them for an acknowledgement otherwise.
    listener = _Listener(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.proxy = settings.proxy
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BYTES_IN_SENDING)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        raise UsageError(f"{settings.host} port {settings.port} cannot be listened at: {error.strerror}") from None
    return listener


def _listen(service: Service, listener: socket.socket, ready: Callable[[str], None]) -> None:
    settings = service.settings
    configuration = uvicorn.Config(
        application_of(service),
        loop="asyncio",  # others take connections themselves, and not from our socket
        http=_patient(settings),
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,  # the guard reads them, from the proxy that is named alone
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=_SECONDS_TO_END,
        ssl_certfile=settings.certificate,
        ssl_keyfile=settings.certificate_key,
    )
    configuration.load()
    logging.disable(logging.CRITICAL)  # the libraries log addresses that were asked for, and traces
    host, port = listener.getsockname()[:2]
    scheme = "https" if settings.certificate else "http"
    server = _Announcing(configuration, lambda: ready(f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"))
    server.run(sockets=[listener])
    if not server.started:
        raise PalimpsesteError("the service could not listen")


def _patient(settings: ServiceSettings) -> type[H11Protocol]:
    limits = {
        "seconds": min(10.0, settings.seconds_to_read),
        "seconds_to_take": settings.seconds_to_read,
        "proxy": settings.proxy,
    }
    return type("_Patient", (_PatientForAWhile,), limits)


def _most_of(address: str | None, proxy: str | None) -> int:
    """Return how many connections an address may have: all come from the proxy; from elsewhere, nobody takes all."""
    return _MOST_CONNECTIONS if proxy is not None and address == proxy else _MOST_CONNECTIONS_OF_ONE


def _tls_timeouts(configuration: uvicorn.Config) -> dict[str, float]:
    """Return how long TLS may take to begin and to end."""
    if not configuration.is_ssl:
        return {}
    begins = {"ssl_handshake_timeout": _SECONDS_TO_AGREE}
    return begins | ({"ssl_shutdown_timeout": _SECONDS_TO_PART} if sys.version_info >= (3, 11) else {})


class _Announcing(uvicorn.Server):
    """A server that says when it answers."""

    def __init__(self, configuration: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(configuration)
        self._ready = ready

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let signals end the listening, and what follows it be done."""
        previous = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in previous.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        loop = asyncio.get_running_loop()
        usual = loop.create_server
        # The server asks for no other time than the usual one: a minute for whoever begins and says no more.
        loop.create_server = partial(usual, **_tls_timeouts(self.config))  # type: ignore[method-assign]
        try:
            await super().startup(sockets)
        finally:
            loop.create_server = usual  # type: ignore[method-assign]
        if self.started:
            self._ready()
