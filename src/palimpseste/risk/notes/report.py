"""The report of all attacks on a release, by the criteria of Opinion 05/2014, in English and French."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from functools import cache, partial
from importlib.resources import files
from typing import Any, Literal

from palimpseste import __version__
from palimpseste.rendering.charts import bars
from palimpseste.rendering.pages import page
from palimpseste.risk.notes.linking import ALL_TEXT
from palimpseste.risk.notes.linking_table import Linked
from palimpseste.risk.notes.release import RELEASED, Inferred, Left
from palimpseste.risk.notes.uniqueness import AS_THEY_ARE
from palimpseste.risk.notes.uniqueness_table import LIMITS, Alones
from palimpseste.risk.success import SuccessRate
from palimpseste.settings_files import read_toml

__all__ = ["LANGUAGES", "Language", "Linking", "ReleaseRisks", "Remembered", "risk_page"]

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")

Criterion = Literal["singling", "linkability", "inference"]


@dataclass(frozen=True, slots=True)
class Linking:
    """How released notes were found in another set.

    Parameters
    ----------
    candidates : int
        Patients of that set.
    by_way : mapping of str to Linked
        By what was looked at.
    """

    candidates: int
    by_way: Mapping[str, Linked]


@dataclass(frozen=True, slots=True)
class Remembered:
    """One thing that a model trained on the notes remembers of them.

    Parameters
    ----------
    what : str
        ``membership``, ``sure``, ``names`` or ``exposure``.
    value, low, high : float
        With its 95 % interval.
    chance : float
        What a model that never saw the notes gets.
    """

    what: str
    value: float
    low: float
    high: float
    chance: float


@dataclass(frozen=True, slots=True)
class ReleaseRisks:
    """What all attacks on a release found.

    Parameters
    ----------
    day : datetime.date
        Of the attacks.
    alone : mapping
        Who is alone, as the notes are and as they are released.
    linked : mapping of str to Linking
        ``notes``, and ``second`` where a second release was given.
    inferred : mapping of str to Inferred
        By attribute.
    left : Left, optional
        Notes in which a naming value stands; None where no record tells one.
    masked : sequence of tuple of str
        Model, number of words, share that it guessed, of an attack by masked words.
    memory : sequence of Remembered
        Of an attack on the memory of a model; it bears on what becomes of the model, not of the notes.
    """

    day: date
    alone: Alones
    linked: Mapping[str, Linking]
    inferred: Mapping[str, Inferred]
    left: Left | None = None
    masked: Sequence[tuple[str, str, str]] = field(default=())
    memory: Sequence[Remembered] = field(default=())

    @property
    def failed(self) -> tuple[Criterion, ...]:
        """The criteria that the release fails: an attack succeeds more often than chance, by its whole interval."""
        found: list[Criterion] = []
        released = self.alone[RELEASED]
        alone = [released.under[limit] for limit in LIMITS]
        if any(rate.rate > 0 for rate in alone) or (self.left and self.left.share.rate > 0):
            found.append("singling")
        if any(each.by_way[ALL_TEXT].first.low > 1 / each.candidates for each in self.linked.values()):
            found.append("linkability")
        if any(each.right.low > each.without for each in self.inferred.values()):
            found.append("inference")
        return tuple(found)

    def to_mapping(self) -> dict[str, Any]:
        """Return all figures, to be written as JSON."""
        return {"version": __version__, **asdict(self), "day": self.day.isoformat(), "failed": list(self.failed)}


def risk_page(risks: ReleaseRisks, language: Language) -> str:
    """Return the report as an HTML page: figures are inline SVG, nothing is fetched, nothing of a note is in it."""
    said = _sentences()[language]
    released = risks.alone[RELEASED]
    versions = {said["version_asis"]: risks.alone[AS_THEY_ARE], said["version_released"]: released}
    names = {"notes": said["with_notes"], "second": said["with_second"]}
    tried = {
        "no_register": released.first is not None,
        "no_second": "second" in risks.linked,
        "no_fill_mask": bool(risks.masked),
        "no_memory": bool(risks.memory),
    }
    return page(
        "risk/notes.html.j2",
        language=language,
        said=said,
        lead=said["lead"].format(
            notes=f"{released.notes:,}".replace(",", said["thousands"]), version=__version__, day=risks.day.isoformat()
        ),
        verdicts={name: said["fails" if name in risks.failed else "passes"] for name in _CRITERIA},
        failed=risks.failed,
        limits=LIMITS,
        under={limit: said["under" if limit > 1 else "nobody"].format(limit=limit) for limit in LIMITS},
        versions=versions,
        released=released,
        blamed={said["attributes"][name]: each for name, each in released.blamed.items()},
        left=risks.left,
        linked={names[name]: each for name, each in risks.linked.items()},
        ways=said["ways"],
        inferred={said["attributes"][name]: each for name, each in risks.inferred.items()},
        masked=risks.masked,
        memory=risks.memory,
        figure=partial(_figure, said),
        number=partial(_number, said),
        decimal=partial(_decimal, said),
        untried=[said[name] for name, was in tried.items() if not was] + said["always"],
        rate=partial(_written, said),
        percent=partial(_percent, said),
        alone_figure=bars(
            {f"k < {limit}": {name: each.under[limit].rate for name, each in versions.items()} for limit in LIMITS},
            said["singling"],
        ),
        linked_figure=bars(
            {
                said["ways"][way]: {names[name]: each.by_way[way].first.rate for name, each in risks.linked.items()}
                for way in next(iter(risks.linked.values())).by_way
            },
            said["linkability"],
        ),
        inferred_figure=bars(
            {
                said["attributes"][name]: {said["right"]: each.right.rate, said["without"]: each.without}
                for name, each in risks.inferred.items()
            },
            said["inference"],
        )
        if risks.inferred
        else "",
    )


_CRITERIA: tuple[Criterion, ...] = ("singling", "linkability", "inference")


@cache
def _sentences() -> dict[str, Any]:
    file = files("palimpseste") / "data" / "risk" / "report.toml"
    return dict(read_toml(file, "the sentences of the report"))


def _percent(said: Mapping[str, str], share: float) -> str:
    places = 1 if share >= 0.01 or not share else 2
    return f"{100 * share:.{places}f}".replace(".", said["point"]) + said["percent"]


def _written(said: Mapping[str, str], rate: SuccessRate) -> str:
    return f"{_percent(said, rate.rate)} ({_percent(said, rate.low)} – {_percent(said, rate.high)})"


def _number(said: Mapping[str, str], value: float) -> str:
    return f"{value:.3g}".replace(".", said["point"])


def _decimal(said: Mapping[str, str], value: float, form: str) -> str:
    """Return a number as a form of Python writes it, with the signs of the language."""
    return format(value, form).translate({ord(","): said["thousands"], ord("."): said["point"]})


def _figure(said: Mapping[str, str], each: Remembered) -> str:
    value, low, high = (f"{value:.3f}".replace(".", said["point"]) for value in (each.value, each.low, each.high))
    return f"{value} ({low} – {high})"
