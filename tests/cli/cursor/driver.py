"""Cursor mode without a terminal: keys through a pipe, and the screen as text after each group of keys."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size as OutputSize
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent, merge_key_bindings
from prompt_toolkit.output import DummyOutput

from satplay.cli.cursor.application import CursorApplication
from satplay.cli.cursor.controller import Controller
from satplay.cli.cursor.effects import Leave
from satplay.drawing.terminal import Depth
from satplay.playing.match import Match
from satplay.verbs.play import play

BYTES = {
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
    "shift-up": "\x1b[1;2A", "shift-down": "\x1b[1;2B", "shift-right": "\x1b[1;2C", "shift-left": "\x1b[1;2D",
    "home": "\x1b[H", "end": "\x1b[F", "pageup": "\x1b[5~", "pagedown": "\x1b[6~",
    "enter": "\r", "space": " ", "backspace": "\x7f", "delete": "\x1b[3~", "tab": "\t", "shift-tab": "\x1b[Z",
    "escape": "\x1b", "ctrl-c": "\x03", "ctrl-d": "\x04", "ctrl-z": "\x1a",
}  # fmt: skip

LOOK = "\x1b[24~"
"""F12: the test looks at the screen."""


class FixedOutput(DummyOutput):
    """A terminal of a fixed size that forgets what is written."""

    def __init__(self, columns: int, rows: int) -> None:
        self.size = OutputSize(rows=rows, columns=columns)

    def get_size(self) -> OutputSize:
        return self.size


@dataclass
class Played:
    """The controller after the keys, the screens after each group, and why the screen was left."""

    controller: Controller
    screens: list[str] = field(default_factory=list)
    why: Leave | None = None

    @property
    def match(self) -> Match:
        return self.controller.match

    @property
    def screen(self) -> str:
        return self.screens[-1]


def mouse(row: int, column: int, *, to: Sequence[tuple[int, int]] = (), right: bool = False) -> str:
    """The bytes of a click, or of dragging through other characters; rows and columns from 0."""
    button = 2 if right else 0
    events = [f"\x1b[<{button};{column + 1};{row + 1}M"]
    events += [f"\x1b[<{button + 32};{c + 1};{r + 1}M" for r, c in to]
    last = to[-1] if to else (row, column)
    return "".join([*events, f"\x1b[<{button};{last[1] + 1};{last[0] + 1}m"])


def start(subject: str, board: Any = None, **options: Any) -> Match:
    """A match in which a person is to move."""
    match = play(subject, board, **options)
    return match.run_others().match


def press(
    match: Match,
    *groups: str,
    size: tuple[int, int] = (80, 24),
    depth: Depth = Depth.NONE,
    ascii: bool = False,
    resize: Iterable[tuple[int, int]] = (),
    output: Any = None,
    respond: Any = Match.respond,
    patience: float | None = None,
    clock: Callable[[], float] = lambda: 0.0,
) -> Played:
    """Play groups of keys, separated by blanks; other text is sent as it is.

    ``resize``  the size of the window after each group
    """
    controller = Controller(match, ascii=ascii, clock=clock)
    played = Played(controller)
    with create_pipe_input() as pipe, create_app_session(input=pipe):
        output = output or FixedOutput(*size)
        screen = CursorApplication(
            controller, respond, depth=depth, input=pipe, output=output, patience=patience
        )
        asyncio.run(_feed(screen, pipe, output, played, groups, list(resize)))
    return played


async def _feed(
    screen: CursorApplication,
    pipe: Any,
    output: Any,
    played: Played,
    groups: Sequence[str],
    resize: list[tuple[int, int]],
) -> None:
    app, looked = screen.application, asyncio.Event()
    bindings = KeyBindings()

    @bindings.add("f12")
    def look(event: KeyPressEvent) -> None:
        app._redraw()
        played.screens.append(text_of(app))
        looked.set()

    assert app.key_bindings is not None
    app.key_bindings = merge_key_bindings([app.key_bindings, bindings])
    running = asyncio.ensure_future(app.run_async(set_exception_handler=False))
    for group in (*groups, ""):
        for key in group.split():
            if running.done():
                break
            pipe.send_text(BYTES.get(key, key))
            if key == "escape":  # alone only if nothing follows for a while
                await asyncio.sleep(0.1)
        if resize:
            columns, rows = resize.pop(0)
            output.size = OutputSize(rows=rows, columns=columns)
        pipe.send_text(LOOK)
        done, _ = await asyncio.wait(
            [running, waiting := asyncio.ensure_future(looked.wait())],
            timeout=60,
            return_when=asyncio.FIRST_COMPLETED,
        )
        assert done, "the screen does not react"
        waiting.cancel()
        looked.clear()
        if running.done():
            break
    if not running.done():
        app.exit(result=None)
    played.why = await running


def text_of(app: Any) -> str:
    """The characters on the screen, without blanks at the ends of lines."""
    size, screen = app.output.get_size(), app.renderer.last_rendered_screen
    rows = ("".join(screen.data_buffer[y][x].char for x in range(size.columns)) for y in range(size.rows))
    return "\n".join(row.rstrip() for row in rows).rstrip("\n") + "\n"
