"""engines: which engines there are on this machine, and what each can do."""

from __future__ import annotations

from satplay.engines.catalogue import Catalogue, catalogue
from satplay.engines.native import OptionRow
from satplay.engines.native import options as native_options
from satplay.errors import BadInput
from satplay.qbf.catalogue import OWN, QbfAbility
from satplay.qbf.catalogue import catalogue as qbf_catalogue

__all__ = ["OptionRow", "QbfAbility", "engine_options", "engines", "own_qbf_engines", "qbf_engines"]


def engines() -> Catalogue:
    """The engines satplay knows, installed or not, with versions and abilities.

    >>> engines().find("reference").traces
    True
    """
    return catalogue()


def qbf_engines() -> tuple[QbfAbility, ...]:
    """The engines for quantified formulas that satplay knows, installed or not."""
    return qbf_catalogue()


def own_qbf_engines() -> list[str]:
    """The names of our own engines for quantified formulas.

    >>> own_qbf_engines()
    ['abstraction', 'naive']
    """
    return list(OWN)


def engine_options(name: str | None = None) -> list[OptionRow]:
    """The table of options of an engine that has one."""
    if name is not None and catalogue().find(name).name != "native":
        raise BadInput("engine with a table of options", found=repr(name), expected="native")
    return native_options()
