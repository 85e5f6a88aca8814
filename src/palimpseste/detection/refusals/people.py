"""What titles, trades, fields and feasts say where a name of somebody may stand.

===================== =================== ==================================================================
refusal               labels              what it refuses
===================== =================== ==================================================================
``form.value``        any name            a value from the short list of its field: « Sexe : Masculin »
``form.trade``        any name            an ordinary word alone behind its field: « Profession : Boulanger »
``question.word``     any name            « Quelle est la proposition », « Laquelle »
``trade.said``        names, places       an ordinary word before « de métier », « à la retraite »
``trade.letters``     names               a post or a diploma: « Assistant : IHA Dufau », « interne DES MIR »,
                                          « chir. thor. »
``network``           people              a social network: « passe 6 h sur tiktok »
``people.named``      bodies, places      a people: « chez les Peuls »
``toy``               names               of a toy or an animal: « doudou = Lapinou », « le chat Pompon »
``origin.said``       names               « d'origine kosovare », « 43 ans, capverdien né à »
``language``          names, places       « parle wayana, un peu français »
``title.second``      FIRSTNAME           the second of two titles: « Mme et M. Verger »
``title.abroad``      names               « Dokter Wim », « Frau Keller »
``title.kin``         FIRSTNAME           the title behind a man, a preposition or a number: « Mari : M. Toque »,
                                          « plainte contre M. Toque », « 4) M. Toque »
``particle.alone``    names               a small article and nothing else: « épouse de Fulbert », « dr de garde »;
                                          whom one has no name for: « monsieur du scooter »
``feast.saint``       names, places       « le jour de la Saint-Blaise »
``feast.named``       names               « depuis la Toussaint », where Toussaint is a name of the note too,
                                          « et noël arrive »
``storm``             names               « fermé depuis Irma », « détruit par Chido », « (tempête Ciara) »
``operation.army``    names               « à la fin de Barkhane »
``bill.letters``      names, numbers      letters of acts: « Facturé VRN », « Cotation AMI 4 »
``days.week``         any name            days of dialysis: « M-J-S matin »
``days.short``        names               a day of the week before a date: « Sam. 18/11/2023  entrée 17:52 »
``morning``           names               « 07/01 M. Chaudière réparée »
``operation``         FIRSTNAME           « César 1985 AG », « César lundi à 13h »
``subject``           names               what a mail is: « Fwd: »
``postscript``        any name            « P.-S. merci pour tout »
``abbreviation``      any name            « Dr Durand, O.R.L. », « PhD », « médecin corres. »,
                                          « Mme Vernhet, O.P.J. », « PESEL 741… »
``mail.secure``       names, bodies       who carries letters: « transmis par HIN »
``letter.sex``        names               « DURAND Luc, H, 63 ans », « Mme Morel (F, 40 ans) »
``letter.alone``      names               a cross that is a line: « x »
``word.misread``      any name            what is read or said for something else: « lit « Marie » pour « mairie » »
===================== =================== ==================================================================
"""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.beside.handles import NETWORKS
from palimpseste.detection.enumerations import is_listed_name
from palimpseste.detection.lexicon import alphabet, in_dictionary, word_list
from palimpseste.detection.refusals.atoms import AFTER_A_COLON, MONTH, TITLE, WEEKDAYS, one_of
from palimpseste.detection.refusals.refusal import NAMES, Refusal
from palimpseste.detection.refusals.words import is_ordinary
from palimpseste.detection.tokens import Trait
from palimpseste.labels import IDENTIFIERS, OF_BODIES, OF_PEOPLE

__all__ = ["is_particle", "refusals"]

# Letters of acts on bills, and how many of each.
_ACT: Final = (
    "(?:a(?:is|mi|mk|mo|ms|my|pc)|bs[abc]|c(?:g|oe|s)?|dsi|g|i(?:fa|fd|k)|m(?:cg|cs|d|dn|eg|n|u)|sf|tcg?"
    "|v(?:g|gs|l|rd|rn|rs|s)?)(?:[ ]?[0-9]{1,2})?"
)
# What storms do, and to what: patients tear out drips, visitors carry off papers.
_STRUCK: Final = "arrache|detruit|devaste|emporte|endommage|inonde|ravage|sinistre"
_STANDING: Final = (
    "(?:appartement|bateau|batiment|cabinet|case|clinique|commerce|courant|digue|dispensaire|eau|ecole|electricite|etage"
    "|garage|hangar|hopital|immeuble|jardin|logement|magasin|maison|mur|pharmacie|pont|port|quartier|reseau|route|service"
    "|tole|toit|toiture|usine|village|voiture)s?(?![a-z])"
)
_SINCE: Final = "[^.;:,\\n]{0,30}[ ](?:avant|apres|depuis|lors[ ]d[e'][ ]?|pendant)[ ]?"
# Operations of the French army that are spoken of by name alone.
_ARMY: Final = "artemis|barkhane|chammal|corymbe|daman|epervier|harpie|licorne|pamir|sangaris|sentinelle|serval|takuba"
# Posts in dotted letters, of three or more: « Estelle Vernhet, O.P.J., »
_POSTS: Final = (
    r"(?:a\.p\.j|a\.r\.c|a\.s\.(?:[dh]|e\.m)|a\.v\.s|c\.c\.a|c\.p\.e|c\.p\.i\.p|i\.a\.d\.e|i\.b\.o\.d\.e|i\.d\.e|i\.s\.p|o\.p\.j|p\.u\.p\.h"
    r"|v\.s\.l)"
)
_PARTICLES: Final = frozenset(("de", "du", "des", "la", "le", "les", "et", "au", "aux", "en", "un", "une"))


def refusals() -> tuple[Refusal, ...]:
    """Return the shapes that are refused, each between its contexts."""
    return (*_of_forms(), *_of_origins(), *_of_titles(), *_of_events(), *_of_days(), *_of_mails(), *_of_abbreviations())


def _of_forms() -> tuple[Refusal, ...]:
    """Return those of fields and what stands in them, of questions and of trades."""
    fields = dict(line.split("\t") for line in word_list("refusals/form_values.tsv"))
    values = {name: frozenset(said.split()) for name, said in fields.items()}
    any_value = one_of({value for said in values.values() for value in said})
    end = re.compile(r"[ ]{0,3}(?:[\n,;.)]|$)")
    return (
        Refusal(
            "form.value",
            NAMES,
            re.compile(any_value),
            re.compile(rf"(?<![a-z])({one_of(values)})[ ]{{0,2}}:[ ]{{0,2}}$"),
            end,
            lambda match, value: value in values[match[1]],
        ),
        Refusal(
            "form.trade",
            NAMES,
            re.compile("[a-z]{4,30}"),
            re.compile(r"(?<![a-z])(?:profession|metier)[ ]{0,2}:[ ]{0,2}$"),
            re.compile(r"[ ]{0,3}(?:\n|$)"),
            of_value=lambda value: bool(alphabet().lexicon.get(value, 0) & Trait.COMMON) and in_dictionary(value),
            ends=AFTER_A_COLON,
        ),
        Refusal(
            "question.word",
            NAMES,
            re.compile(r"(?:la|les?)?quel(?:le)?s?(?:[ ](?:est|sont|etai(?:en)?t|seront|la|le|les|de|des?))*"),
            re.compile(r"(?:\A|[^ ][\n ]{1,3}|\n|[(«\"])$"),
            None,
            lambda match, _: TITLE.search(match.string) is None,
        ),
        Refusal(
            "trade.said",
            (*OF_PEOPLE, "CITY", "LOCATION"),
            re.compile("[a-z]{5,30}"),
            re.compile(r"(?:\A|[\n;:,(][ ]?|(?<![a-z])(?:est|etait)[ ])$"),
            re.compile(r"[ ]de[ ](?:metier|profession)(?![a-z])"),
            of_value=lambda value: is_ordinary(value),
        ),
        Refusal(
            "trade.said",
            OF_PEOPLE,
            re.compile("[a-z]{5,30}"),
            re.compile(r"(?:\A|[\n;:.][ ]?)$"),
            re.compile(r"[ ](?:(?:a la|en)[ ]retraite|retraitee?|en[ ]activite|en[ ]invalidite|au[ ]chomage)(?![a-z])"),
            of_value=lambda value: is_ordinary(value),
        ),
        Refusal(
            "trade.letters",
            OF_PEOPLE,
            re.compile(r"ahu|arc|iha|d\.[ ]?e\."),
            re.compile(r"(?:[,:;][ ]|(?<![a-z])audioprothesiste[ ]|(?<![a-z])infirmi(?:er|ere)[ ])$"),
            re.compile("[ ][a-z]{2}"),
        ),
        Refusal(
            "trade.letters",
            OF_PEOPLE,
            re.compile(r"(?:cardiaque|dig|gyneco?|maxillo|ortho|pediatr?|plast|thor|uro|vasc|visc)\.?"),
            re.compile(r"(?<![a-z])chir(?:urgien|urgie)?\.?[ ]$"),
        ),
        Refusal(
            "network",
            OF_PEOPLE,
            re.compile(one_of(NETWORKS - {"fb", "snap"})),
            re.compile("$"),
            re.compile("(?![a-z0-9])"),
            lambda match, _: TITLE.search(match.string) is None,
        ),
        Refusal(
            "abbreviation",
            OF_PEOPLE,
            re.compile(r"val\.?"),
            None,
            re.compile(r"\.?[ ]?(?:electr?|elect|bio|medicale|tech)(?![a-z])"),
        ),
        Refusal("abbreviation", OF_PEOPLE, re.compile("chb|chbre|chbr"), None, re.compile(r"\.?[ ]?[0-9]")),
        Refusal(
            "toy",
            OF_PEOPLE,
            re.compile("[a-z]{3,15}"),
            re.compile(
                r"(?<![a-z])(?:(?:doudou|peluche)[ ]?(?:[=:]|nommee?|appelee?|s'appelle)[ ]?"
                r"|(?:le|la|son|sa|leur|du)[ ](?:chat|chatte|chien|chienne|perroquet|perruche|lapin|poney)[ ])$"
            ),
        ),
        Refusal(
            "trade.letters",
            OF_PEOPLE,
            re.compile(r"des[ ](?P<field>[a-z]{2,4})"),
            re.compile(r"(?<![a-z])(?:interne|junior)s?,?[ ]$"),
            re.compile(r"[ ]{0,3}(?:[\n,;.)(]|$)"),
            of_value=lambda value: not is_listed_name(value.removeprefix("des ")),
        ),
    )


def _of_origins() -> tuple[Refusal, ...]:
    """Return those of where people come from and what they speak."""
    peoples = one_of(word_list("refusals/peoples.txt"))
    return (
        *(
            Refusal(
                "people.named",
                (*OF_BODIES, "CITY", "LOCATION"),
                re.compile(shape),
                before,
                # « Les Sioux, EHPAD », « aux Antillais, restaurant »
                re.compile(r"(?![ ]?[,(][ ]?(?:bar|cafe|camping|ehpad|foyer|hotel|residence|restaurant)(?![a-z]))"),
                # « Les Fang (parents) »
                of_value=lambda value: (
                    value.startswith("pygmees ")
                    or not alphabet().lexicon.get(value.rpartition(" ")[2], 0) & Trait.FAMILY
                ),
            )
            for shape, before in (
                (peoples, re.compile(r"(?<![a-z])(?:les|des|aux|pygmees|enfants|femmes|hommes)[ ]$")),
                (f"les (?:{peoples})(?: (?:{peoples}))?", None),
                (f"pygmees (?:{peoples})", None),
            )
        ),
        Refusal(
            "origin.said",
            OF_PEOPLE,
            re.compile("[a-z]{4,30}(?:ais|aise|ien|ienne|ain|aine|ois|oise|an|ane|are|ard|arde|eque)s?"),
            re.compile(r"(?<![a-z])d'origine[ ]$"),
        ),
        Refusal(
            "language",
            (*OF_PEOPLE, "CITY", "LOCATION"),
            re.compile(one_of(word_list("refusals/languages.txt"))),
            re.compile(
                r"(?<![a-z])(?:parl(?:e|ent|ant)|langues?|interpretes?|traduct(?:eur|rice|ion))"
                r"(?:[ ](?:en|le|la|que|seulement|maternelle|un[ ]peu|peu)){0,2}[ ]?:?[ ](?:l'[ ]?)?$"
            ),
        ),
        # « le kurmandji est la langue de la maison », with its article in the span or before it
        *(
            Refusal(
                "language",
                (*OF_PEOPLE, "CITY", "LOCATION"),
                re.compile(f"{article}(?:{one_of(word_list('refusals/languages.txt'))})"),
                before,
                re.compile("(?![ ]?[a-z-])|[ ](?:est|et|comme|mais|puis|avec|a[ ]la[ ]maison|ou|parle)(?![a-z])"),
                of_value=lambda value: not is_listed_name(value.rpartition(" ")[2]),
            )
            for article, before in (
                ("", re.compile(r"(?<![a-z])(?:le|en|du|au|un[ ]peu[ ]de)[ ]$")),
                ("(?:le|en|du|au)[ ]", None),
            )
        ),
    )


def _of_titles() -> tuple[Refusal, ...]:
    """Return those of titles, particles and letters beside names."""
    return (
        # « un monsieur de Hagondange »
        Refusal(
            "particle.alone",
            OF_PEOPLE,
            re.compile("d(?:e|u|es)"),
            re.compile(r"(?<![a-z])(?:un|une|ce|cette|le|la|notre|autre)[ ](?:monsieur|madame|dame|mr|mme)[ ]$"),
        ),
        Refusal(
            "title.second",
            ("FIRSTNAME",),
            re.compile(r"mm?\."),
            re.compile(r"(?<![a-z])(?:mme|madame)(?:[ ][a-z'-]{2,30})?[ ]et[ ]$"),
            re.compile("[ ][a-z]{2}"),
        ),
        Refusal(
            "title.kin",
            ("FIRSTNAME",),
            re.compile(r"m\.?"),
            re.compile(
                r"(?<![a-z])(?:pere|beau-pere|mari|epoux|conjoint|compagnon|gendre|neveu|oncle|voisin|curateur|tuteur"
                r"|mandataire|chez|en presence de|technicien|delegue(?:[ ](?:cfdt|cgt|fo))?|cadre de (?:jour|nuit))"
                r"[ ]?[:,]?[ ]$"
            ),
            re.compile(r"\.?[ ][a-z][a-z'-]"),
        ),
        Refusal(
            "title.kin",
            ("FIRSTNAME",),
            re.compile(r"m\."),
            re.compile(r"(?<![a-z])(?:concerne|reportee?|a reprogrammer)[ ]?:[ ]$|(?:\A|\n)[0-9]{1,2}\)[ ]$"),
            re.compile("[ ](?:[a-z]|/[ ]mme)"),
        ),
        # « DURAND T. 03 29 11 22 33 » has an initial.
        Refusal(
            "number.letter",
            OF_PEOPLE,
            re.compile(r"(?:f|p|t|tf|tel)\.?"),
            re.compile(r"(?:\A|\n|[|;(–—]|[ ][-/])[ ]{0,4}$"),
            re.compile(r"\.?[ ]?:?[ ]?(?:\+[1-9]|00[1-9]|0[1-9])[ .(]?[0-9 .()]{7}"),
        ),
        # Not behind « par »: « Validé par M. Saint-Prix » has an initial.
        Refusal(
            "title.kin",
            ("FIRSTNAME",),
            re.compile(r"m\.?"),
            re.compile(
                r"(?<![a-z])(?:a|avec|contre|de|envers|pour|que|selon|son[ ](?:ami|beau-fils|beau-frere|cousin|fils"
                r"|frere|grand-pere|petit-fils|proche),?)[ ]$"
            ),
            re.compile(r"\.?[ ][a-z][a-z'-]"),
        ),
        # « 02h10, M. Cosnard, 41 ans »
        Refusal(
            "title.kin",
            ("FIRSTNAME",),
            re.compile(r"m\.?"),
            re.compile(r"(?:[,;:]|[0-9]h?[0-9]{0,2})[ ]$"),
            re.compile(r"\.?[ ][a-z][a-z'-]{2,20}(?:[ ][a-z][a-z'-]{2,20})?,?[ ]\(?[0-9]{1,3}[ ]?ans(?![a-z])"),
        ),
        # « le monsieur du scooter »: whom one has no name for
        Refusal(
            "particle.alone",
            OF_PEOPLE,
            re.compile("(?:du|de[ ]la)[ ][a-z]{4,20}"),
            re.compile(r"(?<![a-z])(?:le|la|un|une)[ ](?:monsieur|dame|mr)[ ]$"),
            of_value=lambda value: is_ordinary(value.rpartition(" ")[2]),
        ),
        # « un mr lambda »
        Refusal(
            "particle.alone",
            OF_PEOPLE,
            re.compile("lambda|untel|(?:tout[ ]le[ ])?monde"),
            re.compile(r"(?<![a-z])(?:une?|monsieur|madame)[ ](?:monsieur|madame|mr|mme|patiente?|personne)[ ]$"),
        ),
        # « Dokter Wim », « Frau Keller »
        Refusal(
            "title.abroad",
            OF_PEOPLE,
            re.compile(
                "dokter|doktor|dottor(?:e|essa)|dott|dottssa|doutora?|doctora?|herr|frau|mevrouw|meneer|mijnheer|signora?"
                "|senhora?|senora?|hochgeehrter|lieber|liebe|estimado|egregio|geachte|hoofdarts|oberarzt|primario"
            ),
            re.compile(r"(?:\A|[\n,;(][ ]{0,40}|(?<![a-z])(?:an|aan|al|den|der|le|la|du|of)[ ])$"),
            re.compile(r"\.?[ ](?:med\.[ ])?[a-z][a-z'-]"),
            of_value=lambda value: not is_listed_name(value),
        ),
        # « 43 ans, capverdien né à »
        Refusal(
            "origin.said",
            OF_PEOPLE,
            re.compile("[a-z]{4,30}(?:ais|aise|ien|ienne|ain|aine|ois|oise|an|ane)"),
            re.compile(
                r"(?<![a-z])(?:ans,|homme|femme|citoyen|citoyenne|ressortissante?|refugiee?|nationalite[ ]?:?)[ ]$"
            ),
            re.compile(r"[ ]?(?:,|\.|\n|[ ]nee?[ ]|[ ]d'origine|[ ]en[ ]|[ ]vivant|$)|[ ]nee?[ ]"),
            of_value=lambda value: not is_listed_name(value) and not alphabet().lexicon.get(value, 0) & Trait.CITY,
        ),
        # « et noël arrive », « à la toussaint prochaine »
        Refusal(
            "feast.named",
            OF_PEOPLE,
            re.compile("noel|toussaint|ascension|pentecote|paques|epiphanie|chandeleur|ramadan|carnaval"),
            re.compile(r"(?<![a-z])(?:a|et|la|l'|avant|apres|depuis|des|pour|vers|joyeux)[ ]?$"),
            re.compile(r"[ ](?:approche|arrive|dernier|derniere|prochaine?|passee?|suivante?|en[ ]famille)(?![a-z])"),
        ),
        # « permission de Noël », « le repas de Pâques »
        Refusal(
            "feast.named",
            OF_PEOPLE,
            re.compile("noel|toussaint|ascension|pentecote|paques|epiphanie|chandeleur|carnaval"),
            re.compile(
                r"(?<![a-z])(?:arbre|cadeaux?|chants?|conges|fetes?|lendemain|lundi|messe|permissions?|repas|reveillon"
                r"|sapin|vacances|veille|week-end)[ ]de[ ](?:la[ ]|l')?$"
            ),
            re.compile(r"[ ]*(?:$|[\n,;:.()!?])|[ ](?:a|au|avec|chez|dans|elle|en|et|il|ou|puis|sans)[ ]"),
        ),
        Refusal(
            "particle.alone",
            OF_PEOPLE,
            re.compile("de"),
            None,
            re.compile(r"[ ](?:garde|nuit|permanence|service|ville)(?![a-z-])"),
        ),
        Refusal(
            "letter.sex",
            OF_PEOPLE,
            re.compile("[fhm]"),
            re.compile(r"(?:[a-z][ ]?,[ ]?|[ ][(])$"),
            re.compile(r"[ ]?,?[ ]?[0-9]{1,3}[ ]?(?:ans?|mois|jours?)(?![a-z])"),
        ),
        Refusal(
            "letter.alone", OF_PEOPLE, re.compile("x"), re.compile(r"\n[ ]{0,3}$"), re.compile(r"[ ]{0,3}(?:\n|$)")
        ),
    )


def _of_events() -> tuple[Refusal, ...]:
    """Return those of feasts, storms and operations of the army."""
    return (
        Refusal(
            "feast.saint",
            (*OF_PEOPLE, "CITY", "LOCATION"),
            re.compile("s(?:ain)?te?[ -][a-z]{3,20}(?:-[a-z]{3,20})?"),
            re.compile(
                r"(?<![a-z])(?:(?:jour|veille|lendemain|feux?|fete|soir)[ ]de|depuis|pour|avant|apres)[ ]la[ ]$"
            ),
        ),
        Refusal(
            "feast.named",
            OF_PEOPLE,
            re.compile("toussaint|ascension|pentecote|epiphanie|chandeleur"),
            re.compile(r"(?<![a-z])(?:depuis|avant|apres|des|vers)[ ](?:la[ ]|l'[ ]?)$"),
        ),
        Refusal(
            "storm",
            (*OF_PEOPLE, "ORGANIZATION"),
            re.compile(one_of(word_list("refusals/storms.txt"))),
            re.compile(
                rf"(?<![a-z])(?:(?:{_STANDING}[^.;:,\n]{{0,20}}[ ](?:{_STRUCK}|coupe|ferme|repare)"
                r"|evacue|heberge|reconstruit|reloge)e?s?(?![a-z])"
                rf"|perdu[ ](?:[a-z]{{2,4}}[ ])?{_STANDING}|tout[ ]perdu"
                rf"|bache|degats|plus[ ]d'|toit(?:ure)?|sans[ ](?:eau|electricite|toit)){_SINCE}$"
                rf"|(?<![a-z]){_STANDING}[^.;:,\n]{{0,20}}[ ](?:{_STRUCK})e?s?[ ]par[ ]$"
            ),
            re.compile(r"[ ]?(?:[.,;:)\n]|$|(?:dans|en|et|mais)[ ])"),
        ),
        # « (tempête Ciara) », « la fin de Barkhane »
        Refusal(
            "storm",
            (*OF_PEOPLE, "CITY", "LOCATION", "ORGANIZATION"),
            re.compile("[a-z]{3,15}"),
            re.compile(r"(?<![a-z])(?:cyclone|ouragan|tempete(?:[ ]tropicale)?|typhon)[ ]$"),
            ends=("cyclone ", "ouragan ", "tempete ", "tropicale ", "typhon "),
        ),
        Refusal(
            "operation.army",
            (*OF_PEOPLE, "CITY", "LOCATION", "ORGANIZATION"),
            re.compile(_ARMY),
            re.compile(
                r"(?<![a-z])(?:operation|opex|mission|mandat|(?:fin|lors|retour|debut|cours|cadre|avant|apres)[ ]de"
                r"|pendant|durant|sur|en)[ ]$"
            ),
            re.compile(r"[ ]?(?:[.,;:)\n]|$|(?:a|au|dans|en|et|il|elle|ou|puis)[ ])"),
        ),
    )


def _of_days() -> tuple[Refusal, ...]:
    """Return those of what is written beside days."""
    return (
        Refusal(
            "days.week",
            NAMES,
            re.compile("(?:lu?|ma?|me|je?|ve?|sa?|di?)(?:-(?:lu?|ma?|me|je?|ve?|sa?|di?)){1,6}"),
            None,
            re.compile(r"[ ]?,?[ ](?:matins?|soirs?|midi|apres-midi|am|pm)(?![a-z])"),
        ),
        Refusal(
            "days.short",
            OF_PEOPLE,
            re.compile(r"(?:lun|mar|mer|jeu|ven|vend|sam|dim)\.?"),
            re.compile(r"(?:^|\n|[,;(/-][ ]?)[ ]{0,4}$"),
            re.compile(rf"(?:\.|(?<=\.))[ ]{{1,2}}[0-9]{{1,2}}(?:[/.-][0-9]{{1,2}}(?![0-9])|[ ]?:|[ ]{MONTH})"),
        ),
        Refusal(
            "morning",
            OF_PEOPLE,
            re.compile("[a-z]{3,20}"),
            re.compile(r"[0-9]{1,2}/[0-9]{1,2}(?:/[0-9]{2,4})?[ ]m\.[ ]$"),
            re.compile(r"[ ][a-z]{3,20}ees?[ ]?[.,;\n]"),
            of_value=lambda value: in_dictionary(value),
        ),
        Refusal(
            "operation",
            ("FIRSTNAME",),
            re.compile("cesar"),
            re.compile(r"(?:\A|\n[ ]{0,20}|[,;:+(.][ ])$"),
            re.compile(
                r"[ ](?:(?:en[ ])?(?:19|20)[0-9]{2}(?![0-9])|(?:en[ ]urgence|code|iteratifs?|prog(?:rammee?)?)(?![a-z])"
                rf"|(?:{WEEKDAYS}|demain)[ ]a[ ][0-9])"
            ),
        ),
    )


def _of_mails() -> tuple[Refusal, ...]:
    """Return those of mails, of what they quote and of bills."""
    return (
        Refusal(
            "bill.letters",
            (*NAMES, *IDENTIFIERS),
            re.compile(rf"{_ACT}(?:[ ]?[+/]?[ ]{_ACT}){{0,2}}"),
            re.compile(rf"(?<![a-z])(?:facturee?s?|cotation|ngap)[ ]?:?[ ](?:{_ACT}[ ]?[+/,]?[ ]){{0,2}}$"),
            re.compile("(?![a-z0-9'’-])"),
        ),
        Refusal("subject", OF_PEOPLE, re.compile("fwd?|re|tr"), None, re.compile(r"[ ]?:[ ]?[a-z]")),
        Refusal(
            "postscript",
            NAMES,
            re.compile(r"p\.?[ ]?-?[ ]?s\.?"),
            re.compile(r"(?:\A|\n[ ]{0,20})$"),
            re.compile(r"[ ]?[:,]?[ ][a-z]"),
        ),
        Refusal(
            "mail.secure",
            (*OF_PEOPLE, *OF_BODIES),
            re.compile("apicrypt|hin|lifen|mailiz|mssante|sisra"),
            re.compile(r"(?<![a-z])(?:par|via|messagerie(?:[ ]securisee)?)[ ]$"),
        ),
        Refusal(
            "word.misread",
            NAMES,
            re.compile("[a-z]{2,15}"),
            re.compile(r"[«\"“][ ]?$"),
            re.compile(r"[ ]?[»\"”][ ](?:pour[ ][«\"“]|au lieu de[ ][«\"“]?[ ]?[a-z])"),
        ),
        Refusal(
            "word.misread",
            NAMES,
            re.compile("[a-z]{2,15}"),
            re.compile(r"[»\"”][ ](?:pour|au lieu de)[ ][«\"“][ ]?$"),
            re.compile(r"[ ]?[»\"”]"),
        ),
    )


def _of_abbreviations() -> tuple[Refusal, ...]:
    """Return those of posts, fields and numbers that are abbreviated."""
    return (
        Refusal("abbreviation", NAMES, re.compile(r"(?:o\.r\.l|n\.d\.l\.r|c\.h\.(?:r\.)?u|ph\.?[ ]?d)\.?")),
        # « Estelle Vernhet, O.P.J., commissariat », « membre d'une A.G.A. »
        Refusal(
            "abbreviation",
            NAMES,
            re.compile(rf"{_POSTS}\.?"),
            re.compile(r"(?:[a-z]{2},|(?<![a-z])(?:l'|une?|des|les|cette|notre|par))[ ]?$"),
        ),
        Refusal(
            "abbreviation",
            NAMES,
            re.compile(r"(?:[a-z]\.[ ]?){2,4}[a-z]?\.?"),
            re.compile(r"(?<![a-z])(?:d'|chez[ ])?une?[ ]$"),
        ),
        Refusal("abbreviation", NAMES, re.compile("rempla"), re.compile(r"[a-z][ ]?[(,]?[ ]$")),
        Refusal("abbreviation", NAMES, re.compile("soign"), re.compile(r"(?<![a-z])aide[ -]$")),
        # « PESEL 74112308712 »
        Refusal(
            "abbreviation",
            NAMES,
            re.compile("bsn|cnp|cpf|curp|dni|egn|nie|niss|oib|pesel|rijksregister|tckn"),
            None,
            re.compile(r"[ ]?(?:n[°o]\.?)?[ ]?:?[ ]?[a-z]?[0-9]{2}"),
        ),
        Refusal(
            "abbreviation",
            NAMES,
            re.compile(r"(?:consult|coord|corres|corresp|hospit|respons|trait)\.?"),
            re.compile(r"(?<![a-z])(?:cadre|equipe|ide|infirmi(?:er|ere)|interne|med|medecin|praticien|service)s?[ ]$"),
            re.compile(r"(?<=\.)|\."),
        ),
        Refusal(
            "abbreviation",
            NAMES,
            re.compile(r"w\.?-e\.?"),
            re.compile(r"(?<![a-z])(?:ce|le|les|du|(?:jour|nuit|semaine)s?[ ]et)[ ]$"),
        ),
    )


def is_particle(written: str) -> bool:
    """Tell whether an article or a particle in small letters is all that is written."""
    return written in _PARTICLES
