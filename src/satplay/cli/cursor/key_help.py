"""The keys of all puzzles and games in cursor mode, and how they are explained."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satplay.playing.match import Match

TYPED, CURSOR = "typed", "cursor"
"""The commands that switch between cursor mode and typed lines."""

COMMAND_KEYS = {"u": "undo", "r": "redo", "h": "hint", "!": "hint!", "c": "check", "?": "help"}
"""Keys for commands that the match may offer."""

HELP_KEY = "? help"
HINTED_MOVE = ("!", "make the hinted move")

SCROLL_KEYS = ("<", ">", "pageup", "pagedown")

OTHERS = (
    HINTED_MOVE,
    ("Tab", "the next place"),
    ("</>", "scroll a wide board"),
    ("PgUp/PgDn", "scroll a high board; so does the wheel"),
    ("mouse", "press, drag or click; the right button erases or marks"),
    ("Ctrl-Z", "suspend"),
    ("Ctrl-D/Ctrl-C", "leave; leave at once"),
    (":typed", "type the moves, line by line"),
)


def command_keys(match: Match, is_used: Callable[[str], bool]) -> list[str]:
    """The keys of commands, each with a word, the most important first, unless the puzzle uses the key."""
    typed = (":", "type a move or command")
    names = [("?", "help"), ("q", "quit")]
    names += [HINTED_MOVE] if match.hint_has_move else []
    names += [(key, COMMAND_KEYS[key]) for key in "urhc" if COMMAND_KEYS[key] in match.commands]
    names += [("n", "new"), typed]
    if match.outcome is not None:
        names = [("n", "new"), ("u", "undo"), ("?", "help"), ("q", "quit"), (":", "type a command")]
    return [f"{key} {name}" for key, name in names if not is_used(key)]


def hint_keys(match: Match, is_used: Callable[[str], bool]) -> list[str]:
    """The keys that act while a hint is read."""
    return [" ".join(HINTED_MOVE)] if match.hint_has_move and not is_used(HINTED_MOVE[0]) else []


def help_lines(keys: Sequence[str]) -> list[str]:
    """The keys as a table, before the help text of the match."""
    rows = [(name, text) for name, _, text in (key.partition(" ") for key in keys)]
    rows += [row for row in OTHERS if row not in rows]
    return ["Keys", *(f"{name:<17} {text}" for name, text in rows), "", "Typed moves and commands"]


# -- messages ----------------------------------------------------------------------------------------


def name_keys(lines: Sequence[str], is_used: Callable[[str], bool]) -> Iterator[str]:
    """The lines of a turn; sentences about what to type name the keys, unless the puzzle uses these keys."""
    from satplay.playing.descriptions import GAME_OVER, SOLVED
    from satplay.playing.hint_commands import ASK_AGAIN, ASK_AGAIN_WITHOUT_MOVE
    from satplay.playing.line_entry import confirmation
    from satplay.playing.move_commands import SHOWN

    sentences = {
        ASK_AGAIN: ("h!", "h: more about it, !: make the move"),
        ASK_AGAIN_WITHOUT_MOVE: ("h", "h: more about it"),
        SHOWN: ("", "This is a solution; your moves are kept. Any key shows them."),
        GAME_OVER: ("nuq", "The game is over. n: another one, u: take back, q: leave"),
        SOLVED: ("nuq", "n: another one, u: take back, q: leave"),
        confirmation("new"): ("n", "Not saved: n again to start another one, or type save FILE."),
        confirmation("quit"): ("q", "Not saved: q again to leave, or type save FILE."),
    }
    for line in lines:
        keys, sentence = sentences.get(line, ("", line))
        yield line if any(map(is_used, keys)) else sentence
