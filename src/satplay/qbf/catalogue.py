"""The table of engines for quantified formulas: our own, and installed programs."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple, cast

from satplay.arguments import expect_name
from satplay.contracts.qbf_engine import QbfEngine
from satplay.errors import EngineMissing
from satplay.qbf.program import PROGRAMS, ProgramEngine


class QbfAbility(NamedTuple):
    """One engine.

    ``kind``            'own' or 'program'
    ``version``         empty if it is not installed
    ``remedy``          how to install it
    ``strategies``      it computes the winner's strategy, so that the answer can be verified
    ``conflict_limit``  it supports ``Limit.conflicts``; if not, that limit raises ``BadInput``
    """

    name: str
    kind: str
    version: str
    installed: bool
    remedy: str
    strategies: bool
    conflict_limit: bool
    summary: str


class OwnEngine(NamedTuple):
    """The class of one of our engines; with ``strategies`` it takes the argument ``strategy``."""

    module: str
    attribute: str
    strategies: bool
    summary: str
    needs_core: bool = False

    def is_available(self) -> bool:
        """Whether it can be used here."""
        core = not self.needs_core or find_spec("satplay._native") is not None
        return core and find_spec(self.module) is not None


OWN = {
    "abstraction": OwnEngine(
        "satplay.qbf.abstraction",
        "AbstractionEngine",
        strategies=True,
        summary="clausal abstraction on the native core, the engine behind every question",
        needs_core=True,
    ),
    "naive": OwnEngine(
        "satplay.qbf.naive",
        "NaiveEngine",
        strategies=False,
        summary="brute force: slow, but simple enough to trust",
    ),
}


def default() -> str:
    """The name of the default engine."""
    return "abstraction" if OWN["abstraction"].is_available() else "naive"


def catalogue() -> tuple[QbfAbility, ...]:
    """All known engines, installed or not."""
    from satplay.version import __version__

    own = tuple(
        QbfAbility(
            name=name,
            kind="own",
            version=f"satplay {__version__}" if engine.is_available() else "",
            installed=engine.is_available(),
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
            version=program.read_version(),
            installed=program.path() is not None,
            remedy=program.remedy,
            strategies=False,
            conflict_limit=False,
            summary=program.summary,
        )
        for program in PROGRAMS.values()
    )
    return own + programs


def find_engine(name: str) -> QbfAbility:
    """The installed engine of that name."""
    known = {ability.name: ability for ability in catalogue()}
    ability = known[expect_name("QBF engine", name, known)]
    if not ability.installed:
        raise EngineMissing(name, ability.remedy)
    return ability


def open_qbf(name: str | None = None, *, strategy: bool = False) -> QbfEngine:
    """Open the named engine, or the default one; ``strategy`` makes it compute strategies, if it can."""
    name = name if name is not None else default()
    if name in PROGRAMS:
        return ProgramEngine(name)
    find_engine(name)
    engine = OWN[name]
    make = getattr(import_module(engine.module), engine.attribute)
    return cast(QbfEngine, make(strategy=strategy) if engine.strategies else make())
