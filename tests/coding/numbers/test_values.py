"""What dates and ages say, told beside them."""

from __future__ import annotations

import random
from datetime import date, timedelta
from pathlib import Path

import pytest

from palimpseste.coding.numbers.values import with_values
from palimpseste.coding.settings import CodingSettings
from palimpseste.coding.stays.stay import Stay
from palimpseste.coding.train import train


def told(text: str) -> str:
    return with_values(Stay("1", (text,), ())).text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("Toux sans fièvre, 12/20.", "Toux sans fièvre, 12/20."),
        ("Entré le [DATE], né le [BIRTHDATE], âgé de [AGE].", "Entré le [DATE], né le [BIRTHDATE], âgé de [AGE]."),
        (
            "Entré le 02/04/2021, revu le 2 avril 2021 ; IDM le 12.03.21.",
            "Entré le 02/04/2021 in_month_4, revu le 2 avril 2021 in_month_4 ; IDM le 12.03.21 delay_before_28_days.",
        ),
        ("Entré le 02/04/2021. IDM en 1998.", "Entré le 02/04/2021 in_month_4. IDM en 1998 delay_before_more."),
        ("Homme de 67 ans.", "Homme de 67 ans age_70_years."),
        ("Né le 20/03/2021, vu le 02/04/2021.", "Né le 20/03/2021 age_28_days, vu le 02/04/2021 in_month_4."),
    ],
    ids=["empty", "nothing", "tags", "delay", "year", "age", "newborn"],
)
def test_delays_and_ages_are_told(text: str, expected: str) -> None:
    assert told(text) == expected


def test_a_shift_of_all_dates_tells_the_same_delays() -> None:
    chance = random.Random(1)
    for _ in range(50):
        day, before = date(2010 + chance.randrange(10), 5, 1), chance.randrange(1, 4000)
        words = []
        for shift in (0, 17):
            stay, event = day + timedelta(shift), day + timedelta(shift - before)
            text = told(f"Entré le {stay:%d/%m/%Y}, sorti le {stay:%d/%m/%Y}, opéré le {event:%d/%m/%Y}.")
            words.append(text.rsplit(" ", 1)[1])
        assert words[0] == words[1]
        assert words[0].startswith("delay_before")


def stays_told_by_a_delay(count: int, seed: int) -> list[Stay]:
    chance = random.Random(seed)
    found = []
    for number in range(count):
        day = date(2000, 1, 1) + timedelta(chance.randrange(7000))
        is_old = chance.random() < 0.5
        event = day - timedelta(chance.randrange(200, 2500) if is_old else chance.randrange(3, 26))
        text = f"Entré le {day:%d/%m/%Y}. Infarctus le {event:%d/%m/%Y}. Sorti le {day:%d/%m/%Y}."
        found.append(Stay(f"s{seed}-{number}", (text,), ("I25.2" if is_old else "I21.9",)))
    return found


@pytest.mark.parametrize(("tell_values", "lowest", "highest"), [(True, 0.95, 1.0), (False, 0.0, 0.8)])
def test_a_model_that_is_told_delays_learns_from_them(
    tell_values: bool, lowest: float, highest: float, tmp_path: Path
) -> None:
    learned, measured, tested = (stays_told_by_a_delay(count, seed) for count, seed in ((160, 1), (60, 2), (100, 3)))
    settings = CodingSettings.of_model("linear", tell_values=tell_values)
    coder = train(learned, measured, settings, tmp_path / "model")
    scores = [dict(zip(coder.codes, row.tolist(), strict=True)) for row in coder.scores(tested)]
    right = sum(max(row, key=row.__getitem__) == stay.codes[0] for row, stay in zip(scores, tested, strict=True))
    assert lowest <= right / len(tested) <= highest


def test_words_behind_a_code_are_those_the_model_reads(tmp_path: Path) -> None:
    stays = stays_told_by_a_delay(60, 1)
    settings = CodingSettings.of_model("linear", tell_values=True)
    coder = train(stays, stays_told_by_a_delay(20, 2), settings, tmp_path / "model")
    found = coder.attribution(stays[0], stays[0].codes[0])
    words = [found.text[start:end] for start, end in found.bounds]
    assert any(word.startswith("delay_before") for word in words)
