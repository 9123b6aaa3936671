"""muses: all minimal unsatisfiable subsets (MUS) and all minimal correction sets (MCS), one after the other.

Each set is checked before it is returned (``verifying/minimal_subsets``).  That there are no more sets
depends on the search alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

from satplay.arguments import expect_whole_number
from satplay.contracts.budget import Budget
from satplay.contracts.engine import UNLIMITED, Limit, Stopped, Unknown
from satplay.contracts.pickling import refuse_pickling
from satplay.contracts.puzzle import Puzzle
from satplay.contracts.result_text import brief_repr, fit_screen
from satplay.fast_dataclass import dataclass
from satplay.reasoning.groups import Groups, Progress
from satplay.reasoning.marco import Mcs, subsets
from satplay.reasoning.mus import Mus
from satplay.verbs.mus import (
    EXIT_STATUS,
    SATISFIABLE,
    Member,
    Status,
    count_members,
    list_members,
    make_groups,
)
from satplay.verifying.minimal_subsets import GroupChecker, judge_mcs, judge_mus

Kind: TypeAlias = Literal["mus", "mcs"]
KINDS: Mapping[Kind, str] = {"mus": "muses", "mcs": "mcses"}

EVERY = 0.1
"""Seconds between two reports of progress."""


@dataclass(frozen=True, slots=True)
class Subset:
    """A minimal unsatisfiable subset ("mus") or a minimal correction set ("mcs"); checked."""

    kind: Kind
    members: tuple[Member, ...]

    def as_json(self) -> list[dict[str, Any]]:
        """Its members."""
        return [member.as_json() for member in self.members]

    def lines(self) -> Iterator[str]:
        """A title and the members."""
        yield f"{self.kind.upper()} of {count_members(self.members)}"
        yield from map(str, self.members)

    def __str__(self) -> str:
        return fit_screen(self.lines())

    def __repr__(self) -> str:
        return brief_repr(self)


class Muses(Iterator[Subset]):
    """An iterator over the sets, each found on demand; ``count`` has the numbers so far.

    ``complete``  there are no more
    ``stopped``   the limit that was reached

    It can be pickled and copied once it is complete; before, it holds an engine.
    """

    def __init__(
        self,
        puzzle: Puzzle[Any, Any],
        groups: Groups[Any],
        corrections: bool,
        most: int | None,
        limit: Limit,
        progress: Progress | None,
    ) -> None:
        self._puzzle = puzzle
        self._groups = groups
        self._corrections = corrections
        self._most = most
        self._budget = Budget(limit)
        self._found = subsets(groups, limit)
        self._progress = progress
        self._last_report = self._budget.elapsed_seconds
        self._bench: GroupChecker | None = None
        self._satisfiable: bool | None = None
        self.complete = False
        self.stopped: Stopped | None = None
        self.count: dict[Kind, int] = {"mus": 0, "mcs": 0}

    def __getstate__(self) -> dict[str, Any]:
        """What ``__next__`` and the descriptions use once there are no more sets."""
        if not self.complete:
            instead = "use the sets, as in list(muses(...)), or go on to the last one first"
            raise refuse_pickling("an enumeration of minimal subsets that is not complete", instead)
        kept = ("_puzzle", "_most", "_satisfiable", "complete", "stopped")
        return {name: getattr(self, name) for name in kept} | {"count": dict(self.count)}

    def __next__(self) -> Subset:
        while not (self.complete or self.stopped or sum(self.count.values()) == self._most):
            found = next(self._found, None)
            self._report()
            if found is None:
                self.complete = True
            elif isinstance(found, Unknown):
                self.stopped = found.stopped
            elif self._corrections or isinstance(found, Mus) or not found.members:
                subset = self._check(found)
                if subset is not None:
                    self._satisfiable = subset.kind == "mcs" and not subset.members
                    if self._corrections or subset.kind == "mus":
                        self.count[subset.kind] += 1
                        return subset
        raise StopIteration

    def _report(self) -> None:
        """Report progress, at most ten times a second."""
        now = self._budget.elapsed_seconds
        if self._progress is not None and now - self._last_report >= EVERY:
            self._last_report = now
            self._progress({KINDS[kind]: number for kind, number in self.count.items()})

    def _check(self, found: Mus[Any] | Mcs[Any]) -> Subset | None:
        """The set, confirmed by a second engine; None if a limit was reached."""
        numbers = self._groups.numbers_of(found.members)
        left = self._budget.remaining()
        kind: Kind = "mus" if isinstance(found, Mus) else "mcs"
        if kind == "mus":
            self.stopped = judge_mus(self._groups, numbers, numbers, left).stopped
        else:
            self._bench = self._bench or GroupChecker(self._groups, range(len(self._groups)))
            self.stopped = judge_mcs(self._groups, numbers, left, self._bench).stopped
        return Subset(kind, list_members(self._groups, numbers)) if self.stopped is None else None

    @property
    def status(self) -> Status:
        """The status of the instance, if the sets so far decide it."""
        return "unknown" if self._satisfiable is None else "sat" if self._satisfiable else "unsat"

    @property
    def exit_status(self) -> int:
        """0 all requested sets were found, 1 satisfiable, 3 a limit was reached."""
        return 3 if self.stopped is not None else EXIT_STATUS[self.status]

    def as_json(self) -> dict[str, Any]:
        """The part of the ``--json`` document besides the sets."""
        document: dict[str, Any] = {
            "status": self.status,
            "subject": self._puzzle.name,
            "complete": self.complete,
        }
        return document | ({} if self.stopped is None else {"stopped": self.stopped.value})

    def whole_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints: all remaining sets, and the final status."""
        found = list(self)
        kinds = {name: [one.as_json() for one in found if one.kind == kind] for kind, name in KINDS.items()}
        return self.as_json() | kinds

    def summary(self) -> str:
        """The numbers of sets, as text."""
        if self.status == "sat":
            return SATISFIABLE
        muses = self.count["mus"]
        found = f"{muses} minimal unsatisfiable subset{'s' if muses != 1 else ''}"
        if self.complete:
            return f"{found}, and there are no more"
        return f"{found}, perhaps not all" + (f" ({self.stopped.value})" if self.stopped else "")


def muses(
    instance: Any,
    subject: str | None = None,
    *,
    corrections: bool = False,
    most: int | None = None,
    encoding: str | None = None,
    limit: Limit = UNLIMITED,
    format: str | None = None,
    progress: Progress | None = None,
) -> Muses:
    """Every minimal unsatisfiable subset once, at most ``most``; with ``corrections`` correction sets too.

    >>> for found in muses("p cnf 2 4\\n1 0\\n-1 0\\n-1 2 0\\n-2 0"):
    ...     print(*found.members)
    c1 {1} c2 {-1}
    c1 {1} c3 {-1,2} c4 {-2}
    """
    if most is not None:
        expect_whole_number("maximum number of sets", most)
    budget = Budget(limit)
    puzzle, groups = make_groups(instance, subject, encoding, format)
    return Muses(puzzle, groups, corrections, most, budget.remaining_time(), progress)
