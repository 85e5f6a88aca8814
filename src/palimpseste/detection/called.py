"""What a note says is a name, whatever it looks like, and what is formed as names are.

That is a person's (« gendre deux (c'est son nom) », « surnommé "Loulou" », « madame chant pays pardon CHAMPEIX », « s a
deux l »), or a body's, by the initials that stand beside it (« CHCS (Centre hospitalier Corse-Sud) »). Bodies are
formed of two words behind « chez » (« Elle & Tifs »), of what stands there behind a trade (« horloger chez lippe »), of
a place and a trade (« Vosges Accessibilité »), of a name and a legal form (« Kessler S.à r.l. ») and of the letters of
a club (« FC Robretières »); places with « aux » (« rivière aux Écrevisses ») and with the word that begins the name of
a part of an island (« Bras de Pontho »).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from palimpseste.detection.enumerations import is_listed_name
from palimpseste.detection.lexicon import alphabet, in_dictionary, words_of
from palimpseste.detection.propagation import meets
from palimpseste.detection.tokens import Trait
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.labels import OF_BODIES, OF_PEOPLE, Label
from palimpseste.writings import lists
from palimpseste.writings.short_bodies import initials_of

__all__ = ["of_forms", "of_initials", "of_sayings"]

_CALLED: Final = "rules.name.called"
_INITIALS: Final = "rules.body.initials"
_REACH_OF_INITIALS: Final = 14
# « CHCS ( », « (« le GHR ») », « Centre hospitalier de Périgueux - CHP »
_MARKS: Final = r"[ ]{0,3}[(\[,:\n–—-][ ]{0,3}"
_INITIALS_BEFORE: Final = re.compile(rf"(?<!\w)(?P<initials>[A-Z]{{3,6}}){_MARKS}\Z")
_INITIALS_BEHIND: Final = re.compile(
    rf"{_MARKS}(?:[«\"][ ]?)?(?:[Ll]e[ ]|[Ll]a[ ]|[Ll]['’])?(?P<initials>[A-Z]{{3,6}})(?!\w)"
)
_SON: Final = re.compile(r"son[ ](?<![a-z]son[ ])(?:vrai[ ])?(?P<kind>pre)?nom(?![a-z])")
_IT_IS: Final = re.compile(
    r"(?<![a-z0-9])(?P<name>[a-z][a-z'-]{1,24})[ ]?[(,][ ]?"
    r"(?:(?:oui|si),?[ ])?c['’ ]?(?:est)?[ ](?:bien[ ]|vraiment[ ])?\Z"
)
_REACH_OF_NAME: Final = 60
_NICKNAME: Final = re.compile(
    r"surnom(?<![a-z]surnom)(?:mee?|s)?(?:[ ]?:)?[ ][«\"][ ]?(?P<name>[a-z][a-z' -]{0,23}[a-z])[ ]?[»\"]"
)
_CAPITAL: Final = r"[A-ZÀ-Ý][\w'’-]{1,20}"
_OF_TWO: Final = re.compile(
    r"(?<!\w)(?:[Cc]hez|[Bb]outique|[Ee]ntreprise|[Mm]agasin|[Rr]estaurant|[Ss]alon|[Ss]ociété)[ ]"
    rf"(?P<name>(?P<one>{_CAPITAL})[ ]&[ ](?P<two>{_CAPITAL}))"
)
_TRADE_WORDS: Final = (
    "Accessibilité|Ambulances?|Ascenseurs|Assistance|Autonomie|Dialyse|Habitat|Insertion|Logement|Médical|Mobilité"
    "|Nettoyage|Nutrition|Oxygène|Perfusion|Propreté|Rénovation|Taxis?|Transports?"
)
_TRADE: Final = f"(?:{_TRADE_WORDS})"
_OF_TRADE: Final = re.compile(
    rf"(?<![\w'’-])(?P<where>[A-ZÀ-Ý][^\W\d_]{{3,15}}(?:-[A-ZÀ-Ý][^\W\d_]{{2,15}})?)[ ]{_TRADE}"
    rf"(?:[ ](?:{_TRADE}|Respiratoire|Services?))?(?!\w)"
)
_BESIDE: Final = re.compile(
    r"(?<!\w)(?P<name>(?:(?P<water>[Rr]avine|[Rr]ivière|[ÎIîi]let|[Tt]rou)"
    r"|[Aa]nse|[Bb]assin|[Cc]ascade|[Cc]ombe|[Éé]tang|[Gg]rotte|[Gg]ué|[Ll]ac|[Mm]are|[Pp]lage|[Pp]ointe|[Pp]ont|[Ss]ource)"
    r"[ ](?:aux|(?(water)à|(?!)))[ ](?P<what>[A-ZÀ-Ý][^\W\d_]{2,20}))(?!\w)"
)
_ISLAND: Final = re.compile(r"(?<!\w)(?:Bras|Fond|[ÎI]let|Morne|Ravine|Bois)[ ](?:d[eu]s?[ ]|d['’])\Z")
# What a text has that has one of these forms.
_OF_TRADES: Final = tuple(f" {word.removesuffix('s?')}" for word in _TRADE_WORDS.split("|"))
_OF_BESIDE: Final = (" aux ", "avine à ", "ivière à ", "let à ", "rou à ")
_OF_TAKEN_BACK: Final = (
    *(" pardon ", " correction ", " je reprends ", " je veux dire ", " non "),
    *(" mot ", " mots ", "rappelle ", "pète ", "pete ", "pelle "),
)
_REACH_OF_ISLAND: Final = 16
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
# « arrivé en France », « bon n° 77 »
_IN_FRANCE: Final = re.compile(r"[ ]en[ ](?P<name>France)(?![\w-])")
_CAME: Final = re.compile(
    "(?<![a-z])(?:arriv|entr|install|reg(?:roup|ular)|revenu|sejourn|venu|vi[st]|vivre)[a-z]{0,8}"
    r"(?:[ ](?:seule?|illegalement))?\Z"
)
_ORDER: Final = re.compile(r"(?<!\w)[Bb]ons?[ ]n°[ ]?(?P<number>[0-9][0-9A-Z./-]{0,14}[0-9]|[0-9])(?!\w)")
# « crique Sparouine »
_CREEK: Final = re.compile(r"(?<!\w)[Cc]rique[ ](?P<what>[A-ZÀ-Ý][\w'’]{2,20}(?:-[\w'’]{2,20}){0,2})(?!\w)")
# « prélevé le 15/01/2026 à 07:42 par MDL »
_BY: Final = re.compile(r"[ ]par[ ](?P<letters>[A-Z]{2,3})(?=[ ]*(?:\n|\Z|[,;)|])|[ ]{2})")
_DONE_AT: Final = re.compile(
    r"(?:preleve|valide|edite|signe|saisi|verifie|enregistre|realise|recu|techniqu|imprime)e{0,2}s?"
    r"[ ](?:le[ ])?[0-9/.-]{6,10}(?:[ ](?:a[ ])?[0-9]{1,2}[h:][0-9]{2})?\Z"
)
_REACH_OF_DONE: Final = 44
# « horloger chez lippe », « sang chez biovallées »
_AT: Final = re.compile(r"chez[ ](?P<name>[a-zà-ÿ]{4,20})(?!\w|['’-])")
_TRADE_BEFORE: Final = re.compile(
    r"(?<![\w'’-])(?:[a-zà-ÿ]{3,14}(?:ier|ière|eur|euse|rice|iste|ien|ienne)"
    r"|(?:berg|bouch|boulang|horlog|maraîch|vach)(?:er|ère)|agent|cadre|commis|employée?|maçon|mécano|salariée?)[ ]\Z"
)
_REACH_OF_TRADE: Final = 20
_NO_SURNAME: Final = Trait.FUNCTION | Trait.KIN | Trait.ROLE | Trait.TITLE | Trait.UNIT
_NOBODY: Final = (
    Trait.FUNCTION | Trait.KIN | Trait.ROLE | Trait.TITLE | Trait.UNIT | Trait.MEDICAL
    | Trait.CARE_WORD | Trait.CARE_HEAD | Trait.BODY_HEAD
)  # fmt: skip
# How names of firms are made up.
_MADE_UP: Final = re.compile("(?:agri|aqua|auto|bio|cerba|eco|euro|inter|labo|medi|opti|pharma|techni)[a-z]{3,15}")
# « match (FC Robretières) », « handball au Saint-Herblain HB »
_SPORTS: Final = (
    *("match", "entrainement", "licenci", " club", "foot", "rugby", "handb", "basket", "volley", "judo"),
    *("pilier ", "joue ", " sport", "moniteur", " surf", "tournoi"),
)
_CLUB_LETTERS: Final = (
    "A[CJLOS]|ASC|ASM|ASPTT|B[CB]|C[AKNOS]|CSM|E[ANS]|FC|GS|HBC?|J[AS]|O[CL]|R[CS]|RCT|S[ACLOU]|TC|U[AGS]|US[MO]"
    "|V[BC]|VBC"
)
_CLUB: Final = re.compile(
    rf"[A-Z](?<![\w'’-].)(?:(?<=(?=(?:{_CLUB_LETTERS})[ ]).)[A-Z]{{1,4}}[ ](?:d[eu][ ]|d['’])?"
    r"(?P<before>[A-ZÀ-Ý][\w'’-]{2,24})"
    r"|(?P<behind>[\w'’-]{2,24})[ ](?:HBC?|FC|Handball|Rugby|Basket|Volley|Judo|Natation|Football|Surf[ ]School))"
    r"(?![\w'’-])"
)
_REACH_OF_CLUB: Final = 70
# « Nettoservice S.à r.l. »
_LEGAL: Final = re.compile(
    r"[ ]?(?:S\.[ ]?[àa][ ]?r\.[ ]?l\b\.?|S\.A\.(?:R\.L\.|S\.|[ ]de[ ]C\.V\.)?|S\.P\.R\.L\.|S\.R\.L\.)"
)
_OF_LEGAL: Final = ("S.à", "S.A.", "S.P.R.L.", "S.R.L.")
# « D O E U deux F », « s a deux l »; what such a run has that few texts have is a letter that is doubled.
# Letters apart that nothing doubles are one word of the view.
_ONE_OR_RUN: Final = "(?:[A-Za-z]|[A-Z]{3,24})"
_DOUBLED: Final = re.compile(rf"d(?<![\w'’-]d)(?:eux|ouble)[ ]{_ONE_OR_RUN}(?![\w'’-])")
_LETTERS_BEFORE: Final = re.compile(rf"(?<![\w'’-])(?:(?:(?:deux|double)[ ])?{_ONE_OR_RUN}[ ]){{1,24}}\Z")
_LETTERS_BEHIND: Final = re.compile(rf"(?:[ ](?:(?:deux|double)[ ])?{_ONE_OR_RUN}(?![\w'’-])){{1,24}}")
_LETTER: Final = re.compile(r"(?:(?P<twice>deux|double)[ ])?(?P<letter>[a-z])(?P<rest>[a-z]*)")
_REACH_OF_LETTERS: Final = 120
_FEWEST_LETTERS: Final = 4
_FORMED_BODY: Final = "rules.body.formed"
_FORMED_NUMBER: Final = "rules.number.formed"
_FORMED_PLACE: Final = "rules.place.formed"


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
    covered = [(span.start, span.end) for span in spans]
    for said in _SON.finditer(folded):
        found = _IT_IS.search(folded, max(0, said.start() - _REACH_OF_NAME), said.start())
        if found is not None and not meets(covered, *found.span("name")):
            label: Label = "FIRSTNAME" if said["kind"] else "LASTNAME"
            yield Span(*found.span("name"), label, _CALLED)
    yield from _doing(view, spans)
    yield from _spelt(view, spans)
    yield from _by_whom(view, spans)
    for called in _NICKNAME.finditer(folded):
        if not meets(covered, *called.span("name")):
            yield Span(*called.span("name"), "FIRSTNAME", _CALLED)


def _doing(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield words between a title and a verb."""
    told = [found for found in _DOING.finditer(view.folded) if _may_be_somebody(found["name"])]
    covered = [(span.start, span.end) for span in spans] if told else []
    for found in told:
        if not meets(covered, *found.span("name")):
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
    covered = [(span.start, span.end) for span in spans]
    for found in _BY.finditer(view.text):
        before = _DONE_AT.search(view.folded, max(0, found.start() - _REACH_OF_DONE), found.start())
        if before is None or meets(covered, *found.span("letters")):
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


def of_initials(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield the initials of bodies that a bracket, a dash, a comma or a new line parts from their names.

    In 5,106 notes of `corpus/notes` 17 of 18 are annotated as well. Time is linear in the number of spans.

    Parameters
    ----------
    view : TextView
        The note.
    spans : sequence of Span
        Disjoint and sorted, in offsets of the view.
    """
    text = view.text
    bodies = [span for span in spans if span.label in OF_BODIES]
    covered = [(span.start, span.end) for span in spans] if bodies else []
    for span in bodies:
        for beside in (
            _INITIALS_BEFORE.search(text, max(0, span.start - _REACH_OF_INITIALS), span.start),
            _INITIALS_BEHIND.match(text, span.end),
        ):
            if beside is None or meets(covered, *beside.span("initials")):
                continue
            if initials_of(text[span.start : span.end]).startswith(beside["initials"]):
                yield Span(*beside.span("initials"), span.label, _INITIALS)


def of_forms(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield names that are told by their form; time is linear in the text.

    Parameters
    ----------
    view : TextView
        The note.
    spans : sequence of Span
        Disjoint and sorted, in offsets of the view.
    """
    text = view.text
    bodies = [(span.start, span.end) for span in spans if span.label in OF_BODIES or span.label == "ADDRESS"]
    trades = _OF_TRADE.finditer(text) if any(map(text.__contains__, _OF_TRADES)) else ()
    for found in chain(_OF_TWO.finditer(text) if "&" in text else (), trades):
        start, end = found.span("name" if found.re is _OF_TWO else 0)
        if not meets(bodies, start, end) and _names_a_body(found):
            yield Span(start, end, "ORGANIZATION", _FORMED_BODY)
    yield from _at_work(view, spans)
    yield from _of_places_and_orders(view, spans)
    yield from _of_clubs(view, bodies)
    if any(map(text.__contains__, _OF_LEGAL)):
        for span in spans:
            # The model may have the first letter of the form.
            end = span.end - 2 if text.endswith("S.", span.start, span.end) else span.end
            legal = _LEGAL.match(text, end) if span.label == "ORGANIZATION" else None
            if legal is not None and legal.end() > span.end:
                yield Span(span.start, legal.end(), "ORGANIZATION", _FORMED_BODY)
    for found in _BESIDE.finditer(text) if any(map(text.__contains__, _OF_BESIDE)) else ():
        if not meets(bodies, *found.span("name")) and not _traits(found["what"]) & Trait.CITY:
            yield Span(*found.span("name"), "LOCATION", _FORMED_PLACE)
    for span in spans:
        if span.label not in ("CITY", "LOCATION", "LASTNAME") or not span.source.startswith("model"):
            continue
        if (head := _ISLAND.search(text, max(0, span.start - _REACH_OF_ISLAND), span.start)) is not None:
            yield Span(head.start(), span.end, "LOCATION", _FORMED_PLACE)
    if not any(map(text.__contains__, _OF_TAKEN_BACK)):
        return
    people = [(span.start, span.end) for span in spans if span.label in OF_PEOPLE]
    for found in _TAKEN_BACK.finditer(text):
        if meets(people, found.end(), found.end() + 1):
            yield Span(*found.span("name"), "LASTNAME", _CALLED)


def _of_places_and_orders(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield France where somebody came to it, creeks, and the numbers of orders."""
    text = view.text
    is_about_france, has_order, has_creek = " en France" in text, "n n°" in text, "rique " in text
    covered = [(span.start, span.end) for span in spans] if is_about_france or has_order or has_creek else []
    for found in _IN_FRANCE.finditer(text) if is_about_france else ():
        before = _CAME.search(view.folded, max(0, found.start() - _REACH_OF_TRADE), found.start())
        if before is not None and not meets(covered, *found.span("name")):
            yield Span(*found.span("name"), "LOCATION", _FORMED_PLACE)
    for found in _ORDER.finditer(text) if has_order else ():
        if not meets(covered, *found.span("number")):
            yield Span(*found.span("number"), "OTHER_ID", _FORMED_NUMBER)
    for found in _CREEK.finditer(text) if has_creek else ():
        if not meets(covered, *found.span()):
            yield Span(*found.span(), "LOCATION", _FORMED_PLACE)


def _at_work(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield words in small letters behind « chez »: made up, or behind a trade."""
    if "chez " not in view.text:
        return
    text, covered = view.text, [(span.start, span.end) for span in spans]
    for found in _AT.finditer(text):
        name = view.folded[slice(*found.span("name"))]
        traits = alphabet().lexicon.get(name, 0)
        if traits & _NOBODY or meets(covered, *found.span("name")):
            continue
        is_made_up = not traits and _MADE_UP.fullmatch(name) is not None and not in_dictionary(name)
        start = found.start()
        if is_made_up or (
            not name.endswith("s") and _TRADE_BEFORE.search(text, max(0, start - _REACH_OF_TRADE), start) is not None
        ):
            yield Span(*found.span("name"), "ORGANIZATION", _FORMED_BODY)


def _of_clubs(view: TextView, bodies: Sequence[tuple[int, int]]) -> Iterator[Span]:
    """Yield clubs by the letters that their names begin or end with, behind a word of sports."""
    folded = view.folded
    said = [sport for sport in _SPORTS if sport in folded]
    if not said:
        return
    for found in _CLUB.finditer(view.text):
        start, end = found.span()
        name = found["before"] or view.text[start : found.end("behind")]
        before = folded[max(0, start - _REACH_OF_CLUB) : start]
        if any(map(before.__contains__, said)) and not meets(bodies, start, end) and _may_have_a_club(name):
            yield Span(start, end, "ORGANIZATION", _FORMED_BODY)


def _may_have_a_club(name: str) -> bool:
    """Tell whether a name is that of a town, or no word, so that letters beside it are a club and no trade or drug."""
    words = words_of(name)
    if lists.is_listed("given", name.lower()):
        return False
    known = [alphabet().lexicon.get(word, 0) for word in words]
    if any(traits & (Trait.CITY | Trait.CITY_WORD | Trait.LOCATION) for traits in known):
        return not any(traits & (Trait.TITLE | Trait.FUNCTION | Trait.MEDICAL) for traits in known[:1])
    return not any(known) and not any(map(in_dictionary, words))


def _names_a_body(found: re.Match[str]) -> bool:
    """Tell whether two names are no two people, or a trade stands behind a place or a word of no dictionary."""
    if found.re is _OF_TWO:
        return not (lists.is_listed("given", found["one"].lower()) and lists.is_listed("given", found["two"].lower()))
    first = found["where"].partition("-")[0]
    return bool(_traits(first) & Trait.LOCATION) or not any(map(in_dictionary, words_of(first)))


def _traits(name: str) -> int:
    words = words_of(name)
    return alphabet().lexicon.get(words[0], 0) if len(words) == 1 else 0
