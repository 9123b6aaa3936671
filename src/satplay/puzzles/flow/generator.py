"""Random boards with exactly one solution: random paths first, then repairs until the solution is unique.

Random paths cover the rectangle and do not touch themselves (``path_cover``); their ends are the dots.  Under
the strict rule nearly every such board has one solution.  If the oracle finds another one, a path is cut
where the two differ, or, if no more colours are allowed, the paths there are moved.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random

from satplay.contracts.generator_options import GeneratorOptions
from satplay.contracts.levels import LEVELS, LevelMatch
from satplay.contracts.option import Option
from satplay.contracts.oracle import Oracle
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.puzzles.flow.board import LARGEST, Board
from satplay.puzzles.flow.encodings.edges import encode
from satplay.puzzles.flow.encodings.steps import facts
from satplay.puzzles.flow.large_levels import LARGE, count_covers, covers_of_level
from satplay.puzzles.flow.path_cover import SHORTEST, Cover
from satplay.puzzles.flow.paths import Flow, flow_of

TRIES = 20
"""The number of covers tried before the generator gives up."""

LEVEL_TRIES = 3000
LEVEL_CELLS = 250_000
"""Limits on covers and on cells for one level: most small boards are easy, few large ones are."""

SHARES: Mapping[str, tuple[Fraction, Fraction]] = {
    "easy": (Fraction(2, 3), Fraction(1)),
    "medium": (Fraction(5, 9), Fraction(1)),
    "hard": (Fraction(2, 3), Fraction(1)),
    "expert": (Fraction(4, 9), Fraction(2, 3)),
    "extreme": (Fraction(4, 9), Fraction(2, 3)),
}
"""Of the usual number of colours, the least and the most: where a level is most common on 9x9 cells.

Long paths leave more to find out.
"""

HARDEST = LEVELS[-2:]

QUESTIONS = 60
"""The number of oracle queries about one cover before it is given up."""

GENERATOR_OPTIONS: Mapping[str, Option] = {
    "colours": Option("exact number of colours", "N"),
    "touch": Option("allowed: one solution even if paths may touch themselves", "allowed|forbidden"),
    "fill": Option("no: one solution even if cells may stay free", "yes|no"),
}


@dataclass(frozen=True, slots=True)
class _Plan:
    """The parsed options; unless ``exact``, other numbers of colours are allowed."""

    rows: int
    columns: int
    colours: int
    exact: bool
    fill: bool
    touch: bool
    difficulty: str | None

    @property
    def strict(self) -> bool:
        """Whether no path touches itself and every cell is used."""
        return self.fill and not self.touch

    @property
    def is_large_with_level(self) -> bool:
        """Whether boards of the level are rare among random ones, because the board is large."""
        is_large = self.rows * self.columns > LARGE and min(self.rows, self.columns) > SHORTEST
        return self.difficulty is not None and self.strict and not self.exact and is_large

    def allows(self, colours: int) -> bool:
        """Whether a board may have this number of colours."""
        return not self.exact or colours == self.colours


def generate(options: GeneratorOptions, rng: Random, oracle: Oracle) -> Board:
    """A full board with one solution, without adjacent dots of one colour.

    ``size``        ``WIDTHxHEIGHT``; by default two different random sides from 5 to 9
    ``difficulty``  the level of the board's explanation, ``beginner`` to ``extreme``; by default any
    ``colours``     the exact number of colours; by default about the length of a side, more if the rule is
                    not strict
    ``touch``       ``allowed``: one solution even if paths may touch themselves
    ``fill``        ``no``: one solution even if cells may stay free; that solution fills the board
    """
    plan = _plan(options, rng)
    if plan.is_large_with_level:
        board = _large_board(plan, rng, oracle)
        if board is not None:
            return board
        raise _no_board(plan, count_covers(plan.rows, plan.columns))
    tries = TRIES
    if plan.difficulty is not None:
        tries = max(TRIES, min(LEVEL_TRIES, LEVEL_CELLS // (plan.rows * plan.columns)))
    for tried in range(tries):
        cover = Cover(plan.rows, plan.columns)
        cover.stir(rng, _start(plan, tried, tries, rng))
        # A level has one solution anyway.  Under the strict rule nearly every board has; but of the hardest
        # levels, those that have several are found out much faster by a solver.
        is_likely = plan.strict and plan.difficulty is not None and plan.difficulty not in HARDEST
        as_it_is = is_likely and plan.allows(len(cover.paths))
        board = _board(cover, plan) if as_it_is else _unique(cover, plan, rng, oracle)
        if board is not None and (plan.difficulty is None or oracle.has_level(facts(board), plan.difficulty)):
            return board
    raise _no_board(plan, tries)


def _no_board(plan: _Plan, tries: int) -> BadInput:
    colours = f"colours={plan.colours}" if plan.exact else None
    found = " ".join(filter(None, [f"{plan.columns}x{plan.rows}", plan.difficulty, colours]))
    return BadInput(
        "generator option",
        found=found,
        expected=f"other options or another seed: {tries} tries gave no such board",
    )


def _large_board(plan: _Plan, rng: Random, oracle: Oracle) -> Board | None:
    """A large board of the level; None if no cover gave one within the bound."""
    level = plan.difficulty
    assert level is not None

    def compare(cover: Cover) -> LevelMatch:
        match = oracle.compare_level(facts(_board(cover, plan)), level)
        # For all other levels the comparison has proved that there is one solution.
        if level == LEVELS[-1] and match.order == 0 and not oracle.is_unique(encode(_board(cover, plan))):
            return LevelMatch(1)
        return match

    covers = covers_of_level(plan.rows, plan.columns, level, rng, compare)
    return next((_board(cover, plan) for cover in covers), None)


def _unique(cover: Cover, plan: _Plan, rng: Random, oracle: Oracle) -> Board | None:
    """The board of the cover, repaired until it has one solution; None if that fails."""
    for _ in range(QUESTIONS):
        if plan.exact and len(cover.paths) > plan.colours:
            return None
        board = _board(cover, plan)
        own = flow_of(board, cover.paths.values())
        other = _find_other_solution(board, own, oracle)
        enough = plan.allows(len(cover.paths))
        if other is None and enough:
            return board
        differing = own.links if other is None else own.links ^ other.links
        cells = sorted({cell for link in differing for cell in board.grid.cells[link].tolist()})
        may_cut = not (plan.exact and enough)
        if not (may_cut and cover.cut(rng, cells)):
            cover.shake(rng, cells)
    return None


def _board(cover: Cover, plan: _Plan) -> Board:
    """The board that these paths solve."""
    return Board(plan.rows, plan.columns, cover.dots(), fill=plan.fill, touch=plan.touch)


def _find_other_solution(board: Board, own: Flow, oracle: Oracle) -> Flow | None:
    """A solution other than ``own``; None if there is none."""
    encoding = encode(board)
    encoding.formula.add(*(-lit if link in own.links else lit for link, lit in enumerate(encoding.answer)))
    return oracle.solution(encoding)


def _start(plan: _Plan, tried: int, tries: int, rng: Random) -> int:
    """The initial number of paths: fewer if other solutions are likely, because repairs cut paths."""
    if plan.exact:
        return plan.colours if plan.strict else max(1, plan.colours * 7 // 10)
    if plan.difficulty == "beginner":  # with more dots more follows
        most = max(plan.colours, plan.rows * plan.columns // (SHORTEST + 1))
        return plan.colours + (most - plan.colours) * tried // tries
    if plan.difficulty is None or not plan.strict:
        return plan.colours
    least, most = (int(share * plan.colours) for share in SHARES[plan.difficulty])
    return rng.randint(max(2, least), max(2, most))


# -- options ------------------------------------------------------------------------------------------


def _plan(options: GeneratorOptions, rng: Random) -> _Plan:
    difficulty = options.level(LEVELS)
    sides = range(8, 12) if difficulty in HARDEST else range(5, 10)
    columns, rows = options.sides(LARGEST, SHORTEST) or rng.sample(sides, 2)
    options.expect_options(*GENERATOR_OPTIONS)
    touch = options.either("touch", "forbidden", "allowed") == "allowed"
    fill = options.either("fill", "yes", "no") == "yes"
    most = rows * columns // SHORTEST
    usual = (rows + columns) // 2
    if touch or not fill:  # fewer colours have many solutions, and large boards take long
        usual = max(usual, rows * columns // 9)
    why = f": every path has {SHORTEST} cells or more"
    colours = options.number("colours", 1, most, what="number of colours", why=why)
    return _Plan(
        rows=rows,
        columns=columns,
        colours=colours if colours is not None else max(1, min(usual, most)),
        exact=colours is not None,
        fill=fill,
        touch=touch,
        difficulty=difficulty,
    )
