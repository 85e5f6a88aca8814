"""Measures, scores and grades, which are no day.

===================== =================== ==================================================================
refusal               labels              what it refuses
===================== =================== ==================================================================
``measure.decimal``   DATE                a decimal right behind what is measured or an equals sign: « INR 2.03 »
``range.decimal``     DATE, PHONE         figures that have no month: « 12.0-16 », « 27.0-33 »
``degrees``           DATE                « flexion à 75° au 3 et 90° au 5 »
``strength.grade``    DATE                the grade of a muscle: « MI 3/5 »
``eye.chart``         DATE                what an eye reads: « 10/10 Parinaud 2 », « 4/10 à l'œil droit »
``eye.tomography``    DATE                no month: « OCT OG : DSR résorbé »
``score.ten``         DATE                a score of ten behind its name: « Apgar 8/10 puis 10/10 », « EN 8/10 »
                                          « plus mal (8/10 la nuit) »; of five: « Gravité : 3/5 »
``score.thirty``      DATE                « MMSE 21/30 (24 en 2020) », « 24/30 au MMSE »
``pressure.said``     DATE                a blood pressure: « pour la tension, c'est 14/9 »
``pressure.row``      DATE                « 12/7, 88, 98% »
``score.scale``       DATE, AGE, PHONE    two parts of a scale, or a score: « HAD 15/12 », « NIHSS 4 »
``valence``           DATE, AGE           « Prevenar 20 »
``lymph.node``        DATE                « curage (stations 5, 6, 7) »
``ratio``             DATE                « flutter commun 2/1 », « profusion 2/1 »
``lens``              DATE                the power of a lens: « un Tecnis +21.5 »
``tooth``             DATE                « germectomie des 18, 28, 38 et 48 »
``titre``             DATE                how far a serum is diluted: « positive au 1/800 », « AAN 1/1280 »
``score.of``          PHONE               « Zarit : 58/88 »
``pressure.side``     DATE                « 16/10 D, 15/9 G »
``dose.of``           DATE                « Célestène 2/2 à 18h », of three drugs: « Trimbow 87/5/9 »
``weight.written``    numbers             « 5 780 g »
``vital``             DATE                « FR 22, 16/10 D », « SpO2 97 »
``criteria``          CITY                « grade B (Vittel) »
``weight.season``     DATE                « 49 kg (53 au printemps) »
``risk``              numbers             « T21 1/4200 »
``score.said``        names, towns,       « l'Oxford est à trente-neuf »
                      bodies
``match.ten``         DATE                alleles: « donneuse possible 10/10 »
``weight.born``       AGE, BIRTHDATE      what nobody is old, and no year: « petite Defne 3420 »
===================== =================== ==================================================================
"""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.lexicon import care_names, word_list
from palimpseste.detection.refusals.atoms import MONTH, one_of
from palimpseste.detection.refusals.refusal import Refusal
from palimpseste.detection.refusals.words import is_drug
from palimpseste.labels import NUMBERS, OF_BODIES, OF_PEOPLE

__all__ = ["refusals"]

_PRESSURE: Final = "(?:[89]|1[0-9]|2[0-4])/(?:[4-9]|1[0-4])"
# Among what is measured beside it, a low one too.
_LOW_PRESSURE: Final = "(?:[5-9]|1[0-9]|2[0-4])/(?:[3-9]|1[0-4])"
# Scores, and what is measured in blood.
_SCALES: Final = (
    "algoplus|apache(?:[ ]ii)?|asa|audit|bdi|bnp|bprs|cast|cd4|cgi|cpk|creat|creatinine|crp|d-?dim(?:eres?)?|dn4|ecog"
    "|epds|epworth|eva|fagerstrom|ferritine|g8|gaf|gds|gir|hb|hads?|ham-?d|igs[ ]?(?:ii|2)|imc|isup|karnofsky|madrs"
    "|meld|mmse?|moca|mrs|nihss?|norton|npi|nt-?probnp|oms|pcl-?5|pct|phq-?9|plaq(?:uettes)?|psa|qids|rass|ramsay|saps"
    "|sofa|tsh|vit(?:amine)?[ ]d|vs|waterlow|wells|y-?bocs|zarit"
)
# What stands before a day: « le 12/3, FC 88 ».
_NO_DAY: Final = (
    r"(?<!(?<![a-z])le[ ])(?<!(?<![a-z])du[ ])(?<!(?<![a-z])au[ ])(?<!(?<![a-z])les[ ])(?<!di[ ])(?<!manche[ ])$"
)
# What beats and is conducted, but for a « bloc », which may be a theatre.
_CONDUCTED: Final = (
    "bav|bigeminisme|bloc[ ](?:av|auriculo-?ventriculaire|sino-?auriculaire)|conduction|fibrillation|flutter|luciani"
    "|mobitz|profusion|tachycardie|transmission|trigeminisme|wenckebach"
)
_HOW_CONDUCTED: Final = (
    "[12]|atriale?|atypique|auriculaire|av|commune?|de|degre|droite?|gauche|i{1,2}|jonctionnelle|permanente?|reguli(?:er|ere)"
    "|supraventriculaire|type|typique|variable|ventriculaire"
)
_SIDE: Final = "[ ](?:bras[ ])?(?:d|g)(?:te?|che|roit|auche)?"


def refusals() -> tuple[Refusal, ...]:
    """Return the shapes that are refused, each between its contexts."""
    return (*_of_quantities(), *_of_examinations(), *_of_scores(), *_of_scales_and_ratios())


def _of_quantities() -> tuple[Refusal, ...]:
    """Return those of what is measured, with its unit or beside its name."""
    measures = one_of(word_list("refusals/measures.txt"))
    return (
        Refusal(
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
        Refusal("mass.molecular", ("OTHER_ID",), re.compile(r"[0-9]{1,4}(?:[.,][0-9]{1,2})?[ ]?k?da")),
        Refusal(
            "range.decimal",
            ("DATE", "PHONE"),
            re.compile(r"[0-9]{1,3}\.0-[0-9]{1,3}(?:\.[0-9])?|[0-9]{1,2}-[0-9]\.[0-9]{1,2}"),
        ),
        Refusal("degrees", ("DATE",), re.compile("[0-9]{1,3}"), None, re.compile("[ ]?°(?!c)")),
        Refusal(
            "titre",
            ("DATE",),
            re.compile("[0-9]{1,2}/(?:[0-9]{3}|1[0-8][0-9]{2}|2[1-9][0-9]{2}|[3-9][0-9]{3})"),
            None,
            re.compile("(?![0-9])"),
        ),
        Refusal("dose.of", ("DATE",), re.compile("87/5/9|92/55/22|172/5/9"), None, re.compile("(?![/.-]?[0-9])")),
        Refusal("weight.written", NUMBERS, re.compile("[1-9][0-9]{0,2}(?:[ ][0-9]{3})?[ ]?k?g")),
        Refusal(
            "dose.of",
            ("DATE",),
            re.compile("[12]/2"),
            re.compile(r"(?<![a-z])(?:betamethasone|celestene|corticoides?|cure|dose|injection|maturation)[ ]$"),
            re.compile("(?![/.-]?[0-9])"),
        ),
        Refusal(
            "vital",
            ("DATE",),
            re.compile("[0-9]{1,3}"),
            re.compile(r"(?<![a-z0-9])(?:fr|fc|gcs|glasgow|pouls|sat|spo2)[ ]?[:=]?[ ]?$"),
            re.compile(rf"(?![/.-]?[0-9])(?![ ]{MONTH})"),
        ),
        Refusal(
            "criteria",
            ("CITY",),
            re.compile("vittel"),
            re.compile(r"(?<![a-z])(?:algorithme|criteres?|grade[ ][a-d]|triage)[ ](?:de[ ])?\(?$"),
        ),
        Refusal(
            "weight.season",
            ("DATE",),
            re.compile("[0-9]{2,3}"),
            re.compile(r"(?<![0-9])[0-9]{2,3}(?:[.,][0-9])?[ ]?kg[ ]\($"),
            re.compile("[ ](?:au|a|en|avant|lors)[ ]"),
        ),
        Refusal(
            "risk",
            NUMBERS,
            re.compile("(?:t?(?:21|18|13)[ ])?(?:a[ ])?1/[0-9]{2,5}|t(?:21|18|13)"),
            re.compile(
                r"(?<![a-z])(?:depistage|risque|t(?:21|18|13)|trisomie(?:[ ]21)?)[ ](?:combine[ ])?(?:de[ ]|a[ ])?t?$"
            ),
            re.compile("(?![/.-]?[0-9])"),
        ),
        Refusal(
            "weight.born",
            ("AGE", "BIRTHDATE"),
            re.compile("[1-5][ ][0-9]{3}|1[3-9][0-9]|[2-9][0-9]{2}|1[0-7][0-9]{2}|2[1-9][0-9]{2}|[3-9][0-9]{3}"),
            # « née 1380 », of another calendar
            re.compile(r"(?<!(?<![a-z])ne[ ])(?<!(?<![a-z])nee[ ])(?<!(?<![a-z])en[ ])(?<!vers[ ])(?<!annee[ ])$"),
            re.compile("(?![0-9])"),
        ),
    )


def _of_examinations() -> tuple[Refusal, ...]:
    """Return those of muscles, eyes and pressures."""
    return (
        Refusal(
            "strength.grade",
            ("DATE",),
            re.compile(r"[0-5]/5"),
            re.compile(r"(?<![a-z])(?:m[is][dg]?|testing|mrc|cotee?s?|force musculaire)[ ]?:?[ ]?(?:a[ ])?$"),
            re.compile(r"(?![/.-]?[0-9])"),
        ),
        Refusal(
            "eye.chart",
            ("DATE",),
            re.compile(r"(?:[0-9]|1[0-2])/1[02]"),
            None,
            re.compile(
                r"[ ]?,?[ ]?(?:p(?:arinaud)?[ ]?[0-9]{1,2}|parinaud)(?![0-9/])"
                r"|[ ](?:au niveau de|a|de|pour|sur)[ ]?l'(?:oe?|e)il[ ](?:droit|gauche)"
            ),
        ),
        Refusal(
            "eye.tomography",
            ("DATE",),
            re.compile(r"(?:[0-9]{1,2}[ ]?\n[ ]{0,4})?oct"),
            None,
            re.compile(r"\.?[ ](?:o[dg]|odg|maculaires?|papillaires?|rnfl)(?![a-z])"),
        ),
        Refusal(
            "pressure.said",
            ("DATE",),
            re.compile(_PRESSURE),
            re.compile(
                r"(?<![a-z])(?:tension|tensionnels?)(?![a-z])[^.\n/]{0,40}(?<![ ]le[ ])(?<![ ]du[ ])(?<![ ]au[ ])$"
            ),
            re.compile(r"(?![/.-]?[0-9])"),
        ),
        Refusal(
            "pressure.row",
            ("DATE",),
            re.compile(_PRESSURE),
            None,
            re.compile(r"(?:,|[ ]-)[ ]?[0-9]{2,3}(?:,|[ ]-)[ ]?(?:[0-9]{2,3}[ ]?%|3[5-9][.,][0-9])"),
        ),
        *(
            Refusal("pressure.side", ("DATE",), re.compile(f"(?:[0-9]{{1,2}},[ ])?{_PRESSURE}"), before, behind)
            for before, behind in (
                (re.compile("(?<![0-9/])$"), re.compile(f"{_SIDE}[ ,;]{{1,3}}(?:et[ ])?{_PRESSURE}{_SIDE}(?![a-z])")),
                (re.compile(f"{_PRESSURE}{_SIDE}[ ,;]{{1,3}}(?:et[ ])?$"), re.compile(f"{_SIDE}(?![a-z])")),
            )
        ),
        Refusal(
            "eye.chart",
            ("DATE",),
            re.compile("(?:[0-9]|10)/10"),
            re.compile(r"(?<![a-z])(?:acuite(?:[ ]visuelle)?|av|avl|vue|vision)[ ]?:?[ ](?:(?:od|og|odg)[ ])?$"),
            re.compile(r"(?![/.-]?[0-9])[ ]?(?:a[ ](?:droite|gauche)|aux[ ]deux|d\b|g\b|od\b|og\b)"),
        ),
    )


def _of_scores() -> tuple[Refusal, ...]:
    """Return those of so much of so many."""
    return (
        Refusal(
            "score.ten",
            ("DATE",),
            re.compile(r"(?:[0-9]|10)/10|(?:[0-9]|10)/(?:[0-9]|10)/(?:[0-9]|10)"),
            re.compile(
                r"(?<![a-z])(?:apgar|apg|eva|ens|evn|evs|echelle numerique|intensite de la douleur)(?![a-z])"
                r"[^.\n]{0,40}$"
            ),
            re.compile(r"(?![/.-]?[0-9])"),
        ),
        Refusal(
            "score.ten",
            ("DATE",),
            re.compile("(?:[0-9]|10)/10"),
            re.compile(r"(?:\A|[.;,(\n])[ ]?en[ ]?[:=]?[ ]?$"),
            re.compile(r"(?![/.-]?[0-9])"),
        ),
        Refusal(
            "score.of",
            ("PHONE",),
            re.compile("[0-9]{1,3}/[0-9]{1,3}"),
            re.compile(r"(?<!poste[ ])(?<!postes[ ])(?<!tel[ ])(?<!bip[ ])(?<!dect[ ])(?<![0-9/.])$"),
            re.compile("(?![/.-]?[0-9])"),
        ),
        Refusal(
            "score.ten",
            ("DATE",),
            re.compile("[0-9]|10"),
            re.compile(
                r"(?<![a-z])(?:eva|evn)(?![a-z])[^.\n/]{0,45}(?<![ ](?:au|du|et|le)[ ])(?<![ ]les[ ])(?<![,;-][ ])$"
            ),
            re.compile(rf"(?![/.-]?[0-9])(?!(?:er)?[ ]{MONTH})"),
        ),
        Refusal(
            "score.thirty",
            ("DATE",),
            re.compile("[12]?[0-9]|30"),
            re.compile(r"(?<![a-z])(?:mmse?|moca)[ ](?:[0-9]{1,2}/30[ ])?\($"),
            re.compile("[ ](?:a|au|en|le)[ ]"),
        ),
        Refusal(
            "score.thirty",
            ("DATE",),
            re.compile("30"),
            re.compile(r"(?<![a-z])(?:mmse?|moca)[ ](?:[a-z' ]{1,20}[ ])?[0-9]{1,2}/$"),
            re.compile(rf"(?![/.-]?[0-9])(?![ ]{MONTH})"),
        ),
        Refusal(
            "score.thirty",
            ("DATE",),
            re.compile("[12]?[0-9]|30"),
            None,
            re.compile("(?:/30)?[ ](?:a la|au|aux)[ ](?:mmse?|moca)(?![a-z])"),
        ),
        Refusal(
            "score.said",
            (*OF_PEOPLE, *OF_BODIES, "CITY"),
            re.compile("[a-z]{4,12}"),
            re.compile(r"(?<![a-z])l'[ ]?$"),
            re.compile(
                r"[ ](?:est[ ]|etait[ ]|reste[ ])?(?:a|de|cote[ ]a)[ ](?:[0-9]{1,3}|[a-z]+(?:-[a-z]+){0,3})"
                r"(?:[ ]sur[ ](?:[0-9]|cent|dix|vingt|quarante|trente)|[ ]?/[ ]?[0-9]|[ ]points?(?![a-z]))"
            ),
            of_value=lambda value: value not in care_names(),
        ),
        Refusal(
            "match.ten",
            ("DATE",),
            re.compile("(?:[5-9]|10)/10"),
            re.compile(r"(?<![a-z])(?:donneu(?:r|se)s?|hla|compatibles?|compatibilite)(?![a-z])[^.;\n0-9]{0,40}$"),
            re.compile(r"(?![/.-]?[0-9])"),
        ),
    )


def _of_scales_and_ratios() -> tuple[Refusal, ...]:
    """Return those of scales, ratios, doses, valences, teeth and lymph nodes."""
    return (
        # « Craving coté 4/10 »
        Refusal(
            "score.ten",
            ("DATE",),
            re.compile("(?:[0-9]|10)/10"),
            re.compile(
                r"(?<![a-z])(?:cotee?s?|coter|craving|douleurs?|envie|estimee?|evaluee?|fatigue|humeur|moral|note|notee?|prurit"
                r"|score)[ ](?:a[ ])?$"
            ),
            re.compile(r"(?![/.-]?[0-9])"),
        ),
        Refusal(
            "score.ten",
            ("DATE",),
            re.compile("(?:[0-9]|10)/10"),
            re.compile(
                r"(?<![a-z])(?:brulures?|douleurs?|douloureu(?:x|se)|mal|souffre)(?![a-z])[^.;:\n0-9(]{0,12}\($"
            ),
            re.compile(r"(?:[ ](?:a|au|avec|en|la[ ]nuit|le[ ]soir|sans)(?![a-z])|\))"),
        ),
        Refusal(
            "score.ten",
            ("DATE",),
            re.compile("[0-5]/5"),
            re.compile(r"(?<![a-z])(?:criticite|gravite|priorite|severite|tri)[ ]?:[ ]$"),
            re.compile(r"(?![/.-]?[0-9])"),
        ),
        # « le DAS vingt-huit est à quatre », as it is dictated
        Refusal(
            "score.scale",
            ("DATE", "AGE"),
            re.compile("vingt[ -]huit"),
            re.compile(r"(?<![a-z])(?:dass?|d[ ]a[ ]s)[ ]$"),
        ),
        Refusal("lens", ("DATE",), re.compile(r"[0-9]{1,2}[.,][0-9]{1,2}"), re.compile(r"[+]$")),
        # « Siegrist 1,7. HAD 15/12 »: anxiety and depression; « retour HAD 15/12 » has a day
        Refusal(
            "score.scale",
            ("DATE",),
            re.compile(r"(?:1?[0-9]|2[01])/(?:1?[0-9]|2[01])"),
            re.compile(
                r"(?<![a-z])(?:(?<!en[ ])(?<!l')(?<!d')(?<!la[ ])(?<!sortie[ ])(?<!retour[ ])(?<!relais[ ])hads?|adl"
                r"|algoplus|bdi|beck|bprs|braden|bref|cgi|dn4|dubois|epds|gcs|gds|glasgow|hamilton|horloge|iadl|katz|madrs|mna|nihss?"
                r"|norton|rud|tinetti|waterlow|zarit)[ ]?:?[ ]$"
            ),
            re.compile(r"(?![/.-]?[0-9])"),
        ),
        # « NIHSS 4 », « CRP de sortie 31 », « Y-BOCS ce jour 27 »; « CRP 12 : 45 » has a day
        Refusal(
            "score.scale",
            ("DATE", "AGE", "PHONE"),
            re.compile("(?!(?:19|20)[0-9]{2})[0-9]{1,4}"),
            re.compile(
                rf"(?<![a-z])(?:{_SCALES})(?:[ ](?:de[ ]sortie|d'entree|a[ ]l'entree|ce[ ]jour|du[ ]jour|initiale?))?"
                "[ ]?[:=]?[ ]$"
            ),
            re.compile(rf"(?![.,/-]?[0-9])(?![ ]?[:=/])(?![ ]{MONTH})"),
        ),
        # « Lexomil 1/4 le soir »
        Refusal(
            "dose.of",
            ("DATE",),
            re.compile("[13]/4"),
            re.compile(r"(?<![a-z])(?P<drug>[a-z]{4,20})(?:[ ][0-9]{1,4}(?:[ ]?mg)?)?[ ]$"),
            re.compile(
                r"[ ](?:de[ ])?(?:cp|comprimes?|demain|le[ ](?:[0-9]{1,2}(?![0-9/h])|matin|midi|soir)|matin|midi|soir)"
            ),
            lambda match, _: is_drug(match["drug"]),
        ),
        # « Prevenar 20 »
        Refusal(
            "valence",
            ("DATE", "AGE"),
            re.compile("[0-9]{1,2}"),
            re.compile(r"(?<![a-z])(?:apexxnar|capvaxive|gardasil|pneumovax|prevenar|synflorix|vaxneuvance)[ ]$"),
            re.compile(rf"(?![/.-][0-9])(?![ ]{MONTH})"),
        ),
        # « EBUS 7 », « curage (stations 5, 6, 7) »
        Refusal(
            "lymph.node",
            ("DATE",),
            re.compile("[1-9]|1[0-4]"),
            re.compile(
                r"(?<![a-z])(?:curages?|ebus\.?|stations?)(?:[ ][a-z]{4,12}){0,2}[ ]\(?(?:stations?[ ])?"
                r"(?:(?:[1-9]|1[0-4])[lr]?(?:,[ ]|[ ]et[ ])){0,10}$"
            ),
            re.compile(rf"(?![/.-]?[0-9])(?![ ](?:{MONTH}|a[ ][0-9]))"),
        ),
        # « 38°6, 10/6 », « puis 9/5, fc 70 », « ch7 18/9 »
        Refusal(
            "pressure.row",
            ("DATE",),
            re.compile(_LOW_PRESSURE),
            re.compile(r"(?:3[5-9]°[0-9]?,?|(?<![a-z])(?:tension|ta|pa)[^.;\n]{0,40}[ ]ch\.?[ ]?[0-9]{1,3})[ ]$"),
            re.compile(r"(?![/.-]?[0-9])"),
        ),
        Refusal(
            "pressure.row",
            ("DATE",),
            re.compile(_LOW_PRESSURE),
            re.compile(_NO_DAY),
            re.compile(r"[ ]?,?[ ](?:fc|fr|pouls|sat|spo2)[ ]?:?[ ]?[0-9]{2,3}(?![0-9/])"),
        ),
        # « flutter commun 2/1 », « profusion 2/1 »
        Refusal(
            "ratio",
            ("DATE",),
            re.compile(r"[1-6]/[1-6]"),
            re.compile(rf"(?<![a-z])(?:{_CONDUCTED})(?:[ ](?:{_HOW_CONDUCTED})(?![a-z0-9])){{0,3}}[ ]$"),
            re.compile(r"(?![/.-]?[0-9])"),
        ),
        # « recontrôle 1.14 », in grams
        Refusal(
            "measure.decimal",
            ("DATE",),
            re.compile(r"[0-4]\.(?:1[3-9]|[2-9][0-9])"),
            re.compile(r"(?<![a-z])(?:dextro|dxt|glyc|glycemie|gly|hgt|recontrolee?|resucree?)[ ]?[:=a]?[ ]$"),
            re.compile(r"(?![./-]?[0-9])"),
        ),
        # « Germectomie des 18, 28, 38 et 48 »
        Refusal(
            "tooth",
            ("DATE",),
            re.compile(r"[1-4][1-8](?:(?:,[ ]?|[ ](?:et|ou)[ ]|[ ]?[+-][ ]?)[1-4][1-8]){0,5}"),
            re.compile(
                r"(?<![a-z])(?:avulsions?|caries?|couronnes?|dents?|devitalisations?|extractions?|germectomies?|implants?"
                r"|incisives?|molaires?|premolaires?|canines?|pulpectomies?|racines?|inlays?|onlays?|bridge)"
                r"(?:[ ](?:de[ ]la|de|des|sur|en|n°))?[ ](?:[1-4][1-8](?:,[ ]?|[ ](?:et|ou)[ ]|[ ]?[+-][ ]?)){0,8}$"
            ),
            re.compile(rf"(?![/.-][0-9])(?![ ]{MONTH})(?![ ]?[0-9])(?![ ]a[ ][0-9])"),
        ),
    )
