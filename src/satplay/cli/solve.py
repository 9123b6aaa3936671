"""``satplay solve``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg
from satplay.cli.proof import keep_formula, proof_file
from satplay.cli.qbf import QBF, expect_no_others, is_quantified, solve_quantified
from satplay.errors import BadInput, SatplayError

if TYPE_CHECKING:
    from satplay.contracts.engine import Limit
    from satplay.verbs.solve import Solved


@click.command(cls=arg.Reading)
@arg.words
@arg.engine
@arg.encoding
@arg.input_format
@arg.limits
@arg.seed
@arg.assume
@click.option("--core", is_flag=True, help="the assumptions that are already too much")
@arg.proofs
@click.option("--unique", is_flag=True, help="say whether it is the only solution; --proof proves that")
@arg.over("with --unique: tell models apart by these")
@click.option("--strategy", type=arg.FILE, metavar="FILE", help="qbf: write the winner's, checked, as AIGER")
@click.option("--strict", is_flag=True, help="qbf: hold a file to the numbers of its header")
@click.option("--unchecked", is_flag=True, help="qbf: no strategy, and nothing checked; faster")
@arg.json
@arg.ascii
@arg.pictures
def solve(
    words: tuple[str, ...],
    engine: str | None,
    encoding: str | None,
    format: str | None,
    limit: Limit,
    seed: int,
    assume: tuple[int, ...],
    core: bool,
    proof: Path | None,
    proof_format: str | None,
    proof_formula: Path | None,
    unique: bool,
    over: tuple[int, ...] | None,
    strategy: Path | None,
    strict: bool,
    unchecked: bool,
    json: bool,
    ascii: bool,
    svg: Path | None,
    png: Path | None,
) -> int:
    """Find a solution, check it, print it.

    An input is a file, '-' for standard input, or the instance itself.

    Example: satplay solve cnf formula.cnf.gz --time 10

    Example: satplay solve qbf formula.qdimacs --strategy winner.aag
    """
    from satplay.cli.printing import print_json, print_lines, remark, write_pictures
    from satplay.cli.progress import through, working
    from satplay.cli.terminal import screen
    from satplay.verbs.solve import solve as run

    subject, inputs = arg.subject_and_inputs(words, also=[QBF])
    instances = arg.instances(inputs, subject, format)
    if over is not None and not unique:
        raise BadInput("command", found="--over", expected="--unique with it")
    if svg or png or proof or strategy:
        arg.one_input(instances, "--svg, --png, --proof or --strategy")
    of_puzzles = {
        "--encoding": encoding,
        "--assume": assume,
        "--core": core,
        "--proof": proof or proof_format or proof_formula,
        "--unique": unique,
        "--svg or --png": svg or png,
        f"--format {format}": format not in (None, "qdimacs"),
    }
    of_qbf = {"--strategy": strategy, "--strict": strict, "--unchecked": unchecked}

    look = screen(ascii=ascii)
    statuses: list[int] = []
    printed = 0
    for given in through(instances):
        try:
            if subject == QBF or (subject is None and is_quantified(given)):
                expect_no_others(of_puzzles, "solve qbf")
                statuses.append(solve_quantified(given, engine, limit, strategy, strict, unchecked, json))
                continue
            expect_no_others(of_qbf, "a puzzle")
            with working(given.name[:40]) as progress, proof_file(proof, proof_format, proof_formula) as sink:
                solved = run(
                    given,
                    subject,
                    engine=engine,
                    encoding=encoding,
                    assuming=assume,
                    limit=limit,
                    seed=seed,
                    format=format,
                    proof=sink,
                    unique=unique,
                    over=over,
                    progress=progress,
                )
                _keep_proof(solved, proof)
                keep_formula(solved, proof_formula)
            if svg or png:
                write_pictures(solved.puzzle.draw(solved.instance, solved.solution), svg, png)
            if json:
                print_json(solved.as_json())
            else:
                if printed and solved.puzzle.convention is None:
                    print_lines([""])  # pictures must not run into each other
                print_lines(solved.lines(core=core, shown=look.solution))
                printed += 1
            statuses.append(solved.exit_status)
        except SatplayError as error:
            if len(instances) == 1:
                raise
            remark(str(error))  # the others are still solved
            statuses.append(error.exit_status)
    return _together(statuses)


def _together(statuses: list[int]) -> int:
    """Several inputs: their status where they agree, an error where there was one, else 0 for done."""
    if len(set(statuses)) == 1:
        return statuses[0]
    return max((status for status in statuses if status in (2, 70)), default=0)


def _keep_proof(solved: Solved, proof: Path | None) -> None:
    """Only a refusal has a proof, or uniqueness; a file that proves nothing is not left behind."""
    if proof is not None and not solved.proved:
        from satplay.cli.files import Discard
        from satplay.cli.printing import remark

        why: str = solved.status
        if solved.asked_unique and why == "sat":
            why = "not unique" if solved.unique is False else "unknown"
        remark(f"no proof written: the answer is {why}")
        raise Discard
