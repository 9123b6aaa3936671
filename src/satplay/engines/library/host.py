"""The host: the program of a child process in which one library engine lives.

A process of its own is what gives every library a limit of time and of memory, an end within a tenth of
a second when somebody presses Ctrl-C, and crashes in foreign code that take nobody else along.

It is run by its path, as ``python -I -S host.py CONNECTION LIFELINE MANNER NAME FOLDER...``, and imports
the standard library and the one library it hosts, nothing of satplay: it is ready in some 60 ms.
Messages go over a socket pair; each is a kind (one byte), a length and so many bytes.  A number is an
``int32``, a clause its literals closed by a 0, as everywhere in satplay.
"""

from __future__ import annotations

import json
import os
import socket
import struct
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any, Protocol, TypeAlias

HEADER = struct.Struct("=cQ")

# What the session says.
MEMORY_LIMIT = b"M"  # one number: MiB beyond what the host uses when idle; 0 without limit
CLAUSES = b"C"  # literals and zeros, the last a zero
SOLVE = b"S"  # a number, the limit of conflicts or 0, then the assumptions

# What the host answers to SOLVE, always after one COUNTERS.  The last three may come at any time, and
# end the conversation.
COUNTERS = b"#"  # JSON: the counters of the engine
SAT = b"1"  # the true literals
UNSAT = b"0"  # the core
UNKNOWN = b"?"  # nothing: the limit of conflicts was reached
OUT_OF_MEMORY = b"m"  # nothing
NOT_THERE = b"n"  # text: why the library cannot be loaded
BROKEN = b"!"  # text: the exception that the library raised

Counters: TypeAlias = dict[str, int | float]
Result: TypeAlias = tuple[bool | None, Sequence[int]]
"""True and a model, False and a core, or None and nothing."""


# -- engines ----------------------------------------------------------------------------------------


class Hosted(Protocol):
    """What the host asks of an engine."""

    def add(self, flat: array[int]) -> None:
        """Add clauses, each closed by a 0."""

    def solve(self, assumptions: list[int], conflicts: int) -> Result:
        """Decide; ``conflicts`` is 0 where there is no limit."""

    def counters(self) -> Counters:
        """What the engine has counted since the session began."""


def clauses_of(flat: array[int]) -> Iterator[list[int]]:
    """One clause after the other.

    >>> list(clauses_of(array("i", [1, -2, 0, 0, 3, 0])))
    [[1, -2], [], [3]]
    """
    start = 0
    for _ in range(flat.count(0)):
        end = flat.index(0, start)
        yield flat[start:end].tolist()
        start = end + 1


def ask(solver: Any, assumptions: list[int], conflicts: int) -> Result:
    """One call of a PySAT solver."""
    if conflicts:
        solver.conf_budget(conflicts)
        verdict = solver.solve_limited(assumptions=assumptions)
    else:
        verdict = solver.solve(assumptions=assumptions)
    if verdict is None:
        if not conflicts:
            raise RuntimeError("no answer to an unlimited question")
        return None, ()
    if verdict:
        return True, solver.get_model() or ()
    core = solver.get_core() or () if assumptions else ()  # PySAT has None for an empty core
    if not set(core).issubset(assumptions) and solver.solve() is False:
        core = ()  # Ergo goes on giving an earlier core once the clauses alone contradict each other
    return False, core


def count(solver: Any) -> Counters:
    """The counters of a PySAT solver; some keep none."""
    try:
        return dict(solver.accum_stats() or {})
    except NotImplementedError:
        return {}


class Warm:
    """One PySAT solver for the whole session."""

    def __init__(self, name: str) -> None:
        from pysat.solvers import Solver

        self._solver = Solver(name=name)

    def add(self, flat: array[int]) -> None:
        add_clause = self._solver.solver.add_clause  # within PySAT's wrapper: one call less for each clause
        for clause in clauses_of(flat):
            add_clause(clause)

    def solve(self, assumptions: list[int], conflicts: int) -> Result:
        return ask(self._solver, assumptions, conflicts)

    def counters(self) -> Counters:
        return count(self._solver)


class Cold:
    """A new PySAT solver for each call, with the assumptions as such or, if ``coldest``, as unit clauses."""

    def __init__(self, name: str, *, coldest: bool) -> None:
        from pysat.solvers import Solver

        self._new: Callable[[], Any] = partial(Solver, name=name)
        self._new().delete()  # a name that this version does not know is found out now
        self._coldest = coldest
        self._flat = array("i")
        self._counters: Counters = {}

    def add(self, flat: array[int]) -> None:
        self._flat.extend(flat)

    def solve(self, assumptions: list[int], conflicts: int) -> Result:
        with self._new() as solver:
            for clause in clauses_of(self._flat):
                solver.solver.add_clause(clause)
            if self._coldest:
                for lit in assumptions:
                    solver.solver.add_clause([lit])
                verdict, lits = ask(solver, [], conflicts)
                result = (verdict, assumptions if verdict is False else lits)
            else:
                result = ask(solver, assumptions, conflicts)
            for key, value in count(solver).items():
                self._counters[key] = self._counters.get(key, 0) + value
        return result

    def counters(self) -> Counters:
        return self._counters


class PicoSat:
    """PicoSAT through pycosat: a new solver for each call, with the assumptions as unit clauses."""

    def __init__(self) -> None:
        import pycosat

        self._decide = pycosat.solve
        self._flat = array("i")

    def add(self, flat: array[int]) -> None:
        self._flat.extend(flat)

    def solve(self, assumptions: list[int], conflicts: int) -> Result:
        units = ([lit] for lit in assumptions)
        found = self._decide(chain(clauses_of(self._flat), units))
        return (False, assumptions) if found == "UNSAT" else (True, found)

    def counters(self) -> Counters:
        return {}


def load(manner: str, name: str) -> Hosted:
    """The engine of that name, driven in the manner that the table of engines says."""
    if name == "pycosat":
        return PicoSat()
    return Warm(name) if manner == "warm" else Cold(name, coldest=manner == "coldest")


# -- the conversation -------------------------------------------------------------------------------


class Host:
    """Answers one session until it hangs up."""

    def __init__(self, connection: socket.socket, engine: Hosted) -> None:
        self._connection = connection
        self._engine = engine
        self._idle_bytes = address_space()

    def converse(self) -> None:
        """Answer, one message after the other."""
        while True:
            kind, payload = receive(self._connection)
            numbers = array("i")
            numbers.frombytes(payload)
            del payload
            if kind == CLAUSES:
                self._engine.add(numbers)
            elif kind == MEMORY_LIMIT:
                limit_memory(self._idle_bytes, numbers[0])
            elif kind == SOLVE:
                self._solve(numbers[0], numbers[1:].tolist())

    def _solve(self, conflicts: int, assumptions: list[int]) -> None:
        verdict, lits = self._engine.solve(assumptions, conflicts)
        send(self._connection, COUNTERS, json.dumps(self._engine.counters()).encode())
        kind = UNKNOWN if verdict is None else SAT if verdict else UNSAT
        send(self._connection, kind, array("i", lits).tobytes())


def send(connection: socket.socket, kind: bytes, payload: bytes = b"") -> None:
    """One message."""
    connection.sendall(HEADER.pack(kind, len(payload)) + payload)


def receive(connection: socket.socket) -> tuple[bytes, bytearray]:
    """The next message: its kind and its bytes."""
    kind, length = HEADER.unpack(read(connection, HEADER.size))
    return kind, read(connection, length)


def read(connection: socket.socket, length: int) -> bytearray:
    """Exactly so many bytes."""
    buffer = bytearray(length)
    view = memoryview(buffer)
    while view:
        got = connection.recv_into(view)
        if not got:
            raise EOFError
        view = view[got:]
    return buffer


# -- the process ------------------------------------------------------------------------------------


def address_space() -> int:
    """Bytes of address space in use; the peak of resident memory where there is no /proc."""
    import resource

    try:
        with open("/proc/self/statm", "rb") as statm:  # noqa: PTH123 - pathlib would take 10 ms to import
            return int(statm.read().split()[0]) * resource.getpagesize()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def limit_memory(idle_bytes: int, mebibytes: int) -> None:
    """Allow so much beyond what the host used when idle; 0 is without limit."""
    import resource

    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    soft = idle_bytes + (mebibytes << 20) if mebibytes else hard
    resource.setrlimit(
        resource.RLIMIT_AS, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard)
    )


def die_with_the_session(lifeline: int) -> None:
    """End this process as soon as the other end of ``lifeline`` is closed, even in the midst of solving.

    The libraries hold the interpreter's lock while they solve, so no thread here could notice.  The kernel
    can: a pipe in asynchronous mode sends SIGIO when it is hung up, and nobody ever writes to this one.
    (Linux's PR_SET_PDEATHSIG would not do: it strikes when the *thread* that started the host ends.)
    """
    import fcntl
    import select
    import signal

    signal.signal(signal.SIGIO, signal.SIG_DFL)  # which is to end the process
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([lifeline], [], [], 0)[0]:  # it was hung up before anybody watched
        os._exit(0)


def main(arguments: list[str]) -> None:
    """Host the engine that the arguments name."""
    import resource

    connection_number, lifeline, manner, name, *folders = arguments
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    die_with_the_session(int(lifeline))
    sys.path.extend(folders)
    connection = socket.socket(fileno=int(connection_number))
    try:
        try:
            engine = load(manner, name)
        except Exception as problem:  # whatever a library does wrong when it is loaded
            send(connection, NOT_THERE, f"{type(problem).__name__}: {problem}".encode())
        else:
            Host(connection, engine).converse()
    except EOFError:  # the session has hung up
        os._exit(0)
    except MemoryError:
        send(connection, OUT_OF_MEMORY)
    except Exception as problem:
        send(connection, BROKEN, f"{type(problem).__name__}: {problem}".encode())
    while connection.recv(1 << 16):  # let the session finish its sentence, so that it hears the answer
        pass
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
