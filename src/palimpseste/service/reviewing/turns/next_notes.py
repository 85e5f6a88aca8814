"""The note that somebody reviews next, of those in the database."""

from __future__ import annotations

import threading
from typing import Any, Literal, get_args

import sqlalchemy as sql

from palimpseste.service.reviewing.schema.database import Transaction
from palimpseste.service.reviewing.schema.sealing import Seal
from palimpseste.service.reviewing.schema.tables import NOTES, REVIEWS
from palimpseste.service.reviewing.turns.doubt import DOUBTS, NoteFacts, facts_of
from palimpseste.service.reviewing.turns.open_notes import Turns

__all__ = ["ORDERS", "NextNotes", "Order"]

Order = Literal["random", "doubt", "margin", "disagreement", "counts", "arrival"]
ORDERS: tuple[Order, ...] = get_args(Order)


class NextNotes:
    """Whose turn which note is.

    Parameters
    ----------
    engine : Engine
        Of the database of reviews.
    seal : Seal
        Opens its notes.
    """

    def __init__(self, engine: sql.Engine, seal: Seal) -> None:
        self._engine = engine
        self._seal = seal
        self._open = Turns()
        self._facts: dict[str, NoteFacts] = {}
        self._counting = threading.Lock()

    def next_of(self, user: str, order: Order = "random", readers: int = 0) -> str | None:
        """Return the name of the note that somebody reviews next, or None where all are reviewed.

        Parameters
        ----------
        user : str
            Who.
        order : {'random', 'doubt', 'margin', 'disagreement', 'counts', 'arrival'}
            By chance, the same for everybody, also for what is to be measured; first the note with the least sure
            span; with the least decided one; on which detectors differ most; with the least usual counts; as notes
            were added.
        readers : int
            How many people review each note, those included who have it before them; 0 for everybody.
        """
        left = sql.select(NOTES.c.id).where(NOTES.c.id.not_in(_done_by(user)))
        columns: dict[str, tuple[sql.ColumnElement[Any], ...]] = {
            "doubt": (NOTES.c.doubt.desc(), NOTES.c.position),
            # Names are made by the secret: nothing of a note decides on their order.
            "random": (NOTES.c.id,),
        }
        query = left.order_by(*columns.get(order, (NOTES.c.position,)))
        if order not in DOUBTS and not readers:
            query = query.limit(1)
        with Transaction(self._engine) as connection:
            names = list(connection.execute(query).scalars())
        if order in DOUBTS and names:
            doubts = DOUBTS[order](self._facts_of_all())
            names.sort(key=lambda name: -doubts.get(name, 0.0))
        if not readers:
            return next(iter(names), None)
        return self._open.next_of(user, names, readers, lambda: self._others_than(user))

    def _others_than(self, user: str) -> dict[str, set[str]]:
        """Return who else has reviewed each note."""
        others: dict[str, set[str]] = {}
        with Transaction(self._engine) as connection:
            query = sql.select(REVIEWS.c.note, REVIEWS.c.user).where(REVIEWS.c.user != user).distinct()
            for row in connection.execute(query):
                others.setdefault(row.note, set()).add(row.user)
        return others

    def _facts_of_all(self) -> dict[str, NoteFacts]:
        """Return what is counted of each note; a note is decrypted for it once."""
        with self._counting, Transaction(self._engine) as connection:
            names = list(connection.execute(sql.select(NOTES.c.id)).scalars())
            if new := set(names) - self._facts.keys():
                for row in connection.execute(sql.select(NOTES.c.id, NOTES.c.document)):
                    if row.id in new:
                        self._facts[row.id] = facts_of(self._seal.opened(row.document, row.id))
            return {name: self._facts[name] for name in names}


def _done_by(user: str) -> sql.Select[tuple[Any]]:
    return sql.select(REVIEWS.c.note).where(REVIEWS.c.user == user)
