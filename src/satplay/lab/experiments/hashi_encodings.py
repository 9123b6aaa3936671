"""What do the encodings of Hashi cost, in variables, clauses and time, and how often are they right?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from satplay.lab.bench.puzzles.hashi import BENCHMARK
from satplay.lab.experiment import Experiment, Parameters, Section, Words
from satplay.lab.measuring.encoding_growth import compared, measured, planned
from satplay.lab.measuring.solved_boards import boards
from satplay.puzzles.hashi.board import Board
from satplay.store.runs import Job

SIZES = ("6x6", "8x8", "10x10", "15x15", "20x20", "30x30")


def plan(quick: bool) -> list[Parameters]:
    """Every size with every encoding."""
    return (
        planned(BENCHMARK, ("6x6", "12x12"), [1, 2]) if quick else planned(BENCHMARK, SIZES, [1, 2, 3, 4, 5])
    )


def variables(board: Board) -> int:
    """The page's: two for every pair of islands that can be joined."""
    return 2 * len(board.links)


def clauses(board: Board) -> int:
    """The page's, where it finds the ways that cross, as it means to.

    For an island k, the number of its variables; for n islands n - 1; for two ways that cross four times
    "xor", of two clauses each.
    """
    at_islands = sum(2 * len(links) for links in board.incident)
    return at_islands + len(board.cells) - 1 + 8 * len(board.crossings)


def measure(job: Parameters) -> Mapping[str, Any]:
    """Sizes and times of each board."""
    posed = boards("hashi", job["size"], job["seeds"])
    return measured(BENCHMARK, job, posed, {"variables": variables, "clauses": clauses})


def report(jobs: Sequence[Job]) -> Iterable[Section]:
    """Four figures and a table."""
    yield Words(
        "All encodings run on the native engine, on boards that satplay generates; a point is a median over "
        "the boards of a size, the band around it all of them. The encoding direct leaves it to the engine "
        "to keep islands connected, which is counted in the time and not among the clauses. The encoding "
        "source is the page's; the others named after it have one part of it each and are right in the "
        "rest. Where the table says that no answer was right there is no time to solve: an engine may "
        "answer a wrong question quickly. The page tells no times. It counts 2 variables for every pair of "
        "islands, and k clauses for an island with k variables, n - 1 for n islands, 8 for two ways that "
        "cross; its test whether two ways cross finds none, so that its formula has fewer."
    )
    yield from compared(jobs, list(BENCHMARK.puzzle.encoders))


EXPERIMENT = Experiment(
    title="Hashi: encodings",
    source='The page "Concept for SAT-Reduction", and our own',
    plan=plan,
    measure=measure,
    report=report,
    seconds=(10.0, 60.0),
)
