"""Countries agree with what stays in a text: names, languages, nationalities, numbers, codes, rivers."""

from __future__ import annotations

import re

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import BESIDE, Document, Patient
from palimpseste.folding import fold
from palimpseste.places import PlaceTable
from palimpseste.places.codes_abroad import code_of
from palimpseste.surrogates import MasterKey, Policy, Replacer
from palimpseste.surrogates.dates.plan import DatesPlan
from palimpseste.surrogates.places.towns_drawn import written_in_french
from palimpseste.writings import lists
from palimpseste.writings.atlas import atlas_of
from palimpseste.writings.passages import Passages
from palimpseste.writings.towns.countries import (
    area_of,
    land_words,
    lands_told,
    standing_for,
)
from palimpseste.writings.towns.read import TownsRead
from palimpseste.writings.zones_abroad import zone_of_code

ATLAS = atlas_of(PlaceTable.bundled())
TOWNS = {
    country: towns.split("|") for country, towns in (line.split("\t") for line in lists.entries_abroad("towns.tsv"))
}


def values(marked: str, label: str, number: int) -> list[str]:
    text, spans = parse_markup(marked)
    replacer = Replacer(MasterKey(number.to_bytes(32, "big")).cohort("test"), Policy.named("plausible"))
    result = replacer(Document("note", text), spans)
    return [result.text[span.start : span.end] for span in result.spans if span.label == label]


def countries(marked: str, keys: int = 12) -> set[str]:
    """Return the ISO codes of what stands for the country of a note under some keys."""
    # Before it what is written over « en », where another preposition suits.
    return {ATLAS.country_code(values(marked, "LOCATION", number)[-1]) for number in range(keys)}


def names_in(country: str) -> list[str]:
    cities = (city for city in PlaceTable.bundled().world_cities if city.country == country)
    return [written_in_french(city.name) for city in cities]


@pytest.mark.parametrize(
    "marked",
    [
        "vit à <CITY>Hendaye</CITY>, travaille à <CITY>Irun</CITY>",
        "vit à <CITY>Irun</CITY>, suivi à <HOSPITAL>l'hôpital Saint-André de Bordeaux</HOSPITAL>",
        "vu à <CITY>Libourne</CITY>, né à <CITY>Irun</CITY>",
        "de <CITY>Thionville</CITY> à <CITY>Luxembourg</CITY> chaque jour",
    ],
)
def test_a_foreign_town_that_no_other_lies_near_has_a_surrogate(marked: str) -> None:
    abroad = re.findall("Irun|Luxembourg", marked)
    assert not any(set(abroad) & set(values(marked, "CITY", number)) for number in range(24))


@pytest.mark.parametrize(
    ("marked", "country"),
    [
        ("né à <CITY>Bacău</CITY> le 3 mai. De nationalité roumaine.", "RO"),
        ("Nationalité : turque. Née à <CITY>Zzyrq</CITY>.", "TR"),
    ],
)
def test_an_unknown_town_of_birth_lies_where_the_nationality_tells(marked: str, country: str) -> None:
    assert {values(marked, "CITY", number)[0] for number in range(8)} <= set(names_in(country))


@pytest.mark.parametrize(
    "marked",
    [
        "né à <CITY>Zzyrq</CITY>, de nationalité française",
        "né à <CITY>Zzyrq</CITY>, nationalité turque, sa femme de nationalité roumaine",
        "vit à <CITY>Zzyrq</CITY>, de nationalité turque",
        "née à <CITY>Quimperlé</CITY>, de nationalité turque",
    ],
)
def test_a_nationality_tells_nothing_of_other_towns(marked: str) -> None:
    abroad = {*names_in("RO"), *names_in("TR")}
    assert all(values(marked, "CITY", number)[0] not in abroad for number in range(8))


@pytest.mark.parametrize(
    ("marked", "country"),
    [
        ("né au <LOCATION>Cambodge</LOCATION>", "KH"),
        ("séjour en <LOCATION>Gambie</LOCATION>", "GM"),
        ("sa mère vit en <LOCATION>Moldavie</LOCATION>", "MD"),
        ("né au <LOCATION>Tchad</LOCATION>", "TD"),
    ],
)
def test_a_country_becomes_one_of_its_area(marked: str, country: str) -> None:
    found = countries(marked)
    assert found <= set(area_of(country)) - {country}
    assert len(found) > 2


@pytest.mark.parametrize(
    ("marked", "lands"),
    [
        ("famille kurde de <LOCATION>Syrie</LOCATION>", {"TR", "IQ", "IR"}),
        ("né en <LOCATION>Angola</LOCATION>, interprète lusophone", {"BR", "CV", "MZ", "GW", "ST"}),
        ("arrivée du <LOCATION>Ghana</LOCATION>, entretien en anglais", {"NG", "GM", "SL", "LR"}),
        ("né en <LOCATION>Gambie</LOCATION>, parle soninké", {"ML", "SN", "MR"}),
    ],
)
def test_a_language_that_stays_is_spoken_there(marked: str, lands: set[str]) -> None:
    found = countries(marked)
    assert found <= lands
    assert len(found) > 1


@pytest.mark.parametrize(
    "marked",
    [
        "de nationalité malgache, née à <LOCATION>Madagascar</LOCATION>",
        "maçon portugais, repart au <LOCATION>Portugal</LOCATION>",
        "frontalière, emploi au <LOCATION>Luxembourg</LOCATION>",
        "vit en <LOCATION>Belgique</LOCATION>, NISS au dossier",
        "vit en <LOCATION>Belgique</LOCATION>, aide du CPAS",
        "en <LOCATION>Suisse</LOCATION>\nAVS <OTHER_ID>756.4417.9023.86</OTHER_ID>",
        "vit en <LOCATION>Suisse</LOCATION>, n° AVS au dossier, natel",
        "travaille au <LOCATION>Luxembourg</LOCATION> (matricule CNS <OTHER_ID>1973061120457</OTHER_ID>)",
        "de passage du <LOCATION>Canada</LOCATION>, carte RAMQ",
        "venu du <LOCATION>Suriname</LOCATION>, vu à <CITY>Apatou</CITY>",
        "arrivée des <LOCATION>Comores</LOCATION>, suivie à <CITY>Mamoudzou</CITY>",
        "<ZIP>1180</ZIP> <CITY>Uccle</CITY>, <LOCATION>Belgique</LOCATION>",
        "a fait son service militaire en <LOCATION>Algérie</LOCATION>",
        "appelé en <LOCATION>Tunisie</LOCATION> à vingt ans",
        "ancien combattant d'<LOCATION>Indochine</LOCATION>",
        "fils de harkis, né en <LOCATION>Algérie</LOCATION>",
        # One other country of a language is too few to hide which was meant.
        "parle pendjabi, né au <LOCATION>Pakistan</LOCATION>",
    ],
)
def test_a_country_stays_where_the_text_shows_what_is_of_it_alone(marked: str) -> None:
    source = parse_markup(marked)
    (span,) = (span for span in source[1] if span.label == "LOCATION")
    for number in range(5):
        assert values(marked, "LOCATION", number) == [source[0][span.start : span.end]]


def test_a_body_of_a_foreign_town_of_the_note_is_that_of_what_stands_for_it() -> None:
    # « Le Liège » is a village of Touraine.
    marked = "<HOSPITAL>CHU de Liège</HOSPITAL>, quai du Canal, <ZIP>B-4020</ZIP> <CITY>Liège</CITY>"
    for number in range(6):
        (body,), (town,) = values(marked, "HOSPITAL", number), values(marked, "CITY", number)
        assert body.replace("d'", "de ").endswith(f" de {town}")


def test_a_town_of_a_country_of_few_stays_there() -> None:
    marked = "venue en pirogue depuis <CITY>Albina</CITY>, vue à <CITY>Mana</CITY>"
    towns = {values(marked, "CITY", number)[0] for number in range(12)}
    assert towns <= {"Paramaribo", *TOWNS["SR"]}
    assert len(towns) > 2


@pytest.mark.parametrize(
    "marked",
    [
        "consulte le service du CHU, né en <LOCATION>Algérie</LOCATION>",
        "ancien maçon, venu d'<LOCATION>Algérie</LOCATION>",
        "appelée hier, rentre de <LOCATION>Tunisie</LOCATION>",
    ],
)
def test_who_was_no_soldier_comes_from_elsewhere(marked: str) -> None:
    source, spans = parse_markup(marked)
    assert all(values(marked, "LOCATION", number) != [source[spans[0].start : spans[0].end]] for number in range(5))


def test_words_in_a_span_tell_nothing() -> None:
    text, spans = parse_markup("suivi par l'<ORGANIZATION>association des Kurdes de Lorient</ORGANIZATION>")
    assert not lands_told(Passages.at(Document("note", text), spans))


def test_one_letter_tells_the_countries_of_all() -> None:
    marked = ["Famille kurde, <DATE>3 mars 2021</DATE>.", "Né en <LOCATION>Iran</LOCATION>, <DATE>4 mars 2021</DATE>."]
    several = [
        (Document(str(place), text, patient=Patient(patient_id="7")), spans)
        for place, (text, spans) in enumerate(map(parse_markup, marked))
    ]
    found = set()
    for number in range(10):
        replacer = Replacer(MasterKey(number.to_bytes(32, "big")).cohort("test"), Policy.named("plausible"))
        plan = DatesPlan()
        for document, spans in several:
            plan.add(document, replacer.dates_of(document, [span for span in spans if span.label == "DATE"]))
        document, spans = several[1]
        result = replacer(plan.joined(document), spans)
        found |= {result.text[span.start : span.end] for span in result.spans if span.label == "LOCATION"}
    assert {ATLAS.country_code(name) for name in found} - {""} <= {"TR", "IQ", "SY"}


def test_lists_name_countries_and_no_word_is_a_place_that_is_not_said_to_be() -> None:
    table = PlaceTable.bundled()
    lands = {land for row in land_words() if row.kind != "home" for land in row.lands}
    assert all(map(ATLAS.country_named, lands | TOWNS.keys()))
    departments = {code for row in land_words() if row.kind == "home" for code in row.lands}
    assert departments <= {department.code for department in table.departments}
    assert len(land_words()) < 255
    names = [
        *(each.name for each in table.communes),
        *(name for each in table.world_cities for name in (each.name, *each.writings)),
        *(name for each in table.countries for name in (each.name, *each.writings)),
        *(each.name for each in (*table.departments, *table.regions)),
        *table.locations,
    ]
    words = {
        word for name in names for whole in re.findall(r"[\w-]+", fold(name)) for word in (whole, *whole.split("-"))
    }
    assert not {word for row in land_words() for word in row.words - row.names if word in words}


def test_each_country_is_of_one_area_at_most_and_has_others_there() -> None:
    areas = {area_of(country.code) for country in PlaceTable.bundled().countries} - {()}
    members = [country for area in areas for country in area]
    assert len(members) == len(set(members))
    assert min(map(len, areas)) >= 4
    assert standing_for("IL", []) == ()


def towns_read(marked: str) -> list[str]:
    """Return the countries of the towns of a note that are abroad, empty for those of France."""
    text, spans = parse_markup(marked)
    read = TownsRead(Passages.at(Document("note", text), spans), ATLAS, is_alone=True)
    found = (read.abroad(index) for index, span in enumerate(spans) if span.label == "CITY")
    return [foreign.country if foreign else "" for foreign in found]


@pytest.mark.parametrize(
    ("marked", "lands"),
    [
        ("au <LOCATION>Mali</LOCATION> (<CITY>Bamako</CITY> puis <CITY>Niafounkou</CITY>)", ["ML", "ML"]),
        ("vu à <CITY>Bamako</CITY>. Vit à <CITY>Niafounkou</CITY>", ["ML", ""]),
        # Of villages of this name the French ones lie far from Delle.
        ("de <ZIP>90100</ZIP> <CITY>Delle</CITY>, employé à <CITY>Boncourt</CITY>", ["", "CH"]),
        ("de <ZIP>28260</ZIP> <CITY>Anet</CITY>, employé à <CITY>Boncourt</CITY>", ["", ""]),
    ],
)
def test_a_town_lies_abroad_where_those_around_it_tell(marked: str, lands: list[str]) -> None:
    assert towns_read(marked) == lands


def test_a_place_behind_a_foreign_town_is_one_of_its_country() -> None:
    marked = "départ au <LOCATION>Mali</LOCATION> (<CITY>Bamako</CITY> puis <LOCATION>Niafounkou</LOCATION>)"
    text, spans = parse_markup(marked)
    for number in range(4):
        key = MasterKey(number.to_bytes(32, "big")).cohort("test")
        result = Replacer(key, Policy.named("plausible"))(Document("note", text), spans)
        country, town, place = (result.text[span.start : span.end] for span in result.spans if span.source != BESIDE)
        land = ATLAS.country_code(country)
        assert all(ATLAS.foreign_in(name, land) for name in (town, place))


def test_a_hospital_of_a_foreign_town_that_no_table_knows_is_that_of_what_stands_for_it() -> None:
    marked = "<HOSPITAL>Hôpital de Zzyrmouski</HOSPITAL>, <CITY>Zzyrmouski</CITY> (<LOCATION>Canada</LOCATION>)"
    text, spans = parse_markup(marked)
    for number in range(4):
        key = MasterKey(number.to_bytes(32, "big")).cohort("test")
        result = Replacer(key, Policy.named("plausible"))(Document("note", text), spans)
        body, town, *_ = (result.text[span.start : span.end] for span in result.spans if span.source != BESIDE)
        assert body.endswith(town)


def test_a_town_of_canada_becomes_one_of_quebec_with_its_code_and_zone() -> None:
    marked = (
        "<CITY>Rimouski</CITY> (<LOCATION>Québec</LOCATION>) <ZIP>G5L 3H4</ZIP>, tél. <PHONE>418 722-0937</PHONE>, "
        "suivie depuis deux ans, née à <CITY>Matane</CITY>"
    )
    text, spans = parse_markup(marked)
    for number in range(8):
        key = MasterKey(number.to_bytes(32, "big")).cohort("test")
        result = Replacer(key, Policy.named("plausible"))(Document("note", text), spans)
        town, land, code, phone, birth = (result.text[span.start : span.end] for span in result.spans)
        assert land == "Québec"
        assert code.startswith(code_of("CA", town))
        assert re.fullmatch(r"[GHJ]\d[A-Z] \d[A-Z]\d", code)
        assert phone.startswith(f"{zone_of_code('CA', code)} ")
        assert code_of("CA", birth)
        assert not {town, birth} & {"Rimouski", "Matane"}


def test_a_province_of_canada_without_a_town_becomes_another() -> None:
    assert all(values("Parti au <LOCATION>Québec</LOCATION>", "LOCATION", number) != ["Québec"] for number in range(8))


def test_bodies_of_quebec_stay_what_they_are() -> None:
    marked = "<HOSPITAL>CLSC de Rimouski</HOSPITAL>, <CITY>Rimouski</CITY> (<LOCATION>Québec</LOCATION>)"
    for number in range(4):
        ((body,), (town,)) = (values(marked, label, number) for label in ("HOSPITAL", "CITY"))
        assert body == f"CLSC de {town}" or body == f"CLSC d'{town}"
