"""One world in a note: courts, funds and councils are those of the towns and years that stand for those of the note."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from palimpseste.folding import fold_name
from palimpseste.places import PlaceTable, is_on_mainland
from palimpseste.result import Draft
from palimpseste.surrogates.places.choices import choices_of
from palimpseste.surrogates.places.named import linked
from palimpseste.writings import lists
from palimpseste.writings.atlas import atlas_of

Surrogates = Callable[..., list[str]]
POLICIES = ("plausible", "dp")
TABLE = PlaceTable.bundled()
ATLAS = atlas_of(TABLE)
NOTES = [str(number) for number in range(8)]


@pytest.mark.parametrize(
    ("body", "head"),
    [
        ("CPAM du Rhône", "CPAM "),
        ("CPAM DU RHÔNE", "CPAM "),
        ("MDPH Rhône", "MDPH "),
        ("MDPH 69", "MDPH "),
        ("cap emploi 69", "cap emploi "),
        ("France Victimes 69", "France Victimes "),
        ("Adapei Rhône", "Adapei "),
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


@pytest.mark.parametrize(
    "head",
    [
        *("caisse primaire d'assurance maladie", "caisse primaire", "Caisse d'allocations familiales", "sécu"),
        *("maison départementale des personnes handicapées", "DASEN", "chambre d'agriculture"),
    ],
)
@pytest.mark.parametrize("label", ["ORGANIZATION", "CITY"])
def test_an_office_sits_in_no_village_however_it_is_called(surrogates: Surrogates, head: str, label: str) -> None:
    for note in NOTES:
        town = {"CITY": f"{head} de <CITY>Saint-Louis</CITY>"}.get(label, f"<{label}>{head} de Saint-Louis</{label}>")
        *_, office = surrogates(f"vit à <CITY>Aubais</CITY>, {town}", id=note, city="Colmar")
        seats = [each for each in choices_of(ATLAS)._seats("prefecture") if office.endswith(each.name)]
        assert seats or TABLE.named(re.sub(r".* d[e'’] ?", "", office))[0].population >= 20_000


@pytest.mark.parametrize("body", ["SAMU93", "udaf93", "115 du 93"])
def test_a_code_right_behind_a_body_is_that_of_the_new_town(surrogates: Surrogates, body: str) -> None:
    for note in NOTES:
        town, written = surrogates(f"<CITY>Bobigny</CITY>, <ORGANIZATION>{body}</ORGANIZATION>", id=note)
        assert written == body.removesuffix("93") + TABLE.named(town)[0].department


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("office", ["rectorat de Lyon", "rectorat d'Orléans-Tours", "Rectorat de l'académie de Caen"])
def test_a_rectorat_sits_where_an_academy_does(replace: Callable[..., Draft], policy: str, office: str) -> None:
    seats = {fold_name(name) for name in lists.sections("seats.txt")["academy"]}
    for note in NOTES:
        draft = replace(f"<CITY>Vouvray</CITY>. <ORGANIZATION>{office}</ORGANIZATION>", id=note, policy=policy)
        written = draft.text.split(". ", 1)[1]
        assert fold_name(re.split(r" d(?:e |')", written)[-1]) in seats


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    ("office", "kind"), [("commissariat de Nice Saint-Augustin", "police"), ("TJ de Zzyrqville", "court")]
)
def test_police_and_courts_of_no_known_town_sit_where_such_do(
    replace: Callable[..., Draft], policy: str, office: str, kind: str
) -> None:
    seats = {fold_name(name) for name in lists.sections("seats.txt")[kind]}
    for note in NOTES:
        draft = replace(f"vit à <CITY>Vouvray</CITY>. <ORGANIZATION>{office}</ORGANIZATION>", id=note, policy=policy)
        written = draft.text.split(". ", 1)[1]
        town = re.sub(r".*? d(?:e |u |es |')", "", written)
        assert {fold_name(f"{article}{town}") for article in ("", "Le ", "Les ")} & seats


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


@pytest.mark.parametrize("policy", POLICIES)
def test_a_fund_overseas_stays_one_where_its_town_does(replace: Callable[..., Draft], policy: str) -> None:
    marked = "<ORGANIZATION>CGSS de La Réunion</ORGANIZATION>, <CITY>Saint-Denis</CITY>"
    for note in NOTES:
        fund, town = replace(marked, id=note, policy=policy).text.split(", ")
        commune = ATLAS.commune_named(town)
        assert commune is not None
        is_overseas = policy == "plausible" or not is_on_mainland(commune.department)
        assert fund.startswith("CGSS" if is_overseas else "CPAM ")


@pytest.mark.parametrize("policy", POLICIES)
def test_a_court_of_appeal_sits_where_one_does(replace: Callable[..., Draft], policy: str) -> None:
    seats = {fold_name(linked("de ", name)) for name in lists.sections("seats.txt")["court of appeal"]}
    for note in NOTES:
        draft = replace("<ORGANIZATION>cour d'appel de Montpellier</ORGANIZATION>", id=note, policy=policy)
        assert fold_name(draft.text).removeprefix("cour d appel ") in seats


@pytest.mark.parametrize(
    ("marked", "shape"),
    [
        ("<ORGANIZATION>Consulat du Japon</ORGANIZATION>, <LOCATION>Japon</LOCATION>", r"Consulat du (.+), \1"),
        ("<CITY>Nîmes</CITY>, <HOSPITAL>CAARUD 30</HOSPITAL>", r".+, CAARUD (?!30)\d\d"),
        ("<ORGANIZATION>Croix-Bleue</ORGANIZATION>", r"(?!Croix).+"),
        ("<HOSPITAL>AP-HP. Nord</HOSPITAL>", r"CHU (?:Sud|Est|Ouest)"),
        ("<HOSPITAL>Assistance Publique - Hôpitaux de Marseille</HOSPITAL>", r"CHU de .+"),
        ("<HOSPITAL>ASSISTANCE PUBLIQUE – HÔPITAUX DE PARIS - Hôpital Tenon</HOSPITAL>", r"CHU DE .+ - Hôpital .+"),
        (
            "<HOSPITAL>Hospices Civils de Lyon</HOSPITAL>",
            r"(?:Hospices Civils|Hôpitaux(?: universitaires)?) (?:d[eu]s?|d['’]) ?.+",
        ),
        ("<HOSPITAL>centre de médecine nucléaire Carnot</HOSPITAL>", r"centre de médecine nucléaire .+"),
        ("<CITY>Orvault cedex 3</CITY>", r"\D+"),
        ("<ORGANIZATION>université de Rennes 2</ORGANIZATION>", r"université d(?:e |')\D+"),
        ("<CITY>Lyon cedex 03</CITY>", r".+ cedex (?:0[1-9]|1\d|20)"),
    ],
)
def test_what_a_body_or_desk_is_stays_and_fits(replace: Callable[..., Draft], marked: str, shape: str) -> None:
    for note in NOTES:
        assert re.fullmatch(shape, replace(marked, id=note).text)


@pytest.mark.parametrize("note", NOTES)
def test_a_fund_of_a_land_of_old_is_of_a_department(surrogates: Surrogates, note: str) -> None:
    home, fund = surrogates("<CITY>Mende</CITY>, <ORGANIZATION>MSA DU LANGUEDOC</ORGANIZATION>", id=note)
    (code,) = {town.department for town in TABLE.named(home)[:1]}
    name = next(area.name for area in TABLE.departments if area.code == code)
    assert re.fullmatch(rf"msa d(?:e|e la|es|u|e l)? {fold_name(name)}", fold_name(fund))


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


def test_a_court_is_that_of_a_town_with_one_if_it_was_for_such(surrogates: Surrogates) -> None:
    marked = "<ORGANIZATION>tribunal judiciaire de Lille</ORGANIZATION>, <CITY>Roubaix</CITY>, <CITY>Armentières</CITY>"
    with_court = 0
    for note in range(60):
        body, *towns = surrogates(marked, id=str(note), policy="plausible")
        seats = {town for town in towns for each in TABLE.named(town) if choices_of(ATLAS).is_seat("court", each)}
        with_court += bool(seats)
        assert not seats or any(map(body.endswith, seats))
    assert with_court


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


@pytest.mark.parametrize("policy", ["dp", "plausible"])
def test_one_of_two_samu_of_a_department_is_that_of_the_new_one(surrogates: Surrogates, policy: str) -> None:
    for note in NOTES:
        record = {"id": note, "policy": policy, "patient_id": note, "city": "Bayonne", "zip": "64100"}
        marked = "<CITY>Bayonne</CITY> <ORGANIZATION>SAMU 64A</ORGANIZATION> <ORGANIZATION>MDPH 64</ORGANIZATION>"
        _, samu, other = surrogates(marked, **record)
        assert samu == other.replace("MDPH", "SAMU")


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


@pytest.mark.parametrize("body", ["Entraide des dialysés du Nord", "Ligue contre le cancer du Morbihan"])
def test_a_body_that_ends_in_a_department_is_of_that_of_home(surrogates: Surrogates, body: str) -> None:
    for note in NOTES:
        record = {"id": note, "policy": "dp", "patient_id": note, "city": "Tourcoing", "zip": "59200"}
        new, fund = surrogates(
            f"<ORGANIZATION>{body}</ORGANIZATION> <ORGANIZATION>CPAM de l'Aisne</ORGANIZATION>", **record
        )
        assert new == body.rsplit(" d", 1)[0] + fund.removeprefix("CPAM")
