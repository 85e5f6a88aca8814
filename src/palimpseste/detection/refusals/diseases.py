"""Diseases, and what bears the name of who described it.

===================== =================== ==================================================================
refusal               labels              what it refuses
===================== =================== ==================================================================
``virus.named``       names, towns        in no list of names of people: « le virus Sendaï »
``serovar``           any name            what is named after a town: « Salmonella Newport, Montevideo »
``disease.named``     any name            « Gilles de la Tourette »
``disease.of``        names, bodies       « syndrome de Christ-Siemens-Touraine »
``eponym.of``         names, bodies       « drain de Redon », « un syndrome de Gilbert », « incision en U de Gluck »
``type.letter``       names               « influenza A », « grippe B+ », « niveau L1, ASIA D. »
``field.diagnosis``   any name            in no list of names, alone behind « Dx : »
``field.history``     names               « ATCD : Gilbert, fracture »
``acronym``           any name            of medicine, and in no list of names: « Référentiel : TNCD »
``mutation``          numbers             « porteur G542X », « C282Y/H63D »
``valve``             names, towns,       « valve aortique (Saint-Jude, 2016) »
                      HOSPITAL
===================== =================== ==================================================================
"""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.enumerations import is_listed_name
from palimpseste.detection.lexicon import alphabet, is_of_medicine, word_list
from palimpseste.detection.refusals.atoms import AFTER_A_COLON, TITLE, one_of
from palimpseste.detection.refusals.refusal import NAMES, Refusal
from palimpseste.detection.tokens import Trait
from palimpseste.labels import IDENTIFIERS, OF_BODIES, OF_PEOPLE

__all__ = ["refusals"]

# What follows with « de » is who described it.
_DISEASE: Final = (
    "anemie|ataxie|choree|classification|dermatofibrosarcom[ae]|dystrophie|epreuve|lymphome|maladie|manoeuvre"
    "|osteochondrite|phenomene|procede|purpura|reaction|sarcome|score|syndrome|technique|test|thyroidite|tumeur|virus"
)
# One amino acid for another: « g542x ».
_SUBSTITUTION: Final = "[acdefghiklmnpqrstvwy][0-9]{2,4}[acdefghiklmnpqrstvwyx]"

# Of Salmonella, named after where they were found.
_SEROVARS: Final = (
    "agona|amsterdam|anatum|bareilly|blockley|bologna|braenderup|brandenburg|bredeney|chester|coeln|corvallis|derby|dublin"
    "|goldcoast|hadar|havana|heidelberg|indiana|java|javiana|kapemba|kentucky|kottbus|livingstone|london|manhattan"
    "|mbandaka|miami|mikawasima|minnesota|montevideo|muenchen|muenster|napoli|newport|ohio|oranienburg|oslo|panama|poona"
    "|richmond|rissen|saintpaul|schwarzengrund|senftenberg|stanley|stanleyville|tennessee|uganda|veneziana|virchow"
    "|weltevreden|worthington"
)
# « Docteur junior » is a grade.
_WORD_BEFORE: Final = re.compile(r"(?<![a-z'’-])(?!junior[ ])(?P<word>[a-z-]{3,20})[ ]$")
# « travaille chez EGF », « adhérent au GHB »
_BODY_BEFORE: Final = re.compile(
    r"(?<![a-z])(?:chez|(?:adherente?|bosse|chauffeure?|embauchee?|employee?|licencie?e|membre|retraitee?|salariee?"
    r"|stage|travail(?:le|lait|ler)?)[ ](?:aux?|a|d[eu]|dans|pour)(?:[ ]l[ae])?)[ ]$"
)
_GRADED: Final = "(?:classe|entree|grade|niveau|score|sortie|stade|(?:para|tetra)plegi(?:e|que)|[clst][0-9]{1,2})"


def refusals() -> tuple[Refusal, ...]:
    """Return the shapes that are refused, each between its contexts."""
    return (*_of_eponyms(), *_of_letters(), *_of_fields())


def _of_eponyms() -> tuple[Refusal, ...]:
    """Return those of who described a disease, a virus or a valve."""
    return (
        Refusal(
            "virus.named",
            (*OF_PEOPLE, "CITY"),
            re.compile("[a-zœ][a-z' -]{2,30}"),
            re.compile(r"(?<![a-z])virus[ ]$"),
            None,
            of_value=lambda value: not alphabet().lexicon.get(value, 0) & (Trait.FIRST | Trait.FAMILY),
            ends=("virus ",),
        ),
        # « salmonelle, de retour de Dublin » is a town.
        Refusal(
            "serovar",
            NAMES,
            re.compile(_SEROVARS),
            re.compile(
                r"(?<![a-z])(?:salmonell[ae]s?|serovars?|serotypes?|souches?)"
                r"(?:[ ](?:enterica|s\.|ser\.|serovars?|serotypes?|spp?\.?))?[ ]?:?[ ]"
                rf"(?:(?:{_SEROVARS})(?:,[ ]|[ ]?/[ ]?|[ ](?:et|ou)[ ])){{0,5}}$"
            ),
        ),
        Refusal("serovar", NAMES, re.compile(rf"(?:serovar|serotype)s?[ ](?:{_SEROVARS})")),
        Refusal(
            "disease.named",
            NAMES,
            re.compile("gilles(?:[ ]de[ ]la[ ]tourette)?"),
            None,
            re.compile("(?:(?<=gilles)[ ]de[ ]la[ ]tourette|(?<=tourette))(?![a-z])"),
        ),
        Refusal(
            "disease.of",
            ("LASTNAME", "ORGANIZATION", "CITY"),
            re.compile(r"[a-z][a-z -]{2,40}"),
            re.compile(rf"(?<![a-z])(?:{_DISEASE})s?[ ](?:d(?:e|u)[ ]|d'[ ]?)(?:[a-z]{{2,20}}-){{0,3}}$"),
            ends=(" de ", " du ", " d'", " d' ", "-"),
        ),
        Refusal("disease.named", ("CITY", "ORGANIZATION"), re.compile("sida"), re.compile(r"(?:le|du|au|de)[ ]$")),
        Refusal(
            "disease.of",
            ("FIRSTNAME",),
            re.compile(r"[a-z][a-z-]{2,20}"),
            re.compile(rf"(?<![a-z])(?:{_DISEASE})s?[ ](?:de[ ]|d'[ ]?)$"),
            None,
            of_value=lambda value: is_of_medicine(value) and not alphabet().lexicon.get(value, 0) & Trait.FIRST,
            ends=(" de ", " d'", " d' "),
        ),
        Refusal(
            "eponym.of",
            (*OF_PEOPLE, "ORGANIZATION", "CITY"),
            re.compile(r"[a-z][a-z-]{2,20}"),
            re.compile(rf"(?<![a-z])(?:{one_of(word_list('refusals/eponym_heads.txt'))})s?[ ](?:de[ ]|d'[ ]?)$"),
            None,
            of_value=lambda value: is_of_medicine(value) or not alphabet().lexicon.get(value, 0) & Trait.FIRST,
            ends=(" de ", " d'", " d' "),
        ),
        Refusal(
            "eponym.of",
            ("LASTNAME",),
            re.compile(r"[a-z][a-z-]{2,20}"),
            re.compile(r"(?<![a-z])(?:bloc|cellules?|corpuscules?|espace|triangle|veine)[ ](?:de[ ]|d'[ ]?)$"),
            of_value=is_of_medicine,
            ends=(" de ", " d'", " d' "),
        ),
        Refusal(
            "eponym.of",
            OF_PEOPLE,
            re.compile(r"[a-z][a-z-]{2,20}"),
            re.compile(r"(?<![a-z])(?:un|le|du|d'un)[ ]syndrome[ ](?:de[ ]|d'[ ]?)$"),
            ends=(" de ", " d'", " d' "),
        ),
        Refusal(
            "eponym.of",
            (*OF_PEOPLE, "ORGANIZATION", "CITY"),
            re.compile(r"[a-z][a-z -]{2,30}"),
            re.compile(
                r"(?<![a-z])(?:abord|cervicotomie|incision|lambeau|laparotomie|plastie|suture|voie)s?[ ]en[ ][a-z]{1,9}"
                r"[ ](?:de[ ]|d'[ ]?)$"
            ),
            ends=(" de ", " d'", " d' "),
        ),
        # The test of O'Sullivan, whose name may be read from its capital on.
        Refusal(
            "eponym.of",
            OF_PEOPLE,
            re.compile("(?:o')?sullivan"),
            re.compile(
                r"(?:\A|[\n,;:(+][ ]{0,2}|[a-z0-9]{3}\.[ ]|(?<![a-z])(?:tests?[ ](?:de[ ]|d')?|un[ ]|l'[ ]?))(?:o')?$"
            ),
            re.compile(
                r"[ ]?(?:[:=(]|[ ](?:a[ ](?:faire|prevoir|refaire|programmer|[0-9])|de[ ]depistage|en[ ]|entre[ ]|fait"
                r"|et[ ]hgpo|le[ ]|negatif|non[ ]fait|normal|pathologique|positif|prevu|puis[ ]hgpo|vers[ ]|[0-9]))"
            ),
        ),
        Refusal(
            "valve",
            ("HOSPITAL", *OF_PEOPLE, "CITY"),
            re.compile(r"s(?:ain)?t[ -]jude"),
            re.compile(
                r"(?<![a-z])(?:valves?|protheses?|stimulateurs?|pacemakers?|dai|boitier)(?![a-z])[^.;\n]{0,40}$"
            ),
        ),
    )


def _of_letters() -> tuple[Refusal, ...]:
    """Return those of types, acronyms and mutations."""
    acronyms = re.compile(one_of(word_list("refusals/acronyms.txt")))
    return (
        Refusal(
            "type.letter",
            OF_PEOPLE,
            re.compile(r"[abc]\.?"),
            re.compile(r"(?<![a-z])(?:influenza|grippe|hepatite|strepto(?:coque)?)[ ]$"),
            re.compile(r"\.?[ ]{0,3}(?:[\n,;)+]|$|[dt]x[ ]?:|h[1-9]n[1-9])"),
        ),
        Refusal(
            "type.letter",
            OF_PEOPLE,
            re.compile(r"[a-e]\.?"),
            re.compile(
                r"(?<![a-z])(?:ais|child(?:-pugh)?"
                rf"|{_GRADED}(?:[ ]?[:,])?(?:[ ][clst][0-9]{{1,2}},?)?[ ](?:asia|frankel))[ ]$"
            ),
            re.compile(r"\.?[ ]{0,3}(?:[\n,;.)]|$|[a-z])"),
        ),
        Refusal(
            "acronym",
            (*OF_PEOPLE, "CITY"),
            acronyms,
            re.compile("$"),
            re.compile(r"(?![ ]?-[a-z])(?!['’])"),
            lambda match, _: not _calls_somebody(match.string),
        ),
        Refusal(
            "acronym",
            OF_BODIES,
            acronyms,
            re.compile("$"),
            re.compile(r"(?![ ]?-[a-z])(?!['’])"),
            lambda match, _: not _calls_somebody(match.string) and _BODY_BEFORE.search(match.string) is None,
        ),
        Refusal(
            "mutation",
            IDENTIFIERS,
            re.compile(_SUBSTITUTION),
            re.compile(
                r"(?<![a-z])(?:porteu(?:r|se)s?|mutations?|variants?|h(?:eter|om)ozygotes?|f508del[ ]?/|braf|kras)"
                r"(?:[ ](?:de|du|la|le|sain|saine|pathogene|p\.))?[ ]?:?[ ]?$"
            ),
        ),
        Refusal(
            "mutation",
            IDENTIFIERS,
            re.compile(rf"{_SUBSTITUTION}(?:/{_SUBSTITUTION}){{1,3}}"),
        ),
    )


def _of_fields() -> tuple[Refusal, ...]:
    """Return those of what fields of a diagnosis hold."""
    return (
        Refusal(
            "field.diagnosis",
            NAMES,
            re.compile("[a-z]{3,12}"),
            re.compile(r"(?<![a-z])[dt]x[ ]{0,2}:[ ]{0,2}$"),
            re.compile(r"[ ]{0,2}(?:[\n,;.(]|$)"),
            of_value=lambda value: not is_listed_name(value),
            ends=AFTER_A_COLON,
        ),
        Refusal(
            "field.history",
            OF_PEOPLE,
            re.compile("[a-z]{4,14}"),
            re.compile(r"(?<![a-z])(?:atcd|antecedents?|comorbidites?)s?(?:[ ][a-z]{3,9})?[ ]?:[ ]?$"),
            re.compile(r"[ ]?[,;+/][ ](?!(?:son|sa|ses|le|la)[ ])"),
            of_value=_is_eponym,
        ),
    )


def _is_eponym(value: str) -> bool:
    return bool(alphabet().lexicon.get(value, 0) & Trait.EPONYM)


def _calls_somebody(before: str) -> bool:
    """Tell whether folded text ends in a title or a first name: « Jean Moca »."""
    word = _WORD_BEFORE.search(before)
    is_given = word is not None and bool(alphabet().lexicon.get(word["word"], 0) & Trait.FIRST)
    return is_given or TITLE.search(before) is not None
