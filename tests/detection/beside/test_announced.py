"""What stands before a number or a date says of which kind it is."""

from __future__ import annotations

import pytest

from palimpseste.detection.beside.announced import of_announcements
from palimpseste.detection.view import fold_same_length
from palimpseste.document import Span


def label_of(passage: str, label: str, *before: tuple[str, str], source: str = "model") -> str:
    start, end = passage.index("["), passage.index("]") - 1
    text = passage.replace("[", "").replace("]", "")
    spans = [Span(text.index(value), text.index(value) + len(value), other, "model") for value, other in before]
    return of_announcements(fold_same_length(text), [*spans, Span(start, end, label, source)])[-1].label


@pytest.mark.parametrize(
    ("passage", "label", "told"),
    [
        ("titre de séjour n° [7603998214]", "VISIT_ID", "OTHER_ID"),
        ("carte d'ancien combattant [52 07714]", "VISIT_ID", "OTHER_ID"),
        ("séjour 24S0903, bracelet bb [K55219]", "VISIT_ID", "OTHER_ID"),
        ("Vos réf. : RG [24/00318]", "OTHER_ID", "REFERENCE"),
        ("hospit. [22-40771]", "OTHER_ID", "VISIT_ID"),
        ("IPP : [22-40771]", "OTHER_ID", "PATIENT_ID"),
        ("transfert au SAMU 19, dossier [19-24-001877], Dr", "OTHER_ID", "VISIT_ID"),
        ("SAMU 2B - affaire [2B-24-31906]", "OTHER_ID", "VISIT_ID"),
        ("dossier de régulation n° [63 25 311]", "OTHER_ID", "VISIT_ID"),
        ("SOS MÉDECINS   visite n° [1147702]", "OTHER_ID", "VISIT_ID"),
        ("EDS n° [4417802]", "OTHER_ID", "VISIT_ID"),
        ("N° d'hospitalisation : [316081177]", "OTHER_ID", "VISIT_ID"),
        ("DRM n° [64A2508-31177]", "OTHER_ID", "VISIT_ID"),
        ("NIP / NDA : [351094477] / AMB25-09921", "VISIT_ID", "PATIENT_ID"),
        ("veuve de Fernand depuis [2011], seule", "BIRTHDATE", "DATE"),
        ("suivi depuis le [3 mai 2011]", "BIRTHDATE", "DATE"),
        ("née le [3 mai 2011]", "BIRTHDATE", "BIRTHDATE"),
        ("dossier MDPH [29-118442]", "OTHER_ID", "OTHER_ID"),
        ("fiche RCP n° [118442]", "OTHER_ID", "OTHER_ID"),
        ("n° permanent [0670219984]", "VISIT_ID", "PATIENT_ID"),
        ("séjour n° [22-40771]", "VISIT_ID", "VISIT_ID"),
        ("prochain passage [17/05]", "DATE", "DATE"),
        ("bilan du bracelet, n° 12 et [22-40771]", "VISIT_ID", "VISIT_ID"),
    ],
)
def test_a_number_is_what_announces_it(passage: str, label: str, told: str) -> None:
    assert label_of(passage, label) == told


def test_what_others_found_stays() -> None:
    assert label_of("IPP : [22-40771]", "OTHER_ID", source="rules.site.other_id_1") == "OTHER_ID"


def test_what_is_corrected_is_of_the_kind_of_what_it_is_not() -> None:
    assert label_of("(2/2/29 et non [22/2/29])", "DATE", ("2/2/29", "BIRTHDATE")) == "BIRTHDATE"
    assert label_of("(2/2/29 et le [22/2/29])", "DATE", ("2/2/29", "BIRTHDATE")) == "DATE"
    assert label_of("(Brest et non [22/2/29])", "DATE", ("Brest", "CITY")) == "DATE"


def test_a_year_in_brackets_behind_a_given_name_is_that_of_birth() -> None:
    assert label_of("leur fils Noé ([2017], suivi)", "DATE", ("Noé", "FIRSTNAME")) == "BIRTHDATE"
    assert label_of("mort de son fils Noé ([2017])", "DATE", ("Noé", "FIRSTNAME")) == "DATE"
    assert label_of("vu par Petit ([2017])", "DATE", ("Petit", "LASTNAME")) == "DATE"
