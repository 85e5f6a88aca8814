"""Reads PDF files in a process of its own: a file that crashes it, fills its memory or takes too long is refused alone.

What comes back is JSON, not a pickle: a file that took hold of the library still could run nothing in this process.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
from base64 import b64decode, b64encode
from dataclasses import astuple, dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from palimpseste.debugging import kind_of
from palimpseste.errors import PalimpsesteError
from palimpseste.memory import keep_memory_private
from palimpseste.pdf.failure import PdfError
from palimpseste.pdf.layout import Box, Layout
from palimpseste.pdf.options import Limits, PdfOptions

__all__ = ["PdfReader", "Picture"]

_FILES_PER_PROCESS = 500
_START_SECONDS = 60.0
_ANSWER_BYTES = 1 << 30


@dataclass(slots=True)
class _Child:
    process: BaseProcess
    connection: Connection
    files: int = 0


@dataclass(frozen=True, slots=True, repr=False)
class Picture:
    """A picture of a page.

    Parameters
    ----------
    page : int
        From 1.
    box : Box
        Where it stands.
    content : bytes
        In PNG.
    """

    page: int
    box: Box
    content: bytes


class PdfReader:
    """Reads files one after another; its process starts with the first and is replaced when it dies.

    Parameters
    ----------
    options : PdfOptions
        How files are read; their limits are those of the process.
    """

    def __init__(self, options: PdfOptions) -> None:
        self._options = options
        self._child: _Child | None = None

    def read(self, path: Path) -> Layout:
        """Return the layout of a file.

        Raises
        ------
        PdfError
            If it cannot be read, for whatever reason.
        PalimpsesteError
            If the process that reads cannot start: no fault of the file.
        """
        return _layout_of(self._asked("layout", str(path)))

    def read_again(self, content: bytes) -> Layout:
        """Return the layout of a file just written, which may hold no text.

        Raises
        ------
        PdfError
            If it cannot be read.
        """
        return _layout_of(self._asked("layout again", "", content))

    def pictures(self, path: Path) -> list[Picture]:
        """Return the pictures of a file.

        Raises
        ------
        PdfError
            If they cannot be read.
        """
        answer = self._asked("pictures", str(path))
        try:
            return [Picture(int(page), Box(*map(float, box)), b64decode(png)) for page, box, png in answer["pictures"]]
        except (KeyError, TypeError, ValueError):
            raise PdfError("reading its pictures gave none") from None

    def close(self) -> None:
        """End the process."""
        if self._child is not None:
            self._end()

    def _asked(self, what: str, path: str, content: bytes = b"") -> dict[str, Any]:
        """Return what the process answers."""
        child = self._child or self._start()
        try:
            child.connection.send_bytes(what.encode("ascii"))
            child.connection.send_bytes(content or path.encode("utf-8", "surrogateescape"))
            answer = self._received(child, self._options.limits)
        except PdfError:
            self._end()
            raise
        except (EOFError, OSError, ValueError, RecursionError):
            raise PdfError(f"reading it ended the process that did ({self._end()})") from None
        except BaseException:
            self._end()
            raise
        child.files += 1
        if child.files >= _FILES_PER_PROCESS:
            self._end()
        if "reason" in answer:
            raise PdfError(str(answer["reason"]))
        return answer

    def _received(self, child: _Child, limits: Limits) -> dict[str, Any]:
        seconds = limits.seconds_with_scans if self._options.reads_scans else limits.seconds
        if not child.connection.poll(seconds):
            raise PdfError(f"reading it took more than {seconds:.0f} seconds")
        answer = json.loads(child.connection.recv_bytes(_ANSWER_BYTES))
        if not isinstance(answer, dict):
            raise ValueError("an answer is an object")
        return answer

    def _start(self) -> _Child:
        # A spawned process inherits neither open files nor the memory of this one, which holds the key.
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, self._options), daemon=True)
        process.start()
        theirs.close()
        child = self._child = _Child(process, ours)
        if not ours.poll(_START_SECONDS):
            raise PalimpsesteError(f"the process that reads PDF files did not start ({self._end()})")
        try:
            ours.recv_bytes(16)
        except (EOFError, OSError):
            raise PalimpsesteError(f"the process that reads PDF files did not start ({self._end()})") from None
        return child

    def _end(self) -> str:
        """End the process and return how it ended."""
        child, self._child = self._child, None
        if child is None:
            return "it was gone"
        # One that crashed is given the time to say how.
        child.process.join(timeout=0.2)
        child.connection.close()
        if child.process.is_alive():
            child.process.kill()
            child.process.join()
            return "it was stopped"
        code = child.process.exitcode or 0
        try:
            return signal.Signals(-code).name if code < 0 else f"exit code {code}"
        except ValueError:
            return f"signal {-code}"


def _serve(connection: Connection, options: PdfOptions) -> None:
    """Answer each path by a layout or a reason, until the other end closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from palimpseste.pdf.pdfium import require_pdfium

    require_pdfium()
    _bind(options.limits)
    _silence()
    connection.send_bytes(b"ready")
    try:
        while True:
            what, argument = connection.recv_bytes(), connection.recv_bytes()
            connection.send_bytes(json.dumps(_outcome(what, argument, options)).encode("ascii"))
    except (EOFError, OSError):
        return


def _layout_of(answer: dict[str, Any]) -> Layout:
    try:
        return Layout.from_values(answer["layout"])
    except (KeyError, TypeError, ValueError):
        raise PdfError("reading it gave no layout") from None


def _outcome(what: bytes, argument: bytes, options: PdfOptions) -> dict[str, Any]:
    """Return the answer to a question, or the reason why there is none."""
    from palimpseste.pdf.pdfium import content_of, read_layout, read_pictures

    try:
        if what == b"layout again":
            return {"layout": read_layout(argument, options, is_ours=True).to_values()}
        content = content_of(Path(argument.decode("utf-8", "surrogateescape")), options)
        if what == b"pictures":
            found = read_pictures(content)
            return {"pictures": [[page, astuple(box), b64encode(png).decode("ascii")] for page, box, png in found]}
        return {"layout": read_layout(content, options).to_values()}
    except PdfError as error:
        return {"reason": str(error)}
    except MemoryError:
        return {"reason": f"reading it needs more than {options.limits.memory_bytes >> 20} MiB"}
    except Exception as error:
        # Its message may quote the file.
        return {"reason": f"reading it failed ({kind_of(error)})"}


def _bind(limits: Limits) -> None:
    """Bound the memory of this process, and keep it private."""
    keep_memory_private()
    try:
        import resource
    except ImportError:  # not a POSIX system
        return
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory_bytes, hard))


def _silence() -> None:
    """Send what the library and Tesseract print, which may quote a file, to nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
