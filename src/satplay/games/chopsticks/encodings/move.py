"""One move in clauses: the step function of the source between two layers of one-hot hands.

Milestone 1 of the source; ``unrolled`` chains many of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TypeAlias

from satplay.games.chopsticks.encodings.atoms import HandHolds, MoveMade, Who, mover, other
from satplay.games.chopsticks.rules import add_fingers, every_move, explain_illegal
from satplay.games.chopsticks.state import Hands, Move, Position, Side, Tap, Transfer, sides
from satplay.games.chopsticks.variant import Variant
from satplay.logic.cardinality.product import exactly_one
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause, Lit
from satplay.rule import RuleInstance

Layer: TypeAlias = Mapping[tuple[Who, Side], Sequence[Lit]]
"""For each hand of each player, a literal for every number of fingers from 0."""


class Rule(Enum):
    """The rules that the clauses of a move state."""

    ONE_MOVE = "At every ply one move is made, or none after the end."
    TAP = "A tapped hand gains the fingers of the tapping hand; both hold at least one."
    TRANSFER = "Fingers move from one own hand to another, if the variant allows it."
    OTHER_HANDS = "A hand that takes no part in a move does not change."


def layer(formula: Formula, ply: int, variant: Variant) -> Layer:
    """The hands after a number of plies; each holds exactly one number of fingers."""
    hands = {
        (who, side): [formula.lit(HandHolds(ply, who, side, held)) for held in range(variant.fingers)]
        for who in Who
        for side in sides(variant)
    }
    with formula.defining():
        for lits in hands.values():
            formula.add_all(exactly_one(lits, formula.fresh))
    return hands


def place(formula: Formula, hands: Layer, ours: Hands, theirs: Hands, variant: Variant) -> None:
    """Fix the hands of a layer."""
    with formula.defining():
        for who, held in ((Who.WE, ours), (Who.OPPONENT, theirs)):
            for side, fingers in zip(sides(variant), held, strict=True):
                formula.add(hands[who, side][fingers])


def move(
    formula: Formula, ply: int, before: Layer, after: Layer, variant: Variant, *, may_rest: bool = False
) -> dict[Move | None, Lit]:
    """Add the clauses of ply number ``ply`` between two layers; returns the literal of each move.

    If ``may_rest``, the ply may be no move (None), which changes nothing.
    """
    lits: dict[Move | None, Lit] = {
        one: formula.lit(MoveMade(ply, one)) for one in (*every_move(variant), *([None] if may_rest else []))
    }
    with formula.stating(RuleInstance(Rule.ONE_MOVE, f"ply {ply} is one move", (ply,))):
        formula.add_all(exactly_one(list(lits.values()), formula.fresh))
    for one, lit in lits.items():
        if isinstance(one, Tap):
            with formula.stating(RuleInstance(Rule.TAP, f"ply {ply} may be {one.text}", (ply, one.text))):
                formula.add_all(_tap(lit, one, ply, before, after, variant))
        elif isinstance(one, Transfer):
            with formula.stating(
                RuleInstance(Rule.TRANSFER, f"ply {ply} may be {one.text}", (ply, one.text))
            ):
                formula.add_all(_transfer(lit, one, ply, before, after, variant))
    with formula.stating(RuleInstance(Rule.OTHER_HANDS, f"at ply {ply} other hands stay", (ply,))):
        formula.add_all(_frame(lits, ply, before, after))
    return lits


def _tap(lit: Lit, tap: Tap, ply: int, before: Layer, after: Layer, variant: Variant) -> list[Clause]:
    own, their = before[mover(ply), tap.own], before[other(mover(ply)), tap.their]
    become = after[other(mover(ply)), tap.their]
    live = range(1, variant.fingers)
    return [
        (-lit, -own[0]),
        (-lit, -their[0]),
        *((-lit, -own[a], -their[b], become[add_fingers(b, a, variant)]) for a in live for b in live),
    ]


def _transfer(
    lit: Lit, transfer: Transfer, ply: int, before: Layer, after: Layer, variant: Variant
) -> list[Clause]:
    who = mover(ply)
    source, target = before[who, transfer.source], before[who, transfer.target]
    left, gained = after[who, transfer.source], after[who, transfer.target]
    # The game is not over: a tap implies a live hand of the opponent, a transfer has to require one.
    clauses: list[Clause] = [(-lit, *(-before[other(who), side][0] for side in sides(variant)))]
    for a in range(variant.fingers):
        for b in range(variant.fingers):
            if _is_legal(transfer, a, b, variant):
                clauses.append((-lit, -source[a], -target[b], left[a - transfer.count]))
                clauses.append((-lit, -source[a], -target[b], gained[b + transfer.count]))
            else:
                clauses.append((-lit, -source[a], -target[b]))
    return clauses


def _is_legal(transfer: Transfer, source: int, target: int, variant: Variant) -> bool:
    """Whether a transfer between hands with these numbers of fingers is legal; a third hand is irrelevant."""
    held = {transfer.source: source, transfer.target: target}
    mine = tuple(held.get(side, 1) for side in sides(variant))
    return explain_illegal(Position(mine, (1,) * variant.hands), transfer, variant) is None


def _frame(lits: Mapping[Move | None, Lit], ply: int, before: Layer, after: Layer) -> list[Clause]:
    """Frame axioms: a hand does not change unless one of the moves that change it is made."""
    clauses: list[Clause] = []
    for (who, side), held in before.items():
        changing = [lit for one, lit in lits.items() if _changes(one, who is mover(ply), side)]
        for fingers, lit in enumerate(held):
            clauses.append((*changing, -lit, after[who, side][fingers]))
    return clauses


def _changes(move: Move | None, own: bool, side: Side) -> bool:
    if isinstance(move, Tap):
        return not own and move.their is side
    return isinstance(move, Transfer) and own and side in (move.source, move.target)
