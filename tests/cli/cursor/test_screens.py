"""Screens of cursor mode as golden texts, at three sizes, in Unicode and ASCII, with and without colour."""

from __future__ import annotations

import os
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.output.vt100 import Vt100_Output

from satplay.cli.cursor.screen_texts import title_of
from satplay.drawing.terminal import Depth
from satplay.playing.resume import read_match
from tests.cli.cursor.driver import press, start

GOLDEN = Path(__file__).parents[2] / "golden" / "cursor"

FLOW = "A..B\nC.BA\n....\n...C\n"
HASHI = "3.2\n...\n1..\n"
SIZES = [(80, 24), (40, 12), (20, 10)]

SESSIONS: dict[str, tuple[str, str, dict[str, Any], list[str]]] = {
    "flow": ("flow", FLOW, {}, ["enter right down"]),
    "hashi": ("hashi", HASHI, {}, ["enter right left"]),
    "mastermind": ("mastermind", "", {"seed": 3, "options": {"symbols": "RGBYOP"}}, ["r g b y enter o p"]),
    "mosaic": ("mosaic", "mosaic\n22.\n...\n", {}, ["space right space"]),
    "flow-marks": ("flow", FLOW, {}, ["x right x down x"]),
    "hashi-marks": ("hashi", HASHI, {}, ["x right x down x"]),
    "nim": ("nim", "", {"seed": 3}, ["down down enter down"]),
    "chopsticks": ("chopsticks", "", {"seed": 3}, ["down enter"]),
    "sat-game": ("sat-game", "", {"seed": 3}, ["end"]),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SESSIONS)
def test_screens_at_three_sizes(name: str, size: tuple[int, int]) -> None:
    subject, board, options, groups = SESSIONS[name]
    for ascii in (False, True):
        screen = press(start(subject, board or None, **options), *groups, size=size, ascii=ascii).screen
        expect_golden(f"{name}-{size[0]}x{size[1]}{'-ascii' if ascii else ''}", screen)
        assert screen.isascii() or not ascii
        assert max(map(len, screen.split("\n"))) <= size[0]


def expect_golden(name: str, screen: str) -> None:
    """SATPLAY_GOLDEN=write writes the screens again; their difference is reviewed like code."""
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("SATPLAY_GOLDEN") == "write":
        path.write_text(screen, encoding="utf-8")
    assert path.is_file(), f"no golden screen {path}; this is the screen:\n{screen}"
    assert screen == path.read_text(encoding="utf-8")


def written(depth: Depth) -> str:
    """Everything that is written to a terminal in a short game."""
    stream = StringIO()
    output = Vt100_Output(stream, lambda: Size(rows=24, columns=80), term="xterm-256color")
    press(start("flow", FLOW), "enter right down", depth=depth, output=output)
    return stream.getvalue()


def test_colours_depend_on_the_depth() -> None:
    assert "48;2;" in written(Depth.FULL)
    assert "48;5;" in written(Depth.INDEXED) and "48;2;" not in written(Depth.INDEXED)
    assert not re.search(r"[;\[][34]8;|\x1b\[[0-9;]*\b(3[0-7]|4[0-7]|9[0-7])m", written(Depth.NONE))
    assert re.search(r"\x1b\[[0-9;]*7[;m]", written(Depth.NONE)), "the cursor is visible without colours"


def test_the_terminal_is_restored() -> None:
    text = written(Depth.NONE)
    for on, off in (
        ("\x1b[?1049h", "\x1b[?1049l"),
        ("\x1b[?1000h", "\x1b[?1000l"),
        ("\x1b[?2004h", "\x1b[?2004l"),
    ):
        assert 0 <= text.rindex(on) < text.rindex(off)


def test_a_large_board_scrolls_with_the_cursor_and_keeps_its_headings() -> None:
    board = "\n".join(["A" + "." * 38 + "A", *(["." * 40] * 28), "B" + "." * 38 + "B"])
    played = press(start("flow", board), "", "left " * 1 + "right " * 39, "down " * 29, size=(40, 12))
    first, right, below = played.screens[:3]
    assert "┃A · ·" in first and first.split("\n")[2].split()[:2] == ["A", "B"]
    assert "· A┃" in right and "N" in right and "\n 1 " in right
    assert "· B┃" in below and "\n30 " in below and "A A A" in below.split("\n")[1]
    assert played.controller.cursor.pointer.at == "AN30"


def test_resizing_redraws() -> None:
    sizes = [(40, 12), (20, 6), (11, 3), (80, 24)]
    played = press(start("flow", FLOW), "", "", "", "", resize=sizes)
    assert all(
        max(map(len, screen.split("\n"))) <= size[0]
        for screen, size in zip(played.screens, sizes, strict=False)
    )
    assert played.screens[2] == "window too\nsmall: 12\ncolumns\n" and played.screens[3] == played.screens[4]
    assert "┃A" in played.screens[1] and played.screens[1].count("\n") <= 6


def test_help_is_a_page_that_scrolls_and_closes() -> None:
    played = press(start("flow", FLOW), "?", "down down", "end", "x", size=(40, 12))
    first, scrolled, last, closed = played.screens[:4]
    assert "Keys" in first and "more lines" in first
    assert "Keys" not in scrolled and "Enter" in scrolled
    assert "any key closes" in last and "show the position" in last
    assert "┃A" in closed


def test_a_hint_that_fits_is_a_message() -> None:
    played = press(start("flow", FLOW), "h", "h", "r")
    assert (
        "Look at the c" in played.screens[0] and "┃A" in played.screens[0] and "1 hint" in played.screens[0]
    )
    assert "because" in played.screens[1] and "┃A" in played.screens[1]
    assert "nothing to redo" in played.screens[2]


def test_a_solution_is_shown_until_a_key_is_pressed() -> None:
    played = press(start("hashi", HASHI), ": show enter", "x")
    assert "3═══2" in played.screens[0] and "This is a solution" in played.screens[0]
    assert "3 · 2" in played.screens[1]


@pytest.mark.parametrize(
    ("subject", "board", "options", "title"),
    [
        ("flow", FLOW, {}, "Flow Free 4x4"),
        ("hashi", "3..2\n....\n1...\n", {}, "Hashiwokakero 4x3"),
        ("mosaic", None, {"size": "3x2", "difficulty": "beginner", "seed": 1}, "Mosaic 3x2 beginner"),
        ("mosaic", None, {"size": "3", "seed": 1}, "Mosaic 3x3"),
        ("mosaic", None, {"seed": 1, "options": {"connected": "yes"}}, "Mosaic 4x5 connected=yes"),
        ("nim", None, {"seat": "second", "strength": "easy"}, "Nim, second against easy"),
        ("nim", None, {"against": "person"}, "Nim"),
    ],
)
def test_the_title_has_size_and_level(subject: str, board: Any, options: dict[str, Any], title: str) -> None:
    match = start(subject, board, **options)
    assert press(match, "").screen.split("\n")[0].split("  ")[0] == f" {title}"
    resumed = read_match(match.to_text())
    assert title_of(resumed) == title_of(match) == title


def test_narrow_windows_have_a_short_title() -> None:
    assert press(start("nim", seed=1), "", size=(20, 10)).screen.split("\n")[0] == " Nim  0:00  0 moves"


def test_the_key_for_help_is_shown_in_every_window() -> None:
    for subject, board, options, groups in SESSIONS.values():
        match = start(subject, board or None, **options)
        for size in ((80, 24), (40, 12), (20, 10), (20, 7)):
            assert all("? help" in screen for screen in press(match, *groups, size=size).screens)


def test_a_page_is_wrapped_again_when_the_window_changes() -> None:
    played = press(start("flow", FLOW), "?", "", "", "x", resize=[(80, 24), (20, 10), (80, 24), (80, 24)])
    wide, narrow, again, closed = played.screens[:4]
    assert "Backspace         erase" in wide and "Backspace  erase" in narrow
    assert max(map(len, narrow.split("\n"))) <= 20
    assert again == wide and "┃A" in closed


def test_the_wheel_scrolls_a_high_board_and_a_page() -> None:
    board = "\n".join(["A.A", *(["..."] * 28), "B.B"])
    down, up = "\x1b[<65;5;5M", "\x1b[<64;5;5M"
    played = press(start("flow", board), down, up, "?", down, size=(40, 12))
    assert "  1 ┃" not in played.screens[0] and "  6 ┃" in played.screens[0]
    assert "  1 ┃" in played.screens[1]
    assert "Keys" in played.screens[2] and "Keys" not in played.screens[3]
    small = press(start("flow", FLOW), down)
    assert "┃A" in small.screen


def test_three_lines_are_enough_and_one_line_is_survived() -> None:
    played = press(start("flow", FLOW), "", "", "", resize=[(40, 3), (40, 1), (40, 2)])
    assert "┃" in played.screens[0] and "Flow Free" in played.screens[0]
    assert played.screens[1] == "window too small: 3 lines needed\n" == played.screens[2]


def test_a_line_is_typed_in_a_low_window() -> None:
    played = press(start("flow", FLOW), ": A 1 - B 1", "enter", size=(40, 4))
    assert "> A1-B1" in played.screens[0] and "┃A" in played.screens[0]
    assert played.match.moves == ("A1-B1",)


def test_messages_are_escaped_without_utf8_and_wide_characters_fit() -> None:
    plain = press(start("flow", FLOW), ": 日本 enter", ascii=True).screen
    assert plain.isascii() and "\\u65e5" in plain
    wide = press(start("flow", FLOW), f": {'日本' * 8} enter", size=(20, 16)).screen
    assert "".join(wide.split()).count("日") == 8


def test_a_hint_that_is_a_page_offers_its_move_there() -> None:
    played = press(start("chopsticks", None, seed=1), "h h", "!", size=(80, 16))
    page, after = played.screens[:2]
    assert "Best play" in page and page.rstrip().endswith("! make the hinted move; any other key closes")
    assert "Your move: " in after and played.match.moves_made == 1


def test_a_fact_offers_no_move_and_a_suggested_guess_does() -> None:
    match = start("mastermind", seed=3)
    played = press(match, "0 0 1 1 enter h", "!", ": h i n t space g u e s s enter", "!")
    fact, refused, guess, after = played.screens[:4]
    assert "because of guess 1" in fact and "make the hinted move" not in fact
    assert "No move follows from the hint. hint guess suggests one." in refused
    assert "because" not in refused and "make the hinted move" not in refused
    assert "guess " in guess and "! make the hinted move" in guess
    assert played.match.moves_made == 2 and "Your move: " in after


def test_one_line_that_is_hidden_is_one_line() -> None:
    played = press(start("flow", FLOW), "?", *["down"] * 80, size=(40, 12))
    assert any("\n1 more line: down" in screen for screen in played.screens)
