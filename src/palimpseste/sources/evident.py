"""What a text evidently is that is no note: its signs would be taken for words, and words torn apart by them."""

from __future__ import annotations

import json
import re

__all__ = ["evident_kind"]

_TAGS = (
    "a|abbr|address|article|b|big|blockquote|body|br|caption|center|code|col|dd|del|div|dl|dt|em|font|footer|form|h[1-6]|"
    "head|header|hr|html|i|img|input|ins|label|li|link|main|meta|nav|ol|option|p|pre|s|script|section|select|small|span|"
    "strike|strong|style|sub|sup|table|tbody|td|textarea|tfoot|th|thead|title|tr|tt|u|ul"
)
_CLOSING = re.compile(rf"</(?:{_TAGS})\s*>", re.IGNORECASE)
_ANY_CLOSING = re.compile(r"</[A-Za-z_][\w:.-]{0,60}>")
_ENTITY = re.compile(r"&(?:[A-Za-z]{2,8}|#\d{2,6}|#x[0-9A-Fa-f]{2,5});")
_XML = re.compile(r"\s{0,100}<(?:\?xml|!doctype|html|\w{1,40}:?\w{0,40} xmlns)", re.IGNORECASE)
_SEGMENT = re.compile(r"(?:MSH|EVN|PID|PV1|PV2|ORC|OBR|OBX|NTE|TXA|AL1|DG1|IN1|NK1|ZBE)\|")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{40,}")
_LEAST_TAGS = 3
_LEAST_ENTITIES = 3
_LEAST_SEGMENTS = 2
_LEAST_BASE64 = 400
_LEAST_BASE64_LINES = 4


def evident_kind(text: str) -> str:
    """Return what a text evidently is, or the empty string for what may be a note.

    One closing tag of HTML is enough, as a letter that it stands in is no longer with its word; comparisons
    (``Na < 130``) and single ampersands are those of a note.
    """
    if text.startswith("MSH|") or _is_segments(text):
        return "HL7 version 2"
    if _XML.match(text):
        return "XML or HTML"
    if _CLOSING.search(text):
        return "HTML"
    if _holds(_ANY_CLOSING, text, _LEAST_TAGS):
        return "XML"
    if _holds(_ENTITY, text, _LEAST_ENTITIES):
        return "text with HTML entities"
    if text[:1000].lstrip()[:1] in ("{", "[") and _is_json(text):
        return "JSON"
    return "data in base64" if _is_base64(text) else ""


def _is_segments(text: str) -> bool:
    """Tell whether a text is segments of HL7 for the most part; a note may quote some."""
    lines = [line for line in text.splitlines() if line.strip()]
    segments = sum(bool(_SEGMENT.match(line)) for line in lines)
    return segments >= _LEAST_SEGMENTS and 2 * segments >= len(lines)


def _holds(pattern: re.Pattern[str], text: str, least: int) -> bool:
    found = pattern.finditer(text)
    return all(next(found, None) for _ in range(least))


def _is_json(text: str) -> bool:
    try:
        return isinstance(json.loads(text), (dict, list))
    except (ValueError, RecursionError):
        return False


def _is_base64(text: str) -> bool:
    runs = [run for run in _BASE64.findall(text) if _is_mixed(run)]
    return sum(map(len, runs)) >= _LEAST_BASE64 and (
        len(runs) >= _LEAST_BASE64_LINES or max(map(len, runs)) >= _LEAST_BASE64
    )


def _is_mixed(run: str) -> bool:
    """Tell whether a run holds capitals, small letters and figures, as no word or line of signs does."""
    return any(map(str.isupper, run)) and any(map(str.islower, run)) and any(map(str.isdigit, run))
