"""Names keep their writing, their gender and their person."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest

from palimpseste.folding import fold, fold_name
from palimpseste.writings.lists import gender_of

Surrogates = Callable[..., list[str]]


def test_one_person_keeps_one_surrogate_in_all_writings(surrogates: Surrogates) -> None:
    upper, first, title, p, d, lower = surrogates(
        "<LASTNAME>DURAND</LASTNAME> <FIRSTNAME>Paul</FIRSTNAME>, M. <LASTNAME>Durand</LASTNAME>, "
        "<FIRSTNAME>P.</FIRSTNAME> <LASTNAME>D.</LASTNAME>, vu : <LASTNAME>durand</LASTNAME>"
    )
    assert upper.isupper()
    assert title.istitle()
    assert lower.islower()
    assert fold(upper) == fold(title) == fold(lower) != "durand"
    assert (p, d) == (first[0] + ".", title[0] + ".")


def test_a_glued_name_becomes_both_surrogates_glued(surrogates: Surrogates) -> None:
    last, first, glued, reverse = surrogates(
        "<LASTNAME>DURAND</LASTNAME> <FIRSTNAME>Paul</FIRSTNAME> <LASTNAME>DURANDPaul</LASTNAME> "
        "<LASTNAME>PaulDURAND</LASTNAME>"
    )
    assert glued == last + first
    assert reverse == first + last


def test_the_parts_of_a_compound_stand_alone_too(surrogates: Surrogates) -> None:
    compound, left, right = surrogates(
        "Mme <LASTNAME>Colin-Brault</LASTNAME>, <LASTNAME>Colin</LASTNAME>, <LASTNAME>Brault</LASTNAME>"
    )
    assert compound == f"{left}-{right}"


@pytest.mark.parametrize(
    ("marked", "shape"),
    [
        pytest.param("<LASTNAME>de La Tour</LASTNAME>", r"de La [^\W\d_]+", id="french particles"),
        pytest.param("<LASTNAME>LE BIHAN</LASTNAME>", r"LE [A-Z]+", id="particle in capitals"),
        pytest.param("<LASTNAME>D'Alembert</LASTNAME>", r"D'[AEIOUYHÉÈÂÎÔŒÖÜÄÁÓÍÅØİÉ]\w+", id="elision before a vowel"),
        pytest.param("<FIRSTNAME>Jean-Pierre</FIRSTNAME>", r"[^\W\d_]+-[^\W\d_]+", id="hyphen"),
        pytest.param("<FIRSTNAME>Jean Pierre</FIRSTNAME>", r"[^\W\d_]+ [^\W\d_]+", id="space"),
        pytest.param("<FIRSTNAME>J.-P.</FIRSTNAME>", r"[A-Z]\.-[A-Z]\.", id="initials"),
        pytest.param("<FIRSTNAME>J-F</FIRSTNAME>", r"[A-Z]-[A-Z]", id="initials without dots"),
        pytest.param("<FIRSTNAME>C L A I R E</FIRSTNAME>", r"[A-Z](?: [A-Z])+", id="spaced letters"),
        pytest.param("<LASTNAME>BG</LASTNAME>", r"[A-Z]{2}", id="two initials"),
        pytest.param("<LASTNAME>Kerloc'h</LASTNAME>", r"[^\W\d_]+", id="apostrophe inside"),
    ],
)
def test_the_writing_is_kept(surrogates: Surrogates, marked: str, shape: str) -> None:
    import re

    (surrogate,) = surrogates(marked)
    assert re.fullmatch(shape, unicodedata.normalize("NFC", surrogate))
    original = re.sub("<[^>]*>", "", marked)
    assert fold_name(surrogate) != fold_name(original)


def test_a_foreign_particle_does_not_tell_the_origin(surrogates: Surrogates) -> None:
    drawn = {surrogates("<LASTNAME>Ben Salah</LASTNAME>", id=str(number))[0].split()[0] for number in range(40)}
    assert "Ben" not in drawn
    assert len(drawn) > 3


def test_short_names_and_names_that_are_words_are_replaced(surrogates: Surrogates) -> None:
    for name in ("Li", "Ba", "Petit", "Rose"):
        (surrogate,) = surrogates(f"M. <LASTNAME>{name}</LASTNAME>")
        assert fold(surrogate) != fold(name)
        assert len(surrogate) > 2


@pytest.mark.parametrize(("name", "gender"), [("Paul", "m"), ("Claire", "f"), ("Mohamed", "m"), ("Fatoumata", "f")])
def test_the_gender_of_a_first_name_is_kept(surrogates: Surrogates, name: str, gender: str) -> None:
    for number in range(20):
        (surrogate,) = surrogates(f"<FIRSTNAME>{name}</FIRSTNAME>", id=str(number))
        assert gender_of(fold_name(surrogate)) in (gender, "x")


@pytest.mark.parametrize(("title", "gender"), [("Mme", "f"), ("Madame", "f"), ("M.", "m"), ("Monsieur", "m")])
def test_a_title_tells_the_gender_of_a_name_no_list_knows(surrogates: Surrogates, title: str, gender: str) -> None:
    assert gender_of("zorblix") is None
    for number in range(10):
        *_, surrogate = surrogates(
            f"{title} <LASTNAME>Durand</LASTNAME> <FIRSTNAME>Zorblix</FIRSTNAME>", id=str(number)
        )
        assert gender_of(fold_name(surrogate)) in (gender, "x")


def test_the_first_letter_of_a_name_never_stays(surrogates: Surrogates) -> None:
    kept = []
    for kind, names in (
        ("LASTNAME", ("Martin", "Bernard", "Élie", "Durand")),
        ("FIRSTNAME", ("Marie", "Jean", "Éric")),
    ):
        for name in names:
            drawn = [surrogates(f"<{kind}>{name}</{kind}>", id=str(number))[0] for number in range(40)]
            kept += [(name, each) for each in drawn if fold(each)[0] == fold(name)[0]]
    assert kept == []


def test_an_initial_stands_for_the_name_of_its_partner(surrogates: Surrogates) -> None:
    marie, _, paul, _, p, _, m, _ = surrogates(
        "<FIRSTNAME>Marie</FIRSTNAME> <LASTNAME>Durand</LASTNAME>, <FIRSTNAME>Paul</FIRSTNAME> "
        "<LASTNAME>Morel</LASTNAME>, <FIRSTNAME>P.</FIRSTNAME> <LASTNAME>Morel</LASTNAME>, "
        "<FIRSTNAME>M.</FIRSTNAME> <LASTNAME>Durand</LASTNAME>"
    )
    assert (p, m) == (paul[0] + ".", marie[0] + ".")


def test_the_initials_of_a_person_are_those_of_the_surrogates(surrogates: Surrogates) -> None:
    for number in range(8):
        both, last, first, alone, of_one, unknown = surrogates(
            "<LASTNAME>DP</LASTNAME> <LASTNAME>Durand</LASTNAME> <FIRSTNAME>Paul</FIRSTNAME> ; <LASTNAME>PD</LASTNAME> "
            "<LASTNAME>D.</LASTNAME> <FIRSTNAME>Z.</FIRSTNAME>",
            id=str(number),
        )
        assert (both, alone) == (last[0] + first[0], first[0] + last[0])
        assert of_one == last[0] + "."
        assert unknown[0] not in "ZXYQUW"


def test_an_initial_of_a_compound_is_that_of_its_first_word(surrogates: Surrogates) -> None:
    short, _, whole, _ = surrogates(
        "<FIRSTNAME>J.</FIRSTNAME> <LASTNAME>Durand</LASTNAME>, <FIRSTNAME>Jean-Paul</FIRSTNAME> "
        "<LASTNAME>Durand</LASTNAME>"
    )
    assert short == whole[0] + "."


def test_an_initial_resolves_to_the_record(surrogates: Surrogates) -> None:
    named = surrogates("<FIRSTNAME>Paul</FIRSTNAME>", lastname="Durand", firstname="Paul")
    assert surrogates("<FIRSTNAME>P.</FIRSTNAME>", lastname="Durand", firstname="Paul") == [named[0][0] + "."]


def test_a_typing_error_in_a_name_of_the_record_is_the_same_name(surrogates: Surrogates) -> None:
    right, wrong = surrogates(
        "<LASTNAME>Kerguelen</LASTNAME>, <LASTNAME>Kergeulen</LASTNAME>", lastname="Kerguelen", firstname="Anne"
    )
    assert right == wrong


def test_different_names_of_a_note_get_different_surrogates(surrogates: Surrogates) -> None:
    names = ["Martin", "Bernard", "Thomas", "Petit", "Robert", "Durand", "Dubois", "Moreau", "Laurent", "Simon"]
    marked = ", ".join(f"<LASTNAME>{name}</LASTNAME>" for name in names)
    for number in range(50):
        drawn = surrogates(marked, id=str(number))
        assert len(set(drawn)) == len(names)
        assert not {fold(name) for name in names} & {fold(name) for name in drawn}


def test_the_order_of_the_names_does_not_matter(surrogates: Surrogates) -> None:
    names = ["Martin", "Bernard", "Thomas", "Petit", "Robert"]
    forth = surrogates(", ".join(f"<LASTNAME>{name}</LASTNAME>" for name in names))
    back = surrogates(", ".join(f"<LASTNAME>{name}</LASTNAME>" for name in reversed(names)))
    assert forth == back[::-1]


def test_decomposed_accents_stay_decomposed(surrogates: Surrogates) -> None:
    nfd = unicodedata.normalize("NFD", "Désolé : <FIRSTNAME>Rémi</FIRSTNAME> et <FIRSTNAME>Hélène</FIRSTNAME>")
    for surrogate in surrogates(nfd):
        assert unicodedata.is_normalized("NFD", surrogate)
    assert surrogates("<FIRSTNAME>Rémi</FIRSTNAME>") == [
        unicodedata.normalize("NFC", surrogates(unicodedata.normalize("NFD", "<FIRSTNAME>Rémi</FIRSTNAME>"))[0])
    ]


def test_an_address_agrees_with_the_surrogate_name(surrogates: Surrogates) -> None:
    first, last, mail, glued, url = surrogates(
        "<FIRSTNAME>Paul</FIRSTNAME> <LASTNAME>Durand</LASTNAME> <EMAIL>p.durand@orange.fr</EMAIL> "
        "<EMAIL>pdurand12@orange.fr</EMAIL> <URL>https://www.medecin.fr/durand-paul</URL>"
    )
    assert mail.split("@")[0] == fold(f"{first[0]}.{last}")
    assert glued.split("@")[0].rstrip("0123456789") == fold(f"{first[0]}{last}")
    assert mail.split("@")[1] == glued.split("@")[1]
    assert url.endswith("/" + fold(f"{last}-{first}"))


def test_hosts_are_reserved_ones(surrogates: Surrogates) -> None:
    for address in surrogates(
        "<EMAIL>X.Y@CHU-DIJON.FR</EMAIL> <URL>www.chu-dijon.fr</URL> <URL>resultats.labo.fr/d/0066</URL> "
        "<EMAIL>blaise.lefort75 @ posta.org</EMAIL>"
    ):
        host = fold(address).split("@")[-1].strip().removeprefix("www.").split("/")[0]
        assert host.rsplit(".", 1)[1] in ("example", "test", "invalid")


def test_a_reference_holds_the_initials_of_the_surrogates(surrogates: Surrogates) -> None:
    first, last, reference = surrogates(
        "<FIRSTNAME>Paul</FIRSTNAME> <LASTNAME>Morel</LASTNAME> Réf. <REFERENCE>PM/cl/2023-114</REFERENCE>"
    )
    assert reference.startswith(f"{fold(first[0]).upper()}{fold(last[0]).upper()}/")
    assert reference[3:5].islower()
    assert reference != "PM/cl/2023-114"
