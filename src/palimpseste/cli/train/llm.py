"""``palimpseste train llm``: annotated notes in, the adapters of a language model out."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, get_args

import click

from palimpseste.cli.run.console import say
from palimpseste.cli.train.options import (
    dev_option,
    documents_of,
    pace_options,
    privacy_of,
    privacy_said,
    private_options,
    run_options,
    running_of,
    train_and_dev,
)
from palimpseste.errors import UsageError
from palimpseste.labels import VIEWS
from palimpseste.training.generative.settings import Bits, GenerativeSettings
from palimpseste.training.run.pace import Pace

__all__ = ["command"]

_LIBRARIES = ("torch", "transformers", "safetensors", "peft")
_RECIPES = GenerativeSettings.recipes.names()
_PACKED = 16  # bits from which bitsandbytes is not needed
# What the paper had: notes of triage, 443 characters on average and 3,916 at most; Llama's tokens of French.
_NOTES, _CHARACTERS, _MOST_CHARACTERS, _CHARACTERS_A_TOKEN, _AROUND = 6097, 443, 3916, 3.2, 80


@click.command(name="llm")
@click.option(
    "--train",
    "train_paths",
    type=click.Path(path_type=Path),
    multiple=True,
    help="Annotated notes: .jsonl, .notes, Doccano, CoNLL, BRAT folder, or a folder of such files; repeat.",
)
@dev_option
@partial(run_options, output_required=False)
@click.option(
    "--recipe",
    default="bordeaux",
    show_default=True,
    metavar="NAME|FILE",
    help=f"Settings to begin with: {', '.join(_RECIPES)}, or a TOML file; options change them.",
)
@click.option("--decoder", "encoder", help="Language model to fine-tune, by name or folder.")
@click.option("--view", type=click.Choice(list(VIEWS)), help="Label view whose labels are masked.")
@click.option("--language", type=click.Choice(["fr", "en"]), help="Of the instruction.")
@click.option("--masks", type=click.Choice(["plain", "typed"]), help="One mask word for all, or one a label.")
@click.option("--bits", type=click.Choice([str(bits) for bits in get_args(Bits)]), help="Of the weights that stay.")
@click.option("--rank", type=int, help="Of the adapters; 0 trains all weights.")
@click.option("--alpha", type=int, help="Adapters count alpha / rank times.")
@click.option("--adapter-dropout", type=float, help="Before each adapter.")
@click.option("--projection", "projections", multiple=True, help="Layer that gets an adapter, by its name; repeat.")
@click.option("--notes-at-once", type=int, help="Notes of a batch that are in memory together.")
@click.option("--recompute/--no-recompute", default=None, help="Less memory, a third more time.")
@click.option("--measured-notes", type=int, help="Development notes read after each epoch; 0 for all.")
@pace_options(Pace, without=("encoder", "window_words", "window_stride"))
@private_options
@click.option(
    "--dry-run", is_flag=True, help="Say what memory and time it would take; nothing but config.json is read."
)
@click.option("--gpu-memory", type=float, default=16.0, show_default=True, help="GiB of the GPU, for --dry-run.")
@click.option(
    "--gpu-teraflops", type=float, default=120.0, show_default=True, help="Its most in 16 bits, for --dry-run."
)
@click.option("--gpu-share", type=float, default=0.3, show_default=True, help="Share of that reached, for --dry-run.")
def command(
    train_paths: tuple[Path, ...],
    dev_paths: tuple[Path, ...],
    output: Path | None,
    recipe: str,
    bits: str | None,
    projections: tuple[str, ...],
    dry_run: bool,
    gpu_memory: float,
    gpu_teraflops: float,
    gpu_share: float,
    **options: Any,
) -> None:
    r"""Fine-tune a language model on annotated notes, to write them anew with what identifies masked.

    The development notes are read after every epoch, and adapters of every epoch are kept. An interrupted training goes
    on from its last checkpoint when its command is repeated, and ends with the same adapters. With --private the
    adapters say at most so much of any patient of the notes (not of those for development), --batch-size counts
    patients, and an interrupted training ends with others.

    \b
    palimpseste train llm --train train.jsonl --dev dev.jsonl --decoder Mistral-7B-v0.3/ -o model/
    palimpseste train llm --decoder Mistral-7B-v0.3/ --bits 4 --recompute --notes-at-once 1 --dry-run
    """
    from palimpseste.training.requirements import require

    runs, privacy = running_of(options), privacy_of(options)
    settings = GenerativeSettings.from_recipe(
        recipe, bits=int(bits) if bits else None, projections=projections or None, **options
    )
    if not settings.encoder:
        raise UsageError("which language model? (--decoder)")
    if dry_run:
        require("an estimate", ("torch", "transformers"), "generative")
        _say_estimate(settings, train_paths, gpu_memory, gpu_teraflops, gpu_share)
        return
    if not train_paths or output is None:
        raise UsageError("--train and --output are wanted, unless it is a --dry-run")
    libraries = _LIBRARIES if settings.bits >= _PACKED else (*_LIBRARIES, "bitsandbytes")
    require("fine-tuning a language model", libraries, "generative")
    train, dev = train_and_dev(train_paths, dev_paths, settings.seed)

    from palimpseste.detection.generative.card import GenerativeCard
    from palimpseste.training.generative.train import train_llm

    with runs as running:
        found = train_llm(train, dev, settings, output, running, privacy=privacy)
    for name, value in found.items():
        click.echo(f"{name} {value:.4f}")
    say(f"adapters written to {output}")
    privacy_said(GenerativeCard.read(output).privacy)


def _say_estimate(
    settings: GenerativeSettings, train_paths: tuple[Path, ...], memory: float, teraflops: float, share: float
) -> None:
    from palimpseste.training.encoder.encoders import load_config
    from palimpseste.training.generative.estimate import GIB, Notes, estimated, sizes_of

    lengths = [len(note.text) for note in documents_of(train_paths)] if train_paths else None
    mean = sum(lengths) / len(lengths) if lengths else _CHARACTERS
    most = max(lengths) if lengths else _MOST_CHARACTERS
    notes = Notes(
        count=len(lengths) if lengths else _NOTES,
        tokens=2 * mean / _CHARACTERS_A_TOKEN + _AROUND,
        longest=round(2 * most / _CHARACTERS_A_TOKEN) + _AROUND,
    )
    sizes = sizes_of(load_config(settings.encoder), settings)
    found = estimated(sizes, settings, notes)
    weights = sizes.frozen_linear + sizes.frozen_other
    click.echo(f"{weights / 1e9:.2f} billion weights, {sizes.trained / 1e6:.1f} million of them learned")
    click.echo(
        f"{notes.count:,} notes of {notes.tokens:,.0f} tokens with their response, {notes.longest:,} at most; "
        f"{settings.notes_at_once} in memory together"
    )
    for name, size in (
        (f"weights, {settings.bits} bits", found.weights),
        ("what learns, with AdamW", found.trained),
        ("kept for the way back", found.kept),
        ("scores of words", found.scores),
        ("libraries", found.besides),
    ):
        click.echo(f"  {name:<24} {size / GIB:6.2f} GiB")
    verdict = "fits" if found.memory <= memory * GIB else "does not fit"
    click.echo(f"  {'together, at most':<24} {found.memory / GIB:6.2f} GiB: {verdict} {memory:g} GiB")
    hours = found.hours(teraflops, share)
    click.echo(f"{hours:.1f} hours at {share:.0%} of {teraflops:g} teraflops, readings after each epoch left out")
    if found.memory > memory * GIB:
        say("less memory: --notes-at-once 1, --recompute, --bits 4, --window-pieces")
