"""Commands whose modules are imported when they are called."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("command", [("explain",), ("train", "llm"), ("corpus", "canaries")])
def test_examples_keep_their_lines(palimpseste, command: tuple[str, ...]) -> None:
    status, out, _ = palimpseste(*command, "--help")
    assert status == 0
    assert r"\b" not in out
    assert any(line.startswith(f"  palimpseste {' '.join(command)} ") for line in out.splitlines())


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        (("deid", "a.txt", "-o", "b.txt", "--patients", "p.csv", "--patients", "q.csv"), "--patients"),
        (("deid", "a.txt", "-o", "b.txt", "--output=c.txt"), "--output"),
        (("service", "backup", "b.tar", "--folder", "s", "--folder", "t"), "--folder"),
        (("demo", "thread", "--key", "1", "--key", "2"), "--key"),
    ],
)
def test_an_option_of_one_value_is_not_given_twice(palimpseste, arguments: tuple[str, ...], option: str) -> None:
    for _ in range(2):
        status, _, err = palimpseste(*arguments)
        assert (status, f"Option '{option}' is given twice" in err) == (2, True)


def test_an_option_of_several_values_is_given_several_times(palimpseste, tmp_path) -> None:
    (tmp_path / "t.csv").write_text("id,text,a,b\n1,Vue,2,3\n")
    kept = ("--keep-column", "a", "--keep-column", "b", "--force", "--force")
    status, _, _ = palimpseste("deid", "t.csv", "-o", "o.csv", *kept, "--policy", "tag", "--detectors", "rules")
    assert status == 0
    assert (tmp_path / "o.csv").read_text() == "id,text,a,b\n1,Vue,2,3\n"
