"""The program of a child process that hosts one library engine.

The process gives every library limits of time and memory, an end within a tenth of a second after Ctrl-C, and
isolation from crashes.

It is started as ``python -I -S host.py CONNECTION LIFELINE MODE NAME FOLDER...`` and imports the standard
library and the hosted library, nothing of satplay: it is ready in about 60 ms.  Messages are sent over a
socket pair; each has a kind (one byte), a length and a payload of that many bytes.  A number is an
``int32``; a clause is its literals followed by 0.
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

# Messages of the session.
MEMORY_LIMIT = b"M"  # one number: MiB in addition to the idle host; 0 for unlimited
CLAUSES = b"C"  # literals and zeros, the last a zero
SOLVE = b"S"  # the conflict limit or 0, then the assumptions

# Answers of the host to SOLVE, always after one COUNTERS.  The last three may be sent at any time and end
# the conversation.
COUNTERS = b"#"  # JSON: the counters of the engine
SAT = b"1"  # the true literals
UNSAT = b"0"  # the core
UNKNOWN = b"?"  # empty: the conflict limit was reached
OUT_OF_MEMORY = b"m"  # empty
NOT_LOADED = b"n"  # text: why the library cannot be loaded
FAILED = b"!"  # text: the exception that the library raised

Counters: TypeAlias = dict[str, int | float]
Result: TypeAlias = tuple[bool | None, Sequence[int]]
"""True and a model, False and a core, or None and nothing."""


# -- engines ----------------------------------------------------------------------------------------


class HostedEngine(Protocol):
    """The interface between the host and an engine."""

    def add(self, flat: array[int]) -> None:
        """Add clauses, each terminated by 0."""

    def solve(self, assumptions: list[int], conflicts: int) -> Result:
        """Decide the clauses; ``conflicts`` is the limit, 0 for unlimited."""

    def counters(self) -> Counters:
        """The counters of the engine since the start of the session."""


def clauses_of(flat: array[int]) -> Iterator[list[int]]:
    """Iterate over the clauses.

    >>> list(clauses_of(array("i", [1, -2, 0, 0, 3, 0])))
    [[1, -2], [], [3]]
    """
    start = 0
    for _ in range(flat.count(0)):
        end = flat.index(0, start)
        yield flat[start:end].tolist()
        start = end + 1


def solve_once(solver: Any, assumptions: list[int], conflicts: int) -> Result:
    """Call a PySAT solver once."""
    if conflicts:
        solver.conf_budget(conflicts)
        verdict = solver.solve_limited(assumptions=assumptions)
    else:
        verdict = solver.solve(assumptions=assumptions)
    if verdict is None:
        if not conflicts:
            raise RuntimeError("no answer to an unlimited query")
        return None, ()
    if verdict:
        return True, solver.get_model() or ()
    core = solver.get_core() or () if assumptions else ()  # PySAT returns None for an empty core
    if not set(core).issubset(assumptions) and solver.solve() is False:
        core = ()  # Ergo returns an earlier core once the clauses alone are unsatisfiable
    return False, core


def read_counters(solver: Any) -> Counters:
    """The counters of a PySAT solver; empty if it has none."""
    try:
        return dict(solver.accum_stats() or {})
    except NotImplementedError:  # of PySAT, for a solver without counters
        return {}


class IncrementalSolver:
    """A PySAT solver that is used for the whole session."""

    def __init__(self, name: str) -> None:
        from pysat.solvers import Solver

        self._solver = Solver(name=name)

    def add(self, flat: array[int]) -> None:
        add_clause = self._solver.solver.add_clause  # without the extra call of PySAT's wrapper
        for clause in clauses_of(flat):
            add_clause(clause)

    def solve(self, assumptions: list[int], conflicts: int) -> Result:
        return solve_once(self._solver, assumptions, conflicts)

    def counters(self) -> Counters:
        return read_counters(self._solver)


class FreshSolver:
    """A new PySAT solver for each call; with ``as_units`` the assumptions are added as unit clauses."""

    def __init__(self, name: str, *, as_units: bool) -> None:
        from pysat.solvers import Solver

        self._new: Callable[[], Any] = partial(Solver, name=name)
        self._new().delete()  # fails now if this version does not know the name
        self._as_units = as_units
        self._flat = array("i")
        self._counters: Counters = {}

    def add(self, flat: array[int]) -> None:
        self._flat.extend(flat)

    def solve(self, assumptions: list[int], conflicts: int) -> Result:
        with self._new() as solver:
            for clause in clauses_of(self._flat):
                solver.solver.add_clause(clause)
            if self._as_units:
                for lit in assumptions:
                    solver.solver.add_clause([lit])
                verdict, lits = solve_once(solver, [], conflicts)
                result = (verdict, assumptions if verdict is False else lits)
            else:
                result = solve_once(solver, assumptions, conflicts)
            for key, value in read_counters(solver).items():
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


def load(mode: str, name: str) -> HostedEngine:
    """Load the named engine in the mode of the table of engines."""
    if name == "pycosat":
        return PicoSat()
    if mode == "incremental":
        return IncrementalSolver(name)
    return FreshSolver(name, as_units=mode == "fresh-units")


# -- messages ---------------------------------------------------------------------------------------


class Host:
    """Answers one session until it closes the connection."""

    def __init__(self, connection: socket.socket, engine: HostedEngine) -> None:
        self._connection = connection
        self._engine = engine
        self._idle_bytes = address_space()

    def serve(self) -> None:
        """Handle one message after the other."""
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
    """Send one message."""
    connection.sendall(HEADER.pack(kind, len(payload)) + payload)


def receive(connection: socket.socket) -> tuple[bytes, bytearray]:
    """Receive one message: its kind and its payload."""
    kind, length = HEADER.unpack(read(connection, HEADER.size))
    return kind, read(connection, length)


def read(connection: socket.socket, length: int) -> bytearray:
    """Read exactly ``length`` bytes."""
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
    """Bytes of address space in use; on systems without /proc the peak of resident memory."""
    import resource

    try:
        with open("/proc/self/statm", "rb") as statm:  # noqa: PTH123 - pathlib would take 10 ms to import
            return int(statm.read().split()[0]) * resource.getpagesize()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def limit_memory(idle_bytes: int, mebibytes: int) -> None:
    """Limit the memory in addition to the idle host; 0 for unlimited."""
    import resource

    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    soft = idle_bytes + (mebibytes << 20) if mebibytes else hard
    resource.setrlimit(
        resource.RLIMIT_AS, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard)
    )


def exit_with_session(lifeline: int) -> None:
    """End this process as soon as the other end of ``lifeline`` is closed, even while solving.

    The libraries hold the interpreter lock while they solve, so a thread could not do this.  The kernel can:
    a pipe in asynchronous mode sends SIGIO when its other end is closed, and nothing is ever written to it.
    (Linux's PR_SET_PDEATHSIG does not work here: it is sent when the *thread* that started the host ends.)
    """
    import fcntl
    import select
    import signal

    signal.signal(signal.SIGIO, signal.SIG_DFL)  # the default action ends the process
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([lifeline], [], [], 0)[0]:  # it was closed before the signal was set up
        os._exit(0)


def main(arguments: list[str]) -> None:
    """Host the engine named by the arguments."""
    import resource

    connection_number, lifeline, mode, name, *folders = arguments
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    exit_with_session(int(lifeline))
    sys.path.extend(folders)
    connection = socket.socket(fileno=int(connection_number))
    try:
        try:
            engine = load(mode, name)
        except Exception as problem:  # a library may fail in any way while loading
            send(connection, NOT_LOADED, f"{type(problem).__name__}: {problem}".encode())
        else:
            Host(connection, engine).serve()
    except EOFError:  # the session closed the connection
        os._exit(0)
    except MemoryError:
        send(connection, OUT_OF_MEMORY)
    except Exception as problem:  # a library may fail in any way while solving
        send(connection, FAILED, f"{type(problem).__name__}: {problem}".encode())
    while connection.recv(1 << 16):  # read what the session still sends, so that it receives the answer
        pass
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
