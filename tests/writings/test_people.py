"""Who is who in a document is told from the names alone."""

from __future__ import annotations

from itertools import product

import pytest
from timing import grows_in_proportion

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.writings.passages import Passages
from palimpseste.writings.people.read import PeopleRead


def read(marked: str, **patient: str) -> PeopleRead:
    text, spans = parse_markup(marked)
    return PeopleRead(Passages.at(Document("note", text, patient=Patient(**patient)), spans))


def test_an_initial_stands_for_the_name_beside_the_same_name() -> None:
    found = read(
        "<FIRSTNAME>Paul</FIRSTNAME> <LASTNAME>Durand</LASTNAME>, <FIRSTNAME>Pierre</FIRSTNAME> "
        "<LASTNAME>Mercier</LASTNAME>, <FIRSTNAME>P.</FIRSTNAME> <LASTNAME>MERCIER</LASTNAME>"
    )
    assert found.known.partner_of[4] == 5
    assert found.abbreviated.identity_of(4) == "pierre"
    assert found.abbreviated.identity_of(3) == found.abbreviated.identity_of(5) == "mercier"


def test_initials_that_two_names_fit_stand_for_none() -> None:
    found = read("<FIRSTNAME>Paul</FIRSTNAME>, <FIRSTNAME>Pierre</FIRSTNAME>, vu par <FIRSTNAME>P.</FIRSTNAME>")
    assert found.abbreviated.name_of("given", ("p",), None) is None
    assert found.abbreviated.identity_of(2) == "p"


@pytest.mark.parametrize(
    ("marked", "name"),
    [
        # Who writes signs below.
        ("De : <LASTNAME>MARCHAND</LASTNAME> <FIRSTNAME>Luc</FIRSTNAME>\nVu.\nDr <LASTNAME>M.</LASTNAME>", "marchand"),
        (
            "Mme <LASTNAME>Morel</LASTNAME>, adressée par le Dr <LASTNAME>Martin</LASTNAME>. "
            "Mme <LASTNAME>M.</LASTNAME>",
            "morel",
        ),
        ("Dr <LASTNAME>M.</LASTNAME> à Dr <LASTNAME>Martin</LASTNAME>, puis <LASTNAME>Morel</LASTNAME>", "martin"),
        (
            "<LASTNAME>Martin</LASTNAME>, <LASTNAME>Morel</LASTNAME>, <LASTNAME>Durand</LASTNAME>, "
            "<LASTNAME>Ma.</LASTNAME>, <LASTNAME>Mars</LASTNAME>",
            "martin",
        ),
    ],
)
def test_initials_that_several_names_fit_stand_for_the_last_before_them(marked: str, name: str) -> None:
    found = read(marked + " <LASTNAME>Mercier</LASTNAME>")
    index = next(index for index, parsed in found.names.items() if not parsed.full)
    letters = tuple(word.key for word in found.names[index].initials)
    assert found.abbreviated.last_of("family", letters, index) == (name,)
    assert found.abbreviated.last_of("family", ("z",), index) is None


def among_all(found: PeopleRead, kind: str, letters: tuple[str, ...], partner: int | None) -> tuple[str, ...] | None:
    """Return what initials stand for by going through all names of the note, one by one."""

    def fits(short: tuple[str, ...], name: tuple[str, ...]) -> bool:
        return bool(short) and len(short) <= len(name) and all(map(str.startswith, name, short))

    other = "given" if kind == "family" else "family"
    names = {found.known.keys_of(name) for name in found.names.values() if name.full and name.full[0].kind == kind}
    beside = {
        name: {pair[other == "family"] for pair in found.known.pairs if pair[kind == "family"] == name}
        for name in names
    }
    fitting = {name for name in names if fits(letters, name)}
    if partner is not None and found.known.full_of(partner):
        whole = found.known.full_of(partner)
        fitting = {n for n in fitting if whole in beside[n]} or {n for n in fitting if not beside[n]}
    elif partner is not None:
        initials = tuple(word.key for word in found.names[partner].initials)
        fitting = {n for n in fitting if any(fits(initials, other) for other in beside[n])} or fitting
    if not fitting and len(letters) == 1:
        pieces = [
            (name, next(piece for piece in name.pieces if not isinstance(piece, str))) for name in found.names.values()
        ]
        fitting = {
            found.known.keys_of(name)
            for name, first in pieces
            if first.kind == kind and first.role == "particle" and first.key[0] == letters[0] and name.full
        }
    return fitting.pop() if len(fitting) == 1 else None


def test_initials_stand_for_what_a_look_at_every_name_tells() -> None:
    given, family = ("Paul", "Pierre", "Jean Luc", "Luc"), ("Durand", "Mercier", "Le Morel Petit", "Dubois")
    beside = [
        f"<FIRSTNAME>{g}</FIRSTNAME> <LASTNAME>{f}</LASTNAME>" for g, f in zip(given, family[:2] * 2, strict=True)
    ]
    alone = [
        f"<FIRSTNAME>{g}</FIRSTNAME> ; <LASTNAME>{f}</LASTNAME>"
        for g, f in zip(("Lise", "Paule"), family[2:], strict=True)
    ]
    short = [
        f"<FIRSTNAME>{g}</FIRSTNAME> <LASTNAME>{f}</LASTNAME>"
        for g, f in product(("P.", "J.-L.", "L.", "Luc"), ("D.", "M. P.", "M.", "Mercier"))
        if "." in g + f
    ]
    found = read(" vu ; ".join(beside + alone + short))
    told = [
        (kind, letters, partner)
        for kind in ("given", "family")
        for letters in (("p",), ("j", "l"), ("l",), ("d",), ("m",), ("m", "p"), ("x",), ())
        for partner in (None, *found.names)
    ]
    read_as = [found.abbreviated.name_of(*each) for each in told]
    assert read_as == [among_all(found, *each) for each in told]
    assert len(set(read_as)) > 5


def test_many_initials_among_many_names_take_time_in_proportion() -> None:
    def asked(count: int):
        words = ["".join(letters) for letters in product("abcdefghij", repeat=4)][:: 10_000 // count]
        found = read(
            " ".join(
                f"<FIRSTNAME>{one.title()}</FIRSTNAME> <LASTNAME>{one[::-1].upper()}</LASTNAME>, "
                f"<FIRSTNAME>{one[0].upper()}.</FIRSTNAME> <LASTNAME>{one[1:].upper()}X</LASTNAME>."
                for one in words
            )
        )
        return lambda: [found.abbreviated.identity_of(index) for index in found.names]

    assert grows_in_proportion(asked, (100, 1_000), growth=25, noise=0.02)


def test_a_typing_error_in_a_name_of_the_record_is_that_name() -> None:
    found = read("M. <LASTNAME>Lemarechql</LASTNAME>", lastname="LEMARECHAL")
    assert found.abbreviated.identity_of(0) == "lemarechal"


@pytest.mark.parametrize(("title", "gender"), [("Mme", "f"), ("M.", "m"), ("Dr", "x")])
def test_a_title_tells_the_gender_of_a_name_no_list_knows(title: str, gender: str) -> None:
    found = read(f"{title} <FIRSTNAME>Zyxwelle</FIRSTNAME> <LASTNAME>Durand</LASTNAME>")
    assert found.gender_of(found.names[0].full) == gender


def test_a_double_name_that_a_line_break_parts_is_that_double_name() -> None:
    found = read("M. <LASTNAME>MARIE-\nSAINTE</LASTNAME>, puis M. <LASTNAME>Marie-Sainte</LASTNAME>")
    assert found.abbreviated.identity_of(0) == found.abbreviated.identity_of(1) == "marie sainte"
    # A word that is one elsewhere is cut.
    found = read("M. <LASTNAME>DELA-\nCROIX</LASTNAME>, puis M. <LASTNAME>Delacroix</LASTNAME>")
    assert found.abbreviated.identity_of(0) == found.abbreviated.identity_of(1) == "delacroix"


def test_a_name_dictated_in_two_words_is_that_name() -> None:
    found = read("monsieur <LASTNAME>Bellefontaine</LASTNAME>, puis madame <LASTNAME>belle fontaine</LASTNAME>")
    assert found.abbreviated.identity_of(0) == found.abbreviated.identity_of(1) == "bellefontaine"
    found = read("monsieur <LASTNAME>Bellefontaine</LASTNAME>, puis madame <LASTNAME>Belle Source</LASTNAME>")
    assert found.abbreviated.identity_of(1) == "belle source"


@pytest.mark.parametrize(("sex", "gender"), [("F", "f"), ("M", "m"), ("H", "m"), ("Fille", "x"), ("M. X", "x")])
def test_the_column_of_the_sex_tells_it(sex: str, gender: str) -> None:
    found = read(
        f"<LASTNAME>ZZYRQ</LASTNAME>^<FIRSTNAME>ZZYVA</FIRSTNAME>   <BIRTHDATE>19611224</BIRTHDATE>   {sex}   EXT"
    )
    assert found.gender_of(found.names[1].full) == gender


def test_an_initial_stands_for_a_name_by_its_particle_where_no_word_of_one_begins_so() -> None:
    name = "<LASTNAME>Ter-Minassian</LASTNAME>"
    assert read(f"M. {name}. Monsieur <LASTNAME>T.</LASTNAME>").abbreviated.identity_of(1) == "minassian"
    nearer = f"M. {name}, Mme <LASTNAME>Tardieu</LASTNAME>. <LASTNAME>T.</LASTNAME>"
    assert read(nearer).abbreviated.identity_of(2) == "tardieu"
    both = f"M. {name}, Mme <LASTNAME>Ter Horst</LASTNAME>. <LASTNAME>T.</LASTNAME>"
    assert read(both).abbreviated.identity_of(2) == "t"
