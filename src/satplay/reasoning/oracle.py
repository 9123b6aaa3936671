"""The oracle of generators and players: it answers queries with an engine, in one session per query.

Lazy clauses of an encoding are added in the same session when a solution violates them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Self, TypeVar

from satplay.contracts.budget import Budget
from satplay.contracts.encoding import Encoding, Question
from satplay.contracts.engine import Limit, Stopped, Unknown, Unsat
from satplay.contracts.qbf_engine import Fails, Holds
from satplay.errors import GaveUp
from satplay.logic.literal import Lit
from satplay.reasoning.groups import clause_groups
from satplay.reasoning.models import Models, models
from satplay.reasoning.mus import Mus, mus
from satplay.solving.lazy_refinement import Result, Solution
from satplay.solving.session import Session
from satplay.solving.solution_search import SolutionSearch

S = TypeVar("S")


class EngineOracle:
    """Uses the engine of this name, or the default one; the same seed gives the same answers.

    Raises ``GaveUp`` when the time limit, ``seconds`` for all queries together, is reached.

    >>> from satplay.logic.formula import Formula
    >>> either = Encoding(Formula([[1, 2], [-1, -2]]), decode=tuple, answer=[1, 2])
    >>> sorted(EngineOracle().solutions(either)), EngineOracle().is_unique(either)
    ([(-1, 2), (1, -2)], False)
    """

    def __init__(self, engine: str | None = None, *, seed: int = 0, seconds: float | None = None) -> None:
        self._engine = engine
        self._seed = seed
        self._budget = Budget(Limit(seconds))

    def within(self, seconds: float) -> Self:
        """An oracle like this one with a time limit of its own."""
        return type(self)(self._engine, seed=self._seed, seconds=seconds)

    def solution(self, encoding: Encoding[S]) -> S | None:
        """One solution; None if there is none.

        It is the first of ``solutions``, unless the warm start gives one: generated boards depend on it.
        """
        start = encoding.warm_start() if encoding.warm_start is not None else ()
        for assuming in (start, ()) if start else ((),):
            with self._models(encoding, most=1, assuming=assuming) as found:
                for solution in self._decode(encoding, found):
                    return solution
        return None

    def solutions(self, encoding: Encoding[S]) -> Iterator[S]:
        """Every solution once."""
        with self._models(encoding) as found:
            yield from self._decode(encoding, found)

    def is_unique(self, encoding: Encoding[Any]) -> bool:
        """Whether there is exactly one solution."""
        projection = list(dict.fromkeys(map(abs, encoding.answer)))
        with Session(encoding.formula, self._engine, seed=self._seed) as session:
            search = SolutionSearch(encoding, session, warm_start=False)
            first = self._expect(search.solve(budget=self._budget))
            if not isinstance(first, Solution):
                return False
            second = self._expect(search.find_another(first, projection, budget=self._budget))
        return not isinstance(second, Solution)

    @staticmethod
    def _expect(result: Result[S]) -> Solution[S] | Unsat:
        """The result; raises an exception if a limit was reached."""
        if isinstance(result, Unknown):
            raise limit_error(result.stopped)
        return result

    def core(self, encoding: Encoding[Any]) -> tuple[int, ...] | None:
        """The numbers of the clauses of a minimal unsatisfiable subset; None if the formula is satisfiable.

        Always found by the native engine of ``groups``, whichever engine was named.

        >>> from satplay.logic.formula import Formula
        >>> EngineOracle().core(Encoding(Formula([[1, 2], [3], [-1], [-2]]), decode=tuple, answer=[1]))
        (0, 2, 3)
        """
        match mus(clause_groups(encoding.formula), self._limit()):
            case Mus(members=members, stopped=None):
                return tuple(sorted(members))
            case Mus(stopped=Stopped() as stopped) | Unknown(stopped=stopped):
                raise limit_error(stopped)
            case _:
                return None

    def ruling(self, question: Question[Any]) -> bool:
        """Whether the answer to a quantified question is yes.

        Always decided by the default QBF engine, whichever engine was named.
        """
        return isinstance(self._decide(question, strategy=False), Holds)

    def decide(self, question: Question[Any]) -> Holds | Fails:
        """The ruling with the winner's first values and, if the engine gives one, the winner's strategy.

        >>> from satplay.logic.formula import Formula
        >>> from satplay.logic.quantified import Block, Quantified, Quantifier
        >>> from satplay.logic.replies import replies
        >>> exists, for_all = Block(Quantifier.EXISTS, (2,)), Block(Quantifier.FORALL, (1,))
        >>> equal = Quantified((for_all, exists), Formula([[1, -2], [-1, 2]]))
        >>> replies(EngineOracle().decide(Question(equal, tuple)).strategy, [-1])
        (-2,)
        """
        return self._decide(question, strategy=True)

    def _decide(self, question: Question[Any], *, strategy: bool) -> Holds | Fails:
        from satplay.qbf.catalogue import open_qbf  # most oracles are never asked a quantified question

        answer = open_qbf(strategy=strategy).decide(question.formula, self._limit())
        if isinstance(answer, Unknown):
            raise limit_error(answer.stopped)
        return answer

    def _limit(self) -> Limit:
        """The limit that remains for the next query."""
        return self._budget.remaining()

    def _models(
        self, encoding: Encoding[Any], most: int | None = None, assuming: Sequence[Lit] = ()
    ) -> Models:
        return models(
            encoding.formula,
            list(dict.fromkeys(map(abs, encoding.answer))),
            assuming=assuming,
            whole=True,
            most=most,
            limit=self._limit(),
            encoding=encoding,
            engine=self._engine,
            seed=self._seed,
        )

    @staticmethod
    def _decode(encoding: Encoding[S], found: Models) -> Iterator[S]:
        yield from map(encoding.decode, found)
        if found.stopped is not None:
            raise limit_error(found.stopped)


def limit_error(stopped: Stopped) -> Exception:
    """``GaveUp`` for the time limit; otherwise ``MemoryError``, because no other limit is set here."""
    return GaveUp("answer", stopped.value) if stopped is Stopped.TIME else MemoryError(stopped.value)
