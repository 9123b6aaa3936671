"""``satplay check``."""

from __future__ import annotations

from pathlib import Path

import click

from satplay.cli import arguments as arg
from satplay.errors import BadInput


@click.command(cls=arg.Reading)
@arg.words
@arg.input_format
@arg.json
@arg.ascii
@arg.pictures
@arg.assume
@click.option("--every-line", is_flag=True, help="of a proof: judge also the lines that nothing uses")
@click.option(
    "--time", type=arg.Seconds(), metavar="SECONDS", help="of a proof or strategy: give up after so long"
)
@click.option("--memory", type=arg.Number(1), metavar="MIB", help="of these: give up beyond so much memory")
@click.option("--strict", is_flag=True, help="of a strategy: hold the formula to the numbers of its header")
def check(
    words: tuple[str, ...],
    format: str | None,
    json: bool,
    ascii: bool,
    svg: Path | None,
    png: Path | None,
    assume: tuple[int, ...],
    every_line: bool,
    time: float | None,
    memory: int | None,
    strict: bool,
) -> int:
    """Judge a solution by the rules alone, a proof that there is none, or a strategy.

    The inputs are an instance and a solution of it: files, '-', or the texts themselves.  With the subject
    'proof' they are a formula and a DRAT or LRAT proof that it, or the literals of --assume, cannot hold;
    a refusal names the first bad line.  With the subject 'strategy' they are a formula in QDIMACS and a
    strategy in AIGER; a refusal shows a game that it loses.

    Example: satplay check cnf formula.cnf model.txt

    Example: satplay check proof formula.cnf proof.drat
    """
    if words[:1] == ("strategy",):
        from satplay.cli.qbf import check_one, expect_no_others

        others = {
            "--svg or --png": svg or png,
            "--assume": assume,
            "--every-line": every_line,
            "--format": format,
        }
        expect_no_others(others, "check strategy")
        _expect_two(list(words[1:]), "a formula and a strategy")
        return check_one(words[1], words[2], strict, time, memory, json)
    if strict:
        raise BadInput("command", found="--strict", expected="it with 'check strategy' only")
    if words[:1] == ("proof",):
        if svg or png:
            raise BadInput("command", found="--svg or --png", expected="no picture of a proof")
        return _check_proof(list(words[1:]), format, json, assume, every_line, time, memory)
    if assume or every_line or time is not None or memory is not None:
        found = "--assume, --every-line, --time or --memory"
        raise BadInput("command", found=found, expected="these with 'check proof' only")
    from satplay.cli.printing import print_json, print_lines, write_pictures
    from satplay.cli.terminal import screen
    from satplay.verbs.check import check as judge

    subject, inputs = arg.subject_and_inputs(words)
    _expect_two(inputs, "an instance and a solution")
    checked = judge(arg.as_set(inputs[0]), inputs[1], subject, format=format)
    if svg or png:
        write_pictures(checked.picture(), svg, png)
    if json:
        print_json(checked.as_json())
    else:
        look = screen(ascii=ascii)
        if look.watched and checked.puzzle.sketch is not None:
            print_lines([*look.picture(checked.puzzle, checked.instance, checked.solution), ""])
        print_lines(look.words(checked.lines()))
    return checked.exit_status


def _check_proof(
    inputs: list[str],
    format: str | None,
    json: bool,
    assumed: tuple[int, ...],
    every_line: bool,
    seconds: float | None,
    memory: int | None,
) -> int:
    from satplay.cli.printing import print_json, print_lines
    from satplay.cli.progress import working
    from satplay.verbs.check_proof import check_proof

    _expect_two(inputs, "a formula and a proof")
    with working(inputs[1][:40]) as progress:
        judged = check_proof(
            inputs[0],
            inputs[1],
            format=format,
            assuming=assumed,
            every_line=every_line,
            seconds=seconds,
            memory_mib=memory,
            progress=progress,
        )
    if json:
        print_json(judged.as_json())
    else:
        print_lines(judged.lines())
    return judged.exit_status


def _expect_two(inputs: list[str], what: str) -> None:
    if len(inputs) != 2:
        raise BadInput("command", found=f"{len(inputs)} inputs", expected=what)
    if inputs == ["-", "-"]:
        raise BadInput("command", found="'-' twice", expected="standard input once")
