"""What other distributions offer to the package by entry points; read when something is asked for that is not ours.

Loading one imports its module: code of others that runs in this process and sees what it sees.
"""

from __future__ import annotations

import pickle
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from palimpseste.debugging import chained, kind_of
from palimpseste.errors import UsageError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["Plugin", "plugins_of"]

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")


@dataclass(frozen=True, slots=True)
class Plugin:
    """An entry point of another distribution.

    Parameters
    ----------
    name : str
        The name it is asked for by.
    distribution, version : str
        Who offers it.
    entry_point : importlib.metadata.EntryPoint
        Where it stands.
    """

    name: str
    distribution: str
    version: str
    entry_point: EntryPoint

    def load(self) -> object:
        """Return what the entry point names.

        Raises
        ------
        UsageError
            If its name is no name, it cannot be imported, or it cannot be sent to another process.
        """
        if not _NAME.fullmatch(self.name):
            raise self.refusal("its name must be of small letters, digits, '-' and '_', a letter first")
        try:
            thing: object = self.entry_point.load()
        except Exception as error:
            raise self.refusal(f"it cannot be imported ({kind_of(error)})") from chained(error)
        try:
            pickle.loads(pickle.dumps(thing))  # noqa: S301 # bytes of this process
        except Exception as error:
            raise self.refusal(f"it cannot be pickled ({kind_of(error)})") from chained(error)
        return thing

    def refusal(self, reason: str) -> UsageError:
        """Return the error that says which entry point of which distribution is refused, and why."""
        entry = self.entry_point
        return UsageError(
            f"{self.distribution} {self.version}: entry point '{entry.name} = {entry.value}' of {entry.group} "
            f"is refused: {reason}"
        )


def plugins_of(group: str) -> tuple[Plugin, ...]:
    """Return the entry points of a group, by distribution and name; nothing of them is imported yet."""
    from importlib.metadata import entry_points

    found = []
    for entry in entry_points(group=group):
        name, version = (entry.dist.name, entry.dist.version) if entry.dist else ("an unnamed distribution", "")
        found.append(Plugin(entry.name, name, version, entry))
    return tuple(sorted(found, key=lambda plugin: (plugin.distribution, plugin.name)))
