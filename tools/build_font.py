"""Build the font of new PDF files: the characters of French clinical text out of DejaVu Sans.

    python tools/build_font.py /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf

Needs fontTools (the extra ``dev``) and the font (Debian: fonts-dejavu-core).
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

TARGET = Path(__file__).parent.parent / "src" / "palimpseste" / "data" / "fonts" / "DejaVuSans.ttf"
# Latin, Greek, Cyrillic, punctuation, super- and subscripts, currencies, letterlike signs, fractions, arrows,
# mathematical operators, technical signs, boxes, geometric shapes, dingbats, ligatures, the sign of the unknown.
BLOCKS = (
    (0x20, 0x24F),
    (0x2B0, 0x2DD),
    (0x300, 0x36F),
    (0x370, 0x4FF),
    (0x1E00, 0x1EFF),
    (0x2010, 0x20BF),
    (0x2100, 0x22FF),
    (0x2300, 0x23FF),
    (0x2500, 0x27BF),
    (0xFB00, 0xFB06),
    (0xFFFD, 0xFFFD),
)


def main() -> None:
    """Write the font."""
    font = TTFont(sys.argv[1])
    options = Options()
    options.layout_features = []
    options.hinting = False
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[code for first, last in BLOCKS for code in range(first, last + 1)])
    subsetter.subset(font)
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    font.save(TARGET)
    print(f"{TARGET}: {TARGET.stat().st_size:,} bytes, {len(font.getBestCmap()):,} characters")


if __name__ == "__main__":
    main()
