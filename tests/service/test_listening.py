"""What a service needs before it listens, and where it listens."""

from __future__ import annotations

import contextlib
import http.client
import json
import resource
import socket
import ssl
import time

import pytest
from certificates import certificate_of
from click.testing import CliRunner
from cryptography.hazmat.primitives import serialization
from running import Running

from palimpseste.cli import palimpseste
from palimpseste.errors import UsageError
from palimpseste.service.accounts.users import Role
from palimpseste.service.settings import ServiceSettings
from palimpseste.settings_files import OpenTable, Where


def settings(**given):
    return ServiceSettings.read(OpenTable({}, Where("site.toml", "service")), given)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.0.0.1", "192.168.1.2"])
def test_beyond_this_machine_it_listens_encrypted_only(host, tmp_path):
    with pytest.raises(UsageError, match="notes would cross the network unencrypted"):
        settings(host=host)
    assert settings(host=host, proxy="10.0.0.2").is_encrypted
    assert settings(host=host, certificate=tmp_path / "a", certificate_key=tmp_path / "b").is_encrypted


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"host": "localhost"}, "host is the number of an address"),
        ({"proxy": "proxy.local"}, "proxy is the number of an address"),
        ({"certificate": "a"}, "https needs both"),
        ({"certificate": "a", "certificate_key": "b", "proxy": "10.0.0.2"}, "name one"),
        ({"port": 70_000}, "port"),
        ({"most_bytes": 0}, "most-bytes"),
    ],
)
def test_wrong_settings_are_refused_by_name(given, words):
    with pytest.raises(UsageError, match=words):
        settings(**given)


def run(*arguments):
    return CliRunner().invoke(palimpseste, arguments)


def test_without_users_nothing_is_listened_at(tmp_path):
    folder = tmp_path / "service"
    folder.mkdir(mode=0o700)
    done = run("serve", "--folder", str(folder))
    assert "has no user who may ask" in str(done.exception)
    assert "--folder, or folder in" in str(run("serve").exception)


def test_one_service_over_a_folder(started):
    service = started("--workers", "1", ward=Role.PROCESS)
    with pytest.raises(AssertionError, match="another service runs over"):
        Running(service.folder.path)


def test_commands_make_users_and_check_the_log(started, tmp_path):
    folder = tmp_path / "service"
    added = run("user", "add", "ward", "--role", "process", "--role", "annotate", "--folder", str(folder))
    assert added.stdout.startswith("ward.")
    listed = run("user", "list", "--folder", str(folder))
    assert "process, annotate" in listed.stdout
    assert "active" in listed.stdout
    renewed = run("user", "renew", "ward", "--days", "2", "--folder", str(folder))
    assert renewed.stdout.startswith("ward.")
    assert renewed.stdout != added.stdout
    password = tmp_path / "password"
    password.write_text("une phrase assez longue\n")
    password.chmod(0o600)
    assert run("user", "password", "ward", "--password-file", str(password), "--folder", str(folder)).exit_code == 0
    assert run("user", "revoke", "ward", "--folder", str(folder)).exit_code == 0
    assert "revoked" in run("user", "list", "--folder", str(folder)).stdout


def test_a_head_that_was_noted_is_found_again_or_missed(started):
    service = started("--workers", "1", ward=Role.PROCESS)
    assert service.end() == 0
    folder = str(service.folder.path)
    said = run("user", "audit", "--folder", folder).stderr
    head = said.split("head ")[1].strip()
    assert said.startswith("2 lines, whole")
    assert run("user", "audit", "--folder", folder, "--head", head).exit_code == 0
    lines = service.folder.audit.read_text().splitlines(keepends=True)
    service.folder.audit.write_text(lines[0])
    assert "1 lines, whole" in run("user", "audit", "--folder", folder).stderr
    assert "was cut" in str(run("user", "audit", "--folder", folder, "--head", head).exception)


def test_an_answer_does_not_wait_for_an_acknowledgement(service):
    connection = http.client.HTTPConnection(service.address.removeprefix("http://"))
    seconds = []
    for _ in range(20):
        began = time.perf_counter()
        connection.request("GET", "/health")
        assert connection.getresponse().read()
        seconds.append(time.perf_counter() - began)
    connection.close()
    assert min(seconds) < 0.03  # an acknowledgement is put off for 0.04


def test_https_with_a_certificate_of_the_house(started, tmp_path):
    import httpx

    certificate, key = certificate_of(tmp_path)
    service = started(
        *("--workers", "1", "--certificate", str(certificate), "--certificate-key", str(key)), ward=Role.PROCESS
    )
    address = service.address.replace("127.0.0.1", "localhost")
    assert address.startswith("https://")
    context = ssl.create_default_context(cafile=str(certificate))
    with httpx.Client(base_url=address, verify=context) as client:
        answer = client.get("/health")
    assert answer.json()["status"] == "ok"
    assert "max-age" in answer.headers["strict-transport-security"]


def encrypted(started, folder, **dates):
    certificate, key = certificate_of(folder, **dates)
    return started(
        *("--workers", "1", "--certificate", str(certificate), "--certificate-key", str(key)),
        before='detectors = ["rules"]',
        ward=Role.PROCESS,
        chief=Role.ADMINISTER,
    )


def test_a_handshake_that_is_begun_and_left_is_not_held(started, tmp_path):
    service = encrypted(started, tmp_path)
    host, port = service.address.removeprefix("https://").split(":")
    began = time.monotonic()
    with socket.create_connection((host, int(port)), timeout=30) as silent:
        silent.sendall(b"\x16\x03\x01\x02\x00\x01\x00")  # how a client begins
        assert silent.recv(1) == b""
        assert 5 < time.monotonic() - began < 20


def test_handshakes_that_are_begun_and_left_keep_nobody_out(started, tmp_path):
    service = encrypted(started, tmp_path)
    host, port = service.address.removeprefix("https://").split(":")
    # Fewer files than one address may open connections: what a process has where nobody says otherwise is 1,024.
    resource.prlimit(service.process.pid, resource.RLIMIT_NOFILE, (400, 400))
    context = ssl.create_default_context(cafile=str(tmp_path / "certificate.pem"))
    with contextlib.ExitStack() as stack:
        for _ in range(500):
            silent = stack.enter_context(socket.create_connection((host, int(port)), timeout=5))
            with contextlib.suppress(ConnectionError):
                silent.sendall(b"\x16\x03\x01\x02\x00\x01\x00")
        other = stack.enter_context(socket.socket())
        other.bind(("127.0.0.2", 0))
        other.settimeout(5)
        other.connect((host, int(port)))
        encrypted_one = stack.enter_context(context.wrap_socket(other, server_hostname="localhost"))
        encrypted_one.sendall(b"GET /health HTTP/1.1\r\nhost: a\r\n\r\n")
        assert encrypted_one.recv(100).startswith(b"HTTP/1.1 200")


def test_who_does_not_answer_the_end_of_tls_is_not_waited_for(started, tmp_path):
    service = encrypted(started, tmp_path)
    host, port = service.address.removeprefix("https://").split(":")
    context = ssl.create_default_context(cafile=str(tmp_path / "certificate.pem"))
    came, sent = ssl.MemoryBIO(), ssl.MemoryBIO()
    tls = context.wrap_bio(came, sent, server_hostname="localhost")
    with socket.create_connection((host, int(port)), timeout=30) as plain:
        while True:
            try:
                tls.do_handshake()
                break
            except ssl.SSLWantReadError:
                plain.sendall(sent.read())
                came.write(plain.recv(65_536))
        plain.sendall(sent.read())
        began = time.monotonic()  # no request follows, and what ends TLS is not answered
        while plain.recv(65_536):
            pass
        assert time.monotonic() - began < 20


@pytest.mark.parametrize(
    ("dates", "days", "told"),
    [
        ({"ends": 12}, 12, "the certificate expires in 12 days, on "),
        ({"begins": -9, "ends": -2}, -2, "the certificate expired on "),
        ({"begins": 3, "ends": 400}, 0, "the certificate holds from "),
    ],
)
def test_a_certificate_that_clients_soon_refuse_is_told_at_the_start_in_the_log_and_to_who_watches(
    started, tmp_path, dates, days, told
):
    import httpx

    service = encrypted(started, tmp_path, **dates)
    assert f"warning: {told}" in service.said.read_text()
    assert "PRIVATE" not in service.said.read_text()
    with httpx.Client(base_url=service.address, verify=False) as client:
        assert client.get("/health").json()["certificate_days"] == days
        counts = client.get("/metrics", headers={"authorization": f"Bearer {service.tokens['chief']}"}).text
    assert f"palimpseste_certificate_days {days}.0" in counts
    service.end()
    written = [json.loads(line)["what"] for line in service.folder.audit.read_text().splitlines()]
    assert written[:2] == ["begin", f"certificate/{days} days"]


def test_of_a_certificate_that_holds_nothing_is_said(started, tmp_path):
    service = encrypted(started, tmp_path, ends=31)
    assert "certificate" not in service.said.read_text()
    service.end()
    assert "certificate" not in service.folder.audit.read_text()


@pytest.mark.parametrize(
    ("certificate", "key", "told"),
    [
        ("none.pem", "key.pem", "none.pem: No such file"),
        ("certificate.pem", "none.pem", "none.pem: No such file"),
        ("certificate.pem", "other.pem", "do not belong together"),
        ("key.pem", "certificate.pem", "one of them is not in PEM"),
        ("certificate.der", "key.pem", "one of them is not in PEM"),
        ("certificate.pem", "locked.pem", "is encrypted: openssl pkey"),
    ],
)
def test_a_certificate_that_cannot_be_used_is_refused_by_name_before_anything_is_begun(
    tmp_path, certificate, key, told
):
    (tmp_path / "other").mkdir()
    certificate_of(tmp_path / "other")[1].rename(tmp_path / "other.pem")
    _, own = certificate_of(tmp_path)
    private = serialization.load_pem_private_key(own.read_bytes(), None)
    locked = private.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.BestAvailableEncryption(b"word")
    )
    (tmp_path / "locked.pem").write_bytes(locked)
    (tmp_path / "certificate.der").write_bytes(b"\x30\x82")
    folder = tmp_path / "service"
    assert run("user", "add", "ward", "--role", "process", "--folder", str(folder)).exit_code == 0
    done = run(
        *("serve", "--folder", str(folder), "--port", "0"),
        *("--certificate", str(tmp_path / certificate), "--certificate-key", str(tmp_path / key)),
    )
    assert told in str(done.exception)
    assert not (folder / "audit.jsonl").exists()


def test_behind_a_proxy_others_are_refused_and_the_proxy_is_believed(started):
    service = started("--workers", "1", "--proxy", "127.0.0.1", ward=Role.PROCESS)
    with service.client("ward", trust_env=False) as client:
        asked = client.post("/v1/detect", json={"text": "a"}, headers={"x-forwarded-for": "6.6.6.6, 10.1.2.3"})
    assert asked.status_code == 200
    assert '"from":"10.1.2.3"' in service.folder.audit.read_text()
    # A proxy may add a line of its own, under the one that whoever asked wrote.
    for lines, address in (
        (["6.6.6.6", "10.1.2.4"], "10.1.2.4"),
        (["6.6.6.6, 10.1.2.5:40312"], "10.1.2.5"),
        (["[2001:db8::7]:40312"], "2001:db8::7"),
        (["Zorglubine"], "127.0.0.1"),
    ):
        with service.client("ward", trust_env=False) as client:
            token = client.headers["authorization"]
            headers = [("authorization", token), *(("x-forwarded-for", each) for each in lines)]
            client.post("/v1/detect", json={"text": "a"}, headers=headers)
        assert json.loads(service.folder.audit.read_text().splitlines()[-1])["from"] == address
    other = started("--workers", "1", "--proxy", "127.0.0.9", ward=Role.PROCESS)
    with other.client("ward") as client:
        assert client.post("/v1/detect", json={"text": "a"}).status_code == 403


def test_nobody_is_led_to_another_address(started):
    """Behind a proxy, one that follows would send notes to http://."""
    service = started("--workers", "1", "--proxy", "127.0.0.1", before='detectors = ["rules"]', ward=Role.PROCESS)
    with service.client("ward", trust_env=False) as client:
        for path in ("/v1/jobs/", "/v1/detect/", "/metrics/", "/health/"):
            answer = client.request(
                "GET" if path == "/health/" else "POST", path, json={"text": "a"}, headers={"host": "p.house.fr"}
            )
            assert answer.status_code == 404
            assert "location" not in answer.headers


@pytest.mark.parametrize("proxy", [(), ("--proxy", "127.0.0.2")], ids=["", "behind a proxy"])
def test_one_address_does_not_take_all_connections(started, proxy):
    service = started("--workers", "1", *proxy, before='detectors = ["rules"]', ward=Role.PROCESS)
    host, port = service.address.removeprefix("http://").split(":")
    with contextlib.ExitStack() as stack:
        silent = [stack.enter_context(socket.create_connection((host, int(port)))) for _ in range(260)]
        refused = [each for each in silent[-10:] if each.recv(100).startswith(b"HTTP/1.1 503")]
        assert len(refused) == 10
        other = stack.enter_context(socket.socket())
        other.bind(("127.0.0.2", 0))
        other.connect((host, int(port)))
        other.sendall(b"GET /health HTTP/1.1\r\nhost: a\r\n\r\n")
        assert other.recv(100).startswith(b"HTTP/1.1 200")
