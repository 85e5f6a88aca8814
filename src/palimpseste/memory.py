"""What this process holds in memory, notes and keys, kept from the disk and from other processes of its user."""

from __future__ import annotations

import os
import sys

__all__ = ["forget_variable", "keep_memory_private", "make_files_private"]

_PR_SET_DUMPABLE = 4


def keep_memory_private() -> None:
    """Keep a crash from writing the memory of this process to a file, and other processes from reading it.

    Processes that this one starts inherit the first, not the second: each calls this for itself.
    """
    try:
        import resource
    except ImportError:  # not a POSIX system
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    if sys.platform == "linux":
        import ctypes

        # A crash handler that a pipe feeds is given a core whatever the limit; not that of such a process.
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def make_files_private() -> None:
    """Make every file and folder that this process and those it starts create one for their owner alone."""
    os.umask(os.umask(0o077) | 0o077)


def forget_variable(name: str) -> None:
    """Remove a variable from the environment, and its value from the memory where the system shows it.

    Removing it alone leaves the value in ``/proc/PID/environ`` as long as the process lives.

    Parameters
    ----------
    name : str
        The variable; nothing happens where there is none.
    """
    if name not in os.environ:
        return
    if sys.platform == "linux":
        import ctypes

        prefix = os.fsencode(name) + b"="
        entries = ctypes.POINTER(ctypes.c_void_p).in_dll(ctypes.CDLL(None), "environ")
        index = 0
        while entries and (address := entries[index]) is not None:
            entry = ctypes.string_at(address)
            if entry.startswith(prefix):
                ctypes.memset(address + len(prefix), ord("x"), len(entry) - len(prefix))
            index += 1
    del os.environ[name]
