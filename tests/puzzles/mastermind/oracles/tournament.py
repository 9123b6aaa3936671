"""A strategy played against all secrets together: the oracle for ``kernel/tournament.hpp``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from satplay.puzzles.mastermind.codebreaking.partition import MAX_CANDIDATES, canonical
from satplay.puzzles.mastermind.enumeration.code_search import Codes
from tests.puzzles.mastermind.oracles.partition import Partition, guesses
from tests.puzzles.mastermind.oracles.splitmix import SplitMix

MINIMAX, ENTROPY, PARTS, CONSISTENT = range(4)


def tournament(
    length: int,
    symbols: int,
    repeats: bool,
    whites: bool,
    strategy: int,
    all: bool,
    seed: int,
    progress: Callable[[int], object] | None = None,
) -> list[int]:
    """Return the numbers of secrets that the strategy finds with 0, 1, 2 ... guesses."""
    everything = (1 << symbols) - 1
    random = SplitMix(seed)
    found: Counter[int] = Counter()

    def visit(candidates: Codes, used: int, number: int) -> None:
        if len(candidates) <= 2 and strategy != CONSISTENT:
            found.update(range(number, number + len(candidates)))
            return
        if progress is not None:
            progress(found.total())
        partition = Partition(candidates, symbols, whites)
        guess = choose(partition, candidates, used)
        answers = partition.answers(guess)
        used |= _bits(guess)
        for answer in np.unique(answers):
            part = candidates[answers == answer]
            if len(part) == 1 and (part[0] == guess).all():
                found[number] += 1
            else:
                visit(part, used, number + 1)

    def choose(partition: Partition, candidates: Codes, used: int) -> NDArray[np.uint8]:
        if strategy == CONSISTENT:
            drawn: NDArray[np.uint8] = candidates[random.below(len(candidates))]
            return drawn
        pools = [candidates[canonical(candidates, symbols, used)]]
        if all:
            more = guesses(length, symbols, repeats, used, everything & ~_bits(candidates), MAX_CANDIDATES)
            assert more is not None
            pools.append(more)
        best = np.concatenate(pools)
        measures = partition.measure(best)
        bad = {MINIMAX: measures[:, 1], ENTROPY: measures[:, 3], PARTS: -measures[:, 2]}[strategy]
        chosen: NDArray[np.uint8] = best[bad.argmin()]
        return chosen

    secrets = guesses(length, symbols, repeats, everything, 0, MAX_CANDIDATES)
    if secrets is None:
        raise ValueError(f"{MAX_CANDIDATES} secrets at most are expected")
    visit(secrets, 0, 1)
    return [found[number] for number in range(max(found, default=0) + 1)]


def _bits(codes: NDArray[np.uint8]) -> int:
    return sum(1 << int(symbol) for symbol in np.unique(codes))
