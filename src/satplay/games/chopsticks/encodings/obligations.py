"""Obligations: promises of the goal at positions, so that it is forced within a number of plies.

A promise at a position with us to move implies a promise at one of its successors; with the opponent to move,
at all of them.  There is no promise at a position where the goal is not reached and no ply is left.  The SAT
encoding has clauses for all moves of the opponent.  The QBF encoding has universal bits that choose one of
them: n moves have n codes in a truncated binary code, a prefix code, so that every number is a move.

Unit propagation decides all values, from the last ply to the first.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from functools import cache, partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.encoding import Encoding
from satplay.fast_dataclass import dataclass
from satplay.games.chopsticks.analysis.goal import GoalTask
from satplay.games.chopsticks.analysis.move_tables import Tables, tables
from satplay.games.chopsticks.analysis.witness import Way, WinningStrategy, make_strategy
from satplay.games.chopsticks.encodings.atoms import Digit, Promise
from satplay.games.chopsticks.encodings.layers import Layer, layers, number, position
from satplay.games.chopsticks.encodings.quantified_tasks import QuantifiedTask, StrategyEvaluator
from satplay.games.chopsticks.rules import options
from satplay.games.chopsticks.state import Position
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit, Var
from satplay.logic.model import Model
from satplay.logic.quantified import Block, Quantified, Quantifier
from satplay.logic.strategy import Strategy as Gates

Lits: TypeAlias = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Promises:
    """The formula, and for each ply its layer and its first variable; there is one variable per position.

    ``digits`` and ``codes`` belong to the QBF encoding: the bits by which the opponent chooses a ply, and
    for each move the literals that are all false if it is chosen.
    """

    task: GoalTask
    formula: Formula
    layers: list[Layer]
    first: list[Var]
    digits: dict[int, Lits]
    codes: dict[int, Lits]

    def place(self, ply: int, at: Position) -> int:
        """The index of a position in its layer, from 0."""
        known = tables(self.task.variant, self.task.goal.ignores_order)
        of_all = number(at, known, self.task.goal.ignores_order)
        return int(np.searchsorted(self.layers[ply].positions, of_all))

    def layer(self, ply: int) -> range:
        """The variables of a layer."""
        return range(self.first[ply], self.first[ply] + len(self.layers[ply].positions))

    def plan(self, find_promises: Callable[[Sequence[Way]], Iterable[Container[Lit]]]) -> WinningStrategy:
        """The strategy that follows the promises; ``find_promises`` returns the true ones after each way."""

        def choose(ways: Sequence[Way]) -> list[Position]:
            found = zip(ways, find_promises(ways), strict=True)
            return [self._next_position(way, promises) for way, promises in found]

        return make_strategy(self.task, len(self.layers) - 1, choose)

    def _next_position(self, way: Way, promises: Container[Lit]) -> Position:
        """The first successor at which a promise is made."""
        known = (after for _, after in options(way[-1], self.task.variant))
        return next(at for at in known if self.first[len(way)] + self.place(len(way), at) in promises)

    def choice(self, ply: int, before: Position, after: Position) -> list[Lit]:
        """The bits by which the opponent moves from one position to another."""
        layer = self.layers[ply - 1]
        begins, ends = self.place(ply - 1, before), self.place(ply, after)
        move = int(np.flatnonzero((layer.sources == begins) & (layer.targets == ends))[0])
        codes = self.codes[ply][move]
        found: list[Lit] = (-codes[codes != 0]).tolist()
        return found


def obligations(task: GoalTask, plies: int) -> Encoding[WinningStrategy]:
    """The SAT encoding."""
    promises = _promises(task, plies, quantified=False)

    def decode(model: Model) -> WinningStrategy:
        true = frozenset(model)
        return promises.plan(lambda ways: [true] * len(ways))

    return Encoding(promises.formula, decode, answer=range(1, promises.formula.var_count + 1))


def quantified_obligations(task: GoalTask, plies: int) -> QuantifiedTask:
    """The QBF encoding: our promises after a move of the opponent depend on that move."""
    promises = _promises(task, plies, quantified=True)
    blocks: list[Block] = []
    for ply in range(plies + 1):
        if ply in promises.digits:
            blocks.append(Block(Quantifier.FORALL, tuple(promises.digits[ply].tolist())))
        blocks.append(Block(Quantifier.EXISTS, tuple(promises.layer(ply))))

    def witness(gates: Gates) -> WinningStrategy:
        evaluator, choice = StrategyEvaluator(gates), cache(promises.choice)

        def find_promises(ways: Sequence[Way]) -> Iterable[Container[Lit]]:
            plays = [
                [lit for ply in range(2, len(way), 2) for lit in choice(ply, way[ply - 1], way[ply])]
                for way in ways
            ]
            return evaluator.evaluate(plays, promises.layer(len(ways[0])) if ways else ())

        return promises.plan(find_promises)

    return QuantifiedTask(Quantified(tuple(blocks), promises.formula), witness)


def _promises(task: GoalTask, plies: int, *, quantified: bool) -> Promises:
    found = layers(task, plies)
    known = tables(task.variant, task.goal.ignores_order)
    formula = Formula()
    first: list[Var] = []
    digits: dict[int, Lits] = {}
    codes: dict[int, Lits] = {}
    for ply, layer in enumerate(found):
        if quantified and ply and ply % 2 == 0:
            digits[ply] = formula.block((_width(found[ply - 1]),), partial(Digit, ply))
        first.append(formula.var_count + 1)
        formula.block((len(layer.positions),), partial(_meaning, ply, layer, known))
    formula.add(first[0])
    written: dict[int, Lits] = {}
    for ply, layer in enumerate(found):
        with formula.defining():
            formula.add_rows(-(layer.dead_ends(ply == plies)[:, None] + first[ply]).astype(np.int32))
            if ply == plies:
                break
            if ply % 2 == 0:
                if id(layer) not in written:
                    written[id(layer)] = _disjunction_template(layer)
                formula.add_flat(_shift_template(written[id(layer)], first[ply], first[ply + 1]))
            elif quantified:
                codes[ply + 1] = _codes(layer, digits[ply + 1])
                formula.add_flat(_choice_clauses(layer, first[ply], first[ply + 1], codes[ply + 1]))
            else:
                ends = (-(layer.sources + first[ply]), layer.targets + first[ply + 1])
                formula.add_rows(np.stack(ends, axis=1).astype(np.int32))
    return Promises(task, formula, found, first, digits, codes)


def _meaning(ply: int, layer: Layer, tables: Tables, place: int) -> Promise:
    return Promise(ply, position(int(layer.positions[place]), tables))


def _disjunction_template(layer: Layer) -> Lits:
    """A clause for each position with moves, terminated by 0: no promise, or a promise at a successor.

    Positions are indices from 1, negative in this layer and positive in the next.
    """
    begins = np.flatnonzero(np.diff(layer.sources, prepend=-1))
    flat = np.insert(layer.targets + 1, begins, -(layer.sources[begins] + 1))
    ends = np.append(begins[1:], len(layer.sources)) + np.arange(1, len(begins) + 1)
    return np.insert(flat, ends, 0).astype(np.int32)


def _shift_template(template: Lits, here: Var, there: Var) -> Lits:
    """The clauses of a template for layers with these first variables."""
    moved = np.where(template > 0, template + np.int32(there - 1), template - np.int32(here - 1))
    return np.where(template == 0, np.int32(0), moved)


def _choice_clauses(layer: Layer, here: Var, there: Var, codes: Lits) -> Lits:
    """A clause for each move: no promise, another move is chosen, or a promise at its target."""
    ends = (-(layer.sources + here), layer.targets + there)
    rows = np.column_stack([*ends, codes]).astype(np.int32)
    terminated = np.column_stack([rows, np.zeros(len(rows), np.int32)])
    mask = terminated != 0
    mask[:, -1] = True
    flat: Lits = terminated[mask]
    return flat


def _width(layer: Layer) -> int:
    """The number of bits that choose among the moves of any position."""
    most = int(np.bincount(layer.sources).max(initial=1))
    return (most - 1).bit_length()


def _codes(layer: Layer, digits: Lits) -> Lits:
    """For each move the literals that are all false if it is chosen, padded with 0 if its code is short.

    Of n moves with 2^(d-1) < n <= 2^d the first 2^d - n have d - 1 bits, the others d.
    """
    counts = np.bincount(layer.sources)[layer.sources]
    begins = np.flatnonzero(np.diff(layer.sources, prepend=-1))
    place = np.arange(len(layer.sources)) - begins[np.cumsum(np.diff(layer.sources, prepend=-1) != 0) - 1]
    depth = np.ceil(np.log2(counts)).astype(np.int64)
    short = (1 << depth) - counts
    is_short = place < short
    length = depth - is_short
    code = np.where(is_short, place, place + short)
    at = np.arange(len(digits))
    shift = length[:, None] - 1 - at
    bit = (code[:, None] >> np.maximum(shift, 0)) & 1
    return np.where(shift < 0, 0, np.where(bit == 1, -digits, digits)).astype(np.int32)
