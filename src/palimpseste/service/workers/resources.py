"""Resources of FHIR R4 that are sent to the service, de-identified in a worker as those of a file are."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from palimpseste.detection.record.birthdate import refuse_unread
from palimpseste.document import Document
from palimpseste.errors import DocumentError, UsageError
from palimpseste.result import Result
from palimpseste.sources.entry import Place
from palimpseste.sources.fhir.ndjson import FhirLines
from palimpseste.sources.fhir.pseudonyms import Pseudonyms
from palimpseste.sources.listing import Input

__all__ = ["Resources", "deidentified_resources"]

_NAME = "request"


@dataclass(frozen=True, slots=True, repr=False)
class Resources:
    """What became of resources.

    Parameters
    ----------
    done : tuple of bytes
        Each as JSON.
    refused : tuple of str
        Why each other one is not there; quotes nothing of it.
    left_out : tuple of str
        Names of fields, and types of resources, that results do not have.
    is_bundle : bool
        Whether a bundle was sent whose resources are each done alone.
    """

    done: tuple[bytes, ...]
    refused: tuple[str, ...]
    left_out: tuple[str, ...]
    is_bundle: bool = False


def deidentified_resources(sent: str, deidentify: Callable[[Document], Result], pseudonyms: Pseudonyms) -> Resources:
    """Return a resource, or those of a bundle, de-identified.

    Parameters
    ----------
    sent : str
        The resource or the bundle, as JSON.
    deidentify : callable
        De-identifies a document.
    pseudonyms : Pseudonyms
        For logical identifiers.
    """
    source = FhirLines(0, Input(Path(_NAME), _NAME, "fhir"), pseudonyms=pseudonyms)
    done, refused = [], []
    for entry in source.entries_of_line(0, Place(_NAME), sent.encode("utf-8", "surrogatepass")):
        if entry.document is None:
            refused.append(entry.reason)
            continue
        try:
            refuse_unread(entry.document.patient)
            done.append(source.written(entry, deidentify(entry.document)))
        except DocumentError as error:
            refused.append(error.reason)
        except (UsageError, ValueError) as error:
            refused.append(str(error))
    return Resources(tuple(done), tuple(refused), source.dropped(), _is_envelope(sent))


def _is_envelope(sent: str) -> bool:
    try:
        resource = json.loads(sent)
    except (ValueError, RecursionError):
        return False
    return (
        isinstance(resource, dict) and resource.get("resourceType") == "Bundle" and resource.get("type") != "document"
    )
