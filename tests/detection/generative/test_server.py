"""A language model behind a real server: where notes may be sent, what becomes of bad answers, and that none leaks."""

from __future__ import annotations

import json
import logging
import pickle
import random
import re
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from palimpseste.deidentifier import Deidentifier
from palimpseste.detection.asking import spans_of
from palimpseste.detection.choice import DetectorChoice
from palimpseste.detection.generative.address import address_of
from palimpseste.detection.generative.alignment import align
from palimpseste.detection.generative.copying import copy_or_mask
from palimpseste.detection.generative.folder import Decoder, load_decoder
from palimpseste.detection.generative.grammar import gbnf
from palimpseste.detection.generative.instruction import Instruction
from palimpseste.detection.generative.masks import MaskWords
from palimpseste.detection.generative.rewriting import AlteredError, answer_to
from palimpseste.detection.generative.segments import passages_of
from palimpseste.detection.generative.served import ServedDetector
from palimpseste.detection.generative.server import ServerError
from palimpseste.detection.generative.settings import GenerativeSettings
from palimpseste.document import Document
from palimpseste.errors import UsageError

NOTE = "Vu M. DURAND le 12/03, va bien.\n"


class Asked(BaseHTTPRequestHandler):
    """Answers as its path says: by the decoder, or badly."""

    decoder: Decoder
    questions: list[dict[str, Any]]
    paths: list[str]
    meeting: threading.Barrier

    def do_POST(self) -> None:
        said = self.rfile.read(int(self.headers["Content-Length"]))
        question = json.loads(said)
        way = self.path.split("/")[1]
        self.questions.append(question)
        self.paths.append(way)
        if way == "slow":
            time.sleep(0.4)
        if way == "together":
            self.meeting.wait()
        if way == "down" or (way == "once" and self.paths.count("once") == 1):
            self._send(500, said)
        elif way == "alone" and "ECHOUE" in said.decode():
            self._send(400, said)
        elif way == "elsewhere":
            self._send(307, b"", "http://192.0.2.1/v1/chat/completions")
        elif way == "garbage":
            self._send(200, b'{"choices": ' + said)
        elif way == "huge":
            self._send(200, b"[" * (1 << 20))
        else:
            self._reply(way, question)

    def _reply(self, way: str, question: dict[str, Any]) -> None:
        answer = {"writes": NOTE.strip().replace("bien", "mieux")}.get(way) or self._answer(question)
        if question.get("response_format"):
            answer = json.dumps({"note": answer})
        self._send(200, json.dumps({"choices": [{"message": {"role": "assistant", "content": answer}}]}).encode())

    def _answer(self, question: dict[str, Any]) -> str:
        instruction = self.decoder.card.instruction
        note = question["messages"][0]["content"].removeprefix(instruction.message(""))
        (passage,) = passages_of(note, self.decoder.pieces, 1000)
        prompt = instruction.prompt(self.decoder.pieces)
        if any(name in question for name in ("grammar", "structured_outputs", "guided_grammar")):
            return self.decoder.pieces.text_of(copy_or_mask(self.decoder, prompt, passage).ids)
        return answer_to(self.decoder, prompt, passage)

    def _send(self, status: int, body: bytes, location: str | None = None) -> None:
        try:
            self.send_response(status)
            if location:
                self.send_header("Location", location)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except OSError:
            pass  # who asked has gone

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def server(decoders: dict[tuple[str, str], Path]) -> Iterator[str]:
    Asked.decoder = load_decoder(decoders["llama", "byte-level"])
    Asked.questions, Asked.paths = [], []
    with ThreadingHTTPServer(("127.0.0.1", 0), Asked) as running:
        threading.Thread(target=running.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()


@pytest.mark.parametrize(
    ("grammar", "field"),
    [("llama.cpp", "grammar"), ("vllm", "structured_outputs"), ("vllm-guided", "guided_grammar")],
)
def test_a_server_held_to_the_note_masks_as_the_model_does(server: str, grammar: Any, field: str) -> None:
    settings = GenerativeSettings(server=f"{server}/v1", way="copy-or-mask", grammar=grammar, model_name="m")
    detector = pickle.loads(pickle.dumps(DetectorChoice(("generative",), generative=settings))).make()[0]
    assert isinstance(pickle.loads(pickle.dumps(detector)), ServedDetector)
    spans = detector.spans_of(NOTE)
    (passage,) = passages_of(NOTE.strip(), Asked.decoder.pieces, 1000)
    masks = copy_or_mask(Asked.decoder, Asked.decoder.card.instruction.prompt(Asked.decoder.pieces), passage).masks
    assert spans
    assert (spans[0].start, spans[-1].end) == (masks[0].start, masks[-1].end)
    assert field in Asked.questions[-1]
    assert (Asked.questions[-1]["model"], Asked.questions[-1]["temperature"]) == ("m", 0)


def test_a_free_answer_that_alters_is_refused_or_left_to_others(server: str) -> None:
    writes = GenerativeSettings(server=f"{server}/writes", way="copy-or-mask", grammar="json")
    with pytest.raises(AlteredError):
        ServedDetector(writes).spans_of(NOTE)
    left = GenerativeSettings(server=f"{server}/writes", way="copy-or-mask", beyond="others")
    assert ServedDetector(left).spans_of(NOTE) == []
    free = GenerativeSettings(server=f"{server}/writes", way="rewrite", most_altered=0.2)
    assert ServedDetector(free).spans_of(NOTE) == []
    drawn = GenerativeSettings(server=f"{server}/v1", way="rewrite")
    with pytest.raises(AlteredError):
        ServedDetector(drawn).spans_of(NOTE)


@pytest.mark.parametrize(("way", "asked"), [("down", 3), ("elsewhere", 1), ("garbage", 1), ("huge", 1), ("slow", 3)])
def test_bad_answers_fail_the_note_and_are_told_to_nobody(
    server: str, way: str, asked: int, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://192.0.2.1:3128")
    monkeypatch.setattr("palimpseste.detection.generative.server._FIRST_PAUSE", 0.01)
    settings = GenerativeSettings(server=f"{server}/{way}", way="rewrite", timeout=0.1 if way == "slow" else 20)
    with caplog.at_level(logging.DEBUG), pytest.raises(ServerError) as error:
        ServedDetector(settings).spans_of(NOTE)
    assert Asked.paths.count(way) == asked
    assert "DURAND" not in caplog.text + str(error.value) + repr(error.value.__cause__) + repr(error.value.__context__)


def test_an_error_that_passes_costs_a_second_question(server: str) -> None:
    settings = GenerativeSettings(server=f"{server}/once", way="copy-or-mask", grammar="llama.cpp")
    assert ServedDetector(settings).spans_of(NOTE)
    assert Asked.paths.count("once") == 2


def test_a_server_is_asked_about_several_notes_at_the_same_time(server: str) -> None:
    Asked.meeting = threading.Barrier(3, timeout=20)  # nobody is answered before three have asked
    settings = GenerativeSettings(
        server=f"{server}/together", way="copy-or-mask", grammar="llama.cpp", notes_at_once=3, retries=0
    )
    choice = DetectorChoice(("generative",), generative=settings)
    notes = [Document(str(number), NOTE.replace("12", str(10 + number))) for number in range(6)]
    assert (choice.batch_size, ServedDetector(settings).batch_size) == (3, 3)
    found = list(Deidentifier.detecting(choice).detect_all(notes))
    assert found == [Deidentifier([alone(server)]).detect(note) for note in notes]
    assert all(found)


def test_of_notes_asked_about_together_a_bad_one_fails_alone(server: str) -> None:
    settings = GenerativeSettings(
        server=f"{server}/alone", way="copy-or-mask", grammar="llama.cpp", notes_at_once=4, retries=0
    )
    notes = [Document("a", NOTE), Document("b", "ECHOUE " + NOTE), Document("c", NOTE)]
    first, failed, last = spans_of(notes, (ServedDetector(settings),))
    assert isinstance(failed, ServerError)
    assert first == last == Deidentifier([alone(server)]).detect(notes[0])


def alone(server: str) -> ServedDetector:
    return ServedDetector(GenerativeSettings(server=f"{server}/v1", way="copy-or-mask", grammar="llama.cpp"))


@pytest.mark.parametrize(
    "stated",
    [
        "http://8.8.8.8/v1",
        "https://[2001:4860:4860::8888]/v1",
        "http://10.1.2.3:8080/v1",  # private, and not named
        "http://[::ffff:10.1.2.3]/v1",
        "http://169.254.169.254/latest",
        "http://0.0.0.0:8080/v1",
        "http://user:word@127.0.0.1/v1",
        "http://127.0.0.1@8.8.8.8/v1",
        "ftp://127.0.0.1/",
        "http://127.0.0.1/v1?key=1",
        "http://no-such-host.invalid/v1",
        "127.0.0.1:8080",
        "http://127.0.0.1:99999/",
        "",
    ],
)
def test_notes_are_sent_to_no_other_address(stated: str) -> None:
    with pytest.raises(UsageError):
        address_of(stated, ("8.8.8.8", "169.254.169.254", "0.0.0.0", "2001:4860:4860::8888"))


def test_a_name_that_stands_for_an_address_outside_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    found = ["10.1.2.3"]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: [(2, 1, 6, "", (each, 0)) for each in found])
    address = address_of("https://model.house/v1/", ("model.house",))
    assert (address.host, address.numbers, address.port, address.path) == ("model.house", "10.1.2.3", 443, "/v1")
    found.append("93.184.216.34")
    with pytest.raises(UsageError, match="not in a private network"):
        address_of("https://model.house/v1/", ("model.house",))


def test_addresses_that_are_allowed() -> None:
    assert address_of("http://localhost:8080/v1").numbers == "127.0.0.1"
    assert address_of("http://[::1]/").path == ""
    assert address_of("http://10.1.2.3/v1", ("10.1.2.3",)).port == 80


def test_what_a_server_cannot_do_is_refused(tmp_path: Path) -> None:
    for wrong in ({}, {"way": "rewrite", "recall": 0.9}, {"way": "rewrite", "adapters": tmp_path}):
        with pytest.raises(UsageError):
            DetectorChoice(("generative",), generative=GenerativeSettings(server="http://[::1]/", **wrong)).check()
    with pytest.raises(UsageError, match="notes-at-once"):
        GenerativeSettings(folder=tmp_path, notes_at_once=2)
    with pytest.raises(UsageError, match="folder of a decoder, or the address"):
        GenerativeSettings()


@pytest.mark.parametrize("text", [NOTE, 'a "b" \\ [XXXXX] \U0001f600 e\u0301\n\n c' + " " * 40 + "x" * 60, " "])
def test_whatever_a_grammar_writes_is_the_note_outside_masks(text: str) -> None:
    masks = MaskWords.plain()
    rules = {}
    for line in gbnf(text, masks.words).splitlines():
        name, _, said = line.partition(" ::= ")
        rules[name] = [re.findall(r'"(?:[^"\\]|\\.)*"|\w+', way) for way in re.split(r' \| (?=[\w"])', said)]
    chance = random.Random(3)

    def written(name: str) -> str:
        parts: list[str] = []
        while name:
            follows = ""
            for each in chance.choice(rules[name]):
                if each.startswith('"'):
                    parts.append(re.sub(r"\\(?:x(..)|u(....)|U(.{8})|(.))", _character, each[1:-1]))
                elif each == "mask":
                    parts.append(masks.words[0])
                else:
                    follows = each
            name = follows
        return "".join(parts)

    answers = {written("root") for _ in range(30)}
    assert all(align(text, answer, masks).restores for answer in answers)
    assert len(answers) > 1 or not text.strip()


def _character(match: re.Match[str]) -> str:
    number = match[1] or match[2] or match[3]
    return chr(int(number, 16)) if number else match[4]


def test_the_message_of_a_note_ends_with_it() -> None:
    assert Instruction.named().message(NOTE).endswith(NOTE)
