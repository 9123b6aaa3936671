"""Arguments and options that several commands share, and the types of their values."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from satplay.cli.dynamic_options import (
    ExampleCommand,
    PlayCommand,
    find_subject,
    split_options,
    write_option_section,
)
from satplay.cli.help_page import SUBJECT
from satplay.cli.output_files import OutputFile, expect_inputs_kept
from satplay.errors import BadInput, NoSuchName

if TYPE_CHECKING:
    from satplay.contracts.engine import Limit
    from satplay.inputs.source import Source

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
Input = TypeVar("Input")


class Number(click.ParamType[int]):
    """A whole number, at least ``low``."""

    name = "number"

    def __init__(self, low: int | None = None) -> None:
        self._low = low

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        if not re.fullmatch(r"-?[0-9]{1,18}", value) or (self._low is not None and int(value) < self._low):
            expected = "a whole number" + (f" from {self._low}" if self._low is not None else "")
            self.fail(f"found {value!r}, expected {expected}", param, ctx)
        return int(value)


class Seconds(click.ParamType[float]):
    """A duration in seconds, not negative."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if math.isnan(seconds) or seconds < 0:
            self.fail(f"found {value!r}, expected 0 seconds or more", param, ctx)
        return seconds


class Literals(click.ParamType[tuple[int, ...]]):
    """Literals separated by blanks or commas: ``1 -2`` or ``1,-2``."""

    name = "literals"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        words = [word for word in re.split(r"[\s,]+", value.strip()) if word]
        for word in words:
            if not re.fullmatch(r"-?[0-9]{1,10}", word) or int(word) == 0:
                self.fail(f"found {word!r}, expected a literal such as 3 or -3", param, ctx)
        return tuple(int(word) for word in words)


FILE = click.Path(path_type=Path)
OUTPUT = OutputFile()
PICTURE = OutputFile(may_discard=False)

words = click.argument("words", nargs=-1, metavar="[SUBJECT] INPUT...")
engine = click.option("--engine", metavar="NAME", help="engine to use (see 'satplay engines')")


class EncodingOption(click.Option):
    """``--encoding``; its help lists the encodings of the subject, or of every puzzle."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        from satplay.inputs.catalogue import encoding_names

        return list_names(super().get_help_record(ctx), ctx, encoding_names)


def is_for_game(ctx: click.Context) -> bool:
    """Whether a help page is about playing a game, whose boards are not generated."""
    from satplay.playing.subjects import is_filled_in

    subject = ctx.meta.get(SUBJECT)
    return isinstance(ctx.command, PlayCommand) and subject is not None and not is_filled_in(subject)


class DifficultyOption(click.Option):
    """``--difficulty``; its help lists the levels of the subject, or of every puzzle; not of a game."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        from satplay.inputs.catalogue import level_names

        if is_for_game(ctx):
            return None
        return list_names(super().get_help_record(ctx), ctx, level_names)


class SizeOption(click.Option):
    """``--size``; the help page of a game does not list it."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        return None if is_for_game(ctx) else super().get_help_record(ctx)


def list_names(
    record: tuple[str, str] | None, ctx: click.Context, names: Callable[[str | None], Mapping[str, list[str]]]
) -> tuple[str, str] | None:
    """The help of an option, with the values that the subject of the command has, or every puzzle.

    None if the subject has none: the option is not for it.
    """
    if record is None:
        return None
    subject = ctx.meta.get(SUBJECT)
    lists = names(subject)
    if subject is not None:
        values = ", ".join(lists.get(subject, []))
        return (record[0], f"{record[1]}: {values}") if values else None
    every = "; ".join(f"{puzzle}: {', '.join(listed)}" for puzzle, listed in lists.items())
    return record[0], f"{record[1]} ({every})"


encoding = click.option("--encoding", cls=EncodingOption, metavar="NAME", help="CNF encoding to use")


class FormatOption(click.Option):
    """``--format``; its help lists the formats of the subject if the arguments name one."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        from satplay.inputs.catalogue import format_names

        record, subject = super().get_help_record(ctx), ctx.meta.get(SUBJECT)
        names = [] if subject is None else format_names(subject)
        return record if record is None or not names else (record[0], f"{record[1]}: {', '.join(names)}")


input_format = click.option(
    "--format", "format", cls=FormatOption, metavar="NAME", help="input format, recognised if omitted"
)
seed = click.option("--seed", type=Number(), default=0, metavar="N", help="random seed; 0 if omitted")
new_seed = click.option(
    "--seed", type=Number(0), metavar="N", help="random seed; chosen and printed if omitted"
)
ascii = click.option("--ascii", is_flag=True, help="draw with ASCII characters only")
json = click.option("--json", is_flag=True, help="print one JSON document per instance and nothing else")
output = click.option(
    "--output", "-o", type=OUTPUT, metavar="FILE", help="write to this file instead of standard output"
)


def maximum(help: str, low: int = 0) -> Callable[[Decorated], Decorated]:
    """``--max N`` of ``enumerate`` and ``mus``; the earlier name ``--limit`` stays as a hidden alias."""

    def add(command: Decorated) -> Decorated:
        @wraps(command)
        def with_one(*values: Any, max: int | None, old_max: int | None, **others: Any) -> Any:
            return command(*values, most=old_max if max is None else max, **others)

        return with_options(
            cast(Decorated, with_one),
            click.option("--max", type=Number(low), metavar="N", help=help),
            click.option("--limit", "old_max", type=Number(low), hidden=True),
        )

    return add


def _join(
    context: click.Context, option: click.Parameter, values: Sequence[tuple[int, ...]]
) -> tuple[int, ...]:
    """All values of an option that may be repeated, as one tuple."""
    return tuple(lit for lits in values for lit in lits)


def _join_if_any(
    context: click.Context, option: click.Parameter, values: Sequence[tuple[int, ...]]
) -> tuple[int, ...] | None:
    """The same, but None if the option is absent: an empty list of variables is a different request."""
    return _join(context, option, values) if values else None


assume = click.option(
    "--assume",
    type=Literals(),
    multiple=True,
    callback=_join,
    metavar="LITS",
    help="literals to assume, such as '1 -2'",
)


def over(help: str) -> Callable[[Decorated], Decorated]:
    """``--over``: projection variables."""
    return click.option(
        "--over", type=Literals(), multiple=True, callback=_join_if_any, metavar="VARS", help=help
    )


TIME = click.option("--time", type=Seconds(), metavar="SECONDS", help="time limit in seconds")
MEMORY = click.option("--memory", type=Number(1), metavar="MIB", help="memory limit in MiB")


def limits(command: Decorated) -> Decorated:
    """``--time``, ``--memory`` and ``--conflicts``, passed to the command as one ``limit``."""
    conflicts = click.option(
        "--conflicts", type=Number(0), metavar="N", help="limit on the number of conflicts"
    )

    @wraps(command)
    def run_with_limit(*values: Any, conflicts: int | None, limit: Limit, **others: Any) -> Any:
        from dataclasses import replace

        return command(*values, limit=replace(limit, conflicts=conflicts), **others)

    return resource_limits(conflicts(cast(Decorated, run_with_limit)))


def resource_limits(command: Decorated) -> Decorated:
    """``--time`` and ``--memory``, passed to the command as one ``limit`` and enforced while it runs."""

    @wraps(command)
    def run_with_limit(*values: Any, time: float | None, memory: int | None, **others: Any) -> Any:
        from satplay.contracts.engine import UNLIMITED, Limit

        if time is None and memory is None:
            return command(*values, limit=UNLIMITED, **others)
        from satplay.cli.process_limits import enforce_limits

        with enforce_limits(time, memory) as enforced:
            limit = Limit(seconds=enforced.remaining_seconds(), memory_mib=memory)
            return command(*values, limit=limit, **others)

    return with_options(cast(Decorated, run_with_limit), TIME, MEMORY)


def enforced_limits(command: Decorated) -> Decorated:
    """``--time`` and ``--memory`` of a command that does not observe them itself."""

    @wraps(command)
    def run_without_limit(*values: Any, limit: Limit, **others: Any) -> Any:
        return command(*values, **others)

    return resource_limits(cast(Decorated, run_without_limit))


def _parse_pairs(context: click.Context, option: click.Parameter, values: Sequence[str]) -> Mapping[str, str]:
    """Parse ``NAME=VALUE`` pairs with distinct names."""
    options: dict[str, str] = {}
    for pair in values:
        name, equals, value = pair.partition("=")
        if not name or not equals:
            raise BadInput("option", found=repr(pair), expected="NAME=VALUE")
        if name in options:
            raise BadInput("option", found=f"{name!r} twice", expected="each name once")
        options[name] = value
    return options


def pairs(*names: str, help: str) -> Callable[[Decorated], Decorated]:
    """An option ``NAME=VALUE`` that may be repeated; the last of its ``names`` names the parameter."""
    return click.option(*names, multiple=True, callback=_parse_pairs, metavar="NAME=VALUE", help=help)


def generator_options(command: Decorated) -> Decorated:
    """``--size``, ``--difficulty`` and ``--option`` of a new instance."""
    size = "size of the board, as 6x5; one number for a square"
    return with_options(
        command,
        click.option("--size", cls=SizeOption, metavar="WxH", help=size),
        click.option("--difficulty", cls=DifficultyOption, metavar="NAME", help="difficulty level"),
        pairs("--option", "options", help="generator option; may be repeated"),
    )


def pictures(command: Decorated) -> Decorated:
    """``--svg`` and ``--png``, passed to the command as one ``pictures``."""

    @wraps(command)
    def with_pictures(*values: Any, svg: Path | None, png: Path | None, **others: Any) -> Any:
        from satplay.cli.pictures import Pictures

        return command(*values, pictures=Pictures(svg, png), **others)

    return with_options(
        cast(Decorated, with_pictures),
        click.option("--svg", type=PICTURE, metavar="FILE", help="write an SVG picture"),
        click.option("--png", type=PICTURE, metavar="FILE", help="write a PNG picture"),
    )


def proofs(command: Decorated) -> Decorated:
    """``--proof``, ``--proof-format`` and ``--proof-formula``, passed to the command as one ``proof``."""

    @wraps(command)
    def with_proof(
        *values: Any, proof: Path | None, proof_format: str | None, proof_formula: Path | None, **others: Any
    ) -> Any:
        from satplay.cli.proof import ProofRequest

        return command(*values, proof=ProofRequest(proof, proof_format, proof_formula), **others)

    formats = "proof format: drat, drat-binary or lrat; by the file's name if omitted"
    formula = "write the formula that the proof refutes, as DIMACS"
    return with_options(
        cast(Decorated, with_proof),
        click.option("--proof", type=OUTPUT, metavar="FILE", help="write a checked proof: .drat or .lrat"),
        click.option("--proof-format", metavar="NAME", help=formats),
        click.option("--proof-formula", type=OUTPUT, metavar="FILE", help=formula),
    )


def with_options(command: Decorated, *options: Callable[[Decorated], Decorated]) -> Decorated:
    """Add options to a command in the order in which ``--help`` lists them."""
    for option in reversed(options):
        command = option(command)
    return command


def subject_and_inputs(words: Sequence[str], also: Sequence[str] = ()) -> tuple[str | None, list[str]]:
    """Split ``[SUBJECT] INPUT...``; the subject may be omitted if the input is recognised.

    ``also`` lists subjects that are not puzzles.  An input that the command would overwrite is refused.
    """
    from satplay.inputs.reading import subjects

    given = list(words)
    subject = None
    if given and given[0] in (*subjects(), *also):
        subject = given.pop(0)
    elif len(given) > 1 and re.fullmatch(r"[a-z][a-z-]*", given[0]) and not Path(given[0]).exists():
        raise NoSuchName("subject", given[0], [*subjects(), *also])
    if not given:
        if sys.stdin is None or sys.stdin.isatty():
            expected = "a file, '-', the text of an instance, or an example (see 'satplay list examples')"
            raise BadInput("command", found="no input", expected=expected)
        given = ["-"]
    expect_inputs_kept(given)
    return subject, given


def instances(inputs: Sequence[str], subject: str | None, format: str | None) -> list[Source]:
    """All instances in the inputs, in order, with the rule variants of the command line.

    A file may contain several instances.
    """
    from satplay.inputs.reading import split_instances

    return [
        with_variants(instance) for given in inputs for instance in split_instances(given, subject, format)
    ]


# -- rule variants of puzzles ------------------------------------------------------------------------

VARIANT_OPTIONS = "satplay.variant_options"
"""The key of the variant options that were given in the ``meta`` of a command's context."""


class InstanceCommand(ExampleCommand):
    """A command that reads instances of puzzles: rule variants of the puzzle are options of the command."""

    other_subjects: Sequence[str] = ()
    """Subjects of the command that are not puzzles."""

    def subjects(self) -> Sequence[str]:
        return [*super().subjects(), *self.other_subjects]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        from satplay.inputs.reading import find_variant_value, subjects

        own = self.get_params(ctx)
        ctx.meta[SUBJECT] = subject = find_subject(own, args, subjects())
        variants, others = split_options(own, args, lambda name: find_variant_value(name, subject))
        ctx.meta[VARIANT_OPTIONS] = tuple(variants)
        return super().parse_args(ctx, others)

    def known_options(self, ctx: click.Context) -> list[str]:
        from satplay.inputs.catalogue import variant_options

        subject = ctx.meta.get(SUBJECT)
        variants = {} if subject is None else variant_options(subject)
        return [*super().known_options(ctx), *map("--{}".format, variants)]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        subject = ctx.meta.get(SUBJECT)
        if subject is not None:
            from satplay.inputs.catalogue import variant_options

            write_option_section(formatter, f"Rule variants of {subject}", variant_options(subject))


def with_variants(source: str | Source) -> Source:
    """An input together with the rule variants of the command line."""
    from dataclasses import replace

    from satplay.inputs.reading import find_source

    variants: tuple[tuple[str, str], ...] = click.get_current_context().meta.get(VARIANT_OPTIONS, ())
    return replace(find_source(source), settings=variants)


def expect_one_input(inputs: Sequence[Input], why: str) -> Input:
    """The only input; raise ``BadInput`` if there are several."""
    if len(inputs) != 1:
        raise BadInput("command", found=f"{len(inputs)} inputs", expected=f"one input with {why}")
    return inputs[0]
