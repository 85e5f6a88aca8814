"""A Spark cluster of one master and some workers, each a process of its own, on this machine's loopback."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO

KEY = b"0123456789abcdef0123456789abcdef"
TESTS = Path(__file__).parent.parent
_STARTED_WITHIN_SECONDS = 180


# Everything is logged, and by drivers too, which would be silent for being started from Python.
_LOGGING = """
rootLogger.level = info
rootLogger.appenderRef.console.ref = console
appender.console.type = Console
appender.console.name = console
appender.console.target = SYSTEM_ERR
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %p %c{1}: %m%n%ex
logger.gateway.name = org.apache.spark.api.python.PythonGatewayServer
logger.gateway.level = info
"""


def missing() -> str:
    """Return why no cluster can be started here, or the empty string."""
    if find_spec("pyspark") is None:
        return "pyspark is not installed"
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        return "Spark needs Java"
    return ""


@dataclass
class Standalone:
    """The cluster; its daemons' logs, its executors' work and its event logs are in one folder."""

    folder: Path
    port: int = 0
    workers: list[subprocess.Popen] = field(default_factory=list)
    daemons: list[subprocess.Popen] = field(default_factory=list)

    @property
    def master(self) -> str:
        """Its address."""
        return f"spark://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        """What its processes and those of its drivers find in their environment."""
        return {
            "SPARK_CONF_DIR": str(self.folder / "conf"),
            "SPARK_LOCAL_DIRS": str(self.folder / "local"),
            "SPARK_LOCAL_IP": "127.0.0.1",
        }

    @property
    def settings(self) -> dict[str, str]:
        """What a driver of the tests sets: everything is logged that Spark can log, and nothing compressed."""
        return {
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.executor.cores": "1",
            "spark.executor.memory": "512m",
            "spark.eventLog.enabled": "true",
            "spark.eventLog.dir": (self.folder / "events").as_uri(),
            "spark.eventLog.compress": "false",
            "spark.eventLog.logBlockUpdates.enabled": "true",
            "spark.log.level": "INFO",
            "spark.sql.planChangeLog.level": "INFO",
        }

    def start(self, key_file: Path, *, workers: int = 2, cores: int = 2) -> None:
        """Start the master and workers of so many processors, which find the key in their environment."""
        import pyspark

        home = Path(pyspark.__file__).parent
        for name in ("conf", "events", "logs", "local"):
            (self.folder / name).mkdir()
        (self.folder / "conf" / "log4j2.properties").write_text(_LOGGING)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PALIMPSESTE")} | {
            **self.environment,
            "SPARK_HOME": str(home),
            "SPARK_DAEMON_MEMORY": "256m",
            "PYTHONPATH": os.pathsep.join([str(TESTS / "engines"), str(TESTS.parent / "src")]),
            "PALIMPSESTE_KEY_FILE": str(key_file),
        }

        def started(name: str, *arguments: str) -> subprocess.Popen:
            command = [str(home / "bin" / "spark-class"), f"org.apache.spark.deploy.{name}", *arguments]
            with (self.folder / "logs" / f"{name}-{len(self.daemons)}").open("wb") as log:
                self.daemons.append(subprocess.Popen(command, stdout=log, stderr=log, env=environment, cwd=self.folder))
            return self.daemons[-1]

        loopback = ("--host", "127.0.0.1", "--webui-port", "0")
        started("master.Master", *loopback, "--port", str(self.port))
        self._wait_for("I have been elected leader", 1)
        size = ("--cores", str(cores), "--memory", "2g")
        for number in range(workers):
            folder = str(self.folder / f"work{number}")
            self.workers.append(started("worker.Worker", *loopback, *size, "--work-dir", folder, self.master))
        self._wait_for("Registering worker", workers)

    def stop(self) -> None:
        """End all its processes."""
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in self.daemons:
            try:
                daemon.wait(timeout=30)
            except subprocess.TimeoutExpired:
                daemon.kill()

    def executors(self) -> dict[str, int]:
        """Return the executors that run now: the process numbers by their numbers in Spark."""
        parents = {worker.pid for worker in self.workers}
        found = {}
        for pid in _processes():
            command = _command_of(pid)
            if _parent_of(pid) in parents and "--executor-id" in command:
                found[command[command.index("--executor-id") + 1]] = pid
        return found

    def kill(self, executor: int) -> None:
        """Kill an executor with all its processes, as a machine that fails does."""
        children = [pid for pid in _processes() if _parent_of(pid) == executor]
        for pid in (executor, *children):
            os.kill(pid, signal.SIGKILL)

    def written(self) -> str:
        """Return all that its processes wrote: logs, events, and what executors left in their folders."""
        files = [path for path in self.folder.rglob("*") if path.is_file() and path.suffix != ".jar"]
        return "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in files)

    def _wait_for(self, words: str, times: int) -> None:
        logs = self.folder / "logs"
        deadline = time.monotonic() + _STARTED_WITHIN_SECONDS
        while (logs / "master.Master-0").read_text(errors="replace").count(words) < times:
            if time.monotonic() > deadline or any(daemon.poll() is not None for daemon in self.daemons):
                ends = [f"{log.name}: {log.read_text(errors='replace')[-1000:]}" for log in logs.iterdir()]
                raise RuntimeError("the cluster did not start: " + "\n".join(ends))
            time.sleep(0.2)


def run_command(
    *arguments: object,
    key_file: Path,
    environment: Mapping[str, str] = MappingProxyType({}),
    output: BinaryIO | int = subprocess.PIPE,
) -> subprocess.Popen:
    """Start a command of the program; both its streams go to `output`."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PALIMPSESTE")}
    return subprocess.Popen(
        [sys.executable, "-m", "palimpseste", *map(str, arguments)],
        stdout=output,
        stderr=subprocess.STDOUT,
        env={**inherited, **environment, "PALIMPSESTE_KEY_FILE": str(key_file)},
    )


def _processes() -> list[int]:
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]


def _parent_of(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
    except (OSError, IndexError):
        return 0


def _command_of(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(errors="replace").split("\0")
    except OSError:
        return []
