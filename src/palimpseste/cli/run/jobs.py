"""What ``deid`` is about to do, files or tables alike: what it will read, how to run it, where its results are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from palimpseste.cli.run.console import say, say_survey
from palimpseste.engines.run.output import quarantine_file_of
from palimpseste.engines.run.plan import Observer
from palimpseste.engines.run.planning import Request, plan_deidentification
from palimpseste.engines.run.resuming import is_begun
from palimpseste.engines.run.run import run
from palimpseste.engines.run.tally import Tally
from palimpseste.memory import forget_variable
from palimpseste.sources import Changes, Source, Survey, changes_of
from palimpseste.sources.columns import french_fields

if TYPE_CHECKING:
    from collections.abc import Mapping

    from palimpseste.cli.run.cohort_options import ChosenCohort
    from palimpseste.surrogates.policy.policy import Policy

__all__ = ["Job", "file_job", "table_job"]

# A worker process inherits the environment and needs no way into a database.
_PASSWORD_VARIABLE = "PGPASSWORD"  # noqa: S105 # the name of a variable


@dataclass(frozen=True, slots=True)
class Job:
    """A run that is planned and checked.

    Parameters
    ----------
    survey : Survey
        What is to be read.
    say_survey : callable
        Says what the run would do.
    run : callable
        Does it: takes an observer and what is called with the counts before the end; returns the counts.
    is_resumable : bool
        Whether an interrupted run can be gone on with.
    is_begun : callable
        Tells whether there is one.
    results, quarantine : object
        Where they are, for a message; None where nowhere.
    sources : sequence of Source
        The files read; none where tables are.
    changes : callable
        Tells what became of the files meanwhile.
    warning : str
        What there is to be said of what an earlier run did; empty where nothing is.
    """

    survey: Survey
    say_survey: Callable[[], None]
    run: Callable[[Observer, Callable[[Tally], None]], Tally]
    is_resumable: bool
    is_begun: Callable[[], bool]
    results: object
    quarantine: object
    sources: Sequence[Source] = ()
    changes: Callable[[], Changes] = Changes
    warning: str = ""


@contextmanager
def file_job(request: Request, policy: Policy, cohort: ChosenCohort) -> Iterator[Job]:
    """Give the job of a run from files to files.

    Parameters
    ----------
    request : Request
        What the command line asks for.
    policy : Policy
        What becomes of each label.
    cohort : ChosenCohort
        Under which surrogates are drawn.

    Raises
    ------
    UsageError
        If any part of the request is wrong.
    """
    plan, survey = plan_deidentification(request, policy, cohort.key, cohort.name, is_repeatable=cohort.is_repeatable)
    target = plan.target.path
    yield Job(
        survey,
        partial(say_survey, plan, survey),
        partial(run, plan),
        plan.fingerprint is not None,
        partial(is_begun, plan),
        plan.target,
        request.quarantine or (quarantine_file_of(target) if target else None),
        plan.sources,
        partial(changes_of, request.inputs, [source.input for source in plan.sources]),
    )


@contextmanager
def table_job(
    request: Request,
    policy: Policy,
    cohort: ChosenCohort,
    *,
    mapping: Mapping[str, object],
    shifts_tables: bool,
) -> Iterator[Job]:
    """Give the job of a run from OMOP tables to OMOP tables, its databases open while it lasts.

    Parameters
    ----------
    request : Request
        What the command line asks for.
    policy : Policy
        What becomes of each label.
    cohort : ChosenCohort
        Under which surrogates are drawn.
    mapping : mapping
        Of a site's tables, as its configuration has it.
    shifts_tables : bool
        Whether the dates of other tables are shifted along.

    Raises
    ------
    UsageError
        If any part of the request is wrong, or a library is missing.
    PalimpsesteError
        If a database cannot be opened.
    """
    from palimpseste.omop.planning import plan_omop

    plan = plan_omop(
        request,
        mapping,
        policy,
        cohort.key,
        cohort.name,
        is_repeatable=cohort.is_repeatable,
        shifts_tables=shifts_tables,
    )
    from palimpseste.omop.run import opened

    with opened(plan) as tables:
        forget_variable(_PASSWORD_VARIABLE)
        dropped = tables.layout.dropped
        survey = Survey(tables.extent.notes, 0, tables.extent.bytes, ", ".join(dropped), french=french_fields(dropped))

        def say_tables() -> None:
            say(f"would read {survey.entries:,} notes, {survey.characters:,} bytes, from {plan.source}")
            for each in tables.shifted:
                say(f"would write the dates of {each.model.name}, shifted")
            say(f"would write to {plan.target} with {plan.workers} worker processes; nothing was done")

        yield Job(
            survey,
            say_tables,
            tables.run,
            plan.fingerprint is not None,
            lambda: tables.step is not None and tables.step.state != "finished",
            plan.target,
            f"table palimpseste_quarantine of {plan.target}",
            warning=tables.warning,
        )
