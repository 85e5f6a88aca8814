"""Bodies that few towns have."""

from __future__ import annotations

import pytest
from matching_texts import matching_texts

from palimpseste.folding import fold_name
from palimpseste.places import PlaceTable, is_on_mainland
from palimpseste.surrogates.places.choices import Care, choices_of
from palimpseste.surrogates.places.seats import _LONGEST_TOLD, _TOLD, is_told_by_words, seat_told, told_of_town
from palimpseste.writings import lists
from palimpseste.writings.atlas import atlas_of

ATLAS = atlas_of(PlaceTable.bundled())


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("TJ ", "court"),
        ("Cour d’appel ", "court of appeal"),
        ("tribunal de proximité de ", "court"),
        ("juge des enfants de ", "court"),
        ("rectorat de ", "academy"),
        ("rectorat de l'académie d'", "academy"),
        ("CPAM de ", "fund"),
        ("Caisse primaire d'assurance maladie de ", "fund"),
        ("caisse primaire d'", "fund"),
        ("la sécu de ", "fund"),
        ("chambre de métiers et de l'artisanat de ", "fund"),
        ("Préfecture ", "prefecture"),
        ("sous-préfecture de ", "court"),
        ("maison départementale des personnes handicapées de ", "prefecture"),
        ("DASEN d'", "prefecture"),
        ("chambre d'agriculture de ", "prefecture"),
        ("lycée professionnel de ", "lycee"),
        ("lycée agricole de ", ""),
        ("faculté de médecine de ", "university"),
        ("gare routière de ", ""),
        ("gare TGV de ", "railway station"),
        ("centrale nucléaire de ", "nuclear plant"),
        ("préfecture de police de ", ""),
        ("cap de ", "poison centre"),
        ("Centre Anti-Poison ", "poison centre"),
        ("son père, incarcérée à ", "prison"),
        ("CD de ", "prison"),
        ("le cd de ", ""),
        ("handicap de ", ""),
        ("cure thermale à ", "spa"),
        ("6 cures, à ", ""),
        ("détenu puis libéré, vit à ", ""),
    ],
)
def test_words_before_a_town_tell_what_it_has(words: str, kind: str) -> None:
    assert seat_told(words) == kind


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("vacances au ski le 3 février à ", "ski"),
        ("chute à ski, vit à ", ""),
        ("parti au ski de ", "ski"),
        ("renversé sur les pistes de ", "ski"),
        ("tombée sur une piste noire d'", "ski"),
        ("à vélo sur la piste cyclable de ", ""),
        ("fan de ski. Vit à ", ""),
        ("col fermé aux skieurs, rentre à ", ""),
        ("chute à ski le 3, opérée à ", "hospital"),
        ("conchylicultrice à ", "sea"),
        ("la pêche à ", ""),
        ("transplantation hépatique prévue à ", "university hospital"),
        ("greffe de peau à ", ""),
        ("avis du neurochirurgien de ", "university hospital"),
        ("urgences d'", "emergency"),
        ("amené par le SMUR ", "emergency"),
        ("en urgence, vit à ", ""),
        ("requis par le commissariat de ", "police"),
        ("atterrit à l'aéroport de ", "airport"),
        ("plage de ", "sea"),
        ("moniteur de voile à ", "sea"),
        ("surfeuse d'", "sea"),
        ("le voile à ", ""),
        ("fils marin à ", "sea"),
        ("a repris la voile à ", "sea"),
        ("marin, vit à ", ""),
        ("glissade sur la plage du Vieux Moulin à ", "sea"),
        ("rentre par vol ", "airport"),
        ("rapatriée par vol médicalisé ", "airport"),
        ("victime d'un vol à ", ""),
        ("VSAV ", "near home"),
        ("le curé de ", "near home"),
        ("la cure de ", "spa"),
        ("procureur de ", ""),
        ("pompiers volontaires, vit à ", ""),
        ("elle est en première à ", "lycee"),
        ("en première intention à ", ""),
        ("en BTS à ", "lycee"),
        ("étudiante à ", "university"),
        ("TGV pour ", "railway station"),
        ("césarienne au bloc obstétrical de ", "hospital"),
        ("au port de ", "sea"),
        ("comportement à ", ""),
        ("baignade à ", "sea"),
        ("monitrice à ", "ski"),
        ("centrale de ", "nuclear plant"),
    ],
)
def test_words_of_a_sentence_tell_what_a_town_has(words: str, kind: str) -> None:
    assert told_of_town(words) == kind


@pytest.mark.parametrize(
    "words", ["cures à ", "il apporte le CD de ", "post-cure à ", "CP de ", "marin à ", "vol ", "étudiant à "]
)
def test_words_that_often_tell_something_else_tell_nothing_where_one_must_be_sure(words: str) -> None:
    assert told_of_town(words)
    assert told_of_town(words, is_sure=True) == ""


@pytest.mark.parametrize(
    ("words", "is_told"),
    [("CPAM de ", False), ("en seconde à ", True), ("plusieurs pistes de ", False), ("opéré à ", True)],
)
def test_what_some_words_tell_need_not_be_known_of_the_town(words: str, is_told: bool) -> None:
    assert is_told_by_words(words) is is_told


@pytest.mark.parametrize("kind", ["college", "lycee", "railway station"])
def test_what_no_table_knows_is_in_towns_of_some_size(kind: str) -> None:
    choices = choices_of(ATLAS)
    village, town = ATLAS.commune_named("Aubais"), ATLAS.commune_named("Nîmes")
    assert village is not None
    assert town is not None
    assert not choices.is_seat(kind, village)
    assert choices.is_seat(kind, town)
    nearest, *_ = choices.seats_for(kind, village, frozenset())
    assert choices.is_seat(kind, nearest)


def test_every_department_of_the_mainland_has_the_town_of_its_prefecture() -> None:
    seats = choices_of(ATLAS)._seats("prefecture")
    departments = {area.code for area in ATLAS.table.departments if is_on_mainland(area.code)}
    assert len({seat.department for seat in seats}) == len(seats)
    assert departments <= {seat.department for seat in seats}


@pytest.mark.parametrize(
    ("town", "seat"), [("Reims", "Châlons-en-Champagne"), ("Aubais", "Nîmes"), ("Marigot", "Fort-de-France")]
)
def test_a_prefecture_is_that_of_the_department(town: str, seat: str) -> None:
    commune = ATLAS.commune_named(town)
    assert commune is not None
    assert [each.name for each in choices_of(ATLAS).seats_for("prefecture", commune, frozenset())] == [seat]


def test_large_universities_stand_for_that_of_marseille() -> None:
    marseille = ATLAS.commune_named("Marseille")
    assert marseille is not None
    like = choices_of(ATLAS).universities_like(marseille)
    assert len(like) == 8
    assert min(town.population for town in like) > 200_000


@pytest.mark.parametrize(
    "kind",
    [
        *("court", "court of appeal", "prefecture", "poison centre", "prison", "spa", "airport", "arsenal"),
        *("naval base", "university", "tram", "nuclear plant"),
    ],
)
def test_every_seat_is_a_town_of_the_table(kind: str) -> None:
    entries = lists.sections("seats.txt")[kind]
    seats = [ATLAS.commune_named(entry) for entry in entries]
    assert [entry for entry, seat in zip(entries, seats, strict=True) if seat is None or seat.name != entry] == []
    assert len(entries) == len(set(entries)) >= 8


def test_every_ski_resort_is_a_town_of_the_table() -> None:
    entries = lists.sections("seats.txt")["ski"]
    assert len(entries) == len(set(entries)) == len(choices_of(ATLAS)._seats("ski")) > 100


def test_every_hospital_is_in_a_town_of_the_table() -> None:
    entries = lists.sections("seats.txt")["hospital"]
    choices = choices_of(ATLAS)
    known = [commune for commune in ATLAS.table.communes if choices.has_hospital(commune)]
    assert len(entries) == len(set(entries)) == len(known) > 1_000


@pytest.mark.parametrize("kind", ["emergency", "police"])
def test_every_emergency_and_police_station_is_in_a_town_of_the_table(kind: str) -> None:
    entries = lists.sections("seats.txt")[kind]
    assert len(entries) == len(set(entries)) == len(choices_of(ATLAS)._seats(kind)) > 300


def test_where_emergencies_are_taken_there_is_a_hospital() -> None:
    sections = lists.sections("seats.txt")
    assert set(sections["emergency"]) <= set(sections["hospital"])


@pytest.mark.parametrize(
    ("town", "care"), [("Morlaix", Care.EMERGENCIES), ("Roscoff", Care.BEDS), ("Plouigneau", Care.NONE)]
)
def test_what_hospital_a_town_has_is_known(town: str, care: Care) -> None:
    commune = ATLAS.commune_named(town)
    assert commune is not None
    assert choices_of(ATLAS).care_in(commune) == care


@pytest.mark.parametrize(
    ("town", "department", "has_hospital"),
    [("Semur-en-Auxois", "", True), ("Fraisses", "", False), ("Saint-Claude", "39", True)],
)
def test_a_town_is_known_to_have_a_hospital(town: str, department: str, has_hospital: bool) -> None:
    commune = ATLAS.commune_named(town, department)
    assert commune is not None
    assert choices_of(ATLAS).has_hospital(commune) is has_hospital


def test_a_prison_is_in_the_same_part_of_france() -> None:
    choices = choices_of(ATLAS)
    for home, part in (("Les Abymes", {"971"}), ("Fort-de-France", {"972"})):
        commune = ATLAS.commune_named(home)
        assert commune is not None
        assert {seat.department for seat in choices.seats_for("prison", commune, frozenset())} == part
    agen = ATLAS.commune_named("Agen")
    assert agen is not None
    assert {len(seat.department) for seat in choices.seats_for("prison", agen, frozenset())} == {2}


@pytest.mark.parametrize(
    ("town", "seat"),
    [("Prades", "Perpignan"), ("Dijon", "Dijon"), ("Saint-Nazaire", "Saint-Nazaire"), ("Cilaos", "Saint-Denis")],
)
def test_a_fund_sits_in_no_village(town: str, seat: str) -> None:
    commune = ATLAS.commune_named(town)
    assert commune is not None
    assert [each.name for each in choices_of(ATLAS).seats_for("fund", commune, frozenset())] == [seat]
    assert not choices_of(ATLAS).seats_for("fund", commune, frozenset({fold_name(seat)}))


def test_no_words_that_tell_a_seat_are_longer_than_is_looked_at() -> None:
    said = [match.group() for match in matching_texts(_TOLD.pattern)]
    assert max(map(len, said)) <= _LONGEST_TOLD
    # All that may be left out of the longest, each space and dot as often as it may stand.
    longest = "maison départementale des personnes handicapées"
    assert seat_told(f"{'x' * 90} {longest} . des   ") == "prefecture"
    assert seat_told(f"{'x' * 90} tribunal de grande instance . des   ") == "court"
    assert seat_told(f"{'x' * 90} aéroport international   des   ") == "airport"


@pytest.mark.parametrize("department", ["971", "972", "973", "974", "976", "987", "988"])
def test_a_hospital_overseas_stands_for_that_of_another_town(department: str) -> None:
    """Of a part with one town that has a hospital it would come out in any village, or where it was."""
    choices = choices_of(ATLAS)
    towns = choices.overseas_of(department)
    assert sum(choices.has_hospital(town) for town in towns) >= 3
    assert len(choices.with_care(Care.EMERGENCIES, towns, overseas=True)) >= 2


@pytest.mark.parametrize("department", ["975", "977", "978"])
def test_the_hospital_of_a_small_island_comes_out_where_there_is_one(department: str) -> None:
    choices = choices_of(ATLAS)
    seats = [town for town in PlaceTable.bundled().in_department(department) if choices.has_hospital(town)]
    assert [choices.care_in(town) for town in seats] == [Care.EMERGENCIES]
    for town in seats:
        assert all(choices.has_hospital(other) for other in choices.overseas_like(town, "consonant"))
