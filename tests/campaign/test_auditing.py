"""Jobs of audits: put together, their results are the verdict of one process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay import puzzles
from satplay.campaign.job import DONE, FinishedJob
from satplay.campaign.tasks import auditing as jobs
from satplay.campaign.tasks.auditing import Verdict, audit_range, auditing
from satplay.campaign.tasks.inputs import as_parameters
from satplay.contracts.encoding import Encoder
from satplay.errors import BadInput
from satplay.inputs.reading import find_source
from satplay.puzzles.flow.paths import Flow
from satplay.verbs.audit import AuditResult, audits

WRONG_BOARDS = ["..BA\n..BA\n", "A..\n..A\n"]
SIZES = {"flow": 6, "hashi": 4, "mosaic": 2, "mastermind": 3, "cnf": 3}


def by_jobs(
    subject: str, encoding: str, per_job: int, sources: Sequence[Any] = (), **how: Any
) -> AuditResult:
    """The verdict of jobs of ``per_job`` boards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "BOARDS", per_job)
        task, total, parameters = auditing(subject, encoding, sources=sources, **how)
        verdict = Verdict(task)
        places = 0
        for places, one in enumerate(parameters, 1):
            result = audit_range(**task.common, **one)
            if not verdict.is_decided:
                verdict.add(FinishedJob("", places, DONE, result))
    assert places == total
    return verdict.result(stopped=False, seconds=0.0)


def in_one_process(subject: str, encoding: str, boards: Sequence[Any] = (), **how: Any) -> AuditResult:
    (found,) = audits(subject, [encoding], boards=boards, **how)
    return replace(found, seconds=0.0)


def every_encoding() -> list[tuple[str, str]]:
    return [(name, encoding) for name in SIZES for encoding in puzzles.find(name).encoders]


@pytest.mark.parametrize(("subject", "encoding"), every_encoding(), ids=lambda name: name)
def test_the_verdict_of_jobs_is_that_of_one_process(subject: str, encoding: str) -> None:
    how = {"size": SIZES[subject], "random": 15, "seed": 3}
    assert by_jobs(subject, encoding, 37, **how) == in_one_process(subject, encoding, **how)


def test_given_boards_come_first() -> None:
    sources = [as_parameters(find_source(text)) for text in WRONG_BOARDS]
    boards = [puzzles.find("flow").formats[0].read(text) for text in WRONG_BOARDS]
    how = {"size": 2, "random": 3, "seed": 1}
    found = by_jobs("flow", "source", 4, sources, **how)
    assert found == in_one_process("flow", "source", boards, **how)
    assert found.failed and found.picture() == in_one_process("flow", "source", boards, **how).picture()


def spoilt(encoder: Encoder[Any, Any], random: Random) -> Encoder[Any, Any]:
    """An encoder that refuses some boards, and loses, doubles or misreads the solutions of others."""
    rarity = {fault: random.randint(1, 60) for fault in ("refuse", "lose", "double", "misread")}

    def encode(board: Any) -> Any:
        dice = Random(repr(board))
        faults = {fault for fault, rare in rarity.items() if dice.randrange(rare) == 0}
        if "refuse" in faults:
            raise BadInput("board", found="this one", expected="another")
        encoding = encoder.encode(board)
        if "lose" in faults and encoding.answer:
            encoding.formula.add(-encoding.answer[0])
        if "double" in faults:
            encoding = replace(encoding, answer=[*encoding.answer, encoding.formula.fresh()])
        if "misread" in faults:
            encoding = replace(encoding, decode=lambda model: Flow(frozenset()))
        return encoding

    return replace(encoder, encode=encode)


@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 60))
def test_any_encoding_has_the_verdict_of_one_process(random: Random, per_job: int) -> None:
    """Boards after the last failure do not count, in whatever jobs they are."""
    flow = puzzles.find("flow")
    encoders = {"edges": spoilt(flow.encoders["edges"], random)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(puzzles, "find", lambda name: replace(flow, encoders=encoders))
        how = {"size": 4, "random": random.randint(0, 5), "seed": random.randint(0, 9)}
        assert by_jobs("flow", "edges", per_job, **how) == in_one_process("flow", "edges", **how)


def test_a_range_of_boards_does_not_depend_on_earlier_ones() -> None:
    task, total, parameters = auditing("mosaic", "direct", size=2, random=90, seed=5)
    every = list(parameters)
    assert total == len(every) > 2
    forwards = [audit_range(**task.common, **one) for one in every]
    backwards = [audit_range(**task.common, **one) for one in reversed(every)]
    assert forwards == backwards[::-1]
    with pytest.raises(ValueError, match="boards from"):
        audit_range(**task.common, begin=every[-1]["end"], end=every[-1]["end"] + 1)
