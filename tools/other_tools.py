"""Count what is found of the strings that the tests of other tools are written with, where our guidelines agree.

    python tools/other_tools.py presidio=FOLDER edsnlp=FOLDER scrubadub=FOLDER incognito=FOLDER [--show]

A folder is a copy of the repository of microsoft/presidio, aphp/edsnlp, LeapBeyond/scrubadub or Micropot/incognito;
nothing of theirs is kept here. Read are the tests of what these find by rules: dates, telephones, e-mail and web
addresses, addresses of machines, accounts, cards, names. A string is found *whole* when every letter and digit of what
its test expects is masked, under whatever label. One whose test expects nothing must be left alone.

Where the guidelines of the corpus say otherwise a string is left out: what has a wrong check or is cut short still
identifies (accounts, cards, parts of addresses, handles); a machine's own name for itself (``::1``) is nobody's; a
clock time is no part of a date; a period is two dates.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from palimpseste import Deidentifier
from palimpseste.document import Document
from palimpseste.rendering.screen import shown
from palimpseste.rendering.tables import markdown_table


@dataclass(frozen=True)
class Case:
    """A string, and where its test expects something."""

    tool: str
    kind: str
    text: str
    expected: tuple[tuple[int, int], ...]


def literals(path: Path) -> Iterator[Any]:
    """Yield the cases of tests that take parameters, and the tables assigned to names, as far as they are literals."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        is_table = isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "parametrize" and len(node.args) > 1
        values = getattr(node.args[1], "elts", []) if is_table else [node.value] if isinstance(node, ast.Assign) else []
        for value in values:
            try:
                yield ast.literal_eval(value)
            except ValueError:
                continue


def of_presidio(folder: Path) -> Iterator[Case]:
    """Yield the cases of presidio: a text, how much is found in it, where."""
    for kind in ("email", "ip", "date", "phone", "mac", "url", "iban", "credit_card"):
        for case in literals(folder / f"presidio-analyzer/tests/test_{kind}_recognizer.py"):
            if not (
                isinstance(case, tuple) and len(case) > 2 and isinstance(case[0], str) and isinstance(case[1], int)
            ):
                continue
            places = [
                each
                for each in case[2:]
                if isinstance(each, tuple)
                and each
                and all(isinstance(place, tuple) and len(place) == 2 for place in each)
            ]
            places = [each for each in places if all(isinstance(edge, int) for place in each for edge in place)]
            if case[1] == 0 or (places and len(places[0]) == case[1]):
                yield Case("presidio", kind, case[0], places[0] if case[1] else ())


_MARKED = re.compile(r"<ent([^>]*)>(.*?)</ent>", re.DOTALL)


def of_edsnlp(folder: Path) -> Iterator[Case]:
    """Yield the cases of edsnlp: texts with what is found marked; what is relative or a stage is nobody's."""
    for kind, file in (("date", "misc/test_dates.py"), ("stage", "ner/test_tnm.py")):
        for table in literals(folder / "tests/pipelines" / file):
            for marked in table if isinstance(table, list) else ():
                # A period is marked as one, and has no attributes.
                if not isinstance(marked, str) or "<ent>" in marked:
                    continue
                text, places, end = "", [], 0
                for match in _MARKED.finditer(marked):
                    text += marked[end : match.start()]
                    if kind == "date" and "direction" not in match[1] and "duration" not in match[1]:
                        places.append((len(text), len(text) + len(re.sub(r" à \d+h\d*$", "", match[2]))))
                    text, end = text + match[2], match.end()
                yield Case("edsnlp", kind, text + marked[end:], tuple(places))


_HOLE = re.compile(r"\\\{\\\{.*?\\\}\\\}|<[A-Z_]+>")


def _filled(tool: str, kind: str, before: str, after: str) -> Iterator[Case]:
    """Yield the case whose text is written anew with a placeholder for each thing found."""
    match = re.fullmatch(_HOLE.sub("(.+?)", re.escape(after)), before, re.DOTALL)
    if match:
        yield Case(tool, kind, before, tuple(match.span(index + 1) for index in range(len(match.groups()))))


def of_scrubadub(folder: Path) -> Iterator[Case]:
    """Yield the cases of scrubadub: docstrings of a text before and after."""
    kinds = ("phone_numbers", "emails", "urls", "skype", "twitter", "credit_card", "en_US_social_security_number")
    for kind in kinds:
        source = (folder / f"tests/test_detector_{kind}.py").read_text("utf-8")
        for before, after in re.findall(r"BEFORE:\s*(.*?)\n\s*AFTER:\s*(.*?)\n", source):
            if "%s" not in before and ("{{" in after or before == after):
                yield from _filled("scrubadub", kind, before, after)


def of_incognito(folder: Path) -> Iterator[Case]:
    """Yield the cases of incognito: a text and the same with placeholders."""
    for table in literals(folder / "tests/test_ano.py"):
        for case in table.values() if isinstance(table, dict) else ():
            if not (isinstance(case, tuple) and len(case) == 2 and all(isinstance(each, str) for each in case)):
                continue
            # What it does not find in half of its tests is a name all the same.
            if "<" in case[1] or not re.search("[A-Z].*[A-Z]|[0-9]", case[0]):
                yield from _filled("incognito", "all", *case)


READERS = {"presidio": of_presidio, "edsnlp": of_edsnlp, "scrubadub": of_scrubadub, "incognito": of_incognito}

_STILL_IDENTIFIES = ("iban", "credit_card", "phone", "phone_numbers", "email", "url", "twitter")
_PART_OF_AN_ADDRESS = re.compile(r"::[0-9a-f]|[0-9a-f]{4}:|192\.168|([0-9A-Fa-f]{2}[:-]){4}|[Ii]s,?[0-9]")
_NOBODYS = re.compile(r"::1?(?:/[0-9]+)?|(?:::ffff:)?(?:0\.0\.0\.0|127\.0\.0\.1|255\.255\.255\.255)(?:/0)?")


def agreed(case: Case) -> Case | None:
    """Return a case as our guidelines have it, or nothing where they disagree."""
    if not case.expected:
        is_one = case.kind in _STILL_IDENTIFIES or _PART_OF_AN_ADDRESS.search(case.text)
        return None if is_one or re.fullmatch("[0-9 ]{14}|thierry", case.text) else case
    places = []
    for start, end in case.expected:
        value = case.text[start:end]
        if _NOBODYS.fullmatch(value):
            continue
        moment = re.match("[0-9]{4}-[0-9]{2}-[0-9]{2}(?=T)", value)
        places.append((start, start + moment.end()) if moment else (start, end))
    return Case(case.tool, case.kind, case.text, tuple(places)) if places else None


def is_right(case: Case, deidentifier: Deidentifier) -> bool:
    """Tell whether all that is expected is masked, or nothing where nothing is."""
    masked = {
        place for span in deidentifier.detect(Document("string", case.text)) for place in range(span.start, span.end)
    }
    if not case.expected:
        return not masked
    places = (place for start, end in case.expected for place in range(start, end))
    return all(place in masked or not case.text[place].isalnum() for place in places)


def main() -> int:
    """Count and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", nargs="+", help="a tool, an equals sign, its folder")
    parser.add_argument("--show", action="store_true", help="the strings that are not as expected")
    asked = parser.parse_args()
    deidentifier = Deidentifier.default(policy="tag")
    right: Counter[tuple[str, bool]] = Counter()
    total: Counter[tuple[str, bool]] = Counter()
    for named in asked.folders:
        tool, _, folder = named.partition("=")
        for case in dict.fromkeys(filter(None, map(agreed, READERS[tool](Path(folder))))):
            place = tool, bool(case.expected)
            total[place] += 1
            if is_right(case, deidentifier):
                right[place] += 1
            elif asked.show:
                print(f"{case.kind:12} {'missed' if case.expected else 'masked'}  {shown(case.text)}")
    rows = [
        [tool, *(f"{right[tool, kind]} of {total[tool, kind]}" for kind in (True, False))]
        for tool in dict.fromkeys(tool for tool, _ in total)
    ]
    sums = [
        sum(count for (_, kind), count in each.items() if kind is of) for of in (True, False) for each in (right, total)
    ]
    rows.append(["all", f"{sums[0]} of {sums[1]}", f"{sums[2]} of {sums[3]}"])
    print(markdown_table(["tests of", "found whole", "left alone"], rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
