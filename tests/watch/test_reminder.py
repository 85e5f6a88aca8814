"""A site is told when it last evaluated on annotated notes, and when it should again."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest

from palimpseste.engines.run.tally import Tally
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.watch import Reminder, WatchStore, record_of, store

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store of one run, as sites had them before evaluations were noted."""
    path = tmp_path / "runs.sqlite"
    WatchStore(path, create=True).append(record_of(Tally(), {}, "2024-03-05T08:00:00+00:00"))
    return path


@pytest.mark.parametrize(
    ("last", "months", "due"),
    [
        (date(2023, 3, 5), 36, date(2026, 3, 5)),
        (date(2024, 2, 29), 12, date(2025, 2, 28)),
        (date(2024, 12, 31), 2, date(2025, 2, 28)),
        (date(2024, 11, 30), 1, date(2024, 12, 30)),
        (date(2024, 12, 1), 12, date(2025, 12, 1)),
    ],
)
def test_the_next_evaluation_is_due_so_many_months_later(last: date, months: int, due: date) -> None:
    assert Reminder(last, months, due).due == due
    assert not Reminder(last, months, due).is_overdue
    assert Reminder(last, months, due + timedelta(days=1)).is_overdue


def test_a_site_that_noted_no_evaluation_is_not_overdue_and_is_told_how_to_note_one(path: Path) -> None:
    assert WatchStore(path).last_evaluation() is None
    reminder = Reminder(None, 36, date(2026, 1, 1))
    assert (reminder.due, reminder.is_overdue) == (None, False)
    assert "--evaluated" in reminder.sentence


def test_the_last_day_counts_in_whatever_order_days_are_noted(path: Path) -> None:
    opened = WatchStore(path)
    for day in (date(2023, 5, 1), date(2024, 1, 9), date(2022, 1, 1), date(2024, 1, 9)):
        opened.note_evaluation(day)
    assert WatchStore(path).last_evaluation() == date(2024, 1, 9)
    assert len(opened.runs()) == 1


def test_an_overdue_evaluation_is_told_in_terminal_json_page_and_status(palimpseste: Run, path: Path) -> None:
    today = date.today()
    long_ago, lately = today - timedelta(days=40 * 31), today - timedelta(days=3)
    status, _, said = palimpseste("watch", "runs.sqlite", "--evaluated", long_ago.isoformat())
    assert (status, f"last evaluated on {long_ago}: the next evaluation is overdue since" in said) == (0, True)
    status, _, said = palimpseste("watch", "runs.sqlite", "--json", "watch.json", "--html", "watch.html")
    assert (status, "overdue since" in said) == (5, True)
    told = json.loads(Path("watch.json").read_text())["evaluation"]
    assert (told["last"], told["every_months"], told["overdue"]) == (long_ago.isoformat(), 36, True)
    assert (
        f'<p class="alert">Last evaluated on {long_ago}: the next evaluation is overdue'
        in Path("watch.html").read_text()
    )
    assert palimpseste("watch", "runs.sqlite", "--evaluate-every", "1200")[0] == 0
    palimpseste("watch", "runs.sqlite", "--evaluated", lately.isoformat())
    status, _, said = palimpseste("watch", "runs.sqlite", "--html", "watch.html")
    assert (status, f"last evaluated on {lately}, the next evaluation is due on" in said) == (0, True)
    assert 'class="alert"' not in Path("watch.html").read_text()


def test_an_evaluation_notes_its_day_once_its_scores_are_there(palimpseste: Run, path: Path) -> None:
    note = {"id": "1", "text": "Mme Durand", "entities": [{"start": 4, "end": 10, "label": "LASTNAME"}]}
    Path("gold.jsonl").write_text(json.dumps(note) + "\n")
    asked = ("evaluate", "gold.jsonl", "found.jsonl", "--bootstrap", "0", "--watch-store", "runs.sqlite")
    assert palimpseste(*asked)[0] != 0
    assert WatchStore(path).last_evaluation() is None
    Path("found.jsonl").write_text(json.dumps(note) + "\n")
    assert palimpseste(*asked)[0] == 0
    assert WatchStore(path).last_evaluation() == date.today()


def test_a_day_to_come_is_refused(palimpseste: Run, path: Path) -> None:
    status, _, said = palimpseste("watch", "runs.sqlite", "--evaluated", "2999-01-01")
    assert (status, "--evaluated 2999-01-01 is not past" in said) == (2, True)
    assert WatchStore(path).last_evaluation() is None


def test_a_store_that_cannot_be_written_or_read_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = WatchStore(path)
    monkeypatch.setattr(store, "_SECONDS_TO_WAIT", 0.05)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(PalimpsesteError, match="could not be noted"):
        opened.note_evaluation(date(2024, 1, 1))
    with pytest.raises(UsageError, match="cannot be read"):
        opened.last_evaluation()
    other.close()
