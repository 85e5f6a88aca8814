from __future__ import annotations

import pytest

from palimpseste.errors import UsageError
from palimpseste.labels import ALIASES, LABELS, VIEWS, label_in_view, label_named, view_named

# The label sets as the papers print them, in their order, each with the canonical labels that are read as it.
# Tannier et al. 2023, Table 1.
APHP_TABLE_1 = {
    "ADDRESS": {"ADDRESS"},
    "DATE": {"DATE"},
    "BIRTHDATE": {"BIRTHDATE"},
    "HOSPITAL": {"HOSPITAL"},
    "PATIENT ID": {"PATIENT_ID"},
    "EMAIL": {"EMAIL"},
    "VISIT ID": {"VISIT_ID"},
    "LASTNAME": {"LASTNAME"},
    "FIRSTNAME": {"FIRSTNAME"},
    "SSN": {"SSN"},
    "PHONE": {"PHONE"},
    "CITY": {"CITY"},
    "ZIP CODE": {"ZIP"},
}
# The rows of their Table 4, under its own names where they differ from those of Table 1.
APHP_TABLE_4 = [
    "ADDRESS",
    "BIRTHDATE",
    "CITY",
    "DATE",
    "EMAIL",
    "FIRSTNAME",
    "LASTNAME",
    "NSS",
    "PATIENT_ID",
    "PHONE",
    "VISIT_ID",
    "ZIP",
]
# Tchouka et al., Table 2 of the journal paper, Table 1 of HEALTHINF 2023.
HNFC_TABLE_2 = {
    "PER": {"FIRSTNAME", "LASTNAME"},
    "DATE": {"DATE", "BIRTHDATE"},
    "LOC": {"ADDRESS", "ZIP", "CITY", "LOCATION"},
    "ORG": {"HOSPITAL", "ORGANIZATION"},
    "AGE": {"AGE"},
    "TEL": {"PHONE"},
    "REF": {"REFERENCE", "EMAIL"},
    "QID": {"SSN", "PATIENT_ID", "VISIT_ID", "OTHER_ID"},
}
# Richard, Talbot, Gimbert 2023, the list of section 2.
HCL_SECTION_2 = {
    "Nom/Prénom": {"FIRSTNAME", "LASTNAME"},
    "IPP": {"PATIENT_ID", "SSN"},
    "NoDossier": {"VISIT_ID", "OTHER_ID", "REFERENCE"},
    "Téléphone": {"PHONE"},
    "Email": {"EMAIL"},
    "Date": {"DATE", "BIRTHDATE"},
    "CodePostal": {"ZIP"},
    "Ville": {"CITY"},
    "Voie": {"ADDRESS"},
    "Localité": {"LOCATION"},
    "Organisation": {"HOSPITAL", "ORGANIZATION"},
    "SiteWeb": {"URL"},
}
# The headings of their Table 1.
HCL_TABLE_1 = (
    "Nom/Prénom", "IPP", "NoDossier", "Téléphone", "EMail", "Date", "Code Postal", "Ville", "Voie", "Localité",
    "Organisation", "Site Web",
)  # fmt: skip
# Dorémus et al. 2024, Table 1.
BORDEAUX_TABLE_1 = {
    "NAME": {"FIRSTNAME", "LASTNAME"},
    "DATE": {"DATE", "BIRTHDATE"},
    "LOC": {"ADDRESS", "ZIP", "CITY", "LOCATION", "HOSPITAL", "ORGANIZATION"},
    "TEL": {"PHONE"},
    "MAIL": {"EMAIL"},
    "OTHER": {"URL", "SSN", "PATIENT_ID", "VISIT_ID", "OTHER_ID", "REFERENCE"},
}
PRINTED = {"aphp": APHP_TABLE_1, "hnfc": HNFC_TABLE_2, "hcl": HCL_SECTION_2, "tarpon": BORDEAUX_TABLE_1}

# What a view leaves alone: the labels that the team or the rule behind it does not annotate.
LEFT_ALONE = {
    "canonical": set(),
    "aphp": {"AGE", "LOCATION", "ORGANIZATION", "URL", "OTHER_ID", "REFERENCE"},
    "aphp-table-4": {"AGE", "LOCATION", "ORGANIZATION", "URL", "OTHER_ID", "REFERENCE", "HOSPITAL"},
    "hnfc": {"URL"},
    "hcl": {"AGE"},
    "tarpon": {"AGE"},
    "hipaa": {"ORGANIZATION"},
}


def test_there_are_nineteen_labels() -> None:
    assert len(LABELS) == len(set(LABELS)) == 19


def test_the_views_are_those_of_the_papers_and_of_hipaa_and_the_labels_themselves() -> None:
    assert set(VIEWS) == set(LEFT_ALONE)


@pytest.mark.parametrize("view", LEFT_ALONE)
def test_a_view_reads_every_label_but_those_it_leaves_alone(view: str) -> None:
    assert set(LABELS) - set(VIEWS[view]) == LEFT_ALONE[view]
    assert set(VIEWS[view]) <= set(LABELS)


@pytest.mark.parametrize(("view", "count"), [("canonical", 19), ("hipaa", 10)])
def test_a_view_tells_so_many_classes_apart(view: str, count: int) -> None:
    assert len(set(VIEWS[view].values())) == count


@pytest.mark.parametrize("view", PRINTED)
def test_a_view_is_the_table_of_its_paper_label_by_label(view: str) -> None:
    read: dict[str, set[str]] = {}
    for label, name in VIEWS[view].items():
        read.setdefault(name, set()).add(label)
    assert read == PRINTED[view]
    assert list(read) == list(PRINTED[view])


def test_table_4_of_aphp_scores_twelve_of_its_labels() -> None:
    rows = [label_in_view(name, "aphp-table-4") for name in APHP_TABLE_4]
    assert len(set(rows)) == 12
    assert dict(VIEWS["aphp-table-4"]) == {label: VIEWS["aphp"][label] for label in LABELS if label in rows}


def test_hcls_table_names_the_classes_of_its_section() -> None:
    assert [VIEWS["hcl"][label_in_view(name, "hcl")] for name in HCL_TABLE_1] == list(HCL_SECTION_2)


def test_the_eds_pseudo_release_names_the_labels_of_its_paper() -> None:
    released = [
        "ADRESSE",
        "DATE",
        "DATE_NAISSANCE",
        "HOPITAL",
        "IPP",
        "MAIL",
        "NDA",
        "NOM",
        "PRENOM",
        "SECU",
        "TEL",
        "VILLE",
        "ZIP",
    ]
    assert [label_in_view(name, "aphp") for name in released] == (
        [
            "ADDRESS",
            "DATE",
            "BIRTHDATE",
            "HOSPITAL",
            "PATIENT_ID",
            "EMAIL",
            "VISIT_ID",
            "LASTNAME",
            "FIRSTNAME",
            "SSN",
            "PHONE",
            "CITY",
            "ZIP",
        ]
    )


@pytest.mark.parametrize("view", VIEWS)
def test_a_span_in_the_labels_of_a_view_reads_back_as_it(view: str) -> None:
    for name in VIEWS[view].values():
        assert VIEWS[view][label_in_view(name, view)] == name
    for alias, name in ALIASES.get(view, {}).items():
        assert VIEWS[view][label_in_view(alias, view)] == name
        assert alias not in VIEWS[view].values()


def test_a_label_of_another_paper_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown label 'EMAIL' of the view 'hnfc'; labels: PER, DATE, LOC"):
        label_in_view("EMAIL", "hnfc")


@pytest.mark.parametrize(
    ("label", "read"), [("FIRSTNAME", "NAME"), ("AGE", "DATE"), ("CITY", "GEOGRAPHIC"), ("PATIENT_ID", "MRN")]
)
def test_hipaa_reads_a_label_as_its_rule_does(label: str, read: str) -> None:
    assert view_named("hipaa")[label_named(label)] == read


@pytest.mark.parametrize("view", sorted(VIEWS))
def test_a_view_cannot_be_changed(view: str) -> None:
    with pytest.raises(TypeError):
        VIEWS[view]["CITY"] = "elsewhere"  # type: ignore[index]  # the point


def test_an_unknown_name_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(UsageError, match="unknown label 'NOM'; labels: FIRSTNAME, LASTNAME"):
        label_named("NOM")
    with pytest.raises(UsageError, match="unknown view 'i2b2'; views: canonical, aphp"):
        view_named("i2b2")


def test_a_label_is_told_apart_by_its_case() -> None:
    with pytest.raises(UsageError):
        label_named("lastname")


@pytest.mark.parametrize("view", ["canonical", "hnfc", {"NOM": "LASTNAME"}])
def test_words_in_the_place_of_a_label_are_not_shown(view) -> None:
    with pytest.raises(UsageError, match="unknown label that is not shown") as caught:
        label_in_view("NAME Mme Zorglub vue hier", view)
    assert "Zorglub" not in str(caught.value)
