"""Towns near one another stay near one another under `plausible`, in all documents of a patient."""

from __future__ import annotations

from collections.abc import Sequence, Set
from math import hypot
from statistics import median

import numpy as np
import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.places import Commune, PlaceTable
from palimpseste.surrogates import MasterKey
from palimpseste.surrogates.dates.plan import alone
from palimpseste.surrogates.places.around import _FEW, _nearest, around_of
from palimpseste.surrogates.places.choices import choices_of, has_university
from palimpseste.surrogates.places.plausible import PlausibleTowns
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.atlas import atlas_of
from palimpseste.writings.towns.read import TownsRead

MASTER = MasterKey(bytes(range(32)))
TABLE = PlaceTable.bundled()
ATLAS = atlas_of(TABLE)


def named(name: str) -> Commune:
    commune = ATLAS.commune_named(name)
    assert commune is not None
    return commune


def kilometres(first: Commune, second: Commune) -> float:
    return hypot((first.latitude - second.latitude) * 111.2, (first.longitude - second.longitude) * 76.6)


def standing_for(names: Sequence[str], patient: int, **record: str) -> list[Commune]:
    """Return what stands for the towns that a document of a patient names."""
    text, spans = parse_markup(", ".join(f"<CITY>{name}</CITY>" for name in names))
    document = Document(f"note {names[0]}", text, patient=Patient(patient_id=str(patient), **record))
    setting = Setting.of(document, spans, MASTER.cohort("around"))
    read = TownsRead(setting, ATLAS)
    source = PlausibleTowns(setting, read)
    return [source.commune(read.by_span[index]) for index in range(len(spans))]


@pytest.mark.parametrize(
    ("name", "followed"),
    [
        ("Molsheim", "Obernai"),
        ("Obernai", "Strasbourg"),
        ("La Tronche", "Grenoble"),
        ("Hasparren", "Ustaritz"),
        ("Orthez", "Pau"),
        ("Pau", "Bordeaux"),
        ("Strasbourg", None),
        ("Paris", None),
        ("Saint-Pierre", "Saint-Denis"),
    ],
)
def test_a_town_follows_a_larger_one_near_it(name: str, followed: str | None) -> None:
    found = around_of(ATLAS).followed_by(named(name))
    assert (found and found.name) == followed


def test_home_practice_and_hospital_stay_near_one_another() -> None:
    apart: list[float] = []
    for patient in range(40):
        home, practice, hospital = standing_for(["Molsheim", "Mutzig", "Strasbourg"], patient)
        apart += [kilometres(home, practice), kilometres(home, hospital)]
        assert has_university(hospital.name)
        assert len({home.insee, practice.insee, hospital.insee}) == 3
    assert median(apart) < 30
    assert sum(each > 100 for each in apart) < 4


def test_towns_far_from_one_another_stay_so() -> None:
    near = sum(kilometres(*standing_for(["Bayonne", "Poitiers"], patient)) < 60 for patient in range(40))
    assert near < 10


def test_what_stands_for_a_town_is_alike_in_all_documents_of_a_patient() -> None:
    for patient in range(10):
        together = standing_for(["Molsheim", "Strasbourg"], patient)
        assert [standing_for([name], patient)[0] for name in ("Molsheim", "Strasbourg")] == together
    assert len({standing_for(["Molsheim"], patient)[0].insee for patient in range(40)}) > 8


def test_a_town_that_no_table_knows_lies_near_that_of_the_record() -> None:
    for patient in range(10):
        unknown, home = standing_for(["Zzyrqville", "Molsheim"], patient, city="Molsheim", zip="67120")
        assert kilometres(unknown, home) < 60


def test_a_saint_is_called_by_the_head_of_its_name() -> None:
    assert named("Saint-Dié").name == named("St Dié").name == "Saint-Dié-des-Vosges"


def test_towns_of_a_department_stay_in_one() -> None:
    for patient in range(20):
        drawn = standing_for(["Oyonnax", "Bourg-en-Bresse", "Ambérieu-en-Bugey"], patient)
        assert len({commune.department for commune in drawn}) == 1


def test_what_lies_around_home_stays_there_across_the_border_of_a_region() -> None:
    def near(**record: str) -> int:
        pairs = [standing_for(["Delle", "Mulhouse"], patient, **record) for patient in range(40)]
        return sum(kilometres(*pair) < 75 for pair in pairs)

    assert near(city="Delle", zip="90100") > 20
    assert near() < 10


@pytest.mark.parametrize("name", ["Aurillac", "Verdun", "Semur-en-Auxois", "Le Creusot", "Ussel"])
def test_a_town_with_a_hospital_is_replaced_by_one_that_has_one(name: str) -> None:
    has_hospital = choices_of(ATLAS).has_hospital
    for patient in range(20):
        (alone,) = standing_for([name], patient)
        home, beside = standing_for(["Molsheim", name], patient, city="Molsheim", zip="67120")
        assert has_hospital(alone)
        assert has_hospital(beside)
        assert standing_for([name], patient, city="Molsheim", zip="67120") == [beside]
        assert home != beside


def test_a_town_that_no_table_knows_need_have_no_hospital() -> None:
    drawn = [standing_for(["Zzyrqville"], patient, city="Dijon", zip="21000")[0] for patient in range(20)]
    assert not all(map(choices_of(ATLAS).has_hospital, drawn))


def share_on(codes: Set[str], names: Sequence[str]) -> float:
    """Return the share of what stands for towns, over patients, that bears some codes."""
    drawn = [town for patient in range(20) for town in standing_for(names, patient)]
    return sum(town.insee in codes for town in drawn) / len(drawn)


def test_towns_on_the_sea_come_out_on_the_sea() -> None:
    assert share_on(TABLE.on_sea, ["Concarneau", "Arcachon", "Fécamp", "Bandol", "Sète", "Noirmoutier-en-l'Île"]) > 0.5
    # Few towns with a university's hospital are.
    assert share_on(TABLE.on_sea, ["Marseille"]) > 0.15
    assert share_on(TABLE.on_sea, ["Montargis", "Aurillac", "Vesoul", "Troyes"]) < 0.1


def test_towns_near_a_border_come_out_near_a_border() -> None:
    assert share_on(TABLE.near_border, ["Saint-Louis", "Thionville", "Menton", "Forbach", "Tourcoing"]) > 0.3
    assert share_on(TABLE.near_border, ["Montargis", "Aurillac", "Rennes", "Limoges"]) < 0.1


@pytest.mark.parametrize(
    ("suburb", "town"), [("La Tronche", "Grenoble"), ("Saint-Priest-en-Jarez", "Saint-Étienne"), ("Pierry", "Épernay")]
)
def test_what_lies_beside_a_town_comes_out_beside_it(suburb: str, town: str) -> None:
    apart = [kilometres(*standing_for([suburb, town], patient)) for patient in range(20)]
    assert median(apart) < 15


def test_home_is_a_town_of_the_only_document_of_a_patient() -> None:
    text, spans = parse_markup("<CITY>Delle</CITY>, <CITY>Mulhouse</CITY>")

    def drawn(document: Document) -> list[Commune]:
        setting = Setting.of(document, spans, MASTER.cohort("around"))
        read = TownsRead(setting, ATLAS)
        return [PlausibleTowns(setting, read).commune(read.by_span[index]) for index in range(len(spans))]

    documents = [Document("one", text, patient=Patient(patient_id=str(patient))) for patient in range(20)]
    assert sum(kilometres(*drawn(alone(document))) < 75 for document in documents) > 10
    assert sum(kilometres(*drawn(document)) < 75 for document in documents) < 8


@pytest.mark.parametrize("size", [7, _FEW, 3 * _FEW])
def test_towns_looked_for_in_strips_are_the_nearest_of_all(size: int) -> None:
    draws = np.random.default_rng(size)
    columns = draws.integers(0, (9_000, 9_000, 400), (size, 3)).T
    columns = columns[:, columns[0].argsort(kind="stable")]
    for sought in draws.integers(0, (9_000, 9_000, 2_000), (60, 3)).tolist():
        costs = ((columns - np.array(sought).reshape(-1, 1)) ** 2).sum(axis=0)
        assert _nearest(columns, sought, 6) == costs.argsort(kind="stable")[:6].tolist()
