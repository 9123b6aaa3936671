"""Answers agree with the rules, parts have correct sizes, and no useful guess is omitted."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from satplay.puzzles.mastermind.board import Row
from satplay.puzzles.mastermind.codebreaking.partition import Measures, Partition, canonical, guesses
from satplay.puzzles.mastermind.rules import Pegs, feedback
from tests.puzzles.mastermind.boards import all_codes, array
from tests.puzzles.mastermind.oracles.partition import times_log

both_kernels = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=30
)


def expected(guess: Row, candidates: list[Row], whites: bool) -> Counter[Pegs | int]:
    answers = [feedback(guess, code) for code in candidates]
    return Counter(answers if whites else [pegs.black for pegs in answers])


def assert_right(guesses_tried: list[Row], candidates: list[Row], symbols: int, whites: bool) -> None:
    length = len(guesses_tried[0])
    partition = Partition(array(candidates, length), symbols, whites=whites)
    measures = partition.measure(array(guesses_tried, length))
    for at, guess in enumerate(guesses_tried):
        sizes = expected(guess, candidates, whites).values()
        assert measures.squares[at] == sum(size * size for size in sizes)
        assert measures.largest[at] == max(sizes)
        assert measures.parts[at] == len(sizes)
        assert measures.uncertainty[at] == sum(map(times_log, sizes))
        shannon = -sum(size / len(candidates) * math.log2(size / len(candidates)) for size in sizes)
        assert math.isclose(measures.bits(at, len(candidates)), shannon, abs_tol=1e-9)
    for guess in guesses_tried[:3]:
        for answer, code in zip(partition.answers(np.array(guess, np.uint8)), candidates, strict=True):
            pegs = feedback(guess, code)
            assert partition.pegs(answer) == (pegs if whites else Pegs(pegs.black, 0))


@pytest.mark.parametrize(("length", "symbols"), [(1, 1), (1, 4), (2, 3), (3, 3), (4, 2)])
@pytest.mark.parametrize("whites", [True, False])
def test_all_guesses_against_all_small_codes_are_right(
    kernel: str, length: int, symbols: int, whites: bool
) -> None:
    codes = all_codes(length, symbols)
    assert_right(codes, codes, symbols, whites)


@both_kernels
@given(
    shape=st.tuples(st.integers(1, 30), st.integers(1, 62)),
    sizes=st.tuples(st.integers(1, 12), st.integers(1, 150)),
    whites=st.booleans(),
    rng=st.randoms(use_true_random=False),
)
def test_random_guesses_against_random_candidates_are_right(
    kernel: str, shape: tuple[int, int], sizes: tuple[int, int], whites: bool, rng: Random
) -> None:
    length, symbols = shape
    near = range(min(symbols, rng.randint(1, 62)))  # with few symbols, codes have much in common
    guesses_tried, candidates = ([tuple(rng.choices(near, k=length)) for _ in range(size)] for size in sizes)
    assert_right(guesses_tried, candidates, symbols, whites)


def test_long_codes_have_answers_beyond_a_byte(kernel: str) -> None:
    rng = Random(4)
    for length in (14, 15, 200):
        codes = [tuple(rng.choices(range(3), k=length)) for _ in range(120)]
        assert_right(codes[:20], codes, 3, True)


def test_partitions_of_equal_entropy_have_equal_measures() -> None:
    assert times_log(6) == 2 * times_log(3) + 3 * times_log(2)
    assert times_log(12) * 5 == times_log(15) * 4 - 60 * (times_log(5) // 5 - 2 * times_log(2) // 2)
    logs = [times_log(number) / 2**36 for number in range(1, 2000)]
    assert all(math.isclose(log, n * math.log2(n), abs_tol=1e-6) for n, log in enumerate(logs, start=1))


def test_native_and_plain_logarithms_are_equal() -> None:
    pytest.importorskip("satplay.puzzles.mastermind._kernel", reason="not compiled")
    for size in [*range(1, 300), 997, 1024, 30030, 65521]:
        same = np.zeros((size, 1), np.uint8)
        assert Partition(same, 1).measure(same[:1]).uncertainty[0] == times_log(size)


def renamed(row: Row, groups: list[list[int]]) -> Row:
    """Rename the symbols of each group by their order of appearance."""
    names: dict[int, int] = {}
    for group in groups:
        seen = list(dict.fromkeys(symbol for symbol in row if symbol in group))
        names |= dict(zip(seen, group, strict=False))
    return tuple(names.get(symbol, symbol) for symbol in row)


@pytest.mark.parametrize("repeats", [True, False])
def test_useful_guesses_are_the_smallest_of_their_symmetry_class(kernel: str, repeats: bool) -> None:
    length, symbols = 3, 5
    for used, absent in product(range(1 << symbols), repeat=2):
        fresh = [x for x in range(symbols) if not (used | absent) >> x & 1]
        gone = [x for x in range(symbols) if absent >> x & 1]
        kinds = {renamed(row, [fresh, gone]) for row in all_codes(length, symbols, repeats)}
        if repeats:
            kinds = {tuple(gone[0] if x in gone else x for x in row) for row in kinds}
        found = guesses(length, symbols, repeats=repeats, used=used, absent=absent, most=200)
        assert found is not None
        assert [tuple(row) for row in found.tolist()] == sorted(kinds)
        if not absent:
            codes = array(all_codes(length, symbols, repeats), length)
            assert codes[canonical(codes, symbols, used)].tolist() == found.tolist()


def test_more_guesses_than_the_maximum_give_none(kernel: str) -> None:
    assert guesses(3, 3, used=7, most=26) is None
    every = guesses(3, 3, used=7, most=27)
    assert every is not None and len(every) == 27


def test_the_kernel_refuses_invalid_codes() -> None:
    kernel = pytest.importorskip("satplay.puzzles.mastermind._kernel", reason="not compiled")
    codes = np.zeros((2, 3), np.uint8)
    partition = kernel.Partition(codes, 2, True)
    for refused in (codes + 2, np.zeros((2, 4), np.uint8)):
        with pytest.raises(ValueError):
            partition.measure(refused)
        with pytest.raises(ValueError):
            partition.answers(refused[0])
    with pytest.raises(ValueError):
        kernel.Partition(codes + 2, 2, True)
    with pytest.raises(TypeError):
        partition.measure(codes.T)


def test_no_candidates_have_no_parts(kernel: str) -> None:
    measures: Measures = Partition(np.zeros((0, 3), np.uint8), 2).measure(np.zeros((1, 3), np.uint8))
    assert (measures.parts[0], measures.largest[0], measures.squares[0]) == (0, 0, 0)
