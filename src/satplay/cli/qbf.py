"""``satplay solve qbf`` and ``satplay check strategy``: what ``solve`` and ``check`` do with quantifiers."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from satplay.errors import BadInput

if TYPE_CHECKING:
    from satplay.contracts.engine import Limit
    from satplay.inputs.reading import Source

QBF = "qbf"


def is_quantified(given: Source) -> bool:
    """Whether an input tells by itself that it has quantifiers; what cannot be read, tells nothing."""
    from satplay.verbs.solve_qbf import recognises

    try:
        return recognises(given.head())
    except BadInput:
        return False


def expect_no_others(options: Mapping[str, object], what: str) -> None:
    """Refuse options that make no sense here."""
    for option, value in options.items():
        if value:
            raise BadInput("command", found=f"{option} with {what}", expected="see satplay --help")


def solve_quantified(
    given: Source,
    engine: str | None,
    limit: Limit,
    strategy: Path | None,
    strict: bool,
    unchecked: bool,
    json: bool,
) -> int:
    """Decide one formula, write the strategy that was asked for, print the answer."""
    from satplay.cli.files import Discard, whole_file
    from satplay.cli.printing import print_json, print_lines, remark
    from satplay.cli.progress import working
    from satplay.verbs.solve_qbf import solve_qbf

    if strategy is not None and unchecked:
        found = "--strategy with --unchecked"
        raise BadInput("command", found=found, expected="one or the other: a strategy is checked")
    with nullcontext() if strategy is None else whole_file(strategy) as file:
        with working(given.name[:40]) as progress:
            decided = solve_qbf(
                given, engine=engine, limit=limit, strict=strict, unchecked=unchecked, progress=progress
            )
        if file is not None:
            if decided.strategy is None:
                remark(f"no strategy written: the answer is {decided.status}")
                raise Discard
            file.write(decided.strategy_text([f"formula {given.name}"]).encode())
    if json:
        print_json(decided.as_json())
    else:
        print_lines(decided.lines())
    return decided.exit_status


def check_one(
    formula: str, strategy: str, strict: bool, seconds: float | None, memory: int | None, json: bool
) -> int:
    """Judge one strategy and print the verdict."""
    from satplay.cli.printing import print_json, print_lines
    from satplay.cli.progress import working
    from satplay.contracts.engine import Limit
    from satplay.verbs.check_strategy import check_strategy

    with working(strategy[:40]) as progress:
        judged = check_strategy(
            formula,
            strategy,
            strict=strict,
            limit=Limit(seconds=seconds, memory_mib=memory),
            progress=progress,
        )
    if json:
        print_json(judged.as_json())
    else:
        print_lines(judged.lines())
    return judged.exit_status
