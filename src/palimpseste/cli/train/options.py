"""The options that the ways of training share, and the settings they make together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import click

from palimpseste.cli.options import together
from palimpseste.cli.run.console import say
from palimpseste.cli.train.console import TrainingConsole
from palimpseste.coding.settings import MODELS
from palimpseste.errors import UsageError
from palimpseste.labels import VIEWS
from palimpseste.training.encoder.metrics import METRICS
from palimpseste.training.encoder.settings import Head, Loss, Settings
from palimpseste.training.run.pace import MixedPrecision, Pace
from palimpseste.training.run.running import Running

if TYPE_CHECKING:
    from palimpseste.document import Document
    from palimpseste.training.run.private import Privacy

__all__ = [
    "dev_option",
    "documents_of",
    "mixed_documents_of",
    "mixing_options",
    "numbers",
    "pace_options",
    "privacy_of",
    "privacy_said",
    "private_options",
    "run_options",
    "running_of",
    "setting_options",
    "settings_of",
    "train_and_dev",
    "train_option",
    "train_option_for",
]

F = TypeVar("F", bound=Callable[..., Any])

_HELP = {
    "encoder": "Hugging Face encoder, by name or folder.",
    "view": "Label view to learn.",
    "head": "Whether scores between tags are learned.",
    "loss": "Of whole sequences (crf), or tag by tag.",
    "epochs": "Passes over the notes.",
    "steps": "Batches, instead of epochs.",
    "batch_size": "Windows a batch.",
    "learning_rate": "Highest rate, for the encoder.",
    "head_learning_rate": "Highest rate, for what is new.",
    "warmup_share": "Share of the steps in which rates rise.",
    "weight_decay": "Of AdamW.",
    "dropout": "Before the head.",
    "clip_norm": "Largest norm of a gradient; 0 for no limit.",
    "window_words": "Most words of a window.",
    "window_stride": "Words between windows; 0 cuts at sentence starts.",
    "window_pieces": "Most sub-words of a window; 0 for all the encoder takes.",
    "precision": "Of the encoder's arithmetic.",
    "metric": "What decides on the dev notes which weights are best.",
    "patience_evaluations": "Evaluations without a better one before stopping; 0 never stops.",
    "evaluate_every_steps": "0 evaluates after each epoch.",
    "checkpoint_every_steps": "How much an interruption may cost.",
    "seed": "Of everything drawn.",
    "mask_share": "Share of the sub-words to guess.",
    "model": "What reads the stays.",
    "attention_size": "Rows of V under laat.",
    "most_segments": "Segments of a stay that are read; 0 for all.",
    "segments_at_once": "Segments in memory together.",
    "labels_at_once": "Labels that attend together.",
    "tell_values": "Read dates with the delay they tell, and ages by bands.",
    "least_count": "Training stays a code needs.",
    "most_words": "Vocabulary of linear and cnn.",
    "least_word_count": "Training stays a word needs.",
    "vector_size": "Width of the word vectors of cnn.",
    "filters": "Filters of each width of cnn.",
}
_CHOICES: dict[str, Sequence[str]] = {
    "model": MODELS,
    "view": tuple(VIEWS),
    "head": get_args(Head),
    "loss": get_args(Loss),
    "precision": get_args(MixedPrecision),
    "metric": tuple(METRICS),
}


def pace_options(settings: type[Pace], *, without: Sequence[str] = ()) -> Callable[[F], F]:
    """Return what adds one option a setting; each is None unless given."""

    def add(function: F) -> F:
        for field in reversed(fields(settings)):
            if field.name in without:
                continue
            kind = click.Choice(_CHOICES[field.name]) if field.name in _CHOICES else type(field.default)
            name = "--" + field.name.replace("_", "-")
            if kind is bool:
                name += "/--no-" + name[2:]
            function = click.option(name, field.name, type=kind, default=None, help=_HELP[field.name])(function)
        return function

    return add


def setting_options(function: F) -> F:
    """Add ``--recipe`` and one option a setting of a training for named entities."""
    function = pace_options(Settings)(function)
    return click.option(
        "--recipe",
        default="default",
        show_default=True,
        metavar="NAME|FILE",
        help=f"Settings to begin with: {', '.join(Settings.recipes.names())}, or a TOML file; options change them.",
    )(function)


def settings_of(recipe: str, options: dict[str, Any]) -> Settings:
    """Return the settings of a command line, taken out of its other options."""
    return Settings.from_recipe(recipe, **{field.name: options.pop(field.name, None) for field in fields(Settings)})


_ABOVE_NONE = click.FloatRange(0, min_open=True)
private_options = together(
    click.option(
        "--private",
        "epsilon",
        type=_ABOVE_NONE,
        metavar="EPSILON",
        help="Let the weights say at most this of any patient, by DP-SGD.",
    ),
    click.option(
        "--private-delta",
        type=click.FloatRange(0, 1, min_open=True, max_open=True),
        default=1e-5,
        show_default=True,
        help="Chance that --private does not hold; below one over the number of patients.",
    ),
    click.option("--private-clip", type=_ABOVE_NONE, default=1.0, show_default=True, help="Norm of --private."),
)


def privacy_of(options: dict[str, Any]) -> Privacy | None:
    """Return what a private training is held to, taken out of the options of a command line; None if it is not."""
    epsilon, delta, clip = (options.pop(name) for name in ("epsilon", "private_delta", "private_clip"))
    patients = options.pop("private_patients", 64)
    if epsilon is None:
        return None
    from palimpseste.training.requirements import require

    require("a private training", ("torch", "opacus"), "private")
    from palimpseste.training.run.private import Privacy

    return Privacy(epsilon=epsilon, delta=delta, clip=clip, patients=patients)


def privacy_said(privacy: Mapping[str, object] | None) -> None:
    """Say what a private training cost."""
    if privacy:
        say(
            f"({privacy['epsilon']}, {privacy['delta']:g})-differential privacy of {privacy['of']}; not covered: "
            f"{privacy['not_covered']}"
        )


def train_option_for(what: str) -> Callable[[F], F]:
    """Return what adds ``--train``, its help saying what it takes."""
    return click.option(
        "--train", "train_paths", type=click.Path(path_type=Path), multiple=True, required=True, help=f"{what}; repeat."
    )


train_option = train_option_for(
    "Annotated notes: .jsonl, .notes, Doccano, CoNLL, BRAT folder, or a folder of such files"
)


def run_options(function: F, *, output_required: bool = True) -> F:
    """Add where a run writes and how it goes."""
    return together(
        click.option(
            "-o",
            "--output",
            type=click.Path(path_type=Path, file_okay=False),
            required=output_required,
            help="Folder to write.",
        ),
        click.option("--device", default="auto", show_default=True, help="auto, cpu, cuda or cuda:N."),
        click.option("--force", is_flag=True, help="Replace OUTPUT if it exists."),
        click.option("--restart", is_flag=True, help="Throw away what an interrupted run left, instead of resuming."),
        click.option("--progress/--no-progress", default=None, help="Progress bar.  [default: on a terminal]"),
    )(function)


def running_of(options: dict[str, Any]) -> AbstractContextManager[Running]:
    """Return how a training runs, taken out of the options of a command line; it is shown while that is entered."""
    console = TrainingConsole(options.pop("progress"))
    running = Running(**{name: options.pop(name) for name in ("device", "force", "restart")}, progress=console)

    @contextmanager
    def shown() -> Iterator[Running]:
        with console:
            yield running

    return shown()


def documents_of(paths: Sequence[Path]) -> list[Document]:
    """Return the annotated documents of files and folders, in order.

    Raises
    ------
    UsageError
        If there is none.
    """
    from palimpseste.corpus import read_documents

    documents = [document for path in paths for document in read_documents(path)]
    if not documents:
        raise UsageError(f"{', '.join(map(str, paths))}: no annotated note")
    return documents


mixing_options = together(
    click.option(
        "--mixed-with",
        "mixed_paths",
        type=click.Path(path_type=Path),
        multiple=True,
        help="Annotated notes of another extraction of the same files, letterheads and all: a share of the notes "
        "learned from is drawn from these, no identifier twice; repeat.",
    ),
    click.option(
        "--mixed-share",
        type=click.FloatRange(0, 1, min_open=True, max_open=True),
        default=0.1,
        show_default=True,
        help="Share of the notes that is of --mixed-with.",
    ),
)


def mixed_documents_of(
    paths: Sequence[Path], mixed_paths: Sequence[Path], mixed_share: float, seed: int
) -> list[Document]:
    """Return the annotated documents of files and folders, a share of another extraction in their stead if asked.

    Parameters
    ----------
    paths : sequence of Path
        Of the documents.
    mixed_paths : sequence of Path
        Of the other extraction.
    mixed_share : float
        In ``[0, 1]``.
    seed : int
        Of the draw of which.
    """
    from palimpseste.corpus.mixing import mixed

    documents = documents_of(paths)
    if not mixed_paths:
        return documents
    others = documents_of(mixed_paths)
    notes = mixed(documents, others, mixed_share, seed)
    theirs = set(map(id, others))
    say(f"{len(notes)} notes, {sum(id(note) in theirs for note in notes)} of them of the second extraction")
    return notes


def dev_option(function: F) -> F:
    """Add ``--dev``."""
    return click.option(
        "--dev",
        "dev_paths",
        type=click.Path(path_type=Path),
        multiple=True,
        help="Annotated notes to measure on; without, a tenth of the patients of --train are held out.",
    )(function)


def train_and_dev(
    train_paths: Sequence[Path],
    dev_paths: Sequence[Path],
    seed: int,
    mixed_paths: Sequence[Path] = (),
    mixed_share: float = 0.1,
) -> tuple[list[Document], list[Document]]:
    """Return the notes to train on and those to measure on, and say how many there are.

    Parameters
    ----------
    train_paths : sequence of Path
        To train on.
    dev_paths : sequence of Path
        To measure on; without, a share of the others.
    seed : int
        Of the draws.
    mixed_paths : sequence of Path
        Of another extraction of the notes to train on.
    mixed_share : float
        In ``[0, 1]``: how many of them are read from it.
    """
    from palimpseste.training.compare.folds import dev_split

    train = mixed_documents_of(train_paths, mixed_paths, mixed_share, seed)
    if dev_paths:
        dev = documents_of(dev_paths)
    else:
        train, dev = dev_split(train, seed)
    say(f"{len(train)} notes to train on, {len(dev)} to measure on")
    return train, dev


def numbers(option: str, given: str) -> tuple[int, ...]:
    """Return whole numbers between commas.

    Raises
    ------
    UsageError
        If there is something else.
    """
    try:
        return tuple(int(part) for part in given.split(","))
    except ValueError:
        raise UsageError(f"{option} takes whole numbers between commas, got {given!r}") from None
