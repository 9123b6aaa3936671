"""LibraryEngine: one incremental session with a library engine in a process of its own.

The session stores all clauses and sends them to the process when they are needed.  After a timeout, an
interrupt or a crash the process is killed; the next call starts another one and sends everything again.
"""

from __future__ import annotations

import json
import threading
import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import NoReturn, Self

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.engine import UNLIMITED, Answer, Limit, Sat, Stopped, Unknown, Unsat, expect_limit
from satplay.contracts.pickling import refuse_pickling
from satplay.engines.library import host
from satplay.engines.library.answers import check_model, checked_core, complete_model
from satplay.engines.library.backends import Backend
from satplay.engines.library.process import Deadline, HostDied, HostProcess
from satplay.engines.library.renumber import Renumbering
from satplay.errors import BadInput, EngineError, EngineMissing
from satplay.logic.formula import Formula
from satplay.logic.literal import MAX_VAR, Clause, FlatClauses, Lit
from satplay.logic.model import Model

CHUNK = 1 << 20
"""Clauses are sent in chunks of about this many numbers, so that the host reads while we write."""

MOST_CONFLICTS = 2**31 - 1
MOST_MIB = 2**31 - 1


class LibraryEngine:
    """A session with one library engine; ``with`` closes it.

    Limits of time and memory and ``interrupt`` work with every engine.  Every model is checked against the
    clauses and assumptions before it is returned, and every core against the assumptions; a wrong one raises
    ``EngineError``, as does a crash.  If the engine computes no cores (see its ``Ability``), the core is the
    set of all assumptions.

    * ``limit.conflicts`` raises ``BadInput`` if the engine does not support it.  The libraries take 0 for
      "unlimited", so a limit of 0 is passed as 1.
    * ``limit.propagations`` always raises ``BadInput``.
    * ``limit.memory_mib`` limits the memory in addition to the idle process, clauses included.
    * A model lists all declared variables, with false for those that do not occur; if more than a million
      declared variables do not occur, it lists only those that do.

    A session runs one ``solve`` at a time, from any thread.  Different sessions run in parallel: waiting for
    a process does not hold the interpreter lock.
    """

    def __init__(self, backend: Backend, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._backend = backend
        self._clock = clock
        self._formula = Formula()
        self._host: HostProcess | None = None
        self._renumbering = Renumbering()  # of the clauses sent to the host
        self._sent = 0  # numbers of the formula sent to the host
        self._searched = 0  # numbers of the formula searched for an empty clause
        self._has_empty_clause = False
        self._former_counters: Counter[str] = Counter()  # of former hosts
        self._current_counters: Mapping[str, float] = {}  # of this host
        self._calls = 0
        self._hosts = 0
        self._turn = threading.Lock()
        # Guards the host and the fields below.  Re-entrant: a signal handler may run in the same thread.
        self._state = threading.RLock()
        self._closed = False
        self._solving = False
        self._interrupted = False

    def __reduce__(self) -> NoReturn:
        raise refuse_pickling("a session of an engine", "pickle the formula or the answer")

    @property
    def name(self) -> str:
        """The name of the engine."""
        return self._backend.name

    @property
    def pid(self) -> int | None:
        """The id of the host process; None before the first query and after a kill."""
        process = self._host
        return None if process is None else process.pid

    def declare(self, var_count: int) -> None:
        """Declare variables 1 .. ``var_count``."""
        self._formula.declare(var_count)

    def add(self, *clause: Lit | Clause) -> None:
        """Add one clause: ``add(1, -2)`` or ``add([1, -2])``."""
        self._formula.add(*clause)

    def add_flat(self, clauses: FlatClauses) -> None:
        """Add flat clauses, each terminated by 0."""
        self._formula.add_flat(clauses)

    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Answer:
        """Decide the clauses under the assumptions, which hold for this call only."""
        self._check_limit(limit)
        assumed = distinct_literals(assuming)
        for lit in assumed:
            if -lit in assumed:  # an engine without cores would return all assumptions
                return Unsat((lit, -lit))
        deadline = Deadline(limit.seconds, self._clock)
        with self._turn:
            with self._state:
                if self._closed:
                    raise EngineError(f"{self.name}: the session is closed")
                self._solving, self._interrupted = True, False
            answered = False
            try:
                answer = self._decide(assumed, limit, deadline)
                answered = True
                return answer
            except TimeoutError:
                return Unknown(Stopped.TIME)
            except HostDied as death:
                return self._explain(death, limit)
            finally:
                with self._state:
                    self._solving = False
                    # A host that was interrupted too late is killed all the same.
                    if self._interrupted or not answered:
                        self._drop_host()

    def interrupt(self) -> None:
        """Make a running ``solve`` return ``Unknown`` soon; no effect otherwise."""
        with self._state:
            if self._solving:
                self._interrupted = True
                if self._host is not None:
                    self._host.kill_now()

    def statistics(self) -> Mapping[str, int | float]:
        """Sums of the counters of all hosts at their last answers; the counts of a killed call are lost.

        ``calls`` is the number of ``solve`` calls that reached an engine, ``hosts`` the number of processes.
        """
        total = Counter(self._former_counters)
        total.update(self._current_counters)
        return {**total, "calls": self._calls, "hosts": self._hosts}

    def close(self) -> None:
        """End the process; the session must not be used afterwards."""
        with self._state:
            self._closed = True
            self.interrupt()
        with self._turn:
            self._drop_host()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- one call ----------------------------------------------------------------------------------

    def _check_limit(self, limit: Limit) -> None:
        expect_limit(limit)
        if limit.propagations is not None:
            self._reject("propagations", limit.propagations, "none: library engines do not support it")
        if limit.conflicts is not None and not self._backend.conflict_limit:
            self._reject("conflicts", limit.conflicts, "none: this engine does not support it")
        if limit.memory_mib is not None and not 1 <= limit.memory_mib <= MOST_MIB:
            self._reject("MiB", limit.memory_mib, f"1 to {MOST_MIB}")

    def _reject(self, unit: str, amount: float, expected: str) -> NoReturn:
        raise BadInput(f"limit for {self.name}", found=f"{amount} {unit}", expected=expected)

    def _decide(self, assumptions: NDArray[np.int32], limit: Limit, deadline: Deadline) -> Answer:
        self._formula.declare(int(np.abs(assumptions).max(initial=0)))
        flat = self._formula.flat
        if self._contains_empty_clause(flat):
            return Unsat()
        if not flat.size and not assumptions.size:  # MapleCOMSPS crashes on a formula without variables
            return Sat(self._model(assumptions, flat, assumptions))
        deadline.remaining_seconds()
        process = self._living_host()
        self._calls += 1
        process.send(host.MEMORY_LIMIT, array("i", [limit.memory_mib or 0]).tobytes(), deadline)
        for chunk in chunks(self._renumbering.to_internal(flat[self._sent :])):
            process.send(host.CLAUSES, chunk.tobytes(), deadline)
        self._sent = flat.size
        conflicts = 0 if limit.conflicts is None else min(max(limit.conflicts, 1), MOST_CONFLICTS)
        query = np.concatenate([np.array([conflicts], np.int32), self._renumbering.to_internal(assumptions)])
        process.send(host.SOLVE, query.tobytes(), deadline)
        while True:
            kind, payload = process.receive(deadline)
            if kind == host.COUNTERS:
                self._current_counters = json.loads(payload)
            else:
                return self._read(kind, payload, flat, assumptions)

    def _contains_empty_clause(self, flat: FlatClauses) -> bool:
        """Whether there is an empty clause, which libraries treat differently."""
        zero = flat[self._searched :] == 0
        self._searched = flat.size
        if zero.size and (zero[0] or (zero[1:] & zero[:-1]).any()):
            self._has_empty_clause = True
        return self._has_empty_clause

    def _living_host(self) -> HostProcess:
        if self._host is not None and self._host.is_usable():
            return self._host
        self._drop_host()
        folders = self._backend.folders()
        if folders is None:
            raise EngineMissing(self.name, self._backend.remedy)
        try:
            started = HostProcess(self._backend.mode, self.name, folders)
        except OSError as problem:  # too many processes or open files
            raise EngineError(f"{self.name}: its process cannot be started: {problem}") from problem
        with self._state:
            self._host = started
            self._hosts += 1
            if self._interrupted:
                started.kill_now()
        return started

    def _drop_host(self) -> None:
        with self._state:
            if self._host is not None:
                self._host.kill()
            self._host = None
            self._former_counters.update(self._current_counters)
            self._current_counters = {}
            self._renumbering = Renumbering()
            self._sent = 0

    def _explain(self, death: HostDied, limit: Limit) -> Unknown:
        if self._interrupted:
            return Unknown(Stopped.INTERRUPTED)
        if limit.memory_mib is not None:
            # Without memory, each library fails in its own way: abort, invalid pointer, exit(1).
            return Unknown(Stopped.MEMORY)
        message = f": {death.message}" if death.message else ""
        raise EngineError(f"{self.name}: its process died ({death.signal}){message}") from None

    # -- answers -----------------------------------------------------------------------------------

    def _read(
        self, kind: bytes, payload: bytearray, flat: FlatClauses, assumptions: NDArray[np.int32]
    ) -> Answer:
        if kind == host.SAT:
            return Sat(self._model(np.frombuffer(payload, np.int32), flat, assumptions))
        if kind == host.UNSAT:
            lits = self._renumbering.to_external(np.frombuffer(payload, np.int32))
            return Unsat(checked_core(self.name, lits, assumptions))
        if kind == host.UNKNOWN:
            return Unknown(Stopped.CONFLICTS)
        self._drop_host()  # the host sends nothing more
        if kind == host.OUT_OF_MEMORY:
            return Unknown(Stopped.MEMORY)
        message = payload.decode(errors="replace")
        if kind == host.NOT_LOADED:
            raise EngineMissing(self.name, f"{self._backend.remedy} (loading it failed: {message})")
        raise EngineError(f"{self.name}: {message}")

    def _model(self, found: NDArray[np.int32], flat: FlatClauses, assumptions: NDArray[np.int32]) -> Model:
        model = complete_model(found, self._renumbering, self._formula.var_count)
        check_model(self.name, model, flat, assumptions)
        return model


def distinct_literals(lits: Sequence[Lit]) -> NDArray[np.int32]:
    """The literals without duplicates, in their order."""
    for lit in lits:
        if not (isinstance(lit, int | np.integer) and 0 < abs(int(lit)) <= MAX_VAR):
            raise BadInput(
                "assumption", found=repr(lit), expected=f"a literal from 1 to {MAX_VAR} or negated"
            )
    return np.array(list(dict.fromkeys(lits)), np.int32)


def chunks(flat: FlatClauses) -> Iterator[FlatClauses]:
    """The clauses in chunks of about ``CHUNK`` numbers; no clause is split."""
    if flat.size <= CHUNK:
        if flat.size:
            yield flat
        return
    ends = np.flatnonzero(flat == 0)
    start = 0
    while start < flat.size:
        last = min(int(np.searchsorted(ends, start + CHUNK)), ends.size - 1)
        stop = int(ends[last]) + 1
        yield flat[start:stop]
        start = stop
