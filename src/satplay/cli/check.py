"""``satplay check``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from satplay.cli import arguments as arg
from satplay.errors import BadInput

if TYPE_CHECKING:
    from satplay.cli.pictures import Pictures
    from satplay.contracts.engine import Limit

PROOF, STRATEGY = "proof", "strategy"


class CheckCommand(arg.InstanceCommand):
    """``check``, which also takes proofs and strategies."""

    other_subjects = (PROOF, STRATEGY)


class CheckOptions(NamedTuple):
    """The options that apply to some subjects only."""

    format: str | None
    assume: tuple[int, ...]
    every_line: bool
    limit: Limit
    strict: bool
    pictures: Pictures

    def reject(self, subject: str) -> None:
        """Raise ``BadInput`` if an option is given that does not apply to the subject."""
        from satplay.cli.qbf import reject_options

        if subject == STRATEGY:
            others = {
                "--svg or --png": self.pictures,
                "--assume": self.assume,
                "--every-line": self.every_line,
            }
            reject_options({**others, "--format": self.format}, "check strategy")
            return
        if self.strict:
            raise BadInput("command", found="--strict", expected="--strict only with 'check strategy'")
        if subject == PROOF:
            if self.pictures:
                raise BadInput("command", found="--svg or --png", expected="no picture of a proof")
        elif self.assume or self.every_line:
            found = "--assume or --every-line"
            raise BadInput("command", found=found, expected="these options only with 'check proof'")


@click.command(cls=CheckCommand)
@arg.words
@arg.input_format
@arg.json
@arg.ascii
@arg.pictures
@arg.assume
@click.option("--every-line", is_flag=True, help="proof: also check lines that the refutation does not use")
@arg.resource_limits
@click.option("--strict", is_flag=True, help="strategy: require the numbers in the header to be correct")
def check(
    words: tuple[str, ...],
    format: str | None,
    json: bool,
    ascii: bool,
    pictures: Pictures,
    assume: tuple[int, ...],
    every_line: bool,
    limit: Limit,
    strict: bool,
) -> int:
    """Check a solution by the rules alone, a proof of unsatisfiability, or a strategy.

    The inputs are an instance and a solution of it: files, '-', or the texts themselves. A saved game alone
    is checked as far as it is filled in: which rules are broken that no continuation can repair, and which
    marks are wrong. For the
    subject 'proof' they are a formula and a DRAT or LRAT proof that it is unsatisfiable, or that the
    literals of --assume cannot all be true; a refusal names the first incorrect line. For the subject
    'strategy' they are a formula in QDIMACS and a strategy in AIGER; a refusal shows a lost game.

    Example: satplay check cnf formula.cnf model.txt

    Example: satplay check proof formula.cnf proof.drat
    """
    options = CheckOptions(format, assume, every_line, limit, strict, pictures)
    subject = words[0] if words[:1] in ((PROOF,), (STRATEGY,)) else ""
    options.reject(subject)
    if subject == STRATEGY:
        from satplay.cli.qbf import check_one_strategy

        formula, strategy = _expect_two(words[1:], "a formula and a strategy")
        return check_one_strategy(formula, strategy, strict, limit, json)
    if subject == PROOF:
        return _check_proof(*_expect_two(words[1:], "a formula and a proof"), options, json)
    return _check_solution(words, options, json, ascii)


def _check_solution(words: tuple[str, ...], options: CheckOptions, json: bool, ascii: bool) -> int:
    from satplay.cli.printing import print_json, print_lines
    from satplay.cli.terminal import screen
    from satplay.verbs.check import check

    subject, inputs = arg.subject_and_inputs(words)
    instance, solution = inputs[0], None  # a saved game alone
    if len(inputs) != 1:
        instance, solution = _expect_two(inputs, "an instance and a solution, or a saved game")
    given = arg.with_variants(instance)
    checked = check(given, solution, subject, limit=options.limit, format=options.format)
    if options.pictures:
        options.pictures.write(checked.picture())
    if json:
        print_json(checked.as_json())
    else:
        look = screen(ascii=ascii)
        if look.interactive and checked.puzzle.sketch is not None:
            print_lines([*look.picture(checked.puzzle, checked.instance, checked.solution), ""])
        print_lines(look.words(checked.lines()))
    return checked.exit_status


def _check_proof(formula: str, proof: str, options: CheckOptions, json: bool) -> int:
    from satplay.cli.printing import print_answer
    from satplay.cli.progress import working
    from satplay.verbs.check_proof import check_proof

    with working(proof[:40]) as progress:
        verdict = check_proof(
            formula,
            proof,
            format=options.format,
            assuming=options.assume,
            every_line=options.every_line,
            seconds=options.limit.seconds,
            memory_mib=options.limit.memory_mib,
            progress=progress,
        )
    return print_answer(verdict, json)


def _expect_two(inputs: Sequence[str], what: str) -> tuple[str, str]:
    """The two inputs; raise ``BadInput`` for any other number, or if both are standard input."""
    if len(inputs) != 2:
        raise BadInput("command", found=f"{len(inputs)} inputs", expected=what)
    first, second = inputs
    if first == second == "-":
        raise BadInput("command", found="'-' twice", expected="standard input once")
    return first, second
