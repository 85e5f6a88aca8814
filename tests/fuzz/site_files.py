"""Files of a site that were harmed: policies, configurations, files of patients."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

from hypothesis import strategies as st
from mutations import (
    TOKENS,
    either,
    harmed_bytes,
    harmed_json_lines,
    harmed_table,
    harmed_toml,
    toml_file_of,
)
from seeds import FAST, seeds
from workplace import Workplace

from palimpseste.labels import LABELS
from palimpseste.surrogates.policy.strategies import STRATEGIES

NOTES = [
    {"id": "d1001", "text": "Mme Lucie ZORGLUBINE, née le 04/09/1951 (69 ans), habite Dijon."},
    {"id": "d1002", "text": "Revue le 3 février 2021 par le Dr Krapulek, chambre 212, tél. 06 39 98 41 07, N1234567."},
    {"id": 1004, "text": "Sortie en mars 2020."},
]


def _lines(*names: str) -> bytes:
    """Return notes as JSON lines, the fields of text and identifier named so."""
    named = dict(zip(("text", "id"), names or ("text", "id"), strict=True))
    return b"".join(json.dumps({named[key]: value for key, value in note.items()}).encode() + b"\n" for note in NOTES)


def check_site_file(option: str, place: Workplace, case: tuple[str, bytes]) -> str:
    """De-identify notes with a policy, a configuration or a file of patients that was harmed.

    It is read as it says, or refused by its name before anything is written; no note goes to quarantine over it.
    """
    name, content = case
    folder = place.emptied()
    (folder / name).write_bytes(content)
    notes = folder / "in" / "notes.jsonl"
    notes.write_bytes(_lines("note_text", "note_id") if option == "--config" and b"note_text" in content else _lines())
    run = place.deid(notes, option, folder / name, *(() if option == "--config" else FAST), out="out.jsonl")
    if run.is_refused:
        assert name in run.said or option == "--config", run.said
    else:
        assert run.done + run.quarantined == len(NOTES)
        assert option == "--config" or not run.quarantined, run.refusals
    return run.outcome


TOML_TOKENS = (
    *TOKENS, b"[places]", b"[labels]", b"[[a]]", b"= -1", b"= 1e400", b"= 1/0", b'"1/0"', b'"0"', b'"1/1000000"',
    b"= inf",
    b"= nan", b"= 1979-05-27", b"= {}", b"= []", b"= true", b"(a+)+$", b"(?P<x>a)", b"a*", b"((", b"\\d{1,99999}",
    b"(?i)",
    b"'''", b"#", b"keep", b"metric-laplace", b"exponential", b"planar-laplace", b"mask", b"patient", b"document",
    b"value",
)  # fmt: skip


@st.composite
def any_policy(draw: st.DrawFn) -> bytes:
    """Return a policy file whose every value is one that might be allowed, whatever the others are."""
    among = st.sampled_from
    dates = draw(among(("plausible", "shift", "bounded-laplace", "metric-laplace", "clock-laplace", "tag", "keep")))
    towns = draw(among(("plausible", "exponential", "exponential-knn", "planar-laplace", "uniform", "mask")))
    labels = {"DATE": dates, "BIRTHDATE": dates, "CITY": towns, "ZIP": towns}
    labels |= draw(st.dictionaries(among(LABELS), among(STRATEGIES), max_size=2))
    bounds = st.tuples(among((1, 2, 184)), among((1, 3, 349, 10**6, 10**12))).map(list)
    tables = {
        "options": {
            "date_shift_days": bounds,
            "date_shift_latest": among(("2025-12-31", "none", "2025")),
            "shift_scope": among(("patient", "document")),
            "age_change_units": bounds,
            "keep_of_names": st.lists(among(("length", "accents", "particles", "generation", "sense")), max_size=3),
            "draw_clock_times": st.booleans(),
            "seasons": st.booleans(),
            "carer_scope": among(("patient", "cohort")),
        },
        "clock": {"shift_days": among((1, 30, 900, 36_525, 10**6)), "keep_season": st.booleans()},
        "privacy": {
            "epsilon": among(("1", "1/1000000", "1000", "0.25", "1/3", 1, 0.1)),
            "per": among(("document", "value")),
            "oldest_age": among((1, 90, 130)),
            "weights": st.dictionaries(among(("DATE", "AGE", "CITY")), among((1, 1000))),
        },
        "places": {
            "zone": among(("france", "metropolitan", ["21"], ["2A", "974"])),
            "measure": among(("population", "square-root", "uniform")),
            "kilometres": among((0, 1, 5, 1000)),
            "size": among((0, 5, 1000)),
            "norm": among(("sum", "euclidean")),
            "nearest": among((1, 2, 10, 40_000)),
            "radius_km": among((1, 50, 20_000)),
        },
    }
    given = {name: draw(st.fixed_dictionaries({}, optional=values)) for name, values in tables.items()}
    default = draw(among(("plausible", "tag", "numbered-tag", "mask")))
    return toml_file_of(
        {"default": default, "labels": labels} | {name: values for name, values in given.items() if values}
    )


def site_files(folder: str, harm: Callable[[bytes], st.SearchStrategy[bytes]]) -> st.SearchStrategy[tuple[str, bytes]]:
    """Draw a file of a site that was harmed, with its name."""
    return seeds(folder).flatmap(lambda seed: st.tuples(st.just(seed[0]), harm(seed[1])))


def patients(whole: bytes) -> st.SearchStrategy[bytes]:
    structured = harmed_json_lines if whole.startswith(b"{") else harmed_table
    return harmed_bytes(whole, most=2) | structured(whole)


toml = either(partial(harmed_bytes, tokens=TOML_TOKENS, most=2), harmed_toml)
