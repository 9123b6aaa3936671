"""The function that a child process calls to do one job of an experiment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satplay.lab.experiments import find


def measure(experiment: str, parameters: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the experiment of that name measures with these parameters."""
    return find(experiment).measure(parameters)
