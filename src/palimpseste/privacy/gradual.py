"""One value released at several rates, the coarser from the finer: together they cost no more than the finest.

The gradual release of Koufogiannis, Han and Pappas (2016), for integers and rates that halve.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import exp, log, log1p

from palimpseste.privacy.bernoulli import Bits, bernoulli_exp
from palimpseste.privacy.laplace import DiscreteLaplace

__all__ = ["GradualLaplace"]


@dataclass(frozen=True)
class GradualLaplace:
    """Discrete Laplace noise at the rates ε, ε/2, ε/4 ..., coupled.

    Parameters
    ----------
    epsilon : Fraction
        The finest rate, a unit of the value; positive.

    Notes
    -----
    The release at ε/2^j has the law of :class:`~palimpseste.privacy.laplace.DiscreteLaplace` of that rate, and the
    releases at any number of rates together are ε·|v - v'|-private, as that at ε alone is.

    Proof of the law: let a = exp(-ε/2^j) and b = a², the ratios of a rate and of twice that rate. The characteristic
    function of discrete Laplace noise of ratio q is (1 - q)² / ((1 - q·s)(1 - q/s)) at s = exp(it). With
    p = (b/a)·((1 - a)/(1 - b))², the mixture of zero, with probability p, and of noise of ratio a has
    p + (1 - p)(1 - a)² / ((1 - a·s)(1 - a/s)); brought to one fraction its numerator is
    p(1 + a² - a(s + 1/s)) + (1 - p)(1 - a)² = (1 + b² - b(s + 1/s))·((1 - a)/(1 - b))², the coefficients of s + 1/s and
    the values at s = 1 being equal on both sides. Its product with the function of ratio b is that of ratio a, so the
    sum of the finer release and the mixture is the coarser one. For b = a² the probability p is a/(1 + a)².

    Proof of the joint cost: each coarser release is drawn from the next finer one and from nothing else of the value.
    """

    epsilon: Fraction

    def release(self, value: int, halvings: int, bits_of: Callable[[int], Bits]) -> int:
        """Return the value with the noise of rate ε/2^halvings.

        Parameters
        ----------
        value : int
            What is released.
        halvings : int
            How often the rate is halved; at least 0.
        bits_of : callable
            Returns the bits of a step; the same for a step in every release of one value, which couples them.
        """
        released = DiscreteLaplace(self.epsilon).release(value, bits_of(0))
        for step in range(1, halvings + 1):
            released += self._added(self.epsilon / 2**step, bits_of(step))
        return released

    def log_probability_of_step(self, halvings: int, finer: int, coarser: int) -> float:
        """Return ln P[release at ε/2^halvings is `coarser` | release at twice that rate is `finer`].

        Parameters
        ----------
        halvings : int
            How often the rate was halved, at least 1.
        finer : int
            What was released at the rate before the last of them.
        coarser : int
            What is released after it.
        """
        rate = self.epsilon / 2**halvings
        a = exp(-float(rate))
        stays = a / (1 + a) ** 2
        log_noise = log1p(-stays) + DiscreteLaplace(rate).log_probability(finer, coarser)
        return log_noise if finer != coarser else log(stays + exp(log_noise))

    def joint_log_probability(self, value: int, finer: int, coarser: int) -> float:
        """Return ln P[value → `finer` at ε and `coarser` at ε/2].

        Parameters
        ----------
        value : int
            The true one.
        finer, coarser : int
            What is released of it at each rate.
        """
        return DiscreteLaplace(self.epsilon).log_probability(value, finer) + self.log_probability_of_step(
            1, finer, coarser
        )

    @staticmethod
    def _added(rate: Fraction, bits: Bits) -> int:
        """Return zero with probability a/(1 + a)², a = exp(-rate), else discrete Laplace noise of that rate."""
        if _logistic(rate, bits) and not _logistic(rate, bits):
            return 0
        return DiscreteLaplace(rate).noise(bits)


def _logistic(rate: Fraction, bits: Bits) -> bool:
    """Return True with probability 1/(1 + a), a = exp(-rate).

    Proof: one round says True with probability 1/2, False with a/2, and else begins again.
    """
    while True:
        if bits.below(2):
            return True
        if bernoulli_exp(rate, bits):
            return False
