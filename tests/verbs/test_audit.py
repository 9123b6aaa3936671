"""Audits detect wrong encodings and pass correct ones."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from satplay import puzzles
from satplay.contracts.encoding import Encoding
from satplay.errors import BadInput, NoSuchName
from satplay.verbs.audit import audit
from satplay.verbs.check import check
from satplay.verifying.encodings import Property


def test_the_default_encoding_passes() -> None:
    audited = audit("flow", size=5, random=20)
    assert audited.exit_status == 0 and not audited.failed
    assert len(set(audited.held.values())) == 1
    assert next(audited.lines()).startswith("sound:    yes (")


def test_the_source_encoding_of_flow_is_refuted_by_a_loop() -> None:
    audited = audit("flow", encoding="source", random=0)
    wrong = audited.failed[Property.SOUND]
    assert audited.exit_status == 1 and set(audited.failed) == {Property.SOUND}
    assert wrong.board.rows * wrong.board.columns == 8
    assert [broken.rule.name for broken in wrong.violations] == ["LOOP"]
    assert "LOOP does not hold: C1, D1, C2, D2 are no loop" in audited.lines()
    document = audited.as_json()["sound"]
    assert document["broken"] == ["LOOP: C1, D1, C2, D2 are no loop"]
    assert check(document["board"], document["text"], "flow").violations == wrong.violations


def test_the_picture_of_a_counterexample_highlights_the_violation() -> None:
    board = puzzles.find("flow").formats[0].read("..BA\n..BA\n")
    audited = audit("flow", encoding="source", boards=[board], size=1, random=0)
    wrong = audited.failed[Property.SOUND]
    assert audited.picture() == check(board, wrong.solution, "flow").picture()
    assert audited.picture() != audited.puzzle.draw(board, wrong.solution)
    assert audit("flow", size=1, random=0).picture() is None


def audit_sabotaged(monkeypatch: pytest.MonkeyPatch, spoil: Any) -> None:
    """The default encoding of Flow with a fault."""
    flow = puzzles.find("flow")
    encoder = flow.encoders["edges"]
    wrong = replace(encoder, encode=lambda board: spoil(encoder.encode(board)))
    monkeypatch.setattr(puzzles, "find", lambda name: replace(flow, encoders={"edges": wrong}))


def test_a_missing_solution_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_the_first_link(encoding: Encoding[Any]) -> Encoding[Any]:
        if encoding.answer:
            encoding.formula.add(-encoding.answer[0])
        return encoding

    audit_sabotaged(monkeypatch, without_the_first_link)
    audited = audit("flow", size=3, random=0)
    assert set(audited.failed) == {Property.COMPLETE}
    assert audited.failed[Property.COMPLETE].board.columns * audited.failed[Property.COMPLETE].board.rows == 2
    assert "no model gives the solution" in audited.lines()


def test_two_models_for_one_solution_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_a_coin(encoding: Encoding[Any]) -> Encoding[Any]:
        return replace(encoding, answer=[*encoding.answer, encoding.formula.fresh()])

    audit_sabotaged(monkeypatch, with_a_coin)
    audited = audit("flow", size=3, random=0)
    assert set(audited.failed) == {Property.EXACT}
    assert "several models give the solution" in audited.lines()


def test_the_parts_of_an_encoding_are_checked_separately(monkeypatch: pytest.MonkeyPatch) -> None:
    """One fault can hide another: the whole encoding is correct here, but one part is not."""
    flow = puzzles.find("flow")
    whole = replace(flow.encoders["edges"], parts={"loops": "source"})
    monkeypatch.setattr(
        puzzles, "find", lambda name: replace(flow, encoders={**flow.encoders, "edges": whole})
    )
    board = flow.formats[0].read("..BA\n..BA\n")
    audited = audit("flow", boards=[board], size=1, random=0)
    part = audited.parts["loops"]
    assert not audited.failed and set(part.failed) == {Property.SOUND} and audited.exit_status == 1
    assert "-- its part 'loops' by itself: source" in audited.lines()
    assert set(part.lines()) < set(audited.lines())
    document = audited.as_json()
    assert document["sound"]["holds"] and not document["parts"]["loops"]["sound"]["holds"]
    assert audit("flow", seconds=0.0).parts["loops"].stopped


def test_an_encoding_with_many_models_per_solution_is_not_enumerated_completely(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """2 ** 40 models for every solution."""

    def with_coins(encoding: Encoding[Any]) -> Encoding[Any]:
        coins = [encoding.formula.fresh() for _ in range(40)]
        return replace(encoding, answer=[*coins, *encoding.answer])

    audit_sabotaged(monkeypatch, with_coins)
    audited = audit("flow", size=3, random=0)
    assert set(audited.failed) == {Property.EXACT}


def test_at_the_time_limit_there_is_no_verdict() -> None:
    audited = audit("flow", seconds=0.0)
    assert audited.stopped and audited.exit_status == 3


def test_given_boards_are_checked_first() -> None:
    board = puzzles.find("flow").formats[0].read("..BA\n..BA\n")
    audited = audit("flow", encoding="source", boards=[board], size=1, random=0)
    assert audited.failed[Property.SOUND].board == board


def test_subjects_without_an_audit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoSuchName, match="edges"):
        audit("flow", encoding="edge")
    unaudited = replace(puzzles.find("mosaic"), audit=None)
    monkeypatch.setattr(puzzles, "find", lambda name: unaudited)
    with pytest.raises(BadInput, match="small boards"):
        audit("mosaic")
