"""The commands: what a person can type beside moves.

One table for puzzles and games.  A command is offered if the game has what it needs: ``check`` if violations
can be listed, ``resign`` if there is an opponent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satplay.contracts.game import Game
from satplay.playing import hint_commands as hints
from satplay.playing import move_commands as moves
from satplay.playing import session_commands as session
from satplay.playing.turn import Command


def commands_for(game: Game[Any, Any]) -> Mapping[str, Command]:
    """The commands of a game by name and alias.

    >>> from satplay.playing.subjects import game_called, game_to_play
    >>> sorted(set(commands_for(game_called("nim"))) - set(commands_for(game_to_play("mosaic"))))
    ['moves', 'resign']
    >>> sorted(set(commands_for(game_to_play("mosaic"))) - set(commands_for(game_called("nim"))))
    ['check', 'show']
    """
    return {name: command for command in COMMANDS if command.is_offered(game) for name in command.names}


def _has_opponent(game: Game[Any, Any]) -> bool:
    return len(game.seats) > 1


def _lists_moves(game: Game[Any, Any]) -> bool:
    return not game.free_text


def _has_no_players(game: Game[Any, Any]) -> bool:
    return not game.players


def _has_violations(game: Game[Any, Any]) -> bool:
    return game.violations is not None


def _has_solutions(game: Game[Any, Any]) -> bool:
    return game.solve is not None


def _has_rules(game: Game[Any, Any]) -> bool:
    return game.rules is not None


def _has_topics(game: Game[Any, Any]) -> bool:
    return bool(game.players and game.hint_topics)


def _has_players_only(game: Game[Any, Any]) -> bool:
    return bool(game.players and not game.hint_topics)


COMMANDS: tuple[Command, ...] = (
    Command(
        ("hint",), hints.hint, "hint, hint TOPIC", "a hint; the topics are listed below",
        argument=True, is_offered=_has_topics,
    ),
    Command(
        ("hint",), hints.hint, "hint, hint PLAYER", "a hint; the move that PLAYER would make",
        argument=True, is_offered=_has_players_only,
    ),
    Command(
        ("hint",), hints.hint, "hint", "where to look; again: the next step and its reason",
        is_offered=_has_no_players,
    ),
    Command(("hint!",), hints.follow_hint, "hint!", "make the move of the hint"),
    Command(("undo",), moves.undo, "undo, undo 3", "take back your last move, or three", argument=True),
    Command(("redo",), moves.redo, "redo, redo 3", "make it again, or three", argument=True),
    Command(("restart",), moves.restart, "restart", "take back all moves", drops=True),
    Command(
        ("moves",), moves.moves, "moves, moves TEXT", "the legal moves; those that begin with TEXT",
        argument=True, is_offered=_lists_moves,
    ),
    Command(("check",), moves.check, "check", "whether there is a mistake", is_offered=_has_violations),
    Command(("show",), moves.show, "show", "a solution; your moves are kept", is_offered=_has_solutions),
    Command(
        ("rules",), session.rules, "rules, rules all", "the rules in short; all rules",
        argument=True, is_offered=_has_rules,
    ),
    Command(("time",), session.time, "time", "time, moves and hints so far"),
    Command(("save",), session.save, "save FILE", "save the game; save @NAME under a name", argument=True),
    Command(("save!",), session.save_over, "save! FILE", "save and replace what exists", argument=True),
    Command(("resign",), session.resign, "resign", "give the game up", is_offered=_has_opponent),
    Command(("new",), session.new, "new", "another one of the same kind", drops=True),
    Command(("help", "?", "h"), session.help_lines),
    Command(("quit", "exit", "q", "bye"), session.quit, "quit", "leave", drops=True),
    Command(("",), session.show_position, "(empty line)", "show the position"),
)  # fmt: skip
