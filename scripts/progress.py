"""Runs a command quietly and shows how far it is: ``python scripts/progress.py LABEL COMMAND...``.

Of the command's output only the steps that ninja counts, ``[3/20] ...``, are shown, with the time: on a
terminal in one line that changes every second, elsewhere (a CI log) in a line every ten seconds.  If the
command fails, its whole output is printed.  The exit status is the command's.
"""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time

STEP = re.compile(r"^\s*\[(\d+)/(\d+)\] ")


class Progress:
    """The line of text that shows the progress on stderr."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._on_terminal = sys.stderr.isatty()
        self._start = self._last_line = time.monotonic()
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self.step = ""
        self._print("...")

    def keep_current(self) -> None:
        """Show the progress once a second until the end."""
        while not self._ended.wait(1):
            with self._lock:
                now = time.monotonic()
                if self._on_terminal or now >= self._last_line + 10:
                    self._last_line = now
                    self._print(f"{self.step} {self.seconds}".lstrip())

    def end(self, outcome: str) -> None:
        """Print the last line: the outcome and the time."""
        self._ended.set()
        with self._lock:
            self._print(f"{outcome} {self.seconds}", last=True)

    @property
    def seconds(self) -> str:
        """The time since the start."""
        return f"({time.monotonic() - self._start:.0f} s)"

    def _print(self, text: str, *, last: bool = False) -> None:
        line = f"satplay: {self._label} {text}"
        if self._on_terminal:
            sys.stderr.write(f"\r{line}\033[K" + ("\n" if last else ""))
        else:
            sys.stderr.write(f"{line}\n")
        sys.stderr.flush()


def run(label: str, command: list[str]) -> int:
    """The exit status of the command."""
    output: list[str] = []
    progress = Progress(label)
    clock = threading.Thread(target=progress.keep_current, daemon=True)
    clock.start()
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace"
    )
    with process:
        for line in process.stdout or ():
            output.append(line)
            if step := STEP.match(line):
                progress.step = f"{step[1]}/{step[2]}"
    progress.end("failed" if process.returncode else "done")
    clock.join()
    if process.returncode:
        sys.stderr.writelines(output)
    return process.returncode


if __name__ == "__main__":
    sys.exit(run(sys.argv[1], sys.argv[2:]))
