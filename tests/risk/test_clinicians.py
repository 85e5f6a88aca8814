"""A clinician's surrogates over many patients tell nothing of the name, and would if a rule tied them to it."""

from __future__ import annotations

from random import Random

from palimpseste.folding import fold_name
from palimpseste.risk.clinicians import Clinician, Seen, clinician_risks, made_up_clinicians, seen_of
from palimpseste.surrogates import CohortKey, Policy

_ATTACKED = 40


def test_the_share_recovered_is_that_of_chance() -> None:
    keys = CohortKey(bytes(32)), CohortKey(bytes([1]) * 32)
    people = made_up_clinicians(_ATTACKED + 200, 0)
    policy = Policy.named("plausible")
    attacked = [seen_of(each, 50, keys[0], policy) for each in people[:_ATTACKED]]
    learned = [seen_of(each, 10, keys[1], policy) for each in people[_ATTACKED:]]
    for risk in clinician_risks(attacked, learned):
        # Four deviations of a binomial above chance; people and keys are fixed.
        deviation = (_ATTACKED * max(risk.chance, 0.08) * (1 - risk.chance)) ** 0.5
        assert risk.right <= risk.chance * _ATTACKED + 4 * deviation, risk
    drawn = {each.family for seen in attacked for each in seen.surrogates}
    assert len(drawn) > 1000
    assert not any(each.family == seen.clinician.family for seen in attacked for each in seen.surrogates)


def test_a_rule_that_forbids_the_first_letter_is_broken() -> None:
    """The attacker is able: of letters that the original's own is never among, he finds nearly all originals."""
    random = Random(0)
    names = ("Arnaud", "Bernard", "Colin", "Durand", "Fabre", "Girard", "Lambert", "Morel")

    def seen(name: str, patients: int) -> Seen:
        others = [other for other in names if fold_name(other)[0] != fold_name(name)[0]]
        return Seen(Clinician(name, name), tuple(Clinician(name, random.choice(others)) for _ in range(patients)))

    attacked = [seen(random.choice(names), 50) for _ in range(_ATTACKED)]
    learned = [seen(random.choice(names), 50) for _ in range(100)]
    risk = next(iter(clinician_risks(attacked, learned)))
    assert risk.right >= 0.95 * _ATTACKED > 3 * risk.chance * _ATTACKED
