"""The command line: arguments and printing, no algorithms.

Only this package turns errors into a line on stderr and an exit status.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

from satplay.errors import SatplayError, one_line

WRONG_USAGE = 2
INTERNAL_FAILURE = 70
INTERRUPTED = 130
BROKEN_PIPE = 141
COLLECT_AFTER = 10_000
"""New objects until Python looks for cycles (default: 700).  Imports create tens of thousands that stay."""

STACK_SIZE = 17_000
"""Values on the stack of ``main``, far more than it uses.

Python allocates its stack in chunks of 2048 values, and frees a chunk whenever its last call returns: imports
at the end of a chunk map and unmap memory a thousand times, 8 ms.  A larger call gets a chunk of 32768
values, and leaves half of it to the calls in it.
"""


def start() -> NoReturn:
    """Run the command line of this process, and end the process with its exit status."""
    gc.set_threshold(COLLECT_AFTER)
    main.__code__ = main.__code__.replace(co_stacksize=STACK_SIZE)
    status = main()
    atexit._run_exitfuncs()  # ends the processes of other engines
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):  # closed or full: ``main`` has reported it
            stream.flush()
    _exit_now(status)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status (as for ``grep``: 0 yes, 1 no, 2 wrong usage)."""
    # Importing numpy starts BLAS threads, a third of its import time; satplay uses no BLAS.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    words = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in words
    words = [word for word in words if word != "--debug"]
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # for names that the terminal cannot show
    try:
        status = _run(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        _exit_now(INTERRUPTED, "interrupted")
    except BrokenPipeError:
        _exit_now(BROKEN_PIPE, "")
    except SatplayError as error:
        if debug:
            raise
        return _report(str(error), error.exit_status)
    except MemoryError:
        return _report("out of memory", INTERNAL_FAILURE)
    except Exception as error:
        if debug:
            raise
        what = f"internal failure: {type(error).__name__}: {error} (--debug shows where)"
        return _report(what, INTERNAL_FAILURE)
    return status


def _run(words: list[str]) -> int:
    import click

    from satplay.cli.app import app

    try:
        # Not click's own main, which maps Ctrl-C and closed pipes to other exit statuses.
        with app.make_context("satplay", words) as context:
            return int(app.invoke(context) or 0)
    except click.exceptions.Exit as done:  # --help, --version
        return int(done.exit_code)
    except click.ClickException as error:
        return _report(f"{error.format_message()} (see: satplay --help)", WRONG_USAGE)


def _report(what: str, status: int) -> int:
    print(f"satplay: {one_line(what)}", file=sys.stderr)
    return status


def _exit_now(status: int, what: str = "") -> NoReturn:
    """Exit without freeing memory, as mypy does.

    Freeing all modules takes a tenth of a short run, and a large formula more than a tenth of a second.
    """
    if what:
        sys.stderr.write(f"satplay: {what}\n")
        sys.stderr.flush()
    os._exit(status)
