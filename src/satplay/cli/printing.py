"""Printing: to stdout what was asked for, to stderr all the rest, to files what is asked to go there."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from satplay.cli.files import whole_file
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
