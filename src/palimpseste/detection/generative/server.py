"""A language model behind a server of the house that speaks as OpenAI's does: vLLM, llama.cpp, Ollama.

A note is sent to one address, which was checked, and nowhere else: redirections are not followed, and no proxy of the
environment is used. How long an answer may take and how large it may be is bounded. No error quotes what was sent or
answered.
"""

from __future__ import annotations

import json
import time
from typing import Any

import msgspec

from palimpseste.detection.generative.address import Address, address_of
from palimpseste.detection.generative.grammar import gbnf
from palimpseste.detection.generative.instruction import Instruction
from palimpseste.detection.generative.settings import GenerativeSettings
from palimpseste.errors import UsageError

__all__ = ["Server", "ServerError"]

_BLOCK_BYTES = 1 << 16
# An answer is about as long as its note; in JSON a byte may be written as six, and counts of tokens stand beside it.
_LONGER, _FURTHER = 12, 1 << 16
_FIRST_PAUSE = 0.1  # seconds before it is asked again; twice as long each time
_ANSWER_FIELD = "note"


class ServerError(ValueError):
    """A server gave no answer that can be used."""


class _Message(msgspec.Struct):
    content: str


class _Choice(msgspec.Struct):
    message: _Message


class _Answer(msgspec.Struct):
    choices: list[_Choice]


class Server:
    """Asks a language model over HTTP.

    Parameters
    ----------
    settings : GenerativeSettings
        With the address of a server.
    instruction : Instruction
        What the model is told; a chat template, if any, is the server's matter.

    Raises
    ------
    UsageError
        If notes may not be sent there, or urllib3 is not installed.
    """

    def __init__(self, settings: GenerativeSettings, instruction: Instruction) -> None:
        assert settings.server is not None  # noqa: S101 # for types
        address = address_of(settings.server, settings.private_hosts)
        self._settings = settings
        self._instruction = instruction
        self._path = f"{address.path}/chat/completions"
        self._pool = _pool_of(address, settings)

    def answer_to(self, text: str) -> str:
        """Return the answer to a passage.

        Raises
        ------
        ServerError
            If none that can be used came, however often it was asked.
        """
        body = json.dumps(self._question(text)).encode("ascii")
        most = _LONGER * len(body) + _FURTHER
        pause = _FIRST_PAUSE
        for remaining in range(self._settings.retries, -1, -1):
            said, is_worth_asking_again = self._asked(body, most)
            if said is not None:
                return self._read(said)
            if not (remaining and is_worth_asking_again):
                break
            time.sleep(pause)
            pause *= 2
        raise ServerError("the server of the language model gave no answer that can be used")

    def _question(self, text: str) -> dict[str, Any]:
        question: dict[str, Any] = {
            "messages": [{"role": "user", "content": self._instruction.message(text)}],
            "max_tokens": len(text.encode("utf-8", "surrogatepass")) + 64,  # no token says less than a byte
            "temperature": 0,
            "seed": 0,
            "stream": False,
        }
        if self._settings.model_name:
            question["model"] = self._settings.model_name
        kind = self._settings.grammar
        if kind == "json":
            schema = {
                "type": "object",
                "properties": {_ANSWER_FIELD: {"type": "string"}},
                "required": [_ANSWER_FIELD],
                "additionalProperties": False,
            }
            form = {"name": _ANSWER_FIELD, "strict": True, "schema": schema}
            question["response_format"] = {"type": "json_schema", "json_schema": form}
        elif kind != "none" and self._settings.way == "copy-or-mask":
            grammar = gbnf(text, self._instruction.masks.words)
            if kind == "llama.cpp":
                question["grammar"] = grammar
            elif kind == "vllm":
                question["structured_outputs"] = {"grammar": grammar}
            else:
                question["guided_grammar"] = grammar
        return question

    def _asked(self, body: bytes, most: int) -> tuple[bytes | None, bool]:
        """Return what was answered, None if nothing usable; and whether it may be better another time."""
        import urllib3

        last = time.monotonic() + self._settings.timeout
        try:
            response = self._pool.urlopen(
                "POST",
                self._path,
                body=body,
                headers={"Content-Type": "application/json", "Accept-Encoding": "identity"},
                retries=False,
                redirect=False,
                preload_content=False,
                decode_content=False,
            )
        except (urllib3.exceptions.HTTPError, OSError):
            return None, True
        try:
            if response.status != 200:
                return None, response.status == 429 or response.status >= 500
            said = bytearray()
            while block := response.read1(_BLOCK_BYTES):
                said += block
                if len(said) > most:
                    return None, False
                if time.monotonic() > last:
                    return None, True
        except (urllib3.exceptions.HTTPError, OSError):
            return None, True
        else:
            return bytes(said), False
        finally:
            response.close()

    def _read(self, said: bytes) -> str:
        try:
            choices = msgspec.json.decode(said, type=_Answer).choices
            answer = choices[0].message.content if choices else None
            if answer is not None and self._settings.grammar == "json":
                answer = msgspec.json.decode(answer, type=dict[str, str])[_ANSWER_FIELD]
        except (msgspec.DecodeError, UnicodeDecodeError, KeyError):
            answer = None
        if answer is None:  # raised out here, so that nothing hangs on it
            raise ServerError("the server of the language model answered something else than was asked for")
        return answer


def _pool_of(address: Address, settings: GenerativeSettings) -> Any:
    try:
        import urllib3
    except ImportError:
        raise UsageError("a server is asked by urllib3: pip install 'palimpseste[server]'") from None
    timeout = urllib3.Timeout(connect=min(settings.timeout, 10.0), read=settings.timeout)
    if address.scheme == "http":
        return urllib3.HTTPConnectionPool(
            address.numbers, address.port, timeout=timeout, maxsize=settings.notes_at_once
        )
    certificates = None if settings.certificates is None else str(settings.certificates)
    return urllib3.HTTPSConnectionPool(
        address.numbers,
        address.port,
        timeout=timeout,
        maxsize=settings.notes_at_once,
        cert_reqs="CERT_REQUIRED",
        ca_certs=certificates,
        server_hostname=address.host,
        assert_hostname=address.host,
    )
