from dataclasses import replace
from pathlib import Path

from satplay.contracts.engine import Stopped
from satplay.contracts.events import (
    Backjump,
    Conflict,
    Decide,
    Delete,
    Fail,
    GiveUp,
    Learn,
    Resolution,
    Restart,
    Success,
    UnitProp,
    Watch,
    Why,
)
from satplay.logic.formula import Formula
from satplay.logic.literal import Named
from satplay.logic.model import Model
from satplay.tracing import Trace
from satplay.tracing.text import PAGE, WIDE

GOLDEN = Path(__file__).parents[1] / "golden" / "seed_trace.txt"


def lines(clauses, *events) -> list[str]:
    return Trace(Formula(clauses), {}, events).to_text().splitlines()


def test_the_seed_trace_is_printed_exactly(seed):
    assert seed.to_text() == GOLDEN.read_text(encoding="utf-8")
    assert f"{seed}\n" == seed.to_text()


def test_the_first_uip_is_shown_with_its_levels(first_uip):
    assert (
        "   conflict with c7         learn c8 = {-3 @3, 5 @1}, backjump to level 1"
        in str(first_uip).splitlines()
    )


def test_a_model_ends_the_run():
    assert lines([[1]], UnitProp(1, 0, 1), Success(Model([1])))[-1] == (
        " 3 model                    SAT: every clause is satisfied"
    )


def test_giving_up_has_a_reason():
    assert (
        lines([[1, 2]], GiveUp(Stopped.CONFLICTS))[-1]
        == " 2 unknown                  UNKNOWN: out of conflicts"
    )


def test_assumptions_and_pure_literals_are_distinguished_from_decisions():
    output = lines(
        [[1, 2, 3]], Decide(1, 1, Why.ASSUMPTION), Decide(2, 2, Why.PURE), Decide(3, 3), Restart(0)
    )
    assert [line[28:] for line in output[3:]] == [
        "decide (assumed)",
        "decide (pure literal)",
        "decide",
        "restart",
    ]


def test_refused_assumptions_are_named():
    assert lines([[-1, 2]], Decide(1, 1, Why.ASSUMPTION), UnitProp(2, 1, 1), Fail((1, -2), 2, 1, ()))[-1] == (
        " 4 fail                     UNSAT: not all of 1, -2 can be assumed, by c2 = {-1,2}"
    )
    assert lines([[-1]], UnitProp(-1, 0, 1), Fail((1,), 2, 1, ()))[-1].endswith(
        "1 cannot be assumed, by c2 = {-1}"
    )


def test_a_deletion_has_no_number():
    output = lines(
        [[-1, 2], [-1, -2]],
        Decide(1, 1),
        UnitProp(2, 1, 1),
        Conflict(2, 1),
        Learn(3, (-1,), (1,), 0, 2, (Resolution(2, 1),), reason_only=True),
        Backjump(0),
        Delete(3),
    )
    assert output[-1] == "   delete c3"
    assert "derive c3 = {-1 @1}" in output[-3]


def test_watched_literals_are_starred_below_each_state():
    output = lines([[-1, 3, 4, 5]], Watch(1, (-1, 3)), Decide(1, 1), Watch(1, (4, 3)))
    assert output[2:] == [
        " 1 []",
        "     c1 {-1*,3*,4,5}",
        " 2 [1d]                     decide",
        "     c1 {-1,3*,4*,5}",
    ]


def test_of_many_clauses_only_changed_watches_are_listed():
    clauses = [[n, n + 1, n + 2] for n in range(1, 150)]
    watches = [Watch(n, (n, n + 1)) for n in range(1, 150)]
    output = lines(clauses, *watches, Decide(-1, 1), Watch(1, (3, 2)))
    assert output[-2:] == [" 2 [-1d]                    decide", "     c1 {1,2*,3*}"]


def test_names_are_printed_below_the_clauses():
    formula = Formula([[1, -2]])
    formula.name(1, Named("rain"))
    formula.name(2, Named("wet\x1b[31m"))
    output = Trace(formula, {}, ()).to_text().splitlines()
    assert output[:3] == ["c1 {1,-2}", "1 = rain, 2 = wet\\x1b[31m", ""]


def test_a_hundred_steps_widen_the_margin():
    output = lines([[1]], *[event for _ in range(60) for event in (Decide(2, 1), Restart(0))])
    assert output[2] == "  1 []"
    assert output[-1] == "121 []                       restart"


def test_long_trails_are_wrapped_in_their_column():
    output = lines([[200]], *[Decide(n, n) for n in range(1, 40)])
    body = output[2:]
    assert all(len(line[: 3 + WIDE].rstrip()) <= 3 + WIDE for line in body)
    assert body[-1].startswith("    ") and body[-1].endswith("39d]")
    last = "".join(line[3 : 3 + WIDE].strip() for line in body[-4:])
    assert last.endswith(",".join(f"{n}d" for n in range(20, 40)) + "]")


def test_many_clauses_are_wrapped():
    output = lines([[n, n + 1] for n in range(1, 100)])
    header = output[: output.index("")]
    assert len(header) > 5
    assert max(map(len, header)) <= PAGE


def test_a_run_may_be_cut_short_anywhere(seed):
    for end in range(len(seed.events)):
        part = replace(seed, events=seed.events[:end]).to_text()
        assert seed.to_text().startswith(part.rstrip("\n")[: part.rfind("\n", 0, -1)])
