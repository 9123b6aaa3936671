"""Programs of others that decide quantified formulas: found on the PATH, run as child processes.

They are given QDIMACS and answer in QDIMACS 1.1: ``s cnf 1 V C`` or ``s cnf 0 V C``, and a line
``V LITERAL 0`` for each variable of the outermost block that matters.  A child is ended when its time is
over, when somebody interrupts, and together with us.
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
from dataclasses import dataclass
from typing import NoReturn

from satplay.contracts.engine import UNLIMITED, Fails, Holds, Limit, Stopped, Unknown
from satplay.errors import BadInput, EngineError, EngineMissing
from satplay.logic import qdimacs
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from satplay.logic.prefix import merged, variables_of
from satplay.logic.quantified import Block, Quantified, Quantifier

A_YEAR = 366 * 24 * 3600.0
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux
MOST_MIB = 1 << 30

ANSWER = re.compile(r"^s cnf ([01]) [0-9]+ [0-9]+\s*$", re.MULTILINE)
VALUE = re.compile(r"^V (-?[1-9][0-9]*) 0\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Program:
    """How a program is called, and how to get it; it reads the formula from standard input."""

    name: str
    arguments: tuple[str, ...]
    version: tuple[str, ...]
    remedy: str
    summary: str

    def path(self) -> str | None:
        """Where it is on this machine."""
        return shutil.which(self.name)

    def version_told(self) -> str:
        """What it says of itself, in its first line; its name where it says nothing."""
        path = self.path()
        if path is None:
            return ""
        try:
            told = subprocess.run([path, *self.version], capture_output=True, timeout=5, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return self.name
        lines = (told.stdout + told.stderr).decode(errors="replace").strip().splitlines()
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
    """One of the ``PROGRAMS``, a new process for every question.

    Its answer is taken at its word: it comes without a strategy.  ``limit.conflicts`` and
    ``limit.propagations`` raise ``BadInput``, because the programs do not count them.
    """

    def __init__(self, name: str) -> None:
        self._program = PROGRAMS[name]
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._interrupted = False

    def decide(self, question: Quantified, limit: Limit = UNLIMITED) -> Holds | Fails | Unknown:
        """Ask the program."""
        path = self._program.path()
        if path is None:
            raise EngineMissing(self._program.name, self._program.remedy)
        self._check_limit(limit)
        plain = plainly(question)
        if not plain.matrix.clause_count:  # some programs break down over nothing
            return Holds()
        with tempfile.TemporaryFile() as formula, tempfile.TemporaryFile() as complaints:
            qdimacs.write_to(plain, formula)
            formula.seek(0)
            child = subprocess.Popen(
                [path, *self._program.arguments],
                stdin=formula,
                stdout=subprocess.PIPE,
                stderr=complaints,
                start_new_session=True,  # Ctrl-C in the terminal is for us
                preexec_fn=_tamed(limit.memory_mib),  # noqa: PLW1509 - see there
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
            complaints.seek(0)
            said = complaints.read()[-2000:].decode(errors="replace").strip().splitlines()
        return self._read(printed.decode(errors="replace"), child.returncode, said, question, limit)

    def interrupt(self) -> None:
        """Make a running ``decide`` answer ``Unknown`` soon; to be called from another thread."""
        with self._lock:
            if self._child is not None:
                self._interrupted = True
                self._child.kill()

    def _check_limit(self, limit: Limit) -> None:
        if limit.conflicts is not None:
            self._refuse(f"{limit.conflicts} conflicts", "none: this engine does not count them")
        if limit.propagations is not None:
            self._refuse(f"{limit.propagations} propagations", "none: this engine does not count them")
        if limit.seconds is not None and not limit.seconds >= 0:  # not a number is refused, too
            self._refuse(f"{limit.seconds} seconds", "0 or more")
        if limit.memory_mib is not None and not 1 <= limit.memory_mib <= MOST_MIB:
            self._refuse(f"{limit.memory_mib} MiB", f"1 to {MOST_MIB}")

    def _refuse(self, found: str, expected: str) -> NoReturn:
        raise BadInput(f"limit for {self._program.name}", found=found, expected=expected)

    def _read(
        self, printed: str, status: int, said: list[str], question: Quantified, limit: Limit
    ) -> Holds | Fails | Unknown:
        answer = ANSWER.search(printed)
        if answer is None or status < 0:
            if limit.memory_mib is not None:  # each program ends in its own way when it gets no memory
                return Unknown(Stopped.MEMORY)
            how = signal.strsignal(-status) if status < 0 else f"exit status {status}"
            why = f": {said[-1]}" if said else ""
            raise EngineError(f"{self._program.name} gave no answer ({how}){why}")
        values = tuple(sorted((int(lit) for lit in VALUE.findall(printed)), key=abs))
        if answer[1] == "1":
            return Holds(_outermost(self._program, values, question, Quantifier.EXISTS))
        return Fails(_outermost(self._program, values, question, Quantifier.FORALL))


def _outermost(
    program: Program, values: tuple[Lit, ...], question: Quantified, winner: Quantifier
) -> tuple[Lit, ...]:
    """The values of the first block, if the winner chooses it."""
    named = [abs(lit) for lit in values]
    if len(set(named)) < len(named) or not set(variables_of(question, winner)).issuperset(named):
        raise EngineError(f"{program.name} gave values that its answer does not go with: {values}")
    first = next(iter(merged(question)), None)
    return tuple(lit for lit in values if first is not None and abs(lit) in first.variables)


def _tamed(memory_mib: int | None) -> Callable[[], None]:
    """What the child does before it becomes the program: bound its memory, leave no core, die with us."""
    # All is loaded beforehand: after a fork no other thread is there to give back its locks.
    import ctypes
    import resource

    prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None

    def tame() -> None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
        if memory_mib is not None:
            hard = resource.getrlimit(resource.RLIMIT_AS)[1]
            soft = memory_mib << 20
            soft = soft if hard == resource.RLIM_INFINITY else min(soft, hard)
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        if prctl is not None:
            # It strikes when the thread that started the child ends; that one is waiting for it.
            prctl(DIE_WITH_PARENT, signal.SIGKILL)

    return tame


def plainly(question: Quantified) -> Quantified:
    """The same question as every program can read it.

    Free variables become the first block, neighbouring blocks of one kind one, and nothing is bound that does
    not occur; clauses that are always true are left out, over which DepQBF 5.01 breaks down.
    """
    clauses = [clause for clause in question.matrix if set(clause).isdisjoint(-lit for lit in clause)]
    occurring = {abs(lit) for clause in clauses for lit in clause}
    blocks = (
        Block(block.quantifier, tuple(var for var in block.variables if var in occurring))
        for block in question.prefix
    )
    matrix = Formula(clauses)
    return Quantified(merged(Quantified(tuple(blocks), matrix)), matrix)
