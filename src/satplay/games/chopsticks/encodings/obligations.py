"""Obligations: what has to be promised where, so that the goal is forced within so many plies.

A promise at a position where we are to move is a promise at one of those it leads to; where the opponent is
to move, at all of them.  Nobody can promise where the goal is not there and no ply is left.  As plain SAT
all the opponent's moves are looked at; as QBF one of them, which a number chooses: n moves need n codes, each
as short as possible and none the beginning of another (truncated binary codes), so that every number is a
move.

Values are decided by unit propagation, from the last ply to the first.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.encoding import Encoding
from satplay.games.chopsticks.analysis.goal import Task
from satplay.games.chopsticks.analysis.move_tables import Tables, tables
from satplay.games.chopsticks.analysis.witness import Strategy, Way, strategy
from satplay.games.chopsticks.encodings.atoms import Digit, Promised
from satplay.games.chopsticks.encodings.layers import Layer, layers, number, position
from satplay.games.chopsticks.encodings.quantified_tasks import Behind, Replier
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
    """The formula, and for each ply its layer and the first of its variables, one for each position.

    Where the opponent chooses by ``digits``, these are their variables for each ply, and ``codes`` what they
    say against each move.
    """

    task: Task
    formula: Formula
    layers: list[Layer]
    first: list[Var]
    digits: dict[int, Lits]
    codes: dict[int, Lits]

    def place(self, ply: int, at: Position) -> int:
        """Of a position in its layer, from 0."""
        known = tables(self.task.variant, self.task.goal.alike)
        of_all = number(at, known, self.task.goal.alike)
        return int(np.searchsorted(self.layers[ply].positions, of_all))

    def layer(self, ply: int) -> range:
        """The variables of a layer."""
        return range(self.first[ply], self.first[ply] + len(self.layers[ply].positions))

    def plan(self, promised: Callable[[Sequence[Way]], Iterable[Container[Lit]]]) -> Strategy:
        """What comes of it, where after each of some ways these promises are made."""

        def choose(ways: Sequence[Way]) -> list[Position]:
            return [self._kept(way, made) for way, made in zip(ways, promised(ways), strict=True)]

        return strategy(self.task, len(self.layers) - 1, choose)

    def _kept(self, way: Way, made: Container[Lit]) -> Position:
        """Where the promise after one more ply is made."""
        known = (after for _, after in options(way[-1], self.task.variant))
        return next(at for at in known if self.first[len(way)] + self.place(len(way), at) in made)

    def choice(self, ply: int, before: Position, after: Position) -> list[Lit]:
        """The digits by which the opponent goes from one position to another."""
        layer = self.layers[ply - 1]
        begins, ends = self.place(ply - 1, before), self.place(ply, after)
        move = int(np.flatnonzero((layer.sources == begins) & (layer.targets == ends))[0])
        codes = self.codes[ply][move]
        found: list[Lit] = (-codes[codes != 0]).tolist()
        return found


def obligations(task: Task, plies: int) -> Encoding[Strategy]:
    """As plain SAT."""
    said = _promises(task, plies, quantified=False)

    def decode(model: Model) -> Strategy:
        made = frozenset(model)
        return said.plan(lambda ways: [made] * len(ways))

    return Encoding(said.formula, decode, answer=range(1, said.formula.var_count + 1))


def quantified_obligations(task: Task, plies: int) -> Behind:
    """As QBF: what we promise after a move of the opponent is chosen when it is known."""
    said = _promises(task, plies, quantified=True)
    blocks: list[Block] = []
    for ply in range(plies + 1):
        if ply in said.digits:
            blocks.append(Block(Quantifier.FORALL, tuple(said.digits[ply].tolist())))
        blocks.append(Block(Quantifier.EXISTS, tuple(said.layer(ply))))

    def witness(gates: Gates) -> Strategy:
        replier, choice = Replier(gates), cache(said.choice)

        def promised(ways: Sequence[Way]) -> Iterable[Container[Lit]]:
            plays = [
                [lit for ply in range(2, len(way), 2) for lit in choice(ply, way[ply - 1], way[ply])]
                for way in ways
            ]
            return replier.replies(plays, said.layer(len(ways[0])) if ways else ())

        return said.plan(promised)

    return Behind(Quantified(tuple(blocks), said.formula), witness)


def _promises(task: Task, plies: int, *, quantified: bool) -> Promises:
    found = layers(task, plies)
    known = tables(task.variant, task.goal.alike)
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
            formula.add_rows(-(layer.stuck(ply == plies)[:, None] + first[ply]).astype(np.int32))
            if ply == plies:
                break
            if ply % 2 == 0:
                if id(layer) not in written:
                    written[id(layer)] = _some(layer)
                formula.add_flat(_placed(written[id(layer)], first[ply], first[ply + 1]))
            elif quantified:
                codes[ply + 1] = _codes(layer, digits[ply + 1])
                formula.add_flat(_chosen(layer, first[ply], first[ply + 1], codes[ply + 1]))
            else:
                ends = (-(layer.sources + first[ply]), layer.targets + first[ply + 1])
                formula.add_rows(np.stack(ends, axis=1).astype(np.int32))
    return Promises(task, formula, found, first, digits, codes)


def _meaning(ply: int, layer: Layer, known: Tables, place: int) -> Promised:
    return Promised(ply, position(int(layer.positions[place]), known))


def _some(layer: Layer) -> Lits:
    """For each position with moves a clause, closed by a 0: not promised, or promised where one leads to.

    Places are counted from 1, negative in this layer and positive in the next.
    """
    begins = np.flatnonzero(np.diff(layer.sources, prepend=-1))
    flat = np.insert(layer.targets + 1, begins, -(layer.sources[begins] + 1))
    ends = np.append(begins[1:], len(layer.sources)) + np.arange(1, len(begins) + 1)
    return np.insert(flat, ends, 0).astype(np.int32)


def _placed(template: Lits, here: Var, there: Var) -> Lits:
    """The clauses of a template where the layers have these first variables."""
    moved = np.where(template > 0, template + np.int32(there - 1), template - np.int32(here - 1))
    return np.where(template == 0, np.int32(0), moved)


def _chosen(layer: Layer, here: Var, there: Var, codes: Lits) -> Lits:
    """For each move a clause: not promised, another number was chosen, or promised where it leads to."""
    ends = (-(layer.sources + here), layer.targets + there)
    rows = np.column_stack([*ends, codes]).astype(np.int32)
    closed = np.column_stack([rows, np.zeros(len(rows), np.int32)])
    kept = closed != 0
    kept[:, -1] = True
    flat: Lits = closed[kept]
    return flat


def _width(layer: Layer) -> int:
    """How many digits choose among the moves of any position."""
    most = int(np.bincount(layer.sources).max(initial=1))
    return (most - 1).bit_length()


def _codes(layer: Layer, digits: Lits) -> Lits:
    """For each move the literals that say another number was chosen, 0 where its code is short.

    Of n moves with 2^(d-1) < n <= 2^d the first 2^d - n have d - 1 digits, the others d.
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
