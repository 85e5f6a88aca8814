"""What an identity provider may do that nobody wants: change its keys, go away, say what does not hold here."""

from __future__ import annotations

import asyncio
import html
import json
import ssl
import time
from urllib.parse import parse_qs, urlsplit

import pytest

pytest.importorskip("joserfc", reason="OpenID Connect: pip install 'palimpseste[oidc]'")

from certificates import certificate_of
from provider import Provider

from palimpseste.errors import UsageError
from palimpseste.service.accounts.identity import Identity, ProviderError
from palimpseste.service.accounts.users import Role
from palimpseste.service.monitoring.audit import read_audit
from palimpseste.service.settings import ServiceSettings

FRENCH = {"accept-language": "fr"}


@pytest.fixture
def provider():
    provider = Provider()
    yield provider
    provider.close()


@pytest.fixture
def secret(tmp_path):
    secret = tmp_path / "client"
    secret.write_text("the client's secret\n")
    secret.chmod(0o600)
    return secret


def settings_of(provider, secret, more=""):
    return (
        f'oidc-issuer = "{provider.address}"\noidc-client = "palimpseste"\noidc-secret-file = "{secret}"\n'
        f'public-address = "http://localhost:1"\n{more}'
    )


@pytest.fixture
def service(started, provider, secret):
    service = started(
        *("--workers", "1"),
        before='detectors = ["rules"]',
        settings=settings_of(provider, secret),
        ward=Role.PROCESS,
    )
    service.users.add("reader", [Role.ANNOTATE], 1)
    service.users.add("karl", [Role.ADMINISTER], 1)
    return service


def logged_in(service, provider, client):
    """Log in at the provider and come back; return the answer."""
    asked = client.get("/login/house", headers=FRENCH)
    if asked.status_code != 303:
        return asked
    return client.get(provider.code_for(asked.headers["location"]), headers=FRENCH)


def test_a_new_key_of_the_provider_is_taken_and_one_that_it_never_gave_is_not(service, provider):
    with service.client() as client:
        assert logged_in(service, provider, client).status_code == 200
    given = provider.signing
    time.sleep(10)  # so long it is believed that the keys which are known are all
    provider.change_key()
    with service.client() as client:
        assert logged_in(service, provider, client).status_code == 200
        assert client.get("/review").status_code == 200
    provider.signing = given
    with service.client() as client:
        refused = logged_in(service, provider, client)
        assert refused.status_code == 401
        assert "none of its keys" in refused.text
        assert client.get("/review").status_code == 303


@pytest.mark.parametrize(
    "beside",
    [
        {"kty": "EC", "crv": "P-999", "x": "AA", "y": "AA", "kid": "new"},
        {"kty": "RSA", "n": "%%%", "e": "AQAB", "kid": "broken"},
        {"kty": "AKP", "alg": "ML-DSA-65", "pub": "AA", "kid": "later"},
        {"kid": "nothing"},
    ],
)
def test_a_key_that_is_not_known_here_hides_no_other(provider, secret, beside):
    identity = Identity(_settings(provider, secret))
    provider.keys.insert(0, beside)
    assert _name_of(identity, provider) == "reader"


def test_a_key_for_encryption_signs_nothing(provider, secret):
    provider.keys[0]["use"] = "enc"
    with pytest.raises(ProviderError, match="none of its keys"):
        _name_of(Identity(_settings(provider, secret)), provider)


@pytest.mark.parametrize(
    ("claims", "told"),
    [
        ({"exp": int(time.time()) - 7200}, "expired: compare the clocks"),
        ({"iat": int(time.time()) + 7200}, "iat of its token does not hold here: compare the clocks"),
        ({"nbf": int(time.time()) + 7200}, "nbf of its token does not hold here: compare the clocks"),
        ({"aud": "another"}, "aud of its token"),
        ({"aud": ["palimpseste", "another"], "azp": "another"}, "azp of its token"),
        ({"iss": "https://id.elsewhere.fr"}, "iss of its token"),
        ({"nonce": "of another log-in"}, "nonce of its token"),
        ({"preferred_username": ""}, "no preferred_username (oidc-claim)"),
        ({"preferred_username": ["reader"]}, "no preferred_username (oidc-claim)"),
        ({"exp": "tomorrow"}, "exp of its token"),
    ],
)
def test_a_token_that_does_not_hold_logs_nobody_in_and_says_why(provider, secret, claims, told):
    provider.claims = claims
    with pytest.raises(ProviderError) as caught:
        _name_of(Identity(_settings(provider, secret)), provider)
    assert told in str(caught.value)
    assert caught.value.is_proof


@pytest.mark.parametrize("claims", [{}, {"exp": int(time.time()) + 3600, "iat": int(time.time()) + 30}])
@pytest.mark.parametrize("audience", ["palimpseste", ["other", "palimpseste"]])
def test_clocks_may_differ_by_half_a_minute_and_a_token_be_for_others_too(provider, secret, claims, audience):
    provider.claims = {**claims, "aud": audience}
    assert _name_of(Identity(_settings(provider, secret)), provider) == "reader"


@pytest.mark.parametrize("missing", ["exp", "aud", "iss", "nonce"])
def test_a_token_without_what_it_needs_holds_nothing(provider, secret, missing):
    provider.without = (missing,)
    with pytest.raises(ProviderError, match="does not hold here"):
        _name_of(Identity(_settings(provider, secret)), provider)


@pytest.mark.parametrize("algorithm", ["HS256", "none"])
def test_no_other_algorithm_is_taken(provider, secret, algorithm):
    """Neither none, nor a MAC under what the provider gives everybody."""
    provider.header = {"alg": algorithm}
    provider.forging = provider.signing.as_pem(private=False) if algorithm == "HS256" else b""
    with pytest.raises(ProviderError, match=r"does not hold here|none of its keys"):
        _name_of(Identity(_settings(provider, secret)), provider)


def test_a_log_in_that_led_somewhere_leads_nowhere_again_nor_does_a_cookie_that_was_changed(provider, secret):
    identity = Identity(_settings(provider, secret))

    async def tried():
        address, cookie = await identity.begin()
        back = parse_qs(urlsplit(provider.code_for(address)).query)
        state, code = back["state"][0], back["code"][0]
        until, rest = cookie.split(".", 1)
        for other in (f"{int(until) + 9999}.{rest}", cookie[:-1], cookie + "x", "", ".", "..", "é.é.é", "9" * 500):
            assert await identity.end(other, state, code) is None
        assert await identity.end(cookie, state[:-1], code) is None
        assert await identity.end(cookie, state, code) == "reader"
        return await identity.end(cookie, state, code)

    assert asyncio.run(tried()) is None


def test_however_many_begin_a_log_in_another_logs_in(provider, secret):
    identity = Identity(_settings(provider, secret))

    async def tried():
        for _ in range(1001):
            await identity.begin()
        return await _tried(identity, provider)

    assert asyncio.run(tried()) == "reader"


@pytest.mark.parametrize("name", ["\u212aarl", "KARL\u200b"])
def test_a_name_that_only_looks_like_a_user_s_is_not_that_user(service, provider, name):
    provider.name = name
    with service.client() as client:
        refused = logged_in(service, provider, client)
        assert refused.status_code == 401
        assert client.get("/dashboard").status_code == 303
    provider.name = "KARL"
    with service.client() as client:
        assert logged_in(service, provider, client).status_code == 200


def test_a_provider_that_is_away_or_refuses_this_service_is_told_in_french(service, provider):
    with service.client() as client:
        provider.is_away = True
        away = logged_in(service, provider, client)
        assert away.status_code == 503
        assert away.headers["content-type"].startswith("text/html")
        assert "Le fournisseur d'identité de l'établissement ne répond pas" in html.unescape(away.text)
        assert 'name="password"' in away.text  # the other way in is at hand
        provider.is_away = False
        provider.refusal = (401, {"error": "invalid_client", "error_description": "Zéphyrine"})
        refused = logged_in(service, provider, client)
        assert refused.status_code == 503
        assert "401 invalid_client: compare oidc-client, oidc-secret-file, public-address" in refused.text
        provider.refusal = (400, {"error": "Zéphyrine"})
        assert "Zéphyrine" not in logged_in(service, provider, client).text
        provider.refusal = (400, {"error": "invalid_grant"})
        stale = logged_in(service, provider, client)
        assert stale.status_code == 401
        assert "recommencez" in stale.text


def test_who_comes_from_the_provider_and_is_nobody_here_locks_nobody_out(started, provider, secret):
    service = started(
        *("--workers", "1"),
        before='detectors = ["rules"]',
        settings=settings_of(provider, secret, "failures-per-quarter = 2"),
        ward=Role.PROCESS,
    )
    service.add("reader", Role.ANNOTATE)
    provider.name = "stranger"
    with service.client() as client:
        for _ in range(4):
            assert logged_in(service, provider, client).status_code == 401
            assert client.get("/login/house/back?state=x&code=y").status_code == 401
    with service.browser("reader") as client:
        assert client.get("/review").status_code == 200
    lines = [json.loads(line) for line in service.folder.audit.read_text().splitlines()]
    assert [line["status"] for line in lines if line["what"] == "login"] == [401] * 4 + [200]
    assert not read_audit(service.folder.audit, service.folder.secret()).flaw


def test_a_provider_whose_certificate_the_house_signed_is_asked_where_the_authority_is_named(tmp_path, secret):
    certificate, key = certificate_of(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    provider = Provider(context)
    try:
        with pytest.raises(ProviderError, match="its certificate is not trusted: oidc-certificates"):
            _name_of(Identity(_settings(provider, secret)), provider)
        trusting = Identity(_settings(provider, secret, oidc_certificates=certificate))
        assert _name_of(trusting, provider) == "reader"
    finally:
        provider.close()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"oidc_secret_file": b""}, "is empty"),
        ({"oidc_secret_file": b"\xe9t\xe9"}, "is not UTF-8"),
        ({"oidc_certificates": b"nothing"}, "holds no certificates in PEM"),
    ],
)
def test_files_that_hold_nothing_of_use_are_refused_before_anybody_logs_in(provider, secret, tmp_path, given, words):
    files = {}
    for name, content in given.items():
        files[name] = tmp_path / name
        files[name].write_bytes(content)
        files[name].chmod(0o600)
    with pytest.raises(UsageError, match=words):
        Identity(_settings(provider, secret, **files))
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        Identity(_settings(provider, secret, oidc_certificates=tmp_path / "none"))


@pytest.mark.parametrize("address", ["https://x.fr/", "https://x.fr/palimpseste", "https://x.fr?a", "https://x.fr#a"])
def test_a_public_address_that_no_page_would_be_found_at_is_refused(provider, secret, address):
    with pytest.raises(UsageError, match="public-address ends with its host"):
        _settings(provider, secret, public_address=address)


@pytest.mark.parametrize("address", ["https://id.x.fr:99999", "https://id.x.fr:a", "https://[::1", "https://id.x.fr:0"])
def test_an_address_that_cannot_be_asked_is_refused(secret, address):
    with pytest.raises(UsageError, match="oidc-issuer is an address of https"):
        ServiceSettings(oidc_issuer=address, oidc_client="x", oidc_secret_file=secret, public_address="https://x.fr")


def _settings(provider, secret, **more):
    given = {"public_address": "https://x.fr", "oidc_secret_file": secret, **more}
    return ServiceSettings(oidc_issuer=provider.address, oidc_client="palimpseste", **given)


def _name_of(identity, provider):
    """Return the name of who logs in at a provider."""
    return asyncio.run(_tried(identity, provider))


async def _tried(identity, provider):
    address, cookie = await identity.begin()
    assert address.startswith(f"{provider.address}/authorize?realm=staff&")
    back = parse_qs(urlsplit(provider.code_for(address)).query)
    return await identity.end(cookie, back["state"][0], back["code"][0])
