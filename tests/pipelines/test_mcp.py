"""The server for agents, spoken to by the real client and by hand."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest

from palimpseste import Deidentifier
from palimpseste.errors import DocumentError, UsageError
from palimpseste.pipelines.mcp import Tools

NOTE = "Mme Ze\u0301lie CANARIDA \U0001f600\r\nne\u0301e le 12/03/1950."


@pytest.fixture
def command(source, tmp_path):
    """The command of a site that has its key in a file."""
    site = tmp_path / "site.toml"
    site.write_text(f'policy = "plausible"\ndetectors = ["rules"]\nkey-file = "{source.file}"\n')
    return [sys.executable, "-m", "palimpseste", "mcp", "--config", str(site)]


def test_an_agent_asks_for_spans_and_for_a_new_text(command, key, tmp_path):
    pytest.importorskip("mcp", reason="needs palimpseste[mcp]")
    import anyio
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    told = {}

    async def speak(log):
        server = StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ))
        async with stdio_client(server, errlog=log) as streams, ClientSession(*streams) as session:
            await session.initialize()
            told["tools"] = [tool.name for tool in (await session.list_tools()).tools]
            told["detect"] = await session.call_tool("detect", {"text": NOTE})
            told["deidentify"] = await session.call_tool("deidentify", {"text": NOTE, "id": "n1"})
            told["wrong"] = await session.call_tool("deidentify", {"text": NOTE, "patient": {"nom": "CANARIDA"}})

    with (tmp_path / "log").open("w+") as log:
        anyio.run(speak, log)
        log.seek(0)
        assert log.read() == ""
    deidentify = Deidentifier.default(key=key, policy="plausible", detectors=["rules"])
    assert told["tools"] == ["detect", "deidentify"]
    assert json.loads(told["deidentify"].content[0].text)["text"] == deidentify(NOTE, id="n1").text
    spans = told["detect"].structured_content["spans"]
    assert [NOTE[span["start"] : span["end"]] for span in spans] == ["Ze\u0301lie", "CANARIDA", "12/03/1950"]
    assert all(span["evidence"] and 0 < span["probability"] < 1 for span in spans)
    assert told["wrong"].is_error
    assert "CANARIDA" not in told["wrong"].content[0].text


def test_what_is_no_message_is_logged_nowhere(command):
    pytest.importorskip("mcp", reason="needs palimpseste[mcp]")
    done = subprocess.run(command, input="CANARIDA\n{}\n", capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert "CANARIDA" not in done.stderr
    assert "Traceback" not in done.stderr


def test_what_is_no_message_is_answered_and_not_quoted(command):
    """Whoever waits for an answer has one: half an emoji at the end of a text that was cut is enough to need it."""
    pytest.importorskip("mcp", reason="needs palimpseste[mcp]")
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}}
    begun = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
    ]

    def asked(number, text, **more):
        arguments = {"text": text, **more}
        return {
            "jsonrpc": "2.0",
            "id": number,
            "method": "tools/call",
            "params": {"name": "detect", "arguments": arguments},
        }

    lines = [
        *begun,
        asked(2, "Mme CANARIDA \ud83d"),
        asked("three", "Mme CANARIDA \udc00"),
        {**asked(4, "Mme CANARIDA"), "jsonrpc": "1.0"},
        [asked(5, "Mme CANARIDA")],
        "CANARIDA",
        asked(6, "Mme CANARIDA", patient={"birthdate": "CANARIDA"}),
        asked(7, "Mme CANARIDA", id=0),
        asked(8, "Mme CANARIDA", id=[]),
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdin.write(b"".join(json.dumps(line).encode() + b"\n" for line in lines) + b"CANARIDA\n")
        process.stdin.flush()
        answers = [json.loads(process.stdout.readline()) for _ in range(10)]
        process.stdin.close()
        assert process.wait(30) == 0
        assert process.stderr.read() == b""
    assert "CANARIDA" not in json.dumps(answers)
    assert [each["error"]["code"] for each in answers if each["id"] is None] == [-32600, -32600, -32700]
    told = {each["id"]: each for each in answers}
    assert [told[id]["error"]["code"] for id in (2, "three", 4)] == [-32700, -32700, -32600]
    assert "half of a character" in told[2]["error"]["message"]
    assert "a date of birth that cannot be read" in told[6]["result"]["content"][0]["text"]
    assert not told[7]["result"]["isError"]
    assert "'id' must be a string or a number" in told[8]["result"]["content"][0]["text"]


def test_it_ends_when_it_is_interrupted(command):
    pytest.importorskip("mcp", reason="needs palimpseste[mcp]")
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdin.write(b"{}\n")
        process.stdin.flush()
        assert b"-32600" in process.stdout.readline()  # it runs
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == -signal.SIGINT
        assert process.stderr.read() == b""


def test_a_tool_refuses_what_it_cannot_do_and_quotes_nothing(key):
    def fail(tokens, patient):
        raise RuntimeError(tokens.view.text)

    tools = Tools(Deidentifier((fail,), Deidentifier.default(key=key, policy="tag", detectors=["rules"]).replacer))
    for name in ("detect", "deidentify"):
        with pytest.raises(DocumentError, match="detection failed") as caught:
            tools.call(name, {"text": "M. CANARIDA"})
        assert "CANARIDA" not in str(caught.value)
    for arguments in ({}, {"text": 7}, {"text": "\0"}, {"text": "a", "key": "CANARIDA"}, {"text": "a" * 5_000_001}):
        with pytest.raises(UsageError) as caught:
            tools.call("deidentify", arguments)
        assert "CANARIDA" not in str(caught.value)
    with pytest.raises(UsageError, match="no such tool"):
        tools.call("train", {"text": ""})
