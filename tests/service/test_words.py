"""What pages say, in both languages."""

from __future__ import annotations

import pytest

from palimpseste.service.answers import refusal_for
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
    ("what nobody foresaw", "what nobody foresaw"),
]


@pytest.mark.parametrize(("english", "french"), SAID_AT_PAGES)
def test_a_refusal_is_in_french_at_the_pages_of_who_reads_french_alone(english, french):
    assert french in refusal_for("/review/kept", "fr-FR,fr;q=0.9")(english)
    assert refusal_for("/review/kept", "en")(english) == english
    assert refusal_for("/v1/detect", "fr")(english) == english


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
