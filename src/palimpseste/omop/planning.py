"""From what a caller asks for to the plan of a run over OMOP tables, everything checked before a note is touched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from palimpseste.engines.deadline import USUAL_DEADLINE, Deadline
from palimpseste.engines.run.journal import fingerprint_of
from palimpseste.engines.run.planning import Request, settings_of_choice
from palimpseste.engines.task import Deidentification, ReadingDates
from palimpseste.errors import UsageError
from palimpseste.omop.address import Address, is_omop
from palimpseste.omop.cdm import NOTE
from palimpseste.omop.mapping import SiteMapping
from palimpseste.omop.note import NoteDeidentification
from palimpseste.omop.structured import PatientShift
from palimpseste.surrogates.keys import CohortKey
from palimpseste.surrogates.policy.policy import Policy

__all__ = ["OmopPlan", "plan_omop"]

# The journal of a run whose key is gone with it.
_SINGLE: Mapping[str, str] = {"single": "run"}


@dataclass(frozen=True, slots=True)
class OmopPlan:
    """All that a run over OMOP tables needs to know.

    Parameters
    ----------
    source, target : Address
        From where to where.
    mapping : SiteMapping
        The site's own tables, and columns to keep.
    task : NoteDeidentification
        What is done to each note.
    workers : int
        Processes, 1 or more.
    fingerprint : mapping, optional
        Digests of what results depend on; None for a run that cannot be repeated, hence not resumed.
    shift : PatientShift, optional
        How the dates of tables move; None leaves them unwritten.
    restart : bool
        Throw away what an interrupted run left, instead of resuming.
    force : bool
        Replace the results of a finished run.
    deadline : Deadline
        How long a note may take.
    dates : ReadingDates, optional
        What reads the dates of all notes before the first is written.
    """

    source: Address
    target: Address
    mapping: SiteMapping
    task: NoteDeidentification
    workers: int
    fingerprint: Mapping[str, str] | None
    shift: PatientShift | None = None
    restart: bool = False
    force: bool = False
    deadline: Deadline = USUAL_DEADLINE
    dates: ReadingDates | None = None

    @property
    def journalled(self) -> Mapping[str, str]:
        """What the journal is begun with."""
        return self.fingerprint or _SINGLE


def plan_omop(
    request: Request,
    mapping: Mapping[str, object],
    policy: Policy,
    key: CohortKey,
    cohort: str,
    *,
    is_repeatable: bool,
    shifts_tables: bool,
) -> OmopPlan:
    """Return the plan of a run from one address to another.

    Parameters
    ----------
    request : Request
        What the command line asks for.
    mapping : mapping
        The table ``[omop]`` of the site's configuration.
    policy : Policy
        What becomes of each label.
    key : CohortKey
        What surrogates are drawn with.
    cohort : str
        Its name.
    is_repeatable : bool
        Whether the key is kept, so that a run can be resumed.
    shifts_tables : bool
        Whether the dates of other tables are written too, shifted.

    Raises
    ------
    UsageError
        If any part of the request is wrong.
    """
    if len(request.inputs) != 1 or not is_omop(request.inputs[0]) or not is_omop(request.output):
        raise UsageError("OMOP tables go from one address to another: name one INPUT and one OUTPUT, both omop")
    needless = {
        "--format": request.format,
        "--encoding": request.encoding,
        "--patients": request.patients,
        "--require-record": request.require_record,
        "--follow-links": request.follow_links,
    }
    asked = next((option for option, value in needless.items() if value), None)
    if asked:
        raise UsageError(f"{asked} has no meaning for OMOP tables")
    source, target = Address.parsed(request.inputs[0]), Address.parsed(request.output)
    site = SiteMapping.from_mapping(mapping)
    site = SiteMapping(site.identity, site.visits, site.kept | {f"{NOTE.name}.{name}" for name in request.columns.kept})
    request.detectors.check()
    settings = policy.to_mapping()
    fingerprint = {
        "command": "deid omop",
        "policy": settings,
        "cohort": cohort,
        "detectors": settings_of_choice(request.detectors),
        "source": str(source),
        "mapping": [
            asdict(site.identity) if site.identity else None,
            asdict(site.visits) if site.visits else None,
            sorted(site.kept),
        ],
        "structured dates": shifts_tables,
    }
    if policy.plans_dates and not request.plans_dates:
        fingerprint["dates planned"] = False
    return OmopPlan(
        source=source,
        target=target,
        mapping=site,
        task=NoteDeidentification(Deidentification(key.to_bytes(), settings, request.detectors)),
        workers=request.workers,
        fingerprint=fingerprint_of(key.to_bytes(), fingerprint) if is_repeatable else None,
        shift=PatientShift(key, policy) if shifts_tables else None,
        restart=request.restart,
        force=request.force,
        deadline=request.deadline,
        dates=ReadingDates(key.to_bytes(), settings) if policy.plans_dates and request.plans_dates else None,
    )
