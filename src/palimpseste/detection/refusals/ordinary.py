"""Ordinary words, by how they are written and what stands before them.

===================== =================== ==================================================================
refusal               labels              what it refuses
===================== =================== ==================================================================
``kin.english``       any name            in small letters before a name: « husband Curtis »
``state``             names               in small letters: « marié, il fume », « frère stenté à 54 ans »
``verb``              names, towns        in small letters: « La demande émane de », « Madame honore tous ses »,
                                          « Dr dit Previscan »; at the head of a sentence: « Cochez la réponse »
``quality``           names               an ordinary word of an ordinary thing: « une nuit blanche »
``kind.said``         any name            an ordinary word and its article behind « chez »: « chez le vieillard »;
                                          who comes from somewhere: « chez l'Africain »
``title.first``       any name            ordinary words that begin the note: « Les maladies du cœur »
``authors``           names               « Dargent et al. »
===================== =================== ==================================================================
"""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.lexicon import alphabet, in_dictionary
from palimpseste.detection.refusals.drugs import is_drug_by_its_end
from palimpseste.detection.refusals.refusal import AROUND
from palimpseste.detection.refusals.words import is_of_no_name
from palimpseste.detection.tokens import OF_NAMES
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.labels import OF_PEOPLE

__all__ = ["is_english_kin", "is_said_by_a_doctor", "is_state", "is_verb_of_somebody", "refusal_of_a_thing"]

_SENTENCE: Final = re.compile("[A-ZÀ-Ý][^A-ZÀ-Ý]{2,}")
_AND_OTHERS: Final = re.compile(r"(?<![a-z])et[ ]al[ ]?\.?\Z")
_KIND: Final = re.compile(r"(?<![a-z])chez[ ](?P<kind>(?:l[ae][ ]|l'[ ]?|une?[ ])(?P<word>[a-z]{3,30}))[ .]{0,2}\Z")
_FINITE: Final = re.compile("(?P<stem>[a-z]{2,15}?)(?:iss)?(?:e|es|ent|ait|aient|era|eront|ons|ez)")
_IMPERATIVE: Final = re.compile("(?P<stem>[a-z]{2,15})ez")
_SENTENCE_BEFORE: Final = re.compile(r"(?:\A|\n[ ]{0,8}|[.!?:][ ]{1,3})\Z")
_COMPLEMENT: Final = re.compile(
    r"[ ](?:a|aux?|ce|cet|cette|ces|d'|de|des|du|en|l'|la|le|les|que|qu'|ses?|son|un|une|votre|vos)(?![a-z])"
)
_SUBJECT: Final = re.compile(r"(?<![a-z])(?:madame|mademoiselle|monsieur|mme|mlle|mr|m\.)[ ]\Z")
_OWN_COMPLEMENT: Final = re.compile(r"[ ](?:bien|pas|plus|que|qu'|sa|ses|son|tous|toutes|toujours)(?![a-z])")
# « Dr dit Previscan ce soir », « le docteur propose une IRM »
_DOCTOR: Final = re.compile(r"(?<![a-z])(?:docteur|dr|interne|medecin|mt)[ ]\Z")
_SAYS: Final = re.compile(
    "(?:a dit|accepte|arr[êe]te|augmente|conseille|confirme|demande|diminue|dit|maintient|met|passe|pr[ée]f[èe]re"
    "|prescrit|propose|rappelle|refuse|reprend|souhaite|valide|veut|voit)"
)
_WHAT: Final = re.compile(
    r"[ ](?:[A-ZÀ-Ý0-9«\"]|(?:d['’]|l['’]|qu['’]|(?:de|la|le|les|non|oui|ok|pas|plus|que|une?)[ ]))"
)
_FROM_SOMEWHERE: Final = re.compile("[a-z]{3,20}(?:ain|aine|ais|aise|een|eenne|ien|ienne|ois|oise)")
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
_KIN: Final = re.compile("(?:boy|girl)?friend|(?:grand)?(?:daughter|father|mother)|brother|husband|sister|wife")
_NAME_BEHIND: Final = re.compile(r"[ ]?:?[ ](?:Mrs?\.?[ ])?[A-ZÀ-Ý]")
_WORDS: Final = re.compile("[a-z]{2,}")
_OF_PEOPLE_OR_TOWNS: Final = (*OF_PEOPLE, "CITY")


def is_verb_of_somebody(view: TextView, span: Span) -> bool:
    """Tell whether a span is what somebody does, in small letters: « Madame honore ses »."""
    if not view.text[span.start : span.end].islower() or _OWN_COMPLEMENT.match(view.folded, span.end) is None:
        return False
    if _SUBJECT.search(view.folded, max(0, span.start - AROUND), span.start) is None:
        return False
    return _is_of_a_verb(_FINITE.fullmatch(view.folded, span.start, span.end))


def is_said_by_a_doctor(view: TextView, span: Span) -> bool:
    """Tell whether a span is what a doctor says or does, in small letters, and no name: « Dr dit Previscan 1/2 »."""
    if _SAYS.fullmatch(view.text, span.start, span.end) is None or _WHAT.match(view.text, span.end) is None:
        return False
    return _DOCTOR.search(view.folded, max(0, span.start - AROUND), span.start) is not None


def is_english_kin(view: TextView, span: Span) -> bool:
    """Tell whether a span is a word of English for a relative in small letters, and a name stands behind it."""
    if not _KIN.fullmatch(view.text, span.start, span.end):
        return False
    return _NAME_BEHIND.match(view.text, span.end) is not None


def is_state(view: TextView, span: Span) -> bool:
    """Tell whether a span is what somebody is or underwent, in small letters: « marié », « stenté à 54 ans »."""
    written = view.text[span.start : span.end]
    if _STATE.fullmatch(written):
        return True
    is_of_no_list = not alphabet().lexicon.get(view.folded[span.start : span.end], 0) & OF_NAMES
    is_participle = written.islower() and _PARTICIPLE.fullmatch(written) is not None
    return is_participle and is_of_no_list and _AT_AN_AGE.match(view.folded, span.end) is not None


def refusal_of_a_thing(view: TextView, span: Span, *, has_capitals: bool) -> str:
    """Return what refuses ordinary words, or a drug, by how they are written and what stands before them.

    Parameters
    ----------
    view : TextView
        Of the note.
    span : Span
        In its offsets.
    has_capitals : bool
        Whether the note is written with capitals and small letters.
    """
    folded, written = view.folded[span.start : span.end], view.text[span.start : span.end]
    if written.islower():
        if span.label in OF_PEOPLE and _AND_OTHERS.search(view.folded, max(0, span.start - AROUND), span.end):
            return "authors"
        if span.label in OF_PEOPLE and is_drug_by_its_end(folded):
            return "drug.stem"
        if span.label in OF_PEOPLE and in_dictionary(folded) and _is_behind_a_thing(view, span):
            return "quality"
        if span.label in _OF_PEOPLE_OR_TOWNS and has_capitals and _is_finite(folded):
            return "verb"
    if written.islower() or _FROM_SOMEWHERE.fullmatch(folded):
        kind = _KIND.search(view.folded, max(0, span.start - AROUND), span.end)
        if kind is not None and kind.start("kind") <= span.start and in_dictionary(kind["word"]):
            return "kind.said"
    if span.label in _OF_PEOPLE_OR_TOWNS and _is_imperative(view, span):
        return "verb"
    words = _WORDS.findall(folded)
    if span.start == 0 and _SENTENCE.fullmatch(written) and len(words) > 1 and all(map(is_of_no_name, words)):
        return "title.first"
    return ""


def _is_behind_a_thing(view: TextView, span: Span) -> bool:
    """Tell whether an article and an ordinary word that is nobody stand before a span: « une nuit blanche »."""
    said = _THING.search(view.folded, max(0, span.start - AROUND), span.start)
    return said is not None and in_dictionary(said["thing"]) and not _NO_THING.fullmatch(said["thing"])


def _is_finite(word: str) -> bool:
    """Tell whether a folded word is what somebody does, by the like of it that the dictionary has, part of no name."""
    return is_of_no_name(word) and _is_of_a_verb(_FINITE.fullmatch(word))


def _is_imperative(view: TextView, span: Span) -> bool:
    """Tell whether a span asks for something at the head of a sentence: « Cochez la réponse »."""
    word = view.folded[span.start : span.end]
    if not is_of_no_name(word) or _COMPLEMENT.match(view.folded, span.end) is None:
        return False
    at_head = _SENTENCE_BEFORE.search(view.folded, max(0, span.start - AROUND), span.start)
    return at_head is not None and _is_of_a_verb(_IMPERATIVE.fullmatch(word))


def _is_of_a_verb(form: re.Match[str] | None) -> bool:
    """Tell whether the dictionary has the participle and the first person of what is formed as a verb is."""
    return form is not None and any(
        in_dictionary(form["stem"] + ending + "ant") and in_dictionary(form["stem"] + ending + "ons")
        for ending in ("", "iss")
    )
