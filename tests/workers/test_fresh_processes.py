"""Batches whose calls get a new process each, in a pool that also runs others."""

from __future__ import annotations

import os
from collections.abc import Sequence

from satplay.workers.calls import Batch, Crashed, Outcome, Returned, name_of
from satplay.workers.pool import WorkerPool

PROCESS = name_of(os.getpid)
KILL = name_of(os.abort)


def batch(function: str = PROCESS, count: int = 1, *, fresh: bool = True, priority: int = 0) -> Batch:
    return Batch(function, [{}] * count, {}, priority=priority, fresh=fresh)


def processes(outcomes: Sequence[Outcome]) -> list[int]:
    assert all(isinstance(one, Returned) for one in outcomes)
    return [one.value for one in outcomes if isinstance(one, Returned)]


def test_each_call_has_a_process_of_its_own() -> None:
    numbers: list[int] = []
    with WorkerPool(2) as pool:
        future = pool.submit_batch(batch(count=4), lambda number, outcome: numbers.append(number))
        assert len({os.getpid(), *processes(future.result())}) == 5
    assert numbers == [0, 1, 2, 3]


def test_a_used_worker_makes_room_and_no_worker_is_used_again() -> None:
    with WorkerPool(1) as pool:
        found = []
        for fresh in (False, False, True, False):
            found += processes(pool.submit_batch(batch(fresh=fresh)).result())
    first, second, new, last = found
    assert first == second and len({first, new, last}) == 3


def test_calls_of_both_kinds_share_the_workers() -> None:
    with WorkerPool(2) as pool:
        futures = [pool.submit_batch(batch(count=3, fresh=number % 2 == 0)) for number in range(6)]
        found = [processes(future.result()) for future in futures]
    new = [process for number, some in enumerate(found) if number % 2 == 0 for process in some]
    used = {process for number, some in enumerate(found) if number % 2 for process in some}
    assert len(set(new)) == len(new) == 9 and not used & set(new)


def test_a_call_that_ends_its_process_does_not_affect_the_next_one() -> None:
    with WorkerPool(1) as pool:
        outcomes = pool.submit_batch(batch(KILL, 2)).result()
        assert outcomes == [Crashed("Aborted")] * 2
        processes(pool.submit_batch(batch()).result())
