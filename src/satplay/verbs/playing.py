"""A puzzle while a person fills it in, move by move; nothing is read or printed here.

A ``Playing`` is one moment of a game.  ``say`` takes what a person typed and answers with a ``Turn``: the
next moment, lines to show, and what only somebody with files and a clock can do.  Games against somebody,
whose record is ``contracts.game``, have moments of their own kind under the same verb (``match``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from shlex import quote
from typing import Any, Protocol, TypeAlias

from satplay.contracts.puzzle import Pencil, Puzzle
from satplay.errors import BadInput, SatplayError
from satplay.inputs.writing import solution_formats, write_in_format
from satplay.verbs.check import SHOWN
from satplay.verbs.solve import solve


class Hint(Protocol):
    """What a hint is made of, for people."""

    def lines(self) -> Iterable[str]:
        """Some sentences."""


class Hinter(Protocol):
    """Who knows what follows next from a position."""

    def __call__(self, instance: Any, so_far: Any, subject: str, /) -> Hint:
        """One hint, or ``SatplayError`` where there is none to give."""


class Wants(Enum):
    """What a turn asks of whoever reads and prints."""

    NOTHING = "nothing but the next line"
    SAVE = "the text in the file"
    NEW = "another board"
    LEAVE = "the end: the person has left"
    END = "the end: the board is right"


@dataclass(frozen=True, slots=True)
class Turn:
    """What follows from one line: ``lines`` to print after the picture of ``shown``, unless that is None."""

    playing: Playing
    lines: tuple[str, ...] = ()
    shown: Any = None
    wants: Wants = Wants.NOTHING
    file: str = ""
    text: str = ""

    @property
    def over(self) -> bool:
        """Whether the game is at its end."""
        return self.wants in (Wants.LEAVE, Wants.END)


@dataclass(frozen=True, slots=True)
class Playing:
    """One moment: the board, what is drawn on it, and what was before and can be done again.

    >>> from satplay.verbs.play import play
    >>> playing = play("mosaic", "2.")
    >>> turn = playing.say("a1 b1")
    >>> turn.lines, turn.wants
    (('Right: every rule holds.',), <Wants.END: 'the end: the board is right'>)
    >>> turn.playing.say("undo").playing.position == playing.position
    True
    """

    puzzle: Puzzle[Any, Any] = field(repr=False)
    board: Any = field(repr=False)
    position: Any
    past: tuple[Any, ...] = ()
    future: tuple[Any, ...] = ()
    hint: Hinter | None = field(default=None, repr=False)

    @property
    def pencil(self) -> Pencil[Any, Any]:
        """How it is played."""
        assert self.puzzle.pencil is not None
        return self.puzzle.pencil

    @property
    def solved(self) -> bool:
        """Whether the judge finds nothing wrong."""
        return not self.puzzle.check(self.board, self.position)

    def begin(self) -> Turn:
        """What is said before the first move."""
        greeting = (f"{self.puzzle.title}: type a move, 'help' or 'quit'.",)
        return self._turn_or_end(greeting)

    def say(self, line: str) -> Turn:
        """What follows from a line that a person typed: a command, or else a move."""
        command, _, rest = line.strip().partition(" ")
        answer = COMMANDS.get(command.lower())
        if answer is not None and (not rest.strip() or command.lower() in WITH_MORE):
            return answer(self, rest.strip())
        try:
            position = self.pencil.write(self.board, self.position, line)
        except BadInput as error:
            return Turn(self, (str(error),))
        return self._moved(position)

    def _moved(self, position: Any) -> Turn:
        if position == self.position:
            return Turn(self, ("That changes nothing.",), self.position)
        after = replace(self, position=position, past=(*self.past, self.position), future=())
        return after._turn_or_end()

    def _turn_or_end(self, lines: tuple[str, ...] = ()) -> Turn:
        """A position that the judge passes is the end."""
        if self.solved:
            return Turn(self, ("Right: every rule holds.",), self.position, Wants.END)
        return Turn(self, lines, self.position)

    def saved(self) -> str:
        """The board and what is drawn on it, as ``play`` reads it again."""
        _, board = write_in_format(self.puzzle.formats, self.board, kind=f"{self.puzzle.name} format")
        forms = solution_formats(self.puzzle, self.board)
        form, drawn = write_in_format(forms, self.position, kind=f"{self.puzzle.name} solution format")
        return "\n".join([board.removesuffix("\n"), f"=== so far, {form.name} ===", drawn])

    def _repr_svg_(self) -> str:
        return self.puzzle.draw(self.board, self.position)._repr_svg_()


Answer: TypeAlias = Callable[[Playing, str], Turn]


# -- commands ----------------------------------------------------------------------------------------


def _undo(playing: Playing, rest: str) -> Turn:
    if not playing.past:
        return Turn(playing, ("There is nothing to undo.",))
    *past, position = playing.past
    before = replace(playing, position=position, past=tuple(past), future=(*playing.future, playing.position))
    return before._turn_or_end()


def _redo(playing: Playing, rest: str) -> Turn:
    if not playing.future:
        return Turn(playing, ("There is nothing to do again.",))
    *future, position = playing.future
    after = replace(playing, position=position, past=(*playing.past, playing.position), future=tuple(future))
    return after._turn_or_end()


def _clear(playing: Playing, rest: str) -> Turn:
    return playing._moved(playing.pencil.blank(playing.board))


def _check(playing: Playing, rest: str) -> Turn:
    """What can no longer be mended is named; that something is missing is no reproach."""
    spoilt = playing.pencil.spoilt(playing.board, playing.position)
    if not spoilt:
        return Turn(playing, ("No rule is broken so far; it is not finished yet.",))
    lines = [f"{broken.rule.name}: not so: {broken.sentence}" for broken in spoilt[:SHOWN]]
    if len(spoilt) > SHOWN:
        lines.append(f"... and {len(spoilt) - SHOWN} more")
    return Turn(playing, tuple(lines))


def _hint(playing: Playing, rest: str) -> Turn:
    return Turn(playing, tuple(hint_lines(playing.hint, playing)))


def hint_lines(hint: Hinter | None, playing: Playing) -> list[str]:
    """What whoever knows hints says of a position."""
    if hint is None:
        return [f"There are no hints for {playing.puzzle.title}."]
    try:
        return list(hint(playing.board, playing.position, playing.puzzle.name).lines())
    except SatplayError as error:
        return [str(error)]


def _show(playing: Playing, rest: str) -> Turn:
    """A solution, which has passed the judge; what was drawn stays."""
    solved = solve(playing.board, playing.puzzle.name)
    if solved.status != "sat":
        return Turn(playing, ("There is no solution." if solved.status == "unsat" else "No solution found.",))
    return Turn(
        playing, ("This is a solution; your lines are kept, an empty line shows them.",), solved.solution
    )


def _save(playing: Playing, rest: str) -> Turn:
    if not rest or not rest.isprintable():
        return Turn(playing, ("Save where? Type save FILE.",))
    try:
        text = playing.saved()
    except BadInput as error:
        return Turn(playing, (str(error),))
    said = f"Saved: satplay play {playing.puzzle.name} {quote(rest)} goes on."
    return Turn(playing, (said,), wants=Wants.SAVE, file=rest, text=text)


def _new(playing: Playing, rest: str) -> Turn:
    return Turn(playing, wants=Wants.NEW)


def _help(playing: Playing, rest: str) -> Turn:
    return Turn(playing, (*playing.pencil.help, *HELP))


def _quit(playing: Playing, rest: str) -> Turn:
    return Turn(playing, wants=Wants.LEAVE)


def _again(playing: Playing, rest: str) -> Turn:
    return Turn(playing, shown=playing.position)


HELP = (
    "undo, redo        back, and forth again; clear takes everything away",
    "check             what can no longer become right",
    "hint, show        the next step; a solution",
    "save FILE, new    keep this game, save @NAME under a name; another board",
    "quit              leave",
)

COMMANDS: Mapping[str, Answer] = {
    "": _again,
    "undo": _undo,
    "redo": _redo,
    "clear": _clear,
    "check": _check,
    "hint": _hint,
    "show": _show,
    "save": _save,
    "new": _new,
    "help": _help,
    "?": _help,
    "quit": _quit,
    "exit": _quit,
}

WITH_MORE = {"save"}
"""Commands that say something more; with all others another word makes it a move."""
