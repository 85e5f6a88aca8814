"""No row of a CSV file is lost or joined to another over a quote that is never closed."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.sources import listed_inputs, open_sources
from palimpseste.sources.rows import Rows

BROKEN = "not a CSV row: quotes do not match, or NUL characters"


def entries_of(tmp_path, content):
    path = tmp_path / "notes.csv"
    path.write_text(content)
    source = open_sources(listed_inputs([path]))[0]
    return [(entry.place.line, entry.document.text if entry.document else entry.reason) for entry in source.entries()]


def table(names, change):
    lines = [f"{name},note {number}" for number, name in enumerate(names, start=1)]
    return "id,text\n" + "".join(change(number, line) + "\n" for number, line in enumerate(lines, start=1))


NAMES = {
    "counted": [str(n) for n in range(1, 101)],
    "lettered": [f"CR-{n:04}" for n in range(1, 101)],
    "random": [str(7919 * n % 100_003 + 100_000) for n in range(1, 101)],
    "digests": [f"{n * 2654435761 % 2**32:08x}-{n:04x}" for n in range(1, 101)],
}


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_a_quote_that_is_never_closed_costs_one_row(tmp_path, names):
    found = entries_of(tmp_path, table(names, lambda n, line: line.replace(",", ',"') if n == 5 else line))
    assert len(found) == 100
    assert found[4] == (6, BROKEN)
    assert [text for line, text in found if line != 6] == [f"note {n}" for n in range(1, 101) if n != 5]


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_rows_that_such_a_quote_would_make_one_document_stay_apart(tmp_path, names):
    def change(n, line):
        return {5: line.replace(",", ',"'), 8: line + '"'}.get(n, line)

    found = entries_of(tmp_path, table(names, change))
    assert len(found) == 100
    assert found[4] == (6, BROKEN)
    assert found[5:8] == [(7, "note 6"), (8, "note 7"), (9, 'note 8"')]


def test_a_quote_closed_in_another_column_swallows_nothing(tmp_path):
    content = 'id,text,note\n4,a,b\n5,"c,d\n6,e,f\n7,g",h\n8,i,j\n'
    path = tmp_path / "notes.csv"
    path.write_text(content)
    entries = list(open_sources(listed_inputs([path]))[0].entries())
    assert [entry.document and entry.document.id for entry in entries] == ["4", None, "6", "7", "8"]


def test_a_row_that_ends_with_the_quote_and_another_column_is_not_part_of_the_text_before_it(tmp_path):
    path = tmp_path / "notes.csv"
    path.write_text('id,text,note\n4,a,b\n5,"c\n6,d,e",f\n7,g,h\n')
    entries = list(open_sources(listed_inputs([path]))[0].entries())
    assert [entry.document and entry.document.id for entry in entries] == ["4", None, "7"]
    assert entries[1].reason == BROKEN + "; lines 3 to 4 are lost with it"


def test_a_dose_that_reads_as_the_next_row_is_text_where_that_row_follows(tmp_path):
    text = "Le matin :\n2,5 mg de bisoprolol\n3,75 mg le soir"
    found = entries_of(tmp_path, f'id,text\n1,"{text}"\n2,"{text}"\n3,vu\n')
    assert found == [(2, text), (5, text), (8, "vu")]


def test_lines_that_begin_as_no_row_does_are_named_with_the_row_that_is_lost(tmp_path):
    found = entries_of(tmp_path, 'id,text\n1,a\n2,"b\nPoids 70, taille 170\n1,5 g de x"y\n3,c\n')
    assert found == [(2, "a"), (3, BROKEN + "; lines 3 to 5 are lost with it"), (6, "c")]


@pytest.mark.parametrize(
    "text",
    ["Poids 70, taille 170\n1,5 g par jour\n2,5 g le soir", "1,a\n3,b", "a,b\nc,d", "n8\nn9", "19/03,vu\n20/03,revu"],
)
def test_a_text_of_several_lines_with_delimiters_is_one_row(tmp_path, text):
    assert entries_of(tmp_path, f'id,text\n7,"{text}"\n8,"fin"\n') == [(2, text), (text.count("\n") + 3, "fin")]


CELLS = st.lists(st.text('ab \n",;1é', max_size=12), min_size=1, max_size=8)


@given(CELLS, st.sampled_from(",;"))
def test_what_is_written_as_csv_is_read_row_by_row(texts, delimiter):
    rows = [["id", "text"]] + [[f"n{number}", text] for number, text in enumerate(texts)]
    buffer = io.StringIO(newline="")
    csv.writer(buffer, delimiter=delimiter, lineterminator="\n").writerows(rows)
    lines = buffer.getvalue().splitlines(keepends=True)
    assert [row for _, row in Rows(lines, delimiter, 2, 0)] == rows
