"""What a person can type in a game beside moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from shlex import quote
from typing import TYPE_CHECKING, TypeAlias

from satplay.errors import BadInput, NoSuchName, SatplayError
from satplay.verbs.playing import Wants
from satplay.verbs.seating import strongest

if TYPE_CHECKING:
    from satplay.verbs.match import Match, MatchTurn

LISTED = 40
"""So many moves are listed; there may be thousands, and writing them all takes its time."""

WIDTH = 78

Answer: TypeAlias = "Callable[[Match, str], MatchTurn]"


def _turn(match: Match, *lines: str) -> MatchTurn:
    from satplay.verbs.match import MatchTurn

    return MatchTurn(match, lines)


def _undo(match: Match, rest: str) -> MatchTurn:
    """Back to the last turn of a person; resigning can be taken back too."""
    if match.resigned is not None:
        return replace(match, resigned=None).position()
    turns = [at for at, state in enumerate(match.states[:-1]) if match.game.to_move(state) in match.persons]
    if not turns:
        return _turn(match, "There is nothing to undo.")
    at = turns[-1]
    return replace(match, states=match.states[: at + 1], moves=match.moves[:at]).position()


def _hint(match: Match, rest: str) -> MatchTurn:
    """What the game has to say, or what a player would do; both know what the person to move may see."""
    seat = match.to_move
    if seat is None or seat not in match.persons:
        return _turn(match, "There is nothing to decide.")
    name = rest or strongest(match.game)
    if name not in match.game.players:
        return _turn(match, str(NoSuchName(f"player of {match.game.title}", name, match.game.players)))
    seen = match.game.visible(match.state, seat)
    lines: list[str] = []
    try:
        if match.game.hint is not None and not rest:
            lines += match.game.hint(seen, seat, match.randomness("hint"), match.oracle)
            if lines:
                return _turn(match, *lines)
        move = match.game.players[name](seen, seat, match.randomness("hint"), match.oracle)
    except SatplayError as error:
        return _turn(match, *lines, str(error))
    return _turn(match, *lines, f"{name} would play {match.game.moves.write(move)}.")


def _moves(match: Match, rest: str) -> MatchTurn:
    """The legal moves, or those that begin with something; no more are written than are shown."""
    seat = match.to_move
    if seat is None or seat not in match.persons:
        return _turn(match, "There is nothing to decide.")
    legal = match.game.legal(match.game.visible(match.state, seat))
    texts = (match.game.moves.write(move) for move in legal)
    if rest:
        fitting = [text for text in texts if text.lower().startswith(rest.lower())]
        if not fitting:
            return _turn(match, "No legal move begins like that.")
        return _turn(match, *_listed(fitting, len(fitting)))
    return _turn(match, *_listed(texts, len(legal)))


def _listed(texts: Iterable[str], number: int) -> Iterator[str]:
    """The first of them, several on a line."""
    line = ""
    for text in islice(texts, LISTED):
        if line and len(line) + 2 + len(text) > WIDTH:
            yield line
            line = ""
        line += f"; {text}" if line else text
    yield line
    if number > LISTED:
        yield f"... and {number - LISTED} more: moves TEXT lists those that begin with TEXT"


def _save(match: Match, rest: str) -> MatchTurn:
    if not rest or not rest.isprintable():
        return _turn(match, "Save where? Type save FILE.")
    try:
        text = match.saved()
    except BadInput as error:
        return _turn(match, str(error))
    said = f"Saved: satplay play {quote(rest)} goes on."
    return replace(_turn(match, said), wants=Wants.SAVE, file=rest, text=text)


def _resign(match: Match, rest: str) -> MatchTurn:
    if match.to_move not in match.persons:
        return _turn(match, "There is nothing to resign from.")
    return replace(match, resigned=match.to_move).position()


def _new(match: Match, rest: str) -> MatchTurn:
    return replace(_turn(match), wants=Wants.NEW)


def _help(match: Match, rest: str) -> MatchTurn:
    players = ", ".join(match.game.players)
    return _turn(match, *match.game.help, *HELP, f"Players: {players}.")


def _quit(match: Match, rest: str) -> MatchTurn:
    return replace(_turn(match), wants=Wants.LEAVE)


def _again(match: Match, rest: str) -> MatchTurn:
    return match.position()


HELP = (
    "moves, moves TEXT what is legal; what begins with TEXT",
    "hint, hint PLAYER what can be said; what that player would do",
    "undo              back to your last turn",
    "save FILE, new    keep this game, save @NAME under a name; another one",
    "resign, quit      give the game up; leave it",
    "                  (an empty line shows the position)",
)

COMMANDS: Mapping[str, Answer] = {
    "": _again,
    "undo": _undo,
    "hint": _hint,
    "moves": _moves,
    "save": _save,
    "resign": _resign,
    "new": _new,
    "help": _help,
    "?": _help,
    "quit": _quit,
    "exit": _quit,
}

WITH_MORE = {"save", "hint", "moves"}
"""Commands that say something more; with all others another word makes it a move."""
