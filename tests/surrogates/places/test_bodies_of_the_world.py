"""One world in a note: places of care and other bodies follow the towns that stand for those of the note."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from places_known import lands_of, seats
from timing import grows_in_proportion

from palimpseste.folding import fold_name
from palimpseste.places import PlaceTable, squared_distance
from palimpseste.result import Draft
from palimpseste.surrogates.places.choices import choices_of, has_university
from palimpseste.surrogates.places.named import linked
from palimpseste.writings import lists
from palimpseste.writings.atlas import atlas_of
from palimpseste.writings.short_bodies import initials_of
from palimpseste.writings.spelling_out import body_spelled_out

Surrogates = Callable[..., list[str]]
POLICIES = ("plausible", "dp")
TABLE = PlaceTable.bundled()
ATLAS = atlas_of(TABLE)
NOTES = [str(number) for number in range(8)]


def test_a_part_overseas_becomes_what_it_lies_in_and_no_body_bears_its_name(replace: Callable[..., Draft]) -> None:
    marked = (
        "né à <CITY>Saint-Denis</CITY>, à <LOCATION>La Réunion</LOCATION> (<ZIP>974</ZIP>), <ORGANIZATION>ARS"
        " Réunion</ORGANIZATION>, <ORGANIZATION>CGSS de La Réunion</ORGANIZATION>,"
        " <ORGANIZATION>MDPH 974</ORGANIZATION>, <ORGANIZATION>préfecture de La Réunion</ORGANIZATION>"
    )
    for note in NOTES:
        text = replace(marked, id=note).text
        assert text.split(", ", 1)[1] == "dans l'océan Indien (97), ARS, CGSS, MDPH, préfecture"


@pytest.mark.parametrize(
    ("city", "body", "written"),
    [
        ("Papeete", "CPS de Papeete", "CPS"),
        ("Papeete", "CPS de Polynésie", "CPS"),
        ("Nouméa", "CAFAT de Nouméa", "CAFAT"),
        ("Fort-de-France", "CGSS de Fort-de-France", "CGSS"),
    ],
)
def test_a_fund_that_a_part_overseas_has_but_one_of_bears_no_town(
    surrogates: Surrogates, city: str, body: str, written: str
) -> None:
    for note in NOTES:
        marked = f"<CITY>{city}</CITY>, <ORGANIZATION>{body}</ORGANIZATION>"
        assert surrogates(marked, id=note, city=city)[1] == written


def test_a_fund_of_a_misread_land_sits_in_no_village(surrogates: Surrogates) -> None:
    for note in NOTES:
        fund = surrogates("<CITY>Sarreguemines</CITY>, <ORGANIZATION>CPAM de MoseIIe</ORGANIZATION>", id=note)[1]
        name = re.fullmatch(r"CPAM (?:de |d'|du )(.+)", fund)
        assert name
        assert max(commune.population for commune in TABLE.communes if commune.name.endswith(name[1])) >= 9_000


@pytest.mark.parametrize("body", ["MSA Zzyrq", "MDPH Zzyrq"])
def test_a_body_of_an_area_that_no_table_knows_is_of_that_of_home(surrogates: Surrogates, body: str) -> None:
    names = {area.code: area.name for area in TABLE.departments}
    for note in NOTES:
        town, written = surrogates(f"<CITY>Millau</CITY>, <ORGANIZATION>{body}</ORGANIZATION>", id=note, city="Millau")
        assert any(written.endswith(names[commune.department]) for commune in TABLE.named(town))


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
@pytest.mark.parametrize("town", ["d'Angers", "d'Amiens", "d'Orléans", "de Rennes"])
def test_the_hospital_of_a_university_stays_one(surrogates: Surrogates, town: str, note: str) -> None:
    marked = f"<HOSPITAL>CHU de Caen</HOSPITAL>, <HOSPITAL>CHU {town}</HOSPITAL>, <HOSPITAL>CHU de Brest</HOSPITAL>"
    assert [each[:4] for each in surrogates(marked, id=note)] == ["CHU ", "CHU ", "CHU "]


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
def test_a_station_is_that_of_its_town(surrogates: Surrogates, note: str) -> None:
    town, station = surrogates("<CITY>Limoges</CITY>, <LOCATION>gare de Limoges</LOCATION>", id=note)
    assert re.fullmatch(rf"gare d(?:e |')?{re.escape(town)}", station)


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


@pytest.mark.parametrize("body", ["SAMU Fontbelle", "SMUR Croix-Rousse", "SMUR Zzyrq"])
def test_who_goes_out_from_a_hospital_does_so_from_a_town_with_one(written: Surrogates, body: str) -> None:
    for record in ({}, {"city": "Issoire", "zip": "63500", "patient_id": "7"}):
        (new,) = written(f"<HOSPITAL>{body}</HOSPITAL>", **record)
        assert new.split(" ", 1)[1] in seats("hospital")


def test_a_unit_of_a_hospital_is_in_a_town_with_one(written: Surrogates) -> None:
    (unit,) = written("<HOSPITAL>USP des Herbiers</HOSPITAL>")
    assert re.split(r"USP (?:des |de |du |d')", unit)[1] in {re.sub("^Les? ", "", seat) for seat in seats("hospital")}


@pytest.mark.parametrize("body", ["CHU de la Guadeloupe", "Centre hospitalier de Mayotte"])
def test_a_hospital_of_a_part_overseas_is_in_a_town_there_that_has_one(surrogates: Surrogates, body: str) -> None:
    code, towns = {"CHU": "971", "Centre hospitalier": "976"}[body.split(" d")[0]], set()
    for note in NOTES:
        (new,) = surrogates(f"<HOSPITAL>{body}</HOSPITAL>", policy="plausible", id=note)
        found = re.fullmatch(r"(?:CHU?|Centre hospitalier) (?:d'|des? |du )(?:la )?(?P<town>.+)", new)
        assert found is not None, new
        names = [found["town"], *(f"{article} {found['town']}" for article in ("Le", "La", "Les"))]
        (seat,) = {town for name in names for town in TABLE.named(name) if town.department == code}
        assert choices_of(ATLAS).has_hospital(seat)
        towns.add(seat)
    assert len(towns) > 1


def test_a_hospital_of_a_part_overseas_is_in_a_town_of_the_note(surrogates: Surrogates) -> None:
    for note in NOTES:
        marked = "<HOSPITAL>CHU de Martinique</HOSPITAL>, <CITY>Fort-de-France</CITY>"
        hospital, town = surrogates(marked, policy="plausible", id=note)
        assert hospital in {kind + linked("de ", town) for kind in ("CH ", "CHU ")}


def test_a_body_of_two_rivers_bears_no_article(surrogates: Surrogates) -> None:
    written = {surrogates("<ORGANIZATION>UDAF de la Marne</ORGANIZATION>", id=str(note))[0] for note in range(60)}
    of_two = {each for each in written if "-et-" in each}
    assert of_two
    assert all(re.match("UDAF (?:de (?!la )|d')", each) for each in of_two)
    assert "UDAF du Territoire-de-Belfort" not in written


def test_a_later_word_of_a_name_is_not_said_before_it(surrogates: Surrogates) -> None:
    for note in map(str, range(60)):
        (written,) = surrogates("<ORGANIZATION>association Accueil Zzyrq</ORGANIZATION>", id=note)
        assert written.lower().count("accueil") == 1


def test_words_for_the_land_around_a_town_stay(surrogates: Surrogates) -> None:
    for note in NOTES:
        body, town = surrogates("<HOSPITAL>CH de l'Agglomération de Nevers</HOSPITAL>, <CITY>Nevers</CITY>", id=note)
        assert body == "CH de l'Agglomération " + linked("de ", town)


def test_a_hospital_of_the_middle_of_a_land_is_in_a_town(surrogates: Surrogates) -> None:
    for note in NOTES:
        (body,) = surrogates(
            "<HOSPITAL>CENTRE HOSPITALIER DU CENTRE BRETAGNE</HOSPITAL>", id=note, city="Loudéac", zip="22600"
        )
        found = re.fullmatch(r"CENTRE HOSPITALIER (?:DE |D')(.+)", body)
        assert found is not None, body
        assert TABLE.named(found[1]), body


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
def test_who_goes_out_for_a_town_that_no_table_knows_comes_from_an_emergency_ward(
    surrogates: Surrogates, note: str
) -> None:
    (samu,) = surrogates(
        "<HOSPITAL>SAMU Mangotin</HOSPITAL>", id=note, lastname="Durand", birthdate="1950", city="Dole"
    )
    seats = {fold_name(line.split(" (")[0]) for line in lists.sections("seats.txt")["emergency"]}
    assert fold_name(samu.removeprefix("SAMU ")) in seats
