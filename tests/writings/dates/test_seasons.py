"""Words that say a season are found where they stay in the text, and are said of a date told by places and order."""

from __future__ import annotations

import re
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matching_texts import matching_texts

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document
from palimpseste.folding import fold
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.told.said import _BEFORE_NEEDED, _BEHIND_NEEDED, NEEDED, Said, said_in
from palimpseste.writings.dates.told.seasons import SeasonTold, seasons_told
from palimpseste.writings.dates.told.table import (
    EPOCHS,
    SEASONS,
    WAYS,
    MovableSeason,
    Season,
    Way,
    is_epoch,
    is_in_season,
)
from palimpseste.writings.needed import beginnings_of
from palimpseste.writings.passages import Passages

NOTE = "Vue le <DATE>12/01/2024</DATE>. "


def told(marked: str) -> set[SeasonTold]:
    text, spans = parse_markup(marked)
    passages = Passages.at(Document("note", text), spans)
    return set(seasons_told(passages, Calendar(passages)))


def beginnings(text: str) -> frozenset[str]:
    return frozenset(beginnings_of(fold(text)))


def months(season: int) -> set[int]:
    """Return the months of which the fifteenth is in season."""
    return {month for month in range(1, 13) if is_in_season(season, date(2023, month, 15).toordinal())}


@pytest.mark.parametrize(
    ("words", "in_season", "out_of_season"),
    [
        ("Grippe A.", 1, 7),
        ("BRONCHIOLITE à VRS", 12, 8),
        ("enrhumée depuis Noël", 1, 11),
        ("traitement arrêté tout seul à la Noël", 1, 12),
        ("hospitalisée à Noël", 2, 11),
        ("fièvre le soir de Noël", 1, 11),
        ("vomissements le jour de Pâques", 4, 3),
        ("jusqu'à Pâques", 3, 4),
        ("semaine de Pâques", 4, 8),
        ("elle est d'accord si c'est après la Toussaint", 10, 12),
        ("PROJET D'ACCUEIL INDIVIDUALISÉ", 10, 8),
        ("pas envisageable avant l'été", 3, 8),
        ("chaudière en panne depuis samedi", 1, 8),
        ("réunion d'équipe du collège", 11, 7),
        ("coup de chaleur", 7, 12),
        ("décrochage depuis la rentrée", 11, 7),
        ("chute à ski", 2, 8),
        ("dispense d'EPS", 10, 8),
        ("Vaccin contre la grippe fait", 11, 7),
        ("fièvre après baignade", 7, 12),
        ("première crise en colonie de vacances", 7, 11),
        ("suivi par l'infirmière jusqu'à l'été", 3, 8),
        ("interne, semestre d'hiver", 1, 8),
        ("équipe du semestre d'été", 7, 1),
        ("retrouvé sous ses bûches", 1, 7),
        ("séjour au ski prévu", 2, 10),
        ("depuis l'été dernier", 11, 7),
        ("calme jusqu'à l'hiver dernier", 6, 12),
        ("dispense pour le collège", 10, 7),
        ("reprise à la rentrée", 7, 10),
        ("piqué par des guêpes", 7, 1),
        ("le jour de Pâques", 4, 3),
        ("l'infirmière voit l'enfant à l'école", 11, 7),
        ("Je vous souhaite une bonne année. A. Roux", 1, 3),
        ("Bonne annee et bonne sante !", 1, 3),
        ("Belle et heureuse année à toute l'équipe", 1, 10),
        ("meilleurs vœux du secrétariat", 1, 3),
        ("Tous mes voeux pour cette nouvelle année", 12, 4),
        ("Bonnes fêtes de fin d'année", 12, 3),
        ("joyeuses fêtes à vous", 12, 8),
        ("Joyeux Noël Martine", 12, 2),
        ("insomnies depuis les fêtes", 1, 11),
        ("prise de poids aux fêtes de fin d'année", 1, 6),
        ("premier traitement qui dépasse l'été", 10, 7),
        ("elle a bien passé l'été malgré la chaleur", 10, 4),
        ("abstinent depuis la fin de l'été", 9, 7),
        ("moral en baisse depuis le début de l'automne", 11, 8),
        ("ne sort plus depuis le début de l'hiver", 1, 10),
        ("remarche depuis la fin de l'hiver", 4, 12),
        ("prurit depuis ce printemps", 5, 2),
        ("crises depuis cet été", 9, 5),
        ("chute entre les deux réveillons", 12, 10),
        ("prise de poids pendant les fêtes", 12, 5),
        ("alcoolisation au retour des fêtes de fin d'année", 1, 6),
        ("coupure en ouvrant des huîtres, lendemain de fêtes de fin d'année", 1, 8),
        ("dyspnée depuis Noël dernier", 2, 12),
        ("reverra sa fille à Noël prochain", 9, 3),
        ("l'été s'est bien passé", 9, 6),
        ("dort mal depuis les grandes vacances", 9, 5),
        ("lombalgie depuis les vendanges", 10, 7),
        ("coupure à la castration du maïs", 7, 11),
        ("entorse aux foins : faisait les foins", 6, 12),
        ("glissade sur une plaque de verglas", 1, 7),
        ("Bonnet et écharpe : octobre rose", 10, 5),
        ("séance de vaccination antigrippale", 11, 6),
        ("vaccin antigrippal fait", 11, 6),
        ("tournoi de pétanque, fête des mères", 5, 10),
        ("coup pendant le bal des pompiers", 7, 2),
        ("piqûre de tique", 6, 1),
        ("chute dans la piscine", 7, 1),
        ("révise son bac", 5, 10),
        ("vient d'avoir son bac", 7, 3),
        ("a mangé une part de galette", 1, 9),
        ("jeûne de Kippour", 10, 3),
        ("repas du nouvel an chinois", 2, 9),
    ],
)
def test_words_are_of_a_season(words: str, in_season: int, out_of_season: int) -> None:
    for _, season in (found := told(NOTE + words)):
        assert in_season in months(season)
        assert out_of_season not in months(season)
    assert found


@pytest.mark.parametrize(
    "words",
    [
        "Vaccins : Pneumovax, grippe, VRS.",
        "l'hiver en ville, l'été au refuge, moniteur de ski",
        "IRM au printemps, vaccin à l'automne",
        "la patiente est rentrée chez elle",
        "a été vu, avait été greffé",
        "bronchiolite oblitérante",
        "M. <LASTNAME>Noël</LASTNAME>, <FIRSTNAME>Neige</FIRSTNAME>, rue de la <LASTNAME>Toussaint</LASTNAME>",
        "à <DATE>Noël 2023</DATE>",
        "Mme Noël, Dr NOËL, M. Noël, Jean-Noël et Noël Vaysse",
        "grippe en <DATE>2019</DATE>",
        "une bonne année de rééducation, depuis une bonne année",
        "bonne année scolaire, très belle année universitaire",
        "meilleurs vœux de prompt rétablissement",
        "bonnes fêtes de la Saint-Jean, douleurs depuis les fêtes de Bayonne",
        "ne dépassera pas le seuil, a passé une radio, a été vue",
        "douleur soulagée par la chaleur",
        "aggravée avec la chaleur",
        "polypes vus en colo, retour de colo sans saignement",
        "autonome, tond sa pelouse et taille ses haies",
        "chauffé au poêle à granulés",
        "une avalanche de symptômes",
        "piqûre de moustique au Cameroun",
        "venue de l'aéroport Roland-Garros",
    ],
)
def test_what_is_said_at_any_time_or_stands_in_a_span_says_nothing(words: str) -> None:
    assert told(NOTE + words) == set()


def test_a_vaccine_against_the_flu_is_said_of_the_date_behind_it() -> None:
    ((value, season),) = told(NOTE + "Vaccins : pneumo 10/2014, grippe <DATE>11/2022</DATE>. Va bien.")
    assert (date.fromordinal(value.middle).year, date.fromordinal(value.middle).month) == (2022, 11)
    assert months(season) == {1, 2, 10, 11, 12}
    assert told(NOTE + "Vaccin grippe refusé. Vu <DATE>3/7/2023</DATE>.") == set()


def test_an_epoch_is_said_of_the_day_on_which_something_was_begun_too() -> None:
    found = told(NOTE + "Medtronic Azure XT, implanté le <DATE>03/09/2018</DATE>. Vu <DATE>4/5/2019</DATE>.")
    assert {date.fromordinal(each.value.middle).year for each in found} == {2018, 2024}
    found = told(NOTE + "Medtronic Azure, contrôlé le <DATE>03/09/2018</DATE>.")
    assert {date.fromordinal(each.value.middle).year for each in found} == {2024}


def test_what_weighs_or_drives_is_of_no_epoch() -> None:
    assert told(NOTE + "Prématuré de 780g. Nissan Micra. Critères de McDonald.") == set()


@pytest.mark.parametrize("feast", ["lundi de Pentecôte travaillé", "jour de Noël", "la Toussaint férié"])
def test_a_feast_that_is_left_out_behind_a_date_says_nothing(feast: str) -> None:
    behind = feast.removeprefix("la ")
    assert told(f"Date : <DATE>16 mai 2016</DATE> ({behind}), vu") == set()
    assert told(f"Date : <DATE>16 mai 2016</DATE>. Vu {feast}") != set()


def test_an_epoch_begins_on_a_day_and_is_said_of_the_note() -> None:
    ((value, season),) = told(NOTE + "Asthme depuis le <DATE>3/4/2012</DATE>, COVID-19 au printemps.")
    assert is_epoch(season)
    assert date.fromordinal(value.middle) == date(2024, 1, 12)
    first = EPOCHS[season - len(SEASONS)].toordinal()
    assert is_in_season(season, first)
    assert is_in_season(season, first + 20_000)
    assert not is_in_season(season, first - 1)


@pytest.mark.parametrize(
    ("words", "since"),
    [
        ("angoisses depuis le confinement", 2020),
        ("vaccin covid fait en pharmacie", 2020),
        ("Pfizer 3 doses", 2021),
        ("deux doses de Moderna", 2020),
        ("Eliquis 5 mg matin et soir", 2012),
        ("passage au sacubitril", 2015),
        ("capteur FreeStyle Libre", 2014),
        ("Ozempic 0,5 mg par semaine", 2019),
        ("crises espacées sous Emgality", 2018),
        ("Prevenar 20 fait à la sortie", 2024),
        ("passage en boucle fermée hybride", 2020),
        ("trente élèves par classe, hybride", 2020),
        ("deux jours de télétravail", 2018),
        ("nirsévimab refusé", 2023),
        ("transféré en SMR lundi", 2022),
        ("Service de santé étudiante", 2023),
        ("inscrit à France Travail", 2024),
        ("appeler le 3114", 2021),
        ("sous vénétoclax", 2017),
        ("Prolia tous les six mois", 2011),
        ("stimulateur Medtronic Azure", 2017),
        ("accompagné d'une AESH", 2014),
        ("Service de prévention et de santé au travail", 2022),
        ("chute en trottinette électrique", 2017),
        ("groupe WhatsApp de la famille", 2012),
        ("critères de McDonald 2017 remplis", 2017),
        ("EUCAST 2022 v12.0", 2022),
        ("ANTIBIOGRAMME (CASFM 2018)", 2018),
        ("dossier MDPH en cours", 2005),
        ("admise en SPDT", 2011),
        ("signalement à l'ARS", 2010),
        ("score CHA2DS2-VASc à 4", 2010),
        ("qSOFA 1", 2016),
        ("stéatose (MASLD)", 2023),
        ("sous Trodelvy", 2020),
        ("TAVI discuté", 2004),
        ("photo prise avec son smartphone", 2007),
        ("toux de la première dose AstraZeneca", 2021),
        ("capteur Libre 2", 2020),
        ("inscrite à France Travail", 2024),
        ("sous Wegovy", 2022),
        ("Guillain-Barré après Zika", 2013),
        ("agent de la DREETS", 2021),
    ],
)
def test_what_is_new_is_said_of_no_note_before_it_was(words: str, since: int) -> None:
    ((value, season),) = told("Vue le <DATE>12/01/2025</DATE>. " + words)
    assert is_epoch(season)
    assert date.fromordinal(value.middle) == date(2025, 1, 12)
    assert EPOCHS[season - len(SEASONS)].year == since


@pytest.mark.parametrize(
    "words",
    [
        "confinement à la chambre",
        "laboratoires Pfizer et Lilly",
        "interne de 3e semestre",
        "colonies sur gélose",
        "prothèse hybride",
        "T3 libre 3,1 et T4 libre 2",
        "PSA libre 2 ng",
        "séjour à Deauville",
        "revue dans une quatorzaine de jours",
        "arrivé en France travail de nuit",
    ],
)
def test_words_that_are_as_old_as_any_note_say_nothing(words: str) -> None:
    assert told(NOTE + words) == set()


def days_said(marked: str) -> list[date]:
    return [date.fromordinal(value.middle) for value, _ in told(marked)]


@pytest.mark.parametrize("apart", [1, 10, 39, 40, 41, 60, 61, 99, 100, 101, 400])
def test_words_are_found_however_far_apart_they_stand(apart: int) -> None:
    between = f"{'a ' * (apart // 2)}{'b' * (apart % 2)} "
    words = ["Projet d'accueil individualisé", "pont de l'Ascension", "vaccination contre la grippe faite", "bac blanc"]
    every = {each.season for word in words for each in told(f"{NOTE}{word}.")}
    assert len(every) == len(words)
    assert {each.season for each in told(f"{NOTE}{between}{f'. {between}'.join(words)}.{between}")} == every
    # A letter of the Turks is two where it is made small.
    assert {each.season for each in told(f"{NOTE}İzmir {f'. {between}'.join(words)}.")} == every


def test_words_are_said_of_the_nearest_date_of_their_sentence_else_of_the_note() -> None:
    other = "Hospitalisé du <DATE>3 mars 2022</DATE> au <DATE>9 mars 2022</DATE>"
    assert days_said(f"{NOTE}{other} pour grippe.") == [date(2022, 3, 9)]
    assert days_said(f"{NOTE}{other}. Grippe.") == [date(2024, 1, 12)]
    assert days_said(f"{NOTE}{other}\ngrippe") == [date(2024, 1, 12)]
    assert days_said(f"{NOTE}Né le <BIRTHDATE>1/7/1950</BIRTHDATE>, grippe.") == [date(2024, 1, 12)]
    assert days_said(f"{NOTE}Pontages en <DATE>2009</DATE> à cette date, décompensée par une grippe.") == [
        date(2024, 1, 12)
    ]
    assert days_said("Grippe.") == []


def test_where_words_are_said_of_a_date_hangs_on_its_place_alone() -> None:
    # Neighbours: the same words, other dates of the same order.
    one = told("Vue le <DATE>12/01/2024</DATE>, sortie le <DATE>15/01/2024</DATE>.\nGrippe depuis Noël.")
    other = told("Vue le <DATE>12/08/2021</DATE>, sortie le <DATE>11/09/2021</DATE>.\nGrippe depuis Noël.")
    assert {each.season for each in one} == {each.season for each in other}
    assert {each.value.middle for each in one} == {date(2024, 1, 15).toordinal()}
    assert {each.value.middle for each in other} == {date(2021, 9, 11).toordinal()}


def test_a_season_ends_on_its_last_day_in_whichever_year() -> None:
    for number, season in enumerate(SEASONS):
        for year in (2023, 2024) if isinstance(season, Season) else ():
            first, last = (date(year, *each).toordinal() for each in (season.first, season.last))
            assert is_in_season(number, first)
            assert is_in_season(number, last)
            assert not is_in_season(number, first - 1)
            assert not is_in_season(number, last + 1)


@pytest.mark.parametrize("number", [n for n, season in enumerate(SEASONS) if isinstance(season, MovableSeason)])
def test_a_movable_season_lies_around_the_feast_of_each_year(number: int) -> None:
    season = SEASONS[number]
    assert isinstance(season, MovableSeason)
    for year in (2019, 2023, 2024):
        feast = season.days_in(year)[0]
        assert is_in_season(number, feast + season.first)
        assert is_in_season(number, feast + season.last)
        assert not is_in_season(number, feast + season.first - 1)
        assert not is_in_season(number, feast + season.last + 1)


@pytest.mark.parametrize(
    ("words", "during", "not_during"),
    [
        ("jeûne depuis le début du ramadan", date(2024, 3, 20), date(2021, 3, 20)),
        ("Ramadan : hydratation nocturne expliquée", date(2016, 6, 20), date(2024, 6, 20)),
        ("jeune du ramadan prévu", date(2025, 2, 10), date(2025, 4, 10)),
        ("vomissements depuis Pâques", date(2023, 4, 10), date(2024, 3, 29)),
        ("elle sera levée avant Pâques", date(2019, 4, 18), date(2024, 4, 18)),
        ("lundi de Pentecôte", date(2021, 5, 24), date(2021, 8, 24)),
        ("a mangé des crêpes pour Mardi gras", date(2024, 2, 13), date(2024, 4, 13)),
        ("régime : c'est le carême", date(2025, 3, 20), date(2025, 5, 20)),
        ("messe de minuit à la télévision", date(2022, 12, 24), date(2022, 6, 24)),
        ("trois hypoglycémies depuis la rentrée de la Toussaint", date(2024, 11, 21), date(2023, 11, 2)),
        ("asthénie depuis la rentrée de Noël", date(2024, 1, 12), date(2024, 1, 4)),
        ("enrhumée depuis le marché de Noël", date(2024, 12, 16), date(2023, 11, 27)),
        ("malaise en cours de SVT", date(2024, 11, 19), date(2023, 10, 31)),
        ("chute dans la cour de récréation", date(2024, 6, 3), date(2024, 7, 15)),
        ("dispense d'EPS", date(2024, 1, 12), date(2015, 12, 24)),
        ("vomissements pendant une sortie scolaire", date(2024, 6, 3), date(2025, 8, 25)),
        ("coupure sur une tondeuse", date(2024, 6, 3), date(2024, 1, 3)),
        ("fatigue depuis l'Aïd", date(2024, 4, 20), date(2024, 9, 20)),
        ("brûlure à la fête du mouton", date(2023, 6, 28), date(2023, 4, 1)),
        ("vue pendant la semaine sainte", date(2024, 3, 26), date(2024, 5, 26)),
        ("malaise à la cantine", date(2024, 6, 3), date(2024, 7, 15)),
        ("le PAI a été signé", date(2024, 9, 9), date(2023, 8, 21)),
    ],
)
def test_feasts_that_move_are_those_of_their_year(words: str, during: date, not_during: date) -> None:
    ((_, season),) = told(NOTE + words)
    assert is_in_season(season, during.toordinal())
    assert not is_in_season(season, not_during.toordinal())


@pytest.mark.parametrize(
    "words", ["adressée par le CHU Caremeau", "arrivé par le 15", "indice SMR du médicament", "boucles d'oreilles"]
)
def test_words_like_those_of_feasts_say_nothing(words: str) -> None:
    assert told(NOTE + words) == set()


@pytest.mark.parametrize(
    ("words", "of"),
    [
        ("covid <DATE>03-2020</DATE> puis toux", date(2020, 3, 15)),
        ("Covid le <DATE>26/11/2022</DATE>, six jours à l'hôpital", date(2022, 11, 26)),
        ("COVID (<DATE>2020</DATE>)", date(2020, 7, 2)),
        ("Covid. Revu le <DATE>3 mars 2015</DATE>", date(2024, 1, 12)),
        ("Opéré en <DATE>2009</DATE> de la hanche droite, covid depuis", date(2024, 1, 12)),
        ("père mort en <DATE>2021</DATE> (covid)", date(2021, 7, 2)),
        ("veuf depuis <DATE>2021</DATE> (du Covid-19)", date(2021, 7, 2)),
        ("sœur emportée en <DATE>2020</DATE> par le covid", date(2020, 7, 2)),
        ("<DATE>2022</DATE> : covid, sans gravité", date(2022, 7, 2)),
    ],
)
def test_an_epoch_is_said_of_the_date_right_beside_it(words: str, of: date) -> None:
    assert days_said(NOTE + words) == [of]


@pytest.mark.parametrize("words", ["HTA <DATE>2012</DATE>, covid", "AVC (<DATE>2012</DATE>) - covid"])
def test_an_epoch_is_not_said_of_a_year_of_what_stands_before(words: str) -> None:
    assert date(2012, 7, 1) not in days_said(NOTE + words)


def all_said(text: str) -> list[Said]:
    return said_in(text, NEEDED.among(beginnings(text)))


PATTERNS = [way for way in WAYS if way.needs]


@pytest.mark.parametrize("way", PATTERNS, ids=lambda way: way.words[:40])
def test_each_pattern_of_a_season_is_looked_for(way: Way) -> None:
    texts = [" " * 99 + match.string + " " * 99 for match in matching_texts(way.words.replace("(?-i:", "(?:"))]
    alone = re.compile(rf"\b(?:{way.words})(?!\w)", re.IGNORECASE)
    said = [(text, match) for text in texts for match in alone.finditer(text)]
    assert said
    for text, match in said:
        # Another way may begin before it.
        assert any(each.start <= match.start() and each.end > match.start() for each in all_said(text)), match[0]


@pytest.mark.parametrize("way", PATTERNS, ids=lambda way: way.words[:40])
@settings(max_examples=30)
@given(data=st.data())
def test_words_of_a_season_hold_one_that_texts_are_searched_for(way: Way, data: st.DataObject) -> None:
    said = data.draw(st.from_regex(way.words.replace("(?-i:", "(?:"), fullmatch=True))
    held = NEEDED.among(beginnings(said))
    places = [(said.find(need), said.find(need) + len(need)) for need in way.needs if need in held and need in said]
    # What follows words is asked for by 20 characters at most.
    assert any(start <= _BEFORE_NEEDED and len(said) - end <= _BEHIND_NEEDED - 20 for start, end in places)


def test_each_word_of_the_tables_is_found_as_it_stands() -> None:
    for way in WAYS:
        if not way.needs:
            found = all_said(f"Note : {way.words}, vu.")
            assert [(each.start, each.end) for each in found][:1] == [(7, 7 + len(way.words))], way.words


def test_no_word_of_the_tables_stands_in_two_rows() -> None:
    rows: dict[str, set[int]] = {}
    for way in WAYS:
        rows.setdefault(way.words, set()).add(way.number)
    assert not [words for words, numbers in rows.items() if len(numbers) > 1]


def test_words_with_a_capital_are_those_of_that_writing_alone() -> None:
    assert told(NOTE + "Signalement à l'ARS.") != set()
    assert told(NOTE + "Réside à ars, PrEp refusée.") == set()


@pytest.mark.parametrize(
    "words", ["COMME CHAQUE NOEL", "née le jour de Pâques", "hospitalisée il y a trois ans à Noël"]
)
def test_what_was_in_another_year_or_is_in_all_says_nothing(words: str) -> None:
    assert told(f"{NOTE}Bien, {words}.") == set()
    assert told(f"{NOTE}Bien, fatiguée {words.split()[-1]}.") != set()


@pytest.mark.parametrize(
    "words", ["chutes à Noël il y a trois ans", "grippe tous les ans", "bronchiolite chaque année"]
)
def test_what_words_behind_put_in_another_year_says_nothing(words: str) -> None:
    assert told(f"{NOTE}Bien, {words}.") == set()


def test_choices_are_spelt_out_and_years_told_of_editions() -> None:
    words = {way.words: way for way in WAYS}
    assert {"avant les fetes", "d'ici les fetes"} <= words.keys()
    assert not [each for each in words.values() if not each.needs and set("{}|") & set(each.words)]
    assert EPOCHS[words["eucast 2022"].number - len(SEASONS)] == date(2022, 1, 1)
