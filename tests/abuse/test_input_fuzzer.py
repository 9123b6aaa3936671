"""The fuzzer of inputs can find every kind of finding, and shrinks it."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Hashable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from satplay.errors import BadInput, EngineError
from tests.abuse.fuzz import judging
from tests.abuse.fuzz.case import Case, Parts, file_name, from_json, to_json
from tests.abuse.fuzz.judging import Finding, Slow, Unfinished, Violation, cpu_limit, judge
from tests.abuse.fuzz.mutations import MAX_BYTES, MUTATIONS, Material, mutate
from tests.abuse.fuzz.session import Session
from tests.abuse.fuzz.shrinking import shrink
from tests.abuse.fuzz.supervisor import ROOT, command_for, write_finding
from tests.abuse.fuzz.targets import GROUPS, all_targets
from tests.abuse.fuzz.targets.target import Target, read_or_refuse

SEEDS: list[Parts] = [(b"3 4\n1 2 0\n",), (b"a b\nc d\n",)]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the fuzzer uses timers of Unix")


# -- mutations ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
@pytest.mark.parametrize("data", [b"", b"1", b"p cnf 3 2\n1 -3 0\n2 3 0\n", b"\xff\0\x80"])
def test_a_mutation_accepts_all_data_and_depends_on_its_randomness_alone(mutation: Any, data: bytes) -> None:
    material = Material([b"other", b""], [b"token"])
    results = [mutation(data, Random(seed), material) for seed in range(60)]
    assert results == [mutation(data, Random(seed), material) for seed in range(60)]
    assert all(isinstance(result, bytes) for result in results)
    assert not data.isascii() or len(data) < 2 or any(result != data for result in results)


def test_mutations_without_material_and_results_of_limited_length() -> None:
    data = b"9" * MAX_BYTES
    for seed in range(200):
        assert len(mutate(data, Random(seed), Material())) <= MAX_BYTES


def test_every_kind_of_character_and_number_appears() -> None:
    seen = b"".join(mutate(b"1 2 3\n4 5 6\n", Random(seed), Material([b"x"], [b"y"])) for seed in range(3000))
    for piece in (
        b"\0",
        "\u202e".encode(),
        "\u0301".encode(),
        b"\xed\xa0\x80",
        b"2147483648",
        b"[[[",
        b"\r\n",
        b"y",
    ):
        assert piece in seen, piece


# -- shrinking ---------------------------------------------------------------------------------------


def test_a_planted_bug_is_shrunk_to_its_minimum() -> None:
    long = b"".join(b"line %d is here\n" % number for number in range(200))
    planted = (long + b"some needle in it\n" + long,)
    assert shrink(planted, lambda parts: b"needle" in parts[0], seconds=60) == (b"needle",)


def test_numbers_are_shrunk() -> None:
    smallest = shrink(
        (b"x 123456 7777\n",), lambda parts: len(re.findall(rb"[0-9]+", parts[0])) == 2, seconds=60
    )
    assert len(smallest[0]) == 3


def test_parts_are_removed_only_after_the_fixed_ones() -> None:
    parts = (b"input", b"file", b"solve", b"--needle", b"x")
    assert shrink(parts, lambda parts: b"--needle" in parts, seconds=60, fixed=2) == (b"", b"", b"--needle")
    assert len(shrink(parts, lambda parts: b"--needle" in parts, seconds=60)) == 5


def test_shrinking_ends_in_time_with_the_best_result_so_far() -> None:
    def persists(parts: Parts) -> bool:
        time.sleep(0.01)
        return b"needle" in parts[0]

    started = time.monotonic()
    smaller = shrink((b"hay\n" * 3000 + b"needle",), persists, seconds=0.5)
    assert time.monotonic() - started < 5
    assert b"needle" in smaller[0] and len(smaller[0]) < 12_000


# -- the verdict: every kind of finding can be found -------------------------------------------------


def raise_error(error: BaseException) -> Any:
    def run(parts: Parts) -> Hashable:
        raise error

    return run


class Finaliser:
    def __del__(self) -> None:
        raise ValueError("in a finaliser")


def fail_in_finaliser(parts: Parts) -> Hashable:
    Finaliser()
    return "done"


def work_for_ever(parts: Parts) -> Hashable:
    while True:
        with suppress(Exception):  # does not catch the end of the time
            sum(range(1000))


def take_memory(parts: Parts) -> Hashable:
    return len(b"x" * ((judging.MEMORY_MIB + 100) << 20))


def refuse(text: str) -> Any:
    raise BadInput("board", found="'x'", expected="'y'", line=99, column=1)


LONG = BadInput("board", found="'x'", expected="y" * 5000)
RUNS: dict[str, Any] = {
    "exception": raise_error(KeyError("x")),
    "our bug": raise_error(EngineError("a wrong model")),
    "message": raise_error(LONG),
    "slow": work_for_ever,
    "memory": take_memory,
    "lost exception": fail_in_finaliser,
    "round trip": raise_error(Violation("round trip", "two different values")),
    "no place": lambda parts: read_or_refuse(refuse, "one line"),
}


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("kind", RUNS)
def test_the_finding_is_found(kind: str) -> None:
    if kind == "memory" and not Path("/proc/self/clear_refs").exists():
        pytest.skip("the peak memory of a process is known on Linux only")
    outcome = judge(RUNS[kind], (b"x",), seconds=0.3 if kind == "slow" else 60)
    assert outcome.finding is not None and outcome.finding.kind == kind


@pytest.mark.parametrize(
    "error", [SystemExit(3), MemoryError(), RecursionError(), AssertionError("x"), OSError(2, "x")]
)
def test_exceptions_that_are_not_ours_are_findings(error: BaseException) -> None:
    assert judge(raise_error(error), (b"",)).finding is not None


def test_a_refusal_is_no_finding_and_its_numbers_and_quotes_are_no_behaviour() -> None:
    outcomes = [
        judge(raise_error(BadInput("board", found=f"'{n}'", expected="1 to 8", line=n, column=1)), (b"",))
        for n in (1, 2)
    ]
    assert outcomes[0] == outcomes[1]
    assert outcomes[0].finding is None


def test_a_run_that_may_take_any_time_is_no_finding() -> None:
    def run(parts: Parts) -> Hashable:
        with cpu_limit(0.1, Unfinished):
            return work_for_ever(parts)

    assert judge(run, (b"",), seconds=5).finding is None


def test_limits_are_nested() -> None:
    with pytest.raises(Slow), cpu_limit(0.5, Slow):
        with pytest.raises(Unfinished), cpu_limit(0.1, Unfinished):
            work_for_ever((b"",))
        work_for_ever((b"",))


# -- sessions ----------------------------------------------------------------------------------------


def stumble(parts: Parts) -> Hashable:
    if b"-1" in parts[0]:
        raise IndexError("negative")
    return len(parts[0].split())


def run_session(
    run: Any, seed: int, seconds: float = 2.0, **options: Any
) -> tuple[list[Case], list[Finding], Session]:
    cases: list[Case] = []
    findings: list[Finding] = []
    smallest: list[Parts] = []

    def report(finding: Finding, case: Case, parts: Parts) -> None:
        findings.append(finding)
        smallest.append(parts)

    target = Target("planted", "boards", run, lambda: SEEDS, (b"token",))
    session = Session([target], seed, cases.append, report, **options)
    session.run(seconds)
    if smallest:
        assert smallest[0] == (b"-1",)
    return cases, findings, session


def test_a_session_finds_a_planted_bug_once_and_shrinks_it() -> None:
    _, findings, session = run_session(stumble, 1)
    assert [finding.kind for finding in findings] == ["exception"]
    assert session.runs > 100


def test_kinds_that_are_allowed_are_not_reported() -> None:
    _, findings, session = run_session(stumble, 1, allowed=["exception"])
    assert not findings and session.allowed_count > 0


def test_the_same_seed_gives_the_same_inputs() -> None:
    def run(parts: Parts) -> Hashable:
        return len(parts[0])

    first, second, other = (run_session(run, seed, 0.5)[0] for seed in (1, 1, 2))
    count = min(len(first), len(second), 200)
    assert count > 50 and first[:count] == second[:count] != other[:count]


def test_inputs_with_new_behaviour_join_the_corpus() -> None:
    _, _, session = run_session(lambda parts: len(parts[0]), 1, 0.5)
    assert len(session.corpus_of(session.targets[0])) > len(SEEDS)


# -- files and processes -----------------------------------------------------------------------------


def test_a_case_survives_writing_and_reading(tmp_path: Path) -> None:
    case = Case("board x", (bytes(range(256)), b"", "é".encode()))
    assert from_json(to_json(case, kind="slow")) == case
    finding = Finding("slow", "", "detail")
    one, same = (write_finding(tmp_path, finding, case) for _ in range(2))
    other = write_finding(tmp_path, finding, Case("board x", (b"y",)))
    assert one == same != other
    assert str(one) in command_for(one)
    assert file_name("é") == "finding"


def test_targets_of_every_group_have_seeds() -> None:
    targets = all_targets().values()
    assert {target.group for target in targets} == set(GROUPS)
    assert [target.name for target in targets if not target.seeds()] == []


def run_fuzzer(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.abuse.fuzz", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.skipif(sys.platform != "linux", reason="another system may report the crash to its user")
def test_a_crash_of_the_process_is_found_and_shrunk(tmp_path: Path) -> None:
    sabotage = ("--sabotage", "tests.abuse.sabotaged_inputs")
    done = run_fuzzer("--seconds", "4", "crash", "--findings", str(tmp_path), *sabotage)
    assert done.returncode == 1, done.stderr
    assert "crash of crash: signal SIGSEGV" in done.stderr
    path = next(tmp_path.glob("*.json"))
    assert from_json(path.read_text("utf-8")).parts == (b"bomb",)
    assert run_fuzzer("--reproduce", str(path), *sabotage).returncode < 0


def test_an_interrupted_session_ends_with_its_summary(tmp_path: Path) -> None:
    words = [
        sys.executable,
        "-m",
        "tests.abuse.fuzz",
        "--seconds",
        "100",
        "--findings",
        str(tmp_path),
        "dimacs",
    ]
    child = subprocess.Popen(words, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    time.sleep(3)
    child.send_signal(signal.SIGINT)
    _, text = child.communicate(timeout=60)
    assert child.returncode == 0
    assert re.search(r"fuzz-inputs: .* runs, .* 0 findings; seed 1\n$", text), text


def test_a_wrong_target_is_refused() -> None:
    done = run_fuzzer("no-such-target")
    assert done.returncode == 1 and "no-such-target" in done.stderr
