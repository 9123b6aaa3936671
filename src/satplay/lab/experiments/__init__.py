"""The experiments: one file each; its name with hyphens is the name of the experiment."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from satplay.errors import NoSuchName
from satplay.lab.experiment import Experiment


def names() -> list[str]:
    """The names of all experiments, sorted; imports none."""
    return sorted(_files())


def question(name: str) -> str:
    """The question of an experiment: the first line of its file; imports nothing."""
    text = ast.get_docstring(ast.parse(_files()[name].read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0]


def _files() -> dict[str, Path]:
    files = (file for place in __path__ for file in Path(place).glob("[a-z]*.py"))
    return {file.stem.replace("_", "-"): file for file in files}


def find(name: str) -> Experiment:
    """The experiment of that name, or ``NoSuchName`` with the nearest one."""
    if name not in names():
        raise NoSuchName("experiment", name, names())
    module = import_module(f"{__name__}.{name.replace('-', '_')}")
    experiment = module.EXPERIMENT
    assert isinstance(experiment, Experiment)
    return experiment


def measure(experiment: str, parameters: Mapping[str, Any]) -> Mapping[str, Any]:
    """One job of an experiment, as workers call it; the values are JSON, as the store can hold them."""
    values: Mapping[str, Any] = json.loads(json.dumps(dict(find(experiment).measure(parameters))))
    return values
