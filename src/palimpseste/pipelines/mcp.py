"""A server of the Model Context Protocol over standard input and output, for agents on this machine; extra [mcp]."""

from __future__ import annotations

import json
import logging
import signal
from collections.abc import Callable, Mapping
from typing import Any

from palimpseste import __version__
from palimpseste.debugging import kind_of
from palimpseste.deidentifier import Deidentifier
from palimpseste.detection.record.birthdate import refuse_unread
from palimpseste.document import Document, Prediction
from palimpseste.engines.deadline import USUAL_DEADLINE, Deadline
from palimpseste.engines.task import Process
from palimpseste.engines.worker import outcomes_of
from palimpseste.errors import DocumentError, PalimpsesteError, UsageError
from palimpseste.files import standard_input, standard_output

__all__ = ["Tools", "serve"]

_MOST_CHARACTERS = 5_000_000
# Of JSON-RPC 2.0.
_PARSE_ERROR, _INVALID_REQUEST = -32700, -32600
_FIELDS = {
    "text": {"type": "string", "description": "The clinical text, in French."},
    "id": {"type": "string", "description": "Identifier of the document; surrogates agree within one."},
    "patient": {
        "type": "object",
        "description": "What the hospital's record knows: lastname, firstname, birthdate, city, patient_id and so on.",
    },
}
_DESCRIPTIONS = {
    "detect": "Find what identifies people in a French clinical text. Gives offsets in code points, labels, "
    "probabilities and what found them; the text itself is not given back.",
    "deidentify": "Write surrogates over what identifies people in a French clinical text. Gives the new text and "
    "where it was changed.",
}


class Tools:
    """What agents may ask for.

    Parameters
    ----------
    deidentifier : Deidentifier
        With its key and policy.
    deadline : Deadline
        How long a text may take.
    """

    def __init__(self, deidentifier: Deidentifier, deadline: Deadline = USUAL_DEADLINE) -> None:
        self._deidentifier = deidentifier
        self._deadline = deadline
        self._tools: dict[str, Callable[[Document], dict[str, object]]] = {
            "detect": self._detect,
            "deidentify": self._deidentify,
        }

    def call(self, name: str, arguments: Mapping[str, Any]) -> dict[str, object]:
        """Return what a tool gives.

        Parameters
        ----------
        name : {"detect", "deidentify"}
            The tool.
        arguments : mapping
            ``text``, and optionally ``id`` and ``patient``.

        Raises
        ------
        PalimpsesteError
            If it cannot be done; nothing of the text or the record is quoted.
        """
        if name not in self._tools:
            raise UsageError(f"no such tool; tools: {', '.join(self._tools)}")
        if set(arguments) - set(_FIELDS):
            raise UsageError(f"an argument is none of {', '.join(_FIELDS)}")
        text = arguments.get("text")
        if not isinstance(text, str) or len(text) > _MOST_CHARACTERS or "\0" in text:
            raise UsageError(f"the text must be a string of at most {_MOST_CHARACTERS:,} characters, without NUL")
        try:
            id = arguments.get("id")
            document = Document.from_mapping(
                {
                    "id": "document" if id is None or id == "" else id,
                    "text": text,
                    "patient": arguments.get("patient"),
                }
            )
            refuse_unread(document.patient)
            return self._tools[name](document)
        except PalimpsesteError:
            raise
        except Exception as error:
            raise PalimpsesteError(f"{name} failed ({kind_of(error)})") from None

    def _detect(self, document: Document) -> dict[str, object]:
        deidentifier = self._deidentifier
        prediction = self._outcome(lambda each: Prediction(each, deidentifier.detect(each)), document)
        spans = [
            {
                "start": span.start,
                "end": span.end,
                "label": span.label,
                "probability": span.probability,
                "evidence": list(span.evidence),
            }
            for span in prediction.spans
        ]
        return {"spans": spans}

    def _deidentify(self, document: Document) -> dict[str, object]:
        result = self._outcome(self._deidentifier, document)
        spans = [{"start": span.start, "end": span.end, "label": span.label} for span in result.spans]
        return {"text": str(result.text), "spans": spans}

    def _outcome(self, process: Process[Any], document: Document) -> Any:
        (outcome,) = outcomes_of(process, [document], self._deadline)
        if isinstance(outcome, DocumentError):
            raise outcome
        return outcome


def serve(tools: Tools) -> None:
    """Answer until standard input ends; this process logs nothing from now on.

    Raises
    ------
    UsageError
        If the library is missing.
    """
    try:
        import anyio
        import mcp_types
        from mcp.server.lowlevel import Server
        from mcp.server.stdio import stdio_server
        from mcp.shared.message import SessionMessage
    except ImportError:
        raise UsageError("this needs mcp: pip install 'palimpseste[mcp]'") from None
    standard_input(), standard_output()  # refused where they are closed
    logging.disable(logging.CRITICAL)  # the library logs what it could not read, which may be a note

    async def list_tools(context: Any, parameters: Any) -> Any:
        schema = {"type": "object", "properties": _FIELDS, "required": ["text"], "additionalProperties": False}
        listed = [
            mcp_types.Tool(name=name, description=said, input_schema=schema) for name, said in _DESCRIPTIONS.items()
        ]
        return mcp_types.ListToolsResult(tools=listed)

    async def call_tool(context: Any, parameters: Any) -> Any:
        try:
            made = tools.call(parameters.name, parameters.arguments or {})
        except PalimpsesteError as error:
            return mcp_types.CallToolResult(content=[mcp_types.TextContent(text=str(error))], is_error=True)
        content = [mcp_types.TextContent(text=json.dumps(made, ensure_ascii=False))]
        return mcp_types.CallToolResult(content=content, structured_content=made)

    server = Server("palimpseste", version=__version__, on_list_tools=list_tools, on_call_tool=call_tool)

    async def pass_on(incoming: Any, checked: Any, outgoing: Any) -> None:
        """Let messages through, and answer what is none: the library drops it, and whoever sent it would wait."""
        async with checked:
            async for each in incoming:
                if isinstance(each, Exception):
                    await outgoing.send(SessionMessage(mcp_types.JSONRPCError(jsonrpc="2.0", **_refusal_of(each))))
                else:
                    await checked.send(each)

    async def answer() -> None:
        async with stdio_server() as (incoming, outgoing), anyio.create_task_group() as tasks:
            checked, messages = anyio.create_memory_object_stream[Any](0)
            tasks.start_soon(pass_on, incoming, checked, outgoing)
            await server.run(messages, outgoing, server.create_initialization_options())
            tasks.cancel_scope.cancel()

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # else it would be waited until the next line of input is there
    anyio.run(answer)


def _refusal_of(error: Exception) -> dict[str, Any]:
    """Return identifier and error of the answer to a line that is no message; nothing of it is quoted."""
    found: list[dict[str, Any]] = getattr(error, "errors", list)()
    is_json = not any(each.get("type") == "json_invalid" for each in found)
    told = "not a request of JSON-RPC 2.0" if is_json else "not JSON, or half of a character in it: send whole ones"
    ids = (_id_of(each.get("input")) for each in found)
    return {
        "id": next((id for id in ids if id is not None), None),
        "error": {"code": _INVALID_REQUEST if is_json else _PARSE_ERROR, "message": told},
    }


def _id_of(sent: object) -> str | int | None:
    """Return what whoever sent a line that is no message calls it, as far as it can be read."""
    if isinstance(sent, str):
        try:
            sent = json.loads(sent)
        except (ValueError, RecursionError):
            return None
    id = sent.get("id") if isinstance(sent, dict) else None
    if isinstance(id, bool) or not isinstance(id, (str, int)):
        return None
    return id.encode("utf-8", "replace").decode() if isinstance(id, str) else id
