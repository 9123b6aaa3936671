"""What an audit finds: the default encoding is right, and each part of the source is refuted."""

from __future__ import annotations

import pytest

from satplay.puzzles.hashi.rules import Rule
from satplay.verbs.audit import Audited, Property, audit

ONE_EACH = [
    ("source-degrees", Property.SOUND, {Rule.NUMBER}, 2),
    ("source-connectivity", Property.SOUND, {Rule.CONNECTED}, 4),
    ("source-crossing", Property.COMPLETE, set(), 6),
    ("source-crossing-test", Property.SOUND, {Rule.CROSSING}, 5),
]


def expect_refuted(audited: Audited, kind: Property, broken: set[Rule], islands: int) -> None:
    assert set(audited.failed) == {kind}
    wrong = audited.failed[kind]
    assert {instance.rule for instance in wrong.broken} == broken
    assert len(wrong.board.cells) == islands


def test_the_default_passes_on_small_and_on_random_boards() -> None:
    audited = audit("hashi", size=4, random=100)
    assert audited.exit_status == 0 and not audited.refused


@pytest.mark.parametrize(("name", "kind", "broken", "islands"), ONE_EACH)
def test_each_part_of_the_source_is_refuted_by_a_small_board(
    name: str, kind: Property, broken: set[Rule], islands: int
) -> None:
    size = 4 if islands <= 4 else 9  # ways cross on 3 by 3 cells at the earliest
    expect_refuted(audit("hashi", encoding=name, size=size, random=0), kind, broken, islands)


@pytest.mark.slow
def test_an_audit_of_the_source_refutes_each_of_its_parts() -> None:
    """As it is asked for on the command line; about half a minute."""
    audited = audit("hashi", encoding="source")
    assert set(audited.failed) == {Property.SOUND, Property.EXACT}
    for name, kind, broken, islands in ONE_EACH:
        [part] = [part for part in audited.parts.values() if part.encoding == name]
        expect_refuted(part, kind, broken, islands)


@pytest.mark.slow
def test_an_audit_finds_nothing_wrong_with_the_default() -> None:
    """About a quarter of a minute."""
    assert audit("hashi").exit_status == 0
