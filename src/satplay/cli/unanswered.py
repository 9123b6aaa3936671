"""The answer "unknown" of ``solve`` if a limit is reached outside the search: while reading or encoding."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from satplay.cli import UNKNOWN, OutOfTime
from satplay.cli.process_limits import LIMITS, ProcessLimits
from satplay.cli.qbf import QBF
from satplay.contracts.engine import Stopped, Unknown

if TYPE_CHECKING:
    from satplay.contracts.puzzle import Convention
    from satplay.inputs.source import Source


class Unanswered:
    """What to print and return for a subject if a limit is reached; nothing is printed once ``printing``."""

    def __init__(self, subject: str | None, source: Source | None = None, *, json: bool) -> None:
        self._given_subject, self._source, self._json = subject, source, json
        self._limits: ProcessLimits | None = click.get_current_context().meta.get(LIMITS)
        self._is_printing = False

    def printing(self) -> None:
        """The answer is being printed: it must not be followed by another one."""
        self._is_printing = True
        self._inform_watchdog()

    @contextmanager
    def at_limit(self) -> Iterator[None]:
        """Print "unknown" and end the command if a limit is reached in this block."""
        try:
            self._inform_watchdog()  # imports the puzzles, which takes time, too
            yield
        except (OutOfTime, Exception) as error:
            from satplay.workers.limits import is_out_of_memory

            if not isinstance(error, OutOfTime) and not is_out_of_memory(error):
                raise
            stopped = Stopped.TIME if isinstance(error, OutOfTime) else Stopped.MEMORY
            self._report(stopped)
            raise click.exceptions.Exit(self.exit_status) from None

    def _report(self, stopped: Stopped) -> None:
        from satplay.cli.printing import remark

        sys.stdout.write(self.text(stopped))
        if self._limits is None:
            remark(stopped.value)
        else:
            remark(self._limits.describe(stopped))

    def _inform_watchdog(self) -> None:
        if self._limits is not None:
            self._limits.state_unknown(self.exit_status, self.text(Stopped.TIME))

    @property
    def exit_status(self) -> int:
        """The exit status for "unknown", in the convention of the subject's field if there is one."""
        if self._subject == QBF:
            from satplay.verbs.solve_qbf import EXIT_STATUS

            return EXIT_STATUS["unknown"]
        convention = self._convention()
        return UNKNOWN if convention is None else convention.exit_status["unknown"]

    def text(self, stopped: Stopped) -> str:
        """The text on standard output, lines with their ends."""
        if self._is_printing or self._subject is None:
            return ""
        if self._json:
            from json import dumps

            document = {"status": "unknown", "subject": self._subject, "solution": None}
            return dumps({**document, "stopped": stopped.value}) + "\n"
        remark = f"no answer: {stopped.value}"
        if self._subject == QBF:
            return f"c {remark}\n"  # the line 's cnf -1 V C' needs the numbers of the formula
        convention = self._convention()
        lines = [remark] if convention is None else convention.lines(Unknown(stopped), None, [remark])
        return "".join(f"{line}\n" for line in lines)

    @cached_property
    def _subject(self) -> str | None:
        """The subject that was named, or else the one that the source is recognised as."""
        from satplay.inputs.reading import recognise_subject, subjects

        if self._given_subject in (*subjects(), QBF):
            return self._given_subject
        return None if self._source is None else recognise_subject(self._source).name

    def _convention(self) -> Convention[Any] | None:
        from satplay.inputs.catalogue import find_convention

        return None if self._subject is None else find_convention(self._subject)
