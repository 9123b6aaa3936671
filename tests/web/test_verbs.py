"""The verbs over HTTP answer what ``--json`` prints; all errors have one shape."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from click.testing import CliRunner

from satplay import puzzles
from satplay.cli.app import app
from satplay.errors import IllegalMove
from satplay.inputs.examples import find_examples
from satplay.web.answers import describe_error
from satplay.web.operation import Operation
from satplay.web.settings import WebSettings
from satplay.web.verb_operations import operations, verbs
from tests.architecture.tree import ROOT
from tests.web.raw_requests import expect_safe, kind_of
from tests.web.servers import Response, RunningServer

pytestmark = pytest.mark.usefixtures("undisturbed")

BOARD = "2.2\n...\n2.2\n"
IMPOSSIBLE = "1.2\n...\n2.2\n"
FORMULA = "p cnf 3 3\n1 2 0\n-1 2 0\n-2 3 0\n"
REFUTABLE = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"
QUANTIFIED = "p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n"
MOSAIC = find_examples("@examples/mosaic/small")[0].text()

OPERATIONS = [*operations(WebSettings())]
TIMES = {"seconds", "elapsed", "stopped"}
"""Fields that differ from run to run."""


def printed(*words: str, text: bytes | None = None) -> list[Any]:
    """The documents that a command prints, one a line."""
    result = CliRunner().invoke(app, [*words, "--json"], input=text, standalone_mode=False)
    assert result.exception is None, result.exception
    return [json.loads(line) for line in result.stdout.splitlines()]


def without_times(value: Any) -> Any:
    """A document without the fields that differ from run to run."""
    if isinstance(value, dict):
        return {name: without_times(one) for name, one in value.items() if name not in TIMES}
    return [without_times(one) for one in value] if isinstance(value, list) else value


def send(server: RunningServer, path: str, body: Any) -> Response:
    """The answer to a request, which is safe."""
    return expect_safe(server.post(f"{path}?wait=60", body))


# -- answers -------------------------------------------------------------------------------------------

CASES: list[tuple[str, str, dict[str, Any], list[str]]] = [
    ("solve", "hashi", {"unique": True}, ["--unique"]),
    ("solve", "mosaic", {"encoding": "subsets"}, ["--encoding", "subsets"]),
    ("solve", "hashi", {"engine": "reference"}, ["--engine", "reference"]),
    ("solve", "mosaic", {}, []),
    ("solve", "cnf", {"assume": [-3]}, ["--assume", "-3"]),
    ("count", "hashi", {}, []),
    ("count", "cnf", {"over": [1, 2]}, ["--over", "1 2"]),
    ("backbone", "cnf", {}, []),
    ("mus", "mosaic", {"input": "9.\n..\n"}, []),
    ("mus", "cnf", {"input": REFUTABLE, "all": True}, ["--all"]),
    ("split", "cnf", {"cubes": 4}, ["--cubes", "4"]),
    ("explain", "hashi", {}, []),
    ("rate", "mosaic", {}, []),
    ("hint", "hashi", {}, []),
    ("hint", "mosaic", {"where": True}, ["--where"]),
    ("hint", "nim", {"input": "first: 3 4 5"}, []),
    ("trace", "cnf", {"learn": "first-uip"}, ["--learn", "first-uip"]),
    ("convert", "hashi", {"to": "puzz-link"}, ["--to", "puzz-link"]),
    ("convert", "mosaic", {"to": "line"}, ["--to", "line"]),
]
INPUTS = {"hashi": BOARD, "mosaic": MOSAIC, "cnf": FORMULA}


@pytest.mark.parametrize(("verb", "subject", "options", "words"), CASES)
def test_the_answer_is_what_the_command_prints(
    running: RunningServer, verb: str, subject: str, options: dict[str, Any], words: list[str]
) -> None:
    request = {"input": INPUTS.get(subject), **options}
    answer = send(running, f"/api/{verb}/{subject}", request)
    assert answer.status == 200, answer.content
    document = printed(verb, subject, "-", *words, text=request["input"].encode())
    assert [without_times(answer.value)] == without_times(document)


def test_solutions_are_the_lines_of_the_command(running: RunningServer) -> None:
    request = {"input": FORMULA, "max": 1}
    answer = send(running, "/api/enumerate/cnf", request).value
    lines = printed("enumerate", "cnf", "-", "--max", "1", text=FORMULA.encode())
    assert without_times(answer["solutions"]) == without_times(lines)
    assert (answer["found"], answer["complete"]) == (1, False)
    whole = send(running, "/api/enumerate/cnf", {"input": FORMULA, "max": 100}).value
    assert (whole["found"], whole["complete"]) == (2, True)


def test_requests_of_another_shape_than_one_input(running: RunningServer) -> None:
    generated = send(running, "/api/generate/mosaic", {"seed": 7, "size": "4x4"}).value
    document = printed("generate", "mosaic", "--seed", "7", "--size", "4x4")
    assert without_times([generated]) == without_times(document)
    audited = send(running, "/api/audit/mosaic", {"size": 1, "random": 3}).value
    document = printed("audit", "mosaic", "--size", "1", "--random", "3")
    assert without_times([audited]) == without_times(document)
    position = ["first: 3 4 5", "A2"]
    asked = send(running, "/api/ask/nim", {"question": "winner", "arguments": position}).value
    assert without_times([asked]) == without_times(printed("ask", "nim", "winner", *position))


def test_encoding_has_the_text_of_the_file_too(running: RunningServer) -> None:
    answer = send(running, "/api/encode/hashi", {"input": BOARD}).value
    dimacs = answer.pop("dimacs")
    document = printed("encode", "hashi", "-", text=BOARD.encode())
    assert without_times([answer]) == without_times(document)
    result = CliRunner().invoke(app, ["encode", "hashi", "-"], input=BOARD.encode(), standalone_mode=False)
    assert result.stdout.strip() == dimacs.strip()


def test_quantified_formulas_and_proofs(running: RunningServer) -> None:
    solved = send(running, "/api/solve/qbf", {"input": QUANTIFIED}).value
    assert without_times([solved]) == without_times(printed("solve", "qbf", "-", text=QUANTIFIED.encode()))
    for formula, valid in ((REFUTABLE, True), (FORMULA, False)):
        checked = send(running, "/api/check/proof", {"formula": formula, "proof": "1 0\n0\n"}).value
        assert checked["valid"] is valid


def test_no_is_an_answer(running: RunningServer) -> None:
    """No solution, not valid, unknown: 200."""
    assert send(running, "/api/solve/hashi", {"input": IMPOSSIBLE}).value["status"] == "unsat"
    assert send(running, "/api/solve/cnf", {"input": REFUTABLE}).value["status"] == "unsat"
    assert send(running, "/api/backbone/cnf", {"input": REFUTABLE}).value["backbone"] is None
    assert send(running, "/api/count/cnf", {"input": REFUTABLE}).value["count"] == 0
    assert send(running, "/api/enumerate/cnf", {"input": REFUTABLE}).value["solutions"] == []
    assert send(running, "/api/check/cnf", {"input": REFUTABLE, "solution": "1 2 0"}).value["valid"] is False
    assert send(running, "/api/mus/cnf", {"input": FORMULA}).value["status"] == "sat"
    limited = send(running, "/api/solve/cnf", {"input": REFUTABLE, "conflicts": 0, "engine": "reference"})
    assert limited.value["status"] == "unknown"
    known_gap = send(running, "/api/rate/hashi", {"input": IMPOSSIBLE})
    assert known_gap.status == 200 and known_gap.value["status"] == "unsolvable"


def test_every_puzzle_and_game_has_its_routes(running: RunningServer) -> None:
    paths = {path for path in running.get("/openapi.json").value["paths"] if path.startswith("/api/")}
    assert {operation.path for operation in OPERATIONS} <= paths
    for verb, subjects in verbs(WebSettings()).items():
        assert subjects and all(f"/api/{verb}/{subject}" in paths for subject in subjects)
    for name in puzzles.names():
        assert {f"/api/{verb}/{name}" for verb in ("solve", "count", "generate", "check", "trace")} <= paths


INCOMPLETE = {"/api/check/mastermind", "/api/mus/flow", "/api/mus/hashi"}
"""Nobody knows a solution before one is searched for; no complete encoding is without lazy clauses."""


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: f"{one.verb}-{one.subject}")
def test_every_example_can_be_sent(running: RunningServer, operation: Operation) -> None:
    """Its answer has the type that ``openapi.json`` describes."""
    request = {**operation.example, "seconds": 5.0}
    answer = send(running, operation.path, request)
    if operation.path in INCOMPLETE:
        assert kind_of(answer) == (422, "BadInput")
    else:
        assert answer.status == 200, answer.content
        operation.answer.model_validate_json(answer.content)
        assert answer.value.get("valid") is not False


def test_the_examples_of_all_other_routes_can_be_sent(running: RunningServer) -> None:
    paths: dict[str, Any] = running.get("/openapi.json").value["paths"]
    others = {*paths} - {one.path for one in OPERATIONS}
    posted = {path: paths[path]["post"] for path in others if "post" in paths[path]}
    assert len(posted) > 10
    for path, operation in posted.items():
        address = path.format(**{one["name"]: one.get("example") for one in operation.get("parameters", ())})
        example = operation["requestBody"]["content"]["application/json"]["example"]
        answer = running.post(f"{address}?wait=60", example)
        assert answer.status == 200, (address, answer.content)


def test_the_examples_of_the_manual_print_what_it_says(
    running: RunningServer, capsys: pytest.CaptureFixture[str]
) -> None:
    manual = (ROOT / "docs" / "browser.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```", manual, re.MULTILINE | re.DOTALL)
    exec(compile(program.replace("http://127.0.0.1:8080", running.address), "browser.md", "exec"), {})
    printed = capsys.readouterr().out
    promised = re.findall(r"^print\(.*\)  # (.*)$", program, re.MULTILINE)
    assert len(promised) == 2 and printed.startswith("".join(f"{line}\n" for line in promised))
    (error,) = re.findall(r"^```json\n(.*?)^```", manual, re.MULTILINE | re.DOTALL)
    assert send(running, "/api/solve/hashi", {"input": "29"}).value == json.loads(error)


# -- errors --------------------------------------------------------------------------------------------


def test_bad_input_says_where(running: RunningServer) -> None:
    error = send(running, "/api/solve/hashi", {"input": "2.2\n.9.\n2.2"})
    assert kind_of(error) == (422, "BadInput")
    fields = error.value["error"]
    assert (fields["what"], fields["line"], fields["column"]) == ("hashi board", 2, 2)
    assert "9" in fields["found"] and "1 to 8" in fields["expected"]
    found, expected = fields["found"], fields["expected"]
    assert fields["message"] == f"input:2:2: bad hashi board: found {found}, expected {expected}"


def test_bad_requests_say_where(running: RunningServer) -> None:
    answer = send(running, "/api/solve/hashi", b'{"input": "2.2",\n "unique": }')
    fields = answer.value["error"]
    assert kind_of(answer) == (422, "BadInput") and (fields["line"], fields["column"]) == (2, 12)
    for body, found in (
        ({"input": 5}, "5 as 'input'"),
        ({"input": BOARD, "colour": 1}, "'colour'"),
        ({}, "no 'input'"),
        ({"input": BOARD, "unique": True, "over": [0]}, "0 as 'over.0'"),
        ({"input": BOARD, "over": [1]}, "over"),
    ):
        answer = send(running, "/api/solve/hashi", body)
        assert kind_of(answer) == (422, "BadInput") and answer.value["error"]["found"] == found


def test_unknown_names_have_a_nearest(running: RunningServer) -> None:
    for path, nearest in (
        ("/api/solve/hashy", "hashi"),
        ("/api/ask/nimm", "nim"),
        ("/api/sovle/hashi", "solve"),
        ("/api/explain/cnf", None),
        ("/api/nothing", None),
    ):
        answer = send(running, path, {"input": BOARD})
        assert kind_of(answer) == (404, "NoSuchName")
        assert answer.value["error"].get("nearest") == nearest
    listed = expect_safe(running.get("/api/list/mosaik"))
    assert kind_of(listed) == (404, "NoSuchName") and listed.value["error"]["nearest"] == "mosaic"
    example = expect_safe(running.get("/api/examples/hashi/smal"))
    assert kind_of(example) == (404, "NoSuchName")
    assert example.value["error"]["nearest"] == "@examples/hashi/small"
    for body, nearest in (
        ({"input": BOARD, "uniqe": True}, "unique"),
        ({"engine": "minisat-gj"}, "minisat-gh"),
    ):
        answer = send(running, "/api/solve/hashi", {"input": BOARD, **body})
        assert kind_of(answer) == (422, "BadInput")
        assert answer.value["error"]["expected"].startswith(f"'{nearest}', or one of")


def test_an_illegal_move() -> None:
    """As long as no verb plays a move for a client, it is a value in a request: ``BadInput``."""
    answer = describe_error(IllegalMove("A9", "that heap holds 3", state="3 4 5"))
    assert (answer.status, answer.value["error"]["kind"]) == (409, "IllegalMove")
    assert answer.value["error"]["found"] == "A9"


def test_a_move_in_a_request(running: RunningServer) -> None:
    for path, body in (
        ("/api/ask/nim", {"question": "winner", "arguments": ["first: 3 4 5", "A9"]}),
        ("/api/hint/nim", {"input": "first: 3 4 5", "moves": ["D1"]}),
    ):
        answer = send(running, path, body)
        assert kind_of(answer) == (422, "BadInput") and answer.value["error"]["what"] == "move"


def test_a_board_of_too_many_cells(running: RunningServer) -> None:
    """10 000 are accepted."""
    for rows in (100, 101):
        answer = send(running, "/api/convert/hashi", {"input": "\n".join(["." * 100] * rows)})
        assert (answer.status == 413) == (rows > 100)
    assert kind_of(answer) == (413, "TooLarge") and "10000 cells" in answer.value["error"]["message"]
    for size in ("101x100", "1000000x1000000", "9" * 50):
        answer = send(running, "/api/generate/hashi", {"size": size})
        assert kind_of(answer) == (413, "TooLarge"), answer


def test_an_engine_that_is_not_installed(running: RunningServer) -> None:
    missing = [row["name"] for row in running.get("/api/engines").value if not row["installed"]]
    names = running.get("/openapi.json").value["components"]["schemas"]["SolveCnfRequest"]["properties"]
    offered = next(iter(one["enum"] for one in names["engine"]["anyOf"] if "enum" in one))
    for name in [name for name in missing if name in offered][:2]:
        answer = send(running, "/api/solve/cnf", {"input": FORMULA, "engine": name})
        assert kind_of(answer) == (501, "EngineMissing") and name in answer.value["error"]["message"]
    answer = send(running, "/api/solve/cnf", {"input": FORMULA, "engine": "refrence"})
    assert kind_of(answer) == (422, "BadInput") and "'reference'" in answer.value["error"]["expected"]


def test_a_text_is_never_a_name(running: RunningServer) -> None:
    """Of a file, of standard input, of a collection; in no field of any verb."""
    names = ["@examples/hashi/small", "-", "/etc/hostname", __file__, "@mine"]
    for name in names:
        for path, body in (
            ("/api/solve/hashi", {"input": name}),
            ("/api/check/hashi", {"input": BOARD, "solution": name}),
            ("/api/convert/hashi", {"input": BOARD, "solution": name, "to": "tatham"}),
            ("/api/hint/hashi", {"input": BOARD, "so_far": name}),
            ("/api/check/proof", {"formula": name, "proof": "0"}),
            ("/api/check/proof", {"formula": REFUTABLE, "proof": name}),
            ("/api/check/strategy", {"formula": QUANTIFIED, "strategy": name}),
            ("/api/solve/qbf", {"input": name}),
            ("/api/hint/nim", {"input": name}),
            ("/api/ask/nim", {"question": "winner", "arguments": [name]}),
        ):
            answer = send(running, path, body)
            assert kind_of(answer) == (422, "BadInput"), (path, name, answer.content)
