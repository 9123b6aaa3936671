"""Factored: moves as quantified choices, over what each player's hands are.

A layer of variables says what our hands are and what theirs are, one-hot: where left and right make no
difference to the goal, without their order.  Our moves are chosen by existential variables: a tap with so
many fingers on that hand, or the hands that a transfer makes.  Those of the opponent are chosen by the digits
of a number, which are universal: its options are those of their hands, over and over again, so that every
number is a legal move; if the tapped hand is out, the next one is meant.  Nothing is to be released.

All clauses say what follows from hands, none what they follow from: more hands than are true are only more
work for us.  So a game that is won needs no word about it: their hands are none that anything follows from.

That no two hands are true at once is said after moves of the opponent alone: with clausal abstraction it
halved the refinements (k = 33, from 1,3|1,1: 5 600 instead of 9 400); order of hands trebles them.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from satplay.games.chopsticks.analysis.goal import Task
from satplay.games.chopsticks.analysis.witness import Strategy, Way, strategy
from satplay.games.chopsticks.encodings.atoms import (
    Chosen,
    Digit,
    Going,
    Have,
    Met,
    Rearranged,
    Tapped,
    Tapping,
    Who,
)
from satplay.games.chopsticks.encodings.choices import Hit, choices
from satplay.games.chopsticks.encodings.quantified_tasks import Behind, Replier
from satplay.games.chopsticks.state import Hands, Position
from satplay.logic.cardinality import pairwise
from satplay.logic.cardinality.product import at_most_one
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause, Lit
from satplay.logic.quantified import Block, Quantified, Quantifier
from satplay.logic.strategy import Strategy as Gates

MANY = 100
"""From so many literals on, pairs of them are too many clauses."""


def factored(task: Task, plies: int) -> Behind:
    """We force the goal within so many plies."""
    game = _Factored(task)
    game.begin()
    for ply in range(1, plies + 1):
        game.meet(ply - 1)
        if ply % 2:
            game.our_ply(ply)
        else:
            game.their_ply(ply)
    game.end(plies)

    def witness(gates: Gates) -> Strategy:
        return game.plan(gates, plies)

    return Behind(Quantified(tuple(game.blocks), game.formula), witness)


class _Factored:
    """The formula while it is written, ply by ply; ``ours`` and ``theirs`` are the newest layer."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.formula = Formula()
        self.blocks: list[Block] = []
        self.choices = choices(task.variant, task.goal.alike)
        self.ours: dict[Hands, Lit] = {}
        self.theirs: dict[Hands, Lit] = {}
        self._bound = 0
        self._moves: dict[int, list[Lit]] = {}

    def _bind(self, quantifier: Quantifier) -> None:
        """Everything that is new is bound here."""
        new = tuple(range(self._bound + 1, self.formula.var_count + 1))
        self._bound = self.formula.var_count
        if new:
            self.blocks.append(Block(quantifier, new))

    def begin(self) -> None:
        """The hands at the start."""
        start = self.task.start
        for hands, who in ((start.mine, Who.WE), (start.theirs, Who.OPPONENT)):
            said = tuple(sorted(hands)) if self.task.goal.alike else hands
            layer = self.ours if who is Who.WE else self.theirs
            layer[said] = self.formula.lit(Have(0, who, said))
            self.formula.add(layer[said])

    def meet(self, ply: int) -> None:
        """Where the goal is there nothing follows from their hands any more; else a game may not be over."""
        out, goal = self.choices.out, self.task.goal
        with self.formula.defining():
            over = self.theirs.pop(out, None)
            if goal.position is not None:
                met, wanted = self._met(ply), goal.position if ply % 2 == 0 else goal.position.flipped
                theirs = tuple(sorted(wanted.theirs)) if goal.alike else wanted.theirs
                if over is not None:
                    self.formula.add(-over, *([met] if met is not None and theirs == out else []))
                if met is not None and theirs in self.theirs:
                    on = self.formula.lit(Going(ply, theirs))
                    self.formula.add(-self.theirs[theirs], met, on)
                    self.theirs[theirs] = on
            lost = self.ours.pop(out, None)
            if lost is not None:
                self.formula.add_all([(-lost, -lit) for lit in self.theirs.values()])

    def _met(self, ply: int) -> Lit | None:
        """A literal that is true only if our hands are those of the goal; None where it cannot be there."""
        goal = self.task.goal
        if goal.position is None or not goal.to_move.allows(ply):
            return None
        hands = goal.position.mine if ply % 2 == 0 else goal.position.theirs
        wanted = tuple(sorted(hands)) if goal.alike else hands
        if wanted not in self.ours:
            return None
        met = self.formula.lit(Met(ply, goal.text))
        self.formula.add_all([(-met, -lit) for hands, lit in self.ours.items() if hands != wanted])
        return met

    def our_ply(self, ply: int) -> None:
        """One of our moves is chosen, and the hands become what it makes of them."""
        known, formula = self.choices, self.formula
        ours, theirs = self.ours, self.theirs
        self.ours, self.theirs = {}, {}
        fingers = sorted({held for hands in ours for held in hands} - {0})
        taps = {held: formula.lit(Tapping(ply, held)) for held in fingers}
        on = {side: formula.lit(Tapped(ply, side)) for side in known.sides}
        made = {to: formula.lit(Rearranged(ply, to)) for hands in ours for to in known.transfers[hands]}
        none = formula.lit(Tapping(ply, 0))
        self._moves[ply] = [*taps.values(), *on.values(), *made.values()]
        with formula.defining():
            for hands, lit in ours.items():
                some = [taps[held] for held in sorted(set(hands) - {0})]
                formula.add(-lit, *some, *(made[to] for to in known.transfers[hands]))
                for tap in some:
                    formula.add(-tap, -lit, self._ours(ply, hands))
            for to, transfer in made.items():
                formula.add(-transfer, self._ours(ply, to))
                formula.add(-transfer, none)
            for hands, lit in theirs.items():
                formula.add(-none, -lit, self._theirs(ply, hands))
                for held, tap in taps.items():
                    for side, here in on.items():
                        if (held, side, hands) in known.taps:
                            to = known.taps[held, side, hands]
                            formula.add(-tap, -here, -lit, self._theirs(ply, to))
                formula.add_all(
                    [(-here, -lit) for here, held in zip(on.values(), hands, strict=True) if held == 0]
                )
            for tap in taps.values():
                formula.add(-tap, *on.values())

    def their_ply(self, ply: int) -> None:
        """A number chooses among the options of their hands."""
        known, formula = self.choices, self.formula
        ours, theirs = self.ours, self.theirs
        self.ours, self.theirs = {}, {}
        self._bind(Quantifier.EXISTS)
        digits = [formula.lit(Digit(ply, digit)) for digit in range(known.digits)]
        self._bind(Quantifier.FORALL)
        taps: dict[int, Lit] = {}
        on = {side: formula.lit(Tapped(ply, side)) for side in known.sides}
        none = formula.lit(Tapping(ply, 0))
        with formula.defining():
            for number in range(1 << known.digits):
                chosen = formula.lit(Chosen(ply, number))
                formula.add(chosen, *_unlike(digits, number))
                for hands, lit in theirs.items():
                    option = known.options[hands][number % len(known.options[hands])]
                    if isinstance(option, Hit):
                        taps[option.fingers] = formula.lit(Tapping(ply, option.fingers))
                        formula.add(-chosen, -lit, taps[option.fingers])
                        formula.add(-chosen, -lit, on[option.side])
                        formula.add(-chosen, -lit, self._theirs(ply, hands))
                    else:
                        formula.add(-chosen, -lit, none)
                        formula.add(-chosen, -lit, self._theirs(ply, option))
            for hands, lit in ours.items():
                formula.add(-none, -lit, self._ours(ply, hands))
                for held, tap in taps.items():
                    for side, here in on.items():
                        formula.add(-tap, -here, -lit, self._ours(ply, known.tap(held, side, hands)))
            for layer in (self.ours, self.theirs):
                formula.add_all(_at_most_one(list(layer.values()), formula))

    def end(self, plies: int) -> None:
        """The goal is there after the last ply, or was there before."""
        self.meet(plies)
        with self.formula.defining():
            self.formula.add_all([(-lit,) for lit in self.theirs.values()])
        self._bind(Quantifier.EXISTS)

    def _ours(self, ply: int, hands: Hands) -> Lit:
        return self.ours.setdefault(hands, self.formula.lit(Have(ply, Who.WE, hands)))

    def _theirs(self, ply: int, hands: Hands) -> Lit:
        return self.theirs.setdefault(hands, self.formula.lit(Have(ply, Who.OPPONENT, hands)))

    # -- what a winning strategy comes to --

    def plan(self, gates: Gates, plies: int) -> Strategy:
        """Our moves, asked of the gates after what the opponent has chosen so far."""
        replier = Replier(gates)

        def choose(ways: Sequence[Way]) -> list[Position]:
            plays = [
                [lit for ply in range(2, len(way), 2) for lit in self._choice(ply, way[ply - 1], way[ply])]
                for way in ways
            ]
            wanted = self._moves[len(ways[0])] if ways else []
            replied = replier.replies(plays, wanted)
            return [self._reply(len(way), way[-1], true) for way, true in zip(ways, replied, strict=True)]

        return strategy(self.task, plies, choose)

    def _named(self, hands: Hands) -> Hands:
        return tuple(sorted(hands)) if self.task.goal.alike else hands

    def _choice(self, ply: int, before: Position, after: Position) -> list[Lit]:
        """The digits by which the opponent goes from one position to another."""
        theirs, ours = self._named(before.mine), self._named(before.theirs)
        wanted = self._named(after.theirs), self._named(after.mine)
        for number, option in enumerate(self.choices.options[theirs]):
            if isinstance(option, Hit):
                made = theirs, self.choices.tap(option.fingers, option.side, ours)
            else:
                made = option, ours
            if made == wanted:
                digits = [self.formula.lit(Digit(ply, digit)) for digit in range(self.choices.digits)]
                return [-lit for lit in _unlike(digits, number)]
        raise LookupError(f"no option leads from {before.text} to {after.text}")

    def _reply(self, ply: int, at: Position, true: Container[Lit]) -> Position:
        """Where our move leads to."""
        lit = self.formula.lit
        ours, theirs = self._named(at.mine), self._named(at.theirs)
        for to in self.choices.transfers[ours]:
            if lit(Rearranged(ply, to)) in true:
                return Position(theirs, to)
        for fingers in sorted(set(ours) - {0}):
            for side in self.choices.sides:
                to = self.choices.taps.get((fingers, side, theirs), ())
                if to and lit(Tapping(ply, fingers)) in true and lit(Tapped(ply, side)) in true:
                    return Position(to, ours)
        raise LookupError(f"no move is chosen at {at.text}")


def _unlike(digits: Sequence[Lit], number: int) -> list[Lit]:
    """The digits say another number."""
    return [-digit if number >> at & 1 else digit for at, digit in enumerate(digits)]


def _at_most_one(lits: Sequence[Lit], formula: Formula) -> Iterator[Clause]:
    """By pairs while these are not too many: variables of its own cost an engine more than clauses."""
    return pairwise.at_most(lits, 1, formula.fresh) if len(lits) < MANY else at_most_one(lits, formula.fresh)
