"""The comparison of artificial with hand-written notes: what is learned from are the notes, in passages."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

from palimpseste.document import Document


def test_passages_are_the_notes_with_all_their_spans(
    notes: list[Document], load_tool: Callable[[str], ModuleType]
) -> None:
    artificial = load_tool("artificial")
    several = 0
    for note in notes[:150]:
        parts = list(artificial.cut(note))
        several += len(parts) > 1
        assert all(len(part.text) <= artificial.LONGEST for part in parts)
        values = [part.text[span.start : span.end] for part in parts for span in part.entities]
        assert values == [note.text[span.start : span.end] for span in sorted(note.entities)]
        assert "".join("".join(part.text.split()) for part in parts) == "".join(note.text.split())
    assert several > 10
