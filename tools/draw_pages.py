"""Draw the service's pages as people see them: notes sent, review, adjudication, missed, dashboard and training.

    python tools/draw_pages.py docs/figures

A service is started on this machine over notes that were made up here, and a real Chromium goes through its pages.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from selenium import webdriver

from measure_watch import day_of, detected, development_notes
from palimpseste.cohorts import CohortRegister
from palimpseste.engines.run.tally import Tally
from palimpseste.report.facts import RunFacts
from palimpseste.report.files import write_report
from palimpseste.service.accounts.users import Role, Users
from palimpseste.service.folder import ServiceFolder
from palimpseste.service.reviewing.reviews import Reviews
from palimpseste.sources.jsonl import entities_of
from palimpseste.surrogates.keys import MasterKey
from palimpseste.surrogates.policy.policy import Policy
from palimpseste.watch import WatchStore

_NOTE = """CHU de Dijon, service de pneumologie
Compte rendu de consultation du 14 mars 2023

Chère consœur,
J'ai revu Mme Solène KERVADEC, née le 02/11/1958, pour sa BPCO. Elle vit à Beaune avec sa fille Maëlle.
VEMS à 1,2 l, stable. Mme Kervadec tousse moins ; elle reverra le Dr Yvan Le Tallec dans six mois.
Inclusion dans GOELAND discutée. On peut la joindre au 06 12 34 56 78.

Dr P. Morvan"""


def main() -> None:
    """Draw the pages."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output", type=Path, help="Folder of the pictures.")
    output = parser.parse_args().output
    with tempfile.TemporaryDirectory() as place:
        _draw(Path(place), output)


def _draw(place: Path, output: Path) -> None:
    (place / "notes.jsonl").write_text(json.dumps({"id": "consultation 1", "text": _NOTE}) + "\n")
    _palimpseste("detect", place / "notes.jsonl", "-o", place / "found.jsonl")
    folder = ServiceFolder.opened(place / "service", create=True)
    users, password = Users(folder.users), secrets.token_hex(12)
    people = {"anne": Role.ANNOTATE, "paul": Role.ANNOTATE, "judith": Role.ADJUDICATE, "henri": Role.ADMINISTER}
    for name, role in people.items():
        users.add(name, [role], 1)
        users.set_password(name, password)
    _palimpseste("review", "add", place / "found.jsonl", "--folder", folder.path)
    _palimpseste("key", "new", place / "key")
    reviews = Reviews(folder.reviews, folder.secret())
    _furnish(place)
    command = [
        "serve",
        "--config",
        place / "site.toml",
        "--port",
        "0",
        "--policy",
        "plausible",
        "--key-file",
        place / "key",
    ]
    with (place / "said").open("wb") as said:
        service = subprocess.Popen(
            [sys.executable, "-m", "palimpseste", *map(str, command)], stdout=said, stderr=subprocess.STDOUT
        )
    try:
        while not (found := re.search(r"listening at (\S+);", (place / "said").read_text())):
            time.sleep(0.1)
        driver = _browser(place / "profile")
        try:
            _log_in(driver, found[1], "anne", password)
            for key in "jjjp":
                driver.switch_to.active_element.send_keys(key)
            time.sleep(2)
            driver.save_screenshot(str(output / "review.png"))
            note = reviews.turns.next_of("anne")
            entities = json.loads((place / "found.jsonl").read_text())["entities"]
            start = _NOTE.index("GOELAND")
            missed = {"start": start, "end": start + len("GOELAND"), "label": "ORGANIZATION"}
            entities = sorted([*entities, missed], key=lambda each: each["start"])
            _decide(reviews, str(note), "anne", entities[1:])
            _decide(reviews, str(note), "paul", [*entities[:-1], {**entities[-1], "label": "FIRSTNAME"}])
            driver.delete_all_cookies()
            _log_in(driver, found[1], "judith", password)
            driver.save_screenshot(str(output / "adjudication.png"))
            for name in ("missed", "dashboard"):
                driver.get(f"{found[1]}/{name}")
                time.sleep(1)
                driver.save_screenshot(str(output / f"{name}.png"))
            _send(driver, found[1], password, place)
            driver.save_screenshot(str(output / "notes.png"))
            driver.delete_all_cookies()
            _log_in(driver, found[1], "judith", password)
            _train(driver, found[1], reviews)
            driver.save_screenshot(str(output / "training.png"))
        finally:
            driver.quit()
    finally:
        service.kill()
        service.wait()


def _furnish(place: Path) -> None:
    """Put what a site keeps beside its service into a folder, with days drawn from the development notes."""
    found = detected(development_notes()[:200])
    store = WatchStore(place / "runs.sqlite", create=True)
    for number in range(1, 25):
        record = day_of(found, number, 60)
        store.append(replace(record, finished=f"2026-03-{number:02}T06:30:00+00:00", quarantined=number % 5 // 4))
    tally = Tally()
    for each in found:
        tally.count(each)
    for name in ("entrepot-2026-02", "entrepot-2026-03"):
        facts = RunFacts(tally, Policy.named("plausible"), "2026", ("record", "rules"), 2, is_repeatable=True)
        write_report(place / "reports" / name, facts)
    register = CohortRegister(place / "cohorts.json", MasterKey.from_file(place / "key"))
    register.create()
    for name in ("2025", "2026"):
        register.derive(name)
    register.retire("2025")
    (place / "site.toml").write_text(
        'cohort = "2026"\ncohort-register = "cohorts.json"\nwatch-store = "runs.sqlite"\n\n'
        '[service]\nfolder = "service"\nreports = ["reports"]\ntraining-steps = 30\ntraining-copies = 1\n'
    )


def _send(driver: Any, address: str, password: str, place: Path) -> None:
    """Send a file of notes and one of another kind."""
    lines = [{"id": f"consultation {number}", "text": _NOTE} for number in range(1, 4)]
    (place / "consultations.jsonl").write_text("".join(json.dumps(each) + "\n" for each in lines))
    (place / "scan.pdf").write_bytes(b"%PDF-1.7")
    driver.delete_all_cookies()
    _log_in(driver, address, "henri", password)
    driver.get(f"{address}/notes")
    for name in ("consultations.jsonl", "scan.pdf"):
        driver.find_element("id", "files").send_keys(str(place / name))
    driver.find_element("id", "send").click()
    time.sleep(3)


def _train(driver: Any, address: str, reviews: Reviews) -> None:
    """Train three times, on ever more of the development notes, which two people have decided alike."""
    notes = development_notes()[-72:]
    for first in range(0, len(notes), 24):
        part = notes[first : first + 24]
        reviews.add({**each.document.to_mapping(), "entities": entities_of(each)} for each in detected(part))
        for note in part:
            for user in ("anne", "paul"):
                reviews.keep(reviews.name_of(note.id), user, note.entities, 0, 20 + len(note.text) // 40)
        driver.get(f"{address}/training")
        driver.find_element("id", "begin").click()
        time.sleep(2)
        while driver.find_elements("id", "progress"):
            time.sleep(1)
    time.sleep(1)


def _decide(reviews: Reviews, note: str, user: str, entities: list[dict[str, Any]]) -> None:
    from palimpseste.document import Span

    spans = [Span(each["start"], each["end"], each["label"]) for each in entities]
    reviews.keep(note, user, spans, 0, 42)


def _palimpseste(*arguments: object) -> None:
    subprocess.run(
        [sys.executable, "-m", "palimpseste", *map(str, arguments)], check=True, env=os.environ, capture_output=True
    )


def _browser(profile: Path) -> Any:
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for argument in (
        *("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"),
        *("--disable-background-networking", "--disable-component-update", f"--user-data-dir={profile}"),
        "--window-size=1280,860",
    ):
        options.add_argument(argument)
    options.add_experimental_option("prefs", {"intl.accept_languages": "fr"})
    return webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))


def _log_in(driver: Any, address: str, user: str, password: str) -> None:
    driver.get(f"{address}/login")
    time.sleep(1)
    driver.find_element("id", "name").send_keys(user)
    driver.find_element("id", "password").send_keys(f"{password}\ue007")
    time.sleep(2)


if __name__ == "__main__":
    main()
