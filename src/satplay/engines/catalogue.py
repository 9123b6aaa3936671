"""The table of engines: our own and the engines of installed libraries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import Any

from satplay.arguments import expect_name, expect_text, expect_whole_number
from satplay.contracts.engine import Engine
from satplay.contracts.result_text import brief_repr
from satplay.engines.ability import Ability
from satplay.errors import EngineMissing
from satplay.fast_dataclass import dataclass


def _has_core() -> bool:
    """Whether the native core was compiled; it is omitted only on machines without a compiler."""
    return find_spec("satplay._native") is not None


def default() -> str:
    """The name of the default engine."""
    return "native" if _has_core() else "reference"


def _own() -> list[Ability]:
    from satplay.version import __version__

    return [
        Ability(
            name="native",
            kind="own",
            version=f"satplay {__version__}" if _has_core() else "",
            installed=_has_core(),
            remedy="install satplay on a machine with a C++ compiler",
            incremental=True,
            cores=True,
            proofs=True,
            traces=False,
            conflict_limit=True,
            summary="CDCL in C++, the engine behind every puzzle",
        ),
        Ability(
            name="reference",
            kind="own",
            version=f"satplay {__version__}",
            installed=True,
            remedy="",
            incremental=True,
            cores=True,
            proofs=True,
            traces=True,
            conflict_limit=True,
            summary="readable CDCL in Python; can show every step",
        ),
    ]


@dataclass(frozen=True, slots=True)
class Catalogue(Sequence[Ability]):
    """All known engines; ``str`` is a table of the installed ones."""

    engines: tuple[Ability, ...]

    def __repr__(self) -> str:
        return brief_repr(self)

    def __getitem__(self, index: Any) -> Any:
        return self.engines[index]

    def __len__(self) -> int:
        return len(self.engines)

    def __iter__(self) -> Iterator[Ability]:
        return iter(self.engines)

    def find(self, name: str) -> Ability:
        """The engine of that name."""
        named = {ability.name: ability for ability in self.engines}
        return named[expect_name("engine", name, named)]

    def as_json(self) -> list[dict[str, Any]]:
        """One object per engine."""
        return [ability._asdict() for ability in self.engines]

    def __str__(self) -> str:
        installed = [ability for ability in self.engines if ability.installed]
        rows = [("engine", "kind", "can", "version", "what it is")]
        rows += [(a.name, a.kind, _abilities(a), a.version, a.summary) for a in installed]
        widths = [max(len(row[i]) for row in rows) for i in range(4)]
        lines = [
            "  ".join([*(cell.ljust(w) for cell, w in zip(row[:4], widths, strict=True)), row[4]])
            for row in rows
        ]
        missing = [ability for ability in self.engines if not ability.installed]
        for remedy in dict.fromkeys(ability.remedy for ability in missing):
            names = ", ".join(ability.name for ability in missing if ability.remedy == remedy)
            lines.append(f"not installed: {names} ({remedy})")
        return "\n".join(lines)


def _abilities(ability: Ability) -> str:
    words = {
        "incremental": ability.incremental,
        "cores": ability.cores,
        "proofs": ability.proofs,
        "traces": ability.traces,
    }
    return " ".join(word for word, can in words.items() if can) or "-"


def catalogue() -> Catalogue:
    """All known engines, installed or not."""
    from satplay.engines import library

    return Catalogue((*_own(), *library.catalogue()))


def open_engine(name: str | None = None, *, seed: int = 0) -> Engine:
    """Open a session with the named engine, or with the default one."""
    name = name if name is not None else default()
    expect_whole_number("seed", seed)
    expect_text("engine", name, "its name")
    if name == "native":
        if not _has_core():
            raise EngineMissing(name, catalogue().find(name).remedy)
        from satplay.engines.native import NativeEngine

        return NativeEngine(seed=seed)
    if name == "reference":
        from satplay.engines.reference import ReferenceEngine, SearchOptions

        return ReferenceEngine(SearchOptions(seed=seed))
    catalogue().find(name)  # raises NoSuchName with all names, our own included
    from satplay.engines import library

    return library.open_library(name)
