"""Build the digests of the words of a French spelling dictionary, inflected.

    python tools/build_dictionary.py                      # fetches the package with npm
    python tools/build_dictionary.py --npm-archive A.tgz

Reads npm `dictionary-fr` (the Hunspell dictionary of Olivier R. and others; MPL 2.0): stems written in lower case, and
every form its suffixes make of them. Proper nouns are left out. Writes what
`palimpseste.detection.lexicon.in_dictionary` looks words up in: the CRC-32 of each folded word, four bytes, sorted, so
that nothing has to be unpacked at start.
The same package gives the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import subprocess
import sys
import tarfile
import tempfile
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from palimpseste.detection.lexicon import DICTIONARY
from palimpseste.detection.view import fold_same_length

OUTPUT = Path(__file__).resolve().parent.parent / "src" / "palimpseste" / "data" / DICTIONARY
PACKAGE = "dictionary-fr@3.0.0"
SHA256 = "b20ab69249881bc36b1dcdfbfd2df226660a7cecc95f2cf122714008b491c78e"

# As the head of the affix file declares them; a flag is two characters long.
ONLY_WITH_SUFFIX, FORBIDDEN = "()", "{}"


@dataclass(frozen=True, slots=True)
class Suffix:
    """What is cut off the end of a word, what is put there, of which words, and the flags of the result."""

    cut: str
    put: str
    condition: re.Pattern[str]
    flags: frozenset[str]

    def forms(self, stem: str) -> Iterator[str]:
        """Yield the form of a stem, if there is one."""
        if stem.endswith(self.cut) and self.condition.search(stem):
            yield stem[: len(stem) - len(self.cut)] + self.put


def flags_of(text: str) -> frozenset[str]:
    """Return the flags written one behind the other."""
    return frozenset(text[at : at + 2] for at in range(0, len(text), 2))


def suffixes_of(lines: Iterable[str]) -> dict[str, list[Suffix]]:
    """Return the suffixes of each flag of an affix file."""
    suffixes: dict[str, list[Suffix]] = defaultdict(list)
    for line in lines:
        kind, *fields = line.split() or [""]
        if kind == "SFX" and len(fields) >= 4:
            flag, cut, put, condition, *_ = fields
            put, _, flags = put.partition("/")
            ends_so = re.compile("$" if condition == "." else f"{condition}$")
            suffixes[flag].append(
                Suffix("" if cut == "0" else cut, "" if put == "0" else put, ends_so, flags_of(flags))
            )
    return suffixes


def inflected(stem: str, flags: frozenset[str], suffixes: Mapping[str, list[Suffix]]) -> Iterator[str]:
    """Yield a stem and its forms; a suffix may carry another."""
    if FORBIDDEN in flags:
        return
    if ONLY_WITH_SUFFIX not in flags:
        yield stem
    for flag in sorted(flags):
        for suffix in suffixes.get(flag, ()):
            for form in suffix.forms(stem):
                yield from inflected(form, suffix.flags, suffixes)


def dictionary_words(affixes: Iterable[str], stems: Iterable[str]) -> set[str]:
    """Return the folded words of the dictionary whose stems begin small, as tokens have them."""
    suffixes = suffixes_of(affixes)
    words: set[str] = set()
    for line in stems:
        stem, _, flags = line.split()[0].partition("/")
        if stem[0].islower():
            for form in inflected(stem, flags_of(flags), suffixes):
                words.update(word for word in re.split("[^a-z]+", fold_same_length(form)) if len(word) > 1)
    return words


def main(archive: Path | None) -> None:
    """Write the digests."""
    with tempfile.TemporaryDirectory() as folder:
        if archive is None:
            subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=folder, check=True, stdout=subprocess.DEVNULL)
            archive = next(Path(folder).glob("*.tgz"))
        found = hashlib.sha256(archive.read_bytes()).hexdigest()
        if found != SHA256:
            raise SystemExit(f"{archive.name}: sha256 {found}, expected {SHA256}; check the new version, then the pin")
        with tarfile.open(archive) as package:
            affixes, stems = (
                package.extractfile(f"package/index.{kind}").read().decode().splitlines()  # type: ignore[union-attr] # both are files
                for kind in ("aff", "dic")
            )
    words = dictionary_words(affixes, stems[1:])
    digests = array("I", sorted({crc32(word.encode()) for word in words}))
    if sys.byteorder == "big":
        digests.byteswap()
    OUTPUT.write_bytes(digests.tobytes())
    print(f"{len(words)} words -> {OUTPUT}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--npm-archive", type=Path)
    main(parser.parse_args().npm_archive)
