"""Tasks: the goal (our win or a position), the start, and whether the opponent cooperates.

"We" are the player to move at the start, so after an even number of plies we are to move, after an odd number
the opponent is.
"""

from __future__ import annotations

from enum import Enum

from satplay.fast_dataclass import dataclass
from satplay.games.chopsticks import rules
from satplay.games.chopsticks.state import Position
from satplay.games.chopsticks.variant import SOURCE, Variant


class ToMove(Enum):
    """The player to move in the position that is the goal."""

    ANY = "any"
    WE = "we"
    OPPONENT = "opponent"

    def allows(self, ply: int) -> bool:
        """Whether that player is to move after this number of plies."""
        return self is ToMove.ANY or (self is ToMove.WE) == (ply % 2 == 0)


@dataclass(frozen=True, slots=True)
class Goal:
    """The ``position`` to reach, None for our win; ``mirror``: a player's hands may be swapped."""

    position: Position | None = None
    mirror: bool = False
    to_move: ToMove = ToMove.ANY

    @property
    def ignores_order(self) -> bool:
        """Whether left and right make no difference."""
        return self.position is None or self.mirror

    def is_reached(self, position: Position, ply: int) -> bool:
        """Whether a position after this number of plies is the goal.

        >>> Goal().is_reached(Position((1, 0), (0, 0)), 2), Goal().is_reached(Position((1, 0), (0, 0)), 1)
        (True, False)
        """
        if self.position is None:
            return rules.win(position) if ply % 2 == 0 else rules.lose(position)
        if not self.to_move.allows(ply):
            return False
        if self.mirror:
            return position.sorted_hands == self.position.sorted_hands
        return position == self.position

    @property
    def text(self) -> str:
        """``win``, ``2,2|2,2``."""
        return "win" if self.position is None else self.position.text


@dataclass(frozen=True, slots=True)
class GoalTask:
    """From ``start`` to the ``goal``: against every defence, or ``helped`` by the opponent."""

    start: Position
    goal: Goal = Goal()
    helped: bool = False
    variant: Variant = SOURCE
