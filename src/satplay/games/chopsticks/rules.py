"""The rules of Chopsticks, about single positions (Holl, Wang, Székely Corsi, Srivastava 2021; README.md).

``tap``, ``transfer``, ``step``, ``win`` and ``lose`` are the functions of the source with their contracts: a
position that is none raises ``BadInput``, a move that is not allowed in it ``IllegalMove`` with the reason.
What needs the past or names the players is in ``play.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from satplay.errors import BadInput, IllegalMove
from satplay.games.chopsticks.state import Hands, Move, Position, Side, Tap, Transfer, sides
from satplay.games.chopsticks.variant import SOURCE, Transfers, Variant


def expect(position: Position, variant: Variant = SOURCE) -> None:
    """Every hand holds fewer fingers than put it out, and not both players are out; or else ``BadInput``."""
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
        raise BadInput("position", found="both players out", expected="at least one who is not")


def win(position: Position) -> bool:
    """The player to move has won: the other has no finger left.

    >>> win(Position((1, 4), (0, 0))), win(Position((0, 0), (3, 2))), win(Position((1, 4), (3, 2)))
    (True, False, False)
    """
    return not any(position.theirs)


def lose(position: Position) -> bool:
    """The player to move has lost: no finger is left.

    >>> lose(Position((1, 4), (0, 0))), lose(Position((0, 0), (3, 2))), lose(Position((1, 4), (3, 2)))
    (False, True, False)
    """
    return not any(position.mine)


def tap(position: Position, own: Side, their: Side, variant: Variant = SOURCE) -> Position:
    """The tapped hand gains the fingers of the tapping hand; with 5 or more it is out.  The turn is kept.

    Both hands hold at least one finger.

    >>> tap(Position((4, 1), (1, 2)), Side.LEFT, Side.RIGHT).text
    '4,1|1,0'
    """
    return _done(position, Tap(own, their), variant)


def transfer(
    position: Position, source: Side, count: int, target: Side | None = None, variant: Variant = SOURCE
) -> Position:
    """Fingers go from one own hand to another, by default to the one across.  The turn does not change.

    At least one and no more than the hand holds; the receiving hand stays below 5; the numbers on the hands
    may not stay the same in another order.

    >>> transfer(Position((4, 0), (1, 1)), Side.LEFT, 2).text
    '2,2|1,1'
    """
    target = target or source.across
    if target is None:
        raise BadInput("transfer", found=f"{source.word} alone", expected="where the fingers go")
    return _done(position, Transfer(source, count, target), variant)


def step(position: Position, move: Move, variant: Variant = SOURCE) -> Position:
    """The position after a move, as the other player sees it, whose turn it is now.

    >>> step(Position((4, 1), (1, 2)), Tap(Side.LEFT, Side.RIGHT)).text
    '1,0|4,1'
    """
    return _done(position, move, variant).flipped


def moves(position: Position, variant: Variant = SOURCE) -> list[Move]:
    """All legal moves, taps first; none exactly if the game is won, since any hand with fingers can tap.

    >>> [move.text for move in moves(Position((2, 0), (1, 0)))]
    ['tap L L', 'transfer L 1']
    """
    return [move for move, _ in options(position, variant)]


def options(position: Position, variant: Variant = SOURCE) -> Iterator[tuple[Move, Position]]:
    """All legal moves, each with the position that it leads to, which is the other player's to move in."""
    expect(position, variant)
    if win(position) or lose(position):
        return
    for own, fingers in zip(sides(variant), position.mine, strict=True):
        if fingers:
            for their, after in tapped(position.theirs, fingers, variant):
                yield Tap(own, their), Position(after, position.mine)
    for move, after in transferred(position.mine, variant):
        yield move, Position(position.theirs, after)


def tapped(hands: Hands, fingers: int, variant: Variant = SOURCE) -> Iterator[tuple[Side, Hands]]:
    """The results of a tap on each hand by a hand with this number of fingers.

    >>> [after for _, after in tapped((1, 0), 3)], [after for _, after in tapped((1, 2), 4)]
    ([(4, 0)], [(0, 2), (1, 0)])
    """
    for at, side in enumerate(sides(variant)):
        if hands[at]:
            yield side, (*hands[:at], added_up(hands[at], fingers, variant), *hands[at + 1 :])


def transferred(hands: Hands, variant: Variant = SOURCE) -> Iterator[tuple[Transfer, Hands]]:
    """Every transfer that the owner of these hands may make, with what they become.

    >>> [after for _, after in transferred((0, 3))]
    [(1, 2), (2, 1)]
    """
    for move in _every_transfer(variant):
        if _against_transfer(hands, move, variant) is None:
            yield move, _after_transfer(hands, move, variant)


def every_move(variant: Variant) -> Iterator[Move]:
    """All moves that are legal in some position of the variant, and perhaps some more."""
    known = sides(variant)
    yield from (Tap(own, their) for own in known for their in known)
    yield from _every_transfer(variant)


def _every_transfer(variant: Variant) -> Iterator[Transfer]:
    known = sides(variant)
    for source in known:
        for target in known:
            if target is not source:
                yield from (Transfer(source, count, target) for count in range(1, variant.fingers))


def objection(position: Position, move: Move, variant: Variant = SOURCE) -> str | None:
    """Why the move is not legal; None if it is."""
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
    return _against_transfer(position.mine, move, variant)


def _against_transfer(hands: Hands, move: Transfer, variant: Variant) -> str | None:
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


def _done(position: Position, move: Move, variant: Variant) -> Position:
    expect(position, variant)
    reason = objection(position, move, variant)
    if reason is not None:
        raise IllegalMove(move.text, reason, state=position.text)
    if isinstance(move, Transfer):
        return Position(_after_transfer(position.mine, move, variant), position.theirs)
    fingers = position.mine[sides(variant).index(move.own)]
    return Position(position.mine, dict(tapped(position.theirs, fingers, variant))[move.their])


def added_up(held: int, added: int, variant: Variant) -> int:
    """What a tapped hand holds: nothing from 5 fingers on, or with rollover what is beyond 5.

    >>> added_up(3, 3, SOURCE), added_up(3, 3, Variant(rollover=True))
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
