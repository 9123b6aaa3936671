"""The supervisor runs a session in a child process: a crash, a hang or a killed child is a finding, too.

The child writes each case to a file before it runs, and one JSON document per line to standard output.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from tests.abuse.fuzz.case import Case, Parts, file_name, from_json, to_json
from tests.abuse.fuzz.judging import Finding
from tests.abuse.fuzz.shrinking import shrink

ROOT = Path(__file__).resolve().parents[3]
BUILD = ROOT / "build" / "fuzz-inputs"
FINDINGS = BUILD / "findings"
HANG_SECONDS = 90.0
"""Silence of the child, which reports every second; the machine may be busy."""

MAX_FINDINGS = 25
CRASH_SHRINK_SECONDS = 60.0
WAIT = 30.0


def write_finding(folder: Path, finding: Finding, case: Case) -> Path:
    """Write the case and the finding to a file; the supervisor prints how to reproduce it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{file_name(f'{case.target} {finding.kind} {finding.place}')}.json"
    number = 2
    while path.exists() and from_json(path.read_text("utf-8")) != case:
        path = path.with_name(f"{path.stem.rstrip('0123456789')}{number}.json")
        number += 1
    path.write_text(to_json(case, kind=finding.kind, place=finding.place, detail=finding.detail), "utf-8")
    return path


def command_for(path: Path) -> str:
    """The command that reproduces a finding."""
    shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    return f".venv/bin/python -m tests.abuse.fuzz --reproduce {shown}"


@dataclass
class Supervisor:
    """One run of the fuzzer: children one after the other, until the time is over."""

    groups: tuple[str, ...]
    seconds: float
    seed: int
    findings: Path = FINDINGS
    arguments: tuple[str, ...] = ()
    runs: int = 0
    signatures: int = 0
    allowed: int = 0
    found: list[Path] = field(default_factory=list)
    _crashes: set[tuple[str, str]] = field(default_factory=set)
    _start: float = field(default_factory=monotonic)

    def run(self) -> int:
        """Fuzz, print progress and a summary on stderr; 1 if there is a finding."""
        start = 0
        try:
            while self._left() > 1 and len(self.found) < MAX_FINDINGS:
                start = self._run_child(start)
        except KeyboardInterrupt:
            print(file=sys.stderr)
        self._print_progress(end="")
        allowed = f", {self.allowed} allowed" if self.allowed else ""
        print(f"{allowed}; seed {self.seed}", file=sys.stderr)
        return 1 if self.found else 0

    def _left(self) -> float:
        return self.seconds - (monotonic() - self._start)

    def _print_progress(self, end: str = "\n") -> None:
        elapsed = max(monotonic() - self._start, 0.001)
        print(
            f"fuzz-inputs: {elapsed:.0f} s, {self.runs} runs, {self.runs / elapsed:.0f} runs/s, "
            f"{self.signatures} behaviours, {len(self.found)} findings",
            end=end, file=sys.stderr, flush=True,
        )  # fmt: skip

    def _run_child(self, start: int) -> int:
        """Run one child until the end; returns the number of the input to continue with."""
        current = BUILD / f"current-{os.getpid()}.json"
        current.parent.mkdir(parents=True, exist_ok=True)
        words = ["--child", str(current), "--seconds", str(self._left()), "--seed", str(self.seed)]
        words += ["--start", str(start), "--findings", str(self.findings), *self.arguments]
        child = subprocess.Popen(
            [sys.executable, "-X", "faulthandler", "-m", "tests.abuse.fuzz", *words, *self.groups],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, cwd=ROOT, start_new_session=True,
        )  # fmt: skip
        before, number = self.runs, start
        try:
            hung = not self._listen(child, before)
            number = start + self.runs - before + 1
            if hung:
                child.kill()
            status = child.wait(WAIT)
            if (hung or status) and self._left() > -HANG_SECONDS and current.exists():
                self._report_crash(current, "hang" if hung else "crash", status)
        finally:
            if child.poll() is None:
                child.kill()
                child.wait()
            current.unlink(missing_ok=True)
        return number

    def _listen(self, child: subprocess.Popen[bytes], before: int) -> bool:
        """Read what the child reports; False if it is silent for too long."""
        assert child.stdout is not None
        shown = monotonic()
        with selectors.DefaultSelector() as selector:
            selector.register(child.stdout, selectors.EVENT_READ)
            while selector.select(HANG_SECONDS):
                line = child.stdout.readline()
                if not line:
                    return True
                self._take(json.loads(line), before)
                if monotonic() - shown > 10:
                    shown = monotonic()
                    self._print_progress()
        return False

    def _take(self, event: dict[str, Any], before: int) -> None:
        self.runs, self.signatures = before + event["runs"], max(self.signatures, event["signatures"])
        self.allowed = max(self.allowed, event["allowed"])
        if "finding" in event:
            self._print_finding(Path(event["finding"]), event["what"])

    def _print_finding(self, path: Path, what: str) -> None:
        self.found.append(path)
        print(f"FINDING {what}\n  {command_for(path)}", file=sys.stderr, flush=True)

    def _report_crash(self, current: Path, kind: str, status: int) -> None:
        """Shrink the case that ended the child, each try in a process of its own."""
        try:
            case = from_json(current.read_text("utf-8"))
        except ValueError:
            return
        detail = f"exit status {status}" if status >= 0 else f"signal {signal.Signals(-status).name}"
        if (case.target, detail) in self._crashes:
            return
        self._crashes.add((case.target, detail))
        seconds = CRASH_SHRINK_SECONDS if kind == "crash" else 0.0
        trial = current.with_suffix(".trial.json")

        def persists(parts: Parts) -> bool:
            trial.write_text(to_json(Case(case.target, parts)), "utf-8")
            return self._reproduce(trial) == status

        smallest = shrink(case.parts, persists, seconds=seconds)
        trial.unlink(missing_ok=True)
        finding = Finding(kind, "", f"{kind}: {detail}")
        path = write_finding(self.findings, finding, Case(case.target, smallest))
        self._print_finding(path, f"{kind} of {case.target}: {detail}")

    def _reproduce(self, path: Path) -> int | None:
        words = ["--reproduce", str(path), "--bare", *self.arguments]
        try:
            return subprocess.run(
                [sys.executable, "-m", "tests.abuse.fuzz", *words], cwd=ROOT, capture_output=True,
                timeout=WAIT, check=False,
            ).returncode  # fmt: skip
        except subprocess.TimeoutExpired:
            return None
