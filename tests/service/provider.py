"""An identity provider that says what a test wants: real requests, real signatures, any claim."""

from __future__ import annotations

import hmac
import json
import ssl
import threading
import time
from base64 import urlsafe_b64encode
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

__all__ = ["Provider"]


class Provider:
    """Listens at a free port of this machine; its attributes may be changed while it does.

    Parameters
    ----------
    context : ssl.SSLContext, optional
        To answer over https.
    """

    def __init__(self, context: ssl.SSLContext | None = None) -> None:
        self.name = "reader"
        self.claims: dict[str, object] = {}
        self.without: tuple[str, ...] = ()
        self.header: dict[str, object] = {}
        self.signing = RSAKey.generate_key(2048, {"kid": "first", "use": "sig"})
        self.forging: bytes | None = None
        self.keys: list[dict[str, object]] = [self.signing.as_dict(private=False)]
        self.metadata: dict[str, object] = {}
        self.refusal: tuple[int, dict[str, object]] | None = None
        self.is_away = False
        self.asked: list[str] = []
        self._nonces: dict[str, str] = {}
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                provider.answer(self, b"")

            def do_POST(self) -> None:
                provider.answer(self, self.rfile.read(int(self.headers["content-length"])))

            def log_message(self, *told: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        if context is not None:
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        scheme = "http" if context is None else "https"
        self.address = f"{scheme}://localhost:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def change_key(self) -> None:
        """Sign by another key from now on, as providers do every few weeks."""
        self.signing = RSAKey.generate_key(2048, {"kid": f"key-{time.time_ns()}", "use": "sig"})
        self.keys = [self.signing.as_dict(private=False)]

    def code_for(self, address: str) -> str:
        """Return path and query that a browser comes back with, which was sent to an address to log in."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        code = f"code-{len(self._nonces)}"
        self._nonces[code] = asked["nonce"]
        return f"{urlsplit(asked['redirect_uri']).path}?state={asked['state']}&code={code}"

    def answer(self, request: BaseHTTPRequestHandler, body: bytes) -> None:
        path = urlsplit(request.path).path
        self.asked.append(path)
        if self.is_away:
            request.connection.close()
            return
        status, told = 200, {}
        if path == "/.well-known/openid-configuration":
            told = {
                "issuer": self.address,
                "authorization_endpoint": f"{self.address}/authorize?realm=staff",
                "token_endpoint": f"{self.address}/token",
                "jwks_uri": f"{self.address}/keys",
                **self.metadata,
            }
        elif path == "/keys":
            told = {"keys": self.keys}
        elif path == "/token":
            status, told = self.refusal or (200, {"id_token": self._token(parse_qs(body.decode())["code"][0])})
        else:
            status = 404
        content = json.dumps(told).encode()
        request.send_response(status)
        request.send_header("content-type", "application/json")
        request.send_header("content-length", str(len(content)))
        request.end_headers()
        request.wfile.write(content)

    def _token(self, code: str) -> str:
        now = int(time.time())
        claims = {
            "iss": self.address,
            "aud": "palimpseste",
            "iat": now,
            "exp": now + 300,
            "nonce": self._nonces[code],
            "sub": "1234",
            "preferred_username": self.name,
            **self.claims,
        }
        header = {"alg": "RS256", "kid": self.signing.kid, **self.header}
        told = {name: claims[name] for name in claims if name not in self.without}
        if self.forging is None:
            return jwt.encode(header, told, self.signing)
        signed = f"{_encoded(json.dumps(header).encode())}.{_encoded(json.dumps(told).encode())}"
        return f"{signed}.{_encoded(hmac.digest(self.forging, signed.encode(), 'sha256')) if self.forging else ''}"


def _encoded(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()
