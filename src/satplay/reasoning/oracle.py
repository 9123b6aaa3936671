"""The oracle that generators and players are handed: it answers by an engine, one session a question.

Rules that an encoding states lazily are stated as solutions break them, in the same session.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from satplay.contracts.encoding import Encoding, Question
from satplay.contracts.engine import UNLIMITED, Limit, Sat, Stopped, Unknown
from satplay.errors import GaveUp
from satplay.logic.literal import Lit
from satplay.logic.quantified import Quantified, Quantifier
from satplay.reasoning.groups import clause_groups
from satplay.reasoning.models import Models, models
from satplay.reasoning.mus import Mus, mus
from satplay.reasoning.session import Session, missing_in

S = TypeVar("S")


class EngineOracle:
    """Asks the engine of this name, or the default one; the same seed gives the same answers.

    When the ``seconds`` are over, whoever asks has to give up: ``GaveUp``.

    >>> from satplay.logic.formula import Formula
    >>> either = Encoding(Formula([[1, 2], [-1, -2]]), decode=tuple, answer=[1, 2])
    >>> sorted(EngineOracle().solutions(either)), EngineOracle().is_unique(either)
    ([(-1, 2), (1, -2)], False)
    """

    def __init__(self, engine: str | None = None, *, seed: int = 0, seconds: float | None = None) -> None:
        self._engine = engine
        self._seed = seed
        self._deadline = None if seconds is None else time.monotonic() + seconds

    def solution(self, encoding: Encoding[S]) -> S | None:
        """One solution, or None where there is none."""
        likely = encoding.likely() if encoding.likely is not None else ()
        for assuming in (likely, ()) if likely else ((),):
            with self._models(encoding, most=1, assuming=assuming) as found:
                for solution in self._decoded(encoding, found):
                    return solution
        return None

    def solutions(self, encoding: Encoding[S]) -> Iterator[S]:
        """Every solution once."""
        with self._models(encoding) as found:
            yield from self._decoded(encoding, found)

    def is_unique(self, encoding: Encoding[Any]) -> bool:
        """Whether there is exactly one solution."""
        with self._models(encoding, most=2) as found:
            return len(list(self._decoded(encoding, found))) == 1

    def core(self, encoding: Encoding[Any]) -> tuple[int, ...] | None:
        """The numbers of clauses that are unsatisfiable together, none without need; None where they are not.

        It is the engine of ``groups`` that finds them, whatever name was given.

        >>> from satplay.logic.formula import Formula
        >>> EngineOracle().core(Encoding(Formula([[1, 2], [3], [-1], [-2]]), decode=tuple, answer=[1]))
        (0, 2, 3)
        """
        match mus(clause_groups(encoding.formula), self._limit()):
            case Mus(members=members, stopped=None):
                return tuple(sorted(members))
            case Mus(stopped=Stopped() as stopped) | Unknown(stopped=stopped):
                raise _given_up(stopped)
            case _:
                return None

    def ruling(self, question: Question[Any]) -> bool:
        """Whether the answer to a quantified question is yes."""
        with Session(question.formula.matrix, self._engine, seed=self._seed) as session:
            return _holds(session, _order(question.formula), 0, [], self._limit)

    def _limit(self) -> Limit:
        """What the next question may take."""
        return UNLIMITED if self._deadline is None else Limit(max(0.0, self._deadline - time.monotonic()))

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
            missing=missing_in(encoding),
            connected=encoding.connected,
            engine=self._engine,
            seed=self._seed,
        )

    @staticmethod
    def _decoded(encoding: Encoding[S], found: Models) -> Iterator[S]:
        yield from map(encoding.decode, found)
        if found.stopped is not None:
            raise _given_up(found.stopped)


def _given_up(stopped: Stopped) -> Exception:
    """Where nobody set a limit, the machine's own was reached."""
    return GaveUp("answer", stopped.value) if stopped is Stopped.TIME else MemoryError(stopped.value)


# -- questions with quantifiers ----------------------------------------------------------------------


def _order(question: Quantified) -> list[tuple[Quantifier, int]]:
    """Every variable with its quantifier, the outermost first; those that nobody binds exist."""
    bound = [(block.quantifier, var) for block in question.prefix for var in block.variables]
    known = {var for _, var in bound}
    free = (var for var in range(1, question.matrix.var_count + 1) if var not in known)
    return [(Quantifier.EXISTS, var) for var in free] + bound


def _holds(
    session: Session,
    order: list[tuple[Quantifier, int]],
    at: int,
    chosen: list[Lit],
    limit: Callable[[], Limit],
) -> bool:
    """Tries both values of every variable; the last ones, if they exist, the engine finds by itself."""
    if all(quantifier is Quantifier.EXISTS for quantifier, _ in order[at:]):
        answer = session.solve(chosen, limit())
        if isinstance(answer, Unknown):
            raise _given_up(answer.stopped)
        return isinstance(answer, Sat)
    quantifier, var = order[at]
    values = (_holds(session, order, at + 1, [*chosen, lit], limit) for lit in (var, -var))
    return any(values) if quantifier is Quantifier.EXISTS else all(values)
