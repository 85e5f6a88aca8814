"""De-identify the example notes as a user would, then show one of them before and after.

    python tools/demo.py

Runs the command line on ``examples/`` with a key made for the occasion; the results go to ``demo-output/``.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from palimpseste import Deidentifier, Document, Span
from palimpseste.sources.patients import PatientFile
from palimpseste.surrogates.keys import MasterKey

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
OUTPUT = ROOT / "demo-output"
SHOWN = "crh-hospitalisation"


def main() -> int:
    """Run the demonstration and return its exit status."""
    console = Console()
    shutil.rmtree(OUTPUT, ignore_errors=True)
    OUTPUT.mkdir()
    key_file = OUTPUT / "demo.key"
    program = [sys.executable, "-m", "palimpseste"]
    subprocess.run([*program, "key", "new", str(key_file)], check=True, stdout=subprocess.DEVNULL)
    command = [*program, "deid", str(EXAMPLES / "notes"), "--patients", str(EXAMPLES / "patients.csv")]
    command += ["--output", str(OUTPUT / "notes"), "--key-file", str(key_file)]
    command += ["--report", str(OUTPUT / "report"), "--progress"]
    status = subprocess.run(command, check=False).returncode
    if status:
        return status
    show(console, key_file)
    console.print(f"\nDe-identified notes  {OUTPUT / 'notes'}")
    console.print(f"Report               {OUTPUT / 'report' / 'report.html'}")
    return 0


def show(console: Console, key_file: Path) -> None:
    """Print one note before and after, the replaced stretches coloured."""
    text = (EXAMPLES / "notes" / f"{SHOWN}.txt").read_text(encoding="utf-8")
    patient = PatientFile.read(EXAMPLES / "patients.csv").records[SHOWN]
    result = Deidentifier.default(key=MasterKey.from_file(key_file))(Document(SHOWN, text, patient=patient))
    before = Panel(coloured(text, result.original_spans, "black on yellow"), title=f"{SHOWN}, before")
    after = Panel(coloured(result.text, result.spans, "black on green"), title="after")
    console.print(Columns([before, after], equal=True, expand=True))


def coloured(text: str, spans: tuple[Span, ...], style: str) -> Text:
    """Return the text with its spans in a colour."""
    shown = Text(text)
    for span in spans:
        shown.stylize(style, span.start, span.end)
    return shown


if __name__ == "__main__":
    sys.exit(main())
