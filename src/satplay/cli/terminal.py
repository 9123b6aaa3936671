"""Output for people: drawings, colours and wrapped lines.

Colour is used on terminals, and never if ``NO_COLOR`` is set; ``FORCE_COLOR`` enables it without a terminal
(no-color.org, force-color.org).  No other module decides about colour.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from satplay.contracts.verdict import BEST_PLAY, EXAMPLE
from satplay.drawing.terminal import Depth, to_ansi, to_text

if TYPE_CHECKING:
    from satplay.contracts.game import Game
    from satplay.contracts.puzzle import Puzzle


LIST_ITEM = re.compile(r" +(?:[0-9]+\. )?")
"""The indentation of a line, with the number of a list."""

SHORT = re.compile(r" (?=[A-Z0-9]{1,2}\b)")
"""The blank before a number or the name of a place, which stays with the word before it."""

LINE_OF_PLAY = re.compile(rf" *(?:{BEST_PLAY}|{EXAMPLE}) ")
MONOCHROME = re.compile(r"dumb|vt[0-9]+.*|.*-m(ono)?")
"""The values of TERM for terminals without colours."""

GLUE = "\N{NO-BREAK SPACE}"


class Screen(NamedTuple):
    """Properties of standard output.  If ``interactive``, solutions are drawn for a person to look at."""

    interactive: bool
    depth: Depth
    ascii: bool = False

    def picture(self, puzzle: Puzzle[Any, Any], board: Any, solution: Any) -> list[str]:
        """A drawing of a board with a solution, which may be partial."""
        if puzzle.sketch is None:
            return self._text(puzzle, board, solution)
        return to_ansi(puzzle.sketch(board, solution, self.ascii), self.depth)

    def solution(self, puzzle: Puzzle[Any, Any], board: Any, solution: Any) -> list[str]:
        """A solution: a drawing if interactive, else a text that ``check`` reads."""
        if self.interactive:
            return self.picture(puzzle, board, solution)
        return self._text(puzzle, board, solution)

    def position(self, game: Game[Any, Any], state: Any) -> list[str]:
        """A drawing of a state of a game."""
        if game.sketch is None:
            return self.words(game.states[0].write(state).rstrip("\n").split("\n"))
        return to_ansi(game.sketch(state, self.ascii), self.depth)

    def _text(self, puzzle: Puzzle[Any, Any], board: Any, solution: Any) -> list[str]:
        forms = [puzzle.solutions[0]]
        if self.ascii:
            forms = [form for form in puzzle.solutions if form.name == "ascii"] + forms
        text = forms[0].write(board, solution)
        if self.ascii and not text.isascii() and puzzle.sketch is not None:
            return to_text(puzzle.sketch(board, solution, True))
        return self.words(text.rstrip("\n").split("\n"))

    def words(self, lines: Iterable[str]) -> list[str]:
        """Lines of text; in ASCII mode other characters are escaped."""
        if not self.ascii:
            return list(lines)
        return [line.encode("ascii", "backslashreplace").decode() for line in lines]

    def wrap(self, lines: Iterable[str]) -> list[str]:
        """Lines of text, wrapped between words to the width of a terminal.

        The lines of a list, which begin with blanks, keep their indentation.
        """
        if not sys.stdout.isatty():
            return self.words(lines)
        from shutil import get_terminal_size
        from textwrap import TextWrapper

        width = max(20, get_terminal_size().columns)
        wrapper = TextWrapper(width, break_long_words=False, break_on_hyphens=False, replace_whitespace=False)
        wrapped: list[str] = []
        for line in self.words(lines):
            item = LIST_ITEM.match(line)
            wrapper.subsequent_indent = " " * (0 if item is None else item.end())
            wrapped += [part.replace(GLUE, " ") for part in wrapper.wrap(_glue(line))] or [""]
        return wrapped


def _glue(line: str) -> str:
    """The line with no-break spaces where it should not be wrapped: before numbers, and in moves of a line.

    >>> _glue("Best play: P set 1 true, Q pass").count(GLUE)
    4
    """
    begin = LINE_OF_PLAY.match(line)
    if begin is None:
        return line[:1] + SHORT.sub(GLUE, line[1:])
    moves, semicolon, end = line[begin.end() :].partition(";")
    together = ", ".join(move.replace(" ", GLUE) for move in moves.split(", "))
    return f"{begin[0]}{together}{semicolon}{end}"


def screen(*, ascii: bool = False) -> Screen:
    """The current properties of standard output."""
    terminal = sys.stdout.isatty()
    depth = depth_of(os.environ, terminal=terminal)
    return Screen(terminal or depth is not Depth.NONE, depth, ascii)


def depth_of(environment: Mapping[str, str], *, terminal: bool) -> Depth:
    """The colour depth to use.

    >>> depth_of({"TERM": "xterm"}, terminal=True), depth_of({"COLORTERM": "truecolor"}, terminal=True)
    (<Depth.INDEXED: '256 colours'>, <Depth.FULL: '24 bits'>)
    >>> depth_of({"NO_COLOR": "1", "FORCE_COLOR": "1"}, terminal=True), depth_of({}, terminal=False)
    (<Depth.NONE: 'none'>, <Depth.NONE: 'none'>)
    >>> depth_of({"TERM": "vt100", "COLORTERM": "truecolor"}, terminal=True)
    <Depth.NONE: 'none'>
    """
    forced = environment.get("FORCE_COLOR", "")
    if environment.get("NO_COLOR") or forced in ("0", "false"):
        return Depth.NONE
    if not forced and (not terminal or MONOCHROME.fullmatch(environment.get("TERM", ""))):
        return Depth.NONE
    deep = forced == "3" or environment.get("COLORTERM") in ("truecolor", "24bit")
    return Depth.FULL if deep else Depth.INDEXED
