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
    """How boards are solved: an encoding on an engine, or, without an encoding, somebody else's program.

    ``lazy``  a rule that the engine could take part in is stated to it only when a solution breaks it, as to
              engines that cannot
    ``alone`` clauses alone: an engine of ours is not told of a solution that was found another way, as
              engines of others never are
    """

    encoding: str
    engine: str
    lazy: bool = False
    alone: bool = False

    def __str__(self) -> str:
        how = ["lazily" if self.lazy else "", "clauses alone" if self.alone else ""]
        words = [self.encoding, self.engine, *how]
        return ", ".join(word for word in words if word)


@dataclass(frozen=True, slots=True)
class Size:
    """So many new boards of a size, as the puzzle's generator or the ``family`` understands it.

    ``large`` ones are solved by our way and the rival's alone, and by others than us, unless engines or
    encodings are named.  ``without`` are encodings that would take too long or too much memory,
    left out likewise.
    """

    name: str
    boards: int = 3
    large: bool = False
    family: str = ""
    without: tuple[str, ...] = ()

    @property
    def row(self) -> str:
        """What these boards are called in tables."""
        return f"{self.family} {self.name}".strip()


@dataclass(frozen=True, slots=True)
class Family(Generic[I]):
    """Boards of one kind: ``make`` takes a size and a seed.

    All have a solution, ``single`` ones no other.
    """

    name: str
    make: Callable[[str, int], I]
    single: bool = False


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
class Plain(Generic[I, S]):
    """The rules of the puzzle in the language of another solver, which takes part where it is installed.

    ``module``        what is imported, before anything is measured
    ``distribution``  what to install
    ``build``         from a board to a model of it, measured as encoding; what it returns finds a solution,
                      or None, and is measured as solving
    """

    name: str
    module: str
    distribution: str
    build: Callable[[I], Callable[[], S | None]]


@dataclass(frozen=True, slots=True)
class Contest:
    """Something that a puzzle can do besides solving boards, with numbers as its result.

    ``play``    does it; the numbers to be shown, by their names in the table
    ``known``   what some of these must be
    ``quoted``  what others say of it, figures and seconds on a machine of theirs; nobody is judged by them
    ``when``    with ``quick`` as well, usually, or only where its size is named
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
    """All of one kind, chosen by ``name`` like a family; ``source`` is whom the table quotes."""

    name: str
    title: str
    source: str
    all: tuple[Contest, ...]


@dataclass(frozen=True, slots=True)
class PuzzleBench(Generic[I, S]):
    """Everything the benchmark has to know of a puzzle.

    ``ours``   the way that is to be ahead of the ``rival``
    ``fresh``  a board as it was before anybody looked at it: nothing computed by one sample helps the next
    ``quick``  the sizes for a look whether all is well
    ``ways``   who takes part where nobody is named; without any, all encodings on the usual engines
    ``families``  without any, boards are those of the puzzle's generator
    ``versus``    who else is compared with whom: pairs of theirs and ours
    ``contests``  the second table
    ``unique``    whether encodings that are right are asked for another solution, too
    """

    puzzle: Puzzle[I, S]
    sizes: tuple[Size, ...]
    quick: tuple[Size, ...]
    ours: Way
    rival: Way
    fresh: Callable[[I], I]
    page: Page | None = None
    programs: tuple[Program[I], ...] = field(default=())
    ways: tuple[Way, ...] = field(default=())
    families: tuple[Family[I], ...] = field(default=())
    plain: tuple[Plain[I, S], ...] = field(default=())
    versus: tuple[tuple[Way, Way], ...] = field(default=())
    contests: Contests | None = None
    unique: bool = True
