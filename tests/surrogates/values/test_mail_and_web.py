"""Addresses of mail and of the web hold the surrogates of the names in them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from palimpseste.folding import fold
from palimpseste.writings.lists import (
    sections,
)

Surrogates = Callable[..., list[str]]


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


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("<URL>www.chu-dijon.fr</URL>", "hospital"),
        ("<URL>https://ghrmsa.fr/consult</URL>", "hospital"),
        ("<EMAIL>zq@cliniqueduparc.fr</EMAIL>", "clinic"),
        ("<EMAIL>zq@pharma.mssante.fr</EMAIL>", "secure mail"),
        ("<EMAIL>zq@ac-dijon.fr</EMAIL>", "school"),
        ("<EMAIL>zq@christine.fr</EMAIL>", "any"),
        ("<EMAIL>zq@orange.fr</EMAIL>", "mail"),
    ],
)
def test_a_host_is_of_the_kind_of_the_old_one(surrogates: Surrogates, address: str, kind: str) -> None:
    for note in range(4):
        (written,) = surrogates(address, id=str(note))
        host = re.split("@|www.|https://", written)[-1].split("/")[0]
        assert host in sections("hosts.txt")[kind]


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


@pytest.mark.parametrize("service", ["pui", "crip", "ssiad", "idec"])
def test_the_letters_of_a_service_are_nobody_s_initials(surrogates: Surrogates, service: str) -> None:
    (mail,) = surrogates(f"<EMAIL>{service}@x.fr</EMAIL>")
    assert mail.startswith(f"{service}@")


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


def test_the_initial_in_an_address_is_of_the_given_name_beside_the_family_name(surrogates: Surrogates) -> None:
    for note in map(str, range(8)):
        given, family, *_, address = surrogates(
            "Dr <FIRSTNAME>Gaëlle</FIRSTNAME> <LASTNAME>Ollivro</LASTNAME>, <FIRSTNAME>Gustave</FIRSTNAME> "
            "<LASTNAME>Penven</LASTNAME>, <EMAIL>g.ollivro@exemple.fr</EMAIL>",
            id=note,
        )
        assert address.startswith(f"{fold(given)[0]}.{fold(family)}@")


def test_a_shortened_name_in_an_address_is_written_as_the_name(surrogates: Surrogates) -> None:
    first, last, mail = surrogates(
        "<FIRSTNAME>Graziella</FIRSTNAME> <LASTNAME>SCHNEEBERGER</LASTNAME> <EMAIL>g.schnee@wanadoo.fr</EMAIL>"
    )
    assert mail.split("@")[0] == fold(f"{first[0]}.{last}")


def test_an_address_that_begins_a_given_name_in_three_letters_follows_it(surrogates: Surrogates) -> None:
    first, last, address = surrogates(
        "<FIRSTNAME>Éloïse</FIRSTNAME> <LASTNAME>Burnet</LASTNAME>, <EMAIL>elo.burnet@gmx-exemple.fr</EMAIL>"
    )
    assert address.partition("@")[0] == f"{fold(first)}.{fold(last)}"
