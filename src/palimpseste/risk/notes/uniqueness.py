"""Which notes are alone: k-map of every note as it is and under each policy, and what makes it alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice

from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document, Span
from palimpseste.errors import DocumentError
from palimpseste.files.kept import NoteFigures
from palimpseste.places import PlaceTable
from palimpseste.population.attributes import Attributes, read_attributes
from palimpseste.population.channel import Channel, learned_channel, untouched_channel
from palimpseste.population.kmap import KMap
from palimpseste.population.people import People
from palimpseste.population.register import Register
from palimpseste.population.shares import Shares

__all__ = ["AS_THEY_ARE", "PopulationAttack", "Surveyed", "spanned", "survey_notes"]

AS_THEY_ARE = "as they are"

# Read at once by a model that reads faster so.
_AT_ONCE = 16


@dataclass(frozen=True, slots=True)
class Surveyed:
    """What is known of notes before any is attacked.

    Parameters
    ----------
    notes : int
        How many.
    digest : str
        Of all of them.
    diagnoses : mapping of str to int
        In how many notes each code stands.
    """

    notes: int
    digest: str
    diagnoses: Mapping[str, int]

    def shares(self, shares: Shares) -> Shares:
        """Return shares in which the diagnoses that these notes name, and no file did, are as frequent as here."""
        counted = {("diagnosis", code.lower()): (n + 1) / (self.notes + 2) for code, n in self.diagnoses.items()}
        return replace(shares, named={**counted, **shares.named})


def survey_notes(documents: Iterable[Document]) -> Surveyed:
    """Return what is known of notes after one reading."""
    digest, codes, count = sha256(), Counter[str](), 0
    for document in documents:
        count += 1
        for part in (document.id, document.text):
            digest.update(sha256(part.encode("utf-8", "surrogatepass")).digest())
        codes.update(read_attributes(Document("", document.text), ()).diagnoses)
    return Surveyed(count, digest.hexdigest(), dict(codes))


class PopulationAttack:
    """Looks for the patients of notes among all people, and in a hospital's register.

    Parameters
    ----------
    writers : mapping of str to Deidentifier
        What writes notes anew over the spans that it is given, by the name of its policy.
    detectors : Deidentifier, optional
        Reads the spans of notes that are not annotated; needed where one is not.
    shares : Shares
        Of what no table counts.
    register : Register, optional
        The hospital's patients.
    """

    def __init__(
        self,
        writers: Mapping[str, Deidentifier],
        detectors: Deidentifier | None,
        shares: Shares,
        register: Register | None = None,
    ) -> None:
        self._places = PlaceTable.bundled()
        self._people = People.of_france(self._places)
        self._kmap = KMap(self._people, shares)
        self._writers = writers
        self._detectors, self._register = detectors, register

    def channels(self, documents: Iterable[Document], learned: int) -> dict[str, Channel]:
        """Return what each policy leaves, learned from the first notes."""
        pairs: dict[str, list[tuple[Attributes, Attributes]]] = {name: [] for name in self._writers}
        for document, spans in spanned(islice(documents, learned), self._detectors):
            true = read_attributes(document, spans, self._places)
            for name, released in self._released(document, spans).items():
                pairs[name].append((true, released))
        return {name: learned_channel(each, self._people) for name, each in pairs.items()}

    def figures(
        self, read: Callable[[], Iterator[Document]], channels: Mapping[str, Channel], first: int
    ) -> Iterator[NoteFigures]:
        """Yield what was found of each note from that number on.

        Names are those of a version, then ``k``, ``without`` an attribute, ``register`` k, ``posterior`` of the patient
        and ``first``, the chance that the likeliest patient is the right one.

        Parameters
        ----------
        read : callable
            Gives the notes anew, in the same order.
        channels : mapping
            How likely each value becomes each other, by version.
        first : int
            How many notes are left out, since they were counted before.
        """
        for document, spans in spanned(islice(read(), first, None), self._detectors):
            true = read_attributes(document, spans, self._places)
            yield self.figures_of(document, {AS_THEY_ARE: true, **self._released(document, spans)}, channels)

    def figures_of(
        self, document: Document, versions: Mapping[str, Attributes], channels: Mapping[str, Channel]
    ) -> dict[str, float]:
        """Return the figures of one note, of which each version says something; it is one of them as it is.

        Parameters
        ----------
        document : Document
            The note.
        versions : mapping
            What it tells in each version, as it is among them.
        channels : mapping
            How likely each value becomes each other, by version; one that is not there changes nothing.
        """
        true, found = versions[AS_THEY_ARE], {}
        for name, released in versions.items():
            channel = channels.get(name) or untouched_channel()
            alone = self._kmap.uniqueness(true, released, channel)
            found[f"{name}|k"] = alone.k
            for attribute, k in alone.without.items():
                found[f"{name}|without|{attribute}"] = k
            found |= self._in_register(name, document, released, channel)
        return found

    def _in_register(self, name: str, document: Document, released: Attributes, channel: Channel) -> dict[str, float]:
        register = self._register
        number = register.numbers.get(document.patient.patient_id) if register is not None else None
        if register is None or number is None:
            return {}
        posterior = register.posterior(released, channel, self._people)
        own, best = float(posterior[number]), float(posterior.max())
        first = float(own >= best * (1 - 1e-9)) / max(1, int((posterior >= best * (1 - 1e-9)).sum()))
        return {
            f"{name}|register": min(1 / own, len(posterior)) if own else len(posterior),
            f"{name}|posterior": own,
            f"{name}|first": first,
        }

    def _released(self, document: Document, spans: Sequence[Span]) -> dict[str, Attributes]:
        found = {}
        for name, writer in self._writers.items():
            result = writer.replace(document, spans)
            found[name] = read_attributes(result.to_document(), sorted(result.found), self._places)
        return found


def spanned(documents: Iterable[Document], detectors: Deidentifier | None) -> Iterator[tuple[Document, Sequence[Span]]]:
    """Yield documents with their annotated spans, else with those that are detected.

    Raises
    ------
    DocumentError
        If a document is not annotated and cannot be read.
    """
    waiting = iter(documents)
    while together := list(islice(waiting, _AT_ONCE)):
        bare = [document for document in together if not document.entities]
        if bare and detectors is None:
            raise DocumentError(bare[0].id, "it is not annotated, and there is no detector to read it")
        found = iter(detectors.detect_all(bare) if detectors and bare else [])
        for document in together:
            spans = document.entities if document.entities else next(found)
            if isinstance(spans, DocumentError):
                raise spans
            yield document, spans
