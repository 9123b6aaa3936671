"""mus: find a minimal unsatisfiable subset of the clauses, or a smallest one.

Every answer is checked before it is returned (``verifying/minimal_subsets``): the set is unsatisfiable by a
checked proof, each member is needed by a model of the others, and "satisfiable" by the model of all clauses.
A claim that cannot be checked within the limit is not made.  That no smaller set exists depends on the search
alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Literal, TypeAlias

from satplay.contracts.budget import Budget
from satplay.contracts.engine import UNLIMITED, Limit, Sat, Stopped, Unknown
from satplay.contracts.puzzle import Puzzle
from satplay.contracts.result_text import brief_repr, fit_screen
from satplay.engines.verify import first_false_clause
from satplay.errors import BadInput, EngineError
from satplay.fast_dataclass import dataclass
from satplay.inputs.encoded_instance import encode_instance
from satplay.reasoning.groups import Groups, Progress, clause_groups, rule_groups
from satplay.reasoning.mus import Mus
from satplay.reasoning.mus import mus as find_mus
from satplay.reasoning.smus import Smus
from satplay.reasoning.smus import smus as find_smallest
from satplay.rule import RuleInstance
from satplay.solving.lazy_refinement import has_lazy_clauses
from satplay.verifying.minimal_subsets import MemberProgress, judge_mus

Status: TypeAlias = Literal["sat", "unsat", "unknown"]
EXIT_STATUS: Mapping[str, int] = {"unsat": 0, "sat": 1, "unknown": 3}

SATISFIABLE = "satisfiable: there is no unsatisfiable subset"
SEARCHING = 0.75
"""The fraction of the time limit for the search; the rest is for checking its result."""


@dataclass(frozen=True, slots=True)
class Member:
    """One member of a set: a clause, numbered from 1, or a rule instance of a puzzle."""

    clause: int | None
    literals: tuple[int, ...]
    instance: RuleInstance | None = None

    def as_json(self) -> dict[str, Any]:
        """The JSON value: number and literals of a clause, or a rule instance in the form of ``reason``."""
        if self.instance is None:
            return {"clause": self.clause, "literals": list(self.literals)}
        return self.instance.as_json()

    def __str__(self) -> str:
        if self.instance is not None:
            return str(self.instance)
        return f"c{self.clause} {{{','.join(map(str, self.literals))}}}"


@dataclass(frozen=True, slots=True)
class MusResult:
    """The answer to one instance: ``members`` are unsatisfiable together, and that was checked.

    ``needed``    the number of members known to be needed, which was checked as well
    ``at_least``  no unsatisfiable subset has fewer members; None if only a minimal one was searched
    ``stopped``   the limit that was reached
    """

    status: Status
    puzzle: Puzzle[Any, Any] = field(repr=False)
    members: tuple[Member, ...]
    needed: int
    at_least: int | None
    stopped: Stopped | None
    variables: int
    clauses: int
    seconds: float

    @property
    def minimal(self) -> bool:
        """Whether every member is known to be needed."""
        return self.status == "unsat" and self.needed == len(self.members)

    @property
    def smallest(self) -> bool:
        """Whether it is known that no unsatisfiable subset has fewer members."""
        return self.status == "unsat" and self.at_least == len(self.members)

    @property
    def exit_status(self) -> int:
        """0 a minimal (or smallest) subset, 1 satisfiable, 3 a limit was reached."""
        return 3 if self.stopped is not None else EXIT_STATUS[self.status]

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        unsatisfiable = self.status == "unsat"
        document: dict[str, Any] = {
            "status": self.status,
            "subject": self.puzzle.name,
            "mus": [member.as_json() for member in self.members] if unsatisfiable else None,
        }
        if unsatisfiable:
            document |= {"size": len(self.members), "minimal": self.minimal, "needed": self.needed}
        if unsatisfiable and self.at_least is not None:
            document |= {"smallest": self.smallest, "at_least": self.at_least}
        if self.stopped is not None:
            document["stopped"] = self.stopped.value
        return document | {
            "variables": self.variables,
            "clauses": self.clauses,
            "seconds": round(self.seconds, 6),
        }

    def lines(self) -> Iterator[str]:
        """The answer as text: a sentence, and the members."""
        if self.status == "sat":
            yield SATISFIABLE
        elif self.status == "unknown":
            yield f"no answer: {self.stopped.value if self.stopped else 'unknown'}"
        else:
            yield f"unsatisfiable: {self._describe_size()}"
            yield from map(str, self.members)

    def _describe_size(self) -> str:
        members = count_members(self.members)
        text = f"minimal subset of {members}" if self.minimal else f"subset of {members}"
        if not self.minimal:
            text += f", {self.needed} of them known to be needed, not yet minimal"
        if self.smallest:
            text += ", no subset is smaller"
        elif self.at_least is not None:
            text += f", every subset has at least {self.at_least}"
        return text + (f" ({self.stopped.value})" if self.stopped is not None else "")

    def __bool__(self) -> bool:
        """A result is true if an unsatisfiable subset was found."""
        return self.status == "unsat"

    def __str__(self) -> str:
        return fit_screen(self.lines())

    def __repr__(self) -> str:
        return brief_repr(self)


def mus(
    instance: Any,
    subject: str | None = None,
    *,
    smallest: bool = False,
    encoding: str | None = None,
    limit: Limit = UNLIMITED,
    format: str | None = None,
    progress: Progress | None = None,
) -> MusResult:
    """A minimal unsatisfiable subset of the clauses, or of the rule instances of a puzzle.

    A limit leaves a set that is unsatisfiable but not yet minimal, or not yet the ``smallest``.  ``progress``
    receives the numbers of members that are needed, dropped, open and checked.

    >>> print(mus("p cnf 3 4\\n1 2 0\\n-1 0\\n3 0\\n-2 0"))
    unsatisfiable: minimal subset of 3 clauses
    c1 {1,2}
    c2 {-1}
    c4 {-2}
    """
    whole = Budget(limit)
    puzzle, groups = make_groups(instance, subject, encoding, format)
    limit = whole.remaining_time()
    budget = Budget(limit)
    part = limit if limit.seconds is None else replace(limit, seconds=limit.seconds * SEARCHING)
    found = (
        find_smallest(groups, limit=part, progress=progress) if smallest else find_mus(groups, part, progress)
    )

    result = MusResult(
        "unknown",
        puzzle,
        members=(),
        needed=0,
        at_least=None,
        stopped=None,
        variables=groups.formula.var_count,
        clauses=groups.formula.clause_count,
        seconds=0.0,
    )
    return replace(_check(result, groups, found, budget, progress), seconds=budget.elapsed_seconds)


def _check(
    result: MusResult,
    groups: Groups[Any],
    found: Mus[Any] | Smus[Any] | Sat | Unknown,
    budget: Budget,
    progress: Progress | None,
) -> MusResult:
    """The result with everything that a second engine confirms within the budget."""
    at_least: int | None = None
    match found:
        case Sat(model=model):
            if first_false_clause(groups.formula.flat, model) is not None:
                raise EngineError("the engine's model makes a clause false")
            return replace(result, status="sat")
        case Unknown(stopped=why):
            return replace(result, stopped=why)
        case Smus(stopped=stopped):
            at_least = found.at_least
            numbers = groups.numbers_of(found.members)
            needed = numbers if found.minimal else ()
        case Mus(stopped=stopped):
            numbers, needed = groups.numbers_of(found.members), groups.numbers_of(found.needed)
    report = None if progress is None else _report_checks(progress, len(needed))
    judgement = judge_mus(groups, numbers, needed, budget.remaining(), report)
    if not judgement.holds:
        return replace(result, stopped=judgement.stopped)
    return replace(
        result,
        status="unsat",
        members=list_members(groups, numbers),
        needed=len(judgement.members),
        at_least=at_least,
        stopped=stopped or judgement.stopped,
    )


def _report_checks(progress: Progress, members: int) -> MemberProgress:
    return lambda checked: progress({"checked": checked, "to check": members - checked})


def make_groups(
    instance: Any, subject: str | None, encoding: str | None, format: str | None
) -> tuple[Puzzle[Any, Any], Groups[Any]]:
    """The clauses of a formula, or the rule instances of a puzzle, as groups."""
    encoded = encode_instance(instance, subject, encoding=encoding, format=format, needs_projection=False)
    puzzle, formula = encoded.puzzle, encoded.encoding.formula
    if puzzle.plain_formula is not None:
        return puzzle, clause_groups(formula)
    if has_lazy_clauses(encoded.encoding):
        found, able = repr(encoded.encoder_name), "one that states all its rules at once"
        raise BadInput(f"{puzzle.name} encoding to find a MUS with", found=found, expected=able)
    return puzzle, rule_groups(formula)


def list_members(groups: Groups[Any], numbers: Sequence[int]) -> tuple[Member, ...]:
    """The members of groups, by clause number or rule instance."""
    names = groups.names_of(numbers)
    return tuple(
        Member(None, (), name)
        if isinstance(name, RuleInstance)
        else Member(name + 1, groups.formula.clause(name))
        for name in names
    )


def count_members(members: Sequence[Member]) -> str:
    """The number of members, as text.

    >>> count_members([]), count_members([Member(1, (2,))])
    ('0 clauses', '1 clause')
    """
    what = "rule" if any(member.instance is not None for member in members) else "clause"
    return f"{len(members)} {what}{'s' if len(members) != 1 else ''}"
