"""LibraryEngine: one incremental session with a library engine in a process of its own.

The session keeps all clauses itself and sends them on when they are needed.  Out of time, interrupted or
crashed, the process is killed; the next call starts another and tells it everything again.
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

from satplay.contracts.engine import UNLIMITED, Answer, Limit, Sat, Stopped, Unknown, Unsat
from satplay.engines.library import host
from satplay.engines.library.answers import check_model, checked_core, complete_model
from satplay.engines.library.backends import Backend
from satplay.engines.library.process import Deadline, HostDied, HostProcess
from satplay.engines.library.renumber import Renumbering
from satplay.errors import BadInput, EngineError, EngineMissing
from satplay.logic.formula import Formula
from satplay.logic.literal import MAX_VAR, Clause, FlatClauses, Lit
from satplay.logic.model import Model

PIECE = 1 << 20
"""Clauses are sent in pieces of about so many numbers, so that the host reads while we write."""

MOST_CONFLICTS = 2**31 - 1
MOST_MIB = 2**31 - 1


class LibraryEngine:
    """A session with one library engine; ``with`` closes it.

    Time and memory are limited for every engine, and ``interrupt`` works with every engine.  Every model
    is checked against the clauses and the assumptions before it is given out, and a core against the
    assumptions; a wrong one raises ``EngineError``, as does a crash.  Where the engine has no cores of its
    own (see its ``Ability``), the core is simply all that was assumed.

    * ``limit.conflicts`` raises ``BadInput`` where the engine cannot count them.  The libraries take 0 for
      "without limit", so a limit of 0 is passed on as 1.
    * ``limit.propagations`` raises ``BadInput`` always.
    * ``limit.memory_mib`` counts what the engine takes beyond its idle process, clauses included.
    * A model lists all declared variables, those that do not occur as false; if over a million more are
      declared than occur, it lists those that occur.

    A session serves one ``solve`` at a time, whatever threads they come from.  Different sessions run in
    parallel: waiting for a process does not hold the interpreter's lock.
    """

    def __init__(self, backend: Backend, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._backend = backend
        self._clock = clock
        self._formula = Formula()
        self._host: HostProcess | None = None
        self._renumbering = Renumbering()  # of what the host was told
        self._sent = 0  # numbers of the formula that the host was told
        self._searched = 0  # numbers of the formula that were searched for an empty clause
        self._has_empty_clause = False
        self._past: Counter[str] = Counter()  # counters of former hosts
        self._present: Mapping[str, float] = {}  # counters of this host
        self._calls = 0
        self._hosts = 0
        self._turn = threading.Lock()
        # Guards the host and what is below.  Re-entrant: a signal handler may run in the thread holding it.
        self._state = threading.RLock()
        self._closed = False
        self._solving = False
        self._interrupted = False

    @property
    def name(self) -> str:
        """The name of the engine."""
        return self._backend.name

    @property
    def pid(self) -> int | None:
        """The process that the engine lives in; None before the first question, and after a kill."""
        process = self._host
        return None if process is None else process.pid

    def declare(self, var_count: int) -> None:
        """Variables 1 .. ``var_count`` exist."""
        self._formula.declare(var_count)

    def add(self, clause: Clause) -> None:
        """Add one clause."""
        self._formula.add(*clause)

    def add_flat(self, clauses: FlatClauses) -> None:
        """Add many clauses lying flat, each closed by a 0."""
        self._formula.add_flat(clauses)

    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Answer:
        """Decide the clauses together with the assumed literals, which are forgotten afterwards."""
        self._check_limit(limit)
        assumed = distinct_literals(assuming)
        for lit in assumed:
            if -lit in assumed:  # an engine that knows no cores would blame all the others too
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
                    # A host that was interrupted too late to matter is dying all the same.
                    if self._interrupted or not answered:
                        self._drop_host()

    def interrupt(self) -> None:
        """Make a running ``solve`` answer ``Unknown`` soon; without one, nothing happens."""
        with self._state:
            if self._solving:
                self._interrupted = True
                if self._host is not None:
                    self._host.strike()

    def statistics(self) -> Mapping[str, int | float]:
        """Counters of all hosts together, as of their last answers: what a killed call counted is lost.

        ``calls`` counts calls of ``solve`` that reached an engine, ``hosts`` the processes started for them.
        """
        total = Counter(self._past)
        total.update(self._present)
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
        if limit.propagations is not None:
            self._refuse("propagations", limit.propagations, "none: library engines do not count them")
        if limit.conflicts is not None and not self._backend.conflict_limit:
            self._refuse("conflicts", limit.conflicts, "none: this engine cannot count them")
        for unit, amount in (("seconds", limit.seconds), ("conflicts", limit.conflicts)):
            if amount is not None and not amount >= 0:  # not a number is refused, too
                self._refuse(unit, amount, "0 or more")
        if limit.memory_mib is not None and not 1 <= limit.memory_mib <= MOST_MIB:
            self._refuse("MiB", limit.memory_mib, f"1 to {MOST_MIB}")

    def _refuse(self, unit: str, amount: float, expected: str) -> NoReturn:
        raise BadInput(f"limit for {self.name}", found=f"{amount} {unit}", expected=expected)

    def _decide(self, assumed: NDArray[np.int32], limit: Limit, deadline: Deadline) -> Answer:
        self._formula.declare(int(np.abs(assumed).max(initial=0)))
        flat = self._formula.flat
        if self._says_nothing_can_be_true(flat):
            return Unsat()
        if not flat.size and not assumed.size:  # MapleCOMSPS dies of a formula without variables
            return Sat(self._model(assumed, flat, assumed))
        deadline.left()
        process = self._living_host()
        self._calls += 1
        process.send(host.MEMORY_LIMIT, array("i", [limit.memory_mib or 0]).tobytes(), deadline)
        for piece in pieces(self._renumbering.inside(flat[self._sent :])):
            process.send(host.CLAUSES, piece.tobytes(), deadline)
        self._sent = flat.size
        conflicts = 0 if limit.conflicts is None else min(max(limit.conflicts, 1), MOST_CONFLICTS)
        question = np.concatenate([np.array([conflicts], np.int32), self._renumbering.inside(assumed)])
        process.send(host.SOLVE, question.tobytes(), deadline)
        while True:
            kind, payload = process.receive(deadline)
            if kind == host.COUNTERS:
                self._present = json.loads(payload)
            else:
                return self._read(kind, payload, flat, assumed)

    def _says_nothing_can_be_true(self, flat: FlatClauses) -> bool:
        """Whether there is an empty clause: libraries disagree on what to do with one."""
        zero = flat[self._searched :] == 0
        self._searched = flat.size
        if zero.size and (zero[0] or (zero[1:] & zero[:-1]).any()):
            self._has_empty_clause = True
        return self._has_empty_clause

    def _living_host(self) -> HostProcess:
        if self._host is not None and self._host.usable():
            return self._host
        self._drop_host()
        folders = self._backend.folders()
        if folders is None:
            raise EngineMissing(self.name, self._backend.remedy)
        try:
            started = HostProcess(self._backend.manner, self.name, folders)
        except OSError as problem:  # too many processes or open files
            raise EngineError(f"{self.name}: its process cannot be started: {problem}") from problem
        with self._state:
            self._host = started
            self._hosts += 1
            if self._interrupted:
                started.strike()
        return started

    def _drop_host(self) -> None:
        with self._state:
            if self._host is not None:
                self._host.kill()
            self._host = None
            self._past.update(self._present)
            self._present = {}
            self._renumbering = Renumbering()
            self._sent = 0

    def _explain(self, death: HostDied, limit: Limit) -> Unknown:
        if self._interrupted:
            return Unknown(Stopped.INTERRUPTED)
        if limit.memory_mib is not None:
            # Each library ends in its own way when it gets no memory: abort, a wild pointer, exit(1).
            return Unknown(Stopped.MEMORY)
        said = f": {death.said}" if death.said else ""
        raise EngineError(f"{self.name}: its process died ({death.signal}){said}") from None

    # -- answers -----------------------------------------------------------------------------------

    def _read(self, kind: bytes, payload: bytearray, flat: FlatClauses, assumed: NDArray[np.int32]) -> Answer:
        if kind == host.SAT:
            return Sat(self._model(np.frombuffer(payload, np.int32), flat, assumed))
        if kind == host.UNSAT:
            lits = self._renumbering.outside(np.frombuffer(payload, np.int32))
            return Unsat(checked_core(self.name, lits, assumed))
        if kind == host.UNKNOWN:
            return Unknown(Stopped.CONFLICTS)
        self._drop_host()  # the host has nothing more to say
        if kind == host.OUT_OF_MEMORY:
            return Unknown(Stopped.MEMORY)
        said = payload.decode(errors="replace")
        if kind == host.NOT_THERE:
            raise EngineMissing(self.name, f"{self._backend.remedy} (loading it failed: {said})")
        raise EngineError(f"{self.name}: {said}")

    def _model(self, found: NDArray[np.int32], flat: FlatClauses, assumed: NDArray[np.int32]) -> Model:
        model = complete_model(found, self._renumbering, self._formula.var_count)
        check_model(self.name, model, flat, assumed)
        return model


def distinct_literals(lits: Sequence[Lit]) -> NDArray[np.int32]:
    """The literals, each once, in the order given."""
    for lit in lits:
        if not (isinstance(lit, int | np.integer) and 0 < abs(int(lit)) <= MAX_VAR):
            raise BadInput(
                "assumption", found=repr(lit), expected=f"a literal from 1 to {MAX_VAR} or negated"
            )
    return np.array(list(dict.fromkeys(lits)), np.int32)


def pieces(flat: FlatClauses) -> Iterator[FlatClauses]:
    """The clauses in pieces of about ``PIECE`` numbers, none of them cut in two."""
    if flat.size <= PIECE:
        if flat.size:
            yield flat
        return
    ends = np.flatnonzero(flat == 0)
    start = 0
    while start < flat.size:
        last = min(int(np.searchsorted(ends, start + PIECE)), ends.size - 1)
        stop = int(ends[last]) + 1
        yield flat[start:stop]
        start = stop
