"""Runs one case under limits of time and memory, and says whether it is a finding.

A finding is: an exception that satplay does not raise on purpose, or one that says "our bug"; a message that
is not readable; a run that takes too long or too much memory; and every ``Violation`` that a target raises.
"""

from __future__ import annotations

import gc
import re
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from satplay.errors import SatplayError
from tests.abuse.fuzz.case import Parts

OUR_BUG = 70
MAX_API_LINES = 3
MAX_MESSAGE = 4000
"""Characters of an error message; a longer one repeats its input."""

SECONDS = 5.0
"""CPU seconds of one run, unless the target sets another limit."""

MEMORY_MIB = 300
"""Growth of the process in one run."""


class Violation(Exception):
    """A check of a target failed: ``kind`` is a short name, the message describes it."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind


class Slow(BaseException):
    """The CPU time of a run is over; not an ``Exception``, so that no handler takes it for an error."""


class Unfinished(BaseException):
    """The same, in a run that may take any time: no finding."""


class Finding(NamedTuple):
    """What is wrong: ``kind``, the place in the source if known, and a description.

    Two findings are the same if kind, place and the beginning of the description, without numbers and
    quoted texts, are the same.
    """

    kind: str
    place: str
    detail: str

    @property
    def key(self) -> tuple[str, str, str]:
        return self.kind, self.place, without_details(self.detail.partition("\n")[0]).partition(":")[0]


class Outcome(NamedTuple):
    """The behaviour of a run, by which the corpus grows, and the finding if there is one."""

    behaviour: Hashable
    finding: Finding | None = None


def without_details(text: str) -> str:
    """A message without what differs from input to input.

    >>> without_details("line 3: found 'x\\\\'y', expected 1 to 8")
    'line N: found ..., expected N to N'
    """
    text = re.sub(r"found .*?, expected", "found ..., expected", text, flags=re.DOTALL)[:300]
    text = re.sub(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"", "''", text)
    return re.sub(r"[0-9]+", "N", text)


# -- limits ------------------------------------------------------------------------------------------


@contextmanager
def cpu_limit(seconds: float, error: type[BaseException]) -> Iterator[None]:
    """Raise ``error`` in the block after that much CPU time; wall clock time depends on other programs.

    The signal repeats: an exception in a finaliser is lost.
    """

    def stop(number: int, frame: Any) -> None:
        raise error

    before = signal.signal(signal.SIGPROF, stop)
    outer = signal.setitimer(signal.ITIMER_PROF, seconds, 0.5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        signal.setitimer(signal.ITIMER_PROF, *outer)  # limits may be nested


class PeakMemory:
    """The growth of this process above its size at the start, in MiB; 0 on systems without ``/proc``."""

    def __init__(self) -> None:
        self._start = 0
        with suppress(OSError):
            Path("/proc/self/clear_refs").write_text("5", "ascii")  # the peak is the present size again
            self._start = self._read()

    @staticmethod
    def _read() -> int:
        found = re.search(r"VmHWM:\s*([0-9]+)", Path("/proc/self/status").read_text("ascii"))
        return int(found[1]) if found else 0

    def growth(self) -> float:
        with suppress(OSError):
            return (self._read() - self._start) / 1024 if self._start else 0.0
        return 0.0


@contextmanager
def lost_errors() -> Iterator[list[BaseException]]:
    """The exceptions that Python only prints: in finalisers and threads."""
    lost: list[BaseException] = []

    def note(event: Any) -> None:
        error = event.exc_value
        if error is not None and not isinstance(error, Slow | Unfinished):
            lost.append(error)

    before = sys.unraisablehook, threading.excepthook
    sys.unraisablehook = threading.excepthook = note
    try:
        yield lost
    finally:
        sys.unraisablehook, threading.excepthook = before


# -- the verdict -------------------------------------------------------------------------------------


def judge(run: Callable[[Parts], Hashable], parts: Parts, *, seconds: float = SECONDS) -> Outcome:
    """Run a target on an input; ``run`` returns its behaviour, or raises."""
    memory = PeakMemory()
    with lost_errors() as lost:
        try:
            with cpu_limit(seconds, Slow):
                outcome = Outcome(run(parts))
        except Unfinished:
            outcome = Outcome("unfinished")
        except Slow as error:
            outcome = _finding("slow", error, "too much CPU time")
        except Violation as error:
            outcome = Outcome(error.kind, Finding(error.kind, "", str(error)))
        except MemoryError as error:
            outcome = _finding("memory", error, "MemoryError")
        except SatplayError as error:
            outcome = _judge_error(error)
        except Exception as error:  # every other exception is a finding
            outcome = _finding("exception", error, f"{type(error).__name__}: {error}")
        except SystemExit as error:
            outcome = _finding("exception", error, f"SystemExit: {error.code}")
    if outcome.finding is None and lost:
        outcome = _finding("lost exception", lost[0], f"{type(lost[0]).__name__}: {lost[0]}")
    grown = memory.growth()
    if outcome.finding is None and grown > MEMORY_MIB:
        gc.collect()
        outcome = Outcome("memory", Finding("memory", "", f"{grown:.0f} MiB more than before"))
    return outcome


def _judge_error(error: SatplayError) -> Outcome:
    """The behaviour of an error raised on purpose; a finding if it means a bug or cannot be read."""
    if error.exit_status == OUR_BUG:
        return _finding("our bug", error, f"{type(error).__name__}: {error}")
    message = str(error)
    complaint = why_unreadable(message, MAX_API_LINES)
    if complaint is not None:
        return _finding("message", error, f"{complaint}: {message[:200]!r}")
    return Outcome((type(error).__name__, without_details(message)))


def why_unreadable(message: str, max_lines: int) -> str | None:
    """What is wrong with an error message; None if nothing is."""
    lines = message.split("\n")
    if len(lines) > max_lines:
        return f"a message of {len(lines)} lines"
    if not all(line.isprintable() for line in lines):
        return "a message with unprintable characters"
    if not message.strip():
        return "an empty message"
    if len(message) > MAX_MESSAGE:
        return f"a message of {len(message)} characters"
    return None


def _finding(kind: str, error: BaseException, detail: str) -> Outcome:
    place = place_of(error)
    lines = traceback.format_exception(error)[-12:]
    return Outcome((kind, place), Finding(kind, place, f"{detail[:500]}\n{''.join(lines)[-4000:]}"))


def place_of(error: BaseException) -> str:
    """The innermost function of satplay in a traceback; ``slow`` runs stop anywhere, so no line numbers."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [f for f in frames if "/satplay/" in f.filename and "/tests/" not in f.filename]
    return f"{ours[-1].filename.rpartition('/satplay/')[2]} {ours[-1].name}" if ours else ""
