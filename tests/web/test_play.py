"""A match as JSON, from record to record, without a server."""

from __future__ import annotations

import json
from typing import Any

import pytest

from satplay import puzzles
from satplay.errors import BadInput, GaveUp, IllegalMove, NoSuchName
from satplay.playing.subjects import is_filled_in, playable_names
from satplay.web import play
from satplay.web.limits import MOVE_CELLS, TooLarge
from satplay.web.match_cache import MatchCache
from satplay.web.play import NeedsWorker, advance, document, matches, open_match, play_here, play_task

CELLS = 10_000
MOSAIC = "mosaic\n.2.\n#.1\n"
SOLO = [name for name in playable_names() if is_filled_in(name)]


def after(text: str, *lines: str, subject: str = "mosaic", **changes: Any) -> dict[str, Any]:
    changes = {"seconds": 0.0, **changes}
    return play_here(subject, text, cells=CELLS, lines=lines, **changes)


def without_replies(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name not in ("replies", "greeting")}


# -- records -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("subject", SOLO)
def test_the_record_is_the_match(subject: str) -> None:
    """The same document comes from the record alone, without anything that the server remembers."""
    view = puzzles.find(subject).browser
    assert view is not None
    text = view.first_board
    found = document(open_match(subject, text, cells=CELLS))
    for _ in range(3):
        found = after(found["record"], found["example"], subject=subject, seconds=1.5)
        assert found["replies"][0]["changed"]
        known = without_replies(found)
        matches.__init__()  # type: ignore[misc]
        again = after(found["record"], subject=subject)
        assert without_replies(again) == known
    assert found["seconds"] == 4.5 and found["moves"] == 3
    json.dumps(found)


def test_undo_redo_and_restart() -> None:
    found = after(MOSAIC, "A1", "B1", "C1")
    start = after(MOSAIC)["position"]
    three = found["position"]
    found = after(found["record"], "undo 2")
    assert (found["moves"], found["undone"]) == (1, 2)
    found = after(found["record"], "redo")
    assert (found["moves"], found["undone"]) == (2, 1)
    found = after(found["record"], "redo")
    assert found["position"] == three
    found = after(found["record"], "restart")
    assert (found["position"], found["moves"], found["undone"]) == (start, 0, 3)
    found = after(found["record"], "redo 3")
    assert found["position"] == three
    found = after(found["record"], "undo", "B2")
    assert (found["moves"], found["undone"]) == (3, 0), "a move after undo drops what was taken back"


def test_one_line_is_one_step_of_undo() -> None:
    found = after(MOSAIC, "A1; B1; C1")
    assert (found["moves"], after(found["record"], "undo")["moves"]) == (1, 0)


def test_hints_and_solutions_are_counted() -> None:
    found = after(MOSAIC, "A1", hints=2, shown=True)
    assert (found["hints"], found["shown"]) == (2, True)
    found = after(found["record"], "B1", hints=1)
    assert (found["hints"], found["shown"]) == (3, True)


def test_the_end() -> None:
    solved = after("mosaic\n1.\n..\n", "A1")
    assert solved["outcome"] == {"won": True, "because": "every rule holds"}
    assert solved["to_move"] is None and solved["example"] == ""
    more = after(solved["record"], "B1")
    assert more["moves"] == 1 and not more["replies"][0]["changed"] and more["replies"][0]["lines"]
    assert after(solved["record"], "undo")["outcome"] is None


def test_a_position_is_continued() -> None:
    text = "mosaic\n.2.\n#.1\n=== so far, grid ===\n-#-\n#--\n"
    found = after(text)
    assert found["position"] == {"shaded": ["B1", "A2"]} and found["moves"] == 0
    assert after(found["record"], "undo")["position"] == found["position"]


# -- what is refused -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["save x", "save! @x", "hint", "hint!", "check", "show", "new", "quit", "exit"]
)
def test_commands_that_are_buttons(line: str) -> None:
    found = after(MOSAIC, line)
    assert found["replies"][0]["lines"][0].startswith("Use the button ")
    assert not found["replies"][0]["changed"]


@pytest.mark.parametrize("line", ["Z9", "A1 B9", "nonsense", "", " ", "A1" * 400, "=== moves ===", "A1\nB1"])
def test_a_line_that_is_no_move_changes_nothing(line: str) -> None:
    before = after(MOSAIC, "A1")
    found = after(before["record"], line)
    assert found["position"] == before["position"] or found["moves"] == 2
    again = after(found["record"])
    assert without_replies(again) == without_replies(found), "the record is not broken by it"


def test_the_reply_to_a_wrong_move_says_what_is_expected() -> None:
    reply = after(MOSAIC, "Z9")["replies"][0]
    assert reply["line"] == "Z9" and not reply["changed"]
    assert "expected" in " ".join(reply["lines"])


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (("version 1", "version 2"), 1),
        (("game mosaic", "game flow"), 2),
        (("game mosaic", "game none"), 2),
        (("seat solver person", "seat nobody person"), 3),
        (("seed 0", "seed x"), 4),
        (("position grid", "position hex"), 5),
        (("  mosaic", "  mosaic x"), 6),
        (("=== moves ===\n", "=== moves ===\nZ9\n"), 10),
        (("=== moves ===\n", ""), None),
    ],
)
def test_wrong_records(change: tuple[str, str], line: int | None) -> None:
    record = after(MOSAIC)["record"]
    wrong = record.replace(*change)
    assert wrong != record
    with pytest.raises(BadInput) as found:
        after(wrong)
    assert found.value.expected and found.value.source is None
    if line is not None:
        assert found.value.line == line


def test_other_texts() -> None:
    for text in ("", "hello", "/etc/passwd", "@examples/mosaic/small", "\ud800"):
        with pytest.raises(BadInput):
            after(text)
    assert after("-")["board"]["given"] == {"A1": False}, "a board of one cell, not standard input"
    with pytest.raises(NoSuchName):
        after(MOSAIC, subject="mosiac")
    with pytest.raises(BadInput):
        open_match("mosaic", MOSAIC, {"against": "normal"}, cells=CELLS)


# -- limits --------------------------------------------------------------------------------------------


def wide(width: int, height: int) -> str:
    """A board that is not solved at once."""
    rows = [f"{'.' * width}\n"] * height
    return "".join(["mosaic\n", f"9{'.' * (width - 1)}\n", *rows[1:]])


def test_the_largest_board() -> None:
    found = after(wide(100, 100), "A1", "undo")
    assert found["size"] == "100x100" and found["undone"] == 1
    with pytest.raises(TooLarge):
        after(wide(101, 100))
    with pytest.raises(TooLarge):
        after(wide(1, 10_001))


def test_many_moves() -> None:
    """A long match goes to a worker; one that is too long is refused before it is replayed."""
    record = after(wide(10, 10))["record"]
    long = record + "A1\n" * 5000
    with pytest.raises(NeedsWorker):
        after(long)
    found = play_task(subject="mosaic", text=long, seats=None, cells=CELLS, lines=["B1"], seconds=0.0)
    assert found["moves"] == 5001
    assert after(found["record"], "undo")["moves"] == 5000, "it is remembered"
    with pytest.raises(TooLarge):
        after(record + "A1\n" * (MOVE_CELLS // 100 + 1))


def test_typed_lines_have_a_time_limit() -> None:
    with pytest.raises(GaveUp):
        advance(open_match("mosaic", MOSAIC, cells=CELLS), ["A1", "B1"], limit=-1.0)


# -- games ---------------------------------------------------------------------------------------------


def new_game(subject: str, *lines: str, seats: dict[str, str] | None = None, **new: Any) -> dict[str, Any]:
    return play.new_match_task(
        subject=subject, new={"seed": 1, **new}, seats=seats or {}, cells=CELLS, lines=lines, seconds=0.0
    )


def continue_game(subject: str, record: str, *lines: str) -> dict[str, Any]:
    return play_task(subject=subject, text=record, seats=None, cells=CELLS, lines=lines, seconds=0.0)


def test_a_game_against_the_engine() -> None:
    found = new_game("chopsticks", seats={"seat": "first", "against": "random"})
    assert found["persons"] == ["first"] and not found["solo"] and found["picture"]
    while found["outcome"] is None:
        assert found["to_move"] == "first" and found["moves"] < 200
        legal = next(line for line in moves_of(found["record"]))
        before = found["moves"]
        found = continue_game("chopsticks", found["record"], legal)
        assert found["moves"] > before and found["replies"][0]["changed"]
    assert found["outcome"]["won"] in (True, False, None) and found["outcome"]["because"]


def moves_of(record: str) -> list[str]:
    """The moves that are legal after a record."""
    from satplay.playing.resume import read_match
    from satplay.web.sealed_records import unseal

    match = read_match(unseal(record))
    return [match.game.moves.write(move) for move in match.game.legal(match.state)]


def test_an_illegal_move_in_a_game() -> None:
    found = new_game("nim", seats={"seat": "first"}, options={"heaps": "1,2"})
    reply = continue_game("nim", found["record"], "A9")["replies"][0]
    assert not reply["changed"] and reply["lines"]


def test_a_record_with_an_illegal_move() -> None:
    found = new_game("nim", seats={"seat": "first"}, options={"heaps": "1,2"})
    with pytest.raises((BadInput, IllegalMove)):
        continue_game("nim", found["record"] + "A2\n")


# -- the cache -----------------------------------------------------------------------------------------


def test_the_cache_forgets_what_was_not_used() -> None:
    cache, match = MatchCache(count=2), open_match("mosaic", MOSAIC, cells=CELLS)
    for name in "abc":
        cache.put("mosaic", name, match, 6)
        cache.get("mosaic", "a")
    assert cache.get("mosaic", "a") is not None and cache.get("mosaic", "b") is None
    assert len(cache) == 2 and cache.get("flow", "a") is None


def test_the_cache_is_bounded_by_memory() -> None:
    cache, match = MatchCache(size=1 << 20), open_match("mosaic", MOSAIC, cells=CELLS)
    for number in range(2000):
        cache.put("mosaic", str(number), match, 6)
    assert cache.weight <= 1 << 20 and 0 < len(cache) < 600


def test_positions_in_common_are_counted_once() -> None:
    cache = MatchCache()
    first = open_match("mosaic", MOSAIC, cells=CELLS)
    cache.put("mosaic", "0", first, CELLS)
    alone, match = cache.weight, first
    for number in range(1, 51):
        match, _ = advance(match, ["A1"])
        cache.put("mosaic", str(number), match, CELLS, str(number - 1))
    assert cache.weight < 60 * alone, "the sum over all records would be 1300 times as much"
