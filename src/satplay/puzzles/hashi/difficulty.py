"""The difficulty of a board: how much of it follows without assumptions.

Two kinds of steps are repeated until nothing changes.  At one island: the bounds of its other links bound the
bridges of each link; and nothing crosses a bridge.  At one group of connected islands: a bridge that would
isolate it from the rest is excluded.  A board that steps at islands solve is ``easy``, one that also needs
steps at groups ``normal``, any other ``hard``.
"""

from __future__ import annotations

from satplay.puzzles.hashi.board import Board

LEVELS = ("easy", "normal", "hard")


def level(board: Board) -> str:
    """``easy``, ``normal`` or ``hard``.

    >>> level(Board(1, 3, {0: 2, 2: 2}))
    'easy'
    """
    bounds = _Bounds(board)
    bounds.at_islands()
    if bounds.settled:
        return LEVELS[0]
    while bounds.at_groups():
        bounds.at_islands()
    return LEVELS[1] if bounds.settled else LEVELS[2]


class _Bounds:
    """The smallest and the largest possible number of bridges on each link."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._ends: list[list[int]] = board.links.tolist()
        self._numbers = list(board.islands.values())
        self._least = [0] * len(self._ends)
        self._most = [board.most] * len(self._ends)
        self._crossing: list[list[int]] = [[] for _ in self._ends]
        for one, other in board.crossings.tolist():
            self._crossing[one].append(other)
            self._crossing[other].append(one)
        self._waiting = list(range(len(self._numbers)))

    @property
    def settled(self) -> bool:
        """Whether the bounds of every link are equal."""
        return self._least == self._most

    def at_islands(self) -> None:
        """Propagate at single islands until nothing changes."""
        while self._waiting:
            island = self._waiting.pop()
            links = self._board.incident[island]
            number = self._numbers[island]
            lowest, highest = sum(self._least[at] for at in links), sum(self._most[at] for at in links)
            for link in links:
                others = highest - self._most[link]
                if number is None:
                    self._raise(link, 1 - others)
                else:
                    self._lower(link, number - (lowest - self._least[link]))
                    self._raise(link, number - others)

    def _raise(self, link: int, least: int) -> None:
        # There is no contradiction, because the board has a solution.
        if least > self._least[link]:
            if self._least[link] == 0:
                for other in self._crossing[link]:
                    self._lower(other, 0)
            self._least[link] = least
            self._waiting += self._ends[link]

    def _lower(self, link: int, most: int) -> None:
        if most < self._most[link]:
            self._most[link] = most
            self._waiting += self._ends[link]

    def at_groups(self) -> bool:
        """Make one step at a group: its only way out, or an isolating bridge; False if there is none."""
        group = self._groups()
        count = len(set(group))
        if count == 1:
            return False
        way_out: dict[int, list[int]] = {one: [] for one in group}
        for link, (first, second) in enumerate(self._ends):
            if group[first] != group[second] and self._most[link]:
                way_out[group[first]].append(link)
                way_out[group[second]].append(link)
        for links in way_out.values():
            if len(links) == 1 and self._least[links[0]] == 0:
                self._raise(links[0], 1)
                return True
        return count > 2 and self._exclude_isolation(group, way_out)

    def _exclude_isolation(self, group: list[int], way_out: dict[int, list[int]]) -> bool:
        """Exclude bridges that would complete two groups while there are others; False if there are none."""
        lacking = dict.fromkeys(way_out, 0)
        for island, number in enumerate(self._numbers):
            if number is None:
                lacking[group[island]] += len(self._ends) * self._board.most + 1
            else:
                built = sum(self._least[link] for link in self._board.incident[island])
                lacking[group[island]] += number - built
        for link, (first, second) in enumerate(self._ends):
            more = self._most[link] - self._least[link]
            one, other = group[first], group[second]
            if one != other and more and lacking[one] == lacking[other] == self._most[link]:
                self._lower(link, self._most[link] - 1)
                return True
        return False

    def _groups(self) -> list[int]:
        """For every island the representative of its group of islands with certain bridges."""
        of = list(range(len(self._numbers)))

        def root(island: int) -> int:
            while of[island] != island:
                of[island] = of[of[island]]
                island = of[island]
            return island

        for link, (first, second) in enumerate(self._ends):
            if self._least[link]:
                of[root(first)] = root(second)
        return [root(island) for island in range(len(of))]
