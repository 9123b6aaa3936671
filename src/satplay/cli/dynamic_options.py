"""Options that a puzzle or game adds to a command, found by discovery."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import click

from satplay.cli.help_page import SUBJECT, PageCommand
from satplay.errors import BadInput

if TYPE_CHECKING:
    from satplay.contracts.option import Option


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


class ExampleCommand(PageCommand):
    """A command whose help page lists its subjects, as does the message if the subject is missing."""

    subjects_heading = "Subjects"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.MissingParameter as error:
            arguments = [param for param in self.get_params(ctx) if isinstance(param, click.Argument)]
            if not arguments or error.param is not arguments[0]:
                raise
            there_are = f"There are {', '.join(self.listed_subjects())}."
            raise click.MissingParameter(there_are, ctx, error.param) from None

    def subjects(self) -> Sequence[str]:
        """The names that the command accepts as its subject."""
        from satplay.inputs.reading import subjects

        return subjects()

    def listed_subjects(self) -> Sequence[str]:
        """The names on the help page."""
        return self.subjects()

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_help_text(ctx, formatter)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(f"{self.subjects_heading}: {', '.join(self.listed_subjects())}")


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
        except click.NoSuchOption:
            if subject is None and args and not args[0].startswith("-"):
                self._dynamic_options(args[0])  # raises NoSuchName, which suggests the nearest subject
            raise

    def known_options(self, ctx: click.Context) -> list[str]:
        dynamic = self._dynamic_options(ctx.meta.get(SUBJECT))
        return [*super().known_options(ctx), *map("--{}".format, dynamic)]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        subject = ctx.meta.get(SUBJECT)
        write_option_section(formatter, f"Options of {subject}", self._dynamic_options(subject))


OLD_SHORT = "-o"
"""The earlier short form of ``--option`` of ``play``; in all other commands it is short for ``--output``."""


OF_BOARDS = ("--size", "--difficulty", "--format")


class PlayCommand(GeneratorCommand):
    """The same for ``play``, whose subjects are puzzles and games."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, list(_replace_old_short(args)))

    def subjects(self) -> Sequence[str]:
        from satplay.playing.subjects import names_to_play

        return names_to_play()

    def listed_subjects(self) -> Sequence[str]:
        from satplay.playing.subjects import playable_names  # imports all folders, which parsing need not do

        return playable_names()

    def options_of(self, subject: str) -> Mapping[str, Option]:
        from satplay.verbs.play import new_game_options

        return new_game_options(subject)

    def known_options(self, ctx: click.Context) -> list[str]:
        """Without options of boards for a game, unless it has them itself."""
        from satplay.playing.subjects import is_filled_in

        known, subject = super().known_options(ctx), ctx.meta.get(SUBJECT)
        if subject is None or is_filled_in(subject):
            return known
        own = {f"--{name}" for name in self.options_of(subject)}
        return [name for name in known if name not in OF_BOARDS or name in own]


def _replace_old_short(args: Sequence[str]) -> Iterator[str]:
    """The words with ``--option`` in place of its earlier short form, which is still understood."""
    from satplay.cli.printing import remark

    words = iter(args)
    for word in words:
        if word == "--":
            yield from (word, *words)
        elif not word.startswith(OLD_SHORT):
            yield word
        else:
            value = word.removeprefix(OLD_SHORT) or next(words, "")
            name, equals, _ = value.partition("=")
            if not equals:
                expected = "--record FILE to save the game, or --option NAME=VALUE"
                raise BadInput("option", found=f"{OLD_SHORT} {value}".rstrip(), expected=expected)
            remark(f"{OLD_SHORT} is deprecated in 'play': use --{name} VALUE or --option NAME=VALUE")
            yield from ("--option", value)
