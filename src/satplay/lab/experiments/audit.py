"""Which encodings state exactly the rules of their puzzle?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from satplay import puzzles
from satplay.contracts.texts import pluralize
from satplay.inputs.picture import draw_marked
from satplay.lab.claims import DOCUMENTS, Claim, picture_name
from satplay.lab.experiment import Experiment, Paragraph, Parameters, ReportPicture, ReportTable, Section
from satplay.lab.results import Cell, Row, columns, finished_rows, table
from satplay.store.runs import Job
from satplay.verbs.audit import audits, describe_counterexample
from satplay.verbs.check import check
from satplay.verifying.encodings import Counterexample, Property

SMALL = {"cnf": 4, "flow": 5, "hashi": 5, "mastermind": 4}
"""The quick run has all boards up to this size instead of the size of the puzzle's audit."""

LARGER = {("flow", "source"): 8, ("hashi", "source-crossing"): 9, ("hashi", "source-crossing-test"): 9}
"""Sizes for encodings that no smaller board refutes."""

QUICK = {"random": 10, "limit": 15.0}
FULL = {"random": 1000, "limit": 100.0}
"""Random boards and seconds; out of time, the verdict is about the boards compared so far."""


def plan(quick: bool) -> list[Parameters]:
    """Every encoding of every puzzle with audit boards; parts of an encoding are encodings too."""
    jobs: list[Parameters] = []
    for name in puzzles.names():
        puzzle = puzzles.find(name)
        if puzzle.audit is None:
            continue
        for encoding in puzzle.encoders:
            size = LARGER.get((name, encoding), SMALL.get(name)) if quick else None
            job = {"puzzle": name, "encoding": encoding, "size": size or puzzle.audit.size}
            jobs.append({**job, **(QUICK if quick else FULL)})
    return jobs


def measure(job: Parameters) -> Mapping[str, Any]:
    """The verdict in the form of ``satplay audit --json``."""
    how = {"size": job["size"], "random": job["random"], "seconds": job["limit"]}
    (found,) = audits(job["puzzle"], [job["encoding"]], **how)
    return found.as_json()


def report(jobs: Sequence[Job]) -> Iterable[Section]:
    """The verdicts, next to the claims of the sources, and every counterexample."""
    rows = finished_rows(jobs)
    verdicts = {(row["puzzle"], row["encoding"]): row for row in rows}
    yield Paragraph(
        "An encoding is sound if every model is a solution by the rules, complete if every solution has a "
        "model, exact if it has exactly one. All boards up to a size and random larger ones are compared; "
        "boards with rules that an encoding does not support are left out."
    )
    shown: dict[str, Cell] = {
        **columns("puzzle", "encoding"),
        **{kind.name.lower(): partial(_verdict, kind) for kind in Property},
        "all boards up to": "size",
        "left out": "refused",
    }
    yield table("encodings", "Encodings and the rules", rows, shown)
    yield ReportTable(
        "claims",
        "What the sources claim",
        ["source", "claim", "found", "in this run", "try it"],
        [
            [document.title, claim.text, claim.found, verdict_on(claim, verdicts), "; ".join(claim.commands)]
            for document in DOCUMENTS
            for claim in document.claims
        ],
    )
    for (puzzle, encoding), values in verdicts.items():
        yield from counterexamples(puzzle, encoding, values)


def _verdict(kind: Property, values: Row) -> str:
    entry = values[kind.name.lower()]
    boards = pluralize(entry["boards"], "board")
    if not entry["holds"]:
        return f"no, after {boards}"
    return f"yes ({boards}, out of time)" if values["stopped"] else f"yes ({boards})"


def verdict_on(claim: Claim, verdicts: Mapping[tuple[str, str], Mapping[str, Any]]) -> str:
    """The verdict of this run on a claim; empty if another experiment or a test decides it."""
    if claim.audit is None:
        return ""
    if claim.audit not in verdicts:
        return "not audited"
    puzzle = claim.audit[0]
    values = verdicts[claim.audit]
    against = [
        f"not {kind.name.lower()}: {puzzles.find(puzzle).draw(wrong.board, None).title}"
        for kind, wrong in _read_counterexamples(puzzle, values)
    ]
    if against:
        return "refuted, " + "; ".join(against)
    boards = pluralize(min(values[kind.name.lower()]["boards"] for kind in Property), "board")
    return f"confirmed on {boards}"


def counterexamples(puzzle: str, encoding: str, values: Mapping[str, Any]) -> Iterator[ReportPicture]:
    """A picture of the smallest counterexample to each property that an encoding lacks."""
    subject = puzzles.find(puzzle)
    for kind, wrong in _read_counterexamples(puzzle, values):
        title = f"{subject.title}, {encoding}: not {kind.name.lower()}"
        scene = draw_marked(subject, wrong.board, wrong.solution, wrong.violations)
        name = picture_name(puzzle, encoding, kind.name.lower())
        yield ReportPicture(name, title, scene, [*describe_counterexample(subject, kind, wrong)])


def _read_counterexamples(
    puzzle: str, values: Mapping[str, Any]
) -> Iterator[tuple[Property, Counterexample]]:
    """The counterexamples of a verdict, read back and checked again."""
    for kind in Property:
        entry = values[kind.name.lower()]
        if not entry["holds"]:
            judged = check(entry["board"], entry["text"], puzzle)
            yield kind, Counterexample(judged.instance, judged.solution, judged.violations)


EXPERIMENT = Experiment(
    title="Audit: encodings and rules",
    source="the claims of all five documents that satplay grew out of",
    plan=plan,
    measure=measure,
    report=report,
    seconds=(20.0, 120.0),
)
