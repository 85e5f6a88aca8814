"""Names keep their writing, their gender and their person."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable

import pytest

from palimpseste.folding import fold, fold_name, one_error_apart
from palimpseste.result import Draft
from palimpseste.surrogates import Policy
from palimpseste.surrogates.values import by_births
from palimpseste.surrogates.values.variants import misspellings, short_forms
from palimpseste.writings.case import without_accents
from palimpseste.writings.lists import (
    compound_births,
    entries,
    gender_of,
    given_births,
    is_counted,
    is_family_name,
    is_listed,
    sections,
)

Surrogates = Callable[..., list[str]]
Replace = Callable[..., Draft]


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


def test_no_name_is_drawn_that_reads_as_a_word(surrogates: Surrogates, monkeypatch: pytest.MonkeyPatch) -> None:
    names = iter(["Avril", "Bonjour", "Frère", "Pinardon"])
    monkeypatch.setattr(by_births, "draw_family_name", lambda stream, length_class=None: next(names))
    assert surrogates("Dr <LASTNAME>Durand</LASTNAME>") == ["Pinardon"]


def test_a_glued_name_becomes_both_surrogates_glued(surrogates: Surrogates) -> None:
    last, first, glued, reverse = surrogates(
        "<LASTNAME>DURAND</LASTNAME> <FIRSTNAME>Paul</FIRSTNAME> <LASTNAME>DURANDPaul</LASTNAME> "
        "<LASTNAME>PaulDURAND</LASTNAME>"
    )
    assert glued == last + first
    assert reverse == first + last


def test_initials_of_a_person_whose_names_are_glued(surrogates: Surrogates) -> None:
    beside, glued, letters = surrogates(
        "<FIRSTNAME>Bruno</FIRSTNAME> <LASTNAME>DURANDPaul</LASTNAME>, tapé par <LASTNAME>BDP</LASTNAME>"
    )
    parts = re.fullmatch("([A-Z]+)([A-Z][a-zéèëïç]+)", without_accents(glued))
    assert parts is not None
    assert letters == beside[0] + parts[1][0] + parts[2][0]


def test_the_parts_of_a_compound_stand_alone_too(surrogates: Surrogates) -> None:
    compound, left, right = surrogates(
        "Mme <LASTNAME>Colin-Brault</LASTNAME>, <LASTNAME>Colin</LASTNAME>, <LASTNAME>Brault</LASTNAME>"
    )
    assert compound == f"{left}-{right}"


@pytest.mark.parametrize(
    ("marked", "shape"),
    [
        pytest.param("<LASTNAME>de La Tour</LASTNAME>", r"[^\W\d_]+", id="french particles"),
        pytest.param("<LASTNAME>LE BIHAN</LASTNAME>", r"[A-Z]+", id="particle in capitals"),
        pytest.param("<LASTNAME>D'Alembert</LASTNAME>", r"[^\W\d_]+", id="elided particle"),
        pytest.param("<LASTNAME>Costa da Silva</LASTNAME>", r"[^\W\d_]+ [^\W\d_]+", id="particle between names"),
        pytest.param("<LASTNAME>HÉBRARD</LASTNAME>", r"[A-Z]+", id="accent in capitals"),
        pytest.param("<FIRSTNAME>Jean-Pierre</FIRSTNAME>", r"[^\W\d_]+-[^\W\d_]+", id="hyphen"),
        pytest.param("<FIRSTNAME>Jean Pierre</FIRSTNAME>", r"[^\W\d_]+ [^\W\d_]+", id="space"),
        pytest.param("<FIRSTNAME>J.-P.</FIRSTNAME>", r"[A-Z]\.-[A-Z]\.", id="initials"),
        pytest.param("<FIRSTNAME>J-F</FIRSTNAME>", r"[A-Z]-[A-Z]", id="initials without dots"),
        pytest.param("<FIRSTNAME>C L A I R E</FIRSTNAME>", r"[A-Z](?: [A-Z])+", id="spaced letters"),
        pytest.param("<FIRSTNAME>TTH</FIRSTNAME>", r"[A-ZÉÈ]{3}", id="three initials"),
        pytest.param("<FIRSTNAME>JON</FIRSTNAME>", r"[A-ZÉÈ]{4,}", id="a name of three letters"),
        pytest.param("<LASTNAME>BG</LASTNAME>", r"[A-ZÉÈ]{2}", id="two initials"),
        pytest.param("<LASTNAME>Kerloc'h</LASTNAME>", r"[^\W\d_]+", id="apostrophe inside"),
    ],
)
def test_the_writing_is_kept(surrogates: Surrogates, marked: str, shape: str) -> None:
    (surrogate,) = surrogates(marked)
    assert re.fullmatch(shape, unicodedata.normalize("NFC", surrogate))
    original = re.sub("<[^>]*>", "", marked)
    assert fold_name(surrogate) != fold_name(original)


KEEPING = Policy.from_mapping(
    {"default": "plausible", "options": {"keep_of_names": ["length", "accents", "particles"]}}
)


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        pytest.param("de La Tour", r"de La [^\W\d_]{4,5}", id="french particles"),
        pytest.param("LE BIHAN", r"LE [A-Z]{4,5}", id="particle in capitals"),
        pytest.param("D'Alembert", r"D'[AEIOUÉÈÂÎÔŒÖÜÄÁÓÍÅØİÉ]\w{5,7}", id="elision before a vowel"),
        pytest.param("Lefebvre-Desnoëttes", r"[^\W\d_]{6,8}-[^\W\d_]{9,}", id="lengths"),
    ],
)
def test_a_policy_may_keep_length_and_particles(surrogates: Surrogates, name: str, shape: str) -> None:
    for number in range(20):
        (kept,) = surrogates(f"<LASTNAME>{name}</LASTNAME>", id=str(number), policy=KEEPING)
        assert re.fullmatch(shape, kept)
    drawn = [surrogates(f"<LASTNAME>{name}</LASTNAME>", id=str(number))[0] for number in range(20)]
    assert not all(re.fullmatch(shape, each) for each in drawn)


def test_accents_of_capitals_are_written_where_the_policy_keeps_them(surrogates: Surrogates) -> None:
    kept, dropped, plain = (
        {surrogates(f"<LASTNAME>{name}</LASTNAME>", id=str(number), **options)[0].isascii() for number in range(60)}
        for name, options in (("HÉBRARD", {"policy": KEEPING}), ("HÉBRARD", {}), ("HEBRARD", {"policy": KEEPING}))
    )
    assert kept == {True, False}
    assert dropped == plain == {True}


def test_a_name_after_an_elision_begins_with_a_vowel(surrogates: Surrogates) -> None:
    firsts = []
    for number in range(40):
        (elided,) = surrogates("la fille d'<FIRSTNAME>Alice</FIRSTNAME>", id=str(number))
        *_, other = surrogates("la fille de <FIRSTNAME>Alice</FIRSTNAME>", id=str(number))
        assert fold(elided)[0] in "aeiou"
        # The patient's surrogate serves wherever it can.
        assert elided == other or fold(other)[0] not in "aeiou"
        firsts.append(fold(other)[0] in "aeiou")
    assert {True, False} == set(firsts)


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


@pytest.mark.parametrize(
    ("label", "one", "other"),
    [("LASTNAME", "Martin", "Élie"), ("FIRSTNAME", "Marie", "Alexandrine"), ("FIRSTNAME", "Éric", "Jean")],
)
def test_letters_and_length_of_a_name_tell_nothing_of_its_surrogate(
    surrogates: Surrogates, label: str, one: str, other: str
) -> None:
    """Two names of one gender get surrogates of one law: initials, accents and lengths are alike."""
    drawn = {
        name: [surrogates(f"<{label}>{name}</{label}>", id=str(n))[0] for n in range(600)] for name in (one, other)
    }
    for told in (lambda name: fold(name)[0], len, str.isascii):
        ours, theirs = (Counter(map(told, drawn[name])) for name in (one, other))
        common = [value for value in ours | theirs if ours[value] + theirs[value] >= 20]
        squared = sum((ours[value] - theirs[value]) ** 2 / (ours[value] + theirs[value]) for value in common)
        # Chi-square of so many degrees of freedom, four deviations above its mean; the key is fixed.
        assert squared < len(common) + 4 * (2 * len(common)) ** 0.5
    # Its own letter is among them, and the name itself is not.
    assert any(fold(each)[0] == fold(one)[0] for each in drawn[one])
    assert not {fold(one)} & {fold(each) for each in drawn[one]}


def test_an_initial_stands_for_the_name_of_its_partner(surrogates: Surrogates) -> None:
    marie, _, paul, _, p, _, m, _ = surrogates(
        "<FIRSTNAME>Marie</FIRSTNAME> <LASTNAME>Durand</LASTNAME>, <FIRSTNAME>Paul</FIRSTNAME> "
        "<LASTNAME>Morel</LASTNAME>, <FIRSTNAME>P.</FIRSTNAME> <LASTNAME>Morel</LASTNAME>, "
        "<FIRSTNAME>M.</FIRSTNAME> <LASTNAME>Durand</LASTNAME>"
    )
    assert (p, m) == (paul[0] + ".", marie[0] + ".")


def test_an_initial_beside_a_given_name_stands_for_the_one_family_name_that_begins_so(surrogates: Surrogates) -> None:
    for number in range(8):
        _, last, _, initial, _, other = surrogates(
            "Mère : <FIRSTNAME>Claire</FIRSTNAME> <LASTNAME>ZELLER</LASTNAME>. <FIRSTNAME>Timéo</FIRSTNAME> "
            "<LASTNAME>Z.</LASTNAME>, <FIRSTNAME>Ali</FIRSTNAME> <LASTNAME>K.</LASTNAME>",
            id=str(number),
        )
        assert initial == last[0] + "."
        assert other[1] == "."


def test_the_initial_below_a_letter_is_of_its_author(surrogates: Surrogates) -> None:
    for number in range(8):
        author, _, initial, other = surrogates(
            "De : <LASTNAME>MARCHAND</LASTNAME> <FIRSTNAME>Luc</FIRSTNAME>\nRelais fait.\nDr <LASTNAME>M.</LASTNAME>\n"
            "Copie à l'infirmière, <LASTNAME>Morel</LASTNAME>",
            id=str(number),
        )
        assert initial == author[0] + "."
        assert other != author


def test_an_abbreviated_half_is_that_of_the_double_name(surrogates: Surrogates) -> None:
    for number in range(8):
        whole, short = surrogates(
            "<FIRSTNAME>Marie-Thérèse</FIRSTNAME>, dossier <FIRSTNAME>M-Th</FIRSTNAME>", id=str(number)
        )
        first, second = whole.split("-")
        assert short == f"{first[0]}-{second[:2]}"


def test_the_initials_of_a_person_are_those_of_the_surrogates(surrogates: Surrogates) -> None:
    for number in range(8):
        both, last, first, alone, of_one, unknown = surrogates(
            "<LASTNAME>DP</LASTNAME> <LASTNAME>Durand</LASTNAME> <FIRSTNAME>Paul</FIRSTNAME> ; <LASTNAME>PD</LASTNAME> "
            "<LASTNAME>D.</LASTNAME> <FIRSTNAME>Z.</FIRSTNAME>",
            id=str(number),
        )
        assert (both, alone) == (last[0] + first[0], first[0] + last[0])
        assert of_one == last[0] + "."
        assert unknown[0].isupper()


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


@pytest.mark.parametrize(
    ("given", "family", "local"),
    [
        ("Camille", "BERÇOT-MICHEL", "cbercot"),
        ("Rose-Aimée", "Kouassi", "rakouassi"),
        ("Jean-Paul", "Kouassi", "jp.kouassi"),
        ("Jean-Paul", "Kouassi", "kouassijp"),
    ],
)
def test_initials_in_an_address_are_those_of_the_surrogate(
    surrogates: Surrogates, given: str, family: str, local: str
) -> None:
    first, last, mail = surrogates(
        f"<FIRSTNAME>{given}</FIRSTNAME> <LASTNAME>{family}</LASTNAME> <EMAIL>{local}@chu.example</EMAIL>"
    )
    initials = "".join(word[0] for word in fold(first).replace("-", " ").split())
    letters = len(local.replace(".", "")) - len(fold(family).split("-")[0])
    held = fold(mail.split("@")[0]).replace(".", "").replace(fold(last).split("-")[0], "")
    assert held == initials[:letters]


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


def test_an_unknown_initial_is_drawn_for_the_name_beside_it(surrogates: Surrogates) -> None:
    beside_one, beside_other, alone = [], [], []
    for number in range(60):
        one, _, other, _, single = surrogates(
            "<FIRSTNAME>Z.</FIRSTNAME> <LASTNAME>Durand</LASTNAME>, <FIRSTNAME>Z.</FIRSTNAME> "
            "<LASTNAME>Morel</LASTNAME>, puis <FIRSTNAME>Z.</FIRSTNAME>",
            id=str(number),
        )
        beside_one.append(one)
        beside_other.append(other)
        alone.append(single)
    assert beside_one != beside_other
    assert beside_one != alone
    assert all(re.fullmatch(r"[^\W\d_]\.", each) for each in beside_one)


def test_an_initial_that_stands_for_no_name_is_that_of_a_drawn_name_whatever_it_was(surrogates: Surrogates) -> None:
    for kind in ("FIRSTNAME", "LASTNAME"):
        a, z = (
            Counter(fold(surrogates(f"<{kind}>{letter}.</{kind}>", id=str(number))[0])[0] for number in range(400))
            for letter in "AZ"
        )
        assert sum((a - z).values()) < 120
        assert min(a["a"], z["a"]) > 5
        assert len(a) > 15


def test_an_abbreviation_of_two_letters_takes_two_of_the_surrogate(surrogates: Surrogates) -> None:
    short, _, whole, _ = surrogates(
        "<FIRSTNAME>Ph.</FIRSTNAME> <LASTNAME>Durand</LASTNAME>, <FIRSTNAME>Philippe</FIRSTNAME> "
        "<LASTNAME>Durand</LASTNAME>"
    )
    assert short == whole[:2] + "."


@pytest.mark.parametrize("particle", ["de", "le", "di", "van", "ben", "el", "da", "del"])
def test_a_foreign_particle_that_is_kept_becomes_any_of_them(surrogates: Surrogates, particle: str) -> None:
    name = f"<LASTNAME>{particle.title()} Salah</LASTNAME>"
    drawn = {surrogates(name, id=str(number), policy=KEEPING)[0].split()[0].lower() for number in range(200)}
    particles = {"de", "le", "di", "van", "ben", "el", "da", "del"}
    assert drawn == ({particle} if particle in ("de", "le") else particles)


@pytest.mark.parametrize(("first", "second"), [("Marjorie", "Benoit"), ("Bao", "Ngoc"), ("Thomas", "Samzun")])
def test_two_names_that_are_swapped_stay_the_same_two_names(surrogates: Surrogates, first: str, second: str) -> None:
    for note in map(str, range(20)):
        given, family, last, name = surrogates(
            f"<FIRSTNAME>{first}</FIRSTNAME> <LASTNAME>{second}</LASTNAME>, à ne pas confondre avec "
            f"<LASTNAME>{first}</LASTNAME> <FIRSTNAME>{second}</FIRSTNAME>",
            id=note,
        )
        assert (given, family) == (last, name)
        assert given != family


def test_a_name_of_the_record_is_the_same_as_first_and_last_name_where_one_list_alone_has_it(
    surrogates: Surrogates,
) -> None:
    record = {"lastname": "Kerbrat", "firstname": "Marjorie"}
    last, first, alone = surrogates(
        "<LASTNAME>KERBRAT</LASTNAME> <FIRSTNAME>Marjorie</FIRSTNAME>, prénom <FIRSTNAME>Kerbrat</FIRSTNAME>", **record
    )
    (swapped,) = surrogates("Mme <LASTNAME>Marjorie</LASTNAME>", id="another", **record)
    assert last == without_accents(alone.upper())
    assert swapped == first


@pytest.mark.parametrize("record", [{}, {"lastname": "Durand", "firstname": "Valentin"}], ids=["alone", "record"])
def test_names_that_are_nearly_one_become_such_where_the_lists_have_them(
    surrogates: Surrogates, record: dict[str, str]
) -> None:
    near = set()
    for note in map(str, range(20)):
        key = {"id": note} if not record else {"id": note, "patient_id": note}
        he, she = surrogates("<FIRSTNAME>Valentin</FIRSTNAME>, pas <FIRSTNAME>Valentine</FIRSTNAME>", **record, **key)
        assert he != she
        near.add(fold(she)[: len(he) - 1] == fold(he)[:-1])
    assert near == ({True} if not record else {True, False})


def test_near_last_names_become_near_ones(surrogates: Surrogates) -> None:
    for note in map(str, range(20)):
        names = surrogates("<LASTNAME>Langlais</LASTNAME>, <LASTNAME>Langlois</LASTNAME>", id=note)
        assert one_error_apart(*map(fold_name, names))


def test_a_half_alone_of_a_double_name_is_that_of_its_surrogate(surrogates: Surrogates) -> None:
    for note in map(str, range(20)):
        double, half, sister = surrogates(
            "son fils <FIRSTNAME>Jean-Noël</FIRSTNAME> (pas <FIRSTNAME>Noël</FIRSTNAME> tout court), sa sœur "
            "<FIRSTNAME>Jeanne</FIRSTNAME>",
            id=note,
        )
        assert half == double.split("-")[1]
        assert sister not in double


def test_names_of_a_patient_hang_on_no_other_name_of_the_document(surrogates: Surrogates) -> None:
    record = {"lastname": "Durand", "firstname": "Anne"}
    alone = [
        *surrogates("<FIRSTNAME>Noël</FIRSTNAME> <LASTNAME>Benoit</LASTNAME>", id="1", **record),
        *surrogates("<FIRSTNAME>Valentine</FIRSTNAME> <LASTNAME>Langlois</LASTNAME>", id="2", **record),
    ]
    together = surrogates(
        "<FIRSTNAME>Noël</FIRSTNAME> <LASTNAME>Benoit</LASTNAME> <FIRSTNAME>Valentine</FIRSTNAME> "
        "<LASTNAME>Langlois</LASTNAME>, <FIRSTNAME>Benoît</FIRSTNAME> <LASTNAME>Langlais</LASTNAME>, "
        "<FIRSTNAME>Jean-Noël</FIRSTNAME>, <FIRSTNAME>Valentin</FIRSTNAME>",
        id="3",
        **record,
    )
    assert together[:4] == alone


def test_letters_that_stand_for_two_persons_are_drawn(surrogates: Surrogates) -> None:
    *_, both = surrogates(
        "<FIRSTNAME>Paul</FIRSTNAME> <LASTNAME>Morel</LASTNAME>, <FIRSTNAME>Pierre</FIRSTNAME> "
        "<LASTNAME>Martin</LASTNAME> : <REFERENCE>PM</REFERENCE>"
    )
    first, last, other, second, reference = surrogates(
        "<FIRSTNAME>Paul</FIRSTNAME> <LASTNAME>Morel</LASTNAME>, <FIRSTNAME>Anne</FIRSTNAME> "
        "<LASTNAME>Martin</LASTNAME> : <REFERENCE>PM/AM</REFERENCE>"
    )
    initials = [name[0].upper() for name in (first, last, other, second)]
    assert reference == f"{initials[0]}{initials[1]}/{initials[2]}{initials[3]}"
    assert both.isupper()
    assert "PM" not in both


def test_the_initials_of_an_abbreviated_first_name_stand_for_its_person(surrogates: Surrogates) -> None:
    initial, last, reference = surrogates(
        "<FIRSTNAME>P.</FIRSTNAME> <LASTNAME>Morel</LASTNAME>, <REFERENCE>PM/MP</REFERENCE>"
    )
    assert reference == f"{initial[0]}{last[0]}/{last[0]}{initial[0]}"


def test_all_draws_of_a_name_are_of_its_own_stream(surrogates: Surrogates) -> None:
    alone = surrogates("<FIRSTNAME>Paul</FIRSTNAME>")
    assert surrogates("<LASTNAME>Morel</LASTNAME> <FIRSTNAME>PAUL</FIRSTNAME>")[1] == without_accents(alone[0].upper())
    given, family = surrogates(
        "<FIRSTNAME>Martin</FIRSTNAME>, <LASTNAME>Martin</LASTNAME>", lastname="Durand", firstname="Anne"
    )
    assert fold(given) != fold(family)


def test_a_last_name_has_one_surrogate_glued_to_a_first_name_or_not(surrogates: Surrogates) -> None:
    (alone,), (glued,) = surrogates("<LASTNAME>DURAND</LASTNAME>"), surrogates("<LASTNAME>DURANDPaul</LASTNAME>")
    assert glued.startswith(alone)
    assert len(glued) > len(alone) + 2


def test_a_name_broken_by_a_line_end_keeps_it_between_its_words(surrogates: Surrogates, replace: Replace) -> None:
    marked = "M. <LASTNAME>Le\nGoff</LASTNAME>, Mme <LASTNAME>Ker-\nguelen</LASTNAME>, <LASTNAME>D U R A N D</LASTNAME>"
    particle, joined, spaced = surrogates(marked)
    assert replace(marked).text == f"M. {particle}, Mme {joined}, {spaced}"
    assert particle[0] == "\n"
    assert re.fullmatch(r"[^\W\d_]{2,}-\n[^\W\d_]{2,}", joined)
    (kept,) = surrogates("<LASTNAME>Le\nGoff</LASTNAME>", policy=KEEPING)
    assert kept.startswith("Le\n")
    assert re.fullmatch("[A-Z](?: [A-Z])+", without_accents(spaced))


def test_line_breaks_stay_where_they_were_as_far_as_words_allow(replace: Replace) -> None:
    for label, value, pattern in (
        ("HOSPITAL", "Centre hospitalier\n   de Beaune", r"Centre hospitalier\n   d.+"),
        ("HOSPITAL", "Clinique\n des\n Cèdres", r"Clinique\n des\n .+"),
        ("CITY", "Saint-Jean\nde-Maurienne", r"[^\n]*\n[^\n]+"),
        ("DATE", "12 mars\n2021", r"\d+ \w+\n\d+"),
        ("LASTNAME", "DURAND\n  MOREL", r"[A-Z]+\n  [A-Z]+"),
    ):
        for number in range(10):
            assert re.fullmatch(pattern, replace(f"<{label}>{value}</{label}>", id=str(number)).text)


DISGUISES = [
    pytest.param("Dur\u0430nd", id="look-alike"),
    pytest.param("Du\u200brand", id="nobody sees"),
    pytest.param("\U0001d403\U0001d42e\U0001d42b\U0001d41a\U0001d427\U0001d41d", id="mathematical letters"),
    pytest.param("\uff24\uff55\uff52\uff41\uff4e\uff44", id="full width"),
    pytest.param("Dur&#97;nd", id="entity"),
    pytest.param("Dur<b>and</b>", id="tag"),
]


@pytest.mark.parametrize("disguised", DISGUISES)
def test_a_name_in_disguise_is_the_name_and_its_surrogate_wears_none(surrogates: Surrogates, disguised: str) -> None:
    plain, seen, mail = surrogates(
        f"<LASTNAME>Durand</LASTNAME> <LASTNAME>{disguised}</LASTNAME> <EMAIL>{disguised}@orange.fr</EMAIL>"
    )
    assert seen == plain
    assert fold(mail).startswith(fold(plain) + "@")


@pytest.mark.parametrize(
    ("label", "value"),
    [
        ("CITY", "D\u0456j\u043en"),
        ("HOSPITAL", "\u0421HU de D\u0456jon"),
        ("PHONE", "\uff10\uff13 80\u200b 11 22 33"),
        ("SSN", "2 54 11 2\u200b1 231 045 67"),
        ("OTHER_ID", "80043\u206012557\u0410"),
        ("DATE", "1\u200b2/03/2021"),
        ("ADDRESS", "12 rue des L\u0456las"),
        ("URL", "www.chu-d\u0456jon.fr"),
    ],
)
def test_no_character_of_a_disguise_is_left(surrogates: Surrogates, label: str, value: str) -> None:
    for number in range(10):
        (written,) = surrogates(f"<{label}>{value}</{label}>", id=str(number))
        assert not [character for character in written if character in value and not character.isascii()]
        assert unicodedata.normalize("NFKD", written).encode("latin-1", "ignore")


@pytest.mark.parametrize("sign", ["@", " @ ", "(at)", " [at] ", " arobase ", " AT "])
def test_every_sign_of_an_address_is_kept(surrogates: Surrogates, sign: str) -> None:
    last, mail = surrogates(f"<LASTNAME>Durand</LASTNAME> <EMAIL>durand{sign}orange.fr</EMAIL>")
    assert re.fullmatch(re.escape(fold(last) + sign) + r"[a-z.-]+\.(example|test|invalid)", mail)


def test_words_of_a_local_part_become_the_names_they_stand_for(surrogates: Surrogates) -> None:
    first, last, *mails = surrogates(
        "<FIRSTNAME>Paul</FIRSTNAME> <LASTNAME>Durand</LASTNAME> <EMAIL>pauldurand@x.fr</EMAIL> "
        "<EMAIL>durandp@x.fr</EMAIL> <EMAIL>d.p@x.fr</EMAIL> <EMAIL>PAUL.D@X.FR</EMAIL> <EMAIL>paul_durand@x.fr</EMAIL>"
    )
    p, d = fold(first), fold(last)
    host = mails[0].split("@")[1]
    assert mails == [
        f"{p}{d}@{host}",
        f"{d}{p[0]}@{host}",
        f"{d[0]}.{p[0]}@{host}",
        f"{p}.{d[0]}@{host}".upper(),
        f"{p}_{d}@{host}",
    ]


def test_a_name_of_several_words_is_known_where_they_are_run_together(surrogates: Surrogates) -> None:
    first, last, *mails = surrogates(
        "<FIRSTNAME>Paul</FIRSTNAME> <LASTNAME>de Saint-Amand</LASTNAME> <EMAIL>paul.desaintamand@x.fr</EMAIL> "
        "<EMAIL>psaintamand@x.fr</EMAIL> <EMAIL>saintamand@x.fr</EMAIL>"
    )
    p, d = fold(first), fold(last).replace("-", "")
    assert [mail.split("@")[0] for mail in mails] == [f"{p}.{d}", f"{p[0]}{d}", d]


def test_a_short_name_that_is_the_whole_local_part_is_known(surrogates: Surrogates) -> None:
    last, mail = surrogates("<LASTNAME>Lam</LASTNAME> <EMAIL>lam@x.fr</EMAIL>")
    assert mail.startswith(fold(last) + "@")


def test_a_name_of_three_letters_is_not_looked_for_within_words(surrogates: Surrogates) -> None:
    for number in range(10):
        short, long, mail, other = surrogates(
            "<LASTNAME>Lam</LASTNAME> <LASTNAME>Lami</LASTNAME> <EMAIL>islam@x.fr</EMAIL> <EMAIL>salami@x.fr</EMAIL>",
            id=str(number),
        )
        assert fold(short) not in mail.split("@")[0]
        assert fold(long) in other.split("@")[0]


def test_desks_stay_and_figures_are_drawn(surrogates: Surrogates) -> None:
    desk, numbered, figures = surrogates(
        "<EMAIL>contact@x.fr</EMAIL> <EMAIL>accueil2@x.fr</EMAIL> <EMAIL>75012@x.fr</EMAIL>"
    )
    assert desk.startswith("contact@")
    assert re.fullmatch(r"accueil\d@.+", numbered)
    assert re.fullmatch(r"\d{5}@.+", figures)
    assert not figures.startswith("75012")


def test_a_local_part_alone_is_replaced_as_well(surrogates: Surrogates) -> None:
    last, alone = surrogates("<LASTNAME>Durand</LASTNAME> <EMAIL>durand</EMAIL>")
    assert alone == fold(last)


@pytest.mark.parametrize("local", ["materiovigilance", "transplant-foie", "coordo.lits", "ide.nuit", "hdj.accueil"])
def test_an_address_that_holds_no_name_is_that_of_a_desk(surrogates: Surrogates, local: str) -> None:
    (mail,) = surrogates(f"<EMAIL>{local}@x.fr</EMAIL>")
    words, drawn = re.findall("[a-z]+", local), re.findall("[a-z]+", mail.split("@")[0])
    assert len(drawn) == len(words) == len(set(drawn))
    assert set(drawn) <= set(sections("desks.txt")["any"])
    assert all(new != old or old == "accueil" for new, old in zip(drawn, words, strict=True))


def test_an_address_of_more_words_than_desks_have_is_written_over(surrogates: Surrogates) -> None:
    words = [f"zorblix{letter * 2}" for letter in "abcdefghijklmno"]
    (mail,) = surrogates(f"<EMAIL>{'.'.join(words)}@x.fr</EMAIL>")
    assert len(mail.split("@")[0].split(".")) == len(words)
    assert "zorblix" not in mail


@pytest.mark.parametrize(
    "local", ["durand", "pdurand", "durandp", "lucieguyon", "p.zorblix", "dr.zorblix", "zorblix.ab"]
)
def test_an_address_that_may_hold_a_name_is_that_of_a_person(surrogates: Surrogates, local: str) -> None:
    before = "<LASTNAME>Zorblixab</LASTNAME> " if local == "zorblix.ab" else ""
    *_, mail = surrogates(f"{before}<EMAIL>{local}@x.fr</EMAIL>")
    assert not set(re.findall("[a-z]+", mail.split("@")[0])) & set(sections("desks.txt")["any"])


def test_unknown_words_of_addresses_are_drawn_alike_everywhere(surrogates: Surrogates) -> None:
    one, two = surrogates("<EMAIL>zorblix@x.fr</EMAIL> <EMAIL>Zorblix.blorfus@Y.fr</EMAIL>")
    assert one.split("@")[0] == fold(two.split(".")[0])
    assert one.split("@")[0] != "zorblix"
    assert one.split("@")[1] != fold(two.split("@")[1])


@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("https://www.chu.fr/a/12?b=c#d", r"https://www\.{host}/[a-z]+/\d\d\?[a-z]+=[a-z]+#[a-z]+"),
        ("HTTP://CHU.FR", r"HTTP://{HOST}"),
        ("chu.fr/A", r"{host}/[a-z]+"),
        (" http : // www . chu . fr", r" http : // www \. {host}"),
        ("www.chu.fr\n/page", r"www\.{host}\n/[a-z]+"),
        ("/page", r"www\.{host}"),
    ],
)
def test_a_web_address_keeps_its_form(surrogates: Surrogates, source: str, shape: str) -> None:
    host = r"[a-z-]+\.(?:example|test|invalid)"
    (url,) = surrogates(f"<URL>{source}</URL>")
    assert re.fullmatch(shape.replace("{host}", host).replace("{HOST}", host.upper()), url, re.ASCII), url


@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("1999-20", r"(?:1998|2000)-\d\d"),
        ("2099/1", r"20\d\d/\d"),
        ("2123", r"\d{4}"),
        ("1899-1", r"\d{4}-\d"),
        ("20234-1", r"\d{5}-\d"),
        ("dossier 12", r"dossier \d\d"),
        ("DOSSIER 12", r"[A-Z]{7} \d\d"),
        ("abcde/1", r"[a-z]{5}/\d"),
        ("famille", r"[a-z]{7}"),
        ("MSA-LB", r"[A-Z]{3}-[A-Z]{2}"),
    ],
)
def test_a_reference_keeps_its_century_its_long_words_and_its_shape(
    surrogates: Surrogates, source: str, shape: str
) -> None:
    drawn = [surrogates(f"<REFERENCE>{source}</REFERENCE>", id=str(number))[0] for number in range(40)]
    assert [each for each in drawn if not re.fullmatch(shape, each)] == []
    assert source not in drawn


def test_only_years_of_our_centuries_keep_theirs(surrogates: Surrogates) -> None:
    for source in ("2123", "1899", "20234"):
        centuries = {surrogates(f"<REFERENCE>{source}</REFERENCE>", id=str(number))[0][:2] for number in range(40)}
        assert len(centuries) > 10


def test_a_reference_holds_names_and_initials_in_its_own_case(surrogates: Surrogates) -> None:
    first, last, reference = surrogates(
        "<FIRSTNAME>Paul</FIRSTNAME> <LASTNAME>Morel</LASTNAME> <REFERENCE>PM/Pm/mp/MOREL/morel</REFERENCE>"
    )
    p, m = fold(first)[0], fold(last)[0]
    assert fold(reference) == f"{p}{m}/{p}{m}/{m}{p}/{fold(last)}/{fold(last)}"
    assert reference.split("/")[3].isupper()
    assert reference.split("/")[2].islower()


def test_equal_values_of_a_label_get_one_number_however_they_are_written(replace: Callable[..., Draft]) -> None:
    result = replace(
        "<CITY>Saint-Denis</CITY> <CITY>SAINT DENIS</CITY> <CITY>Dijon</CITY> <PHONE>06 12</PHONE> "
        "<PHONE>0613</PHONE> <PHONE>06.12</PHONE> <OTHER_ID>0612</OTHER_ID> <ADDRESS>1, rue A</ADDRESS> "
        "<ADDRESS>1 rue a</ADDRESS> <HOSPITAL>L'Archet</HOSPITAL> <HOSPITAL>l archet</HOSPITAL> "
        "<ORGANIZATION>St-A</ORGANIZATION> <ORGANIZATION>st a</ORGANIZATION> <LOCATION>Le-Lac</LOCATION> "
        "<LOCATION>le lac</LOCATION> <LOCATION>lelac</LOCATION>",
        policy="numbered-tags",
    )
    assert result.text == (
        "[CITY_1] [CITY_1] [CITY_2] [PHONE_1] [PHONE_2] [PHONE_1] [OTHER_ID_1] [ADDRESS_1] [ADDRESS_2] [HOSPITAL_1] "
        "[HOSPITAL_1] [ORGANIZATION_1] [ORGANIZATION_1] [LOCATION_1] [LOCATION_1] [LOCATION_2]"
    )


def test_a_name_that_stands_twice_in_one_word_is_replaced_once_and_the_rest_drawn(surrogates: Surrogates) -> None:
    last, mail = surrogates("<LASTNAME>Durand</LASTNAME> <EMAIL>durandxdurandy@x.fr</EMAIL>")
    assert mail.startswith(fold(last))
    assert "durand" not in mail


def mean_birth_years(surrogates: Surrogates, marked: str, place: int, **options: object) -> list[int]:
    """Return the mean year of birth of who bears the surrogate at a place, for each of many notes."""
    births = given_births()
    drawn = [surrogates(marked, id=str(number), **options)[place] for number in range(150)]
    return sorted(births[name][2] for name in drawn if name in births)


@pytest.mark.parametrize("policy", ["plausible", "dp"])
@pytest.mark.parametrize("year", [1931, 2016])
def test_the_patients_given_name_is_of_the_time_of_birth(surrogates: Surrogates, policy: str, year: int) -> None:
    marked = (
        f"Mme <LASTNAME>Durand</LASTNAME> <FIRSTNAME>Odile</FIRSTNAME>, née le <BIRTHDATE>03/11/{year}</BIRTHDATE>, "
        "vue par le Dr <FIRSTNAME>Anne</FIRSTNAME> <LASTNAME>Morel</LASTNAME> le <DATE>12/03/2021</DATE>"
    )
    patients, others = (mean_birth_years(surrogates, marked, place, policy=policy) for place in (1, 3))
    # The clock of the default policy moves whole lives by years.
    assert abs(patients[len(patients) // 2] - year) < 16
    assert 1945 < others[len(others) // 2] < 1990


@pytest.mark.parametrize("policy", ["plausible", "dp"])
def test_the_patients_given_name_is_one_in_documents_that_tell_the_birth_and_that_do_not(
    surrogates: Surrogates, policy: str
) -> None:
    record = {"lastname": "Durand", "firstname": "Odile", "birthdate": "03/11/1931"}
    for number in range(20):
        told, *_ = surrogates(
            "<FIRSTNAME>Odile</FIRSTNAME>, née le <BIRTHDATE>03/11/1931</BIRTHDATE>",
            policy=policy,
            patient_id=str(number),
            **record,
        )
        (untold,) = surrogates("<FIRSTNAME>ODILE</FIRSTNAME>", id="b", policy=policy, patient_id=str(number), **record)
        assert without_accents(told.upper()) == untold


def test_a_birth_that_is_masked_tells_nothing_of_the_given_name(surrogates: Surrogates) -> None:
    masked = Policy.from_mapping({"default": "plausible", "labels": {"BIRTHDATE": "mask"}})
    drawn = [
        [
            surrogates(
                f"<FIRSTNAME>Odile</FIRSTNAME>, née le <BIRTHDATE>03/11/{year}</BIRTHDATE>", id=str(n), policy=masked
            )[0]
            for n in range(10)
        ]
        for year in (1931, 2016)
    ]
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize(
    ("apart", "glued"),
    [("LE BIHAN", "LEBIHAN"), ("Le Bihan", "Lebihan"), ("de La Tour", "Delatour"), ("D'Arc", "DARC")],
)
def test_a_name_with_its_particle_glued_or_apart_is_one(surrogates: Surrogates, apart: str, glued: str) -> None:
    one, other = surrogates(f"Mme <LASTNAME>{apart}</LASTNAME>, puis <LASTNAME>{glued}</LASTNAME>")
    assert without_accents(one.upper()) == without_accents(other.upper())
    for recorded in (apart, glued):
        drawn = {
            without_accents(surrogates(f"<LASTNAME>{name}</LASTNAME>", lastname=recorded, firstname="Anne")[0].upper())
            for name in (apart, glued)
        }
        assert len(drawn) == 1


def test_a_name_that_only_begins_like_a_particle_is_another(surrogates: Surrogates) -> None:
    one, other = surrogates("<LASTNAME>Bihan</LASTNAME>, <LASTNAME>Lebihan</LASTNAME>")
    assert one != other


def test_a_double_family_name_is_one_however_it_was_split(surrogates: Surrogates) -> None:
    for note in map(str, range(8)):
        whole, mother, name, other = surrogates(
            "<LASTNAME>SAÏD OMAR</LASTNAME>, Mme <LASTNAME>Saïd</LASTNAME> <FIRSTNAME>Omar</FIRSTNAME> et son oncle "
            "<FIRSTNAME>Omar</FIRSTNAME>",
            id=note,
        )
        assert fold(whole) == fold(f"{mother} {name}")
        # « Omar » is a name of both kinds here.
        assert other == name


def test_the_initial_in_an_address_is_of_the_given_name_beside_the_family_name(surrogates: Surrogates) -> None:
    for note in map(str, range(8)):
        given, family, *_, address = surrogates(
            "Dr <FIRSTNAME>Gaëlle</FIRSTNAME> <LASTNAME>Ollivro</LASTNAME>, <FIRSTNAME>Gustave</FIRSTNAME> "
            "<LASTNAME>Penven</LASTNAME>, <EMAIL>g.ollivro@exemple.fr</EMAIL>",
            id=note,
        )
        assert address.startswith(f"{fold(given)[0]}.{fold(family)}@")


@pytest.mark.parametrize(
    ("whole", "short"),
    [
        ("Emmanuelle", "Manue"),
        ("Gwénola", "Gwéno"),
        ("Julien", "Juju"),
        ("Maxence", "Max"),
        ("André", "Dédé"),
        ("Josiane", "Jo"),
    ],
)
def test_a_short_form_of_a_given_name_becomes_one_of_its_surrogate(
    surrogates: Surrogates, whole: str, short: str
) -> None:
    pairs = set()
    for note in map(str, range(20)):
        first, _, alone = surrogates(
            f"<FIRSTNAME>{whole}</FIRSTNAME> <LASTNAME>Virel</LASTNAME> : merci <FIRSTNAME>{short}</FIRSTNAME>.",
            id=note,
        )
        assert alone in {first, *short_forms(first)}
        pairs.add((first, alone))
    assert any(first != alone for first, alone in pairs)


@pytest.mark.parametrize(
    "marked",
    [
        "M. <LASTNAME>Virel</LASTNAME> <FIRSTNAME>Robert</FIRSTNAME> dit <FIRSTNAME>Bob</FIRSTNAME>",
        "<FIRSTNAME>Théophile</FIRSTNAME> <LASTNAME>Virel</LASTNAME> (« <FIRSTNAME>Théo</FIRSTNAME> »)",
        "<FIRSTNAME>Montserrat</FIRSTNAME> <LASTNAME>Virel</LASTNAME>. Chère <FIRSTNAME>Montse</FIRSTNAME>,",
    ],
)
def test_what_somebody_is_called_by_is_short_for_the_new_name_and_another_word(
    surrogates: Surrogates, marked: str
) -> None:
    for note in map(str, range(40)):
        names = surrogates(marked, id=note)
        whole = names[marked.startswith("M.")]
        assert names[-1] in short_forms(whole)
        assert names[-1] != whole


def test_the_short_forms_of_two_people_are_two(surrogates: Surrogates) -> None:
    for note in map(str, range(40)):
        names = surrogates(
            "<FIRSTNAME>Maxence</FIRSTNAME>, <FIRSTNAME>Nathalie</FIRSTNAME>, <FIRSTNAME>Max</FIRSTNAME> et "
            "<FIRSTNAME>Nath</FIRSTNAME>",
            id=note,
        )
        assert len(set(names)) == len(names) or names[0] == names[2] or names[1] == names[3]
        assert names[2] not in names[1::2]


@pytest.mark.parametrize(
    "marked",
    [
        # Of two names, beside a family name, or a name of its own.
        "<FIRSTNAME>Julien</FIRSTNAME>, <FIRSTNAME>Justine</FIRSTNAME> et <FIRSTNAME>Juju</FIRSTNAME>",
        "<FIRSTNAME>Julien</FIRSTNAME>, Mme <FIRSTNAME>Juju</FIRSTNAME> <LASTNAME>Colin</LASTNAME>",
        "<FIRSTNAME>Louise</FIRSTNAME> et <FIRSTNAME>Lou</FIRSTNAME>",
        "<FIRSTNAME>Maxence</FIRSTNAME>, <FIRSTNAME>Maxime</FIRSTNAME> et <FIRSTNAME>Max</FIRSTNAME>",
        "<FIRSTNAME>Maxence</FIRSTNAME> et le Dr <FIRSTNAME>Max</FIRSTNAME> <LASTNAME>Colin</LASTNAME>",
        "<FIRSTNAME>Jeanne</FIRSTNAME> et <FIRSTNAME>Jean</FIRSTNAME>",
    ],
)
def test_what_may_be_another_persons_name_is_written_as_another(surrogates: Surrogates, marked: str) -> None:
    names = surrogates(marked)
    assert len(set(names)) == len(names)


def test_an_initial_behind_a_name_is_that_of_the_whole_name(surrogates: Surrogates) -> None:
    for other in range(6):
        whole, short, _ = surrogates(
            "<LASTNAME>FRÉMONT-KABORÉ</LASTNAME>, vu <LASTNAME>Frémont-K.</LASTNAME>, M. <LASTNAME>Kastner</LASTNAME>",
            id=str(other),
        )
        left, right = without_accents(whole).title().split("-")
        assert without_accents(short) == f"{left}-{right[0]}."


def test_a_shortened_name_in_an_address_is_written_as_the_name(surrogates: Surrogates) -> None:
    first, last, mail = surrogates(
        "<FIRSTNAME>Graziella</FIRSTNAME> <LASTNAME>SCHNEEBERGER</LASTNAME> <EMAIL>g.schnee@wanadoo.fr</EMAIL>"
    )
    assert mail.split("@")[0] == fold(f"{first[0]}.{last}")


@pytest.mark.parametrize(
    ("marked", "fits"),
    [
        ("M. <LASTNAME>Bonnin</LASTNAME> avec deux n", lambda drawn: "nn" in drawn),
        ("M. <LASTNAME>Ollivier</LASTNAME> <FIRSTNAME>Loïc</FIRSTNAME>, deux L, né", lambda drawn: "ll" in drawn),
        ("Mme <LASTNAME>Roses</LASTNAME>, avec un s, vient", lambda drawn: "s" in drawn),
        ("<FIRSTNAME>Noa</FIRSTNAME> sans h, sort", lambda drawn: "h" not in drawn),
        ("<LASTNAME>ROBIN</LASTNAME> <FIRSTNAME>Luc</FIRSTNAME> (attention, 2 prénoms)", is_counted),
        ("Mme <LASTNAME>Gaston</LASTNAME> (oui, c'est son nom)", is_counted),
        ("<FIRSTNAME>Vincent</FIRSTNAME> (c'est bien son prénom)", is_family_name),
    ],
)
def test_a_name_is_spelt_as_the_text_says(surrogates: Surrogates, marked: str, fits: Callable[[str], bool]) -> None:
    drawn = {fold(surrogates(marked, id=str(note))[0]) for note in range(40)}
    assert len(drawn) > 4
    assert all(map(fits, drawn))


def test_what_is_called_another_spelling_is_one(surrogates: Surrogates) -> None:
    for note in map(str, range(20)):
        name, other, again = surrogates(
            "<LASTNAME>LE BOULC'H</LASTNAME> (et non <LASTNAME>LE BOULCH</LASTNAME>), vu : "
            "<LASTNAME>Le Boulc'h</LASTNAME>",
            id=note,
            lastname="LE BOULCH",
        )
        assert fold(name) == fold(again) != fold(other)
        assert other.title() in misspellings(name.title())


def test_a_name_said_to_be_another_is_another(surrogates: Surrogates) -> None:
    one, same = surrogates("<LASTNAME>FABRE</LASTNAME> et non <LASTNAME>Fabre</LASTNAME>")
    assert fold(one) == fold(same)


@pytest.mark.parametrize(("name", "sex"), [("Jean-Luc", 0), ("ANNE-MARIE", 1), ("Moïse-Abel", 0), ("Jean-Noël", 0)])
def test_a_double_given_name_becomes_one_that_people_of_the_sex_bear(
    surrogates: Surrogates, name: str, sex: int
) -> None:
    counted = {fold_name(each): births for each, births in compound_births().items()}
    halves = set(fold_name(name).split())
    for number in range(20):
        (written,) = surrogates(f"<FIRSTNAME>{name}</FIRSTNAME>", id=str(number))
        assert written.isupper() is name.isupper()
        assert counted[fold_name(written)][sex] > counted[fold_name(written)][1 - sex]
        assert halves.isdisjoint(fold_name(written).split())


def test_a_double_given_name_is_one_with_and_without_its_hyphen(surrogates: Surrogates) -> None:
    record = {"patient_id": "1", "firstname": "JEAN LUC", "lastname": "Durand"}
    joined, apart, letters, begun, first = surrogates(
        "<FIRSTNAME>Jean-Luc</FIRSTNAME>, <FIRSTNAME>JEAN LUC</FIRSTNAME>, <FIRSTNAME>J.-L.</FIRSTNAME>, "
        "<FIRSTNAME>Jean-L.</FIRSTNAME>, <FIRSTNAME>Jean</FIRSTNAME>",
        **record,
    )
    halves = joined.split("-")
    assert apart == without_accents(joined.upper()).replace("-", " ")
    assert letters == f"{halves[0][0]}.-{halves[1][0]}."
    assert begun == f"{halves[0]}-{halves[1][0]}."
    assert first == halves[0]
    assert surrogates("<FIRSTNAME>Jean Luc</FIRSTNAME>", id="other", **record) == [joined.replace("-", " ")]


def test_two_given_names_are_two(surrogates: Surrogates) -> None:
    both, _, second, third = surrogates(
        "<FIRSTNAME>Odile Rolande</FIRSTNAME>, <FIRSTNAME>Odile-Marie</FIRSTNAME>, <FIRSTNAME>Rolande</FIRSTNAME>, "
        "<FIRSTNAME>Odile Rolande Anne</FIRSTNAME>"
    )
    assert both.split()[1] == second
    assert third.split()[:2] == both.split()


def test_where_no_double_name_is_free_two_names_stand(surrogates: Surrogates) -> None:
    every = [f"<FIRSTNAME>{name}</FIRSTNAME>" for name in compound_births()]
    written = surrogates(", ".join(every))
    assert not {fold_name(name) for name in written} & {fold_name(name) for name in compound_births()}


def test_the_patients_double_name_is_of_the_time_of_birth(surrogates: Surrogates) -> None:
    births = compound_births()

    def mean_year(year: int) -> int:
        drawn = (
            surrogates(
                f"<FIRSTNAME>Anne-Marie</FIRSTNAME>, née le <BIRTHDATE>03/11/{year}</BIRTHDATE>, "
                "vue le <DATE>12/03/2021</DATE>",
                id=str(number),
            )[0]
            for number in range(60)
        )
        return sorted(births[name][2] for name in drawn)[30]

    assert mean_year(1941) < 1985 < 2000 < mean_year(2016)


_KIN = (
    "<LASTNAME>Durand</LASTNAME>, née le <BIRTHDATE>03/11/1931</BIRTHDATE>, vue le <DATE>12/03/2021</DATE> avec "
    "son petit-fils <FIRSTNAME>Bruno</FIRSTNAME>, <FIRSTNAME>Roger</FIRSTNAME> (<AGE>23 mois</AGE>) et "
    "sa sœur <FIRSTNAME>Zoé</FIRSTNAME>"
)


def names_of_kin(surrogates: Surrogates, **options: object) -> list[str]:
    written = surrogates(_KIN, **options)
    return [written[place] for place in (3, 4, 6)]


def test_people_bear_names_of_the_time_that_their_age_or_kinship_tells(surrogates: Surrogates) -> None:
    births = given_births()
    for number in range(30):
        grandson, child, sister = (births[name][2] for name in names_of_kin(surrogates, id=str(number)))
        # The dates of the note move by some years, and a name is borne for some decades.
        assert grandson > 1960
        assert child > 1990
        assert sister < 1960


def test_what_kinship_tells_makes_no_two_people_of_one(surrogates: Surrogates) -> None:
    for number in range(10):
        record = {"patient_id": str(number), "birthdate": "03/11/1931"}
        _, child, sister = names_of_kin(surrogates, **record)
        marked = "Appel : <FIRSTNAME>Roger</FIRSTNAME>, <FIRSTNAME>Zoé</FIRSTNAME>"
        assert surrogates(marked, id="other", **record) == [child, sister]


def test_a_mechanism_draws_names_whatever_kinship_tells(surrogates: Surrogates) -> None:
    for number in range(10):
        told = names_of_kin(surrogates, id=str(number), policy="dp")
        untold = surrogates(
            "<FIRSTNAME>Bruno</FIRSTNAME>, <FIRSTNAME>Roger</FIRSTNAME>, <FIRSTNAME>Zoé</FIRSTNAME>",
            id=str(number),
            policy="dp",
        )
        assert told == untold


def test_a_masked_age_tells_nothing_of_the_name(surrogates: Surrogates) -> None:
    masked = Policy.from_mapping({"default": "plausible", "labels": {"AGE": "mask"}})
    marked = "Le <DATE>12/03/2021</DATE>, <FIRSTNAME>Roger</FIRSTNAME> (<AGE>{} ans</AGE>)"
    drawn = [[surrogates(marked.format(age), id=str(n), policy=masked)[1] for n in range(10)] for age in (3, 93)]
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize("label", ["FIRSTNAME", "LASTNAME"])
@pytest.mark.parametrize(
    ("before", "letters"),
    [
        ("tapé par ", "pg"),
        ("visa ", "cdl"),
        ("Dr Morel/", "fv"),
        ("Dr Morel/", "ari"),
        ("initiales ", "TUP-ALB"),
        ("Initiale : ", "ABD"),
    ],
)
def test_initials_stay_as_many_letters(surrogates: Surrogates, label: str, before: str, letters: str) -> None:
    for number in range(5):
        (written,) = surrogates(f"{before}<{label}>{letters}</{label}>", id=str(number))
        assert len(written) == len(letters)
        assert [each.isalpha() for each in written] == [each.isalpha() for each in letters]
        assert written.isupper() is letters.isupper()


def test_initials_in_small_letters_are_those_of_the_surrogates(surrogates: Surrogates) -> None:
    first, last, letters = surrogates(
        "Dr <FIRSTNAME>Fanny</FIRSTNAME> <LASTNAME>Vidal</LASTNAME> /<LASTNAME>fv</LASTNAME>"
    )
    assert letters == fold(first[0] + last[0])


def test_the_initials_of_both_family_names_of_the_patient_are_those_of_the_surrogates(surrogates: Surrogates) -> None:
    record = {"firstname": "Esther", "lastname": "Noel", "birth_lastname": "Barbier"}
    first, last, birth, letters, address, unknown = surrogates(
        "<FIRSTNAME>Esther</FIRSTNAME> <LASTNAME>Noel</LASTNAME> née <LASTNAME>Barbier</LASTNAME>, "
        "<LASTNAME>NB</LASTNAME>, <EMAIL>esther.nb@free.fr</EMAIL>, <EMAIL>esther.pk@free.fr</EMAIL>",
        **record,
    )
    assert letters == without_accents(last[0] + birth[0])
    assert address.startswith(f"{fold(first)}.{fold(letters)}@")
    assert re.match(rf"{fold(first)}\.[a-z]{{2}}@", unknown)


@pytest.mark.parametrize(
    ("letters", "order"), [("JYLB", (0, 1, 2)), ("LBJY", (2, 0, 1)), ("JYB", (0, 1, 2)), ("BJY", (2, 0, 1))]
)
def test_the_initials_of_the_record_are_those_of_its_surrogates(
    surrogates: Surrogates, letters: str, order: tuple[int, ...]
) -> None:
    record = {"firstname": "Jean-Yves", "lastname": "LE BOURHIS"}
    for number in range(5):
        written, first, last = surrogates(
            f"RE: <LASTNAME>{letters}</LASTNAME>, <FIRSTNAME>Jean-Yves</FIRSTNAME> <LASTNAME>Le Bourhis</LASTNAME>",
            id=str(number),
            **record,
        )
        own = without_accents("".join(name[0] for name in (*first.split("-"), last)))
        assert written == "".join(own[place] for place in order)


def test_the_initials_of_somebody_else_are_a_name(surrogates: Surrogates) -> None:
    record = {"firstname": "Jean-Yves", "lastname": "LE BOURHIS"}
    (written,) = surrogates("RE: <LASTNAME>JYLC</LASTNAME>", **record)
    assert len(written) > 3


def test_small_letters_have_accents_where_the_words_beside_them_do(surrogates: Surrogates) -> None:
    marked = "<FIRSTNAME>rémi</FIRSTNAME> <LASTNAME>leger</LASTNAME>"
    among = {name for n in range(60) for name in surrogates(f"fièvre de {marked}", id=str(n))}
    bare = {name for n in range(60) for name in surrogates(f"toux de {marked}", id=str(n))}
    assert any(not name.isascii() for name in among)
    assert all(name.isascii() for name in bare)


def test_a_reference_holds_the_first_letters_of_names_of_several_words(surrogates: Surrogates) -> None:
    first, last, reference, other = surrogates(
        "Dr <FIRSTNAME>Nathan</FIRSTNAME> <LASTNAME>Graillon-Costa</LASTNAME>, réf. "
        "<REFERENCE>NG/my/4251</REFERENCE>, <REFERENCE>NGC/my/4252</REFERENCE>"
    )
    letters = [fold(word)[0].upper() for word in (first, *last.split("-"))]
    assert reference.startswith(f"{letters[0]}{letters[1]}/")
    assert other.startswith(f"{''.join(letters)}/")


def test_a_reference_that_counts_the_particle_holds_the_initials_that_are_left(surrogates: Surrogates) -> None:
    first, last, reference = surrogates(
        "Dr <FIRSTNAME>Gaël</FIRSTNAME> <LASTNAME>Le Borgne</LASTNAME>, réf. <REFERENCE>GLB/mt/2206-031</REFERENCE>"
    )
    assert reference.startswith(f"{fold(first[0]).upper()}{fold(last[0]).upper()}/")


@pytest.mark.parametrize("given", ["<FIRSTNAME>Yann</FIRSTNAME>", "<FIRSTNAME>Y.</FIRSTNAME>"])
def test_who_signs_by_initials_with_the_particle_signs_by_those_of_the_surrogate(
    surrogates: Surrogates, given: str
) -> None:
    first, last, signed = surrogates(
        f"Biologiste : {given} <LASTNAME>LE GOUIC</LASTNAME>. Appelé par <LASTNAME>YLG</LASTNAME>."
    )
    assert signed == f"{fold(first[0]).upper()}{fold(last[0]).upper()}"


@pytest.mark.parametrize("number", range(8))
def test_a_saint_stands_for_a_saint(surrogates: Surrogates, number: int) -> None:
    saints = {name.partition("-")[2] for name in entries("saints.txt")}
    marked = "St. <FIRSTNAME>Maarten</FIRSTNAME> Medical Center, Sainte-<FIRSTNAME>Zita</FIRSTNAME>"
    man, woman = surrogates(marked, id=str(number))
    assert f"Saint-{man}" in entries("saints.txt")
    assert f"Sainte-{woman}" in entries("saints.txt")
    assert saints.issuperset({man, woman})


def test_a_saint_in_a_family_name_makes_none_of_a_given_name(surrogates: Surrogates) -> None:
    marked = "Mme Marie-Sainte <FIRSTNAME>Euphrasie</FIRSTNAME>, IDE ST <FIRSTNAME>Coraline</FIRSTNAME>"
    for drawn in zip(*(surrogates(marked, id=str(number)) for number in range(8)), strict=True):
        saints = {name for name in drawn if {f"Saint-{name}", f"Sainte-{name}"} & {*entries("saints.txt")}}
        assert saints != {*drawn}


@pytest.mark.parametrize("number", range(8))
def test_a_name_alone_in_capitals_in_a_list_of_people_is_a_last_name(surrogates: Surrogates, number: int) -> None:
    people = "Pr <LASTNAME>OBRINGER</LASTNAME> (oncologie), <FIRSTNAME>MARION</FIRSTNAME> (biologie)"
    assert is_listed("family", fold(surrogates(people, id=str(number))[1]))
    first = people.replace(" (biologie)", "")
    assert is_listed("given", fold(surrogates(first, id=str(number))[1]))


def test_an_address_that_begins_a_given_name_in_three_letters_follows_it(surrogates: Surrogates) -> None:
    first, last, address = surrogates(
        "<FIRSTNAME>Éloïse</FIRSTNAME> <LASTNAME>Burnet</LASTNAME>, <EMAIL>elo.burnet@gmx-exemple.fr</EMAIL>"
    )
    assert address.partition("@")[0] == f"{fold(first)}.{fold(last)}"


@pytest.mark.parametrize("policy", ["dp", "plausible"])
@pytest.mark.parametrize(
    ("marked", "letters"),
    [
        ("docteur <LASTNAME>guillotin g u i l l o t i n</LASTNAME> en cardiologie", r"(?P<name>\w+) (?P<letters>.+)"),
        ("Mme <LASTNAME>LE CORRE C-O-R-R-E</LASTNAME>", r"(?P<name>\w+) (?P<letters>.+)"),
        ("<LASTNAME>Vasseur-Lebrun L E B R U N</LASTNAME>", r"\w+-(?P<name>\w+) (?P<letters>.+)"),
    ],
)
def test_letters_behind_a_name_spell_its_surrogate(
    surrogates: Surrogates, policy: str, marked: str, letters: str
) -> None:
    for note in "123456":
        (written,) = surrogates(marked, id=note, policy=policy)
        found = re.fullmatch(letters, written)
        assert found is not None
        assert fold(re.sub(r"[ -]", "", found["letters"])) == fold(re.sub(r"\W", "", found["name"]))


def test_letters_that_spell_no_word_of_a_name_are_initials(surrogates: Surrogates) -> None:
    (written,) = surrogates("<LASTNAME>Durand M A B</LASTNAME>")
    assert re.fullmatch(r"[\w-]+ [A-ZÉ] [A-ZÉ] [A-ZÉ]", written)
