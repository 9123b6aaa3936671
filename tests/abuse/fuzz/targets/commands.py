"""The command line: random words, a mutated file and mutated standard input, run by ``satplay.cli.main``."""

from __future__ import annotations

import atexit
import re
from collections.abc import Hashable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from random import Random

from satplay.cli.app import COMMANDS
from tests.abuse.fuzz.case import Parts
from tests.abuse.fuzz.judging import Slow, Unfinished, cpu_limit, why_unreadable, without_details
from tests.abuse.fuzz.sandbox import Printed, Sandbox, Snapshot, run_command
from tests.abuse.fuzz.targets.command_files import files
from tests.abuse.fuzz.targets.command_lines import ENDING, fresh_line
from tests.abuse.fuzz.targets.games import WORDS
from tests.abuse.fuzz.targets.target import Target, bytes_of, expect, size_class, text_of

STATUSES = {0, 1, 2, 3, 10, 20}
UNBOUNDED = ("play", "bench", "lab")
"""Commands that take no time limit, and may work for long."""

SECONDS = 5.0
LONGEST_UNBOUNDED = 2.0
FIXED = 2
"""Leading parts: standard input and the content of the file ``input``."""


def command_targets() -> Iterator[Target]:
    yield Target("command", "commands", run_line, seed_lines, line_tokens(), fresh_parts, FIXED, seconds=30.0)


@cache
def sandbox() -> Sandbox:
    """The sandbox of this process, with its files and a store."""
    made = Sandbox()
    atexit.register(made.close)
    made.write_files(files())
    board = next(name for name in files() if name.endswith("-0.txt"))
    with made.inside():
        run_command(["keep", "@kept", board], b"")
        run_command(["play", board, "--record", "@saved"], b"quit\n")
    made.keep_store()
    return made


def line_tokens() -> Sequence[bytes]:
    return (*(bytes_of(name) for name in ENDING), b"--", b"=", b"-o", b"--json", b"@", *WORDS)


def fresh_parts(rng: Random) -> Parts:
    """A line; standard input is a file or typed lines."""
    contents = list(files().values())
    typed = b"\n".join(rng.choice(WORDS) for _ in range(rng.randint(0, 6)))
    standard_input = rng.choice((rng.choice(contents), typed, b""))
    return (standard_input, rng.choice(contents), *map(bytes_of, fresh_line(rng)))


@cache
def seed_lines() -> Sequence[Parts]:
    help_pages = [(b"", b"", bytes_of(name), b"--help") for name in ENDING]
    return (*help_pages, (b"", b""), (b"", b"", b"--version"), *(fresh_parts(Random(n)) for n in range(30)))


def run_line(parts: Parts) -> Hashable:
    """One command line: exit status, messages, time and files are as documented."""
    box = sandbox()
    standard_input, content, *rest = parts
    words = [text_of(word).replace("\0", "") for word in rest]  # no argument of a program contains NUL
    box.write_files({"input": content})
    if any("@" in word for word in words) or b"@" in standard_input or "keep" in words:
        box.restore_store()
    before = box.snapshot()
    try:
        with box.inside():
            printed = _run_in_time(words, standard_input)
    finally:
        changed = _put_back(box, before)
    _expect_files_kept(changed, words, standard_input)
    expect(printed.status in STATUSES, "status", f"exit status {printed.status}: {printed.err[:400]!r}")
    _expect_readable(printed)
    command = next((word for word in words if word in COMMANDS), None)
    return command, printed.status, without_details(text_of(printed.err))[:120], size_class(printed.out)


def _run_in_time(words: list[str], standard_input: bytes) -> Printed:
    bounded = has_short_limit(words) and not any(word in UNBOUNDED for word in words[:1])
    error, seconds = (Slow, SECONDS) if bounded else (Unfinished, LONGEST_UNBOUNDED)
    with cpu_limit(seconds, error):
        return run_command(words, standard_input)


def has_short_limit(words: Sequence[str]) -> bool:
    """Whether every ``--time`` of the line is short; a mutated line may ask for 1000 seconds, and get them.

    >>> has_short_limit(["solve", "--time", "1"]), has_short_limit(["solve", "--time", "1000", "--time", "1"])
    (True, False)
    """
    values = [value for word, value in pairwise((*words, "")) if word == "--time"]
    values += [word.partition("=")[2] for word in words if word.startswith("--time=")]
    return bool(values) and all(re.fullmatch(r"0*[01]?(\.[0-9]*)?", value) for value in values)


def _expect_readable(printed: Printed) -> None:
    """Errors are one line; remarks beside an answer, and errors of several inputs, may be more."""
    text = printed.err.decode("utf-8")
    expect("Traceback (most recent call last)" not in text, "traceback", text[:1000])
    complaint = why_unreadable(text.removesuffix("\n"), 1) if printed.status == 2 else None
    if complaint is not None and "lines" in complaint and all(map(_is_remark, text.splitlines())):
        complaint = None
    expect(complaint is None, "message", f"{complaint}: {text[:400]!r}")
    expect(all(c.isprintable() or c in "\n\t" for c in text), "message", f"unprintable: {text[:400]!r}")


def _is_remark(line: str) -> bool:
    return line.startswith("satplay: ")


# -- files -------------------------------------------------------------------------------------------


def _put_back(box: Sandbox, before: Snapshot) -> dict[str, str]:
    """What a run changed in the folder; the folder is as it was afterwards."""
    after = box.snapshot()
    changed = dict.fromkeys(sorted(set(after) - set(before), key=len), "left over")
    changed |= dict.fromkeys(sorted(set(before) - set(after)), "removed")
    changed |= {name: "changed" for name in after if name in before and after[name] != before[name]}
    for name in changed:
        box.remove(name)
    if changed:
        (box.folder / "folder").mkdir(exist_ok=True)
        box.write_files(files())
    return changed


def _expect_files_kept(changed: dict[str, str], words: Sequence[str], standard_input: bytes) -> None:
    """Only files that the line names are new, and only files that it names as outputs change."""
    named = b"\n".join((*map(bytes_of, words), standard_input))
    for name, what in changed.items():
        last = name.rpartition("/")[2]
        # Several pictures are numbered: out-1.svg, out-2.svg.
        unnumbered = re.sub(r"-[0-9]+(?=\.|$)", "", last)
        is_new = what == "left over" and (bytes_of(last) in named or bytes_of(unnumbered) in named)
        expect(is_new or _is_output(name, words, standard_input), "files", f"{what}: {name}")


def _is_output(name: str, words: Sequence[str], standard_input: bytes) -> bool:
    """Whether a file is the value of an option, or ``save! FILE`` is typed."""
    last = name.rpartition("/")[2]
    follows = any(option.startswith("-") and value.endswith(last) for option, value in pairwise(words))
    joined = any(word.startswith("-") and word.endswith(f"={last}") for word in words)
    return follows or joined or bytes_of(last) in standard_input
