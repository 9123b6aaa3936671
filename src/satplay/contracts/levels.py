"""The levels of difficulty of all puzzles: six names, and what the steps of a board may cost at each.

The costs of steps follow from the table of costs in the puzzle's folder; so may the bounds of the levels.
"""

from __future__ import annotations

from satplay.fast_dataclass import dataclass

LEVELS = ("beginner", "easy", "medium", "hard", "expert", "extreme")

FORMER_NAMES = {"normal": "medium"}
"""The present names of levels that were called otherwise."""


@dataclass(frozen=True, slots=True)
class LevelMatch:
    """How the level of a board compares with another one.

    ``order``         0: the board has the level; negative: it is easier; positive: it is harder, or it is not
                      known cheaply which level it has
    ``open_targets``  positions in ``Facts.target_literals`` of what stayed open where the comparison ended
    """

    order: int
    open_targets: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LevelBounds:
    """What the dearest step of a board may cost at each level; an extreme board has dearer steps.

    A hard board has more than ``most_dear`` steps that an easy board may not have, a medium one at most so
    many.
    """

    beginner: int = 1
    easy: int = 2
    hard: int = 5
    expert: int = 6
    most_dear: int = 2

    def highest(self, level: str) -> int | None:
        """No step of a board of this level costs more; None: there is no bound."""
        highest = {
            "beginner": self.beginner,
            "easy": self.easy,
            "medium": self.hard,
            "hard": self.hard,
            "expert": self.expert,
        }
        return highest.get(level)

    def is_dear(self, cost: int) -> bool:
        """Whether a step of this cost counts for the difference of medium and hard."""
        return cost > self.easy

    def level(self, dearest: int, dear_steps: int) -> str:
        """The level of a path, by the cost of its dearest step and the number of dear steps.

        >>> bounds = LevelBounds()
        >>> bounds.level(1, 0), bounds.level(2, 0), bounds.level(4, 2), bounds.level(4, 3), bounds.level(9, 1)
        ('beginner', 'easy', 'medium', 'hard', 'extreme')
        """
        for level in LEVELS:
            highest = self.highest(level)
            if highest is None or (
                dearest <= highest and (level != "medium" or dear_steps <= self.most_dear)
            ):
                return level
        raise AssertionError("the last level has no bound")
