"""A proof sink that checks every line as it is written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from satplay.proofs.rup import RupChecker


class CheckedProof:
    """Checks every line: by propagation for DRAT, by the hints alone for LRAT.

    The given clauses are 1 .. m; a clause given later gets the next free number.
    """

    def __init__(self, clauses: Iterable[Sequence[int]] = ()) -> None:
        self._rup = RupChecker()
        self._by_id: dict[int, list[int]] = {}
        self._last_id = 0
        self.lines = 0
        for clause in clauses:
            self.give(clause)

    def give(self, clause: Sequence[int]) -> None:
        self._last_id += 1
        self._by_id[self._last_id] = list(clause)
        self._rup.add(clause)

    def refuses(self, lits: Sequence[int]) -> bool:
        """Return whether the lines so far refute the conjunction of these literals."""
        return self._rup.follows([-lit for lit in lits])

    def add(self, clause_id: int, clause: Sequence[int], antecedents: Sequence[int]) -> None:
        assert clause_id > self._last_id, f"{clause_id} was used before"
        assert self._rup.follows(clause), f"{clause} does not follow"
        true = {-lit for lit in clause}
        for hint in antecedents[:-1]:
            left = [lit for lit in dict.fromkeys(self._by_id[hint]) if -lit not in true]
            assert len(left) == 1, f"hint {hint} is not unit for {clause}"
            assert left[0] not in true, f"hint {hint} says for {clause} what is known"
            true.add(left[0])
        assert all(-lit in true for lit in self._by_id[antecedents[-1]]), "the last hint is not false"
        self._rup.add(clause)
        self._by_id[clause_id] = list(clause)
        self._last_id = clause_id
        self.lines += 1

    def delete(self, clause_id: int, clause: Sequence[int]) -> None:
        assert self._rup.delete(clause)
        assert set(self._by_id.pop(clause_id)) == set(clause)
