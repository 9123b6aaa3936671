"""``--jobs``: the same output as in one process, stored, so that the same command continues."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from satplay.cli import main
from satplay.store import campaigns
from satplay.store.opening import open_store

BOARDS = ["@examples/flow/small", "@examples/hashi/small", "@examples/mosaic/small"]


@pytest.fixture(autouse=True)
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SATPLAY_DATA", str(tmp_path / "data"))


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(list(words))
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.parametrize(
    "words",
    [
        ["solve", *BOARDS],
        ["solve", *BOARDS, "--unique"],
        ["solve", "hashi", "3.3\n...\n3.3", "--unique", "--ascii"],
        ["solve", "hashi", "1.1\n...\n1.1"],
        ["solve", "cnf", "@examples/cnf/colouring", "p cnf 1 2\n1 0\n-1 0\n"],
        ["rate", *BOARDS],
        ["rate", *BOARDS, "--json"],
        ["rate", "hashi", "3.3\n...\n3.3"],
        ["generate", "hashi", "--size", "5x5", "--seed", "4", "--count", "5"],
        ["generate", "flow", "--size", "5x5", "--seed", "4", "--count", "4", "--difficulty", "beginner,easy"],
        ["generate", "cnf", "--seed", "4"],
    ],
    ids=lambda words: " ".join(words)[:40],
)
def test_the_output_is_that_of_one_process(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    def lines(*more: str) -> tuple[int, list[str], str]:
        status, out, err = run(capsys, *words, *more)
        return status, [line for line in out.splitlines() if not line.startswith("c encode ")], err

    expected = lines()
    assert lines("--jobs", "2") == expected
    assert lines("--jobs", "1") == expected  # all results are those of the run before


def test_a_second_run_computes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["generate", "hashi", "--size", "6x6", "--seed", "1", "--count", "6", "--jobs", "2", "--json"]
    first = run(capsys, *words)
    assert run(capsys, *words) == first  # the seconds are those of the first run, too
    (campaign,) = campaigns.all_campaigns(open_store())
    assert campaign.ended and campaigns.count_results(open_store(), campaign) == 6
    more = run(capsys, *(word if word != "6" else "8" for word in words))
    assert more[1].startswith(first[1]) and len(more[1].splitlines()) == 8
    fewer = run(capsys, *(word if word != "6" else "2" for word in words))
    assert fewer[1].splitlines() == first[1].splitlines()[:2]
    assert len(campaigns.all_campaigns(open_store())) == 1


def test_another_option_is_another_campaign(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["solve", *BOARDS, "--jobs", "1"]
    for more in ([], ["--unique"], ["--seed", "3"], ["--job-time", "20"], ["--json"]):
        assert run(capsys, *words, *more)[0] == 0
    assert len(campaigns.all_campaigns(open_store())) == 5


def test_an_error_in_one_input_does_not_stop_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    for verb in ("solve", "rate"):
        expected = run(capsys, verb, "hashi", "2.2", "x", "missing.txt", "1.1", "--json")
        found = run(capsys, verb, "hashi", "2.2", "x", "missing.txt", "1.1", "--json", "--jobs", "2")
        assert found[0] == expected[0] == 2
        assert len(found[1].splitlines()) == 2
        assert found[2] == expected[2] and found[2].count("\n") == 2


def test_words_that_are_not_utf_8_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "rate", "\udcff", "@examples/hashi/small", "--jobs", "1")
    assert status == 2 and "beginner" in out and err.count("\n") == 1
    (campaign,) = campaigns.all_campaigns(open_store())
    assert campaign.command == "satplay rate '\\udcff' @examples/hashi/small --jobs 1"


def test_the_limits_of_a_job(capsys: pytest.CaptureFixture[str]) -> None:
    hard = ["generate", "cnf", "--vars", "400", "--k", "3", "--ratio", "4.26", "--seed", "1"]
    formula = run(capsys, *hard)[1]
    words = ["solve", "cnf", formula, "p cnf 1 1\n1 0\n", "--jobs", "1", "--job-time", "0.3"]
    status, out, err = run(capsys, *words)
    assert (status, err) == (0, "") and "s UNKNOWN" in out and "s SATISFIABLE" in out
    status, out, err = run(capsys, "solve", "cnf", formula, "--jobs", "1", "--job-memory", "1")
    assert (status, out) == (3, "") and err.endswith("more than 1 MiB of memory\n")


def test_wrong_combinations_are_refused_before_any_work(capsys: pytest.CaptureFixture[str]) -> None:
    for words, found in (
        (["generate", "hashi", "--job-time", "3"], "--job-time alone"),
        (["rate", BOARDS[0], "--job-memory", "100"], "--job-memory alone"),
        (["solve", BOARDS[0], "--jobs", "0"], "'0'"),
        (["solve", BOARDS[0], "--jobs", "2", "--cluster", "tcp://localhost:1"], "--jobs with the address"),
        (["solve", BOARDS[0], "--jobs", "2", "--svg", "x.svg"], "--svg or --png with --jobs"),
        (["solve", "cnf", "p cnf 0 0", "--jobs", "2", "--proof", "x.drat"], "--proof with --jobs"),
        (["solve", "@examples/qbf/choice", "--jobs", "2"], ""),
        (["generate", "hashi", "--jobs", "2", "--difficulty", "nothing"], "nothing"),
        (["generate", "hashi", "--jobs", "2", "--size", "1x1x1"], "1x1x1"),
    ):
        status, out, err = run(capsys, *words)
        assert (status, out) == (2, "") and found in err and err.count("\n") == 1, words


def test_a_booklet_of_a_campaign(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["generate", "hashi", "--size", "5x5", "--seed", "2", "--count", "3", "--pdf"]
    alone, jobs = tmp_path / "alone.pdf", tmp_path / "jobs.pdf"
    assert (
        run(capsys, *words, str(alone))[1].partition(":")[2]
        == (run(capsys, *words, str(jobs), "--jobs", "2")[1].partition(":")[2])
    )
    assert jobs.stat().st_size == pytest.approx(alone.stat().st_size, rel=0.02)


def test_a_collection_of_a_campaign(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["generate", "hashi", "--size", "5x5", "--seed", "2", "--count", "12"]
    assert run(capsys, *words, "--keep", "@alone")[0] == 0
    assert run(capsys, *words, "--keep", "@jobs", "--jobs", "2") == (
        0,
        "@jobs: 12 new boards; 12 in all.\n",
        "",
    )
    texts = [json.loads(run(capsys, "keep", name, "--json")[1])["boards"] for name in ("@alone", "@jobs")]
    assert [one["text"] for one in texts[0]] == [one["text"] for one in texts[1]]
    assert run(capsys, *words, "--keep", "@jobs", "--jobs", "2")[0] == 0
    assert len(json.loads(run(capsys, "keep", "@jobs", "--json")[1])["boards"]) == 12
