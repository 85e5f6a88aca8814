from __future__ import annotations

import copy
import pickle

import pytest

from palimpseste import errors
from palimpseste.errors import DocumentError, PalimpsesteError, UsageError


@pytest.mark.parametrize(("error", "status"), [(PalimpsesteError, 1), (UsageError, 2), (DocumentError, 3)])
def test_each_error_means_its_exit_status(error: type[PalimpsesteError], status: int) -> None:
    assert error.exit_status == status
    assert issubclass(error, PalimpsesteError)


def test_exit_statuses_differ_and_none_means_success() -> None:
    statuses = [getattr(errors, name).exit_status for name in errors.__all__]
    assert len(set(statuses)) == len(statuses)
    assert 0 not in statuses


def test_an_error_of_one_document_is_no_wrong_use() -> None:
    assert not issubclass(DocumentError, UsageError)
    assert not issubclass(UsageError, DocumentError)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_an_error_of_a_document_crosses_processes_whole(protocol: int) -> None:
    error = DocumentError("notes.jsonl:12", "not a JSON object")
    crossed = pickle.loads(pickle.dumps(error, protocol))
    assert type(crossed) is DocumentError
    assert (crossed.document_id, crossed.reason) == ("notes.jsonl:12", "not a JSON object")
    assert str(crossed) == str(error) == "notes.jsonl:12: not a JSON object"
    assert crossed.exit_status == 3


def test_an_error_of_a_document_may_be_copied() -> None:
    error = DocumentError("a", "detection failed (ValueError)")
    assert str(copy.copy(error)) == str(error)


def test_the_page_of_errors_names_each_with_its_status() -> None:
    for name in errors.__all__:
        assert name in (errors.__doc__ or "")
