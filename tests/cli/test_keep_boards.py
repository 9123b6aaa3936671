"""``satplay keep @NAME``: boards of a collection selected, sorted, exported and deleted."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pypdf
import pytest

from satplay.cli import main
from satplay.inputs.reading import read_board
from satplay.puzzles.flow.board import Board
from satplay.verbs.keep import keep_boards
from satplay.verbs.list_boards import list_boards

Run = Callable[..., tuple[int, str, str]]
"""From words to the exit status and what is printed."""

COLUMNS = ["number", "board", "size", "level", "cost", "sum", "steps", "narrowest", "solved"]


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SATPLAY_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def run_in_process(*words: str, moves: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(moves))
        status = main(list(words))
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run_in_process


def numbers(run: Run, *words: str) -> list[int]:
    """The numbers of the listed boards."""
    status, out, _ = run("keep", "@mine", "--json", *words)
    assert status == 0
    return [int(one["name"].removeprefix("@mine/")) for one in json.loads(out)["boards"]]


@pytest.fixture
def mine(run: Run) -> None:
    """A collection of 2x3 boards of three levels and two small ones."""
    words = ("hashi", "--size", "7x7", "--difficulty", "hard,easy,medium", "--count", "6", "--seed", "1")
    assert run("generate", *words, "--keep", "@mine")[0] == 0
    assert run("keep", "@mine", "hashi", "1.2\n...\n..1", "2.2")[1] == "@mine: 2 new boards; 8 in all.\n"


@pytest.mark.usefixtures("mine")
def test_boards_are_sorted_and_selected(run: Run) -> None:
    assert numbers(run) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert numbers(run, "--sort", "-number") == [8, 7, 6, 5, 4, 3, 2, 1]
    assert numbers(run, "--sort", "size,-number") == [8, 7, 6, 5, 4, 3, 2, 1]
    assert numbers(run, "--sort", "level") == [7, 8, 3, 4, 5, 6, 1, 2]
    assert numbers(run, "--sort", "-level", "--where", "size=7x7") == [1, 2, 5, 6, 3, 4]
    assert numbers(run, "--where", "level>=medium number!=6") == [1, 2, 5]
    assert numbers(run, "--where", "level>=medium", "--where", "number!=6") == [1, 2, 5]
    assert numbers(run, "--where", "steps<=2") == [7, 8]
    run("play", "@mine/8", moves="A1 C1 2\n")
    assert numbers(run, "--where", "solved=yes") == [8]
    assert numbers(run, "--where", "solved=no size<7x7") == [7]
    assert numbers(run, "--sort", "-solved,number")[0] == 8


@pytest.mark.usefixtures("mine")
def test_a_list_names_size_and_level(run: Run) -> None:
    listed = "@mine/7: 3x3\n  1.2\n  ...\n  ..1\n@mine/8: 3x1\n  2.2\n"
    assert run("keep", "@mine", "--where", "number>6") == (0, listed, "")
    rated = listed.replace(": 3x3", ": 3x3, beginner").replace(": 3x1", ": 3x1, beginner")
    assert run("keep", "@mine", "--where", "number>6 level=beginner") == (0, rated, "")
    assert run("keep", "@mine", "--where", "number>6", "--output", "list.txt") == (0, "", "")
    assert Path("list.txt").read_text() == rated


@pytest.mark.usefixtures("mine")
def test_nothing_that_is_selected_is_said(run: Run) -> None:
    said = "satplay: no board of @mine meets 'cost>90'\n"
    assert run("keep", "@mine", "--where", "cost>90") == (0, "", said)
    status, out, err = run("keep", "@mine", "--where", "cost>90", "--json")
    assert (status, json.loads(out)["boards"], err) == (0, [], said)


@pytest.mark.usefixtures("mine")
def test_a_table_has_a_row_for_each_board(run: Run) -> None:
    status, out, _ = run("keep", "@mine", "--csv", "-", "--sort", "-cost")
    head, *rows = csv.reader(io.StringIO(out))
    assert (status, head, len(rows)) == (0, COLUMNS, 8)
    assert [int(row[4]) for row in rows] == sorted((int(row[4]) for row in rows), reverse=True)
    boards = {board.number: board for board in list_boards("@mine")}
    for number, board, size, level, *rating, solved in rows:
        stored = boards[int(number)]
        assert board.startswith("https://puzz.link/p?hashi/")
        assert read_board(board) == read_board(stored.name)
        assert (size, level, solved) == (stored.size, stored.level, "")
        assert list(map(int, rating)) == list(stored.numbers().values())
    assert run("keep", "@mine", "--csv", "table.csv", "--sort", "-cost") == (0, "", "")
    assert Path("table.csv").read_text() == out


def test_a_board_without_a_link_is_a_text_in_the_table(run: Run) -> None:
    run("keep", "@walls", "mosaic", "mosaic\n4.\n..\n")
    rows = list(csv.reader(io.StringIO(run("keep", "@walls", "--csv", "-")[1])))
    assert rows[1][:4] == ["1", "mosaic\n4.\n..", "2x2", "beginner"]
    run("keep", "@formulas", "cnf", "p cnf 1 1\n1 0\n")
    rows = list(csv.reader(io.StringIO(run("keep", "@formulas", "--csv", "-")[1])))
    assert rows[1] == ["1", "p cnf 1 1\n1 0", *[""] * 7]


@pytest.mark.usefixtures("mine")
def test_links_are_printed_one_per_line(run: Run) -> None:
    status, out, err = run("keep", "@mine", "--links", "--where", "number>6")
    assert (status, out, err) == (
        0,
        "https://puzz.link/p?hashi/3/3/1g2k1\nhttps://puzz.link/p?hashi/3/1/2g2\n",
        "",
    )


@pytest.mark.usefixtures("mine")
def test_boards_are_printed_in_any_format_and_read_again(run: Run) -> None:
    for name in ("grid", "tatham", "janko", "has"):
        status, out, _ = run("keep", "@mine", "--to", name, "--where", "number=1")
        assert status == 0 and read_board(out, "hashi", name) == read_board("@mine/1")
    texts = run("keep", "@mine", "--to", "puzz-link")[1]
    assert run("keep", "@again", "hashi", texts)[1] == "@again: 8 new boards; 8 in all.\n"


def test_a_board_that_a_format_cannot_express_does_not_stop_the_others(run: Run) -> None:
    with_hole = Board(2, 2, ((0, 1),), holes=frozenset({3}))
    keep_boards("@flows", "flow", [with_hole, Board(2, 2, ((0, 2), (1, 3)))])
    status, out, err = run("keep", "@flows", "--links")
    assert (status, out.count("\n"), err.count("\n")) == (2, 1, 1) and err.startswith("satplay: @flows/1: ")


@pytest.mark.usefixtures("mine")
def test_a_booklet_has_levels_and_names(run: Run) -> None:
    words = ("--where", "number<7", "--sort", "level", "--pdf", "mine.pdf", "--title", "By level")
    assert run("keep", "@mine", *words) == (0, "mine.pdf: 6 boards, 2 pages\n", "")
    text = pypdf.PdfReader("mine.pdf").pages[0].extract_text()
    captions = [line for line in text.splitlines() if "@mine/" in line]
    assert [line.split("@mine/")[1] for line in captions if "footer" not in line][:6] == list("345612")
    assert text.index("easy") < text.index("medium") < text.index("hard")
    assert "satplay keep @mine --where 'number<7' --sort level" in text


@pytest.mark.usefixtures("mine")
def test_a_selection_is_deleted(run: Run) -> None:
    words = ("keep", "@mine", "--forget", "--where")
    assert run(*words, "level=hard") == (0, "2 boards of @mine are forgotten.\n", "")
    assert numbers(run) == [3, 4, 5, 6, 7, 8]
    assert run(*words, "number=8") == (0, "1 board of @mine is forgotten.\n", "")
    assert run(*words, "number>0") == (0, "5 boards of @mine are forgotten.\n", "")
    assert run("keep")[1].startswith("Nothing is stored yet")


# -- ratings -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [(), ("--jobs", "2")], ids=["alone", "jobs"])
@pytest.mark.usefixtures("mine")
def test_rate_stores_the_ratings_of_a_collection(run: Run, jobs: tuple[str, ...]) -> None:
    assert run("rate", "@mine", *jobs)[0] == 0
    ratings = [(one.level, one.rating) for one in list_boards("@mine")]
    assert all(rating is not None and rating["status"] == "rated" for _, rating in ratings)
    asked: list[int] = []
    list_boards("@mine", sort="cost", on_rated=lambda *number: asked.extend(number))
    assert asked == []


def test_a_rating_with_a_rule_variant_is_not_that_of_the_board(run: Run) -> None:
    run("keep", "@mine", "hashi", "1.2\n...\n..1")
    assert run("rate", "@mine", "--no-loops")[0] == 0
    assert [one.rating for one in list_boards("@mine")] == [None]


# -- symmetries --------------------------------------------------------------------------------------


def test_symmetric_boards_are_counted(run: Run) -> None:
    run("keep", "@mine", "hashi", "1.2\n...\n..1")
    status, out, _ = run("keep", "@mine", "hashi", "2.1\n...\n1..", "1.2\n...\n..1", "2.2")
    known = "2 known already (1 of them rotated, reflected or renamed)"
    assert (status, out) == (0, f"@mine: 1 new board, {known}; 2 in all.\n")
    added = json.loads(run("keep", "@mine", "hashi", "2.1\n...\n1..", "--json")[1])
    assert (added["new"], added["known"], added["symmetric"]) == (0, 1, 1)


def generated(run: Run, name: str, *jobs: str) -> list[str]:
    words = ("generate", "mosaic", "--size", "2x2", "--count", "12", "--seed", "1", "--keep", name, *jobs)
    status, out, _ = run(*words)
    assert status == 0 and "known already" in out and "rotated, reflected or renamed" in out
    return [board.text for board in list_boards(name)]


def test_campaigns_leave_out_symmetric_boards_on_any_number_of_workers(run: Run) -> None:
    alone = generated(run, "@alone")
    assert generated(run, "@one", "--jobs", "1") == generated(run, "@two", "--jobs", "2") == alone
    details = [(one.size, one.level) for one in list_boards("@alone")]
    assert [(one.size, one.level) for one in list_boards("@two")] == details
    # A campaign that is continued adds nothing: its boards are delivered.
    words = ("generate", "mosaic", "--size", "2x2", "--count", "12", "--seed", "1", "--keep", "@two")
    assert run(*words, "--jobs", "1")[1] == f"@two: 0 new boards; {len(alone)} in all.\n"


# -- wrong commands ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["keep", "--sort", "level"], "found --sort without a name, expected the name of a collection"),
        (
            ["keep", "@mine", "2.2", "--where", "level=hard"],
            "found --where with inputs, expected one of them",
        ),
        (["keep", "@mine", "--csv", "-", "--links"], "found --links with --csv, expected one of them"),
        (
            ["keep", "@mine", "--csv", "x.csv", "--output", "y"],
            "found --output with --csv, expected one file",
        ),
        (["keep", "@mine", "--json", "--pdf", "x.pdf"], "found --pdf with --json, expected one of them"),
        (["keep", "@mine", "--to", "nonsense"], "no hashi format is called 'nonsense'"),
        (["keep", "@mine", "--forget", "--sort", "level"], "found --sort with --forget"),
        (["keep", "@none", "--where", "level=hard"], "no collection is called '@none'"),
        (["keep", "@none", "--forget", "--where", "level=hard"], "no collection is called '@none'"),
        (["keep", "@mine/1", "--sort", "level"], "found @mine/1, one board, expected a collection, as @mine"),
        (
            ["keep", "@mosaics", "--links"],
            "boards of mosaic, which have no links, expected --to with one of grid",
        ),
        (["keep", "@mine", "--where", "cost>90", "--pdf", "x.pdf"], "found no board, expected one or more"),
        (["keep", "@mine", "--title", "x"], "found --title alone, expected --pdf FILE with it"),
    ],
)
def test_a_wrong_command_is_one_line_and_changes_nothing(run: Run, words: list[str], complaint: str) -> None:
    run("keep", "@mine", "hashi", "2.2")
    run("keep", "@mosaics", "mosaic", "mosaic:4./..")
    before = run("keep")
    status, out, err = run(*words)
    lines = [line for line in err.splitlines() if not line.startswith("satplay: no board of")]
    assert (status, out, len(lines)) == (2, "", 1) and complaint in lines[0]
    assert run("keep") == before and not list(Path().glob("*.*"))
