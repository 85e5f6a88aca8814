"""What a note says is somebody's name, whatever it looks like.

« gendre deux (c'est son nom) », « surnommé "Loulou" », « mr chaussure a mal », « madame chant pays pardon CHAMPEIX »,
« s a deux l », « prélevé à 07:42 par MDL ».
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from palimpseste.detection.enumerations import is_listed_name
from palimpseste.detection.lexicon import alphabet, in_dictionary
from palimpseste.detection.merge import meets
from palimpseste.detection.tokens import Trait
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.labels import OF_PEOPLE, Label

__all__ = ["of_sayings", "taken_back"]

_CALLED: Final = "rules.name.called"
_SON: Final = re.compile(r"son[ ](?<![a-z]son[ ])(?:vrai[ ])?(?P<kind>pre)?nom(?![a-z])")
_IT_IS: Final = re.compile(
    r"(?<![a-z0-9])(?P<name>[a-z][a-z'-]{1,24})[ ]?[(,][ ]?"
    r"(?:(?:oui|si),?[ ])?c['’ ]?(?:est)?[ ](?:bien[ ]|vraiment[ ])?\Z"
)
_REACH_OF_NAME: Final = 60
_NICKNAME: Final = re.compile(
    r"surnom(?<![a-z]surnom)(?:mee?|s)?(?:[ ]?:)?[ ][«\"][ ]?(?P<name>[a-z][a-z' -]{0,23}[a-z])[ ]?[»\"]"
)
# « mr chaussure a mal », « mme bonjour est sortie »: a word between a title and a verb is somebody; in 5,528 notes of
# `corpus/notes` all 71 are.
_DOING: Final = re.compile(
    r"m(?<![a-z0-9'.-].)(?:r|me|lle|onsieur|adame|ademoiselle)\.?[ ]{1,2}(?P<name>[a-z]{4,20})"
    r"[ ](?:s['’][aeiouhy]|(?:ne|se|est|etait|va|dit|vit|dort|mange|marche|presente|consulte|vient|sort|souffre|refuse"
    r"|accepte|prend|porte|signale|decrit|habite|pese|avait|aurait|sera|demande"
    r"|a[ ](?:ete|mange|dormi|chute|mal|fait|bu|eu|demande|refuse|vomi))(?![a-z]|\.[a-z]))"
)
_NOT_DOING: Final = frozenset(
    {"alors", "apres", "aussi", "bien", "deja", "demain", "encore", "enfin", "hier", "jamais", "parfois"}
    | {"pourtant", "puis", "souvent", "toujours"}
)
# What somebody is, which the model tells from names: « mme agitée a dormi », « mr dyspnéique est sous oxygène ».
_BEING: Final = re.compile(
    "[a-z]*(?:ante?|ente?|[a-z]ee|euse|eux|ible|able|ie|if|ique|ive|ue)"
    "|abattu|autonome|calme|confuse?|debout|detendu|endormi|faible|febrile|hypotendu|lucide|pale|perdu|raide|seule?|triste"
)
# « prélevé le 15/01/2026 à 07:42 par MDL »
_BY: Final = re.compile(r"[ ]par[ ](?P<letters>[A-Z]{2,3})(?=[ ]*(?:\n|\Z|[,;)|])|[ ]{2})")
_DONE_AT: Final = re.compile(
    r"(?:preleve|valide|edite|signe|saisi|verifie|enregistre|realise|recu|techniqu|imprime)e{0,2}s?"
    r"[ ](?:le[ ])?[0-9/.-]{6,10}(?:[ ](?:a[ ])?[0-9]{1,2}[h:][0-9]{2})?\Z"
)
_REACH_OF_DONE: Final = 44
_NO_SURNAME: Final = Trait.FUNCTION | Trait.KIN | Trait.ROLE | Trait.TITLE | Trait.UNIT
# « madame chant pays pardon CHAMPEIX »
_TAKEN_BACK: Final = re.compile(
    r"(?<!\w)(?:docteur|madame|mademoiselle|monsieur|professeur|dr|mme|mlle|mr)[ ]"
    r"(?P<name>[a-zà-ÿ'’-]{2,15}(?:[ ][a-zà-ÿ'’-]{1,15}){0,2})"
    r"[ ](?:(?:pardon|correction|je[ ]reprends|je[ ]veux[ ]dire|non)[ ](?=[A-ZÀ-Ýa-zà-ÿ]{3})"
    # « au docteur sans terre en un mot santerre », « monsieur batille y je rappelle B A T H I L Y »
    r"|en[ ](?:un[ ](?:seul[ ])?|deux[ ])mots?[ ](?=[A-Za-zÀ-ÿ]{3})"
    r"|(?:je[ ](?:vous[ ]l['’]|l['’])?(?:rappelle|repete|répète|epelle|épelle)|j['’]epelle|j['’]épelle)[ ]"
    r"(?=[A-Z](?:[ ][A-Z][ ]|[A-Z]{2}))"
    r")"
)
# What a text has that has one.
_OF_TAKEN_BACK: Final = (
    *(" pardon ", " correction ", " je reprends ", " je veux dire ", " non "),
    *(" mot ", " mots ", "rappelle ", "pète ", "pete ", "pelle "),
)
# « D O E U deux F », « s a deux l »; what such a run has that few texts have is a letter that is doubled.
# Letters apart that nothing doubles are one word of the view.
_ONE_OR_RUN: Final = "(?:[A-Za-z]|[A-Z]{3,24})"
_DOUBLED: Final = re.compile(rf"d(?<![\w'’-]d)(?:eux|ouble)[ ]{_ONE_OR_RUN}(?![\w'’-])")
_LETTERS_BEFORE: Final = re.compile(rf"(?<![\w'’-])(?:(?:(?:deux|double)[ ])?{_ONE_OR_RUN}[ ]){{1,24}}\Z")
_LETTERS_BEHIND: Final = re.compile(rf"(?:[ ](?:(?:deux|double)[ ])?{_ONE_OR_RUN}(?![\w'’-])){{1,24}}")
_LETTER: Final = re.compile(r"(?:(?P<twice>deux|double)[ ])?(?P<letter>[a-z])(?P<rest>[a-z]*)")
_REACH_OF_LETTERS: Final = 120
_FEWEST_LETTERS: Final = 4


def of_sayings(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield what a note says is somebody's name or nickname; in 5,106 notes of `corpus/notes` it always is.

    Time is linear in the text.

    Parameters
    ----------
    view : TextView
        The note.
    spans : sequence of Span
        Disjoint and sorted, in offsets of the view: what they have is known already.
    """
    folded = view.folded
    for said in _SON.finditer(folded):
        found = _IT_IS.search(folded, max(0, said.start() - _REACH_OF_NAME), said.start())
        if found is not None and not meets(spans, *found.span("name")):
            label: Label = "FIRSTNAME" if said["kind"] else "LASTNAME"
            yield Span(*found.span("name"), label, _CALLED)
    yield from _doing(view, spans)
    yield from _spelt(view, spans)
    yield from _by_whom(view, spans)
    for called in _NICKNAME.finditer(folded):
        if not meets(spans, *called.span("name")):
            yield Span(*called.span("name"), "FIRSTNAME", _CALLED)


def taken_back(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield names that are said again otherwise right behind: the words before « pardon », « en un mot », « j'épelle ».

    Time is linear in the text.

    Parameters
    ----------
    view : TextView
        The note.
    spans : sequence of Span
        Disjoint and sorted, in offsets of the view: of them a person tells the words before.
    """
    if not any(map(view.text.__contains__, _OF_TAKEN_BACK)):
        return
    people = [span for span in spans if span.label in OF_PEOPLE]
    for found in _TAKEN_BACK.finditer(view.text):
        if meets(people, found.end(), found.end() + 1):
            yield Span(*found.span("name"), "LASTNAME", _CALLED)


def _doing(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield words between a title and a verb."""
    for found in _DOING.finditer(view.folded):
        if _may_be_somebody(found["name"]) and not meets(spans, *found.span("name")):
            yield Span(*found.span("name"), "LASTNAME", _CALLED)


def _may_be_somebody(word: str) -> bool:
    return not (word in _NOT_DOING or alphabet().lexicon.get(word, 0) & _NO_SURNAME or _is_state(word))


def _is_state(word: str) -> bool:
    """Tell whether a folded word of the dictionary is formed as what somebody is; « fatigue » may be « fatigué »."""
    if not in_dictionary(word) or is_listed_name(word):
        return False
    return _BEING.fullmatch(word) is not None or (word.endswith("e") and in_dictionary(f"{word}e"))


def _spelt(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield runs of letters of which one is doubled, in capitals or those of a name of the note."""
    text, end = view.text, 0
    names: str | None = None
    people: list[Span] = []
    for doubled in _DOUBLED.finditer(text):
        if doubled.start() < end:
            continue
        before = _LETTERS_BEFORE.search(text, max(end, doubled.start() - _REACH_OF_LETTERS), doubled.start())
        behind = _LETTERS_BEHIND.match(text, doubled.end())
        start = doubled.start() if before is None else before.start()
        end = doubled.end() if behind is None else behind.end()
        letters = _letters(view.folded[start:end])
        if len(letters) < _FEWEST_LETTERS:
            continue
        if names is None:
            people = [span for span in spans if span.label in OF_PEOPLE]
            known = (view.folded[span.start : span.end] for span in people)
            names = " ".join("".join(filter(str.isalpha, name)) for name in known)
        is_beside = any(0 <= start - span.end <= _REACH_OF_NAME for span in people)
        apart = re.sub("deux|double", "", text[start:end]).split()
        if letters in names or (is_beside and all(len(letter) == 1 and letter.isupper() for letter in apart)):
            yield Span(start, end, "LASTNAME", _CALLED)


def _by_whom(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield the letters of who did something at a time that stands before them; letters of a trade are nobody's."""
    if " par " not in view.text:
        return
    for found in _BY.finditer(view.text):
        before = _DONE_AT.search(view.folded, max(0, found.start() - _REACH_OF_DONE), found.start())
        if before is None or meets(spans, *found.span("letters")):
            continue
        letters = found["letters"].lower()
        if not alphabet().lexicon.get(letters, 0) & (Trait.ROLE | Trait.FUNCTION | Trait.TITLE | Trait.CARE_HEAD):
            yield Span(*found.span("letters"), "LASTNAME", _CALLED)


def _letters(run: str) -> str:
    """Return the letters of a name that is spelt: « d o e u deux f » is « doeuff », « double v » a w."""
    letters = []
    for found in _LETTER.finditer(run):
        letter = found["letter"]
        first = "w" if found["twice"] == "double" and letter == "v" else letter * (2 if found["twice"] else 1)
        letters.append(first + found["rest"])
    return "".join(letters)
