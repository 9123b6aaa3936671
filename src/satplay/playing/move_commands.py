"""The commands about moves: undo, redo, restart, the legal moves, check, and a solution."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice

from satplay.errors import SatplayError
from satplay.playing.match import Match
from satplay.playing.turn import Turn

MAX_LISTED_MOVES = 40
"""There may be thousands of legal moves, and writing them all takes time."""

MAX_LISTED_VIOLATIONS = 10

WIDTH = 78

SHOWN = "This is a solution; your moves are kept, an empty line shows them."


def undo(match: Match, argument: str) -> Turn:
    """Take moves back."""
    return _repeat(match, Match.undo, argument, "undo")


def redo(match: Match, argument: str) -> Turn:
    """Make moves again."""
    return _repeat(match, Match.redo, argument, "redo")


def restart(match: Match, argument: str) -> Turn:
    """Take all moves back."""
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


def moves(match: Match, argument: str) -> Turn:
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


def check(match: Match, argument: str) -> Turn:
    """The violations that no continuation can repair, and wrong marks; what is merely missing is neither."""
    assert match.game.violations is not None
    if match.outcome is not None:
        return match.describe_position()
    violations = match.game.violations(match.visible_state())
    try:
        marks = "" if match.game.wrong_marks is None else match.game.wrong_marks(match.state, match.oracle)
    except SatplayError as error:
        return match.turn(str(error))
    if not violations:
        found = [f"No rule is broken yet, but {marks}."] if marks else _find_mistake(match)
        return match.turn(*found)
    lines = [f"{one.rule.name} does not hold: {one.sentence}" for one in violations[:MAX_LISTED_VIOLATIONS]]
    if len(violations) > MAX_LISTED_VIOLATIONS:
        lines.append(f"... and {len(violations) - MAX_LISTED_VIOLATIONS} more")
    return match.turn(*lines, *([f"{marks[0].upper()}{marks[1:]}."] if marks else []))


def _find_mistake(match: Match) -> list[str]:
    """What is wrong although no rule is broken yet."""
    try:
        mistake = (
            [] if match.game.find_mistake is None else match.game.find_mistake(match.state, match.oracle)
        )
    except SatplayError as error:
        return [str(error)]
    if mistake:
        return ["No rule is broken yet, but this cannot be completed. hint shows the mistake."]
    return ["Everything is right so far; it is not finished yet."]


def show(match: Match, argument: str) -> Turn:
    """A solution; the moves so far stay."""
    assert match.game.solve is not None
    try:
        solution = match.game.solve(match.visible_state(), match.oracle)
    except SatplayError as error:
        return match.turn(str(error))
    if solution is None:
        return match.turn("There is no solution.")
    seen = replace(match, shown=True)
    return seen.turn(SHOWN, view=solution)
