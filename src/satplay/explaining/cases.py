"""Chains with case distinctions: for a conclusion that propagation from its opposite does not reach.

A contradiction is searched with few distinctions, by lookahead: a fact is supposed, then denied, and each
time followed by unit propagation.  First one distinction is tried, then two; after that every fact whose
opposite is refuted at once is entered, until the facts contradict each other.  What the contradictions do not
use is left out, distinctions too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from satplay.fast_dataclass import dataclass
from satplay.logic.literal import Lit, Var
from satplay.reasoning.deduce import Inference
from satplay.rule import RuleInstance

Stated: TypeAlias = tuple[RuleInstance | None, Sequence[Lit]]
"""A clause of a rule instance; of a definition, if that is None."""

MOST_WORK = 300_000
"""Clauses looked at for one step: a fraction of a second.  Not a time, so that chains are reproducible."""

MOST_ENDS = 12
"""Contradictions of a chain: a longer one tells less than the list of its rule instances."""

WORK_FOR_FEW = MOST_WORK // 2
"""The part of it for a chain with at most two distinctions."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """The inferences from some facts to contradictions, and the variables of the facts that they need."""

    inferences: tuple[Inference, ...]
    needed: frozenset[Var]

    def within(self, case: Lit) -> Refutation:
        """The same inside one more case."""
        inside = tuple(replace(one, cases=(case, *one.cases)) for one in self.inferences)
        return Refutation(inside, self.needed - {abs(case)})


Side: TypeAlias = tuple[Lit, Refutation]
"""What one of two cases supposes, and its contradictions."""


class CaseSearch:
    """Propagation in the clauses of one step, and the search for distinctions.

    ``drawn``   the variables of which a chain distinguishes cases, because a person can draw both
    ``others``  those of which it does if that makes fewer cases
    """

    def __init__(self, clauses: Iterable[Stated], drawn: Sequence[Var], others: Sequence[Var]) -> None:
        self._clauses = list(clauses)
        self._defining: dict[Lit, list[int]] = {}  # by literal: definitions with it
        self._ruling: dict[Lit, list[int]] = {}  # by literal: clauses of rule instances with it
        for number, (instance, clause) in enumerate(self._clauses):
            for lit in clause:
                (self._defining if instance is None else self._ruling).setdefault(lit, []).append(number)
        self._drawn, self._distinguished = frozenset(drawn), [*drawn, *others]
        self._true: set[Lit] = set()
        self._trail: list[Lit] = []
        self._reason: list[int] = []  # by place on the trail: a clause, or -1
        self._work = 0

    def find_chain(self, given: Sequence[Lit], supposed: Lit) -> tuple[Inference, ...]:
        """The inferences from these facts to contradictions; empty if none are found."""
        self._undo(0)
        units = [number for number, (_, clause) in enumerate(self._clauses) if len(clause) == 1]
        assumed = [(self._clauses[number][1][0], number) for number in units]
        assumed += [(lit, -1) for lit in (*given, supposed)]
        for lit, reason in assumed:
            if -lit in self._true:
                return ()  # no step assumes what contradicts itself
            self._assign(lit, reason)
        found = self._refute(0)
        if found is None or sum(one.fact is None for one in found.inferences) > MOST_ENDS:
            return ()
        return found.inferences

    def _refute(self, begin: int) -> Refutation | None:
        """Contradictions of what is on the trail; followed from ``begin`` on, where the case begins."""
        for distinctions in (0, 1, 2):
            end = len(self._trail)
            found = self._refute_soon(begin, distinctions, WORK_FOR_FEW)
            if found is not None:
                return found
            self._undo(end)
        return self._refute_all(begin)

    # -- few distinctions ----------------------------------------------------------------------------------

    def _refute_soon(self, begin: int, distinctions: int, work: int) -> Refutation | None:
        violated = self._propagate(begin)
        if violated is not None:
            return self._end_case(begin, violated)
        if distinctions == 0:
            return None
        pairs, failed = self._look_ahead(work)
        if pairs:
            return self._distinguish(begin, *min(pairs, key=self._dislike))
        if distinctions > 1:
            for lit, refuted in failed:
                if self._work > work:
                    break
                other = self._try(-lit, distinctions - 1, work)
                if other is not None:
                    return self._distinguish(begin, (lit, refuted), (-lit, other))
        return None

    def _look_ahead(self, work: int) -> tuple[list[tuple[Side, ...]], list[Side]]:
        """The facts of which both cases are refuted at once, and all literals that are refuted."""
        pairs: list[tuple[Side, ...]] = []
        failed: list[Side] = []
        for var in self._open():
            if self._work > work:
                break
            sides = [(lit, found) for lit in (var, -var) if (found := self._try(lit, 0, work)) is not None]
            if len(sides) == 2:
                pairs.append(tuple(sides))
            failed += sides
        return pairs, failed

    def _try(self, lit: Lit, distinctions: int, work: int) -> Refutation | None:
        end = len(self._trail)
        self._assign(lit, -1)
        found = self._refute_soon(end, distinctions, work)
        self._undo(end)
        return found

    def _dislike(self, sides: Sequence[Side]) -> tuple[bool, int]:
        length = sum(len(refuted.inferences) for _, refuted in sides)
        return abs(sides[0][0]) not in self._drawn, length

    def _open(self) -> Iterator[Var]:
        """The variables to distinguish that have no value yet."""
        return (var for var in self._distinguished if var not in self._true and -var not in self._true)

    # -- as many as it takes -------------------------------------------------------------------------------

    def _refute_all(self, begin: int) -> Refutation | None:
        """Enter every fact whose opposite is refuted at once; distinguish another if there is none."""
        entered: list[tuple[int, Side]] = []  # where the case before it begins, and the opposite
        while (violated := self._propagate(begin)) is None:
            refuted = self._find_refuted() or self._distinguish_next()
            if refuted is None:
                return None
            entered.append((begin, refuted))
            begin = len(self._trail)
            self._assign(-refuted[0], -1)
        found = self._end_case(begin, violated)
        for before, (lit, refutation) in reversed(entered):
            self._undo(begin)
            begin = before
            found = self._distinguish(begin, (lit, refutation), (-lit, found))
        return found

    def _find_refuted(self) -> Side | None:
        """A literal that is refuted at once."""
        for var in self._open():
            for lit in (var, -var):
                refutation = self._try(lit, 0, MOST_WORK)
                if refutation is not None:
                    return lit, refutation
            if self._work > MOST_WORK:
                return None
        return None

    def _distinguish_next(self) -> Side | None:
        """The first open fact, refuted by cases; None if that fails: then there is no chain."""
        lit = next(self._open(), None)
        if lit is None or self._work > MOST_WORK:
            return None
        end = len(self._trail)
        self._assign(lit, -1)
        refutation = self._refute_all(end)
        self._undo(end)
        return None if refutation is None else (lit, refutation)

    # -- what is used --------------------------------------------------------------------------------------

    def _distinguish(self, begin: int, *sides: Side) -> Refutation:
        """The inferences of the trail and of both cases, the shorter first; of one if it needs no case."""
        for lit, refuted in sides:
            if abs(lit) not in refuted.needed:
                return self._trace(begin, refuted.needed, refuted.inferences)
        first, second = sorted(sides, key=lambda side: len(side[1].inferences))
        cases = [first[1].within(first[0]), second[1].within(second[0])]
        both = [one for refuted in cases for one in refuted.inferences]
        return self._trace(begin, cases[0].needed | cases[1].needed, both)

    def _end_case(self, begin: int, violated: int) -> Refutation:
        instance, clause = self._clauses[violated]
        return self._trace(begin, map(abs, clause), [Inference(instance, None)])

    def _trace(self, begin: int, needed: Iterable[Var], after: Sequence[Inference]) -> Refutation:
        """The inferences on the trail from ``begin`` on that are needed, in order, before others.

        What a single fact means by definition is left out.
        """
        wanted = set(needed)
        before: list[Inference] = []
        for place in range(len(self._trail) - 1, begin - 1, -1):
            lit, reason = self._trail[place], self._reason[place]
            if abs(lit) in wanted and reason >= 0:
                instance, clause = self._clauses[reason]
                if instance is not None or len(clause) > 2:
                    before.append(Inference(instance, lit))
                wanted.discard(abs(lit))
                wanted.update(abs(other) for other in clause if other != lit)
        return Refutation((*reversed(before), *after), frozenset(wanted))

    # -- propagation ---------------------------------------------------------------------------------------

    def _assign(self, lit: Lit, reason: int) -> None:
        if lit not in self._true:
            self._true.add(lit)
            self._trail.append(lit)
            self._reason.append(reason)

    def _undo(self, end: int) -> None:
        self._true.difference_update(self._trail[end:])
        del self._trail[end:], self._reason[end:]

    def _propagate(self, begin: int) -> int | None:
        """Follow the trail from ``begin`` on; the clause that is violated, if one is.

        What a fact means by definition comes right after it, and of several facts that follow at once those
        that mean others come first: who reads "D2 belongs to A" need not read that B does not pass D2.
        """
        place = defined = begin
        while place < len(self._trail):
            while defined < len(self._trail):
                violated = self._look(self._defining.get(-self._trail[defined], ()))
                if violated is not None:
                    return violated
                defined += 1
            numbers = self._ruling.get(-self._trail[place], ())
            size = len(self._trail)
            violated = self._look(numbers, only_meaning=True)
            if violated is None and len(self._trail) == size:
                violated = self._look(numbers)
                place += 1
            if violated is not None:
                return violated
        return None

    def _look(self, numbers: Sequence[int], *, only_meaning: bool = False) -> int | None:
        """Assign what these clauses imply; the first that is violated, if one is.

        ``only_meaning``  assign only literals that imply others by definition
        """
        true, clauses, defining = self._true, self._clauses, self._defining
        self._work += len(numbers)
        for number in numbers:
            implied = 0
            for other in clauses[number][1]:
                if other in true:
                    break
                if -other not in true and other != implied:
                    if implied:
                        break
                    implied = other
            else:
                if not implied:
                    return number
                if not only_meaning or -implied in defining:
                    self._assign(implied, number)
        return None


def uses_exactly(chain: Sequence[Inference], instances: Collection[RuleInstance]) -> bool:
    """Whether a chain uses all of these rule instances."""
    return {one.instance for one in chain} - {None} == {*instances}
