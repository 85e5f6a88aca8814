"""Telephones ring in fiction only; identifiers keep their shape and fail their checksums."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from palimpseste.checksums import has_ean_key, has_luhn_key, has_niss_key, nir_key
from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document
from palimpseste.surrogates import CohortKey, MasterKey
from palimpseste.surrogates.draws import BitStream, Draws
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values.identifiers import Identifiers
from palimpseste.surrogates.values.phones import FICTION_PREFIXES
from palimpseste.surrogates.values.registers import may_be_real
from palimpseste.surrogates.values.shapes import changed_shape, dictated_surrogate, shape_surrogate

Surrogates = Callable[..., list[str]]


@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("01.42.16.00.00", r"01\.99\.00\.\d\d\.\d\d"),
        ("02 98 22 30 74", r"02 61 91 \d\d \d\d"),
        ("0389770416", r"035301\d{4}"),
        ("04-78-29-66-40", r"04-65-71-\d\d-\d\d"),
        ("0562 51 30 77", r"0536 49 \d\d \d\d"),
        ("06 12 90 77 41", r"06 39 98 \d\d \d\d"),
        ("07 49 18 66 02", r"06 39 98 \d\d \d\d"),
        ("0 800 29 41 17", r"0 199 00 \d\d \d\d"),
        ("+33 (0)6 80 51 74 26", r"\+33 \(0\)6 39 98 \d\d \d\d"),
        ("+33 4 50 47 30 71", r"\+33 4 65 71 \d\d \d\d"),
        ("0033 3 87 95 22 60", r"0033 3 53 01 \d\d \d\d"),
        ("04 76 27 1O 88", r"04 65 71 \d\d \d\d"),
        ("06|83|11|92|07", r"06\|39\|98\|\d\d\|\d\d"),
        ("0 7 6 9 1 4 5 0 2 2", r"0 6 3 9 9 8 \d \d \d \d"),
        ("+32 475 61 80 33", r"\+32 \d{3} \d\d \d\d \d\d"),
        ("00 216 74 228 913", r"00 216 \d\d \d{3} \d{3}"),
        ("4 52 13", r"\d \d\d \d\d"),
        (
            "zéro six douze trente quatre cinquante six soixante dix huit",
            r"zéro six trente neuf quatre vingt dix huit .+",
        ),
    ],
)
def test_a_number_keeps_its_class_and_its_writing(surrogates: Surrogates, source: str, shape: str) -> None:
    (surrogate,) = surrogates(f"Tél. <PHONE>{source}</PHONE>")
    assert re.fullmatch(shape, surrogate), surrogate
    assert surrogate != source


def test_a_sign_of_abroad_without_a_code_is_no_failure(surrogates: Surrogates) -> None:
    assert surrogates("Tél. <PHONE>00 </PHONE>, <PHONE>+</PHONE>3")[1] == "+"


def test_one_number_keeps_one_surrogate_however_it_is_written(surrogates: Surrogates) -> None:
    digits = {
        re.sub(r"\D", "", surrogate)[-9:]
        for surrogate in surrogates(
            "<PHONE>06 12 90 77 41</PHONE> <PHONE>+33 (0)6.12.90.77.41</PHONE> <PHONE>0612907741</PHONE>"
        )
    }
    assert len(digits) == 1
    assert digits.pop().startswith(FICTION_PREFIXES["6"])


@pytest.mark.parametrize("prefix", ["6398812", "63998"], ids=["close", "inside the range"])
def test_a_number_of_fiction_is_replaced_as_well(surrogates: Surrogates, prefix: str) -> None:
    source = "0" + prefix.ljust(9, "4")
    for number in range(20):
        assert surrogates(f"<PHONE>{source}</PHONE>", id=str(number)) != [source]


@pytest.mark.parametrize(
    "source",
    [
        "1 54 03 21 231 045 67",
        "154032123104567",
        "2 44 01 2A 004 019 18",
        "2 94 02 76 540 118 clé 23",
        "1.54.03.21.231.045.67",
    ],
)
def test_a_nir_with_its_key_has_a_wrong_key(surrogates: Surrogates, source: str) -> None:
    for number in range(40):
        (surrogate,) = surrogates(f"<SSN>{source}</SSN>", id=str(number))
        digits = re.sub(r"\D", "", surrogate)
        assert re.sub(r"\d", "9", surrogate) == re.sub(r"\d|(?<=2)A", "9", source)
        assert len(digits) == 15
        assert digits[0] in "12"
        assert int(digits[13:]) != nir_key(digits[:13])
        assert 1 <= int(digits[13:]) <= 97


def test_a_nir_without_key_has_an_order_number_no_one_has(surrogates: Surrogates) -> None:
    (surrogate,) = surrogates("<SSN>1 54 03 21 231 045</SSN>")
    assert surrogate.endswith(" 000")
    (other,) = surrogates("<SSN>1 54 03 21 231 045 67</SSN>")
    assert other.startswith(surrogate)


@pytest.mark.parametrize("source", ["10003456789", "10 0041 8832 1", "570026252", "732 829 320 00074", "8004312557"])
def test_no_identifier_of_figures_passes_luhn(surrogates: Surrogates, source: str) -> None:
    for number in range(60):
        (surrogate,) = surrogates(f"<OTHER_ID>{source}</OTHER_ID>", id=str(number))
        assert re.sub(r"\d", "9", surrogate) == re.sub(r"\d", "9", source)
        assert surrogate != source
        assert not has_luhn_key(re.sub(r"\D", "", surrogate))


def is_iban(text: str) -> bool:
    """Tell whether the check digits of an IBAN are right, by ISO 7064: the rest of its number by 97 is 1."""
    compact = text.replace(" ", "")
    return int("".join(str(int(character, 36)) for character in compact[4:] + compact[:4])) % 97 == 1


@pytest.mark.parametrize("source", ["NO93 8601 1117 947", "FR76 3000 6000 0112 3456 7890 189"])
def test_no_identifier_passes_for_an_iban(surrogates: Surrogates, source: str) -> None:
    assert is_iban(source)
    # By chance one drawn shape of 97 would pass.
    for number in range(500):
        (surrogate,) = surrogates(f"<OTHER_ID>{source}</OTHER_ID>", id=str(number))
        assert re.sub(r"\d", "9", surrogate)[4:] == re.sub(r"\d", "9", source)[4:]
        assert not is_iban(surrogate), surrogate


def test_every_part_of_a_nir_but_the_sex_is_drawn_anew_where_no_table_knows_the_town(surrogates: Surrogates) -> None:
    source = "1 54 03 21 999 045 67"
    drawn = [surrogates(f"<SSN>{source}</SSN>", id=str(number))[0] for number in range(150)]
    assert {number[0] for number in drawn} == {"1"}
    assert all(number[15:18] == "000" for number in drawn)
    for start, lowest, highest in ((2, 0, 99), (5, 1, 12), (8, 1, 95)):
        parts = {number[start : start + 2] for number in drawn}
        assert source[start : start + 2] not in parts
        assert all(lowest <= int(part) <= highest for part in parts)
        assert len(parts) > 10
    assert all(1 <= int(number[11:14]) <= 600 for number in drawn)


@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("zéro", "un|deux|trois|quatre|cinq|six|sept|huit|neuf"),
        ("douze", "onze|douze|treize|quatorze|quinze|seize"),
        ("quarante", "vingt|trente|quarante|cinquante|soixante"),
        ("a quarante", "[a-z] (vingt|trente|quarante|cinquante|soixante)"),
        ("dossier trois B", "dossier (zéro|un|deux|quatre|cinq|six|sept|huit|neuf) [A-Z]"),
    ],
)
def test_number_words_become_others_of_like_size(surrogates: Surrogates, source: str, shape: str) -> None:
    drawn = {surrogates(f"<OTHER_ID>{source}</OTHER_ID>", id=str(number))[0] for number in range(80)}
    assert all(re.fullmatch(shape, each) for each in drawn), drawn
    assert source not in drawn
    words = re.split("[|()]", shape.replace("zéro|un", "zéro|un"))
    assert {word for word in words if word.isalpha() and len(word) > 1 and word not in source} <= {
        word for each in drawn for word in each.split()
    }


def test_luhn_and_the_key_of_a_nir_are_those_of_published_examples() -> None:
    assert has_luhn_key("732829320")
    assert not has_luhn_key("732829321")
    # INSEE's own example of a NIR: 2 55 08 14 168 025, key 38.
    assert nir_key("2550814168025") == 38


@pytest.mark.parametrize(
    ("label", "source", "shape"),
    [
        ("OTHER_ID", "22H04512", r"\d\d[A-Z]\d{5}"),
        ("OTHER_ID", "GH-842-mc", r"[A-Z]{2}-\d{3}-[a-z]{2}"),
        ("PATIENT_ID", "000412876", r"0\d{8}"),
        ("VISIT_ID", "24-0098127", r"[1-9]\d-\d{7}"),
        ("OTHER_ID", "A", r"[B-Z]"),
        ("OTHER_ID", "g f quatre cent douze t b", r"[a-z] [a-z] [a-zéè]+ cent [a-z]+ [a-z] [a-z]"),
    ],
)
def test_an_identifier_keeps_its_shape(surrogates: Surrogates, label: str, source: str, shape: str) -> None:
    (surrogate,) = surrogates(f"<{label}>{source}</{label}>")
    assert re.fullmatch(shape, surrogate), surrogate


@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("10003456789", r"10\d{9}"),
        ("1 0 1 0 0 4 8 8 7 1 3", r"1 0( \d){9}"),
        ("756.9217.0769.85", r"756\.\d{4}\.\d{4}\.\d\d"),
        ("85.07.30-033.28", r"\d\d\.(0\d|1[0-2])\.[0-3]\d-\d{3}\.\d\d"),
    ],
)
def test_a_number_begins_as_all_of_its_register_do(surrogates: Surrogates, source: str, shape: str) -> None:
    for number in range(60):
        (surrogate,) = surrogates(f"<OTHER_ID>{source}</OTHER_ID>", id=str(number))
        assert re.fullmatch(shape, surrogate), surrogate
        digits = re.sub(r"\D", "", surrogate)
        assert not any(has_key(digits) for has_key in (has_luhn_key, has_ean_key, has_niss_key))


@pytest.mark.parametrize("source", ["85.07.30-033.28", "67.03.12-204.88"])
def test_the_serial_of_a_belgian_number_stays_that_of_a_man_or_a_woman(surrogates: Surrogates, source: str) -> None:
    drawn = [surrogates(f"NISS <OTHER_ID>{source}</OTHER_ID>", id=str(number))[0] for number in range(40)]
    serials = {int(surrogate[9:12]) for surrogate in drawn}
    assert len(serials) > 20
    assert {serial % 2 for serial in serials} == {int(source[9:12]) % 2}
    assert all(1 <= serial <= 998 for serial in serials)


def test_only_what_may_be_one_begins_as_a_number_of_a_register(surrogates: Surrogates) -> None:
    for source in ("<PATIENT_ID>10003456789</PATIENT_ID>", "<OTHER_ID>1000345678</OTHER_ID>"):
        assert {surrogates(source, id=str(number))[0][:2] for number in range(20)} != {"10"}


@pytest.mark.parametrize("source", ["GF-418-NQ", "GF 418 NQ", "gf418nq"])
def test_a_plate_is_of_a_series_that_was_issued_and_on_no_vehicle(surrogates: Surrogates, source: str) -> None:
    drawn = {surrogates(f"<OTHER_ID>{source}</OTHER_ID>", id=str(number))[0] for number in range(40)}
    assert len(drawn) > 30
    for plate in drawn:
        assert re.fullmatch("[A-E][A-Z][ -]?[0-9]{3}[ -]?[A-Z][IOU]", plate.upper())
        assert plate.isupper() == source.isupper()


def test_an_identifier_is_the_same_however_it_is_spaced(surrogates: Surrogates) -> None:
    close, spaced = surrogates("<PATIENT_ID>8004312557</PATIENT_ID> <OTHER_ID>8004 312 557</OTHER_ID>")
    assert close == spaced.replace(" ", "")


@pytest.mark.parametrize(
    ("identifier", "real"),
    [
        ("1234566", False),  # right by Luhn, and shorter than any that a register checks so
        ("12345674", True),
        ("12345675", False),
        ("123 456-782", True),
        ("123 456-783", False),
        ("FR291111111111", False),  # right by ISO 7064, and shorter than any IBAN
        ("FR6411111111111", True),
        ("GB82 WEST 1234 5698 7654 32", True),  # letters behind the key
        ("fr64 1111-1111111", True),
        ("FR6511111111111", False),
        ("F164111111111111", False),
        ("FRA100000000006", False),  # right by ISO 7064, and no figure where the key is
        ("FR18111111111111111111111111111111", True),
        ("FR511111111111111111111111111111111", False),  # longer than any
    ],
)
def test_an_identifier_may_be_real_where_the_checksum_of_a_register_is_right(identifier: str, real: bool) -> None:
    assert may_be_real(identifier) is real


def stream_of(key: CohortKey, number: int) -> BitStream:
    return Draws(key, "note").stream("ID", str(number), "test")


def test_a_shape_is_drawn_from_all_letters_and_figures(key: CohortKey) -> None:
    drawn = [shape_surrogate("0-9 É é0_٣", stream_of(key, number)) for number in range(400)]
    assert all(re.fullmatch(r"0-\d [A-Z] [a-z]\d_\d", each) for each in drawn)
    assert {each[2] for each in drawn} == set("0123456789")
    # « I » and « O » read as figures.
    assert {each[4] for each in drawn} == set("ABCDEFGHJKLMNPQRSTUVWXYZ")
    assert {each[6] for each in drawn} == set("abcdefghjklmnpqrstuvwxyz")
    assert {each[0] for each in drawn} == {"0"}
    figures = [shape_surrogate("- 9A9", stream_of(key, number), figures_only=True) for number in range(400)]
    assert {each[2] for each in figures} == set("123456789")
    assert {each[4] for each in figures} == set("0123456789")
    assert {each[3] for each in figures} == {"A"}


def test_a_changed_shape_is_another_one_where_there_is_any(key: CohortKey) -> None:
    for source in ("7", "A", "b"):
        drawn = {changed_shape(source, stream_of(key, number)) for number in range(300)}
        assert source not in drawn
        assert len(drawn) == {"7": 8, "A": 23, "b": 23}[source]
    assert {changed_shape("0", stream_of(key, number)) for number in range(100)} == set("123456789")
    assert changed_shape("?!", stream_of(key, 0)) == "?!"
    assert {changed_shape("A1", stream_of(key, number), figures_only=True) for number in range(200)} == {
        f"A{figure}" for figure in "023456789"
    }


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("neuf", "zero un deux trois quatre cinq six sept huit"),
        ("dix", "onze douze treize quatorze quinze seize"),
        ("seize", "onze douze treize quatorze quinze"),
        ("soixante", "vingt trente quarante cinquante"),
        ("vingt", "trente quarante cinquante soixante"),
        ("UN", "ZERO DEUX TROIS QUATRE CINQ SIX SEPT HUIT NEUF"),
        ("x", "a b c d e f g h j k l m n p q r s t u v w y z"),
    ],
)
def test_every_number_word_of_like_size_may_be_drawn(key: CohortKey, source: str, expected: str) -> None:
    drawn = {dictated_surrogate(source, stream_of(key, number)).replace("é", "e") for number in range(400)}
    assert {each.replace("É", "E") for each in drawn} == set(expected.split())


def test_what_holds_no_number_word_gets_letters(key: CohortKey) -> None:
    for source in ("septante", "cent mille"):
        drawn = dictated_surrogate(source, stream_of(key, 1))
        assert re.sub("[a-z]", "a", drawn) == re.sub("[a-z]", "a", source)
        assert drawn != source


@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("cent vingt", r"cent (trente|quarante|cinquante|soixante)"),
        ("septante", r"[a-z]{8}"),
        ("septante 1", r"[a-z]{8} \d"),
        ("dossier vingt 1", r"[a-z]{7} [a-z]{5} \d"),
        ("zéro", r"[a-zéè]{2,6}"),
    ],
)
def test_an_identifier_is_dictated_where_it_holds_number_words_and_no_figure(
    surrogates: Surrogates, source: str, shape: str
) -> None:
    (surrogate,) = surrogates(f"<OTHER_ID>{source}</OTHER_ID>")
    assert re.fullmatch(shape, surrogate), surrogate


@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("1 54 03", r"[1-9] \d\d \d\d"),
        ("1 54 03 21 231 04", r"[1-9] \d\d \d\d \d\d \d{3} \d\d"),
        ("1 54 03 21 231 045 6", r"[1-9] \d\d \d\d \d\d \d{3} \d{3} \d"),
        ("abc 540 321 231 045", r"[a-z]{3} \d{3} \d{3} \d{3} \d{3}"),
        ("l 54 O3 21 231 045", r"[12] \d\d (0[1-9]|1[0-2]) \d\d \d{3} 000"),
        ("1 54 03 21 231 045 Cle 67", r"[12] \d\d (0[1-9]|1[0-2]) \d\d \d{3} 000 Cle \d\d"),
    ],
)
def test_only_13_or_15_characters_of_a_nir_are_written_as_one(surrogates: Surrogates, source: str, shape: str) -> None:
    for number in range(10):
        (surrogate,) = surrogates(f"<SSN>{source}</SSN>", id=str(number))
        assert re.fullmatch(shape, surrogate), surrogate
        assert surrogate != source


def test_a_nir_is_drawn_from_all_that_look_plausible(surrogates: Surrogates) -> None:
    drawn = [surrogates("<SSN>1 54 03 21 999 045 67</SSN>", id=str(number))[0] for number in range(1500)]
    assert {number[5:7] for number in drawn} == {f"{month:02d}" for month in range(1, 13)} - {"03"}
    assert {number[2:4] for number in drawn} == {f"{year:02d}" for year in range(50, 95)} - {"54"}
    assert {number[8:10] for number in drawn} == {f"{department:02d}" for department in range(1, 96)} - {"21"}
    communes = [int(number[11:14]) for number in drawn]
    assert min(communes) >= 1
    assert 590 < max(communes) <= 600


@pytest.mark.parametrize("policy", ["plausible", "dp"])
def test_a_nir_of_no_birth_of_the_note_may_be_that_of_a_parent(surrogates: Surrogates, policy: str) -> None:
    for number in range(40):
        options = {"policy": policy, "patient_id": str(number), "birthdate": "28/03/2017"}
        birth, parent = surrogates(
            "Né le <BIRTHDATE>28/03/2017</BIRTHDATE>, N° SÉCU (parent) <SSN>2 89 05 88 383 012 66</SSN>", **options
        )
        assert 22 <= (int(birth[-2:]) - int(parent[2:4])) % 100 <= 42
        (alone,) = surrogates("<SSN>2 89 05 88 383 012 66</SSN>", id="another", **options)
        assert alone[:6] == parent[:6]


@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("01.42.16.00.00 poste 12", r"01\.99\.00\.\d\d\.\d\d poste \d\d"),
        ("O6 l2 9O 77 4I", r"06 39 98 \d\d \d\d"),
        ("OO33 6 12 90 77 41", r"0033 6 39 98 \d\d \d\d"),
        ("(00) 33 (0) 6 12 90 77 41", r"\(00\) 33 \(0\) 6 39 98 \d\d \d\d"),
        ("+33 12 34 56 78", r"\+33 [1-9]\d \d\d \d\d \d\d"),
        ("+33 (0)12 34 56 78", r"\+33 \(0\)\d\d \d\d \d\d \d\d"),
        ("+1 212 555 0199", r"\+1 \d{3} \d{3} \d{4}"),
        ("+352 26 12 34", r"\+352 \d\d \d\d \d\d"),
        ("+41 22 372 33 11", r"\+41 \d\d \d{3} \d\d \d\d"),
        ("012345678", r"0(?!19900)\d{8}"),  # one figure short of a national number
        ("poste 12", r"poste \d\d"),
        ("112345678900", r"[1-9]\d{11}"),
        ("0123456789 12", r"019900\d{4} \d\d"),
    ],
)
def test_what_tells_the_country_and_the_kind_of_a_number_stays(surrogates: Surrogates, source: str, shape: str) -> None:
    for number in range(10):
        (surrogate,) = surrogates(f"<PHONE>{source}</PHONE>", id=str(number))
        assert re.fullmatch(shape, surrogate), surrogate
        assert surrogate != source


@pytest.mark.parametrize("code", ["7", "20", "27", "34", "39", "40", "49", "51", "58", "60", "66", "81", "86", "98"])
def test_a_country_code_of_one_or_two_figures_ends_there(surrogates: Surrogates, code: str) -> None:
    third = {surrogates(f"<PHONE>+{code}2 345 678</PHONE>", id=str(n))[0][len(code) + 1] for n in range(30)}
    assert len(third) > 4


def test_other_country_codes_have_three_figures(surrogates: Surrogates) -> None:
    for code in ("216", "352", "590", "971"):
        (surrogate,) = surrogates(f"<PHONE>+{code} 71 234 567</PHONE>")
        assert surrogate.startswith(f"+{code} ")


def test_a_number_of_fiction_that_draws_itself_becomes_the_last_of_its_range(
    surrogates: Surrogates, key: CohortKey
) -> None:
    draws = Draws(key, "document:note")
    numbers = (f"63998{last:04d}" for last in range(10_000))
    itself = next(n for n in numbers if draws.stream("PHONE", n, "national").below(9_999) == int(n[5:]))
    assert surrogates(f"<PHONE>0{itself}</PHONE>") == ["0639989999"]
    assert surrogates("<PHONE>0639989999</PHONE>") != ["0639989999"]


@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("six douze", "[a-zéè]+ (onze|treize|quatorze|quinze|seize|douze)"),
        ("six douze trente quatre cinquante six soixante dix huit", "zéro six trente neuf quatre vingt dix huit .+"),
        ("zéro un zéro deux zéro trois zéro quatre zéro cinq", "zéro un quatre vingt dix neuf zéro zéro .+"),
        ("dix un deux trois quatre", "(onze|douze|treize|quatorze|quinze|seize)( [a-zéè]+){4}"),
    ],
)
def test_a_spelt_number_is_national_where_it_has_five_pairs(surrogates: Surrogates, source: str, shape: str) -> None:
    for number in range(10):
        (surrogate,) = surrogates(f"<PHONE>{source}</PHONE>", id=str(number))
        assert re.fullmatch(shape, surrogate), surrogate
        assert surrogate != source


@pytest.mark.parametrize("policy", ["plausible", "dp"])
def test_a_nir_says_the_sex_and_the_new_date_of_birth(surrogates: Surrogates, policy: str) -> None:
    record = {"lastname": "Durand", "birthdate": "03/11/1954"}
    for number in range(20):
        born, ours, others = surrogates(
            "née le <BIRTHDATE>03/11/1954</BIRTHDATE>, NIR <SSN>2 54 11 21 231 045 67</SSN>, "
            "son mari <SSN>1 49 02 21 231 045 67</SSN>",
            id=str(number),
            policy=policy,
        )
        _, month, year = born.split("/")
        assert ours[:7] == f"2 {year[2:]} {month}"
        assert others[0] == "1"
        (alone,) = surrogates("<SSN>2 54 11 21 231 045 67</SSN>", policy=policy, patient_id=str(number), **record)
        told = surrogates(
            "<BIRTHDATE>03/11/1954</BIRTHDATE> <SSN>254112123104567</SSN>",
            id="other",
            policy=policy,
            patient_id=str(number),
            **record,
        )
        assert alone.replace(" ", "") == told[1]
        assert told[1][1:5] == told[0][8:] + told[0][3:5]


@pytest.mark.parametrize(
    ("marked", "shape"),
    [
        (
            "compte <OTHER_ID>FR76 3000 1000 6409 7410 0000 041</OTHER_ID>",
            r"FR00 \d{4} \d{4} \d{4} \d{4} \d{4} \d{3}",
        ),
        ("IBAN : <OTHER_ID>FR76</OTHER_ID> et la suite", "FR00"),
        ("compte <OTHER_ID>be68539007547034</OTHER_ID>", r"be00\d{12}"),
        ("lot <OTHER_ID>GF12 00417 733</OTHER_ID>", r"(?!GF)[A-Z]{2}\d\d \d{5} \d{3}"),
    ],
)
def test_an_account_keeps_country_and_length_and_gets_a_void_key(
    surrogates: Surrogates, marked: str, shape: str
) -> None:
    (drawn,) = surrogates(marked)
    assert re.fullmatch(shape, drawn), drawn


def test_a_number_counts_on_from_the_surrogate_of_the_one_before_it(surrogates: Surrogates) -> None:
    marked = (
        "clichés <OTHER_ID>UMJ-0771</OTHER_ID> à <OTHER_ID>UMJ-0778</OTHER_ID>, <OTHER_ID>417 733 001</OTHER_ID> "
        "<OTHER_ID>417733002</OTHER_ID>/<OTHER_ID>417733003</OTHER_ID>, <OTHER_ID>UMJ 0778</OTHER_ID>"
    )
    for number in range(60):
        first, last, *tubes, again = surrogates(marked, id=str(number))
        assert first[:4] == last[:4] == again[:3] + "-"
        assert int(first[4:]) + 7 == int(last[4:]) == int(again[4:])
        counted = [int(tube.replace(" ", "")) for tube in tubes]
        assert counted[0] < counted[1] < counted[2] < counted[0] + 9
        assert not any(has_luhn_key(str(tube)) for tube in counted)


def test_a_letter_counts_on_from_that_of_the_number_before_it(surrogates: Surrogates) -> None:
    for number in range(30):
        first, second = surrogates(
            "étiquettes <OTHER_ID>EP21-1187A</OTHER_ID> et <OTHER_ID>EP21-1187B</OTHER_ID>", id=str(number)
        )
        assert first[:-1] == second[:-1]
        assert (ord(second[-1]) - ord(first[-1])) % 26 == 1


def test_a_block_bears_the_number_of_its_examination(surrogates: Surrogates) -> None:
    marked = (
        "Blocs <OTHER_ID>21P14886-A5</OTHER_ID> et <OTHER_ID>21P14886-A9</OTHER_ID> de <VISIT_ID>21P14886</VISIT_ID>, "
        "<OTHER_ID>21P14886 A9</OTHER_ID>"
    )
    for number in range(60):
        one, other, examination, again = surrogates(marked, id=str(number))
        assert one[:-2] == other[:-2] == examination + "-"
        assert one != other == again.replace(" ", "-")
        assert one[:-1] == other[:-1]


def test_a_long_series_is_written_whatever_is_asked_for_first() -> None:
    text, spans = parse_markup(" ".join(f"<OTHER_ID>{number}</OTHER_ID>" for number in range(20_000, 23_000)))
    identifiers = Identifiers(Setting.of(Document("1", text), spans, MasterKey(bytes(32)).cohort("tests")))
    assert identifiers.surrogate(2_999) not in {identifiers.surrogate(index) for index in range(2_999)}


@pytest.mark.parametrize("policy", ["dp", "plausible"])
def test_the_letter_of_a_block_is_the_one_that_the_text_names(surrogates: Surrogates, policy: str) -> None:
    whole, first, second = surrogates(
        "Examen <OTHER_ID>16A02977</OTHER_ID>. Bloc A gardé sous le n° <OTHER_ID>16A02977-A</OTHER_ID>, "
        "le B sous <OTHER_ID>16A02977-B</OTHER_ID>",
        policy=policy,
    )
    assert whole != "16A02977"
    assert (first, second) == (f"{whole}-A", f"{whole}-B")


def test_a_number_is_of_the_year_of_the_stay_and_not_of_the_next_visit(surrogates: Surrogates) -> None:
    for number in range(12):
        reference, entry, leaving, visit = surrogates(
            "Nos réf. : <REFERENCE>AB/cd 26-0117</REFERENCE>\nM. Toque\nEntrée : <DATE>17/01/2026</DATE> - "
            "Sortie : <DATE>26/01/2026</DATE>. Conduite interdite jusqu'au <DATE>22/04/2026</DATE>",
            id=str(number),
        )
        if entry[-2:] == leaving[-2:]:
            assert reference[-7:-5] == entry[-2:]
        assert visit[-4:].isdecimal()


def test_a_number_is_of_no_year_that_the_note_has_not_come_to(surrogates: Surrogates) -> None:
    ahead = 0
    for number in range(40):
        reference, day, *visits = surrogates(
            "Réf. : <REFERENCE>AB/cd 23-0117</REFERENCE>\nService de cardiologie\nSecrétariat\n"
            "Dijon, le <DATE>06/11/2023</DATE>\nÀ revoir les "
            "<DATE>12/12/2023</DATE>, <DATE>19/12/2023</DATE> et <DATE>27/12/2023</DATE>.",
            id=str(number),
            policy="plausible",
        )
        assert reference[-7:-5] == day[-2:]
        ahead += visits[1][-2:] > day[-2:]
    assert ahead


@pytest.mark.parametrize("policy", ["dp", "plausible"])
def test_a_month_behind_a_year_in_a_number_is_one(surrogates: Surrogates, policy: str) -> None:
    for number in range(8):
        _, written = surrogates(
            "Vu le <DATE>12/09/2023</DATE>. Sinistre <OTHER_ID>2023/07/44190</OTHER_ID>", id=str(number), policy=policy
        )
        assert 1 <= int(written.split("/")[1]) <= 12
