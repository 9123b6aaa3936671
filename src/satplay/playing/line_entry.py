"""A typed line: the answer to a question, a command, or else a move."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from satplay.playing.descriptions import GAME_OVER
from satplay.playing.turn import Command, Turn
from satplay.playing.typed_moves import NoMove, match_after

if TYPE_CHECKING:
    from satplay.playing.match import Match

YES, NO = ("y", "yes"), ("n", "no")


def confirmation(name: str) -> str:
    """The question before a command that drops unsaved moves."""
    return f"This game is not saved. Type {name} again or y to confirm, save FILE to save it."


def take_line(match: Match, line: str) -> Turn:
    """The turn after a line, which may answer the last question."""
    if not match.question:
        return _take(match, line)
    question, match = match.question, replace(match, question="")
    words, found = line.strip().lower(), find_command(match, line)
    if words in NO:
        return match.turn("The game goes on.")
    if words in YES or (found is not None and found[0].names[0] == question):
        return _take(match, question, confirmed=True)
    return _take(match, line)


def find_command(match: Match, line: str) -> tuple[Command, str] | None:
    """The command that a line is, and the rest of the line; None if it is to be read as a move."""
    word, _, rest = line.strip().partition(" ")
    command = match.commands.get(word.lower())
    if command is None or (rest.strip() and not command.argument):
        return None
    return command, rest.strip()


def _take(match: Match, line: str, *, confirmed: bool = False) -> Turn:
    found = find_command(match, line)
    if found is None:
        return _take_move(match, line.strip())
    command, argument = found
    if command.drops and match.confirms and match.unsaved and not confirmed:
        return replace(match, question=command.names[0]).turn(confirmation(command.names[0]))
    return command.run(match, argument)


def _take_move(match: Match, text: str) -> Turn:
    if match.to_move not in match.persons:
        return match.turn(GAME_OVER if match.outcome else "It is not your turn.")
    try:
        after = match_after(match, text)
    except NoMove as error:
        return match.turn(str(error))
    if after.state == match.state:
        return match.turn("That changes nothing.", view=match.visible_state())
    return after.describe_last_move()
