"""OMOP CDM 5.4 as this program knows it: the only module that names its tables and columns.

Source: OHDSI, Common Data Model 5.4, https://ohdsi.github.io/CommonDataModel/cdm54.html
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["CARE_SITE", "DATED_TABLES", "LOCATION", "NOTE", "NOTE_NLP", "PERSON", "PROVIDER", "VISIT", "CdmTable"]


@dataclass(frozen=True, slots=True)
class CdmTable:
    """A table of the model.

    Parameters
    ----------
    name : str
        Of the table.
    key : str
        The column its rows are numbered by.
    columns : tuple of str
        Columns that hold numbers, concepts and links to other tables; nothing written by a person.
    days, moments : tuple of str
        Columns that hold dates, and dates with a time of day.
    """

    name: str
    key: str
    columns: tuple[str, ...] = ()
    days: tuple[str, ...] = ()
    moments: tuple[str, ...] = ()


class _Note:
    """``note``: the texts."""

    name: Final = "note"
    key: Final = "note_id"
    person: Final = "person_id"
    date: Final = "note_date"
    moment: Final = "note_datetime"
    kind: Final = "note_class_concept_id"
    title: Final = "note_title"
    text: Final = "note_text"
    source_value: Final = "note_source_value"
    provider: Final = "provider_id"
    visit: Final = "visit_occurrence_id"
    columns: Final = (
        "note_id",
        "person_id",
        "note_date",
        "note_datetime",
        "note_type_concept_id",
        "note_class_concept_id",
        "note_title",
        "note_text",
        "encoding_concept_id",
        "language_concept_id",
        "provider_id",
        "visit_occurrence_id",
        "visit_detail_id",
        "note_source_value",
        "note_event_id",
        "note_event_field_concept_id",
    )


class _NoteNlp:
    """``note_nlp``: what was found in the texts, here the stretches that were written over."""

    name: Final = "note_nlp"
    key: Final = "note_nlp_id"
    note: Final = "note_id"
    section: Final = "section_concept_id"
    snippet: Final = "snippet"
    offset: Final = "offset"
    variant: Final = "lexical_variant"
    concept: Final = "note_nlp_concept_id"
    source_concept: Final = "note_nlp_source_concept_id"
    system: Final = "nlp_system"
    date: Final = "nlp_date"
    moment: Final = "nlp_datetime"
    exists: Final = "term_exists"
    temporal: Final = "term_temporal"
    modifiers: Final = "term_modifiers"


class _Person:
    """``person``: patients, by number."""

    name: Final = "person"
    key: Final = "person_id"
    year: Final = "year_of_birth"
    month: Final = "month_of_birth"
    day: Final = "day_of_birth"
    moment: Final = "birth_datetime"
    location: Final = "location_id"
    provider: Final = "provider_id"
    care_site: Final = "care_site_id"
    source_value: Final = "person_source_value"
    # The number of a home is left out: its row of `location` is an address.
    columns: Final = (
        "person_id",
        "gender_concept_id",
        "race_concept_id",
        "ethnicity_concept_id",
        "provider_id",
        "care_site_id",
        "gender_source_concept_id",
        "race_source_concept_id",
        "ethnicity_source_concept_id",
    )


class _Visit:
    """``visit_occurrence``: stays and consultations."""

    name: Final = "visit_occurrence"
    key: Final = "visit_occurrence_id"
    provider: Final = "provider_id"
    care_site: Final = "care_site_id"


class _Location:
    """``location``: addresses."""

    name: Final = "location"
    key: Final = "location_id"
    lines: Final = ("address_1", "address_2")
    zip: Final = "zip"
    city: Final = "city"


class _Provider:
    """``provider``: those who care."""

    name: Final = "provider"
    key: Final = "provider_id"
    full_name: Final = "provider_name"
    care_site: Final = "care_site_id"


class _CareSite:
    """``care_site``: where they do."""

    name: Final = "care_site"
    key: Final = "care_site_id"
    full_name: Final = "care_site_name"


NOTE: Final = _Note
NOTE_NLP: Final = _NoteNlp
PERSON: Final = _Person
VISIT: Final = _Visit
LOCATION: Final = _Location
PROVIDER: Final = _Provider
CARE_SITE: Final = _CareSite


def _dated(name: str, key: str, stem: str, columns: str, *, ends: bool, times: bool = True) -> CdmTable:
    """Return a table whose dates are named after a stem: ``S_date``, or ``S_start_date`` and ``S_end_date``."""
    stems = [f"{stem}_start", f"{stem}_end"] if ends else [stem]
    return CdmTable(
        name,
        key,
        (key, "person_id", *columns.split()),
        tuple(f"{each}_date" for each in stems),
        tuple(f"{each}_datetime" for each in stems) if times else (),
    )


_CARE = "provider_id visit_occurrence_id visit_detail_id "

# Events of a patient. Texts (`stop_reason`, `sig`, `value_as_string`, all `..._source_value`) are not named.
DATED_TABLES: Final = (
    _dated(
        "observation_period",
        "observation_period_id",
        "observation_period",
        "period_type_concept_id",
        ends=True,
        times=False,
    ),
    _dated(
        "visit_occurrence",
        "visit_occurrence_id",
        "visit",
        "visit_concept_id visit_type_concept_id provider_id care_site_id visit_source_concept_id "
        "admitted_from_concept_id discharged_to_concept_id preceding_visit_occurrence_id",
        ends=True,
    ),
    _dated(
        "visit_detail",
        "visit_detail_id",
        "visit_detail",
        "visit_detail_concept_id visit_detail_type_concept_id provider_id care_site_id visit_detail_source_concept_id "
        "admitted_from_concept_id discharged_to_concept_id preceding_visit_detail_id parent_visit_detail_id "
        "visit_occurrence_id",
        ends=True,
    ),
    _dated(
        "condition_occurrence",
        "condition_occurrence_id",
        "condition",
        _CARE
        + "condition_concept_id condition_type_concept_id condition_status_concept_id condition_source_concept_id",
        ends=True,
    ),
    CdmTable(
        "drug_exposure",
        "drug_exposure_id",
        tuple(
            f"drug_exposure_id person_id {_CARE} drug_concept_id drug_type_concept_id refills quantity days_supply "
            "route_concept_id drug_source_concept_id".split()
        ),
        ("drug_exposure_start_date", "drug_exposure_end_date", "verbatim_end_date"),
        ("drug_exposure_start_datetime", "drug_exposure_end_datetime"),
    ),
    CdmTable(
        "procedure_occurrence",
        "procedure_occurrence_id",
        tuple(
            f"procedure_occurrence_id person_id {_CARE} procedure_concept_id procedure_type_concept_id "
            "modifier_concept_id quantity procedure_source_concept_id".split()
        ),
        ("procedure_date", "procedure_end_date"),
        ("procedure_datetime", "procedure_end_datetime"),
    ),
    _dated(
        "device_exposure",
        "device_exposure_id",
        "device_exposure",
        _CARE + "device_concept_id device_type_concept_id quantity device_source_concept_id unit_concept_id "
        "unit_source_concept_id",
        ends=True,
    ),
    _dated(
        "measurement",
        "measurement_id",
        "measurement",
        _CARE + "measurement_concept_id measurement_type_concept_id operator_concept_id value_as_number "
        "value_as_concept_id unit_concept_id range_low range_high measurement_source_concept_id unit_source_concept_id "
        "measurement_event_id meas_event_field_concept_id",
        ends=False,
    ),
    _dated(
        "observation",
        "observation_id",
        "observation",
        _CARE + "observation_concept_id observation_type_concept_id value_as_number value_as_concept_id "
        "qualifier_concept_id unit_concept_id observation_source_concept_id observation_event_id "
        "obs_event_field_concept_id",
        ends=False,
    ),
    CdmTable(
        "death",
        "person_id",
        ("person_id", "death_type_concept_id", "cause_concept_id", "cause_source_concept_id"),
        ("death_date",),
        ("death_datetime",),
    ),
    _dated(
        "specimen",
        "specimen_id",
        "specimen",
        "specimen_concept_id specimen_type_concept_id quantity unit_concept_id anatomic_site_concept_id "
        "disease_status_concept_id",
        ends=False,
    ),
    _dated(
        "episode",
        "episode_id",
        "episode",
        "episode_concept_id episode_parent_id episode_number episode_object_concept_id episode_type_concept_id "
        "episode_source_concept_id",
        ends=True,
    ),
    _dated(
        "drug_era",
        "drug_era_id",
        "drug_era",
        "drug_concept_id drug_exposure_count gap_days",
        ends=True,
        times=False,
    ),
    _dated("dose_era", "dose_era_id", "dose_era", "drug_concept_id unit_concept_id dose_value", ends=True, times=False),
    _dated(
        "condition_era",
        "condition_era_id",
        "condition_era",
        "condition_concept_id condition_occurrence_count",
        ends=True,
        times=False,
    ),
)
