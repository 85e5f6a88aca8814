"""Words that say a season, a feast or an epoch in a note: when they are written, and of which date they are said."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache, partial
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple

from palimpseste.rendering.screen import shown_without_values
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.school_holidays import autumn_return_in, is_school_holiday, winter_return_in
from palimpseste.writings.dates.told.epochs import EPOCH_LITERALS, EPOCH_NAMES, EPOCHS
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.dates.words import easter_in, feast_behind, first_of_ramadan_in
from palimpseste.writings.needed import Needed
from palimpseste.writings.passages import Passages

__all__ = [
    "SEASONS",
    "MovableSeason",
    "SchoolTime",
    "Season",
    "SeasonTold",
    "is_epoch",
    "is_in_season",
    "seasons_told",
]


class Season(NamedTuple):
    """Words, and when notes that say them are dated.

    Parameters
    ----------
    words : str
        A pattern.
    first, last : tuple of int
        The first and last day of the year, as (month, day).
    has_vaccine : bool
        Whether there is a vaccine, so that near words of one nothing is said of the season.
    """

    words: str
    first: tuple[int, int]
    last: tuple[int, int]
    has_vaccine: bool = False


@shown_without_values
class MovableSeason(NamedTuple):
    """Words said around a day that another calendar sets: Easter, or the first of Ramadan.

    Parameters
    ----------
    words : str
        A pattern.
    day_in : callable
        Returns the days of a year that the season lies around.
    first, last : int
        Its first and last day, counted from that one.
    """

    words: str
    day_in: Callable[[int], tuple[int, ...]]
    first: int
    last: int


@shown_without_values
class SchoolTime(NamedTuple):
    """Words of what is done at school, and so in none of the holidays that all schools of France have at once.

    Parameters
    ----------
    words : str
        A pattern.
    """

    words: str


@shown_without_values
class SeasonTold(NamedTuple):
    """A date of which words say a season or epoch.

    The season is told by its number in :data:`SEASONS`, the epoch, counted on, in
    :data:`~palimpseste.writings.dates.told.epochs.EPOCHS`.
    """

    value: DateValue
    season: int


# What is said at any time of the year (« au printemps », « l'hiver, il vit en ville », « moniteur de ski ») is left
# out. Of two that begin at one place the first counts.
SEASONS: tuple[Season | MovableSeason | SchoolTime, ...] = (
    Season(r"depuis (?:la |les (?:fêtes|vacances) de )?no[eë]l", (12, 26), (3, 10)),
    MovableSeason(
        r"(?:depuis|après) la rentrée (?:de (?:la )?|des vacances de (?:la )?)toussaint", autumn_return_in, 0, 45
    ),
    MovableSeason(r"(?:depuis|après) la rentrée (?:de |des vacances de )no[eë]l", winter_return_in, 0, 45),
    Season(r"(?:depuis|après) (?:(?:le|un|les|des) )?marchés? de no[eë]l", (12, 4), (1, 25)),
    Season(r"marchés? de no[eë]l", (11, 22), (1, 8)),
    Season(r"depuis (?:les vacances de )?la toussaint", (11, 1), (2, 15)),
    MovableSeason(r"depuis p[âa]ques", easter_in, 0, 50),
    Season(r"depuis la rentrée(?! (?:de|du)\b)", (9, 1), (3, 15)),
    Season(r"depuis l['’ ]été(?! dernier)", (7, 1), (2, 15)),
    Season(r"depuis le printemps(?! dernier)", (4, 1), (11, 15)),
    Season(r"depuis l['’ ]automne(?! dernier)", (10, 1), (4, 15)),
    Season(r"depuis (?:le début de l['’ ]|cet )été(?! dernier)", (7, 1), (1, 31)),
    Season(r"depuis la fin de l['’ ]été(?! dernier)", (8, 25), (2, 28)),
    Season(r"depuis le début de l['’ ]automne(?! dernier)", (9, 28), (3, 15)),
    Season(r"depuis la fin de l['’ ]automne(?! dernier)", (11, 15), (5, 15)),
    Season(r"depuis (?:le début de l['’ ]|cet )hiver(?! dernier)", (12, 5), (5, 15)),
    Season(r"depuis la fin de l['’ ]hiver(?! dernier)", (2, 20), (8, 31)),
    Season(r"depuis (?:le début du|ce) printemps(?! dernier)", (3, 25), (9, 30)),
    Season(r"depuis la fin du printemps(?! dernier)", (5, 15), (11, 30)),
    # « son premier suivi qui dépasse l'été », « a bien passé l'été » : it is over, or nearly.
    Season(r"dépass(?:ée?|e|ant) l['’ ]été|(?:ai|as?|ont|avons) (?:bien |mal )?passé l['’ ]été", (8, 20), (2, 15)),
    Season(r"(?:avant|d['’]ici) l['’ ]été", (1, 15), (6, 30)),
    Season(r"jusqu['’]à l['’ ]été", (9, 15), (6, 30)),
    Season(r"après l['’ ]été", (4, 1), (9, 15)),
    Season(r"avant l['’ ]hiver", (6, 1), (12, 15)),
    Season(r"cet été|(?:vacances|colonie|camp) d['’]été|grandes vacances", (5, 1), (11, 15)),
    Season(r"feux? d['’]artifice", (7, 1), (8, 31)),
    Season(r"en colonie(?: de vacances)?", (7, 1), (9, 15)),
    Season(r"semestre (?:d['’ ]?)?hiver", (11, 1), (5, 2)),
    Season(r"semestre (?:d['’ ])?été", (5, 1), (11, 3)),
    Season(r"cet hiver|vacances (?:d['’]hiver|de février)|classe de neige", (11, 15), (4, 20)),
    Season(r"ce printemps|vacances de printemps", (3, 1), (7, 15)),
    Season(r"cet automne", (9, 1), (1, 31)),
    Season(r"(?:avant|d['’]ici|jusqu['’]à) no[eë]l", (10, 15), (12, 24)),
    # « Eliquis arrêté tout seul à la Noël » is past, « prévu à Noël » to come.
    Season(
        r"(?:arrêt|sevr|tomb|hospitalis|opér|décéd|cess|stopp|début|oubli)ée?s?(?: \w{1,9}){0,2} à (?:la )?no[eë]l",
        (12, 25),
        (3, 10),
    ),
    # What was on the day itself is told within days of it.
    Season(
        r"(?:le |du |au )?(?:soir|jour|nuit|matin|repas|lendemain) de no[eë]l(?! (?-i:[A-ZÉ][a-zé]))", (12, 20), (1, 16)
    ),
    # The rules that plan dates find no names: « Mme Noël », « Jean-Noël », « Noël Vaysse ».
    Season(
        r"(?<!\bmme )(?<!\bm\. )(?<!\bmr )(?<!\bdr )(?<!\bjean[- ])no[eë]l(?! (?-i:[A-ZÉ][a-zé]))", (11, 22), (1, 25)
    ),
    # « une bonne année de rééducation » is no wish.
    Season(
        r"(?:(?<!\bune )|souhait\w{1,5} (?:\w{1,7} ){0,2})(?:bonne|belle|heureuse|excellente) (?:et heureuse )?ann[ée]e"
        r"(?! (?:scolaire|universitaire|sportive|de|pour)\b| d['’])",
        (12, 15),
        (2, 5),
    ),
    Season(
        r"(?:meilleurs|tous (?:mes|nos)) v(?:œ|oe)ux(?! de (?:bon(?!ne)|prompt|rétabl|réuss|guéri))", (12, 10), (2, 5)
    ),
    Season(
        r"bonnes f[êe]tes(?: de fin d['’]ann[ée]e)?(?! (?:de|du)\b)|joyeu(?:x|ses) (?:no[eë]l|f[êe]tes)",
        (12, 8),
        (1, 10),
    ),
    Season(r"depuis les f[êe]tes(?: de fin d['’]ann[ée]e)?(?! (?:des?|du|juives|religieuses)\b)", (12, 26), (3, 10)),
    Season(r"f[êe]tes de fin d['’]ann[ée]e", (11, 10), (2, 20)),
    Season(r"réveillon|saint-sylvestre|jour de l['’]an|nouvel an|[ée]piphanie|galette des rois", (12, 15), (2, 10)),
    Season(r"chandeleur", (1, 5), (3, 5)),
    Season(r"messe de minuit", (12, 20), (1, 10)),
    MovableSeason(r"(?:avant|d['’]ici|jusqu['’]à) p[âa]ques", easter_in, -80, -1),
    MovableSeason(r"(?:jour|dimanche|lundi|repas) de p[âa]ques", easter_in, -14, 16),
    MovableSeason(r"(?:jour|soir|nuit|lendemain) de p[âa]ques", easter_in, 0, 14),
    MovableSeason(r"p[âa]ques", easter_in, -24, 14),
    MovableSeason(r"pentec[ôo]te", easter_in, 20, 70),
    MovableSeason(r"(?:pont|jeudi|week-end) de l['’]ascension", easter_in, 10, 60),
    MovableSeason(r"mardi[- ]gras", easter_in, -65, -40),
    MovableSeason(r"(?:le|du|en|pendant|durant|fait) car[êe]me|car[êe]me ?!", easter_in, -52, 0),
    MovableSeason(r"(?:avant|d['’]ici) le ramadan|ramadan prévu", first_of_ramadan_in, -50, 2),
    MovableSeason(r"après le ramadan|ramadan (?:bien )?passé", first_of_ramadan_in, -20, 70),
    MovableSeason(r"ramadan", first_of_ramadan_in, -21, 29),
    Season(r"(?:avant|d['’]ici|pour|jusqu['’]à) la toussaint", (9, 10), (10, 31)),
    Season(r"après la toussaint", (9, 28), (11, 10)),
    Season(r"la toussaint", (10, 5), (11, 28)),
    Season(r"(?:à|avant|dès|pour|d['’]ici) la rentrée(?! (?:de|du)\b)", (4, 15), (9, 25)),
    Season(r"rentrée (?:scolaire|des classes)|après la rentrée(?! (?:de|du)\b)", (5, 1), (10, 15)),
    Season(r"vacc(?:ins?|ination|\.)? (?:contre la )?grippe faite?", (9, 20), (3, 1)),
    Season(r"grippe|vrs|bronchiolite(?! (?:follicul|oblit|à \d))", (10, 25), (4, 10), True),
    Season(r"canicules?|vague de chaleur|coups? de (?:chaleur|soleil)|insolation", (5, 15), (9, 30)),
    Season(r"verglas|verglacée?s?|neige|neigeait|grand froid|chaudière|radiateurs?", (10, 15), (4, 20)),
    Season(
        r"luge|snowboard|télésiège|(?:chute|accident|séjour|vacances|semaine|stage) (?:(?:à|de|du|en|au) )?skis?(?!-)",
        (11, 15),
        (4, 30),
    ),
    Season(r"bûches?(?! de no)|déneige\w{0,4}|engelures?|poêle à bois|feu de cheminée", (10, 1), (4, 20)),
    Season(r"(?:piqûres?|piqué\w{0,2}) (?:d['’]|de |par (?:une?|des) )(?:abeilles?|guêpes?|frelons?)", (4, 1), (11, 5)),
    Season(r"morsure de vipère|mordue? par une vipère", (3, 1), (11, 15)),
    Season(
        r"(?:ramass|cueill)\w{1,5} (?:de |d['’]|des |les )(?:champignons|cèpes|girolles|châtaignes|noix)",
        (8, 1),
        (12, 5),
    ),
    Season(r"(?:accident|action|partie) de chasse|ouverture de la chasse", (8, 15), (3, 5)),
    Season(r"halloween", (10, 15), (11, 25)),
    Season(r"rhume des foins", (3, 1), (9, 15)),
    Season(r"fête de la musique", (6, 10), (7, 31)),
    Season(r"(?:l['’]|cet )hiver dernier", (2, 1), (11, 30)),
    Season(r"l['’]été dernier", (9, 1), (6, 20)),
    Season(r"(?:au|le|du) printemps dernier", (6, 1), (3, 1)),
    Season(r"l['’]automne dernier", (12, 1), (9, 15)),
    Season(
        r"dispens(?:e|é|ée)s? (?:de sport )?(?:pour|au|du) (?:le |l['’])?(?:lycée|collège|école)"
        r"|retour (?:à l['’]école|au collège|au lycée)|éviction scolaire|directrice (?:de l['’])?école"
        r"|stage d['’]observation de troisième",
        (9, 1),
        (7, 5),
    ),
    Season(r"baignades?|camping(?!-)", (5, 15), (9, 30)),
    Season(r"saison pollinique|pic (?:pollinique|de pollens?)", (2, 1), (8, 15)),
    Season(r"vendanges?|vendangeurs?", (8, 1), (11, 15)),
    Season(r"moissons?", (6, 1), (9, 15)),
    Season(r"tondeuses?(?! à cheveux)|taille-haies?|débroussailleuses?", (3, 1), (11, 15)),
    SchoolTime(
        r"équipe (?:éducative|du collège|du lycée|de l['’]école)|conseil de classe|(?:l['’]|réunion d['’])ess"
        r"|projet d['’]accueil individualisé|dispens(?:e|é|ée) d['’](?:eps|éducation physique)"
        r"|pai(?: \w{1,9}){0,2} (?:signé|établi|rédigé|renouvelé|mis en place)"
        r"|(?:voit|vue?s?|examinée?s?) (?:l['’]enfant )?à l['’]école|oubliée?s? à l['’]école"
        r"|à l['’]école ce (?:matin|jour)|appel de l['’]école"
        r"|(?:en|pendant le|au) cours (?:de |d['’])(?:svt|maths?|eps|sport|anglais|espagnol|techno\w{0,9}|gym)"
        r"|(?:cour de|en|à la) récré(?:ation)?|cour (?:du collège|du lycée|de l['’]école)"
        r"|cantine (?:scolaire|de l['’]école|du collège|du lycée)|(?:sortie|voyage) scolaire|photo de classe"
    ),
    Season(r"bac blanc|brevet blanc|épreuves du bac|parcoursup", (1, 1), (7, 10)),
)

_WITH_VACCINE = frozenset(
    number for number, season in enumerate(SEASONS) if isinstance(season, Season) and season.has_vaccine
)
# « Vaccins : pneumo 10/2014, grippe nov. 2015 » is said of the date behind.
_OF_FLU_VACCINE = next(number for number, season in enumerate(SEASONS) if season.words.startswith("vacc"))

# What is no name and nothing else, by its number; names are looked for one by one.
_OTHER_WORDS = {
    number: words
    for number, words in enumerate((*(season.words for season in SEASONS), *(epoch.words for epoch in EPOCHS)))
    if number - len(SEASONS) not in EPOCH_NAMES.values()
}
_SAID = re.compile(
    rf"\b(?:{'|'.join(f'(?P<s{number}>{words})' for number, words in _OTHER_WORDS.items())})(?!\w)",
    re.IGNORECASE,
)
# In small letters: all of these words hold one, and are looked for around them alone.
_LITERALS = (
    "noel", "noël", "toussaint", "pâques", "paques", "rentrée", "'été", "’été", "l été", "cet été", "printemps",
    "automne", "hiver", "vacances", "neige", "neigeait", "réveillon", "sylvestre", "de l'an", "de l’an", "nouvel an",
    "épiphanie", "epiphanie", "galette des rois", "chandeleur", "pentec", "ascension", "grippe", "vrs", "bronchiolite",
    "canicule", "chaleur", "de soleil", "insolation", "vergla", "grand froid", "chaudière", "radiateur", "luge",
    "snowboard", "télésiège", " ski", " skis", "baignade", "camping", "pollinique", "pollen", "vendang", "moisson",
    "pai", "svt", "math", "maths", "eps", "sport", "anglais", "espagnol", "techno", "gym", "récréation", "récré",
    "cour du", "cour de l", "cantine", "sortie scolaire", "voyage scolaire", "photo de classe", "tondeuse",
    "taille-haie", "taille-haies", "débroussailleuse", "équipe éducative", "équipe du", "équipe de l",
    "conseil de classe", "l'ess", "l’ess", "d'ess", "d’ess", "individualisé", "dispens", "bac blanc", "brevet blanc",
    "du bac", "parcoursup", "en colonie", "semestre", "ramadan", "carême", "careme", "mardi gras", "mardi-gras",
    "messe de minuit", "bûche", "bûches", "déneige", "engelure", "poêle à bois", "feu de cheminée", "abeille", "guêpe",
    "guêpes", "frelon", "vipère", "champignons", "cèpes", "girolles", "châtaignes", "noix", "de chasse",
    "bonne année", "bonne annee", "belle année", "belle annee", "heureuse année", "heureuse annee", "excellente année",
    "excellente annee", "vœux", "voeux", "fêtes", "fetes", "de la chasse", "halloween",
    "rhume des foins", "artifice", "fête de la musique", "dernier", "dispense", "retour à",
    "retour au", "éviction scolaire", "de l'école", "de l’école", "directrice", "troisième", "à l'école", "à l’école",
    *EPOCH_LITERALS,
)  # fmt: skip
_NEEDED = Needed(_LITERALS)
# No words begin so many characters before one of them, nor go on, what they ask to follow included, so far behind it.
_BEFORE_NEEDED, _BEHIND_NEEDED = 40, 60
# « Vaccins : grippe oct. 2023 », « Beyfortus (VRS) »
_VACCINE = re.compile(r"vacc|beyfortus|prevenar|pneumovax", re.IGNORECASE)
_NEAR = 60
_WITH_MONTH = frozenset({"day", "month"})
# « grippe (2019) »
_BESIDE = 12
# « Medtronic Azure XT, implanté le 03/09/2018 », « Prolia débuté en »
_BEGUN = re.compile(
    r"(?:implantée?|posée?|débutée?|instaurée?|introduite?|mise? en place|depuis)(?: le| en)? ?$", re.IGNORECASE
)
# « décédée en 2021 (covid) », « mort en 2021 du covid », « 2021 : covid »
_OF_DATE_BEFORE = re.compile(r"\s?(?:\((?:du |de la )?|(?:du|de la|d['’]une?|d['’]|par|avec) ?(?:le |la |une? )?|: ?)")
_SENTENCE_END = re.compile(r"[.;!?](?=\s)|\n")


def is_epoch(season: int) -> bool:
    """Tell whether a number of what words say is that of an epoch."""
    return season >= len(SEASONS)


def is_in_season(season: int, ordinal: int) -> bool:
    """Tell whether a note of a day may say the words of a season or an epoch."""
    day = date.fromordinal(ordinal)
    if is_epoch(season):
        return day >= EPOCHS[season - len(SEASONS)].first
    told = SEASONS[season]
    if isinstance(told, SchoolTime):
        return not is_school_holiday(day)
    if isinstance(told, MovableSeason):
        around = (each for year in (day.year - 1, day.year, day.year + 1) for each in told.day_in(year))
        return any(told.first <= ordinal - each <= told.last for each in around)
    _, first, last, _ = told
    is_behind, is_before = (day.month, day.day) >= first, (day.month, day.day) <= last
    return is_behind and is_before if first <= last else is_behind or is_before


def seasons_told(passages: Passages, calendar: Calendar) -> Iterator[SeasonTold]:
    """Yield the dates of a document of which words outside its spans say a season or an epoch.

    A season is said of the nearest day or month of the sentence, births left out, where that has any; else, and an
    epoch always, of the date of the document; else of its latest day. Right beside a year a season says nothing; right
    before a date an epoch is said of this date alone (« covid en 03/2020 »), and so is a vaccine against the flu. A
    feast behind a date, which does not stay in the text, says nothing (« 16 mai (lundi de Pentecôte) »). What is looked
    at of a date is its place between the words, what it is written in, and the order.

    What was begun or implanted on a date of its line was known then (« Eliquis débuté le 3/4 »), as was what a date was
    the date of (« décédée en 2021 (covid) »).

    Parameters
    ----------
    passages : Passages
        Of the document.
    calendar : Calendar
        Its dates.
    """
    needed = _NEEDED.among(passages.beginnings)
    if not needed:
        return
    said, places = passages.squeezed
    found = _said_in(said, needed)
    if not found:
        return
    left_out = [feast.span() for place in places if (feast := feast_behind(said, place + 1)) is not None]
    found = [(season, match) for season, match in found if not _is_within(match.start(), left_out)]
    if not found:
        return
    sentences = [0, *(end.end() for end in _SENTENCE_END.finditer(said)), len(said)]
    dates = {places[index]: dated.value for index, dated in calendar.dated.items() if _is_date(passages, index)}
    months = sorted(place for place, value in dates.items() if value.unit in _WITH_MONTH)
    years = sorted(dates.keys() - months)
    day = _day_of(passages, calendar)
    every = sorted(dates)
    for season, match in found:
        is_of_vaccine = _is_of_vaccine(said, season, match)
        behind = _right_behind(match, every, said) if is_epoch(season) or is_of_vaccine else None
        if is_of_vaccine:
            if behind is not None and dates[behind].unit in _WITH_MONTH and match.group().lower() == "grippe":
                yield SeasonTold(dates[behind], _OF_FLU_VACCINE)
            continue
        if behind is not None:
            yield SeasonTold(dates[behind], season)
        begun = _begun_behind(match, every, said) if is_epoch(season) and behind is None else None
        if begun is not None:
            yield SeasonTold(dates[begun], season)
        before = _right_before(match, every, said) if is_epoch(season) and behind is None else None
        if before is not None:
            yield SeasonTold(dates[before], season)
        if behind is not None or any(_gap(match, place) <= _BESIDE for place in _around(match, years)):
            continue
        sentence = bisect_right(sentences, match.start())
        within = [place for place in _around(match, months) if sentences[sentence - 1] <= place < sentences[sentence]]
        value = dates[min(within, key=partial(_gap, match))] if within and not is_epoch(season) else day
        if value is not None:
            yield SeasonTold(value, season)


def _is_within(place: int, stretches: Sequence[tuple[int, int]]) -> bool:
    """Tell whether a place lies in one of some stretches, which are in order."""
    index = bisect_right(stretches, place, key=itemgetter(0)) - 1
    return index >= 0 and place < stretches[index][1]


def _said_in(text: str, needed: Iterable[str]) -> list[tuple[int, re.Match[str]]]:
    """Return the words of a text that say a season or an epoch, each with its number, if they hold some of needed ones.

    Of two that overlap the first.
    """
    literals = list(needed)
    names = [literal for literal in literals if literal in EPOCH_NAMES]
    others = [literal for literal in literals if literal not in EPOCH_NAMES]
    found = [
        (_number(match), match)
        for first, last in _stretches_of(text, others)
        for match in _SAID.finditer(text, first, last)
    ]
    found += [(len(SEASONS) + EPOCH_NAMES[name], match) for name in names for match in _whole(name).finditer(text)]
    if names:
        found.sort(key=lambda each: (each[1].start(), each[0]))
        ends = list(accumulate((match.end() for _, match in found), max, initial=0))
        found = [each for each, end in zip(found, ends, strict=False) if each[1].start() >= end]
    return found


@lru_cache(maxsize=1024)
def _whole(name: str) -> re.Pattern[str]:
    """Return the pattern of a name that stands as whole words."""
    return re.compile(rf"\b{re.escape(name)}(?!\w)", re.IGNORECASE)


def _stretches_of(text: str, literals: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Yield the stretches of a text around some of what words of seasons and epochs hold, in order and apart."""
    lowered = text.lower()
    if len(lowered) != len(text):  # « İ »: places are not those of the text
        yield 0, len(text)
        return
    needed = sorted(
        (found.start(), found.end())
        for literal in literals
        if literal in lowered
        for found in re.finditer(re.escape(literal), lowered)
    )
    first = last = 0
    for start, end in needed:
        if start - _BEFORE_NEEDED > last:
            if last:
                yield first, last
            first = start - _BEFORE_NEEDED
        last = max(last, end + _BEHIND_NEEDED)
    if last:
        yield first, min(last, len(text))


def _number(match: re.Match[str]) -> int:
    """Return the number of the season or epoch that words say."""
    return int((match.lastgroup or "s0")[1:])


def _is_of_vaccine(said: str, season: int, match: re.Match[str]) -> bool:
    """Tell whether words may be of a vaccine, and one is named near them on their line."""
    if season not in _WITH_VACCINE:
        return False
    since, until = max(0, match.start() - _NEAR), match.end() + _NEAR
    since = said.rfind("\n", since, match.start()) + 1 or since
    end = said.find("\n", match.end(), until)
    return _VACCINE.search(said, since, end if end >= 0 else until) is not None


def _around(match: re.Match[str], places: Sequence[int]) -> Sequence[int]:
    """Return the last place before words and the first behind them, of those in order."""
    behind = bisect_left(places, match.start())
    return places[max(0, behind - 1) : behind + 1]


def _right_behind(match: re.Match[str], places: Sequence[int], said: str) -> int | None:
    """Return the place of the date that stands right behind words on their line, if one does."""
    behind = bisect_left(places, match.end())
    if behind == len(places) or places[behind] - match.end() > _BESIDE:
        return None
    return None if _SENTENCE_END.search(said, match.end(), places[behind]) else places[behind]


def _right_before(match: re.Match[str], places: Sequence[int], said: str) -> int | None:
    """Return the place of the date that stands right before words, if these say what was then."""
    before = bisect_left(places, match.start()) - 1
    if before < 0 or match.start() - places[before] > _BESIDE:
        return None
    return places[before] if _OF_DATE_BEFORE.fullmatch(said, places[before] + 1, match.start()) else None


def _begun_behind(match: re.Match[str], places: Sequence[int], said: str) -> int | None:
    """Return the place of the next date of the line behind words, if something was begun or implanted then."""
    behind = bisect_left(places, match.end())
    if behind == len(places) or places[behind] - match.end() > _NEAR:
        return None
    is_begun = _BEGUN.search(said, match.end(), places[behind])
    return places[behind] if is_begun and "\n" not in said[match.end() : places[behind]] else None


def _gap(match: re.Match[str], place: int) -> int:
    """Return how many characters lie between words and a span."""
    return max(match.start() - place - 1, place - match.end())


def _day_of(passages: Passages, calendar: Calendar) -> DateValue | None:
    """Return the date of a document if it says a month, else its latest day where it has none; None where neither."""
    reference = calendar.reference_value
    if reference is not None:
        return reference if reference.unit in _WITH_MONTH else None
    days = (dated.value for index, dated in calendar.dated.items() if _is_date(passages, index))
    return max((value for value in days if value.unit == "day"), default=None)


def _is_date(passages: Passages, index: int) -> bool:
    """Tell whether a span is a date and no birth."""
    return passages.spans[index].label == "DATE"
