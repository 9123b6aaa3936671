"""``satplay lab``: listing, running and reporting experiments, and errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from satplay.cli import main
from satplay.lab import experiments
from satplay.lab.experiment import Experiment, Paragraph
from tests.store.places import Place


@pytest.fixture(autouse=True)
def _own_data(users_store: Place) -> None:
    pass


def test_all_experiments_are_listed_with_their_question(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == experiments.names()
    assert all(line.endswith("?") for line in lines)


def test_the_help_lists_all_experiments(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert f"Experiments: {', '.join(experiments.names())}" in text.replace("- ", "-")


def test_an_experiment_is_run_and_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    phase = experiments.find("phase-transition")
    job = {"kind": "2", "variables": 4, "ratios": [1.0], "formulas": 2}
    small = Experiment(
        phase.title,
        phase.source,
        lambda quick: [job],
        phase.measure,
        lambda jobs: [Paragraph("!")],
    )
    # The process of the job imports the real experiment and does the same job.
    monkeypatch.setattr("satplay.lab.experiments.phase_transition.EXPERIMENT", small)
    out = tmp_path / "report"
    assert main(["lab", "phase-transition", "--quick", "--out", str(out)]) == 0
    assert capsys.readouterr().out == f"{out / 'index.html'}: 1 experiment\n"
    assert "1 done" in (out / "index.html").read_text()
    assert (
        (out / "phase-transition" / "jobs.csv")
        .read_text()
        .startswith("kind,variables,ratios,formulas,outcome")
    )
    assert main(["lab", "report", "phase-transition", "--out", str(tmp_path / "again")]) == 0
    assert (tmp_path / "again" / "index.html").read_bytes() == (out / "index.html").read_bytes()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["run"], "expected an experiment or 'all'"),
        (["phase-transitio"], "did you mean 'phase-transition'?"),
        (["report", "phase-transition"], "expected 'satplay lab run' first"),
        (["run", "all", "--jobs", "0"], "from 1"),
    ],
)
def test_bad_input_is_one_line(words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", *words]) == 2
    out, err = capsys.readouterr()
    assert out == "" and complaint in err and err.count("\n") == 1


def test_a_store_that_cannot_be_created_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.delenv("SATPLAY_STORE", raising=False)
    monkeypatch.setenv("SATPLAY_DATA", str(tmp_path / "file" / "below"))
    assert main(["lab", "report", "all"]) == 2
    assert "bad store" in capsys.readouterr().err
