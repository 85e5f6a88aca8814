"""One world in a note: numbers, codes and bodies follow the towns that stand for those of the note."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from timing import grows_in_proportion

from palimpseste.checksums import has_luhn_key, has_niss_key
from palimpseste.folding import fold_name
from palimpseste.places import PlaceTable, is_on_mainland, squared_distance
from palimpseste.places.codes_abroad import code_of, towns_of
from palimpseste.result import Draft
from palimpseste.surrogates.places.choices import choices_of, has_university
from palimpseste.surrogates.places.named import linked
from palimpseste.surrogates.values.phones import FICTION_PREFIXES
from palimpseste.writings import lists
from palimpseste.writings.atlas import atlas_of, canonical_name, grammar_written
from palimpseste.writings.calling_codes import calling_code, calling_code_of
from palimpseste.writings.lands import land_named
from palimpseste.writings.number_words import write_number
from palimpseste.writings.phone_zones import zone_of
from palimpseste.writings.short_bodies import initials_of
from palimpseste.writings.spelling_out import body_spelled_out
from palimpseste.writings.towns.birth_codes import birth_code_abroad
from palimpseste.writings.towns.town import without_article

Surrogates = Callable[..., list[str]]
POLICIES = ("plausible", "dp")
TABLE = PlaceTable.bundled()
ATLAS = atlas_of(TABLE)
NOTES = [str(number) for number in range(8)]


@pytest.fixture(params=[(policy, note) for policy in POLICIES for note in NOTES], ids="-".join)
def written(request: pytest.FixtureRequest, surrogates: Surrogates) -> Surrogates:
    """Replace under each policy, as some notes of different names."""
    policy, note = request.param
    return lambda marked, **record: surrogates(marked, id=note, policy=policy, **record)


def lands_of(town: str) -> set[str]:
    """Return the ISO codes of the countries with a town of that name."""
    own = canonical_name(town)
    rows = (line.split("\t") for line in lists.entries_abroad("towns.tsv"))
    listed = {country for country, towns in rows if own in map(canonical_name, towns.split("|"))}
    coded = {"LU"} & {city.country for city in towns_of("LU") if canonical_name(city.name) == own}
    return listed | coded | {country for country, name in ATLAS._foreign_by_country if name == own}


def test_a_nir_tells_the_town_of_birth(written: Surrogates) -> None:
    town, code, nir, again = written(
        "Né à <CITY>Villeurbanne</CITY> (<ZIP>69</ZIP>), NIR <SSN>1 54 03 69 266 045 67</SSN>, "
        "<SSN>154036926604567</SSN>"
    )
    commune = TABLE.named(town)
    assert code in {each.department for each in commune}
    assert nir.replace(" ", "")[5:10] in {each.insee for each in commune}
    assert nir.replace(" ", "") == again


def test_a_nir_tells_the_same_town_where_the_note_names_none(written: Surrogates) -> None:
    record = {"patient_id": "1"}
    town, _ = written("<CITY>Villeurbanne</CITY> <SSN>154036926604567</SSN>", **record)
    (nir,) = written("<SSN>154036926604567</SSN>", **record)
    assert nir[5:10] in {each.insee for each in TABLE.named(town)}


def test_the_number_of_a_practice_begins_with_its_department(written: Surrogates) -> None:
    code, town, finess, adeli, _ = written(
        "<ZIP>69100</ZIP> <CITY>Villeurbanne</CITY> FINESS <OTHER_ID>690781810</OTHER_ID> "
        "ADELI <OTHER_ID>69 933 148 2</OTHER_ID>, à <CITY>Brest</CITY>"
    )
    department = next(each.department for each in TABLE.named(town) if code in each.zips)
    assert finess.startswith(department)
    assert adeli.startswith(department)
    assert not has_luhn_key(finess)


def test_the_number_of_a_practice_without_its_town_begins_with_a_department(written: Surrogates) -> None:
    (finess,) = written("FINESS <OTHER_ID>960781810</OTHER_ID>")
    assert not finess.startswith("96")  # no department, and nothing to follow
    (adeli,) = written("ADELI <OTHER_ID>139331482</OTHER_ID>")
    assert TABLE.in_department(adeli[:2]) or adeli[:2] == "20"


def test_the_code_of_a_cedex_is_that_of_no_town(written: Surrogates) -> None:
    desks = ("64046 Pau", "21079 Dijon", "63003 Clermont-Ferrand", "51092 Reims", "75908 Paris", "69317 Lyon")
    marked = ", ".join("<ZIP>{}</ZIP> <CITY>{} CEDEX 04</CITY>".format(*desk.split(" ")) for desk in desks)
    assert not [code for code in written(marked)[::2] if TABLE.by_zip(code)]


def test_a_reference_bears_the_new_year_of_the_note(written: Surrogates) -> None:
    day, short, long, *others = written(
        "Le <DATE>12/03/2021</DATE>, réf. <REFERENCE>HL/dv/21-0311</REFERENCE>, <REFERENCE>HL/2021/418</REFERENCE>, "
        "<REFERENCE>HL/19-0311</REFERENCE>, <REFERENCE>HL/2119-0311</REFERENCE>"
    )
    assert re.fullmatch(rf"[A-Z]{{2}}/[a-z]{{2}}/{day[-2:]}-\d{{4}}", short)
    assert re.fullmatch(rf"[A-Z]{{2}}/{day[-4:]}/\d{{3}}", long)
    assert all(re.fullmatch(r"[A-Z]{2}/\d{2,4}-\d{4}", other) for other in others)


def test_a_reference_without_a_date_bears_no_year(written: Surrogates) -> None:
    (reference,) = written("réf. <REFERENCE>HL/dv/21-0311</REFERENCE>")
    assert re.fullmatch(r"[A-Z]{2}/[a-z]{2}/\d\d-\d{4}", reference)


def test_an_unknown_town_before_a_foreign_number_is_abroad(written: Surrogates) -> None:
    town, phone = written("<CITY>Vallorbe</CITY>, tél. <PHONE>+41 79 418 22 06</PHONE>")
    assert {calling_code_of(land) for land in lands_of(town)} & {calling_code(phone)}


def test_a_known_town_before_a_foreign_number_stays_here(written: Surrogates) -> None:
    town, phone = written("<CITY>Villeurbanne</CITY> <PHONE>+41 79 418 22 06</PHONE>")
    assert TABLE.named(town)
    assert calling_code(phone) == "41"


def test_a_belgian_number_begins_with_the_new_birth(written: Surrogates) -> None:
    birth, niss, other = written(
        "Née le <BIRTHDATE>03/08/1996</BIRTHDATE>, n° national : <OTHER_ID>96.08.03-214.78</OTHER_ID>, "
        "NISS de sa mère <OTHER_ID>61.11.30-114.02</OTHER_ID>"
    )
    day, month, year = birth.split("/")
    assert niss[:8] == f"{year[2:]}.{month}.{day}"
    assert re.fullmatch(r"\d\d\.(0[1-9]|1[0-2])\.(0[1-9]|[12]\d|3[01])-\d{3}\.\d\d", other)
    assert not any(has_niss_key(re.sub(r"\D", "", number)) for number in (niss, other))


def test_a_belgian_number_begins_with_the_new_birth_of_the_record(written: Surrogates) -> None:
    record = {"lastname": "Lejeune", "birthdate": "1996-08-03"}
    (birth,) = written("<BIRTHDATE>03/08/1996</BIRTHDATE>", **record)
    (niss,) = written("NISS <OTHER_ID>96080321478</OTHER_ID>", **record)
    assert niss[:6] == birth[8:] + birth[3:5] + birth[:2]


def test_who_was_born_abroad_stays_so(written: Surrogates) -> None:
    (nir,) = written("<SSN>154039935204567</SSN>")
    assert nir[5:7] == "99"
    assert nir[7:10] != "352"


@pytest.mark.parametrize("policy", POLICIES)
def test_a_landline_that_is_dictated_is_of_the_zone_of_its_town(surrogates: Surrogates, policy: str) -> None:
    said = "zéro deux quarante et un trente-sept douze zéro huit"
    marked = f"consultation à <CITY>Saumur</CITY>, elle peut appeler au <PHONE>{said}</PHONE>"
    found = set()
    for note in range(12):
        town, phone = surrogates(marked, id=str(note), policy=policy)
        zones = {zone_of(commune) for commune in TABLE.named(town)} & set("12345")
        said_of = {f"zéro {write_number(int(zone))}" for zone in zones}
        assert " ".join(phone.split()[:2]) in said_of, (town, phone)
        found |= zones
    assert len(found) > 1


@pytest.mark.parametrize(
    "marked",
    [
        "<ADDRESS>3 rue des Lilas</ADDRESS> <ZIP>69003</ZIP> <CITY>Lyon</CITY>, tél. <PHONE>04 78 29 66 40</PHONE>",
        "<HOSPITAL>CHU de Lyon</HOSPITAL>, <PHONE>+33 (0)4 78 29 66 40</PHONE>",
    ],
)
def test_a_landline_is_of_the_zone_of_its_town(written: Surrogates, marked: str) -> None:
    *_, town, phone = written(marked)
    name = town.split(" de ", 1)[-1].split(" d'", 1)[-1]
    commune = atlas_of(TABLE).commune_named(name.removeprefix("CHU ").removeprefix("CH "))
    assert commune is not None
    figures = phone.replace(" ", "").removeprefix("+33(0)").removeprefix("0")
    assert figures.startswith(FICTION_PREFIXES[zone_of(commune)])


def test_a_landline_follows_the_town_beside_it_and_the_patients_own_number_that_of_the_record(
    surrogates: Surrogates,
) -> None:
    for note in NOTES:
        far, near, home, phone, own, mobile = surrogates(
            "<CITY>Nancy</CITY>, <CITY>Grenoble</CITY>, <CITY>Lyon</CITY>, <PHONE>03 83 10 11 12</PHONE>, "
            "<PHONE>04 76 29 66 40</PHONE> <PHONE>06 12 13 14 15</PHONE>",
            id=note,
            city="Grenoble",
            phone="0476296640",
        )
        zone = {town: zone_of(TABLE.named(town)[0]) for town in (far, near, home)}
        assert phone.replace(" ", "")[1:].startswith(FICTION_PREFIXES[zone[far]])
        assert own.replace(" ", "")[1:].startswith(FICTION_PREFIXES[zone[near]])
        assert mobile.replace(" ", "").startswith("063998")


@pytest.mark.parametrize(
    ("marked", "number", "town"),
    [
        # The hospital's number at the end of a letter, far from its head, and near another town of the zone.
        (
            "<HOSPITAL>CHU</HOSPITAL>\n   <CITY>Lille</CITY>, le <DATE>3 mai 2021</DATE>\nSuivi au <HOSPITAL>CH de "
            "Douai</HOSPITAL>, sorti le <DATE>6 mai 2021</DATE>." + " Rien à signaler." * 8 + " Secrétariat "
            "<PHONE>03 20 11 22 33</PHONE>",
            -1,
            1,
        ),
        # A number beside a town that no table knows, and one beside a code that tells where such a town lies.
        ("<CITY>Lyon</CITY>. À <CITY>Vourbelin-le-Sec</CITY>, <PHONE>05 62 11 22 33</PHONE>", -1, 1),
        ("<CITY>Gap</CITY>.\n<ZIP>81990</ZIP> <CITY>Vourbelin</CITY>\n<PHONE>05 63 11 22 33</PHONE>", -1, 2),
        # No town of the number's zone is named: it is of the town of the letter.
        ("<CITY>Brest</CITY>, <DATE>3 mai 2021</DATE>. Joindre le <PHONE>04 76 11 22 33</PHONE>", -1, 0),
        # A number of no zone gets one of the town's, there being none of fiction like it.
        ("<CITY>Caen</CITY>, <DATE>3 mai 2021</DATE>. Joindre le <PHONE>09 74 11 22 33</PHONE>", -1, 0),
        # Overseas numbers.
        ("<CITY>Saint-Denis</CITY> <ZIP>97400</ZIP>, <CITY>Rennes</CITY>, <PHONE>0262 11 22 33</PHONE>", -1, 0),
        ("<CITY>Fort-de-France</CITY>, <PHONE>05 96 11 22 33</PHONE>", -1, 0),
    ],
)
def test_a_landline_is_of_the_town_that_a_reader_holds_it_against(
    written: Surrogates, marked: str, number: int, town: int
) -> None:
    found = written(marked)
    zones = {FICTION_PREFIXES.get(zone_of(commune)) for commune in TABLE.named(found[town])}
    assert found[number].replace(" ", "")[1:6] in zones


@pytest.mark.parametrize(
    ("body", "head"),
    [
        ("CPAM du Rhône", "CPAM "),
        ("CPAM DU RHÔNE", "CPAM "),
        ("MDPH Rhône", "MDPH "),
        ("MDPH 69", "MDPH "),
        ("ARS Auvergne-Rhône-Alpes", "ARS "),
        ("ARS d'Auvergne-Rhône-Alpes", "ARS "),
        ("préfecture du Rhône", "préfecture "),
    ],
)
def test_a_body_of_a_department_or_region_follows_the_town(written: Surrogates, body: str, head: str) -> None:
    town, new = written(f"<CITY>Lyon</CITY> <ORGANIZATION>{body}</ORGANIZATION>")
    assert new.startswith(head)
    commune = TABLE.named(town)[0]
    areas = [*TABLE.departments, *TABLE.regions]
    own = {area.name.casefold() for area in areas if area.code in (commune.department, commune.region)}
    said = new.removeprefix(head).casefold()
    assert said == commune.department or any(said.endswith(name.removeprefix("la ")) for name in own)


@pytest.mark.parametrize("body", ["CPAM de la Vienne", "CPAM de la Loire"])
def test_a_department_is_not_taken_for_a_town_of_its_name(surrogates: Surrogates, body: str) -> None:
    for note in NOTES:
        (new,) = surrogates(f"<ORGANIZATION>{body}</ORGANIZATION>", id=note)
        assert not any(new == f"CPAM de la {town.name}" for town in TABLE.communes)


def test_no_article_stands_before_a_town_that_has_none(written: Surrogates) -> None:
    (new,) = written("<HOSPITAL>clinique de l'Union</HOSPITAL>")
    assert not new.startswith("clinique de l'")


@pytest.mark.parametrize(
    "address",
    [
        "12 rue des\n   Lilas",
        "12 rue du Faubourg-\nMontmartre",
        "Bât. B\n3 allée des Ormes",
        "14, allée des Tille-\nuls",
    ],
)
def test_an_address_keeps_its_lines(written: Surrogates, address: str) -> None:
    (new,) = written(f"<ADDRESS>{address}</ADDRESS>")
    assert new.count("\n") == 1
    assert " des Les " not in " ".join(new.split())


def test_a_place_keeps_its_lines(written: Surrogates) -> None:
    (new,) = written("<LOCATION>zone des\n  Dunes</LOCATION>")
    assert "\n  " in new


@pytest.mark.parametrize(
    ("town", "country"),
    [
        ("né à <CITY>Dombrakov</CITY>", "en <LOCATION>Guinée-Bissau</LOCATION>"),  # a town that no table knows
        ("prêtre à <CITY>Saint-Gelven</CITY>", "(<LOCATION>Canada</LOCATION>)"),  # one of a French village's name
        ("séjour à <CITY>Porto</CITY>", ", <LOCATION>Portugal</LOCATION>"),
    ],
)
def test_a_town_beside_a_country_is_one_of_what_stands_for_it(written: Surrogates, town: str, country: str) -> None:
    name, *_, land = written(f"{town} {country}")
    code = atlas_of(TABLE).country_code(land)
    assert code not in ("", "FR")
    assert code in lands_of(name)


def test_france_stays_where_its_towns_stay(written: Surrogates) -> None:
    town, land = written("né à <CITY>Cotonou</CITY>, en <LOCATION>France</LOCATION> depuis 2001")
    assert land == "France"
    assert lands_of(town)


def test_a_nir_tells_which_of_several_towns_of_a_name_is_meant(written: Surrogates) -> None:
    # Sainte-Marie of Martinique, of which there is a larger one.
    town, nir = written("Née à <CITY>Sainte-Marie</CITY>, <SSN>2 48 05 97 228 114 83</SSN>")
    assert nir.replace(" ", "")[5:10] in {each.insee for each in TABLE.named(town)}


def test_the_town_of_the_record_is_french_though_a_larger_one_abroad_bears_its_name(written: Surrogates) -> None:
    (town,) = written("retraité, <CITY>Munster</CITY>", lastname="Kervan", firstname="Paul", city="Munster")
    assert TABLE.named(town)


@pytest.mark.parametrize(
    "marked",
    [
        "à <CITY>Albina</CITY> (<LOCATION>Suriname</LOCATION>), joindre au <PHONE>+597 8 714 022</PHONE>",
        "sa mère est au <LOCATION>Mali</LOCATION>, <PHONE>00223 20224113</PHONE>",
        "<LOCATION>Belgique</LOCATION> : <PHONE>+32 (0)475 61 80 33</PHONE>",
    ],
)
def test_a_foreign_number_has_the_code_of_what_stands_for_its_country(written: Surrogates, marked: str) -> None:
    *_, land, phone = written(marked)
    code = calling_code_of(atlas_of(TABLE).country_code(land))
    assert calling_code(phone) == code
    assert phone.lstrip("+0").startswith(code)


def test_a_foreign_number_of_a_country_that_is_not_named_keeps_its_code(written: Surrogates) -> None:
    (phone,) = written("joindre au <PHONE>+597 8 714 022</PHONE>")
    assert phone.startswith("+597 ")


def test_a_part_of_a_country_beside_a_foreign_town_becomes_the_country_of_the_new_town(written: Surrogates) -> None:
    atlas = atlas_of(TABLE)
    town, country = written("né à <CITY>Moroni</CITY> (<LOCATION>Zzyrqland</LOCATION>)")
    assert atlas.country_code(country) in lands_of(town)
    *_, stadium = written("vu à <CITY>Rome</CITY>, <LOCATION>stade Zzyrq</LOCATION>")
    assert stadium.startswith("stade ")


@pytest.mark.parametrize(
    "marked",
    [
        # Born in the hospital of the next town: the number tells that of the number alone, a reader that of the note.
        "née le <BIRTHDATE>24 janvier 1946</BIRTHDATE> à <CITY>Cassel</CITY>. INS <SSN>2 46 01 59 350 066 12</SSN>",
        "Né le <BIRTHDATE>03/1943</BIRTHDATE>      Lieu : <CITY>Abbeville</CITY>  <SSN>1 43 03 80 127 015 44</SSN>",
        "née à <CITY>Cassel</CITY> le <BIRTHDATE>24/01/46</BIRTHDATE>, <SSN>2 46 01 59 350 066 12</SSN>",
    ],
)
def test_a_nir_tells_the_town_that_the_note_says_was_that_of_birth(written: Surrogates, marked: str) -> None:
    drawn = written(marked)
    town = next(value for value in drawn if TABLE.named(value))
    assert drawn[-1].replace(" ", "")[5:10] in {each.insee for each in TABLE.named(town)}


def test_a_nir_keeps_its_own_town_where_the_date_beside_another_is_somebody_elses(written: Surrogates) -> None:
    *_, lille, nir = written(
        "son fils, né le <BIRTHDATE>24/01/1988</BIRTHDATE> à <CITY>Cassel</CITY>, <CITY>Lille</CITY>, "
        "<SSN>2 46 01 59 350 066 12</SSN>"
    )
    assert nir.replace(" ", "")[5:10] in {each.insee for each in TABLE.named(lille)}


@pytest.mark.parametrize("place", ["<CITY>Relizane</CITY> (<LOCATION>Algérie</LOCATION>)", "<CITY>Oran</CITY>"])
def test_a_nir_tells_the_country_that_stands_for_that_of_birth(written: Surrogates, place: str) -> None:
    drawn = written(f"Née le <BIRTHDATE>25 12 1954</BIRTHDATE> à {place}, NIR <SSN>2 54 12 99 352 018 84</SSN>")
    nir = drawn[-1].replace(" ", "")
    lands = {land for written in drawn[1:-1] for land in lands_of(written)}
    assert nir[5:10] in set(map(birth_code_abroad, lands))


def test_a_nir_follows_a_country_that_the_note_names_elsewhere(surrogates: Surrogates) -> None:
    for note in NOTES:
        *_, country, nir = surrogates("vit en <LOCATION>Algérie</LOCATION>, <SSN>2 54 12 99 352 018 84</SSN>", id=note)
        assert nir.replace(" ", "")[5:10] == birth_code_abroad(ATLAS.country_code(country))


def test_a_nir_follows_a_country_in_all_documents_of_a_patient(surrogates: Surrogates) -> None:
    for number in range(10):
        record = {"lastname": f"Durand-{number}", "birthdate": "1950-02-01"}
        *_, country, nir = surrogates("vit en <LOCATION>Algérie</LOCATION>, <SSN>2 54 12 99 352 018 84</SSN>", **record)
        assert nir.replace(" ", "")[5:10] == birth_code_abroad(ATLAS.country_code(country))
        assert surrogates("NIR <SSN>2 54 12 99 352 018 84</SSN>", id="another", **record) == [nir]


def test_a_nir_stays_in_the_country_of_a_town_that_stays(surrogates: Surrogates) -> None:
    for note in NOTES:
        town, nir = surrogates("né à <CITY>Katowice</CITY>, <SSN>1 70 11 99 122 117 44</SSN>", id=note)
        assert "PL" in lands_of(town)
        assert nir.replace(" ", "")[5:10] == "99122"


@pytest.mark.parametrize(
    ("marked", "shape"),
    [
        ("<ZIP>1920</ZIP> <CITY>Martigny</CITY>", r"\d{5}"),  # of France, for all that the table knows
        ("<ZIP>1950</ZIP> <CITY>Sion</CITY>", r"\d{4}"),
        ("<ZIP>1000</ZIP> <CITY>Bruxelles</CITY>", r"\d{4}"),
    ],
)
def test_a_code_of_four_figures_stands_before_a_foreign_town_alone(
    written: Surrogates, marked: str, shape: str
) -> None:
    code, town = written(marked)
    assert re.fullmatch(shape, code), code
    if len(code) == 5:
        is_hamlet = town in lists.entries("hamlets_of_one_word.txt")
        assert TABLE.by_zip(code) if is_hamlet else any(code in commune.zips for commune in TABLE.named(town))
    else:
        assert lands_of(town)


def test_letters_before_a_code_tell_the_country_of_a_town_that_no_table_knows(written: Surrogates) -> None:
    code, town = written("<ZIP>L-9991</ZIP> <CITY>Weiswampach</CITY>")
    assert re.fullmatch(r"[A-Z]{1,2}-\d{4}", code)
    assert town in {each.name for each in towns_of("LU")} or lands_of(town)


def test_the_letters_before_a_code_are_those_of_the_country_of_the_town(written: Surrogates) -> None:
    code, town = written("<ZIP>CH-1205</ZIP> <CITY>Genève</CITY>")
    letters = {"A": "AT", "B": "BE", "D": "DE", "F": "FR", "I": "IT", "L": "LU"}
    country, figures = code.split("-")
    assert len(figures) == 4
    assert letters.get(country, country) in lands_of(town)


@pytest.mark.parametrize("body", ["SIAO", "SDIS", "SAMU", "UDAF", "DSDEN", "HAD", "SMUR", "MDPH"])
def test_the_code_behind_a_body_is_that_of_the_department_of_the_new_town(written: Surrogates, body: str) -> None:
    label = "HOSPITAL" if body in ("HAD", "SMUR") else "ORGANIZATION"
    town, named = written(f"<CITY>Caen</CITY>, <{label}>{body} 14</{label}>")
    assert named.removeprefix(f"{body} ") in {commune.department for commune in TABLE.named(town)}


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("court", ["tribunal judiciaire d'Agen", "TJ Agen", "TJ DU MANS", "TJ de Brest"])
def test_a_court_sits_where_one_could_near_the_new_town(replace: Callable[..., Draft], policy: str, court: str) -> None:
    seats = lists.sections("seats.txt")["court"]
    writings = {linked(link, name) for name in seats for link in ("de ", "")}
    writings |= {f"du {name[3:]}" for name in seats if name.startswith("Le ")}
    writings |= {f"des {name[4:]}" for name in seats if name.startswith("Les ")}
    folded = set(map(fold_name, writings))
    for note in NOTES:
        draft = replace(f"<ORGANIZATION>{court}</ORGANIZATION>", id=note, policy=policy)
        written = fold_name(draft.text)
        assert any(written.removeprefix(head) in folded for head in ("tribunal judiciaire ", "tj "))
        assert policy == "dp" or written != fold_name(court)


def test_a_nir_is_the_same_in_all_documents_of_a_patient_whatever_each_says_of_the_birth(written: Surrogates) -> None:
    number = "<SSN>2 46 01 59 350 066 12</SSN>"
    of_patient = {"patient_id": "7", "birthdate": "1946-01-24"}
    *_, beside = written(f"née le <BIRTHDATE>24/01/1946</BIRTHDATE> à <CITY>Cassel</CITY>, {number}", **of_patient)
    *_, without = written(f"née le <BIRTHDATE>24/01/1946</BIRTHDATE>, {number}", **of_patient)
    assert beside == without


@pytest.mark.parametrize("body", ["MDPH de l'Ain", "MDPH 01"])
def test_the_department_of_a_body_is_that_of_the_new_home_whether_or_not_a_note_names_it(
    surrogates: Surrogates, body: str
) -> None:
    for note in NOTES:
        record = {"id": note, "patient_id": note, "city": "Oyonnax", "zip": "01100"}
        home, beside = surrogates(f"<CITY>Oyonnax</CITY>, <ORGANIZATION>{body}</ORGANIZATION>", **record)
        (alone,) = surrogates(f"<ORGANIZATION>{body}</ORGANIZATION>", **record)
        departments = {town.department for town in TABLE.named(home)}
        words = {area.code: (area.code, area.name) for area in TABLE.departments}
        assert alone == beside
        assert any(beside.endswith(word) for code in departments for word in words[code])


@pytest.mark.parametrize(
    "towns",
    [
        ("Saint-Pierre", "Saint-Denis", "Le Tampon"),
        ("Fort-de-France", "Le Lamentin", "Les Trois-Îlets"),
        ("Cayenne", "Kourou", "Maripasoula"),
        ("Mamoudzou", "Koungou", "Ouangani", "Acoua", "Bandraboua"),
        ("Papeete", "Uturoa", "Faaa"),
        ("Nouméa", "Le Mont-Dore", "Lifou"),
    ],
)
def test_towns_overseas_become_others_of_their_part(surrogates: Surrogates, towns: tuple[str, ...]) -> None:
    (part,) = {commune.department for commune in TABLE.named(towns[-1]) if len(commune.department) > 2}
    marked = ", ".join(f"<CITY>{town}</CITY>" for town in towns)
    code = next(commune.zips[0] for commune in TABLE.named(towns[0]) if commune.department == part)
    for note in NOTES:
        written = surrogates(f"<ZIP>{code}</ZIP> {marked}", id=note)[1:]
        assert all(part in {commune.department for commune in TABLE.named(town)} for town in written)
        assert {fold_name(town) for town in written}.isdisjoint(map(fold_name, towns))


@pytest.mark.parametrize(("town", "parts"), [("Miquelon-Langlade", ("971", "972", "974")), ("Uvea", ("987", "988"))])
def test_towns_of_small_parts_overseas_become_some_of_large_ones(
    surrogates: Surrogates, town: str, parts: tuple[str, ...]
) -> None:
    for note in NOTES:
        (written,) = surrogates(f"<CITY>{town}</CITY>", id=note)
        assert any(commune.department in parts for commune in TABLE.named(written))


def test_a_part_overseas_becomes_what_it_lies_in_and_no_body_bears_its_name(replace: Callable[..., Draft]) -> None:
    marked = (
        "né à <CITY>Saint-Denis</CITY>, à <LOCATION>La Réunion</LOCATION> (<ZIP>974</ZIP>), <ORGANIZATION>ARS"
        " Réunion</ORGANIZATION>, <ORGANIZATION>CGSS de La Réunion</ORGANIZATION>,"
        " <ORGANIZATION>MDPH 974</ORGANIZATION>, <ORGANIZATION>préfecture de La Réunion</ORGANIZATION>"
    )
    for note in NOTES:
        text = replace(marked, id=note).text
        assert text.split(", ", 1)[1] == "dans l'océan Indien (97), ARS, CGSS, MDPH, préfecture"


@pytest.mark.parametrize("written", ["Anjouan", "RAIATEA", "Kivu", "Maghreb"])
def test_a_part_of_a_country_or_of_the_world_becomes_another(surrogates: Surrogates, written: str) -> None:
    own = land_named(written)
    assert own is not None
    for note in NOTES:
        other = land_named(surrogates(f"de retour de <LOCATION>{written}</LOCATION>", id=note)[-1])
        assert other is not None
        assert other != own
        assert other.section == own.section


def test_an_unknown_town_beside_a_part_of_a_country_is_of_that(surrogates: Surrogates) -> None:
    comoros = {city.name for city in TABLE.world_cities if city.country == "KM"}
    for note in NOTES:
        town, _ = surrogates("<CITY>Mitsamiouli</CITY> (<LOCATION>Grande Comore</LOCATION>)", id=note)
        assert town in comoros


def test_a_part_of_a_country_that_moves_moves_with_it(surrogates: Surrogates) -> None:
    for note in NOTES:
        moved = surrogates("<LOCATION>Italie</LOCATION>, <CITY>Gênes</CITY> (<LOCATION>Ligurie</LOCATION>)", id=note)
        assert moved[0] == moved[2] != "Italie"


@pytest.mark.parametrize("policy", POLICIES)
def test_a_fund_overseas_stays_one_where_its_town_does(replace: Callable[..., Draft], policy: str) -> None:
    marked = "<ORGANIZATION>CGSS de La Réunion</ORGANIZATION>, <CITY>Saint-Denis</CITY>"
    for note in NOTES:
        fund, town = replace(marked, id=note, policy=policy).text.split(", ")
        commune = ATLAS.commune_named(town)
        assert commune is not None
        is_overseas = policy == "plausible" or not is_on_mainland(commune.department)
        assert fund.startswith("CGSS" if is_overseas else "CPAM ")


@pytest.mark.parametrize("body", ["MSA Zzyrq", "MDPH Zzyrq"])
def test_a_body_of_an_area_that_no_table_knows_is_of_that_of_home(surrogates: Surrogates, body: str) -> None:
    names = {area.code: area.name for area in TABLE.departments}
    for note in NOTES:
        town, written = surrogates(f"<CITY>Millau</CITY>, <ORGANIZATION>{body}</ORGANIZATION>", id=note, city="Millau")
        assert any(written.endswith(names[commune.department]) for commune in TABLE.named(town))


@pytest.mark.parametrize("policy", POLICIES)
def test_a_court_of_appeal_sits_where_one_does(replace: Callable[..., Draft], policy: str) -> None:
    seats = {fold_name(linked("de ", name)) for name in lists.sections("seats.txt")["court of appeal"]}
    for note in NOTES:
        draft = replace("<ORGANIZATION>cour d'appel de Montpellier</ORGANIZATION>", id=note, policy=policy)
        assert fold_name(draft.text).removeprefix("cour d appel ") in seats


@pytest.mark.parametrize(
    ("longer", "short", "proper"),
    [
        ("hôpital de Falconaja", "Falconaja", r"hôpital (?:de |d')(.+)"),
        ("CHU de Brest - Hôpital Morvan", "MORVAN", r".+ - Hôpital (.+)"),
        ("CHU de Brest - Hôpital Morvan", "hôpital Morvan", r".+ - (Hôpital .+)"),
        ("EHPAD Les Clairions", "Clairions", r"EHPAD L(?:es |a |e |')(.+)"),
        ("Fernand Widal", "Widal", r".*?([^ -]+)"),
        ("GHR Mulhouse, Hôpital Muller", "GHR", r"(.+), .+"),
    ],
)
def test_a_short_name_of_a_body_is_of_what_stands_for_the_longer(
    surrogates: Surrogates, longer: str, short: str, proper: str
) -> None:
    for note in NOTES:
        for order in ((longer, short), (short, longer)):
            written = surrogates(". ".join(f"<HOSPITAL>{name}</HOSPITAL>" for name in order), id=note)
            whole, called = written if order[0] == longer else reversed(written)
            found = re.fullmatch(proper, whole)
            assert found is not None
            assert fold_name(called) == fold_name(found[1])


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    ("longer", "short"),
    [
        ("CH Falconaja", "FALCONAJA"),
        ("HÔPITAL SAINTE-MUSSE", "Ste Musse"),
        ("EHPAD Les Clairions", "Les Clairions"),
        ("CHU de Brest - Hôpital Falconaja", "hôpital Falconaja"),
    ],
)
def test_a_body_bears_one_name_whether_its_head_is_said_or_not(
    surrogates: Surrogates, policy: str, longer: str, short: str
) -> None:
    for number in range(10):
        record = {"lastname": f"Durand-{number}", "birthdate": "1950-02-01"}
        (whole,) = surrogates(f"<HOSPITAL>{longer}</HOSPITAL>", policy=policy, **record)
        (called,) = surrogates(f"<HOSPITAL>{short}</HOSPITAL>", id="another", policy=policy, **record)
        assert body_spelled_out(whole).endswith(body_spelled_out(called))


@pytest.mark.parametrize(
    ("marked", "shape"),
    [
        ("<ORGANIZATION>Consulat du Japon</ORGANIZATION>, <LOCATION>Japon</LOCATION>", r"Consulat du (.+), \1"),
        ("<CITY>Nîmes</CITY>, <HOSPITAL>CAARUD 30</HOSPITAL>", r".+, CAARUD (?!30)\d\d"),
        ("<ORGANIZATION>Croix-Bleue</ORGANIZATION>", r"(?!Croix).+"),
        ("<HOSPITAL>AP-HP. Nord</HOSPITAL>", r"CHU (?:Sud|Est|Ouest)"),
        ("<HOSPITAL>Hospices Civils de Lyon</HOSPITAL>", r"Hospices Civils de .+"),
        ("<HOSPITAL>centre de médecine nucléaire Carnot</HOSPITAL>", r"centre de médecine nucléaire .+"),
        ("<CITY>Orvault cedex 3</CITY>", r".+ cedex"),
        ("<CITY>Lyon cedex 03</CITY>", r".+ cedex (?:0[1-9]|1\d|20)"),
    ],
)
def test_what_a_body_or_desk_is_stays_and_fits(replace: Callable[..., Draft], marked: str, shape: str) -> None:
    for note in NOTES:
        assert re.fullmatch(shape, replace(marked, id=note).text)


def test_a_body_without_a_word_that_says_what_it_is_bears_no_name_of_a_person(surrogates: Surrogates) -> None:
    persons = {fold_name(name) for name in lists.entries("eponyms.txt")}
    for note in NOTES:
        (written,) = surrogates("<ORGANIZATION>CFDT Conseil régional</ORGANIZATION>", id=note)
        assert fold_name(written) not in persons


@pytest.mark.parametrize(
    ("body", "head"),
    [
        ("cabinet d'angiologie des Thermes", "cabinet d'angiologie des "),
        ("Centre régional de dépistage néonatal de Zzyrq", "Centre régional de dépistage néonatal d"),
    ],
)
def test_ordinary_words_before_the_name_of_a_body_stay(surrogates: Surrogates, body: str, head: str) -> None:
    for note in NOTES:
        (written,) = surrogates(f"<HOSPITAL>{body}</HOSPITAL>", id=note)
        assert written.startswith(head)


def test_a_nir_follows_the_birth_of_whoever_bears_it(surrogates: Surrogates) -> None:
    marked = "née <BIRTHDATE>3/9/88</BIRTHDATE>, <SSN>2 88 09 26 362 118 74</SSN>"
    for note in NOTES:
        birth, mother = surrogates(marked, id=note, patient_id="7", birthdate="14/04/2017")
        _, month, year = map(int, birth.split("/"))
        assert mother[2:7] == f"{year:02d} {month:02d}"


def test_a_part_overseas_without_a_town_becomes_what_it_lies_in(replace: Callable[..., Draft]) -> None:
    for note in NOTES:
        assert replace("venue de <LOCATION>Mayotte</LOCATION>", id=note).text == "venue de l'océan Indien"


def test_the_code_of_the_note_tells_which_town_of_a_name_is_meant(surrogates: Surrogates) -> None:
    for note in NOTES:
        magny, code = surrogates("<CITY>MAGNY</CITY>, sur rendez-vous\n<ZIP>95420</ZIP>", id=note)
        assert fold_name(magny) in {fold_name(commune.name) for commune in TABLE.by_zip(code)}
        town, site, _, _ = surrogates(
            "<CITY>Saint-Vallier</CITY>, <HOSPITAL>Site de Saint-Vallier</HOSPITAL>, <ZIP>26000</ZIP>"
            " <CITY>Valence</CITY>",
            id=note,
        )
        assert site.endswith(town)
        homonym, other, _, _ = surrogates(
            "<CITY>Saint-Vallier</CITY>, <CITY>Saint-Vallier</CITY> <ZIP>71000</ZIP> <CITY>Mâcon</CITY>", id=note
        )
        assert homonym == other


def test_two_bodies_of_one_town_are_of_one(surrogates: Surrogates) -> None:
    marked = "<HOSPITAL>hôpital de Saint-Mihiel</HOSPITAL> puis <HOSPITAL>SMR Saint-Mihiel</HOSPITAL>"
    for note in NOTES:
        hospital, rehabilitation = surrogates(marked, id=note)
        town = rehabilitation.removeprefix("SMR ")
        assert TABLE.named(town)
        assert hospital == f"hôpital {linked('de ', town)}"


def test_a_kind_of_place_is_no_short_name(surrogates: Surrogates) -> None:
    for note in NOTES:
        whole, called = surrogates("<HOSPITAL>clinique Zzyrq</HOSPITAL>, <HOSPITAL>Clinique</HOSPITAL>", id=note)
        assert fold_name(whole) != fold_name(called)


def test_many_short_names_take_time_in_proportion(surrogates: Surrogates) -> None:
    def writing(count: int) -> Callable[[], object]:
        marked = ", ".join(f"<HOSPITAL>hôpital de Zz{number}</HOSPITAL>" for number in range(count))
        return lambda: surrogates(f"{marked}, <HOSPITAL>Zz1</HOSPITAL>", id="1")

    assert grows_in_proportion(writing, (500, 2000), growth=10, noise=0.05)


@pytest.mark.parametrize("note", NOTES)
def test_two_countries_of_a_journey_become_two(surrogates: Surrogates, note: str) -> None:
    lands = ("Mali", "Algérie", "Libye", "Tunisie", "Maroc")
    found = surrogates(", ".join(f"<LOCATION>{land}</LOCATION>" for land in lands), id=note)
    assert len(set(found)) == len(lands)
    # « le Mali » is the same country.
    assert surrogates("le <LOCATION>Mali</LOCATION>", id=note) == surrogates("<LOCATION>Le Mali</LOCATION>", id=note)


@pytest.mark.parametrize("note", NOTES)
def test_a_town_that_no_table_knows_is_a_hamlet_where_none_tells_where_it_lies(
    surrogates: Surrogates, note: str
) -> None:
    record = {"lastname": "Durand", "birthdate": "1950-02-01"}
    hamlets = lists.entries("hamlets_of_one_word.txt")
    marked = "suivie à <CITY>Brest</CITY>, <HOSPITAL>hôpital de jour de Mangot-Vulcin</HOSPITAL>, <CITY>Alzeto</CITY>"
    brest, hospital, town = surrogates(marked, id=note, **record)
    other = re.sub(r".* (?:de |d')", "", hospital)
    assert (TABLE.named(brest) != (), {town, other} <= set(hamlets), town != other) == (True, True, True)
    # The record's town tells.
    (near,) = surrogates("<CITY>Alzeto</CITY>", id=note, **record, city="Bastia", zip="20200")
    assert TABLE.named(near)


def test_no_hamlet_is_a_commune() -> None:
    assert [each for each in lists.entries("hamlets_of_one_word.txt") if TABLE.named(each)] == []


@pytest.mark.parametrize("note", NOTES)
def test_a_misread_town_is_that_of_the_code_beside_it(surrogates: Surrogates, note: str) -> None:
    misread, right = (surrogates(f"<ZIP>61000</ZIP> <CITY>{town}</CITY>", id=note) for town in ("ALENC0N", "ALENÇON"))
    assert [fold_name(each) for each in misread] == [fold_name(each) for each in right]


@pytest.mark.parametrize("note", NOTES)
def test_a_number_overseas_stays_in_its_part_where_no_town_of_it_is_named(surrogates: Surrogates, note: str) -> None:
    record = {"city": "Fort-de-France", "zip": "97200"}
    marked = "habite <CITY>Schoelcher</CITY>, fax <PHONE>0590 81 40 33</PHONE>, <PHONE>0596 55 20 00</PHONE>"
    _, other, own = surrogates(marked, id=note, **record)
    assert (other[:4], own[:4]) == ("0590", "0596")


@pytest.mark.parametrize("note", NOTES)
def test_the_code_of_a_department_overseas_is_left_out_of_a_body(surrogates: Surrogates, note: str) -> None:
    marked = "habite <CITY>Saint-Denis</CITY> (<ZIP>97400</ZIP>), <HOSPITAL>CAARUD 974 - Centre Oppelia</HOSPITAL>"
    assert surrogates(marked, id=note)[-1].startswith("CAARUD - Centre ")
    assert surrogates(marked.replace(" - Centre Oppelia", ""), id=note)[-1] == "CAARUD"
    assert surrogates(marked.replace("CAARUD 974 - Centre Oppelia", "SAMU 974"), id=note)[-1] == "SAMU"


@pytest.mark.parametrize("note", NOTES)
@pytest.mark.parametrize("town", ["d'Angers", "d'Amiens", "d'Orléans", "de Rennes"])
def test_the_hospital_of_a_university_stays_one(surrogates: Surrogates, town: str, note: str) -> None:
    marked = f"<HOSPITAL>CHU de Caen</HOSPITAL>, <HOSPITAL>CHU {town}</HOSPITAL>, <HOSPITAL>CHU de Brest</HOSPITAL>"
    assert [each[:4] for each in surrogates(marked, id=note)] == ["CHU ", "CHU ", "CHU "]


@pytest.mark.parametrize("note", NOTES)
def test_a_practice_overseas_is_not_named_after_a_village_of_the_mainland(surrogates: Surrogates, note: str) -> None:
    marked = "<HOSPITAL>Cabinet médical de Grand-Camp</HOSPITAL>, <ZIP>97139</ZIP> <CITY>Les Abymes</CITY>"
    practice = surrogates(marked, id=note)[0].removeprefix("Cabinet médical ")
    towns = TABLE.named(re.sub(r"^(?:de |du |des |d')", "", practice)) or TABLE.named(f"Le {practice[3:]}")
    assert {town.department for town in towns} & {"971"}


@pytest.mark.parametrize("note", NOTES)
@pytest.mark.parametrize(
    ("marked", "kind"),
    [
        ("appelé le <HOSPITAL>CAP de Bordeaux</HOSPITAL>", "poison centre"),
        ("<HOSPITAL>centre antipoison de Marseille</HOSPITAL>", "poison centre"),
        ("<ORGANIZATION>maison d'arrêt d'Osny</ORGANIZATION>", "prison"),
        ("<HOSPITAL>USMP de Fresnes</HOSPITAL>", "prison"),
        ("est incarcéré à <CITY>Vivonne</CITY>", "prison"),
        ("<HOSPITAL>Thermes de Luchon</HOSPITAL>", "spa"),
        ("est en cure à <CITY>Balaruc</CITY>", "spa"),
    ],
)
def test_what_few_towns_have_is_in_one_that_has_it(surrogates: Surrogates, marked: str, kind: str, note: str) -> None:
    (found,) = surrogates(marked, id=note)
    seats = lists.sections("seats.txt")[kind]
    town = re.sub(r"^(?:CAP|.*antipoison|.*arrêt|USMP|Thermes) d(?:e |')", "", found)
    assert town in seats
    assert fold_name(town) not in fold_name(marked)


@pytest.mark.parametrize("note", NOTES)
def test_six_courses_of_a_drug_are_no_spa(surrogates: Surrogates, note: str) -> None:
    cures = surrogates("folfox 6 cures, à <CITY>Vichy</CITY>", id=note)
    assert cures == surrogates("vit à <CITY>Vichy</CITY>", id=note)


@pytest.mark.parametrize("note", NOTES)
def test_a_station_is_that_of_its_town(surrogates: Surrogates, note: str) -> None:
    town, station = surrogates("<CITY>Limoges</CITY>, <LOCATION>gare de Limoges</LOCATION>", id=note)
    assert re.fullmatch(rf"gare d(?:e |')?{re.escape(town)}", station)


@pytest.mark.parametrize("note", NOTES)
@pytest.mark.parametrize("place", ["allées d'Étigny", "rond-point de la Croix", "îlet Furcy", "canal Seine-Nord"])
def test_what_a_way_or_water_is_stays(surrogates: Surrogates, place: str, note: str) -> None:
    (found,) = surrogates(f"<LOCATION>{place}</LOCATION>", id=note)
    assert found.split()[0] == place.split()[0]
    assert surrogates("<LOCATION>camping la cascade</LOCATION>", id=note)[0].startswith("camping ")


@pytest.mark.parametrize("note", NOTES)
def test_a_fund_of_a_land_of_old_is_of_a_department(surrogates: Surrogates, note: str) -> None:
    home, fund = surrogates("<CITY>Mende</CITY>, <ORGANIZATION>MSA DU LANGUEDOC</ORGANIZATION>", id=note)
    (code,) = {town.department for town in TABLE.named(home)[:1]}
    name = next(area.name for area in TABLE.departments if area.code == code)
    assert re.fullmatch(rf"msa d(?:e|e la|es|u|e l)? {fold_name(name)}", fold_name(fund))


@pytest.mark.parametrize("note", NOTES)
@pytest.mark.parametrize(
    ("body", "head"),
    [
        ("CHU de Rennes Pontchaillou", "CHU de "),
        ("CHU Rennes-Pontchaillou", "CHU "),
        ("CHU de Rennes\nHôpital Sud", "CHU de "),
    ],
)
def test_a_body_of_a_town_and_a_name_follows_the_town(surrogates: Surrogates, body: str, head: str, note: str) -> None:
    town, found = surrogates(f"<CITY>Rennes</CITY>, <HOSPITAL>{body}</HOSPITAL>", id=note)
    assert found.startswith(f"{head}{town}")
    assert len(found) > len(f"{head}{town}")
    assert "Pontchaillou" not in found


@pytest.mark.parametrize("note", NOTES)
def test_a_body_of_two_towns_follows_both(surrogates: Surrogates, note: str) -> None:
    marked = "<CITY>Agen</CITY>, <CITY>Nérac</CITY>, <HOSPITAL>CH Agen-Nérac</HOSPITAL>"
    agen, nerac, found = surrogates(marked, id=note)
    assert found == f"CH {agen}-{nerac}"
    (alone,) = surrogates("<HOSPITAL>CH Agen-Nérac</HOSPITAL>", id=note)
    assert all(TABLE.named(town) for town in alone.removeprefix("CH ").rsplit("-", 1)) or alone.count("-") > 1


@pytest.mark.parametrize("note", NOTES)
def test_a_country_in_a_writing_of_its_own_is_not_translated(surrogates: Surrogates, note: str) -> None:
    town, country = surrogates("<CITY>Roseau</CITY>, <LOCATION>Commonwealth of Dominica</LOCATION>", id=note)
    assert country != "Dominique"
    assert ATLAS.country_code(country) in lands_of(town)
    # A part of a country becomes another part.
    island = surrogates("<CITY>Moroni</CITY> (<LOCATION>Grande Comore</LOCATION>)", id=note)[1]
    assert island in ("Anjouan", "Mohéli")


@pytest.mark.parametrize("note", NOTES)
def test_who_was_born_abroad_says_the_nir_was_born_in_a_town_there(surrogates: Surrogates, note: str) -> None:
    marked = "née le <BIRTHDATE>09/09/1983</BIRTHDATE> à <CITY>Donostia</CITY>, NIR <SSN>2 83 09 99 134 551 08</SSN>"
    _, town, nir = surrogates(marked, id=note)
    assert "ES" in lands_of(town)
    assert nir.replace(" ", "")[5:7] == "99"


@pytest.mark.parametrize("note", NOTES)
def test_a_body_of_a_name_that_towns_share_lies_nowhere_where_nothing_tells_which(
    surrogates: Surrogates, note: str
) -> None:
    record = {"lastname": "Durand", "birthdate": "1950-02-01"}
    hamlets = lists.entries("hamlets_of_one_word.txt")
    (alone,) = surrogates("<HOSPITAL>Site de Bassens</HOSPITAL>", id=note, **record)
    assert re.sub(r"^Site d(?:e |')", "", alone) in hamlets
    marked = "<CITY>Bassens</CITY>, <HOSPITAL>Site de Bassens</HOSPITAL>"
    town, site = surrogates(marked, id=note, **record)
    assert town not in hamlets
    assert site.endswith(town)
    (site,) = surrogates("<HOSPITAL>Site de Bassens</HOSPITAL>", id=note, **record, city="Chambéry", zip="73000")
    assert re.sub(r"^Site d(?:e |u |es |')", "", site) not in hamlets


@pytest.mark.parametrize(
    ("longer", "short"),
    [
        ("hôpital privé d'Antony", "HPA"),
        ("CH Guillaume-Régnier", "CHGR"),
        ("Centre Georges-François-Leclerc", "CGFL"),
        ("Groupe Hospitalier de la Région de Mulhouse - Moenchsberg", "GHRM"),
    ],
)
def test_initials_are_those_of_the_new_name(surrogates: Surrogates, longer: str, short: str) -> None:
    for number in range(20):
        marked = f"<HOSPITAL>{longer}</HOSPITAL> (<HOSPITAL>{short}</HOSPITAL>)"
        name, initials = surrogates(marked, id=str(number), policy="plausible")
        assert initials != short
        assert initials_of(name) in (initials, short)


@pytest.mark.parametrize("body", ["CENTRE HOSPITALIER DE CORNOUAILLE", "Polyclinique de Picardie", "SMR de Noirlac"])
def test_a_hospital_called_after_no_town_is_in_a_town_with_a_hospital(written: Surrogates, body: str) -> None:
    _, drawn = written(
        f"vit à <CITY>Plozévet</CITY>, <HOSPITAL>{body}</HOSPITAL>", city="Plozévet", zip="29710", patient_id="1"
    )
    head, town = re.split(r" d(?:e |u |es |['’])", drawn, maxsplit=1, flags=re.IGNORECASE)
    assert body.startswith(head)
    commune = ATLAS.commune_named(town) or ATLAS.commune_named(f"Le {town}")
    assert commune is not None
    assert choices_of(ATLAS).has_hospital(commune)


def test_a_hospital_called_after_no_town_is_in_that_of_home(surrogates: Surrogates) -> None:
    marked = (
        "<HOSPITAL>CENTRE HOSPITALIER DE CORNOUAILLE</HOSPITAL>, <CITY>QUIMPER CEDEX</CITY>, <CITY>PLUGUFFAN</CITY>"
    )
    for number in range(6):
        body, town, _ = surrogates(marked, policy="plausible", city="Pluguffan", zip="29700", patient_id=str(number))
        assert re.fullmatch(rf"CENTRE HOSPITALIER D(?:E |'){town.removesuffix(' CEDEX')}", body)


@pytest.mark.parametrize(
    ("body", "is_of_town"),
    [
        ("clinique du Val de Saône", False),
        ("HAD Pays de Caux", False),
        ("H. privé Bauer de la Loire", False),
        ("collège Bauer de Beaune", True),
        ("UDM de Saujon", True),
    ],
)
def test_a_body_is_of_a_far_village_only_behind_a_name(surrogates: Surrogates, body: str, is_of_town: bool) -> None:
    written = surrogates(f"<HOSPITAL>{body}</HOSPITAL>", policy="plausible", city="Mâcon", zip="71000")[0]
    told = re.search(r" (?:de |d['’])(?P<town>.+)", written)
    assert bool(told and TABLE.named(told["town"])) == is_of_town


@pytest.mark.parametrize("policy", ["dp", "plausible"])
@pytest.mark.parametrize("note", NOTES)
def test_a_place_of_care_called_after_no_commune_is_in_none(surrogates: Surrogates, policy: str, note: str) -> None:
    marked = "<HOSPITAL>Centre de rééducation de Kerguélavant</HOSPITAL>, <ZIP>56270</ZIP> <CITY>Ploemeur</CITY>"
    body = surrogates(marked, policy=policy, id=note)[0]
    assert not TABLE.named(re.sub(r"^Centre de rééducation d(?:e |')", "", body))


@pytest.mark.parametrize("note", NOTES)
@pytest.mark.parametrize(
    ("court", "own"), [("tribunal judiciaire de Créteil", "Vitry-sur-Seine"), ("TJ de Saint-Malo", "Cancale")]
)
def test_a_court_is_that_of_a_town_it_was_for(surrogates: Surrogates, court: str, own: str, note: str) -> None:
    body, town = surrogates(f"<ORGANIZATION>{court}</ORGANIZATION>, <CITY>{own}</CITY>", id=note, policy="plausible")
    commune = ATLAS.commune_named(town)
    assert commune is not None
    (nearest, *_) = choices_of(ATLAS).seats_for("court", commune, frozenset())
    assert body.endswith(nearest.name)


def test_a_town_behind_the_name_of_a_body_is_what_stands_for_it(written: Surrogates) -> None:
    body, town = written("<HOSPITAL>CHU Fleyriat, Clermont-Ferrand</HOSPITAL> <CITY>Clermont-Ferrand</CITY>")
    head, name, of_body = re.fullmatch(r"(CHU|CH) (.+), (.+)", body).groups()  # type: ignore[union-attr] # it is one
    assert of_body == town
    assert (head == "CHU") == has_university(town)
    (alone,) = written("<HOSPITAL>CHU Fleyriat, Clermont-Ferrand</HOSPITAL>")
    assert ATLAS.commune_named(alone.partition(", ")[2]) is not None
    assert name != "Fleyriat"


@pytest.mark.parametrize("head", ["Centre hospitalier de ", "pharmacie de "])
def test_a_body_of_a_foreign_town_is_of_what_stands_for_it(written: Surrogates, head: str) -> None:
    body, town, land = written(
        f"<HOSPITAL>{head}Mouscron</HOSPITAL>, <CITY>Mouscron</CITY> (<LOCATION>Belgique</LOCATION>)"
    )
    assert body in (f"{head}{town}", f"{head[:-3]}d'{town}", f"{head[:-3]}du {town[3:]}")
    assert ATLAS.country_code(land) in lands_of(town)


def test_what_is_called_as_its_country_is_a_town_without_an_article(written: Surrogates) -> None:
    body, town, bank = written(
        "<HOSPITAL>Centre Hospitalier de Luxembourg</HOSPITAL>, <CITY>Luxembourg</CITY>, "
        "<ORGANIZATION>consulat du Luxembourg</ORGANIZATION>"
    )
    assert linked("de ", town) == body.removeprefix("Centre Hospitalier ")
    assert ATLAS.country_kind(bank.removeprefix("consulat du ")) is not None


def test_a_quarter_behind_the_town_of_a_body_is_no_other_town(written: Surrogates) -> None:
    (body,) = written(
        "<HOSPITAL>CHRU de Nancy, hôpitaux de Brabois</HOSPITAL>", city="Nancy", zip="54000", patient_id="1"
    )
    quarter = re.split(r", hôpitaux d(?:e |['’])", body)[1]
    assert quarter in lists.entries("hamlets_of_one_word.txt")


@pytest.mark.parametrize("note", NOTES)
def test_a_body_of_a_quarter_is_not_of_a_far_village_of_its_name(surrogates: Surrogates, note: str) -> None:
    marked = "<HOSPITAL>hôpital de Mercy</HOSPITAL>, <CITY>Metz</CITY>, <CITY>Montigny-lès-Metz</CITY>"
    body, metz, home = surrogates(marked, id=note, policy="plausible", city="Montigny-lès-Metz", zip="57950")
    of_body = ATLAS.commune_named(re.split(r" d(?:e |u |es |['’])", body, maxsplit=1)[1])
    assert of_body is not None
    others = [ATLAS.commune_named(town) for town in (metz, home)]
    assert min(squared_distance(of_body, other) for other in others if other is not None) < 600**2, body


@pytest.mark.parametrize("before", ["de la ", "à la ", "au "])
def test_the_article_before_a_town_is_that_of_what_stands_for_it(replace: Callable[..., Draft], before: str) -> None:
    for policy, note in [(policy, note) for policy in POLICIES for note in NOTES]:
        marked = f"labo {before}<CITY>{'Havre' if before == 'au ' else 'Rade'}</CITY>"
        written = replace(marked, id=note, policy=policy, city="Lannion", zip="22300").text
        joint, town = re.fullmatch(r"labo (de |d'|à |au |du )(.+)", written).groups()  # type: ignore[union-attr] # it is one
        assert joint in ("de ", "d'", "à ", "au "), written
        assert not town.startswith(("la ", "l'")), written
        assert joint != "au " or TABLE.named(f"Le {town}"), written


@pytest.mark.parametrize(("before", "contracted"), [("vit à ", "vit au "), ("revient de ", "revient du ")])
@pytest.mark.parametrize("policy", POLICIES)
def test_no_article_of_a_town_is_lost_whose_original_was_written_without(
    replace: Callable[..., Draft], policy: str, before: str, contracted: str
) -> None:
    bare = {without_article(town.name) for town in TABLE.communes if grammar_written(town.name) in ("le", "les")}
    bare -= {town.name for town in TABLE.communes}
    found = set()
    for note in range(60):
        written = replace(f"{before}<CITY>Bourg-d'Oisans</CITY>, guide", id=str(note), policy=policy).text
        joint, town = re.fullmatch(r"((?:vit|revient) (?:\w+ |d'))(.+), guide", written).groups()  # type: ignore[union-attr] # it is one
        assert town not in bare or joint.endswith(("au ", "aux ", "du ", "des ")), written
        found.add(joint)
    assert contracted in found


def test_a_council_that_was_merged_has_the_name_of_the_new_one_since_then(replace: Callable[..., Draft]) -> None:
    heads: set[tuple[str, bool]] = set()
    for note in range(60):
        marked = "le <DATE>03/04/2023</DATE>, <ORGANIZATION>conseil départemental du Jura</ORGANIZATION>"
        record = {"city": "Colmar", "zip": "68000", "patient_id": str(note)}
        day, council = replace(marked, policy="dp", **record).text.removeprefix("le ").split(", ")
        heads.add((council.split(" du ")[0], int(day[-4:]) >= 2021))
        assert ("Rhin" in council) <= (int(day[-4:]) < 2021)
    assert ("conseil de la Collectivité européenne d'Alsace", True) in heads
    assert ("conseil départemental", False) in heads


@pytest.mark.parametrize(
    ("court", "before"),
    [
        ("tribunal judiciaire d'Agen", "tribunal de grande instance "),
        ("Tribunal judiciaire d'Agen", "Tribunal de grande instance "),
        ("TJ Agen", "TGI "),
        ("juge des tutelles du tribunal judiciaire d'Agen", "juge des tutelles du tribunal de grande instance "),
        ("tribunal de proximité de Marmande", "tribunal d'instance "),
    ],
)
@pytest.mark.parametrize("policy", POLICIES)
def test_a_court_is_called_as_it_was_in_the_new_year(
    replace: Callable[..., Draft], policy: str, court: str, before: str
) -> None:
    years = set()
    for note in map(str, range(24)):
        marked = f"<DATE>14/02/2020</DATE> <ORGANIZATION>{court}</ORGANIZATION>"
        day, written = replace(marked, id=note, policy=policy).text.split(" ", 1)
        years.add(int(day[-4:]) < 2020)
        assert written.startswith(before) == (int(day[-4:]) < 2020)
    assert years == {False, True}


def seats(kind: str) -> set[str]:
    if kind == "sea":
        return {town.name for town in TABLE.communes if town.insee in TABLE.on_sea}
    return {seat.name for seat in choices_of(ATLAS)._seats(kind)}


@pytest.mark.parametrize(
    ("marked", "kind"),
    [
        ("séjour de ski avec sa classe à <CITY>Orcières</CITY>", "ski"),
        ("Entorse au ski le <DATE>3/2</DATE> à <CITY>Megève</CITY>", "ski"),
        ("moniteur de snowboard à <CITY>Zzyrq</CITY>", "ski"),
        ("classe de neige à <CITY>La Bresse</CITY>", "ski"),
        ("entorse grave à ski (<CITY>Orcières</CITY>, en février)", "ski"),
        ("ostréiculteur à <CITY>Cancale</CITY>", "sea"),
        ("ancien patron pêcheur à <CITY>Concarneau</CITY>", "sea"),
        ("bilan de greffe rénale en cours avec <CITY>Rennes</CITY>", "university hospital"),
        ("pris en neurochirurgie à <CITY>Rouen</CITY>", "university hospital"),
        ("vue aux urgences de <CITY>Falaise</CITY>", "emergency"),
        ("conduit par le SMUR <CITY>Brioude</CITY>", "emergency"),
        ("requis par le commissariat de <CITY>Vernon</CITY>", "police"),
        ("atterri à l'aéroport de <CITY>Limoges</CITY>", "airport"),
        ("engagé à la base navale de <CITY>Brest</CITY>", "naval base"),
        ("surfeur à <CITY>Lacanau</CITY>", "sea"),
        ("docker à <CITY>Port-la-Nouvelle</CITY>", "sea"),
    ],
)
def test_what_words_tell_of_a_town_is_in_one_that_has_it(written: Surrogates, marked: str, kind: str) -> None:
    assert written(marked)[-1] in seats(kind)


def test_who_fishes_in_an_unknown_place_does_so_on_the_sea_or_in_a_hamlet(written: Surrogates) -> None:
    assert written("marin-pêcheur à <CITY>Zzyrq</CITY>")[-1] in seats("sea") | {
        *lists.entries("hamlets_of_one_word.txt")
    }


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("<HOSPITAL>SMUR de Quimperlé</HOSPITAL>", "emergency"),
        ("<HOSPITAL>urgences de Loches</HOSPITAL>", "emergency"),
        ("<ORGANIZATION>commissariat de Cognac</ORGANIZATION>", "police"),
        ("<LOCATION>aéroport de Pau</LOCATION>", "airport"),
        ("à <CITY>Royan</CITY>, <LOCATION>plage de Royan</LOCATION>", "sea"),
    ],
)
def test_what_is_in_few_towns_bears_the_name_of_one_that_has_it(written: Surrogates, body: str, kind: str) -> None:
    new = written(body)[-1]
    towns = {linked("de ", seat) for seat in seats(kind)}
    assert any(new.endswith(f" {town}") for town in towns)


@pytest.mark.parametrize("note", NOTES)
def test_a_village_of_oysters_is_on_the_sea(surrogates: Surrogates, note: str) -> None:
    # It has 1,500 people.
    (town,) = surrogates("ostréiculteur à <CITY>Locmariaquer</CITY>", id=note)
    assert town in seats("sea")


@pytest.mark.parametrize("note", NOTES)
@pytest.mark.parametrize(
    ("letters", "town", "country"), [("L-", "Esch-sur-Alzette", "LU"), ("L-", "Mersch", "LU"), ("B-", "Namur", "BE")]
)
def test_a_code_of_a_neighbour_is_that_of_its_new_town(
    surrogates: Surrogates, letters: str, town: str, country: str, note: str
) -> None:
    code, new = surrogates(f"<ZIP>{letters}5000</ZIP> <CITY>{town}</CITY>", id=note)
    assert new != town
    assert code_of(country, new)
    assert code.startswith(letters + code_of(country, new))
    assert len(code) == 6


@pytest.mark.parametrize("note", NOTES)
def test_a_swiss_code_without_letters_is_that_of_the_new_town(surrogates: Surrogates, note: str) -> None:
    code, town = surrogates("<ZIP>1205</ZIP> <CITY>Genève</CITY>", id=note)
    assert code == code_of("CH", town)


@pytest.mark.parametrize(("body", "kind"), [("arsenal de Tarbes", "arsenal"), ("base navale de Toulon", "naval base")])
def test_an_arsenal_or_port_of_the_navy_is_where_there_was_one(written: Surrogates, body: str, kind: str) -> None:
    (new,) = written(f"<ORGANIZATION>{body}</ORGANIZATION>")
    towns = {linked("de ", seat) for seat in seats(kind)}
    assert any(new.endswith(f" {town}") for town in towns)


def test_words_in_another_span_tell_nothing_of_a_town_that_is_released(surrogates: Surrogates) -> None:
    marked = "<ORGANIZATION>{}</ORGANIZATION> à <CITY>Dijon</CITY>"
    for note in NOTES:
        record = {"id": note, "policy": "dp", "patient_id": note}
        assert (
            surrogates(marked.format("Les amis du ski"), **record)[1]
            == surrogates(marked.format("Les amis du vin"), **record)[1]
        )


@pytest.mark.parametrize("before", ["VSAV", "pompiers de", "demande le curé de"])
def test_who_comes_from_near_home_does_so(surrogates: Surrogates, before: str) -> None:
    for note in NOTES:
        record = {"id": note, "policy": "dp", "patient_id": note, "city": "Issoire", "zip": "63500"}
        home, *_, near = surrogates(f"vit à <CITY>Issoire</CITY>, {before} <CITY>Champeix</CITY>", **record)
        one, other = (min(TABLE.named(town), key=lambda each: -each.population) for town in (home, near))
        assert squared_distance(one, other) <= 300**2


@pytest.mark.parametrize("body", ["SMUR Cognac", "EFS Limoges", "SOS Main Angers", "cmp pontivy", "C.H. AURILLAC"])
def test_a_large_town_behind_the_head_of_a_body_is_that_town(surrogates: Surrogates, body: str) -> None:
    town = body.rsplit(" ", 1)[1]
    for note in NOTES:
        label = "ORGANIZATION" if body.startswith("EFS") else "HOSPITAL"
        alone, new = surrogates(f"<CITY>{town}</CITY>, <{label}>{body}</{label}>", id=note, policy="plausible")
        (bare,) = surrogates(f"<{label}>{body}</{label}>", id=note, policy="plausible")
        assert fold_name(new).endswith(fold_name(alone))
        assert ATLAS.commune_named(bare.rsplit(" ", 1)[1]) is not None


@pytest.mark.parametrize("body", ["Clinique Beausoleil", "mutuelle Malakoff"])
def test_a_name_that_a_town_bears_too_is_none_behind_a_head_of_any_name(surrogates: Surrogates, body: str) -> None:
    label, (head, town) = ("HOSPITAL" if body.startswith("C") else "ORGANIZATION"), body.split()
    for note in NOTES:
        _, new = surrogates(f"<CITY>Caen</CITY> <{label}>{head} {town}</{label}>", id=note, policy="plausible")
        of_town, _ = surrogates(f"<CITY>{town}</CITY> <CITY>Caen</CITY>", id=note, policy="plausible")
        assert new != f"{head} {of_town}"


@pytest.mark.parametrize(
    ("number", "stays"),
    [
        ("+262 262 45 12 67", r"\+262 26[23](?: \d\d){3}"),
        ("00 262 692 41 18 70", r"00 262 639(?: \d\d){3}"),
        ("0262 45 12 67", r"0263(?: \d\d){3}"),
        ("+508 41 12 36", r"\+508(?: \d\d){3}"),
        ("+687 25.66.61", r"\+687 \d\d\.\d\d\.\d\d"),
        ("(+687) 25.66.61", r"\(\+687\) \d\d\.\d\d\.\d\d"),
    ],
)
def test_a_calling_code_overseas_stays_unless_towns_are_released(
    surrogates: Surrogates, number: str, stays: str
) -> None:
    record = {"patient_id": "1", "city": "Saint-Paul", "zip": "97460"}
    marked = f"<CITY>Saint-Paul</CITY> (<ZIP>97460</ZIP>) <PHONE>{number}</PHONE>"
    for note in NOTES:
        assert re.fullmatch(stays, surrogates(marked, id=note, policy="plausible", **record)[-1])
        _, code, new = surrogates(marked, **record | {"id": note, "policy": "dp", "patient_id": note})
        if not code.startswith("97"):
            assert re.fullmatch(r"(?:\+|00 ?|\(\+)33\)? ?[1-6][\d .]+|0[1-6](?!6[23] |9\d )[\d .]+", new)
            assert new.count("(") == new.count(")")


@pytest.mark.parametrize("number", ["+262 262 45 12 67", "00 590 590 81 40 33", "0262 45 12 67", "+687 25 66 66"])
def test_a_number_overseas_of_no_known_town_tells_nothing_of_it_where_towns_are_released(
    surrogates: Surrogates, number: str
) -> None:
    for note in NOTES:
        new, again = surrogates(f"<PHONE>{number}</PHONE>, <PHONE>{number}</PHONE>", id=note, policy="dp")
        assert re.fullmatch(r"(?:(?:\+|00 )33 |0)6 ?39 98(?: \d\d){2}", new)
        assert new == again


@pytest.mark.parametrize(
    ("number", "shape"),
    [
        ("+687 25 66 66 poste 14", r"\+33 6 39 98 \d\d \d\d poste [1-9]\d"),
        ("(+689) 40 25 66 66 (p. 203)", r"\(\+33\) 6 39 98 \d\d \d\d \(p\. [1-9]\d\d\)"),
    ],
)
def test_a_number_overseas_that_becomes_a_mobile_keeps_its_extension(
    surrogates: Surrogates, number: str, shape: str
) -> None:
    for note in NOTES:
        bare = re.split(r" \(?p", number)[0]
        new, alone = surrogates(f"<PHONE>{number}</PHONE>, <PHONE>{bare}</PHONE>", id=note, policy="dp")
        assert re.fullmatch(shape, new), new
        assert new.startswith(alone)


@pytest.mark.parametrize("policy", ["dp", "plausible"])
@pytest.mark.parametrize("letters", ["F-", "F", "FR-"])
def test_the_letter_of_france_stays_before_the_code_of_the_new_town(
    surrogates: Surrogates, letters: str, policy: str
) -> None:
    for note in NOTES:
        marked = f"<ZIP>{letters}59570</ZIP> <CITY>Bavay</CITY>"
        code, town = surrogates(marked, id=note, policy=policy)
        served = {commune.name for commune in TABLE.by_zip(code.removeprefix(letters))}
        assert code.startswith(letters)
        assert town in served


@pytest.mark.parametrize("policy", ["dp", "plausible"])
def test_one_of_two_samu_of_a_department_is_that_of_the_new_one(surrogates: Surrogates, policy: str) -> None:
    for note in NOTES:
        record = {"id": note, "policy": policy, "patient_id": note, "city": "Bayonne", "zip": "64100"}
        marked = "<CITY>Bayonne</CITY> <ORGANIZATION>SAMU 64A</ORGANIZATION> <ORGANIZATION>MDPH 64</ORGANIZATION>"
        _, samu, other = surrogates(marked, **record)
        assert samu == other.replace("MDPH", "SAMU")


@pytest.mark.parametrize("body", ["SAMU Fontbelle", "SMUR Croix-Rousse", "SMUR Zzyrq"])
def test_who_goes_out_from_a_hospital_does_so_from_a_town_with_one(written: Surrogates, body: str) -> None:
    for record in ({}, {"city": "Issoire", "zip": "63500", "patient_id": "7"}):
        (new,) = written(f"<HOSPITAL>{body}</HOSPITAL>", **record)
        assert new.split(" ", 1)[1] in seats("hospital")


def test_a_unit_of_a_hospital_is_in_a_town_with_one(written: Surrogates) -> None:
    (unit,) = written("<HOSPITAL>USP des Herbiers</HOSPITAL>")
    assert re.split(r"USP (?:des |de |du |d')", unit)[1] in {re.sub("^Les? ", "", seat) for seat in seats("hospital")}


def test_a_fund_of_the_mainland_is_a_cgss_overseas(surrogates: Surrogates) -> None:
    for note in NOTES:
        record = {"id": note, "policy": "dp", "patient_id": note, "city": "Saint-Paul", "zip": "97460"}
        town, _, farmers = surrogates(
            "<CITY>Saint-Paul</CITY> <ORGANIZATION>CPAM de Dax</ORGANIZATION> <ORGANIZATION>MSA Gironde</ORGANIZATION>",
            **record,
        )
        is_overseas = not is_on_mainland(min(TABLE.named(town), key=lambda each: -each.population).department)
        assert (farmers.startswith(("CGSS ", "CSSM "))) == is_overseas


@pytest.mark.parametrize(
    "fund",
    [
        "CGSS",
        "CGSS Antilles",
        "CGSS de Trifouilly",
        "CGSS du Grand Sud",
        "CGSS Saint-Pierre",
        "CGSS, centre Les Flamboyants",
        "Caisse générale de sécurité sociale de La Réunion",
    ],
)
def test_no_fund_tells_under_dp_that_the_patient_lives_overseas(surrogates: Surrogates, fund: str) -> None:
    for note in NOTES:
        town, new = surrogates(
            f"<CITY>Saint-Paul</CITY> <ORGANIZATION>{fund}</ORGANIZATION>",
            **{"id": note, "policy": "dp", "patient_id": note, "city": "Saint-Paul", "zip": "97460"},
        )
        assert "générale de sécurité" not in new
        if is_on_mainland(min(TABLE.named(town), key=lambda each: -each.population).department):
            assert not re.search("CGSS|CSSM", new)


@pytest.mark.parametrize("body", ["CHU de la Guadeloupe", "Centre hospitalier de Mayotte"])
def test_a_hospital_of_a_part_overseas_bears_no_wider_name(surrogates: Surrogates, body: str) -> None:
    assert surrogates(f"<HOSPITAL>{body}</HOSPITAL>", policy="plausible") == [body.split(" d")[0]]


@pytest.mark.parametrize("body", ["Entraide des dialysés du Nord", "Ligue contre le cancer du Morbihan"])
def test_a_body_that_ends_in_a_department_is_of_that_of_home(surrogates: Surrogates, body: str) -> None:
    for note in NOTES:
        record = {"id": note, "policy": "dp", "patient_id": note, "city": "Tourcoing", "zip": "59200"}
        new, fund = surrogates(
            f"<ORGANIZATION>{body}</ORGANIZATION> <ORGANIZATION>CPAM de l'Aisne</ORGANIZATION>", **record
        )
        assert new == body.rsplit(" d", 1)[0] + fund.removeprefix("CPAM")


def test_north_is_a_direction_where_no_town_of_the_document_lies_in_that_department(surrogates: Surrogates) -> None:
    body, town = "<HOSPITAL>Centre cardiologique du Nord</HOSPITAL>", "<CITY>Champigny-sur-Marne</CITY>"
    for note in NOTES:
        (new, _) = surrogates(f"{body}, {town}", id=note, policy="plausible")
        assert new in {f"Centre cardiologique {side}" for side in ("du Sud", "de l'Est", "de l'Ouest")}
        (fund, _) = surrogates(f"<ORGANIZATION>CPAM du Nord</ORGANIZATION>, {town}", id=note, policy="plausible")
        assert fund.split()[-1] not in ("Sud", "l'Est", "l'Ouest")


@pytest.mark.parametrize("note", NOTES)
def test_a_town_after_which_a_hospital_is_named_has_one(surrogates: Surrogates, note: str) -> None:
    marked = (
        "<HOSPITAL>Centre hospitalier de Rouffach</HOSPITAL>, <ZIP>68250</ZIP> <CITY>Rouffach</CITY>, suivie à"
        " <CITY>Ensisheim</CITY>"
    )
    hospital, _, town, _ = surrogates(marked, id=note)
    assert hospital.removeprefix("Centre hospitalier ").removeprefix("de ").removeprefix("d'") == town
    assert any(map(choices_of(atlas_of(TABLE)).has_hospital, TABLE.named(town)))


@pytest.mark.parametrize("note", NOTES)
def test_a_town_that_no_table_knows_is_one_overseas_where_words_tell(surrogates: Surrogates, note: str) -> None:
    (town,) = surrogates("Ia ora na, je repasse à <CITY>Papetoa</CITY>", id=note)
    assert {commune.department for commune in TABLE.named(town)} == {"987"}


@pytest.mark.parametrize("note", NOTES)
def test_who_goes_out_for_a_town_that_no_table_knows_comes_from_an_emergency_ward(
    surrogates: Surrogates, note: str
) -> None:
    (samu,) = surrogates(
        "<HOSPITAL>SAMU Mangotin</HOSPITAL>", id=note, lastname="Durand", birthdate="1950", city="Dole"
    )
    seats = {fold_name(line.split(" (")[0]) for line in lists.sections("seats.txt")["emergency"]}
    assert fold_name(samu.removeprefix("SAMU ")) in seats
