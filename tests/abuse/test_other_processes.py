"""Results and errors arrive from other processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import satplay
from satplay.errors import BadInput
from satplay.playing.subjects import playable_names
from tests.abuse.public_results import examples

PATIENCE = 120.0
"""Seconds; an answer that cannot be unpickled would never arrive."""


def in_another_process(function: Callable[[Any], Any], given: list[Any]) -> list[Any]:
    """The results of a function in a fresh interpreter, which hashes texts in another way."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.map_async(function, given, chunksize=1).get(PATIENCE)


def test_results_arrive_from_another_process() -> None:
    texts = [text for _, _, text in examples()]
    for text, other in zip(texts, in_another_process(satplay.solve, texts), strict=True):
        ours = satplay.solve(text)
        assert (other.status, other.solution, other.instance) == (ours.status, ours.solution, ours.instance)
        assert other.puzzle is ours.puzzle
        assert [*other.lines()][-1] == [*ours.lines()][-1] and other._repr_svg_() == ours._repr_svg_()
    for text, other in zip(texts, in_another_process(satplay.encode, texts), strict=True):
        assert str(other) == str(satplay.encode(text)) and other.formula == satplay.encode(text).formula


@pytest.mark.parametrize("name", playable_names())
def test_a_match_arrives_from_another_process(name: str) -> None:
    (match,) = in_another_process(partial(satplay.play, seed=1), [name])
    assert match == satplay.play(name, seed=1)
    assert match.respond("hint") == satplay.play(name, seed=1).respond("hint")


@pytest.mark.parametrize("text", ["2x2:1", "no such file.cnf", "p cnf 1 1\n2 x 0\n"])
def test_an_error_arrives_from_another_process(text: str) -> None:
    with pytest.raises(BadInput) as ours:
        satplay.solve(text)
    with pytest.raises(BadInput) as theirs:
        in_another_process(satplay.solve, [text])
    assert str(theirs.value) == str(ours.value) and theirs.value.__dict__ == ours.value.__dict__
