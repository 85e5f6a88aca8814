"""What a service needs before it listens, and where it listens."""

from __future__ import annotations

import datetime
import http.client
import ssl
import time

import pytest
from click.testing import CliRunner
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from running import Running

from palimpseste.cli import palimpseste
from palimpseste.errors import UsageError
from palimpseste.service.settings import ServiceSettings
from palimpseste.service.users import Role
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


def certificate_of(folder):
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "key.pem").write_bytes(private)
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    return folder / "certificate.pem", folder / "key.pem"


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


def test_behind_a_proxy_others_are_refused_and_the_proxy_is_believed(started):
    service = started("--workers", "1", "--proxy", "127.0.0.1", ward=Role.PROCESS)
    with service.client("ward", trust_env=False) as client:
        asked = client.post("/v1/detect", json={"text": "a"}, headers={"x-forwarded-for": "6.6.6.6, 10.1.2.3"})
    assert asked.status_code == 200
    assert '"from":"10.1.2.3"' in service.folder.audit.read_text()
    other = started("--workers", "1", "--proxy", "127.0.0.9", ward=Role.PROCESS)
    with other.client("ward") as client:
        assert client.post("/v1/detect", json={"text": "a"}).status_code == 403
