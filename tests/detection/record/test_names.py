"""Names of the record, in each kind of writing."""

from __future__ import annotations

import pytest
from found import found_in

from palimpseste.document import Patient

DURAND = Patient(lastname="DURAND", firstname="Paul")
CHASTANG = Patient(lastname="CHASTANG", firstname="Yvonne")
COMPOUND = Patient(lastname="CAZENEUVE-LARRIEU", birth_lastname="LE BIHAN", firstname="Jean-Pierre")
PARTICLES = Patient(lastname="de La Tour", firstname="Maria da Conceição")


@pytest.mark.parametrize(
    ("patient", "marked"),
    [
        pytest.param(DURAND, "M. <LASTNAME>Durand</LASTNAME> va bien.", id="title_case"),
        pytest.param(DURAND, "monsieur <LASTNAME>durand</LASTNAME> va bien", id="lower_case"),
        pytest.param(DURAND, "<LASTNAME>DURAND</LASTNAME> <FIRSTNAME>Paul</FIRSTNAME>", id="columns"),
        pytest.param(DURAND, "<FIRSTNAME>paul</FIRSTNAME>.<LASTNAME>durand</LASTNAME>", id="joined_by_a_dot"),
        pytest.param(DURAND, "<LASTNAME>DURAND</LASTNAME>\n<FIRSTNAME>Paul</FIRSTNAME>", id="joined_by_a_line_break"),
        pytest.param(DURAND, "Patient <LASTNAME>DURANDPaul</LASTNAME> vu ce jour", id="glued"),
        pytest.param(DURAND, "Patient <LASTNAME>PaulDURAND</LASTNAME> vu ce jour", id="glued_given_name_first"),
        pytest.param(Patient(lastname="G2P1"), "GG2P1", id="figures_in_it_and_glued_at_the_end_of_the_text"),
        pytest.param(DURAND, "Mr<LASTNAME>DURAND</LASTNAME> vu ce jour", id="glued_to_a_title"),
        pytest.param(DURAND, "<LASTNAME>D U R A N D</LASTNAME>  <FIRSTNAME>P A U L</FIRSTNAME>", id="spaced_letters"),
        pytest.param(
            CHASTANG, "Patiente : <LASTNAME>CHAS-\nTANG</LASTNAME>, ophtalmologie", id="hyphen_at_the_line_end"
        ),
        pytest.param(
            CHASTANG, "Patiente : <LASTNAME>CHAS\nTANG</LASTNAME>, ophtalmologie", id="broken_at_the_line_end"
        ),
        pytest.param(COMPOUND, "Mme <LASTNAME>Cazeneuve Larrieu</LASTNAME>", id="space_for_hyphen"),
        pytest.param(COMPOUND, "Mme <LASTNAME>CAZENEUVELARRIEU</LASTNAME>", id="nothing_for_hyphen"),
        pytest.param(COMPOUND, "Mme <LASTNAME>Cazeneuve</LASTNAME>, sa voisine", id="half_of_a_compound"),
        pytest.param(COMPOUND, "Mme <LASTNAME>Lebihan</LASTNAME> est venue", id="particle_glued"),
        pytest.param(COMPOUND, "Mme <LASTNAME>Bihan</LASTNAME> est venue", id="particle_dropped"),
        pytest.param(COMPOUND, "<LASTNAME>LARRIEU-LE BIHAN</LASTNAME> sortie", id="married_and_birth_name_joined"),
        pytest.param(COMPOUND, "née <LASTNAME>LE  BIHAN</LASTNAME>", id="birth_name"),
        pytest.param(COMPOUND, "bonjour <FIRSTNAME>Jean Pierre</FIRSTNAME> !", id="compound_given_name_with_a_space"),
        pytest.param(COMPOUND, "bonjour <FIRSTNAME>JEANPIERRE</FIRSTNAME> !", id="compound_given_name_glued"),
        pytest.param(COMPOUND, "dit que <FIRSTNAME>Jean</FIRSTNAME> va mieux", id="half_of_a_given_name"),
        pytest.param(
            PARTICLES,
            "Mme de La <LASTNAME>Tour</LASTNAME>".replace("de La <LASTNAME>", "<LASTNAME>de La "),
            id="particles",
        ),
        pytest.param(PARTICLES, "Mme <LASTNAME>Latour</LASTNAME>, sortie", id="particles_dropped_and_glued"),
        pytest.param(PARTICLES, "prénom <FIRSTNAME>MARIA DA CONCEICAO</FIRSTNAME>", id="accents_dropped"),
        pytest.param(Patient(lastname="Yıldırım"), "M. <LASTNAME>YILDIRIM</LASTNAME>", id="foreign_letters"),
        pytest.param(Patient(lastname="GUIVARCH"), "Mme <LASTNAME>Guivarc'h</LASTNAME>", id="apostrophe_added"),
        pytest.param(Patient(lastname="Saint-Clair"), "M. <LASTNAME>St Clair</LASTNAME>", id="saint_shortened"),
        pytest.param(Patient(lastname="Lebœuf"), "M. <LASTNAME>LEBOEUF</LASTNAME>", id="ligature_opened"),
        pytest.param(
            DURAND, "sa fille Léa <LASTNAME>Durand</LASTNAME> et <FIRSTNAME>Paul</FIRSTNAME>, son père", id="relatives"
        ),
        pytest.param(DURAND, "Un autre patient, <FIRSTNAME>Paul</FIRSTNAME> Merle.", id="another_person"),
    ],
)
def test_a_name_is_found_in_any_writing(patient: Patient, marked: str) -> None:
    assert found_in(marked, patient) == marked


@pytest.mark.parametrize(
    "written",
    [
        pytest.param("Chastagn", id="letters_exchanged"),
        pytest.param("Chastanng", id="letter_doubled"),
        pytest.param("Chastng", id="letter_dropped"),
        pytest.param("Chestang", id="letter_replaced"),
        pytest.param("CHASTANC", id="last_letter_replaced"),
        pytest.param("chastagn", id="lower_case"),
    ],
)
def test_one_typing_error_is_forgiven(written: str) -> None:
    marked = f"Revu Mme <LASTNAME>{written}</LASTNAME> ce jour"
    assert found_in(marked, CHASTANG) == marked


@pytest.mark.parametrize(
    ("name", "written"),
    [
        pytest.param("DUPONT", "DUP0NT", id="zero_for_o"),
        pytest.param("GUILLERM", "GUILIERM", id="capital_i_for_l"),
        pytest.param("GUILLERM", "GU1LLERM", id="one_for_i"),
        pytest.param("MARTEL", "rnartel", id="rn_for_m"),
        pytest.param("BERNARD", "BEMARD", id="m_for_rn"),
    ],
)
def test_what_a_scanner_confuses_is_forgiven(name: str, written: str) -> None:
    marked = f"Nom : <LASTNAME>{written}</LASTNAME>"
    assert found_in(marked, Patient(lastname=name)) == marked


@pytest.mark.parametrize(
    ("lastname", "sentence"),
    [
        pytest.param("Martel", "Le marteau à réflexes", id="two_errors"),
        pytest.param("Bouchard", "Toilette de bouche, bouchon de cérumen", id="ordinary_words"),
        pytest.param("Ferre", "Carence en fer, ferritine basse", id="short_neighbours"),
        pytest.param("Marin", "Sa fille Marie et son fils Martin", id="known_given_names"),
    ],
)
def test_an_error_is_not_forgiven_where_it_makes_another_word(lastname: str, sentence: str) -> None:
    assert found_in(sentence, Patient(lastname=lastname)) == sentence


@pytest.mark.parametrize(
    ("patient", "marked"),
    [
        pytest.param(Patient(lastname="Petit"), "M. <LASTNAME>Petit</LASTNAME> a un petit poids", id="after_a_title"),
        pytest.param(
            Patient(lastname="Petit"), "mme <LASTNAME>petit</LASTNAME> dort", id="after_a_title_in_lower_case"
        ),
        pytest.param(Patient(lastname="Petit"), "Petit déjeuner pris, petit appétit", id="at_a_line_start"),
        pytest.param(Patient(lastname="Petit"), "PETIT DEJEUNER PRIS A 8H", id="in_a_line_of_capitals"),
        pytest.param(
            Patient(lastname="Petit"), "le dossier de <LASTNAME>PETIT</LASTNAME> est complet", id="in_capitals"
        ),
        pytest.param(
            Patient(lastname="Petit"), "la famille <LASTNAME>Petit</LASTNAME> est reçue", id="capital_in_a_sentence"
        ),
        pytest.param(
            Patient(lastname="Petit", firstname="Rose"),
            "<LASTNAME>PETIT</LASTNAME> <FIRSTNAME>ROSE</FIRSTNAME>",
            id="two_ordinary_names",
        ),
        pytest.param(
            Patient(lastname="Petit", firstname="Hugo"),
            "<LASTNAME>Petit</LASTNAME> <FIRSTNAME>Hugo</FIRSTNAME>, 4 ans",
            id="beside_the_given_name",
        ),
        pytest.param(Patient(firstname="Rose"), "Le teint rose, urines roses", id="colour"),
        pytest.param(
            Patient(firstname="Rose"), "Visite de <FIRSTNAME>Rose</FIRSTNAME> hier", id="given_name_in_a_sentence"
        ),
        pytest.param(Patient(firstname="Rose"), "<FIRSTNAME>Rose</FIRSTNAME> a bien mangé", id="given_name_that_acts"),
        pytest.param(
            Patient(lastname="Boucher"), "Nom : <LASTNAME>BOUCHER</LASTNAME>\nboucher de métier", id="after_a_label"
        ),
        pytest.param(Patient(lastname="Parkinson"), "Maladie de Parkinson.", id="eponym"),
        pytest.param(Patient(lastname="Li"), "Mme <LASTNAME>Li</LASTNAME>, vue lundi", id="two_letters"),
        pytest.param(Patient(lastname="Li"), "mme <LASTNAME>li</LASTNAME>, vue au lit", id="two_letters_in_lower_case"),
        pytest.param(Patient(lastname="Li"), "Li 0,8 mmol/L, alité, POLI", id="element"),
        pytest.param(
            Patient(lastname="BA", firstname="Awa"),
            "<LASTNAME>BA</LASTNAME>     <FIRSTNAME>Awa</FIRSTNAME>",
            id="two_letter_columns",
        ),
        pytest.param(Patient(lastname="Ba"), "il a marché jusqu'en bas, ba oui, Bac+2, BABA", id="inside_other_words"),
        pytest.param(
            Patient(lastname="Lam"), "suivi de M. <LASTNAME>LAM</LASTNAME>, lame de bistouri", id="three_letters"
        ),
    ],
)
def test_an_ordinary_word_is_a_name_only_where_it_stands_as_one(patient: Patient, marked: str) -> None:
    assert found_in(marked, patient) == marked


@pytest.mark.parametrize(
    "marked",
    [
        pytest.param("M. <LASTNAME>D.</LASTNAME> va bien", id="family_name_after_a_title"),
        pytest.param("Monsieur <LASTNAME>D</LASTNAME> va bien", id="without_a_dot"),
        pytest.param("vu <FIRSTNAME>P.</FIRSTNAME> <LASTNAME>D.</LASTNAME> ce jour", id="pair"),
        pytest.param("vu <LASTNAME>D.</LASTNAME><FIRSTNAME>P.</FIRSTNAME> ce jour", id="pair_reversed_and_tight"),
        pytest.param("M. <FIRSTNAME>P.</FIRSTNAME><LASTNAME>D</LASTNAME> ce jour", id="pair_after_a_title"),
        pytest.param("<FIRSTNAME>P.</FIRSTNAME> <LASTNAME>Durand</LASTNAME>", id="initial_before_the_name"),
        pytest.param("<LASTNAME>DURAND</LASTNAME> <FIRSTNAME>P.</FIRSTNAME>, né à Dole", id="initial_after_the_name"),
        pytest.param("<FIRSTNAME>Paul</FIRSTNAME> <LASTNAME>D.</LASTNAME> dort", id="given_name_and_initial"),
        pytest.param("vitamine D, groupe P, PD négatif", id="letters_that_stand_for_nothing"),
        pytest.param("D.P.C.E. rempli", id="longer_abbreviation"),
        pytest.param("M. <LASTNAME>Durand</LASTNAME> : D'accord", id="elision"),
    ],
)
def test_initials_are_found_in_a_clear_context(marked: str) -> None:
    assert found_in(marked, DURAND) == marked


@pytest.mark.parametrize(
    "marked",
    [
        pytest.param("<FIRSTNAME>J.-P.</FIRSTNAME> <LASTNAME>Durand</LASTNAME>", id="dots_and_hyphen"),
        pytest.param("<FIRSTNAME>JP</FIRSTNAME> <LASTNAME>Durand</LASTNAME>", id="glued"),
        pytest.param("<LASTNAME>Durand</LASTNAME> <FIRSTNAME>J.-P.</FIRSTNAME>", id="after_the_name"),
    ],
)
def test_a_compound_given_name_has_two_initials(marked: str) -> None:
    assert found_in(marked, Patient(lastname="Durand", firstname="Jean-Pierre")) == marked
