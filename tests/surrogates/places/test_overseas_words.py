"""Words that are said overseas alone tell which part, outside spans, and no name of a town tells anything."""

from __future__ import annotations

import pytest
from matching_texts import matching_texts

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document
from palimpseste.places import PlaceTable, is_on_mainland
from palimpseste.surrogates.places.overseas import _SAID, OVERSEAS_WORDS, departments_meant, overseas_told
from palimpseste.writings.passages import Passages


def parts(marked: str) -> set[str]:
    text, spans = parse_markup(marked)
    return set(departments_meant(overseas_told(Passages.at(Document("note", text), spans))))


@pytest.mark.parametrize(
    ("said", "departments"),
    [
        ("Orpailleur, blessé à la machette sur un placer.", {"973"}),
        ("Vit à l'abattis, parle wayampi et un peu nenge tongo.", {"973"}),
        ("Retour à la tribu de <LOCATION>Wéhia</LOCATION> après la coutume, dossier Cafat ouvert.", {"988"}),
        ("Adresse :\nTribu de <LOCATION>Wéhia</LOCATION>", {"988"}),
        ("IA ORA NA ! L'enfant fa'a'amu va mieux. Māuruuru.", {"987"}),
        ("Arrivée en kwassa, logée dans un banga au-dessus du terrain.", {"976"}),
        ("Le gramoune est tombé du pied de letchis.", {"974"}),
        ("Mi gagn pa dormir, dit-elle.", {"974"}),
        ("Exposition au chlordécone : a travaillé à la bananeraie.", {"971", "972"}),
        ("Mordu par un bothrops en rentrant de la yole ronde.", {"972"}),
        ("Coupeur de canne depuis l'âge de 15 ans.", {"971", "972", "974"}),
        ("Consultation réglée 4 200 F CFP.", {"986", "987", "988"}),
        ("Rhumatisme ancien. Évasanée hier, dossier CAFAT en cours.", {"988"}),
    ],
)
def test_words_tell_where_they_are_said(said: str, departments: set[str]) -> None:
    assert parts(said) == departments


@pytest.mark.parametrize("words", [each.words for each in OVERSEAS_WORDS])
def test_each_way_to_say_them_is_looked_for(words: str) -> None:
    texts = [match.string for match in matching_texts(words)]
    said = [text for text in texts if _SAID.search(text)]
    assert said
    assert [text for text in said if not overseas_told(Passages.at(Document("note", text), []))] == []


def test_an_evacuation_tells_no_part_more_than_another() -> None:
    assert parts("Bureau des évasans : accord.") >= {"971", "973", "974", "975", "976", "987", "988"}


@pytest.mark.parametrize(
    "said",
    [
        "Il faut le placer en décubitus latéral gauche et un placer de plus.",
        "Marche avec deux cannes anglaises ; canne simple à domicile.",
        "M. Banga et Mme Banga sont prévenus.",
        "Berge du canal, hébergement et contribution au loyer, attribution de l'APA.",
        "Évacuation d'un caillot, évacuation du LCR. Grossesse évacuée.",
        "Boit un punch aux fruits, mange des letchis ; allergie au nickel.",
        "Enfant trigonocéphale, une tribu de cousins, toute la tribu est là.",
        "Évacuation sanitaire par hélicoptère ; famille touchée par le cyclone.",
        "Arrivé en métropole en 1987. Sérologie dengue négative.",
        "Amuïe, uruguayenne, popote.",
    ],
)
def test_ordinary_words_tell_nothing(said: str) -> None:
    assert not parts(said)


def test_words_in_a_span_tell_nothing() -> None:
    assert not parts(
        "Suivi par l'<ORGANIZATION>association des orpailleurs</ORGANIZATION>, <LOCATION>la tribu</LOCATION>."
    )


def test_no_town_holds_such_words_nor_completes_them() -> None:
    # Whether words stand in a note is public only if it does not hang on which town it names, found or not.
    names = [town.name for town in PlaceTable.bundled().communes]
    for before in ("coupeur de", "la", "mi"):
        text = f". {before} ".join(names)
        told = overseas_told(Passages.at(Document("note", f"{before} {text}"), []))
        alone = overseas_told(Passages.at(Document("note", f"{before} Dijon, {before} Lyon"), []))
        assert told == alone


def test_all_parts_are_overseas_and_few_enough_to_pack() -> None:
    assert len(OVERSEAS_WORDS) < 256
    departments = {department for told in OVERSEAS_WORDS for department in told.departments}
    assert not any(map(is_on_mainland, departments))
