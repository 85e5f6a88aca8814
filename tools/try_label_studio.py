"""Send notes through a real Label Studio, in a real Chromium, and compare what comes back, to the code point.

    python tools/try_label_studio.py build/label-studio/bin/label-studio

`make label-studio` installs Label Studio and calls it. A server is started on a free port of this machine, a project
made with the interface that `palimpseste campaign interface` prints, notes are imported with what is marked in them,
their tasks opened and submitted as an annotator does, and the export read as `palimpseste campaign import` reads it.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import httpx
from selenium import webdriver
from selenium.common import WebDriverException

from palimpseste.corpus import write_documents
from palimpseste.corpus.annotators import annotations_of
from palimpseste.corpus.label_studio import interface
from palimpseste.document import Document, Span

T = TypeVar("T")
_USER = "annotator@example.org"
_TEXTS = (
    "Mme 👩 [Durand]\r\n" + unicodedata.normalize("NFD", "[Lefèvre]") + " 𝔸, vue\n\nle 3 mai.",
    "  M. [Roux]\t<b>&amp; « [Petit] »</b>\n",
)
_SHOWN = "return Htx.annotationStore.selected ? Htx.annotationStore.selected.regions.map((r) => r.text) : null"


def documents() -> list[Document]:
    """Return the notes: what stands in brackets is marked."""
    made = []
    for number, marked in enumerate(_TEXTS):
        text, spans, start = "", [], 0
        for character in marked:
            if character == "[":
                start = len(text)
            elif character == "]":
                spans.append(Span(start, len(text), "LASTNAME"))
            else:
                text += character
        made.append(Document(f"note {number}/é", text, entities=tuple(spans)))
    return made


def waited_for(what: Callable[[], T | None], seconds: float = 240) -> T:
    """Return what is there at last."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            if (found := what()) is not None:
                return found
        except (httpx.HTTPError, WebDriverException, ValueError):
            pass
        time.sleep(1)
    raise SystemExit("the program did not answer in time")


def browser(folder: str) -> Any:
    """Return Chromium with an empty profile."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for argument in (
        *("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"),
        *("--disable-background-networking", "--disable-component-update", f"--user-data-dir={folder}"),
    ):
        options.add_argument(argument)
    return webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))


def main() -> int:
    """Say for each note whether it came back the same."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path, help="label-studio, in an environment of its own")
    program = parser.parse_args().program.absolute()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    token, password = secrets.token_hex(20), secrets.token_hex(12)
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "LABEL_STUDIO_BASE_DATA_DIR": folder,
            "LABEL_STUDIO_ENABLE_LEGACY_API_TOKEN": "true",
            "COLLECT_ANALYTICS": "false",
        }
        server = subprocess.Popen(
            [
                *(program, "start", "first", "--init", "--no-browser", "--port", str(port)),
                *("--internal-host", "127.0.0.1", "--username", _USER, "--password", password, "--user-token", token),
            ],
            env=environment,
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            return _compared(f"http://127.0.0.1:{port}", token, password, Path(folder))
        finally:
            server.kill()
            server.wait()


def _compared(address: str, token: str, password: str, folder: Path) -> int:
    sent = documents()
    tasks = folder / "notes.label-studio.json"
    write_documents(sent, tasks)
    with httpx.Client(base_url=address, headers={"Authorization": f"Token {token}"}, timeout=60) as client:
        version = waited_for(lambda: client.get("/api/version").json().get("release"))
        project = client.post("/api/projects", json={"title": "trial", "label_config": interface()}).json()["id"]
        client.post(f"/api/projects/{project}/import", json=json.loads(tasks.read_text())).raise_for_status()
        listed = client.get("/api/tasks", params={"project": project}).json()["tasks"]
        driver = browser(str(folder / "profile"))
        try:
            driver.get(f"{address}/user/login/")
            driver.find_element("name", "email").send_keys(_USER)
            driver.find_element("name", "password").send_keys(f"{password}\ue007")
            waited_for(lambda: None if "login" in driver.current_url else True)
            for task in listed:
                driver.get(f"{address}/projects/{project}/data?task={task['id']}")
                waited_for(lambda: driver.execute_script(_SHOWN) or None, 60)
                driver.execute_script("Htx.submitAnnotation()")
                waited_for(lambda task=task: client.get(f"/api/tasks/{task['id']}/annotations").json() or None, 60)
        finally:
            driver.quit()
        export = folder / "export.json"
        export.write_bytes(client.get(f"/api/projects/{project}/export", params={"exportType": "JSON"}).content)
    came = {document.id: document for _, document in annotations_of(export)}
    same = [came.get(document.id) == document for document in sent]
    print(f"Label Studio {version}: {sum(same)} of {len(sent)} notes came back the same")
    return 0 if all(same) else 1


if __name__ == "__main__":
    sys.exit(main())
