"""What the service says where it does not do what was asked: one sentence, and nothing of what was sent."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.exceptions import HTTPException

from palimpseste.sources.jsonl import ONE_A_LINE, json_line

__all__ = ["JSON_HEADERS", "RefusedRequestError", "as_asked", "body_of_refusal"]

JSON_HEADERS = {"content-type": "application/json; charset=utf-8"}
# What a run says to do, and what whoever asks over HTTP can do.
_WAYS_OUT = (
    (f"; {ONE_A_LINE}", "; write one object a line"),
    ("--text-column", "text_column"),
    ("--id-column", "id_column"),
    ("name it with --encoding", "send it in UTF-8"),
    (": --format jsonl reads other JSON lines", ""),
)


class RefusedRequestError(HTTPException):
    """A request that is not answered as its sender wished.

    Parameters
    ----------
    status : int
        Of HTTP.
    sentence : str
        Why, and what to do; it quotes nothing of the request.
    headers : mapping, optional
        Of HTTP, such as ``retry-after``.
    """

    def __init__(self, status: int, sentence: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, sentence, dict(headers or {}))

    @classmethod
    def for_now(cls, status: int, sentence: str, seconds: int) -> RefusedRequestError:
        """Return a refusal that says when to ask again.

        Parameters
        ----------
        status : int
            Of HTTP.
        sentence : str
            Why.
        seconds : int
            When it may be asked again.
        """
        return cls(status, f"{sentence}; ask again in {seconds} seconds", {"retry-after": str(seconds)})


def body_of_refusal(sentence: str) -> bytes:
    """Return the body of a refusal."""
    return json_line({"error": sentence})


def as_asked(sentence: str) -> str:
    """Return what a run says of a document or a file, with the ways out of who asks over HTTP.

    Parameters
    ----------
    sentence : str
        Which may name options of the command line.
    """
    for of_command, of_request in _WAYS_OUT:
        sentence = sentence.replace(of_command, of_request)
    return sentence
