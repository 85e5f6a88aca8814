"""Connections: how many there may be, of one address and together, and how long each may take for what it sends."""

from __future__ import annotations

import asyncio
import socket
import sys
from functools import cached_property
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from palimpseste.errors import UsageError
from palimpseste.service.settings import ServiceSettings

__all__ = ["MOST_CONNECTIONS", "listener_of", "protocol_of", "tls_timeouts"]

MOST_CONNECTIONS = 500
_MOST_CONNECTIONS_OF_ONE = 250
_REFUSED_IN_WORDS = 50  # of those that are too many; the others without
_TOO_MANY = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_LEAST_BYTES_TAKEN_PER_SECOND = 10_000
_BYTES_IN_SENDING = 262_144  # kept by the system, which else keeps so much that nobody sees whether a client takes
_SECONDS_TO_AGREE = 10.0  # on TLS, before there is a connection that anything else is counted of
_SECONDS_TO_PART = 3.0  # from TLS, where the other side does not answer


class _Patient(H11Protocol):
    """HTTP, whose headers have to come within some seconds, and answers be taken; so many of one address."""

    seconds = 10.0
    seconds_to_take = 30.0
    proxy: str | None = None
    _closing: asyncio.TimerHandle | None = None
    _giving_up: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        address = _address_of(self)
        if sum(_address_of(each) == address for each in self.connections) > _most_of(address, self.proxy):
            transport.write(_TOO_MANY)
            transport.close()
            return
        self._wait_for_headers()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._wait_for_headers()
        elif self._closing is not None:
            self._closing.cancel()
            self._closing = None

    def eof_received(self) -> bool:  # type: ignore[override] # asyncio asks whether the other direction stays open
        """Answer a client that says it sends no more, if its request is whole."""
        if self.cycle is None or self.cycle.response_complete or self.cycle.more_body:
            return False
        self.cycle.keep_alive = False
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._closing, self._giving_up):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Nothing more is written until much of what waits was taken, or too little was for too long."""
        super().pause_writing()
        self._wait_for_taking()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None

    def _wait_for_taking(self) -> None:
        waiting = self.transport.get_write_buffer_size()
        self._giving_up = self.loop.call_later(self.seconds_to_take, self._end_unless_taken, waiting)

    def _end_unless_taken(self, waited: int) -> None:
        taken = waited - self.transport.get_write_buffer_size()
        if taken < _LEAST_BYTES_TAKEN_PER_SECOND * self.seconds_to_take:
            self.transport.abort()
        else:
            self._wait_for_taking()

    def _wait_for_headers(self) -> None:
        if self._closing is None:
            self._closing = self.loop.call_later(self.seconds, self._close_if_waiting)

    def _close_if_waiting(self) -> None:
        self._closing = None
        if self.conn.their_state is h11.IDLE:
            self.transport.close()


def _address_of(protocol: object) -> str | None:
    client = getattr(protocol, "client", None)
    return str(client[0]) if client else None


class _Listener(socket.socket):
    """Takes no more connections of one address than it may have, those included that TLS is still agreed on for.

    Of these nothing else knows: they would be all files that the process may have open.
    """

    proxy: str | None = None

    def accept(self) -> tuple[socket.socket, Any]:
        connection, address = super().accept()
        held = self._held.setdefault(address[0], [])
        held[:] = [each for each in held if each.fileno() != -1]
        if len(held) >= _most_of(address[0], self.proxy) + _REFUSED_IN_WORDS:
            connection.close()
            raise ConnectionAbortedError  # which is passed over, as one that its client gave up
        held.append(connection)
        if len(self._held) > MOST_CONNECTIONS:
            self._held = {one: each for one, each in self._held.items() if any(other.fileno() != -1 for other in each)}
        return connection, address

    @cached_property
    def _held(self) -> dict[str, list[socket.socket]]:
        return {}


def listener_of(settings: ServiceSettings) -> socket.socket:
    """Return what takes connections at the address of the settings.

    Raises
    ------
    UsageError
        If another program listens there, or the address is not of this machine.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # asyncio sends small answers at once where the protocol is said, and holds them for an acknowledgement otherwise.
    listener = _Listener(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.proxy = settings.proxy
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BYTES_IN_SENDING)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        raise UsageError(f"{settings.host} port {settings.port} cannot be listened at: {error.strerror}") from None
    return listener


def protocol_of(settings: ServiceSettings) -> type[H11Protocol]:
    """Return HTTP as each connection speaks it: who takes too long or too many is not waited for."""
    limits = {
        "seconds": min(10.0, settings.seconds_to_read),
        "seconds_to_take": settings.seconds_to_read,
        "proxy": settings.proxy,
    }
    return type("_PatientWithin", (_Patient,), limits)


def _most_of(address: str | None, proxy: str | None) -> int:
    """Return how many connections an address may have: all come from the proxy; from elsewhere, nobody takes all."""
    return MOST_CONNECTIONS if proxy is not None and address == proxy else _MOST_CONNECTIONS_OF_ONE


def tls_timeouts() -> dict[str, float]:
    """Return how long TLS may take to begin and to end, as a loop takes it with the socket."""
    begins = {"ssl_handshake_timeout": _SECONDS_TO_AGREE}
    return begins | ({"ssl_shutdown_timeout": _SECONDS_TO_PART} if sys.version_info >= (3, 11) else {})
