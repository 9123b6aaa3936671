"""The commands: what a person can type beside moves.

One table for puzzles and games.  A command is offered if the game has what it needs: ``check`` if violations
can be listed, ``resign`` if there is an opponent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from shlex import quote
from typing import Any

from satplay.contracts.game import Game
from satplay.errors import BadInput, NoSuchName, SatplayError, one_line
from satplay.playing.match import Command, Match, Request, Turn
from satplay.playing.seats import strongest

MAX_LISTED_MOVES = 40
"""There may be thousands of legal moves, and writing them all takes time."""

MAX_LISTED_VIOLATIONS = 10

WIDTH = 78


def commands_for(game: Game[Any, Any]) -> Mapping[str, Command]:
    """The commands of a game by name and alias.

    >>> from satplay.playing.subjects import game_called, game_to_play
    >>> sorted(set(commands_for(game_called("nim"))) - set(commands_for(game_to_play("mosaic"))))
    ['moves', 'resign']
    >>> sorted(set(commands_for(game_to_play("mosaic"))) - set(commands_for(game_called("nim"))))
    ['check', 'show']
    """
    return {name: command for command in COMMANDS if command.is_offered(game) for name in command.names}


# -- back and forth ------------------------------------------------------------------------------------


def _undo(match: Match, argument: str) -> Turn:
    return _repeat(match, Match.undo, argument, "undo")


def _redo(match: Match, argument: str) -> Turn:
    return _repeat(match, Match.redo, argument, "redo")


def _restart(match: Match, argument: str) -> Turn:
    return _repeat(match, Match.undo, str(len(match.moves) + 1), "undo")


def _repeat(match: Match, change: Callable[[Match], Match | None], argument: str, name: str) -> Turn:
    """Make a change once, or the given number of times, or as often as possible."""
    if not re.fullmatch("[0-9]{0,6}", argument) or argument.strip("0") == "" != argument:
        return match.turn(f"How many moves? Type {name}, or {name} 3.")
    latest = match
    for _ in range(int(argument or 1)):
        changed = change(latest)
        if changed is None:
            break
        latest = changed
    return match.turn(f"There is nothing to {name}.") if latest is match else latest.describe_position()


# -- help with the game --------------------------------------------------------------------------------


def _hint(match: Match, argument: str) -> Turn:
    """Advice of the game, or the move of a player; both see only what the person to move may see."""
    seat, game = match.to_move, match.game
    if seat is None or seat not in match.persons:
        return match.turn("There is nothing to decide.")
    if argument and argument not in game.players:
        return match.turn(str(NoSuchName(f"player of {game.title}", argument, game.players)))
    view = game.visible(match.state, seat)
    lines: list[str] = []
    try:
        if game.hint is not None and not argument:
            lines += game.hint(view, seat, match.randomness("hint"), match.oracle)
        if not lines and game.players:
            name = argument or strongest(game)
            move = game.players[name](view, seat, match.randomness("hint"), match.oracle)
            lines.append(f"{name} would play {game.moves.write(move)}.")
    except SatplayError as error:
        return match.turn(str(error))
    if not lines:
        return match.turn(f"There are no hints for {game.title}.")
    return replace(match, hints=match.hints + 1).turn(*lines)


def _moves(match: Match, argument: str) -> Turn:
    """The legal moves, or those that begin with a text; only the listed ones are written."""
    seat = match.to_move
    if seat is None or seat not in match.persons:
        return match.turn("There is nothing to decide.")
    legal = match.game.legal(match.game.visible(match.state, seat))
    texts = (match.game.moves.write(move) for move in legal)
    if argument:
        found = [text for text in texts if text.lower().startswith(argument.lower())]
        if not found:
            return match.turn("No legal move begins like that.")
        return match.turn(*_list_moves(found, len(found)))
    return match.turn(*_list_moves(texts, len(legal)))


def _list_moves(texts: Iterable[str], number: int) -> Iterator[str]:
    """The first moves, several on a line."""
    line = ""
    for text in islice(texts, MAX_LISTED_MOVES):
        if line and len(line) + 2 + len(text) > WIDTH:
            yield line
            line = ""
        line += f"; {text}" if line else text
    yield line
    if number > MAX_LISTED_MOVES:
        yield f"... and {number - MAX_LISTED_MOVES} more: moves TEXT lists those that begin with TEXT"


def _check(match: Match, argument: str) -> Turn:
    """The violations that no continuation can repair; what is merely missing is not one of them."""
    assert match.game.violations is not None
    if match.outcome is not None:
        return match.describe_position()
    violations = match.game.violations(match.visible_state())
    if not violations:
        return match.turn("No rule is broken so far; it is not finished yet.")
    lines = [f"{one.rule.name} does not hold: {one.sentence}" for one in violations[:MAX_LISTED_VIOLATIONS]]
    if len(violations) > MAX_LISTED_VIOLATIONS:
        lines.append(f"... and {len(violations) - MAX_LISTED_VIOLATIONS} more")
    return match.turn(*lines)


def _show(match: Match, argument: str) -> Turn:
    """A solution; the moves so far stay."""
    assert match.game.solve is not None
    try:
        solution = match.game.solve(match.visible_state(), match.oracle)
    except SatplayError as error:
        return match.turn(str(error))
    if solution is None:
        return match.turn("There is no solution.")
    return match.turn("This is a solution; your moves are kept, an empty line shows them.", view=solution)


def _rules(match: Match, argument: str) -> Turn:
    return match.turn(*match.game.rules)


def _time(match: Match, argument: str) -> Turn:
    return match.turn(match.describe_effort())


def _help(match: Match, argument: str) -> Turn:
    rows = [f"{one.usage:<17} {one.help}" for one in COMMANDS if one.usage and one.is_offered(match.game)]
    players = [f"Players: {', '.join(match.game.players)}."] if match.game.players else []
    return match.turn(*match.game.help, *rows, *players)


def _show_position(match: Match, argument: str) -> Turn:
    return match.describe_position()


# -- the session ---------------------------------------------------------------------------------------


def _save(match: Match, argument: str) -> Turn:
    # The store checks a @NAME, and its message states what a name may contain.
    if not argument or not (argument.isprintable() or argument.startswith("@")):
        return match.turn("Save where? Type save FILE.")
    try:
        text = match.to_text()
    except BadInput as error:
        return match.turn(str(error))
    subject = f"{match.game.name} " if match.solo else ""
    saved = one_line(f"Saved. Resume with: satplay play {subject}{quote(argument)}")
    turn = match.turn(saved, request=Request.SAVE)
    return replace(turn, file=argument, text=text)


def _save_over(match: Match, argument: str) -> Turn:
    return replace(_save(match, argument), overwrite=True)


def _resign(match: Match, argument: str) -> Turn:
    if match.to_move not in match.persons:
        return match.turn("There is nothing to resign from.")
    return match.resign().describe_position()


def _new(match: Match, argument: str) -> Turn:
    return match.turn(request=Request.NEW)


def _quit(match: Match, argument: str) -> Turn:
    return match.turn(request=Request.QUIT)


# -- the table -----------------------------------------------------------------------------------------


def _has_opponent(game: Game[Any, Any]) -> bool:
    return len(game.seats) > 1


def _lists_moves(game: Game[Any, Any]) -> bool:
    return not game.free_text


def _has_players(game: Game[Any, Any]) -> bool:
    return bool(game.players)


def _has_no_players(game: Game[Any, Any]) -> bool:
    return not game.players


def _has_violations(game: Game[Any, Any]) -> bool:
    return game.violations is not None


def _has_solutions(game: Game[Any, Any]) -> bool:
    return game.solve is not None


def _has_rules(game: Game[Any, Any]) -> bool:
    return bool(game.rules)


COMMANDS: tuple[Command, ...] = (
    Command(("undo",), _undo, "undo, undo N", "take back your last move, or your last N", argument=True),
    Command(("redo",), _redo, "redo, redo N", "make it again, or the last N", argument=True),
    Command(("restart",), _restart, "restart", "take back all moves"),
    Command(
        ("moves",), _moves, "moves, moves TEXT", "the legal moves; those that begin with TEXT",
        argument=True, is_offered=_lists_moves,
    ),
    Command(
        ("hint",), _hint, "hint, hint PLAYER", "advice; the move that PLAYER would make",
        argument=True, is_offered=_has_players,
    ),
    Command(("hint",), _hint, "hint", "the next logical step and its reason", is_offered=_has_no_players),
    Command(("check",), _check, "check", "broken rules that cannot be repaired", is_offered=_has_violations),
    Command(("show",), _show, "show", "a solution; your moves are kept", is_offered=_has_solutions),
    Command(("rules",), _rules, "rules", "the rules in short", is_offered=_has_rules),
    Command(("time",), _time, "time", "time, moves and hints so far"),
    Command(("save",), _save, "save FILE", "save the game; save @NAME saves it under a name", argument=True),
    Command(("save!",), _save_over, "save! FILE", "save it and replace what exists there", argument=True),
    Command(("resign",), _resign, "resign", "give the game up", is_offered=_has_opponent),
    Command(("new",), _new, "new", "start another one"),
    Command(("help", "?"), _help),
    Command(("quit", "exit"), _quit, "quit", "leave"),
    Command(("",), _show_position, "(empty line)", "show the position"),
)  # fmt: skip
