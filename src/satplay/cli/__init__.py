"""The command line: arguments and printing, no algorithms.

Only this package turns errors into a line on stderr and an exit status.  This file imports little, because
Ctrl-C is handled only once ``start`` runs: until then the launcher (``native/launcher``) keeps it blocked.
"""

from __future__ import annotations

import os
import sys
import time
from io import TextIOWrapper

TYPE_CHECKING = False  # the constant of typing, which takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from sys import UnraisableHookArgs
    from types import FrameType
    from typing import NoReturn, TextIO

    from click import ClickException

STARTED = time.monotonic()
"""When this process began to run satplay."""

WRONG_USAGE = 2
UNKNOWN = 3
INTERNAL_FAILURE = 70
INTERRUPTED = 130
BROKEN_PIPE = 141
MAX_MESSAGE = 2000
"""Characters of an error message; click repeats a wrong option of any length."""

COLLECT_AFTER = 10_000
"""New objects until Python looks for cycles (default: 700).  Imports create tens of thousands that stay."""

STACK_SIZE = 17_000
"""Values on the stack of ``main``, far more than it uses.

Python allocates its stack in chunks of 2048 values, and frees a chunk whenever its last call returns: imports
at the end of a chunk map and unmap memory a thousand times, 8 ms.  A larger call gets a chunk of 32768
values, and leaves half of it to the calls in it.
"""


SIGINT = 2
"""On every system; the module ``signal`` is not imported here."""

PATIENCE = 0.06
"""Seconds until an interrupt that Python does not notice ends the process."""

_noticed: list[Callable[[], None]] = []
"""What to call when Python notices a signal."""


class Terminated(KeyboardInterrupt):
    """SIGTERM or SIGHUP; everything that cleans up after Ctrl-C does so after these, too."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class OutOfTime(KeyboardInterrupt):
    """The time limit of the command is over."""


def start() -> NoReturn:
    """Run the command line of this process, and end the process with its exit status."""
    try:
        _prepare_process()
        _handle_signals()
        status = main(started=STARTED)
        import atexit

        atexit._run_exitfuncs()  # ends the processes of other engines
        _write(sys.stdout)
        _write(sys.stderr)
        _exit_now(status)
    except KeyboardInterrupt as interruption:
        _exit_interrupted(interruption)


def _prepare_process() -> None:
    """Open closed streams, and tune Python for a short run."""
    _open_closed_streams()
    sys.argv[0] = sys.argv[0].removesuffix("-python")  # the launcher runs the console script satplay-python
    import gc

    gc.set_threshold(COLLECT_AFTER)
    main.__code__ = main.__code__.replace(co_stacksize=STACK_SIZE)


def _handle_signals() -> None:
    """From here on SIGINT, SIGTERM and SIGHUP raise exceptions, also a SIGINT that the launcher has blocked.

    They are blocked until the end of this function, because nanobind drops exceptions while ``_watchdog`` is
    imported.  SIGINT must not stay blocked: child processes would inherit it.
    """
    import signal

    sys.unraisablehook = _repeat_interrupt
    names = ("SIGINT", "SIGTERM", "SIGHUP")  # there is no SIGHUP on Windows
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    handled = [one for one in numbers if signal.getsignal(one) != signal.SIG_IGN]  # nohup ignores SIGHUP
    can_block = hasattr(signal, "pthread_sigmask")  # not on Windows
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, handled) if can_block else set()
    for number in handled:
        signal.signal(number, _interrupt)
    if len(sys.argv) > 2:  # not for --help, which ends at once
        _watch_signals()
    if can_block:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked - {SIGINT})


def _watch_signals() -> None:
    """End the process if it is interrupted in a function that does not look at signals."""
    try:
        from satplay import _watchdog
    except ImportError:  # an installation without the native core
        return
    import signal

    signal.set_wakeup_fd(_watchdog.watch_signals(PATIENCE), warn_on_full_buffer=False)
    _noticed.append(_watchdog.notice_signal)


def _open_closed_streams() -> None:
    """Replace standard streams that are closed by the null device.

    Python has None for them, and the next file that is opened would get the number of the stream.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - open to the end


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """The handler of signals: an exception in the main thread."""
    for notice in _noticed:
        notice()
    raise KeyboardInterrupt if number == SIGINT else Terminated(number)


def end_at_signal(number: int, frame: FrameType | None) -> NoReturn:
    """A handler of signals for code that would drop an exception: it ends the process."""
    for notice in _noticed:
        notice()
    _exit_interrupted(KeyboardInterrupt() if number == SIGINT else Terminated(number))


def _repeat_interrupt(unraisable: UnraisableHookArgs) -> None:
    """The hook for exceptions in destructors and callbacks: repeat an interrupt, which is lost there.

    Each import ends with such a callback.  The signal comes from another thread, because in this one it would
    be raised in the hook.
    """
    error = unraisable.exc_value
    if type(error) not in (KeyboardInterrupt, Terminated):
        sys.__unraisablehook__(unraisable)
        return
    from _thread import interrupt_main, start_new_thread
    from signal import Signals

    number = error.number if isinstance(error, Terminated) else SIGINT
    start_new_thread(interrupt_main, (Signals(number),))


def main(arguments: Sequence[str] | None = None, *, started: float | None = None) -> int:
    """Run one command and return its exit status (as for ``grep``: 0 yes, 1 no, 2 wrong usage).

    ``started``  when the process started, if it runs nothing but this command: a time limit counts from then,
                 and may end the process
    """
    # Importing numpy starts BLAS threads, a third of its import time; satplay uses no BLAS.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if arguments is None and (instruction := os.environ.get("_SATPLAY_COMPLETE")):
        from satplay.cli.shells import complete

        return complete(instruction)
    words = [*(sys.argv[1:] if arguments is None else arguments)]  # 'list' is a command of this package
    debug = "--debug" in words
    words = [word for word in words if word != "--debug"]
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # for names that the terminal cannot show
    try:
        status = _run(words, started)
        sys.stdout.flush()
    except KeyboardInterrupt as interruption:
        return _end_interrupted(interruption)
    except BrokenPipeError:
        _exit_now(BROKEN_PIPE)
    except Exception as error:  # a person gets a line, not a traceback; --debug shows it
        # Python replaces an interrupt while a class is created, nanobind while a module is imported.
        if isinstance(error.__cause__, KeyboardInterrupt):
            return _end_interrupted(error.__cause__)
        if debug:
            raise
        return _report_error(error)
    return status


def _run(words: list[str], started: float | None) -> int:
    import click

    from satplay.cli.app import app
    from satplay.cli.help_page import page_width

    if started is not None and "SATPLAY_STORE" in os.environ:
        from satplay.store.location import hide_variable

        hide_variable()  # which may contain a password, from the processes that this one starts
    try:
        # Not click's own main, which maps Ctrl-C and closed pipes to other exit statuses.
        with app.make_context("satplay", [*words], obj=started, terminal_width=page_width()) as context:
            context.meta["satplay.words"] = words
            return int(app.invoke(context) or 0)
    except click.exceptions.Exit as done:  # --help, --version
        return int(done.exit_code)
    except click.ClickException as error:
        return _report(f"{error.format_message()} (see: {_help_of(error)})", WRONG_USAGE)


def _help_of(error: ClickException) -> str:
    """The command that shows the help page of the command that was used in a wrong way."""
    context = getattr(error, "ctx", None)
    if context is None:
        return "satplay --help"
    subject = context.meta.get("satplay.subject")
    return f"{context.command_path}{f' {subject}' if subject else ''} --help"


def _report_error(error: Exception) -> int:
    """Report an error in one line; return the exit status."""
    from satplay.errors import SatplayError

    if isinstance(error, SatplayError):
        return _report(str(error), error.exit_status)
    if isinstance(error, MemoryError):
        what = str(error)
        return _report(what if what.startswith("out of memory") else "out of memory", UNKNOWN)
    if isinstance(error, OSError) and error.strerror:  # a full disk, a name that is too long, ...
        where = "the output" if error.filename is None else error.filename
        return _report(f"cannot read or write {where}: {error.strerror}", WRONG_USAGE)
    what = f"internal failure: {type(error).__name__}: {error} (--debug shows where)"
    return _report(what, INTERNAL_FAILURE)


def _report(what: str, status: int) -> int:
    from satplay.errors import cut, one_line

    if "postgres" in what:  # the message may repeat a word of the command line
        from satplay.store.location import without_addresses

        what = without_addresses(what)
    _write(sys.stderr, f"satplay: {cut(one_line(what), MAX_MESSAGE)}\n")
    return status


def _write(stream: TextIO, text: str = "") -> None:
    """Write a text and what a stream still holds, if possible: the exit status does not depend on it."""
    try:
        stream.write(text)
        stream.flush()
    except OSError:
        pass


def _end_interrupted(interruption: KeyboardInterrupt) -> int:
    """Report the end of the time, and return the exit status; exit after a signal."""
    if not isinstance(interruption, OutOfTime):
        _exit_interrupted(interruption)
    return _report(str(interruption), UNKNOWN)


def _exit_interrupted(interruption: KeyboardInterrupt) -> NoReturn:
    if isinstance(interruption, Terminated):
        _write(sys.stderr, "satplay: terminated\n")
        _exit_now(128 + interruption.number)
    _write(sys.stderr, "satplay: interrupted\n")
    _exit_now(INTERRUPTED)


def _exit_now(status: int) -> NoReturn:
    """Exit without freeing memory, as mypy does.

    Freeing all modules takes a tenth of a short run, and a large formula more than a tenth of a second.
    """
    os._exit(status)
