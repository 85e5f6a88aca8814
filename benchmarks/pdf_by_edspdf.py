"""Extract the body of PDF files by EDS-PDF, to compare with ours.

    python benchmarks/pdf_by_edspdf.py FOLDER texts.json

It needs an environment of its own, with ``edspdf==0.10.0``. The pipeline is that of its first page: pdfminer, a mask of
the page for the body, lines joined. AP-HP's trained classifier of lines is not published.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

MASK = {"x0": 0.1, "y0": 0.1, "x1": 0.9, "y1": 0.9, "threshold": 0.1}


def main() -> None:
    """Write the body of each file, by name; of a file it cannot read, the empty text."""
    import edspdf

    pipeline = edspdf.Pipeline()
    pipeline.add_pipe("pdfminer-extractor", name="extractor")
    pipeline.add_pipe("mask-classifier", name="classifier", config=MASK)
    pipeline.add_pipe("simple-aggregator", name="aggregator")
    texts = {}
    for path in sorted(Path(sys.argv[1]).glob("*.pdf")):
        bodies = pipeline(path.read_bytes()).aggregated_texts
        texts[path.name] = bodies["body"].text if "body" in bodies else ""
    Path(sys.argv[2]).write_text(json.dumps(texts), encoding="utf-8")


if __name__ == "__main__":
    main()
