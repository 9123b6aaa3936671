"""Every error that satplay raises on purpose.

::

    SatplayError
    ├── BadInput        not well written (also a ValueError)             exit status 2
    ├── IllegalMove     well written, but forbidden in this position     exit status 2
    ├── NoSuchName      an engine, subject, encoding ... nobody knows    exit status 2
    ├── EngineMissing   known, but not installed on this machine         exit status 2
    │   └── NativeCoreMissing  it needs the native core, which was not compiled here
    ├── GaveUp          nothing was made within the given limits         exit status 3
    ├── EngineError     an engine broke its contract                     exit status 70
    ├── EncodingError   a decoded solution fails the rules: our bug      exit status 70
    ├── GeneratorError  a new instance is not as promised: our bug       exit status 70
    └── PlayerError     a player's move is not legal: our bug            exit status 70

"Unsatisfiable" and "out of time" are answers to a question, not errors.  Only ``cli`` prints an error and
exits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import ClassVar, Self


class SatplayError(Exception):
    """The root of the tree; ``exit_status`` is what the command line ends with."""

    exit_status: ClassVar[int] = 70


class BadInput(SatplayError, ValueError):
    """Something given to satplay is not well written: what, where, what was found, what was expected.

    >>> print(BadInput("board", line=3, column=7, found="'9'", expected="1 to 8 or '.'"))
    line 3, column 7: bad board: found '9', expected 1 to 8 or '.'
    >>> print(BadInput("DIMACS", line=1, column=1, found="'q'", expected="'p cnf'").at("a.cnf"))
    a.cnf:1:1: bad DIMACS: found 'q', expected 'p cnf'
    """

    exit_status = 2

    def __init__(
        self,
        what: str,
        *,
        found: str,
        expected: str,
        line: int | None = None,
        column: int | None = None,
        source: str | None = None,
    ) -> None:
        self.what = what
        self.found = found
        self.expected = expected
        self.line = line
        self.column = column
        self.source = source
        super().__init__(what, found, expected)

    def at(self, source: str) -> Self:
        """The same complaint, naming the file it is about (unless it already names one)."""
        if self.source is None:
            self.source = source
        return self

    @property
    def where(self) -> str:
        """``file:line:column`` as editors understand it, or words when there is no file."""
        if self.source is not None:
            place = [self.source]
            if self.line is not None:
                place.append(str(self.line))
                if self.column is not None:
                    place.append(str(self.column))
            return ":".join(place)
        if self.line is None:
            return ""
        return f"line {self.line}" + (f", column {self.column}" if self.column is not None else "")

    def __str__(self) -> str:
        complaint = f"bad {self.what}: found {self.found}, expected {self.expected}"
        return one_line(f"{self.where}: {complaint}" if self.where else complaint)


class IllegalMove(SatplayError, ValueError):
    """A move that is well written but forbidden here; ``state`` is the position's text."""

    exit_status = 2

    def __init__(self, move: str, reason: str, *, state: str) -> None:
        self.move = move
        self.reason = reason
        self.state = state
        super().__init__(move, reason, state)

    def __str__(self) -> str:
        return one_line(f"illegal move {self.move!r}: {self.reason} (position {self.state})")


class NoSuchName(SatplayError, LookupError):
    """A name nobody here answers to; says which names there are and which one is nearest.

    >>> print(NoSuchName("engine", "refrence", ["reference", "glucose4"]))
    no engine is called 'refrence': did you mean 'reference'? (there are glucose4, reference)
    """

    exit_status = 2

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind = kind
        self.name = name
        self.known = sorted(known)
        super().__init__(kind, name)

    def __str__(self) -> str:
        near = get_close_matches(self.name, self.known, n=1)
        hint = f": did you mean {near[0]!r}?" if near else ""
        there_are = ", ".join(self.known) if self.known else "none"
        return one_line(f"no {self.kind} is called {self.name!r}{hint} (there are {there_are})")


class EngineMissing(SatplayError):
    """An engine satplay knows how to use, but which is not installed here; says how to get it."""

    exit_status = 2

    def __init__(self, engine: str, remedy: str) -> None:
        self.engine = engine
        self.remedy = remedy
        super().__init__(engine, remedy)

    def __str__(self) -> str:
        return one_line(f"engine {self.engine!r} is not installed: {self.remedy}")


class NativeCoreMissing(EngineMissing):
    """Something that only the native core can do, in an installation without it; ``task`` names it.

    >>> print(NativeCoreMissing("counting models"))
    counting models needs satplay's native core: reinstall satplay where there is a C++ compiler
    """

    def __init__(self, task: str) -> None:
        self.task = task
        super().__init__("native", "reinstall satplay where there is a C++ compiler")

    def __str__(self) -> str:
        return one_line(f"{self.task} needs satplay's native core: {self.remedy}")


@contextmanager
def needs_native_core(task: str) -> Iterator[None]:
    """Import from a compiled module inside ``with``: if the module is missing, the error names the task."""
    try:
        yield
    except ModuleNotFoundError:
        raise NativeCoreMissing(task) from None


class GaveUp(SatplayError):
    """What was to be made could not be made within the given limits; ``why`` names the first of them."""

    exit_status = 3

    def __init__(self, what: str, why: str) -> None:
        self.what = what
        self.why = why
        super().__init__(what, why)

    def __str__(self) -> str:
        return one_line(f"no {self.what}: {self.why}")


class EngineError(SatplayError):
    """An engine broke its contract: a model that is none, a core that can be satisfied, a crash."""


class EncodingError(SatplayError):
    """A decoded solution fails the rules of its puzzle.  The encoding is wrong, never the user."""


class GeneratorError(SatplayError):
    """A generated instance is not what its puzzle promises.  The generator is wrong, never the user."""


class PlayerError(SatplayError):
    """A player of ours made a move that is not legal.  The player is wrong, never the user."""


def one_line(text: str) -> str:
    """The text on one line, with unprintable characters escaped: a file's bytes must not move the cursor."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
