"""The experiment ``audit``: verdicts on encodings, counterexamples as pictures, and the related claims."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from satplay import puzzles
from satplay.drawing.svg import to_svg
from satplay.lab import experiments
from satplay.lab.claims import DOCUMENTS, Claim
from satplay.lab.experiment import ReportPicture, ReportTable, Section
from satplay.lab.reporting.experiment_run import ExperimentRun
from satplay.lab.reporting.report_files import files
from satplay.store.runs import Job, StoredRun
from tests.lab.experiment_jobs import jobs_of

AUDIT = experiments.find("audit")
FIGURES = Path(__file__).parents[2] / "docs" / "results" / "audit"
REFUTED = [claim for document in DOCUMENTS for claim in document.claims if claim.wrong]
SMALL = {"random": 0, "limit": 60.0}


def sections(jobs: Sequence[Job]) -> dict[str, Section]:
    return {
        section.name: section
        for section in AUDIT.report(jobs)
        if isinstance(section, ReportTable | ReportPicture)
    }


def row(section: Section, **wanted: str) -> dict[str, Any]:
    assert isinstance(section, ReportTable)
    rows = [dict(zip(section.columns, row, strict=True)) for row in section.rows]
    return next(row for row in rows if wanted.items() <= row.items())


@pytest.mark.parametrize("quick", [True, False])
def test_every_encoding_has_a_job(quick: bool) -> None:
    planned = {(job["puzzle"], job["encoding"]) for job in AUDIT.plan(quick)}
    known = {name: puzzles.find(name) for name in puzzles.names()}
    assert planned == {(name, e) for name, puzzle in known.items() if puzzle.audit for e in puzzle.encoders}


def test_a_refuted_encoding_has_a_picture_and_refutes_its_claim() -> None:
    right = {"puzzle": "mastermind", "encoding": "direct", "size": 3, **SMALL}
    wrong = {"puzzle": "hashi", "encoding": "source-connectivity", "size": 4, **SMALL}
    found = sections(jobs_of("audit", [right, wrong]))
    verdict = row(found["encodings"], encoding="source-connectivity")
    assert verdict["sound"] == "no, after 79 boards" and verdict["complete"].startswith("yes (")
    assert row(found["encodings"], encoding="direct")["exact"] == "yes (111 boards)"
    picture = found["hashi_source-connectivity_sound"]
    assert isinstance(picture, ReportPicture) and picture.lines[0] == "not sound: on the board"
    assert picture.lines[-1] == "CONNECTED does not hold: a bridge leads away from B1, B2"
    claims = found["claims"]
    assert isinstance(claims, ReportTable)
    verdicts = [entry[3] for entry in claims.rows if entry[3]]
    assert "refuted, not sound: Hashiwokakero, 2 by 2 cells, 4 islands" in verdicts
    assert "confirmed on 111 boards" in verdicts and "not audited" in verdicts


def test_a_picture_is_written_as_a_file_and_included_in_the_page() -> None:
    job = {"puzzle": "hashi", "encoding": "source-degrees", "size": 2, **SMALL}
    machine = {"processor": "x", "cpus": 1, "system": "y", "python": "3", "packages": {}}
    run = StoredRun(1, "audit", "quick", "satplay lab audit", "0", machine, "now")
    report_files = files([ExperimentRun("audit", AUDIT, run, jobs_of("audit", [job]))])
    assert report_files["audit/hashi_source-degrees_sound.svg"].startswith(b"<svg")
    assert report_files["audit/hashi_source-degrees_sound.png"].startswith(b"\x89PNG")
    assert (
        b"3\xe2\x95\x902" in report_files["index.html"]
        and b"not sound: on the board" in report_files["index.html"]
    )


def test_a_timeout_is_reported() -> None:
    job = {"puzzle": "flow", "encoding": "edges", "size": 2, "random": 0, "limit": 0.0}
    verdict = row(sections(jobs_of("audit", [job]))["encodings"], encoding="edges")
    assert verdict["sound"] == "yes (0 boards, out of time)"


@pytest.mark.slow
@pytest.mark.parametrize("claim", REFUTED, ids=lambda claim: "-".join(claim.audit))
def test_the_page_shows_the_pictures_of_the_audit(claim: Claim) -> None:
    assert claim.audit is not None
    plan = {(job["puzzle"], job["encoding"]): job for job in AUDIT.plan(True)}
    found = sections(jobs_of("audit", [plan[claim.audit]]))
    pictures = {name: one for name, one in found.items() if isinstance(one, ReportPicture)}
    assert set(pictures) == set(claim.pictures)
    for name, picture in pictures.items():
        assert (FIGURES / f"{name}.svg").read_text("utf-8") == to_svg(picture.scene)
