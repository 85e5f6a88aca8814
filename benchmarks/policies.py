"""How much longer the policy `dp` takes than `plausible`, on letters of simulated patients: at most a quarter.

    OMP_NUM_THREADS=1 python benchmarks/policies.py [--stays N] [--pairs N]

One process of one thread, as a worker is; processor time. Both policies in turn, the first to go alternating, so that
what else the machine does falls on both: the median of the ratios of the pairs counts. Under `dp` the dates of all
letters are read first, as a run does. Exits with 1 where `dp` has less than 80 % of the throughput of `plausible`.
"""

from __future__ import annotations

import argparse
import sys
import time
from statistics import median

from palimpseste import Deidentifier, Document
from palimpseste.corpus.stays.generate import generate_stays
from palimpseste.surrogates import MasterKey

LEAST_THROUGHPUT = 0.8
POLICIES = ("dp", "plausible")


def seconds_of(deidentify: Deidentifier, letters: list[Document]) -> float:
    """Return the processor time that all letters take, the plan of their dates with them."""
    start = time.process_time()
    plan = deidentify.plan(letters)
    for _ in deidentify.stream(letters, plan=plan):
        pass
    return time.process_time() - start


def main() -> int:
    """Print the time of each policy and the ratio; return 1 if it is too large."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stays", type=int, default=60)
    parser.add_argument("--pairs", type=int, default=9)
    arguments = parser.parse_args()
    letters = [letter for stay in generate_stays(stays=arguments.stays, seed=1) for letter in stay.documents]
    both = {policy: Deidentifier.default(key=MasterKey(bytes(32)), policy=policy) for policy in POLICIES}
    times: dict[str, list[float]] = {policy: [] for policy in POLICIES}
    for pair in range(-1, arguments.pairs):
        for policy in POLICIES if pair % 2 else reversed(POLICIES):
            seconds = seconds_of(both[policy], letters)
            if pair >= 0:  # the first pair loads lists
                times[policy].append(seconds)
    for policy in POLICIES:
        print(f"{policy:10} {median(times[policy]) / len(letters) * 1e3:.2f} ms a letter, of {len(letters)} letters")
    throughput = 1 / median(dp / plausible for dp, plausible in zip(times["dp"], times["plausible"], strict=True))
    print(f"throughput of dp over that of plausible: {throughput:.3f}, at least {LEAST_THROUGHPUT}")
    return int(throughput < LEAST_THROUGHPUT)


if __name__ == "__main__":
    sys.exit(main())
