"""``satplay solve qbf`` and ``satplay check strategy``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import click

from satplay.cli import arguments as arg
from satplay.errors import BadInput

if TYPE_CHECKING:
    from satplay.contracts.engine import Limit
    from satplay.inputs.source import Source

QBF = "qbf"


class QbfOptions(NamedTuple):
    """The options of ``solve`` that apply to quantified formulas only."""

    strategy: Path | None
    strict: bool
    unchecked: bool

    def as_mapping(self) -> Mapping[str, object]:
        """The options by name; false values are absent options."""
        return {"--strategy": self.strategy, "--strict": self.strict, "--unchecked": self.unchecked}


def qbf_options(command: arg.Decorated) -> arg.Decorated:
    """``--strategy``, ``--strict`` and ``--unchecked``, passed to the command as one ``qbf``."""

    @wraps(command)
    def with_qbf(*values: Any, strategy: Path | None, strict: bool, unchecked: bool, **others: Any) -> Any:
        return command(*values, qbf=QbfOptions(strategy, strict, unchecked), **others)

    strategy = "qbf: write the winner's strategy as AIGER, after it has been verified"
    options: list[Callable[[Any], Any]] = [
        click.option("--strategy", type=arg.OUTPUT, metavar="FILE", help=strategy),
        click.option("--strict", is_flag=True, help="qbf: require the numbers in the header to be correct"),
        click.option("--unchecked", is_flag=True, help="qbf: compute and verify no strategy; faster"),
    ]
    return arg.with_options(cast(arg.Decorated, with_qbf), *options)


def is_quantified(source: Source) -> bool:
    """Whether an input is recognised as a quantified formula; False if it cannot be read."""
    from satplay.verbs.solve_qbf import recognises

    try:
        return recognises(source.head())
    except BadInput:
        return False


def reject_options(options: Mapping[str, object], what: str) -> None:
    """Raise ``BadInput`` for the first option with a true value: it does not apply to ``what``."""
    for option, value in options.items():
        if value:
            raise BadInput("command", found=f"{option} with {what}", expected="see satplay --help")


def solve_quantified(
    source: Source,
    engine: str | None,
    limit: Limit,
    options: QbfOptions,
    json: bool,
    printing: Callable[[], None],
) -> int:
    """Decide one formula, write the strategy if requested, call ``printing``, and print the answer."""
    from satplay.cli.files import Discard, whole_file
    from satplay.cli.printing import print_answer, remark
    from satplay.cli.progress import working
    from satplay.verbs.solve_qbf import solve_qbf

    strategy, strict, unchecked = options.strategy, options.strict, options.unchecked
    if strategy is not None and unchecked:
        found = "--strategy with --unchecked"
        raise BadInput("command", found=found, expected="one or the other: a strategy is checked")
    with nullcontext() if strategy is None else whole_file(strategy) as file:
        with working(source.name[:40]) as progress:
            decided = solve_qbf(
                source, engine=engine, limit=limit, strict=strict, unchecked=unchecked, progress=progress
            )
        if file is not None:
            if decided.strategy is None:
                remark(f"no strategy written: the answer is {decided.status}")
                raise Discard
            file.write(decided.strategy_text([f"formula {source.name}"]).encode())
    printing()
    return print_answer(decided, json)


def check_one_strategy(formula: str, strategy: str, strict: bool, limit: Limit, json: bool) -> int:
    """Verify one strategy and print the verdict."""
    from satplay.cli.printing import print_answer
    from satplay.cli.progress import working
    from satplay.verbs.check_strategy import check_strategy

    with working(strategy[:40]) as progress:
        verdict = check_strategy(formula, strategy, strict=strict, limit=limit, progress=progress)
    return print_answer(verdict, json)
