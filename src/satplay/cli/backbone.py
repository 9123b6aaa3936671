"""``satplay backbone``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg

if TYPE_CHECKING:
    from satplay.cli.proof import ProofRequest
    from satplay.contracts.engine import Limit


@click.command(cls=arg.InstanceCommand)
@arg.words
@arg.over("variables to examine, such as '1 2 3'")
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
    proof: ProofRequest,
    json: bool,
) -> int:
    """List the literals that are true in every solution, or that the assumptions force.

    The proof refutes the formula with the assumptions as unit clauses and one clause of all forced literals
    negated, in this order. The exit status is 1 if there is no solution and 3 if a limit was reached.

    Example: satplay backbone BOARD
    """
    from satplay.cli.files import Discard
    from satplay.cli.printing import print_answer, remark
    from satplay.cli.progress import through
    from satplay.verbs.backbone import backbone as run

    subject, inputs = arg.subject_and_inputs(words)
    instances = arg.instances(inputs, subject, format)
    if proof.path is not None:
        arg.expect_one_input(instances, "--proof")
    statuses: list[int] = []
    for given in through(instances):
        with proof.open() as sink:
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
                remark("no proof written: no literal is known to be forced")
                raise Discard
            proof.write_formula(forced)
        statuses.append(print_answer(forced, json))
    return max(statuses)
