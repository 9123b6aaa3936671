"""enumerate: every solution once, as it is found; each is checked by the rules first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satplay.arguments import expect_literals, expect_whole_number
from satplay.contracts.budget import Budget
from satplay.contracts.engine import UNLIMITED, Limit, Stopped
from satplay.contracts.pickling import refuse_pickling
from satplay.contracts.puzzle import Puzzle
from satplay.contracts.result_text import brief_repr, fit_screen
from satplay.fast_dataclass import dataclass
from satplay.inputs.encoded_instance import EncodedInstance, encode_board
from satplay.inputs.reading import read_instance
from satplay.inputs.writing import SolutionWriter, write_lines
from satplay.logic.literal import Lit, Var
from satplay.logic.model import Model
from satplay.reasoning.models import Models, models
from satplay.solving.direct_enumeration import DirectSolutions
from satplay.solving.evaluation import check_rules


class Numbers:
    """Models as lines of numbers that end in 0.

    Converting the numbers of many models can take ten times as long as finding the models: so each number is
    converted once, with both signs.

    >>> numbers = Numbers()
    >>> numbers.line(Model([1, -2])), numbers.line(Model([-1, -2])), numbers.line(Model([7]))
    ('1 -2 0', '-1 -2 0', '7 0')
    """

    longest = 10_000
    """Longer models are not cached: there are few of them, and they would need much memory."""

    def __init__(self) -> None:
        self._variables = np.empty(0, np.int32)
        self._affirmed = self._denied = np.empty(0, object)

    def __reduce__(self) -> tuple[Any, ...]:
        return Numbers, ()  # the texts are a cache

    def line(self, model: Model) -> str:
        """The literals, by variable, and the 0."""
        literals = model.literals
        if literals.size > self.longest:
            return " ".join(map(str, (*model, 0)))
        variables = np.abs(literals)
        if not np.array_equal(variables, self._variables):
            self._variables = variables
            self._affirmed, self._denied = _texts(variables), _texts(-variables)
        return " ".join([*np.where(literals > 0, self._affirmed, self._denied).tolist(), "0"])


def _texts(numbers: NDArray[np.int32]) -> NDArray[np.object_]:
    return np.array([str(number) for number in numbers.tolist()], object)


@dataclass(frozen=True, slots=True)
class EnumeratedSolution:
    """One solution."""

    puzzle: Puzzle[Any, Any] = field(repr=False)
    board: Any = field(repr=False)
    solution: Any
    numbers: Numbers = field(default_factory=Numbers, repr=False, compare=False)

    def as_json(self) -> Any:
        """The solution as its puzzle represents it in JSON."""
        return self.puzzle.solutions[0].as_json(self.board, self.solution)

    def json_line(self) -> str:
        """One line of what ``--json`` prints."""
        import json

        return json.dumps(self.as_json(), ensure_ascii=False)

    def lines(self, *, write_solution: SolutionWriter = write_lines) -> Iterator[str]:
        """The solution as text: a model on one line that ends in 0, or the drawn board."""
        if isinstance(self.solution, Model):
            yield self.numbers.line(self.solution)
        else:
            drawn = list(write_solution(self.puzzle, self.board, self.solution))
            yield from drawn
            if len(drawn) > 1:
                yield ""

    def __str__(self) -> str:
        return fit_screen(self.lines())

    def __repr__(self) -> str:
        return brief_repr(self)

    def _repr_svg_(self) -> str:
        return self.puzzle.draw(self.board, self.solution)._repr_svg_()


class NoMoreSolutions(Iterator[Any]):
    """The source of an enumeration that is complete: what remains of it when it is pickled."""

    complete = True
    stopped = None

    def __init__(self, found_count: int) -> None:
        self.found_count = found_count

    def __next__(self) -> Any:
        raise StopIteration

    def resume(self, limit: Limit = UNLIMITED, most: int | None = None) -> None:
        """There is nothing to continue."""

    def interrupt(self) -> None:
        """There is nothing to stop."""

    def close(self) -> None:
        """There is nothing to end."""


class SolutionIterator:
    """An iterator over solutions.

    ``complete`` is true if there are no others; ``stopped`` is the limit that was reached, if any.  It can be
    pickled and copied once it is complete; before, it holds an engine.
    """

    def __init__(
        self,
        puzzle: Puzzle[Any, Any],
        board: Any,
        source: Models | DirectSolutions | NoMoreSolutions,
        decode: Callable[[Any], Any],
        encoder: str | None = None,
    ) -> None:
        self._puzzle = puzzle
        self._board = board
        self._source = source
        self._decode = decode
        self._encoder = encoder
        self._numbers = Numbers()

    def __getstate__(self) -> dict[str, Any]:
        if not self.complete:
            instead = "use the solutions, as in list(enumerate(...)), or go on to the last one first"
            raise refuse_pickling("an enumeration that is not complete", instead)
        return self.__dict__ | {"_source": NoMoreSolutions(self.found_count), "_decode": None}

    def __repr__(self) -> str:
        state = "complete" if self.complete else self.stopped.value if self.stopped else "more to come"
        return f"SolutionIterator({self.found_count} solutions so far, {state})"

    def __iter__(self) -> Iterator[EnumeratedSolution]:
        return self

    def __next__(self) -> EnumeratedSolution:
        model = next(self._source)
        if self._puzzle.plain_formula is not None:
            return EnumeratedSolution(self._puzzle, self._board, model, self._numbers)
        solution = self._decode(model)
        check_rules(self._puzzle, self._board, solution, self._encoder)
        return EnumeratedSolution(self._puzzle, self._board, solution)

    @property
    def found_count(self) -> int:
        """The number of solutions so far."""
        return self._source.found_count

    @property
    def complete(self) -> bool:
        """Whether there are no further solutions."""
        return self._source.complete

    @property
    def stopped(self) -> Stopped | None:
        """The limit that was reached; the maximum number of solutions is not one."""
        return self._source.stopped

    @property
    def exit_status(self) -> int:
        """0 all solutions or the maximum number were found; 1 there are none; 3 a limit was reached."""
        return 3 if self.stopped is not None else 0 if self.found_count else 1

    def resume(self, limit: Limit = UNLIMITED, most: int | None = None) -> None:
        """Continue with new limits."""
        self._source.resume(limit, most)

    def interrupt(self) -> None:
        """Stop soon; from another thread."""
        self._source.interrupt()

    def close(self) -> None:
        """End the enumeration."""
        self._source.close()


def enumerate(
    instance: Any,
    subject: str | None = None,
    *,
    over: Sequence[Var] | None = None,
    assuming: Sequence[Lit] = (),
    in_order: bool = False,
    most: int | None = None,
    encoding: str | None = None,
    engine: str | None = None,
    limit: Limit = UNLIMITED,
    seed: int = 0,
    format: str | None = None,
) -> SolutionIterator:
    """The solutions of one instance, each once: text, a path, or the instance itself.

    ``over``      projection variables, by default as for ``count``
    ``in_order``  sort solutions as binary numbers, the first variable first, false before true
    ``most``      maximum number of solutions

    A puzzle with direct enumeration uses it if that is faster and no option asks for clauses.

    >>> for found in enumerate("p cnf 3 2\\n1 2 0\\n-2 3 0", over=[1, 2], in_order=True):
    ...     print(*found.lines())
    -1 2 0
    1 -2 0
    1 2 0
    """
    if most is not None:
        expect_whole_number("maximum number of solutions", most)
    assuming = expect_literals("assumptions", assuming)
    direct = over is None and encoding is None and engine is None and not (assuming or in_order)
    budget = Budget(limit)
    found = read_instance(instance, subject, format, projection=over is None)
    if direct and found.puzzle.direct_enumeration is not None:
        limit = budget.remaining_time()
        solutions = DirectSolutions.start(found.puzzle.direct_enumeration, found.board, limit, most)
        if solutions is not None:
            return SolutionIterator(found.puzzle, found.board, solutions, lambda solution: solution)
    encoded = encode_board(found, project_onto=over, encoding=encoding)
    return enumerate_encoded(
        encoded,
        assuming=assuming,
        in_order=bool(in_order),
        most=most,
        engine=engine,
        limit=budget.remaining_time(),
        seed=seed,
    )


def enumerate_encoded(
    instance: EncodedInstance,
    *,
    assuming: Sequence[Lit] = (),
    in_order: bool = False,
    most: int | None = None,
    engine: str | None = None,
    limit: Limit = UNLIMITED,
    seed: int = 0,
) -> SolutionIterator:
    """The solutions of an instance that is encoded already."""
    encoded = instance.encoding
    source = models(
        encoded.formula,
        instance.projection,
        assuming=assuming,
        in_order=bool(in_order),
        whole=instance.puzzle.plain_formula is None,
        most=most,
        limit=limit,
        encoding=encoded,
        engine=engine,
        seed=seed,
    )
    return SolutionIterator(instance.puzzle, instance.board, source, encoded.decode, instance.encoder_name)
