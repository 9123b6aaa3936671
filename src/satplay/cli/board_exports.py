"""The selected boards of a collection as a list, a table, links, a booklet or texts in any format."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from satplay.cli.booklet import BookletRequest
from satplay.cli.output_files import STANDARD_OUTPUT
from satplay.errors import BadInput, SatplayError

if TYPE_CHECKING:
    from collections.abc import Callable

    from satplay.cli.printing import TextWriter
    from satplay.verbs.board_details import OnRated
    from satplay.verbs.list_boards import BoardSelection, KeptBoard

COLUMNS = ("number", "board", "size", "level", "cost", "sum", "steps", "narrowest", "solved")
"""The columns of the table; ``board`` is a link, or the text of a board that has none."""


class BoardRequest(NamedTuple):
    """The options that select boards and say how they are written."""

    where: tuple[str, ...] = ()
    sort: str | None = None
    to: str | None = None
    links: bool = False
    csv: Path | None = None
    booklet: BookletRequest = BookletRequest()
    json: bool = False
    output: Path | None = None

    @property
    def selects(self) -> bool:
        """Whether an option is set that only a collection has."""
        return any(
            (self.where, self.sort is not None, self.to is not None, self.links, self.csv, self.booklet)
        )

    def _options(self) -> Iterator[str]:
        given = {
            "--where": self.where,
            "--sort": self.sort is not None,
            "--to": self.to is not None,
            "--links": self.links,
            "--csv": self.csv,
            "--pdf": self.booklet,
            "--output": self.output,
        }
        return (option for option, is_set in given.items() if is_set)

    def expect_nothing(self, found: str, expected: str) -> None:
        """Raise ``BadInput`` if an option is set that selects boards or exports them."""
        for option in self._options():
            raise BadInput("command", found=f"{option} {found}", expected=expected)

    def expect_one_output(self) -> None:
        """Raise ``BadInput`` for several kinds of output at once."""
        kinds = [option for option in self._options() if option in ("--to", "--links", "--csv", "--pdf")]
        kinds += ["--json"] if self.json else []
        if len(kinds) > 1:
            raise BadInput("command", found=" with ".join(kinds[:2]), expected="one of them")
        if self.output is not None and (self.csv is not None or self.booklet):
            raise BadInput("command", found=f"--output with {kinds[0]}", expected="one file")

    def boards(self, name: str, *, rated: bool = False) -> BoardSelection:
        """The selected boards; those whose rating is needed are rated first."""
        from satplay.verbs.list_boards import list_boards

        with rating_progress(name) as report:
            return list_boards(name, where=self.where, sort=self.sort, rated=rated, on_rated=report)

    def forget(self, name: str) -> int:
        """Delete the selected boards; returns their number."""
        from satplay.verbs.list_boards import forget_boards

        with rating_progress(name) as report:
            return forget_boards(name, self.where, report)

    def export(self, name: str) -> int:
        """Write the selected boards; returns the exit status."""
        from satplay.cli.printing import open_output, print_lines, remark

        found = self.boards(name, rated=self.csv is not None)
        if self.where and not len(found):
            remark(f"no board of {name} meets {' '.join(self.where)!r}")
        if self.booklet:
            command = ["satplay", "keep", name, *(word for text in self.where for word in ("--where", text))]
            command += ["--sort", self.sort] if self.sort is not None else []
            footer = shlex.join([*command, *self.booklet.options()])
            print_lines([self.booklet.write(found, found.puzzle.name, footer=footer)])
            return 0
        file = self.output if self.csv is None else None if self.csv == STANDARD_OUTPUT else self.csv
        if self.links:
            _expect_links(found)
        with open_output(file) as texts:
            if self.csv is not None:
                return _write_table(texts, found)
            if self.links or self.to is not None:
                return _write_in_format(texts, found, self.to)
            if self.json:
                return _write_json(texts, found)
            return _write_list(texts, found)


@contextmanager
def rating_progress(name: str) -> Iterator[OnRated]:
    """A function that shows how many boards are rated; after Ctrl-C, how many of the ratings are stored."""
    from satplay.cli.printing import remark
    from satplay.cli.progress import status_line
    from satplay.contracts.texts import pluralize

    done = 0
    try:
        with status_line() as show:

            def report(number: int, total: int) -> None:
                nonlocal done
                done = number
                if show is not None:
                    show(f"rating {name}: {number:,} of {total:,} boards")

            yield report
    except KeyboardInterrupt:
        if done:
            remark(f"{pluralize(done, 'rating')} stored: the same command continues")
        raise


def _write_list(texts: TextWriter, boards: BoardSelection) -> int:
    from satplay.verbs.keep import moment

    for board in boards:
        solved = None if board.solved is None else f"solved {moment(board.solved)}"
        words = ", ".join(filter(None, (board.size, board.level, solved)))
        lines = [f"{board.name}: {words}" if words else board.name]
        lines += [f"  {line}" for line in board.text.splitlines()]
        texts.add("\n".join(lines))
    return 0


def _write_json(texts: TextWriter, boards: BoardSelection) -> int:
    """One document, written board by board."""
    from json import dumps

    head = dumps({"name": f"@{boards.name}", "subject": boards.puzzle.name})
    texts.write(f'{head[:-1]}, "boards": [')
    for number, board in enumerate(boards):
        texts.write(f"{', ' if number else ''}{dumps(board.as_json(), ensure_ascii=False)}")
    texts.write("]}\n")
    return 0


def _write_table(texts: TextWriter, boards: BoardSelection) -> int:
    import csv
    from io import StringIO

    def add(row: object) -> None:
        line = StringIO()
        csv.writer(line, lineterminator="\n").writerow(row)  # type: ignore[arg-type]
        texts.add(line.getvalue())

    write = _link_writer(boards)
    add(COLUMNS)
    for board in boards:
        numbers = board.numbers()
        known = {"number": board.number, "board": write(board), "size": board.size, "level": board.level}
        values = {**known, **numbers, "solved": board.solved}
        add([values[column] for column in COLUMNS])
    return 0


def _link_writer(boards: BoardSelection) -> Callable[[KeptBoard], str]:
    """The link of a board; its text if it has none."""
    from satplay.verbs.list_boards import LINK_FORMAT

    has_links = LINK_FORMAT in [form.name for form in boards.puzzle.formats]

    def write(board: KeptBoard) -> str:
        if has_links:
            try:
                return board.in_format(LINK_FORMAT).strip()
            except BadInput:
                pass
        return str(board)

    return write


def _write_in_format(texts: TextWriter, boards: BoardSelection, to: str | None) -> int:
    """The boards as links, or in the format ``to``; one that cannot be written does not stop the others."""
    from satplay.arguments import expect_name
    from satplay.cli.printing import remark
    from satplay.inputs.writing import find_format
    from satplay.verbs.list_boards import LINK_FORMAT

    name = LINK_FORMAT if to is None else to
    forms = boards.puzzle.formats
    form = find_format(forms, expect_name(f"{boards.puzzle.name} format", name, [one.name for one in forms]))
    status = 0
    for board in boards:
        try:
            texts.add(board.in_format(name), None if to is None else form)
        except SatplayError as error:
            remark(str(error))
            status = max(status, error.exit_status)
    return status


def _expect_links(boards: BoardSelection) -> None:
    """Raise ``BadInput`` if the boards of the puzzle have no links."""
    from satplay.verbs.list_boards import LINK_FORMAT

    names = [form.name for form in boards.puzzle.formats]
    if LINK_FORMAT not in names:
        found = f"boards of {boards.puzzle.name}, which have no links"
        raise BadInput("collection", found=found, expected=f"--to with one of {', '.join(names)}")
