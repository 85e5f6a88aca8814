"""``palimpseste attack memory``: what a trained model remembers of the notes it read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from palimpseste.cli.bars import with_bar
from palimpseste.errors import UsageError
from palimpseste.labels import VIEWS

if TYPE_CHECKING:
    from palimpseste.document import Document
    from palimpseste.leakage.memory.roc import Told

__all__ = ["command"]

_NOTES = click.Path(path_type=Path, exists=True)


@click.command(name="memory")
@click.argument("model", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path, file_okay=False), help="Folder.")
@click.option("--training", multiple=True, type=_NOTES, help="Annotated notes MODEL was trained on; repeat.")
@click.option("--held-out", multiple=True, type=_NOTES, help="Annotated notes of the same kind it never read; repeat.")
@click.option(
    "--reference", "references", multiple=True, type=click.Path(path_type=Path, file_okay=False),
    help="A model of the same kind trained on neither; repeat. What a note's loss is calibrated by.",
)  # fmt: skip
@click.option(
    "--decoder", type=click.Path(path_type=Path, file_okay=False), help="Language model under adapters of `train llm`."
)
@click.option("--device", default="auto", show_default=True, help="Where a language model runs: cpu, cuda, cuda:N.")
@click.option("--known", multiple=True, type=_NOTES, help="Other notes that MODEL or a reference read; repeat.")
@click.option(
    "--canaries",
    "canaries_file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="What `train compact --canaries` or `corpus canaries` wrote.  [default: canaries.json of MODEL]",
)
@click.option(
    "--candidates", type=click.IntRange(min=1), default=1023, show_default=True, help="That a canary is ranked among."
)
@click.option("--labels", type=click.Choice(list(VIEWS)), default="canonical", help="Label set of the notes.")
@click.option("--names", type=click.IntRange(min=1), default=2000, show_default=True, help="Most of each side.")
@click.option("--bootstrap", type=click.IntRange(min=0), default=1000, show_default=True, help="Behind intervals.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of names and intervals.")
@click.option("--progress/--no-progress", default=None, help="Progress bar.  [default: on a terminal]")
def command(
    model: Path,
    output: Path,
    training: tuple[Path, ...],
    held_out: tuple[Path, ...],
    references: tuple[Path, ...],
    decoder: Path | None,
    device: str,
    known: tuple[Path, ...],
    canaries_file: Path | None,
    candidates: int,
    labels: str,
    names: int,
    bootstrap: int,
    seed: int,
    progress: bool | None,
) -> None:
    r"""Tell what MODEL remembers of the notes it was trained on.

    MODEL is a folder of `train compact`, `train ner` or `train llm` (with --decoder), a decoder, or 'bundled'.

    Membership: whether its loss tells notes of the training from held-out ones. Names: whether it is surer of those it
    read. Canaries: how far up it puts made-up values it was trained with. OUTPUT gets memory.md, memory.json and
    memory.svg, figures alone, nothing of a note; a run that is interrupted goes on when it is repeated.

    \b
    palimpseste attack memory model/ --training notes.jsonl --held-out others.jsonl --reference other-model/ -o memory/
    """
    from palimpseste.corpus import read_documents
    from palimpseste.leakage.memory.attack import MemoryAttack
    from palimpseste.leakage.memory.canaries import CANARIES_FILE, Canaries
    from palimpseste.leakage.memory.models import asked_of
    from palimpseste.leakage.memory.report import Memory, write_memory
    from palimpseste.leakage.memory.run import MemoryRun

    bundled = model == Path("bundled")
    attacked = asked_of(None if bundled else model, decoder=decoder, device=device)
    attack = MemoryAttack(
        attacked, [asked_of(folder, decoder=decoder, like=attacked, device=device) for folder in references]
    )
    if canaries_file is None and not bundled and (model / CANARIES_FILE).exists():
        canaries_file = model / CANARIES_FILE
    canaries = Canaries.read(canaries_file) if canaries_file else None
    if bool(training) != bool(held_out):
        raise UsageError("--training and --held-out go together: notes are told apart from notes")
    if not training and canaries is None:
        raise UsageError("nothing to ask: give --training and --held-out, or a model trained with canaries")

    def read(paths: tuple[Path, ...]) -> Iterator[Document]:
        return chain.from_iterable(read_documents(path, view=labels) for path in paths)

    output.mkdir(parents=True, exist_ok=True)
    run = MemoryRun(attack, output, bootstrap=bootstrap, seed=seed, told_of=partial(with_bar, wanted=progress))
    membership: Mapping[str, Mapping[str, Told]] = {}
    sureness = None
    if training:
        _refuse_shared(read(training), read(held_out))
        membership = run.membership(partial(read, training), partial(read, held_out))
        if not membership:
            raise UsageError("--training or --held-out has no note with text")
        sureness = run.sureness(read(training), read(held_out), read(known), names)
    found = run.exposure(canaries, candidates) if canaries is not None else []
    click.echo(write_memory(output, Memory(attacked.digest, membership, sureness, found)), nl=False)


def _refuse_shared(training: Iterator[Document], held_out: Iterator[Document]) -> None:
    """Refuse a note on both sides: by its text, since identifiers may be those of their files."""
    from hashlib import sha256

    def digest(note: Document) -> bytes:
        return sha256(note.text.encode("utf-8", "surrogatepass")).digest()

    read = {digest(note) for note in training}
    both = [note.id for note in held_out if digest(note) in read]
    if both:
        raise UsageError(f"document {both[0]!r} is in --training and in --held-out, as {len(both):,} in all")
