from __future__ import annotations


def test_the_running_example_is_written_under_every_strategy(palimpseste):
    status, out, _ = palimpseste("demo", "thread")
    assert status == 0
    french, english = out.strip().split("\n\n")
    for block in (french, english):
        lines = block.splitlines()
        assert "DURAND" in lines[0]
        assert len(lines) == 9
        assert not any("DURAND" in line for line in lines[1:])
    assert "26/03/21" in french.splitlines()[0]
    spent = [line[23:28].strip() for line in french.splitlines()[1:]]
    assert spent == ["-", "1", "1", "1", "1", "1", "-", "1"]


def test_the_budget_and_the_key_of_the_example_may_change(palimpseste):
    _, wide, _ = palimpseste("demo", "thread", "--epsilon", "1/100")
    _, other, _ = palimpseste("demo", "thread", "--key", "1")
    _, again, _ = palimpseste("demo", "thread", "--key", "1")
    assert "1/100" in wide
    assert other == again != palimpseste("demo", "thread")[1]
