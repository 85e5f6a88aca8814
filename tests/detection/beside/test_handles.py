"""What somebody is called on a social network is one name on it."""

from __future__ import annotations

import pytest

from palimpseste.detection.beside.handles import with_handles
from palimpseste.detection.view import TextView
from palimpseste.document import Span


def handles(text: str, *found: tuple[str, str], source: str = "model") -> list[tuple[str, str]]:
    spans = [Span(text.index(value), text.index(value) + len(value), label, source) for value, label in found]
    told = with_handles(TextView.of(text), spans, set(text.lower().replace(":", " ").split()))
    return [(text[span.start : span.end], span.label) for span in told]


@pytest.mark.parametrize(
    ("text", "found", "handle"),
    [
        ("tiktok @marcodlv21", [("tiktok @marcodlv21", "EMAIL")], "@marcodlv21"),
        ("insta : @lila.mrtn_03", [("@lila.mrtn_03", "REFERENCE")], "@lila.mrtn_03"),
        ("insta de la copine : mel_xo", [("mel", "FIRSTNAME"), ("xo", "LASTNAME")], "mel_xo"),
        ('profil insta "lou.la.ou"', [("lou.la.", "FIRSTNAME")], "lou.la.ou"),
        ("snap : lilamrtnn", [("lilamrtnn", "FIRSTNAME")], "lilamrtnn"),
        ("son snap c'est lilamrtnn", [("lilamrtnn", "FIRSTNAME")], "lilamrtnn"),
    ],
)
def test_a_name_on_a_network_is_one_span_without_the_network(
    text: str, found: list[tuple[str, str]], handle: str
) -> None:
    assert handles(text, *found) == [(handle, "OTHER_ID")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("facebook : Marie Delmas", [("Marie", "FIRSTNAME"), ("Delmas", "LASTNAME")]),
        ("whatsapp 0612131415", [("0612131415", "PHONE")]),
        ("snap julie", [("julie", "FIRSTNAME")]),
        ("facebook laval.fr", [("laval.fr", "URL")]),
        ("travaille chez facebook depuis", [("facebook", "ORGANIZATION")]),
    ],
)
def test_other_names_beside_a_network_stay(text: str, found: list[tuple[str, str]]) -> None:
    assert handles(text, *found) == found


def test_what_the_record_knows_stays() -> None:
    assert handles("insta @delmas.9", ("delmas.9", "LASTNAME"), source="record.lastname") == [("delmas.9", "LASTNAME")]
