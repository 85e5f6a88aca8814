"""Teach a small decoder to mask English notes, and measure the three ways on others: the data alone says the language.

    python tools/english.py build/english [--scale 0.1]

The notes are filled from templates as those of `palimpseste corpus synthesise` are (`english_notes.txt`); those that
are measured on take names and towns from a part of the lists of which nothing is learned. A decoder learns English from
the notes' texts alone, is fine-tuned by the recipe's loss, all of its weights, and reads the notes by each way. Goes on
where it stopped.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from pathlib import Path

import three_ways
from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.corpus.synthesis.pieces import Piece, assembled
from palimpseste.corpus.synthesis.templates import filled
from palimpseste.detection.generative.settings import GenerativeSettings as Reading
from palimpseste.document import Document
from palimpseste.training.generative.settings import GenerativeSettings
from palimpseste.training.generative.small_decoder import SmallDecoderSettings, make_small_decoder
from palimpseste.training.generative.train import train_llm
from palimpseste.training.run.running import Running

_TITLES = ("Mr", "Mrs", "Ms", "Miss")
_STREETS = ("Street", "Road", "Lane", "Avenue", "Close")
_PLACES_OF_CARE = ("{} General Hospital", "{} Infirmary", "St {}'s Hospital", "{} Health Centre")


def main() -> None:
    """Make the notes, the decoder and the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scale", type=float, default=1.0, help="how many times the steps")
    parser.add_argument("--notes", type=int, default=40, help="that are measured on")
    options = parser.parse_args()
    print(measured(options.folder, options.scale, options.notes))


def measured(folder: Path, scale: float, count: int) -> str:
    """Return the table of the three ways, everything else made before."""
    learned, unseen = (
        english_notes(max(80, int(4000 * scale)), seed=1, learned=True),
        english_notes(count, seed=2, learned=False),
    )
    decoder = SmallDecoderSettings(
        vocabulary=800, hidden_size=128, layers=3, heads=4, positions=640, window_pieces=384, language="en",
        copied_share=0.9, epochs=0, steps=max(2, int(1400 * scale)), batch_size=4, learning_rate=3e-3,
        weight_decay=0.01, evaluate_every_steps=max(1, int(350 * scale)),
    )  # fmt: skip
    if not (folder / "decoder" / "metrics.json").exists():
        make_small_decoder([note.text for note in learned], folder / "decoder", decoder, Running(device="cpu"))
    tuning = GenerativeSettings.from_recipe(
        "bordeaux", encoder=str(folder / "decoder"), language="en", bits=32, rank=0, epochs=1, batch_size=8,
        notes_at_once=8, learning_rate=1e-3, measured_notes=2,
    )  # fmt: skip
    if not (folder / "model" / "metrics.json").exists():
        taught = learned[: max(8, int(1600 * scale))]
        train_llm(taught, english_notes(40, seed=3, learned=False), tuning, folder / "model", Running(device="cpu"))
    ways = ("one-pass", "copy-or-mask", "rewrite")
    return three_ways.table_of(unseen, Reading(folder / "model"), ways, folder / "found")


def english_notes(count: int, *, seed: int, learned: bool) -> list[Document]:
    """Return notes with their identifiers, of names and towns to be learned from, or of the others.

    Parameters
    ----------
    count : int
        How many.
    seed : int
        Another seed gives other notes.
    learned : bool
        Which part of the lists.
    """
    return [_note(f"en-{seed}-{number}", Chance("english", seed, number), learned) for number in range(count)]


def _note(name: str, chance: Chance, learned: bool) -> Document:
    said = _sections()
    rest = [chance.choice(said["rest"]) for _ in range(chance.between(1, 3))]
    lines = [chance.choice(said["opening"]), *dict.fromkeys(rest), chance.choice(said["closing"])]
    values = Values(chance, learned)
    pieces: list[Piece] = []
    for line in lines:
        pieces += (*filled(line, values, chance), Piece("\n" if chance.odds(0.3) else " "))  # type: ignore[arg-type]
    text, spans = assembled(pieces[:-1])
    return Document(name, text, entities=tuple(spans))


@cache
def _sections() -> Mapping[str, Sequence[str]]:
    """Return the sentences by their place in a note, and names, towns and months one by one."""
    found: dict[str, list[str]] = {}
    for line in Path(__file__).with_name("english_notes.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            found[line[1:-1]] = []
        elif line and not line.startswith("#"):
            last = list(found)[-1]
            found[last] += line.split() if last in ("given", "family", "town", "month") else [line]
    return found


@dataclass
class Values:
    """English values for one note's slots; the key ``p`` is one person all through it."""

    chance: Chance
    learned: bool

    def __post_init__(self) -> None:
        self._day = date(2015, 1, 1) + timedelta(days=self.chance.below(3500))
        self._form = self.chance.below(3)
        self._patient = self._of("given"), self._of("family")

    def of(self, name: str, key: str, form: str) -> str:
        """Return the value of a slot."""
        chance = self.chance
        if name in ("FIRSTNAME", "LASTNAME") and key:
            written = self._patient[name == "LASTNAME"]
        else:
            written = {
                "FIRSTNAME": lambda: self._of("given"),
                "LASTNAME": lambda: self._of("family"),
                "CITY": lambda: self._of("town"),
                "DATE": lambda: self._date(self._day - timedelta(days=chance.below(60))),
                "BIRTHDATE": lambda: self._date(self._day - timedelta(days=chance.between(400, 33000))),
                "AGE": lambda: f"{chance.between(2, 96)} years old",
                "ADDRESS": lambda: f"{chance.between(1, 180)} {self._of('family')} {chance.choice(_STREETS)}",
                "ZIP": lambda: f"{self._of('town')[:2].upper()}{chance.digits(1)} {chance.digits(1)}QX",
                "HOSPITAL": lambda: chance.choice(_PLACES_OF_CARE).format(self._of("town")),
                "PHONE": lambda: f"0{chance.digits(4)} {chance.digits(6)}",
                "EMAIL": lambda: f"{self._of('given')}.{self._of('family')}@example.org".lower(),
                "PATIENT_ID": lambda: chance.choice(("H", "")) + chance.digits(7),
                "title": lambda: chance.choice(_TITLES),
                "hour": lambda: f"{chance.below(24):02}:{chance.below(60):02}",
            }[name]()
        return written.upper() if form == "upper" else written

    def _of(self, section: str) -> str:
        # Every third is not learned, so that both parts hold all initials.
        return self.chance.choice(
            [name for at, name in enumerate(_sections()[section]) if (at % 3 < 2) == self.learned]
        )

    def _date(self, day: date) -> str:
        month = _sections()["month"][day.month - 1]
        return (f"{day:%d/%m/%Y}", f"{day.day} {month} {day.year}", f"{month} {day.day}, {day.year}")[self._form]


if __name__ == "__main__":
    main()
