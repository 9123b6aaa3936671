"""Strengths: opponents for everybody, made from the players of a game.

``easy`` and ``normal`` are players of every game that has players.  In a turn that is chosen by chance they
make the move of the weakest player, otherwise that of the strongest; ``normal`` also sees every move that
wins at once.  ``perfect`` is the strongest player.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from satplay.contracts.game import Game, Player, Seat
from satplay.contracts.oracle import Oracle
from satplay.errors import IllegalMove
from satplay.fast_dataclass import dataclass

EASY, NORMAL, PERFECT = "easy", "normal", "perfect"
STRENGTHS = (EASY, NORMAL, PERFECT)

ERROR_RATES: Mapping[str, float] = {EASY: 0.85, NORMAL: 0.4}
"""The probability that a turn is left to the weakest player."""

MAX_TRIED = 200
"""The number of legal moves up to which a move that wins at once is searched."""


@dataclass(frozen=True, slots=True)
class WeakenedPlayer:
    """The player of a strength: all its chance comes from the given randomness."""

    game: Game[Any, Any]
    strength: str

    def __call__(self, state: Any, seat: Seat, rng: Random, oracle: Oracle) -> Any:
        players = list(self.game.players.values())
        errs = rng.random() < ERROR_RATES[self.strength]
        if self.strength == NORMAL and errs:
            won = [move for move in self._few_moves(state) if self._wins(state, move, seat)]
            if won:
                return rng.choice(won)
        return players[0 if errs else -1](state, seat, rng, oracle)

    def _few_moves(self, state: Any) -> list[Any]:
        legal = self.game.legal(state)
        return list(legal) if len(legal) <= MAX_TRIED else []

    def _wins(self, state: Any, move: Any, seat: Seat) -> bool:
        try:
            outcome = self.game.outcome(self.game.apply(state, move))
        except IllegalMove:  # the result depends on what this seat does not see
            return False
        return outcome is not None and outcome.winner == seat


def strongest(game: Game[Any, Any]) -> str:
    """The name of the last player of a game that has players."""
    return list(game.players)[-1]


def player_names(game: Game[Any, Any]) -> list[str]:
    """The players of a game by name: its own, the weakest first, and ``easy`` and ``normal``."""
    weakened = [name for name in ERROR_RATES if name not in game.players] if game.players else []
    return [*weakened, *game.players]


def find_player(game: Game[Any, Any], name: str) -> Player:
    """The player with this name, one of ``player_names``."""
    return game.players[name] if name in game.players else WeakenedPlayer(game, name)


def player_of_strength(game: Game[Any, Any], strength: str) -> str:
    """The name of the player of a strength.

    >>> from satplay.playing.subjects import game_called
    >>> [player_of_strength(game_called("nim"), strength) for strength in STRENGTHS]
    ['easy', 'normal', 'perfect']
    """
    return strongest(game) if strength == PERFECT else strength
