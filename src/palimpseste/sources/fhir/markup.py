"""The text of XHTML and HTML, read so that it can be changed without touching the markup.

Only offsets are taken from the source: the result is the source itself with stretches exchanged. Comments, processing
instructions, scripts, unknown elements and all attributes but a few are left out, for they may identify.

XML is read by expat before and after. A document type with declarations of its own is refused, so there are no
entities but those of HTML: none external, none that expands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from html.entities import name2codepoint
from xml.parsers import expat

from palimpseste.detection.lexicon import word_list
from palimpseste.errors import UsageError
from palimpseste.labels import Label
from palimpseste.sources.fhir.layout import Layout, Writing

__all__ = ["add_markup", "check_xml"]

_BLOCKS = frozenset(word_list("fhir/blocks.txt"))
_CELLS = frozenset(("td", "th"))
_ELEMENTS = _BLOCKS | _CELLS | frozenset(word_list("fhir/inline.txt"))
_SILENT = frozenset(word_list("fhir/silent.txt"))
_EMPTY = frozenset(("embed", "link", "meta"))
_TEXT_ATTRIBUTES = frozenset(("abbr", "alt", "summary", "title"))
_ADDRESSES: tuple[tuple[str, Label], ...] = (
    ("mailto:", "EMAIL"),
    ("tel:", "PHONE"),
    ("http://", "URL"),
    ("https://", "URL"),
)
# Of each attribute that is kept, what it may say.
_KEPT_ATTRIBUTES = {
    "xmlns": re.compile(r"http://www\.w3\.org/1999/xhtml"),
    "lang": re.compile(r"[a-z]{2}(-[A-Z]{2})?"),
    "xml:lang": re.compile(r"[a-z]{2}(-[A-Z]{2})?"),
    "dir": re.compile(r"ltr|rtl"),
    "scope": re.compile(r"row|col|rowgroup|colgroup"),
    "align": re.compile(r"left|right|center|justify|char"),
    "valign": re.compile(r"top|middle|bottom|baseline"),
    "style": re.compile(r"[a-z0-9#%.,:; -]{0,400}"),
}
_SIZES = frozenset(("border", "cellpadding", "cellspacing", "colspan", "height", "rowspan", "span", "start", "width"))
_SIZE = re.compile(r"[0-9]{1,4}(px|%|em|pt)?")

# A tag: quoted values may hold its end. Its parts begin differently, so there is one way to read it.
_TAG = re.compile(r"""</?(?P<name>[A-Za-z][^\s<>/"']*)(?![^\s<>/"'])(?:[^<>"']|"[^"]*"|'[^']*')*>""")
_ATTRIBUTE = re.compile(
    r"""\s+(?P<name>[^\s<>/"'=]+)(?:\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"'<>]+)))?"""
)
# Characters: an entity, a line end and the spaces behind it, anything else.
_CHARACTERS = re.compile(r"&(?:\#[0-9]+|\#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);?|[\r\n]\s*|[^&\r\n]+|&")
_NAMED = re.compile(r"&([A-Za-z][A-Za-z0-9]*);")
# What may stand before the root and says nothing but what the source is written in.
_PROLOG = re.compile(
    r"""<\?xml\s+version="1\.[01]"(?:\s+encoding="[A-Za-z0-9_-]{1,20}")?(?:\s+standalone="(?:yes|no)")?\s*\?>"""
    r"""|<!DOCTYPE\s+html(?:\s+PUBLIC\s+"-//W3C//DTD [A-Za-z0-9. ]{1,40}//EN"\s+"https?://www\.w3\.org/[^"<>\s]{1,80}")?\s*>""",
    re.IGNORECASE,
)
_XML_ENTITIES = frozenset(("amp", "lt", "gt", "quot", "apos"))


def check_xml(source: str, roots: frozenset[str]) -> None:
    """Raise UsageError if a source is no well-formed XML under one of these roots, or has declarations of its own."""
    parser = expat.ParserCreate("utf-8")
    found: list[str] = []

    def begin(name: str, attributes: dict[str, str]) -> None:
        if not found:
            found.append(name)

    def declare(name: str, system: str | None, public: str | None, has_own: bool) -> None:
        if has_own:
            raise UsageError("markup that declares entities of its own")

    parser.StartElementHandler = begin
    parser.StartDoctypeDeclHandler = declare
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    # The entities of HTML need no declaration in a narrative, but a parser of XML knows five of them only.
    plain = _NAMED.sub(_numbered, source)
    try:
        parser.Parse(plain.encode("utf-8"), True)
    except expat.ExpatError as error:
        raise UsageError(f"markup that is not well-formed, at line {error.lineno}") from None
    except UnicodeEncodeError:
        raise UsageError("markup with half a surrogate pair") from None
    if found[0] not in roots:
        raise UsageError("markup whose root is not that of a document")


def _numbered(match: re.Match[str]) -> str:
    name = match.group(1)
    if name in _XML_ENTITIES or name not in name2codepoint:
        return match.group()
    return f"&#{name2codepoint[name]};"


def add_markup(layout: Layout, source: str) -> int:
    """Add the text of XHTML or HTML to a layout and return the number of the value.

    The text of elements comes first, a line end where a block begins or ends; then that of attributes.

    Raises
    ------
    UsageError
        If a tag or a comment is not closed, which only HTML can bring here.
    """
    number = layout.begin(source)
    attributes: list[tuple[int, int, Label | None]] = []
    preformatted = 0
    for start, end, kind in _tokens(source):
        if kind == "text":
            _add_characters(layout, number, source, start, end, "markup", keeps_lines=preformatted > 0)
        elif kind == "cdata":
            for line in re.finditer(r"[\r\n]\s*|[^\r\n]+", source[start:end]):
                is_break = line.group()[0] in "\r\n" and not preformatted
                text = " " if is_break else line.group()
                layout.add(text, number, start + line.start(), start + line.end(), "cdata", is_whole=is_break)
        elif kind == "removed":
            layout.remove(number, start, end)
        else:
            name = kind.lower()
            if name == "pre":
                preformatted = max(0, preformatted + (-1 if source[start + 1] == "/" else 1))
            if name in _BLOCKS:
                layout.add_apart("\n")
            elif name in _CELLS:
                layout.add_apart(" ")
            is_closing = source[start + 1] == "/"
            attributes += _attributes(layout, number, source, start + 1 + is_closing + len(kind), end)
    for start, end, label in attributes:
        layout.separate()
        if label:
            layout.give(0, end - start, label)
            layout.add(source[start:end], number, start, end, "attribute")
        else:
            _add_characters(layout, number, source, start, end, "attribute", keeps_lines=False)
    return number


def _tokens(source: str) -> Iterator[tuple[int, int, str]]:
    """Yield intervals of a source: ``text``, ``cdata``, ``removed``, or a tag by the name of its element."""
    position = 0
    while position < len(source):
        start = source.find("<", position)
        while start >= 0 and not (source[start + 1 : start + 2].isalpha() or source[start + 1 : start + 2] in "/!?"):
            start = source.find("<", start + 1)
        if start < 0:
            yield position, len(source), "text"
            return
        if start > position:
            yield position, start, "text"
        if source.startswith("<![CDATA[", start):
            position = _end_of(source, "]]>", start + 9)
            yield start + 9, position - 3, "cdata"
        elif source.startswith("<!--", start):
            position = _end_of(source, "-->", start + 4)
            yield start, position, "removed"
        elif prolog := _PROLOG.match(source, start):
            position = prolog.end()
        elif source[start + 1] in "!?":
            position = _end_of(source, ">", start)
            yield start, position, "removed"
        else:
            position, kind = _tag(source, start)
            yield start, position, kind


def _tag(source: str, start: int) -> tuple[int, str]:
    """Return where a tag and all that goes with it ends, and its kind."""
    match = _TAG.match(source, start)
    if match is None:
        raise UsageError("markup with a tag that is not closed")
    name, end = match["name"], match.end()
    lowered = name.lower()
    if lowered in _ELEMENTS:
        return end, name
    if lowered in _SILENT and source[start + 1] != "/" and source[end - 2] != "/" and lowered not in _EMPTY:
        closing = re.compile(rf"</{re.escape(name)}\s*>", re.IGNORECASE).search(source, end)
        end = closing.end() if closing else len(source)
    return end, "removed"


def _end_of(source: str, mark: str, start: int) -> int:
    end = source.find(mark, start)
    if end < 0:
        raise UsageError("markup with a comment or a declaration that is not closed")
    return end + len(mark)


def _attributes(
    layout: Layout, number: int, source: str, start: int, end: int
) -> Iterator[tuple[int, int, Label | None]]:
    """Yield the attributes of a tag that hold text, or a value of some label; those not kept are removed."""
    position = start
    while match := _ATTRIBUTE.match(source, position, end - 1):
        position = match.end()
        group = next((group for group in ("double", "single", "bare") if match[group] is not None), None)
        name = match["name"].lower()
        content = match[group] if group else ""
        if group in ("double", "single") and name in _TEXT_ATTRIBUTES:
            yield match.start(group), match.end(group), None
        elif group in ("double", "single") and name == "href" and (address := _address_in(content)):
            length, label = address
            yield match.start(group) + length, match.end(group), label
        elif not _is_kept(name, content):
            layout.remove(number, match.start(), match.end())
    # What is left is no attribute, such as a quote without a name.
    if source[position : end - 1].strip().strip("/"):
        layout.remove(number, position, end - 1 - (source[end - 2] == "/"))


def _address_in(content: str) -> tuple[int, Label] | None:
    """Return where in a reference a value begins, and its label; None where there is none that can be written anew."""
    if any(character in content for character in "&% \t\r\n") or ("mailto:" in content and "?" in content):
        return None
    for prefix, label in _ADDRESSES:
        if content.startswith(prefix) and len(content) > len(prefix):
            return (0 if label == "URL" else len(prefix)), label
    return None


def _is_kept(name: str, content: str) -> bool:
    if name in _SIZES:
        return _SIZE.fullmatch(content) is not None
    pattern = _KEPT_ATTRIBUTES.get(name)
    return pattern is not None and pattern.fullmatch(content) is not None


def _add_characters(
    layout: Layout, number: int, source: str, start: int, end: int, writing: Writing, *, keeps_lines: bool
) -> None:
    for match in _CHARACTERS.finditer(source, start, end):
        text = match.group()
        is_whole = text[0] == "&" and len(text) > 1
        if is_whole:
            text = unescape(text)
        elif not keeps_lines and ("\n" in text or "\r" in text):
            text, is_whole = " ", True
        layout.add(text, number, match.start(), match.end(), writing, is_whole=is_whole)
