"""``satplay solve --cubes``: a formula is solved cube by cube, in this process or by workers."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from satplay.cli import arguments as arg
from satplay.errors import BadInput

if TYPE_CHECKING:
    from satplay.campaign.cubes import Answers, CubeProblem, CubesOutcome
    from satplay.campaign.parts import PartFolder
    from satplay.cli.proof import ProofRequest
    from satplay.cli.workers import Workers
    from satplay.contracts.engine import Answer, Limit
    from satplay.inputs.reading import InputInstance
    from satplay.inputs.source import Source


class CubesRequest(NamedTuple):
    """The options of ``solve --cubes``; ``given`` is the value of ``--cubes``: a number or a file."""

    given: str
    engine: str | None
    format: str | None
    seed: int
    limit: Limit
    proof: ProofRequest
    workers: Workers
    json: bool

    def expect_complete(self) -> None:
        """Raise ``BadInput``, before any work, for a proof that cannot be joined."""
        path, format = self.proof.path, self.proof.format
        if path is None:
            return
        if (format or path.suffix.removeprefix(".")) != "lrat":
            found = f"--proof-format {format}" if format is not None else f"--proof {path}"
            expected = "lrat: proofs of cubes are joined in this format"
            raise BadInput("command", found=f"--cubes and {found}", expected=expected)
        if self.engine not in (None, "native"):
            found = f"--engine {self.engine} with --cubes and --proof"
            expected = "native: proofs of cubes are joined from those of this engine"
            raise BadInput("command", found=found, expected=expected)


def solve_with_cubes(
    words: tuple[str, ...], cubes: str, options: Mapping[str, Any], unfit: Mapping[str, object]
) -> int:
    """Solve the only instance of the command; returns the exit status.

    ``cubes``  the value of ``--cubes``
    ``unfit``  the values of options that do not fit, by their names
    """
    from satplay.cli.output_files import expect_inputs_kept
    from satplay.cli.unanswered import Unanswered

    for option, value in unfit.items():
        if value and option != "--proof" and not option.startswith("--format"):
            raise BadInput("command", found=f"{option} with --cubes", expected="one of them")
    request = CubesRequest(cubes, *(options[name] for name in CubesRequest._fields[1:]))
    request.expect_complete()
    subject, inputs = arg.subject_and_inputs(words)
    source = arg.expect_one_input(arg.instances(inputs, subject, request.format), "--cubes")
    if _number(cubes) is None:
        expect_inputs_kept([cubes])
    unanswered = Unanswered(subject, source, json=request.json)
    with unanswered.at_limit():
        solved = _Solving(request).solve(source, subject)
        unanswered.printing()
        solved.print(request.json)
    return solved.exit_status


def _number(given: str) -> int | None:
    """The number of cubes; None if the value is a file."""
    if not re.fullmatch(r"-?[0-9]{1,18}", given):
        return None
    if int(given) < 1:
        raise BadInput("--cubes", found=given, expected="a number from 1, or a file of cubes")
    return int(given)


class _Solving:
    """One command."""

    def __init__(self, request: CubesRequest) -> None:
        from satplay.contracts.budget import Budget

        self._request, self._budget = request, Budget(request.limit)

    def solve(self, source: Source, subject: str | None) -> _Solved:
        from satplay.campaign.cubes import CubeProblem
        from satplay.inputs.reading import read_instance

        request = self._request
        instance = read_instance(source, subject, request.format)
        if instance.puzzle.plain_formula is None:
            found = f"--cubes with an instance of {instance.puzzle.name}"
            raise BadInput("command", found=found, expected="a formula")
        started = time.perf_counter()
        cubes = self._cubes(instance)
        problem = CubeProblem(instance.board, cubes, request.engine, request.seed, request.limit)
        split_seconds = time.perf_counter() - started
        outcome = self._answer(problem)
        solve_seconds = time.perf_counter() - started - split_seconds - outcome.verify_seconds
        return _Solved(
            instance, problem, outcome, split_seconds, solve_seconds, request.proof.path is not None
        )

    def _cubes(self, instance: InputInstance) -> tuple[tuple[int, ...], ...]:
        """The cubes of the file, or as many as requested."""
        count = _number(self._request.given)
        if count is not None:
            from satplay.cubes.splitting import split_formula

            return split_formula(instance.board, count).cubes
        from satplay.cubes.icnf import load

        try:
            return load(self._request.given).cubes_of(instance.board)
        except BadInput as error:
            raise error.at(self._request.given) from None

    def _answer(self, problem: CubeProblem) -> CubesOutcome:
        """Solve all cubes; the proof file gets its name if the proof is complete and checked."""
        from satplay.campaign.cubes import answer_cubes
        from satplay.cli.files import Discard, whole_file
        from satplay.cli.printing import remark
        from satplay.contracts.engine import Unsat
        from satplay.verifying.proof_file import write_formula

        proof = self._request.proof
        with proof.open() as file:
            with self._answers(problem) as answers:
                outcome = answer_cubes(problem, answers, file, self._budget)
            if not isinstance(outcome.answer, Unsat):
                if file is not None:
                    remark(f"no proof written: the answer is {status_of(outcome)}")
                    raise Discard
            elif proof.formula is not None:
                with whole_file(proof.formula) as formula:
                    write_formula(problem.formula, formula)
        return outcome

    def _answers(self, problem: CubeProblem) -> AbstractContextManager[Answers]:
        if self._request.workers:
            return self._by_workers(problem)
        return self._in_order(problem)

    @contextmanager
    def _in_order(self, problem: CubeProblem) -> Iterator[Answers]:
        from satplay.campaign.cubes import answers_in_order, useful_cubes
        from satplay.cli.progress import status_line

        total = len(useful_cubes(problem.cubes))
        with status_line() as show:

            def report(place: int) -> None:
                if show is not None:
                    show(f"cube {place + 1:,} of {total:,}")

            proof = self._request.proof.path is not None
            yield answers_in_order(problem, self._budget, proof=proof, on_cube=report)

    @contextmanager
    def _by_workers(self, problem: CubeProblem) -> Iterator[Answers]:
        """Run the campaign, or continue it."""
        from satplay.campaign.cubes import CubeCampaign
        from satplay.campaign.job import digest
        from satplay.campaign.stored import StoredResults, open_campaign
        from satplay.cli.workers import following, typed_command
        from satplay.store.campaigns import end_campaign
        from satplay.store.opening import open_store
        from satplay.store.transactions import many_transactions

        proof, workers = self._request.proof.path, self._request.workers
        campaign = CubeCampaign(problem, "solve --cubes", proof=proof is not None, seconds=workers.seconds)
        task, total = workers.limited(campaign.task), len(campaign.jobs)
        with many_transactions(open_store()) as store:
            stored = open_campaign(store, task, command=typed_command(), total=total)
            with part_folder(proof, digest(stored.key)) as parts:
                with following(task, total) as on_progress:
                    yield campaign.answers(
                        task,
                        workers.executor(),
                        StoredResults(store, stored),
                        elsewhere=workers.cluster is not None,
                        parts=parts,
                        on_progress=on_progress,
                    )
                end_campaign(store, stored)


@contextmanager
def part_folder(proof: Path | None, prefix: str) -> Iterator[PartFolder | None]:
    """The folder for the parts of a proof, beside it; None without a proof.

    After Ctrl-C or an error it stays for the next run of the same command; otherwise it is deleted.
    """
    from tempfile import TemporaryDirectory

    from satplay.campaign.parts import PartFolder

    if proof is None:
        yield None
    elif proof.exists() and not proof.is_file():  # a device or a pipe
        with TemporaryDirectory(prefix="satplay-") as folder:
            yield PartFolder(Path(folder), prefix)
    else:
        target = Path(os.path.realpath(proof))
        parts = PartFolder(target.with_name(f"{target.name}.parts"), prefix)
        yield parts
        parts.remove()


def status_of(outcome: CubesOutcome) -> str:
    """The status of the formula: sat, unsat or unknown."""
    from satplay.contracts.engine import Sat, Unsat

    match outcome.answer:
        case Sat():
            return "sat"
        case Unsat():
            return "unsat"
        case _:
            return "unknown"


class _Solved(NamedTuple):
    """What is printed."""

    instance: InputInstance
    problem: CubeProblem
    outcome: CubesOutcome
    split_seconds: float
    solve_seconds: float
    with_proof: bool

    @property
    def exit_status(self) -> int:
        convention = self.instance.puzzle.convention
        assert convention is not None  # a formula has one
        return convention.exit_status[status_of(self.outcome)]

    def print(self, json: bool) -> None:
        from satplay.cli.printing import print_json, print_lines

        if json:
            print_json(self.as_json())
            return
        convention = self.instance.puzzle.convention
        assert convention is not None
        print_lines(convention.lines(self._answer(), self._model(), self._remarks()))

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints: as that of ``solve``, and the cubes."""
        from satplay.campaign.cubes import Unsolved
        from satplay.contracts.engine import Sat, Unknown
        from satplay.cubes.cover import Gap
        from satplay.cubes.solving import name_of_engine

        puzzle, formula, answer = self.instance.puzzle, self.problem.formula, self.outcome.answer
        model, status = self._model(), status_of(self.outcome)
        document: dict[str, Any] = {
            "status": status,
            "subject": puzzle.name,
            "solution": puzzle.solutions[0].as_json(formula, model) if isinstance(answer, Sat) else None,
        }
        cubes: dict[str, Any] = {"count": len(self.problem.cubes), "refuted": self.outcome.refuted}
        match answer:
            case Unknown(stopped=stopped):
                document["stopped"] = stopped.value
            case Unsolved(cube=cube, why=why):
                document["stopped"] = why
                cubes["unsolved"] = list(cube)
            case Gap(cube=cube):
                document["stopped"] = "the cubes do not cover all assignments"
                cubes["uncovered"] = list(cube)
        if status == "unsat":
            document |= {"core": [], "proved": self.with_proof}
        return document | {
            "cubes": cubes,
            "engine": name_of_engine(self.problem.engine),
            "variables": formula.var_count,
            "clauses": formula.clause_count,
            "seconds": {
                "split": round(self.split_seconds, 6),
                "solve": round(self.solve_seconds, 6),
                "verify": round(self.outcome.verify_seconds, 6),
            },
        }

    def _answer(self) -> Answer:
        from satplay.contracts.engine import Sat, Stopped, Unknown, Unsat

        answer = self.outcome.answer
        return answer if isinstance(answer, Sat | Unsat | Unknown) else Unknown(Stopped.INTERRUPTED)

    def _model(self) -> Any:
        from satplay.contracts.engine import Sat

        answer = self.outcome.answer
        return answer.model if isinstance(answer, Sat) else None

    def _remarks(self) -> list[str]:
        """Comments on the answer: sizes, times, and why there is none."""
        from satplay.campaign.cubes import Unsolved
        from satplay.contracts.engine import Unknown
        from satplay.contracts.texts import pluralize
        from satplay.cubes.cover import Gap
        from satplay.cubes.icnf import cube_line
        from satplay.cubes.solving import name_of_engine

        formula, outcome = self.problem.formula, self.outcome
        seconds = (self.split_seconds, self.solve_seconds, outcome.verify_seconds)
        cubes = pluralize(len(self.problem.cubes), "cube")
        remarks = [
            f"engine {name_of_engine(self.problem.engine)}: "
            f"{formula.var_count} variables, {formula.clause_count} clauses",
            f"{cubes}, {outcome.refuted} refuted",
            "split {:.3f} s, solve {:.3f} s, verify {:.3f} s".format(*seconds),
        ]
        match outcome.answer:
            case Unknown(stopped=stopped):
                remarks.append(f"no answer: {stopped.value}")
            case Unsolved(cube=cube, why=why):
                remarks.append(f"no answer: {why} in the cube '{cube_line(cube)}'")
            case Gap(cube=cube):
                remarks.append(f"no answer: no cube covers the assignments of '{cube_line(cube)}'")
        if status_of(outcome) == "unsat":
            remarks.append("the cubes cover all assignments")
            if self.with_proof:
                remarks.append("the proof was checked")
        return remarks
