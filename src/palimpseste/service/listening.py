"""Listening: one process that knows all users and limits, and workers behind it; only our own log is written to."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import uvicorn

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
from palimpseste.service.connections import MOST_CONNECTIONS, listener_of, protocol_of, tls_timeouts
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

_SECONDS_TO_END = 30


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
    certificate = Certificate.of(settings)
    lock = folder.lock()
    try:
        audit = AuditLog(folder.audit, folder.secret())
        listener = listener_of(settings)
        task = answering.deidentification
        job_work = JobWork(task, cohort, settings.job_workers, deadline, is_repeatable)
        training_work = TrainingWork(task.detectors, settings.training_steps, settings.training_copies)
        pool = WorkerPool(answering, workers, deadline)
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
            Jobs(
                folder.jobs,
                job_work,
                settings.days_of_jobs,
                settings.most_jobs,
                lambda job: _note_end(audit, job, policy),
            ),
            Trainings(folder.trainings, training_work, lambda each: _note_round(audit, each)),
            task.detectors.names,
            Identity(settings) if settings.oidc_issuer else None,
            site,
            certificate,
        )
        with _at_work(service, warn):
            _listen(service, listener, ready)
    finally:
        lock.release()


@contextmanager
def _at_work(service: Service, warn: Callable[[str], None]) -> Iterator[None]:
    """Begin all that works while a service listens, and its log; end them afterwards."""
    watch = CertificateWatch(service.certificate, warn, service.audit) if service.certificate else None
    service.pool.start()
    service.jobs.start()
    try:
        service.audit.note("begin", policy=service.policy).result()
        if watch:
            watch.start()
        yield
    finally:
        if watch:
            watch.close()
        service.jobs.close()
        service.trainings.close()
        service.pool.close()
        service.audit.note("end").result()
        service.audit.close()


def _note_end(audit: AuditLog, job: Job, policy: str) -> None:
    status = 200 if job.state is JobState.DONE else 500
    audit.note(
        "jobs/end", who=job.user, status=status, documents=job.processed, refused=job.refused, policy=policy
    ).result()


def _note_round(audit: AuditLog, each: Round) -> None:
    status = 200 if each.state is RoundState.DONE else 500
    audit.note("training/end", who=each.user, status=status, documents=each.notes).result()


def _listen(service: Service, listener: socket.socket, ready: Callable[[str], None]) -> None:
    settings = service.settings
    configuration = uvicorn.Config(
        application_of(service),
        loop="asyncio",  # others take connections themselves, and not from our socket
        http=protocol_of(settings),
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,  # the guard reads them, from the proxy that is named alone
        limit_concurrency=MOST_CONNECTIONS,
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
        loop.create_server = partial(usual, **tls_timeouts()) if self.config.is_ssl else usual  # type: ignore[method-assign]
        try:
            await super().startup(sockets)
        finally:
            loop.create_server = usual  # type: ignore[method-assign]
        if self.started:
            self._ready()
