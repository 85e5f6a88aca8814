"""A service as it runs: in a process of its own, with the bundled model, over a folder with users."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from palimpseste.service.accounts.users import Role, Users
from palimpseste.service.folder import ServiceFolder
from palimpseste.surrogates.keys import MasterKey

__all__ = ["PASSWORD", "Running"]

PASSWORD = "a long pass phrase"


class Running:
    """A service that was started, with what it says, and users' tokens by name."""

    def __init__(
        self, folder: Path, *options: str, before: str = "", settings: str = "", key: bool = True, **roles: Role
    ) -> None:
        self.folder = ServiceFolder.opened(folder, create=True)
        self.users = Users(self.folder.users)
        self.tokens = {name: self.users.add(name, [role], 1) for name, role in roles.items()}
        site = folder.with_name(folder.name + ".toml")
        if before or settings or not site.exists():  # one that is started again keeps its settings
            site.write_text(f"{before}\n[service]\n{settings}\n")
        self.said = folder.with_name(folder.name + ".said")
        key_file = folder.with_name(folder.name + ".key")
        if not key_file.exists():
            MasterKey(bytes(32)).to_file(key_file)
        environment = {**os.environ, **({"PALIMPSESTE_KEY_FILE": str(key_file)} if key else {})}
        with self.said.open("wb") as stream:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "palimpseste",
                    "serve",
                    "--folder",
                    str(folder),
                    *(() if "--port" in options else ("--port", "0")),
                    "--config",
                    str(site),
                    *options,
                ],
                stdout=stream,
                stderr=subprocess.STDOUT,
                env=environment,
            )
        self.address = self._address()

    def _address(self) -> str:
        while self.process.poll() is None:
            time.sleep(0.05)
            if found := re.search(r"listening at (\S+);", self.said.read_text()):
                return found[1]
        raise AssertionError(self.said.read_text())

    def client(self, user: str | None = None, **options) -> httpx.Client:
        headers = {"authorization": f"Bearer {self.tokens[user]}"} if user else {}
        return httpx.Client(base_url=self.address, headers=headers, timeout=30, **options)

    def add(self, name: str, *roles: Role) -> None:
        """Add somebody who logs in by the password."""
        self.users.add(name, roles, 1)
        self.users.set_password(name, PASSWORD)

    @contextmanager
    def browser(self, user: str) -> Iterator[httpx.Client]:
        """Yield a client that has logged in."""
        with self.client() as client:
            assert client.post("/login", data={"name": user, "password": PASSWORD}).status_code == 303
            yield client

    def end(self) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=40)
