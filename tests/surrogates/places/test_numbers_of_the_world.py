"""One world in a note: numbers, codes and references follow the towns and births that stand for those of the note."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from places_known import lands_of

from palimpseste.checksums import has_luhn_key, has_niss_key
from palimpseste.folding import fold_name
from palimpseste.places import PlaceTable
from palimpseste.places.codes_abroad import code_of, towns_of
from palimpseste.surrogates.values.phones import FICTION_PREFIXES
from palimpseste.writings import lists
from palimpseste.writings.atlas import atlas_of
from palimpseste.writings.calling_codes import calling_code, calling_code_of
from palimpseste.writings.number_words import write_number
from palimpseste.writings.phone_zones import zone_of
from palimpseste.writings.towns.birth_codes import birth_code_abroad

Surrogates = Callable[..., list[str]]
POLICIES = ("plausible", "dp")
TABLE = PlaceTable.bundled()
ATLAS = atlas_of(TABLE)
NOTES = [str(number) for number in range(8)]


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


@pytest.mark.parametrize(
    ("number", "profession"),
    [
        ("ADELI <OTHER_ID>58 930 114 2</OTHER_ID>", "93"),
        ("n° AM <OTHER_ID>67 1 04482 7</OTHER_ID>", "1"),
        ("<CITY>Brest</CITY> <OTHER_ID>29 1 04417 3</OTHER_ID>", "1"),
    ],
)
def test_the_number_of_a_person_tells_the_same_profession(written: Surrogates, number: str, profession: str) -> None:
    new = written(number)[-1].replace(" ", "")
    assert new.startswith("97") or new[2:].startswith(profession)


@pytest.mark.parametrize(
    ("field", "number", "length"),
    [("PESEL", "74112308712", 2), ("Matricule luxembourgeois :", "1974112338241", 4)],
)
def test_a_foreign_number_begins_with_the_new_date_of_birth(
    written: Surrogates, field: str, number: str, length: int
) -> None:
    birth, new, _ = written(
        f"né le <BIRTHDATE>23/11/1974</BIRTHDATE>, {field} <OTHER_ID>{number}</OTHER_ID>, vu le <DATE>12/03/2020</DATE>"
    )
    day, month, year = birth.split("/")
    assert new.startswith(year[-length:] + month + day)
    assert new != number


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


def test_a_nir_tells_which_of_several_towns_of_a_name_is_meant(written: Surrogates) -> None:
    # Sainte-Marie of Martinique, of which there is a larger one.
    town, nir = written("Née à <CITY>Sainte-Marie</CITY>, <SSN>2 48 05 97 228 114 83</SSN>")
    assert nir.replace(" ", "")[5:10] in {each.insee for each in TABLE.named(town)}


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


def test_a_nir_is_the_same_in_all_documents_of_a_patient_whatever_each_says_of_the_birth(written: Surrogates) -> None:
    number = "<SSN>2 46 01 59 350 066 12</SSN>"
    of_patient = {"patient_id": "7", "birthdate": "1946-01-24"}
    *_, beside = written(f"née le <BIRTHDATE>24/01/1946</BIRTHDATE> à <CITY>Cassel</CITY>, {number}", **of_patient)
    *_, without = written(f"née le <BIRTHDATE>24/01/1946</BIRTHDATE>, {number}", **of_patient)
    assert beside == without


def test_a_nir_follows_the_birth_of_whoever_bears_it(surrogates: Surrogates) -> None:
    marked = "née <BIRTHDATE>3/9/88</BIRTHDATE>, <SSN>2 88 09 26 362 118 74</SSN>"
    for note in NOTES:
        birth, mother = surrogates(marked, id=note, patient_id="7", birthdate="14/04/2017")
        _, month, year = map(int, birth.split("/"))
        assert mother[2:7] == f"{year:02d} {month:02d}"


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
def test_a_practice_overseas_is_not_named_after_a_village_of_the_mainland(surrogates: Surrogates, note: str) -> None:
    marked = "<HOSPITAL>Cabinet médical de Grand-Camp</HOSPITAL>, <ZIP>97139</ZIP> <CITY>Les Abymes</CITY>"
    practice = surrogates(marked, id=note)[0].removeprefix("Cabinet médical ")
    towns = TABLE.named(re.sub(r"^(?:de |du |des |d')", "", practice)) or TABLE.named(f"Le {practice[3:]}")
    assert {town.department for town in towns} & {"971"}


@pytest.mark.parametrize("note", NOTES)
def test_who_was_born_abroad_says_the_nir_was_born_in_a_town_there(surrogates: Surrogates, note: str) -> None:
    marked = "née le <BIRTHDATE>09/09/1983</BIRTHDATE> à <CITY>Donostia</CITY>, NIR <SSN>2 83 09 99 134 551 08</SSN>"
    _, town, nir = surrogates(marked, id=note)
    assert "ES" in lands_of(town)
    assert nir.replace(" ", "")[5:7] == "99"


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
            # 01 99 00 is a range of numbers that nobody has.
            assert re.fullmatch(r"(?:\+|00 ?|\(\+)33\)? ?[1-6][\d .]+|0[1-6](?!6[23] |9[0-8] )[\d .]+", new)
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


def test_a_number_of_the_initials_of_somebody_is_that_of_the_surrogates(written: Surrogates) -> None:
    marked = "<FIRSTNAME>Thérèse</FIRSTNAME> <LASTNAME>Guibert</LASTNAME>, prothèse marquée <OTHER_ID>TG</OTHER_ID>"
    first, last, letters = written(marked)
    assert letters == first[0] + last[0]


@pytest.mark.parametrize("policy", POLICIES)
def test_numbers_of_doctors_begin_as_their_registers_do(surrogates: Surrogates, policy: str) -> None:
    marked = "RPPS <OTHER_ID>1OO04 872 319</OTHER_ID>, INAMI <OTHER_ID>1-48213-67-940</OTHER_ID>"
    rpps, inami = surrogates(marked, policy=policy)
    assert rpps.startswith("10")
    assert inami.startswith("1-")
