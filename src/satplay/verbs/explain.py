"""hint: the next thing that can be known about a puzzle, and why; or the mistake that was made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from satplay.contracts.engine import UNLIMITED, Limit, Sat, Unknown
from satplay.contracts.facts import Facts
from satplay.contracts.puzzle import Puzzle
from satplay.drawing.scene import Scene
from satplay.errors import BadInput, EncodingError
from satplay.logic.literal import Lit
from satplay.reasoning.deduce import Contradiction, Deduced, Deducing, Done, Open, Step
from satplay.rule import RuleInstance
from satplay.verbs.reading import read_solution
from satplay.verbs.stating import opened


@dataclass(frozen=True, slots=True)
class Hint:
    """What was found out: ``deduced`` in literals, and in sentences.

    ``position``  the solution as far as it got
    ``advanced``  the same with the new facts written into it
    """

    puzzle: Puzzle[Any, Any] = field(repr=False)
    instance: Any = field(repr=False)
    position: Any = field(repr=False)
    advanced: Any = field(repr=False)
    deduced: Deduced
    facts: tuple[str, ...]
    because: tuple[RuleInstance, ...]
    given: tuple[str, ...]

    @property
    def kind(self) -> str:
        """``step``, ``mistake``, ``unsolvable``, ``solved``, ``open`` or ``unknown``."""
        match self.deduced:
            case Step():
                return "step"
            case Contradiction(given=given):
                return "mistake" if given else "unsolvable"
            case Done():
                return "solved"
            case Open():
                return "open"
            case Unknown():
                return "unknown"

    @property
    def exit_status(self) -> int:
        """0 a hint, or nothing left to do; 1 there is none: no solution, or nothing is forced; 3 unknown."""
        return {"unsolvable": 1, "open": 1, "unknown": 3}.get(self.kind, 0)

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        document: dict[str, Any] = {
            "kind": self.kind,
            "subject": self.puzzle.name,
            "facts": list(self.facts),
            "reason": [instance.as_json() for instance in self.because],
            "given": list(self.given),
        }
        match self.deduced:
            case Step(smallest=smallest):
                document["smallest"] = smallest
            case Contradiction(minimal=minimal):
                document["minimal"] = minimal
            case Unknown(stopped=why):
                document["stopped"] = why.value
        return document

    def lines(self) -> Iterator[str]:
        """The hint for people."""
        match self.deduced:
            case Step():
                yield _listed(self.facts)
                yield from reason_lines("because", self.because, self.given)
            case Contradiction(given=()):
                yield "no solution"
                yield from reason_lines("because", self.because)
            case Contradiction():
                yield f"there is a mistake in: {_listed(self.given)}"
                yield from reason_lines("for", self.because)
            case Done():
                yield "nothing is left to find out"
            case Open():
                yield "nothing more is forced: there are several solutions"
            case Unknown(stopped=why):
                yield f"no answer: {why.value}"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_svg_(self) -> str:
        return self.picture()._repr_svg_()

    def picture(self) -> Scene:
        """The board with what is new, the places of the reason standing out."""
        if self.puzzle.mark is None:
            return self.puzzle.draw(self.instance, self.advanced)
        return self.puzzle.mark(self.instance, self.advanced, self.because)


def _listed(sentences: Sequence[str]) -> str:
    return "; ".join(sentences)


def reason_lines(word: str, because: Sequence[RuleInstance], given: Sequence[str] = ()) -> Iterator[str]:
    """A reason for people, a line each."""
    for number, instance in enumerate(because):
        yield f"  {word if number == 0 else 'and':>{len(word)}} {instance}"
    for sentence in given:
        yield f"  given that {sentence}"


def hint(
    instance: Any,
    so_far: Any = None,
    subject: str | None = None,
    *,
    limit: Limit = UNLIMITED,
    format: str | None = None,
) -> Hint:
    """The next fact of an instance (text, a path, or the instance itself), with a minimal reason.

    ``so_far`` is the solution as far as it got (likewise).  Where it cannot be finished, the hint is the
    mistake: entries and rule instances that contradict each other, none of them for nothing.
    """
    puzzle, board, _ = opened(instance, subject, format)
    if puzzle.facts is None:
        raise BadInput("hint", found=f"the subject {puzzle.name}", expected="a puzzle that gives hints")
    facts = puzzle.facts(board)
    position = facts.nothing if so_far is None else read_solution(puzzle, board, so_far)
    with Deducing(facts, limit) as deducing:
        deduced = deducing.step(facts.known(position))
    new: tuple[Lit, ...] = deduced.facts if isinstance(deduced, Step) else ()
    because = deduced.because if isinstance(deduced, Step | Contradiction) else ()
    given = deduced.given if isinstance(deduced, Step | Contradiction) else ()
    return Hint(
        puzzle=puzzle,
        instance=board,
        position=position,
        advanced=facts.written(position, new),
        deduced=deduced,
        facts=_sentences(facts, new),
        because=because,
        given=_sentences(facts, given),
    )


def _sentences(facts: Facts[Any], lits: Sequence[Lit]) -> tuple[str, ...]:
    return tuple(map(facts.encoding.formula.fact, lits))


def reason(puzzle: Puzzle[Any, Any], board: Any, limit: Limit = UNLIMITED) -> Contradiction | Unknown | None:
    """Why an instance that has no solution has none; None where the puzzle has no words for it."""
    if puzzle.facts is None:
        return None
    with Deducing(puzzle.facts(board), limit) as deducing:
        found = deducing.contradiction()
    if isinstance(found, Sat):
        raise EncodingError(f"one encoding of {puzzle.title} finds no solution, and the one for reasons does")
    return found
