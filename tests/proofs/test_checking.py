"""Correct proofs are verified, corrupted ones refused with their first bad line, by both checkers."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.engines.native import options
from satplay.engines.reference.options import SearchOptions
from satplay.errors import BadInput
from satplay.proofs import checking
from satplay.proofs.checking import check_in_python, check_proof
from satplay.proofs.reading import FORMATS
from satplay.proofs.verdict import Refused, Unfinished, Verdict, Verified
from tests.engines.formulas import Clauses, clause_lists, pigeonhole, random_ksat
from tests.exams.brute_force import satisfiable
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

EVERYTHING_OFTEN = {
    row.name: max(row.least, min(2, row.greatest))
    for row in options()
    if row.greatest >= 1_000_000 and row.name != "seed"
}
EVERYTHING = EVERYTHING_OFTEN | {
    "eliminate": 1,
    "pure": 1,
    "eliminate_occurrences": 100,
    "inprocess_effort": 1000,
}
SCHEMES = [
    SearchOptions(learn=learn, minimise=minimise, deletion=deletion, restarts=deletion, restart_unit=4)
    for learn, minimise, deletion in product(
        ("decisions", "first-uip", "last-uip"), (False, True), (False, True)
    )
]


# -- correct proofs ---------------------------------------------------------------------------------


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    "options", SCHEMES, ids=lambda scheme: f"{scheme.learn}-{scheme.minimise}-{scheme.deletion}"
)
def test_proofs_by_the_reference_engine_are_verified(options: SearchOptions, format: str) -> None:
    for clauses in UNSATISFIABLE:
        proof, _ = reference_proof(clauses, format, options)
        for every_line in (False, True):
            for verdict in check_with_both(clauses, proof, format, (), every_line):
                assert isinstance(verdict, Verified), verdict


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    "chosen", [{}, EVERYTHING_OFTEN, EVERYTHING], ids=["plain", "everything often", "elimination too"]
)
def test_proofs_by_the_native_engine_are_verified(chosen: dict[str, int], format: str) -> None:
    for clauses in [*UNSATISFIABLE, random_ksat(60, 330, Random(2))]:
        proof, _ = native_proof(clauses, format, **chosen)
        for every_line in (False, True):
            verdict = check_proof(flat(clauses), proof, format=format, every_line=every_line)
            assert isinstance(verdict, Verified), verdict


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("engine", ["native", "reference"])
@given(problem=clause_lists(max_var=6, max_clauses=30, max_width=3), data=st.data())
@settings(max_examples=40, deadline=None)
def test_a_core_of_assumptions_is_proved_as_its_negation(
    engine: str, format: str, problem: tuple[int, Clauses], data: st.DataObject
) -> None:
    variables, clauses = problem
    literal = st.integers(1, variables).flatmap(lambda var: st.sampled_from([var, -var]))
    assumed = data.draw(st.lists(literal, max_size=4))
    if satisfiable(variables, clauses, assumed):
        return
    proof, core = (
        native_proof(clauses, format, assumed)
        if engine == "native"
        else reference_proof(clauses, format, SearchOptions(), assumed)
    )
    for verdict in check_with_both(clauses, proof, format, tuple(-lit for lit in core)):
        assert isinstance(verdict, Verified), (verdict, proof, core)


def test_the_core_of_a_proof_is_unsatisfiable_and_omits_unused_clauses() -> None:
    clauses = [[20, 21], *pigeonhole(3), [-20, 22]]
    proof, _ = native_proof(clauses, "drat")
    verdict = check_proof(flat(clauses), proof)
    assert isinstance(verdict, Verified) and verdict.core is not None
    assert not {0, len(clauses) - 1} & set(verdict.core)
    assert not satisfiable(12, [clauses[index] for index in verdict.core])


def test_a_tautological_goal_needs_no_proof() -> None:
    for format in FORMATS:
        for verdict in check_with_both([[1, 2]], b"", format, (1, -1)):
            assert verdict == Verified(0, 0, () if verdict.core == () else None)


# -- RAT --------------------------------------------------------------------------------------------

# Three pigeons in two holes, 1 to 6; by extended resolution (Cook 1976) 7 and 8 define how two pigeons
# can share one hole: 7 = 1 or (2 and 5), 8 = 3 or (4 and 5).
PIGEONS = pigeonhole(2)
DEFINITIONS = [[7, -1], [7, -2, -5], [-7, 1, 2], [-7, 1, 5], [8, -3], [8, -4, -5], [-8, 3, 4], [-8, 3, 5]]


@pytest.mark.parametrize("every_line", [False, True])
def test_definitions_of_new_variables_are_allowed_as_rat(every_line: bool) -> None:
    lines = [*DEFINITIONS, [-7, -8], [7], [8], []]
    proof = b"\n".join(" ".join(map(str, [*clause, 0])).encode() for clause in lines)
    for verdict in check_with_both(PIGEONS, proof, "drat", (), every_line):
        assert isinstance(verdict, Verified), verdict


def test_a_blocked_clause_is_allowed_on_its_first_literal_only() -> None:
    # Every resolvent of (1 2) on 1 contains both 2 and -2; on 2 there is one with (-2 3), namely (1 3).
    clauses = [[-1, -2, 4], [-2, 3, 5], [-4, 5]]
    for verdict in check_with_both(clauses, b"1 2 0\n", "drat", ANYTHING, True):
        assert isinstance(verdict, Verified)
    for verdict in check_with_both(clauses, b"2 1 0\n", "drat", ANYTHING, True):
        assert verdict == Refused(1, "the clause follows neither by unit propagation nor as RAT on 2")


def test_deleting_the_clauses_it_resolves_with_makes_a_clause_rat() -> None:
    clauses = [[-1, 2, 3], [2, 5]]
    for verdict in check_with_both(clauses, b"1 4 0\n", "drat", ANYTHING, True):
        assert isinstance(verdict, Refused)
    for verdict in check_with_both(clauses, b"d 3 2 -1 0\n1 4 0\n", "drat", ANYTHING, True):
        assert isinstance(verdict, Verified)


def test_deleting_a_unit_clause_does_nothing() -> None:
    clauses = [[1], [-1, 2]]
    for verdict in check_with_both(clauses, b"d 1 0\nd 2 -1 0\n", "drat", (2,), True):
        assert isinstance(verdict, Verified)
        assert verdict.kept_units == 2
    for verdict in check_with_both(clauses, b"d 1 0\n-1 0\n", "drat", ANYTHING, True):
        assert verdict == Refused(2, "the clause follows neither by unit propagation nor as RAT on -1")


def test_lrat_names_the_resolvents_of_a_rat_line() -> None:
    clauses = [[-1, 2], [-1, 3], [-2, 4], [-4, -3, 2]]
    goal = ANYTHING
    for hints in (b"-1 -2 0", b"-2 3 4 -1 0"):  # clause 1 gives (-2 2), clause 2 needs its hints
        native, plain = check_with_both(clauses, b"5 1 -2 0 " + hints, "lrat", goal)
        assert native == plain
    for verdict in check_with_both([[-1, 2]], b"2 1 -2 0 -1 0", "lrat", goal):
        assert isinstance(verdict, Verified)
    for verdict in check_with_both([[-1, 3]], b"2 1 -2 0 0", "lrat", goal):
        assert verdict == Refused(1, "the hints end without a false clause")
    for verdict in check_with_both([[-1, 3], [-1, 2]], b"3 1 -2 0 -2 0", "lrat", goal):
        assert verdict == Refused(1, "no hints for the resolvent with clause 1")


# -- wrong proofs -----------------------------------------------------------------------------------


@pytest.mark.parametrize("clauses", UNSATISFIABLE[:3], ids=["pigeons", "random", "larger"])
@pytest.mark.parametrize("format", ["drat", "lrat"])
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_both_checkers_agree_on_a_corrupted_proof(clauses: Clauses, format: str, data: st.DataObject) -> None:
    proof, _ = reference_proof(clauses, format, SearchOptions(deletion=True))
    text = b"\n".join(data.draw(corrupted(proof.splitlines())))
    try:
        native, plain = check_with_both(clauses, text, format)
    except BadInput as bad:
        with pytest.raises(BadInput, match=r"^line") as again:
            check_in_python(flat(clauses), text, format)
        assert str(again.value) == str(bad)
        return
    strict = check_with_both(clauses, text, format, (), True)
    assert comparable_verdict(strict[0]) == comparable_verdict(strict[1])
    if isinstance(native, Refused):
        assert native == plain  # the same first bad line
    else:  # unused bad lines are allowed
        assert isinstance(native, Verified)


@given(problem=clause_lists(max_var=6, max_clauses=15, max_width=3), data=st.data())
@settings(max_examples=300, deadline=None)
def test_only_unsatisfiable_formulas_are_verified(problem: tuple[int, Clauses], data: st.DataObject) -> None:
    """Any lines over any clauses, with new variables: verified means unsatisfiable."""
    variables, clauses = problem
    literal = st.integers(1, variables + 2).flatmap(lambda var: st.sampled_from([var, -var]))
    lines = st.lists(st.tuples(st.booleans(), st.lists(literal, max_size=3)), max_size=12)
    extra = [(True, clause) for clause in clauses]
    steps = data.draw(st.permutations([*data.draw(lines), *extra[: data.draw(st.integers(0, 4))]]))
    proof = "".join(
        f"{'d ' if out else ''}{' '.join(map(str, [*lits, 0]))}\n" for out, lits in steps
    ).encode()
    native, plain = check_with_both(clauses, proof, "drat")
    strict = check_with_both(clauses, proof, "drat", (), True)
    assert comparable_verdict(strict[0]) == comparable_verdict(strict[1])
    if isinstance(native, Refused):
        assert native == plain
    if satisfiable(variables, clauses):
        assert all(isinstance(verdict, Refused) for verdict in (native, plain, *strict))
    if isinstance(plain, Verified):
        assert isinstance(native, Verified)


@given(problem=clause_lists(max_var=5, max_clauses=10, max_width=3), data=st.data())
@settings(max_examples=300, deadline=None)
def test_only_contradictory_assumptions_are_verified(
    problem: tuple[int, Clauses], data: st.DataObject
) -> None:
    """RAT may change the models; verified still means that the assumptions cannot all hold."""
    variables, clauses = problem
    literal = st.integers(1, variables + 1).flatmap(lambda var: st.sampled_from([var, -var]))
    goal = tuple(data.draw(st.lists(literal, min_size=1, max_size=3)))
    lines = data.draw(st.lists(st.lists(literal, min_size=1, max_size=3), max_size=6))
    proof = "".join(f"{' '.join(map(str, [*lits, 0]))}\n" for lits in lines).encode()
    native, plain = check_with_both(clauses, proof, "drat", goal)
    if isinstance(native, Refused):
        assert native == plain
    if satisfiable(variables + 1, clauses, [-lit for lit in goal]):
        assert isinstance(native, Refused) and isinstance(plain, Refused)


@pytest.mark.parametrize(
    ("format", "proof"), [("drat", b"1 0\n"), ("drat-binary", b"a\x02\x00"), ("lrat", b"2 1 0 -1 0\n")]
)
def test_rat_on_an_assumed_literal_proves_nothing(format: str, proof: bytes) -> None:
    # The clause (1) is RAT because no clause contains -1; this does not refute the assumption -1.
    clauses = [[-1, 1]]
    for verdict in check_with_both(clauses, proof, format, (1,)):
        assert isinstance(verdict, Refused) and verdict.line == 1
        assert "RAT on 1 would change what is assumed" in verdict.reason


def test_an_unused_bad_line_matters_only_if_every_line_is_checked() -> None:
    clauses = [[1, 2], [1, -2], [-1, 3], [-1, -3], [-4, 5], [-4, 6]]
    proof = b"c not so:\n4 0\n1 0\n"
    assert check_proof(flat(clauses), proof) == Verified(2, 1, (0, 1, 2, 3))
    for verdict in check_with_both(clauses, proof, "drat", (), True):
        assert verdict == Refused(2, "the clause follows neither by unit propagation nor as RAT on 4")


def test_the_first_bad_line_is_named_although_checking_goes_backwards() -> None:
    clauses = [[1, 2, 3], [-1, -2, -3], [1, 2, -3], [-1, -2, 3]]
    native, plain = check_with_both(clauses, b"1 2 0\nc\n-1 0\n-2 0\n0\n", "drat")
    assert native == plain == Refused(3, "the clause follows neither by unit propagation nor as RAT on -1")


def test_an_incomplete_proof_is_refused_without_a_line() -> None:
    for format in FORMATS:
        native, plain = check_with_both([[1, 2], [-1, -2]], b"", format)
        assert native == plain == Refused(None, "the proof ends without reaching the empty clause")
        native, plain = check_with_both([[1, 2], [-1, -2]], b"", format, (1,))
        assert native == plain == Refused(None, "the proof ends without reaching its goal")


def test_a_binary_proof_names_step_and_byte() -> None:
    native, plain = check_with_both(
        [[1, 2], [-1, -2]], b"a\x02\x05\x00d\x02\x05\x00a\x02\x00a\x04\x00", "drat-binary"
    )
    assert native == plain
    assert isinstance(native, Refused) and native.offset is not None
    assert str(native).startswith(f"step {native.line} at byte {native.offset}: ")


def test_deleting_a_missing_clause_is_counted_or_refused() -> None:
    clauses = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
    proof = b"d 1 3 0\n1 0\n"
    verdict = check_proof(flat(clauses), proof)
    assert isinstance(verdict, Verified) and verdict.not_there == 1
    for verdict in check_with_both(clauses, proof, "drat", (), True):
        assert verdict == Refused(1, "the deleted clause is not there")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"4 1 0 1 2 0", "clause number 4 is not new"),
        (b"5 1 0 1 9 0", "hint 9 is not there"),
        (b"5 1 0 1 3 0", "hint 3 is not unit"),
        (b"5 1 0 1 0", "the hints end without a false clause"),
        (b"5 0 -1 0", "the hints end without a false clause"),
        (b"5 d 7 0", "deleted clause 7 is not there"),
        (b"5 d 1 1 0", "deleted clause 1 is not there"),
    ],
)
def test_each_error_in_an_lrat_line_is_reported(line: bytes, reason: str) -> None:
    clauses = [[1, 2], [1, -2], [-1, 2, 3], [-3]]
    for verdict in check_with_both(clauses, line, "lrat"):
        assert verdict == Refused(1, reason)


# -- large numbers, time, threads ---------------------------------------------------------------------


def test_variable_numbers_may_be_large() -> None:
    far = 2**31 - 1
    clauses = [[far, 2], [far, -2], [-far, 5_000_000], [-far, -5_000_000]]
    for verdict in check_with_both(clauses, f"{far} 0\n0\n".encode(), "drat"):
        assert isinstance(verdict, Verified)
    proof = f"{2**60} {far} 0 1 2 0\n{2**60} d 1 0\n{2**60 + 1} 0 {2**60} 3 4 0\n".encode()
    for verdict in check_with_both(clauses, proof, "lrat"):
        assert isinstance(verdict, Verified)


def test_without_time_there_is_no_verdict() -> None:
    proof, _ = native_proof(pigeonhole(4), "drat")
    assert check_proof(flat(pigeonhole(4)), proof, seconds=0.0) == Unfinished()
    assert check_in_python(flat(pigeonhole(4)), proof, "drat", seconds=0.0) == Unfinished()


@pytest.mark.parametrize("format", FORMATS)
def test_without_memory_there_is_no_verdict(format: str) -> None:
    proof, _ = native_proof(pigeonhole(4), format)
    clauses = flat(pigeonhole(4))
    out = Unfinished("out of memory")
    assert check_proof(clauses, proof, format=format, most_bytes=1000) == out
    assert check_in_python(clauses, proof, format, most_bytes=1000) == out
    assert isinstance(check_proof(clauses, proof, format=format, most_bytes=1 << 22), Verified)
    assert isinstance(check_in_python(clauses, proof, format, most_bytes=1 << 22), Verified)


@pytest.mark.parametrize("format", FORMATS)
def test_the_memory_limit_has_an_exact_threshold(format: str) -> None:
    """The same check always needs the same number of bytes, and one byte less is too little."""
    clauses = random_ksat(60, 330, Random(2))
    proof, _ = native_proof(clauses, format)

    def enough(most_bytes: int) -> bool:
        return isinstance(check_proof(flat(clauses), proof, format=format, most_bytes=most_bytes), Verified)

    low, high = 0, 1 << 24
    assert enough(high)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    assert high > 4 * len(clauses)
    assert not enough(high - 1)
    assert enough(high)


def test_a_check_inside_a_progress_callback_has_its_own_memory_account() -> None:
    clauses = random_ksat(150, 700, Random(5))
    proof, _ = native_proof(clauses, "drat")
    inner: list[Verdict] = []

    def within(read: int, checked: int) -> None:
        if not inner:
            inner.append(check_proof(flat([[1], [-1]]), b"", most_bytes=100))
            inner.append(check_proof(flat([[1], [-1]]), b"", most_bytes=1 << 20))

    outer = [check_proof(flat(clauses), 20 * proof, most_bytes=1 << 26, progress=within) for _ in range(20)]
    assert all(isinstance(verdict, Verified) for verdict in outer)
    assert inner == [Unfinished("out of memory"), Verified(0, 0, (0, 1))]


def test_the_progress_callback_may_stop_it_while_other_threads_continue() -> None:
    clauses = random_ksat(150, 700, Random(5))
    proof, _ = native_proof(clauses, "drat")

    class Enough(Exception):
        pass

    def enough(read: int, checked: int) -> None:
        raise Enough

    def run(progress: Callable[[int, int], None] | None = None) -> None:
        check_proof(
            flat(clauses), 400 * proof, progress=progress
        )  # far longer than the 10 ms between two calls

    other = threading.Thread(target=run)
    other.start()
    with pytest.raises(Enough):
        run(enough)
    other.join()


def test_without_the_native_core_the_python_checker_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "satplay._checker", None)
    assert check_proof(flat([[1], [-1]]), b"") == Verified(0, 0)
    with pytest.raises(BadInput, match="line 1, column 1: bad DRAT proof"):
        checking.check_proof(flat([[1], [-1]]), b"x")
