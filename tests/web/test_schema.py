"""Random requests, allowed by ``openapi.json`` or not: no failure, and answers of the documented types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from email.message import Message
from itertools import count
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import CHECKS, load_all_checks

from satplay.web.settings import WebSettings
from satplay.web.verb_operations import operations
from tests.web.raw_requests import expect_safe
from tests.web.servers import PATIENCE, Response, RunningServer

pytestmark = pytest.mark.usefixtures("undisturbed")

CHECKED = (
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)
"""Not that every well-formed request is accepted: a text may be no board."""

BOARD = "2.2\n...\n2.2\n"

SECONDS = 0.2
"""The time limit of each job, at most."""

GROUPS = 4
EXAMPLES, MANY_EXAMPLES = 12, 200

load_all_checks()


class RandomRequests:
    """Sends random requests; each as another client, and no job is left behind.

    ``labels``  the operations; ``of_all_tasks`` those of one subject for each verb, and all others
    """

    def __init__(self, server: RunningServer) -> None:
        self.server = server
        self.document = server.get("/openapi.json").value
        schema = schemathesis.openapi.from_dict(self.document)
        self.operations = {one.label: one for one in (found.ok() for found in schema.get_all_operations())}
        self.labels = [*self.operations]
        self.of_all_tasks = [*self._one_of_each_verb()]
        self.session = requests.Session()
        self.session.trust_env = False
        self.statuses: Counter[int] = Counter()
        self._numbers = count()
        self._checks: Any = CHECKS.get_by_names([*CHECKED])
        self._record = server.post("/api/play/hashi", {"input": BOARD}).value["record"]
        self._slug = server.post("/api/share", {"input": BOARD}).value["slug"]

    def _one_of_each_verb(self) -> Iterator[str]:
        """Requests for the subjects of a verb differ in the names of encodings, formats and options only."""
        paths = {one.path: one.verb for one in operations(WebSettings())}
        taken = set()
        for label, operation in self.operations.items():
            verb = paths.get(operation.path)
            if verb is None or verb not in taken:
                taken.add(verb)
                yield label

    def test(self, label: str, examples: int, number: int) -> None:
        """Send random requests to an operation; half of them have its example in it."""
        operation = self.operations[label]
        fields, example = self._fields(operation), self._example(operation)
        modes = [schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE]
        cases = st.one_of([operation.as_strategy(generation_mode=mode) for mode in modes])

        @seed(number)
        @settings(
            max_examples=examples,
            database=None,
            deadline=None,
            suppress_health_check=[*HealthCheck],
            phases=[Phase.generate],
        )
        @given(case=cases, use_example=st.booleans())
        def run(case: Any, use_example: bool) -> None:
            if isinstance(case.body, dict):
                if use_example:
                    case.body = {**case.body, **example}
                if "seconds" in fields and is_longer(case.body.get("seconds", 10)):
                    case.body = {**case.body, "seconds": SECONDS}
            if use_example and case.path_parameters:
                known = {"slug": self._slug, "subject": "hashi"}
                case.path_parameters = {**case.path_parameters, **known}
            self.send(case)

        run()

    def send(self, case: Any) -> None:
        """Send one request, and look at its answer."""
        headers = {"Satplay-Client": f"tester {next(self._numbers)}"}
        address = self.server.address
        answer = case.call(base_url=address, session=self.session, headers=headers, timeout=PATIENCE)
        self.statuses[answer.status_code] += 1
        case.validate_response(answer, checks=self._checks)
        expect_safe(Response(answer.status_code, as_message(answer.headers), answer.content))
        if answer.status_code == 202:
            job = answer.json()["job"]
            assert self.session.delete(f"{address}/api/jobs/{job}").status_code == 204

    def _fields(self, operation: Any) -> set[str]:
        """The fields of a request, if they do not depend on its kind."""
        schema = self._content(operation).get("schema", {})
        _, _, name = schema.get("$ref", "").rpartition("/")
        return {*self.document["components"]["schemas"].get(name, schema).get("properties", {})}

    def _example(self, operation: Any) -> dict[str, Any]:
        """The example of the operation, or our own."""
        example = dict(self._content(operation).get("example", {}))
        if not example:
            own = {"input": BOARD, "record": self._record}
            example = {name: own[name] for name in self._fields(operation) & {*own}}
        return example

    def _content(self, operation: Any) -> dict[str, Any]:
        body = operation.definition.raw.get("requestBody", {})
        content: dict[str, Any] = body.get("content", {}).get("application/json", {})
        return content


def is_longer(seconds: Any) -> bool:
    """Whether this is a time limit longer than that of the tests."""
    return isinstance(seconds, int | float) and not isinstance(seconds, bool) and seconds > SECONDS


def as_message(headers: Mapping[str, list[str]]) -> Message:
    """Headers as ``http.client`` has them."""
    found = Message()
    for name, texts in headers.items():
        for text in texts:
            found[name] = text
    return found


@pytest.fixture(scope="module")
def random_requests(running: RunningServer) -> Iterator[RandomRequests]:
    """A sender of random requests to the common server."""
    found = RandomRequests(running)
    yield found
    found.session.close()


@pytest.mark.parametrize("group", range(GROUPS))
def test_random_requests(random_requests: RandomRequests, group: int) -> None:
    for label in random_requests.of_all_tasks[group::GROUPS]:
        random_requests.test(label, EXAMPLES, 0)
    assert random_requests.statuses[200] > 20 and random_requests.statuses[422] > 20


@pytest.mark.slow
@pytest.mark.parametrize("group", range(GROUPS))
def test_many_random_requests(random_requests: RandomRequests, group: int) -> None:
    for label in random_requests.labels[group::GROUPS]:
        random_requests.test(label, MANY_EXAMPLES, 1)


def test_every_route_that_starts_a_job_says_so(random_requests: RandomRequests) -> None:
    """Each has the parameter ``wait``, and the answer 202."""
    for path, methods in random_requests.document["paths"].items():
        for method, operation in methods.items():
            waits = any(one["name"] == "wait" for one in operation.get("parameters", ()))
            is_about_a_job = path.startswith("/api/jobs/")
            assert ("202" in operation["responses"]) == (waits and not is_about_a_job), (method, path)
