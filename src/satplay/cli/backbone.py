"""``satplay backbone``."""

from __future__ import annotations

from pathlib import Path

import click

from satplay.cli import arguments as arg
from satplay.cli.solve import keep_formula, proof_file


@click.command()
@arg.words
@click.option(
    "--over", type=arg.Literals(), multiple=True, metavar="VARS", help="ask about these variables only"
)
@arg.assume
@arg.engine
@arg.encoding
@arg.input_format
@arg.limits
@arg.seed
@click.option("--proof", type=arg.FILE, metavar="FILE", help="write a checked proof: .drat or .lrat")
@click.option(
    "--proof-format", metavar="NAME", help="drat, drat-binary or lrat; otherwise by the file's name"
)
@click.option(
    "--proof-formula", type=arg.FILE, metavar="FILE", help="write what the proof is about, as DIMACS"
)
@arg.json
def backbone(
    words: tuple[str, ...],
    over: tuple[tuple[int, ...], ...],
    assume: tuple[tuple[int, ...], ...],
    engine: str | None,
    encoding: str | None,
    format: str | None,
    time: float | None,
    memory: int | None,
    conflicts: int | None,
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
    from satplay.contracts.engine import Limit
    from satplay.verbs.backbone import backbone as run

    subject, inputs = arg.subject_and_inputs(words)
    if proof is not None:
        arg.one_input(inputs, "--proof")
    statuses: list[int] = []
    for given in through(inputs):
        with proof_file(proof, proof_format, proof_formula) as sink:
            forced = run(
                given,
                subject,
                over=arg.joined(over) if over else None,
                assuming=arg.joined(assume),
                encoding=encoding,
                engine=engine,
                limit=Limit(seconds=time, conflicts=conflicts, memory_mib=memory),
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
