"""Options that a puzzle or game adds to a command, found by discovery."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from inspect import cleandoc
from typing import TYPE_CHECKING

import click

from satplay.errors import BadInput, nearest_name

if TYPE_CHECKING:
    from satplay.contracts.option import Option

SUBJECT = "satplay.subject"
"""The key of the subject named by the arguments in the ``meta`` of a command's context."""


def split_options(
    own: Iterable[click.Parameter], args: Sequence[str], placeholder: Callable[[str], str | None]
) -> tuple[list[tuple[str, str]], list[str]]:
    """Split the words into dynamic options with their values, and all other words.

    ``placeholder`` maps the name of an option to the placeholder of its value: empty for a flag, None for an
    unknown name.  Unknown options are left to click, which reports them.
    """
    own_names = {name for option in own for name in (*option.opts, *option.secondary_opts)}
    dynamic: list[tuple[str, str]] = []
    others: list[str] = []
    words = list(args)
    while words:
        word = words.pop(0)
        name, equals, value = word.removeprefix("--").partition("=")
        if word == "--":
            others += [word, *words]
            break
        wanted = placeholder(name) if word.startswith("--") and f"--{name}" not in own_names else None
        if wanted is None:
            others.append(word)
        elif bool(wanted) != bool(equals or words) and (wanted or equals):
            raise BadInput("option", found=word, expected=f"--{name} {wanted}".rstrip())
        else:
            dynamic.append((name, value if equals else words.pop(0) if wanted else ""))
    return dynamic, others


def find_subject(own: Iterable[click.Parameter], args: Sequence[str], names: Sequence[str]) -> str | None:
    """The first word that is one of ``names`` and not the value of one of the command's own options."""
    valued = {name for option in own if not getattr(option, "is_flag", False) for name in option.opts}
    words = zip(["", *args], args, strict=False)
    return next((word for before, word in words if before not in valued and word in names), None)


def write_option_section(formatter: click.HelpFormatter, title: str, options: Mapping[str, Option]) -> None:
    """A section of a help text that lists dynamic options."""
    rows = [(f"--{name} {option.takes or ''}".rstrip(), option.help) for name, option in options.items()]
    if rows:
        with formatter.section(title):
            formatter.write_dl(rows)


class ExampleCommand(click.Command):
    """A command whose help text lists its subjects and has examples with names that exist here.

    A line of the docstring that starts with ``Example:`` may contain the words of ``fill_example``.
    """

    subjects_heading = "Subjects"

    def subjects(self) -> Sequence[str]:
        """The names that the command accepts as its subject."""
        from satplay.inputs.reading import subjects

        return subjects()

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from satplay.cli.examples import fill_example

        def fill(example: re.Match[str]) -> str:
            return f"{example[1]}{fill_example(example[2], ctx.meta.get(SUBJECT))}"

        filled = copy(self)
        filled.help = re.sub(r"^(Example: )(.*)$", fill, cleandoc(self.help or ""), flags=re.MULTILINE)
        click.Command.format_help_text(filled, ctx, formatter)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(f"{self.subjects_heading}: {', '.join(self.subjects())}")


class GeneratorCommand(ExampleCommand):
    """A command that generates an instance: generator options of the puzzle are options of the command.

    ``--vars 6 --mixed`` is short for ``--option vars=6 --option mixed=yes``.
    """

    def options_of(self, subject: str) -> Mapping[str, Option]:
        """The dynamic options for this subject."""
        from satplay.verbs.generate import generator_options

        return generator_options(subject)

    def _dynamic_options(self, subject: str | None) -> Mapping[str, Option]:
        return {} if subject is None else self.options_of(subject)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = self.get_params(ctx)
        ctx.meta[SUBJECT] = subject = find_subject(own, args, self.subjects())

        def placeholder(name: str) -> str | None:
            option = self._dynamic_options(subject).get(name)
            return None if option is None else option.takes or ""

        dynamic, others = split_options(own, args, placeholder)
        pairs = (f"--option={name}={value if placeholder(name) else 'yes'}" for name, value in dynamic)
        try:
            return super().parse_args(ctx, [*pairs, *others])
        except click.NoSuchOption as error:
            if subject is None and not args[0].startswith("-"):
                self._dynamic_options(args[0])  # raises NoSuchName, which suggests the nearest subject
            known = [
                *(name for option in own for name in option.opts),
                *map("--{}".format, self._dynamic_options(subject)),
            ]
            near = nearest_name(error.option_name, known)
            raise click.NoSuchOption(
                error.option_name, possibilities=None if near is None else [near], ctx=ctx
            ) from None

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        subject = ctx.meta.get(SUBJECT)
        write_option_section(formatter, f"Options of {subject}", self._dynamic_options(subject))


class PlayCommand(GeneratorCommand):
    """The same for ``play``, whose subjects are puzzles and games."""

    def subjects(self) -> Sequence[str]:
        from satplay.playing.subjects import names_to_play

        return names_to_play()

    def options_of(self, subject: str) -> Mapping[str, Option]:
        from satplay.verbs.play import new_game_options

        return new_game_options(subject)
