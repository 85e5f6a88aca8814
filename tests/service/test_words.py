"""What pages say, in both languages."""

from __future__ import annotations

import html
import json

import pytest

from palimpseste.service.answers import in_language, written_refusal
from palimpseste.service.words import words_for


def test_both_languages_say_everything():
    french, english = words_for("fr"), words_for("en")
    assert french.keys() == english.keys()
    assert all(french.values())
    assert all(english.values())


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("fr-FR,fr;q=0.9,en;q=0.8", "fr"), ("en-GB", "en"), ("de,fr;q=0.5", "fr"), ("", "en"), ("*", "en"), ("FR", "fr")],
)
def test_the_language_asked_for_first_is_spoken(accepted, language):
    assert words_for(accepted)["language"] == language


SAID_AT_PAGES = [
    ("the session has ended: log in again", "la session est finie"),
    ("this needs the role 'administer'", "il faut le rôle « administer »"),
    ("two spans overlap, from 4 to 10 and from 8 to 12", "de 4 à 10 et de 8 à 12"),
    ("a request may have 10,000,000 bytes: send documents in several", "10\u202f000\u202f000 octets"),
    ("the reviews cannot be kept (OperationalError)", "(OperationalError) : rien n'est gardé, réessayez"),
    ("3 settled notes are too few to train and to measure on: at least 20, of several patients", "il en faut 20"),
    ("failed (RuntimeError); nothing more is told, as it may quote a note", "échec (RuntimeError)"),
    ("audit.jsonl cannot be written", "le service ne peut plus écrire audit.jsonl"),
    ("users.json: cannot be written: No space left on device", "le service ne peut plus écrire users.json"),
    ("too many documents wait to be processed; ask again in 5 seconds", "réessayez dans 5 secondes"),
    ("the request took longer than 30 seconds to come", "plus de 30 secondes"),
    ("what nobody foresaw", "what nobody foresaw"),
]


@pytest.mark.parametrize(("english", "french"), SAID_AT_PAGES)
def test_a_refusal_is_in_french_at_the_pages_of_who_reads_french_alone(english, french):
    assert french in in_language(english, "fr-FR,fr;q=0.9")
    assert in_language(english, "en") == english
    assert json.loads(written_refusal("/v1/detect", english, "fr", "text/html")[0]) == {"error": english}


def test_no_page_refuses_a_french_reader_in_english(pages):
    french = {"accept-language": "fr"}
    with pages.browser("reader") as client:
        for path in ("/notes", "/dashboard", "/guidelines", "/adjudicate"):
            answer = client.get(path, headers=french)
            assert answer.status_code in (403, 404)
            assert answer.json()["error"].startswith(("il faut le rôle", "le fichier du site"))
        kept = {"note": "x", "entities": [], "version": 0, "seconds": 1}
        assert "ne vient pas" in client.post("/review/kept", json=kept, headers=french).json()["error"]
    with pages.client() as client:
        assert "reconnectez-vous" in client.post("/review/kept", json=kept, headers=french).json()["error"]
        assert "token is needed" in client.post("/v1/detect", json={}, headers=french).json()["error"]


def test_a_browser_is_refused_by_a_page_and_a_script_or_a_program_by_an_object(pages):
    browser = {"accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", "accept-language": "fr"}
    with pages.browser("reader") as client:
        for path, status, said in (
            ("/notes", 403, "Il faut le rôle « administer »"),
            ("/dashboard", 403, "Il faut le rôle « administer »"),
            ("/login/house", 404, "Aucun fournisseur d'identité n'est réglé"),
            ("/nothing", 404, "Cette page n'existe pas"),
        ):
            answer = client.get(path, headers=browser)
            assert answer.status_code == status
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert "default-src 'none'" in answer.headers["content-security-policy"]
            assert said in html.unescape(answer.text)
            assert client.get(path, headers={"accept-language": "fr"}).json()["error"][1:] in html.unescape(answer.text)
        refused = client.post("/logout", data={"token": "another"}, headers=browser)
        assert "Ceci ne vient pas d'une page de cette session" in html.unescape(refused.text)
        # By the guard, before any route.
        refused = client.post("/logout", headers={**browser, "sec-fetch-site": "cross-site"})
        assert (refused.status_code, "Seules les pages" in refused.text) == (403, True)
        assert client.get("/v1/nothing", headers=browser).json()["error"].startswith("a token is needed")
