"""Ctrl-C stops every long computation quickly and safely."""

from __future__ import annotations

import _thread
import threading
from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from satplay.puzzles.mastermind.codebreaking.partition import Partition
from satplay.puzzles.mastermind.codebreaking.strategy import GuessStrategy, Over
from satplay.puzzles.mastermind.codebreaking.tournament import optimal, tournament
from satplay.puzzles.mastermind.enumeration import code_search
from tests.puzzles.mastermind.boards import random_board

pytest.importorskip("satplay.puzzles.mastermind._kernel", reason="the native core was not compiled")

LONG = random_board(Random(1), 60, 20, 4)
CODES = np.random.default_rng(1).integers(0, 10, (20_000, 10), np.uint8)

FOREVER: dict[str, Callable[[], object]] = {
    "listing": lambda: code_search.new_search(LONG).take(10, 10**15),
    "counting one by one": lambda: code_search.new_search(LONG).count(10**15),
    "counting states": lambda: code_search.count_codes(LONG, steps=10**15, memory=10**15),
    "measuring": lambda: Partition(CODES, 10).measure(np.repeat(CODES, 50, axis=0)),
    "a tournament": lambda: tournament(6, 10, GuessStrategy.ENTROPY, Over.ALL, Random(1)),
    "the optimal strategy": lambda: optimal(4, 10, repeats=False),
}


@pytest.mark.parametrize("what", FOREVER)
def test_ctrl_c_stops_a_long_computation(what: str) -> None:
    timer = threading.Timer(0.1, _thread.interrupt_main)
    with pytest.raises(KeyboardInterrupt):
        try:
            timer.start()
            FOREVER[what]()
        finally:
            timer.join()
