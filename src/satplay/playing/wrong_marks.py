"""What a player has entered and no solution has: marks, such as one on a line that is needed, or anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from satplay.fast_dataclass import dataclass

if TYPE_CHECKING:
    from satplay.contracts.facts import Facts
    from satplay.contracts.oracle import Oracle
    from satplay.contracts.phrases import Statement
    from satplay.contracts.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class WrongMarks:
    """Sentences of marks: each is ``impossible`` alone, or else they are, but not ``together``.

    ``statements``  the same marks as facts of the puzzle
    """

    impossible: tuple[str, ...] = ()
    together: tuple[str, ...] = ()
    statements: tuple[Statement, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.impossible or self.together)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The marks."""
        return self.impossible or self.together

    def describe(self) -> str:
        """One phrase that names the marks.

        >>> WrongMarks(("A1 and A2 are not joined",)).describe()
        'a mark is wrong: A1 and A2 are not joined'
        """
        if self.together:
            return f"these marks cannot all be right: {'; '.join(self.together)}"
        return f"{_number(len(self.impossible))} wrong: {'; '.join(self.impossible)}"


def _number(marks: int) -> str:
    return "a mark is" if marks == 1 else f"{marks} marks are"


def find_wrong_marks(puzzle: Puzzle[Any, Any], board: Any, position: Any, oracle: Oracle) -> WrongMarks:
    """The marks of a position that no solution of the board has.

    If every mark has a solution, but all together have none: a minimal set of them without a solution.  A
    board without a solution has no wrong marks.
    """
    entry = puzzle.move_entry
    if entry is None or entry.without_marks is None or puzzle.facts is None:
        return WrongMarks()
    plain = entry.without_marks(position)
    if plain == position:
        return WrongMarks()
    search = _MarkSearch(puzzle, board, oracle)
    facts = puzzle.facts(board)
    entered = set(facts.known_literals(plain))
    marks = [lit for lit in facts.known_literals(position) if lit not in entered]
    if search.allows(marks) or not search.allows([]):
        return WrongMarks()
    impossible = [mark for mark in marks if not search.allows([mark])]
    wrong = impossible or search.shrink(marks)
    sentences = tuple(map(facts.encoding.formula.fact, wrong))
    statements = _statements(facts, wrong)
    if impossible:
        return WrongMarks(impossible=sentences, statements=statements)
    return WrongMarks(together=sentences, statements=statements)


def find_wrong_entries(
    puzzle: Puzzle[Any, Any], board: Any, position: Any, oracle: Oracle
) -> tuple[Statement, ...]:
    """The entries of a position, marks included, that no solution of the board has.

    Empty if the board has no solution, or if its puzzle has no facts.
    """
    if puzzle.facts is None:
        return ()
    search, facts = _MarkSearch(puzzle, board, oracle), puzzle.facts(board)
    entries = list(dict.fromkeys(facts.known_literals(position)))
    if search.allows(entries) or not search.allows([]):
        return ()
    atom = facts.encoding.formula.atom
    return _statements(facts, [lit for lit in entries if atom(lit) is not None and not search.allows([lit])])


def _statements(facts: Facts[Any], literals: Sequence[int]) -> tuple[Statement, ...]:
    from satplay.contracts.phrases import Statement

    atom = facts.encoding.formula.atom
    return tuple(Statement(atom(lit), lit > 0) for lit in literals if atom(lit) is not None)


class _MarkSearch:
    """Queries about one board; solutions found so far answer most of them."""

    def __init__(self, puzzle: Puzzle[Any, Any], board: Any, oracle: Oracle) -> None:
        self._puzzle, self._board, self._oracle = puzzle, board, oracle
        self._models: list[set[int]] = []

    def allows(self, marks: Sequence[int]) -> bool:
        """Whether a solution has all these marks."""
        if any(model.issuperset(marks) for model in self._models):
            return True
        assert self._puzzle.facts is not None
        facts = self._puzzle.facts(self._board)
        for mark in marks:
            facts.encoding.formula.add(mark)
        solution = self._oracle.solution(facts.encoding)
        if solution is None:
            return False
        known = set(facts.known_literals(solution))
        absent = {-abs(lit) for lit in facts.target_literals if abs(lit) not in known}
        self._models.append(known | absent)
        return True

    def shrink(self, marks: Sequence[int]) -> list[int]:
        """A minimal set of marks without a solution; together they have none."""
        needed = list(marks)
        for mark in marks:
            fewer = [other for other in needed if other != mark]
            if not self.allows(fewer):
                needed = fewer
        return needed
