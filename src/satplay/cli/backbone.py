"""``satplay backbone``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg
from satplay.cli.proof import keep_formula, proof_file

if TYPE_CHECKING:
    from satplay.contracts.engine import Limit


@click.command(cls=arg.Reading)
@arg.words
@arg.over("ask about these variables only")
@arg.assume
@arg.engine
@arg.encoding
@arg.input_format
@arg.limits
@arg.seed
@arg.proofs
@arg.json
def backbone(
    words: tuple[str, ...],
    over: tuple[int, ...] | None,
    assume: tuple[int, ...],
    engine: str | None,
    encoding: str | None,
    format: str | None,
    limit: Limit,
    seed: int,
    proof: Path | None,
    proof_format: str | None,
    proof_formula: Path | None,
    json: bool,
) -> int:
    """Say what is true in every solution; with --assume, what the assumptions force.

    The proof is about the formula, the assumptions as unit clauses, and one clause of all the forced literals
    negated, in this order.  The exit status is 1 where there is no solution and 3 where a limit was reached.

    Example: satplay backbone cnf formula.cnf --assume '1 -4'
    """
    from satplay.cli.files import Discard
    from satplay.cli.printing import print_json, print_lines, remark
    from satplay.cli.progress import through
    from satplay.verbs.backbone import backbone as run

    subject, inputs = arg.subject_and_inputs(words)
    instances = arg.instances(inputs, subject, format)
    if proof is not None:
        arg.one_input(instances, "--proof")
    statuses: list[int] = []
    for given in through(instances):
        with proof_file(proof, proof_format, proof_formula) as sink:
            forced = run(
                given,
                subject,
                over=over,
                assuming=assume,
                encoding=encoding,
                engine=engine,
                limit=limit,
                seed=seed,
                format=format,
                proof=sink,
            )
            if sink is not None and not forced.proved:
                remark("no proof written: nothing was found that could be proved")
                raise Discard
            keep_formula(forced, proof_formula)
        if json:
            print_json(forced.as_json())
        else:
            print_lines(forced.lines())
        statuses.append(forced.exit_status)
    return max(statuses)
