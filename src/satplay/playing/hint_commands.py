"""The commands hint and hint!: advice that knows no more than the person to move may see."""

from __future__ import annotations

from dataclasses import replace

from satplay.contracts.game import GameHint
from satplay.errors import NoSuchName, SatplayError
from satplay.playing.match import Match
from satplay.playing.strength import find_player, player_names, strongest
from satplay.playing.turn import Turn

ASK_AGAIN = "Type hint again for more, hint! to make the move."
ASK_AGAIN_WITHOUT_MOVE = "Type hint again for more."
NOTHING = "There is nothing to decide."


def hint(match: Match, argument: str) -> Turn:
    """A hint, the next part of it, or another topic: the move of a player, or a topic of the game."""
    if match.to_move not in match.persons:
        return match.turn(NOTHING)
    try:
        found = _find(match, argument.lower(), match.hints_here)
    except SatplayError as error:
        return match.turn(str(error))
    if found is None:
        return match.turn(f"There are no hints for {match.game.title}.")
    lines = list(found.lines)
    if found.more:
        lines.append(ASK_AGAIN if found.move is not None else ASK_AGAIN_WITHOUT_MOVE)
    return _count_hint(match).turn(*lines)


def follow_hint(match: Match, argument: str) -> Turn:
    """Make the move of the hint, and show its reason."""
    if match.to_move not in match.persons:
        return match.turn(NOTHING)
    try:
        found = _find(match, "", match.hints_here)
        if found is not None and found.more:
            found = _find(match, "", match.hints_here + 1)
    except SatplayError as error:
        return match.turn(str(error))
    if found is None or found.move is None:
        lines = () if found is None else found.lines
        return match.turn(*lines, "No move follows from the hint.")
    text = match.game.moves.write(found.move)
    done = _count_hint(match).after(found.move).describe_last_move()
    return replace(done, lines=(f"Your move: {text}", *found.lines, *done.lines))


def _count_hint(match: Match) -> Match:
    """Several hints in one position count as one."""
    first = match.hints_here == 0
    return replace(match, hints=match.hints + first, hints_here=match.hints_here + 1)


def _find(match: Match, topic: str, asked: int) -> GameHint | None:
    """The hint on a topic; None if the game has no hints and no players."""
    seat, game = match.to_move, match.game
    assert seat is not None
    view, rng = game.visible(match.state, seat), match.randomness("hint")
    if topic in game.hint_topics:
        return game.hint_topics[topic](view, seat, asked, rng, match.oracle)
    if not topic and game.hint is not None:
        found = game.hint(view, seat, asked, rng, match.oracle)
        if found.lines:
            return found
    if not game.players:
        return None
    name = topic or strongest(game)
    if name not in player_names(game):
        raise NoSuchName(f"hint for {game.title}", topic, [*game.hint_topics, *player_names(game)])
    move = find_player(game, name)(view, seat, rng, match.oracle)
    return GameHint([f"{name} would play {game.moves.write(move)}."], move)
