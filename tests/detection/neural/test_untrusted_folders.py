"""No folder of a model runs code of its own or is fetched: every call that reads one says so."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import palimpseste

PACKAGE = Path(palimpseste.__file__).parent
# What each call must say; a reader of pickles that is asked for nothing runs what they hold.
SAID = {
    "from_pretrained": {"trust_remote_code": False, "local_files_only": True},
    "from_config": {"trust_remote_code": False},
    "PeftModel.from_pretrained": {"is_trainable": False},  # runs no code of a folder, both files of which are seen
    "torch.load": {"weights_only": True},
    "np.load": {"allow_pickle": False},
}


def calls() -> Iterator[tuple[str, str, dict[str | None, object]]]:
    """Yield where each such call stands, what it calls and the constants it says."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                name = next((each for each in (ast.unparse(node.func), node.func.attr) if each in SAID), None)
                if name is not None:
                    said = {word.arg: getattr(word.value, "value", None) for word in node.keywords}
                    yield f"{path.relative_to(PACKAGE)}:{node.lineno}", name, said


def test_every_call_that_reads_a_model_refuses_its_code_and_the_network() -> None:
    found = list(calls())
    assert {name for _, name, _ in found} == set(SAID)
    assert [place for place, name, said in found if not SAID[name].items() <= said.items()] == []
