"""One world in a note: places, towns and lands beside each other stay such as may stand there."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from places_known import lands_of, seats

from palimpseste.folding import fold_name
from palimpseste.places import PlaceTable, squared_distance
from palimpseste.result import Draft
from palimpseste.surrogates.places.choices import choices_of
from palimpseste.surrogates.places.named import linked
from palimpseste.writings import lists
from palimpseste.writings.atlas import atlas_of, grammar_written
from palimpseste.writings.homonyms import homonyms_of
from palimpseste.writings.lands import land_named
from palimpseste.writings.towns.town import without_article

Surrogates = Callable[..., list[str]]
POLICIES = ("plausible", "dp")
TABLE = PlaceTable.bundled()
ATLAS = atlas_of(TABLE)
NOTES = [str(number) for number in range(8)]


def test_who_was_born_abroad_stays_so(written: Surrogates) -> None:
    (nir,) = written("<SSN>154039935204567</SSN>")
    assert nir[5:7] == "99"
    assert nir[7:10] != "352"


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


def test_the_town_of_the_record_is_french_though_a_larger_one_abroad_bears_its_name(written: Surrogates) -> None:
    (town,) = written("retraité, <CITY>Munster</CITY>", lastname="Kervan", firstname="Paul", city="Munster")
    assert TABLE.named(town)


def test_a_part_of_a_country_beside_a_foreign_town_becomes_the_country_of_the_new_town(written: Surrogates) -> None:
    atlas = atlas_of(TABLE)
    town, country = written("né à <CITY>Moroni</CITY> (<LOCATION>Zzyrqland</LOCATION>)")
    assert atlas.country_code(country) in lands_of(town)
    *_, stadium = written("vu à <CITY>Rome</CITY>, <LOCATION>stade Zzyrq</LOCATION>")
    assert stadium.startswith("stade ")


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


def test_a_town_of_guyane_with_a_hospital_is_another_with_one(surrogates: Surrogates) -> None:
    for note in NOTES:
        _, town = surrogates("<ZIP>97320</ZIP> <CITY>Saint-Laurent-du-Maroni</CITY>", id=note)
        assert town in ("Cayenne", "Kourou")


@pytest.mark.parametrize(("town", "parts"), [("Miquelon-Langlade", ("971", "972", "974")), ("Uvea", ("987", "988"))])
def test_towns_of_small_parts_overseas_become_some_of_large_ones(
    surrogates: Surrogates, town: str, parts: tuple[str, ...]
) -> None:
    for note in NOTES:
        (written,) = surrogates(f"<CITY>{town}</CITY>", id=note)
        assert any(commune.department in parts for commune in TABLE.named(written))


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


def test_a_part_overseas_without_a_town_becomes_what_it_lies_in(replace: Callable[..., Draft]) -> None:
    for note in NOTES:
        assert replace("venue de <LOCATION>Mayotte</LOCATION>", id=note).text == "venue de l'océan Indien"


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
def test_six_courses_of_a_drug_are_no_spa(surrogates: Surrogates, note: str) -> None:
    cures = surrogates("folfox 6 cures, à <CITY>Vichy</CITY>", id=note)
    assert cures == surrogates("vit à <CITY>Vichy</CITY>", id=note)


@pytest.mark.parametrize("note", NOTES)
@pytest.mark.parametrize("place", ["allées d'Étigny", "rond-point de la Croix", "îlet Furcy", "canal Seine-Nord"])
def test_what_a_way_or_water_is_stays(surrogates: Surrogates, place: str, note: str) -> None:
    (found,) = surrogates(f"<LOCATION>{place}</LOCATION>", id=note)
    assert found.split()[0] == place.split()[0]
    assert surrogates("<LOCATION>camping la cascade</LOCATION>", id=note)[0].startswith("camping ")


@pytest.mark.parametrize("note", NOTES)
def test_a_country_in_a_writing_of_its_own_is_not_translated(surrogates: Surrogates, note: str) -> None:
    town, country = surrogates("<CITY>Roseau</CITY>, <LOCATION>Commonwealth of Dominica</LOCATION>", id=note)
    assert country != "Dominique"
    assert ATLAS.country_code(country) in lands_of(town)
    # A part of a country becomes another part.
    island = surrogates("<CITY>Moroni</CITY> (<LOCATION>Grande Comore</LOCATION>)", id=note)[1]
    assert island in ("Anjouan", "Mohéli")


def test_what_is_called_as_its_country_is_a_town_without_an_article(written: Surrogates) -> None:
    body, town, bank = written(
        "<HOSPITAL>Centre Hospitalier de Luxembourg</HOSPITAL>, <CITY>Luxembourg</CITY>, "
        "<ORGANIZATION>consulat du Luxembourg</ORGANIZATION>"
    )
    assert linked("de ", town) == body.removeprefix("Centre Hospitalier ")
    assert ATLAS.country_kind(bank.removeprefix("consulat du ")) is not None


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


@pytest.mark.parametrize("note", NOTES)
def test_a_prison_lies_in_one_town_with_the_hospital_of_its_town(surrogates: Surrogates, note: str) -> None:
    prison, hospital, town = surrogates(
        "<ORGANIZATION>centre pénitentiaire de Perpignan</ORGANIZATION>, extrait vers l'"
        "<HOSPITAL>hôpital de Perpignan</HOSPITAL>, né à <CITY>Perpignan</CITY>",
        id=note,
    )
    assert prison == f"centre pénitentiaire {linked('de ', town)}"
    assert hospital == f"hôpital {linked('de ', town)}"
    assert town in seats("prison")


@pytest.mark.parametrize(
    "marked",
    [
        "tombé à <CITY>Pierrefitte</CITY>, suivi à <CITY>Villepinte</CITY> (<ZIP>93420</ZIP>)",
        "domicile : <CITY>Vernet</CITY>, suivie à <CITY>Perpignan</CITY>",
    ],
)
def test_of_several_villages_that_all_lie_far_none_is_meant_and_one_near_home_is_written(
    surrogates: Surrogates, marked: str
) -> None:
    found = []
    for note in NOTES:
        village, town = (TABLE.named(name) for name in surrogates(marked, id=note)[:2])
        found.append(min(squared_distance(one, other) for one in village for other in town))
    assert sorted(found)[len(found) // 2] < 400**2


def test_le_puy_is_the_town_in_velay() -> None:
    firminy = ATLAS.commune_named("Firminy")
    assert firminy is not None
    meant = homonyms_of(ATLAS).meant("Le Puy", (firminy,))
    assert meant is not None
    assert meant.name == "Le Puy-en-Velay"


def test_a_spa_by_the_name_without_its_last_word_is_one(surrogates: Surrogates) -> None:
    for note in NOTES:
        _, town = surrogates("vue à <CITY>Rodez</CITY>, hésite pour la cure à <CITY>Amélie-les-Bains</CITY>", id=note)
        assert town in seats("spa")


def test_home_is_the_town_that_most_others_lie_near(surrogates: Surrogates) -> None:
    # Of these Aoste, far from the others, has the first code; a place that no table knows is near home.
    marked = "papa à <CITY>Aoste</CITY>, vu à <CITY>Sallanches</CITY>, de <CITY>Passy</CITY>, né à <CITY>Zzyr</CITY>"
    found = []
    for note in NOTES:
        _, *here, unknown = (TABLE.named(town) for town in surrogates(marked, id=note))
        found.append(min(squared_distance(one, other) for towns in here for one in towns for other in unknown))
    assert sorted(found)[len(found) // 2] < 400**2


def test_who_fishes_in_an_unknown_place_does_so_on_the_sea_or_in_a_hamlet(written: Surrogates) -> None:
    assert written("marin-pêcheur à <CITY>Zzyrq</CITY>")[-1] in seats("sea") | {
        *lists.entries("hamlets_of_one_word.txt")
    }


@pytest.mark.parametrize("note", NOTES)
def test_a_village_of_oysters_is_on_the_sea(surrogates: Surrogates, note: str) -> None:
    # It has 1,500 people.
    (town,) = surrogates("ostréiculteur à <CITY>Locmariaquer</CITY>", id=note)
    assert town in seats("sea")


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


def test_north_is_a_direction_where_no_town_of_the_document_lies_in_that_department(surrogates: Surrogates) -> None:
    body, town = "<HOSPITAL>Centre cardiologique du Nord</HOSPITAL>", "<CITY>Champigny-sur-Marne</CITY>"
    for note in NOTES:
        (new, _) = surrogates(f"{body}, {town}", id=note, policy="plausible")
        assert new in {f"Centre cardiologique {side}" for side in ("du Sud", "de l'Est", "de l'Ouest")}
        (fund, _) = surrogates(f"<ORGANIZATION>CPAM du Nord</ORGANIZATION>, {town}", id=note, policy="plausible")
        assert fund.split()[-1] not in ("Sud", "l'Est", "l'Ouest")


@pytest.mark.parametrize("note", NOTES)
def test_a_town_that_no_table_knows_is_one_overseas_where_words_tell(surrogates: Surrogates, note: str) -> None:
    (town,) = surrogates("Ia ora na, je repasse à <CITY>Papetoa</CITY>", id=note)
    assert {commune.department for commune in TABLE.named(town)} == {"987"}


@pytest.mark.parametrize("note", NOTES)
def test_a_site_of_an_island_lies_on_the_side_of_its_town(surrogates: Surrogates, note: str) -> None:
    marked = "<HOSPITAL>CHU Sud Réunion</HOSPITAL>, <HOSPITAL>CHU - site Sud</HOSPITAL>, <CITY>Saint-Pierre</CITY>"
    *_, site, town = surrogates(marked, id=note, city="Saint-Pierre", zip="97410")
    (commune,) = (each for each in TABLE.named(town) if each.department == "974")
    reunion = next(area for area in TABLE.departments if area.code == "974")
    assert site.rsplit(" ", 1)[1] in choices_of(ATLAS).sides_of(commune, reunion)


@pytest.mark.parametrize(
    ("words", "town", "kind"),
    [
        ("elle est en première à", "Aubais", "lycee"),
        ("au collège de", "Aubais", "college"),
        ("prendre le train à la gare de", "Aubais", "railway station"),
        ("étudiante à", "Vannes", "university"),
        ("cure thermale à", "Aubais", "spa"),
        ("opérée à", "Aubais", "hospital"),
        ("avis du neurochirurgien de", "Aubais", "university hospital"),
        ("moniteur à", "Orcières", "ski"),
        ("au port de", "Quiberon", "sea"),
        ("sous-traitant à la centrale de", "Gravelines", "nuclear plant"),
    ],
)
def test_a_town_has_what_the_words_before_it_tell(surrogates: Surrogates, words: str, town: str, kind: str) -> None:
    for note in NOTES:
        *_, written = surrogates(f"{words} <CITY>{town}</CITY>", id=note, city="Nîmes")
        assert any(choices_of(ATLAS).is_seat(kind, each) for each in TABLE.named(written))


def test_a_village_has_no_cedex(surrogates: Surrogates) -> None:
    seen = set()
    for note in map(str, range(12)):
        code, town = surrogates("<ZIP>07291</ZIP> <CITY>QUINTENAS CEDEX</CITY>", id=note, city="Annonay")
        is_large = max(each.population for each in TABLE.named(town.removesuffix(" CEDEX"))) >= 2_000
        assert town.endswith(" CEDEX") == is_large != bool(TABLE.by_zip(code))
        seen.add(is_large)
    assert seen == {False, True}


@pytest.mark.parametrize(
    ("place", "kind"),
    [
        ("aéroport de Bordeaux-Mérignac", "airport"),
        ("aéroport de Roissy", "airport"),
        ("gare de Lyon-Part-Dieu", "railway station"),
        ("station de Chamrousse", "ski"),
        ("maison d'arrêt de Lyon-Corbas", "prison"),
        ("île de Groix", "isle"),
    ],
)
def test_a_place_is_in_a_town_that_has_such(surrogates: Surrogates, place: str, kind: str) -> None:
    head, _, town = place.rpartition(" ")
    label = {"prison": "ORGANIZATION", "isle": "CITY"}.get(kind, "LOCATION")
    marked = f"{head} <CITY>{town}</CITY>" if label == "CITY" else f"<{label}>{place}</{label}>"
    for note in NOTES:
        written = re.sub(r".* (?:de |d')", "", surrogates(marked, id=note, city="Quimper")[-1])
        assert any(choices_of(ATLAS).is_seat(kind, each) for each in TABLE.named(written))


def test_a_quarter_of_another_part_overseas_is_no_town_of_this(surrogates: Surrogates) -> None:
    martinique = {fold_name(town.name) for town in TABLE.in_department("972")}
    for note in NOTES:
        _, place = surrogates("<CITY>Nouméa</CITY>, <LOCATION>Rivière-Salée</LOCATION>", id=note, city="Lifou")
        assert fold_name(place) not in martinique


def test_the_island_of_a_hospital_is_not_another_one(surrogates: Surrogates) -> None:
    for note in NOTES:
        (hospital,) = surrogates("<HOSPITAL>Hôpital d'Uturoa — Raiatea</HOSPITAL>", id=note, city="Uturoa")
        assert hospital.endswith("— Océanie")


def test_a_body_lies_in_the_town_behind_its_name(surrogates: Surrogates) -> None:
    for note in NOTES:
        (body,) = surrogates("<HOSPITAL>polyclinique de Franche-Comté, Besançon</HOSPITAL>", id=note, city="Vesoul")
        name, town = re.split(", ", body.removeprefix("polyclinique "))
        assert re.sub(r"^(?:de |d')", "", name) in lists.entries("hamlets_of_one_word.txt")
        assert TABLE.named(town)


def test_a_small_town_far_from_all_others_names_no_body(surrogates: Surrogates) -> None:
    """« Centre dentaire de Manduel » at Narbonne is in no town of Manduel, though that has some thousand people."""
    brignais = max(TABLE.named("Brignais"), key=lambda town: town.population)
    assert 10_000 < brignais.population < 20_000
    assert not choices_of(ATLAS).has_hospital(brignais)
    near = 0
    for note in NOTES:
        marked = "<CITY>Quimper</CITY>, <HOSPITAL>centre dentaire mutualiste de Brignais</HOSPITAL>"
        home, body = surrogates(marked, id=note, city="Quimper")
        towns = TABLE.named(re.sub(r".* (?:de |d')", "", body))
        near += not towns or min(squared_distance(TABLE.named(home)[0], each) for each in towns) < 1000**2
    assert near == len(NOTES)
