"""A library gets dense variables and whole clauses."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.engines.library.renumber import Renumbering
from satplay.engines.library.session import CHUNK, chunks

literals = st.integers(1, 2**31 - 1) | st.integers(1, 30)
batches = st.lists(st.lists(st.tuples(literals, st.booleans()), max_size=30), max_size=6)


@given(batches)
@settings(max_examples=100, deadline=None)
def test_renumbering_is_undone_and_dense(given_batches: list[list[tuple[int, bool]]]) -> None:
    renumbering = Renumbering()
    earlier_calls: list[tuple[np.ndarray[tuple[int], np.dtype[np.int32]], list[int]]] = []
    for batch in given_batches:
        lits = np.array([v if positive else -v for v, positive in batch] + [0], np.int32)
        internal = renumbering.to_internal(lits)
        earlier_calls.append((lits, internal.tolist()))
        for earlier, was in earlier_calls:  # earlier results stay valid
            assert renumbering.to_internal(earlier.copy()).tolist() == was
            assert renumbering.to_external(np.array(was, np.int32)).tolist() == earlier.tolist()
        assert np.abs(internal).max() <= renumbering.count < 20_000  # whatever was 2147483647


@given(st.lists(st.integers(1, 1000), min_size=1))
@settings(max_examples=30, deadline=None)
def test_dense_variables_keep_their_numbers(variables: list[int]) -> None:
    lits = -np.array(variables, np.int32)
    assert Renumbering().to_internal(lits) is lits


def test_pieces_end_between_clauses() -> None:
    rng = np.random.default_rng(3)
    flat = rng.integers(-9, 9, 3 * CHUNK, dtype=np.int32)
    flat[CHUNK - 100 : CHUNK + 100] = 7  # a clause across the border
    flat[-1] = 0
    cut = list(chunks(flat))
    assert len(cut) == 3
    assert all(piece[-1] == 0 for piece in cut)
    assert np.array_equal(np.concatenate(cut), flat)
    assert list(chunks(flat[:0])) == []
