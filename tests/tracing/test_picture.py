from itertools import pairwise

import pytest

from satplay.drawing.png import to_png
from satplay.drawing.scene import Curve, Polyline, Scene, Text
from satplay.drawing.svg import to_svg
from satplay.errors import BadInput
from satplay.tracing.graph import CONFLICT, graph_of
from satplay.tracing.layout import lay_out
from satplay.tracing.picture import CUT, implication_graph, last_conflict


def words(scene: Scene) -> list[str]:
    return [shape.text for shape in scene.shapes if isinstance(shape, Text)]


def cuts(scene: Scene) -> list[Polyline]:
    return [s for s in scene.shapes if isinstance(s, Polyline) and s.style.dashed and s.style.stroke == CUT]


def test_edges_lead_from_reasons_to_implied_literals(seed):
    graph = graph_of(seed.formula, seed.step(6))
    assert {(e.source, e.target, e.clause_id) for e in graph.edges} == {
        (1, -5, 6),
        (3, 4, 2),
        (-5, 4, 2),
        (3, CONFLICT, 7),
        (4, CONFLICT, 7),
        (-5, CONFLICT, 7),
    }


def test_a_decision_outside_the_conflict_is_not_involved(seed):
    graph = graph_of(seed.formula, seed.step(6))
    assert graph.involved_literals() == {1, -5, 3, 4, CONFLICT}
    assert [node.lit for node in graph.without_uninvolved().nodes] == [1, -5, 3, 4]


@pytest.mark.parametrize("number", [6, 9, 12])
def test_every_edge_goes_to_the_right_and_lanes_are_levels(seed, first_uip, number):
    for trace in (seed, first_uip):
        step = trace.step(number)
        layout = lay_out(
            graph_of(trace.formula, step), step.analysis.cut.conflict_side, with_cut=number != 12
        )
        places = {node.lit: node.centre for node in layout.nodes}
        assert len(set(places.values())) == len(places)
        for arrow in layout.arrows:
            assert places[arrow.edge.source][0] < places[arrow.edge.target][0]
        assert [lane.level for lane in layout.lanes] == sorted({entry.level for entry in step.trail})


def test_the_cut_has_the_conflict_side_on_its_right(seed, first_uip):
    for trace in (seed, first_uip):
        step = trace.step(6)
        layout = lay_out(graph_of(trace.formula, step), step.analysis.cut.conflict_side, with_cut=True)
        for node in layout.nodes:
            x, y = node.centre
            at = next(a[0] for a, b in pairwise(layout.cut) if a[0] == b[0] and a[1] <= y <= b[1])
            assert (x > at) == node.beyond_cut


def test_exactly_the_literals_of_the_learned_clause_have_edges_across_the_cut(seed, first_uip):
    for trace, learned in ((seed, {-1, -3}), (first_uip, {-3, 5})):
        step = trace.step(6)
        layout = lay_out(graph_of(trace.formula, step), step.analysis.cut.conflict_side, with_cut=True)
        assert {-arrow.edge.source for arrow in layout.arrows if arrow.crosses_cut} == learned


def test_a_conflict_is_drawn_with_its_cut_and_clauses(seed):
    scene = implication_graph(seed, 6)
    assert {"conflict", "c7", "level 3", "reason side", "conflict side"} <= set(words(scene))
    assert len(cuts(scene)) == 1
    assert sum(isinstance(shape, Curve) for shape in scene.shapes) == 6
    assert "learned c8" in scene.title


def test_a_state_without_a_conflict_has_no_cut(seed):
    scene = implication_graph(seed, 3)
    assert not cuts(scene)
    assert "conflict" not in words(scene)


def test_a_conflict_without_decisions_has_no_cut(seed):
    assert not cuts(implication_graph(seed, 12))
    assert "no decision to undo" in implication_graph(seed, 12).title
    assert last_conflict(seed) == implication_graph(seed, 13)


def test_the_first_state_is_an_empty_picture(seed):
    assert implication_graph(seed, 1).title.startswith("Implication graph. State 1.")


def test_pictures_are_written_to_files(seed):
    scene = implication_graph(seed, 9)
    assert to_svg(scene).startswith("<svg")
    assert to_png(scene, scale=0.5).startswith(b"\x89PNG")


def test_a_missing_step_is_bad_input(seed):
    with pytest.raises(BadInput, match="expected 1 to 13"):
        implication_graph(seed, 99)
