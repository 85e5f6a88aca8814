"""What runs while a service listens: its users, its workers, its limits, its log and its counts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from palimpseste.document import Document, Prediction
from palimpseste.engines.pool import WorkerPool
from palimpseste.errors import DocumentError
from palimpseste.result import Result
from palimpseste.service.accounts.identity import Identity
from palimpseste.service.accounts.limits import Limits
from palimpseste.service.accounts.sessions import Sessions
from palimpseste.service.accounts.users import User, Users
from palimpseste.service.answers import RefusedRequestError
from palimpseste.service.background.jobs import Jobs
from palimpseste.service.background.training.rounds import Trainings
from palimpseste.service.monitoring.audit import AuditLog
from palimpseste.service.monitoring.certificate import Certificate
from palimpseste.service.monitoring.metrics import Metrics
from palimpseste.service.monitoring.overview import Site
from palimpseste.service.reviewing.reviews import Reviews
from palimpseste.service.settings import ServiceSettings
from palimpseste.service.workers.questions import Answer, Question
from palimpseste.service.workers.resources import Resources

if TYPE_CHECKING:
    from palimpseste.explanation import Explained

__all__ = ["Service"]

_RESOURCES = "resources"
# What a question is answered by.
A = TypeVar("A", Result, Prediction, Resources)


@dataclass(frozen=True, slots=True)
class Service:
    """What routes work with.

    Parameters
    ----------
    settings : ServiceSettings
        How it listens and how much it takes.
    folder : Path
        Where all that it keeps lies, which nobody who asks is told.
    policy : str
        The name of what becomes of labels, for the log.
    users : Users
        Who may do what.
    pool : WorkerPool
        Answers questions.
    limits : Limits
        How often who may ask.
    audit : AuditLog
        What is written down.
    metrics : Metrics
        What is counted.
    sessions : Sessions
        Of people at the pages.
    reviews : Reviews
        What they decided.
    jobs : Jobs
        Files that are left to be de-identified.
    trainings : Trainings
        Models trained on what people settled.
    detectors : tuple of str
        Those of the site.
    identity : Identity, optional
        Where people of the house log in.
    site : Site
        Where the site keeps what the dashboard shows.
    certificate : Certificate, optional
        That it serves https with, as it was when the service started.
    proving : asyncio.Lock
        Held while a token or a password is looked at: one after another, so that whoever sends many guesses at once is
        locked out after as many as whoever sends one by one, and keeps no thread from others.
    """

    settings: ServiceSettings
    folder: Path
    policy: str
    users: Users
    pool: WorkerPool[Answer]
    limits: Limits
    audit: AuditLog
    metrics: Metrics
    sessions: Sessions
    reviews: Reviews
    jobs: Jobs
    trainings: Trainings
    detectors: tuple[str, ...]
    identity: Identity | None = None
    site: Site = field(default_factory=Site)
    certificate: Certificate | None = None
    proving: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def note(self, what: str, **values: Any) -> None:
        """Write a line of the log; done once it is on disk."""
        await asyncio.wrap_future(self.audit.note(what, **values))

    async def proved(self, address: str, user_of: Callable[[], User | None]) -> tuple[User | None, int]:
        """Return who somebody proves to be, and for how many seconds the address is locked out, unlooked at.

        Parameters
        ----------
        address : str
            Where the token or the password came from; that it is wrong counts against it.
        user_of : callable
            Looks at it, in a thread.
        """
        async with self.proving:
            wait = self.limits.seconds_locked_out(address)
            if wait:
                return None, wait
            user = await asyncio.to_thread(user_of)
            if user is None:
                self.limits.note_failure(address)
            return user, 0

    async def results(self, documents: Sequence[Document], user: str) -> list[Result | DocumentError]:
        """Return documents de-identified, in order, each or the error that stands for it."""
        return cast(
            "list[Result | DocumentError]",
            await self._answers([Question.of(document, "deidentify") for document in documents], user),
        )

    async def predictions(
        self, documents: Sequence[Document], user: str, detector: str = ""
    ) -> list[Prediction | DocumentError]:
        """Return what is found in documents, in order, each or the error that stands for it.

        Parameters
        ----------
        documents : sequence of Document
            To look into.
        user : str
            Who asks.
        detector : str
            The only one of the site's detectors that looks; all of them where it is empty.
        """
        return cast(
            "list[Prediction | DocumentError]",
            await self._answers([Question.of(document, "detect", detector) for document in documents], user),
        )

    async def released(self, document: Document, user: str) -> Result | DocumentError:
        """Return a document de-identified over the spans that somebody decided on, or the error that stands for it."""
        (answer,) = await self._answers([Question.of(document, "replace")], user)
        return cast("Result | DocumentError", answer)

    async def explained(self, document: Document, user: str) -> Explained | DocumentError:
        """Return which words speak for the only span of a document, or the error that stands for it."""
        (answer,) = await self._answers([Question.of(document, "explain")], user)
        return cast("Explained | DocumentError", answer)

    async def resources(self, sent: str, user: str) -> Resources | DocumentError:
        """Return FHIR resources de-identified, or the error that stands for all of them."""
        (answer,) = await self._answers([Question(_RESOURCES, sent, asks="resources")], user)
        return cast("Resources | DocumentError", answer)

    async def _answers(self, questions: Sequence[Question], user: str) -> list[Answer | DocumentError]:
        pool, most = self.pool, self.settings.most_waiting
        if pool.waiting + len(questions) > most or pool.waiting_of(user) + len(questions) > most // 2:
            raise RefusedRequestError.for_now(503, "too many documents wait to be processed", 5)
        futures = [pool.submit(question, user) for question in questions]
        try:
            answers = await asyncio.gather(*map(asyncio.wrap_future, futures))
        except BaseException:
            for future in futures:
                future.cancel()
            raise
        refused = sum(isinstance(answer, DocumentError) for answer in answers)
        self.metrics.documents.labels("processed").inc(len(answers) - refused)
        self.metrics.documents.labels("refused").inc(refused)
        self.metrics.characters.inc(sum(len(question.text) for question in questions))
        return answers
