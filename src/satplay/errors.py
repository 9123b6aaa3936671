"""Every error that satplay raises on purpose.

::

    SatplayError
    ├── BadInput        malformed input (also a ValueError)              exit status 2
    ├── IllegalMove     a well-formed move that is not allowed here      exit status 2
    ├── NoSuchName      an unknown engine, subject, encoding ...         exit status 2
    ├── EngineMissing   a known engine that is not installed             exit status 2
    │   └── NativeCoreMissing  needs the native core, which was not compiled
    ├── PackageMissing  needs a package that is not installed            exit status 2
    ├── GaveUp          no result within the given limits                exit status 3
    ├── EngineError     an engine or its caller violated the contract    exit status 70
    ├── EncodingError   a decoded solution violates the rules: our bug   exit status 70
    │   └── KnownGap    the same, by an encoding that is known to be wrong  exit status 3
    ├── GeneratorError  a generated instance is invalid: our bug         exit status 70
    └── PlayerError     a player made an illegal move: our bug           exit status 70

"Unsatisfiable" and "out of time" are answers, not errors.  Only ``cli`` prints errors and exits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Self


class SatplayError(Exception):
    """The base class; ``exit_status`` is the exit status of the command line."""

    exit_status: ClassVar[int] = 70

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy ``args``, attributes and notes, without the constructor.

        Python would call the constructor with ``args``; most constructors here take other arguments, and an
        error that cannot be unpickled makes ``multiprocessing.Pool`` wait for ever.
        """
        return restore_error, (type(self), self.args), dict(self.__dict__)


def restore_error(kind: type[SatplayError], args: tuple[Any, ...]) -> SatplayError:
    """A pickled error, before its attributes are set."""
    return kind.__new__(kind, *args)


class BadInput(SatplayError, ValueError):
    """Malformed input: what it is, where, what was found and what was expected.

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
        """Set the name of the source, unless it is already known; returns the same error."""
        if self.source is None:
            self.source = source
        return self

    @property
    def where(self) -> str:
        """``file:line:column`` as editors understand it; words if there is no file."""
        if self.source is not None:
            place = [cut(self.source, MAX_SOURCE)]
            if self.line is not None:
                place.append(str(self.line))
                if self.column is not None:
                    place.append(str(self.column))
            return ":".join(place)
        if self.line is None:
            return ""
        return f"line {self.line}" + (f", column {self.column}" if self.column is not None else "")

    def __str__(self) -> str:
        text = f"bad {self.what}: found {cut(self.found)}, expected {self.expected}"
        return one_line(f"{self.where}: {text}" if self.where else text)


class IllegalMove(SatplayError, ValueError):
    """A well-formed move that is not allowed here; ``state`` is the text of the position."""

    exit_status = 2

    def __init__(self, move: str, reason: str, *, state: str) -> None:
        self.move = move
        self.reason = reason
        self.state = state
        super().__init__(move, reason, state)

    def __str__(self) -> str:
        return one_line(
            f"illegal move {cut(repr(self.move))}: {cut(self.reason)} (position {cut(self.state)})"
        )


class NoSuchName(SatplayError, LookupError):
    """An unknown name; the message lists the known names and suggests the nearest.

    The names of a tuple keep their order, all others are sorted.

    >>> print(NoSuchName("engine", "refrence", ["reference", "glucose4"]))
    no engine is called 'refrence': did you mean 'reference'? (there are glucose4, reference)
    """

    exit_status = 2

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind = kind
        self.name = name
        self.known = list(known) if isinstance(known, tuple) else sorted(known)
        super().__init__(kind, name)

    def __str__(self) -> str:
        near = nearest_name(self.name, self.known)
        hint = f": did you mean {near!r}?" if near is not None else ""
        there_are = ", ".join(self.known) if self.known else "none"
        try:
            name = cut(repr(self.name))
        except Exception:  # the representation of any object of a caller
            name = f"a {type(self.name).__name__}"
        return one_line(f"no {self.kind} is called {name}{hint} (there are {there_are})")


class EngineMissing(SatplayError):
    """A known engine that is not installed; the message tells how to install it."""

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


class PackageMissing(SatplayError):
    """Something that needs a package that is not installed; ``extra`` installs it.

    >>> print(PackageMissing("--cluster", "distributed", "cluster"))
    --cluster needs the package 'distributed': pip install 'satplay[cluster]'
    """

    exit_status = 2

    def __init__(self, what: str, package: str, extra: str) -> None:
        self.what = what
        self.package = package
        self.extra = extra
        super().__init__(what, package, extra)

    def __str__(self) -> str:
        return one_line(
            f"{self.what} needs the package {self.package!r}: pip install 'satplay[{self.extra}]'"
        )


@contextmanager
def needs_native_core(task: str) -> Iterator[None]:
    """Import from a compiled module inside ``with``: if the module is missing, the error names the task."""
    try:
        yield
    except ModuleNotFoundError:
        raise NativeCoreMissing(task) from None


class GaveUp(SatplayError):
    """No result within the given limits; ``why`` names the limit that was reached first."""

    exit_status = 3

    def __init__(self, what: str, why: str) -> None:
        self.what = what
        self.why = why
        super().__init__(what, why)

    def __str__(self) -> str:
        return one_line(f"no {self.what}: {self.why}")


class EngineError(SatplayError):
    """An engine violated its contract: a wrong model, a satisfiable core, a crash; or its caller did."""


class EncodingError(SatplayError):
    """A decoded solution violates the rules of its puzzle: the encoding is wrong, not the input."""


class KnownGap(EncodingError):
    """A decoded solution violates the rules because its encoding is known to be wrong: ``gap`` says how."""

    exit_status = 3

    def __init__(self, encoding: str, gap: str, violated: str) -> None:
        self.encoding = encoding
        self.gap = gap
        self.violated = violated
        super().__init__(encoding, gap, violated)

    def __str__(self) -> str:
        text = f"no answer: the encoding {self.encoding!r} is known to be wrong: {self.gap}"
        return one_line(f"{text}; its solution breaks {self.violated}")


class GeneratorError(SatplayError):
    """A generated instance is not what its puzzle guarantees: the generator is wrong, not the input."""


class PlayerError(SatplayError):
    """A player made an illegal move: the player is wrong, not the input."""


MAX_QUOTED = 300
"""Characters of an input that a message repeats; inputs may be of any length."""


MAX_SOURCE = 1000
"""Characters of a file name that a message repeats."""


def cut(text: str, most: int = MAX_QUOTED) -> str:
    """The text on one line, cut if it is too long for a message.

    >>> cut("short"), len(cut("long" * 1000))
    ('short', 300)
    """
    shown = one_line(text[: most + 1])  # escaping makes it longer
    return shown if len(shown) <= most else f"{shown[: most - 3]}..."


def one_line(text: str) -> str:
    """The text on one line, with unprintable characters escaped, so that it cannot control the terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def nearest_name(name: object, known: Iterable[str]) -> str | None:
    """The known name that is most similar to a mistyped one; None if none is similar.

    >>> nearest_name("sovle", ["solve", "count"]), nearest_name("x", ["solve", "count"])
    ('solve', None)
    """
    from difflib import get_close_matches  # only wrong names need it

    if not isinstance(name, str):
        return None
    return next(iter(get_close_matches(name, list(known), n=1)), None)
