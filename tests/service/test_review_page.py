"""The review page in a real Chromium: by keyboard alone, hostile notes, a service that is killed, and axe-core."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import unicodedata
from concurrent.futures import ThreadPoolExecutor

import pytest
from browsing import Page, flaws_of, opening_browsers, reviews_of
from furnished import CANARY, furnish
from running import Running
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

from palimpseste.service.accounts.users import Role

GUIDELINES = """# Consignes

<script>document.title = "x"</script> se marque <LASTNAME>Durand</LASTNAME>.
"""
NOTES = [
    {"id": "n1", "text": "Mme Jeanne DURAND, vue le 3 mai 2021 par le Dr Petit. Madame DURAND va bien."},
    {"id": "n2", "text": unicodedata.normalize("NFD", "Né à Sète 𝔸 le 12/03/1950 ; suivi par Zoé\r\nLefèvre.")},
    {"id": '"><script>window.hurt = 1</script>', "text": "</script><script>window.hurt = 1</script> Mme Durand"},
    {"id": "n4", "text": "<img src=x onerror='window.hurt = 1'> {{ 7 * 7 }} ${7 * 7} M. Roux"},
    {"id": "n5", "text": "Mme Jeanne AUBIN, vue le 4 juin 2021."},
]
NOTE_AGAIN = json.dumps({"id": "n5", "text": "Autre chose."})


def command(*arguments):
    ran = subprocess.run(
        [sys.executable, "-m", "palimpseste", *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout + ran.stderr


def refused(*arguments):
    ran = subprocess.run(
        [sys.executable, "-m", "palimpseste", *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    return ran.stderr


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    folder = tmp_path_factory.mktemp("review")
    (folder / "notes.jsonl").write_text("".join(json.dumps(note) + "\n" for note in NOTES))
    command("detect", folder / "notes.jsonl", "-o", folder / "found.jsonl")
    furnish(folder)
    (folder / "rules.md").write_text(GUIDELINES)
    running = Running(
        folder / "service",
        *("--policy", "plausible", "--workers", "1"),
        before=f'watch-store = "{folder / "runs.sqlite"}"\ncohort-register = "{folder / "cohorts.json"}"',
        settings=(
            f'failures-per-quarter = 1000\nreports = ["{folder / "reports"}"]\nguidelines = "{folder / "rules.md"}"'
        ),
        ward=Role.PROCESS,
    )
    running.add("reader", Role.ANNOTATE)
    for user in ("third", "first", "second", "fourth", "fifth"):
        running.add(user, Role.ANNOTATE)
    running.add("judge", Role.ADJUDICATE)
    running.add("head", Role.ADMINISTER)
    said = command("review", "add", folder / "found.jsonl", "--folder", running.folder.path)
    assert "5 notes to review are new" in said
    assert "Durand" not in said
    yield running
    running.process.kill()
    running.process.wait()


@pytest.fixture(scope="module")
def open_browser(tmp_path_factory):
    with opening_browsers(tmp_path_factory) as start:
        yield start


@pytest.fixture(scope="module")
def browser(open_browser):
    return open_browser()


@pytest.fixture(scope="module")
def other_browser(open_browser):
    return open_browser()


def decided(service, note, user="reader"):
    reviews = reviews_of(service)
    review = reviews.latest_of(reviews.name_of(note), user)
    return (
        None if review is None else [(s.label, review.document.text[s.start : s.end]) for s in review.document.entities]
    )


def test_a_note_is_corrected_by_keyboard_alone(service, browser):
    page = Page(browser, service, "reader").open("n1")
    found = page.spans
    assert ["LASTNAME", "DURAND"] in found
    while page.spans[browser.execute_script("return chosen")][1] != "DURAND":
        page.press("j")
    page.press("e")
    page.wait(lambda: page.said.startswith("DURAND "))
    assert "Jeanne +" in page.said or "Mme +" in page.said
    page.press("k")
    page.press("j")
    assert "2 / " in page.said
    while page.spans[browser.execute_script("return chosen")][1] != "3 mai 2021":
        page.press("j")
    page.press("x")
    assert ["DATE", "3 mai 2021"] not in page.spans
    page.press("u")
    assert ["DATE", "3 mai 2021"] in page.spans
    page.press("{")
    page.press("{")
    assert ["DATE", "mai 2021"] in page.spans
    page.press("[")
    page.press("[")
    assert ["DATE", "3 mai 2021"] in page.spans
    page.press("l")
    page.press("B")
    page.press("\ue007")
    assert ["BIRTHDATE", "3 mai 2021"] in page.spans
    page.press("u")
    page.press("w")
    while page.said != "bien":
        page.press("w")
    page.press("m")
    assert page.spans[-1][1] == "bien"
    page.press("p")
    page.wait(lambda: browser.find_element(By.ID, "released").text)
    released = browser.find_element(By.ID, "released").text
    assert "DURAND" not in released
    assert "Petit" not in released
    page.keep()
    kept = decided(service, "n1")
    assert ("DATE", "3 mai 2021") in kept
    assert kept[-1][1] == "bien"
    assert page.open("n1").data["version"] == 1
    assert [list(each) for each in kept] == page.spans


def test_what_is_decided_once_holds_for_every_mention(service, browser):
    page = Page(browser, service, "third").open("n1")
    for _ in page.spans:
        page.press("x")
    assert page.spans == []
    while page.said != "DURAND":
        page.press("w")
    browser.execute_script("labelled.value = 'LASTNAME'")
    page.press("m")
    page.press("g")
    assert page.spans == [["LASTNAME", "DURAND"], ["LASTNAME", "DURAND"]]
    assert browser.execute_script("return spans.every((each) => each.accepted)")
    browser.execute_script("spans[1].accepted = false; spans[1].label = 'CITY'")
    page.press("g")
    assert browser.execute_script("return spans[1].accepted")
    page.press("X")
    assert page.spans == []
    page.press("u")
    assert page.spans == [["LASTNAME", "DURAND"], ["LASTNAME", "DURAND"]]


def test_offsets_hold_for_decomposed_and_astral_letters_and_line_ends(service, browser):
    page = Page(browser, service, "reader").open("n2")
    for label, text in page.spans:
        assert text in NOTES[1]["text"], label
    page.keep()
    kept = decided(service, "n2")
    assert ("BIRTHDATE", "12/03/1950") in kept
    assert any(text == unicodedata.normalize("NFD", "Lefèvre") for _, text in kept)


@pytest.mark.parametrize("note", [NOTES[2]["id"], "n4"])
def test_a_note_that_is_a_script_is_text(service, browser, note):
    page = Page(browser, service, "reader").open(note)
    text = next(each["text"] for each in NOTES if each["id"] == note)
    assert page.data["text"] == text
    assert browser.execute_script("return letters.join('')") == text
    page.press("p")
    page.wait(lambda: browser.find_element(By.ID, "released").text)
    assert browser.execute_script("return window.hurt") is None
    assert browser.find_elements(By.CSS_SELECTOR, "#note img, #released img, #note script") == []


def test_two_windows_of_one_person_do_not_overwrite_each_other_and_two_persons_do_not_meet(
    service, browser, other_browser
):
    one, other = Page(browser, service, "reader").open("n4"), Page(other_browser, service, "reader").open("n4")
    one.keep()
    other.press("x")
    other.press("s")
    other.wait(lambda: "another window kept this note meanwhile" in other.said)
    third = Page(other.driver, service, "third").open("n4")
    third.keep()
    assert decided(service, "n4") == decided(service, "n4", "third")


def test_a_third_person_settles_what_two_decided_differently(service, browser):
    for user, keys in (("first", "x"), ("second", "jxu")):
        page = Page(browser, service, user).open("n5")
        for key in keys:
            page.press(key)
        page.keep()
    page = Page(browser, service, "judge").open("n5", "/adjudicate")
    assert "A" in browser.find_element(By.CSS_SELECTOR, "thead").text
    note = page.data["note"]
    assert len(page.data["disputes"]) == 1
    before = page.spans
    page.press("v")
    assert len(page.spans) == len(before) - 1
    page.press("v")
    assert page.spans == before
    page.press("u")
    page.keep()
    settled = reviews_of(service).verdict_of(note)
    assert (settled.user, len(settled.document.entities)) == ("judge", len(before) - 1)
    browser.get(service.address + "/agreement")
    told = browser.find_element(By.TAG_NAME, "main").text
    assert "first" in told
    assert "Cohen's kappa" in told


def test_notes_are_sent_from_the_browser(service, browser, tmp_path):
    page = Page(browser, service, "head")
    browser.get(service.address + "/notes")
    lines = [json.dumps({"id": f"sent {n}", "text": f"Mme Anne ROLLAND, vue le {n} mai."}) for n in (3, 4)]
    contents = {
        "<b onclick=alert(1)>.txt": "Mme Claire MOREL, vue ce jour.".encode("utf-16"),
        "lines.jsonl": "\n".join((*lines, NOTE_AGAIN)).encode(),
        "scan.pdf": b"%PDF-1.7",
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
        browser.find_element(By.ID, "files").send_keys(str(tmp_path / name))
    while browser.switch_to.active_element.get_attribute("id") != "send":
        ActionChains(browser).send_keys("\ue004").perform()  # sent to the element, keys are the path of a file
    page.press("\ue007")
    page.wait(lambda: page.said == "2 / 3 files sent, new notes: 3, here already: 1, refused: 0")
    page.wait(lambda: browser.find_element(By.ID, "all").text == "8")
    again, flaw = browser.find_elements(By.CSS_SELECTOR, "#flaws li")
    assert again.text.startswith("lines.jsonl: here already with another text, which stays")
    assert flaw.text.startswith("scan.pdf: not sent. only files that end with .txt or .jsonl")
    refused = [each["message"] for each in browser.get_log("browser") if "favicon" not in each["message"]]
    assert [message.split(" - ")[0] for message in refused] == [service.address + "/notes/file"]
    reviews = reviews_of(service)
    assert reviews.note(reviews.name_of("n5"))["text"] == NOTES[4]["text"]
    page = Page(browser, service, "reader").open("<b onclick=alert(1)>.txt")
    assert page.spans == [["FIRSTNAME", "Claire"], ["LASTNAME", "MOREL"]]
    assert browser.find_elements(By.CSS_SELECTOR, "main b") == []


def test_two_people_annotate_at_once_and_a_killed_service_loses_no_accepted_decision(service, browser, other_browser):
    drivers = {"fourth": browser, "fifth": other_browser}
    together, pages, accepted = threading.Barrier(2), {}, {user: {} for user in drivers}

    def work(user, notes):
        page = pages[user] = Page(drivers[user], service, user)
        page.driver.get(service.address + "/review?order=arrival")
        for _ in range(notes):
            page.wait(lambda: page.shown)
            if user == "fourth" and page.spans:
                page.press("x")
            shown, spans = page.shown, page.spans
            together.wait(60)  # both have the same note before them
            page.press("s")
            page.wait(lambda shown=shown: page.shown not in (None, shown) or "Everything is" in page.driver.page_source)
            accepted[user][shown] = spans

    def at_once(notes):
        with ThreadPoolExecutor(2) as pool:
            for done in [pool.submit(work, user, notes) for user in drivers]:
                done.result(120)

    def kept(user):
        reviews = reviews_of(service)
        return {
            reviews.name_of(each.document.id): [
                [s.label, each.document.text[s.start : s.end]] for s in each.document.entities
            ]
            for each in reviews.all_of(user)
            if each.version == 1
        }

    at_once(3)
    service.process.send_signal(signal.SIGKILL)
    service.process.wait()
    assert len(accepted["fourth"]) == 3
    for user in drivers:
        assert kept(user) == accepted[user]
    with reviews_of(service)._engine.begin() as connection:
        assert connection.exec_driver_sql("pragma integrity_check").scalar() == "ok"
    before = pages["fourth"].spans
    pages["fourth"].press("s")
    pages["fourth"].wait(lambda: "The service does not answer" in pages["fourth"].said)
    assert pages["fourth"].spans == before
    failed = [each["message"] for each in browser.get_log("browser") if "favicon" not in each["message"]]
    assert [message.split(" - ")[0] for message in failed] == [service.address + "/review/kept"]
    port = service.address.rpartition(":")[2]
    again = Running(service.folder.path, "--policy", "plausible", "--workers", "1", "--port", port)
    service.process = again.process
    at_once(reviews_of(service).count() - 3)
    for user in drivers:
        assert kept(user) == accepted[user]
    assert accepted["fourth"].keys() == accepted["fifth"].keys()
    assert accepted["fourth"] != accepted["fifth"]


def test_what_was_decided_is_taken_for_training(service, palimpseste, tmp_path):
    taken = tmp_path / "gold.jsonl"
    export = ("review", "export", "reader", "--folder", service.folder.path, "-o", taken)
    assert palimpseste(*export)[0] == 0
    assert taken.stat().st_mode & 0o077 == 0
    assert {json.loads(line)["id"] for line in taken.read_text().splitlines()} >= {"n1", "n2", "n4"}
    assert palimpseste("evaluate", taken, taken)[0] == 0
    status, listed, _ = palimpseste("review", "list", "--folder", service.folder.path)
    assert status == 0
    assert "reader" in listed
    status, _, said = palimpseste(*export)
    assert status == 2
    assert "choose another name" in said
    settled, history = tmp_path / "settled.jsonl", tmp_path / "history.jsonl"
    folder = ("--folder", service.folder.path)
    status, _, said = palimpseste("review", "export", "--settled", *folder, "-o", settled, "--history", history)
    assert status == 0
    assert "notes are left out" in said
    by_id = {each["id"]: each for each in map(json.loads, history.read_text().splitlines())}
    assert by_id["n5"]["annotator"] == "judge"
    assert "n1" not in by_id
    assert palimpseste("evaluate", settled, settled)[0] == 0
    for wrong in (("reader", "--settled"), ()):
        assert palimpseste("review", "export", *wrong, "--folder", service.folder.path, "-o", tmp_path / "x")[0] == 2


def test_pages_are_without_flaws_that_axe_finds_in_both_languages(service, open_browser):
    for language in ("fr", "en"):
        driver = open_browser(language)
        flaws = {}
        driver.get(service.address + "/login")
        for place in (
            *("login", "review", "adjudicate", "agreement", "guidelines", "missed", "training", "dashboard", "notes"),
        ):
            if place == "review":
                Page(driver, service, "reader").open("n1")
            elif place == "adjudicate":
                Page(driver, service, "judge").open("n1", "/adjudicate")
            elif place != "login":
                if place == "notes":
                    Page(driver, service, "head")
                driver.get(f"{service.address}/{place}")
            flaws[place] = flaws_of(driver)
            assert driver.find_element(By.TAG_NAME, "html").get_attribute("lang") == language
        assert flaws == {place: [] for place in flaws}


def test_guidelines_are_at_hand_as_they_are_written(service, browser):
    Page(browser, service, "reader").open("n1")
    browser.find_element(By.CSS_SELECTOR, 'nav a[href="/guidelines"]').click()
    assert browser.find_element(By.CSS_SELECTOR, "pre.guidelines").text == GUIDELINES.strip()
    with service.client() as client:
        assert client.get("/guidelines").headers["location"] == "/login"


def test_what_was_missed_is_a_list_for_the_site(service, browser):
    page = Page(browser, service, "first").open("n4")
    for _ in range(9):
        page.press("b")
        if page.said == "hurt":
            break
    browser.execute_script("labelled.value = 'ORGANIZATION'")
    page.press("m")
    page.keep()
    page = Page(browser, service, "judge")
    browser.get(service.address + "/missed")
    assert "hurt ORGANIZATION 1 1" in browser.find_element(By.TAG_NAME, "main").text
    address = browser.find_element(By.CSS_SELECTOR, "a[download]").get_attribute("href")
    fetched = browser.execute_async_script(
        "fetch(arguments[0]).then((answer) => answer.text()).then(arguments[1])", address
    )
    assert 'ORGANIZATION = [\n    "hurt",\n]' in fetched
    written = service.folder.audit.read_text()
    assert '"missed/file"' in written
    assert "hurt" not in written
    with service.browser("first") as client:
        assert client.get("/missed").status_code == client.get("/missed/site-words.toml").status_code == 403


def test_the_dashboard_counts_and_quotes_nothing(service, browser):
    Page(browser, service, "judge")
    browser.get(service.address + "/dashboard")
    told = browser.find_element(By.TAG_NAME, "main").text
    for row in ("Something moved", "8 2026-03-08 08:00 40 3 0", "march", "plausible", "2023 retired", "default active"):
        assert row in told
    assert browser.execute_script("return document.querySelector('.figure').naturalWidth") > 100
    assert CANARY not in browser.page_source


def test_the_browser_keeps_nothing_and_says_nothing(service, browser):
    Page(browser, service, "reader").open("n1")
    assert browser.execute_script("return localStorage.length + sessionStorage.length") == 0
    assert browser.execute_script("return document.cookie") == ""
    assert [each for each in browser.get_log("browser") if "favicon" not in each["message"]] == []
    for path in service.folder.path.rglob("*"):
        if path.is_file():
            assert b"DURAND" not in path.read_bytes()
    assert "DURAND" not in service.said.read_text()


def test_a_note_without_an_identifier_is_shown_too(service, browser):
    reviews_of(service).add([{"id": "", "text": "Vue par Jeanne."}])
    assert Page(browser, service, "fifth").open("").shown == reviews_of(service).name_of("")


def test_an_accent_that_stands_apart_is_of_its_word(service, browser):
    reviews_of(service).add([{"id": "apart", "text": unicodedata.normalize("NFD", "Zoé, José et Jose.")}])
    page = Page(browser, service, "fifth").open("apart")
    page.press("www")
    page.press("m")
    assert [unicodedata.normalize("NFC", text) for _, text in page.spans] == ["et"]
    page.press("b")
    page.press("m")
    page.press("g")
    assert sorted(unicodedata.normalize("NFC", text) for _, text in page.spans) == ["José", "et"]


def test_notes_that_cannot_be_shown_are_refused_with_file_and_line(service, tmp_path):
    spans = [{"start": 0, "end": 3, "label": "CITY"}, {"start": 2, "end": 5, "label": "CITY"}]
    for name, entities, told in (
        ("overlap", spans, "two spans overlap, from 0 to 3 and from 2 to 5"),
        ("beyond", [{"start": 0, "end": 99, "label": "CITY"}], "entity 0 must have 0 <= start < end <= 13"),
    ):
        path = tmp_path / f"{name}.jsonl"
        path.write_text(json.dumps({"id": name, "text": "Mme Qvistgård", "entities": entities}) + "\n")
        said = refused("review", "add", path, "--folder", service.folder.path)
        assert f"{path}:1: {told}" in said
    assert "nothing.jsonl: no such file" in refused("review", "add", "nothing.jsonl", "--folder", service.folder.path)


def test_notes_of_a_text_that_is_another_are_told(service, tmp_path):
    (tmp_path / "again.jsonl").write_text(NOTE_AGAIN + "\n" + json.dumps({"id": "n1", "text": NOTES[0]["text"]}) + "\n")
    said = command("review", "add", tmp_path / "again.jsonl", "--folder", service.folder.path)
    assert "0 notes to review are new, 2 are there already" in said
    assert "1 of those are there with another text" in said
