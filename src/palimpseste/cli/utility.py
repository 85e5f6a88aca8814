"""``palimpseste utility``: what every policy costs those who learn codes from the texts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from palimpseste.cli.bars import empty_bar, is_shown
from palimpseste.cli.code.options import FILE, column_options, stays_of
from palimpseste.cli.experiment_options import experiment_key, key_option, policies_option
from palimpseste.cli.pages import write_page, written_command
from palimpseste.cli.run.console import say
from palimpseste.cli.train.options import pace_options
from palimpseste.coding.settings import ENCODER_MODELS, MODELS, CodingSettings
from palimpseste.training.run.pace import Pace
from palimpseste.utility.versions import DEFAULT_POLICIES, versions_of

if TYPE_CHECKING:
    from palimpseste.utility.experiment import Watch

__all__ = ["command"]

_COLUMNS = ("id_column", "text_column", "codes_column", "left_aside", "families", "only")
_FIGURES = "figures"
_WITHOUT_EFFECT = ("output", "commit", "progress", "jobs", "key_file")
_OF_ENCODERS = {*(field.name for field in fields(Pace)), "head_learning_rate"}
_QUICK_PATIENTS, _QUICK_DOCUMENTS = 1_000, 100


@click.command(name="utility")
@click.argument("stays", type=FILE, nargs=-1, required=True)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, file_okay=False), required=True, help="Folder to write."
)
@policies_option
@click.option(
    "--spans",
    type=click.Choice(["gold", "detected"]),
    multiple=True,
    help="What is written over: what annotators marked, what is detected; repeat.  [default: both]",
)
@click.option(
    "--model",
    "models",
    type=click.Choice(MODELS),
    multiple=True,
    default=("laat",),
    show_default=True,
    help="The first is trained on every version, further ones on the original text; repeat.",
)
@click.option("--seeds", type=click.IntRange(min=1), default=3, show_default=True, help="Trainings behind each figure.")
@click.option("--most-training-stays", type=click.IntRange(min=0), default=0, help="The first so many; 0 for all.")
@key_option
@click.option("--jobs", type=click.IntRange(min=1), default=2, show_default=True, help="Processes.")
@click.option("--no-attack", is_flag=True, help="Without the attack on dates at the same ε.")
@click.option("--quick-attack", is_flag=True, help="A tenth of its patients and documents.")
@click.option("--bootstrap", type=click.IntRange(min=0), default=1000, show_default=True, help="Samples of stays.")
@click.option("--commit", default="", metavar="TEXT", help="What the page says it was made from, besides the version.")
@click.option("--progress/--no-progress", default=None, help="Progress bar.  [default: on a terminal]")
@column_options
@pace_options(CodingSettings, without=("window_words", "window_stride", "model", "seed"))
def command(
    stays: tuple[Path, ...],
    output: Path,
    policies: tuple[str, ...],
    spans: tuple[Any, ...],
    models: tuple[str, ...],
    seeds: int,
    most_training_stays: int,
    key_file: Path | None,
    jobs: int,
    no_attack: bool,
    quick_attack: bool,
    bootstrap: int,
    commit: str,
    progress: bool | None,
    **options: Any,
) -> None:
    """Measure what de-identification costs: the same codes learned from STAYS as they are and under every policy.

    STAYS are those of `code train`, with a column split or split by identifier. Epochs, batches and rates are those of
    models with an encoder; others keep their own. Writes results.md, results.csv and figures; texts stay in memory.
    Repeat the command to go on where it stopped.
    """
    from palimpseste.training.requirements import require

    require("training")
    from palimpseste import __version__
    from palimpseste.utility.attacks import AttackSize
    from palimpseste.utility.design import Design
    from palimpseste.utility.experiment import run_experiment
    from palimpseste.utility.figure import f1_figure, sides_figure
    from palimpseste.utility.page import UtilityMade, utility_csv, utility_page, version_table
    from palimpseste.utility.results import read_results

    columns = {name: options.pop(name) for name in _COLUMNS}
    given = {name: value for name, value in options.items() if value is not None}
    size = AttackSize(_QUICK_PATIENTS, _QUICK_DOCUMENTS) if quick_attack else AttackSize()
    design = Design(
        files=stays_of(stays, columns),
        versions=versions_of(policies or DEFAULT_POLICIES, spans or ("gold", "detected")),
        models=tuple(_settings_of(model, given) for model in models),
        seeds=tuple(range(seeds)),
        most_training_stays=most_training_stays,
        attack=None if no_attack else size,
    )
    with _bars(progress) as watch:
        run_experiment(design, output / "work", experiment_key(key_file), jobs=jobs, watch=watch)
    results = read_results(design, output / "work", bootstrap=bootstrap)
    made = UtilityMade(written_command(_WITHOUT_EFFECT), __version__, commit, size.patients)
    figures = {"utility.svg": f1_figure(results), "sides.svg": sides_figure(results)}
    drawn = {f"{_FIGURES}/{name}": figure for name, figure in figures.items() if figure}
    for name, figure in drawn.items():
        (output / name).parent.mkdir(exist_ok=True)
        write_page(output / name, figure)
    write_page(output / "results.csv", utility_csv(results))
    write_page(output / "results.md", utility_page(results, made, list(drawn)))
    click.echo(version_table(results), nl=False)
    say(f"results written to {output}")


def _settings_of(model: str, given: dict[str, Any]) -> CodingSettings:
    if model not in ENCODER_MODELS:
        return CodingSettings.of_model(model, **{name: given[name] for name in given if name not in _OF_ENCODERS})
    # Truncated reads the first 512 sub-words, however the others cut.
    changes = {**given, "window_pieces": 0} if model == "truncated" else given
    return CodingSettings.of_model(model, **changes)


@contextmanager
def _bars(wanted: bool | None) -> Iterator[Watch]:
    """Yield what shows each stage as a bar, or in silence."""
    if not is_shown(wanted):
        yield lambda what, done, total: None
        return
    from rich.progress import TimeElapsedColumn

    with empty_bar(TimeElapsedColumn()) as progress:
        bars: dict[str, Any] = {}

        def watch(what: str, done: int, total: int) -> None:
            if what not in bars:
                bars[what] = progress.add_task(what, total=total)
            progress.update(bars[what], completed=done)

        yield watch
