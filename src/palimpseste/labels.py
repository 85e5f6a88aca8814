"""The canonical labels, and the five label sets of the references as views of them.

One annotation, many readings: a view maps each canonical label to the label another team uses, or to nothing where that
team leaves such spans alone. A view is many-to-one and never a second annotation.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, get_args

from palimpseste.errors import UsageError

__all__ = ["LABELS", "VIEWS", "Label", "label_named", "view_named"]

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

_CANONICAL: dict[Label, str] = {label: label for label in LABELS}

# Tannier et al. 2023, table 2: thirteen labels, under the names of the EDS-Pseudo release.
_APHP: dict[Label, str] = {
    "FIRSTNAME": "PRENOM",
    "LASTNAME": "NOM",
    "BIRTHDATE": "DATE_NAISSANCE",
    "DATE": "DATE",
    "ADDRESS": "ADRESSE",
    "ZIP": "ZIP",
    "CITY": "VILLE",
    "HOSPITAL": "HOPITAL",
    "PHONE": "TEL",
    "EMAIL": "MAIL",
    "SSN": "SECU",
    "PATIENT_ID": "IPP",
    "VISIT_ID": "NDA",
}

# Tchouka, Couchot, Laiymani 2023: eight HIPAA-like labels. Their number is the paper's; the names are ours.
_HNFC: dict[Label, str] = {
    "FIRSTNAME": "NAME",
    "LASTNAME": "NAME",
    "BIRTHDATE": "DATE",
    "DATE": "DATE",
    "AGE": "AGE",
    "ADDRESS": "LOCATION",
    "ZIP": "LOCATION",
    "CITY": "LOCATION",
    "LOCATION": "LOCATION",
    "HOSPITAL": "ORGANIZATION",
    "ORGANIZATION": "ORGANIZATION",
    "PHONE": "PHONE",
    "EMAIL": "EMAIL",
    "SSN": "ID",
    "PATIENT_ID": "ID",
    "VISIT_ID": "ID",
    "OTHER_ID": "ID",
    "REFERENCE": "ID",
}

# Richard, Talbot, Gimbert 2023, table 1: twelve classes. Their number is the paper's; the names are ours.
_HCL: dict[Label, str] = {
    "FIRSTNAME": "PRENOM",
    "LASTNAME": "NOM",
    "BIRTHDATE": "DATE",
    "DATE": "DATE",
    "AGE": "AGE",
    "ADDRESS": "ADRESSE",
    "ZIP": "CODE_POSTAL",
    "CITY": "VILLE",
    "LOCATION": "VILLE",
    "HOSPITAL": "HOPITAL",
    "ORGANIZATION": "ORGANISATION",
    "PHONE": "TELEPHONE",
    "EMAIL": "EMAIL",
    "URL": "EMAIL",
    "SSN": "IDENTIFIANT",
    "PATIENT_ID": "IDENTIFIANT",
    "VISIT_ID": "IDENTIFIANT",
    "OTHER_ID": "IDENTIFIANT",
    "REFERENCE": "IDENTIFIANT",
}

# Dorémus et al. 2024: one placeholder for whatever identifies a person; ages and dates are left in the note.
_TARPON: dict[Label, str] = {label: "XXXXX" for label in LABELS if label not in ("AGE", "DATE")}

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
        "hnfc": MappingProxyType(_HNFC),
        "hcl": MappingProxyType(_HCL),
        "tarpon": MappingProxyType(_TARPON),
        "hipaa": MappingProxyType(_HIPAA),
    }
)


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
    raise UsageError(f"unknown label {name!r}; labels: {', '.join(LABELS)}")


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
