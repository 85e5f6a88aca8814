"""Every system measured on the same notes, and the page that says so. Figures only: no text of any note."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from palimpseste.detection.neural.compact import CompactModel, CompactSettings
from palimpseste.document import Document
from palimpseste.evaluation.calibration import (
    Reliability,
    calibration_tables,
    reliability_of,
    system_calibration_table,
)
from palimpseste.evaluation.evaluate import evaluate
from palimpseste.evaluation.lower_case import LowerCaseNames, lower_case_names
from palimpseste.evaluation.markdown import (
    confusion_table,
    label_table,
    over_redaction_table,
    systems_table,
    type_table,
)
from palimpseste.evaluation.operating import operating_table
from palimpseste.evaluation.published import VIEWS_OF_TABLES, beside_the_papers
from palimpseste.evaluation.scores import Evaluation, Scorecard
from palimpseste.evaluation.systems import DEFAULT, ablations_of_rules, predicted, systems_of
from palimpseste.rendering.tables import markdown_table, share

__all__ = ["FIGURE", "Provenance", "Results", "measured", "results_page"]

# Where the page looks for the curve of the operating points.
FIGURE = "figures/operating_points.svg"
TRIAGE = "IAO"
_MAIN, _OTHERS, _WHOLE = "aphp", ("hnfc", "hcl", "tarpon"), "canonical"


@dataclass(frozen=True, slots=True)
class Provenance:
    """What a page of results was made from.

    Parameters
    ----------
    command : str
        That makes it again.
    version : str
        Of this package.
    commit, date : str
        The last commit of what the results depend on, and its day: the same state gives the same page.
    weights : str
        SHA-256 of the model's weights.
    """

    command: str
    version: str
    commit: str
    date: str
    weights: str


@dataclass(frozen=True, slots=True)
class Results:
    """Systems measured on the same notes.

    Parameters
    ----------
    settings : CompactSettings
        Of the model, at its default operating point.
    evaluations : mapping
        System to view to evaluation.
    lower_case : mapping
        System to what became of names without a capital: in triage notes, in all notes.
    ablations : mapping
        The default system with other rules beside the model, in the AP-HP view.
    sets : mapping
        Name of a set of notes to the scores of the default system on it, in the AP-HP view.
    reliability : mapping
        System to its reliability by label, and by what found a span.
    """

    settings: CompactSettings
    evaluations: Mapping[str, Mapping[str, Evaluation]]
    lower_case: Mapping[str, tuple[LowerCaseNames, LowerCaseNames]]
    ablations: Mapping[str, Scorecard]
    sets: Mapping[str, Scorecard]
    reliability: Mapping[str, tuple[Mapping[str, Reliability], Mapping[str, Reliability]]]

    @property
    def default(self) -> Mapping[str, Evaluation]:
        """The evaluations of the default system, by view."""
        return self.evaluations[DEFAULT]

    def cards(self, view: str) -> dict[str, Scorecard]:
        """Return the scores of every system on all notes, in a view."""
        return {name: views[view].overall for name, views in self.evaluations.items()}


def measured(
    sets: Mapping[str, Sequence[Document]],
    model: Path | None,
    *,
    bootstrap: int = 1000,
    moved: Callable[[str], None] = lambda what: None,
) -> Results:
    """Run every system over the notes and measure what it finds.

    Parameters
    ----------
    sets : mapping
        Sets of annotated notes that nothing was made or tuned on, by name.
    model : Path, optional
        Folder of a compact model; the bundled one without it.
    bootstrap : int
        Samples behind the intervals.
    moved : callable
        Told what begins.

    Raises
    ------
    UsageError
        If there is no note or no model.
    """
    loaded = CompactModel.load(model)
    documents = [document for notes in sets.values() for document in notes]
    evaluations: dict[str, dict[str, Evaluation]] = {}
    lower_case: dict[str, tuple[LowerCaseNames, LowerCaseNames]] = {}
    by_set: dict[str, Scorecard] = {}
    reliability = {}
    for name, deidentifier in systems_of(model).items():
        moved(name)
        found = predicted(deidentifier, documents)
        evaluations[name] = {
            view: evaluate(documents, found, view=view, bootstrap=bootstrap)
            for view in dict.fromkeys((_MAIN, *_OTHERS, *VIEWS_OF_TABLES.values(), _WHOLE))
        }
        lower_case[name] = (lower_case_names(documents, found, TRIAGE), lower_case_names(documents, found))
        reliability[name] = (
            reliability_of(documents, found),
            reliability_of(documents, found, lambda label, source: source.partition(".")[0]),
        )
        if name == DEFAULT:
            of = {document.id: document for document in found}
            by_set = {
                part: evaluate(notes, [of[note.id] for note in notes], view=_MAIN, bootstrap=bootstrap).overall
                for part, notes in sets.items()
            }
    ablations = {}
    for name, deidentifier in ablations_of_rules(loaded).items():
        moved(name)
        found = predicted(deidentifier, documents)
        ablations[name] = evaluate(documents, found, view=_MAIN, bootstrap=bootstrap).overall
    return Results(loaded.settings, evaluations, lower_case, ablations, by_set, reliability)


def results_page(results: Results, provenance: Provenance) -> str:
    """Return the page of Markdown."""
    sections = (
        _head(results, provenance),
        _systems(results),
        _sets(results),
        _labels(results),
        _beside(results),
        _views(results),
        _types(results),
        _confusion(results),
        _over_redaction(results),
        _lower_case(results),
        _calibration(results),
        _rules(results),
        _operating_points(results),
    )
    return "\n".join(sections)


def _head(results: Results, provenance: Provenance) -> str:
    card, evaluation = results.default[_MAIN].overall, results.default[_MAIN]
    return (
        "# Results\n\n"
        f"{card.documents} test notes of {card.tokens} tokens, {card.micro.tokens.gold} of them identifying in the "
        "AP-HP view. Nothing was written,\ntrained, chosen or tuned on these notes. They are fictional: expect less of "
        "the notes of a hospital, and measure there\n(`palimpseste evaluate`). Written by the command below; do not "
        "edit.\n\n"
        f"- Command: `{provenance.command}`\n"
        f"- Version {provenance.version}, commit {provenance.commit}, {provenance.date}\n"
        f"- Model: threshold {results.settings.threshold:g}, SHA-256 of the weights `{provenance.weights}`\n"
        f"- Intervals, in brackets: 95 %, {evaluation.bootstrap} bootstrap samples of notes, seed {evaluation.seed}\n\n"
        "Every system goes the rest of the way too: merging, propagation. Measured are:\n\n"
        "- *Precision, recall, F1*: token by token, micro-averaged where labels stand together.\n"
        "- *Redacted*: tokens hidden under whatever label. *Fully redacted*: notes where no such token shows, of all\n"
        "  notes; *where present*: of those that hold one (Tannier et al. 2023).\n"
        "- *Note-level recall*: of the notes that hold an identifier, those that show no letter or digit of any.\n"
        "  *BLEU-4*: masked notes against ideally masked notes (Dorémus et al. 2025).\n"
        "- *Over-redaction*: of the tokens under no span, those that are hidden all the same.\n\n"
        "What ways of writing hide from detection and not from a reader: [evasion](evasion.md).\n"
    )


def _systems(results: Results) -> str:
    return f"## Systems, AP-HP view\n\nThe default is {DEFAULT}.\n\n{systems_table(results.cards(_MAIN))}"


def _sets(results: Results) -> str:
    rows = {f"{name}, {card.documents} notes": card for name, card in results.sets.items()}
    return (
        f"## Sets of notes, AP-HP view\n\nThe default on each set of test notes apart; `corpus/README.md` tells where "
        f"they come from.\n\n{systems_table(rows, 'set')}"
    )


def _labels(results: Results) -> str:
    tables = _by_system(results, _MAIN, lambda evaluation: label_table(evaluation.overall))
    return f"## Labels, AP-HP view\n\nAs table 4 of Tannier et al. 2023, and hospitals too.\n\n{tables}"


def _beside(results: Results) -> str:
    cards = {
        name: {view: evaluation.overall for view, evaluation in views.items()}
        for name, views in results.evaluations.items()
    }
    return beside_the_papers(cards, DEFAULT)


def _views(results: Results) -> str:
    parts = ["## Other views\n"]
    for view in _OTHERS:
        parts.append(f"### {view}\n\n{systems_table(results.cards(view))}\nBy label, {DEFAULT}:\n")
        parts.append(label_table(results.default[view].overall))
    return "\n".join(parts)


def _types(results: Results) -> str:
    tables = _by_system(results, _MAIN, lambda evaluation: type_table(evaluation.types))
    return f"## Document types, AP-HP view\n\nFew notes a type: the intervals are wide.\n\n{tables}"


def _confusion(results: Results) -> str:
    tables = _by_system(results, _WHOLE, lambda evaluation: confusion_table(evaluation.overall.confusion))
    return (
        f"## What was taken for what\n\nTokens, canonical labels; rows are the annotation, O is no label.\n\n{tables}"
    )


def _by_system(results: Results, view: str, table: Callable[[Evaluation], str]) -> str:
    """Return a table a system, under its name; the default comes first."""
    names = sorted(results.evaluations, key=lambda name: name != DEFAULT)
    parts = [f"### {name[:1].upper()}{name[1:]}\n\n{table(results.evaluations[name][view])}" for name in names]
    return "\n".join(parts)


def _over_redaction(results: Results) -> str:
    return (
        "## What was hidden without need\n\n"
        "Tokens under no span of the annotation, by the label they were taken for.\n\n"
        f"{over_redaction_table(results.cards(_WHOLE))}"
    )


def _lower_case(results: Results) -> str:
    rows = []
    for place, where in enumerate((f"{TRIAGE} notes", "all notes")):
        for name, found in results.lower_case.items():
            names = found[place]
            shares = [share(part / names.tokens if names.tokens else None) for part in (names.masked, names.named)]
            rows.append([where, name, str(names.notes), str(names.names), str(names.tokens), *shares])
    return (
        "## Names in lower case\n\n"
        "Given and family names written without a capital, as triage nurses (IAO) type them. *Named*: found as a\n"
        "given or a family name, whichever.\n\n"
        + markdown_table(("notes", "system", "with one", "names", "tokens", "masked", "named"), rows)
    )


def _calibration(results: Results) -> str:
    rows = {name: by_label["all"] for name, (by_label, _) in results.reliability.items()}
    return (
        "## How surely\n\n"
        "Every span says how probable it is that it is what its label says, edges included. Precision of rules and\n"
        "record was counted on the training notes, the model calibrated on the development notes (`make confidence`).\n"
        "*Right*: some annotation has both edges and the label. *Calibration error*: how far what was said is from\n"
        "what was right, on average over the bins of the first table. Where spans are few, chance makes most of it.\n\n"
        f"{calibration_tables(*results.reliability[DEFAULT])}\n"
        f"Every system:\n\n{system_calibration_table(rows)}"
    )


def _rules(results: Results) -> str:
    only = results.settings.evidence_only
    listed = "\n".join(f"- `{rule}`" for rule in only)
    cards = {"the rules chosen (default)": results.cards(_MAIN)[DEFAULT], **results.ablations}
    return (
        "## Rules beside the model\n\n"
        "The model reads what every rule found. Which rules also stand beside it was chosen on training notes\n"
        "that the model of the other half of them had never seen, one rule at a time: one that hides more than three\n"
        "needless tokens for one that identifies, or spoils labels, is evidence only.\n\n"
        f"{systems_table(cards)}\n"
        + (
            f"Evidence only, {len(only)} rules; every other rule stands:\n\n{listed}\n"
            if only
            else "All rules stand.\n"
        )
    )


def _operating_points(results: Results) -> str:
    settings = results.settings
    return (
        "## Operating points\n\n"
        "What masking from a threshold gave on the *development* notes, record, rules and refusals included;\n"
        "`--threshold` and `--recall` choose among them. The default is bold, and alone was measured on the test "
        "notes.\n\n"
        f"![Redacted and F1 by over-redaction, on the development notes]({FIGURE})\n\n"
        f"{operating_table(settings.operating_points, settings.threshold)}"
    )
