"""What is harmed, how, and what must hold of it: for each reader, the view, the rules and the files of a site."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from hypothesis import strategies as st
from laws_of_files import (
    check_file,
    law_of_json_lines,
    law_of_one_document,
    law_of_parquet,
    law_of_resources,
    law_of_tables,
)
from mutations import (
    TOKENS,
    either,
    harmed_bytes,
    harmed_json_lines,
    harmed_table,
)
from omop_tables import NOTES, PERSONS, check_rows
from parquet_files import harmed_parquet
from registers import check_register, harmed_register
from seeds import POLICIES, Kind, files_of
from site_files import any_policy, check_site_file, patients, site_files, toml
from texts import DETECTORS, RECORDS, TEXTS, check_rules, check_view

__all__ = ["KINDS", "Kind"]


PDF_TOKENS = (
    *TOKENS, b"/Length 0", b"/Length 999999999", b"/Kids [2 0 R]", b"/Parent 3 0 R", b"/Count -1", b"/Count 99999999",
    b"/Filter /FlateDecode", b"/Filter [/ASCIIHexDecode /LZWDecode]", b"/Encrypt 1 0 R", b"endobj", b"endstream",
    b"stream\n", b"startxref\n0\n", b"/MediaBox [0 0 0 0]", b"/MediaBox [0 0 1e9 1e9]", b"/Rotate 45",
    b"/ToUnicode 1 0 R",
    b"(", b")", b"<<", b">>", b"1 0 R", b"0 0 R", b"99 0 R", b" Tj", b" Tf", b"BT", b"ET", b"1e38 0 0 1e38 0 0 cm",
)  # fmt: skip

KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("text", files_of("text", harmed_bytes), partial(check_file, law_of_one_document)),
        Kind(
            "jsonl", files_of("jsonl", either(harmed_bytes, harmed_json_lines)), partial(check_file, law_of_json_lines)
        ),
        Kind("csv", files_of("csv", either(harmed_bytes, harmed_table)), partial(check_file, law_of_tables)),
        Kind("parquet", files_of("parquet", either(harmed_bytes, harmed_parquet)), partial(check_file, law_of_parquet)),
        Kind(
            "pdf",
            files_of("pdf", partial(harmed_bytes, tokens=PDF_TOKENS)),
            partial(check_file, law_of_one_document),
        ),
        Kind("fhir", files_of("fhir", either(harmed_bytes, harmed_json_lines)), partial(check_file, law_of_resources)),
        Kind("omop", st.tuples(NOTES, PERSONS, st.sampled_from(POLICIES)), check_rows),
        Kind("view", TEXTS | st.text(), check_view),
        Kind("rules", st.tuples(TEXTS, RECORDS, st.sampled_from(POLICIES), DETECTORS), check_rules),
        Kind(
            "policy",
            site_files("policies", either(toml, lambda whole: any_policy())),
            partial(check_site_file, "--policy"),
        ),
        Kind("site", site_files("site", toml), partial(check_site_file, "--config")),
        Kind("patients", site_files("patients", patients), partial(check_site_file, "--patients")),
        Kind("register", harmed_register(), check_register),
    )
}
