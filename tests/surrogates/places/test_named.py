"""The proper part of a name is drawn from the list that its writing calls for; link, case and article stay right."""

from __future__ import annotations

import pytest

from palimpseste.folding import fold_name
from palimpseste.surrogates.beside import elided
from palimpseste.surrogates.draws import BitStream, NothingLeftError
from palimpseste.surrogates.places.named import drawn_proper_name, linked, names_behind
from palimpseste.surrogates.places.places_named import place_surrogate
from palimpseste.writings import lists
from palimpseste.writings.bodies import NamedThing, head_words

NAMES = ("Zola", "Bichat")


def first_of(name: str, *starts: str) -> str:
    """Return the first entry of a list that starts so."""
    return next(entry for entry in lists.entries(name) if entry.startswith(starts))


def renamed(stream: BitStream, head: str, link: str, proper: str, held: frozenset[str] = frozenset()) -> str:
    return drawn_proper_name(NamedThing(head, link, proper), stream, held, NAMES, lambda town: f"Orgny-{town}")


@pytest.mark.parametrize(
    ("head", "proper", "written"),
    [
        ("", "HFME", "ACCC"),
        ("hôpital ", "HFME", "ACCC"),
        ("CHU ", "HFM", "ACC"),
        ("CHU ", "HFME", "ZOLA"),  # among capitals four letters may be a name
        ("CHU ", "H.F.", "ZOLA"),
        ("", "H.F.M.", "A.C.C."),
        ("", "H-F-M", "A-C-C"),
        ("", "A.P.", "A.C."),
        ("", "A-P", "A-C"),
        ("", "BCDFG", "CACCC"),  # no vowel: never a word
        ("", "BCDFX", "CACCC"),
        ("", "Hfme", "Zola"),
        ("", "hfme", "zola"),
        ("", "HF4", "ZOLA"),
        *(("", f"B{vowel}CDF", "ZOLA") for vowel in "AEIOUY"),
    ],
)
def test_letters_stand_for_an_acronym_and_a_name_for_a_name(
    first: BitStream, head: str, proper: str, written: str
) -> None:
    assert renamed(first, head, "", proper) == written


def test_an_acronym_of_care_is_drawn_among_those_of_care() -> None:
    def drawn(proper: str, *, of_care: bool) -> set[str]:
        streams = (BitStream(bytes([byte]) * 64) for byte in range(256))
        thing = NamedThing("", "", proper)
        return {
            drawn_proper_name(thing, stream, frozenset(), NAMES, lambda town: town, of_care=of_care)
            for stream in streams
        }

    assert {name[:2] for name in drawn("NHC", of_care=True)} <= {"CH", "CM", "CR", "GH", "PS"}
    assert {name[0] for name in drawn("HCE", of_care=True)} <= set("AEHIU")
    assert not {"CHU", "CHR", "CHS", "CMP", "CRF"} & drawn("NHC", of_care=True)
    assert {name[0] for name in drawn("HCE", of_care=False)} <= set("AEIOU")


def test_a_word_of_english_names_nothing() -> None:
    streams = (BitStream(bytes([byte]) * 64) for byte in range(256))
    thing, names = NamedThing("clinique ", "", "Pasteur"), ("Clinical", "Bichat", "Zola")
    drawn = {drawn_proper_name(thing, stream, frozenset(), names, lambda town: town) for stream in streams}
    assert drawn == {"Bichat", "Zola"}


@pytest.mark.parametrize("source", ["île d'Aix", "île Longue", "île de Bandrajou"])
def test_an_island_stands_for_an_island(first: BitStream, source: str) -> None:
    written = place_surrogate(source, source, first, frozenset(), lambda town: "Lens")
    assert written in {f"île {linked('de ', name)}" for name in lists.entries("islands.txt")} - {source}
    upper = place_surrogate(source.upper(), source.upper(), first, frozenset(), lambda town: "Lens")
    assert upper.isupper()


def test_what_a_link_leads_to_is_no_acronym(first: BitStream) -> None:
    assert renamed(first, "hôpital ", "du ", "VAL") == "du " + first_of("streets.txt", "du ")[3:].upper()


@pytest.mark.parametrize(
    ("proper", "written"),
    [
        ("Saint-Joseph", "Saint-Alban"),
        ("St Joseph", "St Alban"),  # as short as it is
        ("ST. JOSEPH", "ST. ALBAN"),
        ("st-joseph", "st-alban"),
        ("SAINT-JOSEPH", "SAINT-ALBAN"),
        ("Sainte-Marie", first_of("saints.txt", "Sainte-")),
        ("Ste Marie", first_of("saints.txt", "Sainte-").replace("Sainte-", "Ste ")),
        ("sainte-marie", first_of("saints.txt", "Sainte-").lower()),
        ("Notre-Dame-de-Lourdes", first_of("saints.txt", "Sainte-", "Notre-")),
    ],
)
def test_a_saint_stands_for_a_saint(first: BitStream, proper: str, written: str) -> None:
    assert renamed(first, "clinique ", "", proper) == written
    assert renamed(first, "clinique ", "de ", proper) == "de " + written


def test_our_lady_is_among_the_saints_of_women_only(first: BitStream) -> None:
    saints = [saint for saint in lists.entries("saints.txt") if saint.startswith("Notre-")]
    held = frozenset(fold_name(saint) for saint in lists.entries("saints.txt") if saint not in saints)
    assert renamed(first, "clinique ", "", "Sainte-Odile", held) in saints


@pytest.mark.parametrize(
    ("proper", "starts"),
    [
        ("Les Glycines", ("Les ", "L'")),
        ("Le Parc", ("Le ", "L'")),
        ("La Roseraie", ("La ", "L'")),
        ("L'Ermitage", ("L'",)),
        ("L’Ermitage", ("L'",)),  # as typed
    ],
)
def test_a_house_stands_for_a_house(first: BitStream, proper: str, starts: tuple[str, ...]) -> None:
    assert renamed(first, "EHPAD ", "", proper) == first_of("houses.txt", *starts)
    # An article that elides is among those of any article.
    elided = [house for house in lists.entries("houses.txt") if house.startswith("L'")]
    held = frozenset(fold_name(house) for house in lists.entries("houses.txt") if house not in elided)
    assert renamed(first, "EHPAD ", "", proper, held) in elided


@pytest.mark.parametrize("proper", ["Les Glycines", "Le Parc", "La Roseraie", "L’Ermitage"])
def test_a_house_of_care_stands_for_one_with_its_article(proper: str) -> None:
    streams = (BitStream(bytes([byte]) * 64) for byte in range(64))
    thing = NamedThing("EHPAD ", "", proper)
    drawn = {
        drawn_proper_name(thing, stream, frozenset(), NAMES, lambda town: town, of_care=True) for stream in streams
    }
    article = "L'" if proper.startswith("L’") else proper.partition(" ")[0]
    assert len(drawn) > 20
    assert all(name.startswith(article) for name in drawn)


@pytest.mark.parametrize(
    ("link", "proper", "written"),
    [
        ("de ", "Lens", "d'Orgny-Lens"),
        ("d'", "Auch", "d'Orgny-Auch"),
        ("d’", "Auch", "d'Orgny-Auch"),  # as typed
        ("DE ", "LENS", "D'ORGNY-LENS"),
        ("de ", "La Baule", "d'Orgny-La Baule"),
    ],
)
def test_a_town_stands_for_what_follows_de(first: BitStream, link: str, proper: str, written: str) -> None:
    assert renamed(first, "centre ", link, proper) == written


@pytest.mark.parametrize(
    ("link", "proper", "name", "start"),
    [
        ("du ", "Rhône", "departments.txt", "du "),
        ("de la ", "Sarthe", "departments.txt", "de la "),
        ("des ", "Vosges", "departments.txt", "des "),
        ("de l'", "Aisne", "departments.txt", "de l'"),
        ("des ", "Cèdres", "streets.txt", "des "),
        ("du ", "Port", "streets.txt", "du "),
        ("de la ", "Plage", "streets.txt", "de la "),
        ("de  la ", "Plage", "streets.txt", "de la "),
        ("de l'", "Étang", "streets.txt", "de l'"),
        ("de l’", "Étang", "streets.txt", "de l'"),  # as typed
    ],
)
def test_a_department_and_a_street_keep_their_link(
    first: BitStream, link: str, proper: str, name: str, start: str
) -> None:
    assert renamed(first, "pharmacie ", link, proper) == link + first_of(name, start).removeprefix(start)


def test_a_link_leads_to_what_may_stand_behind_it(first: BitStream) -> None:
    assert renamed(first, "pharmacie ", "à ", "Bercy") == "à Orgny-Bercy"
    assert renamed(first, "pharmacie ", "", "Bercy") == "Zola"
    assert renamed(first, "clinique ", "aux ", "Buis") == "aux " + first_of("streets.txt", "des ").removeprefix("des ")
    # No name of the list stands behind such a link, and a name of a person never does.
    assert renamed(first, "maternité ", "pour ", "Bercy") == "Zola"


@pytest.mark.parametrize("proper", ["Zola", "Émile Zola", "zola"])
def test_no_part_of_the_original_is_drawn(first: BitStream, proper: str) -> None:
    assert fold_name(renamed(first, "clinique ", "", proper)) == "bichat"


def test_a_list_that_the_note_holds_gives_way_to_the_next(first: BitStream) -> None:
    names, eponyms, hamlets = (
        frozenset(map(fold_name, entries))
        for entries in (NAMES, lists.entries("eponyms.txt"), lists.entries("hamlets.txt"))
    )
    assert fold_name(renamed(first, "clinique ", "", "Curie", names)) in eponyms
    assert fold_name(renamed(first, "clinique ", "", "Curie", names | eponyms)) in hamlets
    with pytest.raises(NothingLeftError):
        renamed(first, "clinique ", "", "Curie", names | eponyms | hamlets)


@pytest.mark.parametrize(
    ("link", "name", "written"),
    [
        *(
            ("de ", name, f"d'{name}")
            for name in ("Auch", "Evry", "Évry", "Istres", "Orange", "Ussel", "Yerres", "Hem")
        ),
        ("de ", "Lens", "de Lens"),
        ("d'", "Lens", "de Lens"),
        ("d’", "Lens", "de Lens"),  # as typed
        ("D'", "LENS", "DE LENS"),
        ("D’", "LENS", "DE LENS"),  # as typed
        ("DE ", "AUCH", "D'AUCH"),
        ("du ", "Auch", "du Auch"),
        ("à ", "Auch", "à Auch"),
    ],
)
def test_a_link_elides_as_the_name_asks(link: str, name: str, written: str) -> None:
    assert linked(link, name) == written


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("stade Bauer", "stade Albert-Camus"),
        ("Bandrajou", "La Croix-Blanche"),
        ("bandrajou", "la croix-blanche"),
        ("stade", "la croix-blanche"),
        ("D 1091", "D 1000"),
        ("quartier 12 Mai", "quartier Albert-Camus"),
        ("stade d'Auch", "stade de Lens"),
        ("stade de Lens", "La Croix-Blanche"),  # the town drawn is its own
    ],
)
def test_a_place_keeps_what_it_is_and_gets_another_name(first: BitStream, source: str, written: str) -> None:
    assert place_surrogate(source, source, first, frozenset(), lambda town: "Lens") == written


@pytest.mark.parametrize("source", ["canal Seine-Nord", "îlot Tenia", "lac Malawi", "morne Larcher", "hôtel Balladins"])
def test_no_water_hill_or_hotel_is_called_after_a_person(first: BitStream, source: str) -> None:
    heads = head_words("ways and waters")
    written = place_surrogate(source, source, first, frozenset(), lambda town: "Lens", more_heads=heads)
    head, _, name = written.partition(" ")
    assert head == source.partition(" ")[0]
    assert name in lists.entries("hamlets_of_one_word.txt")


def test_a_water_bears_no_name_that_only_towns_have(first: BitStream) -> None:
    def written(source: str) -> str:
        return place_surrogate(source, source, first, frozenset(), lambda town: "Lens")

    assert written("rue du Mât") == "rue du 8-Mai-1945"
    assert written("rivière du Mât") == "rivière du Moulin"


@pytest.mark.parametrize("source", ["gare du Nord", "vallée du Rhône", "baie de la Somme"])
def test_what_lies_in_no_department_is_called_after_none(source: str) -> None:
    streams = (BitStream(bytes([byte]) * 64) for byte in range(256))
    drawn = {place_surrogate(source, source, stream, frozenset(), lambda town: town) for stream in streams}
    departments = [fold_name(f" {name}") for name in lists.entries("departments.txt")]
    assert not [name for name in drawn if fold_name(name).endswith(tuple(departments))]


def test_an_express_line_is_one_of_five(first: BitStream) -> None:
    assert place_surrogate("RER B", "RER B", first, frozenset(), lambda town: town) == "RER A"
    assert place_surrogate("rer a", "rer a", first, frozenset(), lambda town: town) == "rer b"


def test_no_value_of_the_note_stands_for_a_place(first: BitStream) -> None:
    held = frozenset({"albert camus", "la croix blanche"})
    for source in ("stade Bauer", "stade de Lens", "Bandrajou"):
        written = place_surrogate(source, source, first, held, lambda town: "Lens")
        assert fold_name(written.removeprefix("stade ")) not in held


def test_a_shape_is_drawn_for_the_source_as_it_stands(first: BitStream) -> None:
    assert place_surrogate("D\n 10", "D 10", first, frozenset(), lambda town: town) == "D\n 16"


def test_a_masculine_article_stands_before_a_masculine_name() -> None:
    names = ("Rochebelle", "Orvallon", "La Garenne", "Le Cros", "Les Ormes")
    assert names_behind(names, "au-dessus du ") == ("Cros",)
    assert names_behind(names, "le long de la ") == ("Garenne",)
    assert names_behind(names, "au pied des ") == ("Ormes",)
    assert names_behind(("Rochebelle", "Orvallon"), "le long de la ") == ("Rochebelle",)


@pytest.mark.parametrize(
    ("before", "name", "joined"),
    [
        ("la fille de ", "Olivia", "la fille d'Olivia"),
        ("LA FILLE DE ", "OLIVIA", "LA FILLE D'OLIVIA"),
        ("la fille de ", "Hugo", "la fille de Hugo"),
        ("la fille d'", "Yves", "la fille d'Yves"),
        ("la fille de ", "Yvette", "la fille d'Yvette"),
        ("la fille de ", "Yasmine", "la fille de Yasmine"),
        ("départ d’", "Slovaquie", "départ de Slovaquie"),
        ("D'", "LENS", "DE LENS"),
        ("il faut qu'", "Paul", "il faut que Paul"),
        ("il faut que ", "Anne", "il faut qu'Anne"),
        ("il faut que ", "Henriette", "il faut qu'Henriette"),
        ("la fille de ", "HÉLÈNE", "la fille d'HÉLÈNE"),
        ("lorsque ", "Anne", "lorsqu'Anne"),
        ("Puisque ", "Hortense", "Puisqu'Hortense"),
        ("PUISQU'", "PAUL", "PUISQUE PAUL"),
        ("Lorsqu’", "Paul", "Lorsque Paul"),
        ("il faut que ", "Hassan", "il faut que Hassan"),
        ("la lettre de ", "Helmut", "la lettre de Helmut"),
        ("le monde ", "Anne", "le monde Anne"),
        ("le bilan de ", "octobre 2021", "le bilan d'octobre 2021"),
        ("le rapport de ", "onze heures", "le rapport de onze heures"),
        ("la fille de ", "[FIRSTNAME]", "la fille de [FIRSTNAME]"),
    ],
)
def test_de_and_que_are_elided_as_what_follows_asks(before: str, name: str, joined: str) -> None:
    written = before
    for piece in elided(before, name):
        written = before[: piece.start] + piece.text + before[piece.end :]
    assert written + name == joined


@pytest.mark.parametrize(
    ("before", "written"),
    [
        ("né à la ", "Bergerie"),
        ("dans les ", "Sablons"),
        ("né à l'", "Orvallon"),
        ("né à ", "Les Sablons"),
        ("venue d'", "Orvallon"),
        ("venue de ", "Bellevue"),
    ],
)
def test_a_hamlet_stands_behind_the_article_that_the_text_has(before: str, written: str) -> None:
    names = ("Les Sablons", "La Bergerie", "Bellevue", "Orvallon")
    assert names_behind(names, before)[0] == written


def test_an_acronym_could_be_said_and_is_no_word(first: BitStream) -> None:
    letters = renamed(BitStream(bytes(range(7, 71))), "", "", "RATP")
    assert len(letters) == 4
    assert letters[0] not in "AEIOUY"
    assert letters[1] in "AEIOU"
    assert renamed(first, "", "", "IME")[0] in "AEIOU"
