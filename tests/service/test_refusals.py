"""Attacks: refused as is said, while others are served, and never a word of what was sent in an answer or a log."""

from __future__ import annotations

import contextlib
import gzip
import json
import resource
import signal
import socket
import threading
import time

import httpx
import pytest

from palimpseste.service.accounts.users import Role
from palimpseste.service.monitoring.audit import read_audit

CANARY = "Zéphyrine-Canari-Qvist"


def raw(service, *pieces, pause=0.0, seconds=10):
    """Send bytes as they are, and return what comes back until the other end closes."""
    host, port = service.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=seconds) as connection:
        received = b""
        try:
            for piece in pieces:
                connection.sendall(piece)
                time.sleep(pause)
            while chunk := connection.recv(65536):
                received += chunk
        except (ConnectionError, TimeoutError):
            pass
        return received


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"authorization": "Bearer"},
        {"authorization": "Basic d2FyZDp4"},
        {"authorization": "Bearer ward.wrong"},
        {"authorization": "Bearer nobody.wrong"},
        {"authorization": "Bearer " + "x" * 5000},
        {"cookie": "session=ward"},
    ],
)
@pytest.mark.parametrize("path", ["/v1/deidentify", "/v1/detect/batch", "/v1/evaluate", "/v1/nothing"])
def test_without_a_token_nothing_is_answered(service, headers, path):
    with service.client() as client:
        answer = client.post(path, json={"text": CANARY}, headers=headers)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(
    ("user", "method", "path"),
    [
        ("reader", "POST", "/v1/deidentify"),
        ("chief", "POST", "/v1/detect"),
        ("ward", "GET", "/metrics"),
        ("reader", "GET", "/metrics"),
    ],
)
def test_a_role_is_needed(service, user, method, path):
    with service.client(user) as client:
        answer = client.request(method, path, json={"text": CANARY})
    assert answer.status_code == 403
    assert "this needs the role" in answer.json()["error"]


@pytest.mark.parametrize(
    "sent",
    [
        b"{",
        b"[]",
        b"null",
        b'{"text": 3}',
        b'{"text": null}',
        b"{}",
        json.dumps({"text": "a", CANARY: 1}).encode(),
        json.dumps({"text": "a", "patient": {CANARY: "b"}}).encode(),
        json.dumps({"text": "a", "patient": {"lastname": CANARY * 20}}).encode(),
        json.dumps({"text": "a", "date": CANARY}).encode(),
        json.dumps({"text": "a", "id": [CANARY]}).encode(),
        b"\xff\xfe\x00",
        b"[" * 100_000,
        json.dumps({"text": CANARY}).encode()[:-1],
    ],
)
def test_what_is_misshapen_is_refused_and_not_quoted(service, sent):
    with service.client("ward") as client:
        answer = client.post("/v1/detect", content=sent, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]
    assert "Zéphyrine" not in answer.text
    assert "phyrine" not in answer.text


@pytest.mark.parametrize(
    ("sent", "kind", "words"),
    [
        pytest.param(b'{"text": "M. Durand", "text": "b"}', "application/json", "two fields of one name", id="twice"),
        pytest.param('{"text": "née"}'.encode("cp1252"), "application/json", "UTF-8", id="cp1252"),
        pytest.param(gzip.compress(b'{"text": "b"}'), "application/json", "not compressed", id="gzip"),
        pytest.param(b'{"text": "b"', "application/json", "not JSON", id="cut"),
        pytest.param(b'[{"text": "b"}]', "application/json", "one JSON object; send one", id="list"),
        pytest.param(b'[{"text": "b"}]', "application/json", "ends with /batch", id="list"),
        pytest.param(b'{"text": "b', "application/json", "string starting at column 10", id="open"),
        pytest.param(b'{\n"text": "b",\n}', "application/json", "of line 3", id="lines"),
        pytest.param(b'{"text": "b"}', "text/plain", "application/json", id="another_type"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_way_out(service, sent, kind, words):
    with service.client("ward") as client:
        answer = client.post("/v1/deidentify", content=sent, headers={"content-type": kind})
    assert answer.status_code == 422
    assert words in answer.json()["error"]


def test_of_several_documents_the_one_that_cannot_be_taken_is_told(service):
    notes = [{"id": "a", "text": "b"}, {"id": "c", "text": "b", "patient": {"lastname": "x" * 201}}]
    with service.client("ward") as client:
        answer = client.post("/v1/detect/batch", json={"documents": notes})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("body.documents.1: patient field 'lastname' has 201 characters")


def test_two_documents_of_one_identifier_and_too_many_are_refused(service):
    with service.client("ward") as client:
        twice = client.post("/v1/detect/batch", json={"documents": [{"id": "a", "text": "b"}] * 2})
        many = client.post("/v1/detect/batch", json={"documents": [{"id": str(n), "text": "b"} for n in range(1001)]})
    assert (twice.status_code, twice.json()["error"]) == (422, "two documents of one request have the same id")
    assert (many.status_code, many.json()["error"]) == (422, "at most 1,000 documents are taken at once")


def test_what_is_too_large_is_refused_before_it_is_read_and_while_it_comes(service):
    head = f"POST /v1/detect HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {service.tokens['ward']}\r\n".encode()
    announced = raw(service, head + b"content-length: 10000001\r\n\r\n")
    assert announced.startswith(b"HTTP/1.1 413")
    chunk = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
    streamed = raw(service, head + b"transfer-encoding: chunked\r\n\r\n", *[chunk] * 11)
    assert streamed == b"" or streamed.startswith(b"HTTP/1.1 413")
    with service.client("ward") as client:
        assert client.post("/v1/detect", json={"text": "M. Durand"}).status_code == 200


@pytest.mark.parametrize("path", ["/assets/../users.json", "/assets/..%2fusers.json", "/assets/%2e%2e/x.css", "/x"])
def test_paths_lead_nowhere_else(service, path):
    answer = raw(service, f"GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 404")


def test_each_answer_has_strict_headers_and_pages_ask_no_other_host(service):
    with service.client("ward") as client:
        answers = [
            client.get("/docs"),
            client.get("/openapi.json"),
            client.get("/x"),
            client.get("/assets/service.css"),
        ]
        answers.append(client.post("/v1/detect", json={"text": "a"}))
    for answer in answers:
        assert answer.headers["content-security-policy"].startswith("default-src 'none';")
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "server" not in answer.headers
    for answer in answers[:1]:
        assert "http://" not in answer.text
        assert "https://" not in answer.text
        assert "<script" not in answer.text
        assert "style=" not in answer.text


def test_counts_name_nobody(service):
    with service.client("ward") as client:
        client.post("/v1/deidentify", json={"id": CANARY, "text": f"Mme {CANARY}"})
    with service.client("chief") as client:
        told = client.get("/metrics").text
    assert 'palimpseste_requests_total{status="200",what="deidentify"}' in told
    assert "ward" not in told
    assert "Zéphyrine" not in told


def test_who_guesses_tokens_is_locked_out_and_who_has_one_is_not(started):
    service = started("--workers", "1", settings="failures-per-quarter = 3", ward=Role.PROCESS, other=Role.PROCESS)
    with service.client("ward") as client, service.client() as guesser:
        assert client.post("/v1/detect", json={"text": "a"}).status_code == 200
        guesses = [
            guesser.post("/v1/detect", headers={"authorization": "Bearer ward.x"}, json={"text": "a"}) for _ in range(5)
        ]
        assert [guess.status_code for guess in guesses] == [401, 401, 401, 429, 429]
        assert 0 < int(guesses[-1].headers["retry-after"]) <= 900
        assert client.post("/v1/detect", json={"text": "a"}).status_code == 200
    service.users.revoke("ward")
    with service.client("ward") as client:
        assert client.post("/v1/detect", json={"text": "a"}).status_code in (401, 429)


def test_one_user_asks_too_often_and_another_is_served(started):
    service = started("--workers", "1", settings="requests-per-minute = 100", much=Role.PROCESS, little=Role.PROCESS)
    answers = []

    def ask() -> None:
        with service.client("much") as client:
            answers.extend(client.post("/v1/detect", json={"text": "M. Durand"}) for _ in range(100))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    with service.client("little") as client:
        served = [client.post("/v1/detect", json={"text": "M. Durand"}) for _ in range(20)]
    for thread in threads:
        thread.join()
    assert {each.status_code for each in served} == {200}
    assert max(each.elapsed.total_seconds() for each in served) < 5
    statuses = [each.status_code for each in answers]
    assert 100 <= statuses.count(200) <= 120
    assert statuses.count(200) + statuses.count(429) == 400
    assert "more than 100 requests came in a minute" in next(e for e in answers if e.status_code == 429).text


def test_strangers_ask_too_often_and_whoever_is_known_there_is_served(started):
    service = started("--workers", "1", settings="requests-per-minute = 30", ward=Role.PROCESS)
    with service.client() as stranger, service.client("ward") as client:
        answers = [stranger.get("/login") for _ in range(30)]
        answers += [stranger.get("/login"), stranger.get("/health"), stranger.post("/v1/detect")]
        assert client.post("/v1/detect", json={"text": "a"}).status_code == 200
    assert [each.status_code for each in answers] == [200] * 30 + [429] * 3
    assert 0 < int(answers[-1].headers["retry-after"]) <= 60


def test_whom_a_role_refuses_is_written_down(started):
    service = started("--workers", "1", reader=Role.ANNOTATE)
    with service.client("reader") as client:
        assert client.post("/v1/detect", json={"text": CANARY}).status_code == 403
    entry = read_audit(service.folder.audit, service.folder.secret()).entries[-1]
    assert [entry[name] for name in ("what", "who", "from", "status")] == ["refused", "reader", "127.0.0.1", 403]


def test_what_waits_and_what_is_held_is_bounded(started):
    service = started(
        *("--workers", "1"), settings="most-waiting = 10\nmost-bytes-together = 100000", ward=Role.PROCESS
    )
    with service.client("ward") as client:
        many = client.post("/v1/detect/batch", json={"documents": [{"id": str(n), "text": "a"} for n in range(6)]})
        large = client.post("/v1/detect", json={"text": "a" * 200_000})
        usual = client.post("/v1/detect", json={"text": "a"})
    assert (many.status_code, large.status_code, usual.status_code) == (503, 503, 200)
    assert many.headers["retry-after"] == large.headers["retry-after"] == "5"


def test_who_sends_slowly_is_let_go(started):
    service = started("--workers", "1", settings="seconds-to-read = 1", ward=Role.PROCESS)
    head = f"POST /v1/detect HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {service.tokens['ward']}\r\n"
    body = raw(service, f"{head}content-length: 100\r\n\r\n".encode(), b"{")
    assert body.startswith(b"HTTP/1.1 408")
    began = time.monotonic()
    assert raw(service, b"POST /v1/detect HTTP/1.1\r\n", b"host: x\r\n", pause=0.1, seconds=20) == b""
    assert time.monotonic() - began < 15


@pytest.mark.parametrize(("pause", "is_whole"), [(0.1, True), (4.0, False)])
def test_who_takes_an_answer_too_slowly_is_let_go(started, pause, is_whole):
    service = started("--workers", "1", settings="seconds-to-read = 1", ward=Role.PROCESS)
    note = json.dumps({"id": "n", "text": " " * 3_000_000}).encode()
    head = f"POST /v1/deidentify HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {service.tokens['ward']}\r\n"
    host, port = service.address.removeprefix("http://").split(":")
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16_384)
        connection.settimeout(20)
        connection.connect((host, int(port)))
        connection.sendall(
            f"{head}content-type: application/json\r\nconnection: close\r\ncontent-length: {len(note)}\r\n\r\n".encode()
            + note
        )
        received = connection.recv(65_536)
        time.sleep(pause)
        with contextlib.suppress(ConnectionError):
            while chunk := connection.recv(65_536):
                received += chunk
    assert received.startswith(b"HTTP/1.1 200")
    assert (len(received) > 3_000_000) == is_whole


def test_a_service_that_is_ended_answers_what_came_and_leaves_no_word_of_it(started):
    service = started("--policy", "plausible", "--workers", "1", ward=Role.PROCESS)
    note = {"id": "n", "text": f"Mme {CANARY}, vue ce jour. " * 2000}
    answers = []

    def ask() -> None:
        with service.client("ward") as client:
            answers.append(client.post("/v1/deidentify", json=note))

    thread = threading.Thread(target=ask)
    thread.start()
    time.sleep(0.6)
    assert service.end() == 0
    thread.join()
    assert answers[0].status_code == 200
    with pytest.raises(httpx.HTTPError):
        service.client("ward").post("/v1/deidentify", json=note)
    kept = [service.said, *(path for path in service.folder.path.rglob("*") if path.is_file())]
    for path in kept:
        content = path.read_bytes()
        assert b"Canari" not in content
        assert service.tokens["ward"].partition(".")[2].encode() not in content
    chain = read_audit(service.folder.audit, service.folder.secret())
    assert not chain.flaw
    assert [entry["what"] for entry in chain.entries] == ["begin", "deidentify", "end"]


def test_a_killed_service_leaves_a_whole_log_and_starts_again(started):
    service = started("--workers", "1", ward=Role.PROCESS)
    with service.client("ward") as client:
        client.post("/v1/detect", json={"text": "a"})
    service.process.send_signal(signal.SIGKILL)
    service.process.wait()
    assert not read_audit(service.folder.audit, service.folder.secret()).flaw


def test_a_view_that_is_none_is_not_quoted(service):
    note = {"text": "Vu.", "entities": [], "predicted": []}
    with service.client("ward") as client:
        answer = client.post("/v1/evaluate", json={"documents": [note], "view": CANARY})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("body.view: it is none of canonical, aphp")


@pytest.mark.parametrize("sent", [b"[]", b"{", b'{"resourceType": "Nothing"}'])
def test_resources_that_cannot_be_read_are_refused_without_options_of_a_command(service, sent):
    with service.client("ward") as client:
        told = client.post("/fhir/$de-identify", content=sent).json()["issue"][0]["diagnostics"]
    assert told.startswith("not written: ")
    assert "--" not in told
    assert "jq" not in told


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/v1/deidentify?policy=tag", "not known; it takes none"),
        ("/v1/detect/batch?Policy=x", "not known; it takes none"),
        (f"/fhir/$de-identify?{CANARY}=1", "not known; it takes none"),
        ("/v1/jobs?textcolumn=note", "not known; it takes format, text_column, id_column"),
        ("/v1/jobs?format=csv&format=jsonl", "stands there twice"),
        (f"/v1/jobs?format={CANARY}", "query.format: string too long"),
        (f"/v1/jobs?text_column={CANARY * 20}", "query.text_column: string too long"),
    ],
)
def test_a_parameter_that_would_be_lost_is_refused_and_not_quoted(service, path, told):
    with service.client("ward") as client:
        kept = client.get("/v1/jobs").json()
        answer = client.post(path, json={"text": "M. Durand"})
        assert client.get("/v1/jobs").json() == kept
    assert answer.status_code == 422
    assert told in answer.json()["error"]
    assert "phyrine" not in answer.text


@pytest.mark.parametrize("path", ["/v1/detect", "/login"])
def test_who_guesses_many_at_once_is_locked_out_as_soon(started, path):
    service = started(
        "--workers", "1", before='detectors = ["rules"]', settings="failures-per-quarter = 3", ward=Role.PROCESS
    )
    statuses = []

    def guess(number: int) -> None:
        with service.client() as client:
            headers = {"authorization": f"Bearer ward.{number}"}
            sent = client.post(path, data={"name": "ward", "password": f"guess {number}"}, headers=headers)
            statuses.append(sent.status_code)

    threads = [threading.Thread(target=guess, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [401] * 3 + [429] * 9


def test_what_cannot_be_written_or_read_is_told_without_the_folder(started):
    service = started("--workers", "1", before='detectors = ["rules"]', ward=Role.PROCESS)
    limits = resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE)
    with service.client("ward") as client:
        assert client.post("/v1/detect", json={"text": "a"}).status_code == 200
        resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, (service.folder.audit.stat().st_size, limits[1]))
        full = client.post("/v1/detect", json={"text": CANARY})
        assert (full.status_code, full.json()["error"]) == (503, "audit.jsonl cannot be written")
        resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, limits)
        assert client.post("/v1/detect", json={"text": "a"}).status_code == 200
        service.folder.users.chmod(0o644)
        service.folder.users.write_bytes(service.folder.users.read_bytes() + b"\n")
        open_to_others = client.post("/v1/detect", json={"text": "a"})
        assert open_to_others.status_code == 503
        assert "users.json has mode 0644" in open_to_others.text
        assert str(service.folder.path) not in open_to_others.text
        service.folder.users.chmod(0o600)
        assert client.post("/v1/detect", json={"text": "a"}).status_code == 200
    assert not read_audit(service.folder.audit, service.folder.secret()).flaw


def test_a_form_of_many_fields_is_refused(service):
    with service.client() as client:
        answer = client.post("/login", data={f"field{n}": "x" for n in range(30)}, headers={"accept-language": "fr"})
    assert (answer.status_code, answer.json()["error"]) == (422, "le formulaire a trop de champs")


@pytest.mark.parametrize("path", ["/v1/deidentify", "/v1/detect", "/v1/detect/batch", "/v1/evaluate"])
def test_a_birth_that_cannot_be_read_is_told_and_not_quoted(service, path):
    note = {"text": "Mme Durand, née le 3 mai 1950.", "patient": {"lastname": "Durand", "birthdate": CANARY}}
    note |= {"entities": []} if path.endswith("evaluate") else {}
    sent = note if path in ("/v1/deidentify", "/v1/detect") else {"documents": [note]}
    with service.client("ward") as client:
        answer = client.post(path, json=sent)
        note["patient"]["birthdate"] = "3 mai 1950"
        assert client.post(path, json=sent).status_code == 200
    assert answer.status_code == 422
    assert "a date of birth that cannot be read; write YYYY-MM-DD or DD/MM/YYYY" in answer.json()["error"]
    assert "phyrine" not in answer.text


def test_who_says_that_nothing_more_is_sent_has_an_answer_to_what_was(service):
    body = json.dumps({"text": "M. Durand"}).encode()
    token = service.tokens["ward"]
    host, port = service.address.removeprefix("http://").split(":")
    for length, begins in ((len(body), b"HTTP/1.1 200"), (len(body) + 9, b"")):
        head = (
            f"POST /v1/detect HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {token}\r\n"
            f"content-type: application/json\r\ncontent-length: {length}\r\n\r\n"
        )
        with socket.create_connection((host, int(port)), timeout=30) as connection:
            connection.sendall(head.encode() + body)
            connection.shutdown(socket.SHUT_WR)
            received, began = b"", time.monotonic()
            while chunk := connection.recv(65536):
                received += chunk
        assert received[:12] == begins
        assert (b"LASTNAME" in received) == bool(begins)
        assert time.monotonic() - began < 10  # it does not wait for another request


@pytest.mark.parametrize("path", ["/v1/deidentify", "/v1/detect"])
def test_a_text_that_no_file_may_hold_is_refused(service, path):
    with service.client("ward") as client:
        answer = client.post(path, json={"text": "Mme Du\0rand"})
    assert (answer.status_code, answer.json()["error"]) == (422, "not text: it holds NUL characters")


@pytest.mark.parametrize(
    ("date", "status"),
    [("2024-01-05", 200), ("2024-01-05T10:30:00+01:00", 200), ("2024-01-05 10:30", 200), ("05/01/2024", 422)],
)
def test_a_date_is_one_that_a_file_may_have(service, date, status):
    with service.client("ward") as client:
        answer = client.post("/v1/deidentify", json={"text": "Vue ce jour.", "date": date})
    assert answer.status_code == status
    assert status == 200 or answer.json()["error"] == "body.date: no date; write YYYY-MM-DD"
