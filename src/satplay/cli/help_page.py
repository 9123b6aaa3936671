"""Help pages: their width, their lists and their examples, the same for all commands."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence
from copy import copy
from inspect import cleandoc
from typing import Any

import click

from satplay.errors import nearest_name

SUBJECT = "satplay.subject"
"""The key of the subject named by the arguments in the ``meta`` of a command's context."""

WIDEST = 80
NARROWEST = 30

EXAMPLE = re.compile(r"^Example: (.*)\n?", re.MULTILINE)
"""A line of a docstring; ``fill_example`` replaces its words in capitals."""

SAME_MEANING = (
    ("--size", "--length", "--width", "--height", "--dimensions", "--heaps"),
    ("--symbols", "--colours", "--colors"),
    ("--size", "--symbols"),
    ("--max", "--limit", "--count", "--number", "--solutions"),
    ("--difficulty", "--level"),
    ("--output", "--out", "--file", "--record"),
    ("--time", "--timeout", "--time-limit"),
    ("--engine", "--solver"),
    ("--to", "--format"),
)
"""Options that a person may confuse: if a command has one of a group, it is suggested for the others."""


def page_width() -> int:
    """The width of help pages: of the terminal, if it is not very wide or very narrow."""
    from shutil import get_terminal_size

    return max(NARROWEST, min(get_terminal_size().columns, WIDEST) - 2)


class PageFormatter(click.HelpFormatter):
    """Texts and lists without breaks in words, and examples that can be pasted.

    click would break names such as ``--proof-format`` at their hyphens.
    """

    def write_heading(self, heading: str) -> None:
        self.write(f"{self._wrap(f'{heading}:', self.current_indent)}\n")

    def write_text(self, text: str) -> None:
        paragraphs = [" ".join(part.split()) for part in cleandoc(text).split("\n\n")]
        self.write("\n\n".join(self._wrap(part, self.current_indent) for part in paragraphs) + "\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """A list of terms with their explanations; a term that is too wide has a line of its own."""
        rows = list(rows)
        most = min(col_max, max(12, self.width // 2 - 4))
        column = min(max((len(term) for term, _ in rows), default=0), most) + col_spacing
        for term, text in rows:
            start = f"{'':{self.current_indent}}{term}"
            if len(term) > column - col_spacing:
                self.write(f"{start}\n")
                start = ""
            self.write(f"{self._wrap(text, self.current_indent + column, start)}\n")

    def _wrap(self, text: str, indent: int, start: str = "") -> str:
        """The text in lines after ``indent`` blanks; the first line begins with ``start``."""
        from textwrap import fill

        width = max(self.width, indent + 10)
        begin, blanks = start.ljust(indent), " " * indent
        return fill(
            text or " ",
            width,
            initial_indent=begin,
            subsequent_indent=blanks,
            break_on_hyphens=False,
            break_long_words=False,
        ).rstrip()

    def write_examples(self, commands: Iterable[str]) -> None:
        """One command per line; a long one continues after a backslash, as shells read it."""
        for command in commands:
            for line in split_command(command, self.width - self.current_indent):
                self.write(f"{'':>{self.current_indent}}{line}\n")


def split_command(command: str, width: int) -> list[str]:
    """The lines of a shell command.

    >>> split_command("satplay solve board.txt --unique", 24)
    ['satplay solve \\\\', '    board.txt --unique']
    """
    lines, line = [], ""
    for word in _shell_words(command):
        longer = f"{line} {word}" if line.strip() else line + word
        if line.strip() and len(longer) > width - 2:
            lines.append(f"{line} \\")
            longer = f"    {word}"
        line = longer
    return [*lines, line]


def _shell_words(command: str) -> list[str]:
    """The words of a command as they are written, with their quotes."""
    lexer = shlex.shlex(command, posix=False)
    lexer.whitespace_split, lexer.commenters = True, ""
    return list(lexer)


class PageContext(click.Context):
    """The context of all commands."""

    formatter_class = PageFormatter

    def __init__(self, *values: Any, **settings: Any) -> None:
        # With every context: click keeps the first help option that it makes for a command.
        super().__init__(*values, **{"help_option_names": ["-h", "--help"], **settings})

    @property
    def command_path(self) -> str:
        """The words that lead here; a command that was made for its arguments has all of them as its name."""
        name = self.info_name or ""
        return name if self.parent is not None and name.startswith("satplay ") else super().command_path


class WrongOption(click.NoSuchOption):
    """An unknown option; ``near`` is the one that is meant, which click finds by spelling only."""

    def __init__(self, name: str, near: str | None, ctx: click.Context) -> None:
        super().__init__(name, ctx=ctx)
        self.near = near

    def format_message(self) -> str:
        suggestion = f" Did you mean {self.near!r}?" if self.near is not None else ""
        return f"No such option {self.option_name!r}.{suggestion}"


class Page(click.Command):
    """A command or a group of commands whose help page has the layout of this module."""

    context_class = PageContext
    help_option_text = "show this page"

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = self.help_option_text
        return option


class PageCommand(Page):
    """A command with a help page: its examples are at the end, and a wrong option names the nearest one.

    A line of the docstring that starts with ``Example:`` may contain the words of ``fill_example``.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            near = similar_option(error.option_name, self.known_options(ctx))
            raise WrongOption(error.option_name, near, ctx) from None
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # click does not know it yet: the message names the help page
            raise

    def known_options(self, ctx: click.Context) -> list[str]:
        """The options of the command, with those that the subject adds."""
        own = (option for option in self.get_params(ctx) if not getattr(option, "hidden", False))
        return [name for option in own for name in (*option.opts, *option.secondary_opts)]

    def examples(self, ctx: click.Context) -> list[str]:
        """The examples of the docstring, with names that exist here."""
        from satplay.cli.examples import fill_example

        examples = EXAMPLE.findall(cleandoc(self.help or ""))
        return [fill_example(example, ctx.meta.get(SUBJECT)) for example in examples]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        page = copy(self)
        page.help = EXAMPLE.sub("", cleandoc(self.help or "")).rstrip()
        click.Command.format_help_text(page, ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        examples = self.examples(ctx)
        if examples and isinstance(formatter, PageFormatter):
            with formatter.section("Examples" if len(examples) > 1 else "Example"):
                formatter.write_examples(examples)


def similar_option(wrong: str, known: Sequence[str]) -> str | None:
    """The known option that is meant: the same under another name, or the nearest in spelling.

    >>> similar_option("--level", ["--difficulty", "--seed"]), similar_option("--sed", ["--seed"])
    ('--difficulty', '--seed')
    >>> similar_option("--size", ["--time"]), similar_option("--max", ["--format"])
    (None, None)
    """
    same = [name for group in SAME_MEANING if wrong in group for name in group]
    meant = next((name for name in same if name in known and name != wrong), None)
    if meant is not None:
        return meant
    # Without the dashes, which would make short names similar: --size and --time.
    near = nearest_name(wrong.lstrip("-"), [name[2:] for name in known if name.startswith("--")])
    return None if near is None else f"--{near}"
