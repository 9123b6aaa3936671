"""Audits of Hashi: the default encoding is correct, and each part of the source encoding is refuted."""

from __future__ import annotations

import pytest

from satplay.puzzles.hashi.rules import Rule
from satplay.verbs.audit import AuditResult, audit
from satplay.verifying.encodings import Property

ONE_EACH = [
    ("source-degrees", Property.SOUND, {Rule.NUMBER}, 2),
    ("source-connectivity", Property.SOUND, {Rule.CONNECTED}, 4),
    ("source-crossing", Property.COMPLETE, set(), 6),
    ("source-crossing-test", Property.SOUND, {Rule.CROSSING}, 5),
]


def expect_refuted(audited: AuditResult, kind: Property, broken: set[Rule], islands: int) -> None:
    assert set(audited.failed) == {kind}
    wrong = audited.failed[kind]
    assert {instance.rule for instance in wrong.violations} == broken
    assert len(wrong.board.cells) == islands


def test_the_default_encoding_passes_on_small_and_random_boards() -> None:
    audited = audit("hashi", size=4, random=100)
    assert audited.exit_status == 0 and not audited.refused


@pytest.mark.parametrize(("name", "kind", "broken", "islands"), ONE_EACH)
def test_each_part_of_the_source_encoding_is_refuted_by_a_small_board(
    name: str, kind: Property, broken: set[Rule], islands: int
) -> None:
    size = 4 if islands <= 4 else 9  # crossings need at least 3 by 3 cells
    expect_refuted(audit("hashi", encoding=name, size=size, random=0), kind, broken, islands)


@pytest.mark.slow
def test_an_audit_of_the_source_encoding_refutes_each_of_its_parts() -> None:
    """As on the command line; about 30 seconds."""
    audited = audit("hashi", encoding="source")
    assert set(audited.failed) == {Property.SOUND, Property.EXACT}
    for name, kind, broken, islands in ONE_EACH:
        [part] = [part for part in audited.parts.values() if part.encoding == name]
        expect_refuted(part, kind, broken, islands)


@pytest.mark.slow
def test_an_audit_of_the_default_encoding_passes() -> None:
    """About 15 seconds."""
    assert audit("hashi").exit_status == 0
