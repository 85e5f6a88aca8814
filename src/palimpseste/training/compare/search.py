"""Hyper-parameters searched for: epochs, maximum length and batch size, by TPE.

These three, by Optuna's tree-structured Parzen estimator (Bergstra et al. 2011), are what Tchouka, Couchot and Laiymani
(2023, experiments) search. The study is an SQLite file, and each proposal a function of the seed and of the trials
done: an interrupted search goes on with the very trial, and the step, it was at.
"""

from __future__ import annotations

import json
import shutil
import warnings
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.files import write_json
from palimpseste.rendering.tables import markdown_table, share
from palimpseste.training.encoder.encoders import load_config, window_pieces
from palimpseste.training.encoder.label_set import labels_met
from palimpseste.training.encoder.ner import train_ner
from palimpseste.training.encoder.settings import Settings
from palimpseste.training.run.running import UNWATCHED, Running
from palimpseste.training.run.workplace import Workplace, digest_of

__all__ = ["SearchSpace", "search"]

_STUDY = "study.db"
_FIRST_AT_RANDOM = 5


@dataclass(frozen=True, slots=True)
class SearchSpace:
    """What is tried.

    Parameters
    ----------
    epochs : tuple of int
        Fewest and most, both included.
    lengths : tuple of int
        Sub-words of a window.
    batch_sizes : tuple of int
        Windows a batch.
    """

    epochs: tuple[int, int] = (5, 30)
    lengths: tuple[int, ...] = (64, 128, 256, 512)
    batch_sizes: tuple[int, ...] = (8, 16, 32, 64)

    def __post_init__(self) -> None:
        if not 1 <= self.epochs[0] <= self.epochs[1]:
            raise UsageError(f"epochs to search: fewest and most, 1 or more, got {self.epochs[0]} and {self.epochs[1]}")
        if not self.lengths or not self.batch_sizes or min(*self.lengths, *self.batch_sizes) < 1:
            raise UsageError("lengths and batch sizes to search: at least one of each, 1 or more")


def search(
    train: Sequence[Document],
    dev: Sequence[Document],
    settings: Settings,
    space: SearchSpace,
    target: Path,
    running: Running = UNWATCHED,
    *,
    trials: int = 20,
) -> str:
    """Run trials and write the target: ``best.toml`` (a recipe), ``model/``, ``study.db``, ``trials.json``, a report.

    Parameters
    ----------
    settings : Settings
        What is not searched, and the measure to raise (`metric`).
    trials : int
        How many models are trained; only the best one's weights are kept.

    Returns
    -------
    str
        The report, in Markdown.

    Raises
    ------
    UsageError
        As :func:`~palimpseste.training.encoder.ner.train_ner`.
    """
    labels_met(train, settings.view)
    for length in space.lengths:
        window_pieces(load_config(settings.encoder), length)
    request = {**settings.to_mapping(), **{f"searched_{k}": v for k, v in asdict(space).items()}, "trials": trials}
    request |= {"train_documents": digest_of(train), "dev_documents": digest_of(dev)}
    workplace = Workplace(target, request, running)
    done: list[dict[str, Any]] = []
    with _OpenStudy(workplace.path(_STUDY)) as study:
        while True:
            done = _completed(study)
            _keep_best(workplace.folder, done)
            if len(done) >= trials:
                break
            trial = _next_trial(study, settings.seed + len(done))
            chosen = settings.changed(
                epochs=trial.suggest_int("epochs", *space.epochs),
                window_pieces=trial.suggest_categorical("length", space.lengths),
                batch_size=trial.suggest_categorical("batch_size", space.batch_sizes),
            )
            # A window never has more words than sub-words.
            chosen = chosen.changed(window_words=min(settings.window_words, chosen.window_pieces))
            if chosen.window_stride > chosen.window_words:
                chosen = chosen.changed(window_stride=chosen.window_words // 2)
            running.progress.said(
                f"trial {len(done) + 1} of {trials}: epochs {chosen.epochs}, length {chosen.window_pieces}, "
                f"batch size {chosen.batch_size}"
            )
            value = _trained(workplace.folder / _model_name(len(done)), train, dev, chosen, running)
            trial.set_user_attr("settings", chosen.to_mapping())
            study.tell(trial, value)
    report = _report(done, settings)

    def fill(folder: Path) -> None:
        best = _best(done)
        (folder / "report.md").write_text(report, encoding="utf-8")
        (folder / "best.toml").write_text(_toml(best["settings"]), encoding="utf-8")
        write_json(folder / "trials.json", done)
        shutil.copyfile(workplace.path(_STUDY), folder / _STUDY)
        (workplace.folder / _model_name(best["number"])).rename(folder / "model")

    workplace.finish(fill)
    return report


class _OpenStudy:
    """Opens the study of a file, and lets go of it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> Any:
        import optuna

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self._storage = optuna.storages.RDBStorage(f"sqlite:///{self._path.resolve()}")
        return optuna.create_study(
            storage=self._storage, study_name="search", direction="maximize", load_if_exists=True
        )

    def __exit__(self, *_: object) -> None:
        self._storage.remove_session()
        self._storage.engine.dispose()


def _next_trial(study: Any, seed: int) -> Any:
    import optuna

    # A trial that was interrupted is proposed again: the sampler knows completed ones only, and its seed is theirs.
    for trial in study.get_trials(deepcopy=False, states=(optuna.trial.TrialState.RUNNING,)):
        study.tell(trial.number, state=optuna.trial.TrialState.FAIL)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        study.sampler = optuna.samplers.TPESampler(seed=seed, n_startup_trials=_FIRST_AT_RANDOM)
    return study.ask()


def _completed(study: Any) -> list[dict[str, Any]]:
    """Return number (among the completed), settings and measure of each completed trial."""
    import optuna

    trials = study.get_trials(deepcopy=False, states=(optuna.trial.TrialState.COMPLETE,))
    return [
        {"number": number, "value": trial.value, "settings": trial.user_attrs["settings"]}
        for number, trial in enumerate(trials)
    ]


def _trained(
    model: Path, train: Sequence[Document], dev: Sequence[Document], settings: Settings, running: Running
) -> float:
    if not model.exists():
        train_ner(train, dev, settings, model, running)
    dev_scores = json.loads((model / "metrics.json").read_text(encoding="utf-8"))["measures"]
    return float(dev_scores[settings.metric])


def _model_name(number: int) -> str:
    return f"trial-{number + 1:03d}"


def _best(done: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return max(done, key=lambda trial: (trial["value"], -trial["number"]))


def _keep_best(folder: Path, done: Sequence[dict[str, Any]]) -> None:
    for trial in done:
        if trial is not _best(done):
            shutil.rmtree(folder / _model_name(trial["number"]), ignore_errors=True)


def _report(done: Sequence[dict[str, Any]], settings: Settings) -> str:
    best = _best(done)
    rows = [
        [
            f"**{trial['number'] + 1}**" if trial is best else str(trial["number"] + 1),
            *(str(trial["settings"][name]) for name in ("epochs", "window_pieces", "batch_size")),
            share(trial["value"]),
        ]
        for trial in done
    ]
    heads = ("trial", "epochs", "length", "batch size", settings.metric)
    return f"# Search over {len(done)} trainings of {settings.encoder}\n\n{markdown_table(heads, rows)}"


def _toml(values: dict[str, Any]) -> str:
    # Strings of JSON are strings of TOML; numbers too.
    return "".join(f"{name} = {json.dumps(value)}\n" for name, value in values.items())
