"""Options that a command has from a puzzle, whose names it does not know itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

import click

from satplay.errors import BadInput

if TYPE_CHECKING:
    from satplay.contracts.question import Option


def foreign(
    own: Iterable[click.Parameter], args: Sequence[str], takes: Callable[[str], str | None]
) -> tuple[list[tuple[str, str]], list[str]]:
    """The options among the words that are not the command's own, with what they are told; and the others.

    ``takes`` knows what an option of this name wants to be told, maybe nothing; None if nobody has one.
    """
    names = {name for option in own for name in (*option.opts, *option.secondary_opts)}
    said: list[tuple[str, str]] = []
    left: list[str] = []
    given = list(args)
    while given:
        word = given.pop(0)
        name, equals, value = word.removeprefix("--").partition("=")
        if word == "--":
            left += [word, *given]
            break
        wants = takes(name) if word.startswith("--") and f"--{name}" not in names else None
        if wants is None:
            left.append(word)  # the command's own, or nobody's: then that is said as always
        elif bool(wants) != bool(equals or given) and (wants or equals):
            raise BadInput("option", found=word, expected=f"--{name} {wants}".rstrip())
        else:
            said.append((name, value if equals else given.pop(0) if wants else ""))
    return said, left


SUBJECT = "satplay.subject"
"""Under which a command's context keeps the puzzle that its arguments name."""


class Wishing(click.Command):
    """A command that makes something new: what its puzzle can be asked for are options, too.

    ``--vars 6 --mixed`` is another way to say ``--option vars=6 --option mixed=yes``.
    """

    def subjects(self) -> Sequence[str]:
        """Every name that may be meant."""
        from satplay.inputs.reading import subjects

        return subjects()

    def options_of(self, subject: str) -> Mapping[str, Option]:
        """What can be asked for when something of this name is made."""
        from satplay.verbs.generate import generator_options

        return generator_options(subject)

    def _wishes(self, subject: str | None) -> Mapping[str, Option]:
        return {} if subject is None else self.options_of(subject)

    def _subject(self, own: Iterable[click.Parameter], args: Sequence[str]) -> str | None:
        """The first word that is such a name and not what an option of the command's own is told."""
        told = {name for option in own if not getattr(option, "is_flag", False) for name in option.opts}
        names = self.subjects()
        words = zip(["", *args], args, strict=False)
        return next((word for before, word in words if before not in told and word in names), None)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = self.get_params(ctx)
        ctx.meta[SUBJECT] = subject = self._subject(own, args)

        def takes(name: str) -> str | None:
            wished = self._wishes(subject).get(name)
            return None if wished is None else wished.takes or ""

        said, left = foreign(own, args, takes)
        options = (f"--option={name}={value if takes(name) else 'yes'}" for name, value in said)
        try:
            return super().parse_args(ctx, [*options, *left])
        except click.NoSuchOption as error:
            if subject is None and not args[0].startswith("-"):
                self._wishes(args[0])  # which says that no puzzle is called so
            known = [
                *(name for option in own for name in option.opts),
                *map("--{}".format, self._wishes(subject)),
            ]
            near = get_close_matches(error.option_name, known, n=1)
            raise click.NoSuchOption(error.option_name, possibilities=near, ctx=ctx) from None

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        subject = ctx.meta.get(SUBJECT)
        options = [
            (f"--{name} {wished.takes or ''}".rstrip(), wished.help)
            for name, wished in self._wishes(subject).items()
        ]
        if options:
            with formatter.section(f"Options of {subject}"):
                formatter.write_dl(options)


class WishingToPlay(Wishing):
    """The same for what is played: puzzles and games."""

    def subjects(self) -> Sequence[str]:
        from satplay.verbs.seating import names_to_play

        return names_to_play()

    def options_of(self, subject: str) -> Mapping[str, Option]:
        from satplay.verbs.play import wishes_to_play

        return wishes_to_play(subject)
