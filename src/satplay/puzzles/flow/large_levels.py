"""Large boards of a level: random paths, cut where a board is too hard, until it has the level.

Somewhere on a large board there is nearly always a hard place, so that boards of the easier levels are rare
among random ones.  The number of paths decides most: short paths leave little to find out.  On the largest
boards of the harder levels only one part has long paths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

from satplay.contracts.levels import LevelMatch
from satplay.puzzles.flow.grid import Grid
from satplay.puzzles.flow.path_cover import Cover

LARGE = 121
"""Boards with more cells are large: on smaller ones every level is common among random boards."""

VERY_LARGE = 256
"""Boards with more cells take seconds to grade if all their paths are long."""

CELLS_PER_PATH: Mapping[str, float] = {
    "beginner": 4.6, "easy": 5.6, "medium": 7, "hard": 9, "expert": 17, "extreme": 30,
}  # fmt: skip
"""The first value of the search: boards with paths of this length often have the level."""

PARTS: Mapping[str, int] = {"medium": 7, "hard": 12, "expert": 14, "extreme": 20}
"""The sides of the part with long paths, on a very large board."""

AROUND = 5.3
"""Cells per path around that part."""

COVERS = 80
COVERED_CELLS = 80_000
"""The least number of covers tried before the generator gives up, and of their cells."""

COMPARISONS = 6
"""The number of boards that are compared with the level from one cover."""

OPEN_LINKS = 100
"""One more path is cut for every such number of links that stay open."""

Compare = Callable[[Cover], LevelMatch]


def count_covers(rows: int, columns: int) -> int:
    """The number of covers tried before the generator gives up."""
    return max(COVERS, COVERED_CELLS // (rows * columns))


def covers_of_level(rows: int, columns: int, level: str, rng: Random, compare: Compare) -> Iterator[Cover]:
    """Covers whose boards have the level, as ``compare`` finds."""
    length = CELLS_PER_PATH[level]
    for _ in range(count_covers(rows, columns)):
        cover = _cover(rows, columns, length, level, rng)
        first = compare(cover)
        if _approach(cover, first, rng, compare):
            yield cover
        length *= 1.08 if first.order < 0 else 0.96


def _cover(rows: int, columns: int, length: float, level: str, rng: Random) -> Cover:
    cover = Cover(rows, columns)
    cells = rows * columns
    if cells <= VERY_LARGE or level not in PARTS:
        cover.stir(rng, max(2, int(cells / length)))
        return cover
    cover.stir(rng, int(cells / AROUND))
    height, width = min(rows, PARTS[level]), min(columns, PARTS[level])
    top, left = rng.randrange(rows - height + 1), rng.randrange(columns - width + 1)
    part = [row * columns + left + at for row in range(top, top + height) for at in range(width)]
    cover.thin_out(rng, part, len(cover.paths) - int(len(part) / AROUND - len(part) / length))
    return cover


def _approach(cover: Cover, match: LevelMatch, rng: Random, compare: Compare) -> bool:
    """Cut paths while the board is too hard; of cuts that make it too easy, only half as many.

    Returns whether the board of the cover has the level in the end.
    """
    if match.order < 0:
        return False
    for _ in range(COMPARISONS):
        if match.order == 0:
            return True
        if match.order > 0:
            paths, hard = [list(path) for path in cover.paths.values()], match
            cuts = 1 + len(match.open_targets) // OPEN_LINKS
        else:
            cover.replace(paths)
            cuts = max(1, cuts // 2)
        if not _cut(cover, hard, cuts, rng):
            return False
        match = compare(cover)
    return match.order == 0


def _cut(cover: Cover, match: LevelMatch, cuts: int, rng: Random) -> bool:
    """Cut some paths where links stay open; whether there was one that is long enough."""
    links = Grid(cover.rows, cover.columns).cells
    cells = sorted({cell for link in match.open_targets for cell in links[link].tolist()})
    return sum(cover.cut(rng, cells) for _ in range(cuts)) > 0
