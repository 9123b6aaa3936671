"""``satplay solve``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from satplay.cli import arguments as arg
from satplay.cli.qbf import QBF, QbfOptions, is_quantified, qbf_options, reject_options, solve_quantified
from satplay.cli.store_option import store_option
from satplay.cli.workers import Workers, campaign_options
from satplay.errors import BadInput, SatplayError

if TYPE_CHECKING:
    from satplay.cli.pictures import Pictures
    from satplay.cli.proof import ProofRequest
    from satplay.contracts.engine import Limit
    from satplay.inputs.source import Source
    from satplay.verbs.solve import SolveResult


class SolveCommand(arg.InstanceCommand):
    """``solve``, which also takes quantified formulas."""

    other_subjects = (QBF,)


@click.command(cls=SolveCommand)
@arg.words
@arg.engine
@arg.encoding
@arg.input_format
@arg.limits
@campaign_options
@store_option
@arg.seed
@arg.assume
@click.option("--core", is_flag=True, help="print an unsatisfiable core of the assumptions")
@arg.proofs
@click.option("--unique", is_flag=True, help="print whether the solution is unique; --proof proves it")
@arg.over("with --unique: projection variables")
@click.option(
    "--cubes", metavar="N|FILE", help="solve a formula cube by cube: N by look-ahead, or those of a file"
)
@qbf_options
@arg.json
@arg.ascii
@arg.pictures
def solve(
    words: tuple[str, ...],
    engine: str | None,
    encoding: str | None,
    format: str | None,
    limit: Limit,
    workers: Workers,
    seed: int,
    assume: tuple[int, ...],
    core: bool,
    proof: ProofRequest,
    unique: bool,
    over: tuple[int, ...] | None,
    cubes: str | None,
    qbf: QbfOptions,
    json: bool,
    ascii: bool,
    pictures: Pictures,
) -> int:
    """Find a solution, check it by the rules, and print it.

    An input is a file, '-' for standard input, or the instance itself.

    --jobs solves many inputs in several processes and stores each answer at once: the same command
    continues.

    Example: satplay solve BOARD --unique

    Example: satplay solve cnf formula.cnf.gz --time 10

    Example: satplay solve cnf formula.cnf --cubes 64 --jobs 2 --proof formula.lrat

    Example: satplay solve qbf formula.qdimacs --strategy winner.aag
    """
    from satplay.cli.unanswered import Unanswered

    if over is not None and not unique:
        raise BadInput("command", found="--over", expected="--unique with it")
    request: dict[str, Any] = {"engine": engine, "encoding": encoding, "assuming": assume, "seed": seed}
    request |= {"format": format, "unique": unique, "over": over}
    puzzle_only = {
        "--encoding": encoding,
        "--assume": assume,
        "--core": core,
        "--proof": proof,
        "--unique": unique,
        "--svg or --png": pictures,
        f"--format {format}": format not in (None, "qdimacs"),
    }
    if cubes is not None:
        request |= {"limit": limit, "proof": proof, "workers": workers, "json": json}
        return _solve_by_cubes(words, cubes, request, {**puzzle_only, **qbf.as_mapping()})
    with Unanswered(words[0] if words else None, json=json).at_limit():
        printer = _Printer(ascii, json, core, pictures)
        subject, inputs = arg.subject_and_inputs(words, also=[QBF])
        if workers:
            reject_options({**qbf.as_mapping(), "--proof": proof}, "--jobs or --cluster")
            instances = arg.instances(inputs, subject, format)
            return _solve_by_workers(instances, subject, request, limit, workers, printer)
        return _Solving(request, limit, proof, qbf, puzzle_only, printer).run(subject, inputs)


def _solve_by_cubes(
    words: tuple[str, ...], cubes: str, options: Mapping[str, Any], unfit: Mapping[str, object]
) -> int:
    """Solve a formula cube by cube; a module of its own, because other inputs do not need it."""
    from satplay.cli.cubes import solve_with_cubes

    return solve_with_cubes(words, cubes, options, unfit)


def _solve_by_workers(
    instances: Sequence[Source],
    subject: str | None,
    request: Mapping[str, Any],
    limit: Limit,
    workers: Workers,
    printer: _Printer,
) -> int:
    """Solve the instances as a campaign."""
    from satplay.cli.bulk import BulkCampaign

    reject_options({"--svg or --png": printer.pictures}, "--jobs or --cluster")
    if subject == QBF or (subject is None and any(map(is_quantified, instances))):
        raise BadInput(
            "command", found="a quantified formula with --jobs", expected="puzzles or CNF formulas"
        )
    common = {
        "subject": subject,
        "request": request,
        "core": printer.core,
        "json": printer.json,
        "conflicts": limit.conflicts,
        "seconds": workers.seconds,
    }
    function = "satplay.campaign.tasks.solving:solve_instance"
    campaign = BulkCampaign("solve", function, common, instances, workers)
    statuses = campaign.statuses
    for number, values in campaign.results():
        printer.show_stored(values, instances[number])
        statuses.append(values["exit_status"])
    return _combine(statuses)


class _Solving:
    """Solves all instances of one command, within one time limit."""

    def __init__(
        self,
        request: Mapping[str, Any],
        limit: Limit,
        proof: ProofRequest,
        qbf: QbfOptions,
        puzzle_only: Mapping[str, object],
        printer: _Printer,
    ) -> None:
        from satplay.contracts.budget import Budget

        self._request, self._budget = request, Budget(limit)
        self._proof, self._qbf, self._puzzle_only, self._printer = proof, qbf, puzzle_only, printer

    def run(self, subject: str | None, inputs: Sequence[str]) -> int:
        """Solve the instances in the inputs one after the other; return the exit status."""
        from satplay.cli.progress import through

        instances = arg.instances(inputs, subject, self._request["format"])
        if self._printer.pictures or self._proof.path or self._qbf.strategy:
            arg.expect_one_input(instances, "--svg, --png, --proof or --strategy")
        return _combine([self._status_of(one, subject, len(instances)) for one in through(instances)])

    def _status_of(self, source: Source, subject: str | None, count: int) -> int:
        """The exit status for one of ``count`` instances; an error in one does not stop the others."""
        from satplay.cli.printing import remark

        try:
            if subject == QBF or (subject is None and is_quantified(source)):
                return self._solve_quantified(source)
            return self._solve_puzzle(source, subject)
        except SatplayError as error:
            if count == 1:
                raise
            remark(str(error))
            return error.exit_status

    def _solve_quantified(self, source: Source) -> int:
        from satplay.cli.unanswered import Unanswered

        reject_options(self._puzzle_only, "solve qbf")
        json, limit = self._printer.json, self._budget.remaining_time()
        unanswered = Unanswered(QBF, json=json)
        with unanswered.at_limit():
            return solve_quantified(
                source, self._request["engine"], limit, self._qbf, json, unanswered.printing
            )

    def _solve_puzzle(self, source: Source, subject: str | None) -> int:
        from satplay.cli.unanswered import Unanswered

        reject_options(self._qbf.as_mapping(), "a puzzle")
        request = {**self._request, "limit": self._budget.remaining_time()}
        unanswered = Unanswered(subject, source, json=self._printer.json)
        with unanswered.at_limit():
            solved = _solve_puzzle(source, subject, self._proof, request)
            unanswered.printing()
            self._printer.show(solved)
        return solved.exit_status


def _solve_puzzle(
    source: Source, subject: str | None, proof: ProofRequest, request: dict[str, Any]
) -> SolveResult:
    """Solve one instance; write the proof and its formula if they are requested and there is a proof."""
    from satplay.cli.progress import working
    from satplay.verbs.solve import solve

    with working(source.name[:40]) as progress, proof.open() as sink:
        solved = solve(source, subject, proof=sink, progress=progress, **request)
        if proof.path is not None and not solved.proved:
            _discard_proof(solved)
        proof.write_formula(solved)
    return solved


def _discard_proof(solved: SolveResult) -> None:
    """Leave no proof file behind: the answer is neither a refutation nor a proved uniqueness."""
    from satplay.cli.files import Discard
    from satplay.cli.printing import remark

    why: str = solved.status
    if solved.asked_unique and why == "sat":
        why = "not unique" if solved.unique is False else "unknown"
    remark(f"no proof written: the answer is {why}")
    raise Discard


class _Printer:
    """Prints the answers for several instances one after the other."""

    def __init__(self, ascii: bool, json: bool, core: bool, pictures: Pictures) -> None:
        from satplay.cli.terminal import screen

        self.json, self.core, self.pictures = json, core, pictures
        self._screen = screen(ascii=ascii)
        self._first = True

    def show(self, solved: SolveResult) -> None:
        """Print the answer and write the requested pictures."""
        if self.json:
            self._print_document(solved.as_json())
        else:
            lines = solved.lines(core=self.core, write_solution=self._screen.solution)
            self._print(lines, is_drawing=solved.puzzle.convention is None)
        if self.pictures:
            self.pictures.write(solved.puzzle.draw(solved.instance, solved.solution))

    def show_stored(self, values: Mapping[str, Any], source: Source) -> None:
        """Print the answer of a worker, a value of ``solve_instance``."""
        from satplay.inputs.catalogue import find_convention
        from satplay.inputs.reading import read_board

        if self.json:
            self._print_document(values["document"])
            return
        lines, solution = values["lines"], values["solution"]
        if solution is not None and (self._screen.interactive or self._screen.ascii):
            puzzle, board = read_board(source, values["subject"])
            text = "".join(f"{line}\n" for line in solution)
            solution = self._screen.solution(puzzle, board, puzzle.solutions[0].read(board, text))
        is_drawing = find_convention(values["subject"]) is None
        self._print([*(solution or ()), *lines], is_drawing=is_drawing)

    @staticmethod
    def _print_document(document: Mapping[str, Any]) -> None:
        from satplay.cli.printing import print_json

        print_json(document)

    def _print(self, lines: Iterable[str], *, is_drawing: bool) -> None:
        from satplay.cli.printing import print_lines

        if not self._first and is_drawing:
            print_lines([""])  # separates drawings of boards
        print_lines(lines)
        self._first = False


def _combine(statuses: list[int]) -> int:
    """The exit status for several inputs: the common one, else the worst error, else 0."""
    if len(set(statuses)) == 1:
        return statuses[0]
    return max((status for status in statuses if status in (2, 70)), default=0)
