"""Printing: to stdout what was asked for, to stderr all the rest, to files what is asked to go there."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from satplay.cli.files import whole_file
from satplay.contracts.format import Format
from satplay.drawing.scene import Scene


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


def write_text(path: Path, text: str) -> None:
    """Write a text file, whole or not at all."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file, whole or not at all."""
    with whole_file(path) as file:
        file.write(content)


class Texts:
    """Texts one after the other, each closed by a newline, and parted where their format needs it."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._before: str | None = None
        self._warned = False

    def add(self, text: str, form: Format[Any] | None = None) -> None:
        """The next text; without a format it is a line by itself."""
        from satplay.inputs.writing import find_separator

        text = text if text.endswith("\n") else f"{text}\n"
        if form is not None and self._before is not None:
            self._write(find_separator(form, self._before, text))
            if form.split is None and not self._warned:
                remark(f"the format {form.name!r} holds one instance: nobody can read these back as several")
                self._warned = True
        self._write(text)
        self._before = text


@contextmanager
def output(path: Path | None) -> Iterator[Texts]:
    """Where the texts go that were asked for: standard output, at once, or a file, whole or not at all."""
    if path is not None:
        with whole_file(path) as file:
            yield Texts(lambda text: file.write(text.encode("utf-8")))
        return

    def write(text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    yield Texts(write)


def write_pictures(scene: Scene, svg: Path | None, png: Path | None) -> None:
    """Write the pictures that were asked for."""
    if svg is not None:
        from satplay.drawing.svg import to_svg

        write_text(svg, to_svg(scene))
    if png is not None:
        from satplay.drawing.png import to_png

        with whole_file(png) as file:
            file.write(to_png(scene))
