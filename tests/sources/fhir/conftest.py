from __future__ import annotations

from pathlib import Path

import pytest
from exports import Export


@pytest.fixture
def export(tmp_path: Path) -> Export:
    return Export(tmp_path)
