"""Build the tables of letters that are read as those of the Latin alphabet.

    pip download --no-deps confusable-homoglyphs==3.3.1 && unzip confusable_homoglyphs-*.whl
    python tools/build_lookalikes.py confusable_homoglyphs/confusables.json

``latin_forms.tsv``: the same letters and figures in other forms (full-width, mathematical, in circles, small capitals),
by the names and compatibility mappings of the Unicode Character Database that Python ships. ``lookalikes.tsv``: letters
of other alphabets that look alike, by the Unicode data of confusable characters (UTS 39, confusables.txt), of which the
PyPI package confusable-homoglyphs is a copy, and by `READ_ALIKE`. A line is a letter or figure, a tab, and what is read
as it.
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

WORDS = Path(__file__).parent.parent / "src" / "palimpseste" / "data" / "words" / "characters"

# Letters and figures of that name are forms of the one that stands last.
_FORM = re.compile(
    "(?:NEGATIVE |REVERSED )?(?:CIRCLED|SQUARED|PARENTHESIZED|CROSSED NEGATIVE SQUARED|NEGATIVE SQUARED) "
    "LATIN (CAPITAL|SMALL) LETTER ([A-Z])"
    "|REGIONAL INDICATOR SYMBOL LETTER (?P<indicator>[A-Z])"
    "|LATIN LETTER SMALL CAPITAL (?P<small>[A-Z])"
    "|LATIN (?P<case>CAPITAL|SMALL) LETTER (?P<base>[A-Z]) WITH [A-Z -]+"
)
# Alike to a reader, though not in that data.
READ_ALIKE = {"b": "βв", "e": "ε", "n": "ηп", "k": "κк", "t": "τт", "x": "χ", "w": "ω", "m": "м", "h": "н"}
# These have a meaning of their own in a note: orders of magnitude, units, ordinals.
_KEPT = frozenset("ªº¹²³µ×")
_LIGATURES = range(0xFB00, 0xFB07)


def characters() -> Iterator[str]:
    """Yield what stands beyond Latin-1 and is assigned."""
    for code in range(0x100, 0x20000):
        if unicodedata.name(chr(code), ""):
            yield chr(code)


def form_of(character: str) -> str:
    """Return the letter or figure that a character is another form of, or nothing."""
    if folds_alone(character) or unicodedata.category(character) == "No" or character in _KEPT:
        return ""
    compatible = unicodedata.normalize("NFKC", character)
    is_ligature = ord(character) in _LIGATURES
    if compatible.isascii() and compatible.isalnum() and (len(compatible) == 1 or is_ligature):
        return compatible
    match = _FORM.fullmatch(unicodedata.name(character))
    if match is None:
        return ""
    letter = match.group(2) or match["indicator"] or match["small"] or match["base"]
    is_small = "SMALL" in (match.group(1), match["case"]) or match["small"]
    return letter.lower() if is_small else letter


def folds_alone(character: str) -> bool:
    """Tell whether the folding of views knows the letter: accents, Polish l, Turkish dotless i."""
    from palimpseste.detection.view import fold_same_length

    folded = fold_same_length(character)
    return folded.isascii() and folded.isalpha()


def lookalikes(confusables: Mapping[str, list[dict[str, str]]]) -> Iterator[tuple[str, str]]:
    """Yield letters of other alphabets with the Latin letter each looks like."""
    for letter, others in READ_ALIKE.items():
        yield from ((letter, other) for other in others)
    for character, alike in confusables.items():
        if len(character) != 1 or character.isascii() or not unicodedata.category(character).startswith("L"):
            continue
        letters = sorted(
            entry["c"] for entry in alike if len(entry["c"]) == 1 and entry["c"].isascii() and entry["c"].isalpha()
        )
        if not letters or form_of(character) or folds_alone(character) or unicodedata.category(character) == "Lm":
            continue
        # Capitals that are a stroke are told to look like a small L.
        yield ("I" if letters[0] == "l" and unicodedata.category(character) == "Lu" else letters[0]), character


def write(path: Path, pairs: Iterable[tuple[str, str]], said: str) -> None:
    """Write a table: each letter once, with what is read as it."""
    rows: dict[str, set[str]] = {}
    taken: set[str] = set()
    for letter, character in pairs:
        if character not in taken:
            taken.add(character)
            rows.setdefault(letter, set()).add(character)
    lines = [f"# {said}", *(f"{letter}\t{''.join(sorted(rows[letter]))}" for letter in sorted(rows))]
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{path.name}: {len(taken)} characters")


def main() -> None:
    """Write both tables."""
    confusables = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    forms = [(form, character) for character in characters() if (form := form_of(character))]
    write(WORDS / "latin_forms.tsv", forms, "Other forms of Latin letters and figures: tools/build_lookalikes.py")
    write(
        WORDS / "lookalikes.tsv",
        lookalikes(confusables),
        "Letters of other alphabets that look like Latin ones: tools/build_lookalikes.py",
    )


if __name__ == "__main__":
    main()
