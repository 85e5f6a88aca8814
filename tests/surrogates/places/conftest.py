"""A table of a dozen towns, and draws that take the first candidate, so that surrogates are known by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

import pytest
from releases import policy_of, replaced

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.places import Commune, PlaceTable, WorldCity
from palimpseste.surrogates import CohortKey
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.draws import BitStream, Draws
from palimpseste.surrogates.places.bodies.bodies import body_surrogate
from palimpseste.surrogates.places.cities import city_surrogate, zip_surrogate
from palimpseste.surrogates.places.geography import Geography
from palimpseste.surrogates.places.locations import location_surrogate
from palimpseste.surrogates.places.plausible import PlausibleTowns
from palimpseste.surrogates.places.released import ReleasedTowns, town_contributions
from palimpseste.surrogates.places.source import PlaceSource
from palimpseste.surrogates.policy.policy import Policy
from palimpseste.surrogates.policy.strategies import Strategy
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values.people import People
from palimpseste.writings.atlas import atlas_of
from palimpseste.writings.towns.read import TownsRead
from palimpseste.writings.towns.steady import SteadyTownsRead

T = TypeVar("T")


class FirstDraws(Draws):
    """Draws whose first bits are those of one byte, 0 for the first candidate; they keep what they were asked for."""

    def __init__(self, key: CohortKey, byte: int) -> None:
        super().__init__(key, "note")
        self.byte = byte
        self.asked: list[tuple[str, str, str]] = []
        self.choices: list[Sequence[object]] = []

    def stream(self, label: str, value: str, purpose: str) -> BitStream:
        self.asked.append((label, value, purpose))
        return FirstStream(self.choices, self.byte)


class FirstStream(BitStream):
    """Bits that choose the first candidate, for 512 bits; what was chosen among is kept."""

    def __init__(self, choices: list[Sequence[object]] | None = None, byte: int = 0) -> None:
        super().__init__(bytes([byte]) * 64)
        self.choices = [] if choices is None else choices

    def choice(self, candidates: Sequence[T]) -> T:
        self.choices.append(candidates)
        return super().choice(candidates)


class SmallTable(PlaceTable):
    """Towns and foreign towns of one's own; departments, regions and countries as they are."""

    @cached_property
    def world_cities(self) -> tuple[WorldCity, ...]:
        return (
            *(WorldCity(f"Dzira{number}", "DZ", 1000 * (100 - number), ()) for number in range(90)),
            WorldCity("Turin", "IT", 800_000, ()),
            WorldCity("Milan", "IT", 1_300_000, ()),
            WorldCity("Bari", "IT", 300_000, ()),
            WorldCity("Rome", "IT", 2_800_000, ()),
            WorldCity("Riga", "LV", 600_000, ()),
            WorldCity("Liepaja", "LV", 70_000, ()),
            WorldCity("Daugavpils", "LV", 80_000, ()),
        )


def commune(insee: str, name: str, zips: str, region: str, population: int, parent: str = "") -> Commune:
    department = insee[:3] if insee.startswith("97") else insee[:2]
    kind = "arrondissement" if parent else "commune"
    codes = tuple(zips.split())
    return Commune(insee, name, codes, department, region, population, 47.0, 5.0, "exact", kind, parent)  # type: ignore[arg-type] # one of two


@pytest.fixture(scope="session")
def small_table() -> PlaceTable:
    return SmallTable(
        [
            commune("21231", "Dijon", "21000", "27", 160_000),
            commune("29217", "Pont-Aven", "29930 29931", "53", 2_800),
            commune("30189", "Nîmes", "30000", "76", 148_000),
            commune("32013", "Auch", "32000", "75", 22_000),
            commune("45234", "Orléans", "45000", "24", 116_000),
            commune("51410", "Œuilly", "51480", "44", 600),
            commune("62498", "Lens", "62300", "32", 31_000),
            commune("69123", "Lyon", "69001 69002 69003", "84", 520_000),
            commune("69381", "Lyon 1er", "69001", "84", 30_000, "69123"),
            commune("69382", "Lyon 2e", "69002", "84", 31_000, "69123"),
            commune("69383", "Lyon 3e", "69003", "84", 32_000, "69123"),
            commune("72110", "Le Bœuf", "72100", "52", 900),
            commune("72181", "Le Mans", "72000", "52", 145_000),
            commune("75056", "Paris", "75001 75002", "11", 2_100_000),
            commune("75101", "Paris 1er", "75001", "11", 16_000, "75056"),
            commune("75102", "Paris 2e", "75002", "11", 21_000, "75056"),
            commune("78650", "Le Vésinet", "78110", "28", 16_500),
            commune("78440", "Les Mureaux", "78130", "11", 33_000),
            commune("91692", "Les Ulis", "91940", "11", 26_000),
            commune("93045", "Les Trois-Lilas", "93260", "11", 23_000),
            commune("97411", "Saint-Denis", "97400", "04", 150_000),
        ]
    )


@dataclass
class Written:
    """What one document becomes.

    Parameters
    ----------
    surrogates : list of str
        Of its spans.
    draws, noise : FirstDraws
        What was asked for.
    source : PlaceSource
        Where its places came from.
    """

    surrogates: list[str]
    draws: FirstDraws
    noise: FirstDraws
    source: PlaceSource = field(repr=False)


@pytest.fixture(scope="session")
def write(key: CohortKey, small_table: PlaceTable) -> Callable[..., Written]:
    """Replace the marked places of a sentence by the first that may stand for them."""

    def run(
        marked: str, strategy: Strategy = "plausible", originals: Sequence[str] = (), byte: int = 0, **patient: str
    ) -> Written:
        text, spans = parse_markup(marked)
        released = strategy != "plausible"
        setting = Setting.of(Document("note", text, patient=Patient(**patient)), spans, key, towns_released=released)
        draws, noise = FirstDraws(key, byte), FirstDraws(key, byte)
        held = setting.originals.union(originals)
        setting = replace(setting, draws=draws, noise=noise, originals=held)
        atlas = atlas_of(small_table)
        read: TownsRead
        source: PlaceSource
        if released:
            read = steady = SteadyTownsRead(setting, atlas, is_alone=not setting.is_of_patient)
            budget = Budget(setting.privacy, lambda: town_contributions(steady, range(len(spans))))
            in_order = () if setting.is_of_patient else steady.told_by_all(range(len(spans)))
            source = ReleasedTowns(setting, atlas, strategy, budget, steady.home, in_order)
        else:
            read = TownsRead(setting, atlas)
            source = PlausibleTowns(setting, read)
        geography, people = Geography(setting, read, source), People(setting)
        surrogate_of: dict[str, Callable[[int], str]] = {
            "CITY": lambda index: city_surrogate(index, geography),
            "ZIP": lambda index: zip_surrogate(index, geography),
            "LOCATION": lambda index: location_surrogate(index, geography),
            "HOSPITAL": lambda index: body_surrogate(index, setting, geography, people),
            "ORGANIZATION": lambda index: body_surrogate(index, setting, geography, people),
        }
        found = [surrogate_of[span.label](index) for index, span in enumerate(setting.spans)]
        return Written(found, draws, noise, source)

    return run


@pytest.fixture
def first() -> FirstStream:
    """Bits that choose the first candidate."""
    return FirstStream()


@pytest.fixture(params=[(policy, str(note)) for policy in ("plausible", "dp") for note in range(8)], ids="-".join)
def written(request: pytest.FixtureRequest, surrogates: Callable[..., list[str]]) -> Callable[..., list[str]]:
    """Replace under each policy, as some notes of different names."""
    policy, note = request.param
    return lambda marked, **record: surrogates(marked, id=note, policy=policy, **record)


@pytest.fixture(scope="module")
def release(key: CohortKey) -> Callable[..., list[str]]:
    """Return the surrogates of the marked spans of a sentence under a mechanism for towns."""

    def run(marked: str, policy: Policy | None = None, **options: str) -> list[str]:
        result = replaced(key, policy or policy_of("exponential"), marked, **options)
        return [result.text[span.start : span.end] for span in result.spans]

    return run
