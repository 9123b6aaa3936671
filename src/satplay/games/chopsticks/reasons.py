"""Why a move wins, draws or loses: the answer that decides, and the line of best play."""

from __future__ import annotations

from satplay.games.chopsticks import rules
from satplay.games.chopsticks.analysis.move_values import MoveValue, values_of_moves
from satplay.games.chopsticks.analysis.retrograde import PositionValue
from satplay.games.chopsticks.play import apply, outcome
from satplay.games.chopsticks.state import Move, Position, State
from satplay.games.chopsticks.variant import Variant


def principal_line(state: State, move: Move, value: PositionValue) -> tuple[Move, ...]:
    """The move and best play after it, to the end of the game or until a position comes again."""
    line, seen = [move], [state, apply(state, move)]
    draws = value is PositionValue.DRAW
    # A slow win may pass through the first position again: only the line of a draw ends there.
    while outcome(seen[-1]) is None and not (draws and seen[-1] in seen[:-1]):
        returning = _returning_move(seen) if draws else None
        line.append(returning or best_move(seen[-1]))
        seen.append(apply(seen[-1], line[-1]))
    return tuple(line)


def best_move(state: State) -> Move:
    """The first move with the quickest win, a draw, or the longest resistance."""
    found = values_of_moves(state)
    return max(found, key=lambda move: found[move].rank)


def _returning_move(seen: list[State]) -> Move | None:
    """A move that keeps the draw and leads to a position of the line, so that the line is short."""
    for move, worth in values_of_moves(seen[-1]).items():
        if worth.value is PositionValue.DRAW and apply(seen[-1], move) in seen:
            return move
    return None


def reason(state: State, move: Move, worth: MoveValue) -> str:
    """The reason for the value of a move, as the rest of a sentence."""
    after = apply(state, move)
    ended = outcome(after)
    if ended is not None:
        is_out = rules.lose(after.position)
        return f"{after.turn} {'has no finger left' if is_out else 'has no move that the rules allow'}"
    answers = values_of_moves(after)
    answer = best_move(after)
    good = [one for one, value in answers.items() if value.value is answers[answer].value]
    is_only = (
        len(good) == 1 < len(answers) and state.variant.cycles
    )  # without cycles not all values are known
    match worth.value:
        case PositionValue.LOSS:
            return _reason_for_loss(state, after, answer, is_only=is_only)
        case PositionValue.DRAW:
            has_to = "has to answer" if is_only else "answers"
            return (
                f"neither player can force a win; {after.turn} {has_to} {answer.text}, "
                "and with best play positions repeat"
            )
        case PositionValue.WIN:
            return _reason_for_win(state, after, answer, worth)


def _reason_for_loss(state: State, after: State, answer: Move, *, is_only: bool) -> str:
    """The answer that wins; it is hard to find if it is the only one."""
    ends = outcome(apply(after, answer)) is not None
    then = f"and {state.turn} has no finger left" if ends else "and wins against every defence"
    return f"{after.turn} answers {answer.text}{', the only good answer,' if is_only else ''} {then}"


def _reason_for_win(state: State, after: State, answer: Move, worth: MoveValue) -> str:
    """The threat, or the longest defence: every answer loses."""
    winner, loser = state.turn, after.turn
    answers = list(values_of_moves(after))
    then = apply(after, answer)
    if len(answers) == 1:
        return f"{loser} has only one answer, {answer.text}, and then {winner} plays {best_move(then).text}"
    if worth.plies == 3:
        return f"after every answer of {loser} a tap puts {loser}'s last hand out"
    if not state.variant.cycles:
        return f"every answer of {loser} loses"  # the rule against cycles may end the game sooner
    threats = winning_taps(after.position.opponent_view, state.variant)
    if threats:
        return f"it threatens {threats[0].text} at once, and {loser} holds out longest with {answer.text}"
    return f"every answer of {loser} loses, and {answer.text} holds out longest"


def winning_taps(position: Position, variant: Variant) -> list[Move]:
    """The moves by which the player to move wins at once."""
    return [move for move, after in rules.options(position, variant) if rules.lose(after)]
