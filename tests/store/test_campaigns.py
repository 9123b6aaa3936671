"""Campaigns: a result is stored once, whichever worker finishes it; results are read in the order of jobs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.errors import BadInput
from satplay.store import campaigns
from satplay.store.campaigns import JobResult
from satplay.store.opening import open_store
from tests.store.places import NewPlace, Place


def result(place: int, **values: object) -> JobResult:
    return JobResult(f"key of {place}", place, "done", values, seconds=0.5)


def test_a_campaign_is_the_same_for_the_same_kind_and_description(place: Place) -> None:
    store = open_store(place)
    first = campaigns.open_campaign(store, "generate hashi", {"size": "6x6", "seeds": [1, 9]}, "1")
    again = campaigns.open_campaign(
        open_store(place), "generate hashi", {"seeds": [1, 9], "size": "6x6"}, "2"
    )
    assert first == again and again.version == "1"
    other = campaigns.open_campaign(store, "rate hashi", {"size": "6x6", "seeds": [1, 9]}, "1")
    assert other.id != first.id and campaigns.all_campaigns(store) == [other, first]
    assert campaigns.all_campaigns(store, "rate hashi") == [other]
    assert campaigns.find_campaign(store, "rate hashi", {"size": "6x6"}) is None


def test_a_result_that_arrives_twice_is_stored_once(place: Place) -> None:
    store = open_store(place)
    campaign = campaigns.open_campaign(store, "x", {}, "1")
    assert campaigns.store_results(store, campaign, [result(1, cost=1), result(2)]) == 2
    assert campaigns.store_results(store, campaign, [result(1, cost=7), result(3), result(3)]) == 1
    stored = list(campaigns.results_in_order(store, campaign))
    assert [(one.place, one.values) for one in stored] == [(1, {"cost": 1}), (2, {}), (3, {})]
    assert all(one.ended for one in stored) and campaigns.count_results(store, campaign) == 3
    assert campaigns.store_results(store, campaign, []) == 0


@settings(max_examples=25, deadline=None)
@given(batches=st.lists(st.lists(st.integers(0, 30), max_size=8), max_size=6), chunk=st.integers(1, 7))
def test_results_are_read_in_order_whatever_the_order_of_writing(
    new_place: NewPlace, batches: list[list[int]], chunk: int
) -> None:
    store = open_store(new_place())
    campaign = campaigns.open_campaign(store, "x", {}, "1")
    stored: set[int] = set()
    for batch in batches:
        new = len(set(batch) - stored)
        assert campaigns.store_results(store, campaign, [result(place) for place in batch]) == new
        stored.update(batch)
    places = [one.place for one in campaigns.results_in_order(store, campaign, chunk)]
    assert places == sorted(stored)
    keys = {f"key of {place}" for place in stored}
    assert set(campaigns.finished_keys(store, campaign, chunk)) == keys
    asked = [f"key of {place}" for place in range(40)]
    assert campaigns.finished_among(store, campaign, asked) == keys


def test_two_jobs_may_have_the_same_place(place: Place) -> None:
    store = open_store(place)
    campaign = campaigns.open_campaign(store, "x", {}, "1")
    same = [JobResult(f"{number}", 0, "done") for number in range(5)]
    campaigns.store_results(store, campaign, same)
    assert [one.key for one in campaigns.results_in_order(store, campaign, 2)] == [one.key for one in same]


def test_a_campaign_that_is_deleted_takes_its_results_with_it(place: Place) -> None:
    store = open_store(place)
    campaign, other = (campaigns.open_campaign(store, kind, {}, "1") for kind in "xy")
    for one in (campaign, other):
        campaigns.store_results(store, one, [result(1)])
    campaigns.end_campaign(store, campaign)
    assert [one.ended is None for one in campaigns.all_campaigns(store)] == [True, False]
    assert campaigns.forget_campaign(store, campaign) and not campaigns.forget_campaign(store, campaign)
    assert campaigns.all_campaigns(store) == [other]
    assert campaigns.count_results(store, campaign) == 0 and campaigns.count_results(store, other) == 1
    with pytest.raises(BadInput, match="found a campaign that was deleted"):
        campaigns.store_results(store, campaign, [result(2)])
