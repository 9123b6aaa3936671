"""The session in cursor mode: the same as with typed lines, but shown by the application."""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stderr
from dataclasses import replace
from io import StringIO
from time import monotonic
from typing import TYPE_CHECKING

from satplay.cli.cursor.support import is_ascii_locale
from satplay.cli.play_loop import PlayLoop

if TYPE_CHECKING:
    from satplay.playing.match import Match
    from satplay.playing.turn import Turn


class CursorLoop(PlayLoop):
    """One session that begins in cursor mode; ``typed`` and ``cursor`` switch to typed lines and back."""

    _answers: list[str] | None = None
    """The lines to show on the screen; None while lines are printed."""

    _starts_typed = False

    def run(self) -> int:
        """Play until the person leaves."""
        from satplay.cli.cursor.effects import Leave
        from satplay.cli.cursor.key_help import CURSOR

        is_typed = self._starts_typed
        turn = self._begin() if is_typed else self._begin_quietly()
        while True:
            if is_typed or not self._has_cursor(turn.match):
                turn = self.play_typed(turn, leave=CURSOR if self._has_cursor(turn.match) else None)
                if turn.over or not turn.match.persons:
                    self._tally.leave(turn.match)
                    return 0
                turn, is_typed = replace(turn, lines=()), False
                continue
            match, why = self._run_screen(turn)
            if why is Leave.INTERRUPTED:
                raise KeyboardInterrupt
            if why is Leave.QUIT:
                self._tally.leave(match)
                self._print_end(match)
                return 0
            turn, is_typed = match.greet(), True
            self._print(turn, match)

    @staticmethod
    def _has_cursor(match: Match) -> bool:
        from satplay.cli.cursor.move_list import entry_of

        return bool(match.persons) and entry_of(match.game) is not None

    def _begin_quietly(self) -> Turn:
        """The first turn; a game without a cursor is greeted as usual."""
        self._answers = []
        turn = self._begin()
        while turn.match.waiting and self._has_cursor(turn.match):
            turn = self._step(turn.match)
        answers, self._answers = self._answers, None
        if not self._has_cursor(turn.match):
            self._introduce(turn.match)
            return self._print(turn, turn.match)
        return replace(turn, lines=tuple(answers))

    # -- the screen ----------------------------------------------------------------------------------

    def _run_screen(self, turn: Turn) -> tuple[Match, object]:
        from satplay.cli.cursor.application import CursorApplication
        from satplay.cli.cursor.controller import Controller

        self._screen = self._screen._replace(ascii=self._screen.ascii or is_ascii_locale(os.environ))
        controller = Controller(
            turn.match,
            ascii=self._screen.ascii,
            clock=monotonic,
            messages=turn.lines,
            saves_moves=self._record is not None,
        )
        application = CursorApplication(controller, self.respond, depth=self._screen.depth)
        self._answers = []
        try:
            # Remarks would be written over the screen; they follow when it is left.
            with redirect_stderr(StringIO()) as remarks:
                why = application.run()
        finally:
            self._answers = None
        sys.stderr.write(remarks.getvalue())
        return self._save_time(controller.match, controller.time.take()), why

    def _save_time(self, match: Match, seconds: float) -> Match:
        """The match with the thinking time since the last line, saved if every line is saved."""
        from satplay.cli.printing import remark

        turn, errors = self._save_and_describe(match.after_time(seconds).turn(), match)
        for error in errors:
            remark(error)
        return turn.match

    def respond(self, before: Match, line: str, seconds: float) -> Turn:
        """The turn after a typed line and the moves of others; its lines are all that is to be shown."""
        self._answers = []
        turn = self._take(before, line, seconds)
        while turn.match.waiting:
            turn = self._step(turn.match)
        return replace(turn, lines=tuple(self._answers))

    def _greet(self, match: Match, *, drawn: bool = False) -> Turn:
        turn = super()._greet(match, drawn=drawn)
        if self._answers is not None and match.outcome is None:
            # Not the greeting, which explains how to type: the rules, and who is to move in a game.
            self._answers[:] = [*match.introduce()[1:], *match.describe_position().lines]
        return turn

    def _introduce(self, match: Match) -> None:
        if self._answers is None:
            super()._introduce(match)

    def _print(self, turn: Turn, before: Match) -> Turn:
        if self._answers is None:
            return super()._print(turn, before)
        turn, lines = self._save_and_describe(turn, before)
        self._answers += lines
        return turn

    def _print_end(self, match: Match) -> None:
        """Print the last position, which leaves the terminal together with the screen."""
        from satplay.cli.printing import print_lines

        lines = [match.describe_effort()]
        if match.outcome is not None:
            because = match.outcome.because.removesuffix(".")
            lines.insert(0, f"{because[:1].upper()}{because[1:]}.")
        picture = self._screen.position(match.game, match.visible_state())
        print_lines([*picture, "", *self._screen.wrap(lines)])
        sys.stdout.flush()


class TypedFirst(CursorLoop):
    """One session that begins with typed lines."""

    _starts_typed = True
