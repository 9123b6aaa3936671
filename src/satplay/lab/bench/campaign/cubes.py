"""Cube and conquer against one process: the same formula, each with a checked LRAT proof.

Wall time depends on what else the machine does.  So CPU time is measured, too: that of this process and of
the workers, which have all ended when it is read.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any, BinaryIO, NamedTuple, cast

from satplay.campaign.cubes import CubeCampaign, CubeProblem, answer_cubes
from satplay.campaign.executors import LocalExecutor
from satplay.campaign.parts import PartFolder
from satplay.campaign.results import ResultsInMemory
from satplay.contracts.budget import Budget
from satplay.contracts.engine import Unsat
from satplay.errors import EngineError
from satplay.lab.bench.families.pigeonhole import pigeonhole
from satplay.logic.formula import Formula
from satplay.verbs.solve import solve
from satplay.verbs.split import split
from satplay.verifying.proof_file import ProofFile

CUBES = 32
"""Enough that two workers end at about the same time, few enough that each takes some tenths of a second."""


class Seconds(NamedTuple):
    """Seconds by the clock; CPU seconds of this process and of the workers; bytes of the proof."""

    wall: float
    own_cpu: float
    workers_cpu: float
    proof_bytes: int


class CubesMeasurement(NamedTuple):
    """One formula in one process, and cube by cube with some number of workers, splitting included."""

    alone: Seconds
    by_cubes: Seconds
    workers: int
    cubes: int

    @property
    def speed_up(self) -> float:
        """How many times as fast the workers were, by the clock."""
        return self.alone.wall / self.by_cubes.wall

    @property
    def undisturbed_speed_up(self) -> float:
        """The same by CPU time: what to expect if each worker has a processor of its own.

        The work of this process (splitting, joining, checking) counts in full, as if it were done before and
        after that of the workers.
        """
        alone = self.alone.own_cpu + self.alone.workers_cpu
        return alone / (self.by_cubes.own_cpu + self.by_cubes.workers_cpu / self.workers)


def measure_cubes(formula: Formula, workers: int, cubes: int = CUBES) -> CubesMeasurement:
    """Refute a formula in one process and by workers; both proofs are checked."""
    return CubesMeasurement(solve_alone(formula), solve_by_cubes(formula, workers, cubes), workers, cubes)


def solve_alone(formula: Formula) -> Seconds:
    """The seconds of ``solve --proof``."""
    with _measured() as (file, seconds):
        solved = solve(formula, proof=ProofFile(file, "lrat"))
        _expect_refuted(solved.answer)
    return seconds[0]


def solve_by_cubes(formula: Formula, workers: int, cubes: int = CUBES) -> Seconds:
    """The seconds of ``solve --cubes --jobs --proof``."""
    with _measured() as (file, seconds), TemporaryDirectory(prefix="satplay-") as folder:
        problem = CubeProblem(formula, split(formula, cubes=cubes).cubes)
        campaign = CubeCampaign(problem, "solve --cubes", proof=True)
        answers = campaign.answers(
            campaign.task,
            LocalExecutor(workers),
            ResultsInMemory(),
            elsewhere=False,
            parts=PartFolder(Path(folder), "part"),
        )
        outcome = answer_cubes(problem, answers, ProofFile(file, "lrat"), Budget())
        _expect_refuted(outcome.answer)
    return seconds[0]


def _expect_refuted(answer: Any) -> None:
    if not isinstance(answer, Unsat):
        raise EngineError(f"the benchmark expects an unsatisfiable formula, the answer is {answer}")


@contextmanager
def _measured() -> Iterator[tuple[BinaryIO, list[Seconds]]]:
    """A file for a proof, and a list that receives the seconds at the end of the block."""
    seconds: list[Seconds] = []
    with TemporaryFile() as file:
        wall, own, workers = _clocks()
        yield cast(BinaryIO, file), seconds
        wall_after, own_after, workers_after = _clocks()
        size = os.fstat(file.fileno()).st_size
        seconds.append(Seconds(wall_after - wall, own_after - own, workers_after - workers, size))


def _clocks() -> tuple[float, float, float]:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = resource.getrusage(resource.RUSAGE_SELF)
    return (
        time.perf_counter(),
        own.ru_utime + own.ru_stime,
        children.ru_utime + children.ru_stime,
    )


def sample(workers: int, holes: int, seed: int = 1) -> dict[str, Any]:
    """One sample of ``satplay bench campaign``: a pigeonhole formula, by cubes or, without workers, alone."""
    formula = pigeonhole(seed, holes)
    taken = solve_by_cubes(formula, workers) if workers else solve_alone(formula)
    times = {"total": taken.wall, "parent": taken.own_cpu, "workers": taken.workers_cpu}
    return {"status": "unsat", "times": [times], "proof_bytes": taken.proof_bytes}
