"""Laws of the detector of the record: found however written, in bounds, and in time linear in the text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from found import spans_in
from hypothesis import given, settings
from hypothesis import strategies as st
from timing import grows_in_proportion

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.record import RecordDetector
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView
from palimpseste.document import Patient

FULL = Patient(
    lastname="CAZENEUVE-LARRIEU",
    birth_lastname="LE BIHAN",
    firstname="Marie-Hélène",
    birthdate="1954-03-12",
    address="12 bis rue des Lilas",
    zip="21000",
    city="Saint-Étienne",
    phone="0662914037",
    email="mh.cazeneuve@orange.fr",
    ssn="254032123104567",
    patient_id="8004312557",
    visit_id="220145789",
)
FIELDS = {
    "lastname": "LASTNAME",
    "birth_lastname": "LASTNAME",
    "firstname": "FIRSTNAME",
    "birthdate": "BIRTHDATE",
    "city": "CITY",
    "phone": "PHONE",
    "email": "EMAIL",
    "ssn": "SSN",
    "patient_id": "PATIENT_ID",
    "visit_id": "VISIT_ID",
}
ACCENTS = str.maketrans("éÉè", "eEe")


@st.composite
def written(draw: st.DrawFn) -> tuple[str, str]:
    """Return a field and a writing of its value: any case, accents or not, other separators."""
    field = draw(st.sampled_from(sorted(FIELDS)))
    value = getattr(FULL, field)
    if draw(st.booleans()):
        value = value.translate(ACCENTS)
    value = draw(st.sampled_from([str.lower, str.upper, str.title]))(value)
    if field in ("lastname", "birth_lastname", "firstname", "city"):
        value = "".join(draw(st.sampled_from(["-", " ", ""])) if c in "- " else c for c in value)
    elif value.isdigit():
        value = "".join(c + draw(st.sampled_from(["", "", " ", ".", "-"])) for c in value[:-1]) + value[-1]
    elif field == "birthdate":
        value = value.replace("-", draw(st.sampled_from(["-", "/", ".", " ", ""])))
    return field, value


@given(written())
@settings(max_examples=300, deadline=None)
def test_a_value_is_found_however_it_is_written(case: tuple[str, str]) -> None:
    field, value = case
    text = f"bilan du jour ; {value} ; suite des soins"
    start = text.index(value)
    assert any(
        s.label == FIELDS[field] and s.start == start and s.end == start + len(value) for s in spans_in(text, FULL)
    )


@given(st.text(alphabet="DURANdpaul .-'\n120354/@éœ\u0301\r", max_size=80))
@settings(max_examples=200, deadline=None)
def test_spans_stay_within_the_text(text: str) -> None:
    patient = Patient(
        lastname="Durand", firstname="Paul", birthdate="1954-03-12", city="Pau", patient_id="12035", zip="12035"
    )
    assert all(0 <= s.start < s.end <= len(text) for s in spans_in(text, patient))


def test_nothing_is_found_without_a_record() -> None:
    assert spans_in("M. Durand, né le 12/03/1954", Patient()) == []


def test_no_repr_shows_a_value() -> None:
    from palimpseste.detection.record.birthdate import BirthDate
    from palimpseste.detection.record.name_forms import name_forms

    shown = repr(name_forms(FULL)) + repr(BirthDate(1954, 3, 12))
    assert "azeneuve" not in shown
    assert "1954" not in shown


HOSTILE = {
    "prose": "Le patient va bien, la plaie est propre et le drain est retiré ce jour. ",
    "names": "Mme Cazeneuve-Larrieu Marie-Hélène née Le Bihan, ",
    "glued_names": "cazeneuvelarrieu",
    "glued_halves": "lebihanlebihan ",
    "letters": "a",
    "spaced_letters": "L E B I H A N ",
    "dates": "12/03/1954 ",
    "digits": "12031954",
    "births": "ne le ne en 1954 mars ",
    "streets": "rue des Lilas 12 bis, ",
    "street_words": "rue de la rue de l'",
    "telephones": "0662914037 +33 ",
    "breaks": "Le\n \n",
    "near_names": "Cazeneuv Larieu ",
    "towns": "Saint-Saint-Étienne cedex ",
    "initials": "M. C. H. L. ",
}


@pytest.mark.parametrize("unit", HOSTILE.values(), ids=HOSTILE)
def test_time_is_linear_in_the_length_of_the_text(unit: str) -> None:
    # Eight times the text takes eight times as long; a quadratic search would take 64 times. Half way is 22.
    def searching(length: int) -> Callable[[], object]:
        tokens = Tokens(TextView.of((unit * (length // len(unit) + 1))[:length]), alphabet())
        return lambda: RecordDetector()(tokens, FULL)

    assert grows_in_proportion(searching, (10_000, 80_000), growth=22, noise=0.0)
