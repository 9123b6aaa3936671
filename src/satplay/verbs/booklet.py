"""booklet: numbered boards for printing, several on a page, with their solutions at the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

from satplay.arguments import expect_text, show
from satplay.contracts.budget import Budget
from satplay.contracts.engine import UNLIMITED, Limit
from satplay.drawing.booklet import PAPERS, BookletEntry, booklet_pages
from satplay.errors import BadInput, NoSuchName, one_line
from satplay.fast_dataclass import dataclass
from satplay.inputs.reading import split_instances
from satplay.inputs.source import Source, quote_text
from satplay.playing.puzzle_state import puzzle_state
from satplay.playing.subjects import game_to_play
from satplay.verbs.generate import GenerateResult
from satplay.verbs.solve import SolveResult, solve

if TYPE_CHECKING:
    from collections.abc import Callable

    from satplay.drawing.scene import Scene


@runtime_checkable
class StoredBoard(Protocol):
    """A board of a collection: a text with a name and, if it is known, a level."""

    @property
    def text(self) -> str:
        """The board to solve."""

    @property
    def subject(self) -> str:
        """Its puzzle."""

    @property
    def name(self) -> str:
        """The name under which it is stored."""

    @property
    def level(self) -> str | None:
        """Its level of difficulty."""


BoardInput: TypeAlias = GenerateResult | SolveResult | StoredBoard | Source | Path | str
"""A board with its solution, or an input with boards to solve."""

LIMIT_REACHED = "no solution was found within the limits"


@dataclass(frozen=True, slots=True)
class Booklet:
    """The pages, in points: boards first, then solutions."""

    title: str
    board_count: int
    pages: tuple[Scene, ...] = field(repr=False)

    def to_pdf(self, progress: Callable[[int], None] | None = None) -> bytes:
        """The booklet as a PDF document; ``progress`` is called with the number of each page."""
        from satplay.drawing.pdf import to_pdf

        def numbered() -> Iterable[Scene]:
            for number, page in enumerate(self.pages, 1):
                if progress is not None:
                    progress(number)
                yield page

        return to_pdf(numbered(), title=self.title)

    def _repr_svg_(self) -> str:
        return self.pages[0]._repr_svg_()


def booklet(
    boards: BoardInput | Iterable[BoardInput],
    subject: str | None = None,
    *,
    title: str | None = None,
    paper: str = "a4",
    footer: str = "",
    format: str | None = None,
    limit: Limit = UNLIMITED,
) -> Booklet:
    """A booklet of results of ``generate`` or ``solve``, or of other boards and inputs, which are solved.

    The rules are on the first page.  ``title`` is that of the puzzle by default, ``paper`` is ``a4`` or
    ``letter``, and ``footer`` is a small line on each page.  ``format`` is that of the inputs, recognised by
    default; ``limit`` bounds the search for solutions.

    >>> from satplay.verbs.generate import generate
    >>> boards = [generate("mosaic", size="5x4", seed=seed) for seed in (1, 2, 3)]
    >>> book = booklet(boards, title="Three mosaics")
    >>> len(book.pages), book.to_pdf()[:5]
    (2, b'%PDF-')
    """
    expect_text("title", title, "a text")
    expect_text("footer", footer, "a text")
    expect_text("paper", paper, "a4 or letter")
    if paper not in PAPERS:
        raise NoSuchName("paper", paper, list(PAPERS))
    budget = Budget(limit)
    several = [boards] if isinstance(boards, BoardInput) else boards
    if not isinstance(several, Iterable):
        raise BadInput("boards", found=show(boards), expected="results of generate or solve, or inputs")
    entries: list[BookletEntry] = []
    firsts: dict[str, GenerateResult | SolveResult] = {}  # the first board of each puzzle, by its title
    for one in several:
        level = name = None
        if isinstance(one, (GenerateResult, SolveResult)):
            found: Iterable[GenerateResult | SolveResult] = [one]
            level = one.difficulty if isinstance(one, GenerateResult) else None
        elif isinstance(one, StoredBoard):
            level, name = one.level, one.name
            found = _solve(quote_text(one.text, one.name).of_subject(one.subject), subject, format, budget)
        else:
            found = _solve(one, subject, format, budget)
        for board in found:
            entries.append(_entry(board, budget, level, name))
            firsts.setdefault(board.puzzle.title, board)
    if not entries:
        raise BadInput("booklet", found="no board", expected="one or more")
    # A document has no byte that is no character, nor control characters; both are shown as escapes.
    title = one_line(" ".join((title if title is not None else ", ".join(firsts)).split()))
    footer = one_line(footer or "")
    pages = booklet_pages(entries, title=title, rules=_rules(firsts), footer=footer, paper=paper)
    return Booklet(title, len(entries), tuple(pages))


def _rules(firsts: Mapping[str, GenerateResult | SolveResult]) -> list[str]:
    """The rules of each puzzle in a few lines, after its title if there are several puzzles."""
    lines = []
    for title, first in firsts.items():
        name = first.puzzle.name
        rules = game_to_play(name).rules if first.puzzle.move_entry is not None else None
        if rules is None:
            continue
        if len(firsts) > 1:
            lines.append(f"{title}:")
        lines += [f"• {rule}" for rule in rules(puzzle_state(first.puzzle, first.instance))]
    return lines


def _solve(
    given: Source | Path | str, subject: str | None, format: str | None, budget: Budget
) -> Iterable[SolveResult]:
    """The answers to all boards of an input; a source is one board."""
    for one in [given] if isinstance(given, Source) else split_instances(given, subject, format):
        yield solve(one, subject, format=format, limit=budget.remaining())


def _entry(
    found: GenerateResult | SolveResult, budget: Budget, level: str | None, name: str | None
) -> BookletEntry:
    """The pictures of one board; a board is solved if its solution is not known."""
    puzzle, board = found.puzzle, found.instance
    picture = puzzle.draw(board, None)  # first: a board may be too large to draw
    solved: GenerateResult | SolveResult = found
    if isinstance(found, GenerateResult) and found.solution is None:
        solved = solve(board, puzzle.name, limit=budget.remaining())
    answer: Scene | str
    if solved.solution is not None:
        answer = puzzle.draw(board, solved.solution)
    else:
        unsolvable = isinstance(solved, SolveResult) and solved.status == "unsat"
        answer = "no solution" if unsolvable else LIMIT_REACHED
    words = filter(None, [level, _size_in_words(picture), name])
    return BookletEntry(" – ".join(words), picture, answer)


def _size_in_words(picture: Any) -> str:
    """The description of a picture without the name of the puzzle: ``9 by 9 cells, 8 colours``."""
    name, separator, size = picture.title.partition(", ")
    return str(size if separator else name)
