"""Count notes that a language model does not give back byte for byte outside its masks, by each way of masking.

    python tools/restored.py [NOTES ...] [--decoder FOLDER] [--adapters FOLDER] [--way WAY ...] [--every 1]

NOTES are files or folders of annotated notes, all of `corpus/` otherwise; the 200 notes of
`tests/detection/generative/hostile_notes.py` come beside them. Without --decoder one is made with drawn weights, which
masks at random: what must not change may not depend on what a model learned. Each note is written with its masks and
compared with its source outside them; what copying generated is compared too, byte for byte. Only counts are printed,
so it may run over test notes. Exits with 1 where a note came back otherwise by copying or by one pass; what free
rewriting altered is told.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from palimpseste.deidentifier import Deidentifier
    from palimpseste.detection.generative.folder import Decoder
    from palimpseste.detection.generative.instruction import Prompt
    from palimpseste.detection.generative.segments import Passage
    from palimpseste.result import Result

ROOT = Path(__file__).parent.parent
WAYS = ("one-pass", "copy-or-mask", "rewrite")


@dataclass(slots=True)
class Counts:
    """What became of some notes.

    Parameters
    ----------
    notes, characters, masks : int
        How many there were, and how many masks in them.
    altered : int
        Notes that did not come back as they were outside masks.
    words, altered_words : int
        Outside masks; those that were changed, dropped or invented, for free answers.
    seconds : float
        Of the processor.
    """

    notes: int = 0
    characters: int = 0
    masks: int = 0
    altered: int = 0
    words: int = 0
    altered_words: int = 0
    seconds: float = 0.0

    def told(self) -> str:
        """Return the counts as a line."""
        altered = f", {self.altered_words / self.words:.1%} of their words" if self.altered_words else ""
        return (
            f"{self.notes:,} notes, {self.characters:,} characters, {self.masks:,} masks; altered: {self.altered:,} "
            f"notes{altered}; {self.characters / max(self.seconds, 1e-9):,.0f} characters a second"
        )


def main() -> int:
    """Count, and return the exit status."""
    sys.path.insert(0, str(ROOT / "tests" / "detection" / "generative"))
    from hostile_notes import hostile_notes

    from palimpseste.corpus import read_documents

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("notes", nargs="*", type=Path, default=[ROOT / "corpus"])
    parser.add_argument("--decoder", type=Path, help="of `train decoder`, or any other; drawn otherwise")
    parser.add_argument("--adapters", type=Path, help="of `train llm`")
    parser.add_argument("--way", action="append", choices=WAYS, help="all three otherwise; repeat")
    parser.add_argument("--every", type=int, default=1, help="one note in so many, hostile ones included")
    given = parser.parse_args()
    texts = [document.text for path in given.notes for document in read_documents(path)]
    groups = {"annotated": texts[:: given.every], "hostile": hostile_notes()[:: given.every]}
    is_whole = True
    with tempfile.TemporaryDirectory() as made:
        folder = given.decoder or _drawn_decoder(Path(made), texts[:200])
        for way in given.way or WAYS:
            for name, group in groups.items():
                counts = counted(group, folder, given.adapters, way)
                print(f"{way}, {name}: {counts.told()}", flush=True)
                is_whole &= way == "rewrite" or not counts.altered
    return 0 if is_whole else 1


def counted(texts: Iterable[str], folder: Path, adapters: Path | None, way: str) -> Counts:
    """Return what became of texts by one way of masking."""
    from palimpseste.detection.generative.folder import load_decoder
    from palimpseste.detection.generative.segments import passages_of

    counts = Counts()
    one_pass = _deidentifier(folder, adapters) if way == "one-pass" else None
    decoder = load_decoder(folder, adapters)
    prompt = decoder.card.instruction.prompt(decoder.pieces)
    most = min(decoder.card.most_tokens, int((decoder.longest - len(prompt) - 64) / 2.3))
    for text in texts:
        began = time.process_time()
        if one_pass is not None:
            result = one_pass(text)
            counts.masks += len(result.spans)
            is_altered = not _comes_back(text, result)
        else:
            passages = passages_of(text, decoder.pieces, most)
            is_altered = bool([None for each in passages if _is_altered(decoder, prompt, text, each, way, counts)])
        counts.notes += 1
        counts.characters += len(text)
        counts.altered += is_altered
        counts.seconds += time.process_time() - began
    return counts


def _is_altered(decoder: Decoder, prompt: Prompt, text: str, passage: Passage, way: str, counts: Counts) -> bool:
    from palimpseste.detection.generative.copying import copy_or_mask
    from palimpseste.detection.generative.pieces import bytes_of
    from palimpseste.detection.generative.rewriting import rewritten

    if way == "rewrite":
        laid = rewritten(decoder, prompt, passage)
        counts.masks += len(laid.masks)
        counts.words += laid.words
        counts.altered_words += laid.altered
        return not laid.restores
    copy = copy_or_mask(decoder, prompt, passage)
    counts.masks += len(copy.masks)
    parts: list[str] = []
    reached = passage.segments[0].start
    for each in copy.masks:
        parts += (text[reached : each.start], each.word)
        reached = each.end
    parts.append(text[reached : passage.segments[-1].end])
    return b"".join(decoder.pieces.of_id[number] or b"?" for number in copy.ids) != bytes_of("".join(parts))


def _comes_back(text: str, result: Result) -> bool:
    """Tell whether a result is its source outside what was masked."""
    old = new = 0
    for before, after in zip(result.original_spans, result.spans, strict=True):
        if text[old : before.start] != result.text[new : after.start]:
            return False
        old, new = before.end, after.end
    return text[old:] == result.text[new:]


def _deidentifier(folder: Path, adapters: Path | None) -> Deidentifier:
    from palimpseste.deidentifier import Deidentifier, DetectorChoice
    from palimpseste.detection.generative.settings import GenerativeSettings

    choice = DetectorChoice(
        ("generative",), generative=GenerativeSettings(folder, adapters), refuses_abnormal_script=False
    )
    return Deidentifier.default(policy="tag", detectors=choice)  # a mask over "[XXXXX]" would be refused


def _drawn_decoder(folder: Path, texts: Sequence[str]) -> Path:
    from small_decoders import make_decoder

    from palimpseste.detection.generative.folder import quiet

    with quiet():
        return make_decoder(folder, "mistral", "byte-level", texts)


if __name__ == "__main__":
    sys.exit(main())
