"""Runs of the reference engine can be displayed in every format."""

import json
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.engines.reference import ReferenceEngine, SearchOptions
from satplay.logic.formula import Formula
from satplay.tracing import Trace
from satplay.tracing.document import from_json
from satplay.tracing.graph import graph_of
from satplay.tracing.layout import lay_out

WORKED_EXAMPLE = [[-1, 3, 4, 5], [-3, 4, 5], [-1, 3, -4], [1, 2], [1, -2], [-1, -5], [-3, -4, 5]]

LITERALS = st.integers(1, 7).flatmap(lambda var: st.sampled_from([var, -var]))
FORMULAS = st.lists(st.lists(LITERALS, min_size=1, max_size=3), min_size=6, max_size=40)
OPTIONS = st.builds(
    SearchOptions,
    propagation=st.sampled_from(["scan", "watches"]),
    decide=st.sampled_from(["order", "vsids", "jw", "random"]),
    phase=st.booleans(),
    learn=st.sampled_from(["decisions", "first-uip", "last-uip"]),
    learning=st.booleans(),
    minimise=st.booleans(),
    backjumping=st.booleans(),
    pure=st.booleans(),
    show_watches=st.booleans(),
)


def traced(clauses, options=None, assuming=()) -> Trace:
    formula = Formula(clauses)
    engine = ReferenceEngine(options)
    engine.declare(formula.var_count)
    for clause in formula:
        engine.add(clause)
    return Trace(formula, {}, tuple(engine.trace(assuming)))


@settings(max_examples=60, deadline=None)
@given(FORMULAS, OPTIONS, st.lists(LITERALS, max_size=3))
def test_every_run_is_consistent_and_survives_json(clauses, options, assuming):
    trace = traced(clauses, options, assuming)
    again = from_json(json.loads(json.dumps(trace.to_json())))
    assert again == trace
    assert list(again.steps()) == list(trace.steps())


CHOICES = {
    "learn": ["decisions", "first-uip", "last-uip"],
    "decide": ["order", "vsids", "jw"],
    **{
        name: [True, False]
        for name in ("phase", "learning", "minimise", "backjumping", "pure", "phase_saving")
    },
}


@pytest.mark.parametrize("propagation", ["scan", "watches"])
def test_the_worked_example_runs_with_all_options(propagation):
    """Without backjumping a conflict above level 0 may depend on no decision."""
    ends = set()
    for values in product(*CHOICES.values()):
        options = SearchOptions(propagation=propagation, **dict(zip(CHOICES, values, strict=True)))
        trace = traced(WORKED_EXAMPLE, options)
        assert trace.answer == "unsat", options
        *_, last = trace.steps()
        ends.add(last.level > 0)
        assert ("depends on no decision" in trace.to_text()) is (last.level > 0), options
    assert ends == {True, False}


@settings(max_examples=25, deadline=None)
@given(FORMULAS, OPTIONS, st.lists(LITERALS, max_size=2))
def test_every_run_can_be_displayed_in_every_format(clauses, options, assuming):
    trace = traced(clauses, options, assuming)
    ends = {"sat": "SAT: every clause is satisfied", "unsat": "UNSAT: "}
    assert ends[trace.answer] in trace.to_text().splitlines()[-1]
    assert trace.to_latex().rstrip().endswith(r"\end{document}")
    assert trace._repr_svg_().endswith("</svg>")


@settings(max_examples=40, deadline=None)
@given(FORMULAS, OPTIONS)
def test_the_cut_is_the_learned_clause(clauses, options):
    trace = traced(clauses, options)
    for step in trace.steps():
        if step.analysis is None or step.analysis.learned is None:
            continue
        graph = graph_of(trace.formula, step)
        layout = lay_out(graph, step.analysis.cut.conflict_side, with_cut=True)
        crossing = {-arrow.edge.source for arrow in layout.arrows if arrow.crosses_cut}
        assert crossing == set(step.analysis.learned.clause)
        column = {node.lit: node.column for node in layout.nodes}
        assert all(column[edge.source] < column[edge.target] for edge in graph.edges)
        places = [node.centre for node in layout.nodes]
        assert len(set(places)) == len(places)


@pytest.mark.parametrize("scheme", ["decisions", "first-uip", "last-uip"])
def test_every_learning_scheme_refutes_the_pigeonhole_formula(scheme):
    hole = {(p, h): 3 * p + h + 1 for p in range(4) for h in range(3)}
    clauses = [[hole[p, h] for h in range(3)] for p in range(4)]
    clauses += [[-hole[p, h], -hole[q, h]] for h in range(3) for p in range(4) for q in range(p)]
    trace = traced(clauses, SearchOptions(learn=scheme, propagation="scan", decide="order"))
    assert trace.answer == "unsat"
    assert sum(step.analysis is not None for step in trace.steps()) > 1
