"""Features of Mastermind: new boards, rule variants, counts, suggestions, explanations."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from satplay import audit, count, enumerate, explain, generate, hint, solve
from satplay.contracts.engine import Limit
from satplay.contracts.generator_options import GeneratorOptions
from satplay.errors import BadInput
from satplay.puzzles.mastermind.board import Board, Code, Guess
from satplay.puzzles.mastermind.codebreaking.suggestion import Next, NoCode, suggest
from satplay.puzzles.mastermind.enumeration import direct
from satplay.puzzles.mastermind.generator import find_other_code
from satplay.puzzles.mastermind.generator import generate as new_board
from satplay.puzzles.mastermind.rules import check, feedback
from satplay.puzzles.mastermind.variant_options import VARIANT_OPTIONS
from satplay.reasoning.oracle import EngineOracle

ODDS = "0123 1 0\n4567 0 0\n8901 2 0\n0123 2 0"  # the first and the last cannot both be right


def nothing() -> None:
    """A progress callback that does nothing."""


# -- new boards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wanted",
    [
        GeneratorOptions(),
        GeneratorOptions("3x4"),
        GeneratorOptions("1x1"),
        GeneratorOptions("6x10"),
        GeneratorOptions("5x8", extra={"repeats": "no"}),
        GeneratorOptions("4x6", extra={"white": "no"}),
        GeneratorOptions("4x6", extra={"symbols": "RGBY"}),
    ],
    ids=str,
)
def test_a_new_board_has_one_code_and_needs_all_its_guesses(wanted: GeneratorOptions) -> None:
    oracle = EngineOracle()
    board = new_board(wanted, Random(7), oracle)
    (code,) = islice(enumerate(board, "mastermind"), 2)
    row = code.solution.row
    assert row is not None and find_other_code(board, row, oracle) is None
    for i in range(len(board.guesses)):
        guesses = board.guesses[:i] + board.guesses[i + 1 :]
        fewer = Board(board.length, board.symbols, guesses, board.repeats)
        assert find_other_code(fewer, row, oracle) is not None


@pytest.mark.parametrize(
    ("size", "options", "found"),
    [
        ("4x", {}, "'4x'"),
        ("0x6", {}, "'0x6'"),
        ("4x63", {}, "'4x63'"),
        ("5x4", {"repeats": "no"}, "4 symbols"),
        ("4x6", {"repeats": "perhaps"}, "'perhaps'"),
        ("4x6", {"symbols": "AA"}, "the symbol A twice"),
    ],
)
def test_impossible_generator_options_are_refused(size: str, options: dict[str, str], found: str) -> None:
    with pytest.raises(BadInput, match=found):
        generate("mastermind", size=size, options=options)


# -- rule variant options --------------------------------------------------------------------------------


def test_an_alphabet_option_keeps_the_characters() -> None:
    board = VARIANT_OPTIONS["symbols"].apply(Board(3, guesses=(Guess((1, 2, 3), 1, 1),)), "3210")
    assert board.text(board.guesses[0].row) == "123"
    assert board.symbols == "3210"


def test_a_guess_keeps_its_symbols() -> None:
    with pytest.raises(BadInput, match="'9' in the guess 129"):
        VARIANT_OPTIONS["symbols"].apply(Board(3, guesses=(Guess((1, 2, 9), 1, 1),)), "6")


# -- counting without clauses, and with --------------------------------------------------------------------


def test_direct_counting_and_counting_by_clauses_agree() -> None:
    for text in ("0123 1 1", "0123 2", "# repeats no\n0123 0 2\n4560 1 1", "RGBY bw\nRROO b", ODDS):
        by_itself = count(text, "mastermind")
        in_clauses = count(text, "mastermind", encoding="counting")
        assert by_itself.clauses is None and in_clauses.clauses is not None
        assert by_itself.number == in_clauses.number
        codes = [found.solution for found in enumerate(text, "mastermind")]
        assert len(set(codes)) == len(codes) == by_itself.number
        assert set(codes) == {found.solution for found in enumerate(text, "mastermind", encoding="counting")}


def test_codes_are_listed_in_order_up_to_the_maximum() -> None:
    found = enumerate("0123 1 1", "mastermind", most=5)
    rows = [one.solution.row for one in found]
    assert rows == sorted(rows) and len(rows) == 5 and not found.complete
    found.resume(most=3)
    more = [one.solution.row for one in found]
    assert len(more) == 3 and more[0] > rows[-1]


def test_a_direct_enumeration_resumes_after_a_limit() -> None:
    found = enumerate("0123 1 1", "mastermind", limit=Limit(seconds=0))
    assert list(found) == [] and found.exit_status == 3
    found.resume()
    assert sum(1 for _ in found) == count("0123 1 1", "mastermind").number
    assert found.complete


def test_counting_stops_at_the_time_limit() -> None:
    stopped = count("0123 1 1", "mastermind", limit=Limit(seconds=0))
    assert stopped.number is None and stopped.exit_status == 3


def test_long_codes_with_few_solutions_are_left_to_clauses() -> None:
    rng = Random(3)
    secret = rng.choices(range(10), k=20)
    rows = [tuple(rng.choices(range(10), k=20)) for _ in range(14)]
    board = Board(20, guesses=tuple([Guess(row, *feedback(row, secret)) for row in rows]))
    assert direct.solutions(board, nothing) is None
    assert not check(board, solve(board, "mastermind").solution)


def test_long_codes_with_one_answer_are_counted_quickly() -> None:
    row = tuple(Random(3).choices(range(10), k=20))
    assert count(Board(20, guesses=(Guess(row, 19, 0),)), "mastermind").number == 180


# -- suggestions -----------------------------------------------------------------------------------------


def test_a_suggestion_considers_all_remaining_codes() -> None:
    board = Board(4, "012345", (Guess((0, 1, 2, 3), 1, 1),))
    found = suggest(board, Random(0), EngineOracle())
    assert isinstance(found, Next)
    assert found.as_json()["candidates"] == count(board, "mastermind").number
    assert not check(board, Code.of(found.suggestion.guess))


def test_guesses_that_contradict_each_other_are_named() -> None:
    board = solve(ODDS, "mastermind").instance
    found = suggest(board, Random(0), EngineOracle())
    assert isinstance(found, NoCode) and found.guesses == [0, 3]
    assert list(found.lines()) == ["no code is left: guesses 1 and 4 cannot both be right"]
    output = str(solve(ODDS, "mastermind"))
    assert output.startswith("no solution: guesses 1 and 4 cannot both be right\n")


def test_a_hint_has_the_next_guess_and_the_certain_facts() -> None:
    suggestion = hint("# symbols 6\n0123 0 0", subject="mastermind", suggest=True)
    first, *others = suggestion.lines()
    assert first.startswith("0 is not in the code")
    assert any(line.startswith("guess ") for line in others)
    assert suggestion.as_json()["advice"]["candidates"] == 16


def test_an_explanation_leads_to_the_code() -> None:
    board = generate("mastermind", size="4x6", seed=5).instance
    explained = explain(board, "mastermind")
    assert explained.solution is not None and not check(board, explained.solution)
    assert explained.exit_status == 0 and explained.dearest >= 1
    assert str(explained).splitlines()[0].startswith("1. ")


def test_an_explanation_stops_when_nothing_more_is_forced() -> None:
    explained = explain("0123 0 0", "mastermind")
    assert explained.solution is None and explained.exit_status == 1
    assert "nothing more is forced: there are several solutions\n" in str(explained)
    assert all(not check(explained.instance, code) for code in explained.alternatives)


# -- the audit -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["counting", "direct"])
def test_the_audit_of_the_default_encoding_passes(encoding: str) -> None:
    assert audit("mastermind", encoding=encoding, size=4, random=40).exit_status == 0


def test_the_audit_refutes_the_source_encoding() -> None:
    assert audit("mastermind", encoding="source", size=4, random=0).exit_status == 1
