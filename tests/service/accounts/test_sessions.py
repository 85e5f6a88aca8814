"""Sessions at the pages: who logs in, what a cookie proves, and what another site or another role cannot do."""

from __future__ import annotations

import re

import pytest
from running import PASSWORD

from palimpseste.service.accounts.users import Role
from palimpseste.service.monitoring.audit import read_audit
from palimpseste.service.reviewing.reviews import Reviews
from palimpseste.service.routes import adjudicate, dashboard, gold, guidelines, missed, notes, review, training

PLACES = [
    (method, route.path)
    for pages in (adjudicate, dashboard, gold, guidelines, missed, notes, review, training)
    for route in pages.router.routes
    for method in route.methods & {"GET", "POST"}
]


def token_of(page):
    return re.search(r'name="token" value="([^"]+)"', page)[1]


def test_who_logs_in_reads_and_who_logs_out_does_not(pages):
    with pages.browser("reader") as client:
        (cookie,) = client.cookies.jar
        assert cookie.has_nonstandard_attr("HttpOnly")
        assert cookie.get_nonstandard_attr("SameSite") == "strict"
        page = client.get("/review")
        assert page.status_code == 200
        copied = dict(client.cookies)
        assert client.post("/logout", data={"token": token_of(page.text)}).status_code == 303
    with pages.client() as thief:
        thief.cookies.update(copied)
        assert thief.get("/review").headers["location"] == "/login"


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("reader", "not the password"),
        ("nobody", PASSWORD),
        ("ward", PASSWORD),
        ("", ""),
        ("reader", ""),
        ("é" * 99, "x"),
    ],
)
def test_a_wrong_name_and_a_wrong_password_are_told_alike(pages, name, password):
    with pages.client() as client:
        answer = client.post("/login", data={"name": name, "password": password})
        assert answer.status_code == 401
        assert "do not belong together" in answer.text
        assert not client.cookies
        french = client.post(
            "/login", data={"name": name, "password": password}, headers={"accept-language": "fr-FR,fr;q=0.9,en;q=0.8"}
        )
    assert "ne vont pas ensemble" in french.text
    assert '<html lang="fr">' in french.text


@pytest.mark.parametrize("cookie", ["", "x", "reader", "A" * 43, "é", "x" * 4000, 'a"b;c'])
def test_a_forged_cookie_is_nobody(pages, cookie):
    with pages.client() as client:
        headers = {"cookie": f"palimpseste={cookie}".encode()}
        assert client.get("/review", headers=headers).headers["location"] == "/login"
        answer = client.post("/review/kept", json={}, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (401, "the session has ended: log in again")


def test_without_a_session_no_more_than_a_name_and_a_password_is_read(pages):
    with pages.client() as client:
        assert client.post("/login", content=b"name=" + b"x" * 20_000).status_code == 413


def test_a_change_bears_the_secret_of_its_own_session_and_comes_from_its_own_page(pages):
    sent = {"note": "n1", "entities": [], "version": 0, "seconds": 1}
    with pages.browser("reader") as client, pages.browser("third") as other:
        foreign = token_of(other.get("/review").text)
        for headers in ({}, {"x-change-token": ""}, {"x-change-token": "é".encode()}, {"x-change-token": foreign}):
            answer = client.post("/review/kept", json=sent, headers=headers)
            assert answer.status_code == 403
        assert client.post("/logout", data={}).status_code == 403
        own = token_of(client.get("/review").text)
        for site in ("cross-site", "same-site"):
            headers = {"x-change-token": own, "sec-fetch-site": site}
            assert client.post("/review/kept", json=sent, headers=headers).status_code == 403
        assert client.get("/review").status_code == 200


def test_each_page_asks_for_a_session_a_role_and_the_secret_of_the_session(pages):
    pages.add("all", Role.ANNOTATE, Role.ADJUDICATE, Role.ADMINISTER)
    sent = {"note": "n1", "entities": [], "version": 0, "seconds": 1}
    assert len(PLACES) > 12
    with pages.client() as stranger, pages.browser("processor") as wrong, pages.browser("all") as right:
        for method, path in PLACES:
            content = {"json": sent} if method == "POST" else {}
            answer = stranger.request(method, path, **content)
            assert answer.status_code == 401 or answer.headers["location"] == "/login", path
            assert wrong.request(method, path, **content).status_code == 403, path
            if method == "POST":
                assert right.post(path, **content).status_code == 403, path
                headers = {"x-change-token": "x"}
                assert right.post(path, data={"token": "x"}, headers=headers).status_code == 403, path


def test_a_decision_that_is_sent_again_is_not_kept_again(pages):
    reviews = Reviews(pages.folder.reviews, pages.folder.secret())
    reviews.add([{"id": "replayed", "text": "Mme Durand, vue."}])
    entities = [{"start": 4, "end": 10, "label": "LASTNAME"}]
    sent = {"note": reviews.name_of("replayed"), "entities": entities, "version": 0, "seconds": 1}
    with pages.browser("third") as client:
        headers = {"x-change-token": token_of(client.get("/review").text)}
        answers = [client.post("/review/kept", json=sent, headers=headers) for _ in range(2)]
        other = {**sent, "note": "../../users.json", "version": 1}
        assert client.post("/review/kept", json=other, headers=headers).status_code == 404
        assert client.get("/review?note=../../users.json").status_code == 200
        shown = client.post("/review/released", json={"note": sent["note"], "entities": entities}, headers=headers)
        assert "Durand" not in shown.json()["text"]
        said = client.post("/review/why", json={"note": sent["note"], "entities": entities}, headers=headers).json()
        assert 0 < said["probability"] <= 1
        assert {"Mme", "vue"} == {"Mme Durand, vue."[start:end] for start, end, _ in said["words"]}
        none = client.post("/review/why", json={"note": sent["note"], "entities": []}, headers=headers)
        assert none.status_code == 422
    assert [answer.status_code for answer in answers] == [200, 422]
    written = read_audit(pages.folder.audit, pages.folder.secret()).entries
    told = [(each["what"], each["from"], each["documents"]) for each in written if each["who"] == "third"]
    assert told[-5:] == [
        ("read", "127.0.0.1", 1),
        ("review", "127.0.0.1", 1),
        ("read", "127.0.0.1", 0),
        ("review/released", "127.0.0.1", 1),
        ("review/why", "127.0.0.1", 1),
    ]
    assert reviews.latest_of(sent["note"], "third").version == 1


def test_who_may_not_annotate_reads_nothing(pages):
    with pages.browser("processor") as client:
        answer = client.get("/review")
    assert answer.status_code == 403
    assert "this needs the role 'annotate'" in answer.json()["error"]


def test_a_token_is_no_session_and_a_session_no_token(pages):
    with pages.client("ward") as client:
        assert client.get("/review").headers["location"] == "/login"
    with pages.browser("processor") as client:
        assert client.post("/v1/detect", json={"text": "a"}).status_code == 401


def test_revoking_and_a_new_password_end_sessions(pages):
    pages.add("leaver", Role.ANNOTATE)
    with pages.browser("leaver") as client:
        assert client.get("/review").status_code == 200
        pages.users.set_password("leaver", "another pass phrase")
        assert client.get("/review").headers["location"] == "/login"
    with pages.client() as client:
        client.post("/login", data={"name": "leaver", "password": "another pass phrase"})
        assert client.get("/review").status_code == 200
        pages.users.revoke("leaver")
        assert client.get("/review").headers["location"] == "/login"


def test_who_guesses_passwords_is_locked_out(started):
    service = started("--workers", "1", settings="failures-per-quarter = 3", ward=Role.PROCESS)
    service.add("reader", Role.ANNOTATE)
    with service.client() as client:
        guesses = [client.post("/login", data={"name": "reader", "password": f"guess {n}"}) for n in range(5)]
        assert [guess.status_code for guess in guesses] == [401, 401, 401, 429, 429]
        right = client.post("/login", data={"name": "reader", "password": PASSWORD})
    assert right.status_code == 429
    assert "Too many tries" in right.text
