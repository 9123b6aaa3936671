"""The methods of PySAT's ``Solver`` that the native engine does not have.

They raise ``NotImplementedError``, as PySAT does for every engine that lacks them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from satplay.logic.literal import Lit, Var


def _refuse(feature: str, instead: str = "") -> NoReturn:
    raise NotImplementedError(f"{feature} by satplay's engine{instead}")


def _refuse_propagator() -> NoReturn:
    _refuse("external propagators of PySAT are not supported", ": attach a theory to a NativeEngine instead")


def _refuse_mining() -> NoReturn:
    _refuse("extension variables are not introduced")


class UnsupportedMethods:
    """Every method of PySAT's interface that no engine but a few of its own implements."""

    __slots__ = ()

    def add_xor_clause(self, lits: Iterable[Lit], value: bool = True) -> NoReturn:
        """Not supported: only CryptoMinisat has XOR clauses; encode them in clauses.

        >>> UnsupportedMethods().add_xor_clause([1, 2])
        Traceback (most recent call last):
        ...
        NotImplementedError: XOR clauses are not supported by satplay's engine
        """
        _refuse("XOR clauses are not supported")

    def connect_propagator(self, propagator: Any) -> NoReturn:
        """Not supported: see ``NativeEngine.attach`` for theories."""
        _refuse_propagator()

    def disconnect_propagator(self) -> NoReturn:
        """Not supported: see ``NativeEngine.attach`` for theories."""
        _refuse_propagator()

    def enable_propagator(self) -> NoReturn:
        """Not supported: see ``NativeEngine.attach`` for theories."""
        _refuse_propagator()

    def disable_propagator(self) -> NoReturn:
        """Not supported: see ``NativeEngine.attach`` for theories."""
        _refuse_propagator()

    def propagator_active(self) -> NoReturn:
        """Not supported: see ``NativeEngine.attach`` for theories."""
        _refuse_propagator()

    def observe(self, var: Var) -> NoReturn:
        """Not supported: see ``NativeEngine.attach`` for theories."""
        _refuse_propagator()

    def ignore(self, var: Var) -> NoReturn:
        """Not supported: see ``NativeEngine.attach`` for theories."""
        _refuse_propagator()

    def reset_observed(self) -> NoReturn:
        """Not supported: see ``NativeEngine.attach`` for theories."""
        _refuse_propagator()

    def is_decision(self, lit: Lit) -> NoReturn:
        """Not supported: see ``NativeEngine.attach`` for theories."""
        _refuse_propagator()

    def set_activities(self, activities: Mapping[Var, float] = {}) -> NoReturn:
        """Not supported: the order of decisions cannot be set."""
        _refuse("activities of variables are not set")

    def set_xscope(self, add: Iterable[Var] = [], remove: Iterable[Var] = []) -> NoReturn:
        """Not supported: the engine introduces no variables."""
        _refuse_mining()

    def xpairs(self) -> NoReturn:
        """Not supported: the engine introduces no variables."""
        _refuse_mining()

    def xpin(self, variables: Iterable[Var]) -> NoReturn:
        """Not supported: the engine introduces no variables."""
        _refuse_mining()

    def xunpin(self, variables: Iterable[Var]) -> NoReturn:
        """Not supported: the engine introduces no variables."""
        _refuse_mining()
