"""Every item of the puzzle exam can be failed: a sabotaged copy of the blank puzzle fails each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import Enum
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from satplay import puzzles
from satplay.contracts.encoding import Encoder, Encoding
from satplay.drawing.scene import Scene
from satplay.errors import BadInput
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause
from satplay.puzzles.mosaic.encodings.direct import facts
from satplay.puzzles.mosaic.move_entry import MOVE_ENTRY
from satplay.puzzles.mosaic.rules import Rule, given
from satplay.puzzles.mosaic.sketch import sketch
from satplay.rule import RuleInstance
from tests.exams import puzzle_exam
from tests.exams.sabotage import copied, fails, write

PUZZLE = puzzles.find("mosaic")
GRID, LINE = PUZZLE.formats
SOLUTION = PUZZLE.solutions[0]
DIRECT = PUZZLE.encoders["direct"]


@pytest.fixture
def puzzle(tmp_path: Path) -> puzzle_exam.Candidate:
    """The blank puzzle in a folder of its own that may be damaged."""
    whole = puzzle_exam.candidate("satplay.puzzles.mosaic", PUZZLE)
    return replace(whole, folder=copied(whole.folder, tmp_path))


def encoding_with(**changes: Callable[[Encoding[Any]], Any]) -> dict[str, Encoder[Any, Any]]:
    """The direct encoder with some part of what it makes replaced."""

    def encode(board: Any) -> Encoding[Any]:
        made = DIRECT.encode(board)
        return replace(made, **{part: change(made) for part, change in changes.items()})

    return {"direct": replace(DIRECT, encode=encode)}


def without_anything(encoding: Encoding[Any]) -> Formula:
    return Formula(var_count=encoding.formula.var_count)


def nothing_named(encoding: Encoding[Any]) -> Formula:
    """The same clauses, of which nobody knows the rule any more."""
    return Formula(encoding.formula, var_count=encoding.formula.var_count)


def first_number(text: str) -> Any:
    """Reads what it should, and stumbles like a beginner over the rest."""
    try:
        return GRID.read(text)
    except ValueError:
        raise IndexError("list index out of range") from None


CLOCK = count()


def shared_clock(wanted: Any, rng: Any, oracle: Any) -> Any:
    rng.seed(next(CLOCK))
    return PUZZLE.generate(wanted, rng, oracle)


def emptied(board: Any) -> Any:
    return replace(board, clues={}, marks={})


PUZZLE_RECORDS: dict[str, dict[str, Any]] = {
    "the_record_is_filled_in": {"title": ""},
    "the_readme_names_each_rule": {"rules": Enum("Rule", {"UNHEARD": "Nobody wrote this down."})},
    "the_sources_of_examples_are_named": {"examples": {"found-somewhere": "..\n"}},
    "boards_survive_writing_and_reading": {
        "formats": (replace(GRID, write=lambda b: GRID.write(emptied(b))),)
    },
    "formats_recognise_what_they_write": {
        "formats": (GRID, replace(LINE, recognises=lambda text: text.count("/") > 9))
    },
    "solutions_survive_writing_and_reading": {
        "solutions": (replace(SOLUTION, read=lambda board, text: frozenset()),)
    },
    "solutions_go_into_json": {"solutions": (replace(SOLUTION, as_json=lambda board, solution: solution),)},
    "broken_boards_are_refused_politely": {"formats": (replace(GRID, read=first_number),)},
    "broken_solutions_are_refused_politely": {
        "solutions": (
            replace(SOLUTION, read=lambda b, text: SOLUTION.read(b, text) if "\n\n" not in text else 1 / 0),
        )
    },
    "examples_are_solved_rightly": {"encoders": encoding_with(formula=without_anything)},
    "each_rule_has_a_board_that_breaks_exactly_it": {"check": lambda board, solution: []},
    "wrong_boards_are_no_trap_for_the_encoders": {"encoders": encoding_with(formula=without_anything)},
    "forgetting_a_rule_lets_a_board_break_it": {"encoders": encoding_with(formula=nothing_named)},
    "gaps_are_shown": {"encoders": {"direct": replace(DIRECT, gap="nothing at all")}},
    "facts_are_sentences": {"encoders": encoding_with(formula=nothing_named)},
    "hints_lead_to_the_solution": {
        "facts": lambda board: replace(facts(board), written=lambda position, _: position)
    },
    "puzzles_and_solutions_are_drawn": {"draw": lambda board, solution: PUZZLE.draw(board, None)},
    "sketches_show_the_solution_also_in_ascii": {
        "sketch": lambda board, solution, ascii: sketch(board, solution, False)
    },
    "moves_are_written_or_refused": {
        "move_entry": replace(MOVE_ENTRY, apply=lambda board, position, text: text[99])
    },
    "same_seed_same_board": {"generate": shared_clock},
    "boards_are_not_all_square": {"draw": lambda board, solution: Scene(100, 100, title="always square")},
    "boards_have_one_solution": {"generate": lambda *given: emptied(PUZZLE.generate(*given))},
    "unknown_options_are_refused": {
        "generate": lambda wanted, rng, oracle: PUZZLE.generate(replace(wanted, extra={}), rng, oracle)
    },
}


@pytest.mark.parametrize("item", puzzle_exam.EXAM, ids=lambda item: item.__name__)
def test_a_sabotaged_puzzle_fails(item: Callable[[Any], None], puzzle: puzzle_exam.Candidate) -> None:
    item(puzzle)
    fails(item, replace(puzzle, puzzle=replace(PUZZLE, **PUZZLE_RECORDS[item.__name__])))


def test_every_item_for_puzzles_has_its_sabotage() -> None:
    assert set(PUZZLE_RECORDS) == {item.__name__ for item in puzzle_exam.EXAM}


@pytest.mark.parametrize(
    ("missing", "item"),
    [
        ("README.md", puzzle_exam.the_readme_names_each_rule),
        ("examples/SOURCE.md", puzzle_exam.the_sources_of_examples_are_named),
        ("wrong/COUNT.txt", puzzle_exam.each_rule_has_a_board_that_breaks_exactly_it),
    ],
)
def test_a_puzzle_without_its_papers_fails(
    missing: str, item: Callable[[Any], None], puzzle: puzzle_exam.Candidate
) -> None:
    (puzzle.folder / missing).unlink()
    fails(item, puzzle)


def test_a_wrong_board_that_breaks_two_rules_fails(puzzle: puzzle_exam.Candidate) -> None:
    write(puzzle.folder / "wrong" / "COUNT.txt", "1.#\n=== answer ===\n##-\n")
    fails(puzzle_exam.each_rule_has_a_board_that_breaks_exactly_it, puzzle)


def test_a_wrong_board_that_is_right_fails(puzzle: puzzle_exam.Candidate) -> None:
    write(puzzle.folder / "wrong" / "COUNT.txt", "1.#\n=== answer ===\n#-#\n")
    fails(puzzle_exam.each_rule_has_a_board_that_breaks_exactly_it, puzzle)


def test_an_example_that_loses_its_solution_fails(puzzle: puzzle_exam.Candidate) -> None:
    fails(
        puzzle_exam.examples_are_solved_rightly,
        replace(puzzle, puzzle=replace(PUZZLE, examples={"easy": "..\n.9\n"})),
    )


def test_calling_a_stated_rule_built_in_fails(puzzle: puzzle_exam.Candidate) -> None:
    encoders = encoding_with(built_in=lambda encoding: frozenset(PUZZLE.rules))
    fails(
        puzzle_exam.forgetting_a_rule_lets_a_board_break_it,
        replace(puzzle, puzzle=replace(PUZZLE, encoders=encoders)),
    )


def test_two_encoders_that_disagree_fail(puzzle: puzzle_exam.Candidate) -> None:
    """One loses a solution: every one it gives is right, and only comparing shows what is missing."""

    def encode(board: Any) -> Encoding[Any]:
        made = DIRECT.encode(board)
        made.formula.add(-made.answer[0])
        return made

    encoders = {"direct": DIRECT, "shy": Encoder(encode, source="sabotage")}
    fails(
        puzzle_exam.wrong_boards_are_no_trap_for_the_encoders,
        replace(puzzle, puzzle=replace(PUZZLE, encoders=encoders)),
    )


def test_only_an_encoder_with_a_gap_may_refuse_boards(puzzle: puzzle_exam.Candidate) -> None:
    def encode(board: Any) -> Encoding[Any]:
        raise BadInput("board", found="anything", expected="nothing")

    choosy = Encoder(encode, source="sabotage")
    for item in (puzzle_exam.facts_are_sentences, puzzle_exam.forgetting_a_rule_lets_a_board_break_it):
        fails(item, replace(puzzle, puzzle=replace(PUZZLE, encoders={"direct": DIRECT, "choosy": choosy})))
        gap = replace(choosy, gap="it is for no board at all")
        item(replace(puzzle, puzzle=replace(PUZZLE, encoders={"direct": DIRECT, "choosy": gap})))


def test_a_part_that_is_no_encoder_fails(puzzle: puzzle_exam.Candidate) -> None:
    encoders = {"direct": replace(DIRECT, parts={"counting": "nobody"})}
    fails(puzzle_exam.the_record_is_filled_in, replace(puzzle, puzzle=replace(PUZZLE, encoders=encoders)))


def lazy_given(*, complete: bool) -> dict[str, Encoder[Any, Any]]:
    """GIVEN said lazily: by ``refine``, or by nobody when not ``complete``."""

    def encode(board: Any) -> Encoding[Any]:
        made = DIRECT.encode(board)
        lit = dict(zip(board.cells(), made.answer, strict=True))

        def refine(solution: Any) -> Iterator[tuple[RuleInstance, Clause]]:
            for cell, mark in board.marks.items():
                if complete and (cell in solution) != mark:
                    yield given(board, cell), [lit[cell] if mark else -lit[cell]]

        return replace(made, formula=made.formula.without(Rule.GIVEN), lazy_clauses=refine)

    return {"lazy": Encoder(encode, source="sabotage", gap=None if complete else "forgets the marks")}


def test_a_rule_may_be_stated_lazily(puzzle: puzzle_exam.Candidate) -> None:
    lazy = replace(puzzle, puzzle=replace(PUZZLE, encoders=lazy_given(complete=True)))
    for item in puzzle_exam.EXAM:
        item(lazy)


def test_a_gap_is_shown_by_a_wrong_solution(puzzle: puzzle_exam.Candidate) -> None:
    gappy = replace(puzzle, puzzle=replace(PUZZLE, encoders=lazy_given(complete=False)))
    fails(puzzle_exam.gaps_are_shown, gappy)
    write(puzzle.folder / "wrong" / "gap-lazy.txt", "1.#\n")
    puzzle_exam.gaps_are_shown(gappy)
    write(puzzle.folder / "wrong" / "gap-lazy.txt", "1..\n")
    fails(puzzle_exam.gaps_are_shown, gappy)


def test_a_gap_is_shown_by_a_solution_that_is_missed(puzzle: puzzle_exam.Candidate) -> None:
    def encode(board: Any) -> Encoding[Any]:
        made = DIRECT.encode(board)
        made.formula.add(-made.answer[0])
        return made

    shy = replace(
        puzzle,
        puzzle=replace(PUZZLE, encoders={"shy": Encoder(encode, source="sabotage", gap="never shades A1")}),
    )
    write(puzzle.folder / "wrong" / "gap-shy.txt", "1.\n=== answer ===\n#-\n")
    puzzle_exam.gaps_are_shown(shy)
    write(puzzle.folder / "wrong" / "gap-shy.txt", "1.\n=== answer ===\n-#\n")
    fails(puzzle_exam.gaps_are_shown, shy)
    write(puzzle.folder / "wrong" / "gap-shy.txt", "1.\n=== answer ===\n##\n")
    fails(puzzle_exam.gaps_are_shown, shy)


def test_a_puzzle_may_promise_less_than_one_solution(puzzle: puzzle_exam.Candidate) -> None:
    loose = replace(PUZZLE, unique=False, **PUZZLE_RECORDS["boards_have_one_solution"])
    puzzle_exam.boards_have_one_solution(replace(puzzle, puzzle=loose))


def test_a_board_of_another_type_fails(puzzle: puzzle_exam.Candidate) -> None:
    fails(puzzle_exam.the_record_is_filled_in, replace(puzzle, puzzle=replace(PUZZLE, instance=str)))
