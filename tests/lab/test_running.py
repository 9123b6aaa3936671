"""Experiments: jobs in separate processes, results in the store, a report from the store alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from satplay.campaign.executors import LocalExecutor
from satplay.campaign.run import Progress
from satplay.lab import experiments
from satplay.lab.reporting.experiment_run import ExperimentRun
from satplay.lab.reporting.report_files import files
from satplay.lab.run_experiment import run
from satplay.store.opening import open_store
from satplay.store.runs import JobOutcome, all_runs, jobs_of
from tests.store.places import Place

TOY = """'What are squares?'
import os, time
from satplay.lab.experiment import Axis, Bars, Experiment, Lines, Series, ReportTable, Paragraph

def plan(quick):
    return [{"n": n} for n in range(3 if quick else 7)]

def measure(job):
    match job["n"]:
        case 2:
            while os.path.exists(os.environ.get("TOY_HELD", "")):
                time.sleep(0.01)
        case 3:
            while True: pass
        case 4:
            bytearray(1 << 40)
        case 5:
            raise ValueError("five is too much")
        case 6:
            os.abort()
    return {"square": job["n"] ** 2, "process": os.getpid()}

def report(jobs):
    done = [(job.parameters["n"], job.values["square"]) for job in jobs if job.values]
    yield Paragraph("Squares & more.")
    yield ReportTable("squares", "Squares", ["n", "square"], done)
    source = Series("the source", [(0, 0), (2, 5)], source=True)
    yield Lines("growth", "Growth", Axis("n"), Axis("square"), [Series("ours", done), source], {"one": 1})
    yield Bars("bars", "Bars", Axis("square"), ["a", "b"], ["x"], [[1.0], [None]])

EXPERIMENT = Experiment("Toy", "Euclid", plan, measure, report, (5.0, 0.2), 512)
"""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An experiment that child processes can import too."""
    (tmp_path / "toy_squares.py").write_text(TOY)
    monkeypatch.setattr(experiments, "__path__", [*experiments.__path__, str(tmp_path)])
    # The process of a job finds the experiment through its own start-up file.
    (tmp_path / "sitecustomize.py").write_text(
        f"import satplay.lab.experiments as e; e.__path__.append({str(tmp_path)!r})"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    yield "toy-squares"


def test_every_experiment_states_its_question() -> None:
    for name in experiments.names():
        experiment = experiments.find(name)
        module = __import__(f"satplay.lab.experiments.{name.replace('-', '_')}", fromlist=["x"])
        assert isinstance(module, ModuleType) and (module.__doc__ or "").splitlines()[0].endswith("?")
        assert experiments.question(name).endswith("?") and experiment.source and experiment.title
        quick, full = experiment.plan(True), experiment.plan(False)
        assert 0 < len(quick) <= len(full)
        assert list(experiment.report([])) is not None


def test_jobs_run_in_separate_processes_and_stop_at_their_limits(toy: str, place: Place) -> None:
    store = open_store(place)
    seen: list[tuple[int, int | None]] = []
    finished_run = run(
        store,
        toy,
        quick=False,
        executor=lambda: LocalExecutor(3),
        on_progress=lambda progress: seen.append((progress.finished, progress.total)),
    )
    jobs = jobs_of(store, finished_run)
    assert [one.values.get("square") for one in jobs] == [0, 1, 4, None, None, None, None]
    assert len({one.values["process"] for one in jobs[:3]}) == 3
    assert [one.outcome for one in jobs[3:]] == [JobOutcome.OUT_OF_TIME, *[JobOutcome.FAILED] * 3]
    assert jobs[4].why == "more than 512 MiB of memory" and jobs[5].why == "ValueError: five is too much"
    assert jobs[6].why == "its worker ended 3 times: Aborted"
    assert seen[0] == (0, 7) and seen[-1] == (7, 7)


def test_an_interrupted_run_resumes(
    toy: str, place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, held = open_store(place), tmp_path / "held"
    held.touch()
    monkeypatch.setenv("TOY_HELD", str(held))  # the last job does not end before the interrupt

    def ends(progress: Progress) -> None:
        if progress.finished >= 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(store, toy, quick=True, on_progress=ends)
    (begun,) = all_runs(store)
    before = [one for one in jobs_of(store, begun) if one.outcome]
    assert begun.ended is None and len(before) == 2
    held.unlink()
    finished_run = run(store, toy, quick=True)
    assert finished_run.id == begun.id and jobs_of(store, finished_run)[:2] == before
    assert run(store, toy, quick=True).id != begun.id  # that run is complete
    assert run(store, toy, quick=True, again=True).id == 3


def test_the_report_is_made_from_the_store_alone(toy: str, place: Place) -> None:
    store = open_store(place)
    finished_run = run(store, toy, quick=True, executor=lambda: LocalExecutor(2), options="--jobs 2")
    jobs = jobs_of(store, finished_run)
    experiment = replace(experiments.find(toy), measure=lambda parameters: pytest.fail("measured again"))
    report_files = files([ExperimentRun(toy, experiment, finished_run, jobs)])
    assert set(report_files) == {
        "index.html",
        "index.md",
        *(
            f"{toy}/{name}"
            for name in ("squares.csv", "jobs.csv", "growth.svg", "growth.png", "bars.svg", "bars.png")
        ),
    }
    page = report_files["index.html"].decode()
    assert "What are squares?" in page and "Squares &amp; more." in page and "3 done" in page
    assert not re.search(r"(src|href)=.(?!data:|#)", page)  # the page is self-contained
    assert f"<code>satplay lab run {toy} --quick --jobs 2</code>" in page
    text = report_files["index.md"].decode()
    assert "- [Toy](#toy): What are squares?\n\n## Toy\n" in text
    assert "| n | square |\n| ---: | ---: |\n| 0 | 0 |\n" in text
    assert {name for name in report_files if name.endswith(".svg")} == set(
        re.findall(r"!\[.*\]\((.*)\)", text)
    )
    assert report_files[f"{toy}/squares.csv"].decode().splitlines() == ["n,square", "0,0", "1,1", "2,4"]
    assert b"the source" in report_files[f"{toy}/growth.svg"] and report_files[
        f"{toy}/growth.png"
    ].startswith(b"\x89PNG")
    assert files([ExperimentRun(toy, experiment, finished_run, jobs)]) == report_files
