"""The canonical labels, and the label sets of the papers and of HIPAA as views of them.

One annotation, many readings: a view maps each canonical label to the label another team uses, or to nothing where that
team leaves such spans alone. A view is many-to-one and never a second annotation. Views bear the names their papers
print; `docs/papers.md` says how each was read. Other names for the same classes, of a paper's other tables and of
released annotations, are read as well: :data:`ALIASES`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Literal, get_args

from palimpseste.errors import UsageError

__all__ = [
    "ALIASES",
    "DATES",
    "IDENTIFIERS",
    "LABELS",
    "NUMBERS",
    "OF_BODIES",
    "OF_PEOPLE",
    "VIEWS",
    "Label",
    "LabelSet",
    "label_in_view",
    "label_named",
    "stands_for",
    "view_named",
]

Label = Literal[
    "FIRSTNAME",
    "LASTNAME",
    "BIRTHDATE",
    "DATE",
    "AGE",
    "ADDRESS",
    "ZIP",
    "CITY",
    "LOCATION",
    "HOSPITAL",
    "ORGANIZATION",
    "PHONE",
    "EMAIL",
    "URL",
    "SSN",
    "PATIENT_ID",
    "VISIT_ID",
    "OTHER_ID",
    "REFERENCE",
]

LABELS: tuple[Label, ...] = get_args(Label)

# Groups of labels whose values look alike: what stands beside one settles which of its group it is.
DATES: tuple[Label, ...] = ("DATE", "BIRTHDATE")
IDENTIFIERS: tuple[Label, ...] = ("OTHER_ID", "PATIENT_ID", "VISIT_ID")
NUMBERS: tuple[Label, ...] = (*IDENTIFIERS, "REFERENCE")
OF_PEOPLE: tuple[Label, ...] = ("FIRSTNAME", "LASTNAME")
OF_BODIES: tuple[Label, ...] = ("HOSPITAL", "ORGANIZATION")

_CANONICAL: dict[Label, str] = {label: label for label in LABELS}

# Tannier et al. 2023, Table 1. Their hospitals are those of AP-HP; ours are all places of care.
_APHP: dict[Label, str] = {
    "ADDRESS": "ADDRESS",
    "DATE": "DATE",
    "BIRTHDATE": "BIRTHDATE",
    "HOSPITAL": "HOSPITAL",
    "PATIENT_ID": "PATIENT ID",
    "EMAIL": "EMAIL",
    "VISIT_ID": "VISIT ID",
    "LASTNAME": "LASTNAME",
    "FIRSTNAME": "FIRSTNAME",
    "SSN": "SSN",
    "PHONE": "PHONE",
    "CITY": "CITY",
    "ZIP": "ZIP CODE",
}

# The twelve that their Table 4 scores: hospitals are found so that no name or town is seen in them, and never replaced.
_APHP_TABLE_4: dict[Label, str] = {label: name for label, name in _APHP.items() if label != "HOSPITAL"}

# Tchouka et al., Table 2 of the journal paper and Table 1 of the one of 2023: PER are names of persons, LOC places and
# postal codes, REF references related to individuals, QID any identifying sequence. No class is named for e-mail and
# web addresses: an e-mail address refers to somebody and is read as REF, a web address to nobody.
_HNFC: dict[Label, str] = {
    "FIRSTNAME": "PER",
    "LASTNAME": "PER",
    "DATE": "DATE",
    "BIRTHDATE": "DATE",
    "ADDRESS": "LOC",
    "ZIP": "LOC",
    "CITY": "LOC",
    "LOCATION": "LOC",
    "HOSPITAL": "ORG",
    "ORGANIZATION": "ORG",
    "AGE": "AGE",
    "PHONE": "TEL",
    "EMAIL": "REF",
    "REFERENCE": "REF",
    "SSN": "QID",
    "PATIENT_ID": "QID",
    "VISIT_ID": "QID",
    "OTHER_ID": "QID",
}

# Richard, Talbot, Gimbert 2023, section 2: twelve classes, none for ages. IPP takes social security numbers, NoDossier
# the numbers of stays and of documents, which is what most of OTHER_ID and REFERENCE are.
_HCL: dict[Label, str] = {
    "FIRSTNAME": "Nom/Prénom",
    "LASTNAME": "Nom/Prénom",
    "PATIENT_ID": "IPP",
    "SSN": "IPP",
    "VISIT_ID": "NoDossier",
    "OTHER_ID": "NoDossier",
    "REFERENCE": "NoDossier",
    "PHONE": "Téléphone",
    "EMAIL": "Email",
    "DATE": "Date",
    "BIRTHDATE": "Date",
    "ZIP": "CodePostal",
    "CITY": "Ville",
    "ADDRESS": "Voie",
    "LOCATION": "Localité",
    "HOSPITAL": "Organisation",
    "ORGANIZATION": "Organisation",
    "URL": "SiteWeb",
}

# Dorémus et al. 2024, Table 1; no class for ages. LOC takes medical facilities, and their errors count those of social
# services there too. The name of an employer, which they put under NAME, cannot be told from other bodies.
_TARPON: dict[Label, str] = {
    "FIRSTNAME": "NAME",
    "LASTNAME": "NAME",
    "DATE": "DATE",
    "BIRTHDATE": "DATE",
    "ADDRESS": "LOC",
    "ZIP": "LOC",
    "CITY": "LOC",
    "LOCATION": "LOC",
    "HOSPITAL": "LOC",
    "ORGANIZATION": "LOC",
    "PHONE": "TEL",
    "EMAIL": "MAIL",
    "URL": "OTHER",
    "SSN": "OTHER",
    "PATIENT_ID": "OTHER",
    "VISIT_ID": "OTHER",
    "OTHER_ID": "OTHER",
    "REFERENCE": "OTHER",
}

# HIPAA Privacy Rule, 45 CFR 164.514(b)(2)(i), letters (A) to (R). Ages count only above 89, which a label cannot tell:
# all of them are kept, the cautious reading.
_HIPAA: dict[Label, str] = {
    "FIRSTNAME": "NAME",
    "LASTNAME": "NAME",
    "BIRTHDATE": "DATE",
    "DATE": "DATE",
    "AGE": "DATE",
    "ADDRESS": "GEOGRAPHIC",
    "ZIP": "GEOGRAPHIC",
    "CITY": "GEOGRAPHIC",
    "LOCATION": "GEOGRAPHIC",
    "HOSPITAL": "GEOGRAPHIC",
    "PHONE": "PHONE",
    "EMAIL": "EMAIL",
    "URL": "URL",
    "SSN": "SSN",
    "PATIENT_ID": "MRN",
    "VISIT_ID": "ACCOUNT",
    "OTHER_ID": "OTHER_ID",
    "REFERENCE": "OTHER_ID",
}

VIEWS: Mapping[str, Mapping[Label, str]] = MappingProxyType(
    {
        "canonical": MappingProxyType(_CANONICAL),
        "aphp": MappingProxyType(_APHP),
        "aphp-table-4": MappingProxyType(_APHP_TABLE_4),
        "hnfc": MappingProxyType(_HNFC),
        "hcl": MappingProxyType(_HCL),
        "tarpon": MappingProxyType(_TARPON),
        "hipaa": MappingProxyType(_HIPAA),
    }
)


# Names of a view's labels that the same team writes elsewhere: AP-HP's Tables 3 and 4 and its EDS-Pseudo release;
# the headings of HCL's results, and names without signs that BRAT does not take.
_APHP_ALIASES: dict[str, str] = {
    "ADRESSE": "ADDRESS",
    "DATE_NAISSANCE": "BIRTHDATE",
    "HOPITAL": "HOSPITAL",
    "IPP": "PATIENT ID",
    "PATIENT_ID": "PATIENT ID",
    "MAIL": "EMAIL",
    "NDA": "VISIT ID",
    "VISIT_ID": "VISIT ID",
    "NOM": "LASTNAME",
    "PRENOM": "FIRSTNAME",
    "NSS": "SSN",
    "SECU": "SSN",
    "TEL": "PHONE",
    "VILLE": "CITY",
    "ZIP": "ZIP CODE",
    "ZIP_CODE": "ZIP CODE",
}
ALIASES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "aphp": MappingProxyType(_APHP_ALIASES),
        "aphp-table-4": MappingProxyType(
            {alias: name for alias, name in _APHP_ALIASES.items() if name in _APHP_TABLE_4.values()}
        ),
        "hcl": MappingProxyType(
            {
                "NomPrenom": "Nom/Prénom",
                "Nom_Prenom": "Nom/Prénom",
                "Noms/Prénoms": "Nom/Prénom",
                "Telephone": "Téléphone",
                "EMail": "Email",
                "E-mail": "Email",
                "Code Postal": "CodePostal",
                "Localite": "Localité",
                "Site Web": "SiteWeb",
            }
        ),
    }
)

# Of a view's label that joins several canonical ones: the one whose surrogate suits best. Elsewhere the first.
_CHOSEN: Mapping[str, Label] = MappingProxyType(
    {
        "PER": "LASTNAME",
        "NAME": "LASTNAME",
        "Nom/Prénom": "LASTNAME",
        "DATE": "DATE",
        "Date": "DATE",
        "LOC": "CITY",
        "GEOGRAPHIC": "LOCATION",
        "ORG": "ORGANIZATION",
        "Organisation": "ORGANIZATION",
        "REF": "REFERENCE",
        "QID": "OTHER_ID",
        "OTHER": "OTHER_ID",
        "OTHER_ID": "OTHER_ID",
        "NoDossier": "VISIT_ID",
        "IPP": "PATIENT_ID",
    }
)


# Whose labels documents are annotated in: the name of a view, or which canonical one stands for each of theirs.
LabelSet = str | Mapping[str, Label]
# What may be shown as a label: in a damaged file, words of a note stand in its place.
_LIKE_A_LABEL = re.compile(r"[^\W\d_][\w.:/-]{0,39}")


def label_named(name: str) -> Label:
    """Return the canonical label of that name.

    Raises
    ------
    UsageError
        If there is none.
    """
    for label in LABELS:
        if label == name:
            return label
    raise UsageError(f"unknown label {_shown(name)}; labels: {', '.join(LABELS)}")


def view_named(name: str) -> Mapping[Label, str]:
    """Return the view of that name: canonical label to the view's label; labels the view leaves alone are absent.

    Raises
    ------
    UsageError
        If there is none.
    """
    try:
        return VIEWS[name]
    except KeyError:
        raise UsageError(f"unknown view {name!r}; views: {', '.join(VIEWS)}") from None


def stands_for(labels: Iterable[str], view: str) -> dict[str, Label]:
    """Return, for each label of a view, the canonical label that its spans are given; the view reads it back alike.

    Parameters
    ----------
    labels : iterable of str
        Labels of the view.
    view : str
        Name of the view.

    Raises
    ------
    UsageError
        If there is no such view.
    """
    names = view_named(view)
    found: dict[str, Label] = {}
    for label in labels:
        members = [canonical for canonical in LABELS if names.get(canonical) == label]
        chosen = _CHOSEN.get(label)
        found[label] = chosen if chosen in members and chosen else members[0]
    return found


def label_in_view(name: str, view: LabelSet) -> Label:
    """Return the canonical label that a span annotated in another team's labels is given.

    Parameters
    ----------
    name : str
        A label of the view, or one of its `ALIASES`.
    view : str or mapping of str to Label
        Name of the view; or a mapping from their labels to ours, where one that is not in it is taken as ours.

    Raises
    ------
    UsageError
        If there is no such view, or no such label in it.

    Examples
    --------
    >>> label_in_view("Voie", "hcl"), label_in_view("NDA", "aphp"), label_in_view("LASTNAME", "canonical")
    ('ADDRESS', 'VISIT_ID', 'LASTNAME')
    """
    if not isinstance(view, str) or view == "canonical":
        own = name if isinstance(view, str) else view.get(name, name)
        try:
            return label_named(own)
        except UsageError as error:
            like = name if _LIKE_A_LABEL.fullmatch(name) else "THEIRS"
            way_out = f"palimpseste convert --rename {like}=LABEL gives it one of these"
            raise UsageError(f"{error}; {way_out}") from None
    known = tuple(dict.fromkeys(view_named(view).values()))
    label = ALIASES.get(view, {}).get(name, name)
    if label not in known:
        raise UsageError(f"unknown label {_shown(name)} of the view {view!r}; labels: {', '.join(known)}")
    return stands_for((label,), view)[label]


def _shown(name: str) -> str:
    return repr(name) if _LIKE_A_LABEL.fullmatch(name) else "that is not shown"
