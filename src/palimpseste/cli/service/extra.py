"""What the service needs beyond the package."""

from __future__ import annotations

from importlib.util import find_spec

from palimpseste.errors import UsageError

__all__ = ["check_extra"]

_LIBRARIES = ("alembic", "argon2", "fastapi", "limits", "prometheus_client", "sqlalchemy", "uvicorn")


def check_extra() -> None:
    """Refuse to go on where a library is missing.

    Raises
    ------
    UsageError
        If one is.
    """
    missing = [name for name in _LIBRARIES if find_spec(name) is None]
    if missing:
        raise UsageError(f"this needs {', '.join(missing)}: pip install 'palimpseste[service]'")
