"""What is body and what stands aside, and in which order it is read, told by places alone."""

from __future__ import annotations

import pytest
from pages import PROSE, layout, line, lines, page, turned

from palimpseste.pdf.extraction import body, full
from palimpseste.pdf.glyphs import Glyph, words_of
from palimpseste.pdf.layout import Box, Layout
from palimpseste.pdf.repetition import is_page_number
from palimpseste.pdf.scans import is_scan
from palimpseste.pdf.segments import segments_of
from palimpseste.pdf.text import ASIDE, text_of


def texts(of: Layout) -> tuple[str, str]:
    extraction = body(of)
    return text_of(extraction.body).text, text_of(extraction.aside).text


TEAM = ("Chef de service", "Pr PETIT", "Praticiens", "Dr GRAND", "Dr MOYEN", "Secrétariat", "poste 4412", "Fax 4413")
LONG = [f"{row} {text}" for row in range(3) for text in PROSE]


@pytest.mark.parametrize(
    ("pages", "aside"),
    [
        pytest.param(
            [[*line("CH de Nulle-Part", 40, 30, 8), *lines([f"{p} {t}" for t in PROSE], 60, 100)] for p in "abc"],
            ["CH de Nulle-Part"],
            id="a header that every page bears",
        ),
        pytest.param(
            [
                [*lines([f"{p} {t}" for t in PROSE], 60, 100), *line(f"Dossier 11 - page {n}/3", 60, 770)]
                for n, p in enumerate("abc")
            ],
            ["Dossier 11 - page"],
            id="a footer whose number changes",
        ),
        pytest.param(
            [
                [
                    *line(f"imprimé à {p}h", 60, 20),
                    *line("CH de Nulle-Part", 60, 40),
                    *lines([f"{p} {t}" for t in PROSE], 60, 100),
                ]
                for p in ("huit", "neuf")
            ],
            ["imprimé à huit", "CH de Nulle-Part"],
            id="what stands above a repeated header",
        ),
        pytest.param([[*lines(PROSE, 60, 100), *line("- 2 -", 300, 780)]], ["- 2 -"], id="the number of a single page"),
        pytest.param(
            [[*lines(TEAM, 20, 104, 7, 9.5), *lines(LONG, 190, 100)]],
            ["Pr PETIT", "poste 4412"],
            id="a column",
        ),
        pytest.param(
            [[*lines(LONG, 60, 100), *lines(TEAM, 440, 104, 7, 9.5)]], ["Dr GRAND"], id="a column to the right"
        ),
        pytest.param([[*lines(PROSE, 120, 100), *line("relu par LR", 20, 163, 7)]], ["relu par LR"], id="a side note"),
        pytest.param([[*lines(PROSE, 60, 100), turned("Réf.4411", 10, 400)]], ["Réf.4411"], id="text on its side"),
        pytest.param(
            [[*lines(PROSE, 60, 100), *line("hors page", -300, 300)]], ["hors page"], id="text outside the page"
        ),
        pytest.param(
            [[*lines(["HOPITAL DE NULLE PART", "1 rue du Puits"], 60, 40, 8, 10), *lines(PROSE, 60, 100)]],
            ["1 rue du Puits"],
            id="a letterhead in small letters",
        ),
        pytest.param(
            [[*lines(PROSE, 60, 100), *line("Établissement public, 1 rue du Puits", 200, 770, 6)]],
            ["Établissement public"],
            id="a footer in small letters",
        ),
    ],
)
def test_what_stands_aside_is_told_by_its_place(pages, aside):
    within, beside = texts(layout(*pages))
    for part in aside:
        assert part in beside
        assert part not in within
    assert "compte rendu qui tient" in within
    assert "compte rendu qui tient" not in beside


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        pytest.param(
            [*line("COMPTE RENDU", 200, 60, 16), *lines(PROSE, 60, 100)], "COMPTE RENDU", id="a title in large letters"
        ),
        pytest.param(
            [*lines(PROSE, 60, 100), *line("Dr PETIT", 60, 300)], "Dr PETIT", id="a signature well above the foot"
        ),
        pytest.param(
            [*lines(PROSE, 60, 100), *lines(["Na    140    mmol/l", "K    4,1    mmol/l"], 60, 300)],
            "140    mmol/l",
            id="a table",
        ),
        pytest.param(
            [*line("Mme PETIT", 60, 100), *lines(PROSE, 60, 126)], "Mme PETIT", id="a first line apart, like the rest"
        ),
    ],
)
def test_the_body_keeps_what_only_looks_alike(words, kept):
    assert kept in texts(layout(words))[0]


def test_a_rule_under_a_letterhead_sets_it_apart():
    words = [*lines(["Cabinet du Puits", "1 rue du Puits"], 60, 60), *lines(PROSE, 60, 110)]
    without = Layout((page(words),))
    ruled = Layout((page(words, rules=[Box(60, 86, 540, 86.5)]),))
    table = Layout((page(words, rules=[Box(60, y, 540, y + 0.5) for y in (86, 112, 125)]),))
    assert "Cabinet" in texts(without)[0]
    assert "Cabinet" in texts(ruled)[1]
    assert "Cabinet" in texts(table)[0]


def test_body_and_aside_hold_every_word_once():
    pages = layout(
        [*line("CH de Nulle-Part", 40, 30, 8), *lines(TEAM, 20, 104, 7, 9.5), *lines(LONG, 190, 100)],
        [*line("CH de Nulle-Part", 40, 30, 8), *lines(LONG, 60, 100)],
    )
    parts = texts(pages)
    every = text_of(full(pages).body).text
    assert sorted(" ".join(parts).split()) == sorted(every.split())


def test_words_on_their_side_that_follow_each_other_are_one_line():
    on_side = [turned("Mme", 10, 400), turned("DURANVILLE", 10, 381), turned("Soazig", 10, 327)]
    (first, second) = full(layout([*on_side, turned("Réf.4411", 30, 400)])).body
    assert [segment.text for segment in (*first.segments, *second.segments)] == ["Mme DURANVILLE Soazig", "Réf.4411"]


def test_columns_are_read_one_after_the_other():
    left = [f"gauche {row} une phrase assez longue" for row in range(8)]
    right = [f"droite {row} une phrase assez longue" for row in range(8)]
    words = [*line("Titre sur toute la largeur de la page, au-dessus des deux colonnes de texte", 40, 80)]
    words += [*lines(left, 40, 110), *lines(right, 310, 110)]
    read = text_of(full(layout(words)).body).text.splitlines()
    order = [text for text in read if text]
    assert order == ["Titre sur toute la largeur de la page, au-dessus des deux colonnes de texte", *left, *right]


def test_tables_are_read_row_by_row():
    rows = ["Sodium        140        mmol/l", "Potassium     4,1        mmol/l", "Créatinine    78         µmol/l"]
    read = text_of(full(layout(lines(rows * 2, 60, 100))).body).text.split()
    assert read == " ".join(rows * 2).split()


def test_segments_end_at_wide_gaps_only():
    (first, second) = segments_of(line("un deux    trois quatre", 50, 100))
    assert (first.text, second.text) == ("un deux", "trois quatre")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("3", True, id="alone"),
        pytest.param("- 12 -", True, id="between dashes"),
        pytest.param("Page 1 sur 7", True, id="in words"),
        pytest.param("p. 2/3", True, id="short"),
        pytest.param("iv", True, id="Roman"),
        pytest.param("12 mg", False, id="a dose"),
        pytest.param("le 3 mai", False, id="a date"),
        pytest.param("page suivante", False, id="a word"),
    ],
)
def test_numbers_of_pages_are_told(text, expected):
    (segment,) = segments_of(line(text, 50, 100))
    assert is_page_number(segment) is expected


def test_places_lead_from_the_text_back_to_the_page():
    words = [*lines(["Mme DURAND a mal", "à la tête"], 50, 100)]
    text = text_of(full(layout(words)).body)
    start = text.text.index("DURAND")
    assert text.boxes(start, start + 6) == [(1, words[1].box)]
    (half,) = text.boxes(start, start + 3)
    assert half[1].right == pytest.approx((words[1].box.left + words[1].box.right) / 2)
    assert len(text.boxes(0, len(text.text))) == len(words)
    for placed in text.words:
        assert text.text[placed.start : placed.end] == placed.word.text


def test_the_aside_follows_the_body_after_a_form_feed():
    extraction = body(layout([*lines(PROSE, 60, 100), *line("- 2 -", 300, 780)]))
    text = text_of(extraction.body, extraction.aside).text
    assert text.endswith(f"{ASIDE}- 2 -\n")


def glyphs(text: str, step: float = 5.0):
    return [Glyph(c, Box(10 + step * i, 0, 14 + step * i, 10), 10, 8) for i, c in enumerate(text)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("deux mots", ["deux", "mots"], id="space"),
        pytest.param("fin\x02", ["fin-"], id="hyphen at the end of a line"),
        pytest.param("\uf0b7 point", ["•", "point"], id="bullet of Symbol"),
        pytest.param("a\0b", ["a\ufffdb"], id="character nobody knows"),
    ],
)
def test_glyphs_make_words(text, words):
    assert [word.text for word in words_of(glyphs(text))] == words


def test_glyphs_far_apart_are_two_words():
    assert [word.text for word in words_of(glyphs("ab", step=12))] == ["a", "b"]


@pytest.mark.parametrize(
    ("words", "picture", "expected"),
    [
        pytest.param([], Box(0, 0, 600, 800), True, id="a picture alone"),
        pytest.param(line("reçu", 10, 10), Box(0, 0, 600, 800), True, id="a stamp on a picture"),
        pytest.param(
            line("Numérisé au CHU de Zorglub le 12/03/2021, exemplaire du dossier", 10, 10),
            Box(0, 0, 600, 800),
            True,
            id="a long stamp on a picture",
        ),
        pytest.param(lines(PROSE, 60, 50), Box(0, 400, 600, 800), True, id="a text above a picture"),
        pytest.param(
            [word for at in range(60, 800, 20) for word in lines(PROSE[:1], 60, at)],
            Box(0, 0, 600, 800),
            False,
            id="a scan with its text",
        ),
        pytest.param([], Box(0, 0, 100, 50), False, id="a logo"),
        pytest.param([], Box(0, 0, 600, 90), False, id="a banner"),
        pytest.param([], Box(60, 100, 400, 400), True, id="a slip alone on its page"),
        pytest.param(lines(PROSE, 60, 500), Box(60, 100, 400, 400), False, id="a picture above a text"),
    ],
)
def test_scans_are_told_from_pages_with_text(words, picture, expected):
    assert is_scan(page(words, images=[picture])) is expected


def test_a_layout_survives_its_passage_through_json():
    before = layout([*lines(PROSE, 60, 100), turned("côté", 10, 400)])
    assert Layout.from_values(before.to_values()) == before
