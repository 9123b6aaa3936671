"""Verdicts of a game's judge: checked by the rules and the solver of the game, and written as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import eq
from random import Random
from typing import Any

from satplay.contracts.game import CHANCE, Game, Seat
from satplay.contracts.oracle import Oracle
from satplay.contracts.texts import pluralize
from satplay.contracts.verdict import BEST_PLAY, EXAMPLE, GameValue, Verdict
from satplay.errors import BadInput, EncodingError, GaveUp, IllegalMove
from satplay.reasoning.oracle import EngineOracle

OUT_OF_TIME = "the position is too large to decide in the time limit"


def expect_judge(game: Game[Any, Any]) -> Callable[[Any, Any, Random, Oracle], Verdict]:
    """The judge of the game; ``BadInput`` if it has none."""
    if game.judge is None:
        raise BadInput("command", found=f"analysis of {game.title}", expected="a game that has a judge")
    return game.judge


def judge_move(game: Game[Any, Any], state: Any, move: Any, rng: Random, oracle: Oracle) -> Verdict:
    """The verdict on a move of a person or player, checked; its value is unknown if the time is up."""
    judge = expect_judge(game)
    try:
        verdict = judge(state, move, rng, oracle)
        check_verdict(game, state, move, verdict, oracle)
    except GaveUp:
        return Verdict(GameValue.UNKNOWN, OUT_OF_TIME)
    return verdict


def limited_oracle(oracle: Oracle, seconds: float) -> Oracle:
    """The oracle with a time limit for the next queries, if it can have one."""
    return oracle.within(seconds) if isinstance(oracle, EngineOracle) else oracle


# -- the referee ---------------------------------------------------------------------------------------


def check_verdict(game: Game[Any, Any], state: Any, move: Any, verdict: Verdict, oracle: Oracle) -> None:
    """Raise ``EncodingError`` unless the rules and the solver of the game confirm the verdict.

    The line is replayed: it begins with the move, every move is legal, the end agrees with the value and with
    the number of moves, and in every position ``winning_seat`` names the same winner, or none.
    """
    if verdict.value is GameValue.UNKNOWN:
        return
    mover = game.to_move(state)
    winner = {GameValue.WIN: mover, GameValue.LOSS: _opponent(game, mover), GameValue.DRAW: None}[
        verdict.value
    ]
    states = replay(game, state, verdict.line)
    if not verdict.line or verdict.line[0] != move:
        raise EncodingError("a line that does not begin with the move it is about")
    _expect_end(game, states, verdict, winner)
    for seen in states[1:]:
        if game.winning_seat is not None and game.outcome(seen) is None:
            found = game.winning_seat(seen, oracle)
            if found != winner:
                raise EncodingError(f"a line for {winner} through a position that {found} wins")


def replay(game: Game[Any, Any], state: Any, line: Sequence[Any]) -> list[Any]:
    """The states of a line, the first included; ``EncodingError`` if the rules forbid a move of it."""
    states = [state]
    for move in line:
        try:
            states.append(game.apply(states[-1], move))
        except (IllegalMove, BadInput) as error:
            raise EncodingError(f"a line that breaks the rules: {error}") from None
    return states


def _expect_end(game: Game[Any, Any], states: Sequence[Any], verdict: Verdict, winner: Seat | None) -> None:
    ended = game.outcome(states[-1])
    if ended is not None and ended.winner != winner:
        raise EncodingError(f"a line for {winner} that ends otherwise: {ended.because}")
    if verdict.value is GameValue.DRAW:
        if ended is None and states[-1] not in states[:-1]:
            raise EncodingError("a line to a draw that neither ends nor repeats a position")
    elif verdict.moves is not None:
        made = sum(game.to_move(state) == winner for state in states[:-1])
        if ended is None or made != verdict.moves:
            raise EncodingError(f"a line with {made} moves of {winner}, not with {verdict.moves}")


def _opponent(game: Game[Any, Any], seat: Seat | None) -> Seat:
    others = [other for other in game.seats if other != seat]
    if len(others) != 1:
        raise EncodingError(f"a verdict on {game.title}, which is not a game of two seats")
    return others[0]


# -- text ----------------------------------------------------------------------------------------------


def verdict_lines(game: Game[Any, Any], state: Any, move: Any, verdict: Verdict) -> Iterator[str]:
    """The sentence about a move, and the line that shows it."""
    yield verdict.sentence(game.moves.write, move)
    if verdict.value is not GameValue.UNKNOWN and len(verdict.line) > 1:
        yield line_text(game, state, verdict)


def line_text(game: Game[Any, Any], state: Any, verdict: Verdict, most: int | None = None) -> str:
    """The line of a verdict; after ``most`` moves only their number and the end.

    If two seats take turns, only the first move of each names its seat.
    """
    states = replay(game, state, verdict.line)
    seats = [game.to_move(seen) for seen in states[:-1]]
    take_turns = (
        CHANCE not in seats and all(map(eq, seats, seats[2:])) and len({*seats[:2]}) == len(seats[:2])
    )
    parts: list[str] = []
    for at, move in enumerate(verdict.line[:most]):
        seat = "drawn" if seats[at] == CHANCE else seats[at]
        text = game.moves.write(move)
        parts.append(text if take_turns and at > 1 else f"{seat} {text}")
    if len(verdict.line) > len(parts):
        parts.append(f"and {pluralize(len(verdict.line) - len(parts), 'more move')}")
    counted = verdict.moves is not None or verdict.value is GameValue.DRAW
    return f"{BEST_PLAY if counted else EXAMPLE} {', '.join(parts)}{_end_text(game, states, verdict)}."


def _end_text(game: Game[Any, Any], states: Sequence[Any], verdict: Verdict) -> str:
    ended = game.outcome(states[-1])
    if ended is not None:
        return f"; then {ended.because.removesuffix('.')}"
    if verdict.value is not GameValue.DRAW:
        return ", and so on"
    after = states.index(states[-1])
    again = f"the position after {pluralize(after, 'move')}" if after else "the first position"
    return f"; then {again} comes again"


def verdict_json(game: Game[Any, Any], move: Any, verdict: Verdict) -> dict[str, Any]:
    """The document about one move."""
    write = game.moves.write
    return {
        "value": verdict.value.value,
        "moves": verdict.moves,
        "mistake": verdict.mistake,
        "because": verdict.because,
        "sentence": verdict.sentence(write, move),
        "line": [write(one) for one in verdict.line],
        "better": [write(one) for one in verdict.better],
    }
