"""Shared boards: one slug for one text, and a table that does not grow without limit."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine, func, select, update

from satplay.store import shares
from satplay.store.opening import open_store
from satplay.store.shares import Room, slug_of
from satplay.store.tables import SHARES
from tests.store.places import Place, environment

LONG_AGO = "2001-01-01T00:00:00+00:00"


def slugs(store: Engine) -> set[str]:
    """All slugs in the store."""
    with store.begin() as connection:
        return set(connection.execute(select(SHARES.c.slug)).scalars())


def visit_last(store: Engine, slug: str, moment: str) -> None:
    """Pretend that a share was visited last at this time."""
    with store.begin() as connection:
        connection.execute(update(SHARES).where(SHARES.c.slug == slug).values(used=moment))


def test_a_shared_board_is_found_by_its_slug(place: Place) -> None:
    slug = shares.keep(open_store(place), "nim", "3 4 5\nä∞")
    found = shares.find(open_store(place), slug)
    assert found is not None and (found.subject, found.text, found.slug) == ("nim", "3 4 5\nä∞", slug)
    assert shares.is_known(open_store(place), slug) and not shares.is_known(open_store(place), "other")
    assert shares.find(open_store(place), "other") is None


def test_the_same_board_is_stored_once(place: Place) -> None:
    store = open_store(place)
    assert shares.keep(store, "nim", "3 4 5") == shares.keep(store, "nim", "3 4 5")
    shares.keep(store, "mosaic", "3 4 5")
    shares.keep(store, "nim", "3 4")
    assert len(slugs(store)) == 3


@given(st.tuples(st.sampled_from(["nim", "mosaic"]), st.text()))
def test_a_slug_is_a_word_of_small_letters_and_digits(value: tuple[str, str]) -> None:
    slug = slug_of(*value)
    assert len(slug) == 16 and slug.isascii() and slug.isalnum() and slug == slug.lower()
    assert slug != slug_of(value[0], value[1] + " ")


def test_the_shares_not_visited_for_the_longest_time_make_room(place: Place) -> None:
    store, room = open_store(place), Room(shares=10)
    made = [shares.keep(store, "nim", str(number), room) for number in range(10)]
    for slug in made[:4]:
        visit_last(store, slug, LONG_AGO)
    assert shares.find(store, made[3]) is not None  # a visit
    new = shares.keep(store, "nim", "10", room)
    assert not {*made[:2]} & slugs(store)
    assert {*made[2:], new} == slugs(store)


def test_the_texts_together_are_bounded(place: Place) -> None:
    store, room = open_store(place), Room(size=1000)
    for number in range(50):
        shares.keep(store, "nim", f"{number:100}", room)
    with store.begin() as connection:
        assert connection.execute(select(func.sum(SHARES.c.size))).scalar_one() <= 1000
    alone = shares.keep(store, "nim", "x" * 2000, room)  # larger than the room: the new one stays
    assert slugs(store) == {alone}


def test_a_visit_is_noted_once_a_day(place: Place) -> None:
    store = open_store(place)
    slug = shares.keep(store, "nim", "3 4 5")
    visit_last(store, slug, LONG_AGO)
    shares.find(store, slug)
    first = shares.find(store, slug)
    second = shares.find(store, slug)
    assert first is not None and second is not None
    assert first.used == second.used > LONG_AGO and first.begun <= first.used


def test_many_may_share_one_board_at_the_same_time(place: Place) -> None:
    store = open_store(place)
    with ThreadPoolExecutor(8) as pool:
        made = {*pool.map(lambda number: shares.keep(store, "nim", str(number % 3)), range(24))}
    assert made == slugs(store) and len(made) == 3


def test_a_killed_process_loses_no_share_that_it_has_reported(place: Place) -> None:
    program = """
import itertools
from satplay.store.opening import open_store
from satplay.store.shares import keep
store = open_store()
for number in itertools.count():
    print(keep(store, "nim", f"{number} " * 500), flush=True)
"""
    words = [sys.executable, "-c", program]
    with subprocess.Popen(words, stdout=subprocess.PIPE, env=environment(place)) as child:
        assert child.stdout is not None
        first = [child.stdout.readline() for _ in range(5)]
        os.kill(child.pid, signal.SIGKILL)
        reported = b"".join([*first, child.stdout.read()]).decode().splitlines()
    assert {slug for slug in reported if len(slug) == 16} <= slugs(open_store(place))
