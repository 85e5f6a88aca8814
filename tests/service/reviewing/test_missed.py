"""What people marked and nothing had found: what is counted, and the list that a site's file takes."""

from __future__ import annotations

import pytest

from palimpseste.configuration import Configuration
from palimpseste.document import Document, Patient, Span
from palimpseste.pipelines.site import detector_of
from palimpseste.service.folder import ServiceFolder
from palimpseste.service.reviewing.missed import MissedWord, missed_of, site_words
from palimpseste.service.reviewing.reviews import Reviews

TEXT = "Mme Durand, adressée par le réseau  « Opale », suivie le 3 mai par Rose et Kervadec."


def span(words, label):
    start = TEXT.index(words)
    return Span(start, start + len(words), label)


FOUND = span("Durand", "LASTNAME")
ADDED = [
    span("réseau  « Opale", "ORGANIZATION"),
    span("3 mai", "DATE"),
    span("Rose", "FIRSTNAME"),
    span("Kervadec", "LASTNAME"),
]


@pytest.fixture
def folder(tmp_path):
    return ServiceFolder.opened(tmp_path / "service", create=True)


@pytest.fixture
def reviews(folder):
    opened = Reviews(folder.reviews, folder.secret())
    found = [{"start": FOUND.start, "end": FOUND.end, "label": FOUND.label, "source": "rules"}]
    texts = {"a": TEXT, "b": TEXT.replace("Kervadec", "KERVADEC"), "c": TEXT}
    opened.add([{"id": id, "text": text, "entities": found} for id, text in texts.items()])
    return opened


def keep(reviews, note, user, *spans):
    reviews.keep(reviews.name_of(note), user, spans, 0, 1)


def test_words_that_nothing_had_found_are_counted_by_notes_and_people(reviews):
    keep(reviews, "a", "one", FOUND, *ADDED)
    keep(reviews, "a", "other", span("Mme Durand", "LASTNAME"), ADDED[1], ADDED[3])
    keep(reviews, "b", "one", ADDED[3])
    found = missed_of(reviews.decided())
    assert found.words == (
        MissedWord("LASTNAME", "Kervadec", 2, 2, False),
        MissedWord("ORGANIZATION", "réseau « Opale", 1, 1, False),
        MissedWord("FIRSTNAME", "Rose", 1, 1, True),
    )
    assert found.others == {"DATE": 1}
    assert [word.text for word in missed_of(reviews.decided(), 2).words] == ["Kervadec"]
    assert "ervadec" not in repr(found)


def test_what_was_settled_stands_before_what_one_says(reviews):
    keep(reviews, "c", "one", FOUND, *ADDED)
    keep(reviews, "c", "other", FOUND)
    reviews.settle(reviews.name_of("c"), "third", [FOUND, ADDED[3]], 0, 1)
    assert [word.text for word in missed_of(reviews.decided()).words] == ["Kervadec"]


def test_a_site_takes_the_list_and_masks_its_words(reviews, folder, palimpseste, tmp_path):
    keep(reviews, "a", "one", FOUND, *ADDED)
    written = tmp_path / "site.toml"
    command = ("review", "missed", "--folder", folder.path, "-o", written)
    status, _, said = palimpseste(*command)
    assert status == 0
    assert "3 words" in said
    assert "1 DATE" in said
    assert written.stat().st_mode & 0o077 == 0
    assert '# ordinary word, FIRSTNAME: "Rose"' in written.read_text()
    for word in ("ervadec", "Opale", "Rose"):
        assert word not in said
    assert set(Configuration.read(written).site_patterns) == {"LASTNAME", "ORGANIZATION"}
    note = Document("n", "vu par kervadec au reseau « opale", patient=Patient())
    found = detector_of(written, ["rules"]).detect(note)
    assert [(each.label, note.text[each.start : each.end]) for each in found] == [
        ("LASTNAME", "kervadec"),
        ("ORGANIZATION", "reseau « opale"),
    ]
    assert palimpseste(*command)[0] == 2
    assert palimpseste(*command[:-1], tmp_path / "other", "--least-notes", "2")[0] == 2


def test_what_would_break_the_file_is_in_no_list(reviews):
    hostile = 'x"]\nORGANIZATION = [" \x7f y \u2028 z'
    reviews.add([{"id": "h", "text": hostile, "entities": []}])
    reviews.keep(reviews.name_of("h"), "one", [Span(0, len(hostile), "CITY"), Span(0, 1, "CITY")][:1], 0, 1)
    assert missed_of(reviews.decided()).words == ()
    quoted = [MissedWord("CITY", 'x"] \\ y', 1, 1, False)]
    assert site_words(quoted) == '[site-words]\nCITY = [\n    "x\\"] \\\\ y",\n]\n'
