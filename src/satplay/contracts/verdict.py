"""Verdict: the value of a move, the reason in one sentence, and the line of play that shows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from satplay.contracts.texts import join_words, pluralize
from satplay.fast_dataclass import dataclass

BEST_PLAY, EXAMPLE = "Best play:", "For example:"
"""The beginning of a line of play as text: moves with commas between them."""

MAX_NAMED = 3
"""Better moves that a sentence names."""


class GameValue(Enum):
    """What a player gets if both sides play as well as possible."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    UNKNOWN = "unknown"

    @property
    def rank(self) -> int:
        """Larger is better; an unknown value has no place among the others."""
        return {GameValue.LOSS: -1, GameValue.DRAW: 0, GameValue.WIN: 1}[self]


VERBS = {GameValue.WIN: "wins", GameValue.DRAW: "draws", GameValue.LOSS: "loses"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The value of a move for the player who makes it.

    ``because``      the reason: the rest of a sentence that begins ``tap L R loses:``, without a full stop
    ``line``         the move, then best play of both sides: the winner takes the quickest way, the loser
                     resists as long as possible; a draw leads to a position of the line again
    ``moves``        the number of moves that the winner makes in the line, which is then played to the end;
                     None if there is no winner or they are not counted, and the line is only an example
    ``position``     the value of the best move of the position
    ``better``       moves that are better: of a better value, or winning sooner, or losing later
    ``better_moves`` the ``moves`` of the better moves
    ``only``         whether every other move has a worse value
    """

    value: GameValue
    because: str
    line: Sequence[Any] = ()
    moves: int | None = None
    position: GameValue = GameValue.UNKNOWN
    better: Sequence[Any] = ()
    better_moves: int | None = None
    only: bool = False

    @property
    def mistake(self) -> bool:
        """Whether the move gives a win or a draw away."""
        known = GameValue.UNKNOWN not in (self.value, self.position)
        return known and self.value.rank < self.position.rank

    def summary(self) -> str:
        """The value and the number of moves.

        >>> Verdict(GameValue.LOSS, "", moves=4).summary(), Verdict(GameValue.DRAW, "").summary()
        ('loses in 4 moves', 'draws')
        """
        if self.value is GameValue.UNKNOWN:
            return "is not decided"
        at_once = self.moves is not None and len(self.line) == 1
        return f"{VERBS[self.value]}{' at once' if at_once else _count(self.moves)}"

    def sentence(self, write: Callable[[Any], str], move: Any) -> str:
        """The whole sentence about the move; ``write`` writes moves.

        >>> verdict = Verdict(GameValue.LOSS, "Q takes the rest", (1, 2), 1, GameValue.WIN, (3,), 2)
        >>> verdict.sentence("take {}".format, 1)
        'take 1 loses in 1 move: Q takes the rest; take 3 wins in 2 moves.'
        """
        head = f"{write(move)} {self.summary()}"
        if self.only:
            head = f"{write(move)} alone {self.summary().replace(' in ', ', in ')}"
        return f"{head}: {self.because}{self._alternative(write)}."

    def _alternative(self, write: Callable[[Any], str]) -> str:
        if not self.better:
            return ""
        names = [write(move) for move in self.better]
        named = join_words(names, "or")
        if len(names) > MAX_NAMED:
            named = f"{', '.join(names[:MAX_NAMED])} or another move"
        if self.position is GameValue.LOSS:
            return f"; {named} holds out for {pluralize(self.better_moves or 0, 'move')}"
        return f"; {named} {VERBS[self.position]}{_count(self.better_moves)}"


def _count(moves: int | None) -> str:
    return "" if not moves else f" in {pluralize(moves, 'move')}"
