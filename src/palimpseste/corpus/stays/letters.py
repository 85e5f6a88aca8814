"""The admission note and the discharge letter, as templates: everything but the identifying values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from palimpseste.corpus.stays.frames import section
from palimpseste.corpus.stays.phrases import capitalised
from palimpseste.corpus.stays.setting import Setting

__all__ = ["admission_note", "discharge_letter"]

# A list on lines of its own: the space before it goes when the parts are joined.
_LIST = "\n"
_WORD = re.compile(r"[^\W\d_]+")
_RETIRED = 62
_ANY_WARD = "médecine polyvalente"
_CONCLUDED, _SUSPECTED, _TITLED = 0.75, 0.45, 0.75


def admission_note(stay: Setting) -> str:
    """Return the note written when the patient comes in."""
    parts = [stay.frame("header"), stay.frame("admission title"), stay.frame("reason", x=stay.reason)]
    parts += [_record(stay, share=0.75), _habits(stay)]
    if stay.odds(0.6):
        parts.append(_drugs_before(stay))
    parts += [_history(stay, 2), _examination(stay, 4)]
    if stay.biology and stay.odds(0.7):
        parts.append(stay.frame("biology quoted", x=", ".join(stay.biology[:3])))
    profile = stay.plan.profile
    if profile.names and stay.odds(_SUSPECTED):
        parts.append(stay.frame("suspected", x=stay.name_of(profile)))
    if stay.odds(0.4):
        parts.append(stay.frame("ruled out", x=stay.ruled_out()))
    if profile.drugs:
        parts.append(stay.frame("started", x=", ".join(stay.say.some(profile.drugs, 2))))
    parts.append(_several(stay, "plan", 3, 5))
    parts.append(stay.frame("signed"))
    return _joined(parts, "\n")


def discharge_letter(stay: Setting) -> str:
    """Return the letter written when the patient leaves."""
    titled = stay.odds(_TITLED)
    parts = [
        stay.frame("letterhead", ward=stay.plan.profile.ward or _ANY_WARD),
        stay.frame("header"),
        stay.frame("opening", x=stay.reason),
    ]
    sections = (
        ("title record", " ".join((_record(stay, share=1.0), _habits(stay)))),
        ("title drugs before", _drugs_before(stay)),
        ("title history", _history(stay, 3)),
        ("title examination", _examination(stay, 7)),
        ("title results", _results(stay)),
        ("title course", _course(stay)),
        ("title conclusion", _conclusion(stay)),
        ("title drugs after", _drugs_after(stay)),
        ("title advice", _several(stay, "advice", 3, 5)),
    )
    for title, text in sections:
        if text:
            parts.append(f"{stay.frame(title)}\n{text}" if titled else text)
    parts += [stay.frame("follow-up"), stay.frame("closing")]
    return _joined(parts, "\n\n" if stay.odds(0.6) else "\n")


def _record(stay: Setting, *, share: float) -> str:
    """Return what is known of the patient: chronic conditions, what was operated on, what relatives have."""
    items = [stay.name_of(one) for one in stay.plan.chronic if stay.odds(share)]
    if stay.plan.is_adult and stay.odds(0.35):
        items.append(stay.frame("old operations"))
    text = stay.frame("record", x=_listed(stay, items)) if items else stay.frame("record empty")
    if stay.plan.is_adult and stay.odds(0.45):
        text += ("\n" if _LIST in text else " ") + stay.frame("family", x=stay.familial())
    return text


def _listed(stay: Setting, items: list[str]) -> str:
    if len(items) > 2 and stay.odds(0.4):
        return _LIST + "\n".join(f"- {capitalised(item)}" for item in items)
    return stay.say.chance.choice((", ", ", ", " - ", " ; ")).join(items)


def _habits(stay: Setting) -> str:
    sentences = [stay.frame("living"), stay.frame("allergies")]
    if stay.plan.is_adult and stay.odds(0.6):
        sentences.append(stay.frame("habits"))
    if stay.plan.is_adult and stay.plan.years < _RETIRED and stay.odds(0.5):
        sentences.append(stay.frame("work"))
    return " ".join(sentences)


def _drugs_before(stay: Setting) -> str:
    drugs = [drug for one in stay.plan.chronic for drug in stay.say.some(_at_home(one.drugs), 1)]
    return stay.frame("drugs before", x=_listed(stay, drugs)) if drugs else stay.frame("no drugs before")


def _history(stay: Setting, count: int) -> str:
    complaints = stay.say.some(stay.plan.profile.complaints, count)
    sentences = [stay.frame("history", x=", ".join(complaints))]
    if stay.odds(0.6):
        sentences.append(stay.frame("history more"))
    if stay.turning:
        sentences.append(stay.say.phrase(stay.turning))
    return " ".join(sentences)


def _examination(stay: Setting, count: int) -> str:
    sentences = [stay.vital_signs(), *stay.say.some(stay.plan.profile.findings, 3)]
    for other in stay.plan.acute:
        sentences += stay.say.some(other.findings, 1)
    return " ".join((*sentences, *stay.normal_findings(count)))


def _results(stay: Setting) -> str:
    sentences = []
    if stay.biology:
        sentences.append(stay.frame("biology quoted", x=", ".join(stay.biology[: stay.between(4, 7)])))
    for report in stay.reports:
        sentences.append(stay.frame("report quoted", x=report.title, y=report.text))
    if stay.odds(0.7):
        sentences.append(stay.frame("ruled out", x=stay.ruled_out()))
    return " ".join(sentences)


def _course(stay: Setting) -> str:
    profile = stay.plan.profile
    sentences = []
    for operation in stay.operations:
        sentences.append(stay.frame("operated", x=operation.title[:1].lower() + operation.title[1:]))
    if profile.drugs:
        sentences.append(stay.frame("treated", x=", ".join(stay.say.some(profile.drugs, 3))))
    sentences += stay.say.some(stay.course, 2)
    for other in stay.plan.acute:
        sentences.append(stay.frame("complication", x=stay.name_of(other)))
        if other.drugs and stay.odds(0.7):
            sentences.append(stay.frame("complication treated", x=stay.say.phrase(other.drugs)))
        if other.course and stay.odds(0.5):
            sentences.append(stay.say.phrase(other.course))
    for other in stay.plan.chronic:
        if other.course and stay.odds(0.45):
            sentences.append(stay.say.phrase(other.course))
    if stay.odds(0.4):
        sentences.append(stay.frame("not found", x=stay.ruled_out()))
    sentences += [_several(stay, "daily", 3, 5), stay.frame("course")]
    return " ".join(sentences)


def _conclusion(stay: Setting) -> str:
    profile = stay.plan.profile
    if not profile.names or not (stay.odds(_CONCLUDED) or not stay.plan.acute):
        return stay.frame("conclusion without name")
    text = stay.frame("conclusion", x=stay.name_of(profile))
    others = [stay.name_of(one) for one in stay.plan.acute if stay.odds(0.6)]
    return text + (" " + stay.frame("conclusion more", x=", ".join(others)) if others else "")


def _drugs_after(stay: Setting) -> str:
    drugs = stay.say.some(_at_home(stay.plan.profile.drugs), 3)
    drugs += [drug for one in stay.plan.chronic for drug in stay.say.some(_at_home(one.drugs), 1) if stay.odds(0.8)]
    return stay.frame("drugs after", x=_listed(stay, drugs)) if drugs else ""


def _at_home(drugs: Sequence[str]) -> list[str]:
    """Return what may be taken at home, by its words."""
    return [drug for drug in drugs if _hospital_words().isdisjoint(_WORD.findall(drug))]


@cache
def _hospital_words() -> frozenset[str]:
    return frozenset(word for line in section("frames.txt", "hospital only") for word in line.split())


def _several(stay: Setting, name: str, fewest: int, most: int) -> str:
    """Return a few different frames of a section."""
    wanted = stay.between(fewest, most)
    drawn = dict.fromkeys(stay.frame(name) for _ in range(wanted))
    return " ".join(drawn)


def _joined(parts: list[str], gap: str) -> str:
    return gap.join(part for part in parts if part).replace(" " + _LIST, _LIST)
