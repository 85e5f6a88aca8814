"""What the papers print, and our scores beside it under their own labels.

The figures are facts of their tables, in ``data/papers``; `docs/papers.md` tells what each table is. The papers' notes
are those of hospitals and private, ours are fictional: a row says how a system did on its own notes, and no difference
between two columns says which system is better.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from importlib.resources import files
from types import MappingProxyType

from palimpseste.evaluation.markdown import with_interval
from palimpseste.evaluation.scores import Averages, Estimate, LabelScores, Scorecard
from palimpseste.labels import view_named
from palimpseste.rendering.tables import markdown_table

__all__ = ["VIEWS_OF_TABLES", "beside_the_papers", "published"]

# Table to the view its rows are labels of.
VIEWS_OF_TABLES: Mapping[str, str] = MappingProxyType(
    {
        "aphp_table_4": "aphp-table-4",
        "hcl_table_1": "hcl",
        "hnfc_table_3": "hnfc",
        "bordeaux_table_3": "tarpon",
    }
)

_NOTES = (
    "The papers' notes are private: nothing here was measured on them, and ours are fictional notes written to hold "
    "many\nidentifiers in many writings. The labels are the papers' ([how each was read](papers.md)); who annotated, "
    "what they\nleft alone and how often each kind occurs differ. Read a row as how each did on its own notes.\n"
)
_APHP = (
    "Tannier et al. 2023, Table 4: 348 test documents of a hospital warehouse, each twice, by two extractions from "
    "PDF.\nComparable: the twelve labels scored there, tokens as unit, *redacted* whatever the label, *fully redacted* "
    "of all\nnotes, those without the label included. Not comparable: their tokens part figures from letters, ours do "
    "not; one of\ntheir extractions leaves out letterheads and footers (10 identifiers a document against 48 in the "
    "other), our notes\nare whole. Hospitals are not scored here, as in their table; above, they are.\n"
)
_HCL = (
    "Richard, Talbot, Gimbert 2023, Table 1, model B: CamemBERT trained on nine tenths of 1,240 documents, mean and "
    "deviation\nover ten folds. Comparable: the twelve classes and the unweighted mean. Not comparable: ours was "
    "trained on other notes\nthan it is measured on, theirs on notes of the same hospital; the paper does not say "
    "whether a token or an entity is the\nunit, so both of ours stand here; NoDossier takes every number of ours that "
    "is none of a patient.\n"
)
_HNFC = (
    "Tchouka et al., Table 3 of the journal paper (Table 2 of HEALTHINF 2023): FlauBERT on 375 documents of deceased\n"
    "patients. Comparable: the eight labels, the micro average. Not comparable: their notes were first annotated by "
    "their\nown earlier system and then corrected; the unit is not said, so both of ours stand here; e-mail addresses "
    "count as REF\nand every number that identifies as QID in ours.\n"
)
_BORDEAUX = (
    "Dorémus et al. 2024, Table 3 and Appendix 2, Mistral 7B at epoch 7: 3,000 triage notes of emergencies, 935 with "
    "an\nidentifier, 439 characters on average. Comparable: an identifier hidden whole as unit, no label asked for; a "
    "note as\nunit; recall by kind counted in notes (their figures are those of 470, 452, 510 and 33 notes). Not "
    "comparable: a given\nand a family name are two identifiers in ours; a mask of ours is right if it touches an "
    "identifier; our notes are of\nevery type, longer, and hold more, so that a note is clean less easily.\n"
)


def published(table: str) -> list[dict[str, str]]:
    """Return the rows of a printed table, one a label and system, shares from 0 to 1.

    Parameters
    ----------
    table : str
        One of `VIEWS_OF_TABLES`.
    """
    text = (files("palimpseste") / "data" / "papers" / f"{table}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def beside_the_papers(cards: Mapping[str, Mapping[str, Scorecard]], default: str) -> str:
    """Return the printed tables with our scores beside them, as Markdown.

    Parameters
    ----------
    cards : mapping
        System to view to scores; the systems that AP-HP compares are ``rules``, ``model alone`` and the default.
    default : str
        The system that stands beside the others' best.
    """
    ours = cards[default]
    parts = (
        f"## Beside the papers\n\n{_NOTES}",
        f"### AP-HP, Table 4\n\n{_APHP}\n{_aphp_labels(ours['aphp-table-4'])}\n{_aphp_systems(cards, default)}",
        f"### HCL, Table 1\n\n{_HCL}\n{_hcl(ours['hcl'])}",
        f"### HNFC, Table 3\n\n{_HNFC}\n{_hnfc(ours['hnfc'])}",
        f"### Bordeaux, Table 3\n\n{_BORDEAUX}\n{_bordeaux(ours['tarpon'])}",
    )
    return "\n".join(parts)


def _aphp_labels(card: Scorecard) -> str:
    rows = []
    names = dict(_aphp_names())
    for row in published("aphp_table_4"):
        if row["system"] == "hybrid":
            rows.append([row["label"], *_aphp_cells(row, _scores(card, names[row["label"]]))])
    return markdown_table(("label", *_aphp_heads()), rows)


def _aphp_systems(cards: Mapping[str, Mapping[str, Scorecard]], default: str) -> str:
    rows = []
    for theirs, ours in (("rules", "rules"), ("model", "model alone"), ("hybrid", default)):
        row = next(r for r in published("aphp_table_4") if (r["label"], r["system"]) == ("ALL", theirs))
        rows.append([f"{theirs} / {ours}", *_aphp_cells(row, cards[ours]["aphp-table-4"].micro)])
    return markdown_table(("all labels, theirs / ours", *_aphp_heads()), rows)


def _aphp_names() -> list[tuple[str, str]]:
    """Return the rows of Table 4 and what Table 1 calls them."""
    names = [(name, name) for name in view_named("aphp-table-4").values()]
    return [*names, ("NSS", "SSN"), ("ZIP", "ZIP CODE"), ("ALL", "")]


def _aphp_heads() -> tuple[str, ...]:
    return tuple(f"{what}, {whose}" for what in ("P", "R", "F1", "redacted", "fully") for whose in ("printed", "ours"))


def _aphp_cells(row: Mapping[str, str], scores: LabelScores | None) -> list[str]:
    measures = ("precision", "recall", "f1", "redacted", "fully_redacted")
    return _in_pairs([row[name] for name in measures], _label_estimates(scores))


def _label_estimates(scores: LabelScores | None) -> list[Estimate | None]:
    if scores is None:
        return [None] * 5
    tokens, redaction = scores.tokens, scores.redaction
    return [tokens.precision, tokens.recall, tokens.f1, redaction.redacted, redaction.fully_redacted]


def _hcl(card: Scorecard) -> str:
    rows = []
    names = list(dict.fromkeys(view_named("hcl").values()))
    lines = [row for row in published("hcl_table_1") if row["model"] == "B"]
    for row, name in zip(lines, [*names, ""], strict=True):
        cells = [f"{float(row[m]):.3f} ± {float(row[f'{m}_deviation']):.3f}" for m in ("precision", "recall", "f1")]
        if name:
            ours = _both_units(card.labels.get(name))
        else:
            ours = [*_means(card.token_averages), *_means(card.span_averages)]
        rows.append([name or "**mean of classes**", *cells, *ours])
    return markdown_table(("class", *_three("printed"), *_three("tokens"), *_three("exact spans")), rows)


def _hnfc(card: Scorecard) -> str:
    rows = []
    for row in published("hnfc_table_3"):
        if row["system"] == "proposal":
            cells = [row[m] for m in ("precision", "recall", "f1")]
            micro = row["label"] == "micro"
            ours = _both_units(_scores(card, "" if micro else row["label"]))
            rows.append(["**micro average**" if micro else row["label"], *cells, *ours])
    return markdown_table(("label", *_three("printed"), *_three("tokens"), *_three("exact spans")), rows)


def _bordeaux(card: Scorecard) -> str:
    row = next(row for row in published("bordeaux_table_3") if row["model"] == "Mistral 7B")
    hiding = card.micro.hiding
    lines: list[tuple[str, str, Estimate | None, int]] = [
        ("precision, identifiers", row["precision"], card.masks.precision, card.masks.predicted),
        ("recall, identifiers", row["recall"], hiding.identifiers, hiding.gold),
        ("F1, identifiers", row["f1"], card.masks.f1, hiding.gold),
        ("recall, notes", row["note_recall"], card.note_recall, hiding.documents),
    ]
    for kind in ("NAME", "TEL", "DATE", "LOC"):
        scores = card.labels.get(kind)
        found = scores.hiding if scores else None
        lines.append(
            (f"recall, notes with {kind}", row[kind], found.notes if found else None, found.documents if found else 0)
        )
    lines.append(("BLEU-4, mean of notes", "above 0.9864 from epoch 5", card.note_bleu, card.documents))
    rows = [[name, printed, _cell(ours), str(count)] for name, printed, ours, count in lines]
    return markdown_table(("measure", "printed", "ours", "of ours"), rows)


def _scores(card: Scorecard, label: str) -> LabelScores | None:
    """Return the scores of a label, None where it never occurs; of all labels for the empty name."""
    return card.labels.get(label) if label else card.micro


def _both_units(scores: LabelScores | None) -> list[str]:
    if scores is None:
        return ["–"] * 6
    return [_cell(share) for unit in (scores.tokens, scores.spans) for share in (unit.precision, unit.recall, unit.f1)]


def _means(averages: Averages) -> list[str]:
    return [f"{mean.value} ± {mean.deviation:.3f}" for mean in (averages.precision, averages.recall, averages.f1)]


def _three(whose: str) -> tuple[str, ...]:
    return tuple(f"{what}, {whose}" for what in ("P", "R", "F1"))


def _in_pairs(printed: Sequence[str], ours: Sequence[Estimate | None]) -> list[str]:
    return [cell for one, other in zip(printed, ours, strict=True) for cell in (one, _cell(other))]


def _cell(estimate: Estimate | None) -> str:
    return "–" if estimate is None else with_interval(estimate)
