"""The native engine: satplay's CDCL solver in C++ (``native/``) with the interface of an engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from satplay.arguments import expect_literals, expect_whole_number, show
from satplay.contracts.engine import UNLIMITED, Answer, Limit, ProofSink, Sat, Stopped, Unknown, Unsat
from satplay.contracts.pickling import refuse_pickling
from satplay.contracts.theory import Theory
from satplay.engines.enumeration import Enumeration
from satplay.engines.native_codes import SATISFIABLE, STOPPED, UNSATISFIABLE, bounds
from satplay.errors import BadInput, NoSuchName
from satplay.logic.clause_input import expect_clause, expect_no_bool, one_clause
from satplay.logic.literal import MAX_VAR, Clause, FlatClauses, Lit
from satplay.logic.model import Model

if TYPE_CHECKING:
    from satplay import _native


class OptionRow(NamedTuple):
    """One row of the engine's table of options."""

    name: str
    default: int
    least: int
    greatest: int
    meaning: str


class EngineBackbone(NamedTuple):
    """Literals that are ``forced`` in every model, and those ``undecided`` when a limit was reached.

    ``used`` is the number of fresh variables that were used as selectors.
    """

    forced: list[Lit]
    undecided: list[Lit]
    stopped: Stopped | None
    used: int


def options() -> list[OptionRow]:
    """All options of the native engine, with default, range and meaning."""
    from satplay._native import option_table

    return [OptionRow(*row) for row in option_table()]


def _kind(array: object) -> str:
    return (
        f"{array.dtype} array of shape {array.shape}" if isinstance(array, np.ndarray) else repr(type(array))
    )


class NativeEngine:
    """One incremental session.

    >>> engine = NativeEngine()
    >>> engine.add([1, 2]); engine.add([-1])
    >>> engine.solve()
    Sat(model=Model(-1 2))
    >>> engine.solve(assuming=[-2])
    Unsat(core=(-2,))
    """

    def __init__(self, **chosen: int) -> None:
        from satplay._native import Engine

        table = {row.name: row for row in options()}
        for name, value in chosen.items():
            if name not in table:
                raise NoSuchName("option of the native engine", name, table)
            row = table[name]
            if not row.least <= value <= row.greatest:
                expected = f"{row.least} to {row.greatest}"
                raise BadInput(f"option {name}", found=str(value), expected=expected)
        self._engine = Engine(chosen)
        self._sink: ProofSink | None = None
        self._progress: Callable[[Mapping[str, int | float]], object] | None = None

    def __reduce__(self) -> NoReturn:
        raise refuse_pickling("a session of an engine", "use clone(), or pickle the formula")

    @property
    def compiled(self) -> _native.Engine:
        """The session of the native core, for callers that make hundreds of thousands of calls a second."""
        return self._engine

    def declare(self, var_count: int) -> None:
        """Declare variables 1 .. ``var_count``; every model assigns them."""
        self._engine.declare(expect_whole_number("variable count", var_count, greatest=MAX_VAR))

    def add(self, *clause: Lit | Clause) -> None:
        """Add one clause: ``add(1, -2)`` or ``add([1, -2])``."""
        literals = one_clause(clause)
        expect_clause(literals)
        try:
            listed = list(literals)
            if 1 in listed:
                expect_no_bool(listed)
            self._engine.add(listed)
        except (TypeError, ValueError):
            raise BadInput("clause", found=show(literals), expected="non-zero 32-bit literals") from None

    def add_all(self, clauses: Iterable[Clause]) -> None:
        """Add clauses given as lists."""
        try:
            self._engine.add_lists(clauses)
        except (TypeError, ValueError):
            raise BadInput("clauses", found="a literal", expected="non-zero 32-bit literals") from None

    def add_flat(self, clauses: FlatClauses) -> None:
        """Add flat clauses, each terminated by 0, without copying them."""
        try:
            self._engine.add_flat(clauses)
        except (TypeError, ValueError) as error:
            expected = "contiguous int32, each clause terminated by 0"
            raise BadInput("flat clauses", found=_kind(clauses), expected=expected) from error

    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Answer:
        """Decide the clauses under the assumptions, which hold for this call only."""
        try:
            observed = self._sink is not None or self._progress is not None
            pulse = self._pulse if observed else None
            status, stopped = self._engine.solve(list(assuming), *bounds(limit), pulse)
        except MemoryError:
            return Unknown(Stopped.MEMORY)
        except TypeError:
            expect_literals("assumptions", assuming)
            raise
        self.drain_proof()
        if status == SATISFIABLE:
            return Sat(Model.of_ordered(self._engine.model()))
        if status == UNSATISFIABLE:
            return Unsat(tuple(self._engine.core()))
        return Unknown(STOPPED[stopped] or Stopped.INTERRUPTED)

    def minimise_core(self, core: Sequence[Lit], limit: Limit = UNLIMITED) -> tuple[Lit, ...]:
        """A minimal core: every assumption in it is needed, except those that the limit left untried.

        Deletion-based: each assumption is left out in turn; if the rest is unsatisfiable, its core is taken.
        """
        needed = list(dict.fromkeys(core))
        for lit in tuple(needed):
            if lit in needed:
                answer = self.solve([other for other in needed if other != lit], limit)
                if isinstance(answer, Unsat):
                    needed = [other for other in needed if other in answer.core]
        return tuple(needed)

    def propagate(self, assuming: Sequence[Lit] = ()) -> tuple[bool, list[Lit]]:
        """Unit propagation alone: whether there is no conflict, and the true literals."""
        return self._engine.propagate(list(assuming))

    def backbone(
        self,
        candidates: Sequence[Lit],
        assuming: Sequence[Lit] = (),
        limit: Limit = UNLIMITED,
        *,
        clauses: FlatClauses | None = None,
        fresh: range = range(0),
    ) -> EngineBackbone:
        """The candidates that are true in every model; all are true in the model of the last answer.

        No candidate is among the assumptions of that answer.  If ``clauses``, each terminated by 0, are all
        clauses of the session (and it has no theory), local search also tries neighbours of found models.
        ``fresh`` are unused variables for selectors.  Phases set by ``set_phase`` are cleared.

        >>> engine = NativeEngine()
        >>> engine.add([1, 2]); engine.add([1, -2]); engine.add([3, 4])
        >>> engine.backbone(engine.solve().model).forced
        [1]
        """
        first, last = (fresh.start, fresh.stop - 1) if fresh else (1, 0)
        try:
            stopped, forced, undecided, unused = self._engine.backbone(
                list(candidates), list(assuming), clauses, first, last, *bounds(limit)
            )
        except MemoryError:
            return EngineBackbone([], list(candidates), Stopped.MEMORY, len(fresh))
        self.drain_proof()
        return EngineBackbone(forced, undecided, STOPPED[stopped], unused - first)

    def enumerate(
        self,
        over: Sequence[int] | None = None,
        assuming: Sequence[Lit] = (),
        in_order: bool = False,
        limit: Limit = UNLIMITED,
        whole: bool = False,
    ) -> Enumeration:
        """Iterate over the models, projected onto the variables ``over`` (by default all declared variables).

        ``in_order`` sorts them as binary numbers: the first variable first, false before true.  ``whole``
        models have all their literals, like those of ``solve``, so that they can be evaluated.  Nothing is
        added to the session, but its next query ends the enumeration.

        >>> engine = NativeEngine()
        >>> engine.add([1, 2]); engine.add([-2, 3])
        >>> [model.tolist() for model in engine.enumerate(over=[1, 2], in_order=True)]
        [[-1, 2], [1, -2], [1, 2]]
        """
        for var in over or ():
            if var <= 0:
                raise BadInput("variable to enumerate over", found=str(var), expected="a positive number")
        try:
            chosen = None if over is None else list(over)
            width = self._engine.start_enumeration(list(assuming), chosen, in_order, whole)
        except ValueError as error:
            raise BadInput("enumeration", found=str(error), expected="variables to enumerate over") from None
        return Enumeration(self._engine, width, limit, self.drain_proof)

    def attach(self, theory: Theory, atoms: Sequence[Lit]) -> None:
        """Attach a theory; its atoms are literals of different variables.

        Its clauses appear in a proof without hints.  It may call ``interrupt`` and ``statistics`` of this
        engine; every other call raises ``EngineError``.  An exception that a theory does not catch ends the
        session: the theory may have missed a part of the search.
        """
        try:
            self._engine.attach(theory, list(atoms))
        except ValueError as error:
            expected = "non-zero literals of different variables"
            raise BadInput("atoms of a theory", found=str(error), expected=expected) from None

    def attach_connected(self, nodes: int, edges: NDArray[np.int32]) -> None:
        """Require that the edges whose literal is true connect all nodes (``theories/connected.hpp``).

        A row of ``edges`` is two nodes, from 0, and a literal; nodes and literals may be repeated.  Graphs
        with no or one node are connected.  Derived clauses appear in a proof without hints.

        >>> engine = NativeEngine()
        >>> engine.attach_connected(3, np.array([[0, 1, 1], [1, 2, 2], [2, 0, 3]], np.int32))
        >>> engine.solve(assuming=[-2])
        Sat(model=Model(1 -2 3))
        """
        try:
            self._engine.attach_connected(nodes, edges)
        except (TypeError, ValueError) as error:
            found = str(error) if isinstance(error, ValueError) else f"{nodes!r} nodes, {_kind(edges)}"
            expected = "rows of two nodes and a non-zero literal, contiguous int32"
            raise BadInput("edges of a graph", found=found, expected=expected) from None

    def freeze(self, var: int) -> None:
        """Do not eliminate this variable, because it will be used again."""
        self._engine.freeze(var)

    def melt(self, var: int) -> None:
        """Undo one ``freeze``."""
        self._engine.melt(var)

    def set_phase(self, lit: Lit) -> None:
        """Always decide this literal of its variable first."""
        self._engine.set_phase(lit)

    def clear_phase(self, var: int) -> None:
        """Undo ``set_phase`` for a variable."""
        self._engine.clear_phase(var)

    def interrupt(self) -> None:
        """Make a running ``solve`` return ``Unknown`` soon; called from another thread."""
        self._engine.interrupt()

    def on_progress(self, callback: Callable[[Mapping[str, int | float]], object] | None) -> None:
        """Call ``callback`` with the counters about every 10 ms of solving; an exception ends the call.

        It may call ``interrupt`` and ``statistics`` of this engine; every other call raises ``EngineError``.
        """
        self._progress = callback

    def clone(self) -> NativeEngine:
        """A second session in the same state; it writes no proof."""
        copy = NativeEngine()
        copy._engine = self._engine.clone()
        return copy

    def log_proof(self, sink: ProofSink) -> None:
        """Send every derived and deleted clause to ``sink``; call this before adding clauses.

        The sink may call ``interrupt`` and ``statistics`` of this engine; every other call raises
        ``EngineError``.
        """
        self._engine.log_proof_memory()
        self._sink = sink

    def log_proof_file(self, descriptor: int, format: int) -> None:
        """Write the proof to an open file: 0 DRAT, 1 binary DRAT, 2 LRAT; call this before adding clauses.

        The core writes the file itself; it is complete when ``solve`` returns.  If it cannot be written,
        ``solve`` raises the ``OSError`` of the system, and the session has ended.
        """
        self._engine.log_proof_file(descriptor, format)

    def drain_proof(self) -> None:
        """Send what was logged since the last call to the sink of ``log_proof``."""
        if self._sink is not None:
            self._engine.forward_proof(self._forward_proof)

    def _pulse(self, lines: NDArray[np.int64]) -> None:
        if self._sink is not None:
            self._forward_proof(lines)
        if self._progress is not None:
            self._progress(self.statistics())

    def _forward_proof(self, lines: NDArray[np.int64]) -> None:
        """Forward proof lines packed as in ``proof.hpp``: kind, id, literals and hints with their lengths."""
        assert self._sink is not None
        numbers = lines.tolist()
        at = 0
        while at < len(numbers):
            kind, clause_id, size = numbers[at : at + 3]
            lits = numbers[at + 3 : at + 3 + size]
            at += 3 + size
            hints = numbers[at + 1 : at + 1 + numbers[at]]
            at += 1 + len(hints)
            if kind == 1:
                self._sink.add(clause_id, lits, hints)
            else:
                self._sink.delete(clause_id, lits)

    def statistics(self) -> Mapping[str, int | float]:
        """Counters since the start of the session."""
        return self._engine.statistics()

    def close(self) -> None:
        """Nothing to do: the memory is freed with the last reference."""
