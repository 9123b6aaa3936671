"""Printing: to stdout what was asked for, to stderr all the rest, to files whole or not at all."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

from satplay.drawing.scene import Scene
from satplay.errors import BadInput


def print_lines(lines: Iterable[str]) -> None:
    """Text for people."""
    sys.stdout.writelines(f"{line}\n" for line in lines)
    sys.stdout.flush()


def print_json(document: Any) -> None:
    """One document on one line."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def remark(text: str) -> None:
    """Something for people that is not the answer."""
    sys.stderr.write(f"satplay: {text}\n")


class Discard(Exception):
    """Raised inside ``whole_file`` to leave no file."""


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file that appears under its name only when it is complete; after an error nothing is left."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        unfinished = Path(name)
    except OSError as error:
        raise _unwritable(path, error) from None
    try:
        with os.fdopen(handle, "wb") as file:
            yield cast(BinaryIO, file)
        unfinished.chmod(0o666 & ~_umask())  # as an ordinary new file: mkstemp is stricter
        unfinished.replace(path)
    except BaseException as error:
        with suppress(OSError):
            unfinished.unlink()
        if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
            raise _unwritable(path, error) from None
        if not isinstance(error, Discard):
            raise


def _unwritable(path: Path, error: OSError) -> BadInput:
    return BadInput(
        "output file", found=error.strerror or str(error), expected="a file to write", source=str(path)
    )


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_text(path: Path, text: str) -> None:
    """Write a text file, whole or not at all."""
    with whole_file(path) as file:
        file.write(text.encode("utf-8"))


def write_pictures(scene: Scene, svg: Path | None, png: Path | None) -> None:
    """Write the pictures that were asked for."""
    if svg is not None:
        from satplay.drawing.svg import to_svg

        write_text(svg, to_svg(scene))
    if png is not None:
        from satplay.drawing.png import to_png

        with whole_file(png) as file:
            file.write(to_png(scene))
