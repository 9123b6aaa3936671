"""Terminal drawings of islands and bridges."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.drawing.terminal import Look, to_text
from satplay.puzzles.hashi.board import Board, Bridges
from satplay.puzzles.hashi.island_status import IslandStatus
from satplay.puzzles.hashi.sketch import FAULTY, LOOKS, sketch
from tests.puzzles.hashi.positions import board, bridges, positions


def drawn(on: Board, built: str, *, ascii: bool = False) -> str:
    return "\n".join(to_text(sketch(on, bridges(on, built), ascii)))


def looks(on: Board, built: str) -> list[tuple[str, Look]]:
    return [(span.text, span.look) for line in sketch(on, bridges(on, built), False) for span in line]


# -- visible parts -----------------------------------------------------------------------------------------


@settings(max_examples=100, deadline=None)
@given(positions(), st.booleans())
def test_every_number_is_visible(position: tuple[Board, Bridges], ascii: bool) -> None:
    on, built = position
    lines = to_text(sketch(on, built, ascii))
    assert all(line.isprintable() and (line.isascii() or not ascii) for line in lines)
    numbers = [str(number) for number in on.islands.values() if number is not None]
    assert sum("".join(lines).count(digit) for digit in "123456789") >= len(numbers)
    plain = sketch(on, None, ascii)
    visible = [span.text for line in plain for span in line if span.look == LOOKS[IslandStatus.OPEN]]
    assert visible == [str(number or ("o" if ascii else "○")) for number in on.islands.values()]


@settings(max_examples=150, deadline=None)
@given(positions(), st.data(), st.booleans())
def test_one_bridge_more_or_less_is_visible(
    position: tuple[Board, Bridges], data: st.DataObject, ascii: bool
) -> None:
    on, built = position
    if built.triples:
        first, second, count = gone = data.draw(st.sampled_from(built.triples))
        rest = [triple for triple in built.triples if triple != gone]
        fewer = Bridges.of([*rest, (first, second, count - 1)])
        assert to_text(sketch(on, built, ascii)) != to_text(sketch(on, fewer, ascii))


@settings(max_examples=100, deadline=None)
@given(positions())
def test_a_board_without_violations_keeps_its_size(position: tuple[Board, Bridges]) -> None:
    on, built = position
    allowed = Bridges(tuple(t for t in built.triples if t[:2] in on.link_between and t[2] <= on.most))
    empty, full = to_text(sketch(on, None, True)), to_text(sketch(on, allowed, True))
    assert len(empty) == len(full) and empty[0] == full[0]


# -- appearance --------------------------------------------------------------------------------------------


def test_one_and_two_bridges_are_single_and_double_lines() -> None:
    on = board("3...2/...../2.?..")
    assert drawn(on, "A1-E1x2 A1-A3 A3-C3") == (
        "  A B C D E\n"
        "1 3═══════2\n"
        "2 │ · · · ·\n"
        "3 2───○ · ·"
    )  # fmt: skip
    assert drawn(on, "A1-E1 A1-A3x2", ascii=True) == (
        "  A B C D E\n"
        "1 3-------2\n"
        "2 H . . . .\n"
        "3 2 . o . ."
    )  # fmt: skip


def test_more_than_two_bridges_start_with_their_number() -> None:
    on = board("G..4/..../3...", most=4)
    assert drawn(on, "A1-D1x4 A1-A3x3") == (
        "  A    B    C    D\n"
        "1 16━⁴━━━━━━━━━━━4\n"
        "2 ┃³   ·    ·    ·\n"
        "3 3    ·    ·    ·"
    )  # fmt: skip
    assert drawn(on, "A1-D1x3 A1-A3x4", ascii=True) == (
        "  A     B     C     D\n"
        "1 16-x3-------------4\n"
        "2 |x4   .     .     .\n"
        "3 3     .     .     ."
    )  # fmt: skip


def test_bridges_between_adjacent_islands_are_visible() -> None:
    assert drawn(board("22/22"), "A1-B1 A1-A2x2 B1-B2") == (
        "  A   B\n"
        "1 2───2\n"
        "  ║   │\n"
        "2 2   2"
    )  # fmt: skip


def test_crossing_bridges_are_visible() -> None:
    on = board(".1./1.1/.1.")
    assert "1─┼─1" in drawn(on, "A2-C2 B1-B3")
    assert "1═╪═1" in drawn(on, "A2-C2x2 B1-B3")
    assert "1─╫─1" in drawn(on, "A2-C2 B1-B3x2")
    assert "1=|=1" in drawn(on, "A2-C2x2 B1-B3", ascii=True)


def test_bridges_that_cannot_be_drawn_are_listed() -> None:
    on = board("1.1.1")
    assert drawn(on, "A1-E1 A1-C1x9").splitlines()[-2:] == [
        "A1-C1: 9 bridges",
        "A1-E1: 1 bridge over islands",
    ]


def test_islands_look_open_done_or_overfull() -> None:
    visible = looks(board("1.1.2"), "A1-C1x2")
    assert ("1", LOOKS[IslandStatus.OVERFULL]) in visible and ("2", LOOKS[IslandStatus.OPEN]) in visible
    assert ("1", LOOKS[IslandStatus.DONE]) in looks(board("1.1.2"), "A1-C1")


def test_wrong_bridges_look_wrong() -> None:
    assert any(look == FAULTY for _, look in looks(board(".1./1.1/.1."), "A2-C2 B1-B3"))
    assert any(look == FAULTY for _, look in looks(board("3.3"), "A1-C1x3"))
    assert all(look != FAULTY for _, look in looks(board("1.1"), "A1-C1x2"))
