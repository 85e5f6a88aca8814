"""Ways are taken a step at a time: to the end at once, or several in turn."""

from __future__ import annotations

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.steps import Way, asked, end_of, take_together
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView
from palimpseste.document import Patient, Span


def way(name: str, steps: int, log: list[str]) -> Way[None]:
    for step in range(steps):
        log.append(f"{name}{step}")
        yield
    log.append(f"{name} ends")


def test_several_ways_are_taken_by_one_step_in_turn_each_to_its_end() -> None:
    log: list[str] = []
    take_together([way("a", 1, log), way("b", 3, log), way("c", 0, log)])
    assert log == ["a0", "b0", "c ends", "a ends", "b1", "b2", "b ends"]


def test_a_detector_is_asked_in_its_own_steps_where_it_has_some() -> None:
    class InSteps:
        def __call__(self, tokens: Tokens, patient: Patient) -> list[Span]:
            return end_of(self.in_steps(tokens, patient))

        def in_steps(self, tokens: Tokens, patient: Patient) -> Way[list[Span]]:
            yield
            return [Span(0, 2, "CITY")]

    tokens = Tokens(TextView.of("Eu"), alphabet())
    assert InSteps()(tokens, Patient()) == [Span(0, 2, "CITY")]
    assert len(list(asked(InSteps(), tokens, Patient()))) == 1
    assert end_of(asked(InSteps(), tokens, Patient())) == [Span(0, 2, "CITY")]
    assert end_of(asked(lambda tokens, patient: [Span(0, 1, "ZIP")], tokens, Patient())) == [Span(0, 1, "ZIP")]
