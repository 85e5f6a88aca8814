"""Spans that are refused whatever the model or a rule says of them: by their shape, between what stands around them.

A refusal looks at one span: its label, its own characters, those before and behind it. None is a list of words that
are never masked, since Mylan and Binet are also families: a word is refused where it stands, and masked elsewhere.
What the record, a site's own pattern, the structure of the source or a detector of another distribution found is
never refused.

===================== =================== ==================================================================
refusal               labels              what it refuses
===================== =================== ==================================================================
``form.value``        names, bodies       a value from the short list of its field: « Sexe : Masculin »
``form.trade``        names, bodies       an ordinary word alone behind its field: « Profession : Boulanger »
``drug.laboratory``   names, bodies       a maker of drugs between a drug and its dose: « PARACETAMOL MYLAN 1 g », and
                                          behind that drug elsewhere
``list.letter``       names, bodies       letter and first word of a list of words: « A. Selles » above « B. Urines »;
                                          the small letters of four choices: « a. Chapman »
``law.date``          DATE                the day of a law or a decree: « Loi du 18 août 2013 »
``law.number``        numbers             the number of a law or a decree: « Décret n° 2012-1120 »
``measure.decimal``   DATE                a decimal right behind what is measured or an equals sign: « INR 2.03 »
``range.decimal``     DATE, PHONE         figures that have no month: « 12.0-16 », « 27.0-33 »
``law.article``       DATE                an article of a code: « L. 552-4-1 »
``count.of``          DATE                a count and its whole: « semaine 5/5 »
``measure.pair``      DATE                lengths, amounts: « 8, 13 et 15 mm »
``stage.tnm``         names, bodies       the first letters of a stage: « TNM : PT »
``set.phrase``        names, bodies       « en lieu et place du toit », « savon de Marseille »
``seniority``         AGE                 years of service: « ancienneté 11 ans », « dix ans d'expérience »
``strength.grade``    DATE                the grade of a muscle: « MI 3/5 »
``eye.acuity``        DATE                visual acuity: « acuité visuelle OD 10/12 »
``number.emergency``  DATE                the emergency number: « appelez le 15 ou le 112 »
                                          and short numbers that are no day: « le 3114 »
``week.counted``      DATE                « lundi en huit », « mardi en quinze »
``disease.named``     names, bodies       « Gilles de la Tourette »
``list.option``       names               letters and words of lettered choices: « a. Furosémide », « b. Mannitol »
``drug.dosed``        names, bodies       in no list of names, given a dose and said of a drug twice: « Epivir 150 mg »,
                                          « traitement par Epivir »
``drug.registered``   names, bodies       « SABRIL® », « vigabatrin (SABRIL®) », « Maxepa ( R ) »
``virus.named``       names, towns        in no list of names of people: « le virus Sendaï »
``study.named``       names, towns        « la cohorte ELFE », « l'essai TICORA »
``count.thousands``   DATE, AGE           « 12 000 nouveaux cas »
``question.word``     names, bodies       « Quelle est la proposition », « Laquelle »
``care.generic``      HOSPITAL            nothing but what is done there: « institut de cancérologie »
``degrees``           DATE                « flexion à 75° au 3 et 90° au 5 »
``age.threshold``     AGE                 « une personne de plus de 18 ans »
``clock.hour``        AGE                 an hour of the day: « vers 22 heures »
``article.elided``    dates, AGE          an article before its noun: « depuis l'automne »
``duration.pair``     DATE                the first of two durations: « à 24 et 48 heures »
``eye.chart``         DATE                what an eye reads: « 10/10 Parinaud 2 », « œil gauche de 10/10 »
``law.dictated``      numbers, PHONE      an article or an amendment: « les amendements numéros douze et vingt »
``adjective``         HOSPITAL            « clinique » behind what it qualifies: « à l'examen clinique la patiente »
``score.ten``         DATE                a score of ten behind its name: « Apgar 8/10 puis 10/10 »
``trade.said``        names, places       an ordinary word behind an age or before « de métier »: « 26 ans, joaillière »
``origin.said``       names               « d'origine kosovare »
``feast.saint``       names, places       « le jour de la Saint-Blaise »
``feast.named``       names               « depuis la Toussaint », where Toussaint is a name of the note too
``particle.alone``    names               a small article and nothing else: « épouse de Fulbert », « dr de garde »
``cycles``            names, bodies       what was given so many times: « CHOEP x4 »
``score.whole``       names               a scale behind its name: « NSAA 26/34 », « SARA 18 → 7 »
``title.second``      FIRSTNAME           the second of two titles: « Mme et M. Verger »
``subject``           names               what a mail is: « Fwd: »
``page``              names, DATE, PHONE  « lecture p. 14 », « (p. 31) »
``home``              bodies              « mère au foyer »
``count.beds``        DATE                « lits 4, 9, 11 »
``count.both``        DATE                « re-prélevés les 2 à 11h », « tous les 2. »
``field.diagnosis``   names, bodies       in no list of names, alone behind « Dx : »
``type.letter``       names               « influenza A », « grippe B+ »
``column.expected``   names               heads of columns of lung function: « Théo   Pré   %Théo »
``class.eponym``      names, bodies       « amputation distale Allen III »
``count.dictated``    DATE                a count and its words: « 14 (quatorze) gélules »
``english``           names, bodies       an ordinary word of an English passage: « Background: We aimed to »
``drug.stem``         names               a small word that ends as drugs do: « traités par lamivudine »
``kind.said``         names, bodies       an ordinary word and its article behind « chez »: « chez le vieillard »
``title.first``       places, bodies      ordinary words that begin the note: « Les maladies du cœur »
``disease.of``        names, bodies       « syndrome de Christ-Siemens-Touraine »
``column.measured``   DATE, AGE           what is measured, by the head of its column: « TA » above « 13/8 »
``since``             AGE                 how long: « suivie depuis 17 ans », « après 4 mois et 11 jours »
``control``           AGE                 when somebody is seen again: « revoir à 1 mois (4 déc.) »
``pressure.said``     DATE                a blood pressure: « pour la tension, c'est 14/9 »
``count.cores``       DATE                biopsies of which some: « biopsies (8/12) »
``match.ten``         DATE                alleles: « donneuse possible 10/10 »
``fool``              DATE                « poisson d'avril »
``days.week``         names               days of dialysis: « M-J-S matin »
``mutation``          numbers             « porteur G542X », « C282Y/H63D »
``count.blood``       numbers             « gb 14000 »
``laser``             numbers             « FiLaC 13 W 980 nm »
``valve``             HOSPITAL            « valve aortique (Saint-Jude, 2016) »
``drug.short``        FIRSTNAME           « sous Nora »
``eponym.of``         names, bodies       « drain de Redon », « névrome de Morton », « manœuvre de Leopold »
``stain``             names, bodies       « Gram : PNN », « Ziehl négatif », « Drigalski, Chapman »
``column.named``      any                 a part of the name of a column: « DAT_NAIS », « ADR_CP_VIL »
``storm``             names               « depuis le cyclone Irma »
``day.ordinal``       DATE                the first of any month: « le 1er de chaque mois », « le 1er et le 3e jeudi »
``day.round``         DATE, AGE, PHONE    « astreinte 24/24 »
``postscript``        names, bodies       « P.-S. merci pour tout »
``abbreviation``      names, bodies       « Dr Durand, O.R.L. », « PhD »
``volume``            DATE, AGE           of a journal, and its issue: « 2012, 11(4) »
``count.room``        DATE, AGE           rooms, lots, weeks of the year: « ch. 22 », « sem. 23 »
``age.many``          AGE                 « âge médian 52 ans », « 47,2 ± 11 ans »
``breed``             names, bodies       « éleveur à Jussac, salers »
``link.open``         bodies, LOCATION    what it is and a link to no name: « pharmacie de | remplacement »
``weight.born``       AGE, BIRTHDATE      what nobody is old, and no year: « petite Defne 3420 »
``day.none``          DATE                figures that are no day, month or year: « suture 6/0 », « rotation 28/28 »
``count.all``         DATE                all of so many: « agrafes ôtées 12/12 »; « Séances réalisées : 13 (…) »
``place.generic``     LOCATION            what is there, in small letters: « à côté de la rivière. »
``authors``           names               « Dargent et al. »
``species``           names, bodies       a species and who described it: « Vulpes vulpes L. »
``term.letters``      names, towns        what the words before abbreviate: « lithotritie extracorporelle (LEC) »
``acronym``           names, towns        of medicine, and in no list of names: « Référentiel : TNCD »
``verb``              names, towns        an infinitive in small letters: « dit regretter »
``language``          names, towns        « parle wayana, un peu français »
``title.kin``         FIRSTNAME           the title behind a man, or a number: « Mari : M. Toque », « 4) M. Toque »
``weekday``           names               « katia samedi, mickaël dimanche »
``body.generic``      ORGANIZATION        any of its kind, in small letters: « secrétaire de mairie », « labo de ville »
``act.code``          numbers             an act of the CCAM: « (HMFC004) », « code CCAM NZQK005 »
``count.child``       AGE                 « avec 2 enfants »
``care.mode``         DATE                « mode de prise en charge principal 09 »
``cell.none``         names               no value in a row of values: « NR     16,2     9,8 »
``count.bracketed``   DATE                « Sources consultées (4) »
``edition``           DATE                the year of a classification: « TNM 8e éd. 2017 »
``eye.tomography``    DATE                no month: « OCT OG : DSR résorbé »
``morning``           names               « 07/01 M. Chaudière réparée »
``operation``         FIRSTNAME           « César 1985 AG »
``place.hour``        LOCATION            « à la gare 20h30 »
``quality``           names               an ordinary word of an ordinary thing: « une nuit blanche »
``state``             names               in small letters: « marié, il fume », « frère stenté à 54 ans »
``table.disease``     AGE, OTHER_ID       the table of an occupational disease: « MP 57A »
``test.beside``       names, bodies       « NFS iono BNP tropo »
``trade.letters``     names               « Assistant : IHA Dufau »
``product.global``    numbers, PHONE      the number of a product: « GTIN 00380652383134 », « (01)08714729123456 »
``pressure.row``      DATE                « 12/7, 88, 98% »
``score.thirty``      DATE                « MMSE 21/30 (24 en 2020) », « 24/30 au MMSE »
``stay``              AGE                 how long in a country: « Iran (8 mois), Turquie »
``vitamin``           names               « vit K »
``citation``          any                 whatever a citation of an article holds: « Zhang P, Brown J... 2008;17:3 »
===================== =================== ==================================================================
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from palimpseste.detection.citations import citations_in
from palimpseste.detection.columns import measured_in
from palimpseste.detection.english import is_english_word
from palimpseste.detection.enumerations import is_listed_name, lettered_lists_in, small_letters_in
from palimpseste.detection.lexicon import alphabet, in_dictionary, is_of_medicine, word_list
from palimpseste.detection.nomenclature import letters_in, species_in
from palimpseste.detection.tokens import OF_NAMES, OF_NAMES_OF_BODIES, Trait
from palimpseste.detection.view import TextView, fold_same_length
from palimpseste.document import Span
from palimpseste.labels import IDENTIFIERS, Label

__all__ = ["refusal_of", "without_refused"]

# So many characters before and behind a span are looked at.
_AROUND: Final = 60
_MOST_REMEMBERED: Final = 1 << 14
_NAMES: Final[tuple[Label, ...]] = ("FIRSTNAME", "LASTNAME", "HOSPITAL", "ORGANIZATION", "CITY", "LOCATION")
_OF_PEOPLE: Final = ("FIRSTNAME", "LASTNAME")
_SITE: Final = "rules.site."
_REFUSABLE: Final = ("model", "rules.", "propagation")
_TITLE: Final = re.compile(
    r"(?<![a-z])(?:m|mr|mm|mme|mlle|dr|drs|pr|prof|me|docteur|professeur|monsieur|madame|mademoiselle|maitre|famille"
    r"|enfant|patiente?|nom|prenom)[ ]?[.:]?[ ]{0,2}$"
)
_DOSE: Final = r"[ ][0-9]{1,5}(?:[ ]?[.,][ ]?[0-9]{1,3})?[ ]?(?:mg|µg|μg|mcg|ui|mmol|(?:micro|milli)grammes)(?![a-z])"
# « Epivir 150 mg », « Epivir 2 , 5 mg »
_DOSED: Final = re.compile(rf"(?<![a-z])(?P<drug>[a-z]{{4,30}}){_DOSE}")
# « traitement par Epivir », « Comment Epivir est-il utilisé ? »
_GIVEN: Final = re.compile(
    r"(?<![a-z])(?:traitement (?:par|avec) (?P<by>[a-z]{4,30})(?![a-z'-])"
    r"|(?P<used>[a-z]{4,30}) est(?:[ ]?-[ ]?il utilise| (?:contre-)?indiquee? (?:dans|pour|chez|en)))(?![a-z])"
)
_FEWEST_SAID: Final = 2
_DRUG_BEFORE: Final = re.compile(r"(?<![a-z])[a-z]{4,30}[ ]\Z")
_PARTICLES: Final = frozenset(("de", "du", "des", "la", "le", "les", "et", "au", "aux", "en", "un", "une"))
_WORDS: Final = re.compile("[a-z]{2,}")
_STUDY: Final = re.compile(
    r"(?<![^\W_])(?:[Cc]ohorte|essai|[Ee]nquête|[Rr]egistre)[ ](?:de[ ]phase[ ][1-4I]{1,3}[ ])?\Z"
)
_SHORTEST_ACRONYM: Final = 4
_SENTENCE: Final = re.compile("[A-ZÀ-Ý][^A-ZÀ-Ý]{2,}")
_AND_OTHERS: Final = re.compile(r"(?<![a-z])et[ ]al[ ]?\.?\Z")
_KIND: Final = re.compile(r"(?<![a-z])chez[ ](?P<kind>(?:l[ae][ ]|l'[ ]?|une?[ ])(?P<word>[a-z]{3,30}))[ .]{0,2}\Z")
_INFINITIVE: Final = re.compile("(?P<stem>[a-z]{2,15})(?:er|ir)")
_WEEKDAYS: Final = "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
_WEEKDAY: Final = re.compile(_WEEKDAYS)
_BEHIND_WEEKDAY: Final = re.compile(r"[ ]?(?:[,;.)\n]|$|(?:matins?|midi|soirs?|nuit|am|pm)(?![a-z]))")
# Ends of international nonproprietary names.
_STEM: Final = re.compile(
    r"[a-z]{2,20}(?:vudine|cilline|mycine|azole|sartan|olol|statine|[mz]umab|ximab|tinib|oxacine|azepam|caine|curium"
    r"|dipine|formine|gliptine|gliflozine|parine|profene|setron|triptan|terol|isone|isolone|navir|ovir|xaban|zepine"
    r"|thiazide|semide|sterone|estrone|estradiol|benzene)"
)
# What follows with « de » is who described it.
_DISEASE: Final = (
    "anemie|ataxie|choree|classification|dermatofibrosarcom[ae]|dystrophie|epreuve|lymphome|maladie|manoeuvre"
    "|osteochondrite|phenomene|procede|purpura|reaction|sarcome|score|syndrome|technique|test|thyroidite|tumeur|virus"
)
# What somebody is to call for help with.
_ALARMING: Final = (
    "fievre|confusion|malaise|douleurs?|convulsions?|crise|dyspnee|essoufflement|gene|saignements?|hemorragie|melena"
    "|somnolence|vomissements?|oppression|aggravation|palpitations|paralysie|cyanose|detresse|perte de connaissance"
)
_NUMBER_WORD: Final = (
    "(?:un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|quinze|vingt|trente|quarante|cinquante)"
)
# Numbers for help that are no day and no year.
_SHORT_NUMBERS: Final = "11[24569]|3114|3117|3624|3919|3939|3966|3977"
_EMERGENCY: Final = "15|17|18|112"
_HELP: Final = re.compile("15|18|112")
# What follows the number of who is called; « le 15 mars » is a day.
_CALLED: Final = (
    r"[ ]?(?:[\n.,;:!?)]|[-→]|$|(?:si|en[ ]cas|qui|vers|pour|sans|tout|direct|devant)(?![a-z])"
    rf"|(?:et|ou|puis)[ ]le[ ](?:{_EMERGENCY})(?![0-9/]))"
)
# « à côté de la rivière. »: what is there, in small letters, named after nobody.
_PLACE: Final = re.compile(
    r"(?:la |les? |l' ?)?(?:balcon|bergerie|cave|cour|etang|ferme|foret|gare routiere|garage|grange|jardin|lac|montagne"
    r"|parking|plage|rive|riviere|rocade|route|scierie|terrasse) ?[.,;:!?)]?"
)
# A house is named « la bergerie » too; nobody is cared for upon it.
_BESIDE: Final = re.compile(r"(?<![a-z])(?:derriere|devant|sur) \Z")
_OF_STREETS: Final = frozenset(
    ("allée", "avenue", "boulevard", "chemin", "place", "quai", "quartier", "route", "rue", "square")
)
# « marié », which folds to a first name
_STATE: Final = re.compile("(?:divorc|(?:re)?mari|pacs|retrait|sépar)ée?s?")
_PARTICIPLE: Final = re.compile(r"[^\W\d_]{3,20}ée?s?")
_AT_AN_AGE: Final = re.compile(r"[ ]a[ ][0-9]{1,2}[ ]ans(?![a-z])")
# « une nuit », but not « une voisine », « un soir »: a name may follow.
_THING: Final = re.compile(r"(?<![a-z])une?[ ](?P<thing>[a-z]{4,20})[ ]\Z")
_NO_THING: Final = re.compile(
    "[a-z]*(?:eur|euse|ice|ien|ienne|ier|iere|iste)|aide|amie?|bebe|camarade|certaine?|chat|chatte|chienne?|collegue"
    "|compagne|compagnon|conjointe?|copa?ine?|cousine?|dame|enfant|epouse|externe|femme|fille|fois|frere|gamine?|heure"
    "|homme|interne|jeune|jour|kine|madame|maman|mamie|mari|matin|medecin|monsieur|neveu|niece|nommee?|oncle|papa|papi"
    "|patiente?|personne|petite?|residente?|secretaire|semaine|soeur|soir|stagiaire|tante|voisine?"
)
# Cattle, in small letters behind who or what is said to have it; Salers and Aubrac are villages too.
_BREED: Final = re.compile(
    "aubracs?|bazadaises?|blondes? d'aquitaine|charolaise?s?|gasconnes?|limousine?s?|montbeliardes?|normandes?"
    "|parthenaises?|prim'?holsteins?|salers|tarentaises?|tarines?"
)
_CATTLE: Final = re.compile(
    r"(?<![a-z])(?:eleveu(?:r|se)s?|elevage|elevent?|vach(?:es?|ers?)|bovins|betes|troupeaux?|taureaux?|genisses?"
    r"|lait de)(?![a-z])[^.;\n]{0,40}(?<!(?<![a-z])a )\Z"
)
# « pharmacie de », « centre national de », « toit de l »
_LINK_OPEN: Final = re.compile("(?:[a-z]{3,20} ){1,2}(?:de|du|des|de l)")
_FOLLOWING: Final = re.compile(r"[ ']{1,2}(?:(?P<word>[^\W\d_]{3,20})|\d)")
_BEHIND_PLACE: Final = re.compile(r" {0,2}(?:[\n.,;:!?)]|$|(?:et|ou|depuis|pour) )")
_MONTH: Final = "(?:janv|fev|mars|avr|mai|juin|juil|aout|sept|oct|nov|dec)"
# An act of the CCAM: where, what, how, and its number.
_ACT: Final = re.compile("[a-hj-npqyz][a-z]{2}[a-hj-npq][0-9]{3}")
# One amino acid for another: « g542x ».
_SUBSTITUTION: Final = "[acdefghiklmnpqrstvwy][0-9]{2,4}[acdefghiklmnpqrstvwyx]"
# « dat_nais », « adr_cp_vil »
_JOINED: Final = re.compile("[a-z]{1,12}(?:_[a-z0-9]{1,12}){1,6}(?![a-z0-9_?^-])")
_JOINED_BEFORE: Final = re.compile(r"(?<![a-z0-9_?^-])[a-z0-9_]{1,60}\Z")
# « A. Selles », « b) urines »
_ITEM: Final = re.compile(r"[ ]{0,8}([a-h])[.)][ ]{1,3}([a-z]{2,30})")


@dataclass(frozen=True, slots=True)
class _Refusal:
    """A shape, tried on what is refused, between two contexts; all of folded text, the context before at its end."""

    name: str
    labels: tuple[Label, ...]
    shape: re.Pattern[str]
    before: re.Pattern[str] | None = None
    behind: re.Pattern[str] | None = None
    accept: Callable[[re.Match[str], str], bool] | None = None

    def holds(self, folded: str, span: Span, before: str) -> bool:
        """Tell whether a span of the shape stands between the contexts, given what is looked at before it."""
        if self.behind is not None and not self.behind.match(folded, span.end):
            return False
        if self.before is None:
            return True
        match = self.before.search(before)
        return match is not None and (self.accept is None or self.accept(match, folded[span.start : span.end]))


@dataclass(frozen=True, slots=True)
class _Passages:
    """What is looked for once in a text: where it cites or lists choices, which words are drugs there, and of whom."""

    citations: Sequence[tuple[int, int]]
    lists: Sequence[tuple[int, int]]
    dosed: frozenset[str]
    made: frozenset[str]
    letters: frozenset[int]
    species: Sequence[tuple[int, int]]
    terms: Sequence[tuple[int, int]]
    measured: frozenset[int]
    phrases: Sequence[tuple[int, int]]
    has_low_lines: bool

    @classmethod
    def of(cls, view: TextView) -> _Passages:
        dosed = Counter(match["drug"] for match in _DOSED.finditer(view.folded))
        given = Counter(match["by"] or match["used"] for match in _GIVEN.finditer(view.folded)) if dosed else Counter()
        return cls(
            citations_in(view.text),
            lettered_lists_in(view.folded),
            frozenset(
                word
                for word, times in dosed.items()
                if times + given[word] >= _FEWEST_SAID and not is_listed_name(word)
            ),
            frozenset(match["made"] for match in _made().finditer(view.folded) if _is_drug(match["drug"])),
            small_letters_in(view.text, view.folded),
            species_in(view),
            letters_in(view),
            measured_in(view.folded),
            [match.span() for match in _set_phrases().finditer(view.folded)],
            "_" in view.original,
        )

    def has_maker(self, folded: str, span: Span) -> bool:
        """Tell whether a span is the maker behind a drug that a dose stands behind elsewhere: « Olanzapine Teva »."""
        if not self.made:
            return False
        before = _DRUG_BEFORE.search(folded, max(0, span.start - _AROUND), span.start)
        return before is not None and before[0] + folded[span.start : span.end] in self.made


def without_refused(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Return the spans that are not refused, in their order. Time is linear in their number."""
    if not spans:
        return []
    passages = _Passages.of(view)
    return [span for span in spans if not _refusal_in(view, span, passages)]


def refusal_of(view: TextView, span: Span) -> str:
    """Return the name of what refuses a span, or the empty string.

    Parameters
    ----------
    view : TextView
        Of the note.
    span : Span
        In offsets of the view.
    """
    return _refusal_in(view, span, _Passages.of(view))


def _refusal_in(view: TextView, span: Span, passages: _Passages) -> str:
    if span.source.startswith("model") and _is_within(span, passages.citations):
        return "citation"
    if not span.source.startswith(_REFUSABLE) or span.source.startswith(_SITE):
        return ""
    if passages.has_low_lines and _is_part_of_column(view, span):
        return "column.named"
    if span.label not in _by_label():
        return ""
    if span.label in ("DATE", "AGE") and span.start in passages.measured:
        return "column.measured"
    if span.label not in _NAMES:
        return _refusal_by_shape(view.folded, span)
    if _is_of_lettered_list(view.folded, span) or _is_letter(view.folded, span, passages.letters):
        return "list.letter"
    if refusal := _refusal_by_shape(view.folded, span):
        return refusal
    if _is_within(span, passages.species):
        return "species"
    if _is_within(span, passages.phrases):
        return "set.phrase"
    if span.label in (*_OF_PEOPLE, "CITY") and _is_within(span, passages.terms):
        return "term.letters"
    return _refusal_of_a_word(view, span, passages)


def _refusal_by_shape(folded: str, span: Span) -> str:
    before = folded[max(0, span.start - _AROUND) : span.start]
    for refusal in _of_shape(span.label, folded[span.start : span.end]):
        if refusal.holds(folded, span, before):
            return refusal.name
    return ""


def _refusal_of_a_word(view: TextView, span: Span, passages: _Passages) -> str:
    """Return what refuses a name that is a word of English (if the model tells it), of a list of choices, or a drug."""
    if span.source.startswith("model") and is_english_word(view, span):
        return "english"
    if span.label in (*_OF_PEOPLE, "CITY") and _is_of_a_study(view, span):
        return "study.named"
    folded = view.folded[span.start : span.end]
    if _is_breed(view, span):
        return "breed"
    if span.label in _OF_PEOPLE and _is_state(view, span):
        return "state"
    if _LINK_OPEN.fullmatch(folded) and _leads_to_a_word(view, span):
        return "link.open"
    if span.label in ("HOSPITAL", "LOCATION") and _is_generic_place(view, span):
        return "place.generic"
    if span.label == "ORGANIZATION" and _is_generic_body(view, span):
        return "body.generic"
    if passages.has_maker(view.folded, span):
        return "drug.laboratory"
    words = _WORDS.findall(folded)
    if any(map(str.isdigit, folded)) or any(map(is_listed_name, words)):
        return ""
    if _TITLE.search(view.folded, max(0, span.start - _AROUND), span.start):
        return ""
    if refusal := _refusal_of_a_thing(view, span):
        return refusal
    if span.label in _OF_PEOPLE and view.text[span.start : span.end] in _PARTICLES:
        return "particle.alone"
    if len(words) == 1 and words[0] in passages.dosed:
        return "drug.dosed"
    return "list.option" if span.label in _OF_PEOPLE and _is_within(span, passages.lists) else ""


def _is_breed(view: TextView, span: Span) -> bool:
    """Tell whether a span is a breed of cattle in small letters, and who or what is said to have it stands before."""
    if not view.text[span.start : span.end].islower() or not _BREED.fullmatch(view.folded, span.start, span.end):
        return False
    return _CATTLE.search(view.folded, max(0, span.start - _AROUND), span.start) is not None


def _is_state(view: TextView, span: Span) -> bool:
    """Tell whether a span is what somebody is or underwent, in small letters: « marié », « stenté à 54 ans »."""
    written = view.text[span.start : span.end]
    if _STATE.fullmatch(written):
        return True
    is_of_no_list = not alphabet().lexicon.get(view.folded[span.start : span.end], 0) & OF_NAMES
    is_participle = written.islower() and _PARTICIPLE.fullmatch(written) is not None
    return is_participle and is_of_no_list and _AT_AN_AGE.match(view.folded, span.end) is not None


def _leads_to_a_word(view: TextView, span: Span) -> bool:
    """Tell whether right behind a span stands a number, or an ordinary word in small letters that begins no street."""
    following = _FOLLOWING.match(view.text, span.end)
    if following is None:
        return False
    word = following["word"]
    return word is None or (word.islower() and word not in _OF_STREETS and in_dictionary(fold_same_length(word)))


def _is_generic_place(view: TextView, span: Span) -> bool:
    """Tell whether a place is but what is there, in small letters."""
    if not view.text[span.start : span.end].islower() or not _PLACE.fullmatch(view.folded, span.start, span.end):
        return False
    if span.label == "HOSPITAL" and not _BESIDE.search(view.folded, max(0, span.start - _AROUND), span.start):
        return False
    return _BEHIND_PLACE.match(view.folded, span.end) is not None


def _is_generic_body(view: TextView, span: Span) -> bool:
    """Tell whether a body is but what there is of its kind, in small letters, and no name follows."""
    if not view.text[span.start : span.end].islower() or not _generic_body().fullmatch(
        view.folded, span.start, span.end
    ):
        return False
    return _BEHIND_PLACE.match(view.folded, span.end) is not None


@cache
def _generic_body() -> re.Pattern[str]:
    """Return what matches words that begin names of bodies, and ordinary ones behind them."""
    heads = _one_of(word_list("refusals/body_heads.txt"))
    return re.compile(
        rf"(?:la |les? |l' ?)?(?:{heads})s?(?: (?:d(?:e|u) (?:garde|ville|quartier|village|bourg|coin|jour|nuit)"
        r"|habituel|habituelle|hospitalier|hospitaliere|local|locale|prive|privee))?"
    )


def _is_of_a_study(view: TextView, span: Span) -> bool:
    """Tell whether a name in capitals is that of a cohort or a trial, in a text of small letters too."""
    written = view.text[span.start : span.end]
    if len(written) < _SHORTEST_ACRONYM or not (written.isalpha() and written.isupper()) or view.text.isupper():
        return False
    return _STUDY.search(view.text, max(0, span.start - _AROUND), span.start) is not None


def _refusal_of_a_thing(view: TextView, span: Span) -> str:
    """Return what refuses ordinary words, or a drug, by how they are written and what stands before them."""
    folded, written = view.folded[span.start : span.end], view.text[span.start : span.end]
    if written.islower():
        if span.label in _OF_PEOPLE and _AND_OTHERS.search(view.folded, max(0, span.start - _AROUND), span.end):
            return "authors"
        if span.label in _OF_PEOPLE and _STEM.fullmatch(folded):
            return "drug.stem"
        if span.label in (*_OF_PEOPLE, "CITY") and _is_infinitive(folded):
            return "verb"
        if span.label in _OF_PEOPLE and _WEEKDAY.fullmatch(folded) and _BEHIND_WEEKDAY.match(view.folded, span.end):
            return "weekday"
        if span.label in _OF_PEOPLE and in_dictionary(folded) and _is_behind_a_thing(view, span):
            return "quality"
        kind = _KIND.search(view.folded, max(0, span.start - _AROUND), span.end)
        if kind is not None and kind.start("kind") <= span.start and in_dictionary(kind["word"]):
            return "kind.said"
    words = _WORDS.findall(folded)
    if span.start == 0 and _SENTENCE.fullmatch(written) and len(words) > 1 and all(map(_is_of_no_name, words)):
        return "title.first"
    return ""


def _is_behind_a_thing(view: TextView, span: Span) -> bool:
    """Tell whether an article and an ordinary word that is nobody stand before a span: « une nuit blanche »."""
    said = _THING.search(view.folded, max(0, span.start - _AROUND), span.start)
    return said is not None and in_dictionary(said["thing"]) and not _NO_THING.fullmatch(said["thing"])


def _is_infinitive(word: str) -> bool:
    """Tell whether a folded word is an infinitive, whose participle the dictionary has, and part of no name."""
    verb = _INFINITIVE.fullmatch(word)
    if verb is None or not _is_of_no_name(word):
        return False
    return any(
        in_dictionary(verb["stem"] + ending + "ant") and in_dictionary(verb["stem"] + ending + "ons")
        for ending in ("", "iss")
    )


def _is_of_no_name(word: str) -> bool:
    """Tell whether a folded word is a function word, or an ordinary one that is part of no name of a place or body."""
    traits = alphabet().lexicon.get(word, 0)
    return bool(traits & Trait.FUNCTION) or (in_dictionary(word) and not traits & (OF_NAMES | OF_NAMES_OF_BODIES))


def _is_within(span: Span, passages: Sequence[tuple[int, int]]) -> bool:
    """Tell whether a span lies within one of the passages."""
    if not passages:
        return False
    place = bisect_right(passages, (span.start, span.end)) - 1
    near = passages[max(0, place) : place + 2]
    return any(start <= span.start and span.end <= end for start, end in near)


def _is_letter(folded: str, span: Span, letters: frozenset[int]) -> bool:
    """Tell whether a span is the letter of a choice and nothing else: « a. », above « b. », « c. » and « d. »."""
    return span.start in letters and not any(map(str.isalnum, folded[span.start + 1 : span.end]))


def _is_of_lettered_list(folded: str, span: Span) -> bool:
    """Tell whether a span is the letter or the first word of an item whose neighbour is another, no name in either."""
    start = folded.rfind("\n", max(0, span.start - _AROUND), span.start) + 1
    item = _ITEM.match(folded, start) if start or span.start < _AROUND else None
    if item is None or span.end > item.end() or _is_name(item[2]):
        return False
    behind = folded.find("\n", item.end(), item.end() + 2 * _AROUND) + 1
    before = folded.rfind("\n", max(0, start - 2 * _AROUND), max(0, start - 1)) + 1
    neighbours = ((_ITEM.match(folded, behind), 1) if behind else (None, 1), (_ITEM.match(folded, before), -1))
    return any(
        other is not None and ord(other[1]) - ord(item[1]) == step and not _is_name(other[2])
        for other, step in neighbours
    )


def _is_name(word: str) -> bool:
    """Tell whether a folded word may be a name here: « selles » is one too, but first a word of medicine."""
    traits = alphabet().lexicon.get(word, 0)
    if not traits & Trait.COMMON or not in_dictionary(word):
        return True
    return bool(traits & (Trait.FIRST | Trait.FAMILY)) and not traits & Trait.MEDICAL


def _is_drug(word: str) -> bool:
    """Tell whether a folded word before a maker of drugs is one of medicine."""
    return bool(alphabet().lexicon.get(word, 0) & Trait.MEDICAL)


def _is_word(word: str) -> bool:
    """Tell whether a folded word is an ordinary one, and no name or town in any list."""
    is_town = alphabet().lexicon.get(word, 0) & (Trait.CITY | Trait.CITY_WORD | Trait.LOCATION)
    return in_dictionary(word) and not is_listed_name(word) and not is_town


def _is_country(word: str) -> bool:
    """Tell whether a folded word is a place that is no town, and no name of somebody."""
    traits = alphabet().lexicon.get(word, 0)
    return bool(traits & Trait.LOCATION) and not traits & (Trait.CITY | Trait.FAMILY | Trait.FIRST)


def _is_part_of_column(view: TextView, span: Span) -> bool:
    """Tell whether a span lies in a word of parts joined by low lines, each of which names a column.

    The view has spaces for these lines.
    """
    start, end = view.to_original(span.start, span.end)
    begin = max(0, start - _AROUND)
    written = fold_same_length(view.original[begin : end + _AROUND])
    start, end = start - begin, end - begin
    if "_" not in written[max(0, start - 1) : end + 1]:
        return False
    head = _JOINED_BEFORE.search(written, 0, start)
    name = _JOINED.match(written, head.start() if head is not None else start)
    if name is None or name.end() < end:
        return False
    return all(part in _column_parts() for part in name[0].rstrip("0123456789_").split("_"))


@cache
def _column_parts() -> frozenset[str]:
    return frozenset(word_list("refusals/field_parts.txt"))


@cache
def _set_phrases() -> re.Pattern[str]:
    phrases = _one_of(word_list("refusals/set_phrases.txt")).replace(r"\ ", "[ -]")
    return re.compile(rf"(?<![a-z])(?:{phrases})(?![a-z])")


@cache
def _made() -> re.Pattern[str]:
    """Return what finds a word, a maker of drugs and a dose: « olanzapine teva 5 mg »."""
    makers = _one_of(word_list("refusals/laboratories.txt"))
    return re.compile(rf"(?<![a-z])(?P<made>(?P<drug>[a-z]{{4,30}})[ ](?:{makers})){_DOSE}")


@cache
def _by_label() -> dict[Label, tuple[_Refusal, ...]]:
    found: dict[Label, list[_Refusal]] = {}
    for refusal in _refusals():
        for label in refusal.labels:
            found.setdefault(label, []).append(refusal)
    return {label: tuple(refusals) for label, refusals in found.items()}


@lru_cache(_MOST_REMEMBERED)
def _of_shape(label: Label, value: str) -> tuple[_Refusal, ...]:
    """Return the refusals of a label that the shape of a folded value leaves open: words come again and again."""
    return tuple(refusal for refusal in _by_label()[label] if refusal.shape.fullmatch(value))


def _refusals() -> tuple[_Refusal, ...]:
    fields = dict(line.split("\t") for line in word_list("refusals/form_values.tsv"))
    values = {name: frozenset(said.split()) for name, said in fields.items()}
    any_value = _one_of({value for said in values.values() for value in said})
    measures = _one_of(word_list("refusals/measures.txt"))
    stain = _one_of(word_list("refusals/stains.txt"))
    tests = _one_of(word_list("refusals/tests.txt"))
    end = re.compile(r"[ ]{0,3}(?:[\n,;.)]|$)")
    generic = f"(?:de|du|des|d'|en|et|la|le|les|l')|{_one_of(word_list('refusals/care_words.txt'))}"
    return (
        _Refusal(
            "form.value",
            _NAMES,
            re.compile(any_value),
            re.compile(rf"(?<![a-z])({_one_of(values)})[ ]{{0,2}}:[ ]{{0,2}}$"),
            end,
            lambda match, value: value in values[match[1]],
        ),
        _Refusal(
            "form.trade",
            _NAMES,
            re.compile("[a-z]{4,30}"),
            re.compile(r"(?<![a-z])(?:profession|metier)[ ]{0,2}:[ ]{0,2}$"),
            re.compile(r"[ ]{0,3}(?:\n|$)"),
            lambda _, value: bool(alphabet().lexicon.get(value, 0) & Trait.COMMON) and in_dictionary(value),
        ),
        _Refusal(
            "drug.laboratory",
            _NAMES,
            re.compile(_one_of(word_list("refusals/laboratories.txt"))),
            re.compile(r"(?<![a-z])([a-z]{4,30})[ ]$"),
            re.compile(r"[ ]{1,2}[0-9]{1,4}(?:[.,][0-9]{1,3})?[ ]?(?:mg|g|µg|μg|mcg|ui|ml|%)(?![a-z])"),
            lambda match, _: _is_drug(match[1]),
        ),
        _Refusal(
            "drug.registered",
            (*_NAMES, "OTHER_ID"),
            re.compile("[a-z0-9][a-z0-9 '-]{1,40}"),
            None,
            re.compile(r"[ ]?(?:®|™)|[ ]?\([a-z][a-z0-9 -]{1,30}[ ]?[®™]\)"),
        ),
        _Refusal(
            "drug.registered",
            (*_NAMES, "OTHER_ID"),
            re.compile("[a-z][a-z0-9 '-]{2,40}"),
            re.compile("(?:)$"),
            re.compile(r"[ ]?\([ ]?r[ ]?\)"),
            lambda match, value: not any(map(is_listed_name, value.split())) and _TITLE.search(match.string) is None,
        ),
        _Refusal(
            "drug.registered",
            _OF_PEOPLE,
            re.compile("r"),
            re.compile(r"(?<![a-z])([a-z]{4,30})[ ]?\([ ]?$"),
            re.compile(r"[ ]?\)"),
            lambda match, _: not is_listed_name(match[1]),
        ),
        _Refusal(
            "virus.named",
            (*_OF_PEOPLE, "CITY"),
            re.compile("[a-zœ][a-z' -]{2,30}"),
            re.compile(r"(?<![a-z])virus[ ]$"),
            None,
            lambda _, value: not alphabet().lexicon.get(value, 0) & (Trait.FIRST | Trait.FAMILY),
        ),
        _Refusal("count.thousands", ("DATE", "AGE"), re.compile("[0-9]{1,3}"), None, re.compile("[ ]000(?![0-9])")),
        _Refusal(
            "question.word",
            _NAMES,
            re.compile(r"(?:la|les?)?quel(?:le)?s?(?:[ ](?:est|sont|etai(?:en)?t|seront|la|le|les|de|des?))*"),
            re.compile(r"(?:\A|[^ ][\n ]{1,3}|\n|[(«\"])$"),
            None,
            lambda match, _: _TITLE.search(match.string) is None,
        ),
        _Refusal(
            "care.generic",
            ("HOSPITAL",),
            re.compile(rf"(?:{_one_of(word_list('refusals/care_heads.txt'))})(?:[ ](?:{generic}))*"),
            None,
            re.compile(r"(?![ ]?-?[ ]?(?:de |du |des |d'|la |le |les |l')?[a-z0-9])"),
        ),
        _Refusal("degrees", ("DATE",), re.compile("[0-9]{1,3}"), None, re.compile("[ ]?°(?!c)")),
        _Refusal(
            "age.threshold",
            ("AGE",),
            re.compile(r"[0-9]{1,2}[ ]?(?:ans?|mois|semaines)"),
            re.compile(
                r"(?<![a-z])(?:personnes?|adultes?|enfants|sujets|patients|adolescents|femmes|hommes|filles|garcons)"
                r"[ ](?:ages[ ]|agees[ ])?(?:de[ ])?(?:plus|moins)[ ]de[ ]$"
            ),
        ),
        _Refusal(
            "age.threshold",
            ("AGE",),
            re.compile(r"[0-9]{2}(?:[ ]?ans)?"),
            re.compile(r"(?:(?<![a-z])(?:superieur|inferieur)e?[ ](?:ou[ ]egale?[ ])?a[ ]|(?<!age[ ])[<>≤≥][ ]?)$"),
            re.compile(r"(?![.,]?[0-9])"),
        ),
        _Refusal(
            "law.date",
            ("DATE",),
            re.compile(r"[0-9]{1,2}(?:er)?[ ][a-z]{3,9}[ ][0-9]{4}"),
            re.compile(
                r"(?<![a-z])(?:loi|decret|arrete ministeriel|directive europeenne)"
                r"(?:[ ]n[°o]?[ ]?[0-9]{2,4}-[0-9]{1,5})?[ ]du[ ]$"
            ),
        ),
        _Refusal(
            "law.date",
            ("DATE",),
            re.compile("(?:19|20)[0-9]{2}"),
            re.compile(r"(?<![a-z])loi[ ][a-z]{3,15}(?:-[a-z]{3,15})?[ ]de[ ]$"),
        ),
        _Refusal(
            "law.number",
            IDENTIFIERS,
            re.compile(r"(?:19|20)[0-9]{2}-[0-9]{1,5}"),
            re.compile(r"(?<![a-z])(?:loi|decret)[ ]n[°o]?[ ]?$"),
        ),
        _Refusal(
            "measure.decimal",
            ("DATE",),
            re.compile(r"[0-9]{1,3}[.,][0-9]{1,2}"),
            re.compile(
                rf"(?:(?<![a-z])(?:{measures})(?:[ ]?[:=a])?"
                r"|(?<!date)(?<!date[ ])(?<!ddn)(?<!ddn[ ])(?<!jour[ ])=)[ ]{0,2}$"
            ),
            # « INR 12.03 : 2,1 » is a date and its value.
            re.compile(r"(?![ ]{0,2}[:=])(?![./-]?[0-9])"),
        ),
        _Refusal(
            "range.decimal",
            ("DATE", "PHONE"),
            re.compile(r"[0-9]{1,3}\.0-[0-9]{1,3}(?:\.[0-9])?|[0-9]{1,2}-[0-9]\.[0-9]{1,2}"),
        ),
        _Refusal("law.article", ("DATE",), re.compile("[0-9]{3}-[0-9]{1,2}(?:-[0-9]{1,2})?")),
        _Refusal(
            "count.of",
            ("DATE",),
            re.compile("[0-9]{1,2}/[0-9]{1,2}"),
            re.compile(r"(?<![a-z])(?:page|semaine|cycle|feuillet)[ ]$"),
            re.compile(r"(?![/.-]?[0-9])"),
            lambda _, value: int(value.partition("/")[0]) <= int(value.partition("/")[2]),
        ),
        _Refusal(
            "measure.pair",
            ("DATE",),
            re.compile("[0-9]{1,3}"),
            None,
            re.compile(
                r"[ ]?[cdm]m(?![a-z0-9])|(?:,[ ][0-9]{1,3}){0,6}[ ](?:et|ou|a|par|sur|x)[ ][0-9]{1,3}[ ]?"
                r"(?:[cdm]m|m?l|[mk]?g|%)(?![a-z0-9])"
            ),
        ),
        _Refusal("measure.pair", ("DATE",), re.compile("[0-9]{1,3}[ ]?[cdm]m")),
        _Refusal(
            "stage.tnm",
            _NAMES,
            re.compile("[a-z]{1,4}[0-9]?"),
            re.compile(r"(?<![a-z])[cpy]{0,2}tnm[ ]?:[ ]?$"),
        ),
        _Refusal(
            "set.phrase",
            ("LOCATION", "ADDRESS", "ORGANIZATION"),
            re.compile(r"place[ ](?:du|de|des|d')[ a-z'-]{2,60}"),
            re.compile(r"(?<![a-z])lieux?[ ]et[ ]$"),
        ),
        _Refusal(
            "seniority",
            ("AGE",),
            re.compile(r"[0-9]{1,2}[ ]?(?:ans?|mois)"),
            re.compile(r"(?<![a-z])(?:anciennete|experience|carriere)[ ]?:?[ ](?:de[ ])?$"),
        ),
        _Refusal(
            "seniority",
            ("AGE",),
            re.compile(r"[0-9a-z-]{1,15}[ ]?(?:ans?|mois)"),
            None,
            re.compile(r"[ ]d'[ ]?(?:anciennete|essais?|experience|exercice|index)(?![a-z])"),
        ),
        _Refusal(
            "strength.grade",
            ("DATE",),
            re.compile(r"[0-5]/5"),
            re.compile(r"(?<![a-z])(?:m[is][dg]?|testing|mrc|cotee?s?|force musculaire)[ ]?:?[ ]?(?:a[ ])?$"),
            re.compile(r"(?![/.-]?[0-9])"),
        ),
        _Refusal(
            "eye.acuity",
            ("DATE",),
            re.compile(r"(?:[0-9]|1[0-9])/(?:10|12)"),
            re.compile(
                r"(?<![a-z])(?:acuite(?:s)?(?:[ ]visuelles?)?|avod|avog|avl)[ ]?:?[ ]?(?:o[dg][ ]?:?[ ]?|a[ ])?$"
            ),
            re.compile(r"(?![/.-]?[0-9])"),
        ),
        _Refusal(
            "number.emergency",
            ("DATE",),
            _HELP,
            re.compile(r"(?<![a-z])(?:appele[rz]|composer?z?|contacte[rz]|joindre)[ ](?:le|au)[ ]$"),
            re.compile(
                r"(?:[ ]ou[ ]|,[ ]|[ ]?/[ ]?)(?:le[ ]|au[ ])?(?:15|17|18|112|114|samu)(?![0-9/])|[ ]?\(?samu(?![a-z])"
            ),
        ),
        _Refusal(
            "number.emergency",
            ("DATE",),
            _HELP,
            re.compile(r"(?<![a-z])(?:appelle|appellent|appele|appela|appel)[ ](?:le|du|au)[ ]$"),
            re.compile(
                r"[ .,;:]{1,2}[^\n]{0,40}(?<![a-z])(?:regulateur|regulation|samu|smur|pompiers?|secours|vsav)"
                r"|[ ](?:a|vers)[ ][0-9]{1,2}[ ]?[h:]"
            ),
        ),
        _Refusal(
            "number.emergency",
            ("DATE",),
            _HELP,
            re.compile(
                r"(?<![a-z])(?:appels?[ ]d(?:e[ ]|u[ ]|')[a-z.' -]{1,25}[ ]au"
                r"|en[ ]cas[ ]d[a-z' ]{1,40}[ ](?:faites|composez|prevenez|prevenir|faire|composer)[ ]le"
                r"|prevenir[ ][a-z.' -]{1,25},?[ ](?:puis|et|ou)[ ]le)[ ]$"
            ),
            re.compile(_CALLED),
        ),
        _Refusal(
            "number.emergency",
            ("DATE",),
            _HELP,
            re.compile(r"(?<![a-z])(?:r?appele[rz]|composer|composez|contacte[rz]|faire|faites)[ ]le[ ]$"),
            re.compile(rf"[ ](?:si|en cas d(?:e[ ]|'))[ ]?(?:[a-z']{{1,12}}[ ])?(?:{_ALARMING})(?![a-z])"),
        ),
        _Refusal(
            "number.emergency",
            ("DATE",),
            _HELP,
            re.compile(
                rf"(?<![a-z])(?:{_ALARMING})[ ](?:avant[ ][0-9]{{1,2}}[ ](?:mois|semaines)|[>≥][ ]?[0-9.,]{{2,4}})"
                r"[^\n.;:]{0,12}[ ]?:[ ](?:(?:appeler|faire)[ ])?le[ ]$"
            ),
            re.compile(r"[ ]{0,2}(?:[.;\n]|$)"),
        ),
        _Refusal(
            "number.emergency",
            ("DATE",),
            re.compile(_EMERGENCY),
            re.compile(
                rf"(?:(?<![a-z])faut(?:[ -]il|[ ]t[ ]il)?[ ](?:appeler|faire|composer)[ ]le"
                r"|(?<![a-z])urgences?[ ]?:[ ]?le|(?:^|[.;:!\n][ ]?)(?:faites|composez)[ ]le"
                rf"|(?<![0-9/])(?:{_SHORT_NUMBERS})[^\n.;:0-9]{{0,20}}[ ,](?:ou|et|puis)[ ](?:le|au))[ ]$"
            ),
            re.compile(r"[ ]?(?:[\n.,;:!?)]|[-→]|$|(?:si|en[ ]cas|ou|tout de suite|direct)(?![a-z]))"),
        ),
        _Refusal(
            "number.emergency",
            ("DATE",),
            re.compile(_EMERGENCY),
            re.compile(
                r"(?:(?<![a-z])(?<!(?<![a-z])a[ ])(?:appele[rz]|compose[rz]|appel)"
                r"|(?<![a-z])(?:a|ai|avait|ont|avons|et)[ ]appele)"
                r"[ ](?:aussitot[ ]|tout de suite[ ])?(?:le|du|au)[ ]$"
                rf"|(?<![a-z])appele[ ]le[ ](?:{_EMERGENCY})[ ](?:et|ou|puis)[ ]le[ ]$"
                r"|(?<![a-z])(?:adresse|envoye|guide|oriente|regule)e?s?[ ]par[ ]le[ ]$"
                r"|(?:[0-9]{2}[ .]){4}[0-9]{2},?[ ](?:ou|puis|sinon|a[ ]defaut)[ ]le[ ]$"
                r"|(?<![a-z])(?:si[ ]|s'il[ ]|en[ ]cas[ ]d)[^.:\n]{1,40}[ ]?:[ ](?:appeler[ ])?le[ ]$"
            ),
            re.compile(_CALLED),
        ),
        _Refusal(
            "number.emergency",
            ("DATE",),
            _HELP,
            re.compile(
                rf"(?<![a-z])(?:si|en[ ]cas)(?![a-z])[^.\n]{{0,25}}(?<![a-z])(?:{_ALARMING}|fr|sat|spo2|ring)(?![a-z])"
                r"(?:(?!le[ ][0-9])[^.\n]){0,40}(?:[ ]?:|,|[ ]puis)[ ](?:pas[ ])?le[ ]$"
                r"|(?:[0-9]{2}[ .]){4}[0-9]{2}(?![0-9])[^.\n0-9]{1,30}[ ]la[ ]nuit[ ]le[ ]$"
            ),
            re.compile(rf"{_CALLED}|[ ]ou[ ]venir(?![a-z])"),
        ),
        _Refusal(
            "number.emergency",
            ("DATE",),
            _HELP,
            re.compile(r"(?<![a-z])(?:appele[rz]|appelle(?:nt)?)[ ]le[ ]$"),
            re.compile("(?:,[ ]|[ ])(?:qui|ou[ ](?:rendez-vous[ ]aux|venez|allez))(?![a-z])"),
        ),
        _Refusal(
            "number.emergency",
            ("DATE",),
            _HELP,
            re.compile(
                r"(?<![a-z])(?:heures[ ]ouvrables,?[ ](?:ou|puis|sinon)|(?:occupe|injoignable)s?,[ ]donc)[ ]le[ ]$"
            ),
            re.compile(r"\.?[ ]?(?:\n|$)"),
        ),
        _Refusal(
            "number.emergency",
            ("DATE",),
            _HELP,
            re.compile(r"(?<![a-z])(?:a|ai|ont)[ ]fait[ ]le[ ]$"),
            re.compile(r"[ ]?[;,][ ](?:le[ ])?(?:samu|smur|pompiers)(?![a-z])"),
        ),
        _Refusal("number.emergency", ("DATE",), re.compile(_SHORT_NUMBERS), None, re.compile("(?![/.-]?[0-9])")),
        _Refusal(
            "week.counted",
            ("DATE",),
            re.compile("huit|quinze|8|15"),
            re.compile(rf"(?<![a-z])(?:{_WEEKDAYS}|demain)[ ]en[ ]$"),
            re.compile(r"(?![/.-]?[0-9])(?![ ][a-z]{3,9}[ ][0-9]{4})"),
        ),
        _Refusal(
            "week.counted",
            ("DATE",),
            re.compile("[0-9]{1,2}"),
            re.compile(rf"(?<![a-z])(?:{_WEEKDAYS})s?[ ]$"),
            re.compile(r"[ ](?:(?:semaines|fois)(?![a-z])|sem(?:aine|\.)?[ ]sur[ ])"),
        ),
        _Refusal(
            "disease.named",
            _NAMES,
            re.compile("gilles(?:[ ]de[ ]la[ ]tourette)?"),
            None,
            re.compile("(?:(?<=gilles)[ ]de[ ]la[ ]tourette|(?<=tourette))(?![a-z])"),
        ),
        _Refusal(
            "disease.named",
            _NAMES,
            re.compile("(?:(?:de[ ])?la[ ])?tourette"),
            re.compile(r"(?<![a-z])gilles[ ](?:de[ ])?(?:la[ ])?$"),
        ),
        _Refusal(
            "disease.of",
            ("LASTNAME", "ORGANIZATION", "CITY"),
            re.compile(r"[a-z][a-z -]{2,40}"),
            re.compile(rf"(?<![a-z])(?:{_DISEASE})s?[ ](?:d(?:e|u)[ ]|d'[ ]?)(?:[a-z]{{2,20}}-){{0,3}}$"),
        ),
        _Refusal(
            "eponym.of",
            (*_OF_PEOPLE, "ORGANIZATION", "CITY"),
            re.compile(r"[a-z][a-z-]{2,20}"),
            re.compile(rf"(?<![a-z])(?:{_one_of(word_list('refusals/eponym_heads.txt'))})s?[ ](?:de[ ]|d'[ ]?)$"),
            None,
            lambda _, value: is_of_medicine(value) or not alphabet().lexicon.get(value, 0) & Trait.FIRST,
        ),
        _Refusal(
            "stain",
            _NAMES,
            re.compile(stain),
            re.compile(rf"(?:\A|[^a-z. ][ ]{{0,3}}|\.[ ]|(?<![a-z])(?:au|de|du|selon|{stain})[ ])$"),
            re.compile(
                rf"[ ]?(?:[:=+]|-(?![a-z0-9])|(?:negati|positi|neg|pos)[a-z]{{0,2}}(?![a-z])|[,;/-][ ]?(?:{stain}))"
            ),
        ),
        _Refusal(
            "stain",
            _NAMES,
            re.compile(stain),
            re.compile(rf"(?<![a-z])(?:{stain})(?:[ ]?[,;/-][ ]?|[ ]et[ ])$"),
        ),
        _Refusal(
            "particle.alone",
            _OF_PEOPLE,
            re.compile("de"),
            None,
            re.compile(r"[ ](?:garde|nuit|permanence|service|ville)(?![a-z-])"),
        ),
        _Refusal(
            "storm",
            _OF_PEOPLE,
            re.compile("[a-z]{3,15}"),
            re.compile(r"(?<![a-z])(?:cyclone|ouragan|tempete|typhon)[ ]$"),
        ),
        _Refusal(
            "since",
            ("AGE",),
            re.compile(r"[0-9]{1,2}[ ]?(?:ans?|mois|jours)(?:[ ]et[ ][0-9]{1,2}[ ]?(?:mois|semaines|jours))?"),
            re.compile(
                r"(?<![a-z])(?:(?:suivie?|traitee?|connue?|soignee?|installee?|evoluant|evolue)[ ]depuis"
                r"|(?:hospitalisation|sejour)(?:[ ][a-z]{3,12})?[ ](?:apres|de)"
                r"|(?:quitte|sort)[^.\n]{0,40}[ ]apres)[ ]$"
            ),
            re.compile("(?![ ](?:de vie|d'age))"),
        ),
        _Refusal(
            "since",
            ("AGE",),
            re.compile(rf"(?:[0-9]{{1,2}}|{_NUMBER_WORD})[ ](?:ans|mois|semaines|jours)"),
            re.compile(r"(?<![a-z])depuis[ ](?:bientot|presque|pres[ ]de|plus[ ]de|au[ ]moins|environ)[ ]$"),
        ),
        _Refusal(
            "since",
            ("AGE",),
            re.compile(rf"{_NUMBER_WORD}[ ](?:ans|mois|semaines|jours)"),
            re.compile(r"(?<![a-z])(?:depuis|revient[ ]apres|revue?[ ]apres)[ ]$"),
        ),
        _Refusal(
            "since",
            ("AGE",),
            re.compile(rf"(?:[0-9]{{1,2}}|{_NUMBER_WORD})[ ]?(?:ans?|mois|semaines|jours)"),
            re.compile(r"(?<![a-z])il[ ]y[ ]a(?:ura|vait)?[ ](?:(?:environ|presque|plus[ ]de)[ ])?$"),
        ),
        _Refusal(
            "control",
            ("AGE",),
            re.compile(r"[0-9]{1,2}[ ]?(?:mois|semaines|jours)"),
            re.compile(
                r"(?<![a-z])(?:revoir|reverrai|revue?|controles?|a[ ]faire|rdv|rendez-vous)(?![a-z])"
                r"[^.;\n0-9]{0,40}[ ]a[ ]$"
            ),
            re.compile(r"[ ]\("),
        ),
        _Refusal(
            "control",
            ("AGE",),
            re.compile(rf"(?:[0-9]{{1,2}}|{_NUMBER_WORD})[ ](?:mois|semaines)"),
            re.compile(r"(?<![a-z])(?:coloscopie|fibroscopie|endoscopie|irm|scanner|tdm|tep|scintigraphie)[ ]a[ ]$"),
            re.compile("(?![ ](?:de vie|d'age))"),
        ),
        _Refusal(
            "pressure.said",
            ("DATE",),
            re.compile(r"(?:[89]|1[0-9]|2[0-4])/(?:[4-9]|1[0-4])"),
            re.compile(
                r"(?<![a-z])(?:tension|tensionnels?)(?![a-z])[^.\n/]{0,40}(?<![ ]le[ ])(?<![ ]du[ ])(?<![ ]au[ ])$"
            ),
            re.compile(r"(?![/.-]?[0-9])"),
        ),
        _Refusal(
            "count.cores",
            ("DATE",),
            re.compile(r"[0-9]{1,2}/(?:6|8|1[02-8]|2[04])"),
            re.compile(r"(?<![a-z])(?:biopsies|carottes)(?![a-z])[^.;\n0-9]{0,40}\($"),
            re.compile(r"[ ]?(?:\)|\+|positi)"),
        ),
        _Refusal(
            "match.ten",
            ("DATE",),
            re.compile("(?:[5-9]|10)/10"),
            re.compile(r"(?<![a-z])(?:donneu(?:r|se)s?|hla|compatibles?|compatibilite)(?![a-z])[^.;\n0-9]{0,40}$"),
            re.compile(r"(?![/.-]?[0-9])"),
        ),
        _Refusal("fool", ("DATE",), re.compile("avril"), re.compile(r"(?<![a-z])poissons?[ ]d'[ ]?$")),
        _Refusal(
            "days.week",
            _NAMES,
            re.compile("(?:lu?|ma?|me|je?|ve?|sa?|di?)(?:-(?:lu?|ma?|me|je?|ve?|sa?|di?)){1,6}"),
            None,
            re.compile(r"[ ]?,?[ ](?:matins?|soirs?|midi|apres-midi|am|pm)(?![a-z])"),
        ),
        _Refusal(
            "mutation",
            IDENTIFIERS,
            re.compile(_SUBSTITUTION),
            re.compile(
                r"(?<![a-z])(?:porteu(?:r|se)s?|mutations?|variants?|h(?:eter|om)ozygotes?|f508del[ ]?/|braf|kras)"
                r"(?:[ ](?:de|du|la|le|sain|saine|pathogene|p\.))?[ ]?:?[ ]?$"
            ),
        ),
        _Refusal(
            "mutation",
            IDENTIFIERS,
            re.compile(rf"{_SUBSTITUTION}(?:/{_SUBSTITUTION}){{1,3}}"),
        ),
        _Refusal(
            "count.blood",
            IDENTIFIERS,
            re.compile(r"(?:gb|plaq(?:uettes)?|pnn|leuco(?:cytes)?s?|lympho(?:cytes)?s?)[ ]?:?[ ]?[0-9]{3,6}"),
        ),
        _Refusal(
            "laser",
            IDENTIFIERS,
            re.compile(r"[a-z]{2,10}[ ][0-9]{1,3}[ ]?w[ ][0-9]{3,5}[ ]?nm"),
        ),
        _Refusal(
            "valve",
            ("HOSPITAL", *_OF_PEOPLE, "CITY"),
            re.compile(r"s(?:ain)?t[ -]jude"),
            re.compile(
                r"(?<![a-z])(?:valves?|protheses?|stimulateurs?|pacemakers?|dai|boitier)(?![a-z])[^.;\n]{0,40}$"
            ),
        ),
        _Refusal(
            "acronym",
            (*_OF_PEOPLE, "CITY"),
            re.compile(_one_of(word_list("refusals/acronyms.txt"))),
            re.compile("$"),
            re.compile(r"(?![ ]?-[a-z])(?!['’])"),
            lambda match, _: _TITLE.search(match.string) is None,
        ),
        _Refusal(
            "language",
            (*_OF_PEOPLE, "CITY", "LOCATION"),
            re.compile(_one_of(word_list("refusals/languages.txt"))),
            re.compile(
                r"(?<![a-z])(?:parl(?:e|ent|ant)|langues?|interpretes?|traduct(?:eur|rice|ion))"
                r"(?:[ ](?:en|le|la|que|seulement|maternelle|un[ ]peu|peu)){0,2}[ ]?:?[ ](?:l'[ ]?)?$"
            ),
        ),
        _Refusal(
            "title.kin",
            ("FIRSTNAME",),
            re.compile(r"m\."),
            re.compile(
                r"(?<![a-z])(?:pere|beau-pere|mari|epoux|conjoint|compagnon|gendre|neveu|oncle|voisin|curateur|tuteur"
                r"|chez|en presence de|technicien|delegue(?:[ ](?:cfdt|cgt|fo))?|cadre de (?:jour|nuit))[ ]?[:,]?[ ]$"
            ),
            re.compile("[ ][a-z][a-z'-]"),
        ),
        _Refusal(
            "title.kin",
            ("FIRSTNAME",),
            re.compile(r"m\."),
            re.compile(r"(?<![a-z])(?:concerne|reportee?|a reprogrammer)[ ]?:[ ]$|(?:\A|\n)[0-9]{1,2}\)[ ]$"),
            re.compile("[ ](?:[a-z]|/[ ]mme)"),
        ),
        _Refusal("drug.short", ("FIRSTNAME",), re.compile("nora|dobu"), re.compile(r"(?<![a-z])sous[ ]$")),
        _Refusal(
            "drug.short",
            ("FIRSTNAME",),
            re.compile("nora|dobu"),
            None,
            re.compile(r"[ ](?:descendue?|augmentee?)(?![a-z])|[ ]?[0-9]{1,2}(?:[.,][0-9]{1,2})?[ ]?(?:mg|µg|γ|gamma)"),
        ),
        _Refusal(
            "field.diagnosis",
            _NAMES,
            re.compile("[a-z]{3,12}"),
            re.compile(r"(?<![a-z])[dt]x[ ]{0,2}:[ ]{0,2}$"),
            re.compile(r"[ ]{0,2}(?:[\n,;.(]|$)"),
            lambda _, value: not is_listed_name(value),
        ),
        _Refusal(
            "type.letter",
            _OF_PEOPLE,
            re.compile(r"[abc]\.?"),
            re.compile(r"(?<![a-z])(?:influenza|grippe|hepatite|strepto(?:coque)?)[ ]$"),
            re.compile(r"\.?[ ]{0,3}(?:[\n,;)+]|$|[dt]x[ ]?:|h[1-9]n[1-9])"),
        ),
        _Refusal(
            "column.expected",
            _OF_PEOPLE,
            re.compile(r"%?[ ]?theo\.?"),
            re.compile(
                r"(?:%[ ]?|(?<![a-z])(?:mes(?:uree?)?|obs(?:ervee?)?|ref|pre|post|valeur|unites?)\.?[ ]{2,30})$"
            ),
        ),
        _Refusal(
            "column.expected",
            _OF_PEOPLE,
            re.compile(r"%?[ ]?theo\.?"),
            None,
            re.compile(
                r"\.?(?:[ ]{1,30}%|[ ]\(gli|[ ]{2,30}(?:mes(?:uree?)?|obs|pre|post|valeur)(?![a-z])"
                r"|[ ](?:pre|mes|obs)[ ]{1,8}%)"
            ),
        ),
        _Refusal(
            "class.eponym",
            _NAMES,
            re.compile("[a-z]{4,15}"),
            re.compile(
                r"(?<![a-z])(?:amputation|classification|entorse|fracture|grade|lesion|luxation|stade|type)s?"
                r"(?:[ ](?:ouverte?|fermee?|distale?|proximale?|laterale?|mediale?|deplacee?|de|selon)){0,3}[ ]$"
            ),
            re.compile(r"[ ](?:ii|iii|iv|vi?)[abc]?(?![a-z0-9.])"),
        ),
        _Refusal(
            "clock.hour",
            ("AGE",),
            re.compile(r"(?:[01]?[0-9]|2[0-3])[ ]?(?:h|heures?)"),
            re.compile(r"(?<![a-z])vers[ ]$"),
            re.compile(r"(?![ ](?:de vie|d'age))"),
        ),
        _Refusal(
            "duration.pair",
            ("DATE",),
            re.compile(r"[0-9]{1,3}"),
            re.compile(r"(?<![a-z])(?:a|de|entre|pendant|apres|toutes les)[ ](?:[0-9]{1,3}[ ]?,[ ]){0,6}$"),
            re.compile(
                r"(?:[ ]?,[ ][0-9]{1,3}){0,6}[ ](?:et|ou|a|puis)[ ][0-9]{1,3}[ ]?"
                r"(?:heures?|h|mn|minutes?|semaines?|mois|ans)(?![a-z0-9])"
            ),
        ),
        _Refusal("article.elided", ("DATE", "BIRTHDATE", "AGE"), re.compile("[ld]"), None, re.compile("['’][a-z]")),
        _Refusal(
            "eye.chart",
            ("DATE",),
            re.compile(r"(?:[0-9]|1[0-2])/1[02]"),
            None,
            re.compile(
                r"[ ]?,?[ ]?(?:p(?:arinaud)?[ ]?[0-9]{1,2}|parinaud)(?![0-9/])"
                r"|[ ](?:au niveau de|a|de|pour|sur)[ ]?l'(?:oe?|e)il[ ](?:droit|gauche)"
            ),
        ),
        _Refusal(
            "score.ten",
            ("DATE",),
            re.compile(r"(?:[0-9]|10)/10|(?:[0-9]|10)/(?:[0-9]|10)/(?:[0-9]|10)"),
            re.compile(r"(?<![a-z])(?:apgar|apg|eva|evn|intensite de la douleur)(?![a-z])[^.\n]{0,40}$"),
            re.compile(r"(?![/.-]?[0-9])"),
        ),
        _Refusal(
            "score.ten",
            ("DATE",),
            re.compile("[0-9]|10"),
            re.compile(
                r"(?<![a-z])(?:eva|evn)(?![a-z])[^.\n/]{0,45}(?<![ ](?:au|du|et|le)[ ])(?<![ ]les[ ])(?<![,;-][ ])$"
            ),
            re.compile(rf"(?![/.-]?[0-9])(?!(?:er)?[ ]{_MONTH})"),
        ),
        _Refusal(
            "adjective",
            ("HOSPITAL",),
            re.compile(r"clinique[ ](?:l[ae][ ]|l'|les[ ])[a-z' -]{2,60}"),
            re.compile(
                r"(?<![a-z])(?:examens?|plan|bilan|tableau|etat|evolution|amelioration|aggravation|presentation|forme"
                r"|suivi|signes?|stade|diagnostic|contexte|aspect|degradation|reponse|remission|surveillance)[ ]$"
            ),
        ),
        _Refusal(
            "adjective",
            ("HOSPITAL",),
            re.compile(r"clinique[ ](?:d[eu][ ]|d'|des[ ])[a-z' -]{2,60}"),
            re.compile(r"(?<![a-z])(?:etude|essai|recherche)[ ]$"),
        ),
        _Refusal(
            "eye.chart",
            ("DATE",),
            re.compile(r"(?:[0-9]|1[0-2])/1[02]"),
            re.compile(r"(?<![a-z])[oœ]e?il[ ](?:droit|gauche)[ ](?:(?:de|a|est[ ]a|etait[ ]de|etait[ ]a)[ ]|:[ ]?)$"),
            re.compile(r"(?![/.-]?[0-9])"),
        ),
        _Refusal(
            "trade.said",
            (*_OF_PEOPLE, "CITY", "LOCATION"),
            re.compile("[a-z]{5,30}"),
            re.compile(r"[0-9]{1,3}[ ]ans,[ ]$"),
            re.compile(",[ ]"),
            lambda _, value: _is_word(value),
        ),
        _Refusal(
            "trade.said",
            (*_OF_PEOPLE, "CITY", "LOCATION"),
            re.compile("[a-z]{5,30}"),
            re.compile(r"(?:\A|[\n;:,(][ ]?|(?<![a-z])(?:est|etait)[ ])$"),
            re.compile(r"[ ]de[ ](?:metier|profession)(?![a-z])"),
            lambda _, value: _is_word(value),
        ),
        _Refusal(
            "trade.said",
            _OF_PEOPLE,
            re.compile("[a-z]{5,30}"),
            re.compile(r"(?:\A|[\n;:.][ ]?)$"),
            re.compile(r"[ ](?:(?:a la|en)[ ]retraite|retraitee?|en[ ]activite|en[ ]invalidite|au[ ]chomage)(?![a-z])"),
            lambda _, value: _is_word(value),
        ),
        _Refusal(
            "trade.letters",
            _OF_PEOPLE,
            re.compile(r"ahu|arc|iha|d\.[ ]?e\."),
            re.compile(r"(?:[,:;][ ]|(?<![a-z])audioprothesiste[ ]|(?<![a-z])infirmi(?:er|ere)[ ])$"),
            re.compile("[ ][a-z]{2}"),
        ),
        _Refusal(
            "act.code",
            IDENTIFIERS,
            _ACT,
            re.compile(
                r"(?:(?:ectomie|scopie|plastie|tomie|graphie|stomie|desie|biopsie|exerese)s?(?![a-z])[^\n]{0,30}\("
                r"|(?<![a-z])(?:ccam|actes?|cotations?)(?:[ ]ccam)?[ ]?:?[ ])$"
            ),
            re.compile("(?![a-z0-9-])"),
        ),
        _Refusal("act.code", IDENTIFIERS, _ACT, None, re.compile(r"[ ]{2,20}[0-9]{1,4},[0-9]{2}(?![0-9])")),
        _Refusal(
            "care.mode",
            ("DATE",),
            re.compile("[0-9]{2}"),
            re.compile(r"(?<![a-z])mode de prise en charge[ ](?:(?:principale?|associee?)[ ])?:?[ ]?$"),
            re.compile("(?![/.-]?[0-9])"),
        ),
        _Refusal(
            "cell.none",
            _OF_PEOPLE,
            re.compile("n[adfrp]"),
            re.compile("[ ]{2}$"),
            re.compile(r"[ ]{2,30}[0-9]{1,3}(?:[.,][0-9]{1,3})?(?:[ ]{2}|[ ]?\n|$)"),
        ),
        _Refusal(
            "count.bracketed",
            ("DATE",),
            re.compile("[0-9]{1,3}"),
            re.compile(r"(?<![a-z])[a-z]{3,20}s[ ][a-z]{3,20}[eiu]e?s[ ]\($"),
            re.compile(r"\)[ ]{0,3}(?:\n|$)"),
        ),
        _Refusal(
            "edition",
            ("DATE",),
            re.compile("(?:19|20)[0-9]{2}"),
            re.compile(
                r"(?<![a-z])(?:tnm|oms|isup|ctcae|aasm|duke|edition|figo|grio|version|"
                r"ald[ ][0-9]{1,2}[ ]\(liste|[0-9]e[ ]ed\.?)"
                r"[ ]?(?:v?[0-9]{1,2}(?:\.[0-9])?e?(?:[ ]ed(?:ition|\.)?)?|(?:19|20)[0-9]{2}/)?,?[ ]?$"
            ),
            re.compile("(?![/.-]?[0-9])"),
        ),
        _Refusal(
            "eye.tomography",
            ("DATE",),
            re.compile(r"(?:[0-9]{1,2}[ ]?\n[ ]{0,4})?oct"),
            None,
            re.compile(r"\.?[ ](?:o[dg]|odg|maculaires?|papillaires?|rnfl)(?![a-z])"),
        ),
        _Refusal(
            "morning",
            _OF_PEOPLE,
            re.compile("[a-z]{3,20}"),
            re.compile(r"[0-9]{1,2}/[0-9]{1,2}(?:/[0-9]{2,4})?[ ]m\.[ ]$"),
            re.compile(r"[ ][a-z]{3,20}ees?[ ]?[.,;\n]"),
            lambda _, value: in_dictionary(value),
        ),
        _Refusal(
            "operation",
            ("FIRSTNAME",),
            re.compile("cesar"),
            re.compile(r"(?:\A|\n[ ]{0,20}|[,;:+(][ ])$"),
            re.compile(r"[ ](?:en[ ])?(?:19|20)[0-9]{2}(?![0-9])"),
        ),
        _Refusal(
            "place.hour",
            ("LOCATION",),
            re.compile("[a-z]{4,20}[ ][0-9]{1,2}[ ]?h"),
            re.compile("$"),
            re.compile("(?:[0-9]{2})?(?![a-z0-9])"),
            lambda _, value: _is_word(value.partition(" ")[0]),
        ),
        _Refusal(
            "table.disease",
            ("AGE", "OTHER_ID"),
            re.compile("[0-9]{1,3}[ ]?(?:bis|[a-d])?"),
            re.compile(r"(?<![a-z])(?:mp|maladies?[ ]professionnelles?|tableau)[ ](?:n[°o]?[ ]?)?$"),
            re.compile("(?![ ]?(?:ans|mois))(?![a-z-]|[ ]?[./-]?[0-9])"),
        ),
        _Refusal("test.beside", _NAMES, re.compile(tests), re.compile(rf"(?<![a-z])(?:{tests})(?:,|[ ]?[+/])?[ ]$")),
        _Refusal(
            "test.beside", _NAMES, re.compile(tests), None, re.compile(rf"(?:,|[ ]?[+/])?[ ](?:{tests})(?![a-z0-9])")
        ),
        _Refusal(
            "product.global",
            (*IDENTIFIERS, "PHONE"),
            re.compile("[0-9]{14}"),
            re.compile(r"(?:\(01\)|(?<![a-z])gtin[ ]?:?)[ ]?$"),
        ),
        _Refusal(
            "pressure.row",
            ("DATE",),
            re.compile(r"(?:[89]|1[0-9]|2[0-4])/(?:[4-9]|1[0-4])"),
            None,
            re.compile(r"(?:,|[ ]-)[ ]?[0-9]{2,3}(?:,|[ ]-)[ ]?(?:[0-9]{2,3}[ ]?%|3[5-9][.,][0-9])"),
        ),
        _Refusal(
            "score.thirty",
            ("DATE",),
            re.compile("[12]?[0-9]|30"),
            re.compile(r"(?<![a-z])(?:mmse?|moca)[ ](?:[0-9]{1,2}/30[ ])?\($"),
            re.compile("[ ](?:a|au|en|le)[ ]"),
        ),
        _Refusal(
            "score.thirty",
            ("DATE",),
            re.compile("30"),
            re.compile(r"(?<![a-z])(?:mmse?|moca)[ ](?:[a-z' ]{1,20}[ ])?[0-9]{1,2}/$"),
            re.compile(rf"(?![/.-]?[0-9])(?![ ]{_MONTH})"),
        ),
        _Refusal(
            "score.thirty",
            ("DATE",),
            re.compile("[12]?[0-9]|30"),
            None,
            re.compile("(?:/30)?[ ](?:a la|au|aux)[ ](?:mmse?|moca)(?![a-z])"),
        ),
        _Refusal(
            "stay",
            ("AGE",),
            re.compile("[0-9]{1,2}[ ](?:mois|semaines|jours)"),
            re.compile(r"(?<![a-z-])([a-z]{4,15})[ ]\($"),
            re.compile("[),]|[ ]a[ ]"),
            lambda match, _: _is_country(match[1]),
        ),
        _Refusal(
            "count.room",
            ("OTHER_ID",),
            re.compile("[0-9]{1,2}"),
            re.compile(r"(?<![a-z])(?:cachet|coffre|tube)[ ](?:n[°o][ ]?)?$"),
            re.compile("(?![a-z-]|[ ]?[./-]?[0-9])"),
        ),
        _Refusal(
            "count.child",
            ("AGE",),
            re.compile("[0-9]"),
            re.compile("(?<![0-9.,])$"),
            re.compile("[ ]enf(?:ants?)?(?![a-z])"),
        ),
        _Refusal(
            "vitamin",
            _OF_PEOPLE,
            re.compile("[a-k][0-9]{0,2}"),
            re.compile(r"(?<![a-z])vit(?:amines?)?\.?[ ]$"),
            re.compile("(?![a-z0-9'.-])"),
        ),
        _Refusal(
            "origin.said",
            _OF_PEOPLE,
            re.compile("[a-z]{4,30}(?:ais|aise|ien|ienne|ain|aine|ois|oise|an|ane|are|ard|arde|eque)s?"),
            re.compile(r"(?<![a-z])d'origine[ ]$"),
        ),
        _Refusal(
            "feast.saint",
            (*_OF_PEOPLE, "CITY", "LOCATION"),
            re.compile("s(?:ain)?te?[ -][a-z]{3,20}(?:-[a-z]{3,20})?"),
            re.compile(
                r"(?<![a-z])(?:(?:jour|veille|lendemain|feux?|fete|soir)[ ]de|depuis|pour|avant|apres)[ ]la[ ]$"
            ),
        ),
        _Refusal(
            "feast.named",
            _OF_PEOPLE,
            re.compile("toussaint|ascension|pentecote|epiphanie|chandeleur"),
            re.compile(r"(?<![a-z])(?:depuis|avant|apres|des|vers)[ ](?:la[ ]|l'[ ]?)$"),
        ),
        _Refusal(
            "cycles",
            _NAMES,
            re.compile("[a-z]{3,8}"),
            re.compile(r"(?:\A|[^a-z])$"),
            re.compile(r"[ ]?[x×][ ]?[0-9]{1,2}(?![a-z0-9])"),
            lambda _, value: not is_listed_name(value),
        ),
        _Refusal(
            "score.whole",
            _OF_PEOPLE,
            re.compile("[a-z]{3,8}"),
            re.compile(r"(?:\A|[\n.;(][ ]{0,3})$"),
            # « Martin 03/54 » is born in March.
            re.compile(r"[ ](?!0?[1-9]/|1[0-2]/)[0-9]{1,3}/(?:3[2-9]|[4-9][0-9]|100)(?![0-9/])"),
            lambda _, value: not is_listed_name(value),
        ),
        _Refusal(
            "score.whole",
            _OF_PEOPLE,
            re.compile("[a-z]{3,8}"),
            re.compile(r"(?:\A|[\n.;(][ ]{0,3})$"),
            re.compile(r"[ ][0-9]{1,3}[ ]?(?:→|->)[ ]?[0-9]"),
        ),
        _Refusal(
            "title.second",
            ("FIRSTNAME",),
            re.compile(r"mm?\."),
            re.compile(r"(?<![a-z])(?:mme|madame)(?:[ ][a-z'-]{2,30})?[ ]et[ ]$"),
            re.compile("[ ][a-z]{2}"),
        ),
        _Refusal("subject", _OF_PEOPLE, re.compile("fwd?|re|tr"), None, re.compile(r"[ ]?:[ ]?[a-z]")),
        _Refusal(
            "page",
            _OF_PEOPLE,
            re.compile(r"pp?\."),
            re.compile(
                r"(?<![a-z])(?:chapitre|lecture|livre|revue|tome)(?:[ ,][^.\n]{0,40})?(?<!mme|lle|.mr|.dr|.pr|..m)[ ]$"
            ),
            re.compile(r"[ ]?[0-9]{1,4}(?![a-z0-9/])(?![ ]ans)"),
        ),
        _Refusal(
            "home",
            ("ORGANIZATION", "HOSPITAL", "LOCATION"),
            re.compile("foyer"),
            re.compile(r"(?<![a-z])(?:mere|pere|femme|homme)s?[ ](?:est[ ])?au[ ]$"),
        ),
        _Refusal(
            "count.beds",
            ("DATE",),
            re.compile("[0-9]{1,3}"),
            re.compile(r"(?<![a-z])(?:lits|chambres|box)[ ][0-9]{1,3}(?:,[ ][0-9]{1,3}){0,8}(?:,[ ]|[ ]et[ ])$"),
            re.compile(r"(?![/.-]?[0-9])(?![ ][a-z]{3,9}[ ][0-9]{4})"),
        ),
        _Refusal(
            "count.both",
            ("DATE",),
            re.compile("[0-9]{1,2}"),
            re.compile(r"(?<![a-z])les[ ]$"),
            re.compile(
                r"(?![.,/-]?[0-9])"
                r"(?!\s{0,2}(?:[,&/-]|et(?![a-z])|ou(?![a-z])|au(?![a-z])|puis(?![a-z]))?\s{0,2}(?:le[ ]|les[ ])?[0-9])"
                r"(?!\s{0,2}[a-z]{3,9}\.?(?![a-z]))"
            ),
        ),
        _Refusal(
            "count.dictated",
            ("DATE", "AGE"),
            re.compile("[0-9]{1,3}"),
            None,
            re.compile(
                r"[ ]\([a-z][a-z -]{1,30}\)[ ](?:gelules?|comprimes?|sachets?|ampoules?|jours?|boites?|seances?)"
            ),
        ),
        _Refusal(
            "day.ordinal",
            ("DATE",),
            re.compile("1(?:er)?"),
            None,
            re.compile(
                r"(?:er)?[ ](?:(?:et[ ]le[ ][0-9]{1,2}(?:er|e)?[ ])?(?:(?:de[ ])?chaque|du)[ ]mois(?![a-z])"
                rf"|et[ ]le[ ][234]e[ ]|(?:{_WEEKDAYS})[ ]du[ ]mois"
                r"|(?:pansement|rappel|contact|temps)(?![a-z]))"
            ),
        ),
        _Refusal(
            "day.ordinal",
            ("DATE",),
            re.compile("[0-9]{1,2}"),
            re.compile(r"(?<![a-z])le[ ][0-9]{1,2}(?:er)?[ ]et[ ]le[ ]$"),
            re.compile("[ ](?:(?:de[ ])?chaque[ ]mois|du[ ]mois(?![ ][a-z]))"),
        ),
        _Refusal(
            "day.round",
            ("DATE",),
            re.compile("24"),
            re.compile(r"(?<![0-9/.-])24[ ]?/[ ]?$"),
            re.compile("(?![/.-]?[0-9])"),
        ),
        _Refusal("day.round", ("DATE", "AGE", "PHONE"), re.compile(r"24[ ]?/[ ]?24")),
        _Refusal(
            "postscript",
            _NAMES,
            re.compile(r"p\.?[ ]?-?[ ]?s\.?"),
            re.compile(r"(?:\A|\n[ ]{0,20})$"),
            re.compile(r"[ ]?[:,]?[ ][a-z]"),
        ),
        _Refusal("abbreviation", _NAMES, re.compile(r"(?:o\.r\.l|n\.d\.l\.r|c\.h\.(?:r\.)?u|ph\.?[ ]?d)\.?")),
        _Refusal(
            "abbreviation",
            _NAMES,
            re.compile(r"w\.?-e\.?"),
            re.compile(r"(?<![a-z])(?:ce|le|les|du|(?:jour|nuit|semaine)s?[ ]et)[ ]$"),
        ),
        _Refusal(
            "volume",
            ("DATE", "AGE"),
            re.compile("[0-9]{1,3}"),
            re.compile(r"(?:19|20)[0-9]{2}[,;][ ]?(?:[0-9]{1,3}[ ]?)?\($"),
            re.compile(r"\)[:,]"),
        ),
        _Refusal(
            "volume",
            ("DATE", "AGE"),
            re.compile("[0-9]{1,3}"),
            re.compile(r"(?:19|20)[0-9]{2}[,;][ ]?$"),
            re.compile(r"[ ]?\([0-9]{1,3}\)[:,]"),
        ),
        _Refusal(
            "page",
            ("DATE", "AGE", "PHONE"),
            re.compile("[0-9]{1,3}(?:-[0-9]{1,3})?"),
            re.compile(r"\(pp?\.[ ]?$"),
            re.compile(r"\)"),
        ),
        _Refusal(
            "count.room",
            ("DATE", "AGE"),
            re.compile("[0-9]{1,2}"),
            re.compile(r"(?<![a-z])poste[ ]$"),
            re.compile(rf"(?![/.-]?[0-9])(?![ ]{_MONTH})"),
        ),
        _Refusal(
            "count.room",
            ("ADDRESS",),
            re.compile(r"(?:[0-9]{1,2}[a-z]?,?[ ])?(?:ch|chambre)\.?[ ][0-9]{1,4}[ ]?[a-z]?"),
            re.compile(r"(?<![a-z])service[ ]?:?[ ][^\n]{3,40}$"),
        ),
        _Refusal(
            "count.room",
            ("DATE", "AGE"),
            re.compile("[0-9]{1,3}"),
            re.compile(
                r"(?<![a-z])(?:ch|chambres?|dossiers?|lits?|lots?|salles?|sem|semaines?|tubes?|vis)\.?[ ]"
                r"(?:[0-9]{1,3}(?:[ ]x[ ][0-9]{1,3})?(?:,[ ]|[ ]et[ ])){0,6}$"
            ),
            re.compile(r"(?![/.-]?[0-9])(?![ ](?:[a-z]{3,9}[ ])?[0-9]{4})"),
        ),
        _Refusal(
            "age.many",
            ("AGE",),
            re.compile(r"[0-9]{1,3}(?:,[0-9])?[ ]?(?:ans|mois)"),
            re.compile(
                r"(?<![a-z])(?:age[ ](?:moyen|median|limite)(?:[ ][a-z]{2,6}){0,2}[ ]?:?[ ]?"
                r"|age[ ]?[<>≤≥][ ]?|quoi[ ]faire[ ]apres[ ]|que[ ]faire[ ]apres[ ]|depistage[ ]des[ ])$|±[ ]?$"
            ),
        ),
        _Refusal(
            "weight.born",
            ("AGE", "BIRTHDATE"),
            re.compile("[1-5][ ][0-9]{3}|1[3-9][0-9]|[2-9][0-9]{2}|1[0-7][0-9]{2}|2[1-9][0-9]{2}|[3-9][0-9]{3}"),
            # « née 1380 », of another calendar
            re.compile(r"(?<!(?<![a-z])ne[ ])(?<!(?<![a-z])nee[ ])(?<!(?<![a-z])en[ ])(?<!vers[ ])(?<!annee[ ])$"),
            re.compile("(?![0-9])"),
        ),
        _Refusal(
            "day.none",
            ("DATE",),
            re.compile("(?:1[3-9]|[2-9][0-9])/(?:1[3-9]|[2-9][0-9])"),
            # « né le 31/14 » is a day, misread.
            re.compile(r"(?<!(?<![a-z])(?:au|du|le)[ ])$"),
            re.compile("(?![/.-]?[0-9])"),
        ),
        _Refusal("day.none", ("DATE",), re.compile("[0-9]{1,2}/0"), None, re.compile("(?![/.-]?[0-9])")),
        _Refusal(
            "count.all",
            ("DATE",),
            re.compile(r"(?P<of>[0-9]{1,2})/(?P=of)"),
            re.compile(
                r"(?<![a-z])(?:agrafes?|fils|points|seances?|cures?|doses?)"
                r"(?:[ ](?:faite?|effectuee?|enlevee?|otee?|realisee?|retiree?)s?)?[ ]$"
            ),
            re.compile("(?![/.-]?[0-9])"),
        ),
        _Refusal(
            "count.all",
            ("DATE",),
            re.compile("[0-9]{1,3}"),
            re.compile(
                r"(?<![a-z])(?:(?:seances?|cures?|doses?|visites?)[ ](?:faite|effectuee|realisee|prescrite|restante)s?"
                r"|(?:nb|nbre|nombre)\.?[ ](?:total[ ])?d(?:e[ ]|')[a-z]{3,20})[ ]?:[ ]?$"
            ),
            re.compile(r"[ ]?(?:\(|[\n,;.]|$)(?![ ]?[0-9]{1,2}[ ,])"),
        ),
        _Refusal(
            "law.dictated",
            ("OTHER_ID", "PATIENT_ID", "VISIT_ID", "REFERENCE", "PHONE", "DATE"),
            re.compile(r"[a-z0-9][a-z0-9, -]{0,120}[a-z0-9]\.?"),
            re.compile(
                r"(?<![a-z])(?:amendement|article|alinea)s?(?:[ ][a-z]{2,20}){0,2},?[ ](?:numeros?|n[°º]s?)[ ]$"
            ),
        ),
    )


def _one_of(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))
