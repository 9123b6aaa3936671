"""The methods of ``Solver`` that query the engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from time import thread_time
from typing import Any

from satplay.arguments import expect_whole_number, show
from satplay.errors import BadInput
from satplay.logic.clause_input import expect_no_bool
from satplay.logic.literal import MAX_VAR, Lit
from satplay.solver.enumeration import ModelEnumeration
from satplay.solver.state import LITERALS, SolverState

ANSWERS = (None, True, False)
"""By the status of the native core."""


class QueryMethods(SolverState):
    """Solving, unit propagation and enumeration, and their limits."""

    def solve(self, assumptions: Iterable[Lit] = []) -> bool | None:
        """Return whether the clauses are satisfiable under the assumptions, which hold for this call only.

        Ctrl-C raises ``KeyboardInterrupt``; after ``interrupt`` the answer is None.

        >>> from satplay import Solver
        >>> Solver(bootstrap_with=[[1, 2], [-1]]).solve(assumptions=[-2])
        False
        """
        return self._ask(assumptions)

    def solve_limited(
        self,
        assumptions: Iterable[Lit] = [],
        expect_interrupt: bool = False,
    ) -> bool | None:
        """Like ``solve`` within the budgets; None if one of them is exhausted, or after ``interrupt``.

        Every call can be interrupted, so ``expect_interrupt`` changes nothing.

        >>> from satplay import Solver
        >>> solver = Solver(bootstrap_with=[[1, 2], [1, -2], [-1, 2], [-1, -2]])
        >>> solver.conf_budget(1)
        >>> print(solver.solve_limited())
        None
        >>> solver.conf_budget(100)
        >>> solver.solve_limited()
        False
        """
        limits = (None, self._conflicts, self._propagations, -1, None, self._decisions)
        return self._ask(assumptions, limits)

    def _ask(self, assumptions: Any, limits: tuple[Any, ...] = ()) -> bool | None:
        core = self._core
        if core is None:
            return None
        started = thread_time() if self._timer else 0.0
        if self._pool is not None:
            core.declare(self._pool.top)
        if self._first_hidden <= MAX_VAR or not isinstance(assumptions, list):
            assumptions = self._expect_visible("assumptions", assumptions)
        try:
            if 1 in assumptions:
                expect_no_bool(assumptions, "assumptions")
            answer = core.solve(assumptions, *limits)
        except TypeError:  # no list of int: numbers of numpy, or something wrong
            answer = core.solve(self._expect_visible("assumptions", assumptions), *limits)
        except ValueError:
            raise BadInput("assumptions", found=show(assumptions), expected=LITERALS) from None
        self._status = ANSWERS[answer[0]]
        self._model = self._width = None
        if self._timer:
            self._last_seconds = thread_time() - started
            self._all_seconds += self._last_seconds
        return self._status

    def propagate(
        self,
        assumptions: Iterable[Lit] = [],
        phase_saving: int = 0,
    ) -> tuple[bool, list[Lit]] | None:
        """Whether unit propagation of the assumptions finds no conflict, and the literals that it assigns.

        Literals that are true without assumptions are left out.  Phases are never saved.

        >>> from satplay import Solver
        >>> Solver(bootstrap_with=[[-1, 2], [-2, 3], [4]]).propagate(assumptions=[1])
        (True, [1, 2, 3])
        """
        if self._core is None:
            return None
        started = thread_time() if self._timer else 0.0
        answer = self._core.consequences(self._expect_visible("assumptions", assumptions))
        if self._timer:
            self._last_seconds = thread_time() - started
            self._all_seconds += self._last_seconds
        return answer

    def enum_models(
        self,
        assumptions: Iterable[Lit] = [],
    ) -> Iterator[list[Lit]] | None:
        """Iterate over all models.  The session keeps its clauses: nothing is blocked in it.

        Clauses that are added meanwhile hold for the remaining models, as in PySAT.

        >>> from satplay import Solver
        >>> solver = Solver(bootstrap_with=[[-1, 2], [-2, 3]])
        >>> len(list(solver.enum_models())), solver.solve()
        (4, True)
        """
        if self._core is None:
            return None
        return self._enumerate(self._expect_visible("assumptions", assumptions))

    def _enumerate(self, assumptions: list[Lit]) -> Iterator[list[Lit]]:
        if self._session is None or self._core is None:
            return
        self._core.declare(max(map(abs, assumptions), default=0))
        every = range(1, self._core.declared + 1)
        enumeration = ModelEnumeration(self._session.clone(), assumptions, every)
        self._enumerations.append(enumeration)
        before = dict(enumeration.statistics())
        try:
            for model in enumeration:
                self._status, self._model = True, model
                yield list(model)
            self._status, self._model = None if enumeration.stopped else False, []
        finally:
            self._enumerations.remove(enumeration)
            for counter, count in enumeration.statistics().items():
                if counter in self._other_counts:
                    self._other_counts[counter] += int(count - before[counter])

    def conf_budget(self, budget: int = -1) -> None:
        """Limit the conflicts of each ``solve_limited`` from now on; 0 or less means unlimited."""
        self._conflicts = _limit("conflict budget", budget)

    def prop_budget(self, budget: int = -1) -> None:
        """Limit the propagations of each ``solve_limited`` from now on; 0 or less means unlimited."""
        self._propagations = _limit("propagation budget", budget)

    def dec_budget(self, budget: int) -> None:
        """Limit the decisions of each ``solve_limited`` from now on; 0 or less means unlimited."""
        self._decisions = _limit("decision budget", budget)

    def interrupt(self) -> None:
        """Make this call and every later one return None until ``clear_interrupt``; from any thread.

        >>> from satplay import Solver
        >>> solver = Solver(bootstrap_with=[[1]])
        >>> solver.interrupt()
        >>> solver.solve_limited(expect_interrupt=True)
        >>> solver.clear_interrupt()
        >>> solver.solve_limited(expect_interrupt=True)
        True
        """
        if self._core is not None:
            self._core.halt()
            for enumeration in tuple(self._enumerations):
                enumeration.interrupt()

    def clear_interrupt(self) -> None:
        """Undo ``interrupt``."""
        if self._core is not None:
            self._core.resume()

    def set_phases(self, literals: Iterable[Lit] = []) -> None:
        """Decide these literals of their variables first, in all later calls.

        >>> from satplay import Solver
        >>> solver = Solver(bootstrap_with=[[1, 2]])
        >>> solver.set_phases([1, 2])
        >>> solver.solve(), solver.get_model()
        (True, [1, 2])
        """
        if self._core is not None:
            for lit in self._expect_visible("literals", literals):
                self._core.set_phase(lit)

    def start_mode(self, warm: bool = False) -> None:
        """Nothing to set: a call starts from the last model if its assumptions allow it."""

    def configure(self, parameters: Mapping[str, Any]) -> None:
        """Nothing to set: the parameters are those of other engines."""


def _limit(what: str, budget: int) -> int:
    """A budget of PySAT as a limit of the native core, which stops when the limit is exceeded."""
    return max(-1, expect_whole_number(what, budget, least=-MAX_VAR) - 1)
