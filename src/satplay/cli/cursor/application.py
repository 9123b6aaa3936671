"""The terminal of cursor mode, by prompt_toolkit: full screen, keys, mouse, resizing, suspending.

Lines for the match run in a thread of their own, so that the clock goes on and Ctrl-C works while a hint is
searched for.  prompt_toolkit restores the terminal however the application ends.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from prompt_toolkit.application import Application, run_in_terminal
from prompt_toolkit.data_structures import Point
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import ConditionalContainer, HSplit, Layout, UIContent, UIControl, Window
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.widgets import TextArea

from satplay.cli.cursor.controller import Controller
from satplay.cli.cursor.effects import Effect, Leave, OpenLine
from satplay.cli.cursor.job import Job
from satplay.cli.cursor.viewport import Size
from satplay.drawing.terminal import Depth
from satplay.errors import SatplayError

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone

    from satplay.playing.match import Match
    from satplay.playing.turn import Turn

DEPTHS = {
    Depth.NONE: ColorDepth.DEPTH_1_BIT,
    Depth.INDEXED: ColorDepth.DEPTH_8_BIT,
    Depth.FULL: ColorDepth.DEPTH_24_BIT,
}

KEYS = {
    "up": "up", "down": "down", "left": "left", "right": "right",
    "s-up": "shift-up", "s-down": "shift-down", "s-left": "shift-left", "s-right": "shift-right",
    "home": "home", "end": "end", "pageup": "pageup", "pagedown": "pagedown",
    "enter": "enter", " ": "space", "c-h": "backspace", "delete": "backspace", "escape": "escape",
    "tab": "tab", "s-tab": "shift-tab", "c-d": "ctrl-d",
}  # fmt: skip
"""The names of keys in prompt_toolkit and ours."""

ACTIONS = {
    MouseEventType.MOUSE_DOWN: "press",
    MouseEventType.MOUSE_MOVE: "drag",
    MouseEventType.MOUSE_UP: "release",
}

PATIENCE = 0.05
"""Seconds to wait for a line before the screen shows that it is being worked on."""

REFRESH = 1.0
"""Seconds between two updates of the clock."""

PROMPT = "> "


class CursorApplication:
    """The screen until it is left.

    ``respond``  the turn after a typed line: match, line, seconds; may take long, raises ``SatplayError``
    ``patience`` seconds to wait for an answer before keys are read again; None waits to the end
    """

    def __init__(
        self,
        controller: Controller,
        respond: Callable[[Match, str, float], Turn],
        *,
        depth: Depth,
        input: Input | None = None,
        output: Output | None = None,
        patience: float | None = PATIENCE,
    ) -> None:
        self._controller, self._respond, self._patience = controller, respond, patience
        self._typing = False
        self._job: Job | None = None
        self._board = Window(_BoardControl(self), always_hide_cursor=False)
        self._line = TextArea(
            height=1, prompt=PROMPT, multiline=False, wrap_lines=False, accept_handler=self._accept_line
        )
        typing = Condition(lambda: self._typing)
        layout = Layout(HSplit([self._board, ConditionalContainer(self._line, filter=typing)]), self._board)
        self.application: Application[Leave] = Application(
            layout=layout,
            key_bindings=self._bindings(typing),
            full_screen=True,
            mouse_support=True,
            color_depth=DEPTHS[depth],
            refresh_interval=REFRESH,
            input=input,
            output=output,
        )
        self.application.ttimeoutlen = 0.05  # Escape alone reacts quickly

    def run(self) -> Leave:
        """Show the screen until the person leaves; a closed terminal leaves like ``quit``."""
        try:
            return self.application.run(set_exception_handler=False)
        except EOFError:
            return Leave.QUIT

    # -- keys ----------------------------------------------------------------------------------------

    def _bindings(self, typing: Condition) -> KeyBindings:
        bindings = KeyBindings()

        def bind(key: str, ours: str | None) -> None:
            @bindings.add(key, filter=~typing, eager=key == "escape")
            def press(event: KeyPressEvent) -> None:
                self.guard(lambda: self.follow(self._controller.press(event.data if ours is None else ours)))

        for key, ours in KEYS.items():
            bind(key, ours)
        bind(Keys.Any, None)

        @bindings.add("escape", filter=typing, eager=True)
        def close(event: KeyPressEvent) -> None:
            self._close_line()

        is_empty = Condition(lambda: not self._line.text)

        @bindings.add("c-h", filter=typing & is_empty)
        @bindings.add("c-d", filter=typing & is_empty)
        def close_empty(event: KeyPressEvent) -> None:
            self._close_line()

        @bindings.add(Keys.BracketedPaste, filter=~typing)
        def paste(event: KeyPressEvent) -> None:
            if not self._controller.is_busy:
                self.follow(OpenLine(event.data.strip().partition("\n")[0].strip()))

        @bindings.add("c-c")
        @bindings.add("<sigint>")
        def interrupt(event: KeyPressEvent) -> None:
            self._leave(Leave.INTERRUPTED)

        @bindings.add("c-l")
        def redraw(event: KeyPressEvent) -> None:
            event.app.renderer.clear()

        @bindings.add("c-z")
        def suspend(event: KeyPressEvent) -> None:
            self._suspend()

        return bindings

    def guard(self, react: Callable[[], None]) -> None:
        """Run a reaction; an exception ends the application, so that the terminal is restored first."""
        try:
            react()
        except Exception as error:  # raised again when the application has ended
            if not self.application.is_done:
                self.application.exit(exception=error)

    def point(self, event: MouseEvent) -> None:
        """React to a mouse event."""
        row, column = event.position.y, event.position.x
        if event.event_type in (MouseEventType.SCROLL_UP, MouseEventType.SCROLL_DOWN):
            self._controller.wheel(3 if event.event_type is MouseEventType.SCROLL_DOWN else -3)
            return
        action = ACTIONS.get(event.event_type)
        is_drag = action == "drag"
        if action is None or (is_drag and event.button not in (MouseButton.LEFT, MouseButton.RIGHT)):
            return
        is_right = event.button is MouseButton.RIGHT
        self.guard(lambda: self.follow(self._controller.point(action, row, column, is_right=is_right)))

    def follow(self, effect: Effect) -> None:
        """Do what follows from an event."""
        if isinstance(effect, Leave):
            self._leave(effect)
        elif isinstance(effect, OpenLine):
            self._open_line(effect)
        elif effect:
            self._run_lines(effect)

    def _leave(self, why: Leave) -> None:
        if not self.application.is_done:
            self.application.exit(result=why)

    def _suspend(self) -> None:
        """Stop the process group, where the system can; the time until it goes on does not count."""
        stop: int | None = getattr(signal, "SIGTSTP", None)
        if stop is None:
            return
        number = stop  # a new name: the closure needs its narrowed type

        def wait() -> None:
            with self._controller.time.paused():
                os.kill(0, number)

        run_in_terminal(wait)

    # -- typed lines ---------------------------------------------------------------------------------

    def _open_line(self, text: str) -> None:
        self._typing = True
        self._line.text = str(text)
        self._line.buffer.cursor_position = len(text)
        self.application.layout.focus(self._line)

    def _close_line(self) -> None:
        self._typing = False
        self._line.text = ""
        self.application.layout.focus(self._board)

    def _accept_line(self, buffer: Any) -> bool:
        line = self._line.text
        self._line.buffer.append_to_history()
        self._close_line()
        self.guard(lambda: self.follow(self._controller.enter(line)))
        return False

    # -- work ----------------------------------------------------------------------------------------

    def _run_lines(self, lines: Sequence[str]) -> None:
        job = self._job = Job(self._respond, self._controller.match, lines, self._controller.time.take())
        self._controller.is_busy = True
        loop = asyncio.get_running_loop()
        job.start(lambda: loop.call_soon_threadsafe(self.guard, lambda: self._finish(job)))
        job.thread.join(self._patience)
        if not job.thread.is_alive():
            self._finish(job)
        self.application.invalidate()

    def _finish(self, job: Job) -> None:
        """Show the answers of a job, once."""
        if self._job is not job:
            return
        self._job = None
        self._controller.is_busy = False
        if job.failure is not None and not isinstance(job.failure, SatplayError):
            raise job.failure
        self._controller.time.take()  # waiting for an answer is not thinking time
        for line, turn in job.turns:
            why = self._controller.accept(turn, line)
            if why is not None:
                self._leave(why)
        if job.failure is not None:
            self._controller.fail(str(job.failure))
        self.application.invalidate()


class _BoardControl(UIControl):
    """Everything but the typed line."""

    def __init__(self, owner: CursorApplication) -> None:
        self._owner = owner

    def is_focusable(self) -> bool:
        """Keys go here unless a line is typed."""
        return True

    def create_content(self, width: int, height: int) -> UIContent:
        """The rows of the screen."""
        frame = self._owner._controller.frame(Size(width, height))
        cursor = None if frame.cursor is None else Point(x=frame.cursor[1], y=frame.cursor[0])
        return UIContent(
            get_line=lambda row: list(frame.rows[row]),
            line_count=len(frame.rows),
            cursor_position=cursor or Point(x=0, y=0),
            show_cursor=cursor is not None,
        )

    def mouse_handler(self, mouse_event: MouseEvent) -> NotImplementedOrNone:
        """Pass mouse events on."""
        self._owner.point(mouse_event)
        return None
