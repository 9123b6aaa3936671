"""hint: the next logical step of a puzzle and the rules it follows from, or the mistake in a position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from satplay.contracts.budget import Budget
from satplay.contracts.engine import UNLIMITED, Limit, Unknown
from satplay.contracts.facts import Facts
from satplay.contracts.phrases import StepMarks
from satplay.contracts.puzzle import Puzzle, Suggestion
from satplay.contracts.result_text import brief_repr, fit_screen
from satplay.errors import BadInput
from satplay.explaining.chain import Link, tell_chain
from satplay.explaining.hints import drawable_part
from satplay.explaining.path import Dearer, Path, PathResult
from satplay.explaining.wording import Wording
from satplay.fast_dataclass import dataclass
from satplay.inputs.picture import draw_step
from satplay.inputs.reading import read_instance, read_position
from satplay.logic.literal import Lit
from satplay.reasoning.deduce import Contradiction, Deduction, DeductionResult, DeductionStep, Done, Open
from satplay.rule import RuleInstance

if TYPE_CHECKING:
    from random import Random

    from satplay.contracts.oracle import Oracle
    from satplay.drawing.scene import Scene

QUICK = 2_000
"""Conflicts of the search for a mistake before the first step; a mistake that is harder to find is reported
when the steps lead to it."""

EASY_MARK = 1
"""The cost up to which a mark, such as "no bridge", is no hint by itself."""

MOST_MARKS_TOLD = 3
"""Marks that a hint tells besides the step that uses them."""

MOST_MARKS_AHEAD = 20
"""Marks after which the search for a step that draws more ends."""

LINE_LENGTH = 100
"""Characters of a line of known facts, if none of them is longer."""


@dataclass(frozen=True, slots=True)
class Hint:
    """One step: ``deduction`` in literals, the other fields in sentences.

    ``position``       the partial solution before the step
    ``next_position``  the partial solution with the new facts
    ``reason``         why the facts follow if that takes one rule instance; otherwise empty
    ``chain``          why they follow from several, link by link; empty if it is not known
    ``other_given``    the given facts that no note tells
    ``where``          where to look for the step
    ``marks``          what the picture marks
    ``notes``          steps that this one uses and that cannot be drawn, such as "at most one bridge"
    ``link_pictures``  for each link of the chain the position that it supposes, and what its picture marks
    ``advice``         the suggested next move, for a puzzle that answers each move
    """

    puzzle: Puzzle[Any, Any] = field(repr=False)
    instance: Any = field(repr=False)
    position: Any = field(repr=False)
    next_position: Any = field(repr=False)
    deduction: DeductionResult
    facts: tuple[str, ...]
    because: tuple[RuleInstance, ...]
    given_facts: tuple[str, ...]
    other_given: tuple[str, ...] = field(default=(), repr=False)
    reason: str = field(default="", repr=False)
    chain: tuple[Link, ...] = field(default=(), repr=False)
    where: str = field(default="", repr=False)
    marks: StepMarks = field(default=StepMarks(), repr=False)
    notes: tuple[Hint, ...] = field(default=(), repr=False)
    link_pictures: tuple[tuple[Any, StepMarks], ...] = field(default=(), repr=False)
    advice: Suggestion | None = field(default=None, repr=False)

    @property
    def kind(self) -> str:
        """``step``, ``mistake``, ``unsolvable``, ``solved``, ``open`` or ``unknown``."""
        match self.deduction:
            case DeductionStep():
                return "step"
            case Contradiction(given_facts=given):
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

    @property
    def cost(self) -> int:
        """The cost of the step; 0 if there is none."""
        return self.deduction.cost if isinstance(self.deduction, DeductionStep) else 0

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        document: dict[str, Any] = {
            "kind": self.kind,
            "subject": self.puzzle.name,
            "facts": list(self.facts),
            "reason": [instance.as_json() for instance in self.because],
            "given": list(self.given_facts),
        }
        match self.deduction:
            case DeductionStep(smallest=smallest, cost=cost):
                document |= {"smallest": smallest, "cost": cost, "where": self.where, "why": self.reason}
                document["chain"] = [link.as_json() for link in self.chain]
                if self.notes:
                    document["notes"] = [note.as_json() for note in self.notes]
            case Contradiction(minimal=minimal):
                document["minimal"] = minimal
            case Unknown(stopped=why):
                document["stopped"] = why.value
        if self.advice is not None:
            document["advice"] = self.advice.as_json()
        return document

    def where_as_json(self) -> dict[str, Any]:
        """The document that ``--where --json`` prints: the place to look at, and not what follows there."""
        if self.kind not in ("step", "mistake"):
            return self.as_json()
        return {
            "kind": self.kind,
            "subject": self.puzzle.name,
            "where": self.where,
            "rules": list(dict.fromkeys(instance.rule.name for instance in self.because)),
            "places": [list(instance.place) for instance in self.because],
        }

    def lines(self) -> Iterator[str]:
        """The hint as text."""
        yield from self._step_lines()
        if self.advice is not None:
            yield from self.advice.lines()

    def where_lines(self) -> Iterator[str]:
        """The place to look at; the whole hint if it is no step and no mistake."""
        if self.kind == "mistake":
            yield "there is a mistake: what is entered cannot be completed"
        if self.kind not in ("step", "mistake"):
            yield from self._step_lines()
        elif self.where:
            yield self.where

    def _step_lines(self) -> Iterator[str]:
        match self.deduction:
            case DeductionStep():
                yield _join(self.facts)
                yield from self._reason_lines()
                for note in self.notes:
                    yield f"  where {_join(note.facts)}"
                    yield from (f"  {line}" for line in note._reason_lines())
            case Contradiction(given_facts=()):
                yield no_solution(self.puzzle, self.instance, self.because)
                yield from reason_lines("because", self.because)
            case Contradiction():
                yield f"there is a mistake in: {_join(self.given_facts)}"
                yield from reason_lines("for", self.because)
            case Done():
                yield "nothing is left to find out"
            case Open():
                yield "nothing more is forced: there are several solutions"
            case Unknown(stopped=why):
                yield f"no answer: {why.value}"

    def _reason_lines(self) -> Iterator[str]:
        """Why the facts of a step follow: a chain, the reason of one rule instance, or a list of several."""
        if self.chain:
            yield from (f"  {link.line}" for link in self.chain)
        elif self.reason:
            yield f"  because {self.reason}"
        else:
            yield from reason_lines("because", self.because)
        yield from _fold("  given that ", self.given_facts)

    def __bool__(self) -> bool:
        """A hint is true if there is a next step, or nothing is left to do."""
        return self.exit_status == 0

    def __str__(self) -> str:
        return fit_screen(self.lines())

    def __repr__(self) -> str:
        return brief_repr(self)

    def _repr_svg_(self) -> str:
        return self.picture()._repr_svg_()

    def picture(self, *, where: bool = False) -> Scene:
        """The board with the new facts and what they follow from, marked in two ways.

        ``where``  mark only the place to look at, and draw no new facts
        """
        if where:
            marks = StepMarks(because=self.marks.because)
            return draw_step(self.puzzle, self.instance, self.position, self.position, marks)
        return draw_step(self.puzzle, self.instance, self.position, self.next_position, self.marks)

    def chain_pictures(self) -> list[Scene]:
        """A picture for each link of the chain, with what is supposed so far; empty without a chain."""
        return [
            draw_step(self.puzzle, self.instance, position, position, marks)
            for position, marks in self.link_pictures
        ]


def _join(sentences: Sequence[str]) -> str:
    return "; ".join(sentences)


def _fold(head: str, sentences: Sequence[str]) -> Iterator[str]:
    """Sentences after a head, on as many lines as they need; none without sentences."""
    line = head
    for number, sentence in enumerate(sentences, 1):
        end = ";" if number < len(sentences) else ""
        if line != head and len(line) + len(sentence) > LINE_LENGTH:
            yield line.rstrip()
            line = " " * len(head)
        line += f"{sentence}{end} "
    if sentences:
        yield line.rstrip()


def no_solution(puzzle: Puzzle[Any, Any], board: Any, because: Sequence[RuleInstance]) -> str:
    """The sentence that there is no solution, with the puzzle's conflict summary if it has one."""
    if puzzle.conflict_summary is None or not because:
        return "no solution"
    return f"no solution: {puzzle.conflict_summary(board, because)}"


def reason_lines(word: str, because: Sequence[RuleInstance]) -> Iterator[str]:
    """A reason as text, one line for each rule instance."""
    for number, instance in enumerate(because):
        yield f"  {word if number == 0 else 'and':>{len(word)}} {instance}"


def hint(
    instance: Any,
    so_far: Any = None,
    subject: str | None = None,
    *,
    limit: Limit = UNLIMITED,
    format: str | None = None,
    suggest: bool = False,
) -> Hint:
    """The next fact of an instance (text, a path, or the instance itself), with a minimal reason.

    ``so_far`` is the partial solution (likewise), by default the position of a saved game.  If it cannot be
    completed, the hint is the mistake: a minimal set of entries and rule instances that contradict each
    other.  ``suggest`` adds the suggested next move, for a puzzle that answers each move.

    A position given as text can only hold what the text can: lines, but no marks.  Then the hint is the next
    step of this kind, and notes say what it uses besides.

    >>> print(hint("1.2\\n...\\n..1"))
    1 bridge joins C1 and C3
      because C3 has 1 bridge and can only be joined to C1 (NUMBER C3)
    """
    budget = Budget(limit)
    found_instance = read_instance(instance, subject, format)
    puzzle, board, saved = found_instance.puzzle, found_instance.board, found_instance.position
    facts = find_facts(puzzle, board)
    position, as_text = (facts.nothing, True) if saved is None else (saved, False)
    if so_far is not None:
        position, as_text = read_position(puzzle, board, so_far)
    maker = HintMaker(puzzle, board, facts)
    known = list(facts.known_literals(position))
    mistake = find_mistake(puzzle, board, known, budget.remaining_time())
    if mistake is not None:
        found = maker.make(position, mistake)
    else:
        with Path(facts, known, budget.remaining_time()) as path:
            found = maker.find_next(path, position, as_text=as_text)
    if not suggest or found.kind in ("unsolvable", "unknown"):
        return found
    if puzzle.suggest is None:
        raise BadInput(
            "hint", found=f"a suggestion for {puzzle.name}", expected="a puzzle that suggests moves"
        )
    return replace(found, advice=_suggest(puzzle.suggest, board, budget.remaining_time()))


def _suggest(suggest: Callable[[Any, Random, Oracle], Suggestion], board: Any, limit: Limit) -> Suggestion:
    from random import Random  # most puzzles suggest no moves: neither chance nor an oracle is needed

    from satplay.explaining.oracle import GradingOracle

    return suggest(board, Random(0), GradingOracle(seconds=limit.seconds))


# -- parts that explain uses, too ------------------------------------------------------------------------


def find_facts(puzzle: Puzzle[Any, Any], board: Any) -> Facts[Any]:
    """The facts of a board; ``BadInput`` if its puzzle has none."""
    if puzzle.facts is None:
        raise BadInput("hint", found=f"the subject {puzzle.name}", expected="a puzzle that gives hints")
    return puzzle.facts(board)


def find_mistake(
    puzzle: Puzzle[Any, Any], board: Any, known: Sequence[Lit], limit: Limit
) -> Contradiction | Unknown | None:
    """Why no solution has the known facts; None if there is one, or if that is not known soon.

    A mistake is the first thing to report: the path would first use the facts that are wrong.  The search has
    an encoding of its own, because it adds lazy clauses, which would change the path.
    """
    facts = find_facts(puzzle, board)
    conflicts = QUICK if limit.conflicts is None else min(QUICK, limit.conflicts)
    with Deduction(facts, replace(limit, conflicts=conflicts)) as deduction:
        if deduction.is_possible(known) is not False:
            return None
    with Deduction(facts, limit) as deduction:
        return deduction.explain_contradiction(list(dict.fromkeys(known)))


def _used_notes(step: DeductionStep, notes: Sequence[DeductionStep]) -> list[DeductionStep]:
    """The notes that a step uses, directly or through other notes, in their order."""
    used: list[DeductionStep] = []
    needed = set(step.given_facts)
    for note in reversed(notes):
        if needed & {*note.facts}:
            used.insert(0, note)
            needed |= {*note.given_facts}
    return used


class HintMaker:
    """Makes hints about one board."""

    def __init__(self, puzzle: Puzzle[Any, Any], board: Any, facts: Facts[Any]) -> None:
        self._puzzle, self._board, self._facts = puzzle, board, facts
        self._wording = Wording(facts.encoding.formula, board, puzzle.phrases)

    def find_next(self, path: Path[Any], position: Any, *, as_text: bool = False) -> Hint:
        """The step that a hint tells, with the steps before it that it uses as notes.

        It is the first step that can be drawn; with ``as_text`` the first one that changes the text of the
        position.  A mark that is easy to find, such as "no bridge", is not told alone: the first step after
        it that changes the text is told with it, if it comes soon and uses few marks.
        """
        notes: list[DeductionStep] = []
        marks: list[DeductionStep] = []  # those among the notes that can be drawn
        while True:
            step = path.next()
            if not isinstance(step, DeductionStep):
                has_mark = bool(marks) and not as_text
                return self._tell(position, marks[0], notes) if has_mark else self.make(position, step)
            told = drawable_part(self._facts, position, step)
            if told is not None:
                is_mark = self._look_the_same(position, told)
                if not is_mark or (step.cost > EASY_MARK and not as_text):
                    break
                if len(marks) == MOST_MARKS_AHEAD and not as_text:
                    return self._tell(position, marks[0], notes)
                marks.append(step)
            notes.append(step)
        used = _used_notes(told, notes)
        used_marks = [mark for mark in marks if mark in used]
        if not as_text and len(used_marks) > MOST_MARKS_TOLD:
            return self._tell(position, used_marks[0], notes)
        return self._tell(position, told, notes)

    def _tell(self, position: Any, step: DeductionStep, earlier: Sequence[DeductionStep]) -> Hint:
        """A step with those of the earlier ones that it uses as notes."""
        used = _used_notes(step, [note for note in earlier if note is not step])
        found = self.make(position, step)
        if not used:
            return found
        told = {fact for note in used for fact in note.facts}
        instances = [instance for note in used for instance in note.because]
        because = tuple(dict.fromkeys([*instances, *step.because]))
        return replace(
            found,
            other_given=self._other_given(step, told),
            notes=tuple(self._note(position, note, [*used, step], told) for note in used),
            where=self._wording.where(because),
            marks=replace(found.marks, because=because),
        )

    def _note(
        self, position: Any, note: DeductionStep, users: Sequence[DeductionStep], told: set[Lit]
    ) -> Hint:
        """An earlier step; if it follows from one rule instance, without the facts that are not used."""
        needed = {fact for user in users for fact in user.given_facts}
        facts = tuple(fact for fact in note.facts if fact in needed or len(note.because) > 1)
        return replace(
            self.make(position, replace(note, facts=facts)), other_given=self._other_given(note, told)
        )

    def _other_given(self, step: DeductionStep, told: set[Lit]) -> tuple[str, ...]:
        return self._wording.facts([fact for fact in step.given_facts if fact not in told])

    def _look_the_same(self, before: Any, step: DeductionStep) -> bool:
        """Whether a step does not change the text of a position, because it adds marks only."""
        if self._facts.gradual:  # one fact at a time, whether or not it can be written
            return False
        form, after = self._puzzle.solutions[0], self._facts.apply_facts(before, step.facts)
        return form.write(self._board, before) == form.write(self._board, after)

    def make(self, position: Any, deduced: PathResult) -> Hint:
        """What was deduced at a position, in sentences."""
        assert not isinstance(deduced, Dearer), "the path has no maximal cost"
        new: tuple[Lit, ...] = deduced.facts if isinstance(deduced, DeductionStep) else ()
        because = deduced.because if isinstance(deduced, DeductionStep | Contradiction) else ()
        given = deduced.given_facts if isinstance(deduced, DeductionStep | Contradiction) else ()
        wording, is_step = self._wording, isinstance(deduced, DeductionStep)
        chain = tell_chain(deduced, wording) if isinstance(deduced, DeductionStep) else ()
        return Hint(
            puzzle=self._puzzle,
            instance=self._board,
            position=position,
            next_position=self._facts.apply_facts(position, new),
            deduction=deduced,
            facts=wording.facts(new),
            because=because,
            given_facts=wording.facts(given),
            other_given=wording.facts(given),
            reason=wording.reason(because[0], new, given) if is_step and len(because) == 1 else "",
            chain=chain,
            where=wording.where(because) if because else "",
            marks=wording.marks(new, given, because),
            link_pictures=tuple(self._picture_links(position, chain)),
        )

    def _picture_links(self, position: Any, chain: Sequence[Link]) -> Iterator[tuple[Any, StepMarks]]:
        """For each link the position with everything supposed so far: its own facts are new, others given.

        Only if the puzzle marks facts: without marks a supposition would look like a solution.
        """
        if not chain or self._puzzle.mark_step is None:
            return
        supposed: list[tuple[Any, tuple[Lit, ...]]] = [(position, ())]  # by depth: the position, its facts
        for link in chain:
            position, earlier = supposed[link.depth]
            position = self._facts.apply_facts(position, link.facts)
            instances = () if link.instance is None else (link.instance,)
            yield position, self._wording.marks(link.facts, earlier, instances)
            # A case ends where a sentence is less deep.
            del supposed[link.depth + 1 if link.opens_case else link.depth :]
            supposed.append((position, (*earlier, *link.facts)))
