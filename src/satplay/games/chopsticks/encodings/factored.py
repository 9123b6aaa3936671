"""Factored: moves as quantified choices over the hands of each player.

A layer has one-hot variables for our hands and for the opponent's, unordered if left and right make no
difference to the goal.  Existential variables choose our moves: the fingers and the target of a tap, or the
hands after a transfer.  Universal variables choose the opponent's moves: the bits of a number, taken modulo
the number of options of the opponent's hands, so that every number is a legal move.  If the tapped hand is
out, the next one is tapped.

All clauses are implications from hands to their successors: additional true hands only add constraints on us.
After a win nothing is implied by the opponent's hands, so a finished game needs no clauses.

At-most-one constraints on hands are added only after the opponent's moves: with clausal abstraction they
halved the refinements (k = 33, from 1,3|1,1: 5 600 instead of 9 400).  Ordered hands treble them.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from satplay.games.chopsticks.analysis.goal import GoalTask
from satplay.games.chopsticks.analysis.witness import Way, WinningStrategy, make_strategy
from satplay.games.chopsticks.encodings.atoms import (
    Digit,
    GoalReached,
    OpponentChoice,
    PlayContinues,
    PlayerHands,
    TapFingers,
    TapTarget,
    TransferResult,
    Who,
)
from satplay.games.chopsticks.encodings.choices import Hit, choices
from satplay.games.chopsticks.encodings.quantified_tasks import QuantifiedTask, StrategyEvaluator
from satplay.games.chopsticks.state import Hands, Position
from satplay.logic.cardinality import pairwise
from satplay.logic.cardinality.product import at_most_one
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause, Lit
from satplay.logic.quantified import Block, Quantified, Quantifier
from satplay.logic.strategy import Strategy as Gates

MANY = 100
"""From this number of literals on, the pairwise encoding of at-most-one is too large."""


def factored_moves(task: GoalTask, plies: int) -> QuantifiedTask:
    """The QBF that holds if we can force the goal within ``plies``."""
    game = _Factored(task)
    game.add_start()
    for ply in range(1, plies + 1):
        game.add_goal(ply - 1)
        if ply % 2:
            game.add_our_ply(ply)
        else:
            game.add_their_ply(ply)
    game.finish(plies)

    def witness(gates: Gates) -> WinningStrategy:
        return game.plan(gates, plies)

    return QuantifiedTask(Quantified(tuple(game.blocks), game.formula), witness)


class _Factored:
    """The formula under construction, ply by ply; ``ours`` and ``theirs`` are the last layer."""

    def __init__(self, task: GoalTask) -> None:
        self.task = task
        self.formula = Formula()
        self.blocks: list[Block] = []
        self.choices = choices(task.variant, task.goal.ignores_order)
        self.ours: dict[Hands, Lit] = {}
        self.theirs: dict[Hands, Lit] = {}
        self._bound = 0
        self._moves: dict[int, list[Lit]] = {}

    def _bind(self, quantifier: Quantifier) -> None:
        """Bind all variables that are not bound yet, in a new block."""
        new = tuple(range(self._bound + 1, self.formula.var_count + 1))
        self._bound = self.formula.var_count
        if new:
            self.blocks.append(Block(quantifier, new))

    def add_start(self) -> None:
        """Add the hands at the start."""
        start = self.task.start
        for hands, who in ((start.mine, Who.WE), (start.theirs, Who.OPPONENT)):
            key = self._normalize(hands)
            layer = self.ours if who is Who.WE else self.theirs
            layer[key] = self.formula.lit(PlayerHands(0, who, key))
            self.formula.add(layer[key])

    def add_goal(self, ply: int) -> None:
        """Nothing follows from the opponent's hands if the goal is reached; if not, the game is not over."""
        out, goal = self.choices.out, self.task.goal
        with self.formula.defining():
            over = self.theirs.pop(out, None)
            if goal.position is not None:
                met, wanted = (
                    self._goal_literal(ply),
                    goal.position if ply % 2 == 0 else goal.position.opponent_view,
                )
                theirs = tuple(sorted(wanted.theirs)) if goal.ignores_order else wanted.theirs
                if over is not None:
                    self.formula.add(-over, *([met] if met is not None and theirs == out else []))
                if met is not None and theirs in self.theirs:
                    on = self.formula.lit(PlayContinues(ply, theirs))
                    self.formula.add(-self.theirs[theirs], met, on)
                    self.theirs[theirs] = on
            lost = self.ours.pop(out, None)
            if lost is not None:
                self.formula.add_all([(-lost, -lit) for lit in self.theirs.values()])

    def _goal_literal(self, ply: int) -> Lit | None:
        """A literal that is true only if our hands are as in the goal; None if that is impossible."""
        goal = self.task.goal
        if goal.position is None or not goal.to_move.allows(ply):
            return None
        hands = goal.position.mine if ply % 2 == 0 else goal.position.theirs
        wanted = tuple(sorted(hands)) if goal.ignores_order else hands
        if wanted not in self.ours:
            return None
        met = self.formula.lit(GoalReached(ply, goal.text))
        self.formula.add_all([(-met, -lit) for hands, lit in self.ours.items() if hands != wanted])
        return met

    def add_our_ply(self, ply: int) -> None:
        """Choose one of our moves, and imply the hands after it."""
        known, formula = self.choices, self.formula
        ours, theirs = self.ours, self.theirs
        self.ours, self.theirs = {}, {}
        fingers = sorted({held for hands in ours for held in hands} - {0})
        taps = {held: formula.lit(TapFingers(ply, held)) for held in fingers}
        on = {side: formula.lit(TapTarget(ply, side)) for side in known.sides}
        made = {to: formula.lit(TransferResult(ply, to)) for hands in ours for to in known.transfers[hands]}
        none = formula.lit(TapFingers(ply, 0))
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

    def add_their_ply(self, ply: int) -> None:
        """Universal bits choose among the options of the opponent's hands; imply the hands after it."""
        known, formula = self.choices, self.formula
        ours, theirs = self.ours, self.theirs
        self.ours, self.theirs = {}, {}
        self._bind(Quantifier.EXISTS)
        digits = [formula.lit(Digit(ply, digit)) for digit in range(known.digits)]
        self._bind(Quantifier.FORALL)
        taps: dict[int, Lit] = {}
        on = {side: formula.lit(TapTarget(ply, side)) for side in known.sides}
        none = formula.lit(TapFingers(ply, 0))
        with formula.defining():
            for number in range(1 << known.digits):
                chosen = formula.lit(OpponentChoice(ply, number))
                formula.add(chosen, *_differing_digits(digits, number))
                for hands, lit in theirs.items():
                    option = known.options[hands][number % len(known.options[hands])]
                    if isinstance(option, Hit):
                        taps[option.fingers] = formula.lit(TapFingers(ply, option.fingers))
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

    def finish(self, plies: int) -> None:
        """Require the goal after the last ply, unless it was reached before."""
        self.add_goal(plies)
        with self.formula.defining():
            self.formula.add_all([(-lit,) for lit in self.theirs.values()])
        self._bind(Quantifier.EXISTS)

    def _ours(self, ply: int, hands: Hands) -> Lit:
        return self.ours.setdefault(hands, self.formula.lit(PlayerHands(ply, Who.WE, hands)))

    def _theirs(self, ply: int, hands: Hands) -> Lit:
        return self.theirs.setdefault(hands, self.formula.lit(PlayerHands(ply, Who.OPPONENT, hands)))

    # -- the decoded strategy --

    def plan(self, gates: Gates, plies: int) -> WinningStrategy:
        """Our moves, from the values of the gates after the opponent's choices so far."""
        evaluator = StrategyEvaluator(gates)

        def choose(ways: Sequence[Way]) -> list[Position]:
            plays = [
                [lit for ply in range(2, len(way), 2) for lit in self._choice(ply, way[ply - 1], way[ply])]
                for way in ways
            ]
            wanted = self._moves[len(ways[0])] if ways else []
            values = evaluator.evaluate(plays, wanted)
            return [self._reply(len(way), way[-1], true) for way, true in zip(ways, values, strict=True)]

        return make_strategy(self.task, plies, choose)

    def _normalize(self, hands: Hands) -> Hands:
        return tuple(sorted(hands)) if self.task.goal.ignores_order else hands

    def _choice(self, ply: int, before: Position, after: Position) -> list[Lit]:
        """The bits by which the opponent moves from one position to another."""
        theirs, ours = self._normalize(before.mine), self._normalize(before.theirs)
        wanted = self._normalize(after.theirs), self._normalize(after.mine)
        for number, option in enumerate(self.choices.options[theirs]):
            if isinstance(option, Hit):
                made = theirs, self.choices.tap(option.fingers, option.side, ours)
            else:
                made = option, ours
            if made == wanted:
                digits = [self.formula.lit(Digit(ply, digit)) for digit in range(self.choices.digits)]
                return [-lit for lit in _differing_digits(digits, number)]
        raise LookupError(f"no option leads from {before.text} to {after.text}")

    def _reply(self, ply: int, at: Position, true: Container[Lit]) -> Position:
        """The position after our move."""
        lit = self.formula.lit
        ours, theirs = self._normalize(at.mine), self._normalize(at.theirs)
        for to in self.choices.transfers[ours]:
            if lit(TransferResult(ply, to)) in true:
                return Position(theirs, to)
        for fingers in sorted(set(ours) - {0}):
            for side in self.choices.sides:
                to = self.choices.taps.get((fingers, side, theirs), ())
                if to and lit(TapFingers(ply, fingers)) in true and lit(TapTarget(ply, side)) in true:
                    return Position(to, ours)
        raise LookupError(f"no move is chosen at {at.text}")


def _differing_digits(digits: Sequence[Lit], number: int) -> list[Lit]:
    """The literals of which one is true exactly if the bits form another number."""
    return [-digit if number >> at & 1 else digit for at, digit in enumerate(digits)]


def _at_most_one(lits: Sequence[Lit], formula: Formula) -> Iterator[Clause]:
    """Pairwise for few literals: auxiliary variables cost an engine more than clauses."""
    return pairwise.at_most(lits, 1, formula.fresh) if len(lits) < MANY else at_most_one(lits, formula.fresh)
