"""Measure windows that a shift of all dates is drawn from: what a reader finds out of season, and what stays in doubt.

python tools/shift_windows.py CORPUS [--windows 184-349 281-449] [--step 7]
python tools/shift_windows.py CORPUS --clock

Of the training notes that say a season, a feast or an epoch in words which no span holds, while their date is in it:
the share whose new date is not, over all shifts of a window, and over those that `seasons` draws among. And of an
attacker who knows in which years patients came and the day of each: how many of these days a released day leaves him,
over all days and shifts; and how many where the years end with the day of the policy, past which a shift forward goes
back instead. Then, in the last window, of notes that say a season in words that `seasons` knows, and of attackers who
take them at their word, or for true of four notes in five: how many days are left, without `seasons` and with them; and
how many shifts are left to who knows the day.

With --clock instead, under `dp`, gold spans: how many of these notes contradict their new date without `seasons` and
with them, and how many of those that say it in words that `seasons` knows; the mean of four keys.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from palimpseste.corpus import read_documents
from palimpseste.corpus.splits import read_splits
from palimpseste.document import BESIDE, Document
from palimpseste.folding import fold
from palimpseste.labels import LABELS, Label
from palimpseste.rendering.tables import markdown_table, share
from palimpseste.surrogates import CohortKey, MasterKey, Policy, Replacer
from palimpseste.surrogates.dates.plan import DatesPlan
from palimpseste.surrogates.dates.seasons import shifts_in_season
from palimpseste.surrogates.policy.strategies import Strategy
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.told.seasons import SeasonTold, seasons_told
from palimpseste.writings.dates.told.table import is_epoch, is_in_season
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.dates.words import FEASTS, feast_date
from palimpseste.writings.passages import Passages

Fits = Callable[[date], bool]

# Folded words, and the months in which they are written.
SEASONS = {
    r"ski|snowboard|luge|raquettes|neige|verglas|piste (?:noire|rouge|bleue|verte)": (11, 12, 1, 2, 3, 4),
    r"canicule|coup de (?:chaleur|soleil)|insolation|baignade|plage|camping|vtt|feria|moisson|frelons?": (
        5,
        6,
        7,
        8,
        9,
    ),
    r"vendanges?|vendangeurs?": (8, 9, 10),
    r"beyfortus|bronchiolite|grippe [ab]|vrs": (10, 11, 12, 1, 2, 3),
    r"rentree (?:scolaire|des classes)|la rentree": (7, 8, 9, 10),
    r"champignons|cueillette": (8, 9, 10, 11),
    r"bac (?:blanc|francais)|epreuves du bac|parcoursup": (1, 2, 3, 4, 5, 6),
    r"jardinage|tondeuse|taille[- ]haie|tonte": (3, 4, 5, 6, 7, 8, 9, 10),
}
# Folded words, and the day before which nobody writes them.
EPOCHS = {
    r"covid|sars[ -]cov|confinement": date(2020, 2, 15),
    r"beyfortus|nirsevimab": date(2023, 9, 1),
    r"paxlovid": date(2022, 2, 1),
    r"mounjaro|tirzepatide": date(2024, 11, 1),
    r"mon espace sante": date(2022, 1, 1),
    r"protection temporaire|guerre en ukraine": date(2022, 3, 1),
}
# A note within so many days of a feast that it names speaks of it; its new one within so many may.
SPEAKS, MAY_SPEAK = 21, 35
COHORTS = (1, 2, 3, 5, 10)
# The first day of a cohort, and how many notes say a season that is not theirs, of those that say one.
FIRST, UNTRUE = date(2015, 1, 1).toordinal(), 0.2
# Under a clock each note has a new date a key.
KEYS = [MasterKey(bytes([number] * 32)).cohort("seasons") for number in range(4)]


def seasons(text: str) -> Iterator[Fits]:
    """Yield for each season that folded words say whether a day is in it."""
    for words, months in SEASONS.items():
        if re.search(rf"\b(?:{words})\b", text):
            yield lambda day, months=months: day.month in months


def feasts(text: str, day: date) -> Iterator[Fits]:
    """Yield for each feast that folded words name around a day whether another day is around it."""
    for feast in FEASTS:
        if re.search(rf"\b{fold(feast)}\b", text) and days_from(feast, day) <= SPEAKS:
            yield lambda other, feast=feast: days_from(feast, other) <= MAY_SPEAK


def epochs(text: str) -> Iterator[Fits]:
    """Yield for each epoch that folded words say whether a day is in it."""
    for words, first in EPOCHS.items():
        if re.search(rf"\b(?:{words})\b", text):
            yield lambda day, first=first: day >= first


def days_from(feast: str, day: date) -> int:
    """Return how many days a day is from the nearest feast of a name."""
    return min(abs((feast_date(feast, year) - day).days) for year in (day.year - 1, day.year, day.year + 1))


def told(note: Document) -> tuple[date, dict[str, list[Fits]]] | None:
    """Return the day of a note and what its words say of that day, by kind; None where no date of it is known."""
    day = Calendar(Passages.at(note, note.entities)).reference
    if day is None:
        return None
    text = list(note.text)
    for span in note.entities:
        text[span.start : span.end] = " " * len(span)
    said = fold("".join(text))
    kinds = {"a season": seasons(said), "a feast": feasts(said, day), "an epoch": epochs(said)}
    fitting = {kind: [fits for fits in each if fits(day)] for kind, each in kinds.items()}
    return day, {kind: each for kind, each in fitting.items() if each}


def telling(notes: Iterable[Document]) -> Iterator[tuple[Document, date, dict[str, list[Fits]]]]:
    """Yield the notes whose words say something of their day, with that day and what they say by kind."""
    for note in notes:
        day, kinds = told(note) or (date.min, {})
        if kinds:
            yield note, day, kinds


def seasons_of(note: Document) -> frozenset[SeasonTold]:
    """Return what words of a note say of its dates that `seasons` would look at."""
    passages = Passages.at(note, note.entities)
    return frozenset(seasons_told(passages, Calendar(passages)))


def out_of_place(notes: Iterable[Document], shifts: list[int]) -> dict[str, tuple[int, float, float]]:
    """Return by kind how many notes say it, and how many contradict it under all shifts and under those in season."""
    counted, wrong, left = Counter[str](), Counter[str](), Counter[str]()
    for note, day, kinds in telling(notes):
        within = shifts_in_season(shifts, seasons_of(note))
        anything = [fits for said in kinds.values() for fits in said]
        for kind, each in {**kinds, "any of these": anything}.items():
            counted[kind] += 1
            for drawn, among in ((shifts, wrong), (within, left)):
                moved = [day + timedelta(days=shift) for shift in drawn]
                among[kind] += sum(not all(fits(new) for fits in each) for new in moved) / len(moved)
    return {kind: (counted[kind], wrong[kind], left[kind]) for kind in counted}


def days_told(shifts: list[int], years: int, seasons: frozenset[int], *, draws: bool, untrue: float) -> float:
    """Return how many days of so many years a released day leaves who reads words of season beside it, on average.

    Parameters
    ----------
    shifts : list of int
        All of them, whole weeks: one weekday stands for all.
    years : int
        Of the cohort.
    seasons : frozenset of int
        What the words say of the day.
    draws : bool
        Whether the shift is drawn among those in season.
    untrue : float
        How often words are said of a day that is not in season.
    """
    days = [DateValue("day", FIRST + day) for day in range(0, years * 1461 // 4, 7)]
    true = [all(is_in_season(season, day.number) for season in seasons) for day in days]
    likely = {True: (1 - untrue) / max(sum(true), 1), False: untrue / max(len(true) - sum(true), 1)}
    weights: defaultdict[int, list[float]] = defaultdict(list)
    for day, is_true in zip(days, true, strict=True):
        if not likely[is_true]:
            continue
        drawn = shifts_in_season(shifts, [SeasonTold(day, season) for season in seasons]) if draws else shifts
        for shift in drawn:
            weights[day.number + shift].append(likely[is_true] / len(drawn))
    return sum(sum(each) ** 3 / sum(weight * weight for weight in each) for each in weights.values())


def season_tables(notes: Iterable[Document], shifts: list[int]) -> str:
    """Return what words of season leave of days, epochs left out, and of shifts, in two tables."""
    every = [told for told in map(seasons_of, notes) if told]
    found = [told for told in ({each for each in told if not is_epoch(each.season)} for told in every) if told]
    of_days = Counter(frozenset(season for _, season in told) for told in found)
    rows = []
    for untrue in (0.0, UNTRUE):
        for draws in (False, True):
            left = (
                sum(
                    count * days_told(shifts, years, seasons, draws=draws, untrue=untrue)
                    for seasons, count in of_days.items()
                )
                for years in COHORTS
            )
            rows.append([f"{untrue:.1f}", "yes" if draws else "no", *(f"{each / len(found):.1f}" for each in left)])
    numbers = sorted(len(shifts_in_season(shifts, told)) for told in every)
    left_over = [f"{sum(numbers) / len(numbers):.1f}", str(numbers[0]), str(sum(number < 12 for number in numbers))]
    true = sum(map(agree, found))
    return "\n".join(
        (
            markdown_table(("untrue", "seasons", *(f"{years} y" for years in COHORTS)), rows),
            markdown_table(
                ("notes", "shifts", "in season", "fewest", "fewer than 12", "notes of a season", "true of them"),
                [[str(len(every)), str(len(shifts)), *left_over, str(len(found)), str(true)]],
            ),
        )
    )


def clock_table(notes: list[Document]) -> str:
    """Return how many notes contradict their new dates under clocks, without `seasons` and with them."""
    fitting = {note.id: [fits for each in kinds.values() for fits in each] for note, _, kinds in telling(notes)}
    listed = {note.id for note in notes if (found := seasons_of(note)) and agree(found)}
    wrong, moved = Counter[tuple[str, bool]](), 0
    for key in KEYS:
        days: dict[bool, dict[str, date | None]] = {}
        for draws in (False, True):
            new = {note.id: note for note in under_clock(notes, fitting.keys() | listed, draws=draws, key=key)}
            days[draws] = {name: Calendar(Passages.at(each, each.entities)).reference for name, each in new.items()}
            for name, fits in fitting.items():
                day = days[draws][name]
                wrong["the words of this tool", draws] += day is None or not all(each(day) for each in fits)
            wrong["words that `seasons` knows", draws] += sum(not agree(seasons_of(new[name])) for name in listed)
        moved += sum(days[False][name] != days[True][name] for name in listed)
    sizes = {"the words of this tool": len(fitting), "words that `seasons` knows": len(listed)}
    rows = [
        [kind, str(size), *(f"{wrong[kind, draws] / len(KEYS):.1f}" for draws in (False, True))]
        for kind, size in sizes.items()
    ]
    table = markdown_table(("notes that say", "notes", "contradicted", "with seasons"), rows)
    return f"{table}\nof the latter {share(moved / len(KEYS) / len(listed))} move\n"


def agree(seasons: Iterable[SeasonTold]) -> bool:
    """Tell whether all dates are in the season that is said of them."""
    return all(is_in_season(season, value.middle) for value, season in seasons)


def under_clock(notes: list[Document], chosen: set[str], *, draws: bool, key: CohortKey) -> Iterator[Document]:
    """Yield the chosen notes as `dp` writes their dates, with `seasons` or without; all else is tags."""
    named = Policy.named("dp")
    dates: dict[Label, Strategy] = {label: named.strategy_of(label) for label in ("DATE", "BIRTHDATE", "AGE")}
    policy = replace(
        named,
        strategies={label: dates.get(label, "tag") for label in LABELS},
        options=replace(named.options, seasons=draws),
    )
    replacer, plan = Replacer(key, policy), DatesPlan()
    for note in notes:
        plan.add(note, replacer.dates_of(note, sorted(note.entities)))
    for note in notes:
        if note.id in chosen:
            draft = replacer(plan.joined(note), sorted(note.entities))
            spans = tuple(span for span in draft.spans if span.source != BESIDE)
            yield Document(note.id, draft.text, date=draft.date, entities=spans)


def days_in_doubt(shifts: list[int], years: int, *, ends: bool = False) -> float:
    """Return how many days of so many years a released day of one of them leaves, on average.

    Parameters
    ----------
    shifts : list of int
        All of them, either way.
    years : int
        Of the cohort.
    ends : bool
        Whether nothing is released after the last day of the cohort. Some days are then more likely than others: they
        count as as many equally likely ones as give the same chance that two draws agree.
    """
    days, back = years * 1461 // 4, min(map(abs, shifts)) + max(shifts)
    weights: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for day in range(days):
        for shift in shifts:
            is_turned = ends and shift > 0 and day + shift >= days
            weights[day + shift - back * is_turned][day] += 1
    doubts = ((each.total(), sum(count * count for count in each.values())) for each in weights.values())
    return sum(total**3 / squares for total, squares in doubts) / (days * len(shifts))


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--windows", nargs="+", default=["184-349", "281-449"])
    parser.add_argument("--step", type=int, default=7)
    parser.add_argument("--clock", action="store_true", help="the dates of `dp` instead")
    arguments = parser.parse_args()
    splits = read_splits(arguments.corpus / "split.tsv")
    notes = [note for note in read_documents(arguments.corpus / "notes") if splits[note.id] == "train"]
    if arguments.clock:
        print(clock_table(notes), end="")
        return
    places, doubts = [], []
    for window in arguments.windows:
        lowest, highest = map(int, window.split("-"))
        sizes = [days for days in range(lowest, highest + 1) if days % arguments.step == 0]
        shifts = [sign * days for days in sizes for sign in (1, -1)]
        found = out_of_place(notes, shifts)
        places += [
            [window, kind, str(of), f"{wrong:.0f}", share(wrong / of), f"{left:.0f}", share(left / of)]
            for kind, (of, wrong, left) in found.items()
        ]
        for ends in (False, True):
            left = (f"{days_in_doubt(shifts, years, ends=ends):.1f}" for years in COHORTS)
            doubts.append([window, str(len(shifts)), "yes" if ends else "no", *left])
    contradicted = ("contradicted", "share", "with seasons", "share")
    print(markdown_table(("days", "notes that say", "notes", *contradicted), places))
    print(markdown_table(("days", "shifts", "none past the last day", *(f"{years} y" for years in COHORTS)), doubts))
    print(season_tables(notes, shifts), end="")


if __name__ == "__main__":
    main()
