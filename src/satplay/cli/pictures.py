"""The files of ``--svg`` and ``--png``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from satplay.cli.files import whole_file

if TYPE_CHECKING:
    from satplay.drawing.scene import Scene


class Drawable(Protocol):
    """Something that has a picture."""

    def picture(self) -> Scene:
        """The picture."""


class Pictures(NamedTuple):
    """The picture files that a command is to write; false if there are none."""

    svg: Path | None = None
    png: Path | None = None

    def __bool__(self) -> bool:
        return self.svg is not None or self.png is not None

    def write(self, scene: Scene) -> None:
        """Write the scene to the requested files."""
        if self.svg is not None:
            from satplay.drawing.svg import to_svg

            with whole_file(self.svg) as file:
                file.write(to_svg(scene).encode("utf-8"))
        if self.png is not None:
            from satplay.drawing.png import to_png

            with whole_file(self.png) as file:
                file.write(to_png(scene))

    def write_if_any(self, drawn: Drawable) -> None:
        """Draw the picture and write it, if files are requested: drawing takes time."""
        if self:
            self.write(drawn.picture())

    def as_mapping(self) -> Mapping[str, Path]:
        """The files by option."""
        files = {"--svg": self.svg, "--png": self.png}
        return {option: path for option, path in files.items() if path is not None}

    def with_number(self, number: int) -> Pictures:
        """The files for one picture of several: ``path-1.svg`` instead of ``path.svg``."""
        return Pictures(_insert_number(self.svg, number), _insert_number(self.png, number))


def _insert_number(path: Path | None, number: int) -> Path | None:
    return None if path is None else path.with_name(f"{path.stem}-{number}{path.suffix}")
