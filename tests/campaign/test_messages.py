"""Chunks and outcomes as JSON: what is read is what was written."""

from __future__ import annotations

import pytest

from satplay.campaign.job import Task, list_jobs
from satplay.campaign.messages import read_chunk, read_outcomes, write_chunk, write_common, write_outcomes
from satplay.errors import BadInput, GaveUp, NoSuchName, SatplayError
from satplay.workers.calls import (
    Batch,
    Cancelled,
    Crashed,
    Outcome,
    OutOfMemory,
    OutOfTime,
    Raised,
    Returned,
)


def after_the_journey(*outcomes: Outcome) -> list[Outcome]:
    received: dict[int, Outcome] = {}
    read_outcomes(write_outcomes(enumerate(outcomes)), received.__setitem__)
    return [received[number] for number in range(len(outcomes))]


def test_a_chunk_arrives_as_calls() -> None:
    task = Task("test", "package.module:name", {"a": [1, None]}, {}, 2.5, 100)
    batch, topic = read_chunk(
        write_chunk(task, list_jobs([{"b": "ß"}, {"b": {}}]), "topic"), write_common(task)
    )
    assert topic == "topic"
    assert batch == Batch(
        "package.module:name", [{"b": "ß"}, {"b": {}}], {"a": [1, None]}, 2.5, memory_mib=100
    )


def test_outcomes_arrive_as_they_were() -> None:
    outcomes = [
        Returned({"values": [1, 2.5, "x", None]}, 0.5, 0.25),
        Raised("ValueError: no", trace="lines"),
        OutOfTime(),
        OutOfMemory(100),
        OutOfMemory(None),
        Crashed("Killed"),
        Cancelled(),
    ]
    assert after_the_journey(*outcomes) == outcomes


@pytest.mark.parametrize(
    "error",
    [
        BadInput("board", found="9", expected="1 to 8", line=3, column=7).at("a.txt"),
        GaveUp("answer", "out of time"),
        NoSuchName("engine", "x", ["y"]),
        SatplayError("a plain one"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_of_satplay_keep_their_message_and_exit_status(error: SatplayError) -> None:
    (received,) = after_the_journey(Raised(str(error), error))
    assert isinstance(received, Raised) and received.error is not None
    assert type(received.error) is type(error) and str(received.error) == str(error)
    assert received.error.exit_status == error.exit_status


def test_an_error_with_attributes_that_are_not_json_keeps_its_message() -> None:
    error = GaveUp("answer", "out of time")
    error.__dict__["board"] = object()
    (received,) = after_the_journey(Raised("text", error))
    assert isinstance(received, Raised) and str(received.error) == "no answer: out of time"


def test_a_result_that_is_not_json_is_an_error_of_its_job_alone() -> None:
    good = Returned({"number": 1}, 0.0, 0.0)
    first, second = after_the_journey(Returned(b"bytes", 0.0, 0.0), good)
    assert isinstance(first, Raised) and "bytes is not JSON serializable" in first.why
    assert second == good
