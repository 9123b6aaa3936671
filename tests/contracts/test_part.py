"""Parts of a record: imported by the first access, and then as if they had been there from the start."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import pytest

from satplay import puzzles
from satplay.contracts.part import Part, parts_of
from satplay.contracts.puzzle import Puzzle
from satplay.puzzles.mosaic import PUZZLE
from satplay.puzzles.mosaic.generator import generate

part = parts_of("satplay.puzzles.mosaic")


def record(**changes: Any) -> Puzzle[Any, Any]:
    """A new record of mosaic whose generator is not imported yet."""
    return replace(PUZZLE, **{"generate": part("generator", "generate"), **changes})


def test_a_part_is_loaded_by_the_first_access() -> None:
    puzzle = record()
    assert puzzle.generate is generate
    assert puzzle.generate is generate


def test_a_part_names_its_module_and_attribute() -> None:
    assert part("generator", "generate") == Part("satplay.puzzles.mosaic.generator", "generate")


def test_a_record_of_parts_can_be_copied_compared_and_pickled() -> None:
    puzzle = record(examples={}, variant_options={}, conflict_summary=None)
    assert copy.copy(puzzle) == puzzle == record(examples={}, variant_options={}, conflict_summary=None)
    assert "generate=<function generate" in repr(puzzle)
    assert replace(puzzle, title="Another").generate is generate
    small = replace(puzzle, encoders={}, formats=(), solutions=(), audit=None, move_entry=None)
    assert pickle.loads(pickle.dumps(replace(small, direct_enumeration=None))).generate is generate


def test_a_record_with_parts_is_immutable() -> None:
    puzzle = record()
    with pytest.raises(FrozenInstanceError):
        puzzle.generate = generate  # the test is that this is refused


def test_what_is_no_field_is_still_missing() -> None:
    with pytest.raises(AttributeError, match="'Puzzle' object has no attribute 'generator'"):
        _ = PUZZLE.generator  # likewise


def test_a_part_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"satplay\.puzzles\.mosaic\.nowhere"):
        _ = record(generate=part("nowhere", "generate")).generate
    with pytest.raises(AttributeError, match="nothing"):
        _ = record(generate=part("generator", "nothing")).generate


@pytest.mark.parametrize("name", puzzles.names())
def test_every_part_of_a_puzzle_is_in_its_folder(name: str) -> None:
    puzzle = puzzles.find(name)
    folder = f"satplay.puzzles.{name.replace('-', '_')}."
    assert puzzle._parts, "parts that few commands need are imported when they are used"
    for field, where in puzzle._parts.items():
        assert where.module.startswith(folder)
        assert getattr(puzzle, field) is where.load()
    values = [getattr(puzzle, field.name) for field in fields(puzzle)]
    assert not any(isinstance(value, Part) for value in values)


def test_finding_a_puzzle_does_not_load_its_parts() -> None:
    program = (
        "import sys; from satplay import puzzles; puzzle = puzzles.find('hashi'); "
        "parts = {part.module for part in puzzle._parts.values()}; "
        "print(len(parts) > 3, parts & set(sys.modules)); "
        "puzzle.sketch; print(parts & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["True set()", "{'satplay.puzzles.hashi.sketch'}"]
