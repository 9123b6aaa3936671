import json
from enum import Enum
from pathlib import Path

import pytest

from satplay.contracts.engine import Stopped
from satplay.contracts.events import Event, GiveUp, Restart, Success, UnitProp, Watch
from satplay.errors import BadInput
from satplay.logic.formula import Formula
from satplay.logic.literal import Named
from satplay.logic.model import Model
from satplay.rule import RuleInstance
from satplay.tracing import Trace
from satplay.tracing.document import from_json, to_json

FORMAT = Path(__file__).parents[2] / "docs" / "trace-format.md"


class Rule(Enum):
    CROSSING = "Bridges do not cross."


def round_trip(trace: Trace) -> Trace:
    return from_json(json.loads(json.dumps(to_json(trace))))


def test_a_written_trace_is_read_back(seed, first_uip):
    for trace in (seed, first_uip):
        again = round_trip(trace)
        assert again == trace
        assert list(again.steps()) == list(trace.steps())
        assert to_json(again) == to_json(trace)


def test_a_document_without_details_is_the_same_run(seed):
    assert from_json(to_json(seed, detailed=False)) == seed


def test_every_state_can_be_drawn_without_replaying(seed):
    states = {event["step"]: event["trail"] for event in to_json(seed)["events"] if "step" in event}
    assert states[6] == [[1, 1, None], [-5, 1, 6], [2, 2, None], [3, 3, None], [4, 3, 2]]
    assert states[10] == []


def test_a_conflict_has_its_implication_graph(seed):
    conflict = next(event for event in to_json(seed)["events"] if event["event"] == "conflict")
    assert conflict["in_step"] == 6
    assert [1, -5, 6] in conflict["edges"]
    assert [edge[:2] for edge in conflict["edges"] if edge[1] == 0] == [[3, 0], [4, 0], [-5, 0]]


def test_a_learned_clause_has_its_cut_and_its_resolvents(seed):
    learned = next(event for event in to_json(seed)["events"] if event["event"] == "learn")
    assert learned["resolvents"] == [[-3, 5], [-1, -3]]
    assert learned["cut"] == {"reason_side": [1, 2, 3], "conflict_side": [-5, 4]}


def test_every_event_has_a_sentence(seed):
    sentences = [event["sentence"] for event in to_json(seed)["events"]]
    assert sentences[1] == "Variable 5 is false, because clause c6 has no other literal left."
    assert sentences[-1].endswith("the formula is unsatisfiable.")


def test_sentences_contain_names_and_rules():
    formula = Formula()
    with formula.stating(RuleInstance(Rule.CROSSING, "A1-A3 and A2-B2 cross")):
        formula.add(-1)
    with formula.defining():
        formula.add(1, 2)
    formula.name(1, Named("rain"))
    trace = Trace(formula, {}, (UnitProp(-1, 0, 1), UnitProp(2, 0, 2), Success(Model([-1, 2]))))
    sentences = [event["sentence"] for event in to_json(trace)["events"]]
    assert sentences[0].startswith("Not rain, because clause c1 has no other literal left.")
    assert sentences[0].endswith("Clause c1 states CROSSING: A1-A3 and A2-B2 cross.")
    assert sentences[1].endswith("Clause c2 says what a variable means.")
    assert to_json(round_trip(trace)) == to_json(trace)


@pytest.mark.parametrize(
    "event", [GiveUp(Stopped.MEMORY), Restart(0), Watch(1, (1,)), Success(Model([1, -2]))]
)
def test_every_kind_of_event_survives(event: Event):
    trace = Trace(Formula([[1, -2]]), {"seed": "7"}, (event,))
    assert round_trip(trace) == trace


def broken(seed: Trace, change) -> dict:
    document = json.loads(json.dumps(to_json(seed)))
    change(document)
    return document


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.update(format="something else"),
        lambda d: d.update(version=2),
        lambda d: d.pop("events"),
        lambda d: d["events"].append("decide"),
        lambda d: d["events"].append({"event": "jump"}),
        lambda d: d["events"][0].update(lit="1"),
        lambda d: d["events"][0].update(lit=True),
        lambda d: d["events"][0].update(why="fun"),
        lambda d: d["events"][6].update(lits=[1, None]),
        lambda d: d["events"][6].update(steps=[4]),
        lambda d: d["formula"].update(clauses=[[0]]),
        lambda d: d["formula"].update(clauses=7),
        lambda d: d["formula"].update(variables=-1),
        lambda d: d["formula"].update(names={"x": {"name": "a", "true": "a", "false": "b"}}),
        lambda d: d["formula"].update(names={"1": "a"}),
        lambda d: d["formula"].update(origins=[{"first": 1, "last": 99, "rule": None}]),
        lambda d: d["formula"].update(origins=[7]),
        lambda d: d["formula"].update(origins=[{"first": 1, "last": 1, "rule": "R"}]),
        lambda d: d["formula"].update(
            origins=[{"first": 1, "last": 1, "rule": "__members__", "says": "", "sentence": ""}]
        ),
    ],
)
def test_an_invalid_trace_is_bad_input(seed, change):
    with pytest.raises(BadInput):
        from_json(broken(seed, change))


def test_every_field_is_documented(seed):
    documented = FORMAT.read_text(encoding="utf-8")
    document = to_json(seed)
    names = {*document, *document["formula"], *(name for event in document["events"] for name in event)}
    assert not [name for name in names if f"`{name}`" not in documented]
