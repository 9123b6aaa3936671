"""The main loop of CDCL (Marques-Silva & Sakallah 1996): propagate; on a conflict learn, otherwise decide.

The engine is a generator of events and ``solve`` exhausts it: there is no second, untraced loop that could
differ from the trace.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from satplay.arguments import expect_literals, expect_whole_number
from satplay.contracts.engine import UNLIMITED, Answer, Limit, ProofSink, Sat, Unknown, Unsat, expect_limit
from satplay.contracts.events import (
    Backjump,
    Conflict,
    Decide,
    Delete,
    Event,
    Fail,
    GiveUp,
    Learn,
    Restart,
    Success,
    Why,
)
from satplay.engines.meter import Clock, LimitReached, Meter
from satplay.engines.reference.analyze import (
    Resolvent,
    analyze,
    continue_analysis,
    resolve_to_decisions,
)
from satplay.engines.reference.clauses import ClauseDatabase, ClauseRecord
from satplay.engines.reference.decide import Phases, heuristic
from satplay.engines.reference.minimize import minimize
from satplay.engines.reference.options import SearchOptions
from satplay.engines.reference.proof import write_clause
from satplay.engines.reference.propagate import Propagator, Scan, Watches
from satplay.engines.reference.pure import pure_literals
from satplay.engines.reference.reduce import Reduction, glue
from satplay.engines.reference.restart import LubyRestarts
from satplay.engines.reference.trail import Trail
from satplay.errors import BadInput, EngineError
from satplay.logic.clause_input import one_clause
from satplay.logic.flat_clauses import clause_lists
from satplay.logic.literal import MAX_VAR, Clause, FlatClauses, Lit
from satplay.logic.model import Model, complete


class ReferenceEngine:
    """The reference engine: incremental, with traces and proofs.

    >>> engine = ReferenceEngine()
    >>> engine.add([1, 2]); engine.add([-1])
    >>> engine.solve()
    Sat(model=Model(-1 2))
    >>> engine.solve(assuming=[-2])
    Unsat(core=(-2,))
    """

    def __init__(self, options: SearchOptions | None = None, *, clock: Clock = time.monotonic) -> None:
        self.options = options or SearchOptions()
        self._clock = clock
        self._var_count = 0
        self._clauses = ClauseDatabase()
        self._trail = Trail()
        self._propagator = self._new_propagator()
        self._heuristic = heuristic(self.options)
        self._phases = Phases(self.options)
        self._restarts = LubyRestarts(self.options.restart_unit)
        self._reduction = Reduction()
        self._proof: ProofSink | None = None
        self._counts: Counter[str] = Counter()
        self._pending: list[Event] = []  # events between two calls, shown by the next trace
        self._interrupted = False
        self._needs_rebuild = False  # an exception interrupted an update of the watch lists
        self._refuted: ClauseRecord | None = None  # a clause that is false at level 0

    def _new_propagator(self) -> Propagator:
        if self.options.propagation == "scan":
            return Scan(self._trail)
        return Watches(self._trail, show=self.options.show_watches)

    # -- interface of an engine --------------------------------------------------------------------

    def declare(self, var_count: int) -> None:
        """Declare variables 1 .. ``var_count``."""
        var_count = expect_whole_number("variable count", var_count, greatest=MAX_VAR)
        self._var_count = max(self._var_count, var_count)

    def add(self, *given: Lit | Clause) -> None:
        """Add one clause: ``add(1, -2)`` or ``add([1, -2])``."""
        if self._trail.current_level:
            raise EngineError("a clause was added while a trace is running")
        clause = expect_literals("clause", one_clause(given))
        if any(lit == 0 or abs(lit) > MAX_VAR for lit in clause):
            raise BadInput("clause", found=str(list(clause)), expected="non-zero 32-bit literals")
        self._register(clause)
        record = self._clauses.add(clause)
        self._heuristic.on_clause(record)
        self._propagator.attach(record, self._pending)

    def add_flat(self, clauses: FlatClauses) -> None:
        """Add flat clauses, each terminated by 0."""
        for clause in clause_lists(clauses):
            self.add(clause)

    def log_proof(self, sink: ProofSink) -> None:
        """Send every derived and deleted clause to ``sink``."""
        self._proof = sink

    def interrupt(self) -> None:
        """Make a running call return ``Unknown``; no effect otherwise."""
        self._interrupted = True

    def statistics(self) -> Mapping[str, int | float]:
        """Decisions, propagations, conflicts, learned and deleted clauses, restarts."""
        return dict(self._counts)

    def close(self) -> None:
        """Nothing to do: the engine has no resources to release."""

    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Answer:
        """Decide the clauses under the assumptions, by exhausting the trace."""
        last: Event | None = None
        for last in self.trace(assuming, limit):  # noqa: B007 - the last event is the answer
            pass
        match last:
            case Success(model=model):
                return Sat(model)
            case Fail(core=core):
                return Unsat(core)
            case GiveUp(stopped=stopped):
                return Unknown(stopped)
            case _:
                raise EngineError(f"a trace ended with {last}")

    def trace(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Iterator[Event]:
        """The events of one call; the last is ``Success``, ``Fail`` or ``GiveUp``."""
        assuming = expect_literals("assumptions", assuming)
        expect_limit(limit)
        self._interrupted = False
        if self._needs_rebuild:
            self._rebuild()
        self._register(assuming)
        pending, self._pending = self._pending, []
        yield from pending
        self._needs_rebuild = True
        try:
            yield from self._search(list(dict.fromkeys(assuming)), limit)
        except GeneratorExit:
            pass  # the caller abandons the trace; the state is consistent between two events
        except LimitReached as reached:
            self._pending += self._undo(0)
            yield GiveUp(reached.stopped)
        self._pending += self._undo(0)
        self._needs_rebuild = False

    # -- the search --------------------------------------------------------------------------------

    def _search(self, assumptions: list[Lit], limit: Limit) -> Iterator[Event]:
        meter = Meter(limit, lambda: self._interrupted, self._clock)
        trail = self._trail
        pure = pure_literals(self._clauses.given_clauses(), trail) if self.options.pure else []
        while True:
            log: list[Event] = []
            before = len(trail.lits)
            conflict = self._refuted or self._propagator.propagate(log, meter.pulse)
            yield from log
            self._counts["propagations"] += len(trail.lits) - before
            meter.count_propagations(len(trail.lits) - before)
            if conflict is not None:
                self._counts["conflicts"] += 1
                yield Conflict(conflict.id, trail.current_level)
                if trail.highest_level(conflict.lits) == 0:
                    self._refuted = conflict
                    yield self._fail(resolve_to_decisions(conflict.lits, trail), conflict, ())
                    return
                derivation, minimised = self._analyze(conflict)
                if not derivation.clause:  # without backjumping, above level 0
                    yield self._fail(derivation, conflict, ())
                    return
                meter.count_conflict()
                yield from self._learn(conflict, derivation, minimised)
            elif self._restarts.is_due() and self.options.restarts:
                self._restarts.reset()
                self._counts["restarts"] += 1
                yield Restart(0)
                yield from self._undo(0)
            elif self._reduction.is_due() and self.options.deletion:
                yield from self._delete(self._reduction.choose(self._clauses.learned_clauses(), trail))
            else:
                failed = next((lit for lit in assumptions if trail.value[lit] is False), None)
                if failed is not None:
                    yield self._fail_assumption(failed, assumptions)
                    return
                meter.check()
                decision = self._next_decision(assumptions, pure)
                if decision is None:
                    yield Success(self._model())
                    return
                self._counts["decisions"] += 1
                trail.decide(decision[0])
                yield Decide(decision[0], trail.current_level, decision[1])

    def _next_decision(self, assumptions: list[Lit], pure: list[Lit]) -> tuple[Lit, Why] | None:
        """Assumptions first, then pure literals, then the heuristic; None if everything is assigned."""
        value = self._trail.value
        for lits, why in ((assumptions, Why.ASSUMPTION), (pure, Why.PURE)):
            for lit in lits:
                if value[lit] is None:
                    return lit, why
        if self._propagator.all_satisfied():
            return None
        var = self._heuristic.pick(self._trail)
        if var is None:
            return None
        return self._phases.literal(var, self._heuristic.polarity(var)), Why.HEURISTIC

    def _analyze(self, conflict: ClauseRecord) -> tuple[Resolvent, int]:
        """The derivation of the learned clause, and how many of its last steps make it shorter."""
        options, trail = self.options, self._trail
        derivation = analyze(conflict, trail, options.learn)
        before = len(derivation.steps)
        while options.minimise and minimize(derivation, trail):
            continue_analysis(derivation, trail, options.learn)
        return derivation, len(derivation.steps) - before

    def _learn(self, conflict: ClauseRecord, derivation: Resolvent, minimised: int) -> Iterator[Event]:
        """Learn the derived clause, backjump to the level at which it is unit, and attach it."""
        options, trail = self.options, self._trail
        lits = sorted(derivation.clause, key=abs)
        levels = tuple(trail.level[abs(lit)] for lit in lits)
        conflict_level = max(levels, default=0)
        backjump = max((level for level in levels if level < conflict_level), default=0)
        if not options.backjumping:
            backjump = max(conflict_level - 1, 0)

        for used in (conflict, *derivation.reasons):
            used.used_at = self._counts["conflicts"]
        self._heuristic.on_conflict(
            {abs(step.pivot) for step in derivation.steps} | {abs(lit) for lit in lits}
        )
        self._restarts.count_conflict()
        self._reduction.count_conflict()
        self._counts["learned"] += 1

        record = self._clauses.add(
            lits, learned=True, reason_only=not options.learning, glue=glue(lits, trail)
        )
        steps = tuple(derivation.steps)
        learn = Learn(
            record.id,
            tuple(lits),
            levels,
            backjump,
            conflict.id,
            steps,
            minimised,
            reason_only=not options.learning,
        )
        if self._proof is not None:
            write_clause(learn, self._proof)
        yield learn
        deletions = self._undo(backjump)
        yield Backjump(backjump)
        yield from deletions
        log: list[Event] = []
        self._propagator.attach(record, log)
        yield from log

    def _undo(self, level: int) -> list[Event]:
        """Backtrack to ``level``; returns the deletion events of clauses that were only reasons."""
        undone = self._trail.undo_to(level)
        self._heuristic.on_undo(undone)
        self._phases.on_undo(undone)
        reasons = [reason for lit in undone if (reason := self._trail.reason[abs(lit)]) is not None]
        if not self.options.backjumping:
            # A literal that was implied later than possible is implied again by the same clause; the
            # watches would miss it, because no literal becomes false.
            for reason in reasons:
                if not reason.reason_only:
                    self._propagator.requeue(reason)
        return self._delete([reason for reason in reasons if reason.reason_only])

    def _delete(self, records: list[ClauseRecord]) -> list[Event]:
        self._propagator.detach(records)
        for record in records:
            self._clauses.remove(record)
            if self._proof is not None:
                self._proof.delete(record.id, record.lits)
        self._counts["deleted"] += len(records)
        return [Delete(record.id) for record in records]

    def _fail_assumption(self, failed: Lit, assumptions: list[Lit]) -> Fail:
        """The failure caused by an assumption that is false, with the core."""
        reason = self._trail.reason[abs(failed)]
        if reason is None:  # its negation is also assumed
            return Fail(tuple(lit for lit in assumptions if abs(lit) == abs(failed)), 0, 0, ())
        derivation = resolve_to_decisions([lit for lit in reason.lits if lit != -failed], self._trail)
        responsible = {-lit for lit in derivation.clause} | {failed}
        return self._fail(derivation, reason, tuple(lit for lit in assumptions if lit in responsible))

    def _fail(self, derivation: Resolvent, conflict: ClauseRecord, core: tuple[Lit, ...]) -> Fail:
        fail = Fail(core, self._clauses.next_id(), conflict.id, tuple(derivation.steps))
        if self._proof is not None:
            write_clause(fail, self._proof)
        return fail

    # -- helpers -----------------------------------------------------------------------------------

    def _register(self, lits: Sequence[Lit]) -> None:
        if new := self._trail.register(lits):
            self._heuristic.register(new)
            self._var_count = max(self._var_count, *new)

    def _model(self) -> Model:
        unassigned = (var for var in self._trail.value if var > 0 and self._trail.value[var] is None)
        chosen = [self._phases.literal(var, None) for var in unassigned]
        return complete([*self._trail.lits, *chosen], self._var_count)

    def _rebuild(self) -> None:
        """Rebuild the state from the clauses after an exception that may have corrupted the watch lists."""
        self._heuristic.on_undo(self._trail.lits)
        self._trail.clear()
        self._refuted = None
        self._pending = []
        self._propagator = self._new_propagator()
        self._delete([record for record in self._clauses.learned_clauses() if record.reason_only])
        for record in self._clauses:
            self._propagator.attach(record, self._pending)
        self._needs_rebuild = False
