"""The arguments that several verbs share, and how words become values."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from satplay.cli.dynamic_options import foreign
from satplay.errors import BadInput, NoSuchName

if TYPE_CHECKING:
    from satplay.inputs.reading import Source

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
Input = TypeVar("Input")


class Number(click.ParamType[int]):
    """A whole number from ``low``."""

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
    """A span of time, not negative."""

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
    """Literals as people write them, parted by blanks or commas: ``1 -2`` or ``1,-2``."""

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

words = click.argument("words", nargs=-1, metavar="[SUBJECT] INPUT...")
engine = click.option("--engine", metavar="NAME", help="who solves; see 'satplay engines'")
encoding = click.option("--encoding", metavar="NAME", help="how the puzzle is said in clauses")
input_format = click.option("--format", "format", metavar="NAME", help="force the input format")
seed = click.option(
    "--seed", type=Number(), default=0, metavar="N", help="where chance plays a part: which chance"
)
new_seed = click.option(
    "--seed",
    type=Number(0),
    metavar="N",
    help="the same seed gives the same; otherwise a new one is told",
)
ascii = click.option("--ascii", is_flag=True, help="draw with plain ASCII characters")
json = click.option("--json", is_flag=True, help="one JSON document per instance, nothing else on stdout")
output = click.option("--output", "-o", type=FILE, metavar="FILE", help="instead of standard output")


def _joined(
    context: click.Context, option: click.Parameter, said: Sequence[tuple[int, ...]]
) -> tuple[int, ...]:
    """All that an option says that may be repeated."""
    return tuple(lit for lits in said for lit in lits)


def _joined_if_any(
    context: click.Context, option: click.Parameter, said: Sequence[tuple[int, ...]]
) -> tuple[int, ...] | None:
    """The same; None where nobody said anything, which is not the same as nothing."""
    return _joined(context, option, said) if said else None


assume = click.option(
    "--assume",
    type=Literals(),
    multiple=True,
    callback=_joined,
    metavar="LITS",
    help="literals to assume, as in '1 -2'",
)


def over(help: str) -> Callable[[Decorated], Decorated]:
    """``--over``: chosen variables."""
    return click.option(
        "--over", type=Literals(), multiple=True, callback=_joined_if_any, metavar="VARS", help=help
    )


def limits(command: Decorated) -> Decorated:
    """``--time``, ``--memory`` and ``--conflicts``, which the command takes as one ``limit``."""

    @wraps(command)
    def limited(
        *values: Any, time: float | None, memory: int | None, conflicts: int | None, **others: Any
    ) -> Any:
        from satplay.contracts.engine import Limit

        limit = Limit(seconds=time, conflicts=conflicts, memory_mib=memory)
        return command(*values, limit=limit, **others)

    return _with_options(
        cast(Decorated, limited),
        click.option("--time", type=Seconds(), metavar="SECONDS", help="give up after so long"),
        click.option("--memory", type=Number(1), metavar="MIB", help="give up beyond so much memory"),
        click.option("--conflicts", type=Number(0), metavar="N", help="give up after so many conflicts"),
    )


def _wishes(context: click.Context, option: click.Parameter, said: Sequence[str]) -> Mapping[str, str]:
    """``NAME=VALUE``, each name once."""
    options: dict[str, str] = {}
    for pair in said:
        name, equals, value = pair.partition("=")
        if not name or not equals:
            raise BadInput("option", found=repr(pair), expected="NAME=VALUE")
        if name in options:
            raise BadInput("option", found=f"{name!r} twice", expected="each name once")
        options[name] = value
    return options


def pairs(*names: str, help: str) -> Callable[[Decorated], Decorated]:
    """An option ``NAME=VALUE`` that may be repeated; the last of its ``names`` is the parameter's."""
    return click.option(*names, multiple=True, callback=_wishes, metavar="NAME=VALUE", help=help)


def generator_options(command: Decorated, short: str | None = None) -> Decorated:
    """``--size``, ``--difficulty`` and ``--option``: what a new instance is to be like."""
    names = ("--option", *([short] if short is not None else []), "options")
    return _with_options(
        command,
        click.option("--size", metavar="WxH", help="how large"),
        click.option("--difficulty", metavar="NAME", help="how hard"),
        pairs(*names, help="generator option; may be repeated"),
    )


def pictures(command: Decorated) -> Decorated:
    """``--svg`` and ``--png``."""
    return _with_options(
        command,
        click.option("--svg", type=FILE, metavar="FILE", help="write a picture"),
        click.option("--png", type=FILE, metavar="FILE", help="write a picture"),
    )


def proofs(command: Decorated) -> Decorated:
    """``--proof``, ``--proof-format`` and ``--proof-formula``."""
    formats = "drat, drat-binary or lrat; otherwise by the file's name"
    about = "write what the proof is about, as DIMACS"
    return _with_options(
        command,
        click.option("--proof", type=FILE, metavar="FILE", help="write a checked proof: .drat or .lrat"),
        click.option("--proof-format", metavar="NAME", help=formats),
        click.option("--proof-formula", type=FILE, metavar="FILE", help=about),
    )


def _with_options(command: Decorated, *options: Callable[[Decorated], Decorated]) -> Decorated:
    """The options, in the order in which ``--help`` lists them."""
    for option in reversed(options):
        command = option(command)
    return command


def subject_and_inputs(words: Sequence[str], also: Sequence[str] = ()) -> tuple[str | None, list[str]]:
    """``[SUBJECT] INPUT...``: the subject may be left out where the input tells it by itself.

    ``also`` are subjects that are no puzzles.
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
            raise BadInput(
                "command", found="no input", expected="a file, '-' for standard input, or the instance"
            )
        given = ["-"]
    return subject, given


def instances(inputs: Sequence[str], subject: str | None, format: str | None) -> list[Source]:
    """Everything that is to be worked on, in order: a file may hold several instances."""
    from satplay.inputs.reading import instances

    return [as_set(instance) for given in inputs for instance in instances(given, subject, format)]


# -- settings of puzzles -----------------------------------------------------------------------------

VARIANT_OPTIONS = "satplay.settings"
"""Under which a command's context keeps the settings that were among its arguments."""


class Reading(click.Command):
    """A command that reads instances: options that it does not know may be settings of a puzzle."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        said, left = foreign(self.get_params(ctx), args, lambda name: _takes(name, args))
        ctx.meta[VARIANT_OPTIONS] = tuple(said)
        return super().parse_args(ctx, left)


def _takes(name: str, args: Sequence[str]) -> str | None:
    """What a setting of this name wants to be told, maybe nothing; None if no puzzle has one."""
    from satplay.inputs.reading import setting_takes, subjects

    return setting_takes(name, next((word for word in args if word in subjects()), None))


def as_set(given: str | Source) -> Source:
    """An input together with the settings that were said."""
    from dataclasses import replace

    from satplay.inputs.reading import source

    settings: tuple[tuple[str, str], ...] = click.get_current_context().meta.get(VARIANT_OPTIONS, ())
    return replace(source(given), settings=settings)


def one_input(inputs: Sequence[Input], why: str) -> Input:
    """The only input, where several make no sense."""
    if len(inputs) != 1:
        raise BadInput("command", found=f"{len(inputs)} inputs", expected=f"one input with {why}")
    return inputs[0]
