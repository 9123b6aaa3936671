"""The commands hint and hint!: advice that knows no more than the person to move may see."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

from satplay.contracts.game import GameHint, Seat
from satplay.errors import GaveUp, NoSuchName, SatplayError
from satplay.playing.descriptions import GAME_OVER
from satplay.playing.match import Match
from satplay.playing.strength import find_player, player_names, strongest
from satplay.playing.turn import Turn
from satplay.playing.verdicts import OUT_OF_TIME, check_verdict, limited_oracle, verdict_lines

ASK_AGAIN = "Type hint again for more, hint! to make the move."
ASK_AGAIN_WITHOUT_MOVE = "Type hint again for more."
NOTHING = "There is nothing to decide."
HINT_SECONDS = 30.0
"""Time limit of a hint: the person waits for it."""


def hint(match: Match, argument: str) -> Turn:
    """A hint, the next part of it, or another topic: the move of a player, or a topic of the game."""
    turn, found = advise(match, argument)
    if found is None or not found.more:
        return turn
    again = ASK_AGAIN if found.move is not None else ASK_AGAIN_WITHOUT_MOVE
    return replace(turn, lines=(*turn.lines, again))


def advise(match: Match, argument: str) -> tuple[Turn, GameHint | None]:
    """The turn that tells a hint, and the hint itself; None if there is none, which the turn explains."""
    if match.to_move not in match.persons:
        return match.turn(GAME_OVER if match.outcome else NOTHING), None
    try:
        found = _find(match, argument.lower(), match.hints_here)
    except GaveUp:
        return match.turn(f"There is no hint: {OUT_OF_TIME}."), None
    except SatplayError as error:
        return match.turn(str(error)), None
    if found is None:
        return match.turn(f"There are no hints for {match.game.title}."), None
    given = replace(match, hint_topic=argument.lower(), hint_has_move=found.move is not None)
    return _count_hint(given, found).turn(*_lines(match, found)), found


def follow_hint(match: Match, argument: str) -> Turn:
    """Make the move of the last hint, whatever its topic, and show its reason."""
    if match.to_move not in match.persons:
        return match.turn(GAME_OVER if match.outcome else NOTHING)
    try:
        found = _find(match, match.hint_topic, match.hints_here)
        if found is not None and found.more and not found.fact:
            found = _find(match, match.hint_topic, match.hints_here + 1)
    except GaveUp:
        return match.turn(f"There is no hint: {OUT_OF_TIME}.")
    except SatplayError as error:
        return match.turn(str(error))
    if found is None or found.move is None:
        if found is None or (found.fact and match.hints_here):  # a fact is shown only on request
            return match.turn(_no_move(match))
        told = _count_hint(match, found) if found.fact else match
        return told.turn(*_lines(match, found), _no_move(match))
    text = match.game.moves.write(found.move)
    done = _count_hint(match, found).after(found.move).describe_last_move()
    return replace(done, lines=(f"Your move: {text}", *_lines(match, found), *done.lines))


def _no_move(match: Match) -> str:
    """That the hint has no move, and how to get one."""
    topics = " or ".join(f"hint {topic}" for topic in match.game.hint_topics)
    return f"No move follows from the hint.{f' {topics} suggests one.' if topics else ''}"


def _lines(match: Match, found: GameHint) -> list[str]:
    """The lines of a hint, after the sentence and the line of its verdict if it has one."""
    seat = match.to_move
    if found.verdict is None or seat is None:
        return list(found.lines)
    view = match.game.visible(match.state, seat)
    return [*verdict_lines(match.game, view, found.move, found.verdict), *found.lines]


def _count_hint(match: Match, found: GameHint) -> Match:
    """Several hints in one position count as one; a fact is told once in a game."""
    first = match.hints_here == 0
    told = (*match.told, found.fact) if found.fact else match.told
    return replace(match, hints=match.hints + first, hints_here=match.hints_here + 1, told=told)


def _find(match: Match, topic: str, asked: int) -> GameHint | None:
    """The hint on a topic; None if the game has no hints and no players."""
    seat, game = match.to_move, match.game
    assert seat is not None
    view, rng = game.visible(match.state, seat), match.randomness("hint")
    oracle = limited_oracle(match.oracle, HINT_SECONDS)
    if topic in game.hint_topics:
        return game.hint_topics[topic](view, seat, asked, rng, oracle)
    if not topic and (fact := _untold_fact(match, view, seat)) is not None:
        return fact
    if not topic and game.hint is not None:
        found = game.hint(view, seat, asked, rng, oracle)
        if found.verdict is not None:
            check_verdict(game, view, found.move, found.verdict, oracle)
        if found.lines or found.verdict is not None:
            return found
    if not game.players:
        return None
    name = topic or strongest(game)
    if name not in player_names(game):
        raise NoSuchName(f"hint for {game.title}", topic, [*game.hint_topics, *player_names(game)])
    move = find_player(game, name)(view, seat, rng, oracle)
    return GameHint([f"{name} would play {game.moves.write(move)}."], move)


def _untold_fact(match: Match, view: Any, seat: Seat) -> GameHint | None:
    """The first fact that no hint has told; None if there is none."""
    if match.game.hint_facts is None:
        return None
    facts = match.game.hint_facts(view, seat, match.oracle)
    found = list(islice((fact for fact in facts if "\n".join(fact) not in match.told), 2))
    return GameHint(found[0], more=len(found) > 1, fact="\n".join(found[0])) if found else None
