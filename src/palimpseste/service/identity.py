"""Logging in at the house's own identity provider: OpenID Connect Core 1.0, authorization code with PKCE (RFC 7636).

Nothing but names of users comes from the provider; what they may do is said here, by ``palimpseste user add``. Whoever
asks for a log-in bears a cookie that the answer must come back with, so that nobody is logged in by another's link.
"""

from __future__ import annotations

import secrets
import time
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.files import private_bytes
from palimpseste.service.settings import ServiceSettings, is_safe

__all__ = ["BACK", "PENDING", "Identity"]

PENDING = "palimpseste-login"
BACK = "/login/house/back"
_SECONDS_PENDING = 600
_MOST_PENDING = 1000
_SECONDS_KNOWN = 3600
_ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]


@dataclass(frozen=True, slots=True, repr=False)
class _Pending:
    state: str
    nonce: str
    verifier: str
    until: float


class Identity:
    """The identity provider of the house.

    Parameters
    ----------
    settings : ServiceSettings
        With `oidc_issuer` and what goes with it.

    Raises
    ------
    UsageError
        If libraries are missing, or the file of the secret cannot be read.
    """

    def __init__(self, settings: ServiceSettings) -> None:
        try:
            import httpx
            import joserfc  # noqa: F401 # looked for now, and not at the first log-in
        except ImportError:
            raise UsageError("OpenID Connect needs more: pip install 'palimpseste[oidc]'") from None
        self._settings = settings
        assert settings.oidc_secret_file is not None  # noqa: S101 # for types: the settings refuse that
        self._secret = private_bytes(settings.oidc_secret_file, "the client's secret").decode("utf-8").strip()
        self._client = httpx.AsyncClient(timeout=10, trust_env=False, follow_redirects=False)
        self._back = f"{settings.public_address}{BACK}"
        self._pending: dict[bytes, _Pending] = {}
        self._known: tuple[float, dict[str, Any], dict[str, Any]] | None = None

    async def begin(self) -> tuple[str, str]:
        """Return where a browser is sent to log in, and the cookie that it bears meanwhile.

        Raises
        ------
        PalimpsesteError
            If the provider cannot be asked.
        """
        metadata, _ = await self._provider()
        now = time.monotonic()
        self._pending = {key: each for key, each in self._pending.items() if each.until > now}
        if len(self._pending) >= _MOST_PENDING:
            raise PalimpsesteError("too many people are logging in: try again in a few minutes")
        cookie = secrets.token_urlsafe(32)
        state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
        pending = _Pending(state, nonce, verifier, now + _SECONDS_PENDING)
        self._pending[_digest(cookie)] = pending
        challenge = urlsafe_b64encode(sha256(pending.verifier.encode()).digest()).rstrip(b"=").decode()
        asked = {
            "response_type": "code",
            "scope": "openid profile",
            "client_id": self._settings.oidc_client,
            "redirect_uri": self._back,
            "state": pending.state,
            "nonce": pending.nonce,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        return f"{metadata['authorization_endpoint']}?{urlencode(asked)}", cookie

    async def end(self, cookie: str, state: str, code: str) -> str | None:
        """Return the name that the provider says, in small letters; None where it is not the log-in that was begun.

        Parameters
        ----------
        cookie : str
            That the browser bore.
        state, code : str
            That it came back with.

        Raises
        ------
        PalimpsesteError
            If the provider cannot be asked.
        """
        pending = self._pending.pop(_digest(cookie), None)
        if pending is None or pending.until <= time.monotonic() or not code:
            return None
        if not secrets.compare_digest(pending.state.encode(), state.encode("utf-8", "replace")):
            return None
        metadata, keys = await self._provider()
        sent = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self._back,
            "code_verifier": pending.verifier,
            "client_id": self._settings.oidc_client,
        }
        answer = await self._asked("POST", metadata["token_endpoint"], sent)
        name = self._claims_of(str((answer or {}).get("id_token", "")), keys, pending.nonce).get(
            self._settings.oidc_claim
        )
        return name.lower() if isinstance(name, str) and name else None

    def _claims_of(self, token: str, keys: Any, nonce: str) -> dict[str, Any]:
        """Return what a token of the provider says of who logged in, or nothing where it is not for this log-in."""
        from joserfc import jwt
        from joserfc.errors import JoseError
        from joserfc.jwk import KeySet

        demanded = jwt.JWTClaimsRegistry(
            leeway=60,
            iss={"essential": True, "value": str(self._settings.oidc_issuer)},
            aud={"essential": True, "value": str(self._settings.oidc_client)},
            exp={"essential": True},
            nonce={"essential": True, "value": nonce},
        )
        try:
            decoded = jwt.decode(token, KeySet.import_key_set(keys), algorithms=_ALGORITHMS)
            demanded.validate(decoded.claims)
        except (JoseError, ValueError, KeyError, TypeError):
            return {}
        return dict(decoded.claims)

    async def _provider(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return what the provider says of itself, and its keys."""
        if self._known is not None and self._known[0] > time.monotonic():
            return self._known[1], self._known[2]
        issuer = self._settings.oidc_issuer or ""
        metadata = await self._asked("GET", f"{issuer.rstrip('/')}/.well-known/openid-configuration")
        if metadata is None or metadata.get("issuer") != issuer:
            raise PalimpsesteError("the identity provider does not say that it is the one that is set")
        for name in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
            if not is_safe(str(metadata.get(name, ""))):
                raise PalimpsesteError("the identity provider names an address that is not https")
        keys = await self._asked("GET", metadata["jwks_uri"])
        if keys is None:
            raise PalimpsesteError("the identity provider does not give its keys")
        self._known = (time.monotonic() + _SECONDS_KNOWN, metadata, keys)
        return metadata, keys

    async def _asked(self, method: str, address: str, sent: dict[str, Any] | None = None) -> dict[str, Any] | None:
        import httpx

        auth = (str(self._settings.oidc_client), self._secret) if sent is not None else None
        try:
            answer = await self._client.request(method, address, data=sent, auth=auth)
            values = answer.json() if answer.status_code == 200 else None
        except (httpx.HTTPError, ValueError):
            raise PalimpsesteError("the identity provider cannot be asked") from None
        return values if isinstance(values, dict) else None


def _digest(cookie: str) -> bytes:
    return sha256(cookie.encode("utf-8", "surrogatepass")).digest()
