from __future__ import annotations

import gc
import os
import warnings
from contextlib import suppress
from pathlib import Path

import pytest
from standalone import KEY, Standalone, missing

from palimpseste.surrogates import MasterKey

# PySpark leaves sockets to be closed with the garbage, and says that it does not know the newest pandas.
_NOT_OURS = ("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning", "ignore::FutureWarning")
HERE = Path(__file__).parent


def pytest_collection_modifyitems(items):
    for item in items:
        if HERE in item.path.parents:
            for each in _NOT_OURS:
                item.add_marker(pytest.mark.filterwarnings(each))


@pytest.fixture(autouse=True)
def no_garbage_for_the_next_test():
    yield
    gc.collect()


class KeptOpen:
    """A context that several tests share: stopping it is left to the end."""

    def __init__(self, context) -> None:
        self._context = context

    def __getattr__(self, name: str):
        return getattr(self._context, name)

    def stop(self) -> None:
        pass


@pytest.fixture(scope="session")
def key_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("key") / "key"
    MasterKey(KEY).to_file(path)
    return path


@pytest.fixture(scope="session")
def standalone(tmp_path_factory, key_file):
    if reason := missing():
        pytest.skip(reason)
    cluster = Standalone(tmp_path_factory.mktemp("spark"))
    try:
        cluster.start(key_file)
        yield cluster
    finally:
        cluster.stop()


@pytest.fixture(scope="session")
def context(standalone, key_file):
    """A context of two executors; the driver's log goes where the cluster's are."""
    from palimpseste.engines.cluster import Cluster
    from palimpseste.engines.keyed import KeySource

    patch = pytest.MonkeyPatch()
    for name, value in standalone.environment.items():
        patch.setenv(name, value)
    # The driver's Java process inherits standard error, and with it where its log goes.
    kept, log = os.dup(2), os.open(standalone.folder / "logs" / "driver", os.O_WRONLY | os.O_CREAT)
    os.dup2(log, 2)
    try:
        opened = Cluster(standalone.master, standalone.settings, KeySource(key_file)).open(2)
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(log)
        patch.undo()
    yield KeptOpen(opened)
    with suppress(Exception), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        opened.stop()
