"""What the benchmark of a puzzle consists of: boards, ways of solving them, published figures.

A puzzle's file in ``puzzles/`` fills a :class:`PuzzleBenchmark`; everything else is the same for all puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Generic, Literal, TypeVar

from satplay.contracts.puzzle import Puzzle
from satplay.fast_dataclass import dataclass

I = TypeVar("I")  # noqa: E741 - an instance of a puzzle, beside S for its solution
S = TypeVar("S")

Part = Literal["encode", "solve", "check", "unique", "total"]


@dataclass(frozen=True, slots=True)
class SolvingMethod:
    """A way of solving boards: an encoding on an engine; without an encoding a solver of another author.

    ``lazy``   a rule that the engine could propagate is added as lazy clauses, as for engines that cannot
    ``alone``  without a warm start, as engines of other authors are always run
    """

    encoding: str
    engine: str
    lazy: bool = False
    alone: bool = False

    def __str__(self) -> str:
        # Older JSON documents have these names: --baseline compares by them.
        options = ["lazily" if self.lazy else "", "clauses alone" if self.alone else ""]
        words = [self.encoding, self.engine, *options]
        return ", ".join(word for word in words if word)


@dataclass(frozen=True, slots=True)
class BoardSize:
    """A number of new boards of one size, as the puzzle's generator or the ``family`` understands it.

    On ``large`` boards only our way, its rival and other solvers run, unless engines or encodings are named.
    ``without`` are encodings that would take too long or too much memory, left out likewise.
    """

    name: str
    boards: int = 3
    large: bool = False
    family: str = ""
    without: tuple[str, ...] = ()

    @property
    def row(self) -> str:
        """The row of the table."""
        return f"{self.family} {self.name}".strip()


@dataclass(frozen=True, slots=True)
class BoardFamily(Generic[I]):
    """Boards of one kind, all with a solution; ``make`` takes a size and a seed.

    ``single`` boards have exactly one solution.
    """

    name: str
    make: Callable[[str, int], I]
    single: bool = False


@dataclass(frozen=True, slots=True)
class PageColumn:
    """A column of a published table, and our measurement to compare with it."""

    title: str
    way: SolvingMethod
    part: Part


@dataclass(frozen=True, slots=True)
class Page:
    """A published table: milliseconds by size, in the order of the columns."""

    title: str
    columns: tuple[PageColumn, ...]
    figures: Mapping[str, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class ExternalSolver(Generic[I]):
    """A program of another author, found on the PATH by its name.

    ``write``      the board in the program's input format; None if the program cannot read it
    ``arguments``  the command line between its name and the board's file
    ``status``     from the printed text to 'sat', 'unsat', or the reason why there is no answer
    """

    name: str
    write: Callable[[I], str | None]
    arguments: tuple[str, ...]
    status: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class OtherSolver(Generic[I, S]):
    """The rules of the puzzle in the language of another solver, which takes part if it is installed.

    ``module``        imported before anything is measured
    ``distribution``  the package to install
    ``build``         from a board to a model of it, measured as encoding; the function that it returns finds
                      a solution, or None, and is measured as solving
    """

    name: str
    module: str
    distribution: str
    build: Callable[[I], Callable[[], S | None]]


@dataclass(frozen=True, slots=True)
class Contest:
    """A task of the puzzle other than solving boards, with numbers as its result.

    ``play``    does the task; returns the numbers by their column
    ``known``   the right values of some of them
    ``quoted``  published figures and seconds, measured on other machines; not used for judging
    ``when``    part of the quick run, of the usual run, or only if its size is named
    """

    name: str
    size: str
    play: Callable[[], Mapping[str, float]]
    known: Mapping[str, float] = field(default_factory=dict)
    quoted: Mapping[str, float] = field(default_factory=dict)
    when: Literal["quick", "usual", "named"] = "usual"

    def __str__(self) -> str:
        return f"{self.size} {self.name}"


@dataclass(frozen=True, slots=True)
class Contests:
    """All contests of a puzzle, chosen by ``name`` like a family; ``source`` of quoted figures, if any."""

    name: str
    title: str
    all: tuple[Contest, ...]
    source: str = ""


@dataclass(frozen=True, slots=True)
class PuzzleBenchmark(Generic[I, S]):
    """The benchmark of a puzzle.

    ``ours``      the way that ``satplay solve`` takes, compared with the ``rival``
    ``fresh``     a copy of a board without cached values: no sample may profit from an earlier one
    ``quick``     the sizes of a smoke test
    ``ways``      the ways to run if none is named; without any, all encodings on the usual engines
    ``families``  without any, boards come from the puzzle's generator
    ``versus``    further comparisons: pairs of theirs and ours
    ``unique``    whether correct encodings also search for a second solution
    """

    puzzle: Puzzle[I, S]
    sizes: tuple[BoardSize, ...]
    quick: tuple[BoardSize, ...]
    ours: SolvingMethod
    rival: SolvingMethod
    fresh: Callable[[I], I]
    page: Page | None = None
    programs: tuple[ExternalSolver[I], ...] = field(default=())
    ways: tuple[SolvingMethod, ...] = field(default=())
    families: tuple[BoardFamily[I], ...] = field(default=())
    other_solvers: tuple[OtherSolver[I, S], ...] = field(default=())
    versus: tuple[tuple[SolvingMethod, SolvingMethod], ...] = field(default=())
    contests: Contests | None = None
    unique: bool = True
