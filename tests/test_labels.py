from __future__ import annotations

import pytest

from palimpseste.errors import UsageError
from palimpseste.labels import LABELS, VIEWS, label_named, view_named

# What a view leaves alone: the labels that the team or the rule behind it does not annotate.
LEFT_ALONE = {
    "canonical": set(),
    "aphp": {"AGE", "LOCATION", "ORGANIZATION", "URL", "OTHER_ID", "REFERENCE"},
    "hnfc": {"URL"},
    "hcl": set(),
    "tarpon": {"AGE", "DATE"},
    "hipaa": {"ORGANIZATION"},
}
CLASSES = {"canonical": 19, "aphp": 13, "hnfc": 8, "hcl": 12, "tarpon": 1, "hipaa": 10}


def test_there_are_nineteen_labels() -> None:
    assert len(LABELS) == len(set(LABELS)) == 19


def test_the_views_are_the_five_of_the_references_and_the_labels_themselves() -> None:
    assert set(VIEWS) == set(LEFT_ALONE)


@pytest.mark.parametrize("view", LEFT_ALONE)
def test_a_view_reads_every_label_but_those_it_leaves_alone(view: str) -> None:
    assert set(LABELS) - set(VIEWS[view]) == LEFT_ALONE[view]
    assert set(VIEWS[view]) <= set(LABELS)


@pytest.mark.parametrize(("view", "count"), CLASSES.items())
def test_a_view_tells_so_many_classes_apart(view: str, count: int) -> None:
    assert len(set(VIEWS[view].values())) == count


@pytest.mark.parametrize(
    ("view", "label", "read"),
    [
        ("canonical", "LASTNAME", "LASTNAME"),
        ("aphp", "FIRSTNAME", "PRENOM"),
        ("aphp", "BIRTHDATE", "DATE_NAISSANCE"),
        ("aphp", "SSN", "SECU"),
        ("aphp", "VISIT_ID", "NDA"),
        ("hnfc", "FIRSTNAME", "NAME"),
        ("hnfc", "LASTNAME", "NAME"),
        ("hnfc", "HOSPITAL", "ORGANIZATION"),
        ("hnfc", "ZIP", "LOCATION"),
        ("hcl", "BIRTHDATE", "DATE"),
        ("hcl", "SSN", "IDENTIFIANT"),
        ("hcl", "URL", "EMAIL"),
        ("tarpon", "BIRTHDATE", "XXXXX"),
        ("hipaa", "FIRSTNAME", "NAME"),
        ("hipaa", "AGE", "DATE"),
        ("hipaa", "CITY", "GEOGRAPHIC"),
        ("hipaa", "PATIENT_ID", "MRN"),
    ],
)
def test_a_view_reads_a_label_as_its_source_does(view: str, label: str, read: str) -> None:
    assert view_named(view)[label_named(label)] == read


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
