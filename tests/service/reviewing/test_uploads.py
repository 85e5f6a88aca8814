"""Notes that are sent from a browser: what a file may be, who may send it, and that nothing of it is quoted or left."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

import pytest

from palimpseste.errors import UsageError
from palimpseste.service.accounts.users import Role
from palimpseste.service.reviewing.reviews import Reviews
from palimpseste.service.reviewing.uploads import notes_of

CANARY = "Zéphyrine-Canari-Qvist"
_OVERLAPPING = [{"start": 0, "end": 2, "label": "CITY"}, {"start": 1, "end": 3, "label": "CITY"}]


def line(id, text="Vu ce jour.", **values):
    return json.dumps({"id": id, "text": text, **values}).encode() + b"\n"


@pytest.mark.parametrize(
    ("name", "content", "texts"),
    [
        ("a.txt", "Né à Sète le 3 mai\r\n".encode(), ["Né à Sète le 3 mai\r\n"]),
        ("A.TXT", "é".encode("cp1252"), ["é"]),
        ("b.txt", "\ufeffVu.".encode("utf-16-le"), ["Vu."]),
        ("c.jsonl", b"\xef\xbb\xbf" + line("1") + b"\n" + line("2", "Revu.", ward="nord"), ["Vu ce jour.", "Revu."]),
    ],
)
def test_text_and_lines_are_read_as_files_are(name, content, texts):
    assert [each.text for each in notes_of(name, content, 10)] == texts


@pytest.mark.parametrize("name", ["../../etc/notes.txt", "C:\\notes\\notes.txt", "/notes.txt", "notes.txt"])
def test_of_a_path_the_name_alone_is_kept(name):
    assert [each.id for each in notes_of(name, b"Vu.", 10)] == ["notes.txt"]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("", b"Vu.", "the name of the file"),
        ("a/", b"Vu.", "the name of the file"),
        ("é" * 250 + ".txt", b"Vu.", "the name of the file"),
        ("a\n.txt", b"Vu.", "the name of the file"),
        (f"{CANARY}.pdf", b"%PDF-1.7", "only files that end with .txt or .jsonl"),
        (".jsonl.exe", b"MZ", "only files that end with"),
        ("a.txt", b"%PDF-1.7", "not text: a PDF file"),
        ("a.txt", b"PK\x03\x04", "not text: a ZIP"),
        ("a.txt", b" \n ", "no text in it"),
        ("a.txt", b"a\0b\0\0\0", "NUL"),
        ("a.txt", b"\x81\x8d\xff", "unknown encoding"),
        ("a.txt", b"<html><p>Zorglubine</p></html>", "not plain text, but"),
        ("a.jsonl", b"\n", "no note in it"),
        ("a.jsonl", line("1") + b"{", "line 2: not JSON"),
        ("a.jsonl", b"[1]", "line 1: a line must hold one JSON object"),
        ("a.jsonl", b"[" * 100_000, "line 1: not JSON"),
        ("a.jsonl", line("1") * 2, "line 2: another line has the same id"),
        ("a.jsonl", b"".join(line(str(n)) for n in range(11)), "more than 10 notes"),
        ("a.jsonl", line("1", patient={CANARY: "x"}), "line 1: unknown patient field whose name is not shown"),
        ("a.jsonl", line("1", entities=[*map(dict, _OVERLAPPING)]), "line 1: two spans overlap, from 0 to 2"),
        ("a.jsonl", line("1", entities=[{"start": 0, "end": 99, "label": CANARY}]), "line 1: entity 0"),
    ],
)
def test_what_is_no_note_is_refused_by_its_kind_and_not_quoted(name, content, words):
    with pytest.raises(UsageError, match=re.escape(words)) as caught:
        notes_of(name, content, 10)
    assert "Zéphyrine" not in str(caught.value)
    assert "Zorglubine" not in str(caught.value)


def test_an_administrator_sends_notes_and_nobody_else(pages):
    pages.add("sender", Role.ADMINISTER)
    with pages.client() as client:
        assert client.get("/notes").headers["location"] == "/login"
        assert client.post("/notes/file", content=b"Vu.").status_code == 401
    with pages.browser("reader") as client:
        assert client.get("/notes").status_code == 403
        own = re.search(r'name="token" value="([^"]+)"', client.get("/review").text)[1]
        headers = {"x-change-token": own, "x-file-name": "a.txt"}
        assert client.post("/notes/file", content=b"Vu.", headers=headers).status_code == 403
    with pages.browser("sender") as client:
        assert client.post("/notes/file", content=b"Vu.", headers={"x-file-name": "a.txt"}).status_code == 403
        token = re.search(r'name="token" value="([^"]+)"', client.get("/notes").text)[1]
        foreign = {"x-change-token": token, "x-file-name": "a.txt", "sec-fetch-site": "cross-site"}
        assert client.post("/notes/file", content=b"Vu.", headers=foreign).status_code == 403

        def send(name, content, way="site"):
            headers = {"x-change-token": token, "x-file-name": quote(name), "x-marked-by": way}
            return client.post("/notes/file", content=content, headers=headers)

        sent = send(f"../{CANARY}.txt", f"Mme Jeanne DURAND-{CANARY}, vue le 3 mai 2021.".encode())
        assert sent.json() == {"notes": 1, "new": 1, "other_texts": 0, "refused": 0, "reason": ""}
        again = send(f"{CANARY}.txt", b"Autre texte.").json()
        assert (again["new"], again["other_texts"]) == (0, 1)
        assert send("a.txt", b"Vu.", "one nobody").status_code == 422
        assert send("a.pdf", b"%PDF-").status_code == 422
        large = send("a.txt", b"x" * 10_000_001)
        assert (large.status_code, CANARY in large.text) == (413, False)
    for path in (*pages.folder.path.rglob("*"), pages.said):
        assert path.is_dir() or b"Canari" not in path.read_bytes()
    assert '"notes/add"' in pages.folder.audit.read_text()


def test_what_is_marked_already_is_as_was_chosen(pages):
    pages.add("chooser", Role.ADMINISTER)
    text = "Mme Jeanne DURAND, vue le 3 mai 2021, 01 23 45 67 89."
    given = [{"start": 4, "end": 10, "label": "CITY", "source": "other", "evidence": ["other", "model"]}]
    record = {"lastname": "Durand"}
    with pages.browser("chooser") as client:
        token = re.search(r'name="token" value="([^"]+)"', client.get("/notes").text)[1]
        for number, way in enumerate(("site", "one rules", "one record", "file", "nothing")):
            headers = {"x-change-token": token, "x-file-name": "a.jsonl", "x-marked-by": way}
            content = line(f"marked {number}", text, entities=given, patient=record)
            assert client.post("/notes/file", content=content, headers=headers).json()["new"] == 1
    reviews = Reviews(pages.folder.reviews, pages.folder.secret())
    site, rules, record, file, nothing = (reviews.note(reviews.name_of(f"marked {n}"))["entities"] for n in range(5))
    assert {each["label"] for each in site} == {"FIRSTNAME", "LASTNAME", "DATE", "PHONE"}
    assert any("model" in each["evidence"] for each in site)
    assert rules
    assert all(name.startswith("rules.") for each in rules for name in each["evidence"])
    assert [text[each["start"] : each["end"]] for each in record] == ["DURAND"]
    assert file == given
    assert nothing == []
