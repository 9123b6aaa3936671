"""The rules of Chopsticks for single positions (Holl, Wang, Székely Corsi, Srivastava 2021; README.md).

``tap``, ``transfer``, ``step``, ``win`` and ``lose`` are the functions of the source with their contracts: an
invalid position raises ``BadInput``, an illegal move ``IllegalMove`` with the reason.  Rules that depend on
the history or name the players are in ``play.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from satplay.errors import BadInput, IllegalMove
from satplay.games.chopsticks.state import Hands, Move, Position, Side, Tap, Transfer, sides
from satplay.games.chopsticks.variant import SOURCE, Transfers, Variant


def require_valid(position: Position, variant: Variant = SOURCE) -> None:
    """Raise ``BadInput`` if a hand has too many fingers or both players are out."""
    for hands in (position.mine, position.theirs):
        if len(hands) != variant.hands:
            raise BadInput(
                "position", found=f"{len(hands)} hands", expected=f"{variant.hands} of each player"
            )
        for fingers in hands:
            if not 0 <= fingers < variant.fingers:
                expected = f"0 to {variant.fingers - 1} fingers on a hand"
                raise BadInput("position", found=str(fingers)[:20], expected=expected)
    if win(position) and lose(position):
        raise BadInput(
            "position", found="both players out", expected="at least one player with a finger left"
        )


def win(position: Position) -> bool:
    """Whether the player to move has won: the opponent has no finger left.

    >>> win(Position((1, 4), (0, 0))), win(Position((0, 0), (3, 2))), win(Position((1, 4), (3, 2)))
    (True, False, False)
    """
    return not any(position.theirs)


def lose(position: Position) -> bool:
    """Whether the player to move has lost: no finger is left.

    >>> lose(Position((1, 4), (0, 0))), lose(Position((0, 0), (3, 2))), lose(Position((1, 4), (3, 2)))
    (False, True, False)
    """
    return not any(position.mine)


def tap(position: Position, own: Side, their: Side, variant: Variant = SOURCE) -> Position:
    """The tapped hand gains the fingers of the tapping hand; with 5 or more it is out.

    Both hands hold at least one finger.  The turn does not change.

    >>> tap(Position((4, 1), (1, 2)), Side.LEFT, Side.RIGHT).text
    '4,1|1,0'
    """
    return _apply_move(position, Tap(own, their), variant)


def transfer(
    position: Position, source: Side, count: int, target: Side | None = None, variant: Variant = SOURCE
) -> Position:
    """Fingers move from one own hand to another, by default from left to right or from right to left.

    At least one and no more than the hand holds; the receiving hand stays below 5; a transfer may not only
    swap the numbers on the hands.  The turn does not change.

    >>> transfer(Position((4, 0), (1, 1)), Side.LEFT, 2).text
    '2,2|1,1'
    """
    target = target or source.across
    if target is None:
        raise BadInput("transfer", found=f"{source.word} alone", expected="where the fingers go")
    return _apply_move(position, Transfer(source, count, target), variant)


def step(position: Position, move: Move, variant: Variant = SOURCE) -> Position:
    """The position after a move, with the opponent to move.

    >>> step(Position((4, 1), (1, 2)), Tap(Side.LEFT, Side.RIGHT)).text
    '1,0|4,1'
    """
    return _apply_move(position, move, variant).opponent_view


def moves(position: Position, variant: Variant = SOURCE) -> list[Move]:
    """All legal moves, taps first; none exactly if the game is won, since any hand with fingers can tap.

    >>> [move.text for move in moves(Position((2, 0), (1, 0)))]
    ['tap L L', 'transfer L 1']
    """
    return [move for move, _ in options(position, variant)]


def options(position: Position, variant: Variant = SOURCE) -> Iterator[tuple[Move, Position]]:
    """All legal moves, each with the position after it, in which the opponent is to move."""
    require_valid(position, variant)
    if win(position) or lose(position):
        return
    for own, fingers in zip(sides(variant), position.mine, strict=True):
        if fingers:
            for their, after in tap_results(position.theirs, fingers, variant):
                yield Tap(own, their), Position(after, position.mine)
    for move, after in transfer_results(position.mine, variant):
        yield move, Position(position.theirs, after)


def tap_results(hands: Hands, fingers: int, variant: Variant = SOURCE) -> Iterator[tuple[Side, Hands]]:
    """The results of a tap on each hand by a hand with this number of fingers.

    >>> [after for _, after in tap_results((1, 0), 3)], [after for _, after in tap_results((1, 2), 4)]
    ([(4, 0)], [(0, 2), (1, 0)])
    """
    for at, side in enumerate(sides(variant)):
        if hands[at]:
            yield side, (*hands[:at], add_fingers(hands[at], fingers, variant), *hands[at + 1 :])


def transfer_results(hands: Hands, variant: Variant = SOURCE) -> Iterator[tuple[Transfer, Hands]]:
    """Every legal transfer between these hands, with its result.

    >>> [after for _, after in transfer_results((0, 3))]
    [(1, 2), (2, 1)]
    """
    for move in _every_transfer(variant):
        if _explain_illegal_transfer(hands, move, variant) is None:
            yield move, _after_transfer(hands, move, variant)


def every_move(variant: Variant) -> Iterator[Move]:
    """A superset of the moves that are legal in some position of the variant."""
    known = sides(variant)
    yield from (Tap(own, their) for own in known for their in known)
    yield from _every_transfer(variant)


def _every_transfer(variant: Variant) -> Iterator[Transfer]:
    known = sides(variant)
    for source in known:
        for target in known:
            if target is not source:
                yield from (Transfer(source, count, target) for count in range(1, variant.fingers))


def explain_illegal(position: Position, move: Move, variant: Variant = SOURCE) -> str | None:
    """The reason why a move is illegal; None if it is legal."""
    if win(position) or lose(position):
        return "the game is over"
    known = sides(variant)
    named = (move.own, move.their) if isinstance(move, Tap) else (move.source, move.target)
    for side in named:
        if side not in known:
            return f"there is no {side.word} hand: there are {' and '.join(one.word for one in known)}"
    if isinstance(move, Tap):
        for side, whose, hands in ((move.own, "your", position.mine), (move.their, "their", position.theirs)):
            if hands[known.index(side)] == 0:
                return f"{whose} {side.word} hand is out" + (
                    "" if whose == "your" else ": it cannot be tapped"
                )
        return None
    return _explain_illegal_transfer(position.mine, move, variant)


def _explain_illegal_transfer(hands: Hands, move: Transfer, variant: Variant) -> str | None:
    known = sides(variant)
    given, taken = hands[known.index(move.source)], hands[known.index(move.target)]
    if variant.transfers is Transfers.NONE:
        return "in this variant nothing is transferred"
    if move.source is move.target:
        return "a transfer goes to another hand"
    if move.count < 1:
        return "a transfer moves at least one finger"
    if move.count > given:
        return f"the {move.source.word} hand holds {given}, fewer than {move.count}"
    if variant.transfers is Transfers.HALVING and (taken != 0 or 2 * move.count != given):
        return "in this variant only half of a hand is transferred, to a hand that is out"
    if taken == 0 and not variant.reviving:
        return f"the {move.target.word} hand is out and cannot be revived in this variant"
    if move.count == given and not variant.emptying:
        return f"the {move.source.word} hand would be empty, which this variant does not allow"
    if taken + move.count >= variant.fingers:
        return f"the {move.target.word} hand would hold {taken + move.count}, {variant.fingers} or more"
    if not variant.mirror and sorted(_after_transfer(hands, move, variant)) == sorted(hands):
        return "it would only mirror the hands"
    return None


def _after_transfer(hands: Hands, move: Transfer, variant: Variant) -> Hands:
    change = {move.source: -move.count, move.target: move.count}
    return tuple(held + change.get(side, 0) for side, held in zip(sides(variant), hands, strict=True))


def _apply_move(position: Position, move: Move, variant: Variant) -> Position:
    require_valid(position, variant)
    reason = explain_illegal(position, move, variant)
    if reason is not None:
        raise IllegalMove(move.text, reason, state=position.text)
    if isinstance(move, Transfer):
        return Position(_after_transfer(position.mine, move, variant), position.theirs)
    fingers = position.mine[sides(variant).index(move.own)]
    return Position(position.mine, dict(tap_results(position.theirs, fingers, variant))[move.their])


def add_fingers(held: int, added: int, variant: Variant) -> int:
    """The fingers of a hand after a tap: 0 from 5 on, or with rollover the remainder modulo 5.

    >>> add_fingers(3, 3, SOURCE), add_fingers(3, 3, Variant(rollover=True))
    (0, 1)
    """
    total = held + added
    if total < variant.fingers:
        return total
    return total - variant.fingers if variant.rollover else 0


def repeats(positions: Sequence[Position]) -> bool:
    """Whether a sequence ends in two equal adjacent blocks, as the source's rule against cycles forbids.

    >>> a, b = Position((2, 2), (1, 1)), Position((1, 1), (4, 0))
    >>> repeats([a, b, a]), repeats([a, b, a, b])
    (False, True)
    """
    return any(
        positions[-1] == positions[-1 - block] and positions[-block:] == positions[-2 * block : -block]
        for block in range(1, len(positions) // 2 + 1)
    )
