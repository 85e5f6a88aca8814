"""Names of the record found in the text."""

from __future__ import annotations

from typing import Final

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.record.compact import CompactText
from palimpseste.detection.record.name_context import stands_alone
from palimpseste.detection.record.name_forms import NameForm
from palimpseste.detection.record.typing_errors import find_misspelt
from palimpseste.detection.tokens import Tokens, Trait
from palimpseste.document import Span

__all__ = ["NameHit", "find_names", "spans_of_hits"]

# Start, end, form: a name in offsets of the view.
NameHit = tuple[int, int, NameForm]

_JOINERS: Final = " -'.\n\t_"
_BETWEEN_NAMES: Final = " ,.-:\t\n"
_LONGEST_GAP: Final = 40
_SHORTEST_MISREAD: Final = 5
_TITLE: Final = int(Trait.TITLE)
_PARTICLE: Final = int(Trait.PARTICLE)


def find_names(tokens: Tokens, compact: CompactText, forms: list[NameForm]) -> list[NameHit]:
    """Return where the names stand as names, sorted and disjoint.

    Parameters
    ----------
    tokens : Tokens
        Of the note.
    compact : CompactText
        Its letters and figures alone.
    forms : list of NameForm
        The writings that are looked for.
    """
    hits: list[NameHit] = []
    glued: list[NameHit] = []
    for form in forms:
        if len(form.letters) <= 3:
            _find_word(tokens, form, hits)
        else:
            _find_letters(compact, form, hits, glued)
    if glued:
        hits += _resolve_glued(tokens, glued, forms)
    hits += find_misspelt(tokens, forms)
    if not hits:
        return hits
    hits.sort(key=_by_place)
    disjoint = []
    reached = 0
    for hit in hits:
        if hit[0] >= reached:
            disjoint.append(hit)
            reached = hit[1]
    return _standing(tokens, disjoint)


def _by_place(hit: NameHit) -> tuple[int, int]:
    return hit[0], -hit[1]


def _find_word(tokens: Tokens, form: NameForm, hits: list[NameHit]) -> None:
    """Find a short name where it is a word of its own."""
    words, starts = tokens.words, tokens.starts
    word = form.letters.decode("ascii")
    index = -1
    try:
        while True:
            index = words.index(word, index + 1)
            hits.append((starts[index], starts[index] + len(word), form))
    except ValueError:
        return


def _find_letters(compact: CompactText, form: NameForm, hits: list[NameHit], glued: list[NameHit]) -> None:
    """Find a name in the run of letters, whatever separates its parts."""
    text, letters = compact.view.text, compact.letters
    length = len(form.letters)
    for index in compact.look_alikes(form.letters):
        if length < _SHORTEST_MISREAD and letters[index : index + length] != form.letters:
            continue
        start, end = compact.extent(index, length)
        if end - start > length and not _joined_as_a_name(compact, index, length, form):
            continue
        if (start and text[start - 1].isalpha()) or (end < len(text) and text[end].isalpha()):
            if end - start == length:
                glued.append((start, end, form))
            continue
        hits.append((start, end, form))


def _joined_as_a_name(compact: CompactText, index: int, length: int, form: NameForm) -> bool:
    """Tell whether what stands between the letters may stand inside one writing of the name."""
    breaks = compact.breaks(index, length)
    further = 0
    for place in breaks:
        gap = compact.gap(index + place)
        if gap.strip(_JOINERS) or (len(gap) > 3 and "\n" not in gap) or len(gap) > _LONGEST_GAP:
            return False
        if place not in form.joints and gap != "'":
            further += 1
    if not further:
        return True
    if further == length - 1 - len(form.joints):
        return len(breaks) == length - 1
    if further > 1:
        return False
    return _broken_once(
        compact, index, length, next(k for k in breaks if k not in form.joints and compact.gap(index + k) != "'")
    )


def _broken_once(compact: CompactText, index: int, length: int, place: int) -> bool:
    """Tell whether a name may be broken there: at a line's end, after a particle, or into what is not two words."""
    gap = compact.gap(index + place)
    text = compact.view.text
    start, end = compact.extent(index, length)
    break_start = compact.positions[index + place - 1] + 1
    break_end = compact.positions[index + place]
    left, right = text[start:break_start], text[break_end:end]
    if "\n" in gap:
        if gap.count("\n") > 1 or length < 5 or "." in gap:
            return False
        return (left.isupper() == right.isupper() and not left.islower()) or "-" in gap
    lexicon = alphabet().lexicon
    folded = compact.view.folded
    head = folded[start:break_start]
    if gap == " " and lexicon.get(head, 0) & _PARTICLE:
        return text[break_end].isupper()
    if gap == "-":
        return left[0].isupper() and right[0].isupper()
    if gap != " " or left.islower():
        return False
    unknown = any(len(piece) > 2 and not lexicon.get(piece, 0) for piece in (head, folded[break_end:end]))
    return unknown and left.isupper() == right.isupper()


def _resolve_glued(tokens: Tokens, glued: list[NameHit], forms: list[NameForm]) -> list[NameHit]:
    """Return the hits inside longer words that are two names glued, or a name glued to a word of another case."""
    found = []
    known = {form.letters.decode("ascii"): form for form in forms}
    text = tokens.view.text
    for start, end, form in glued:
        index = tokens.index_at(start)
        word_start, word_end = tokens.starts[index], tokens.end(index)
        word = tokens.words[index]
        if word_end - word_start > 60:
            continue
        rest = (
            word[end - word_start :] if start == word_start else word[: start - word_start] if end == word_end else ""
        )
        other = known.get(rest)
        if other is not None:
            found.append((word_start, word_end, form if form.label == "LASTNAME" else other))
            continue
        left = (
            start == word_start
            or (text[start].isupper() and text[start - 1].islower())
            or alphabet().lexicon.get(word[: start - word_start], 0) & _TITLE != 0
        )
        # DURANDnée, DurandPauline: the case changes where the name ends.
        right = end in (word_end, len(text)) or text[end - 1].isupper() != text[end].isupper()
        if left and right and len(form.letters) > 4 and not text[start:end].islower():
            found.append((start, end, form))
    return found


def _standing(tokens: Tokens, hits: list[NameHit]) -> list[NameHit]:
    """Keep the hits that stand as names by themselves, then those beside one, then pairs with a capital."""
    alone = [stands_alone(tokens, *hit) for hit in hits]
    if all(alone):
        return hits
    text = tokens.view.text
    kept = list(alone)
    count = len(hits)
    for order in (range(count), range(count - 1, -1, -1)):
        for position in order:
            if kept[position]:
                continue
            for other in (position - 1, position + 1):
                if not 0 <= other < count or hits[other][2].letters == hits[position][2].letters:
                    continue
                pair = hits[min(position, other)], hits[max(position, other)]
                if not _adjacent(text, pair[0][1], pair[1][0]):
                    continue
                capitals = text[hits[position][0]].isupper() and text[hits[other][0]].isupper()
                if capitals or (kept[other] and text[hits[other][0]].islower()):
                    kept[position] = True
    return [hit for hit, keep in zip(hits, kept) if keep]  # noqa: B905 (equal lengths by construction)


def _adjacent(text: str, end: int, start: int) -> bool:
    return start - end <= _LONGEST_GAP and not text[end:start].strip(_BETWEEN_NAMES)


def spans_of_hits(tokens: Tokens, hits: list[NameHit]) -> list[Span]:
    """Return one span a hit; names of one label joined by a hyphen are one span."""
    text = tokens.view.text
    spans: list[Span] = []
    for start, end, form in hits:
        if spans and spans[-1].label == form.label and text[spans[-1].end : start] == "-":
            spans[-1] = Span(spans[-1].start, end, form.label, spans[-1].source)
        else:
            spans.append(Span(start, end, form.label, "record." + form.field))
    return spans
