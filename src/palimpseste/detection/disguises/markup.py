"""Tags of HTML and emphasis of Markdown: how a reader sees a word, not the word."""

from __future__ import annotations

import re
from collections.abc import Iterator

from palimpseste.detection.disguises.rewriting import Edit, Rewriting

__all__ = ["strip_emphasis", "strip_tags", "underscores"]

_INLINE = (
    "a|abbr|b|big|bdi|bdo|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|tt|u|wbr"
)
_LINES = "address|article|blockquote|br|div|dd|dl|dt|h[1-6]|header|footer|hr|li|main|ol|p|pre|section|table|tbody|tr|ul"
_CELLS = "body|caption|center|head|html|label|td|tfoot|th|thead|title"
# A tag that says more than its name hides nothing in it: what it says is read on, where it stands.
_TAG = re.compile(
    rf"</?(?:(?P<inline>{_INLINE})|(?P<line>{_LINES})|(?:{_CELLS}))(?:\s*/?>|(?P<more>\s)(?=\s?[A-Za-z-]{{1,30}}=[^<>\n]{{1,300}}>))|<!---->",
    re.IGNORECASE,
)
# ``**x**``, ``DUR**AND**``, ``~~x~~``; one star only around whole words: "2*3".
_PAIR = re.compile(
    r"(?<!\*)(?P<marks>\*{2,3})(?=[^\s*])[^*\n]{1,300}(?<=\S)(?P=marks)(?!\*)"
    r"|(?P<waves>~~)(?=[^\s~])[^~\n]{1,300}(?<=\S)~~"
    r"|(?<![\w*])(?P<star>\*)(?=[^\W\d_])[^*\n]{1,300}(?<=[^\W\d_])\*(?![\w*])"
)
_UNDERSCORES = re.compile("_+")


def strip_tags(rewriting: Rewriting) -> None:
    """Read tags as nothing within a word, as a space or a line end where they part words; time is linear."""
    if "<" in rewriting.text:
        rewriting.replace(_tags(rewriting.text))


def _tags(text: str) -> Iterator[Edit]:
    for tag in _TAG.finditer(text):
        start, end = tag.span()
        if tag["more"]:
            # ``<td class="x">``: its name alone; ``DU<b class="x">RAND`` is no ordinary writing.
            closing = text.index(">", end)
            if not (text[max(0, start - 1) : start].isalnum() and text[closing + 1 : closing + 2].isalnum()):
                yield start, end, " "
                yield closing, closing + 1, " "
        elif tag["line"]:
            is_ended = start == 0 or text[start - 1] in "\r\n>" or text[end : end + 1] in ("", "\r", "\n")
            yield start, end, "" if is_ended else "\n"
        elif tag["inline"] or tag.group() == "<!---->":
            yield start, end, ""
        else:
            is_parted = (
                not text[end : end + 1].isalnum()
                if tag.group()[1] == "/"
                else not text[max(0, start - 1) : start].strip()
            )
            yield start, end, "" if is_parted else " "


def strip_emphasis(rewriting: Rewriting) -> None:
    """Read the marks of Markdown as nothing; time is linear."""
    text = rewriting.text
    if "~~" in text or text.count("*") > 1:
        rewriting.replace(_emphasised(text))


def _emphasised(text: str) -> Iterator[Edit]:
    for pair in _PAIR.finditer(text):
        width = len(pair["marks"] or pair["waves"] or pair["star"])
        yield pair.start(), pair.start() + width, ""
        yield pair.end() - width, pair.end(), ""


def underscores(text: str) -> Iterator[Edit]:
    """Yield underscores between words as spaces, those around one as nothing; in addresses and as blanks they stay.

    In a line that was written with underscores for its spaces, those beside other signs are spaces too.
    """
    line_end = 0
    are_spaces = False
    for run in _UNDERSCORES.finditer(text):
        start, end = run.span()
        if start >= line_end:
            line_start = text.rfind("\n", line_end, start) + 1 or line_end
            line_end = text.find("\n", start) + 1 or len(text)
            are_spaces = _are_spaces(text[line_start:line_end])
        is_behind, is_before = text[start - 1 : start].isalnum(), text[end : end + 1].isalnum()
        if not (is_behind or is_before) or (_is_of_address if are_spaces else _is_in_address)(text, start, end):
            continue
        if are_spaces:
            yield start, end, " " * (end - start)
        elif is_behind and is_before:
            yield start, end, " "
        elif end - start <= _WIDEST_EMPHASIS:
            yield start, end, ""


_WIDEST_EMPHASIS = 3
_FEWEST_FOR_SPACES = 3
_BETWEEN = re.compile(r"(?<=[^\s_])_+(?=[^\s_])")
_LONGEST_ADDRESS = 80
_ADDRESS = re.compile(r"@|://|www\.|\.\w{2,4}/")
# « snap : zoe_b71 »
_NETWORK = re.compile(
    r"(?<!\w)(?:insta|instagram|snap|snapchat|tik ?tok|twitter|facebook|messenger|telegram|discord|skype|twitch|pseudo)"
    r"\W{1,4}\Z",
    re.IGNORECASE,
)
# Where a line is written so: what an address of mail has before its sign; what one of the web begins with, and what
# ends it.
_MAIL = re.compile(r"(?:[^\W_]|[.+%-]|_(?!_)){1,80}@")
_WEB = re.compile(r"://|www\.|\.\w{2,4}/")
_BREAK = re.compile(r"\s|__|_(?=[^\w(])|(?<=[,;:)])_")


def _are_spaces(line: str) -> bool:
    """Tell whether a line was written with underscores for its spaces."""
    runs = sum(1 for _ in _BETWEEN.finditer(line))
    return runs >= _FEWEST_FOR_SPACES and runs > sum(map(str.isspace, line.strip()))


def _is_in_address(text: str, start: int, end: int) -> bool:
    """Tell whether the word around an interval, of what is not white space, is an address or a name on a network."""
    passage = text[max(0, start - _LONGEST_ADDRESS) : start]
    before = passage.split()
    after = text[end : end + _LONGEST_ADDRESS].split(maxsplit=1)
    if _ADDRESS.search((before[-1] if before else "") + "_" + (after[0] if after else "")):
        return True
    return bool(before) and _NETWORK.search(passage[: -len(before[-1])]) is not None


def _is_of_address(text: str, start: int, end: int) -> bool:
    """Tell whether the underscores of an interval are part of an address in spite of those that are spaces."""
    before = _BREAK.split(text[max(0, start - _LONGEST_ADDRESS) : end])[-1]
    return bool(_MAIL.match(text, start) or _WEB.search(before))
