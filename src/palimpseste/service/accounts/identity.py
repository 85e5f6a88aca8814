"""Logging in at the house's own identity provider: OpenID Connect Core 1.0, authorization code with PKCE (RFC 7636).

Nothing but names of users comes from the provider; what they may do is said here, by ``palimpseste user add``. Whoever
asks for a log-in bears a cookie that the answer must come back with, so that nobody is logged in by another's link.
"""

from __future__ import annotations

import hmac
import secrets
import ssl
import time
from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.files import private_bytes
from palimpseste.service.settings import ServiceSettings, is_safe

if TYPE_CHECKING:
    from joserfc.jwk import KeySet

__all__ = ["BACK", "PENDING", "Identity", "ProviderError"]

PENDING = "palimpseste-login"
BACK = "/login/house/back"
_SECONDS_PENDING = 600
_SECONDS_KNOWN = 3600
# After so many seconds the keys are asked for anew for a token under a key that is not among them: it was changed.
_SECONDS_BETWEEN_KEYS = 10
_SECONDS_OF_CLOCKS = 60
_ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
# What a provider may say of a code (RFC 6749, 5.2); the first is of the log-in, the others of how this service is set.
_STALE_CODE = "invalid_grant"
_REFUSALS = {
    _STALE_CODE,
    "invalid_request",
    "invalid_client",
    "unauthorized_client",
    "unsupported_grant_type",
    "invalid_scope",
}


class ProviderError(PalimpsesteError):
    """The identity provider, or how it is set here, keeps whoever has an account there from logging in.

    Parameters
    ----------
    word : str
        Of the pages' words, what is told to whoever wants to log in.
    detail : str
        What an administrator looks for; never a value of a token.
    is_proof : bool
        Whether the provider answered, and what it gave proves nobody.
    """

    def __init__(self, word: str, detail: str, *, is_proof: bool = False) -> None:
        super().__init__(f"the identity provider: {detail}")
        self.word = word
        self.detail = detail
        self.is_proof = is_proof


class _UnknownKeyError(Exception):
    """A token is signed by none of the keys that are known."""


class Identity:
    """The identity provider of the house.

    What a log-in has to come back with is drawn from its cookie by a secret of this process: nothing is kept of those
    that are begun, so that nobody can begin too many.

    Parameters
    ----------
    settings : ServiceSettings
        With `oidc_issuer` and what goes with it.

    Raises
    ------
    UsageError
        If libraries are missing, or the file of the secret or of the certificates cannot be read.
    """

    def __init__(self, settings: ServiceSettings) -> None:
        try:
            import httpx
            import joserfc  # noqa: F401 # looked for now, and not at the first log-in
        except ImportError:
            raise UsageError("OpenID Connect needs more: pip install 'palimpseste[oidc]'") from None
        self._settings = settings
        assert settings.oidc_secret_file is not None  # noqa: S101 # for types: the settings refuse that
        self._secret = _secret_in(settings.oidc_secret_file)
        self._client = httpx.AsyncClient(
            timeout=10, trust_env=False, follow_redirects=False, verify=_trusted(settings.oidc_certificates)
        )
        self._back = f"{settings.public_address}{BACK}"
        self._drawing = secrets.token_bytes(32)
        self._used: dict[str, float] = {}
        self._known: tuple[float, dict[str, Any], dict[str, Any]] | None = None

    async def begin(self) -> tuple[str, str]:
        """Return where a browser is sent to log in, and the cookie that it bears meanwhile.

        Raises
        ------
        ProviderError
            If the provider cannot be asked.
        """
        metadata, _ = await self._provider()
        begun = f"{time.monotonic() + _SECONDS_PENDING:.0f}.{secrets.token_urlsafe(32)}"
        cookie = f"{begun}.{self._drawn('cookie', begun)}"
        challenge = urlsafe_b64encode(sha256(self._drawn("verifier", cookie).encode()).digest()).rstrip(b"=").decode()
        asked = {
            "response_type": "code",
            "scope": "openid profile",
            "client_id": self._settings.oidc_client,
            "redirect_uri": self._back,
            "state": self._drawn("state", cookie),
            "nonce": self._drawn("nonce", cookie),
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        address = str(metadata["authorization_endpoint"])
        return f"{address}{'&' if '?' in address else '?'}{urlencode(asked)}", cookie

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
        ProviderError
            If the provider cannot be asked, or what it gives holds nothing here.
        """
        if not code or not self._is_begun(cookie) or not _is_same(self._drawn("state", cookie), state):
            return None
        metadata, keys = await self._provider()
        token = await self._token_for(code, cookie, str(metadata["token_endpoint"]))
        if token is None:
            return None
        nonce = self._drawn("nonce", cookie)
        try:
            claims = self._claims_of(token, keys, nonce)
        except _UnknownKeyError:
            _, keys = await self._provider(_SECONDS_BETWEEN_KEYS)
            try:
                claims = self._claims_of(token, keys, nonce)
            except _UnknownKeyError:
                raise ProviderError("house_token", "its token is signed by none of its keys", is_proof=True) from None
        self._used[cookie] = _until(cookie)
        name = claims.get(self._settings.oidc_claim)
        if not isinstance(name, str) or not name:
            raise ProviderError("house_token", f"no {self._settings.oidc_claim} (oidc-claim)", is_proof=True)
        # Small letters of ASCII alone: « \u212a » (KELVIN SIGN) would become another's « k ».
        return name.lower() if name.isascii() else name

    def _drawn(self, what: str, cookie: str) -> str:
        drawn = hmac.digest(self._drawing, f"{what} {cookie}".encode("utf-8", "replace"), "sha256")
        return urlsafe_b64encode(drawn).rstrip(b"=").decode()

    def _is_begun(self, cookie: str) -> bool:
        """Tell whether a cookie is of a log-in that was begun here, a while ago at most, and has led to none yet."""
        now = time.monotonic()
        self._used = {each: until for each, until in self._used.items() if until > now}
        begun, _, seal = cookie.rpartition(".")
        return _is_same(self._drawn("cookie", begun), seal) and _until(cookie) > now and cookie not in self._used

    async def _token_for(self, code: str, cookie: str, address: str) -> str | None:
        """Return the token that a code stands for; None where the provider does not take the code."""
        sent = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self._back,
            "code_verifier": self._drawn("verifier", cookie),
            "client_id": self._settings.oidc_client,
        }
        status, told = await self._asked("POST", address, sent)
        if status == 200 and isinstance(told.get("id_token"), str):
            return str(told["id_token"])
        said = told.get("error")
        if said == _STALE_CODE:
            return None
        detail = f"{status} {said}" if said in _REFUSALS else f"{status}, no token"
        raise ProviderError("house_refuses", f"{detail}: compare oidc-client, oidc-secret-file, public-address")

    def _claims_of(self, token: str, keys: Any, nonce: str) -> dict[str, Any]:
        """Return what a token of the provider says of who logged in.

        Raises
        ------
        _UnknownKeyError
            If none of the keys signed it.
        ProviderError
            If it is not for this log-in, or not now.
        """
        from joserfc import jwt
        from joserfc.errors import BadSignatureError, ExpiredTokenError, InvalidKeyIdError, JoseError

        demanded = jwt.JWTClaimsRegistry(
            leeway=_SECONDS_OF_CLOCKS,
            iss={"essential": True, "value": str(self._settings.oidc_issuer)},
            aud={"essential": True, "value": str(self._settings.oidc_client)},
            azp={"value": str(self._settings.oidc_client)},
            exp={"essential": True},
            nonce={"essential": True, "value": nonce},
        )
        try:
            decoded = jwt.decode(token, _keys_of(keys), algorithms=_ALGORITHMS)
            demanded.validate(decoded.claims)
        except (BadSignatureError, InvalidKeyIdError):
            raise _UnknownKeyError from None
        except ExpiredTokenError:
            raise ProviderError("house_token", "its token has expired: compare the clocks", is_proof=True) from None
        except (JoseError, ValueError, KeyError, TypeError) as error:
            claim = getattr(error, "claim", "")
            told = f"{claim} of its token" if claim in _CLAIMS else "its token"
            clocks = ": compare the clocks" if claim in ("iat", "nbf") else ""
            raise ProviderError("house_token", f"{told} does not hold here{clocks}", is_proof=True) from None
        return dict(decoded.claims)

    async def _provider(self, most_seconds: float = _SECONDS_KNOWN) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return what the provider says of itself, and its keys, as it said some seconds ago at most."""
        if self._known is not None and time.monotonic() < self._known[0] + most_seconds:
            return self._known[1], self._known[2]
        issuer = self._settings.oidc_issuer or ""
        status, metadata = await self._asked("GET", f"{issuer.rstrip('/')}/.well-known/openid-configuration")
        if status != 200:
            raise ProviderError("house_away", f"{status} at .well-known/openid-configuration: compare oidc-issuer")
        if metadata.get("issuer") != issuer:
            raise ProviderError("house_away", "it says it is another issuer than oidc-issuer")
        for name in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
            if not is_safe(str(metadata.get(name, ""))):
                raise ProviderError("house_away", f"its {name} is no address of https")
        status, keys = await self._asked("GET", metadata["jwks_uri"])
        if status != 200:
            raise ProviderError("house_away", f"{status} at jwks_uri: it does not give its keys")
        self._known = (time.monotonic(), metadata, keys)
        return metadata, keys

    async def _asked(self, method: str, address: str, sent: dict[str, Any] | None = None) -> tuple[int, dict[str, Any]]:
        """Return the status of an answer of the provider, and the object that it gives; an empty one if it is none."""
        import httpx

        auth = (str(self._settings.oidc_client), self._secret) if sent is not None else None
        try:
            answer = await self._client.request(method, address, data=sent, auth=auth)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise ProviderError("house_away", _why_not_asked(error)) from None
        try:
            values = answer.json()
        except (ValueError, RecursionError):
            values = None
        return answer.status_code, values if isinstance(values, dict) else {}


_CLAIMS = {"iss", "aud", "azp", "exp", "iat", "nbf", "nonce"}


def _secret_in(file: Path) -> str:
    try:
        secret = private_bytes(file, "oidc-secret-file").decode("utf-8").strip()
    except UnicodeDecodeError:
        raise UsageError(f"oidc-secret-file {file} is not UTF-8") from None
    if not secret:
        raise UsageError(f"oidc-secret-file {file} is empty")
    return secret


def _trusted(certificates: Path | None) -> ssl.SSLContext | bool:
    """Return what the provider's certificate is judged by: authorities of a file, or those of everybody."""
    if certificates is None:
        return True
    try:
        return ssl.create_default_context(cafile=certificates)
    except ssl.SSLError:
        raise UsageError(f"oidc-certificates {certificates} holds no certificates in PEM") from None
    except OSError as error:
        raise UsageError(f"oidc-certificates {certificates} cannot be read: {error.strerror}") from None


def _why_not_asked(error: BaseException) -> str:
    """Return why the provider could not be asked, by kind alone."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return "its certificate is not trusted: oidc-certificates names the authority"
        cause = cause.__cause__ or cause.__context__
    return f"cannot be asked ({type(error).__name__})"


def _keys_of(told: Any) -> KeySet:
    """Return the keys that sign; one that is of another use, or of a kind that is not known here, hides no other."""
    from joserfc.errors import JoseError
    from joserfc.jwk import JWKRegistry, KeySet

    keys = []
    for each in told.get("keys") or ():
        if not isinstance(each, dict) or each.get("use") == "enc":
            continue
        try:
            keys.append(JWKRegistry.import_key(each))
        except (JoseError, ValueError, KeyError, TypeError):
            continue
    return KeySet(keys)


def _until(cookie: str) -> float:
    told = cookie.partition(".")[0]
    return float(told) if told.isascii() and told.isdecimal() else 0.0


def _is_same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode("utf-8", "replace"))
