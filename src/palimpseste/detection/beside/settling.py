"""Labels of the model that what stands beside a span, or other spans of the note, contradict are settled.

A town that bears a given name of the note is a given name (« l'état de Noé »), or a family name, unless anything says
that it is a town: a preposition before it, a place beside it, more mentions as a town, or another source; a family name
is also one behind a name in a list of who was there. What somebody is born or lives in is a town, and so is what a
letter is dated at, if it is one elsewhere in the note; what a given name is called by is another one, and so is a
listed one that somebody is married to. « Chez » stands before no town: what it leads to is a body, or somebody whom the
note names elsewhere. Figures in brackets right behind a town are the code of its department
(« Brest (29) »). Who is in a class is there at a school, not in a town that bears a whole name (« en seconde à
Jean-Moulin »). A word with a capital within that is made of no names is one of no person (« OncoParcours »), and no
person is somebody's crèche, or where somebody works.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from palimpseste.detection.enumerations import is_listed_name
from palimpseste.detection.refusals.atoms import TITLE
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.folding import fold
from palimpseste.labels import OF_PEOPLE, Label
from palimpseste.writings import lists
from palimpseste.writings.bodies import bears_a_person
from palimpseste.writings.names import FOREIGN_PARTICLES

__all__ = ["settled"]

_TO_A_TOWN = re.compile(r"(?<![a-z])(?:a|ville|commune|hopital|chu|ch|clinique|maternite)(?:[ ]d(?:e[ ]|'))?[ ]?\Z")
_OF_A_TOWN = re.compile(r"(?<![a-z])d(?:e[ ]|'[ ]?)\Z")
# « née à Rosalie », « vit au Marin »: nobody's name.
_LIVES = re.compile(
    r"(?<![a-z])(?:nee?(?:\(e\))?|vit|vivant|habite|habitant|reside|residant|domiciliee?)[ ](?:a|aux?)[ ]\Z"
)
_ENDS_OF_LIVES = (" a ", " au ", " aux ")
_THE_DAY = re.compile(r",?[ ](?:le|ce)[ ]")
# « Mariée à Hervé »: no town, but where a date or another place follows
_WEDS = re.compile(r"(?<![a-z])(?:mariee?|pacsee?|fiancee?|remariee?)(?:\(e\))?[ ](?:a|avec)[ ]\Z")
# « Excusés : Mroz, Saint-Léger »
_ATTENDING = re.compile(r"(?<![a-z])(?:absent|excuse|participant|present)e?s?[ ]?:[ ](?:[^\n:;(,]{2,30},[ ]){1,8}\Z")
_AT_SOMEBODY = re.compile(r"(?<![a-z])chez[ ]\Z")
# « Lucien, dit Petit-Lu »
_CALLED = re.compile(r",?[ ](?:dite?|surnommee?|appelee?)[ ](?:[«\"][ ]?)?")
# « en première à Honoré-d'Urfé »
_IN_CLASS = re.compile(
    r"(?<![a-z])(?:en|de)[ ](?:cp|c[em][12]|[3-6]e(?:me)?|2n?de|1e?re|sixieme|cinquieme|quatrieme|troisieme|seconde"
    r"|premiere|terminale|tle)(?:[ ][a-z0-9]{1,6})?,?[ ](?:a|au)[ ]\Z"
)
# « OncoParcours », « myDiabby »; not « McKenna », « DIALLOMamadou »
_CAPITAL_WITHIN = re.compile(
    r"(?P<first>[^\W\d_A-ZÀ-Þ]{2,}|[A-ZÀ-Þ][^\W\d_A-ZÀ-Þ]+)(?P<rest>[A-ZÀ-Þ][^\W\d_A-ZÀ-Þ]{2,})"
)
_FLAT = re.compile(r"[TF][1-6](?: bis)?[ ](?:d['’]|de[ ]|du[ ])(?=[A-ZÀ-Ý])")
_FAMILY = re.compile(r"les[ ](?P<name>[A-ZÀ-Ý][^\W\d_]{2,20}(?:-[A-ZÀ-Ý][^\W\d_]{2,20})?)")
_BORN = re.compile(r"(?<![a-z])nee?(?:\(e\))?[ ](?:le[ ])?\Z")
# « chauffeur à Soléa »
_WORKS = re.compile(
    r"(?<![a-z])(?:agent|apprentie?|bosse|caissi(?:er|ere)|cariste|chauffeur|conduct(?:eur|rice)|cuisini(?:er|ere)|embauchee?"
    r"|employee?|magasini(?:er|ere)|opera(?:teur|trice)|ouvri(?:er|ere)|prepara(?:teur|trice)|serveu(?:r|se)|travaille"
    r"|vendeu(?:r|se))[ ]a[ ]\Z"
)
# Particles and titles that names are glued to: « DrKernévezqui ».
_NO_PARTS = frozenset(("de", "du", "la", "le", "dr", "pr", "mme", "mlle", "mr", "me", "docteur", "madame", "monsieur"))
# « devant Boucherie Humbert »
_SHOPS = frozenset(
    (
        *("blanchisserie", "boucherie", "boulangerie", "brasserie", "carrosserie", "charcuterie", "coiffure"),
        *("droguerie", "epicerie", "fromagerie", "garage", "imprimerie", "librairie", "menuiserie", "mercerie"),
        *("patisserie", "pharmacie", "pizzeria", "plomberie", "poissonnerie", "pressing", "quincaillerie"),
        "serrurerie",
    )
)
# « Ti Poussin, sa crèche, »
_SOMEBODYS = re.compile(
    r",[ ](?:sa|son|leur|ma|mon|notre)[ ](?:(?:ancien(?:ne)?|nouvelle|nouveau)[ ])?"
    r"(?:agence|boite|club|college|creche|ecole|entreprise|garderie|laboratoire|lycee|magasin|micro-creche|mutuelle|pharmacie"
    r"|societe|usine)(?![a-z])"
)
# « devant Mora Ludres, où elle est vendeuse »
_WORKPLACE = re.compile(
    r",[ ]ou[ ](?:elle|il)[ ](?:est|etait|travaille|travaillait)[ ](?!(?:nee?|decedee?|enterree?|morte?)(?![a-z]))"
)
_AT_A_PLACE = re.compile(r"(?<![a-z])(?:a|au|chez|devant|derriere|pres[ ]de|face[ ]a)[ ]\Z")
_NAMES = frozenset({"CITY", *OF_PEOPLE})
_NUMBERS = frozenset({"DATE", "AGE", "BIRTHDATE"})
_SETTLED = _NAMES | _NUMBERS
_PLACES = ("ZIP", "LOCATION", "ADDRESS")
_WIDEST_BESIDE = 3
_REACH = 24
_FARTHEST_HEAD = 160
_BRACKET = re.compile(r"[ ]?\([ ]?")
_DEPARTMENT = re.compile(r"0[1-9]|[1-8][0-9]|9[0-5]|2[ab]|97[1-6]")


def settled(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Return the spans with labels of the model that another span contradicts settled; time is linear.

    Parameters
    ----------
    view : TextView
        Of the note.
    spans : sequence of Span
        Disjoint and sorted, in its offsets.
    """
    folded = view.folded
    written = Counter((span.label, folded[span.start : span.end]) for span in spans if span.label in _NAMES)
    told: list[Span] = []
    for span, behind in zip_longest(spans, spans[1:]):
        is_of_model = span.source.startswith("model")
        if is_of_model and span.label in _SETTLED:
            label = _label_of(folded, span, (told[-1] if told else None, behind), written)
            if label in OF_PEOPLE:
                label = _label_by_itself(view.text[span.start : span.end]) or label
            span = span if label == span.label else replace(span, label=label)
        if is_of_model and span.label == "ORGANIZATION":
            span = _owner_of_flat(view, _family_in(view, span))
        if told and span.start == told[-1].end + 1 and _is_a_body(folded, told[-1], span):
            span = replace(told.pop(), end=span.end, label="ORGANIZATION")
        told.append(span)
    return told


def _family_in(view: TextView, span: Span) -> Span:
    """Return the name of a family whose house is taken for a body, else the span: « chez les | Maury »."""
    family = _FAMILY.fullmatch(view.text, span.start, span.end)
    is_at = _AT_SOMEBODY.search(view.folded, max(0, span.start - _REACH), span.start)
    if family is None or is_at is None or not is_listed_name(fold(family["name"])):
        return span
    return replace(span, start=family.start("name"), label="LASTNAME")


def _owner_of_flat(view: TextView, span: Span) -> Span:
    """Return who lets a flat without it, else the span: « locataire d'un T2 d' | Ekidom »."""
    flat = _FLAT.match(view.text, span.start, span.end)
    return span if flat is None else replace(span, start=flat.end())


def _label_by_itself(value: str) -> Label | None:
    """Return the label of a value that is no name whatever stands around it, else None: « OncoParcours », « 12 »."""
    if value.istitle() or value.isupper():  # as nearly all names are
        return None
    if value.isdecimal():
        return "OTHER_ID"
    return "ORGANIZATION" if _is_made_up(value) else None


def _is_made_up(value: str) -> bool:
    """Tell whether a word is made of two, none of them a name or a particle: « OncoParcours »."""
    made = _CAPITAL_WITHIN.fullmatch(value)
    return made is not None and not any(
        word in FOREIGN_PARTICLES or word in _NO_PARTS or (len(word) > 2 and is_listed_name(word))
        for word in map(fold, made.groups())
    )


def _is_a_body(folded: str, first: Span, last: Span) -> bool:
    """Tell whether what the model takes for the names of a person is said to be where somebody is or works."""
    if first.label not in OF_PEOPLE or last.label not in OF_PEOPLE or folded[first.end : last.start] != " ":
        return False
    if folded[first.start : first.end] in _SHOPS:
        return TITLE.search(folded[max(0, first.start - _REACH) : first.start]) is None
    if first.label == last.label or not (first.source.startswith("model") and last.source.startswith("model")):
        return False
    if _SOMEBODYS.match(folded, last.end) is not None:
        return True
    is_at = _AT_A_PLACE.search(folded, max(0, first.start - _REACH), first.start) is not None
    return is_at and _WORKPLACE.match(folded, last.end) is not None


def _label_of(
    folded: str, span: Span, beside: tuple[Span | None, Span | None], written: Mapping[tuple[Label, str], int]
) -> Label:
    """Return the label of a span of the model between two others; `written` counts the names of the note by label."""
    before, _ = beside
    if span.label == "CITY":
        return _label_of_town(folded, span, beside, written)
    if span.label in OF_PEOPLE and (_is_where_somebody_lives(folded, span) or _is_of_a_birth(folded, before, span)):
        return "CITY"
    if span.label in OF_PEOPLE and _is_where_somebody_works(folded, span):
        return "ORGANIZATION"
    if (
        span.label in OF_PEOPLE
        and written["CITY", folded[span.start : span.end]]
        and _dates_a_letter(folded, *beside, span)
    ):
        return "CITY"
    if before is None:
        return span.label
    if span.label == "LASTNAME" and before.label == "FIRSTNAME" and _CALLED.fullmatch(folded, before.end, span.start):
        return "FIRSTNAME"
    return "LOCATION" if _is_department(folded, span, before) else span.label


def _label_of_town(
    folded: str, span: Span, beside: tuple[Span | None, Span | None], written: Mapping[tuple[Label, str], int]
) -> Label:
    """Return the label of what the model takes for a town."""
    name = folded[span.start : span.end]
    if _IN_CLASS.search(folded, max(0, span.start - _REACH), span.start) and bears_a_person(name):
        return "ORGANIZATION"
    if _AT_SOMEBODY.search(folded, max(0, span.start - _REACH), span.start):
        return "LASTNAME" if written["LASTNAME", name] else "ORGANIZATION"
    if _attends(folded, span, beside[0]):
        return "LASTNAME"
    if _is_wed(folded, span):
        return "FIRSTNAME"
    label = next((label for label in OF_PEOPLE if written[label, name] >= written["CITY", name]), None)
    return span.label if label is None or _is_told_as_town(folded, span, label, beside) else label


def _is_department(folded: str, span: Span, before: Span) -> bool:
    """Tell whether figures in brackets right behind a town are the code of its department: « Brest (29) »."""
    return (
        span.label in _NUMBERS
        and before.label in ("CITY", "HOSPITAL")
        and _BRACKET.fullmatch(folded, before.end, span.start) is not None
        and _DEPARTMENT.fullmatch(folded, span.start, span.end) is not None
        and folded.startswith(")", span.end)
    )


def _is_where_somebody_lives(folded: str, span: Span) -> bool:
    """Tell whether somebody is said to be born or to live there."""
    start = max(0, span.start - _REACH)
    return folded.endswith(_ENDS_OF_LIVES, start, span.start) and _LIVES.search(folded, start, span.start) is not None


def _is_where_somebody_works(folded: str, span: Span) -> bool:
    """Tell whether somebody is said to work there: « chauffeur à Soléa »."""
    start = max(0, span.start - _REACH)
    return folded.endswith(" a ", start, span.start) and _WORKS.search(folded, start, span.start) is not None


def _is_of_a_birth(folded: str, before: Span | None, span: Span) -> bool:
    """Tell whether a word stands behind a day of birth as the town of it: « né 23 XI 1974 à Tczew »."""
    if before is None or before.label not in ("BIRTHDATE", "DATE") or folded[before.end : span.start] != " a ":
        return False
    return _BORN.search(folded, max(0, before.start - _REACH), before.start) is not None


def _dates_a_letter(folded: str, before: Span | None, behind: Span | None, span: Span) -> bool:
    """Tell whether a word heads a line, with a day behind it as a letter has it: « Yvoir, le 26 avril »."""
    if behind is None or behind.label != "DATE" or not _THE_DAY.fullmatch(folded, span.end, behind.start):
        return False
    start = before.end if before is not None else 0
    return not folded[max(start, folded.rfind("\n", 0, span.start) + 1) : span.start].strip()


def _is_wed(folded: str, span: Span) -> bool:
    """Tell whether a town is a given name that somebody is said to be married to."""
    if _WEDS.search(folded, max(0, span.start - _REACH), span.start) is None:
        return False
    return lists.is_listed("given", folded[span.start : span.end]) and not folded.startswith(" en ", span.end)


def _attends(folded: str, span: Span, before: Span | None) -> bool:
    """Tell whether a town stands behind a name in a list of who was there: « Excusés : Mroz, Saint-Léger »."""
    if before is None or before.label not in OF_PEOPLE or folded[before.end : span.start] != ", ":
        return False
    return _ATTENDING.search(folded, max(0, span.start - _FARTHEST_HEAD), span.start) is not None


def _is_told_as_town(folded: str, span: Span, label: Label, beside: Sequence[Span | None]) -> bool:
    """Tell whether what stands around a town says that it is one, and none of the names of a label."""
    start = max(0, span.start - _REACH)
    if _TO_A_TOWN.search(folded, start, span.start) is not None or _is_where_somebody_lives(folded, span):
        return True
    if label == "LASTNAME" and _OF_A_TOWN.search(folded, start, span.start) is not None:
        return True
    return any(
        other is not None
        and other.label in _PLACES
        and max(other.start - span.end, span.start - other.end) <= _WIDEST_BESIDE
        for other in beside
    )
