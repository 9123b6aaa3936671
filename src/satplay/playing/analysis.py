"""The value of each move of a match, by the judge of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from satplay.contracts.budget import Budget
from satplay.contracts.engine import Limit
from satplay.contracts.game import CHANCE, Game, Seat
from satplay.contracts.texts import pluralize
from satplay.contracts.verdict import GameValue, Verdict
from satplay.fast_dataclass import dataclass
from satplay.playing.match import Match
from satplay.playing.resume import read_match
from satplay.playing.verdicts import (
    OUT_OF_TIME,
    expect_judge,
    judge_move,
    limited_oracle,
    line_text,
    verdict_json,
)

INDENT = " " * 5
MAX_SHOWN = 8
"""Moves of a line that are written out; the line of a hint and of a JSON document is complete."""


MOVE_SECONDS = 30.0
"""Time limit for one move."""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move of a ``match``; a move of chance has no ``verdict``."""

    number: int
    seat: Seat
    move: str
    verdict: Verdict | None
    match: Match

    def lines(self, expected: tuple[Any, ...] = ()) -> Iterator[str]:
        """The sentence about the move, and the line unless it is the ``expected`` one."""
        if self.verdict is None:
            yield f"{self.number:>3}. {self.seat}: {self.move}"
            return
        game, state = self.match.game, self.match.states[self.number - 1]
        sentence = self.verdict.sentence(game.moves.write, self.match.moves[self.number - 1])
        yield f"{self.number:>3}. {self.seat}{' (mistake)' if self.verdict.mistake else ''}: {sentence}"
        if tuple(self.verdict.line) != expected and len(self.verdict.line) > 1:
            yield f"{INDENT}{line_text(game, state, self.verdict, MAX_SHOWN)}"

    def __str__(self) -> str:
        return "\n".join(self.lines())


@dataclass(frozen=True, slots=True)
class MatchAnalysis:
    """A match with a verdict on every move."""

    match: Match
    moves: tuple[JudgedMove, ...]

    def lines(self) -> Iterator[str]:
        """Some lines per move, the end, and the number of mistakes of each seat.

        While the game follows the line that was written last, the line is not repeated.
        """
        expected: tuple[Any, ...] = ()
        for one in self.moves:
            yield from one.lines(expected)
            expected = () if one.verdict is None else tuple(one.verdict.line)[1:]
        ended = self.match.outcome
        yield f"{ended.because}." if ended is not None else "The game is not over."
        for seat, player in self.match.players.items():
            wrong, unknown = self.mistakes(seat), self._count_unknown(seat)
            mistakes = pluralize(wrong, "mistake") if wrong else "no mistakes"
            undecided = f"; {pluralize(unknown, 'move')} not decided" if unknown else ""
            yield f"{seat} ({player}): {mistakes}{undecided}"

    def mistakes(self, seat: Seat) -> int:
        """The number of mistakes of a seat."""
        return sum(one.seat == seat and one.verdict is not None and one.verdict.mistake for one in self.moves)

    def _count_unknown(self, seat: Seat) -> int:
        values = [one.verdict.value for one in self.moves if one.seat == seat and one.verdict is not None]
        return values.count(GameValue.UNKNOWN)

    @property
    def exit_status(self) -> int:
        """0, or 3 if the time limit was reached for some move."""
        late = (one.verdict is not None and one.verdict.because == OUT_OF_TIME for one in self.moves)
        return 3 if any(late) else 0

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        ended, game = self.match.outcome, self.match.game
        nothing = dict.fromkeys(("value", "moves", "mistake", "because", "sentence", "line", "better"))
        return {
            "game": game.name,
            "winner": ended.winner if ended is not None else None,
            "over": ended is not None,
            "mistakes": {seat: self.mistakes(seat) for seat in game.seats},
            "moves": [
                {
                    "seat": one.seat,
                    "move": one.move,
                    **(nothing if one.verdict is None else verdict_json(game, move, one.verdict)),
                }
                for one, move in zip(self.moves, self.match.moves, strict=True)
            ],
        }

    def __str__(self) -> str:
        return "\n".join(self.lines())


def analyse(
    match: str | Match, game: Game[Any, Any] | None = None, seconds: float | None = None
) -> MatchAnalysis:
    """Judge every move of a match, or of the text of its record: what it is worth, and why.

    ``seconds`` is the time limit; no move takes more than ``MOVE_SECONDS``.  The value of a move that is not
    judged in time is unknown.
    """
    budget = Budget(Limit(seconds))
    match = match if isinstance(match, Match) else read_match(match, game)
    game = match.game
    expect_judge(game)
    judged = []
    for number, (state, move) in enumerate(zip(match.states, match.moves, strict=False), start=1):
        seat = game.to_move(state)
        assert seat is not None  # there was a move
        left = budget.remaining().seconds
        oracle = limited_oracle(match.oracle, MOVE_SECONDS if left is None else min(left, MOVE_SECONDS))
        rng = Match(game, match.players, match.seed, (state,)).randomness(f"judge {number}")
        verdict = judge_move(game, state, move, rng, oracle) if seat != CHANCE else None
        judged.append(JudgedMove(number, seat, game.moves.write(move), verdict, match))
    return MatchAnalysis(match, tuple(judged))
