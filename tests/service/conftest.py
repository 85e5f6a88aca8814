from __future__ import annotations

import pytest

pytest.importorskip("httpx", reason="the service's tests ask with httpx: pip install 'palimpseste[dev]'")
for library in ("alembic", "argon2", "fastapi", "limits", "prometheus_client", "sqlalchemy", "uvicorn"):
    pytest.importorskip(library, reason="the service needs pip install 'palimpseste[service]'")

from running import Running  # noqa: E402

from palimpseste.service.accounts.users import Role  # noqa: E402


@pytest.fixture
def started(tmp_path):
    """Starts services that a test asks alone."""
    running = []

    def start(*options, **settings):
        running.append(Running(tmp_path / f"service{len(running)}", *options, **settings))
        return running[-1]

    yield start
    for each in running:
        each.process.kill()
        each.process.wait()


@pytest.fixture(scope="session")
def service(tmp_path_factory):
    """A service that several tests ask, under the policy 'plausible'."""
    running = Running(
        tmp_path_factory.mktemp("service") / "service",
        *("--policy", "plausible", "--workers", "1"),
        settings="failures-per-quarter = 1000",
        ward=Role.PROCESS,
        chief=Role.ADMINISTER,
        reader=Role.ANNOTATE,
    )
    yield running
    running.process.kill()
    running.process.wait()


@pytest.fixture(scope="session")
def pages(tmp_path_factory):
    """A service whose pages several tests ask."""
    running = Running(
        tmp_path_factory.mktemp("pages") / "service",
        *("--policy", "plausible", "--workers", "1"),
        settings="failures-per-quarter = 1000",
        ward=Role.PROCESS,
    )
    running.add("reader", Role.ANNOTATE)
    running.add("third", Role.ANNOTATE)
    running.add("processor", Role.PROCESS)
    yield running
    running.process.kill()
    running.process.wait()
