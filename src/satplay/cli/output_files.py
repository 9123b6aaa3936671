"""Output files: a command writes onto none of its inputs, and no two of its outputs into one file."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from satplay.cli.files import expect_writable
from satplay.errors import BadInput
from satplay.store.names import reference

STANDARD_OUTPUT = Path("-")
"""The value of an option that also prints, if ``-`` is given instead of a file."""

OUTPUTS = "satplay.output_files"
"""The key of the output files by option in the ``meta`` of a command's context."""


class OutputFile(click.ParamType[Path]):
    """The value of an option that writes a file: one that can be written and that no other option writes.

    ``may_discard``  whether the null device is accepted: a proof written there is still checked
    ``may_be_dash``  whether ``-`` stands for standard output
    """

    name = "file"

    def __init__(self, *, may_discard: bool = True, may_be_dash: bool = False) -> None:
        self._may_discard, self._may_be_dash = may_discard, may_be_dash

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        if not value:
            raise BadInput("output file", found="''", expected="a file to write")
        path = Path(value)
        if self._may_be_dash and path == STANDARD_OUTPUT:
            return path
        expect_writable(path)
        if not self._may_discard and _leads_to_null_device(path):
            found = f"{str(path)!r}, which discards what is written"
            raise BadInput("output file", found=found, expected="a file")
        if param is not None and ctx is not None:
            outputs: dict[str, Path] = ctx.meta.setdefault(OUTPUTS, {})
            for option, other in outputs.items():
                if _lead_to_one_file(path, other):
                    found = f"{option} and {param.opts[0]} with the same file {str(path)!r}"
                    raise BadInput("command", found=found, expected="a different file for each")
            outputs[param.opts[0]] = path
        return path


def _leads_to_null_device(path: Path) -> bool:
    null, here = _status(Path(os.devnull)), _status(path)
    return null is not None and here is not None and os.path.samestat(null, here)


class OutputFolder(click.ParamType[Path]):
    """The value of an option that names a folder to write to, which need not exist."""

    name = "folder"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = Path(value)
        try:
            existing = next(folder for folder in (path, *path.parents) if folder.exists())
            found = None if existing.is_dir() else f"{str(existing)!r}, a file"
        except OSError as error:
            found = error.strerror or str(error)
        if not str(value):
            found = "''"
        if found is not None:
            raise BadInput("output folder", found=found, expected="a folder that can be created")
        return path


def expect_inputs_kept(inputs: Iterable[str], outputs: Mapping[str, Path] | None = None) -> None:
    """Raise ``BadInput`` if an output would replace an input; ``outputs`` by option, by default all."""
    if outputs is None:
        outputs = click.get_current_context().meta.get(OUTPUTS, {})
    if not outputs:
        return
    files = [_input_status(text) for text in inputs]
    for option, output in outputs.items():
        if any(_are_one(_status(output), file) for file in files):
            found = f"{option} {str(output)!r}, which is also an input"
            raise BadInput("command", found=found, expected="another file")


def _input_status(text: str) -> os.stat_result | None:
    """The status of the file that an input names; None if it is not the name of a file."""
    if reference(text) is not None:
        return None
    if text != "-":
        return _status(Path(text))
    with suppress(AttributeError, OSError):  # standard input is closed, or not a file
        return os.fstat(sys.stdin.fileno())
    return None


def _lead_to_one_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file, which may not exist yet."""
    first, second = _status(one), _status(other)
    if first is second is None:
        return os.path.realpath(one) == os.path.realpath(other)
    return _are_one(first, second)


def _are_one(first: os.stat_result | None, second: os.stat_result | None) -> bool:
    """Whether both are one regular file; devices and pipes are never replaced."""
    if first is None or second is None:
        return False
    return stat.S_ISREG(first.st_mode) and os.path.samestat(first, second)


def _status(path: Path) -> os.stat_result | None:
    with suppress(OSError, ValueError):  # a text may be too long for a name, or contain a null byte
        return path.stat()
    return None
