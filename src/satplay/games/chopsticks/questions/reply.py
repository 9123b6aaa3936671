"""Answers to questions about Chopsticks, as sentences and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from satplay.contracts.result_text import brief_repr
from satplay.contracts.texts import pluralize
from satplay.fast_dataclass import dataclass
from satplay.games.chopsticks.analysis.goal import GoalTask
from satplay.games.chopsticks.analysis.witness import LineOfPlay, Witness


@dataclass(frozen=True, slots=True)
class Bound:
    """The largest number of ``plies``, None if unbounded, and the command line ``option`` that set it."""

    plies: int | None = None
    option: str = ""

    @property
    def text(self) -> str:
        """``within 7 plies (--under 8)``."""
        return f"within {pluralize(self.plies or 0, 'ply', 'plies')} ({self.option})"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one method: the least number of plies and its witness, or neither."""

    method: str
    encoding: str | None
    plies: int | None
    witness: Witness | None
    seconds: float

    @property
    def name(self) -> str:
        """``qbf (factored)``."""
        return self.method if self.encoding is None else f"{self.method} ({self.encoding})"

    def as_json(self) -> dict[str, Any]:
        """The result without its witness."""
        return {
            "method": self.method,
            "encoding": self.encoding,
            "answer": self.plies is not None,
            "plies": self.plies,
            "seconds": round(self.seconds, 6),
        }


@dataclass(frozen=True, slots=True)
class MethodReply:
    """The answer of one method, or of all methods, which agree.

    ``can`` and ``cannot`` are the sentences, without the number of plies.
    """

    task: GoalTask
    bound: Bound
    method: str
    results: Sequence[Result]
    can: str
    cannot: str

    def __bool__(self) -> bool:
        """A reply is true if the answer is yes; not if it is unknown."""
        return self.exit_status == 0

    def __repr__(self) -> str:
        return brief_repr(self)

    @property
    def exit_status(self) -> int:
        """0 yes, 1 no."""
        return 1 if self.results[0].plies is None else 0

    def lines(self) -> Iterable[str]:
        """A sentence, the answer of each method if there are several, and the witness."""
        first, bounded = self.results[0], self.bound.plies is not None
        if first.plies is None:
            yield f"No: {self.cannot} {self.bound.text}." if bounded else f"Never: {self.cannot}."
        else:
            bound = f"; asked for {self.bound.text}" if bounded else ""
            yield f"Yes: {self.can} in {pluralize(first.plies, 'ply', 'plies')}{bound}."
        if len(self.results) > 1:
            for one in self.results:
                answer = "no" if one.plies is None else f"yes, {pluralize(one.plies, 'ply', 'plies')}"
                yield f"{one.name}: {answer} ({one.seconds:.3f} s)"
        if first.witness is not None and first.plies:
            yield "A line of play:" if isinstance(first.witness, LineOfPlay) else "Our move for every reply:"
            yield from first.witness.lines()

    def as_json(self) -> Mapping[str, Any]:
        """The answer; ``plies`` is the least number, null for "no" (without a bound: "never")."""
        first = self.results[0]
        document: dict[str, Any] = {
            "answer": first.plies is not None,
            "plies": first.plies,
            "within": self.bound.plies,
            "method": self.method,
            "encoding": first.encoding,
            "from": self.task.start.text,
            "goal": self.task.goal.text,
            "variant": self.task.variant.options,
            "witness": None if first.witness is None else first.witness.as_json(),
        }
        if len(self.results) > 1:
            document["methods"] = [one.as_json() for one in self.results]
        return document
