"""Logging in at an identity provider: a real small one, in this process, and what forged answers come to."""

from __future__ import annotations

import importlib.util
import json
import socket
import subprocess
import sys
import time
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

if importlib.util.find_spec("oidc_provider_mock") is None:
    pytest.skip("logging in needs a provider: pip install oidc-provider-mock", allow_module_level=True)
pytest.importorskip("joserfc", reason="OpenID Connect: pip install 'palimpseste[oidc]'")

from palimpseste.errors import UsageError
from palimpseste.service.accounts.users import Role
from palimpseste.service.settings import ServiceSettings


@pytest.fixture(scope="module")
def provider():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    people = [json.dumps({"sub": name, "preferred_username": name.title()}) for name in ("reader", "stranger")]
    options = [each for person in people for each in ("--user-claims", person)]
    command = [sys.executable, "-m", "oidc_provider_mock", "--port", str(port), *options]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://localhost:{port}"
    while process.poll() is None:
        try:
            httpx.get(f"{address}/.well-known/openid-configuration").raise_for_status()
            break
        except httpx.HTTPError:
            time.sleep(0.1)
    yield address
    process.kill()
    process.wait()


@pytest.fixture
def service(started, provider, tmp_path):
    secret = tmp_path / "client"
    secret.write_text("the client's secret\n")
    secret.chmod(0o600)
    service = started(
        *("--workers", "1"),
        settings=f'oidc-issuer = "{provider}"\noidc-client = "palimpseste"\noidc-secret-file = "{secret}"\n'
        'public-address = "http://localhost:1"\nfailures-per-quarter = 1000',
        ward=Role.PROCESS,
    )
    service.users.add("reader", [Role.ANNOTATE], 1)
    return service


def sent_to(client, provider, user):
    """Ask to log in, log in at the provider, and return the path and query that the browser comes back with."""
    asked = client.get("/login/house")
    assert asked.status_code == 303
    address = asked.headers["location"]
    query = parse_qs(urlsplit(address).query)
    assert address.startswith(provider)
    assert query["code_challenge_method"] == ["S256"]
    assert query["redirect_uri"] == ["http://localhost:1/login/house/back"]
    with httpx.Client() as browser:
        answer = browser.post(address, data={"sub": user})
    back = urlsplit(answer.headers["location"])
    return f"{back.path}?{back.query}"


def test_who_is_a_user_here_logs_in_at_the_house_and_a_stranger_does_not(service, provider):
    with service.client() as client:
        assert "/login/house" in client.get("/login").text
        entered = client.get(sent_to(client, provider, "reader"))
        assert entered.status_code == 200
        assert "/review" in entered.text
        assert client.get("/review").status_code == 200
    with service.client() as client:
        refused = client.get(sent_to(client, provider, "stranger"))
        assert refused.status_code == 401
        assert "not that of a user here" in refused.text
        assert client.get("/review").headers["location"] == "/login"


def test_an_answer_that_was_not_asked_for_or_is_another_s_logs_nobody_in(service, provider):
    with service.client() as client, service.client() as victim:
        back = sent_to(client, provider, "reader")
        assert victim.get(back).status_code == 401
        sent_to(victim, provider, "reader")
        assert victim.get(back).status_code == 401
        assert victim.get("/review").headers["location"] == "/login"
        for odd in ("/login/house/back", "/login/house/back?state=x&code=y", "/login/house/back?error=access_denied"):
            assert client.get(odd).status_code == 401
        assert client.get("/review").headers["location"] == "/login"
        # Nor does it end one that was begun: anybody's page could send a browser there.
        assert client.get(back).status_code == 200


def test_a_code_is_taken_once(service, provider):
    with service.client() as client:
        back = sent_to(client, provider, "reader")
        pending = dict(client.cookies)
        assert client.get(back).status_code == 200
    with service.client() as thief:
        thief.cookies.update(pending)
        assert thief.get(back).status_code == 401


def test_without_a_provider_there_is_no_such_page(pages):
    with pages.client() as client:
        assert client.get("/login/house").status_code == 404
        assert "/login/house" not in client.get("/login").text


def test_settings_that_do_not_go_together_are_refused(tmp_path):
    whole = {"oidc_client": "x", "oidc_secret_file": tmp_path / "s", "public_address": "https://x.fr"}
    ServiceSettings(oidc_issuer="https://id.x.fr", **whole)
    with pytest.raises(UsageError, match="oidc-issuer is an address of https"):
        ServiceSettings(oidc_issuer="http://id.x.fr", **whole)
    for missing in whole:
        with pytest.raises(UsageError, match="needs oidc-client, oidc-secret-file and public-address"):
            ServiceSettings(oidc_issuer="https://id.x.fr", **{**whole, missing: None})
