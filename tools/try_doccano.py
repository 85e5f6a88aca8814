"""Send notes through a real Doccano, mark a name at its page in a real Chromium, and compare what comes back.

    python tools/try_doccano.py build/doccano/bin

`make doccano` installs Doccano and calls it. A server of it is started on a free port of 127.0.0.1 with its worker;
notes are imported with what is marked in them, as its page does with files, and the export is read as `palimpseste
campaign import` reads it, to the code point. Then a name behind characters beyond U+FFFF is marked at the page with the
mouse, as an annotator does, and looked for in the next export: that tells what Doccano counts in.
"""

from __future__ import annotations

import argparse
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from selenium.webdriver.common.action_chains import ActionChains

from palimpseste.corpus import write_documents
from palimpseste.corpus.doccano import read_doccano
from palimpseste.document import Document, Span
from try_label_studio import browser, documents, waited_for

_USER = "admin"
_TO_MARK = "👩 𝔸 Mme Durand va bien."
_NAME = "Durand"
_LABELS = ".v-menu__content .v-list-item"
_BOX = """
for (const shown of document.querySelectorAll("svg text, svg tspan")) {
  const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.data.indexOf(arguments[0]);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + arguments[0].length);
    const box = range.getBoundingClientRect();
    return [box.x, box.y, box.width, box.height];
  }
}
return null;
"""


def main() -> int:
    """Say for each note whether it came back the same, and whether the mark did."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", type=Path, help="where doccano and gunicorn are installed")
    programs = parser.parse_args().programs.absolute()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        with _served(programs, folder) as (address, password):
            return _compared(address, password, _version(programs), folder)


@contextmanager
def _served(programs: Path, folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the address of a Doccano and the password of its administrator."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    password = secrets.token_hex(12)
    home = {"DOCCANO_HOME": str(folder), "HOME": str(folder), "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3"}
    environment = {**os.environ, **home, "SECRET_KEY": secrets.token_hex(32), "STANDALONE": "True"}
    environment |= {"DJANGO_SETTINGS_MODULE": "config.settings.production", "MEDIA_ROOT": str(folder / "media")}
    environment.pop("PYTHONPATH", None)
    backend = next(programs.parent.glob("lib/python*/site-packages/backend"))
    quiet: dict[str, Any] = {"env": environment, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run([programs / "doccano", "init"], check=True, cwd=folder, **quiet)
    account = ("--username", _USER, "--password", password)
    subprocess.run([programs / "doccano", "createuser", *account], check=True, cwd=folder, **quiet)
    # Doccano's own command listens at every address of the machine.
    serve = [programs / "gunicorn", "--bind", f"127.0.0.1:{port}", "--chdir", backend, "config.wsgi"]
    work = [programs / "doccano", "task", "--concurrency", "1"]
    running = [subprocess.Popen(command, cwd=folder, start_new_session=True, **quiet) for command in (serve, work)]
    try:
        yield f"http://127.0.0.1:{port}", password
    finally:
        for each in running:
            each.terminate()
        for each in running:
            each.wait()


class _Project:
    """A project of Doccano, asked as its page asks."""

    def __init__(self, client: httpx.Client, folder: Path) -> None:
        self._client, self._folder = client, folder
        values = {"name": "trial", "description": "trial", "project_type": "SequenceLabeling"}
        more = {"guideline": "", "resourcetype": "SequenceLabelingProject", "allow_overlapping": False}
        made = self.post(
            "/v1/projects", {**values, **more, "grapheme_clusters": False, "use_relation": False, "tags": []}
        )
        self.path = f"/v1/projects/{made['id']}"
        self.id = made["id"]

    def post(self, path: str, body: object) -> Any:
        """Return what is answered."""
        answer = self._client.post(path, json=body, headers={"X-CSRFToken": self._client.cookies["csrftoken"]})
        answer.raise_for_status()
        return answer.json()

    def take(self, file: Path) -> None:
        """Import a file, as the page does."""
        token = {"X-CSRFToken": self._client.cookies["csrftoken"]}
        sent = self._client.post("/v1/fp/process/", files={"filepond": (file.name, file.read_bytes())}, headers=token)
        sent.raise_for_status()
        task = self.post(
            f"{self.path}/upload",
            {"format": "JSONL", "task": "SequenceLabeling", "uploadIds": [sent.text], **_COLUMNS},
        )
        done = waited_for(lambda: _ready(self._client.get(f"/v1/tasks/status/{task['task_id']}").json()))
        if done.get("error"):
            raise SystemExit("Doccano refused the file")

    def is_marked(self) -> bool | None:
        """Tell whether the last note has a mark, or None where it has none yet."""
        last = self._client.get(f"{self.path}/examples").json()["results"][-1]["id"]
        return bool(self._client.get(f"{self.path}/examples/{last}/spans").json()) or None

    def given(self) -> dict[str, Document]:
        """Return what an export has, by identifier."""
        task = self.post(f"{self.path}/download", {"format": "JSONL", "exportApproved": False})
        waited_for(lambda: _ready(self._client.get(f"/v1/tasks/status/{task['task_id']}").json()))
        content = self._client.get(f"{self.path}/download", params={"taskId": task["task_id"]}).content
        export = self._folder / "export.zip"
        export.write_bytes(content)
        with zipfile.ZipFile(export) as archive:
            name = next(name for name in archive.namelist() if name.startswith(_USER))
            (self._folder / "export.jsonl").write_bytes(archive.read(name))
        return {document.id: document for document in read_doccano(self._folder / "export.jsonl")}


_COLUMNS = {"column_data": "text", "column_label": "label", "delimiter": "", "encoding": "utf_8"}


def _ready(status: dict[str, Any]) -> dict[str, Any] | None:
    return status if status.get("ready") else None


def _version(programs: Path) -> str:
    installed = next(programs.parent.glob("lib/python*/site-packages/doccano-*.dist-info"))
    return installed.name.removeprefix("doccano-").removesuffix(".dist-info")


def _compared(address: str, password: str, version: str, folder: Path) -> int:
    sent = [*documents(), Document("to mark", _TO_MARK)]
    write_documents(sent, folder / "notes.doccano.jsonl")
    with httpx.Client(base_url=address, timeout=60) as client:
        waited_for(lambda: client.get("/v1/health/").status_code)
        login = client.post("/v1/auth/login/", json={"username": _USER, "password": password})
        login.raise_for_status()
        project = _Project(client, folder)
        project.take(folder / "notes.doccano.jsonl")
        came = project.given()
        same = [came.get(document.id) == document for document in sent]
        print(f"Doccano {version}: {sum(same)} of {len(sent)} notes came back the same")
        _mark(address, password, project, len(sent), folder)
        marked = project.given()["to mark"]
    place = _TO_MARK.index(_NAME)
    is_right = marked.entities == (Span(place, place + len(_NAME), "LASTNAME"),)
    print(f"a mark made at the page stands {'where it was made' if is_right else 'elsewhere'}")
    return 0 if all(same) and is_right else 1


def _mark(address: str, password: str, project: _Project, page: int, folder: Path) -> None:
    """Mark the name at the page: a double click on it, then its label in the menu that opens."""
    driver = browser(str(folder / "profile"))
    try:
        driver.set_window_size(1400, 1000)
        driver.get(f"{address}/auth")
        waited_for(lambda: driver.find_elements("css selector", "input[name=username]") or None)
        driver.find_element("css selector", "input[name=username]").send_keys(_USER)
        driver.find_element("css selector", "input[name=password]").send_keys(f"{password}\ue007")
        waited_for(lambda: True if "/projects" in driver.current_url else None)
        driver.get(f"{address}/projects/{project.id}/sequence-labeling?page={page}")
        left, top, width, height = waited_for(lambda: driver.execute_script(_BOX, _NAME))
        clicks = ActionChains(driver)
        clicks.w3c_actions.pointer_action.move_to_location(int(left + width / 2), int(top + height / 2))
        clicks.double_click().perform()
        labels = waited_for(
            lambda: [each for each in driver.find_elements("css selector", _LABELS) if each.text == "LASTNAME"] or None
        )
        labels[0].click()
        waited_for(project.is_marked)
    finally:
        driver.quit()


if __name__ == "__main__":
    sys.exit(main())
