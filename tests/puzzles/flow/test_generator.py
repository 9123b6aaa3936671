"""Generated boards have one full solution, by exhaustive search, and obey the options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.contracts.generator_options import GeneratorOptions
from satplay.contracts.levels import LEVELS
from satplay.errors import BadInput
from satplay.explaining.difficulty import Rating, has_level, rate
from satplay.explaining.oracle import GradingOracle
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.encodings.edges import encode
from satplay.puzzles.flow.encodings.steps import facts
from satplay.puzzles.flow.generator import generate
from satplay.puzzles.flow.path_cover import SHORTEST, Cover
from satplay.puzzles.flow.rules import check

ORACLE = GradingOracle()
SEEDS = st.integers(0, 10**6)


def make_board(size: str, seed: int, difficulty: str | None = None, **options: str) -> Board:
    return generate(GeneratorOptions(size, difficulty, options), Random(seed), ORACLE)


def beside(board: Board, cell: int) -> list[int]:
    row, column = divmod(cell, board.columns)
    places = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * board.columns + c for r, c in places if 0 <= r < board.rows and 0 <= c < board.columns]


def search_all_paths(board: Board) -> Iterator[dict[int, int]]:
    """Return every solution as a colour for each cell, by extending each path in every direction.

    Two solutions of a strict board differ in colours; a loose board may have equal colours twice.
    """
    taken = dict(board.colour_at)

    def extend(number: int, path: list[int]) -> Iterator[dict[int, int]]:
        for cell in beside(board, path[-1]):
            arrived = cell == board.dots[number][1]
            if not arrived and cell in taken:
                continue
            if not board.touch and sum(near in path for near in beside(board, cell)) > 1:
                continue
            taken[cell] = number
            if arrived:
                yield from begin(number + 1)
            else:
                yield from extend(number, [*path, cell])
                del taken[cell]

    def begin(number: int) -> Iterator[dict[int, int]]:
        if number < len(board.dots):
            yield from extend(number, [board.dots[number][0]])
        elif not board.fill or len(taken) == board.rows * board.columns:
            yield dict(taken)

    return begin(0)


@pytest.mark.parametrize(
    "rule", [{}, {"touch": "allowed"}, {"fill": "no"}, {"touch": "allowed", "fill": "no"}], ids=str
)
@settings(max_examples=12, deadline=None)
@given(size=st.sampled_from(["5x5", "4x5", "6x4", "3x7", "5x3"]), seed=SEEDS)
def test_exhaustive_search_finds_one_solution_and_it_is_full(
    rule: dict[str, str], size: str, seed: int
) -> None:
    board = make_board(size, seed, **rule)
    assert (board.touch, board.fill) == ("touch" in rule, "fill" not in rule)
    found = list(islice(search_all_paths(board), 2))
    assert len(found) == 1
    assert len(found[0]) == board.rows * board.columns


@settings(max_examples=25, deadline=None)
@given(columns=st.integers(1, 12), rows=st.integers(3, 12), seed=SEEDS)
def test_boards_have_the_requested_size_and_no_adjacent_dots_of_one_colour(
    columns: int, rows: int, seed: int
) -> None:
    board = make_board(f"{columns}x{rows}", seed)
    assert (board.columns, board.rows) == (columns, rows)
    assert all(second not in beside(board, first) for first, second in board.dots)
    solution = ORACLE.solution(encode(board))
    assert solution is not None and not check(board, solution)


@pytest.mark.parametrize(("size", "colours"), [("5x5", 4), ("5x5", 7), ("9x6", 6), ("10x10", 14), ("1x9", 3)])
@pytest.mark.parametrize("touch", ["forbidden", "allowed"])
def test_boards_have_the_requested_number_of_colours(size: str, colours: int, touch: str) -> None:
    board = make_board(size, 3, colours=str(colours), touch=touch)
    assert len(board.dots) == colours
    assert ORACLE.is_unique(encode(board))


def test_the_same_seed_gives_the_same_board_and_another_seed_another() -> None:
    boards = [generate(GeneratorOptions(), Random(seed), ORACLE) for seed in range(4)]
    assert boards == [generate(GeneratorOptions(), Random(seed), ORACLE) for seed in range(4)]
    assert len(set(boards)) == 4
    assert all(board.rows != board.columns for board in boards)


@pytest.mark.parametrize("difficulty", LEVELS)
def test_a_board_has_the_level_that_was_asked_for(difficulty: str) -> None:
    rating = rate(facts(make_board("9x8", 1, difficulty)))
    assert isinstance(rating, Rating) and rating.level == difficulty


@pytest.mark.slow
@pytest.mark.parametrize("difficulty", LEVELS)
def test_fifty_boards_have_the_level_that_was_asked_for(difficulty: str) -> None:
    for seed in range(50):
        rating = rate(facts(make_board("9x9", seed, difficulty)))
        assert isinstance(rating, Rating) and rating.level == difficulty


@pytest.mark.parametrize("difficulty", ["beginner", "easy", "hard"])
def test_a_large_board_has_the_level_that_was_asked_for(difficulty: str) -> None:
    board = make_board("13x12", 1, difficulty)
    rating = rate(facts(board))
    assert isinstance(rating, Rating) and rating.level == difficulty
    assert board == make_board("13x12", 1, difficulty)


@pytest.mark.slow
@pytest.mark.parametrize("difficulty", LEVELS)
@pytest.mark.parametrize("size", ["12x12", "15x15", "18x18", "25x25"])
def test_boards_of_every_large_size_have_the_level_that_was_asked_for(size: str, difficulty: str) -> None:
    for seed in range(2):
        board = make_board(size, seed, difficulty)
        rating = rate(facts(board))
        assert isinstance(rating, Rating) and rating.level == difficulty


def test_the_level_of_a_board_does_not_depend_on_how_it_is_asked() -> None:
    """Also where a dear step leads nowhere, so that no step of the path is dear."""
    for colours in (4, 6, 9):
        for seed in range(7):
            board = make_board("9x8", seed, colours=str(colours))
            rating = rate(facts(board))
            assert isinstance(rating, Rating)
            assert [level for level in LEVELS if has_level(facts(board), level)] == [rating.level]


def test_boards_of_a_level_differ_in_their_numbers_of_colours() -> None:
    for level in LEVELS[1:4]:
        assert len({len(make_board("9x9", seed, level).dots) for seed in range(12)}) >= 3


def test_a_board_of_20_by_20_is_generated() -> None:
    board = make_board("20x20", 1)
    assert len(board.dots) == 20 and ORACLE.is_unique(encode(board))


@pytest.mark.parametrize(
    "wanted",
    [
        GeneratorOptions("5x"), GeneratorOptions("0x5"), GeneratorOptions("5x1001"), GeneratorOptions("٥x٥"),
        GeneratorOptions("2x2"), GeneratorOptions("1x2"),
        GeneratorOptions("5x5", "fiendish"),
        GeneratorOptions("5x5", extra={"colors": "5"}),
        GeneratorOptions("5x5", extra={"colours": "0"}),
        GeneratorOptions("5x5", extra={"colours": "9"}),  # 25 cells are too few for nine paths of three
        GeneratorOptions("5x5", extra={"colours": "five"}),
        GeneratorOptions("5x5", extra={"colours": "1"}),  # no path fills the board without touching itself
        GeneratorOptions("5x5", extra={"touch": "maybe"}),
        GeneratorOptions("5x5", extra={"fill": "maybe"}),
        GeneratorOptions("1x3", "hard"),  # there is only one board
    ],
)  # fmt: skip
def test_impossible_options_are_refused(wanted: GeneratorOptions) -> None:
    with pytest.raises(BadInput):
        generate(wanted, Random(0), ORACLE)


@settings(max_examples=30, deadline=None)
@given(rows=st.integers(1, 7), columns=st.integers(3, 7), goal=st.integers(1, 10), seed=SEEDS)
def test_a_cover_stays_valid_after_every_move(rows: int, columns: int, goal: int, seed: int) -> None:
    rng, cover = Random(seed), Cover(rows, columns)
    board = Board(rows, columns, ())
    for _ in range(3):
        cover.stir(rng, goal)
        cover.shake(rng, range(rows * columns))
        cover.cut(rng, range(rows * columns))
        assert sorted(cell for path in cover.paths.values() for cell in path) == list(range(rows * columns))
        for path in cover.paths.values():
            assert len(path) >= SHORTEST
            for at, cell in enumerate(
                path
            ):  # neighbours on the path are exactly the previous and the next cell
                around = [path.index(near) for near in beside(board, cell) if near in path]
                assert sorted(around) == [i for i in (at - 1, at + 1) if 0 <= i < len(path)]


@settings(max_examples=40, deadline=None)
@given(rows=st.integers(1, 9), columns=st.integers(3, 9), goal=st.integers(1, 12), seed=SEEDS)
def test_the_kernel_makes_the_moves_of_the_cover_with_the_same_random_numbers(
    rows: int, columns: int, goal: int, seed: int
) -> None:
    cover, other = Cover(rows, columns), Cover(rows, columns)
    rng, other_rng = Random(seed), Random(seed)
    cover.stir(rng, goal)
    other.stir_in_python(other_rng, goal)
    assert sorted(cover.paths.values()) == sorted(other.paths.values())
    assert rng.getstate() == other_rng.getstate()
