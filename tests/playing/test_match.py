"""A match between seats as a state machine: the turn after a line, visible states, the record."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import satplay
from satplay.errors import BadInput, NoSuchName, PlayerError
from satplay.playing.commands import commands_for
from satplay.playing.match import Match
from satplay.playing.move_commands import MAX_LISTED_MOVES
from satplay.playing.resume import read_match
from satplay.playing.seats import PERSON, assign_seats
from satplay.playing.start import start_match
from satplay.playing.subjects import game_called, game_to_play
from satplay.playing.turn import Request, Turn
from tests.playing import guessing_game

NIM = game_called("nim")
TWO = {"first": PERSON, "second": PERSON}
COMMANDS = commands_for(NIM)
ALIASES = {"", "?", "exit", "help", "h", "q", "bye"}


def nim(**more: Any) -> Match:
    return start_match(NIM, **{"seed": 1, "seat": None if "players" in more else "first", **more})


def start_guessing(seed: int = 1, **players: str) -> Match:
    """Start the guessing game and play to the first turn of a person."""
    return start_match(guessing_game.GAME, seed=seed, players=players).run_others().match


def enter(match: Match, *lines: str) -> Turn:
    turn = Turn(match)
    for line in lines:
        turn = turn.match.respond(line)
    return turn


def moment(match: Match) -> Match:
    """Return the match without the traces of undo and hints."""
    return replace(match, undone=(), hints=0)


# -- moves ------------------------------------------------------------------------------------------------


def test_the_other_seats_move_until_it_is_the_persons_turn() -> None:
    turn = nim().respond("A1")
    assert turn.match.to_move == "first" and len(turn.match.moves) == 2
    assert turn.view == turn.match.state and turn.lines[-1].startswith(
        "You are first: take things from one heap, such as "
    )
    assert turn.lines[0] == "first takes 1 from A and leaves 2." and "second plays " in turn.lines[1]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("B9", "Not possible: that heap holds 4"),
        ("sesame", "Not a move: 'sesame'. Take things from one heap, such as A2."),
    ],
)
def test_a_bad_move_changes_nothing_and_is_answered_in_one_line(line: str, why: str) -> None:
    match = nim()
    turn = match.respond(line)
    assert turn.match is match and len(turn.lines) == 1 and turn.lines[0].startswith(why)


@settings(max_examples=100, deadline=None)
@given(st.text() | st.sampled_from(sorted(COMMANDS)), st.booleans())
def test_any_line_is_answered(line: str, over: bool) -> None:
    match = nim(players=TWO)
    turn = (match.respond("resign").match if over else match).respond(line)
    assert turn.lines or turn.view is not None or turn.request is not Request.NONE
    assert all(text.isprintable() and len(text) <= 300 for text in turn.lines)


def test_the_end_is_announced_and_can_be_undone() -> None:
    turn = enter(nim(options={"heaps": "2"}), "A2")
    assert turn.lines[1:] == ("You win: second has nothing left to take: first wins.",)
    assert not turn.over and turn.match.respond("A1").lines[0].startswith("The game is over")
    assert moment(turn.match.respond("undo").match) == nim(options={"heaps": "2"})


LINES = st.lists(st.sampled_from(["A1", "B2", "C3", "A9", "undo", "x", "", "hint"]), max_size=12)


@settings(max_examples=60, deadline=None)
@given(LINES, st.sampled_from([{}, TWO, {"first": "random"}]))
def test_undoing_everything_leads_to_the_first_turn(lines: list[str], players: dict[str, str]) -> None:
    start = nim(players=players).run_others().match
    match = enter(start, *lines).match
    played = match
    for _ in range(len(match.moves)):
        match = match.respond("undo").match
    assert moment(match) == start and match.respond("undo").lines == ("There is nothing to undo.",)
    assert played.respond("restart").match == match
    for _ in range(len(played.moves)):
        match = match.respond("redo").match
    assert enter(match, "redo 99").match == enter(played, "redo 99").match, "redo leads back"


def test_undo_returns_to_the_persons_own_turn() -> None:
    match = nim(players={"first": "random"}).run_others().match
    assert len(match.moves) == 1
    assert moment(enter(match, "C1", "undo").match) == match
    both = enter(nim(players=TWO), "A1", "B1", "undo").match
    assert both.to_move == "second" and len(both.moves) == 1


def test_resigning_loses_and_can_be_undone() -> None:
    turn = nim().respond("resign")
    assert turn.match.outcome is not None and turn.match.outcome.winner == "second"
    assert turn.match.to_move is None and moment(turn.match.respond("undo").match) == nim()


def test_an_illegal_move_of_a_player_is_an_internal_error() -> None:
    cheat = replace(NIM, players={"cheat": lambda *seen: guessing_move()})
    with pytest.raises(PlayerError, match="cheat"):
        start_match(cheat, players={"first": "cheat"}).run_others()


def guessing_move() -> Any:
    return NIM.moves.read("A9")


# -- chance and seeds -------------------------------------------------------------------------------------


def test_chance_moves_follow_the_odds_and_the_seed() -> None:
    drawn = Counter(start_guessing(seed).moves[0] for seed in range(400))
    assert set(drawn) == {9, 9999} and 60 < drawn[9999] < 140
    assert start_guessing(7).moves == start_guessing(7).moves


def test_an_undone_and_repeated_move_gets_the_same_reply() -> None:
    first = enter(nim(players={"second": "random"}), "C2").match
    assert enter(first, "undo", "C2").match == first


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 6))
def test_a_saved_game_continues_as_if_it_had_not_been_saved(seed: int, at: int) -> None:
    players = {"first": "random", "second": "random"}
    whole = nim(seed=seed, players=players).run_others().match
    at = min(at, len(whole.moves))
    part = replace(whole, states=whole.states[: at + 1], moves=whole.moves[:at])
    assert read_match(part.to_text(), NIM).run_others().match == whole


def test_the_deal_is_in_the_record() -> None:
    match = nim(options={"heaps": "random"}, seed=5)
    assert match.options["heaps"] != "random" and match == nim(options={"heaps": "random"}, seed=5)
    assert read_match(match.to_text(), NIM) == match != nim(options={"heaps": "random"}, seed=6)


# -- visible states -----------------------------------------------------------------------------------------


def test_a_person_does_not_see_hidden_information() -> None:
    match = start_guessing(setter="random", guesser=PERSON)
    secret = match.state.secret
    assert secret is not None and match.visible_state().secret == guessing_game.HIDDEN
    begun = start_match(guessing_game.GAME, seed=1, players={"setter": "random"}).run_others()
    assert begun.lines == ("chance plays 9.", "setter plays a number.", "You are guesser; your turn.")
    wrong = match.respond("77777")
    assert wrong.lines == ("Not possible: numbers go to 9.",), "the state is nobody's business"
    hint = match.respond("hint").lines[0]
    assert hint.startswith("knowing would play"), "a hint knows no more than the person"
    assert match.players == read_match(match.to_text(), guessing_game.GAME).players


def test_a_player_does_not_see_hidden_information() -> None:
    won = [
        match.outcome.winner
        for seed in range(40)
        if (match := start_guessing(seed, setter="random", guesser="knowing")).outcome is not None
    ]
    assert len(won) == 40 and "setter" in won


def test_two_persons_at_one_keyboard_see_only_what_both_may_see() -> None:
    match = start_guessing(setter=PERSON, guesser=PERSON).respond("4").match
    assert match.state.secret == 4 and match.visible_state().secret == guessing_game.HIDDEN
    assert match.respond("").view.secret == guessing_game.HIDDEN
    assert match.respond("").lines == ("guesser to move.",)
    assert match.respond("4").view.secret == 4, "at the end all is open"


def test_without_a_person_the_view_is_complete() -> None:
    turn = start_match(
        guessing_game.GAME, seed=2, players={"setter": "random", "guesser": "random"}
    ).run_others()
    assert turn.match.outcome is not None and turn.view == turn.match.state


# -- commands ---------------------------------------------------------------------------------------------


def test_only_a_few_of_ten_thousand_moves_are_written() -> None:
    seed = next(seed for seed in range(99) if start_guessing(seed).state.most == 9999)
    match = start_guessing(seed)
    guessing_game.written.clear()
    lines = match.respond("moves").lines
    assert lines[-1].startswith("... and 9960 more") and len(guessing_game.written) == MAX_LISTED_MOVES
    assert all(len(line) <= 78 for line in lines)
    assert match.respond("moves 123").lines == (
        "123; 1230; 1231; 1232; 1233; 1234; 1235; 1236; 1237; 1238; 1239",
    )
    assert match.respond("moves x").lines == ("No legal move begins like that.",)


def test_hints_are_texts_of_the_game_or_a_move_of_a_player() -> None:
    assert nim().respond("hint").lines[0] == "You can win. Look at heap A."
    assert enter(nim(), "hint", "hint").lines[:2] == (
        "A2 alone wins, in 6 moves: it leaves 1, 4 and 5, whose nim-sum is 0, "
        "and no move of second can leave 0 again.",
        "Best play: first A2, second A1, C1, B1, C1, B1, C1, B1, C1, B1, C1; "
        "then second has nothing left to take: first wins.",
    )
    assert nim().respond("hint random").lines[0].startswith("random would play ")
    assert "did you mean 'random'?" in nim().respond("hint randon").lines[0]
    assert nim().respond("resign").match.respond("hint").lines[0].startswith("The game is over.")


def test_help_names_every_command() -> None:
    text = "\n".join(nim().respond("help").lines)
    assert "A2" in text and all(command in text for command in set(COMMANDS) - ALIASES)


def test_saving_is_a_request_to_the_caller() -> None:
    turn = nim().respond("save a game.txt")
    assert (turn.request, turn.file, turn.text) == (Request.SAVE, "a game.txt", nim().to_text())
    assert turn.lines == ("Saved. Resume with: satplay play 'a game.txt'",)
    assert nim().respond("save").lines == ("Save where? Type save FILE.",)
    assert nim().respond("quit").over and nim().respond("new").request is Request.NEW


# -- starting ---------------------------------------------------------------------------------------------


def test_play_starts_games_too() -> None:
    match = satplay.play("nim", "second: 1 2", players=TWO, seed=3)
    assert isinstance(match, Match) and match.to_move == "second" and match.from_position
    assert satplay.play(None, match.to_text()) == match and "<svg" in match._repr_svg_()
    with pytest.raises(BadInput, match="options of the game"):
        satplay.play("nim", size="3")
    with pytest.raises(BadInput, match="players for a puzzle"):
        satplay.play("mosaic", players=TWO)
    with pytest.raises(NoSuchName):
        satplay.play("games/nothing")


def test_a_puzzle_without_move_entry_is_played_as_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from satplay import puzzles

    puzzle = puzzles.find("mosaic")
    monkeypatch.setattr(
        puzzles, "find", lambda name: replace(puzzle, move_entry=None, game=guessing_game.GAME)
    )
    assert game_to_play("mosaic") is guessing_game.GAME


@pytest.mark.parametrize(
    ("wanted", "error"),
    [
        ({"players": {"third": "random"}}, NoSuchName),
        ({"players": {"first": "randon"}}, NoSuchName),
        ({"seat": "third"}, NoSuchName),
        ({"against": "nobody"}, NoSuchName),
        ({"seat": "first", "players": {"first": "random"}}, BadInput),
    ],
)
def test_unknown_seats_and_players_are_refused(wanted: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        assign_seats(NIM, **wanted)


def test_seats_are_assigned_to_persons_and_players() -> None:
    assert assign_seats(NIM, seat="second", against="random") == {"first": "random", "second": "person"}
    assert assign_seats(NIM, against=PERSON) == TWO
    assert assign_seats(NIM, {"second": "random"}) == {"first": "person", "second": "random"}
