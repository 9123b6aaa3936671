"""The levels of difficulty of all puzzles.

``beginner``  every step costs 1
``easy``      the dearest step costs 2
``medium``    at most two steps cost 3 to 5, and none more
``hard``      the dearest step costs 3 to 5
``expert``    the dearest step costs 6
``extreme``   some step costs 7 or more

The costs of steps follow from the table of costs in the puzzle's folder.
"""

from __future__ import annotations

LEVELS = ("beginner", "easy", "medium", "hard", "expert", "extreme")

FORMER_NAMES = {"normal": "medium"}
"""The present names of levels that were called otherwise."""

HIGHEST_COSTS = {"beginner": 1, "easy": 2, "medium": 5, "hard": 5, "expert": 6}
"""No step of a board of this level costs more."""

DEAR = 3
"""Steps of this cost and more are counted: a medium board has at most ``MOST_DEAR`` of them."""

MOST_DEAR = 2


def level_of(dearest: int, dear_steps: int) -> str:
    """The level of a path, by the cost of its dearest step and the number of steps from ``DEAR`` on.

    >>> level_of(1, 0), level_of(2, 0), level_of(4, 2), level_of(4, 3), level_of(6, 1), level_of(9, 1)
    ('beginner', 'easy', 'medium', 'hard', 'expert', 'extreme')
    """
    for level, highest in HIGHEST_COSTS.items():
        if dearest <= highest and (level != "medium" or dear_steps <= MOST_DEAR):
            return level
    return LEVELS[-1]
