"""A match as a state machine: what follows from a line, what everybody sees, what is kept."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import satplay
from satplay.errors import BadInput, NoSuchName, PlayerError
from satplay.verbs.match import Match, MatchTurn
from satplay.verbs.match_commands import COMMANDS, LISTED
from satplay.verbs.opening import begin
from satplay.verbs.playing import Wants
from satplay.verbs.seating import PERSON, game_called, game_to_play, seating
from tests.verbs import guessing

NIM = game_called("nim")
TWO = {"first": PERSON, "second": PERSON}


def nim(**more: Any) -> Match:
    return begin(NIM, **{"seed": 1, **more})


def secretly(seed: int = 1, **players: str) -> Match:
    """Guessing, up to the first turn of a person."""
    return begin(guessing.GAME, seed=seed, players=players).on().playing


def said(match: Match, *lines: str) -> MatchTurn:
    turn = MatchTurn(match)
    for line in lines:
        turn = turn.playing.say(line)
    return turn


# -- moves ------------------------------------------------------------------------------------------------


def test_the_other_answers_until_it_is_the_persons_turn() -> None:
    turn = nim().say("A1")
    assert turn.playing.to_move == "first" and len(turn.playing.moves) == 2
    assert turn.shown == turn.playing.state and turn.lines[-1] == "You are first; your turn."
    assert turn.lines[0] == "first takes 1 from A and leaves 2." and "second plays " in turn.lines[1]


@pytest.mark.parametrize(
    ("line", "why"), [("B9", "illegal move 'B9'"), ("sesame", "bad move: found 'sesame'")]
)
def test_what_is_no_move_changes_nothing_and_is_told_in_a_line(line: str, why: str) -> None:
    match = nim()
    turn = match.say(line)
    assert turn.playing is match and len(turn.lines) == 1 and turn.lines[0].startswith(why)


@settings(max_examples=100, deadline=None)
@given(st.text() | st.sampled_from(sorted(COMMANDS)), st.booleans())
def test_any_line_is_answered(line: str, over: bool) -> None:
    match = nim(players=TWO)
    turn = (match.say("resign").playing if over else match).say(line)
    assert turn.lines or turn.shown is not None or turn.wants is not Wants.NOTHING
    assert all(text.isprintable() and len(text) <= 300 for text in turn.lines)


def test_the_end_is_told_and_can_be_taken_back() -> None:
    turn = said(nim(options={"heaps": "2"}), "A2")
    assert turn.lines[1:] == (
        "The game is over: second has nothing left to take: first wins.",
        "Type undo, new, save FILE or quit.",
    )
    assert not turn.over and turn.playing.say("A1").lines[0].startswith("The game is over")
    assert turn.playing.say("undo").playing == nim(options={"heaps": "2"})


LINES = st.lists(st.sampled_from(["A1", "B2", "C3", "A9", "undo", "x", "", "hint"]), max_size=12)


@settings(max_examples=60, deadline=None)
@given(LINES, st.sampled_from([{}, TWO, {"first": "random"}]))
def test_undoing_everything_leads_to_the_first_turn(lines: list[str], players: dict[str, str]) -> None:
    start = nim(players=players).on().playing
    match = said(start, *lines).playing
    for _ in range(len(match.moves)):
        match = match.say("undo").playing
    assert match == start and match.say("undo").lines == ("There is nothing to undo.",)


def test_undo_goes_back_to_the_persons_own_turn() -> None:
    match = nim(players={"first": "random"}).on().playing
    assert len(match.moves) == 1
    assert said(match, "C1", "undo").playing == match
    both = said(nim(players=TWO), "A1", "B1", "undo").playing
    assert both.to_move == "second" and len(both.moves) == 1


def test_who_resigns_has_lost_and_may_regret_it() -> None:
    turn = nim().say("resign")
    assert turn.playing.outcome is not None and turn.playing.outcome.winner == "second"
    assert turn.playing.to_move is None and turn.playing.say("undo").playing == nim()


def test_a_player_who_breaks_the_rules_is_our_fault() -> None:
    cheat = replace(NIM, players={"cheat": lambda *seen: guessing_move()})
    with pytest.raises(PlayerError, match="cheat"):
        begin(cheat, players={"first": "cheat"}).on()


def guessing_move() -> Any:
    return NIM.moves.read("A9")


# -- chance and seeds -------------------------------------------------------------------------------------


def test_chance_is_drawn_by_its_odds_and_by_the_seed() -> None:
    drawn = Counter(secretly(seed).moves[0] for seed in range(400))
    assert set(drawn) == {9, 9999} and 60 < drawn[9999] < 140
    assert secretly(7).moves == secretly(7).moves


def test_a_move_taken_back_and_made_again_is_answered_alike() -> None:
    first = said(nim(players={"second": "random"}), "C2").playing
    assert said(first, "undo", "C2").playing == first


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 6))
def test_a_game_that_was_kept_goes_on_as_if_it_had_not_been(seed: int, at: int) -> None:
    players = {"first": "random", "second": "random"}
    whole = nim(seed=seed, players=players).on().playing
    at = min(at, len(whole.moves))
    part = replace(whole, states=whole.states[: at + 1], moves=whole.moves[:at])
    assert begin(NIM, part.saved()).on().playing == whole


def test_what_was_dealt_is_in_the_record() -> None:
    match = nim(options={"heaps": "random"}, seed=5)
    assert match.options["heaps"] != "random" and match == nim(options={"heaps": "random"}, seed=5)
    assert begin(NIM, match.saved()) == match != nim(options={"heaps": "random"}, seed=6)


# -- what everybody sees ------------------------------------------------------------------------------------


def test_a_person_does_not_see_what_is_hidden() -> None:
    match = secretly(setter="random", guesser=PERSON)
    secret = match.state.secret
    assert secret is not None and match.seen().secret == guessing.HIDDEN
    begun = begin(guessing.GAME, seed=1, players={"setter": "random"}).on()
    assert begun.lines == ("chance plays 9.", "setter plays a number.", "You are guesser; your turn.")
    wrong = match.say("77777")
    assert wrong.lines == ("illegal move '77777': numbers go to 9",), "the state is nobody's business"
    hint = match.say("hint").lines[0]
    assert hint.startswith("knowing would play"), "a hint knows no more than the person"
    assert match.players == begin(guessing.GAME, match.saved()).players


def test_a_player_does_not_see_what_is_hidden() -> None:
    won = [
        match.outcome.winner
        for seed in range(40)
        if (match := secretly(seed, setter="random", guesser="knowing")).outcome is not None
    ]
    assert len(won) == 40 and "setter" in won


def test_two_at_one_keyboard_see_what_both_may() -> None:
    match = secretly(setter=PERSON, guesser=PERSON).say("4").playing
    assert match.state.secret == 4 and match.seen().secret == guessing.HIDDEN
    assert match.say("").shown.secret == guessing.HIDDEN
    assert match.say("").lines == ("guesser to move.",)
    assert match.say("4").shown.secret == 4, "at the end all is open"


def test_nobody_at_the_keyboard_sees_everything() -> None:
    turn = begin(guessing.GAME, seed=2, players={"setter": "random", "guesser": "random"}).on()
    assert turn.playing.outcome is not None and turn.shown == turn.playing.state


# -- commands ---------------------------------------------------------------------------------------------


def test_of_ten_thousand_moves_a_few_are_written() -> None:
    seed = next(seed for seed in range(99) if secretly(seed).state.most == 9999)
    match = secretly(seed)
    guessing.written.clear()
    lines = match.say("moves").lines
    assert lines[-1].startswith("... and 9960 more") and len(guessing.written) == LISTED
    assert all(len(line) <= 78 for line in lines)
    assert match.say("moves 123").lines == (
        "123; 1230; 1231; 1232; 1233; 1234; 1235; 1236; 1237; 1238; 1239",
    )
    assert match.say("moves x").lines == ("No legal move begins like that.",)


def test_hints_are_words_of_the_game_or_a_players_move() -> None:
    assert nim().say("hint").lines == ("The nim-sum is 2; leaving 0 behind wins: A2.",)
    assert nim().say("hint random").lines[0].startswith("random would play ")
    assert "did you mean 'random'?" in nim().say("hint randon").lines[0]
    assert nim().say("resign").playing.say("hint").lines == ("There is nothing to decide.",)


def test_help_names_every_command() -> None:
    text = "\n".join(nim().say("help").lines)
    assert "B2" in text and all(command in text for command in set(COMMANDS) - {"", "?", "exit", "help"})


def test_files_are_for_others_to_write() -> None:
    turn = nim().say("save a game.txt")
    assert (turn.wants, turn.file, turn.text) == (Wants.SAVE, "a game.txt", nim().saved())
    assert turn.lines == ("Saved: satplay play 'a game.txt' goes on.",)
    assert nim().say("save").lines == ("Save where? Type save FILE.",)
    assert nim().say("quit").over and nim().say("new").wants is Wants.NEW


# -- beginning --------------------------------------------------------------------------------------------


def test_play_begins_games_too() -> None:
    match = satplay.play("nim", "second: 1 2", players=TWO, seed=3)
    assert isinstance(match, Match) and match.to_move == "second" and match.placed
    assert satplay.play(None, match.saved()) == match and "<svg" in match._repr_svg_()
    with pytest.raises(BadInput, match="options of the game"):
        satplay.play("nim", size="3")
    with pytest.raises(BadInput, match="players for a puzzle"):
        satplay.play("mosaic", players=TWO)
    with pytest.raises(NoSuchName):
        satplay.play("games/nothing")


def test_a_puzzle_without_a_pencil_is_played_as_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from satplay import puzzles

    puzzle = puzzles.find("mosaic")
    monkeypatch.setattr(puzzles, "find", lambda name: replace(puzzle, pencil=None, game=guessing.GAME))
    assert game_to_play("mosaic") is guessing.GAME


@pytest.mark.parametrize(
    ("wanted", "error"),
    [
        ({"named": {"third": "random"}}, NoSuchName),
        ({"named": {"first": "randon"}}, NoSuchName),
        ({"seat": "third"}, NoSuchName),
        ({"against": "nobody"}, NoSuchName),
        ({"seat": "first", "named": {"first": "random"}}, BadInput),
    ],
)
def test_seats_and_players_must_be_there(wanted: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        seating(NIM, **wanted)


def test_who_sits_where() -> None:
    assert seating(NIM, seat="second", against="random") == {"first": "random", "second": "person"}
    assert seating(NIM, against=PERSON) == TWO
    assert seating(NIM, {"second": "random"}) == {"first": "person", "second": "random"}
