"""``satplay solve``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg
from satplay.errors import BadInput, SatplayError

if TYPE_CHECKING:
    from satplay.verbs.backbone import Forced
    from satplay.verbs.proving import ProofFile
    from satplay.verbs.solve import Solved


@click.command()
@arg.words
@arg.engine
@arg.encoding
@arg.input_format
@arg.limits
@arg.seed
@arg.assume
@click.option("--core", is_flag=True, help="the assumptions that are already too much")
@click.option("--proof", type=arg.FILE, metavar="FILE", help="write a checked proof: .drat or .lrat")
@click.option(
    "--proof-format", metavar="NAME", help="drat, drat-binary or lrat; otherwise by the file's name"
)
@click.option(
    "--proof-formula", type=arg.FILE, metavar="FILE", help="write what the proof is about, as DIMACS"
)
@click.option("--unique", is_flag=True, help="say whether it is the only solution; --proof proves that")
@click.option(
    "--over",
    type=arg.Literals(),
    multiple=True,
    metavar="VARS",
    help="with --unique: tell models apart by these",
)
@arg.json
@arg.pictures
def solve(
    words: tuple[str, ...],
    engine: str | None,
    encoding: str | None,
    format: str | None,
    time: float | None,
    memory: int | None,
    conflicts: int | None,
    seed: int,
    assume: tuple[tuple[int, ...], ...],
    core: bool,
    proof: Path | None,
    proof_format: str | None,
    proof_formula: Path | None,
    unique: bool,
    over: tuple[tuple[int, ...], ...],
    json: bool,
    svg: Path | None,
    png: Path | None,
) -> int:
    """Find a solution, check it, print it.

    An input is a file, '-' for standard input, or the instance itself.

    Example: satplay solve cnf formula.cnf.gz --time 10
    """
    from satplay.cli.printing import print_json, print_lines, remark, write_pictures
    from satplay.cli.progress import through, working
    from satplay.contracts.engine import Limit
    from satplay.verbs.solve import solve as run

    subject, inputs = arg.subject_and_inputs(words)
    if over and not unique:
        raise BadInput("command", found="--over", expected="--unique with it")
    limit = Limit(seconds=time, conflicts=conflicts, memory_mib=memory)
    if svg or png or proof:
        arg.one_input(inputs, "--svg, --png or --proof")

    statuses: list[int] = []
    for given in through(inputs):
        try:
            with working(given[:40]) as progress, proof_file(proof, proof_format, proof_formula) as sink:
                solved = run(
                    given,
                    subject,
                    engine=engine,
                    encoding=encoding,
                    assuming=arg.joined(assume),
                    limit=limit,
                    seed=seed,
                    format=format,
                    proof=sink,
                    unique=unique,
                    over=arg.joined(over) if over else None,
                    progress=progress,
                )
                _keep_proof(solved, proof)
                keep_formula(solved, proof_formula)
            if svg or png:
                write_pictures(solved.puzzle.draw(solved.instance, solved.solution), svg, png)
            if json:
                print_json(solved.as_json())
            else:
                print_lines(solved.lines(core=core))
            statuses.append(solved.exit_status)
        except SatplayError as error:
            if len(inputs) == 1:
                raise
            remark(str(error))  # the others are still solved
            statuses.append(error.exit_status)
    return _together(statuses)


def _together(statuses: list[int]) -> int:
    """Several inputs: their status where they agree, an error where there was one, else 0 for done."""
    if len(set(statuses)) == 1:
        return statuses[0]
    return max((status for status in statuses if status in (2, 70)), default=0)


@contextmanager
def proof_file(
    path: Path | None, format_name: str | None, formula: Path | None
) -> Iterator[ProofFile | None]:
    """A file for the proof, if there is to be one; ``formula`` is where that which it is about goes."""
    if path is None:
        if format_name is not None or formula is not None:
            found = "--proof-format or --proof-formula"
            raise BadInput("command", found=found, expected="--proof with it")
        yield None
        return
    from satplay.cli.files import whole_file
    from satplay.verbs.proving import WRITERS, ProofFile

    by_name = path.suffix.removeprefix(".")
    if format_name is None and by_name not in WRITERS:
        raise BadInput(
            "proof file", found=repr(str(path)), expected="a name in .drat or .lrat, or --proof-format"
        )
    with whole_file(path) as file:
        yield ProofFile(file, format_name or by_name)


def keep_formula(answer: Solved | Forced, path: Path | None) -> None:
    """Write what the proof is about, if anybody wants it."""
    if answer.refuted is not None and path is not None:
        from satplay.cli.files import whole_file
        from satplay.verbs.proving import write_formula

        with whole_file(path) as file:
            write_formula(answer.refuted, file)


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
