"""A refusal names the first bad line of the file, used or not; only unneeded bad lines are skipped."""

from __future__ import annotations

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from satplay.engines.reference.options import SearchOptions
from satplay.errors import BadInput
from satplay.proofs.checking import check_in_python, check_proof
from satplay.proofs.verdict import Refused, Verdict, Verified
from tests.engines.formulas import Clauses
from tests.proofs.examples import (
    ANYTHING,
    UNSATISFIABLE,
    check_with_both,
    comparable_verdict,
    corrupted,
    flat,
    native_proof,
    reference_proof,
)

pytest.importorskip("satplay._checker", reason="installed without the native core")


def first_bad_line(clauses: Clauses, lines: list[bytes]) -> int | None:
    """Return the last line of the shortest prefix of the proof in which some line does not follow."""
    for count in range(1, len(lines) + 1):
        verdict = check_in_python(flat(clauses), b"\n".join(lines[:count]), "drat", ANYTHING)
        if isinstance(verdict, Refused):
            return count
    return None


def corrupt_and_check(data: st.DataObject, clauses: Clauses) -> tuple[list[bytes], Verdict]:
    """A corrupted but well-formed proof, and its verdict."""
    proof, _ = reference_proof(clauses, "drat", SearchOptions(deletion=True))
    lines = data.draw(corrupted(proof.splitlines()))
    try:
        return lines, check_proof(flat(clauses), b"\n".join(lines))
    except BadInput:
        reject()


def proof_by(engine: str, clauses: Clauses, format: str) -> bytes:
    """Return a correct proof."""
    if engine == "native":
        return native_proof(clauses, format)[0]
    return reference_proof(clauses, format, SearchOptions(deletion=True))[0]


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_the_line_of_a_refusal_is_the_first_bad_line(data: st.DataObject) -> None:
    clauses = UNSATISFIABLE[0]
    lines, verdict = corrupt_and_check(data, clauses)
    if isinstance(verdict, Refused):
        assert verdict.line == first_bad_line(clauses, lines)


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_bad_lines_of_a_verified_proof_can_be_left_out(data: st.DataObject) -> None:
    """Backward checking skips a bad line only if it is unused: without it the proof is still valid."""
    clauses = UNSATISFIABLE[0]
    lines, verdict = corrupt_and_check(data, clauses)
    while isinstance(verdict, Verified) and (bad := first_bad_line(clauses, lines)) is not None:
        del lines[bad - 1]
        verdict = check_proof(flat(clauses), b"\n".join(lines))
        assert isinstance(verdict, Verified), verdict


def test_a_refusal_names_the_first_bad_line_even_if_it_is_unused() -> None:
    clauses = [[1, 2], [1, -2], [-4, 5], [-4, 6]]
    unused, used = b"4 0\n", b"-1 0\n"  # neither follows; only the second one is needed
    assert check_proof(flat([*clauses, [-1, 3], [-1, -3]]), unused + b"1 0\n") == Verified(2, 1, (0, 1, 4, 5))
    for proof, line, lit in ((unused + used, 1, 4), (used + unused, 1, -1)):
        for verdict in check_with_both(clauses, proof, "drat"):
            reason = f"the clause follows neither by unit propagation nor as RAT on {lit}"
            assert verdict == Refused(line, reason)


@pytest.mark.parametrize("engine", ["native", "reference"])
@given(data=st.data())
@settings(max_examples=80, deadline=None)
def test_both_checkers_agree_on_a_corrupted_binary_proof(engine: str, data: st.DataObject) -> None:
    clauses = UNSATISFIABLE[1]
    proof = proof_by(engine, clauses, "drat-binary")
    spoiled = bytearray(proof)
    for _ in range(data.draw(st.integers(0, 3))):
        spoiled[data.draw(st.integers(0, len(spoiled) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(spoiled[: data.draw(st.integers(len(proof) // 2, len(proof)))])
    check_agreement(clauses, cut, "drat-binary")


@pytest.mark.parametrize("engine", ["native", "reference"])
@given(data=st.data())
@settings(max_examples=80, deadline=None)
def test_both_checkers_agree_on_wrong_hints(engine: str, data: st.DataObject) -> None:
    clauses = UNSATISFIABLE[1]
    proof = proof_by(engine, clauses, "lrat")
    lines = [line.split() for line in proof.splitlines()]
    at = data.draw(st.sampled_from([n for n, words in enumerate(lines) if words[1] != b"d"]))
    hints = lines[at][lines[at].index(b"0") + 1 : -1]
    wrong = data.draw(st.permutations(hints))[: data.draw(st.integers(0, len(hints)))]
    wrong += data.draw(st.lists(st.sampled_from([b"1", b"2", b"-3", b"99999"]), max_size=2))
    lines[at] = [*lines[at][: lines[at].index(b"0") + 1], *wrong, b"0"]
    verdict = check_agreement(clauses, b"\n".join(b" ".join(words) for words in lines), "lrat")
    if isinstance(verdict, Refused):
        assert verdict.line == at + 1


def check_agreement(clauses: Clauses, proof: bytes, format: str) -> Verdict | None:
    """Return the common verdict of both checkers; None if both call the proof malformed."""
    try:
        native, plain = check_with_both(clauses, proof, format)
    except BadInput as bad:
        with pytest.raises(BadInput, match="bad") as again:
            check_in_python(flat(clauses), proof, format)
        assert str(again.value) == str(bad)
        return None
    if isinstance(native, Refused) or format == "lrat":
        assert comparable_verdict(native) == comparable_verdict(plain)
    return native
