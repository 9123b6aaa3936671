"""The experiments: one file each, found by its name; with hyphens that is what people type."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from satplay.errors import NoSuchName
from satplay.lab.experiment import Experiment


def names() -> list[str]:
    """All of them, sorted; importing none."""
    files = (file for place in __path__ for file in Path(place).glob("[a-z]*.py"))
    return sorted({file.stem.replace("_", "-") for file in files})


def find(name: str) -> Experiment:
    """The experiment of that name, or ``NoSuchName`` with the nearest one."""
    if name not in names():
        raise NoSuchName("experiment", name, names())
    module = import_module(f"{__name__}.{name.replace('-', '_')}")
    experiment = module.EXPERIMENT
    assert isinstance(experiment, Experiment)
    return experiment
