"""The register of a site's cohorts: each cohort's key, encrypted, and what became of it.

Destroying a cohort's key makes its link unrecoverable, for:

1. A cohort's key K is 32 bytes of the system's randomness. It is no function of a master key, a name or another
   cohort's key, so nothing that remains elsewhere determines it.
2. K exists outside the memory of a run only as AES-256-GCM(KEK, nonce, K) in the register. The audit log, the watch
   store, journals and reports hold neither K nor anything computed from it but keyed digests: a journal of an
   interrupted run holds HMAC(K, settings), which tells a candidate key from another and yields none.
3. `destroy` replaces the register by one without that ciphertext, then overwrites the old file.
4. Surrogates are outputs of a pseudo-random function under K. Who has the originals, the surrogates and everything but
   K can link them by the function only by finding K among 2^256.

The statement stops where its premises do: a copy of the register made before (backup, snapshot, blocks of a
solid-state disk) still holds the ciphertext, and opens for who has the passphrase or key file of that time. `rekey`
closes this: all remaining keys go under a new opener, and once the old one is forgotten too, old copies hold nothing
that can be read. And no key is needed to match texts by what they say.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from palimpseste.chained_log import canonical, now
from palimpseste.cohorts.audit import audit_file_of, catch_up, new_line
from palimpseste.cohorts.contents import Cohort, Contents, check_name
from palimpseste.cohorts.envelope import (
    KeyEncryptionKey,
    Opener,
    Passphrase,
    new_scheme,
    opened_by,
    unwrapped,
    wrapped,
)
from palimpseste.errors import UsageError
from palimpseste.files import append_line, locked, private_bytes, replace_private
from palimpseste.surrogates.keys import CohortKey

__all__ = ["CohortRegister", "contents_of", "read_unlocked"]

_KEY_BYTES = 32


@dataclass(frozen=True, slots=True, repr=False)
class _Open:
    """A register opened: what it holds, and the keys that open and seal it."""

    contents: Contents
    kek: KeyEncryptionKey
    sealing_key: bytes


class CohortRegister:
    """A register on disk; each method locks it, checks its seal, and leaves it whole whatever happens on the way.

    Parameters
    ----------
    path : Path
        The file.
    opener : Passphrase or MasterKey
        What opens it.
    """

    def __init__(self, path: Path, opener: Opener) -> None:
        self._path = path.resolve()
        self._opener = opener
        self._kek: tuple[str, KeyEncryptionKey] | None = None

    def create(self, **scheme: int) -> None:
        """Make an empty register where there is none.

        Parameters
        ----------
        scheme : int
            ``scrypt_n``, the cost of a passphrase, a power of two.

        Raises
        ------
        UsageError
            If the file, or an audit log beside it, exists, or a passphrase is too short.
        """
        if isinstance(self._opener, Passphrase):
            self._opener.check_strength()
        with locked(self._path):
            for file in (self._path, audit_file_of(self._path)):
                if file.exists():
                    raise UsageError(f"{file} exists; a register is never overwritten")
            contents = Contents(os.urandom(8).hex(), new_scheme(self._opener, **scheme), "")
            kek = self._kek_of(contents)
            sealing_key = os.urandom(_KEY_BYTES)
            contents = replace(contents, sealing=wrapped(kek, sealing_key, _context(contents, None)))
            replace_private(self._path, contents.sealed(sealing_key).to_bytes())

    def derive(self, name: str) -> None:
        """Make the key of a new cohort.

        Raises
        ------
        UsageError
            If the name was ever used.
        """
        check_name(name)

        def derived(opened: _Open) -> Contents:
            cohort = opened.contents.cohort(name)
            if cohort is not None:
                raise UsageError(f"{self._path}: cohort {name!r} is there, {cohort.state}; a name is used once")
            key = wrapped(opened.kek, os.urandom(_KEY_BYTES), _context(opened.contents, name))
            return opened.contents.with_cohort(Cohort(name, "active", now(), key))

        self._change("derive", name, derived)

    def key_of(self, name: str) -> tuple[CohortKey, Cohort]:
        """Return the key of a cohort and the cohort; nothing is logged yet.

        Raises
        ------
        UsageError
            If there is none, or it was destroyed.
        """
        with locked(self._path):
            opened = self._opened()
        cohort = self._living(opened.contents, name)
        secret = unwrapped(opened.kek, cohort.key or "", _context(opened.contents, name), str(self._path))
        if secret is None:
            raise UsageError(f"{self._path} is damaged: the key of cohort {name!r} does not open")
        return CohortKey(secret), cohort

    def note_use(self, name: str) -> None:
        """Log that the key of a cohort is used.

        Raises
        ------
        UsageError
            If it was destroyed meanwhile.
        """

        def used(opened: _Open) -> Contents:
            self._living(opened.contents, name)
            return opened.contents

        self._change("use", name, used)

    def retire(self, name: str) -> None:
        """Keep a cohort for runs that are resumed, and refuse it to new ones.

        Raises
        ------
        UsageError
            If there is none, or it is not active.
        """

        def retired(opened: _Open) -> Contents:
            cohort = self._living(opened.contents, name)
            if cohort.state != "active":
                raise UsageError(f"{self._path}: cohort {name!r} is {cohort.state} since {cohort.since}")
            return opened.contents.with_cohort(replace(cohort, state="retired", since=now()))

        self._change("retire", name, retired)

    def destroy(self, name: str) -> None:
        """Destroy the key of a cohort; its name stays, and cannot be used again.

        Raises
        ------
        UsageError
            If there is none, or it was destroyed.
        """

        def destroyed(opened: _Open) -> Contents:
            self._living(opened.contents, name)
            return opened.contents.with_cohort(Cohort(name, "destroyed", now(), None))

        self._change("destroy", name, destroyed)

    def rekey(self, opener: Opener, **scheme: int) -> None:
        """Encrypt all keys anew under another opener, which opens the register from now on.

        Parameters
        ----------
        opener : Passphrase or MasterKey
            The new one.
        scheme : int
            ``scrypt_n``, the cost of a passphrase, a power of two.

        Raises
        ------
        UsageError
            If the new passphrase is too short.
        """
        if isinstance(opener, Passphrase):
            opener.check_strength()

        def rekeyed(opened: _Open) -> Contents:
            old = opened.contents
            new = replace(old, scheme=new_scheme(opener, **scheme))
            kek = opened_by(opener, new.scheme, str(self._path))
            for cohort in old.cohorts:
                if cohort.key is None:
                    continue
                secret = unwrapped(opened.kek, cohort.key, _context(old, cohort.name), str(self._path))
                if secret is None:
                    raise UsageError(f"{self._path} is damaged: the key of cohort {cohort.name!r} does not open")
                new = new.with_cohort(replace(cohort, key=wrapped(kek, secret, _context(new, cohort.name))))
            return replace(new, sealing=wrapped(kek, opened.sealing_key, _context(new, None)))

        self._change("rekey", None, rekeyed)
        self._opener, self._kek = opener, None

    def sealing_key(self) -> bytes:
        """Return the key that seals are made with, for verification.

        Raises
        ------
        UsageError
            If the opener is wrong, or the register was changed by somebody who has none.
        """
        with locked(self._path):
            return self._opened().sealing_key

    def _change(self, what: str, name: str | None, changed: Callable[[_Open], Contents]) -> None:
        """Change the register, then its log.

        Putting the new register in its place is the one moment from which the change is made: the line of the log is in
        it, and is written after it by this process or by the next.
        """
        with locked(self._path):
            opened = self._opened()
            catch_up(self._path, opened.contents)
            contents = changed(opened)
            line = new_line(contents, what, name, opened.sealing_key)
            contents = replace(contents, entries=contents.entries + 1, last_line=line)
            replace_private(self._path, contents.sealed(opened.sealing_key).to_bytes())
            append_line(audit_file_of(self._path), line.encode("ascii"))

    def _opened(self) -> _Open:
        contents = read_unlocked(self._path)
        kek = self._kek_of(contents)
        sealing_key = unwrapped(kek, contents.sealing, _context(contents, None), str(self._path))
        if sealing_key is None:
            kind = "passphrase" if isinstance(self._opener, Passphrase) else "key file"
            raise UsageError(f"the {kind} does not open {self._path}")
        if not contents.is_sealed_by(sealing_key):
            raise UsageError(f"{self._path} was changed by something else than this program: its seal does not hold")
        return _Open(contents, kek, sealing_key)

    def _kek_of(self, contents: Contents) -> KeyEncryptionKey:
        # A passphrase takes half a second: once for each salt.
        scheme = canonical(contents.scheme)
        if self._kek is None or self._kek[0] != scheme:
            self._kek = scheme, opened_by(self._opener, contents.scheme, str(self._path))
        return self._kek[1]

    def _living(self, contents: Contents, name: str) -> Cohort:
        cohort = contents.cohort(name)
        if cohort is None:
            raise UsageError(f"{self._path} holds no cohort {name!r}; make it with: palimpseste cohort derive")
        if cohort.key is None:
            raise UsageError(f"{self._path}: the key of cohort {name!r} was destroyed {cohort.since}")
        return cohort


def contents_of(path: Path) -> Contents:
    """Return what a register holds, unopened; its keys stay encrypted, and its seal is not checked.

    Raises
    ------
    UsageError
        If there is none, or others than its owner may read it.
    """
    if not path.exists():  # before a lock is left beside it
        raise _absent(path)
    with locked(path.resolve()):
        return read_unlocked(path.resolve())


def read_unlocked(path: Path) -> Contents:
    """Return what a register holds, unopened, to a caller who holds its lock: none is taken here."""
    if not path.exists():
        raise _absent(path)
    return Contents.from_bytes(private_bytes(path), str(path))


def _absent(path: Path) -> UsageError:
    return UsageError(f"{path}: no such register; palimpseste cohort derive makes one")


def _context(contents: Contents, cohort: str | None) -> bytes:
    """Return what a wrapped key is bound to: its register, how it is opened, and whose key it is; None for seals."""
    values = {"register": contents.register, "scheme": dict(contents.scheme), "cohort": cohort}
    return canonical(values).encode("ascii")
