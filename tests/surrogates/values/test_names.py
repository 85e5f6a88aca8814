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
from palimpseste.surrogates.values.variants import misspellings
from palimpseste.writings.case import without_accents
from palimpseste.writings.lists import (
    entries,
    is_counted,
    is_family_name,
    is_listed,
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
        pytest.param("<FIRSTNAME>J.-P.</FIRSTNAME>", r"[A-ZÉÈ]\.-[A-ZÉÈ]\.", id="initials"),
        pytest.param("<FIRSTNAME>J-F</FIRSTNAME>", r"[A-ZÉÈ]-[A-ZÉÈ]", id="initials without dots"),
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


@pytest.mark.parametrize(
    ("label", "one", "other"),
    [("LASTNAME", "Martin", "Élie"), ("FIRSTNAME", "Marie", "Alexandrine"), ("FIRSTNAME", "Éric", "Jean")],
)
def test_letters_and_length_of_a_name_tell_nothing_of_its_surrogate(
    surrogates: Surrogates, label: str, one: str, other: str
) -> None:
    """Two names of one gender get surrogates of one law: initials, accents and lengths are alike."""
    drawn = {
        name: [surrogates(f"<{label}>{name}</{label}>", id=str(n), policy="dp")[0] for n in range(600)]
        for name in (one, other)
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


def test_small_letters_have_accents_where_the_words_beside_them_do(surrogates: Surrogates) -> None:
    marked = "<FIRSTNAME>rémi</FIRSTNAME> <LASTNAME>leger</LASTNAME>"
    among = {name for n in range(60) for name in surrogates(f"fièvre de {marked}", id=str(n))}
    bare = {name for n in range(60) for name in surrogates(f"toux de {marked}", id=str(n))}
    assert any(not name.isascii() for name in among)
    assert all(name.isascii() for name in bare)


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
