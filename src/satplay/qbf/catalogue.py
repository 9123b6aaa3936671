"""The table of engines for quantified formulas: our own, and programs found on this machine."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import cast

from satplay.contracts.engine import QbfEngine
from satplay.errors import EngineMissing, NoSuchName
from satplay.qbf.program import PROGRAMS, ProgramEngine


@dataclass(frozen=True, slots=True)
class QbfAbility:
    """One engine.

    ``kind``            'own' or 'program'
    ``version``         empty when it is not installed
    ``remedy``          how to get it when it is not installed
    ``strategies``      its answer comes with the winner's strategy, so that it can be checked
    ``conflict_limit``  ``Limit.conflicts`` is obeyed; without, it is refused with ``BadInput``
    """

    name: str
    kind: str
    version: str
    installed: bool
    remedy: str
    strategies: bool
    conflict_limit: bool
    summary: str


@dataclass(frozen=True, slots=True)
class Own:
    """Where an engine of ours is; one with ``strategies`` is told on making whether to keep one."""

    module: str
    attribute: str
    strategies: bool
    summary: str
    needs_core: bool = False

    def is_there(self) -> bool:
        """Whether it can be used on this machine."""
        core = not self.needs_core or find_spec("satplay._native") is not None
        return core and find_spec(self.module) is not None


OWN = {
    "abstraction": Own(
        "satplay.qbf.abstraction",
        "AbstractionEngine",
        strategies=True,
        summary="clausal abstraction on the native core, the engine behind every question",
        needs_core=True,
    ),
    "naive": Own(
        "satplay.qbf.naive",
        "NaiveEngine",
        strategies=False,
        summary="tries every choice: slow, and short enough to be believed",
    ),
}


def default() -> str:
    """The engine that is used where nobody names one."""
    return "abstraction" if OWN["abstraction"].is_there() else "naive"


def catalogue() -> tuple[QbfAbility, ...]:
    """Every engine satplay knows, installed or not."""
    from satplay.version import __version__

    own = tuple(
        QbfAbility(
            name=name,
            kind="own",
            version=f"satplay {__version__}" if engine.is_there() else "",
            installed=engine.is_there(),
            remedy="install satplay on a machine with a C++ compiler",
            strategies=engine.strategies,
            conflict_limit=True,
            summary=engine.summary,
        )
        for name, engine in OWN.items()
    )
    programs = tuple(
        QbfAbility(
            name=program.name,
            kind="program",
            version=program.version_told(),
            installed=program.path() is not None,
            remedy=program.remedy,
            strategies=False,
            conflict_limit=False,
            summary=program.summary,
        )
        for program in PROGRAMS.values()
    )
    return own + programs


def named(name: str) -> QbfAbility:
    """The engine of that name, which must be installed."""
    known = catalogue()
    for ability in known:
        if ability.name == name:
            if not ability.installed:
                raise EngineMissing(name, ability.remedy)
            return ability
    raise NoSuchName("QBF engine", name, [ability.name for ability in known])


def open_qbf(name: str | None = None, *, strategy: bool = False) -> QbfEngine:
    """The engine of this name, or the default one; ``strategy`` lets it keep one, which takes longer."""
    name = name if name is not None else default()
    if name in PROGRAMS:
        return ProgramEngine(name)
    named(name)
    engine = OWN[name]
    make = getattr(import_module(engine.module), engine.attribute)
    return cast(QbfEngine, make(strategy=strategy) if engine.strategies else make())
