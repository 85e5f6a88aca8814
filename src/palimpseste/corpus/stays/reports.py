"""Reports of biology, examinations and operations, and nurses' notes, as templates."""

from __future__ import annotations

from palimpseste.corpus.stays.phrases import capitalised
from palimpseste.corpus.stays.setting import Report, Setting

__all__ = ["biology_report", "examination_report", "nursing_notes", "operation_report", "progress_notes", "report_type"]

_ENDOSCOPIES = ("scopie", "échoendoscopie")
_IMAGES = ("scanner", "irm", "tdm", "radio", "écho", "angio", "tep", "scinti", "cliché", "mammo", "doppler", "uroscan")


def report_type(report: Report) -> str:
    """Return the document type of an examination by its title."""
    title = report.title.lower()
    if any(word in title for word in _ENDOSCOPIES):
        return "CR-ENDO"
    return "CR-IMAGE" if any(word in title for word in _IMAGES) else "CR-ACTE-DIAG-AUTRE"


def biology_report(stay: Setting) -> str:
    """Return a sheet of results, one a line."""
    lines = [stay.frame("letterhead biology"), stay.frame("header")]
    lines += [stay.frame("biology line", x=line) for line in map(capitalised, stay.biology)]
    lines.append(stay.frame("biology end"))
    return "\n".join(lines)


def examination_report(stay: Setting, report: Report) -> str:
    """Return the report of an examination."""
    parts = [
        stay.frame("header"),
        stay.frame("examination title", x=report.title),
        stay.frame("indication", x=stay.reason),
        stay.frame("technique"),
        stay.frame("result", x=report.text),
    ]
    if stay.odds(0.5):
        parts.append(stay.frame("not found", x=stay.ruled_out()))
    parts.append(stay.frame("signed"))
    return "\n".join(parts)


def operation_report(stay: Setting, operation: Report) -> str:
    """Return the report of an operation."""
    parts = [
        stay.frame("header"),
        stay.frame("operation title", x=operation.title),
        stay.frame("operation team"),
        stay.frame("result", x=operation.text),
        stay.frame("operation end"),
        stay.frame("signed"),
    ]
    return "\n".join(parts)


def nursing_notes(stay: Setting) -> str:
    """Return nurses' notes of a few days of the stay."""
    lines = [stay.frame("header short")]
    days = sorted({stay.between(0, min(8, stay.plan.stay_days)) for _ in range(6)})
    for day in days:
        said = list(dict.fromkeys(stay.frame("nursing") for _ in range(stay.between(2, 3))))
        said += stay.say.some(stay.plan.profile.nursing, 1)
        for other in (*stay.plan.acute, *stay.plan.chronic):
            if other.nursing and stay.odds(0.4):
                said += stay.say.some(other.nursing, 1)
        lines.append(stay.frame("nursing line", x=" ".join(said)).replace("{DATE.n|", f"{{DATE.{day}|"))
    return "\n".join(lines)


def progress_notes(stay: Setting) -> str:
    """Return what doctors noted day by day."""
    lines = [stay.frame("progress title")]
    profile = stay.plan.profile
    days = sorted({stay.between(1, min(8, stay.plan.stay_days)) for _ in range(4)})
    for day in days:
        said = [stay.frame("progress")]
        drawn = stay.between(0, 3)
        if drawn == 0:
            said.append(stay.frame("ruled out", x=stay.ruled_out()))
        elif drawn == 1 and profile.findings:
            said.append(stay.say.phrase(profile.findings))
        elif drawn == 2 and profile.drugs:
            said.append(stay.frame("treated", x=stay.say.phrase(profile.drugs)))
        elif drawn == 3:
            said.append(stay.frame("context", x=stay.reason))
        said.append(stay.frame("progress"))
        line = stay.frame("progress line", x=" ".join(dict.fromkeys(said)))
        lines.append(line.replace("{DATE.n", f"{{DATE.{day}"))
    return "\n".join(lines)
