"""Parquet files whose columns are of types, lengths and values that nobody expects."""

from __future__ import annotations

import io
from typing import Any

from hypothesis import strategies as st
from workplace import CANARY


@st.composite
def harmed_parquet(draw: st.DrawFn, whole: bytes) -> bytes:
    """Return a Parquet file whose columns are of types, lengths and values that nobody expects."""
    import pyarrow
    import pyarrow.parquet

    columns: dict[str, Any] = pyarrow.parquet.read_table(io.BytesIO(whole)).to_pydict()
    made = {name: pyarrow.array(values) for name, values in columns.items()}
    count = len(columns["id"])
    for _ in range(draw(st.integers(1, 3))):
        name = draw(st.sampled_from((*columns, "visit_id", "patient.birthdate")))
        kind = draw(st.sampled_from(_ARROW_KINDS))
        made[name] = draw(_arrow_column(kind, count))
    table = pyarrow.table(made)
    buffer = io.BytesIO()
    compression = draw(st.sampled_from(("none", "snappy", "zstd")))
    pyarrow.parquet.write_table(
        table,
        buffer,
        row_group_size=draw(st.sampled_from((1, 2, 6))),
        compression=compression,
        store_schema=draw(st.booleans()),
    )
    return buffer.getvalue()


_ARROW_KINDS = (
    "text",
    "large",
    "dictionary",
    "binary",
    "int64",
    "float64",
    "date32",
    "us",
    "ns",
    "list",
    "null",
    "bool",
    "decimal",
)


@st.composite
def _arrow_column(draw: st.DrawFn, kind: str, count: int) -> Any:
    import pyarrow

    def values(of: st.SearchStrategy[Any]) -> list[Any]:
        return draw(st.lists(of | st.none(), min_size=count, max_size=count))

    texts = st.sampled_from(("", "a", "d1001", f"Mme {CANARY.upper()}", "31/02/2021", "\u0301", "x" * 3000, "a\0b"))
    whole = st.sampled_from((0, 1, -1, 2**31 - 1, -(2**31), 2**62, -(2**63)))
    if kind in ("text", "large", "dictionary"):
        column = pyarrow.array(values(texts), pyarrow.large_string() if kind == "large" else pyarrow.string())
        return column.dictionary_encode() if kind == "dictionary" else column
    if kind == "binary":
        raw = pyarrow.array(values(st.binary(max_size=6)), pyarrow.binary())
        # Texts that are none, unless a type says so.
        return raw if draw(st.booleans()) else pyarrow.Array.from_buffers(pyarrow.string(), count, raw.buffers())
    if kind in ("int64", "us", "ns"):
        column = pyarrow.array(values(whole), pyarrow.int64())
        return column if kind == "int64" else column.view(pyarrow.timestamp(kind, draw(st.sampled_from((None, "UTC")))))
    if kind == "date32":
        small = st.sampled_from((0, 19_000, -719_162, 2**31 - 1, -(2**31)))
        return pyarrow.array(values(small), pyarrow.int32()).view(pyarrow.date32())
    if kind == "float64":
        return pyarrow.array(values(st.floats()), pyarrow.float64())
    if kind == "list":
        return pyarrow.array(values(st.lists(st.just("a"), max_size=2)), pyarrow.list_(pyarrow.string()))
    if kind == "bool":
        return pyarrow.array(values(st.booleans()), pyarrow.bool_())
    if kind == "decimal":
        return pyarrow.array(values(st.decimals("-9", "9", places=2)), pyarrow.decimal128(5, 2))
    return pyarrow.nulls(count)
