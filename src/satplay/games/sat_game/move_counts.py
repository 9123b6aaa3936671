"""Counts of moves in small games: how many the winner needs, against the longest resistance.

Only in strict mode: where turns are drawn, the number depends on chance.  The theorem of the game tells
which moves of the winner keep the win (``winning_moves.py``), so that only these are searched, and all
moves of the loser.  The search asks for a win within 0, 1, 2, ... moves of the winner and gives up after a
fixed number of positions: the same position has the same answer on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from satplay.contracts.game import Seat
from satplay.games.sat_game.rules import outcome
from satplay.games.sat_game.state import Clause, Phase, State

MAX_VARIABLES = 10
MAX_CLAUSES = 40
MAX_POSITIONS = 10_000
"""Positions that the searches from one position may visit together."""


class _Node(NamedTuple):
    """``clauses``: a bit for each clause left.  ``false``: the literals that are false, of clauses left."""

    clauses: int
    false: frozenset[int]
    phase: Phase
    winner_affirms: bool


class _TooMany(Exception):
    """The search has visited ``MAX_POSITIONS`` positions."""


class MoveCounts:
    """The counts of all positions that can be reached from one."""

    def __init__(self, clauses: tuple[Clause, ...]) -> None:
        self._bit = {clause.number: 1 << at for at, clause in enumerate(clauses)}
        self._lits = {1 << at: frozenset(clause.lits) for at, clause in enumerate(clauses)}
        variables = sorted({abs(lit) for clause in clauses for lit in clause.lits})
        every = (1 << (1 << len(variables))) - 1  # a bit for each assignment, as in truth_table.py
        self._where: dict[int, int] = {}
        for at, variable in enumerate(variables):
            true = every // ((1 << (2 << at)) - 1) * ((1 << (1 << at)) - 1) << (1 << at)
            self._where |= {variable: true, -variable: every ^ true}
        self._forbidden = {bit: self._meet(-lit for lit in lits) for bit, lits in self._lits.items()}
        self._every = every
        self._is_exhausted = False
        self._least: dict[_Node, int] = {}
        self._most: dict[_Node, int] = {}
        self._children: dict[_Node, list[_Node]] = {}

    def _meet(self, lits: Iterator[int]) -> int:
        found = -1
        for lit in lits:
            found &= self._where[lit]
        return found

    def count(self, state: State, winner: Seat) -> int | None:
        """The number of moves that the winner still makes; None if the search is too large."""
        if self._is_exhausted:
            return None
        node = self._node(state, winner)
        try:
            moves = self._least.get(node, 0)
            while not self._is_won_within(node, moves):
                moves += 1
        except _TooMany:
            self._is_exhausted = True
            return None
        return moves

    def _node(self, state: State, winner: Seat) -> _Node:
        left = sum(self._bit[clause.number] for clause in state.clauses)
        gone = frozenset(
            lit
            for clause in state.clauses
            for lit in self._lits[self._bit[clause.number]].difference(clause.lits)
        )
        return _Node(left, gone, state.phase, state.affirmative == winner)

    def _is_won_within(self, node: _Node, moves: int) -> bool:
        if moves >= self._most.get(node, 1 << 30):
            return True
        if moves < self._least.get(node, 0):
            return False
        children = self._children.get(node)
        if children is None:
            if len(self._children) >= MAX_POSITIONS:
                raise _TooMany
            children = self._children[node] = list(self._next(node))
        if self._winner_moves(node) and children:
            won = moves > 0 and any(self._is_won_within(child, moves - 1) for child in children)
        else:
            won = all(self._is_won_within(child, moves) for child in children)
        (self._most if won else self._least)[node] = moves if won else moves + 1
        return won

    @staticmethod
    def _winner_moves(node: _Node) -> bool:
        return node.winner_affirms == (node.phase in (Phase.AFFIRMATIVE, Phase.ANSWER))

    # -- positions and moves ---------------------------------------------------------------------------

    def _next(self, node: _Node) -> Iterator[_Node]:
        """The positions after the winner's winning moves or after all moves of the loser; none at the end."""
        bits = [bit for bit in self._lits if node.clauses & bit]
        if not bits or any(self._lits[bit] <= node.false for bit in bits):
            return
        keeps = self._winner_moves(node)
        match node.phase:
            case Phase.AFFIRMATIVE:
                models = self._models(node.clauses, node.false) if keeps else -1
                open_lits = {lit for bit in bits for lit in self._lits[bit]} - node.false
                for lit in sorted({sign * lit for lit in open_lits for sign in (1, -1)}):
                    if models & self._where[lit]:
                        yield self._set(node, lit)
            case Phase.ANSWER:
                yield from self._answers(node, bits, keeps=keeps)
            case phase:
                removable = self._removable(node, bits) if keeps else bits
                for bit in removable:
                    yield self._with(node, node.clauses ^ bit, Phase.AFFIRMATIVE)
                if phase is Phase.NEGATIVE and (not keeps or not removable):
                    yield node._replace(phase=Phase.ANSWER)

    def _answers(self, node: _Node, bits: list[int], *, keeps: bool) -> Iterator[_Node]:
        satisfiable = bool(self._models(node.clauses, node.false))
        if not keeps or satisfiable:
            yield node._replace(phase=Phase.AFFIRMATIVE)
        if not keeps or (not satisfiable and self._removable(node, bits)):
            yield node._replace(phase=Phase.REMOVAL, winner_affirms=not node.winner_affirms)

    def _set(self, node: _Node, lit: int) -> _Node:
        left = sum(bit for bit, lits in self._lits.items() if node.clauses & bit and lit not in lits)
        return self._with(node._replace(false=node.false | {-lit}), left, Phase.NEGATIVE)

    def _with(self, node: _Node, clauses: int, phase: Phase) -> _Node:
        """The position with other clauses; only their false literals matter."""
        left: set[int] = set()
        for bit, lits in self._lits.items():
            if clauses & bit:
                left |= lits
        return node._replace(clauses=clauses, false=node.false & left, phase=phase)

    def _models(self, clauses: int, false: frozenset[int]) -> int:
        """The assignments that make all these clauses true, a bit for each."""
        found = self._every
        for lit in false:
            found &= self._where[-lit]
        for bit, forbidden in self._forbidden.items():
            if clauses & bit:
                found &= ~forbidden
        return found

    def _removable(self, node: _Node, bits: list[int]) -> list[int]:
        """The clauses without any one of which the others still cannot all be true."""
        return [bit for bit in bits if not self._models(node.clauses ^ bit, node.false)]


def move_counts(state: State) -> MoveCounts | None:
    """The counts of the positions after this one; None in random mode and if the formula is too large."""
    is_small = len(state.variables()) <= MAX_VARIABLES and len(state.clauses) <= MAX_CLAUSES
    return MoveCounts(state.clauses) if state.bias is None and is_small else None


def count_moves(counts: MoveCounts | None, state: State, winner: Seat) -> int | None:
    """The number of moves that the winner still makes; None if it is not known."""
    if outcome(state) is not None:
        return 0
    return None if counts is None else counts.count(state, winner)
