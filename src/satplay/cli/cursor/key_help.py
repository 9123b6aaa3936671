"""The keys of all puzzles and games in cursor mode, and how they are explained."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satplay.playing.match import Match

TYPED, CURSOR = "typed", "cursor"
"""The commands that switch between cursor mode and typed lines."""

COMMAND_KEYS = {"u": "undo", "r": "redo", "h": "hint", "c": "check", "?": "help"}
"""Keys for commands that the match may offer."""

SCROLL_KEYS = ("<", ">", "pageup", "pagedown")

OTHERS = (
    ("Tab", "the next place"),
    ("< >", "scroll a wide board"),
    ("PgUp PgDn", "scroll a high board"),
    ("mouse", "press, drag or click; the right button erases"),
    ("Ctrl-Z Ctrl-C", "suspend; leave"),
    (":typed", "type the moves, line by line"),
)


def command_keys(match: Match, is_used: Callable[[str], bool]) -> list[str]:
    """The keys of commands, each with a word, the most important first, unless the puzzle uses the key."""
    named = [("?", "help"), ("q", "quit")]
    named += [(key, name) for key, name in COMMAND_KEYS.items() if key != "?" and name in match.commands]
    named += [("n", "new"), (":", "type a move or command")]
    if match.outcome is not None:
        named = [("n", "new"), ("u", "undo"), ("?", "help"), ("q", "quit"), (":", "type a command")]
    return [f"{key} {name}" for key, name in named if not is_used(key)]


def help_lines(keys: Sequence[str]) -> list[str]:
    """The keys as a table, before the help text of the match."""
    rows = [(name, text) for name, _, text in (key.partition(" ") for key in keys)]
    table = [f"{name:<17} {text}" for name, text in (*rows, *OTHERS)]
    return ["Keys", *table, "", "Typed moves and commands"]
