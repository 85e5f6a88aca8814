"""A server that logs every statement, parameter and failing row learns nothing from a run."""

from __future__ import annotations

import base64

from hospital import CANARIES, KEY

SECRETS = (base64.urlsafe_b64encode(KEY).decode().rstrip("=")[:20], KEY.decode(), KEY.hex())


def surrogates_of(database) -> set[str]:
    rows = database.rows("select lexical_variant from out.note_nlp")
    return {value.lower() for (value,) in rows if len(value) > 5}


def found(words, log: str) -> list[str]:
    lowered = log.lower()
    return [word for word in words if word.lower() in lowered]


def test_no_value_is_in_the_log(server, new_postgresql, deid):
    source, target = new_postgresql(), new_postgresql()
    source.fill(notes=30)
    start = len(server.log)
    assert deid(source.at("cdm"), target.at("out"), "--shift-structured-dates")[0] == 0
    log = server.log[start:]
    assert "COPY pg_temp" in log
    assert "INSERT INTO out.note " in log
    assert found((*CANARIES, "Elle va mieux", *SECRETS), log) == []
    assert found(surrogates_of(target), log) == []


def test_a_batch_that_fails_tells_nothing_of_its_rows(server, new_postgresql, deid):
    source, target = new_postgresql(), new_postgresql()
    source.fill(notes=6)
    assert deid(source.at("cdm"), target.at("out"))[0] == 0
    surrogates = surrogates_of(target)
    # The journal forgets what is done: rows come twice.
    target.do("delete from out.palimpseste_run where step > 0")
    start = len(server.log)
    status, printed = deid(source.at("cdm"), target.at("out"))
    log = server.log[start:]
    assert (status, "UniqueViolation (23505)" in printed) == (1, True)
    assert "note_pkey" in log
    assert found((*CANARIES, *SECRETS, *surrogates), log + printed) == []


def test_the_control_would_see_a_value(server, new_postgresql):
    database = new_postgresql()
    database.rows("select 'Zorglubine was here'")
    assert found(("zorglubine was here",), server.log) == ["zorglubine was here"]
