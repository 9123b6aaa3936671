"""What the benchmark of a puzzle is made of: boards, ways to solve them, and what others have published.

A puzzle's file in ``puzzles/`` fills a :class:`PuzzleBench`; everything else is the same for all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from satplay.contracts.puzzle import Puzzle

I = TypeVar("I")  # noqa: E741 - an instance of a puzzle, beside S for its solution
S = TypeVar("S")

Part = Literal["encode", "solve", "check", "unique", "total"]


@dataclass(frozen=True, slots=True)
class Way:
    """How boards are solved: an encoding on an engine, or, without an encoding, somebody else's program."""

    encoding: str
    engine: str

    def __str__(self) -> str:
        return f"{self.encoding}, {self.engine}" if self.encoding else self.engine


@dataclass(frozen=True, slots=True)
class Size:
    """So many new boards of a size, as the puzzle's generator understands it.

    ``large`` ones are solved by our way and the rival's alone, unless engines or encodings are named.
    """

    name: str
    boards: int = 3
    large: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a published table, and which of our measurements stands beside it."""

    title: str
    way: Way
    part: Part


@dataclass(frozen=True, slots=True)
class Page:
    """A published table: by the name of a size its figures, in milliseconds, in the order of the columns."""

    title: str
    columns: tuple[Column, ...]
    figures: Mapping[str, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Program(Generic[I]):
    """Somebody else's program, looked for by its name.

    ``write``     a board as it reads them; None for one that it cannot read
    ``arguments`` what follows its name on the command line, the board's file last
    ``status``    from what it printed to 'sat', 'unsat', or in other words why there is no answer
    """

    name: str
    write: Callable[[I], str | None]
    arguments: tuple[str, ...]
    status: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class PuzzleBench(Generic[I, S]):
    """Everything the benchmark has to know of a puzzle.

    ``ours``   the way that is to be ahead of the ``rival``
    ``fresh``  a board as it was before anybody looked at it: nothing computed by one sample helps the next
    ``quick``  the sizes for a look whether all is well
    """

    puzzle: Puzzle[I, S]
    sizes: tuple[Size, ...]
    quick: tuple[Size, ...]
    ours: Way
    rival: Way
    fresh: Callable[[I], I]
    page: Page | None = None
    programs: tuple[Program[I], ...] = field(default=())
