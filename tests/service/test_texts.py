"""Notes in; notes de-identified, spans and scores out: the same as of the command."""

from __future__ import annotations

import json

from palimpseste import Deidentifier, Document
from palimpseste.evaluation.evaluate import evaluate
from palimpseste.surrogates.keys import MasterKey

TEXT = "Mme Jeanne DURAND, née le 3 mars 1950 à Lyon, vue ce jour par le Dr Paul Martin."


def asked(service, path, **values):
    with service.client("ward") as client:
        return client.post(path, json=values)


def test_a_note_is_written_as_the_command_writes_it(service):
    answer = asked(service, "/v1/deidentify", id="n1", text=TEXT)
    expected = Deidentifier.default(key=MasterKey(bytes(32)), policy="plausible")(Document("n1", TEXT))
    assert answer.status_code == 200
    assert answer.json() == {
        "id": "n1",
        "text": expected.text,
        "entities": [{"start": s.start, "end": s.end, "label": s.label} for s in expected.spans],
    }
    assert "DURAND" not in answer.text


def test_what_the_record_knows_is_found(service):
    answer = asked(service, "/v1/detect", id="n1", text="vu par jeanne, dupond", patient={"lastname": "Dupond"})
    assert any(said.startswith("record") for entity in answer.json()["entities"] for said in entity["evidence"])
    assert "text" not in answer.json()


def test_a_record_may_have_numbers_and_fields_that_are_not_known_as_in_a_file(service):
    text = "Zorglub : 06 12 34 56 78"
    numbers = asked(service, "/v1/deidentify", text=text, patient={"lastname": "ZORGLUB", "phone": 612345678})
    strings = asked(service, "/v1/deidentify", text=text, patient={"lastname": "ZORGLUB", "phone": "612345678"})
    unknown = asked(service, "/v1/deidentify", text=text, patient={"lastname": "ZORGLUB", "phone": None})
    assert numbers.json() == strings.json()
    assert unknown.status_code == 200


def test_spans_have_probability_and_evidence(service):
    (first, *_) = asked(service, "/v1/detect", text=TEXT).json()["entities"]
    assert first["label"] == "FIRSTNAME"
    assert 0 <= first["probability"] <= 1
    assert first["evidence"]


def test_several_notes_come_back_in_order(service):
    notes = [{"id": f"n{n}", "text": f"M. Durand, {n} ans"} for n in range(30)]
    answer = asked(service, "/v1/deidentify/batch", documents=notes).json()
    assert [each["id"] for each in answer["documents"]] == [each["id"] for each in notes]
    assert (answer["processed"], answer["refused"]) == (30, 0)


def test_offsets_are_code_points_whatever_the_text_is_made_of(service):
    text = "🙂 e\u0301té\r\nM. Durand 🙂"
    found = asked(service, "/v1/detect", text=text).json()["entities"]
    assert "Durand" in [text[entity["start"] : entity["end"]] for entity in found]


def test_half_characters_are_refused_or_written_as_escapes(service):
    with service.client("ward") as client:
        answer = client.post(
            "/v1/detect", content=b'{"text": "M. Durand \\ud800"}', headers={"content-type": "application/json"}
        )
    assert answer.status_code in (200, 422)


def test_scores_are_those_of_the_command(service):
    gold = {"start": 3, "end": 9, "label": "LASTNAME"}
    notes = [
        {"id": "a", "text": "M. Durand va bien", "entities": [gold], "predicted": [gold]},
        {"id": "b", "text": "M. Martin va bien", "entities": [gold], "predicted": []},
    ]
    answer = asked(service, "/v1/evaluate", documents=notes)
    one = Document.from_mapping({k: v for k, v in notes[0].items() if k != "predicted"})
    other = Document.from_mapping({k: v for k, v in notes[1].items() if k != "predicted"})
    found = [one, Document("b", other.text)]
    assert answer.json() == json.loads(evaluate([one, other], found, bootstrap=0).to_json())


def test_scores_are_of_this_service_where_no_other_spans_are_sent(service):
    note = {"id": "a", "text": "M. Durand va bien", "entities": [{"start": 3, "end": 9, "label": "LASTNAME"}]}
    assert (
        asked(service, "/v1/evaluate", documents=[note]).json()["overall"]["micro"]["spans"]["recall"]["value"] == 1.0
    )
