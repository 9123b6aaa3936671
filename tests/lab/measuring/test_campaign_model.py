"""The model of campaigns: no station does more than it can, and simple cases are as computed by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.lab.measuring.campaign_model import Costs, most_jobs_per_second, simulate

small = st.floats(1e-5, 1e-2)


@settings(max_examples=50, deadline=None)
@given(
    st.builds(Costs, small, small, small, small, small, small), st.integers(1, 30), st.integers(1, 20), small
)
def test_no_station_is_busier_than_the_time(costs: Costs, workers: int, chunk: int, job: float) -> None:
    found = simulate(costs, workers, chunk, [job], 20)
    assert found.jobs_per_second <= most_jobs_per_second(costs, workers, chunk, job) * 1.0001
    assert all(0 <= share <= 1.0001 for share in (found.client, found.scheduler, found.workers))


def test_one_worker_without_costs_does_its_work() -> None:
    found = simulate(Costs(0, 0, 0, 0, 0), 1, 10, [0.01], 100)
    assert found.jobs_per_second == pytest.approx(100) and found.workers == pytest.approx(1)


def test_workers_are_busy_while_the_client_is_fast() -> None:
    costs = Costs(1e-4, 1e-5, 1e-4, 1e-3, 1e-4, 1e-4)
    found = simulate(costs, 50, 100, [0.01], 40)
    assert found.jobs_per_second == pytest.approx(most_jobs_per_second(costs, 50, 100, 0.01), rel=0.05)
    assert found.workers > 0.95 > found.client


def test_a_busy_client_bounds_the_campaign() -> None:
    costs = Costs(1e-3, 1e-3, 1e-4, 1e-3, 1e-4, 1e-4)
    found = simulate(costs, 200, 100, [0.01], 20)
    assert found.jobs_per_second == pytest.approx(1 / (1e-3 + 1e-5), rel=0.05)
    assert found.client > 0.95 > found.workers


def test_larger_chunks_relieve_a_busy_scheduler() -> None:
    costs = Costs(1e-5, 1e-6, 5e-3, 1e-4, 1e-5, 1e-4)
    small, large = (simulate(costs, 100, chunk, [0.01], 20) for chunk in (5, 50))
    assert small.scheduler > 0.9 and large.jobs_per_second > 5 * small.jobs_per_second


def test_latency_is_hidden_by_the_second_chunk_of_a_worker() -> None:
    near, far = (Costs(0, 0, 0, 0, 0, latency) for latency in (0, 0.02))
    assert simulate(far, 4, 10, [0.01], 50).jobs_per_second == pytest.approx(
        simulate(near, 4, 10, [0.01], 50).jobs_per_second, rel=0.05
    )
