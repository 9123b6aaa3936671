"""The commands about the session: help, rules, time, save, resign, new and quit."""

from __future__ import annotations

from dataclasses import replace
from shlex import quote

from satplay.errors import BadInput, one_line
from satplay.playing.match import Match
from satplay.playing.rules_text import all_rules
from satplay.playing.strength import player_names
from satplay.playing.turn import Request, Turn

RULES_ARGUMENTS = ("", "all")


def rules(match: Match, argument: str) -> Turn:
    """The rules in short, or all of them."""
    if argument.lower() not in RULES_ARGUMENTS:
        return match.turn("Type rules, or rules all.")
    if argument:
        return match.turn(*all_rules(match.game))
    assert match.game.rules is not None
    return match.turn(*match.game.rules(match.visible_state()), "rules all shows all of them.")


def time(match: Match, argument: str) -> Turn:
    """Thinking time, moves and hints so far."""
    return match.turn(match.describe_effort())


def help_lines(match: Match, argument: str) -> Turn:
    """How moves are typed, with examples of this position, and all commands."""
    game = match.game
    moves = [] if game.help is None or match.outcome is not None else game.help(match.visible_state())
    commands = dict.fromkeys(match.commands.values())
    rows = [f"{one.usage:<17} {one.help}" for one in commands if one.usage]
    players = [f"Players: {', '.join(player_names(game))}."] if game.players else []
    topics = [f"Topics: {', '.join([*game.hint_topics, *game.players])}."] if game.hint_topics else []
    return match.turn(*moves, *rows, *topics, *players)


def show_position(match: Match, argument: str) -> Turn:
    """The picture again."""
    return match.describe_position()


def save(match: Match, argument: str) -> Turn:
    """Save the match in a file or under a name."""
    # The store checks a @NAME, and its message states what a name may contain.
    if not argument or not (argument.isprintable() or argument.startswith("@")):
        return match.turn("Save where? Type save FILE.")
    try:
        text = match.to_text()
    except BadInput as error:
        return match.turn(str(error))
    subject = f"{match.game.name} " if match.solo else ""
    saved = replace(match, saved=match.moves)
    resume = one_line(f"Saved. Resume with: satplay play {subject}{quote(argument)}")
    turn = saved.turn(resume, request=Request.SAVE)
    return replace(turn, file=argument, text=text)


def save_over(match: Match, argument: str) -> Turn:
    """Save the match and replace what exists."""
    return replace(save(match, argument), overwrite=True)


def resign(match: Match, argument: str) -> Turn:
    """Give the game up."""
    if match.to_move not in match.persons:
        return match.turn("There is nothing to resign from.")
    return match.resign().describe_position()


def new(match: Match, argument: str) -> Turn:
    """Start another one."""
    return match.turn(request=Request.NEW)


def quit(match: Match, argument: str) -> Turn:
    """Leave."""
    return match.turn(request=Request.QUIT)
