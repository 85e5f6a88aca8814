"""XHTML and HTML: the text read of it, and the markup that stays as it was."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palimpseste.errors import UsageError
from palimpseste.result import OffsetMap, Replacement, Result
from palimpseste.sources.fhir.layout import Layout
from palimpseste.sources.fhir.markup import add_markup, check_xml

DIV = frozenset(("div",))
XHTML = "http://www.w3.org/1999/xhtml"


def read(source: str) -> Layout:
    layout = Layout()
    add_markup(layout, source)
    return layout


def replaced(layout: Layout, *changes: tuple[int, int, str]) -> str:
    """The value after stretches of its text were replaced."""
    parts, replacements, position, length = [], [], 0, 0
    for start, end, new in changes:
        kept = layout.text[position:start]
        new_start = length + len(kept)
        parts += (kept, new)
        length = new_start + len(new)
        replacements.append(Replacement(start, end, new_start, length))
        position = end
    parts.append(layout.text[position:])
    (value,) = layout.written(Result("x", "".join(parts), (), (), OffsetMap(replacements)))
    return value


def replaced_word(source: str, word: str, new: str) -> str:
    layout = read(source)
    start = layout.text.index(word)
    return replaced(layout, (start, start + len(word), new))


@pytest.mark.parametrize(
    ("source", "word", "expected"),
    [
        pytest.param("<p><b>DU</b>RAND !</p>", "DURAND", "<p><b>PETIT</b> !</p>", id="across the end of an element"),
        pytest.param("<p>DU<i>RA<b>ND</b></i></p>", "DURAND", "<p>PETIT<i><b></b></i></p>", id="across two elements"),
        pytest.param("<p>H&eacute;l&#232;ne</p>", "Hélène", "<p>PETIT</p>", id="over entities"),
        pytest.param("<p>A &lt;B&gt; C</p>", "C", "<p>A &lt;B&gt; PETIT</p>", id="behind entities"),
        pytest.param("<p>Jean\n   Paul</p>", "Jean Paul", "<p>PETIT</p>", id="over a line end in the source"),
        pytest.param("<pre>Jean\n  Paul</pre>", "Jean\n  Paul", "<pre>PETIT</pre>", id="over a line end that stands"),
        pytest.param("<p><![CDATA[DURAND <3]]></p>", "DURAND", "<p><![CDATA[PETIT <3]]></p>", id="in CDATA"),
        pytest.param("<a title='DURAND'>x</a>", "DURAND", "<a title='PETIT'>x</a>", id="in a title"),
        pytest.param('<p>DU<!-- RAND -->RAND</p>', "DURAND", "<p>PETIT</p>", id="across a comment"),
    ],
)  # fmt: skip
def test_a_replaced_word_leaves_the_markup_as_it_was(source, word, expected):
    assert replaced_word(source, word, "PETIT") == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<p>a<!-- DURAND -->b</p>", "<p>ab</p>"),
        ("<p>a<!--> DURAND <-->b</p>", "<p>ab</p>"),
        ('<p id="durand" class="x" onclick="f()">a</p>', "<p>a</p>"),
        ('<td colspan="2" style="width: 3px;">a</td>', '<td colspan="2" style="width: 3px;">a</td>'),
        ('<p style="background: url(http://durand.fr)">a</p>', "<p>a</p>"),
        ("<p>a<script>durand()</script>b</p>", "<p>ab</p>"),
        ("<p><durand>a</durand></p>", "<p>a</p>"),
        ('<img src="data:image/png;base64,xx" alt="b"/>', '<img alt="b"/>'),
        ('<a href="#durand">a</a>', "<a>a</a>"),
        ("<p title=DURAND>a</p>", "<p>a</p>"),
        ("<p 'DURAND' title='x'>a</p>", "<p>a</p>"),
        ("<?php durand ?><!DOCTYPE html><p>a</p>", "<!DOCTYPE html><p>a</p>"),
    ],
)
def test_what_may_identify_in_the_markup_is_left_out(source, expected):
    assert replaced(read(source)) == expected


@pytest.mark.parametrize(
    ("source", "text", "label"),
    [
        ('<a href="mailto:m.durand@free.fr">x</a>', "m.durand@free.fr", "EMAIL"),
        ('<a href="tel:+33612345678">x</a>', "+33612345678", "PHONE"),
        ('<a href="https://durand.fr/moi">x</a>', "https://durand.fr/moi", "URL"),
    ],
)
def test_an_address_in_a_reference_is_a_value(source, text, label):
    layout = read(source)
    assert [(layout.text[s.start : s.end], s.label) for s in layout.given] == [(text, label)]


def test_blocks_and_cells_part_words():
    assert read("<div><p>Paul</p><p>Durand</p><tr><td>né</td><td>le</td></tr>a<br/>b</div>").text.split() == [
        "Paul", "Durand", "né", "le", "a", "b",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("<div><p></div>", id="not closed"),
        pytest.param("<div>&unknown;</div>", id="an entity nobody knows"),
        pytest.param('<!DOCTYPE d [<!ENTITY a "x">]><div>&a;</div>', id="an entity of its own"),
        pytest.param(
            '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><div>&b;&b;</div>', id="entities that expand"
        ),
        pytest.param('<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><div>&x;</div>', id="an external entity"),
        pytest.param("<p>a</p>", id="another root"),
        pytest.param("<div>\x01</div>", id="a control character"),
        pytest.param("<div>\ud800</div>", id="half a surrogate pair"),
        pytest.param("", id="nothing"),
        pytest.param("<div/><div/>", id="two roots"),
    ],
)
def test_what_is_no_safe_xml_is_refused(source):
    with pytest.raises(UsageError, match="markup"):
        check_xml(source, DIV)


@pytest.mark.parametrize(
    "source",
    [
        "<div>" * 20_000 + "a" + "</div>" * 20_000,
        "<div>" + "&amp;" * 100_000 + "</div>",
        "<div " + "a" * 300_000 + "='x'>a</div>",
        "<div>" + " \n" * 100_000 + "</div>",
    ],
    ids=["depth", "entities", "a name", "spaces"],
)
def test_long_markup_takes_time_in_proportion(source):
    check_xml(source, DIV)
    assert replaced_word(source, read(source).text.strip() or " ", "b")


@pytest.mark.parametrize("source", ["<p", "<" * 3 + "p" * 200_000, "<!-- a", '<p title="a' * 20_000])
def test_html_with_a_tag_that_is_not_closed_is_refused(source):
    with pytest.raises(UsageError, match="not closed"):
        read(source)


TEXTS = st.text(st.sampled_from("ab é]&<>\"'\n😀"), max_size=6)
ATTRIBUTES = st.sampled_from(["", ' title="a &amp; b"', ' class="x"', ' colspan="2"', ' alt="é"'])


@st.composite
def elements(draw: st.DrawFn, depth: int = 3) -> str:
    parts = []
    for _ in range(draw(st.integers(0, 4))):
        kind = draw(st.integers(0, 5 if depth else 3))
        text = draw(TEXTS)
        if kind == 1:
            parts.append("<![CDATA[" + text.replace("]", "") + "]]>")
        elif kind == 2:
            parts.append("<!--" + text.replace("-", "") + "-->")
        elif kind == 3:
            parts.append(draw(st.sampled_from(["&eacute;", "&#160;", "<br/>", "&amp;"])))
        elif kind > 3:
            name = draw(st.sampled_from(["p", "b", "td", "pre", "span", "unknown"]))
            parts.append(f"<{name}{draw(ATTRIBUTES)}>{draw(elements(depth - 1))}</{name}>")
        else:
            parts.append(escape(text))
    return "".join(parts)


def real(layout: Layout) -> str:
    """The text without what stands for line ends of blocks."""
    return "".join(layout.text[piece.start : piece.end] for piece in layout.pieces)


@settings(max_examples=200, deadline=None)
@given(elements(), st.data())
def test_whatever_is_replaced_the_rest_stays_and_the_result_is_well_formed(inner, data):
    source = f'<div xmlns="{XHTML}">{inner}</div>'
    check_xml(source, DIV)
    layout = read(source)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(layout.text)), max_size=6)))
    changes = [
        (start, end, data.draw(st.text(st.sampled_from("xyz&<>]\"'é "), min_size=1, max_size=4)))
        for start, end in zip(cuts[::2], cuts[1::2], strict=False)
    ]
    result = replaced(layout, *changes)
    check_xml(result, DIV)

    # Character by character: what stood outside stands; a surrogate stands where something was read from the source.
    is_real = [False] * len(layout.text)
    for piece in layout.pieces:
        is_real[piece.start : piece.end] = [True] * (piece.end - piece.start)
    expected, position = [], 0
    for start, end, new in [*changes, (len(layout.text), len(layout.text), "")]:
        expected += [layout.text[i] for i in range(position, start) if is_real[i]]
        expected.append(new if any(is_real[start:end]) else "")
        position = end
    # Where a comment between spaces was left out, the spaces are one.
    assert re.sub(r"\s+", " ", real(read(result))) == re.sub(r"\s+", " ", "".join(expected))

    untouched, changed = (
        [(e.tag, sorted(e.attrib)) for e in ET.fromstring(_named(text)).iter()] for text in (replaced(layout), result)
    )
    assert untouched == changed


def _named(text: str) -> str:
    return text.replace("&eacute;", "é")
