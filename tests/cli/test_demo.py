from __future__ import annotations


def test_the_running_example_is_written_under_every_strategy(palimpseste):
    status, out, _ = palimpseste("demo", "thread")
    assert status == 0
    french, english, papers = out.strip().split("\n\n")
    for block in (french, english):
        lines = block.splitlines()
        assert "Durand" in lines[0]
        assert len(lines) == 10
        assert not any("Durand" in line for line in lines[1:])
    assert "12/02/2020 au 26 février 2020" in french.splitlines()[0]
    spent = [line[23:28].strip() for line in french.splitlines()[1:]]
    assert spent == ["-", "1", "1", "1", "1", "1", "-", "1", "1"]
    # The town stands twice and is one value: four values share ε.
    assert papers.splitlines()[0].endswith(": 1 AGE 1/4, 1 CITY 1/4, 2 DATE 1/4")


def test_the_budget_and_the_key_of_the_example_may_change(palimpseste):
    _, wide, _ = palimpseste("demo", "thread", "--epsilon", "1/100")
    _, other, _ = palimpseste("demo", "thread", "--key", "1")
    _, again, _ = palimpseste("demo", "thread", "--key", "1")
    assert "1/100" in wide
    assert other == again != palimpseste("demo", "thread")[1]
