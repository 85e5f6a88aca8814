from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import palimpseste
from palimpseste.errors import UsageError
from palimpseste.omop import cdm
from palimpseste.omop.address import Address, is_omop
from palimpseste.omop.mapping import SiteMapping


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("omop+duckdb:cdm.duckdb", Address("duckdb", "cdm.duckdb", "main")),
        ("omop:cdm.duckdb?schema=a%20b", Address("duckdb", "cdm.duckdb", "a b")),
        ("omop+duckdb:///srv/c%3Fm.duckdb?schema=cdm", Address("duckdb", "/srv/c?m.duckdb", "cdm")),
        ("omop+postgresql://u%40h@srv:5433/base", Address("postgresql", "base", "public", "u@h", "srv", 5433)),
        (
            "omop+postgresql:///base?host=/run/pg&schema=c",
            Address("postgresql", "base", "c", settings={"host": "/run/pg"}),
        ),
        (
            "omop+postgresql://?service=warehouse",
            Address("postgresql", "", "public", settings={"service": "warehouse"}),
        ),
    ],
)
def test_an_address_is_read(text, address):
    assert is_omop(text)
    assert Address.parsed(text) == address


@pytest.mark.parametrize(
    "text",
    [
        "omop+postgresql://user:Zorglub@host/base",
        "omop+postgresql://user@host/base?password=Zorglub",
        "omop+duckdb://user:Zorglub@host/base",
    ],
)
def test_a_password_in_an_address_is_refused_and_not_shown(text):
    with pytest.raises(UsageError, match="a password does not belong in an address") as caught:
        Address.parsed(text)
    assert "Zorglub" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("omop+mysql://host/base", "unknown kind of OMOP database"),
        ("omop+duckdb://host/base.duckdb", "a DuckDB file is written"),
        ("omop+duckdb:", "names no DuckDB file"),
        ("omop+duckdb:x.duckdb?schema=a.b", "a schema with a dot in its name"),
        ("omop+duckdb:x.duckdb?sslmode=no", "unknown setting in the address: 'sslmode'"),
        ("omop+postgresql://h/b?options=-c", "unknown setting in the address: 'options'"),
        ("omop+postgresql:///dbname=x password=Zorglub", "cannot be addressed"),
        ("omop+postgresql://[h/b", "cannot be read"),
        ("omop+postgresql://h:x/b", "cannot be read"),
    ],
)
def test_a_wrong_address_is_refused_with_the_reason(text, reason):
    with pytest.raises(UsageError, match=re.escape(reason)):
        Address.parsed(text)


@pytest.mark.parametrize("name", ["notes.jsonl", "omop", "-", "/omop/x", "x:omop+duckdb"])
def test_a_file_is_no_address(name):
    assert not is_omop(name)


def test_files_and_tables_do_not_mix(palimpseste, tmp_path):
    (tmp_path / "a.jsonl").write_text("")
    for arguments in (("omop:x.duckdb", "-o", "b.jsonl"), ("a.jsonl", "-o", "omop:x.duckdb")):
        status, printed = palimpseste("deid", *arguments)
        assert (status, "from one address to another" in printed) == (2, True)
    status, printed = palimpseste("deid", "a.jsonl", "-o", "b.jsonl", "--shift-structured-dates")
    assert (status, "is for OMOP tables" in printed) == (2, True)
    assert not (tmp_path / "x.duckdb").exists()


def test_a_server_that_is_not_there_is_named_without_what_else_is_known(palimpseste, tmp_path, monkeypatch):
    monkeypatch.setenv("PGPASSWORD", "Zorglub")
    status, printed = palimpseste(
        "deid", f"omop+postgresql://site@/base?host={tmp_path}", "-o", "omop:out.duckdb", "--policy", "plausible"
    )
    assert status == 1
    assert "Zorglub" not in printed
    assert "Traceback" not in printed
    assert f"database base on {tmp_path}" in printed


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"idents": {}}, "[omop] idents: unknown key (did you mean 'identity'?); allowed: keep, identity, visits"),
        ({"keep": ["note_source_value"]}, "[omop] keep, item 1: a string; allowed: a column as 'table.column'"),
        ({"identity": {"lastname": "nom"}}, "[omop.identity] table: nothing; allowed: a string"),
        ({"identity": {"table": "t"}}, "[omop.identity]: no field of the record is mapped; allowed: "),
        ({"identity": {"table": "t", "surname": "nom"}}, "[omop.identity] surname: unknown key"),
        ({"identity": {"table": "t", "lastname": 3}}, "[omop.identity] lastname: 3; allowed: a string"),
        ({"visits": {"table": "t", "visit_id": "v", "required": "yes"}}, "required: a string; allowed: true or false"),
    ],
)
def test_a_wrong_mapping_is_refused_with_the_reason(values, reason):
    with pytest.raises(UsageError, match=re.escape(reason)):
        SiteMapping.from_mapping(values)


def columns() -> set[str]:
    """Return the names of columns that nothing else is called."""
    tables = [value for value in vars(cdm).values() if isinstance(value, type) and hasattr(value, "key")]
    parts = [part for table in tables for name, part in vars(table).items() if name not in ("name", "__module__")]
    named = {part for part in parts if isinstance(part, str)}
    named |= {name for part in parts if isinstance(part, tuple) for name in part}
    for table in cdm.DATED_TABLES:
        named |= {*table.columns, *table.days, *table.moments}
    return {name for name in named if re.fullmatch(r"[a-z]+(_[a-z0-9]+)+", name)}


def strings_of(path: Path) -> list[str]:
    """Return the strings of a module that are no docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings
    ]


def test_columns_of_the_model_are_named_in_one_module():
    package = Path(palimpseste.__file__).parent
    named = columns()
    assert {"note_id", "person_id", "visit_start_datetime", "lexical_variant", "birth_datetime"} <= named
    elsewhere = {
        f"{path.name}: {name}"
        for path in package.rglob("*.py")
        if path != package / "omop" / "cdm.py"
        for string in strings_of(path)
        for name in set(re.findall(r"[a-z_0-9]+", string)) & named
    }
    assert elsewhere == set()
