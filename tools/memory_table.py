"""Train HCL's four models from nothing and attack them: which of them give back the words masked in unseen notes.

A reads open text alone; the sub-words of all four are those of open text and of names that many people and towns bear,
which say nothing of who works where. A' is A after it has read the notes of a hospital, with identities: simulated
stays that share its name, staff, town and telephones, as `corpus stays --one-hospital` writes them. B and B' are the
two fine-tuned to find names in them. All four are asked for the masked words of notes that none of them has read: stays
of other patients of the hospital, such stays in sentences that stand in none that was read, and the development notes
of `corpus/`, which are of other hospitals.

    python tools/memory_table.py build/memory-table [--scale 0.02] [--docs docs]

Goes on where it stopped, training by training and note by note.
"""

from __future__ import annotations

import argparse
import json
import lzma
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from palimpseste.cli.bars import with_bar
from palimpseste.cli.train.console import TrainingConsole
from palimpseste.corpus import read_documents
from palimpseste.corpus.splits import read_splits, split_documents
from palimpseste.corpus.stays import generate_stays
from palimpseste.document import Document
from palimpseste.evaluation.published import published
from palimpseste.evaluation.scores import Estimate
from palimpseste.files import write_text
from palimpseste.files.kept import kept_figures
from palimpseste.labels import VIEWS
from palimpseste.leakage.fill_mask import NOTES_AT_ONCE, FillMask
from palimpseste.leakage.fill_mask_table import FillMaskScores, fill_mask_scores
from palimpseste.leakage.holes import masked_note
from palimpseste.leakage.language_models import MaskGuesser
from palimpseste.places import PlaceTable
from palimpseste.rendering.tables import markdown_table
from palimpseste.training.encoder.mlm import MaskingSettings, train_mlm
from palimpseste.training.encoder.ner import train_ner
from palimpseste.training.encoder.settings import Settings
from palimpseste.training.encoder.small_encoder import SmallEncoderSettings, make_small_encoder
from palimpseste.training.run.running import Running
from palimpseste.training.run.workplace import digest_of
from palimpseste.writings.lists import family_births, given_births

CORPUS = Path(__file__).parent.parent / "corpus"
SHARED = Path(__file__).parent.parent.parent / "shared"
SENTENCES_A_TEXT = 16
# One in so many patients whose stays are like those read is read by no model.
PUT_ASIDE = 20
# Family names, given names and communes that become sub-words: those most borne, and largest. A model trained on a
# hundred gigabytes of French has met them often, sixty thousand sentences hold few: each is read so many times over.
NAMES = (4_000, 2_000, 2_000)
NAMES_READ = 20
VIEW = "hcl"
LABELS = tuple(dict.fromkeys(VIEWS[VIEW].values()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """What is read and learned.

    Parameters
    ----------
    sentences, stays, clinicians : int
        Of open text; simulated, all patients together; that the hospital has.
    encoder : SmallEncoderSettings
        Of all four.
    open_steps, ner_steps : int
        Batches of A; of B and B'.
    notes_steps : tuple of int
        Batches of A' after A, in rounds that begin with a high rate each.
    batch : int
        Windows.
    mask_share : float
        Of the sub-words of A and A', in training: 15 % in the paper; models learn more with 40 % (Wettig et al. 2023),
        and are attacked where all values and signs of a note are masked at once.
    attacked, ranked : int
        Unseen notes of a kind, at most; those in which values are told apart from others, too.
    """

    sentences: int
    stays: int
    clinicians: int
    encoder: SmallEncoderSettings
    open_steps: int
    notes_steps: tuple[int, ...]
    ner_steps: int
    batch: int
    mask_share: float
    attacked: int
    ranked: int


SIZE = Size(
    sentences=60_000,
    stays=2_000,
    clinicians=30,
    encoder=SmallEncoderSettings(vocabulary=24_000, hidden_size=128, layers=2, positions=256, hidden_dropout=0.0),
    open_steps=2_000,
    notes_steps=(5_000,),
    ner_steps=150,
    batch=32,
    mask_share=0.4,
    attacked=150,
    ranked=10,
)


def main() -> None:
    """Make the material, the models and the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scale", type=float, default=1.0, help="how many times the texts and the steps")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--open-text", type=Path, default=SHARED / "text" / "french_sentences.txt.xz")
    parser.add_argument("--open-cases", type=Path, default=SHARED / "corpus" / "clinical_cases.jsonl")
    parser.add_argument("--docs", type=Path, help="folder that gets memory_table.md")
    parser.add_argument("--published", action="store_true", help="attack as the paper does, and no better")
    options = parser.parse_args()
    size = scaled(SIZE, options.scale)
    folder: Path = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    texts, source = open_texts(options.open_text, options.open_cases, size.sentences)
    material = material_of(size)
    models = Models(folder, size, options.device)
    models.train(texts, material)
    ways = [PUBLISHED] if options.published else list(ATTACKS)
    found = attacked(folder, models.asked, material.unseen, size.ranked, ways)
    page = report(size, source, material, models, found)
    write_text(folder / "memory_table.md", page)
    if options.docs:
        write_text(options.docs / "memory_table.md", page)
    print(page)


def scaled(size: Size, share: float) -> Size:
    """Return a size with a share of its texts and steps."""
    names = ("sentences", "stays", "open_steps", "ner_steps")
    changed: dict[str, Any] = {name: max(int(getattr(size, name) * share), 1) for name in names}
    return replace(size, notes_steps=tuple(max(int(steps * share), 1) for steps in size.notes_steps), **changed)


def open_texts(sentences: Path, cases: Path, most: int) -> tuple[list[Document], str]:
    """Return texts without identities of patients, and what they are.

    Sentences and published case reports beside the project, where they are; else the training notes of `corpus/` with
    tags in the place of identities.
    """
    if not sentences.exists():
        return [tagged(note) for note in notes_of("train")], "the training notes with tags in the place of identities"
    with lzma.open(sentences, "rt", encoding="utf-8") as stream:
        lines = [line.strip() for line in stream]
    random.Random(0).shuffle(lines)
    lines = lines[:most]
    texts = [" ".join(lines[at : at + SENTENCES_A_TEXT]) for at in range(0, len(lines), SENTENCES_A_TEXT)]
    source = f"{len(lines):,} French sentences (Common Voice, CC0)"
    if cases.exists():
        reports = [json.loads(line)["text"] for line in cases.read_text(encoding="utf-8").splitlines()]
        texts += reports
        source += f" and {len(reports):,} published case reports (E3C, CC BY)"
    return [Document(f"open-{number}", text) for number, text in enumerate(texts)], source


def common_names() -> list[str]:
    """Return family names and given names that many people bear, and large communes, by the open counts of INSEE."""
    given = {name: male + female for name, (male, female, _) in given_births().items()}
    communes = {commune.name: commune.population or 0 for commune in PlaceTable.bundled().communes}
    found: list[str] = []
    for counts, most in zip((family_births(), given, communes), NAMES, strict=True):
        found += sorted(counts, key=lambda name: (-counts[name], name))[:most]
    return found


def tagged(note: Document) -> Document:
    """Return a note with the tag of its label over each span."""
    parts, end = [], 0
    for span in sorted(note.entities):
        parts += [note.text[end : span.start], f"[{span.label}]"]
        end = span.end
    return Document(note.id, "".join([*parts, note.text[end:]]))


@dataclass(frozen=True, slots=True, repr=False)
class Material:
    """Annotated notes with identities.

    Parameters
    ----------
    read : list of Document
        By A', B and B'.
    dev : list of Document
        That say when trainings are best.
    unseen : mapping of str to list of Document
        That no model has read.
    """

    read: list[Document]
    dev: list[Document]
    unseen: Mapping[str, list[Document]]


def material_of(size: Size) -> Material:
    """Return simulated stays of one hospital, split by patient, and development notes of others."""
    of_kind: dict[str, list[Document]] = {"read": [], "new": [], "dev": [], "test": []}
    for stay in generate_stays(stays=size.stays, seed=31, clinicians=size.clinicians):
        patient = int(stay.id.strip("S").split("-")[0])
        kind = "dev" if stay.split == "dev" else "test" if stay.split == "test" else "read"
        of_kind["new" if kind == "read" and patient % PUT_ASIDE == 0 else kind] += stay.documents
    unseen = {
        "stays of new patients": of_kind["new"],
        "stays of new patients in new words": of_kind["test"],
        "development notes of other hospitals": notes_of("dev"),
    }
    return Material(
        of_kind["read"], of_kind["dev"][:100], {kind: every[: size.attacked] for kind, every in unseen.items()}
    )


def notes_of(split: str) -> list[Document]:
    """Return the notes of `corpus/notes` that are of a split."""
    notes = list(read_documents(CORPUS / "notes"))
    return list(split_documents(notes, read_splits(CORPUS / "split.tsv"))[split])


class Models:
    """The four models, each in a folder of its own.

    Parameters
    ----------
    folder : Path
        They are in.
    size : Size
        How large, how long.
    device : str
        That they are trained on.
    """

    names: Sequence[str] = ("A", "A'", "B", "B'")

    def __init__(self, folder: Path, size: Size, device: str) -> None:
        self._size = size
        self._device = device
        self.folders = {name: folder / name.replace("'", "-prime").lower() for name in self.names}
        self._drawn = folder / "drawn"

    def train(self, texts: Sequence[Document], material: Material) -> None:
        """Train those that are not there yet."""
        if not self._drawn.exists():
            read = [*(text.text for text in texts), *[" ".join(common_names())] * NAMES_READ]
            make_small_encoder(read, self._drawn, self._size.encoder)
        half = max(len(texts) // 50, 1)
        self._language(self.folders["A"], self._drawn, texts[half:], texts[:half][:200], self._size.open_steps)
        base = self.folders["A"]
        for number, steps in enumerate(self._size.notes_steps, start=1):
            is_last = number == len(self._size.notes_steps)
            target = self.folders["A'"] if is_last else self._drawn.with_name(f"a-prime-{number}")
            self._language(target, base, material.read, material.dev, steps)
            base = target
        for name, base in (("B", "A"), ("B'", "A'")):
            if self.folders[name].exists():
                continue
            settings = Settings.from_recipe(
                "hcl", encoder=str(self.folders[base]), learning_rate=3e-3, head_learning_rate=1e-2,
                window_words=WINDOW, window_stride=0, **self._pace(self._size.ner_steps),
            )  # fmt: skip
            with TrainingConsole(None) as console:
                running = Running(device=self._device, progress=console)
                train_ner(material.read, material.dev, settings, self.folders[name], running)

    def _language(
        self, target: Path, base: Path, read: Sequence[Document], held_out: Sequence[Document], steps: int
    ) -> None:
        if target.exists():
            return
        settings = MaskingSettings(
            encoder=str(base), epochs=0, learning_rate=2e-3, window_words=WINDOW, mask_share=self._size.mask_share,
            **self._pace(steps),
        )  # fmt: skip
        with TrainingConsole(None) as console:
            train_mlm(read, held_out, settings, target, Running(device=self._device, progress=console))

    def _pace(self, steps: int) -> dict[str, Any]:
        return {
            "steps": steps,
            "batch_size": self._size.batch,
            "evaluate_every_steps": max(steps // 2, 1),
            "checkpoint_every_steps": max(steps // 5, 1),
        }

    def measured(self, name: str) -> str:
        """Return the perplexity of a language model on held-out text, or F1 of one that finds names."""
        measures = json.loads((self.folders[name] / "metrics.json").read_text(encoding="utf-8"))
        if "perplexity" in measures:
            return f"perplexity {measures['perplexity']:.1f}"
        return f"F1 {measures['measures']['f1']:.3f}"

    def asked(self) -> Iterator[tuple[str, MaskGuesser]]:
        """Yield a title and a model to ask: B and B' with a head that is drawn, then with that of their base."""
        for title, (name, head) in TITLES.items():
            given = None if head is None else str(self.folders[head])
            yield title, MaskGuesser.load(str(self.folders[name]), head=given, device=self._device, batch_size=32)


# What is asked: a model, and the language model whose head it gets.
TITLES: dict[str, tuple[str, str | None]] = {
    "A": ("A", None),
    "A'": ("A'", None),
    "B": ("B", None),
    "B'": ("B'", None),
    "B, head of A": ("B", "A"),
    "B', head of A'": ("B'", "A'"),
}
PUBLISHED = "as published"
# As the paper does it, and with a mask for each sub-word and others of the class to be told apart from.
# Windows are as long as those the models were trained in, as the paper's are: beyond, their positions mean nothing.
WINDOW = 64
READ_IN: dict[str, Any] = {"view": VIEW, "window_words": WINDOW, "window_stride": WINDOW // 2}
ATTACKS = {
    PUBLISHED: FillMask(**READ_IN),
    "at best": FillMask(**READ_IN, masks="pieces", passes=3),
    "at best, among tags": FillMask(**READ_IN, masks="pieces", passes=3, beside="tags"),
}
Found = dict[tuple[str, str, str], FillMaskScores]


def attacked(
    folder: Path,
    asked: Callable[[], Iterable[tuple[str, MaskGuesser]]],
    unseen: Mapping[str, Sequence[Document]],
    ranked: int,
    ways: Iterable[str],
) -> Found:
    """Return what each model finds in the unseen notes, by each of some ways of attack."""
    found: Found = {}
    for way in ways:
        attack = ATTACKS[way]
        for title, model in asked():
            for kind, every in unseen.items():
                notes = every if way == PUBLISHED else every[:ranked]
                request = {**asdict(attack), "notes": digest_of(notes), "model": model.digest}
                candidates = attack.candidates(model, every) if attack.masks == "pieces" else None
                path = folder / f"counts {title}, {kind}, {way}.jsonl"
                count_from = partial(attack.counts, model, partial(list, notes), candidates)
                kept = kept_figures(path, request, count_from, notes_at_once=NOTES_AT_ONCE)
                counts = with_bar(kept, len(notes), f"{title}, {kind}, {way}", None)
                found[title, kind, way] = fill_mask_scores(counts, LABELS, attack.passes)
    return found


def of_one_piece(model: MaskGuesser, notes: Iterable[Document]) -> Counter[str]:
    """Return how many words of each class are one sub-word: those that one mask can give back."""
    counts: Counter[str] = Counter()
    for note in notes:
        values, _ = masked_note(note, model.reader, model.plan(WINDOW, 0), "one", VIEWS[VIEW])
        for value in values:
            counts[value.label] += sum(len(word) == 1 for at, word in enumerate(value.words) if at not in value.signs)
    return counts


def report(size: Size, source: str, material: Material, models: Models, found: Found) -> str:
    """Return the page."""
    encoder = size.encoder
    page = (
        "# HCL's four models, from nothing\n\n"
        f"Made by `make memory-table`. A read {source},\n"
        f"{size.open_steps:,} batches of {size.batch} windows of {WINDOW} "
        f"words; A' then {len(material.read):,} notes with identities (of {size.stays:,} simulated stays of one\n"
        f"hospital with {size.clinicians} clinicians, those of some patients put aside), "
        f"{sum(size.notes_steps):,} batches;\nB and B' were fine-tuned from them on the same notes, "
        f"{size.ner_steps:,} batches, to find\nthe labels of HCL. BERT of {encoder.layers} layers, "
        f"{encoder.hidden_size} wide, {encoder.vocabulary:,} sub-words, for all four those of the open text\n"
        f"and of {sum(NAMES):,} family names, given names and communes, those most borne and largest (INSEE).\n"
        f"{size.mask_share:.0%} of the sub-words are masked in training, others each time, in no class oftener.\n"
        "In brackets 95 % intervals, notes drawn again.\n\n"
    )
    page += markdown_table(("model", "measured on held-out text"), [(n, models.measured(n)) for n in models.names])
    page += "\n## As published: one mask a word, one pass\n\n"
    rows: list[Sequence[str]] = [
        ("printed", row["model"], f"{int(row['words']):,}", f"{int(row['found']):,}", row["share"])
        for row in published("hcl_section_4_found")
    ]
    for (title, kind, way), scores in sorted_by_kind(found, material):
        if way == PUBLISHED:
            every = scores[-1]
            rows.append((kind, title, f"{every.words:,}", f"{every.found[0]:,}", percent(every.share[0])))
    page += markdown_table(("notes", "model", "words masked", "found", "share"), rows)
    page += "\nWhere no head is named B and B' have one whose weights are drawn, since they have none of their own.\n"
    page += at_best(size, found, material)
    page += "\n## By class, as published: words found\n\n"
    page += "*One sub-word*: those words of a class that one mask can give back; of others no guess is right.\n\n"
    rows = []
    base = MaskGuesser.load(str(models.folders["A"]), device="cpu")
    for kind, notes in material.unseen.items():
        single = of_one_piece(base, notes)
        of_title = {title: {each.label: each for each in found[title, kind, PUBLISHED]} for title in TITLES}
        for label in LABELS:
            if label in of_title["A"]:
                cells = [of_title[title][label] for title in TITLES]
                words = (f"{cells[0].words:,}", f"{single[label]:,}")
                rows.append((kind, label, *words, *(f"{cell.found[0]:,}" for cell in cells)))
    return page + markdown_table(("notes", "class", "words", "one sub-word", *TITLES), rows)


def at_best(size: Size, found: Found, material: Material) -> str:
    """Return what the attacks beyond the paper find; nothing where they were not made."""
    if all(way == PUBLISHED for _, _, way in found):
        return ""
    page = (
        "\n## At best: a mask for each sub-word, three passes, 99 others of the class\n\n"
        f"The first {size.ranked} notes of each kind. *Tags*: each value is masked alone, the others are tags. "
        "*First*: share of values\nthat the model puts before all others of their class.\n\n"
    )
    rows: list[Sequence[str]] = []
    for (title, kind, way), scores in sorted_by_kind(found, material):
        if way != PUBLISHED:
            every = scores[-1]
            shares = (every.share[-1], every.first, every.prior_first)
            rows.append((kind, title, ATTACKS[way].beside, *map(percent, shares), f"{every.chance:.1%}"))
    heads = ("notes", "model", "beside", "words found", "first", "first by frequency", "first by chance")
    return page + markdown_table(heads, rows)


def sorted_by_kind(found: Found, material: Material) -> list[tuple[tuple[str, str, str], FillMaskScores]]:
    """Return what was found, the first kind of notes first, then as it was asked."""
    kinds = list(material.unseen)
    return sorted(found.items(), key=lambda each: kinds.index(each[0][1]))


def percent(share: Estimate) -> str:
    """Return a share with its interval."""
    return f"{share.value:.2%} ({share.low:.2%} – {share.high:.2%})"


if __name__ == "__main__":
    main()
