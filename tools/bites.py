"""Apply changes that no test may let pass, one at a time to a copy of the sources, and show the test that fails.

    python tools/bites.py [NAME ...] [--list]

Each once passed every test. A change whose place in the code moved is an error that says so: give it its new place
here. Exits with 1 where a change passes its test, or where a test fails without any change.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from bites_of_security import MENDS

ROOT = Path(__file__).parent.parent
PACKAGE = "src/palimpseste"


@dataclass(frozen=True)
class Bite:
    """A change of the code, and the test it must fail.

    Parameters
    ----------
    name : str
        What it is called here.
    path : str
        The file below the package.
    old, new : str
        The text that stands there once, and what is put in its place.
    test : str
        The test.
    """

    name: str
    path: str
    old: str
    new: str
    test: str


DURABILITY = "tests/engines/run/test_durability.py"
BITES = (
    Bite(
        "structured spans ignored",
        "detection/asking.py",
        "[span for span in self.document.entities if span.source == STRUCTURE]",
        "[]",
        "tests/test_deidentifier.py::test_what_the_structure_of_a_source_says_is_found_whatever_detectors_see",
    ),
    Bite(
        "one stream of noise of towns for every epsilon",
        "surrogates/places/released.py",
        'f"{self._strategy} {epsilon} {self._setting.places.parameters}{around}"',
        'f"{self._strategy} {self._setting.places.parameters}{around}"',
        "tests/surrogates/places/test_budget_of_towns.py::test_releases_with_different_epsilons_are_independent",
    ),
    Bite(
        "towns around home, and not around what stands for it",
        "surrogates/places/released.py",
        "return self._territory.around(self._centre) if self._centre else self._territory",
        "return self._territory.around(self._home.commune if self._home else self._centre)",
        "tests/surrogates/places/test_released_towns.py::test_towns_lie_around_what_stands_for_home",
    ),
    Bite(
        "one noise of a town around every home",
        "surrogates/places/released.py",
        'f" {self._setting.places.around_km} km around {self._centre.insee}" if self._centre else ""',
        '""',
        "tests/surrogates/places/test_budget_of_towns.py::test_streams_of_released_places_are_those_of_the_budget",
    ),
    Bite(
        "one stream of noise of ages for every epsilon",
        "surrogates/dates/ages.py",
        'f"{_MECHANISM} {epsilon}"',
        "_MECHANISM",
        "tests/surrogates/dates/test_ages.py::test_releases_with_different_epsilons_are_independent",
    ),
    Bite(
        "first letter of a name forbidden to its surrogate",
        "surrogates/values/name_draws.py",
        "is_taken = folded in self._setting.originals or folded in taken",
        "is_taken = folded[0] == key[:1] or folded in self._setting.originals or folded in taken",
        "tests/surrogates/values/test_names.py::test_letters_and_length_of_a_name_tell_nothing_of_its_surrogate",
    ),
    Bite(
        "a telephone number allowed to stay",
        "releasing.py",
        '"LASTNAME", "PHONE", "EMAIL"',
        '"LASTNAME", "EMAIL"',
        "tests/test_deidentifier.py::test_a_value_that_tells_who_it_is_is_never_its_own_surrogate",
    ),
    Bite(
        "a patient identifier allowed to stay",
        "releasing.py",
        '"SSN", "PATIENT_ID", "VISIT_ID"',
        '"SSN", "VISIT_ID"',
        "tests/test_deidentifier.py::test_a_value_that_tells_who_it_is_is_never_its_own_surrogate",
    ),
    Bite(
        "parts of an address joined over 40 characters",
        "detection/merge.py",
        "_WIDEST_BETWEEN = 4",
        "_WIDEST_BETWEEN = 40",
        "tests/detection/test_merge.py::test_parts_of_an_address_far_apart_stay_apart",
    ),
    Bite(
        "numbers of two figures found again",
        "detection/propagation.py",
        "_FEWEST_FIGURES = 4",
        "_FEWEST_FIGURES = 2",
        "tests/detection/test_propagation.py::test_a_word_that_is_no_name_there_stays",
    ),
    Bite(
        "journal without version",
        "engines/run/journal.py",
        '        "version": __version__,\n',
        "",
        "tests/engines/run/test_interrupted_runs.py::test_another_version_does_not_resume_a_run",
    ),
    Bite(
        "journal line not brought to the disk",
        "engines/run/journal.py",
        "        os.fsync(self._stream.fileno())\n",
        "",
        f"{DURABILITY}::test_a_line_of_the_journal_is_on_disk_when_it_was_added",
    ),
    Bite(
        "data not brought to the disk before the journal line",
        "engines/run/output.py",
        "                os.fsync(stream.fileno())\n",
        "",
        f"{DURABILITY}::test_what_a_line_of_the_journal_speaks_of_was_on_disk_before_it",
    ),
    Bite(
        "finished files not brought to the disk before the journal line",
        "engines/run/output.py",
        "        for path in self._unsaved:\n            sync(path)\n",
        "",
        f"{DURABILITY}::test_what_a_line_of_the_journal_speaks_of_was_on_disk_before_it",
    ),
    Bite(
        "folder of the results not brought to the disk",
        "files/partial.py",
        "    result.replace(target)\n    sync(target.parent)\n",
        "    result.replace(target)\n",
        f"{DURABILITY}::test_results_get_their_name_when_they_are_on_disk",
    ),
    Bite(
        "whole file named before it is on the disk",
        "files/whole.py",
        "    sync(partial)\n",
        "",
        "tests/files/test_json.py::test_a_file_gets_its_name_when_it_is_on_disk",
    ),
    Bite(
        "register named before it is on the disk",
        "files/private.py",
        "        fill(descriptor, content)\n",
        "        os.write(descriptor, content)\n",
        "tests/cohorts/test_crashes_and_writers.py::test_a_change_is_on_disk_before_the_register_has_its_name",
    ),
    Bite(
        "line of the log of a register not brought to the disk",
        "files/private.py",
        '            fill(descriptor, line + b"\\n")\n',
        '            os.write(descriptor, line + b"\\n")\n',
        "tests/cohorts/test_crashes_and_writers.py::test_a_change_is_on_disk_before_the_register_has_its_name",
    ),
    Bite(
        "old results deleted instead of set aside",
        "files/partial.py",
        "target.replace(aside)",
        '__import__("shutil").rmtree(target)',
        "tests/engines/run/test_interrupted_runs.py::test_old_results_stay_until_the_new_ones_are_in_their_place",
    ),
    Bite(
        "core dumps of workers allowed",
        "engines/worker.py",
        "    keep_memory_private()\n    make_files_private()\n",
        "    make_files_private()\n",
        "tests/engines/test_local.py::test_the_crash_of_a_worker_leaves_no_memory_on_disk",
    ),
    Bite(
        "a date read behind n°",
        "detection/rules/dates/figures.py",
        '    if before.endswith(("n° ", "n°", "n° :", "#", "n°:")):\n        return False\n',
        "",
        "tests/detection/rules/test_date_rules.py::test_clinical_figures_are_no_dates",
    ),
    Bite(
        "a month read behind n°",
        "detection/rules/dates/figures.py",
        '        ("n° ", "n°", "/")\n',
        '        ("/",)\n',
        "tests/detection/rules/test_date_rules.py::test_clinical_figures_are_no_dates",
    ),
    Bite(
        "bars of the report without the right source",
        "report/page.py",
        'if family.split(".")[0] == start)',
        'if family.split(".")[0] != start)',
        "tests/report/test_page.py::test_a_bar_is_parted_by_what_found_the_spans",
    ),
    *(Bite(*mend) for mend in MENDS),
)


def run_tests(sources: Path, *tests: str) -> subprocess.CompletedProcess[str]:
    """Run tests of this tree on other sources."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(sources), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def flaw_of(bite: Bite, sources: Path) -> str:
    """Return what is wrong with a change or its test, or the empty string; the sources are left as they were."""
    path = sources / "palimpseste" / bite.path
    if not path.exists():
        return f"there is no {PACKAGE}/{bite.path}: say where the code went"
    text = path.read_text(encoding="utf-8")
    if (count := text.count(bite.old)) != 1:
        return f"its text stands {count} times in {PACKAGE}/{bite.path}, not once: write the change anew"
    path.write_text(text.replace(bite.old, bite.new), encoding="utf-8")
    try:
        run = run_tests(sources, bite.test)
    finally:
        path.write_text(text, encoding="utf-8")
    if run.returncode != 1:
        told = "passes its test" if run.returncode == 0 else f"ran no test (pytest exits with {run.returncode})"
        return f"{told}: {bite.test}"
    failed = [line for line in run.stdout.splitlines() if line.startswith("FAILED ")]
    print(f"bites    {bite.name}\n         {failed[0].removeprefix('FAILED ')[:240]}", flush=True)
    return ""


def main() -> int:
    """Apply the changes asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="changes to apply, by a part of their name; all without any")
    parser.add_argument("--list", action="store_true", help="name the changes and apply none")
    options = parser.parse_args()
    chosen = [bite for bite in BITES if not options.names or any(name in bite.name for name in options.names)]
    if options.list:
        print(*(f"{bite.name}: {bite.test}" for bite in chosen), sep="\n")
        return 0
    flaws = 0
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder) / "src"
        shutil.copytree(ROOT / "src", sources, ignore=shutil.ignore_patterns("__pycache__"))
        unchanged = run_tests(sources, *dict.fromkeys(bite.test for bite in chosen))
        if unchanged.returncode != 0:
            print(unchanged.stdout[-3000:], "these tests fail, or do not exist, without any change", sep="\n")
            return 1
        for bite in chosen:
            if flaw := flaw_of(bite, sources):
                flaws += 1
                print(f"NO BITE  {bite.name}\n         {flaw}", flush=True)
    print(f"{len(chosen) - flaws} of {len(chosen)} changes fail their test")
    return 1 if flaws else 0


if __name__ == "__main__":
    sys.exit(main())
