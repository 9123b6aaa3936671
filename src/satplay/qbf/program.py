"""External programs that decide quantified formulas: found on the PATH, run as child processes.

They read QDIMACS and answer in QDIMACS 1.1: ``s cnf 1 V C`` or ``s cnf 0 V C``, and a line ``V LITERAL 0``
for each relevant variable of the outermost block.  A child ends at its time limit, at an interrupt, and
together with this process.
"""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from typing import NoReturn

from satplay.contracts.engine import UNLIMITED, Limit, Stopped, Unknown
from satplay.contracts.qbf_engine import Fails, Holds
from satplay.errors import BadInput, EngineError, EngineMissing
from satplay.fast_dataclass import dataclass
from satplay.logic import qdimacs
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from satplay.logic.prefix import merge_blocks, variables_of
from satplay.logic.quantified import Block, Quantified, Quantifier

A_YEAR = 366 * 24 * 3600.0
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux
MOST_MIB = 1 << 30

ANSWER = re.compile(r"^s cnf ([01]) [0-9]+ [0-9]+\s*$", re.MULTILINE)
VALUE = re.compile(r"^V (-?[1-9][0-9]*) 0\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Program:
    """How to call and install a program; it reads the formula from standard input."""

    name: str
    arguments: tuple[str, ...]
    version: tuple[str, ...]
    remedy: str
    summary: str

    def path(self) -> str | None:
        """Its path; None if it is not installed."""
        return shutil.which(self.name)

    def read_version(self) -> str:
        """The first line of its version output, or its name; empty if it is not installed."""
        path = self.path()
        if path is None:
            return ""
        try:
            shown = subprocess.run([path, *self.version], capture_output=True, timeout=5, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return self.name
        lines = (shown.stdout + shown.stderr).decode(errors="replace").strip().splitlines()
        return lines[0][:40] if lines else self.name


DEPQBF = Program(
    name="depqbf",
    arguments=("--qdo",),
    version=("--version",),
    remedy="install DepQBF, for example with 'apt install depqbf'",
    summary="QCDCL with dependency schemes (Lonsing and Biere)",
)

PROGRAMS = {program.name: program for program in (DEPQBF,)}


class ProgramEngine:
    """One of the ``PROGRAMS``, a new process for every call.

    Its answer is not verified: it has no strategy.  ``limit.conflicts`` and ``limit.propagations`` raise
    ``BadInput``, because the programs do not support them.
    """

    def __init__(self, name: str) -> None:
        self._program = PROGRAMS[name]
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._interrupted = False

    def decide(self, question: Quantified, limit: Limit = UNLIMITED) -> Holds | Fails | Unknown:
        """Run the program on the formula."""
        path = self._program.path()
        if path is None:
            raise EngineMissing(self._program.name, self._program.remedy)
        self._check_limit(limit)
        normal = normalise(question)
        if not normal.matrix.clause_count:  # some programs fail on an empty matrix
            return Holds()
        with tempfile.TemporaryFile() as formula, tempfile.TemporaryFile() as errors:
            qdimacs.write_to(normal, formula)
            formula.seek(0)
            child = subprocess.Popen(
                [path, *self._program.arguments],
                stdin=formula,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,  # Ctrl-C in the terminal goes to this process only
                preexec_fn=_restrictions(limit.memory_mib),  # noqa: PLW1509 - see there
            )
            try:
                with self._lock:
                    self._child = child
                    self._interrupted = False
                seconds = None if limit.seconds is None else min(limit.seconds, A_YEAR)
                printed, _ = child.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                return Unknown(Stopped.TIME)
            finally:
                with self._lock:
                    self._child = None
                child.kill()
                child.wait()
                if child.stdout is not None:
                    child.stdout.close()
            if self._interrupted:
                return Unknown(Stopped.INTERRUPTED)
            errors.seek(0)
            messages = errors.read()[-2000:].decode(errors="replace").strip().splitlines()
        return self._read(printed.decode(errors="replace"), child.returncode, messages, question, limit)

    def interrupt(self) -> None:
        """Make a running ``decide`` return ``Unknown`` soon; called from another thread."""
        with self._lock:
            if self._child is not None:
                self._interrupted = True
                self._child.kill()

    def _check_limit(self, limit: Limit) -> None:
        if limit.conflicts is not None:
            self._reject(f"{limit.conflicts} conflicts", "none: this engine does not support it")
        if limit.propagations is not None:
            self._reject(f"{limit.propagations} propagations", "none: this engine does not support it")
        if limit.seconds is not None and not limit.seconds >= 0:  # also rejects NaN
            self._reject(f"{limit.seconds} seconds", "0 or more")
        if limit.memory_mib is not None and not 1 <= limit.memory_mib <= MOST_MIB:
            self._reject(f"{limit.memory_mib} MiB", f"1 to {MOST_MIB}")

    def _reject(self, found: str, expected: str) -> NoReturn:
        raise BadInput(f"limit for {self._program.name}", found=found, expected=expected)

    def _read(
        self, printed: str, status: int, messages: list[str], question: Quantified, limit: Limit
    ) -> Holds | Fails | Unknown:
        answer = ANSWER.search(printed)
        if answer is None or status < 0:
            if limit.memory_mib is not None:  # without memory each program fails in its own way
                return Unknown(Stopped.MEMORY)
            how = signal.strsignal(-status) if status < 0 else f"exit status {status}"
            why = f": {messages[-1]}" if messages else ""
            raise EngineError(f"{self._program.name} gave no answer ({how}){why}")
        values = tuple(sorted((int(lit) for lit in VALUE.findall(printed)), key=abs))
        if answer[1] == "1":
            return Holds(_outermost(self._program, values, question, Quantifier.EXISTS))
        return Fails(_outermost(self._program, values, question, Quantifier.FORALL))


def _outermost(
    program: Program, values: tuple[Lit, ...], question: Quantified, winner: Quantifier
) -> tuple[Lit, ...]:
    """The values of the outermost block, if the winner chooses it."""
    named = [abs(lit) for lit in values]
    if len(set(named)) < len(named) or not set(variables_of(question, winner)).issuperset(named):
        raise EngineError(f"{program.name} gave values that contradict its answer: {values}")
    first = next(iter(merge_blocks(question)), None)
    return tuple(lit for lit in values if first is not None and abs(lit) in first.variables)


def _restrictions(memory_mib: int | None) -> Callable[[], None]:
    """A function that the child calls first: it limits memory, disables core files, ends with the parent."""
    # Modules are loaded here: after a fork, locks held by other threads are never released.
    import ctypes
    import resource

    prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None

    def restrict() -> None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
        if memory_mib is not None:
            hard = resource.getrlimit(resource.RLIMIT_AS)[1]
            soft = memory_mib << 20
            soft = soft if hard == resource.RLIM_INFINITY else min(soft, hard)
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        if prctl is not None:
            # The signal is sent when the thread that started the child ends; that thread waits for the child.
            prctl(DIE_WITH_PARENT, signal.SIGKILL)

    return restrict


def normalise(question: Quantified) -> Quantified:
    """The same formula in a form that every program can read.

    Free variables become the first block, adjacent blocks of one kind are merged, and variables that do not
    occur are not bound.  Tautologies are removed, because DepQBF 5.01 fails on them.
    """
    clauses = [clause for clause in question.matrix if set(clause).isdisjoint(-lit for lit in clause)]
    occurring = {abs(lit) for clause in clauses for lit in clause}
    blocks = (
        Block(block.quantifier, tuple(var for var in block.variables if var in occurring))
        for block in question.prefix
    )
    matrix = Formula(clauses)
    return Quantified(merge_blocks(Quantified(tuple(blocks), matrix)), matrix)
