"""Every item of the game exam can fail: for each there is a sabotaged copy of Nim that fails it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from satplay import games
from satplay.contracts.game import CHANCE, Outcome
from satplay.contracts.verdict import GameValue, Verdict
from satplay.drawing.scene import Scene
from satplay.drawing.terminal import Span
from satplay.games.nim.state import State, Take
from tests.exams import game_exam, match_exam
from tests.exams.sabotage import copy_folder, fails, write

GAME = games.find("nim")
STATES = GAME.states[0]


@pytest.fixture
def game(tmp_path: Path) -> game_exam.Candidate:
    """Nim in a separate folder that may be damaged."""
    whole = game_exam.candidate("satplay.games.nim", GAME)
    return replace(whole, folder=copy_folder(whole.folder, tmp_path))


def lenient_apply(state: State, move: Take) -> State:
    """Takes the whole heap if a move takes more than the heap."""
    heap = min(move.heap, len(state.heaps) - 1)
    return State(
        tuple(max(0, held - move.count) if at == heap else held for at, held in enumerate(state.heaps)),
        "second" if state.turn == "first" else "first",
    )


def first_word(text: str) -> Any:
    return STATES.read(text) if ":" in text else text.split(maxsplit=1)[0]


GAME_RECORDS: dict[str, dict[str, Any]] = {
    "the_record_is_filled_in": {"seats": ("first", "first")},
    "examples_are_read_drawn_and_sourced": {"draw": lambda state: Scene(1, 1)},
    "some_game_ends": {
        "outcome": lambda state: None,
        "legal": lambda state: [Take(0, 0)],
        "apply": lambda s, m: s,
    },
    "states_survive_writing_and_reading": {"states": (replace(STATES, write=lambda state: "first: 1 2 3"),)},
    "moves_survive_writing_and_reading": {"moves": replace(GAME.moves, write=lambda move: "A1")},
    "broken_states_are_refused_with_bad_input": {"states": (replace(STATES, read=first_word),)},
    "broken_moves_are_refused_with_bad_input": {
        "moves": replace(GAME.moves, read=lambda text: Take(ord(text[0]) - ord("A"), int(text[1:])))
    },
    "the_game_is_over_exactly_when_no_seat_is_to_move": {"to_move": lambda state: state.turn},
    "there_are_legal_moves_until_the_end": {"legal": lambda state: [*GAME.legal(state), *GAME.legal(state)]},
    "legal_moves_apply_and_all_others_are_illegal": {"apply": lenient_apply},
    "a_record_of_moves_replays_the_game": {
        "moves": replace(GAME.moves, read=lambda text: replace(GAME.moves.read(text), count=1))
    },
    "options_not_understood_are_refused": {"start": lambda options: GAME.start({})},
    "only_chance_has_odds": {"odds": lambda state: dict.fromkeys(GAME.legal(state), 0.5)},
    "seats_see_what_they_may": {"visible": lambda state, seat: State((1,), state.turn)},
    "players_play_by_the_rules_and_by_the_seed": {"players": {"greedy": lambda *given: Take(0, 99)}},
    "moves_are_not_commands": {
        "moves": replace(GAME.moves, write=lambda move: "undo", read=lambda text: Take(0, 1))
    },
    "sketches_are_drawn": {"sketch": lambda state, ascii: [(Span("●"),)]},
    "texts_are_lines": {"tell": lambda before, after: ["one\ntwo"]},
    "verdicts_are_shown_by_their_lines": {
        "judge": lambda *asked: (
            replace(GAME.judge(*asked), line=(asked[1],), moves=None)
            if GAME.judge is not None and GAME.outcome(GAME.apply(*asked[:2])) is None
            else Verdict(GameValue.LOSS, "so it is", (asked[1],))
        )
    },
    "moves_reveal_no_more_than_positions": {"glimpse": lambda state, move, seat: ""},
    "deals_are_complete_and_by_the_seed": {"deal": lambda options, rng, oracle: {"heaps": "many"}},
    "a_game_continues_from_its_record": {
        "states": (replace(STATES, read=lambda text: STATES.read(text.replace("\n", " 1"))),)
    },
    "moves_are_taken_back_and_made_again": {
        "moves": replace(GAME.moves, read=lambda text: replace(GAME.moves.read(text), count=1))
    },
    "questions_are_answered": {
        "questions": {"winner": replace(GAME.questions["winner"], answer=lambda request: None)}
    },
    "states_are_drawn": {"draw": lambda state: replace(GAME.draw(state), title="")},
}


@pytest.mark.parametrize("name", GAME_RECORDS)
def test_a_sabotaged_game_fails(name: str, game: game_exam.Candidate) -> None:
    item = getattr(game_exam, name, None) or getattr(match_exam, name)
    item(game)
    fails(item, replace(game, game=replace(GAME, **GAME_RECORDS[name])))


def test_every_item_of_the_game_exam_has_a_sabotage() -> None:
    assert {*GAME_RECORDS, "the_readme_names_its_source"} == {
        item.__name__ for item in (*game_exam.EXAM, *match_exam.MATCH)
    }


def test_a_game_with_a_missing_file_fails(game: game_exam.Candidate) -> None:
    game_exam.the_readme_names_its_source(game)
    write(game.folder / "README.md", "# Nim\n")
    fails(game_exam.the_readme_names_its_source, game)
    (game.folder / "examples" / "SOURCE.md").unlink()
    fails(game_exam.examples_are_read_drawn_and_sourced, game)


def test_a_player_that_ignores_the_seed_fails(game: game_exam.Candidate) -> None:
    clock = count()

    def fickle(state: State, *rest: Any) -> Take:
        moves: Sequence[Take] = GAME.legal(state)
        return moves[next(clock) % len(moves)]

    fails(
        game_exam.players_play_by_the_rules_and_by_the_seed,
        replace(game, game=replace(GAME, players={"fickle": fickle})),
    )


def test_an_outcome_without_a_seat_fails(game: game_exam.Candidate) -> None:
    def outcome(state: State) -> Outcome | None:
        return None if GAME.outcome(state) is None else Outcome("nobody", "because")

    fails(
        game_exam.the_game_is_over_exactly_when_no_seat_is_to_move,
        replace(game, game=replace(GAME, outcome=outcome)),
    )


def hides_the_first_heap(state: State, seat: str) -> State:
    return replace(state, heaps=(99, *state.heaps[1:])) if any(state.heaps) else state


def test_hidden_information_must_be_declared_and_hidden(game: game_exam.Candidate) -> None:
    """Second may not see the first heap, and never moves: its legal moves would give the heap away."""
    always_first = replace(
        GAME,
        to_move=lambda state: "first" if any(state.heaps) else None,
        visible=lambda state, seat: state if seat == "first" else hides_the_first_heap(state, seat),
    )
    sly = replace(game, game=always_first)
    fails(game_exam.seats_see_what_they_may, sly)
    write(game.folder / "hidden" / "second.txt", "first: 3 4 5\n=== looks like ===\nfirst: 2 4 5\n")
    game_exam.seats_see_what_they_may(sly)
    fails(match_exam.moves_reveal_no_more_than_positions, sly)
    veiled = replace(always_first, glimpse=lambda state, move, seat: "something")
    match_exam.moves_reveal_no_more_than_positions(replace(sly, game=veiled))
    fails(game_exam.seats_see_what_they_may, game)
    write(game.folder / "hidden" / "second.txt", "first: 3 4 5\n=== looks like ===\nfirst: 3 4 5\n")
    fails(game_exam.seats_see_what_they_may, sly)


def test_only_chance_may_have_odds(game: game_exam.Candidate) -> None:
    def even(state: State) -> Mapping[Take, float]:
        moves = GAME.legal(state)
        return {move: 1 / len(moves) for move in moves}

    dice = replace(GAME, to_move=lambda state: CHANCE if any(state.heaps) else None, odds=even)
    game_exam.only_chance_has_odds(replace(game, game=dice))
    fails(
        game_exam.only_chance_has_odds,
        replace(game, game=replace(dice, odds=lambda state: dict.fromkeys(GAME.legal(state), 1.0))),
    )
