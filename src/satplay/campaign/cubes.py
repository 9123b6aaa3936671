"""Solving the cubes of a formula, in this process or by workers, with one proof for all of them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import NamedTuple, TypeAlias

from satplay.campaign.executors import ChunkExecutor
from satplay.campaign.job import DONE, OUT_OF_TIME, FinishedJob, Job, Task, list_jobs, series_of
from satplay.campaign.parts import PartFolder, ResultsWithParts
from satplay.campaign.results import Results
from satplay.campaign.run import CampaignRun, OnProgress
from satplay.campaign.tasks.cubes import FUNCTION, answer_of, clauses_for_workers, digest_of
from satplay.contracts.budget import Budget
from satplay.contracts.engine import UNLIMITED, Limit, Sat, Stopped, Unknown, Unsat
from satplay.cubes.cover import Gap, refute_cubes
from satplay.cubes.joining import JoinedProof
from satplay.cubes.solving import CubeAnswer, RefutedCube, is_contradictory, solve_cube
from satplay.errors import EngineError
from satplay.fast_dataclass import dataclass
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause, Lit
from satplay.solving.evaluation import check_model
from satplay.verifying.proof_file import ProofFile


@dataclass(frozen=True, slots=True)
class CubeProblem:
    """A formula, its cubes, and how each is solved.

    ``limit``  the limit of conflicts is for each cube
    """

    formula: Formula
    cubes: tuple[tuple[Lit, ...], ...]
    engine: str | None = None
    seed: int = 0
    limit: Limit = UNLIMITED


@dataclass(frozen=True, slots=True)
class Unsolved:
    """A cube without an answer, and why."""

    cube: tuple[Lit, ...]
    why: str


CubesAnswer: TypeAlias = Sat | Unsat | Unknown | Unsolved | Gap
"""The answer to the formula; ``Unsolved`` and ``Gap`` also mean that it is unknown."""

Answered: TypeAlias = tuple[tuple[Lit, ...], CubeAnswer | Unsolved]
"""A cube and its answer."""

Answers: TypeAlias = Generator[Answered, None, None]


class CubesOutcome(NamedTuple):
    """The answer, the number of cubes that were refuted, and the seconds that checking the proof took."""

    answer: CubesAnswer
    refuted: int
    verify_seconds: float


def answer_cubes(
    problem: CubeProblem, answers: Answers, proof: ProofFile | None, budget: Budget
) -> CubesOutcome:
    """The answer to the formula from those to its cubes, in their order.

    The first model ends everything.  A model is evaluated, and the proof, if there is one, is checked.
    """
    conclusion = _Conclusion(problem, proof)
    with closing(answers):
        for cube, answer in answers:
            if conclusion.add(cube, answer):
                break
    drawn = conclusion.draw(budget)
    return CubesOutcome(drawn, len(conclusion.clauses), conclusion.verify_seconds)


class _Conclusion:
    """What follows from the answers so far."""

    def __init__(self, problem: CubeProblem, proof: ProofFile | None) -> None:
        self._problem, self._proof = problem, proof
        self._joined = None if proof is None else JoinedProof(problem.formula.flat, proof.file)
        self._final: Sat | Unsat | None = None
        self._unsolved: Unsolved | Unknown | None = None
        self.clauses: list[Clause] = []
        self.verify_seconds = 0.0

    def add(self, cube: tuple[Lit, ...], answer: CubeAnswer | Unsolved) -> bool:
        """Add one answer; returns whether it decides the formula, or the time is up."""
        match answer:
            case Sat(model=model):
                check_model(self._problem.formula, model)
                self._final = answer
            case RefutedCube(clause=clause):
                self._add_clause(cube, answer)
                if not clause:
                    self._final = Unsat()
            case Unknown(stopped=Stopped.TIME | Stopped.INTERRUPTED):
                self._unsolved = answer
                return True
            case Unknown(stopped=stopped):
                self._unsolved = self._unsolved or Unsolved(cube, stopped.value)
            case Unsolved():
                self._unsolved = self._unsolved or answer
        return self._final is not None

    def _add_clause(self, cube: tuple[Lit, ...], refuted: RefutedCube) -> None:
        if not {-lit for lit in refuted.clause} <= set(cube):
            raise EngineError("the clause of a cube has a literal that is not in the cube")
        self.clauses.append(refuted.clause)
        if self._joined is None or self._unsolved is not None:
            return
        if not refuted.clause:
            self._joined.restart()  # this part alone refutes the formula
        self._joined.add(refuted)

    def draw(self, budget: Budget) -> CubesAnswer:
        """The answer; unless there is a model, the cubes must cover all assignments."""
        if isinstance(self._final, Sat):
            return self._final
        if self._final is None:
            if self._unsolved is not None:
                return self._unsolved
            formula, joined = self._problem.formula, self._joined
            on_part = None if joined is None else joined.add
            limit = budget.remaining_time()
            cover = refute_cubes(formula.flat, formula.var_count, self.clauses, limit, on_part)
            if not isinstance(cover, RefutedCube):
                return cover
            if joined is not None:
                joined.finish(cover)
        return self._check(budget)

    def _check(self, budget: Budget) -> Unsat | Unknown:
        if self._proof is not None:
            from satplay.verifying.refutation import check_refutation

            before = budget.elapsed_seconds
            stopped = check_refutation(self._proof, self._problem.formula, (), budget)
            self.verify_seconds = budget.elapsed_seconds - before
            if stopped is not None:
                return Unknown(stopped)
        return Unsat()


# -- in this process -----------------------------------------------------------------------------------


def answers_in_order(
    problem: CubeProblem, budget: Budget, *, proof: bool, on_cube: Callable[[int], None] | None = None
) -> Answers:
    """Solve one cube after the other in this process."""
    formula = problem.formula
    for place, cube in enumerate(useful_cubes(problem.cubes)):
        if on_cube is not None:
            on_cube(place)
        yield (
            cube,
            solve_cube(
                formula.flat,
                formula.var_count,
                cube,
                engine=problem.engine,
                seed=problem.seed,
                limit=budget.remaining_time(),
                proof=proof,
            ),
        )


def useful_cubes(cubes: Sequence[tuple[Lit, ...]]) -> list[tuple[Lit, ...]]:
    """The cubes that some assignment satisfies, each once."""
    return [cube for cube in dict.fromkeys(cubes) if not is_contradictory(cube)]


# -- by workers ----------------------------------------------------------------------------------------


class CubeCampaign:
    """The campaign of one problem: a job for each cube.

    ``task``  without the clauses, which every worker gets as it needs them: its results depend on their
    digest alone; ``seconds``: time limit of each job
    """

    def __init__(self, problem: CubeProblem, kind: str, *, proof: bool, seconds: float | None = None) -> None:
        self.problem = problem
        self.cubes = useful_cubes(problem.cubes)
        self.jobs: list[Job] = list_jobs({"cube": list(cube)} for cube in self.cubes)
        common = {
            "formula": digest_of(problem.formula.flat),
            "variables": problem.formula.var_count,
            "engine": problem.engine,
            "seed": problem.seed,
            "conflicts": problem.limit.conflicts,
            "seconds": seconds,
            "proof": proof,
        }
        self.task = Task(kind, FUNCTION, common, series_of(self.jobs))

    def answers(
        self,
        task: Task,
        executor: ChunkExecutor,
        results: Results,
        *,
        elsewhere: bool,
        parts: PartFolder | None = None,
        on_progress: OnProgress | None = None,
    ) -> Answers:
        """Run the campaign; yields the answers in the order of the cubes, or a model as soon as there is one.

        ``task``       that of this campaign, possibly with limits of time and memory
        ``elsewhere``  whether the workers may run on other machines
        ``parts``      where the parts of the proof are kept, if there is one
        """
        if parts is not None:
            results = ResultsWithParts(results, parts, self.jobs)
        final = self._find_final(results)
        if final is not None:
            yield self._answer(final, parts)
            executor.shutdown()
            return
        found: list[FinishedJob] = []

        def is_last(result: FinishedJob) -> bool:
            if is_final(result):
                found.append(result)
            return bool(found)

        with clauses_for_workers(self.problem.formula.flat, elsewhere=elsewhere) as clauses:
            run = CampaignRun(
                _with_common(task, clauses),
                self.jobs,
                executor,
                results,
                total=len(self.jobs),
                on_progress=on_progress,
                is_last=is_last,
                strict=True,
            )
            with closing(run.results()) as batches:
                for batch in batches:
                    for result in batch:
                        if not found:
                            yield self._answer(result, parts)
        for result in found[:1]:
            yield self._answer(result, parts)

    def _find_final(self, results: Results) -> FinishedJob | None:
        """A result of an earlier run that decides the formula, also one beyond a gap."""
        if not results.finished_among([job.key for job in self.jobs]):
            return None
        place = 0
        while place < len(self.jobs):
            for result in results.from_place(place):
                if is_final(result):
                    return result
                place = result.place
            place += 1
        return None

    def _answer(self, result: FinishedJob, parts: PartFolder | None) -> Answered:
        cube = self.cubes[result.place]
        if result.outcome == OUT_OF_TIME:
            return cube, Unsolved(cube, "out of time")
        if result.outcome != DONE:
            return cube, Unsolved(cube, result.why)
        if result.values["status"] == "unknown":
            return cube, Unsolved(cube, result.values["stopped"])
        is_refuted = result.values["status"] == "unsat"
        part = parts.load(result.key) if parts is not None and is_refuted else None
        return cube, answer_of(result.values, part)


def is_final(result: FinishedJob) -> bool:
    """Whether the answer to one cube is an answer to the formula: a model, or the empty clause."""
    if result.outcome != DONE:
        return False
    return result.values["status"] == "sat" or result.values.get("clause") == []


def _with_common(task: Task, more: dict[str, str]) -> Task:
    from dataclasses import replace

    return replace(task, common={**task.common, **more})
