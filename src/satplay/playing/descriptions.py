"""What a match tells the persons at the keyboard: its beginning, the last move, the position, the effort."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from satplay.contracts.texts import pluralize
from satplay.errors import one_line
from satplay.playing.turn import Request, Turn

if TYPE_CHECKING:
    from satplay.playing.match import Match

SIZE = re.compile("[0-9]+(x[0-9]+)?")
"""A size as generators take it."""

GAME_OVER = "The game is over. Type new for another one, undo, save FILE or quit."
SOLVED = "Type new for another one, undo, save FILE or quit."


def introduction(match: Match) -> tuple[str, ...]:
    """The title, and the rules in short unless moves have been made."""
    game = match.game
    who = ", ".join(f"{seat}: {player}" for seat, player in match.players.items())
    level = f", {match.level}" if match.level else ""
    title = f"{game.title}{level}" if match.solo else f"{game.title} ({who})"
    if game.rules is None or match.moves or not match.persons:
        return (title,)
    return title, *game.rules(match.visible_state())


def board_level(match: Match) -> str:
    """Size and level of the board, as far as they are known."""
    size = None if match.game.board_size is None else match.game.board_size(match.visible_state())
    if size is None:
        return match.level
    rest = [word for word in match.level.split() if not SIZE.fullmatch(word)]
    return " ".join([size, *rest])


def greeting(match: Match) -> Turn:
    """The turn before the first line: the picture, and what to type."""
    if match.solo and match.outcome is not None:
        return position(match)
    first = _prompt(match) if match.solo else ""
    commands = "'hint', 'rules', 'help' and 'quit' work at any time."
    lines = [first] if first else []
    lines += [commands] if match.persons else []
    return replace(match.turn(*lines).then(position(match)), view=match.visible_state())


def last_move(match: Match) -> Turn:
    """The last move and its effect, limited to what every person at the keyboard may know."""
    before, move = match.states[-2], match.moves[-1]
    seat = match.game.to_move(before)
    lines = []
    if seat not in match.persons:
        visible = glimpse(match, before, move)
        lines += [one_line(f"{seat} plays {visible}.")] if visible else []
    if match.game.tell is not None:
        lines += match.game.tell(match.visible_state(before), match.visible_state())
    return match.turn(*lines).then(position(match))


def glimpse(match: Match, state: Any, move: Any) -> str:
    """The part of a move that every person at the keyboard may see."""
    if match.game.glimpse is None or not match.persons:
        return match.game.moves.write(move)
    texts = {match.game.glimpse(state, move, seat) for seat in match.persons}
    return texts.pop() if len(texts) == 1 else "something that not everybody may see"


def position(match: Match) -> Turn:
    """The picture, and whose turn it is or how the game ended; nothing while others are to move."""
    outcome, view = match.outcome, match.visible_state()
    if outcome is not None and match.solo:
        return match.turn(f"Right: {outcome.because}.", view=view, request=Request.SOLVED)
    if outcome is not None:
        return match.turn(_result(match), view=view)
    if match.solo:
        return match.turn(view=view)
    if match.waiting:
        return match.turn(view=None if match.persons else view)
    return match.turn(_prompt(match), view=view)


def _result(match: Match) -> str:
    """How the game ended, and for a single person whether that is a win."""
    outcome = match.outcome
    assert outcome is not None
    because = f"{outcome.because.removesuffix('.')}."
    if len(match.persons) != 1 or outcome.winner is None:
        return f"The game is over: {because}"
    return f"{'You win' if outcome.winner in match.persons else 'You lose'}: {because}"


def _prompt(match: Match) -> str:
    """What to do next, with an example."""
    seat = match.to_move
    assert seat is not None
    advice = "" if match.game.prompt is None else match.game.prompt(match.visible_state(), seat)
    if match.solo:
        return advice
    if len(match.persons) == 1:
        return f"You are {seat}: {advice}" if advice else f"You are {seat}; your turn."
    return f"{seat} to move: {advice}" if advice else f"{seat} to move."


def effort(match: Match) -> str:
    """Time, moves and hints so far, in one sentence."""
    parts = [pluralize(match.moves_made, "move"), pluralize(match.hints, "hint")]
    return f"Time {duration(match.seconds)}, {', '.join(parts)}."


def duration(seconds: float) -> str:
    """Hours, minutes and seconds.

    >>> duration(83.4), duration(3661)
    ('1:23', '1:01:01')
    """
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"
