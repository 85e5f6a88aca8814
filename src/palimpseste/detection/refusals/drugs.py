"""Drugs and who makes them, whose names are those of families and first names too.

===================== =================== ==================================================================
refusal               labels              what it refuses
===================== =================== ==================================================================
``drug.laboratory``   any name            a maker of drugs between a drug and its dose: « PARACETAMOL MYLAN 1 g », and
                                          behind that drug elsewhere
``drug.registered``   any name, OTHER_ID  « SABRIL® », « vigabatrin (SABRIL®) », « Maxepa ( R ) »
``drug.short``        FIRSTNAME           « sous Nora », « Nora 0,22 », « si nora < 0,1 »
``cycles``            any name            what was given so many times: « CHOEP x4 »
``vitamin``           names               « vit K », « Vit D 800 UI, Fer, ADEK »
``drug.dosed``        any name            in no list of names, given a dose and said of a drug twice: « Epivir 150 mg »,
                                          « traitement par Epivir »
``drug.stem``         names               a small word that ends as drugs do: « traités par lamivudine »
``drug.form``         any name            in no list of names, before dose and form: « Mucodrill 600 mg, gélule »
``drug.compound``     names               of two words, one of a drug and none a name: « Depo-Provera le 2 mars »
``drug.bracketed``    any name            in no list of names, in brackets behind what ends as drugs do: « ivermectine
                                          (Ivomec) »
``drug.kind``         any name            in no list of names: « la spécialité Rocgel »
``drug.pair``         ORGANIZATION        drugs given together: « l'association d'Epivir et de »
===================== =================== ==================================================================
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from palimpseste.detection.enumerations import is_listed_name
from palimpseste.detection.lexicon import in_dictionary, word_list
from palimpseste.detection.refusals.atoms import TITLE, one_of
from palimpseste.detection.refusals.refusal import AROUND, NAMES, Refusal
from palimpseste.detection.refusals.words import is_drug
from palimpseste.labels import OF_PEOPLE

__all__ = ["dosed_in", "doses_in", "is_drug_by_its_end", "made_in", "refusals"]

_DOSE: Final = re.compile(
    r"[ ][0-9]{1,5}(?:[ ]?[.,][ ]?[0-9]{1,3})?[ ]?(?:mg|µg|μg|mcg|ui|mmol|(?:micro|milli)grammes)(?![a-z])"
)
# « Epivir | 150 mg », « Epivir | 2 , 5 mg »
_DRUG: Final = re.compile(r"(?<![a-z])[a-z]{4,30}\Z")
# « traitement par Epivir », « Comment Epivir est-il utilisé ? »
_GIVEN: Final = re.compile(
    r"(?<![a-z])(?:traitement (?:par|avec) (?P<by>[a-z]{4,30})(?![a-z'-])"
    r"|(?P<used>[a-z]{4,30}) est(?:[ ]?-[ ]?il utilise| (?:contre-)?indiquee? (?:dans|pour|chez|en)))(?![a-z])"
)
_FEWEST_SAID: Final = 2
# Ends of international nonproprietary names.
_STEM: Final = re.compile(
    r"[a-z]{2,20}(?:vudine|cilline|mycine|azole|sartan|olol|statine|tinib|oxacine|azepam|caine|curium"
    r"|dipine|formine|gliptine|gliflozine|parine|profene|setron|triptan|terol|isone|isolone|navir|ovir|xaban|zepine"
    r"|thiazide|semide|sterone|estrone|estradiol|benzene|mectine|cycline|micine|lukast|gatran|fibrate"
    r"|tropium|platine|rubicine|taxel|trexate|oxetine|triptyline|pramine|peridol|toine|racetam|fentanil|codone|coxib"
    r"|dronate|bendazole|ciclib|parib|lisib|fungine|antel|tecan|poside|cillin|mab|relix|reline|tocine|kinase)"
)
_LAST_WORD: Final = re.compile("[a-z-]+")
_STRENGTH: Final = (
    r"[ ][0-9]{1,5}(?:[ ]?[.,][ ]?[0-9]{1,4})?[ ]?(?:mg|g|µg|μg|mcg|ui|mui|ml|%|pour cent|microgrammes?)"
    r"(?:/[0-9]{0,4}[ ]?(?:mg|g|µg|ml|dose|h))?(?:[ ][a-z]{3,10}){0,2}?"
)
_FORM: Final = (
    "(?:ampoules?|capsules?|collyre|comprimes?|creme|cp|dispositif|emulsion|gelules?|gel|granules?|gouttes|lyophilisats?"
    "|ovules?|pastilles?|pommade|poudre|sachets?|sirop|solution|suppositoires?|suspension)"
)
_OF_FORM: Final = (
    "(?:a croquer|a diluer|buvable|dermique|effervescente?s?|enrobee?s?|gastro-?resistante?s?|injectable|molles?|nasale"
    "|ophtalmique|orodispersibles?|pelliculee?s?|pour|quadrisecables?|rectale?|secables?|transdermique|vaginale?s?)"
)


def refusals() -> tuple[Refusal, ...]:
    """Return the shapes that are refused, each between its contexts."""
    return (*_of_names(), *_of_kinds())


def _of_names() -> tuple[Refusal, ...]:
    """Return those of a drug's name, told by what stands beside it."""
    return (
        Refusal(
            "drug.laboratory",
            NAMES,
            re.compile(one_of(word_list("refusals/laboratories.txt"))),
            re.compile(r"(?<![a-z])([a-z]{4,30})[ ]$"),
            re.compile(r"[ ]{1,2}[0-9]{1,4}(?:[.,][0-9]{1,3})?[ ]?(?:mg|g|µg|μg|mcg|ui|ml|%)(?![a-z])"),
            lambda match, _: is_drug(match[1]),
        ),
        Refusal(
            "drug.registered",
            (*NAMES, "OTHER_ID"),
            re.compile("[a-z0-9][a-z0-9 '-]{1,40}"),
            None,
            re.compile(r"[ ]?(?:®|™)|[ ]?\([a-z][a-z0-9 -]{1,30}[ ]?[®™]\)"),
        ),
        Refusal(
            "drug.registered",
            (*NAMES, "OTHER_ID"),
            re.compile("[a-z][a-z0-9 '-]{2,40}"),
            re.compile("(?:)$"),
            re.compile(r"[ ]?\([ ]?r[ ]?\)"),
            lambda match, value: not any(map(is_listed_name, value.split())) and TITLE.search(match.string) is None,
        ),
        Refusal(
            "drug.registered",
            OF_PEOPLE,
            re.compile("r"),
            re.compile(r"(?<![a-z])([a-z]{4,30})[ ]?\([ ]?$"),
            re.compile(r"[ ]?\)"),
            lambda match, _: not is_listed_name(match[1]),
        ),
        Refusal(
            "drug.form",
            NAMES,
            re.compile("[a-z][a-z-]{2,25}(?:[ ][a-z]{2,15}){0,2}"),
            re.compile("(?:)$"),
            re.compile(rf"(?:{_STRENGTH}[ ]?,?[ ]{_FORM}|[ ]?,[ ]{_FORM}[ ]{_OF_FORM})(?![a-z])"),
            lambda match, value: not _has_a_name(value) and TITLE.search(match.string) is None,
        ),
        Refusal(
            "drug.compound",
            OF_PEOPLE,
            re.compile("[a-z]{4,15}-[a-z]{4,20}"),
            re.compile(r"[a-z0-9.)][ ]?[:;,+][ ]$"),
            re.compile(r"[ ](?:le[ ][0-9]{1,2}|[0-9]{1,4}[ ]?(?:mg|µg|ui|g)|i[mv]|sc|lp)(?![a-z])"),
            of_value=lambda value: any(map(is_drug, value.split("-"))) and not _has_a_name(value.replace("-", " ")),
        ),
        Refusal(
            "drug.bracketed",
            NAMES,
            re.compile("[a-z][a-z-]{2,20}"),
            re.compile(r"(?<![a-z])([a-z]{4,30})[ ]?\([ ]?$"),
            re.compile(r"[ ]?\)"),
            lambda match, value: is_drug_by_its_end(match[1]) and not is_listed_name(value),
        ),
    )


def _of_kinds() -> tuple[Refusal, ...]:
    """Return those of kinds of drugs, short names, cycles and vitamins."""
    return (
        Refusal(
            "drug.kind",
            NAMES,
            re.compile("[a-z][a-z-]{2,20}"),
            re.compile(
                r"(?<![a-z])(?:biosimilaire|generique|princeps|specialite)s?[ ](?:de[ ](?:reference[ ])?|d'[ ]?)?$"
                r"|(?<![a-z])service medical rendu[ ](?:par|de|d')[ ]?$"
            ),
            None,
            of_value=lambda value: not is_listed_name(value) and not in_dictionary(value),
            ends=(
                *(f"{ending}{plural} " for ending in ("aire", "ique", "princeps", "ite") for plural in ("", "s")),
                *("de", "de ", "d'", "d' ", "reference ", "par", "par "),
            ),
        ),
        Refusal(
            "drug.pair",
            ("ORGANIZATION",),
            re.compile(r"association[ ](?:de[ ](?:la[ ]|l'[ ]?)?|d['’][ ]?)[a-z][a-z-]{3,25}"),
            re.compile("(?:)$"),
            re.compile(r"[ ](?:\(|(?:au?|avec|et)(?![a-z]))"),
            of_value=lambda value: _is_only_a_drug(_LAST_WORD.findall(value)[-1]),
        ),
        Refusal(
            "drug.short",
            ("FIRSTNAME",),
            re.compile("nora|dobu"),
            re.compile(r"(?<![a-z])(?:sous|(?:debit|sevrage)[ ]de(?:[ ]la)?)[ ]$"),
        ),
        Refusal(
            "drug.short",
            ("FIRSTNAME",),
            re.compile("nora|dobu"),
            None,
            re.compile(
                r"[ ](?:augmentee?|descendue?|off|stoppee?)(?![a-z])"
                r"|[ ]?[0-9]{1,2}(?:[.,][0-9]{1,2})?[ ]?(?:mg|µg|γ|gamma)"
                r"|[ ]?(?:a[ ]|:[ ]?|=[ ]?)?0[.,][0-9]{1,3}(?![0-9]|[ ]?kg)|[ ]?[<>≤≥][ ]?[0-9]"
            ),
        ),
        Refusal(
            "cycles",
            NAMES,
            re.compile("[a-z]{3,8}"),
            re.compile(r"(?:\A|[^a-z])$"),
            re.compile(r"[ ]?[x×][ ]?[0-9]{1,2}(?![a-z0-9])"),
            of_value=lambda value: not is_listed_name(value),
        ),
        Refusal(
            "vitamin",
            OF_PEOPLE,
            re.compile("[a-k][0-9]{0,2}"),
            re.compile(r"(?<![a-z])vit(?:amines?)?\.?[ ]$"),
            re.compile("(?![a-z0-9'.-])"),
        ),
        Refusal(
            "vitamin",
            OF_PEOPLE,
            re.compile("ade[ck](?:[ ]?s)?"),
            re.compile(r"(?<![a-z])(?:vit(?:amines?)?|uvedose|fer|folates?)(?![a-z])[^\n]{0,30}$"),
        ),
    )


def _has_a_name(words: str) -> bool:
    return any(map(is_listed_name, words.split()))


def _is_only_a_drug(word: str) -> bool:
    """Tell whether a folded word is of medicine, or ends as drugs do, and may be nothing else."""
    return is_drug_by_its_end(word) or not (in_dictionary(word) or is_listed_name(word))


def doses_in(folded: str) -> Sequence[re.Match[str]]:
    """Return the doses of a text, in order, each with the space before it."""
    return list(_DOSE.finditer(folded))


def dosed_in(folded: str, doses: Iterable[re.Match[str]]) -> frozenset[str]:
    """Return the words of no list of names that a text gives a dose and says of a drug, twice in all."""
    dosed = Counter(drug[0] for drug in _before(doses, _DRUG) if not is_listed_name(drug[0]))
    if all(times >= _FEWEST_SAID for times in dosed.values()):
        return frozenset(dosed)
    given = Counter(match["by"] or match["used"] for match in _GIVEN.finditer(folded))
    return frozenset(word for word, times in dosed.items() if times + given[word] >= _FEWEST_SAID)


def made_in(doses: Iterable[re.Match[str]]) -> frozenset[str]:
    """Return the drugs with their makers that a dose stands behind: « olanzapine teva »."""
    return frozenset(made[0] for made in _before(doses, _made()) if is_drug(made["drug"]))


def _before(doses: Iterable[re.Match[str]], expression: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Yield what stands right before each dose, and is no part of the dose before."""
    free = 0
    for dose in doses:
        found = expression.search(dose.string, max(free, dose.start() - AROUND), dose.start())
        if found is not None:
            free = dose.end()
            yield found


def is_drug_by_its_end(word: str) -> bool:
    """Tell whether a folded word ends as names of drugs do."""
    return _STEM.fullmatch(word) is not None


@cache
def _made() -> re.Pattern[str]:
    """Return what finds a word and a maker of drugs before a dose: « olanzapine teva | 5 mg »."""
    makers = one_of(word_list("refusals/laboratories.txt"))
    return re.compile(rf"(?<![a-z])(?P<drug>[a-z]{{4,30}})[ ](?:{makers})\Z")
