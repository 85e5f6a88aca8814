"""Under a mechanism a document's towns hang on their draws alone, move together, and spend what was set aside."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest
from releases import policy_of

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.folding import fold_name
from palimpseste.places import Commune, PlaceTable
from palimpseste.privacy.accountant import Contribution
from palimpseste.surrogates import CohortKey, Policy
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.places.bodies.heads import head_in
from palimpseste.surrogates.places.mechanisms.territory import territory_of
from palimpseste.surrogates.places.released import ReleasedTowns
from palimpseste.surrogates.policy.place_options import PlaceOptions
from palimpseste.surrogates.policy.strategies import Strategy
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.atlas import atlas_of, grammar_of
from palimpseste.writings.towns.steady import SteadyTownsRead
from palimpseste.writings.towns.town import Town

MECHANISMS: tuple[Strategy, ...] = ("exponential", "exponential-knn", "planar-laplace", "uniform")

Release = Callable[..., list[str]]


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("strategy", MECHANISMS)
def test_code_town_department_and_body_move_together(release: Release, strategy: Strategy, number: int) -> None:
    table = PlaceTable.bundled()
    code, town, again, department, body = release(
        "<ZIP>21000</ZIP> <CITY>Dijon</CITY>, à <CITY>DIJON</CITY> <LOCATION>Côte-d'Or</LOCATION>, "
        "<HOSPITAL>CHU de Dijon</HOSPITAL>",
        policy_of(strategy, Fraction(1, 16)),
        id=str(number),
    )
    served = {fold_name(commune.name): commune for commune in table.by_zip(code)}
    name = re.sub(r" \d.*", "", town)
    assert fold_name(name) in served
    assert fold_name(again) == fold_name(town)
    assert table.department_of(served[fold_name(name)]).name == department
    assert fold_name(body) == fold_name(head_in("CHU de ", name) + name)


def test_the_town_itself_may_be_written_and_its_body_with_it(release: Release) -> None:
    kept = policy_of("exponential", Fraction(100))
    assert release("<ZIP>21000</ZIP> <CITY>Dijon</CITY> <HOSPITAL>CHU de Dijon</HOSPITAL>", kept) == [
        "21000",
        "Dijon",
        "CHU de Dijon",
    ]
    # A body that holds no town is never left as it is.
    assert release("<HOSPITAL>Hôpital européen</HOSPITAL>", kept) != ["Hôpital européen"]


def test_two_towns_of_a_patient_may_get_one_surrogate(release: Release) -> None:
    everywhere = policy_of("uniform", zone=("90",))
    marked = "<CITY>Nancy</CITY>, <CITY>Dijon</CITY> puis <CITY>Beaune</CITY>"
    towns = [release(marked, everywhere, patient_id=str(n)) for n in range(1500)]
    assert any(first == second for _, first, second in towns)


@pytest.mark.parametrize("strategy", ["uniform", "exponential"])
def test_two_towns_of_a_document_that_is_alone_get_two_surrogates(release: Release, strategy: Strategy) -> None:
    narrow = policy_of(strategy, zone=("90",), kilometres=5, around_km=1)
    marked = "<CITY>Nancy</CITY>, <CITY>Dijon</CITY>, <CITY>Zzyrq</CITY>, <HOSPITAL>CH de Gray</HOSPITAL>"
    for number in range(60):
        *towns, body = release(f"{marked} {number}", narrow, id=str(number))
        assert len({*towns, body.partition(" de ")[2]}) == 4


def source_of(setting: Setting, strategy: Strategy, towns: Sequence[Town]) -> ReleasedTowns:
    budget = Budget(setting.privacy, lambda: (Contribution("CITY", town.key) for town in towns))
    return ReleasedTowns(setting, atlas_of(PlaceTable.bundled()), strategy, budget, towns[0], towns)


@pytest.mark.parametrize("strategy", ["uniform", "exponential"])
def test_a_town_is_drawn_anew_only_where_it_is_one_of_those_before_it(key: CohortKey, strategy: Strategy) -> None:
    # Two runs of which the second finds a town more: with one stream for draws among other towns, one would tell of the
    # noise of the other.
    narrow = policy_of(strategy, per="value", zone=("90",), kilometres=5, around_km=1)
    text, spans = parse_markup("<CITY>Nancy</CITY>, <CITY>Dijon</CITY>, <CITY>Beaune</CITY>")
    anew: list[tuple[Commune, Commune, Commune]] = []
    for number in range(60):
        setting = Setting.of(
            Document("note", f"{text} {number}"),
            spans,
            key,
            narrow.options,
            narrow.privacy,
            narrow.places,
            towns_released=True,
        )
        read = SteadyTownsRead(setting, atlas_of(PlaceTable.bundled()), is_alone=True)
        home, added, last = read.told_by_all(range(3))
        source = source_of(setting, strategy, (home, added, last))
        beside, after = source.commune(added), source.commune(last)
        before = source_of(setting, strategy, (home, last)).commune(last)
        if after != before:
            anew.append((beside, after, before))
    assert 0 < len(anew) < 20
    assert all(before == beside != after for beside, after, before in anew)


def test_a_surname_may_be_the_name_of_a_released_town(key: CohortKey) -> None:
    text, spans = parse_markup("Mme <LASTNAME>Durand</LASTNAME> vit à <CITY>Lambert</CITY>")
    document = Document("note", text, patient=Patient(city="Lambert"))
    assert "lambert" in Setting.of(document, spans, key).originals
    assert "lambert" not in Setting.of(document, spans, key, towns_released=True).originals


@pytest.mark.parametrize("source", ["Paris 13e", "PARIS XIIIe", "Lyon 3ème"])
def test_an_arrondissement_is_written_only_where_the_surrogate_has_some(release: Release, source: str) -> None:
    kept = release(f"<CITY>{source}</CITY>", policy_of("exponential", Fraction(100)))
    assert re.fullmatch(r"(?i)(paris|lyon) (\d{1,2}|[XVI]+)(e|er|ème)", kept[0])
    elsewhere = release(f"<CITY>{source}</CITY>", policy_of("uniform", zone=("23",)))
    assert not re.search(r"\d|(?-i:X)", elsewhere[0])


@pytest.mark.parametrize(
    ("source", "code"), [("<ZIP>21000</ZIP> <CITY>Dijon</CITY>", "75"), ("<ZIP>75013</ZIP> <CITY>Paris</CITY>", "75")]
)
def test_a_code_does_not_tell_whether_the_town_had_arrondissements(release: Release, source: str, code: str) -> None:
    paris = policy_of("uniform", zone=("75",))
    codes = {release(source, paris, id=str(number))[0] for number in range(30)}
    assert all(re.fullmatch(r"75(0\d\d|116)", each) for each in codes)
    assert len(codes) > 8


def test_a_code_of_a_desk_is_told_by_its_word(release: Release) -> None:
    table = PlaceTable.bundled()
    policy = policy_of("exponential")
    desks = [release(f"<ZIP>21079</ZIP> <CITY>Dijon cedex {n}</CITY>", policy, id=str(n)) for n in range(1, 5)]
    assert all(re.fullmatch(r".+ cedex(?: \d)?", town) for _, town in desks)
    assert any(not table.by_zip(code) for code, _ in desks)
    # Without the word a code is one of the surrogate, whatever the original was.
    assert all(table.by_zip(release("<ZIP>21079</ZIP>", policy, id=str(n))[0]) for n in range(5))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("en <LOCATION>Bretagne</LOCATION>", "en <LOCATION>Normandie</LOCATION>"),
        ("<LOCATION>Yonne</LOCATION>", "<LOCATION>Gers</LOCATION>"),
        ("en <LOCATION>Italie</LOCATION>", "en <LOCATION>Algérie</LOCATION>"),
        ("à <CITY>Milan</CITY>", "à <CITY>Rome</CITY>"),
        ("à <CITY>Zzyrqville</CITY>", "à <CITY>Bbyrqville</CITY>"),
    ],
    ids=["region", "department", "country", "foreign town", "unknown town"],
)
def test_other_places_are_drawn_alike_whatever_they_are(release: Release, first: str, second: str) -> None:
    def seen(marked: str) -> set[str]:
        return {release(marked, id=str(number))[0] for number in range(400)}

    once, other = seen(first), seen(second)
    # Drawn from one set: of those that one value becomes, the other value becomes a good part; itself among them where
    # the set is small enough for 400 draws.
    if len(once) < 60:
        value = re.search(r">(.*?)</", first)
        assert value
        assert value.group(1) in once
        assert len(once & other) > 0.8 * len(once)
    else:
        assert len(once) > 0.5 * len(other) > 0.25 * len(once)


def test_the_department_of_two_towns_follows_the_first_that_is_written(release: Release) -> None:
    table = PlaceTable.bundled()
    for marked in (
        "<CITY>Beaune</CITY>, <CITY>Dijon</CITY>, aussi en <LOCATION>Côte-d'Or</LOCATION>",
        "<CITY>Dijon</CITY>, <CITY>Beaune</CITY>, aussi en <LOCATION>Côte-d'Or</LOCATION>",
    ):
        first, _, department = release(marked, policy_of("uniform"))
        departments = {table.department_of(commune).name for commune in table.named(first)}
        assert department in departments


def test_towns_lie_around_what_stands_for_home(key: CohortKey) -> None:
    table, policy = PlaceTable.bundled(), Policy.named("dp")
    text, spans = parse_markup("<CITY>Beaune</CITY>, <CITY>Marseille</CITY>, <CITY>Le Havre</CITY>, <CITY>Zzyrq</CITY>")
    for number in range(40):
        patient = Patient(patient_id=str(number), city="Dijon", zip="21000")
        setting = Setting.of(
            Document("note", text, patient=patient), spans, key, policy.options, policy.privacy, towns_released=True
        )
        read = SteadyTownsRead(setting, atlas_of(table))
        budget = Budget(setting.privacy, lambda: ())
        source = ReleasedTowns(setting, read.atlas, "exponential", budget, read.home)
        assert read.home is not None
        home = source.commune(read.home)
        others = [source.commune(read.by_span[index]) for index in range(len(spans))]
        assert home not in others
        around = territory_of(table, policy.places).around(home)
        assert all(around.place_of(town) in around.candidates(grammar_of(town.name)) for town in others)
        # « Le » is rare: the ten nearest, however far.
        assert {grammar_of(town.name) for town in others[2:3]} == {"le"}


def test_towns_around_another_are_of_its_department_and_of_no_young_name() -> None:
    territory = territory_of(PlaceTable.bundled(), PlaceOptions())
    (brieuc,) = PlaceTable.bundled().named("Saint-Brieuc")
    around = territory.around(brieuc)
    names = [territory.communes[place].name for place in around.candidates("consonant")]
    measure = dict(zip(names, around.measure("consonant").tolist(), strict=True))
    assert "Lamballe-Armor" not in names
    assert len(around.candidates("les")) == 10
    everywhere = [territory.communes[place].name for place in territory.candidates("consonant")]
    alone = dict(zip(everywhere, territory.measure("consonant").tolist(), strict=True))
    # Ploufragan is of Côtes-d'Armor, Saint-Malo, of 47,000 people, of Ille-et-Vilaine.
    assert measure["Ploufragan"] == 4 * alone["Ploufragan"]
    assert alone["Saint-Malo"] / 2 < measure["Saint-Malo"] < alone["Saint-Malo"]


@pytest.mark.parametrize("policy", ["exponential", "plausible"])
def test_a_region_follows_a_town_that_lies_in_it(release: Release, policy: Strategy) -> None:
    table = PlaceTable.bundled()
    regions = {area.code: area.name for area in table.regions}
    for number in range(4):
        code, _, region = release(
            "<ZIP>29200</ZIP> <CITY>Brest</CITY> <LOCATION>Bretagne</LOCATION>",
            policy_of(policy, Fraction(1, 32)) if policy != "plausible" else Policy.named(policy),
            id=str(number),
        )
        assert region == regions[table.by_zip(code)[0].region]


def test_unknown_towns_are_drawn_from_the_class_of_their_name(release: Release) -> None:
    for number in range(5):
        (town,) = release("née à <CITY>Ozzyrq</CITY>", id=str(number))
        assert grammar_of(town) == "vowel"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("<CITY>DIJON</CITY>", "<CITY>NÎMES</CITY>"),
        ("<CITY>dijon</CITY>", "<CITY>nîmes</CITY>"),
        ("<CITY>Dijon</CITY>", "<CITY>Saint Denis</CITY>"),
        ("<CITY>Dijon</CITY>", "<CITY>Nîmes</CITY>"),
        ("<HOSPITAL>CHU DE DIJON</HOSPITAL>", "<HOSPITAL>CHU DE NÎMES</HOSPITAL>"),
    ],
)
def test_the_writing_does_not_tell_which_town_it_was(release: Release, first: str, second: str) -> None:
    # A zone of one town per writing: whatever stands for either is written alike.
    for zone in (("75",), ("972",), ("90",)):
        drawn = [
            {release(marked, policy_of("uniform", zone=zone), id=str(number))[0] for number in range(250)}
            for marked in (first, second)
        ]
        assert len(drawn[0] & drawn[1]) > 0.8 * len(drawn[0])


def test_a_foreign_code_keeps_its_shape(release: Release) -> None:
    seen = {release("<ZIP>1000</ZIP>", id=str(number))[0] for number in range(3)}
    assert all(re.fullmatch(r"[1-9]\d{3}", code) for code in seen)


def test_a_body_named_after_a_released_town_has_the_noise_of_the_town(write: Callable[..., Any]) -> None:
    found = write("<HOSPITAL>CHU de Dijon</HOSPITAL>", "uniform")
    assert found.noise.asked == [("CITY", "21231", "uniform"), ("HOSPITAL", "chu de dijon", "body")]
    assert not found.draws.asked
    found = write("<HOSPITAL>CHU Bauer</HOSPITAL>", "uniform")
    assert found.draws.asked == [("HOSPITAL", "bauer", "body")]
    assert not found.noise.asked
    found = write("<HOSPITAL>CHU de Dijon - Hôpital Bauer</HOSPITAL>", "uniform")
    assert ("HOSPITAL", "chu de dijon", "body") in found.noise.asked
    assert found.draws.asked == [("HOSPITAL", "bauer", "body")]


def test_released_places_are_drawn_among_all_of_their_class(write: Callable[..., Any], small_table: PlaceTable) -> None:
    def among(marked: str) -> list[str]:
        ((*found,),) = write(marked, "uniform").noise.choices
        return [each if isinstance(each, str) else each.name for each in found]

    # The countries of this table that have towns; then the towns of the first.
    assert among("<LOCATION>Italie</LOCATION>") == ["Italie", "Lettonie", "Algérie"]
    countries, towns = write("<CITY>Riga</CITY>", "uniform").noise.choices
    assert list(countries) == ["Italie", "Lettonie", "Algérie"]
    assert [city.name for city in towns] == ["Bari", "Turin", "Milan", "Rome"]


@pytest.mark.parametrize(
    ("marked", "written"),
    [
        # The first of the table: Dijon, which may stand for itself.
        ("<CITY>NÎMES</CITY>", ["DIJON"]),
        ("<CITY>Saint Denis</CITY>", ["Dijon"]),
        ("<CITY>Le Vésinet</CITY>", ["Le Boeuf"]),
        ("<CITY>Évry</CITY>", ["Auch"]),
        ("<ZIP>30000</ZIP> <CITY>Nîmes</CITY>", ["21000", "Dijon"]),
        ("<ZIP>21079</ZIP> <CITY>Lens cedex 9</CITY>", ["21010", "Dijon cedex 1"]),
        # A town that no table knows is one of those around the first.
        ("<ZIP>21079</ZIP>", ["29930"]),
        ("<CITY>Paris 13e</CITY>", ["Dijon"]),
        ("<CITY>Nîmes</CITY> (<LOCATION>Gard</LOCATION>)", ["Dijon", "Côte-d'Or"]),
        ("<LOCATION>Ain</LOCATION>", ["Côte-d'Or"]),
        # Italy is the first country with towns, Bari its first.
        ("<LOCATION>LETTONIE</LOCATION>", ["ITALIE"]),
        ("<CITY>Riga</CITY> (<LOCATION>Lettonie</LOCATION>)", ["Bari", "Italie"]),
        ("<CITY>Ozolnieki</CITY>, <LOCATION>Lettonie</LOCATION>", ["Bari", "Italie"]),
        ("<CITY>Dijon</CITY> en <LOCATION>FRANCE</LOCATION>", ["Dijon", "FRANCE"]),
        ("<HOSPITAL>CHU de Nîmes</HOSPITAL>", ["CHU de Dijon"]),
        ("<HOSPITAL>CHU de Dijon</HOSPITAL>", ["CHU de Dijon"]),
    ],
)
def test_a_release_by_hand(write: Callable[..., Any], marked: str, written: list[str]) -> None:
    assert write(marked, "uniform").surrogates == written
