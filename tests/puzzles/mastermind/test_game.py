"""Mastermind as a game for two players."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satplay import ask, play
from satplay.contracts.game import Outcome
from satplay.errors import BadInput, IllegalMove
from satplay.playing.resume import read_match
from satplay.puzzles.mastermind.board import Board, Guess
from satplay.puzzles.mastermind.game.formats import read_move, read_state, write_state
from satplay.puzzles.mastermind.game.messages import tell
from satplay.puzzles.mastermind.game.moves import AllCodes
from satplay.puzzles.mastermind.game.players import PLAYERS
from satplay.puzzles.mastermind.game.rules import apply, legal, outcome, start, to_move, visible
from satplay.puzzles.mastermind.game.state import Move, Secret, State
from satplay.puzzles.mastermind.play import GAME
from satplay.reasoning.oracle import EngineOracle


def after(*moves: str, **options: str) -> State:
    state = start(options)
    for move in moves:
        state = apply(state, read_move(move))
    return state


def test_the_setter_starts_and_the_breaker_guesses_until_the_code_is_found() -> None:
    assert to_move(after()) == "setter"
    assert to_move(after("0123")) == "breaker"
    found = after("0123", "0132", "0123")
    assert found.board.guesses == (Guess((0, 1, 3, 2), 2, 2), Guess((0, 1, 2, 3), 4, 0))
    assert outcome(found) == Outcome("breaker", "0123 is the code, found with 2 guesses.")
    assert to_move(found) is None


def test_the_setter_wins_when_no_guess_is_left() -> None:
    lost = after("0123", "4444", "5555", tries="2")
    assert outcome(lost) == Outcome("setter", "2 guesses did not find the code.")


def test_the_breaker_sees_the_code_only_at_the_end() -> None:
    assert visible(after("0123", "4444"), "breaker").secret is Secret.HIDDEN
    assert visible(after("0123", "4444"), "setter").secret == (0, 1, 2, 3)
    assert visible(after("0123", "0123"), "breaker").secret == (0, 1, 2, 3)


def test_the_setter_of_a_secret_code_answers_the_guesses() -> None:
    waiting = after("keep", "0123")
    assert to_move(waiting) == "setter" and waiting.open_guess == (0, 1, 2, 3)
    for pegs in ("1 1", "bw", "1A1B", "answer 1 1", "1,1"):
        assert apply(waiting, read_move(pegs)).board.guesses == (Guess((0, 1, 2, 3), 1, 1),)


def test_the_answer_to_an_external_guess_is_accepted() -> None:
    answered = after("keep", "0123", "4501 2 0")
    assert answered.board.guesses == (Guess((4, 5, 0, 1), 2, 0),)
    assert answered.open_guess is None and to_move(answered) == "breaker"


@pytest.mark.parametrize(
    ("moves", "move", "why"),
    [
        ((), "guess 0123", "setter's turn to set"),
        ((), "set 012", "4 of the symbols 012345"),
        ((), "set 0129", "4 of the symbols 012345"),
        (("0123",), "set 0123", "breaker's turn to guess"),
        (("0123",), "answer 1 1", "breaker's turn to guess"),
        (("0123",), "keep", "breaker's turn to guess"),
        (("0123",), "01", "4 of the symbols 012345"),
        (("keep", "0123"), "3 1", "all but one"),
        (("keep", "0123"), "5 0", "0 to 4 pegs"),
        (("keep", "0123"), "2", "black and white pegs"),
        (("keep", "0123", "0 0", "4444", "4 0"), "0000", "over"),
        (("keep", "0123", "1 0", "0123"), "2 0", "guesses 1 and 2 cannot both be right"),
    ],
)
def test_an_illegal_move_is_refused_with_a_reason_and_changes_nothing(
    moves: tuple[str, ...], move: str, why: str
) -> None:
    state = after(*moves)
    before = replace(state)
    with pytest.raises(IllegalMove, match=why):
        apply(state, read_move(move))
    assert state == before


def test_a_code_without_repeats_may_be_guessed_with_repeats() -> None:
    with pytest.raises(IllegalMove, match="twice"):
        after("set 0012", repeats="no")
    assert after("0123", "0012", repeats="no").board.guesses[0].black == 1


def test_a_game_may_use_black_pegs_only() -> None:
    assert after("0123", "0132", white="no").board.guesses == (Guess((0, 1, 3, 2), 2),)
    assert after("keep", "0123", "2", white="no").board.guesses == (Guess((0, 1, 2, 3), 2),)


@given(st.integers(1, 4), st.integers(1, 5), st.booleans(), st.data())
def test_all_codes_form_a_sequence(length: int, symbols: int, repeats: bool, data: st.DataObject) -> None:
    repeats = repeats or length > symbols
    codes = AllCodes(Board(length, "01234"[:symbols], repeats=repeats), "guess")
    listed = list(codes)
    assert len(codes) == len(listed) == len(set(listed))
    at = data.draw(st.integers(-len(codes), len(codes) - 1))
    assert codes[at] == listed[at] and codes[at] in codes
    assert Move("set", codes[0].text) not in codes and Move("guess", "x" * length) not in codes


def test_very_many_codes_are_supported() -> None:
    state = start({"length": "100", "symbols": "62"})
    move = legal(state)[10**15]
    assert move in legal(state) and len(legal(state)) > 10**15


def test_states_are_written_as_boards_with_extra_lines() -> None:
    for state in (after(), after("keep", "0123"), after("0123", "4500"), after("0123", "4500", white="no")):
        assert read_state(write_state(state)) == state


@pytest.mark.parametrize(
    "text",
    [
        "0123 1 1",
        "# tries 10\n0123 1 1",
        "# tries no\n# code kept\n0123 1 1",
        "# tries 10\n# code open\n0123 1 1",
        "# tries 10\n# code 0123\n# asks 0123\n0123 1 1",
        "# tries 10\n# code kept\n# pegs white\n0123 1",
        "# tries 10\n# code kept\n0123 1",
        "# tries 10\n# tries 10\n# code kept\n0123 1 1",
    ],
)
def test_invalid_states_are_refused(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_state(text)
    assert caught.value.line is not None


@pytest.mark.parametrize("name", [name for name in PLAYERS if name != "random"])
def test_players_guess_consistent_codes_and_find_the_secret(name: str) -> None:
    state = after("3512")
    rng = Random(2)
    while (seat := to_move(state)) is not None:
        before = state.board
        state = apply(state, PLAYERS[name](visible(state, seat), seat, rng, EngineOracle()))
        candidate = replace(before, guesses=(*before.guesses, state.board.guesses[-1]))
        assert candidate == state.board
    assert outcome(state) is not None and state.board.guesses[-1].black == 4


def test_long_codes_are_broken_by_consistent_guesses() -> None:
    state = after("set 01234567890123", length="14", symbols="10", tries="60")
    rng = Random(1)
    while to_move(state) is not None:
        state = apply(state, PLAYERS["consistent"](visible(state, "breaker"), "breaker", rng, EngineOracle()))
    assert state.board.guesses[-1].black == 14


def test_the_assistant_reports_the_remaining_codes_and_the_reason_for_its_guess() -> None:
    before = after("keep", "0123", "1 1")
    lines = list(tell(before, apply(before, read_move("0245"))))
    assert lines == [
        "252 codes fit; the answer leaves 57 of them at worst, and gives 3.17 bits on average.",
    ]
    assert "252 codes are left." in tell(after("keep", "0123"), before)


def test_answered_guesses_of_a_game_elsewhere_go_on() -> None:
    """The person has the code, or hears the answers: the program guesses next."""
    match = play("mastermind", "0011 1 1\n2233 0 2\n", seed=1)
    assert match.players == {"breaker": "normal", "setter": "person"}
    assert match.state.secret is Secret.IN_MIND and len(match.state.board.guesses) == 2
    assert outcome(match.state) is None and match.state.tries > 10
    again = read_match(match.to_text())
    assert again.state == match.state and again.players == match.players


@pytest.mark.parametrize(
    ("board", "complaint"),
    [
        ("0011 4 0\n0011 3 0", "guesses 1 and 2 cannot both be right"),
        ("0011 1 1\n2233 2", "with and without white pegs"),
        ("0011 9 1", "9 black"),
        ("0011", "no answer"),
        ("x", "mastermind"),
    ],
)
def test_answered_guesses_that_no_game_can_have_are_refused(board: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        play("mastermind", board)


def test_a_code_that_is_found_already_ends_the_game() -> None:
    match = play("mastermind", "0011 4 0")
    assert match.outcome is not None and match.outcome.winner == "breaker"


def test_black_pegs_alone_go_on_with_black_pegs() -> None:
    assert not play("mastermind", "0011 1\n2233 0").state.whites


def test_a_person_breaks_a_code() -> None:
    match = play("mastermind", seed=3)
    assert match.introduce()[0] == "Mastermind (breaker: person, setter: normal)"
    assert GAME.name == "mastermind"


def test_the_next_guess_is_a_question() -> None:
    reply = ask(
        "mastermind", "next", "0123 1 1", options={"symbols": "6", "strategy": "minimax", "over": "all"}
    )
    document = reply.as_json()
    assert document["candidates"] == 252 and set(document) >= {"guess", "candidates", "expected", "worst"}
    with pytest.raises(BadInput):
        ask("mastermind", "next", "0123 1 1", options={"strategy": "best"})


def test_a_tournament_is_a_question() -> None:
    reply = ask("mastermind", "tournament", options={"length": "3", "symbols": "4"})
    document = reply.as_json()
    assert document["secrets"] == 64 and sum(document["found"]) == 64
