"""The contract of the command line: standard output, standard error and exit status."""

from __future__ import annotations

import gzip
import json
import lzma
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from satplay.cli import main
from satplay.engines.catalogue import catalogue, default
from satplay.logic import dimacs
from satplay.logic.formula import Formula
from tests.engines.formulas import pigeonhole

SEED = "p cnf 5 7\n-1 3 4 5 0\n-3 4 5 0\n-1 3 -4 0\n1 2 0\n1 -2 0\n-1 -5 0\n-3 -4 5 0\n"
EASY = "p cnf 3 2\n1 2 0\n-1 0\n"
SATPLAY = [sys.executable, "-m", "satplay"]

installed = {ability.name for ability in catalogue() if ability.installed}
needs_minisat = pytest.mark.skipif("minisat22" not in installed, reason="python-sat is not installed")


@pytest.fixture
def easy(tmp_path: Path) -> Path:
    path = tmp_path / "easy.cnf"
    path.write_text(EASY)
    return path


@pytest.fixture
def seed(tmp_path: Path) -> Path:
    path = tmp_path / "seed.cnf"
    path.write_text(SEED)
    return path


@pytest.fixture
def hard(tmp_path: Path) -> Path:
    """Fourteen pigeons in thirteen holes: too hard for every engine in these tests."""
    path = tmp_path / "hard.cnf"
    path.write_text(dimacs.write(Formula(pigeonhole(13))))
    return path


def model_of(output: str) -> list[int]:
    words = [word for line in output.splitlines() if line.startswith("v") for word in line.split()[1:]]
    assert words[-1] == "0"
    return [int(word) for word in words[:-1]]


# -- solve cnf ----------------------------------------------------------------------------------------


def test_satisfiable_exits_with_status_10_and_a_model(easy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "cnf", str(easy)]) == 10
    out = capsys.readouterr().out
    assert "s SATISFIABLE\n" in out
    assert set(model_of(out)) >= {-1, 2}
    assert all(line[:2] in ("c ", "s ", "v ") for line in out.splitlines())


def test_unsatisfiable_exits_with_status_20(seed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "cnf", str(seed)]) == 20
    assert "s UNSATISFIABLE\n" in capsys.readouterr().out


def test_huge_limits_act_like_no_limit(easy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    most = "9" * 18
    for verb, status in (("solve", 10), ("count", 0), ("enumerate", 0), ("backbone", 0), ("mus", 1)):
        limits = ["--time", "inf", "--memory", most, "--conflicts", most]
        assert main([verb, "cnf", str(easy), *limits]) == status, capsys.readouterr().err


@pytest.mark.parametrize("limit", [["--conflicts", "3"], ["--time", "0.05"], ["--memory", "1"]])
def test_unknown_exits_with_status_0(
    hard: Path, limit: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", "cnf", str(hard), *limit]) == 0
    assert "s UNKNOWN\n" in capsys.readouterr().out


@needs_minisat
@pytest.mark.parametrize("limit", [["--conflicts", "3"], ["--time", "0.2"]])
def test_limits_apply_to_library_engines_too(
    hard: Path, limit: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", "cnf", str(hard), "--engine", "minisat22", *limit]) == 0
    assert "s UNKNOWN\n" in capsys.readouterr().out


def test_the_subject_may_be_omitted_if_the_header_identifies_it(
    easy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", str(easy)]) == 10
    assert main(["solve", EASY]) == 10


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_compressed_input_is_read_directly(pack: object, tmp_path: Path) -> None:
    path = tmp_path / "packed"
    path.write_bytes(pack(EASY.encode()))
    assert main(["solve", "cnf", str(path)]) == 10
    assert main(["solve", str(path)]) == 10


def test_standard_input_is_a_dash() -> None:
    for words in (["solve", "cnf", "-"], ["solve", "cnf"]):
        run = subprocess.run([*SATPLAY, *words], input=EASY, capture_output=True, text=True, check=False)
        assert run.returncode == 10


def test_json_is_one_document_and_nothing_else(easy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "cnf", str(easy), "--json"]) == 10
    document = json.loads(capsys.readouterr().out)
    assert document["status"] == "sat"
    assert {-1, 2} <= set(document["solution"]["model"])
    assert (document["engine"], document["encoding"]) == (default(), "clauses")
    assert (document["variables"], document["clauses"]) == (3, 2)
    assert set(document["seconds"]) == {"encode", "solve", "verify"}


def test_several_inputs_give_json_lines(easy: Path, seed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "cnf", str(easy), str(seed), "--json"]) == 0
    documents = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [document["status"] for document in documents] == ["sat", "unsat"]


def test_one_bad_input_of_several_does_not_stop_the_others(
    easy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", "cnf", str(tmp_path / "none.cnf"), str(easy)]) == 2
    printed = capsys.readouterr()
    assert "s SATISFIABLE" in printed.out
    assert printed.err.count("\n") == 1


def test_a_core_of_the_assumptions_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    text = "p cnf 4 2\n-1 -2 0\n3 4 0\n"
    assert main(["solve", "cnf", text, "--assume", "4 1", "--assume", "2", "--core"]) == 20
    assert "c core 1 2 0\n" in capsys.readouterr().out
    assert main(["solve", "cnf", text, "--assume", "1,-3", "--json"]) == 10
    assert {1, -2, -3, 4} <= set(json.loads(capsys.readouterr().out)["solution"]["model"])


@pytest.mark.parametrize(("name", "start"), [("p.drat", "1 0\n"), ("p.lrat", "8 1 0 4 5 0\n")])
def test_a_proof_is_written_completely_and_checked(
    seed: Path, tmp_path: Path, name: str, start: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--engine", "reference", "--proof", str(tmp_path / name)]
    assert main(["solve", "cnf", str(seed), *words]) == 20
    assert (tmp_path / name).read_text().startswith(start)
    assert "c the proof was checked\n" in capsys.readouterr().out


def test_binary_proofs_are_written(seed: Path, tmp_path: Path) -> None:
    proof = tmp_path / "p.drat"
    words = ["--engine", "reference", "--proof", str(proof), "--proof-format", "drat-binary"]
    assert main(["solve", "cnf", str(seed), *words]) == 20
    assert proof.read_bytes().startswith(b"a\x02\x00")


def test_no_file_is_left_if_there_is_nothing_to_prove(easy: Path, tmp_path: Path) -> None:
    assert main(["solve", "cnf", str(easy), "--proof", str(tmp_path / "p.drat")]) == 10
    assert sorted(path.name for path in tmp_path.iterdir()) == ["easy.cnf"]


def test_pictures_are_written(easy: Path, tmp_path: Path) -> None:
    svg, png = tmp_path / "f.svg", tmp_path / "f.png"
    assert main(["solve", "cnf", str(easy), "--svg", str(svg), "--png", str(png)]) == 10
    assert "<svg" in svg.read_text()
    assert png.read_bytes().startswith(b"\x89PNG")


def test_two_billion_declared_variables_cost_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "cnf", "p cnf 2000000000 2\n7 0\n-2000000000 0\n"]) == 10
    assert model_of(capsys.readouterr().out) == [7, -2000000000]


# -- check cnf, engines ----------------------------------------------------------------------------------


def test_a_correct_model_is_valid_and_a_wrong_one_is_refused_with_the_clause(
    easy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right = tmp_path / "right.txt"
    right.write_text("c found by hand\ns SATISFIABLE\nv -1 2\nv 3 0\n")
    assert main(["check", "cnf", str(easy), str(right)]) == 0
    assert "valid" in capsys.readouterr().out
    assert main(["check", "cnf", str(easy), "1 2 3"]) == 1
    assert "clause c2 {-1}" in capsys.readouterr().out
    assert main(["check", str(easy), "1 2 3", "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["broken"] == [
        {"rule": "CLAUSE", "sentence": "clause c2 {-1} has a true literal", "place": [2]}
    ]


def test_check_reads_the_output_of_solve(
    easy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["solve", "cnf", str(easy)])
    printed = tmp_path / "printed.txt"
    printed.write_text(capsys.readouterr().out)
    assert main(["check", "cnf", str(easy), str(printed)]) == 0


@pytest.mark.parametrize(
    ("model", "complaint"),
    [
        ("", "found nothing"),
        ("1 -1 0", "found -1 after 1"),
        ("1 9 0", "found '9'"),
        ("1 x 0", "found 'x'"),
        ("v 1 0\nv 2 0", "found '2', expected nothing after the closing 0"),
        ("s UNSATISFIABLE", "only a model can be judged"),
        ("1 99999999999999999999", "expected a literal from -3 to 3"),
    ],
)
def test_an_unreadable_model_is_one_line(
    easy: Path, tmp_path: Path, model: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "model.txt"
    path.write_text(model)
    assert main(["check", "cnf", str(easy), str(path)]) == 2
    err = capsys.readouterr().err
    assert complaint in err
    assert re.match(rf"satplay: {re.escape(str(path))}:\d+:\d+: ", err)
    assert err.count("\n") == 1


def test_the_options_of_the_native_engine_are_printed_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engines", "native", "--options"]) == 0
    assert re.search(r"^reduce_first +300 +1 to \d+ ", capsys.readouterr().out, re.MULTILINE)
    assert main(["engines", "native", "--options", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {"name", "default", "least", "greatest", "meaning"} == set(rows[0])
    assert main(["engines", "reference", "--options"]) == 2


def test_the_native_engine_proves_unsatisfiable_answers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    formula = tmp_path / "pigeons.cnf"
    formula.write_text(dimacs.write(Formula(pigeonhole(5))))
    for name in ("p.drat", "p.lrat"):
        words = ["--engine", "native", "--proof", str(tmp_path / name)]
        assert main(["solve", "cnf", str(formula), *words]) == 20
        assert "c the proof was checked\n" in capsys.readouterr().out


def test_engines_are_listed_with_their_abilities(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engines"]) == 0
    assert re.search(
        r"^reference +own +incremental cores proofs traces", capsys.readouterr().out, re.MULTILINE
    )
    assert main(["engines", "--json"]) == 0
    assert {"name": "reference", "installed": True}.items() <= next(
        row for row in json.loads(capsys.readouterr().out) if row["name"] == "reference"
    ).items()
    assert main(["engines", "reference"]) == 0


# -- trace cnf --------------------------------------------------------------------------------------------

GOLDEN = Path(__file__).parents[1] / "golden"


def test_the_trace_of_the_seed_is_printed_exactly(seed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", "cnf", str(seed)]) == 0
    assert capsys.readouterr().out == (GOLDEN / "seed_trace.txt").read_text()


def test_first_uip_learns_another_clause(seed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", "cnf", str(seed), "--learn", "first-uip"]) == 0
    assert "learn c8 = {-3 @3, 5 @1}, backjump to level 1" in capsys.readouterr().out


def valuations(text: str) -> list[str]:
    """The valuations of a golden trace: ``[1d,-5]`` and so on."""
    return re.findall(r"^ *\d+ (\[.*?\])", text, re.MULTILINE)


def test_every_format_has_the_same_thirteen_states(
    seed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    golden = (GOLDEN / "seed_trace.txt").read_text()
    states = valuations(golden)
    assert len(states) == 12  # the thirteenth is fail

    assert main(["trace", "cnf", str(seed), "--json"]) == 0
    from satplay.tracing.document import from_json

    document = json.loads(capsys.readouterr().out)
    assert valuations(from_json(document).to_text()) == states

    page = tmp_path / "run.html"
    assert main(["trace", "cnf", str(seed), "--format", "html", "-o", str(page)]) == 0
    embedded = re.search(
        r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', page.read_text(), re.DOTALL
    )
    assert embedded is not None
    assert valuations(from_json(json.loads(embedded[1])).to_text()) == states

    assert main(["trace", "cnf", str(seed), "--format", "latex"]) == 0
    latex = capsys.readouterr().out
    assert latex.count(r"\item") >= 13 or latex.count("by rule") >= 12


@pytest.mark.parametrize(
    "options",
    [
        ["--propagation", "watches"],
        ["--decide", "vsids", "--phase", "false"],
        ["--decide", "jw", "--learn", "last-uip", "--minimise"],
        ["--decide", "random", "--seed", "3", "--no-learning"],
        ["--no-backjumping", "--restarts", "--restart-unit", "1"],
        ["--pure", "--phase-saving", "--deletion"],
        ["--assume", "1 2"],
        ["--conflicts", "1"],
    ],
)
def test_every_option_of_trace_gives_a_consistent_run(
    seed: Path, options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["trace", "cnf", str(seed), *options]) in (0, 3)
    assert capsys.readouterr().out.startswith("c1 {-1,3,4,5}")


def test_the_implication_graph_is_a_picture(
    seed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    svg, png = tmp_path / "g.svg", tmp_path / "g.png"
    assert main(["trace", "cnf", str(seed), "--svg", str(svg), "--png", str(png), "--step", "6"]) == 0
    assert "<svg" in svg.read_text()
    assert png.read_bytes().startswith(b"\x89PNG")


# -- wrong usage -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["solve", "cfn", "x.cnf"], "no subject is called 'cfn': did you mean 'cnf'?"),
        (["solve", "cnf", "missing.cnf"], "missing.cnf: bad file: found no such file"),
        (["solve", "cnf", "."], "found a directory"),
        (["solve", "cnf", "p cnf 1 1\n1 0", "--engine", "refrence"], "did you mean 'reference'?"),
        (["solve", "cnf", "p cnf 1 1\n1 0", "--encoding", "nope"], "no cnf encoding is called 'nope'"),
        (["solve", "cnf", "p cnf 1 1\n1 0", "--format", "nope"], "no cnf format is called 'nope'"),
        (["solve", "cnf", "p cnf 1 1\n1 0", "--time", "-1"], "0 seconds or more"),
        (["solve", "cnf", "p cnf 1 1\n1 0", "--time", "nan"], "0 seconds or more"),
        (["solve", "cnf", "p cnf 1 1\n1 0", "--time", "soon"], "'soon'"),
        (["solve", "cnf", "p cnf 1 1\n1 0", "--assume", "x"], "found 'x', expected a literal"),
        (["solve", "cnf", "p cnf 1 1\n1 0", "--assume", "2"], "found 2, expected a literal from -1 to 1"),
        (["solve", "cnf", "p cnf 1 1\n1 0", "--proof", "proof.txt"], ".drat or .lrat"),
        (["solve", "cnf", "p cnf 1 1\n1 0", "--proof", "no/such/dir/p.drat"], "bad output file"),
        (["solve", "cnf", "p cnf 1 1\n1 0", "--svg", "no/such/dir/p.svg"], "bad output file"),
        (["solve", "--nonsense"], "No such option"),
        (["sovle", "cnf"], "sovle"),
        (["trace", "cnf", "p cnf 1 1\n1 0", "--learn", "nothing"], "nothing"),
        (["trace", "cnf", "a.cnf", "b.cnf"], "one input"),
        (["check", "cnf", "p cnf 1 1\n1 0"], "an instance and a solution"),
        (["check", "cnf", "-", "-"], "standard input once"),
        (["engines", "nope"], "no engine is called 'nope'"),
        (["solve", "hello there"], "expected an instance of"),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    printed = capsys.readouterr()
    assert complaint in printed.err
    assert printed.err.count("\n") == 1
    assert printed.err.startswith("satplay: ")
    assert printed.out == ""


@needs_minisat
def test_an_engine_without_proofs_is_refused_with_a_reason(
    seed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        main(["solve", "cnf", str(seed), "--engine", "minisat22", "--proof", str(tmp_path / "p.drat")]) == 2
    )
    assert "one that writes proofs: native, reference" in capsys.readouterr().err
    assert list(tmp_path.glob("*.drat")) == []


def test_internal_errors_exit_with_status_70_and_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from satplay.engines.reference import ReferenceEngine

    monkeypatch.setattr(ReferenceEngine, "solve", lambda *_: 1 / 0)
    assert main(["solve", "cnf", EASY, "--engine", "reference"]) == 70
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "internal failure: ZeroDivisionError" in err
    with pytest.raises(ZeroDivisionError):
        main(["solve", "cnf", EASY, "--engine", "reference", "--debug"])


def test_a_wrong_model_is_never_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from satplay.contracts.engine import Sat
    from satplay.engines.reference import ReferenceEngine
    from satplay.logic.model import Model

    monkeypatch.setattr(ReferenceEngine, "solve", lambda *_: Sat(Model([1, 2, 3])))
    assert main(["solve", "cnf", EASY, "--engine", "reference"]) == 70
    printed = capsys.readouterr()
    assert "makes clause 2 (-1,) false" in printed.err
    assert printed.out == ""


# -- Ctrl-C -------------------------------------------------------------------------------------------------


def interrupted_run(words: list[str], ready: float = 1.0) -> tuple[int, str, float]:
    process = subprocess.Popen([*SATPLAY, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(ready)
    assert process.poll() is None, "it was meant to be still running"
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=10)
    return process.returncode, err, time.monotonic() - sent


@pytest.mark.parametrize("engine", ["native", "reference", pytest.param("minisat22", marks=needs_minisat)])
def test_control_c_stops_with_status_130_and_leaves_no_file(hard: Path, tmp_path: Path, engine: str) -> None:
    words = ["solve", "cnf", str(hard), "--engine", engine]
    if engine != "minisat22":
        words += ["--proof", str(tmp_path / "p.drat")]
    status, err, _ = interrupted_run(words)
    assert status == 130
    assert err == "satplay: interrupted\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hard.cnf"]


def test_a_closed_pipe_is_not_a_failure(hard: Path) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    run = subprocess.run(
        [*SATPLAY, "trace", "cnf", str(hard), "--conflicts", "50"],
        stdout=write_end,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(write_end)
    assert run.returncode == 141
    assert run.stderr == ""
