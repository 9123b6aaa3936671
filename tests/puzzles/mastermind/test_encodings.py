"""The encodings of Mastermind compared with the rules for every code."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.errors import BadInput
from satplay.puzzles.mastermind.audit_boards import boards, random, solutions
from satplay.puzzles.mastermind.board import Board, Code, Guess
from satplay.puzzles.mastermind.encodings import ENCODERS, counting
from satplay.puzzles.mastermind.rules import check, feedback
from satplay.reasoning.oracle import EngineOracle

SOUND = [name for name, encoder in ENCODERS.items() if encoder.gap is None]


def found(board: Board, name: str) -> Counter[Code]:
    return Counter(EngineOracle().solutions(ENCODERS[name].encode(board)))


@pytest.mark.parametrize("name", SOUND)
def test_every_code_is_found_once_on_all_small_boards_of_one_and_two_guesses(name: str) -> None:
    for board in boards(4):
        assert found(board, name) == Counter(solutions(board)), board


@pytest.mark.slow
@pytest.mark.parametrize("name", SOUND)
def test_every_code_is_found_once_on_all_boards_of_six_positions_and_symbols_together(name: str) -> None:
    for board in boards(6):
        assert found(board, name) == Counter(solutions(board)), board


@given(st.randoms(use_true_random=False), st.integers(2, 8))
@settings(max_examples=60)
def test_every_code_is_found_once_on_random_boards(rng: Random, size: int) -> None:
    board = random(size, rng)
    right = Counter(solutions(board))
    for name in SOUND:
        assert found(board, name) == right, (name, board)


@pytest.mark.parametrize(("name", "codes"), [("source", 1296), ("direct", 16), ("counting", 16)])
def test_an_answer_without_pegs_excludes_its_symbols_except_in_the_source_encoding(
    name: str, codes: int
) -> None:
    """0123 over six symbols without a peg: the formula in the source is an empty conjunction."""
    assert len(found(Board(4, "012345", (Guess((0, 1, 2, 3), 0, 0),)), name)) == codes


def test_in_the_source_encoding_a_symbol_with_a_black_peg_occurs_only_once() -> None:
    """Not p[q, a_c] for all c in P: the code 00 gives 01 one black peg, and is lost."""
    board = Board(2, "01", (Guess((0, 1), 1, 0),))
    assert Code.of((0, 0)) in solutions(board)
    assert Code.of((0, 0)) not in found(board, "source")


def test_the_large_cases_of_the_source_are_refused_before_they_fill_the_memory() -> None:
    with pytest.raises(BadInput, match="counting has no limit"):
        ENCODERS["direct"].encode(Board(20, guesses=(Guess((0,) * 20, 5, 10),)))


def test_annealing_finds_a_consistent_code() -> None:
    rng = Random(1)
    for length, repeats in ((20, True), (12, False)):
        secret = rng.sample(range(20), length)
        rows = [tuple(rng.sample(range(20), length)) for _ in range(6)]
        guesses = tuple([Guess(row, *feedback(row, secret)) for row in rows])
        board = Board(length, "0123456789ABCDEFGHIJ", guesses, repeats)
        likely = counting.warm_start(board)
        if likely:  # without the kernel there is no warm start
            row = [(lit - 1) % len(board.symbols) for lit in likely]
            assert not check(board, Code.of(row))


def test_a_wrong_warm_start_does_not_change_the_answer() -> None:
    board = Board(12, "01", (Guess((0,) * 12, 6),))
    encoding = counting.encode(board)
    assert encoding.warm_start is not None
    wrong = [i * 2 + 1 for i in range(12)]
    code = EngineOracle().solution(replace(encoding, warm_start=lambda: wrong))
    assert code is not None and not check(board, code)


def test_absent_symbols_have_a_name() -> None:
    formula = ENCODERS["counting"].encode(Board(2, "01", (Guess((0, 0), 0, 0),))).formula
    names = {str(atom) for _, atom in formula.atoms()}
    assert {"p[1,0]", "p[2,1]", "n[0,1]", "n[0,2]"} <= names


@pytest.mark.parametrize("name", SOUND)
def test_guesses_may_repeat_symbols_even_if_codes_may_not(name: str) -> None:
    board = Board(2, "012", (Guess((0, 0), 1, 0),), repeats=False)
    rows = [row for row in product(range(3), repeat=2) if not check(board, Code.of(row))]
    assert rows and found(board, name) == Counter(map(Code.of, rows))
