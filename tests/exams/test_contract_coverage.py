"""Mosaic and Nim, the folders to copy, use every part of the contracts; exceptions are listed.

Together with the exams, which exercise every part that a puzzle or a game has, no part stays untested.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, fields
from typing import Any

import pytest

import satplay
from satplay import games, puzzles
from satplay.contracts.puzzle import Puzzle
from satplay.playing.subjects import game_to_play
from satplay.puzzles.mosaic import PUZZLE
from tests.exams import canonical_forms, optional_parts, puzzle_exam

NIM = games.find("nim")


def parts(records: Iterable[Any]) -> set[str]:
    """The fields that some of the records sets to another value than the default."""
    found: set[str] = set()
    for record in records:
        for field in fields(record):
            default = field.default_factory() if field.default_factory is not MISSING else field.default
            if default is MISSING or getattr(record, field.name) != default:
                found.add(field.name)
    return found


def encodings(name: str) -> list[Any]:
    """The examples of a puzzle in its default encoding."""
    puzzle = puzzles.find(name)
    encoder = next(iter(puzzle.encoders.values()))
    boards = [form.read(text) for text in puzzle.examples.values() for form in puzzle.formats[:1]]
    return [encoder.encode(board) for board in boards]


COVERAGE: dict[str, tuple[list[Any], dict[str, list[Any]]]] = {
    "Puzzle": (
        [PUZZLE],
        {
            "unique": [puzzles.find("cnf")],  # generated boards of Mosaic have one solution, the default
            "game": [puzzles.find("mastermind")],  # a game with hidden information
            "phrases": [puzzles.find("hashi")],  # the sentences of Mosaic's rules and facts are short
            "mark_step": [puzzles.find("hashi")],
            "suggest": [puzzles.find("mastermind")],  # for boards that are answered move by move
            "convention": [puzzles.find("cnf")],  # output as in the SAT competitions
            "plain_formula": [puzzles.find("cnf")],  # boards that are formulas
        },
    ),
    "Encoding": (encodings("mosaic"), {"built_in": encodings("hashi")}),
    "Encoder": (
        list(PUZZLE.encoders.values()),
        {
            "gap": list(puzzles.find("hashi").encoders.values()),  # an encoding as its source prints it
            "parts": list(puzzles.find("hashi").encoders.values()),
        },
    ),
    "Format": (
        list(PUZZLE.formats),
        {"stream": list(puzzles.find("cnf").formats)},  # files too large for one string
    ),
    "SolutionFormat": (
        list(PUZZLE.solutions),
        {"recognises": list(puzzles.find("hashi").solutions)},  # Mosaic has one format of solutions
    ),
    "VariantOption": (
        list(PUZZLE.variant_options.values()),
        {"takes": list(puzzles.find("hashi").variant_options.values())},
    ),
    "Game": (
        [NIM],
        {
            "text_option": [games.find("sat-game")],  # a game about a formula
            "glimpse": [puzzles.find("mastermind").game],  # a game with hidden information
            "hint_facts": [puzzles.find("mastermind").game],  # what answers imply, without the code
            "hint_topics": [puzzles.find("mastermind").game],  # a guess is suggested only on request
            "seat_titles": [puzzles.find("mastermind").game],  # seats whose names do not say what to do there
            "person_seat": [puzzles.find("mastermind").game],  # a code that a person keeps in mind
            "from_board": [puzzles.find("mastermind").game],  # guesses that were answered elsewhere
            "all_rules": [game_to_play("mosaic")],  # the README has the rules of a game
            "nearby": [game_to_play("mosaic")],
            "wrong_marks": [game_to_play("flow")],  # the shading of Mosaic has no marks beside it
            "find_mistake": [game_to_play("mosaic", satplay.hint)],
            "free_text": [game_to_play("mosaic")],  # a puzzle as a game with one seat
            "violations": [game_to_play("mosaic")],
            "solve": [game_to_play("mosaic")],
            "cursor": [game_to_play("mosaic")],
            "browser": [puzzles.find("mastermind").game],
            "board_size": [game_to_play("mosaic")],
            "find_again": [game_to_play("mosaic")],
        },
    ),
    "Query": (
        list(NIM.questions.values()),
        {
            "draws": list(games.find("chopsticks").questions.values()),
            "state": list(games.find("chopsticks").questions.values()),  # questions as formulas
        },
    ),
}


@pytest.mark.parametrize("contract", COVERAGE)
def test_the_folders_to_copy_use_every_part_of_a_contract(contract: str) -> None:
    own, exceptions = COVERAGE[contract]
    every = {field.name for field in fields(own[0])}
    assert parts(own) == every - set(exceptions), "update the exceptions, or use the part"


@pytest.mark.parametrize("contract", COVERAGE)
def test_every_other_part_is_used_by_the_listed_exceptions(contract: str) -> None:
    for part, records in COVERAGE[contract][1].items():
        assert part in parts(records), f"{contract}.{part} is not used there"


EXAMINED = {
    "examples": puzzle_exam.examples_are_solved_correctly,
    "unique": puzzle_exam.boards_have_one_solution,
    "generator_options": optional_parts.generator_options_have_an_effect,
    "levels": optional_parts.levels_are_generated,
    "size": optional_parts.sizes_are_those_of_the_generator,
    "sketch": puzzle_exam.sketches_show_the_solution_also_in_ascii,
    "move_entry": puzzle_exam.moves_are_written_or_refused,
    "cursor": optional_parts.cursors_make_typed_moves,
    "browser": optional_parts.browser_views_are_json,
    "facts": optional_parts.facts_agree_with_solutions,
    "mark": optional_parts.violated_rules_are_highlighted,
    "phrases": optional_parts.steps_are_worded,
    "mark_step": optional_parts.steps_are_marked,
    "audit": optional_parts.audit_boards_are_complete,
    "canonical": canonical_forms.canonical_forms_are_those_of_equal_boards,
    "variant_options": optional_parts.variant_options_apply_and_survive_writing,
    "direct_enumeration": optional_parts.direct_enumeration_agrees_with_clauses,
    "suggest": optional_parts.suggestions_are_reproducible_sentences,
    "conflict_summary": optional_parts.conflicts_are_summarised,
    "convention": optional_parts.conventions_cover_every_answer,
    "plain_formula": optional_parts.plain_formulas_are_their_own_encoding,
}
"""The item of the puzzle exam that exercises an optional part; a ``game`` takes the game exam instead."""


def test_every_optional_part_of_a_puzzle_has_an_item_in_the_exam() -> None:
    optional = {
        field.name for field in fields(Puzzle) if (field.default, field.default_factory) != (MISSING, MISSING)
    }
    assert set(EXAMINED) == optional - {"game"}
    assert set(EXAMINED.values()) <= set(puzzle_exam.EXAM)
