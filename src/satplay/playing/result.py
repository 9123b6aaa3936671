"""The result of a person's game, for statistics."""

from __future__ import annotations

from enum import Enum

from satplay.fast_dataclass import dataclass
from satplay.playing.match import Match
from satplay.playing.seats import PERSON


class Ending(Enum):
    """How a game ended for the person; ``SHOWN`` is a puzzle whose solution was shown."""

    SOLVED = "solved"
    SHOWN = "shown"
    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class GameResult:
    """One finished or abandoned game; ``level`` is the level of a board, or the opponent."""

    subject: str
    level: str
    ending: Ending
    seconds: float
    moves: int
    hints: int


def result_of(match: Match) -> GameResult | None:
    """The result for the person; None before the first move, and if there is no person or several.

    >>> from satplay.playing.start import start_match
    >>> from satplay.playing.subjects import game_called
    >>> found = result_of(start_match(game_called("nim"), options={"heaps": "1"}).respond("A1").match)
    >>> found.ending, found.level, found.moves
    (<Ending.WON: 'won'>, 'normal', 1)
    """
    if len(match.persons) != 1 or match.moves_made == 0:
        return None
    players = [player for player in match.players.values() if player != PERSON]
    level = match.level if match.solo else " ".join(players)
    return GameResult(match.game.name, level, _ending(match), match.seconds, match.moves_made, match.hints)


def _ending(match: Match) -> Ending:
    outcome = match.outcome
    if outcome is None:
        return Ending.LEFT
    if match.solo:
        return Ending.SHOWN if match.shown else Ending.SOLVED
    if outcome.winner is None:
        return Ending.DRAWN
    return Ending.WON if outcome.winner in match.persons else Ending.LOST
