"""The loop in a real Chromium by keyboard alone: twenty notes reviewed, settled, exported, trained on; the figure."""

from __future__ import annotations

import json

import pytest
from browsing import Page, flaws_of, opening_browsers, reviews_of
from running import Running
from selenium.webdriver.common.by import By

from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document, Prediction, Span
from palimpseste.service.accounts.users import Role
from palimpseste.sources.jsonl import entities_of

TAB, ENTER = "\ue004", "\ue007"
LAST = ("KERVADEC", "LE GOFF", "MARCHAL", "ROUSSEAU", "PETITJEAN")
FIRST = ("Soazig", "Hélène", "Monique", "Yvette")
NOTES = [
    Document(
        f"n{number:02}", f"Mme {FIRST[number % 4]} {LAST[number % 5]}, vue le {number + 1} mai 2021 pour une toux."
    )
    for number in range(20)
]


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    running = Running(
        tmp_path_factory.mktemp("training") / "service",
        *("--policy", "plausible", "--workers", "1"),
        settings="training-steps = 2\ntraining-copies = 0",
        ward=Role.PROCESS,
    )
    for name, role in (("one", Role.ANNOTATE), ("judge", Role.ADJUDICATE), ("head", Role.ADMINISTER)):
        running.add(name, role)
    detect = Deidentifier.default(policy="tag").detect
    found = [(note, entities_of(Prediction(note, detect(note)))) for note in NOTES]
    reviews = reviews_of(running)
    reviews.add({**note.to_mapping(), "entities": entities} for note, entities in found)
    for note, entities in found[2:]:
        spans = [Span(each["start"], each["end"], each["label"]) for each in entities]
        reviews.keep(reviews.name_of(note.id), "two", spans, 0, 30)
    for note, _ in found[:2]:  # on which the other one will differ
        reviews.keep(reviews.name_of(note.id), "two", [Span(0, 3, "LASTNAME")], 0, 30)
    yield running
    running.process.kill()
    running.process.wait()


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with opening_browsers(tmp_path_factory) as start:
        yield start()


def test_twenty_notes_are_reviewed_settled_exported_trained_on_and_the_figure_is_seen(
    service, browser, palimpseste, tmp_path
):
    reviews = reviews_of(service)
    names = {note.id: reviews.name_of(note.id) for note in NOTES}
    page = Page(browser, service, "one")
    browser.get(service.address + "/review?order=arrival")
    page.wait(lambda: page.shown)
    for number, note in enumerate(NOTES):
        assert page.data["text"] == note.text
        before = page.spans
        if number == 0:
            page.press("x")
            page.press("u")
            assert page.spans == before
        page.press("s")
        page.wait(
            lambda name=names[note.id]: (
                page.shown not in (None, name) or "Everything is reviewed" in browser.page_source
            )
        )
    assert "20 / 20" in browser.find_element(By.TAG_NAME, "main").text

    page = Page(browser, service, "judge")
    for left in (2, 1):
        page.wait(lambda left=left: page.shown and f"{left} to be settled" in browser.page_source)
        while not any(label == "FIRSTNAME" for label, _ in page.spans):
            page.press("v")
        page.press("s")
    page.wait(lambda: "Everything is reviewed" in browser.page_source)

    gold = tmp_path / "gold.jsonl"
    assert palimpseste("review", "export", "--settled", "--folder", service.folder.path, "-o", gold)[0] == 0
    assert len([json.loads(line) for line in gold.read_text().splitlines()]) == 20
    browser.get(service.address + "/agreement")
    for name, lines in (("gold", gold.read_text()), ("history", None)):
        link = browser.find_element(By.CSS_SELECTOR, f'main a[href="/gold/{name}.jsonl"]').get_attribute("href")
        taken = browser.execute_async_script("fetch(arguments[0]).then((a) => a.text()).then(arguments[1])", link)
        assert taken == (lines or taken)
        assert len(taken.splitlines()) == 20

    browser.get(service.address + "/training")
    page.wait(lambda: "decided alike by two people: 20." in browser.page_source)
    while browser.switch_to.active_element.get_attribute("id") != "begin":
        page.press(TAB)
    page.press(ENTER)
    page.wait(lambda: "A training is under way" in browser.page_source)
    assert service.folder.trainings.exists()
    page.wait(lambda: "A training is under way" not in browser.page_source)
    told = browser.find_element(By.TAG_NAME, "main").text
    (each,) = [json.loads(path.read_bytes()) for path in service.folder.trainings.glob("*/round.json")]
    assert each["state"] == "done", told
    assert f"{each['before']['f1']:.3f} → {each['after']['f1']:.3f}" in told
    assert each["notes"] == each["trained"] + each["held_out"] == 20
    assert each["seconds"] >= 600
    assert browser.execute_script("return document.querySelector('.figure').naturalWidth") > 100
    figure = browser.execute_async_script(
        "fetch('/training/rounds.svg').then((answer) => answer.text()).then(arguments[0])"
    )
    assert f"20: {each['after']['f1']:.3f}</title>" in figure
    assert flaws_of(browser) == []
    model = service.folder.trainings / each["id"] / "model"
    assert (model / "weights.npz").stat().st_mode & 0o077 == 0
    for path in service.folder.path.rglob("*"):
        if path.is_file():
            assert not any(name.encode() in path.read_bytes() for name in LAST)
    assert not any(name in service.said.read_text() for name in LAST)


def test_who_may_train_and_only_from_the_page(service):
    with service.client() as client:
        assert client.get("/training").headers["location"] == "/login"
        assert client.post("/training").status_code == client.get("/training/state").status_code == 401
    with service.browser("one") as client:
        assert client.get("/training").status_code == client.get("/training/rounds.svg").status_code == 403
    with service.browser("head") as client:
        assert client.post("/training", data={"token": "x"}).status_code == 403
        assert client.get("/training").status_code == 200
