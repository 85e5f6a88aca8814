"""Under a mechanism a document's towns hang on their draws alone, move together, and spend what was set aside."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.corpus.notes import read_notes
from palimpseste.document import Document, Patient
from palimpseste.folding import fold_name
from palimpseste.places import Commune, PlaceTable
from palimpseste.privacy.accountant import Contribution
from palimpseste.result import Draft
from palimpseste.risk.places import TOWN_LAWS
from palimpseste.risk.town_checks import check_towns
from palimpseste.surrogates import CohortKey, MasterKey, Policy, Replacer
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.places.bodies.heads import head_in
from palimpseste.surrogates.places.mechanisms.territory import territory_of
from palimpseste.surrogates.places.released import ReleasedTowns, town_contributions
from palimpseste.surrogates.policy.options import Privacy
from palimpseste.surrogates.policy.place_options import PlaceOptions
from palimpseste.surrogates.policy.strategies import Strategy
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.atlas import atlas_of, grammar_of
from palimpseste.writings.towns.steady import SteadyTownsRead
from palimpseste.writings.towns.town import Town

NOTES = Path(__file__).parents[3] / "corpus" / "notes"
MECHANISMS: tuple[Strategy, ...] = ("exponential", "exponential-knn", "planar-laplace", "uniform")

Release = Callable[..., list[str]]


def policy_of(
    strategy: Strategy,
    epsilon: Fraction = Fraction(1, 4),
    per: Literal["document", "value"] = "document",
    **places: object,
) -> Policy:
    plausible = Policy.named("plausible")
    strategies = {**plausible.strategies, "CITY": strategy, "ZIP": strategy}
    return Policy(strategy, strategies, privacy=Privacy(epsilon, per), places=PlaceOptions(**places))  # type: ignore[arg-type] # by name


def replaced(key: CohortKey, policy: Policy, marked: str, id: str = "note", **patient: str) -> Draft:
    text, spans = parse_markup(marked)
    return Replacer(key, policy)(Document(id, text, patient=Patient(**patient)), spans)


@pytest.fixture(scope="module")
def release(key: CohortKey) -> Release:
    """Return the surrogates of the marked spans of a sentence under a mechanism for towns."""

    def run(marked: str, policy: Policy | None = None, **options: str) -> list[str]:
        result = replaced(key, policy or policy_of("exponential"), marked, **options)
        return [result.text[span.start : span.end] for span in result.spans]

    return run


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


def test_the_order_in_which_towns_are_drawn_does_not_hang_on_which_they_are(key: CohortKey) -> None:
    # « Doubs » tells of the second town here, of none there.
    marked = "<LOCATION>Doubs</LOCATION> <CITY>Dijon</CITY> <CITY>{}</CITY> <HOSPITAL>CH de Dole</HOSPITAL>"
    for second in ("Pontarlier", "Beaune"):
        text, spans = parse_markup(marked.format(second))
        setting = Setting.of(Document("note", text), spans, key, towns_released=True)
        read = SteadyTownsRead(setting, atlas_of(PlaceTable.bundled()), is_alone=True)
        told = [town.commune.name for town in read.told_by_all(range(4)) if town.commune]
        assert told == ["Dijon", second, "Dole"]


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


def test_releases_of_two_documents_are_independent_and_those_of_a_value_are_one(release: Release) -> None:
    def towns(policy: Policy) -> list[str]:
        return [release("<CITY>Dijon</CITY>", policy, id=str(number), patient_id="7")[0] for number in range(12)]

    assert len(set(towns(policy_of("exponential", Fraction(1, 16))))) > 3
    assert len(set(towns(policy_of("exponential", Fraction(1, 16), "value")))) == 1
    other = policy_of("exponential", Fraction(1, 17), "value")
    several = {release("<CITY>Dijon</CITY>", other, patient_id=str(n))[0] for n in range(12)}
    assert len(several) > 3


def test_releases_with_different_epsilons_are_independent(release: Release) -> None:
    # With one stream of noise for both, nearly every document would get one town twice.
    for strategy in ("exponential", "exponential-knn", "planar-laplace"):
        once, other = (
            [release("<CITY>Dijon</CITY>", policy_of(strategy, epsilon), id=str(n))[0] for n in range(30)]
            for epsilon in (Fraction(100, 1601), Fraction(101, 1601))
        )
        assert sum(map(str.__eq__, once, other)) < 10, strategy


@pytest.mark.parametrize(
    ("marked", "patient", "count"),
    [
        ("<CITY>Dijon</CITY>, <CITY>DIJON</CITY>, <ZIP>21000</ZIP>, <HOSPITAL>CHU de Dijon</HOSPITAL>", {}, 1),
        ("<CITY>Dijon</CITY> et <CITY>Beaune</CITY>", {}, 2),
        ("<HOSPITAL>CHU de Tours</HOSPITAL> et <ORGANIZATION>mairie de Nantes</ORGANIZATION>", {}, 2),
        ("en <LOCATION>Côte-d'Or</LOCATION>", {"city": "Dijon", "zip": "21000"}, 1),
        # Home is drawn first, since others lie around it, even where no word tells it.
        ("à <CITY>Nantes</CITY>", {"city": "Dijon", "zip": "21000"}, 2),
        ("en <LOCATION>Bretagne</LOCATION>", {"city": "Dijon", "zip": "21000"}, 1),
        ("en <LOCATION>Côte-d'Or</LOCATION> et à <CITY>Milan</CITY>, <CITY>Zzyrqville</CITY>", {}, 0),
    ],
    ids=[
        "one town",
        "two towns",
        "towns of bodies",
        "a town of the record",
        "home beside a town",
        "home beside a region",
        "nothing of the table",
    ],
)
def test_every_town_is_counted_once(key: CohortKey, marked: str, patient: dict[str, str], count: int) -> None:
    result = replaced(key, policy_of("exponential", Fraction(1)), marked, **patient)
    assert result.ledger is not None
    assert sum(entry[-1] for entry in result.ledger.entries) == count
    assert result.ledger.epsilon == (1 if count else 0)


def test_the_department_of_two_towns_follows_the_first_that_is_written(release: Release) -> None:
    table = PlaceTable.bundled()
    for marked in (
        "<CITY>Beaune</CITY>, <CITY>Dijon</CITY>, aussi en <LOCATION>Côte-d'Or</LOCATION>",
        "<CITY>Dijon</CITY>, <CITY>Beaune</CITY>, aussi en <LOCATION>Côte-d'Or</LOCATION>",
    ):
        first, _, department = release(marked, policy_of("uniform"))
        departments = {table.department_of(commune).name for commune in table.named(first)}
        assert department in departments


def test_the_chance_of_each_surrogate_of_a_document_is_bounded_by_the_distance() -> None:
    # Two neighbouring documents over 3,000 keys each, one in Beaune and one in Nuits-Saint-Georges: no ratio of two
    # frequencies exceeds exp(ε·d) by more than 5 standard deviations of its logarithm.
    policy = policy_of("uniform", Fraction(1, 16), zone=("21",))
    policy = replace(policy, strategies={**policy.strategies, "CITY": "exponential", "ZIP": "exponential"})
    territory = territory_of(PlaceTable.bundled(), policy.places)
    beaune, nuits = (PlaceTable.bundled().named(name)[0] for name in ("Beaune", "Nuits-Saint-Georges"))
    distance = int(
        territory.distances(beaune, "consonant")[territory.candidates("consonant") == territory.place_of(nuits)][0]
    )

    def histogram(town: str) -> Counter[str]:
        text, spans = parse_markup(f"vit à <CITY>{town}</CITY>")
        found: Counter[str] = Counter()
        for number in range(3000):
            key = MasterKey(number.to_bytes(32, "big")).cohort("test")
            found[Replacer(key, policy)(Document("note", text), spans).text] += 1
        return found

    first, second = histogram("Beaune"), histogram("Nuits-Saint-Georges")
    for town in set(first) & set(second):
        low = min(first[town], second[town])
        ratio = max(first[town], second[town]) / low
        assert ratio <= 2.718281828 ** (distance / 16 + 5 * (2 / low) ** 0.5)


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


@pytest.mark.parametrize("strategy", ["exponential", "uniform"])
def test_no_neighbour_is_told_better_for_what_lies_around_home(strategy: Strategy) -> None:
    # All pairs of homes and all pairs of other towns of a small zone: the chance of both surrogates together changes
    # by exp(ε·d) of the one that differs, and by no more.
    territory = territory_of(PlaceTable.bundled(), PlaceOptions(zone=("90",), kilometres=5, around_km=10))
    law = TOWN_LAWS[strategy]
    epsilon = Fraction(1, 2)
    homes = [territory.communes[place] for place in territory.candidates("consonant")]
    assert len(homes) > 50
    for home in homes[::7]:
        around = territory.around(home)
        assert territory.place_of(home) not in around.candidates("consonant")
        assert len(around.candidates("consonant")) >= 10
        left = around.without([territory.communes[place] for place in around.candidates("consonant")[:3]])
        assert len(left.candidates("consonant")) == len(around.candidates("consonant")) - 3
        for each in (around, left):
            for check in check_towns(law(each), homes, epsilon):
                assert check.worst.holds


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


@pytest.mark.skipif(not NOTES.is_dir(), reason="no corpus of notes beside the package")
@pytest.mark.parametrize("policy", ["dp", "exponential-knn"])
def test_no_note_of_the_corpus_asks_for_what_was_not_set_aside(key: CohortKey, policy: str) -> None:
    chosen = Policy.named("dp") if policy == "dp" else policy_of("exponential-knn")
    chosen = replace(
        chosen, strategies={**chosen.strategies, "DATE": "plausible", "BIRTHDATE": "plausible", "AGE": "plausible"}
    )
    replacer = Replacer(key, chosen)
    kept = {"CITY", "ZIP", "LOCATION", "HOSPITAL", "ORGANIZATION"}
    notes = [note for path in sorted(NOTES.glob("*.notes")) for note in read_notes(path)]
    assert notes
    for note in notes[:: 6 if policy == "dp" else 12]:
        ledger = replacer(note, tuple(span for span in note.entities if span.label in kept)).ledger
        assert ledger is not None
        # All that was set aside is spent: nothing was counted that was not asked for, either.
        if chosen.privacy.per == "document":
            assert ledger.epsilon in (0, chosen.privacy.epsilon)


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


def test_streams_of_released_places_are_those_of_the_budget(write: Callable[..., Any]) -> None:
    # Under another name of its stream a value would get another surrogate than last year.
    for strategy, marked, asked in (
        (
            "exponential",
            "<CITY>Dijon</CITY>",
            [("CITY", "21231", "exponential 1 france|population|(500, 100000) 20|40 500 3 6 6 sum")],
        ),
        (
            "exponential-knn",
            "<CITY>Dijon</CITY>",
            [("CITY", "21231", "exponential-knn 1 france|population|(500, 100000) 20|40 500 3 6 6 sum")],
        ),
        (
            "planar-laplace",
            "<CITY>Dijon</CITY>",
            [("CITY", "21231", "planar-laplace 1 france|population|(500, 100000) 20|40 500 3 6 6 sum")],
        ),
        ("uniform", "<CITY>Dijon</CITY>", [("CITY", "21231", "uniform")]),
        (
            "exponential",
            "<CITY>Zzyrqville</CITY>",
            [("CITY", "", "centre"), ("CITY", "zzyrqville", "uniform 40 km around 21231")],
        ),
        (
            "exponential",
            "<CITY>ROME</CITY>",
            [("LOCATION", "IT", "uniform country"), ("CITY", "IT rome", "uniform foreign")],
        ),
        (
            "exponential",
            "<LOCATION>Côte-d'Or</LOCATION>",
            [("CITY", "", "centre")],
        ),
        (
            "exponential",
            "<LOCATION>Bretagne</LOCATION>",
            [("CITY", "", "centre")],
        ),
        ("exponential", "<LOCATION>ITALIE</LOCATION>", [("LOCATION", "IT", "uniform country")]),
        ("uniform", "<CITY>Lens cedex 9</CITY>", [("CITY", "62498", "uniform"), ("CITY", "62498", "cedex")]),
        ("uniform", "<ZIP>1000</ZIP>", [("ZIP", "1000", "shape")]),
    ):
        found = write(marked, strategy)
        assert list(dict.fromkeys(found.noise.asked)) == asked
        assert not found.draws.asked


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


def test_each_town_of_the_table_is_set_aside_once(key: CohortKey, small_table: PlaceTable) -> None:
    text, spans = parse_markup("<CITY>Dijon</CITY> <CITY>Lens</CITY> <CITY>Zzyr</CITY> <ZIP>21000</ZIP>")
    read = SteadyTownsRead(Setting.of(Document("note", text), spans, key), atlas_of(small_table))
    assert list(town_contributions(read, range(4))) == [Contribution("CITY", "21231"), Contribution("CITY", "62498")]
    assert list(town_contributions(read, [1])) == [Contribution("CITY", "62498")]
    assert list(town_contributions(read, [2])) == []
