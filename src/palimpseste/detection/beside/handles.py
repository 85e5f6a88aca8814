"""What somebody is called on a social network is one number-like name, however the model reads it.

« tiktok @marcodlv21 » is no e-mail address, and the network none of it; nor are the words of « insta : mel_xo » two
names. The name stands right behind the network, with a sign of it, or with a figure, a full stop or a low line within;
a word without them is one where the model found a name of no list.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from palimpseste.detection.enumerations import is_listed_name
from palimpseste.detection.lexicon import in_dictionary
from palimpseste.detection.rules.alternation import one_of
from palimpseste.detection.view import TextView
from palimpseste.document import Span

__all__ = ["NETWORKS", "with_handles"]

# Spoken of by name: « sur insta ».
NETWORKS: Final = frozenset(
    (
        *("bluesky", "discord", "facebook", "fb", "insta", "instagram", "linkedin", "mastodon", "messenger"),
        *("skype", "snap", "snapchat", "telegram", "tiktok", "twitch", "twitter", "whatsapp", "youtube"),
    )
)
_CUE: Final = re.compile(
    rf"(?<![a-z0-9@._-]){one_of(NETWORKS)}(?![a-z0-9_])"
    r"(?P<sign>[ ]?[:=(][ ]?|[ ])(?:(?:c'est|est|de[ ](?:la|son|sa)[ ][a-z]{3,12})[ ]?:?[ ])?[\"«]?[ ]?"
    r"(?P<handle>@?[a-z0-9_](?:[a-z0-9._-]{0,30}[a-z0-9_])?(?:#[0-9]{4})?)(?![a-z0-9_@])"
)
_SIGNED: Final = re.compile("[0-9_.#]")
_NO_HANDLE: Final = re.compile(r"[0-9.:h/-]+|.*\.(?:fr|com|org|net|be|ch|ca|lu|io)|[0-9].*")


def with_handles(view: TextView, spans: Sequence[Span], words: Collection[str]) -> list[Span]:
    """Return spans, those of the model on names of a social network as one; time is linear.

    Parameters
    ----------
    view : TextView
        Of the note.
    spans : sequence of Span
        Disjoint and sorted, in its offsets.
    words : collection of str
        Of the note, folded.
    """
    if NETWORKS.isdisjoint(words):
        return list(spans)
    told = list(spans)
    for found in _CUE.finditer(view.folded):
        touching = [span for span in told if span.start < found.end() and found.start() < span.end]
        if touching and _is_handle(view, found, touching):
            handle = replace(touching[-1].at(*found.span("handle")), label="OTHER_ID")
            told = sorted([*(span for span in told if span not in touching), handle])
    return told


def _is_handle(view: TextView, found: re.Match[str], touching: Sequence[Span]) -> bool:
    """Tell whether what the model found at a network is a name on it, and nothing else is."""
    start, end = found.span("handle")
    if not all(span.source.startswith("model") and span.end <= end for span in touching):
        return False
    if touching[-1].end <= start:  # the network alone
        return False
    handle = found["handle"]
    if handle.startswith("@"):
        return True
    if _NO_HANDLE.fullmatch(handle):
        return False
    if _SIGNED.search(handle):
        return True
    # « snap lilamrtn », and not « snap Lila »
    is_whole = (touching[-1].start, touching[-1].end) == (start, end)
    return is_whole and view.text[start:end].islower() and not is_listed_name(handle) and not in_dictionary(handle)
