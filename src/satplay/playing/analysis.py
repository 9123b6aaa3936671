"""The value of each move of a match, by the judge of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from satplay.contracts.game import CHANCE, Game, Seat, Verdict
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.playing.match import Match
from satplay.playing.resume import read_match


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move as text; a move of chance has no ``verdict``."""

    number: int
    seat: Seat
    move: str
    verdict: Verdict | None

    def __str__(self) -> str:
        if self.verdict is None:
            return f"{self.number:>3}. {self.seat}: {self.move}"
        mark = "?" if self.verdict.mistake else ""
        return f"{self.number:>3}. {self.seat}: {self.move}{mark}  {self.verdict.because}"


@dataclass(frozen=True, slots=True)
class MatchAnalysis:
    """A match with a verdict on every move."""

    match: Match
    moves: tuple[JudgedMove, ...]

    def lines(self) -> Iterator[str]:
        """One line per move, the end, and the number of mistakes of each seat."""
        yield from map(str, self.moves)
        ended = self.match.outcome
        yield f"{ended.because}." if ended is not None else "The game is not over."
        for seat, player in self.match.players.items():
            wrong = self.mistakes(seat)
            yield f"{seat} ({player}): {wrong or 'no'} mistake{'s' if wrong != 1 else ''}"

    def mistakes(self, seat: Seat) -> int:
        """The number of mistakes of a seat."""
        return sum(one.seat == seat and one.verdict is not None and one.verdict.mistake for one in self.moves)

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        ended = self.match.outcome
        return {
            "game": self.match.game.name,
            "winner": ended.winner if ended is not None else None,
            "over": ended is not None,
            "mistakes": {seat: self.mistakes(seat) for seat in self.match.game.seats},
            "moves": [
                {
                    "seat": one.seat,
                    "move": one.move,
                    "mistake": None if one.verdict is None else one.verdict.mistake,
                    "because": None if one.verdict is None else one.verdict.because,
                }
                for one in self.moves
            ],
        }

    def __str__(self) -> str:
        return "\n".join(self.lines())


def analyse(match: str | Match, game: Game[Any, Any] | None = None) -> MatchAnalysis:
    """Judge every move of a match, or of the text of its record: what it gave away, if anything, and why."""
    match = match if isinstance(match, Match) else read_match(match, game)
    game = match.game
    if game.judge is None:
        raise BadInput("command", found=f"analysis of {game.title}", expected="a game that has a judge")
    judged = []
    for number, (state, move) in enumerate(zip(match.states, match.moves, strict=False), start=1):
        seat = game.to_move(state)
        assert seat is not None  # there was a move
        rng = Match(game, match.players, match.seed, (state,)).randomness(f"judge {number}")
        verdict = game.judge(state, move, rng, match.oracle) if seat != CHANCE else None
        judged.append(JudgedMove(number, seat, game.moves.write(move), verdict))
    return MatchAnalysis(match, tuple(judged))
