"""Every item of the puzzle exam can fail: for each there is a sabotaged copy of Mosaic that fails it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import count, islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from satplay import puzzles
from satplay.contracts.encoding import Connectivity, Encoder, Encoding
from satplay.contracts.option import Option
from satplay.contracts.phrases import Phrases
from satplay.contracts.puzzle import Convention, PlainFormula, VariantOption
from satplay.drawing.scene import Scene
from satplay.errors import BadInput
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause
from satplay.puzzles.mosaic.browser import BROWSER
from satplay.puzzles.mosaic.cursor import CURSOR
from satplay.puzzles.mosaic.encodings.direct import facts
from satplay.puzzles.mosaic.move_entry import MOVE_ENTRY
from satplay.puzzles.mosaic.rules import Rule, given
from satplay.puzzles.mosaic.sketch import sketch
from satplay.rule import RuleInstance
from tests.exams import canonical_forms, optional_parts, puzzle_exam
from tests.exams.puzzle_candidate import Candidate, candidate
from tests.exams.sabotage import copy_folder, fails, write

PUZZLE = puzzles.find("mosaic")
GRID, LINE = PUZZLE.formats
AUDIT, DIRECT_ENUMERATION = PUZZLE.audit, PUZZLE.direct_enumeration
assert AUDIT is not None and DIRECT_ENUMERATION is not None
SOLUTION = PUZZLE.solutions[0]
DIRECT = PUZZLE.encoders["direct"]


@pytest.fixture
def puzzle(tmp_path: Path) -> Candidate:
    """Mosaic in a separate folder that may be damaged."""
    whole = candidate("satplay.puzzles.mosaic", PUZZLE)
    return replace(whole, folder=copy_folder(whole.folder, tmp_path))


def encoding_with(**changes: Callable[[Encoding[Any]], Any]) -> dict[str, Encoder[Any, Any]]:
    """The direct encoder with some parts of its encoding replaced."""

    def encode(board: Any) -> Encoding[Any]:
        encoding = DIRECT.encode(board)
        return replace(encoding, **{part: change(encoding) for part, change in changes.items()})

    return {"direct": replace(DIRECT, encode=encode)}


def without_clauses(encoding: Encoding[Any]) -> Formula:
    return Formula(var_count=encoding.formula.var_count)


def without_origins(encoding: Encoding[Any]) -> Formula:
    """The same clauses without their rules."""
    return Formula(encoding.formula, var_count=encoding.formula.var_count)


def read_carelessly(text: str) -> Any:
    """Reads correct texts, and raises ``IndexError`` for others."""
    try:
        return GRID.read(text)
    except ValueError:
        raise IndexError("list index out of range") from None


COUNTER = count()


def generate_by_global_counter(options: Any, rng: Any, oracle: Any) -> Any:
    rng.seed(next(COUNTER))
    return PUZZLE.generate(options, rng, oracle)


def remove_clues(board: Any) -> Any:
    return replace(board, clues={}, marks={})


def without_lazy_clauses(encoding: Encoding[Any]) -> Any:
    return lambda solution: iter(())


def without_edges(encoding: Encoding[Any]) -> Connectivity | None:
    """The graph of a connected board with its first edges removed: too many boards violate it."""
    graph = encoding.connectivity
    return None if graph is None else replace(graph, edges=graph.edges[1:])


def same_first_literal_twice(encoding: Encoding[Any]) -> Any:
    return lambda: [encoding.answer[0], -encoding.answer[0]]


@dataclass(frozen=True)
class EmptySuggestion:
    """A suggestion without a sentence."""

    def lines(self) -> list[str]:
        return []

    def as_json(self) -> Any:
        return None


SABOTAGED: dict[str, dict[str, Any]] = {
    "the_record_is_filled_in": {"title": ""},
    "the_readme_names_each_rule": {"rules": Enum("Rule", {"UNKNOWN": "The README does not name this rule."})},
    "the_sources_of_examples_are_named": {"examples": {"found-somewhere": "mosaic\n..\n"}},
    "boards_survive_writing_and_reading": {
        "formats": (replace(GRID, write=lambda b: GRID.write(remove_clues(b))),)
    },
    "formats_recognise_what_they_write": {
        "formats": (GRID, replace(LINE, recognises=lambda text: text.count("/") > 9))
    },
    "solutions_survive_writing_and_reading": {
        "solutions": (replace(SOLUTION, read=lambda board, text: frozenset()),)
    },
    "solutions_can_be_written_as_json": {
        "solutions": (replace(SOLUTION, as_json=lambda board, solution: solution),)
    },
    "broken_boards_are_refused_with_bad_input": {"formats": (replace(GRID, read=read_carelessly),)},
    "broken_solutions_are_refused_with_bad_input": {
        "solutions": (
            replace(SOLUTION, read=lambda b, text: SOLUTION.read(b, text) if "\n\n" not in text else 1 / 0),
        )
    },
    "examples_are_solved_correctly": {"encoders": encoding_with(formula=without_clauses)},
    "each_rule_has_an_answer_that_violates_only_it": {"check": lambda board, solution: []},
    "encoders_agree_on_the_wrong_boards": {"encoders": encoding_with(formula=without_clauses)},
    "without_its_clauses_a_rule_is_violated": {"encoders": encoding_with(formula=without_origins)},
    "gaps_are_demonstrated": {"encoders": {"direct": replace(DIRECT, gap="nothing at all")}},
    "literals_have_sentences": {"encoders": encoding_with(formula=without_origins)},
    "hints_lead_to_the_solution": {
        "facts": lambda board: replace(facts(board), apply_facts=lambda position, _: position)
    },
    "lazy_clauses_are_exact": {
        "encoders": encoding_with(lazy_clauses=without_lazy_clauses),
    },
    "connectivity_agrees_with_lazy_clauses": {"encoders": encoding_with(connectivity=without_edges)},
    "warm_starts_are_harmless": {"encoders": encoding_with(warm_start=same_first_literal_twice)},
    "audit_boards_are_complete": {
        "audit": replace(AUDIT, solutions=lambda board: islice(AUDIT.solutions(board), 1))
    },
    "canonical_forms_are_those_of_equal_boards": {"canonical": lambda board: b"a board"},
    "direct_enumeration_agrees_with_clauses": {
        "direct_enumeration": replace(
            DIRECT_ENUMERATION, solutions=lambda board, tick: islice(AUDIT.solutions(board), 1)
        )
    },
    "direct_enumeration_can_be_stopped": {
        "direct_enumeration": replace(
            DIRECT_ENUMERATION, solutions=lambda board, tick: AUDIT.solutions(board)
        )
    },
    "variant_options_apply_and_survive_writing": {
        "variant_options": {"connected": VariantOption("does nothing", lambda board, _: board)}
    },
    "generator_options_have_an_effect": {
        "generator_options": {"size": Option("accepted and ignored", "N")},
        "generate": lambda options, rng, oracle: PUZZLE.generate(replace(options, extra={}), rng, oracle),
    },
    "levels_are_generated": {"levels": ("easy", "impossible")},
    "sizes_are_those_of_the_generator": {"size": lambda board: f"{board.height}x{board.width}"},
    "facts_agree_with_solutions": {
        "facts": lambda board: replace(facts(board), known_literals=lambda solution: ())
    },
    "conflicts_are_summarised": {"conflict_summary": lambda board, instances: ""},
    "suggestions_are_reproducible_sentences": {"suggest": lambda board, rng, oracle: EmptySuggestion()},
    "violated_rules_are_highlighted": {"mark": lambda board, solution, _: PUZZLE.draw(board, solution)},
    "steps_are_worded": {
        "phrases": Phrases(
            facts=lambda board, statements: [],
            place=lambda board, instance: "a cell",
            label=lambda board, instance: "",
            reason=lambda board, instance, new, given: "",
            broken=lambda board, instance: "",
        )
    },
    "steps_are_marked": {"mark_step": lambda board, solution, marks: PUZZLE.draw(board, solution)},
    "cursors_make_typed_moves": {"cursor": replace(CURSOR, press=lambda state, pointer, key: None)},
    "browser_views_are_json": {"browser": replace(BROWSER, position=lambda state: {"shaded": []})},
    "conventions_cover_every_answer": {
        "convention": Convention(lines=lambda *answer: ["s UNKNOWN"], exit_status={"sat": 0})
    },
    "plain_formulas_are_their_own_encoding": {"plain_formula": PlainFormula(lambda file, board: None)},
    "puzzles_and_solutions_are_drawn": {"draw": lambda board, solution: PUZZLE.draw(board, None)},
    "sketches_show_the_solution_also_in_ascii": {
        "sketch": lambda board, solution, ascii: sketch(board, solution, False)
    },
    "moves_are_written_or_refused": {
        "move_entry": replace(MOVE_ENTRY, apply=lambda board, position, text: text[99])
    },
    "same_seed_same_board": {"generate": generate_by_global_counter},
    "some_board_is_not_square": {"draw": lambda board, solution: Scene(100, 100, title="a square")},
    "boards_have_one_solution": {"generate": lambda *given: remove_clues(PUZZLE.generate(*given))},
    "unknown_options_are_refused": {
        "generate": lambda options, rng, oracle: PUZZLE.generate(replace(options, extra={}), rng, oracle)
    },
}


@pytest.mark.parametrize("item", puzzle_exam.EXAM, ids=lambda item: item.__name__)
def test_a_sabotaged_puzzle_fails(item: Callable[[Any], None], puzzle: Candidate) -> None:
    item(puzzle)
    fails(item, replace(puzzle, puzzle=replace(PUZZLE, **SABOTAGED[item.__name__])))


def first_cell_white(encoding: Encoding[Any]) -> Any:
    """Lazy clauses that also exclude solutions: the first cell must not be shaded."""

    def lazy_clauses(solution: Any) -> Iterator[tuple[RuleInstance, Clause]]:
        for instance, _ in encoding.lazy_clauses(solution):
            yield instance, [-encoding.answer[0]]

    return lazy_clauses


def all_joined(encoding: Encoding[Any]) -> Connectivity | None:
    """A graph that is always connected."""
    graph = encoding.connectivity
    if graph is None:
        return None
    lit = encoding.answer[0]
    edges = [(0, node, sign * lit) for node in range(1, graph.nodes) for sign in (1, -1)]
    return replace(graph, edges=np.array(edges, np.int32))


MORE_SABOTAGE: list[tuple[Callable[[Candidate], None], dict[str, Any]]] = [
    *(
        (
            puzzle_exam.moves_are_written_or_refused,
            {"move_entry": replace(MOVE_ENTRY, is_solution=lambda board, position, answer=answer: answer)},
        )
        for answer in (False, True)
    ),
    (optional_parts.lazy_clauses_are_exact, {"encoders": encoding_with(lazy_clauses=first_cell_white)}),
    (
        optional_parts.connectivity_agrees_with_lazy_clauses,
        {"encoders": encoding_with(connectivity=all_joined)},
    ),
    (optional_parts.warm_starts_are_harmless, {"encoders": encoding_with(warm_start=lambda _: lambda: [0])}),
    (optional_parts.audit_boards_are_complete, {"audit": replace(AUDIT, boards=lambda size: iter(()))}),
    (
        optional_parts.audit_boards_are_complete,
        {"audit": replace(AUDIT, boards=lambda size: (b for b in AUDIT.boards(size) for _ in range(2)))},
    ),
    (
        optional_parts.audit_boards_are_complete,
        {"audit": replace(AUDIT, solutions=lambda board: (frozenset(), *AUDIT.solutions(board)))},
    ),
    (
        canonical_forms.canonical_forms_are_those_of_equal_boards,
        {"canonical": lambda board: repr(board).encode()},
    ),
    (
        optional_parts.direct_enumeration_agrees_with_clauses,
        {"direct_enumeration": replace(DIRECT_ENUMERATION, count=lambda board, tick: 1)},
    ),
    (
        optional_parts.direct_enumeration_agrees_with_clauses,
        {"direct_enumeration": replace(DIRECT_ENUMERATION, solutions=lambda board, tick: None)},
    ),
    (
        optional_parts.variant_options_apply_and_survive_writing,
        {"formats": (replace(GRID, write=lambda board: GRID.write(replace(board, connected=False))),)},
    ),
    (
        optional_parts.variant_options_apply_and_survive_writing,
        {
            "variant_options": {
                "connected": VariantOption("any value", lambda b, _: replace(b, connected=True), "N")
            }
        },
    ),
    (
        optional_parts.generator_options_have_an_effect,
        {
            "generator_options": {"connected": Option("any value", "N")},
            "generate": lambda options, rng, oracle: PUZZLE.generate(
                replace(options, extra={"connected": "yes"} if options.extra else {}), rng, oracle
            ),
        },
    ),
    (
        optional_parts.facts_agree_with_solutions,
        {
            "facts": lambda board: replace(
                facts(board), encoding=DIRECT.encode(replace(board, clues={(0, 0): 9}))
            )
        },
    ),
    (
        optional_parts.violated_rules_are_highlighted,
        {"mark": lambda board, solution, _: replace(PUZZLE.draw(board, solution), title="highlighted")},
    ),
    *(
        (optional_parts.browser_views_are_json, {"browser": replace(BROWSER, **change)})
        for change in (
            {"board": lambda state: state.board.clues},
            {"board": lambda state: {"height": state.board.height}},
            {"position": lambda state: {"shaded": state.position}},
            {"marks": lambda state, step: {"because": [], "given": [], "new": []}},
            {"marks": lambda state, step: {**BROWSER.marks(state, step), "new": ["A0"]}},
            {"elements": lambda state, atom: []},
        )
    ),
    (
        optional_parts.conventions_cover_every_answer,
        {
            "convention": Convention(
                lines=lambda answer, solution, comments: [type(answer).__name__],
                exit_status={"sat": 10, "unsat": 20, "unknown": 0},
            )
        },
    ),
]


@pytest.mark.parametrize(("item", "changes"), MORE_SABOTAGE)
def test_other_sabotage_fails(
    item: Callable[[Any], None], changes: dict[str, Any], puzzle: Candidate
) -> None:
    fails(item, replace(puzzle, puzzle=replace(PUZZLE, **changes)))


def test_every_item_has_a_sabotage() -> None:
    assert set(SABOTAGED) == {item.__name__ for item in puzzle_exam.EXAM}


@pytest.mark.parametrize(
    ("missing", "item"),
    [
        ("README.md", puzzle_exam.the_readme_names_each_rule),
        ("examples/SOURCE.md", puzzle_exam.the_sources_of_examples_are_named),
        ("wrong/COUNT.txt", puzzle_exam.each_rule_has_an_answer_that_violates_only_it),
    ],
)
def test_a_puzzle_with_a_missing_file_fails(
    missing: str, item: Callable[[Any], None], puzzle: Candidate
) -> None:
    (puzzle.folder / missing).unlink()
    fails(item, puzzle)


def test_a_wrong_answer_that_violates_two_rules_fails(puzzle: Candidate) -> None:
    write(puzzle.folder / "wrong" / "COUNT.txt", "mosaic\n1.#\n=== answer ===\n##-\n")
    fails(puzzle_exam.each_rule_has_an_answer_that_violates_only_it, puzzle)


def test_a_wrong_answer_that_is_correct_fails(puzzle: Candidate) -> None:
    write(puzzle.folder / "wrong" / "COUNT.txt", "mosaic\n1.#\n=== answer ===\n#-#\n")
    fails(puzzle_exam.each_rule_has_an_answer_that_violates_only_it, puzzle)


def test_an_example_without_a_solution_fails(puzzle: Candidate) -> None:
    fails(
        puzzle_exam.examples_are_solved_correctly,
        replace(puzzle, puzzle=replace(PUZZLE, examples={"easy": "mosaic\n..\n.9\n"})),
    )


def test_a_stated_rule_that_is_declared_as_built_in_fails(puzzle: Candidate) -> None:
    encoders = encoding_with(built_in=lambda encoding: frozenset(PUZZLE.rules))
    fails(
        puzzle_exam.without_its_clauses_a_rule_is_violated,
        replace(puzzle, puzzle=replace(PUZZLE, encoders=encoders)),
    )


def test_two_encoders_that_disagree_fail(puzzle: Candidate) -> None:
    """One of them misses solutions; all solutions that it finds are correct."""

    def encode(board: Any) -> Encoding[Any]:
        encoding = DIRECT.encode(board)
        encoding.formula.add(-encoding.answer[0])
        return encoding

    encoders = {"direct": DIRECT, "shy": Encoder(encode, source="sabotage")}
    fails(
        puzzle_exam.encoders_agree_on_the_wrong_boards,
        replace(puzzle, puzzle=replace(PUZZLE, encoders=encoders)),
    )


def test_only_an_encoder_with_a_gap_may_refuse_boards(puzzle: Candidate) -> None:
    def encode(board: Any) -> Encoding[Any]:
        raise BadInput("board", found="anything", expected="nothing")

    choosy = Encoder(encode, source="sabotage")
    for item in (puzzle_exam.literals_have_sentences, puzzle_exam.without_its_clauses_a_rule_is_violated):
        fails(item, replace(puzzle, puzzle=replace(PUZZLE, encoders={"direct": DIRECT, "choosy": choosy})))
        gap = replace(choosy, gap="it is for no board at all")
        item(replace(puzzle, puzzle=replace(PUZZLE, encoders={"direct": DIRECT, "choosy": gap})))


def test_a_part_that_is_not_an_encoder_fails(puzzle: Candidate) -> None:
    encoders = {"direct": replace(DIRECT, parts={"counting": "no such encoder"})}
    fails(puzzle_exam.the_record_is_filled_in, replace(puzzle, puzzle=replace(PUZZLE, encoders=encoders)))


def lazy_given(*, complete: bool) -> dict[str, Encoder[Any, Any]]:
    """GIVEN by lazy clauses, or not at all unless ``complete``."""

    def encode(board: Any) -> Encoding[Any]:
        encoding = DIRECT.encode(board)
        lit = dict(zip(board.cells(), encoding.answer, strict=True))

        def lazy_clauses(solution: Any) -> Iterator[tuple[RuleInstance, Clause]]:
            for cell, mark in board.marks.items():
                if complete and (cell in solution) != mark:
                    yield given(board, cell), [lit[cell] if mark else -lit[cell]]
            yield from encoding.lazy_clauses(solution)

        graph = None if encoding.connectivity is None else replace(encoding.connectivity, alone=False)
        formula = encoding.formula.without(Rule.GIVEN)
        return replace(encoding, formula=formula, lazy_clauses=lazy_clauses, connectivity=graph)

    return {"lazy": Encoder(encode, source="sabotage", gap=None if complete else "ignores the given marks")}


def test_a_rule_may_have_lazy_clauses(puzzle: Candidate) -> None:
    lazy = replace(puzzle, puzzle=replace(PUZZLE, encoders=lazy_given(complete=True)))
    for item in puzzle_exam.EXAM:
        item(lazy)


def test_a_gap_is_demonstrated_by_a_wrong_solution(puzzle: Candidate) -> None:
    gappy = replace(puzzle, puzzle=replace(PUZZLE, encoders=lazy_given(complete=False)))
    fails(puzzle_exam.gaps_are_demonstrated, gappy)
    write(puzzle.folder / "wrong" / "gap-lazy.txt", "mosaic\n1.#\n")
    puzzle_exam.gaps_are_demonstrated(gappy)
    write(puzzle.folder / "wrong" / "gap-lazy.txt", "mosaic\n1..\n")
    fails(puzzle_exam.gaps_are_demonstrated, gappy)


def test_a_gap_is_demonstrated_by_a_missing_solution(puzzle: Candidate) -> None:
    def encode(board: Any) -> Encoding[Any]:
        encoding = DIRECT.encode(board)
        encoding.formula.add(-encoding.answer[0])
        return encoding

    shy = replace(
        puzzle,
        puzzle=replace(PUZZLE, encoders={"shy": Encoder(encode, source="sabotage", gap="never shades A1")}),
    )
    write(puzzle.folder / "wrong" / "gap-shy.txt", "mosaic\n1.\n=== answer ===\n#-\n")
    puzzle_exam.gaps_are_demonstrated(shy)
    write(puzzle.folder / "wrong" / "gap-shy.txt", "mosaic\n1.\n=== answer ===\n-#\n")
    fails(puzzle_exam.gaps_are_demonstrated, shy)
    write(puzzle.folder / "wrong" / "gap-shy.txt", "mosaic\n1.\n=== answer ===\n##\n")
    fails(puzzle_exam.gaps_are_demonstrated, shy)


def test_a_puzzle_need_not_promise_unique_solutions(puzzle: Candidate) -> None:
    loose = replace(PUZZLE, unique=False, **SABOTAGED["boards_have_one_solution"])
    puzzle_exam.boards_have_one_solution(replace(puzzle, puzzle=loose))


def test_a_board_of_another_type_fails(puzzle: Candidate) -> None:
    fails(puzzle_exam.the_record_is_filled_in, replace(puzzle, puzzle=replace(PUZZLE, instance=str)))
