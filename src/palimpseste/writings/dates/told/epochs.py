"""Epochs: what notes hardly name before a day, an epidemic, a drug, a device, an edition, an application."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

__all__ = ["EPOCHS", "EPOCH_LITERALS", "EPOCH_NAMES", "Epoch"]


class Epoch(NamedTuple):
    """Words, a pattern, and the day before which hardly anybody wrote them."""

    words: str
    first: date


# Drugs, vaccines and devices that notes name without more, by about the day since which patients in France had them.
# Written by hand and checked against no source: meant to be early rather than late, but late for who had one in a trial
# or before it was licensed.
_NEW = (
    (
        date(2009, 1, 1),
        "xarelto, rivaroxaban, pradaxa, dabigatran, stelara, ustekinumab, efient, prasugrel, nplate, romiplostim",
    ),
    (date(2010, 1, 1), "cimzia, certolizumab, multaq, dronédarone, onbrez, nexplanon, revolade, eltrombopag, ozurdex"),
    (date(2010, 6, 1), "victoza, liraglutide, prevenar 13"),
    (
        date(2011, 1, 1),
        "brilique, ticagrélor, ticagrelor, prolia, xgeva, dénosumab, denosumab, benlysta, bélimumab, "
        "belimumab, xeplion, esbriet, pirfénidone, pirfenidone, eviplera",
    ),
    (date(2011, 9, 1), "zytiga, abiratérone, abiraterone, gilenya, fingolimod, ipilimumab"),
    (
        date(2012, 1, 1),
        "simponi, golimumab, zelboraf, vémurafénib, vemurafenib, nimenrix, dificlir, fidaxomicine, "
        "kalydeco, jakavi, ruxolitinib, adcetris, xalkori, crizotinib, eylea, aflibercept",
    ),
    (date(2012, 12, 1), "eliquis, apixaban"),
    (
        date(2013, 1, 1),
        "perjeta, pertuzumab, hexyon, fampyra, lyxumia, stivarga, imnovid, pomalidomide, jetrea, jaydess, "
        "aubagio, lemtrada",
    ),
    (date(2013, 7, 1), "xtandi, enzalutamide, bexsero"),
    (
        date(2014, 1, 1),
        "tecfidera, entyvio, védolizumab, vedolizumab, sovaldi, imbruvica, ibrutinib, tivicay, "
        "dolutégravir, dolutegravir, triumeq, harvoni, kadcyla, gazyvaro, obinutuzumab, selincro, "
        "opsumit, adempas, relvar, ultibro, anoro, tafinlar, plegridy, translarna, sapien 3, reveal linq",
    ),
    (date(2014, 9, 1), "keytruda, pembrolizumab, opdivo, nivolumab, lynparza, olaparib, freestyle libre"),
    (
        date(2015, 1, 1),
        "kyprolis, carfilzomib, nucala, mépolizumab, mepolizumab, praxbind, idarucizumab, orkambi, "
        "blincyto, lenvima, abasaglar, zerbaxa, cotellic, genvoya, cresemba",
    ),
    (date(2015, 2, 1), "cosentyx, sécukinumab, secukinumab, trulicity, dulaglutide, ofev, nintédanib"),
    (date(2015, 4, 1), "heartmate 3"),
    (date(2015, 6, 1), "entresto, sacubitril, tagrisso, osimertinib, toujeo, praluent, repatha"),
    (
        date(2016, 1, 1),
        "ibrance, palbociclib, darzalex, daratumumab, taltz, ixékizumab, ixekizumab, vaxelis, trevicta, "
        "xultophy, uptravi, cabometyx, cabozantinib, zavicefta, descovy, odefsey, galafold, briviact",
    ),
    (date(2016, 7, 1), "epclusa, spinraza, nusinersen"),
    (date(2016, 9, 1), "vaxigrip tetra, vaxigriptetra"),
    (
        date(2017, 1, 1),
        "tecentriq, atézolizumab, atezolizumab, dupixent, dupilumab, olumiant, maviret, kisqali, "
        "ribociclib, alecensa, alectinib, venclyxto, vénétoclax, venetoclax, xeljanz, tofacitinib, "
        "tremfya, guselkumab, zejula, niraparib, trimbow, trelegy, ninlaro, mavenclad, rydapt, trumenba, "
        "suliqua, besponsa, medtronic azure, azure xt, minimed 670g, eversense",
    ),
    (date(2017, 11, 1), "imfinzi, durvalumab, ocrevus, ocrélizumab, ocrelizumab, hemlibra, émicizumab"),
    (
        date(2018, 1, 1),
        "fasenra, benralizumab, verzenios, abémaciclib, abemaciclib, kymriah, yescarta, car-t, prevymis, "
        "takhzyro, onpattro, symkevi, crysvita, juluca, kyleena, nalscue",
    ),
    (date(2018, 6, 1), "biktarvy, gardasil 9, aimovig, érénumab, erenumab, emgality, ajovy"),
    (date(2018, 7, 1), "dexcom g6"),
    (
        date(2019, 1, 1),
        "ozempic, sémaglutide, semaglutide, skyrizi, risankizumab, erleada, apalutamide, ultomiris, "
        "ravulizumab, dovato, spravato, eskétamine, esketamine, zolgensma, lorviqua, xospata, prenoxad",
    ),
    (
        date(2020, 1, 1),
        "rinvoq, upadacitinib, baqsimi, kaftrio, nubeqa, darolutamide, polivy, calquence, acalabrutinib, "
        "piqray, beovu, zeposia, buvidal, reblozyl, jyseleca, flucelvax",
    ),
    (date(2020, 4, 1), "forxiga, jardiance, dapagliflozine, empagliflozine"),
    (date(2020, 9, 1), "libre 2, efluelda, boucle fermée hybride, boucle semi-fermée"),
    (date(2020, 10, 1), "enhertu, trodelvy, kesimpta"),
    (
        date(2021, 1, 1),
        "adtralza, tralokinumab, leqvio, inclisiran, evrysdi, risdiplam, brukinsa, zanubrutinib, "
        "menquadfi, vocabria, voxzogo, orladeyo",
    ),
    (date(2021, 6, 1), "minimed 780g, control-iq, camaps, diabeloop"),
    (date(2022, 1, 1), "vabysmo, faricimab, tezspire, kerendia, finérénone, finerenone"),
    (date(2022, 5, 1), "vydura, rimégépant, rimegepant"),
    (date(2022, 9, 1), "vaxneuvance, dexcom g7, libre 3"),
    (date(2023, 1, 1), "camzyos, qdenga"),
    (date(2024, 3, 1), "prevenar 20, shingrix, arexvy, abrysvo"),
)
# Words of life, care and law that hardly say anything else, and editions of classifications.
_OF_LIFE = (
    (date(2010, 1, 1), "ordonnance de protection"),
    (date(2012, 1, 1), "whatsapp"),
    (date(2014, 1, 1), "doctolib, aesh, téléphone grave danger, consensus d'amsterdam, consensus d’amsterdam"),
    (date(2015, 9, 1), "classe ulis, en ulis, deliveroo, netflix"),
    (date(2016, 1, 1), "protection universelle maladie, claeys-leonetti"),
    (
        date(2017, 1, 1),
        "trottinette électrique, trottinettes électriques, tnm 8, tnm 8e, ajcc 8, ajcc 8e, téléconsultation",
    ),
    (date(2018, 1, 1), "gilets jaunes, rgpd, télétravail"),
    (date(2018, 9, 1), "tiktok"),
    (date(2019, 1, 1), "infirmière en pratique avancée, infirmier en pratique avancée, pial"),
    (date(2019, 11, 1), "complémentaire santé solidaire, c2s"),
    (date(2020, 3, 1), "gestes barrières, test antigénique, couvre-feu, en distanciel"),
    (date(2020, 9, 1), "bracelet anti-rapprochement, bracelet antirapprochement"),
    (date(2021, 6, 1), "passe sanitaire, pass sanitaire, pass vaccinal, passe vaccinal"),
    (date(2022, 1, 1), "prévention et de santé au travail, spsti, mon soutien psy, monparcourspsy"),
    (date(2022, 5, 15), "monkeypox, mpox, variole du singe"),
    (date(2022, 12, 1), "chatgpt"),
)
# « critères de McDonald 2017 », « EUCAST 2022 »: of no earlier year.
_EDITED = (
    "mcdonald|eucast|ca-sfm|casfm|figo|bosniak|acr/eular|esc|erc|has|oms|lugano|tokyo|beers|sfar|cngof|gina|gold|kdigo|bethesda"
    "|fleischner"
)
_EDITION_YEARS = range(2010, 2026)
# Epidemics, and drugs and vaccines by the day on which they came to patients in France, by hand as well. Of two that
# begin at one place the first counts.
_KNOWN = (
    Epoch(r"covid(?:[- ]19)?|sars[- ]?cov(?:[- ]?2)?", date(2020, 3, 1)),
    # Not « confinement à la chambre », « confinement du foyer ».
    Epoch(
        r"(?:pendant|durant|depuis|après|avant) le (?:premier |second |deuxième |1er |2e )?"
        r"confinement(?! (?:à|au|en|d))",
        date(2020, 3, 17),
    ),
    # Not « boucle hybride », « prothèse hybride ».
    Epoch(r"(?:classes?|cours|élèves?|en|enseignement|lycée|mode|travail|télétravail),? hybrides?", date(2020, 5, 1)),
    Epoch(r"vaccin(?:s|ée?s?|ation)? (?:anti[- ]?|contre (?:la |le )?)?covid(?:[- ]19)?", date(2020, 12, 27)),
    # « Pfizer 3 doses », « 3 doses de Pfizer », « Moderna x3 »
    Epoch(r"(?:(?:3|4|trois|quatre) doses (?:de )?)(?:pfizer|moderna)", date(2021, 9, 1)),
    Epoch(r"(?:pfizer|moderna) ?:? ?(?:(?:3|4|trois|quatre) doses|x ?[34])", date(2021, 9, 1)),
    Epoch(r"(?:(?:1|2|une|deux) doses? (?:de )?)(?:pfizer|moderna)", date(2020, 12, 27)),
    Epoch(r"(?:pfizer|moderna) ?:? ?(?:(?:1|2|une|deux) doses?|x ?[12])", date(2020, 12, 27)),
    Epoch(r"comirnaty|spikevax", date(2020, 12, 27)),
    Epoch(r"zika", date(2015, 12, 1)),
    Epoch(r"omicron", date(2021, 11, 26)),
    Epoch(r"paxlovid", date(2022, 2, 1)),
    Epoch(r"beyfortus|nirs[ée]vimab", date(2023, 9, 1)),
    Epoch(r"wegovy", date(2024, 10, 8)),
    Epoch(r"mounjaro|tirzépatide|tirzepatide", date(2024, 11, 1)),
    Epoch(r"mon espace santé", date(2022, 1, 1)),
    Epoch(r"guerre en ukraine", date(2022, 3, 1)),
    Epoch(r"ronapreve|xevudy|sotrovimab", date(2021, 8, 1)),
    Epoch(r"evusheld", date(2021, 12, 1)),
    Epoch(r"nuvaxovid", date(2022, 2, 1)),
    Epoch(r"service de santé étudiante", date(2023, 3, 1)),
    # « soins médicaux et de réadaptation », which were « SSR » before; « SMR » says other things too.
    Epoch(r"(?:en|vers|service de|séjour de|lit de|place de|demande de) smr", date(2022, 6, 1)),
    Epoch(r"france travail", date(2024, 1, 1)),
    Epoch(r"(?:le|numéro|appel(?:er|ez)?(?: le| au)?|au) 3114", date(2021, 10, 1)),
    Epoch(r"uaped", date(2019, 11, 1)),
)
_NAMES = [(names.split(", "), first) for first, names in (*_NEW, *_OF_LIFE)]
EPOCHS = (
    *_KNOWN,
    *(Epoch("|".join(names), first) for names, first in _NAMES),
    *(Epoch(rf"(?:{_EDITED}) {year}", date(year, 1, 1)) for year in _EDITION_YEARS),
)
# Those of them that are names and nothing else, each with the number of its epoch.
EPOCH_NAMES = {
    name: number
    for number, names in enumerate(
        (
            *(names for names, _ in _NAMES),
            *([f"{name} {year}" for name in _EDITED.split("|")] for year in _EDITION_YEARS),
        ),
        len(_KNOWN),
    )
    for name in names
}
# In small letters: all of these words hold one.
EPOCH_LITERALS = (
    "covid", "anticovid", "sars", "sarscov", "comirnaty", "spikevax", "zika", "omicron", "paxlovid", "beyfortus",
    "nirsevimab", "nirsévimab", "wegovy", "mounjaro", "tirzépatide", "tirzepatide", "mon espace santé",
    "guerre en ukraine", "confinement", "hybride", "pfizer", "moderna", "sotrovimab", "xevudy", "evusheld", "ronapreve",
    "nuvaxovid", " smr", "france travail", "3114", "uaped", "santé étudiante",
    *EPOCH_NAMES,
)  # fmt: skip
