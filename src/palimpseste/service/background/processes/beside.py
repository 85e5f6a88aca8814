"""What such a process does first, and what it says of a failure."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from multiprocessing.connection import Connection
from pathlib import Path

from palimpseste.debugging import failure
from palimpseste.errors import PalimpsesteError
from palimpseste.memory import keep_memory_private, make_files_private
from palimpseste.service.answers import as_asked, without_folder

__all__ = ["begin", "reason_of"]


def begin(connection: Connection, niceness: int) -> None:
    """Keep memory and files of this process private, let it give way to others, and end it with the service.

    Parameters
    ----------
    connection : Connection
        To the service: once it is closed, this process ends at once.
    niceness : int
        How far it gives way.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    keep_memory_private()
    make_files_private()
    os.nice(niceness)
    threading.Thread(target=_end_with, args=(connection,), daemon=True).start()


def reason_of(error: Exception, folder: Path) -> str:
    """Return why something failed, without the path of the folder that it was done in, and nothing of a note."""
    return as_asked(without_folder(str(error), folder)) if isinstance(error, PalimpsesteError) else failure(error)


def _end_with(connection: Connection) -> None:
    with contextlib.suppress(OSError, EOFError):
        connection.recv()
    os._exit(1)
