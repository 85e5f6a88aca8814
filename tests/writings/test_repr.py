"""What is read of a note shows none of it where it is printed."""

from __future__ import annotations

from palimpseste.document import Document, Span
from palimpseste.writings.dates.reading import read_date
from palimpseste.writings.names import parse_name
from palimpseste.writings.passages import Passages


def test_what_is_read_of_a_note_shows_none_of_it() -> None:
    name, read = parse_name("Mme KERVADORÉAC", "family"), read_date("23 novembre 2037")
    passages = Passages.at(Document("1", "Vue à Dijon."), [Span(6, 11, "CITY")])
    shown = "".join(map(repr, (name, *name.full, read, passages))).casefold()
    assert not any(part in shown for part in ("kerva", "novembre", "2037", "dijon"))
