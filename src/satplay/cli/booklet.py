"""The booklet of ``--pdf``: its options and its file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import click

from satplay.cli.output_files import OutputFile
from satplay.errors import BadInput

if TYPE_CHECKING:
    from satplay.verbs.booklet import BoardInput

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


class BookletRequest(NamedTuple):
    """The file of ``--pdf``, and the options that need it; false without a file."""

    path: Path | None = None
    paper: str | None = None
    title: str | None = None

    def __bool__(self) -> bool:
        return self.path is not None

    def options(self) -> Iterator[str]:
        """The options beside the file, as they are typed."""
        for option, value in (("--paper", self.paper), ("--title", self.title)):
            if value is not None:
                yield from (option, value)

    def expect_file(self) -> None:
        """Raise ``BadInput``, before any work, for options without a file and for an unknown paper."""
        from satplay.drawing.booklet import PAPERS
        from satplay.errors import NoSuchName

        for option, value in (("--paper", self.paper), ("--title", self.title)):
            if value is not None and self.path is None:
                raise BadInput("command", found=f"{option} alone", expected="--pdf FILE with it")
        if self.paper is not None and self.paper not in PAPERS:
            raise NoSuchName("paper", self.paper, list(PAPERS))

    def write(self, boards: Iterable[BoardInput], subject: str | None, **request: Any) -> str:
        """Write the booklet; return a sentence with the numbers of boards and pages.

        ``request`` are further arguments of ``verbs.booklet.booklet``.
        """
        from satplay.cli.files import whole_file
        from satplay.cli.progress import working
        from satplay.contracts.texts import pluralize
        from satplay.verbs.booklet import booklet

        assert self.path is not None
        title, paper = self.title, self.paper or "a4"
        made = booklet(boards, subject, title=title, paper=paper, **request)
        with working(f"booklet of {len(made.pages)} pages") as progress:
            report = progress  # a new name: the closure needs its narrowed type
            content = made.to_pdf(None if report is None else lambda page: report({"page": page}))
        with whole_file(self.path) as file:
            file.write(content)
        count, pages = pluralize(made.board_count, "board"), pluralize(len(made.pages), "page")
        return f"{self.path}: {count}, {pages}"


def booklet_options(command: Decorated) -> Decorated:
    """``--pdf``, ``--paper`` and ``--title``, passed to the command as one ``booklet``."""

    @wraps(command)
    def with_booklet(
        *values: Any, pdf: Path | None, paper: str | None, title: str | None, **others: Any
    ) -> Any:
        request = BookletRequest(pdf, paper, title)
        request.expect_file()
        return command(*values, booklet=request, **others)

    options = (
        click.option(
            "--pdf", type=OutputFile(may_discard=False), metavar="FILE", help="write a booklet for printing"
        ),
        click.option("--paper", metavar="NAME", help="paper of the booklet: a4 or letter; a4 if omitted"),
        click.option("--title", metavar="TEXT", help="title of the booklet; the puzzle's name if omitted"),
    )
    wrapped = cast(Decorated, with_booklet)
    for option in reversed(options):
        wrapped = option(wrapped)
    return wrapped
