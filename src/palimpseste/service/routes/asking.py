"""Who asks, and whether that user may."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from fastapi import Request

from palimpseste.errors import UsageError
from palimpseste.service.accounts.users import Role, User
from palimpseste.service.answers import RefusedRequestError
from palimpseste.service.running import Service

__all__ = ["asked_by", "service_of", "write_down"]


def service_of(request: Request) -> Service:
    """Return the service that a request is sent to."""
    service: Service = request.app.state.service
    return service


async def write_down(request: Request, what: str, user: User, *, status: int = 200, **values: Any) -> None:
    """Write a line of the log, with who asks and from where; done once it is on disk.

    Parameters
    ----------
    request : Request
        That is answered.
    what : str
        What is answered.
    user : User
        Who asks.
    status : int
        Of the answer.
    values : object
        Further fields of :class:`~palimpseste.service.monitoring.audit.AuditLog`.
    """
    address = request.client.host if request.client else None
    await service_of(request).note(what, who=user.name, status=status, **values, **{"from": address})


def asked_by(role: Role, what: str, takes: Collection[str] | None = ()) -> Callable[[Request], User]:
    """Return what gives the user who asks, if the user has a role.

    Parameters
    ----------
    role : Role
        That is needed.
    what : str
        What is asked for, as it is counted.
    takes : collection of str, optional
        Parameters that may stand behind the address; any where None. Others would be lost without a word: whoever asks
        for ``/v1/deidentify?policy=dp`` believes the answer to be under that policy.
    """

    def user_of(request: Request) -> User:
        request.scope["palimpseste.what"] = what
        user: User | None = request.scope.get("palimpseste.user")
        if user is None or role not in user.roles:
            raise RefusedRequestError(403, f"this needs the role '{role.value}'")
        if takes is not None:
            _refuse_others([name for name, _ in request.query_params.multi_items()], takes)
        return user

    return user_of


def _refuse_others(names: Sequence[str], takes: Collection[str]) -> None:
    if set(names) - set(takes):
        known = f"it takes {', '.join(takes)}" if takes else "it takes none"
        raise UsageError(f"a parameter behind this address is not known; {known}")
    if len(set(names)) < len(names):
        raise UsageError("a parameter behind this address stands there twice")
