"""The table of library engines; it can be read without loading any library.

Each runs in a process of its own, so all have limits of time and memory, can be interrupted, and may crash
without harm.  They differ in:

* the ``mode`` of use.  Most are ``incremental``: one solver for the whole session.  Lingeling aborts if a
  literal that it has eliminated is used again, so it is ``fresh``: a new solver for each call.  Kissat and
  PicoSAT (pycosat) do not support assumptions and are ``fresh-units``: a new solver for each call, with the
  assumptions as unit clauses.
* whether they support a conflict limit.  Glucose and its relatives check it at restarts only and may exceed a
  small limit by a few hundred conflicts.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from satplay.engines.ability import Ability
from satplay.errors import EngineMissing, NoSuchName
from satplay.fast_dataclass import dataclass

if TYPE_CHECKING:
    from satplay.engines.library.session import LibraryEngine


@dataclass(frozen=True, slots=True)
class Backend:
    """One library engine: its name, its mode of use and its abilities."""

    name: str
    summary: str
    mode: Literal["incremental", "fresh", "fresh-units"] = "incremental"
    conflict_limit: bool = True
    package: str = "python-sat"
    modules: tuple[str, ...] = ("pysolvers", "pysat")
    remedy: str = "pip install 'satplay[library]'"

    @property
    def incremental(self) -> bool:
        return self.mode == "incremental"

    @property
    def cores(self) -> bool:
        return self.mode != "fresh-units"

    def folders(self) -> list[str] | None:
        """The folders of its modules, found without importing them; None if one is missing."""
        from importlib.util import find_spec

        if os.name != "posix":  # the host needs process groups, resource limits and socket pairs
            return None
        folders: dict[str, None] = {}
        for module in self.modules:
            spec = find_spec(module)
            if spec is None or spec.origin is None:
                return None
            inside_package = spec.submodule_search_locations is not None
            folders[str(Path(spec.origin).parents[1 if inside_package else 0])] = None
        return list(folders)

    def ability(self) -> Ability:
        from importlib.metadata import PackageNotFoundError, version

        installed = self.folders() is not None
        try:
            release = f"{self.package} {version(self.package)}" if installed else ""
        except PackageNotFoundError:  # copied there by hand, without metadata
            release = f"{self.package}, version unknown"
        return Ability(
            name=self.name,
            kind="library",
            version=release,
            installed=installed,
            remedy=self.remedy,
            incremental=self.incremental,
            cores=self.cores,
            proofs=False,
            traces=False,
            conflict_limit=self.conflict_limit,
            summary=self.summary,
        )


BACKENDS: tuple[Backend, ...] = (
    Backend("cadical103", "CaDiCaL 1.0.3 (Biere, 2019)"),
    Backend("cadical153", "CaDiCaL 1.5.3 (Biere, Fazekas, Fleury, Heisinger, 2020)"),
    Backend("cadical195", "CaDiCaL 1.9.5 (Biere, Faller, Fazekas, Fleury, Froleyks, Pollitt, 2024)"),
    Backend("cadical300", "CaDiCaL 3.0.0"),
    Backend(
        "cryptominisat",
        "CryptoMiniSat 5 (Soos, Nohl, Castelluccia, 2009), through pycryptosat",
        package="pycryptosat",
        modules=("pysolvers", "pysat", "pycryptosat"),
        remedy="pip install 'satplay[library]' pycryptosat",
    ),
    Backend("ergo", "Ergo, based on MiniSat and Glucose"),
    Backend("gluecard3", "Glucose 3 with MiniCARD's cardinality constraints"),
    Backend("gluecard4", "Glucose 4.1 with MiniCARD's cardinality constraints"),
    Backend("glucose3", "Glucose 3.0 (Audemard, Simon, 2013)"),
    Backend("glucose4", "Glucose 4.1 (Audemard, Simon, 2017)"),
    Backend("glucose42", "Glucose 4.2.1 (Audemard, Simon, 2018)"),
    Backend(
        "kissat404",
        "Kissat 4.0.4 (Biere, Faller, Fazekas, Fleury, Froleyks, Pollitt, 2024): one call, no assumptions",
        mode="fresh-units",
    ),
    Backend(
        "lingeling",
        "Lingeling bbc (Biere, 2016): a new solver for each call",
        mode="fresh",
        conflict_limit=False,
    ),
    Backend("maplechrono", "MapleLCMDistChronoBT (Nadel, Ryvchin, 2018)"),
    Backend("maplecm", "MapleCM, as of the SAT competition 2018"),
    Backend("maplesat", "MapleCOMSPS with learning rate branching (Liang, Ganesh, Poupart, Czarnecki, 2016)"),
    Backend("mergesat3", "MergeSat 3.0 (Manthey)"),
    Backend("minicard", "MiniCARD 1.2 (Liffiton, Maglalang, 2012)"),
    Backend("minisat22", "MiniSat 2.2 (Eén, Sörensson, 2003)"),
    Backend("minisat-ep", "MiniSat 2.2 with IPASIR-UP"),
    Backend("minisat-gh", "MiniSat, as of its public repository"),
    Backend(
        "pycosat",
        "PicoSAT (Biere, 2008): one call, no assumptions",
        mode="fresh-units",
        conflict_limit=False,
        package="pycosat",
        modules=("pycosat",),
    ),
)


def catalogue() -> list[Ability]:
    """All library engines, installed or not, found without loading any of them."""
    return [backend.ability() for backend in BACKENDS]


def open_library(name: str) -> LibraryEngine:
    """Open a session with the named library engine."""
    from satplay.engines.library.session import LibraryEngine

    for backend in BACKENDS:
        if backend.name == name:
            if backend.folders() is None:
                raise EngineMissing(name, backend.remedy)
            return LibraryEngine(backend)
    raise NoSuchName("library engine", name, [backend.name for backend in BACKENDS])
