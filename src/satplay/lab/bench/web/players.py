"""Many players solve at once, while two others ask for long work: one process with a thread for each."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from satplay.lab.bench.benchmark import FAILED
from satplay.lab.bench.web.boards import SolvableBoard, make_board
from satplay.lab.bench.web.client import Reply
from satplay.lab.bench.web.figures import percentile
from satplay.lab.bench.web.processes import Usage, usage_of
from satplay.lab.bench.web.server import Server, rest, running_server

BOARDS = (("hashi", "15x15"), ("flow", "9x9"))
EXPLAINED = ("flow", "14x14")
GENERATED = ("hashi", {"size": "25x25", "difficulty": "extreme", "seconds": 20})

ARRIVING = 2.0
"""Seconds in which the players come, one after the other."""

LONG = ("explain", "new board")
"""The kinds of requests that ask for long work."""

TOO_LONG = 2.0
"""Seconds that no other request may take."""

Requests = list["Request"]


class Request(NamedTuple):
    """A request that was answered: ``status`` is 0 if the connection broke."""

    kind: str
    seconds: float
    status: int


class Plan(NamedTuple):
    """``pause`` seconds between two moves on average; a hint, a check, an undo after this number of moves."""

    players: int
    seconds: float
    pause: float = 0.3
    hint: int = 10
    check: int = 15
    undo: int = 8


class Page:
    """A client that notes its requests; ``wrong`` are answers that contradict the solution."""

    def __init__(self, server: Server, name: str, over: threading.Event) -> None:
        self._client = server.client(name)
        self._over = over
        self.requests: Requests = []
        self.wrong: list[str] = []

    def ask(self, kind: str, path: str, body: dict[str, Any]) -> Reply | None:
        """The answer if it is one; None for an error, which is noted."""
        begun = time.perf_counter()
        try:
            reply = self._client.result(path, body)
        except OSError:
            self._client.close()
            self.requests.append(Request(kind, time.perf_counter() - begun, 0))
            return None
        self.requests.append(Request(kind, reply.seconds, reply.status))
        return reply if reply.status == 200 else None

    def pause(self, seconds: float) -> bool:
        """Wait; returns whether there is still time."""
        return not self._over.wait(seconds)

    def close(self) -> None:
        """Close the connection."""
        self._client.close()


def sample(players: int, seconds: float) -> dict[str, Any]:
    """``players`` play for some seconds by the clock."""
    plan = Plan(players, seconds)
    boards = [make_board(*BOARDS[seed % len(BOARDS)], seed) for seed in range(players)]
    explained = [make_board(*EXPLAINED, seed) for seed in range(10)]
    with running_server() as server:
        rest(server)
        over = threading.Event()
        pages = [Page(server, f"player {number}", over) for number in range(players + 2)]
        works = [partial(_play, page, plan, boards, first) for first, page in enumerate(pages[:players])]
        works += [partial(_explain, pages[-2], explained), partial(_generate, pages[-1])]
        usage, clock = _run(server, works, over, seconds)
        for page in pages:
            page.close()
    return _result(pages, usage, clock)


def _run(
    server: Server, works: Sequence[Callable[[], None]], over: threading.Event, seconds: float
) -> tuple[list[Usage], float]:
    """Run all at once until the time is over; what the server uses, once a second."""
    threads = [threading.Thread(target=work, daemon=True) for work in works]
    usage = [usage_of(server.process.pid)]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    while (left := begun + seconds - time.perf_counter()) > 0:
        time.sleep(min(1.0, left))
        usage.append(usage_of(server.process.pid))
    over.set()
    clock = time.perf_counter() - begun
    for thread in threads:
        thread.join()
    rest(server)
    usage.append(usage_of(server.process.pid))
    return [one for one in usage if one is not None], clock


# -- what each of them does ----------------------------------------------------------------------------


def _play(page: Page, plan: Plan, boards: Sequence[SolvableBoard], first: int) -> None:
    """Solve one board after the other."""
    rng = random.Random(first)
    if not page.pause(rng.uniform(0, min(ARRIVING, plan.seconds / 2))):
        return
    number = first
    while _solve(page, plan, boards[number % len(boards)], rng):
        number += 1


def _solve(page: Page, plan: Plan, board: SolvableBoard, rng: random.Random) -> bool:
    """Open a board and make the moves of its solution; returns whether there is time for another one."""
    path = f"/api/play/{board.subject}"
    match = _ask_until(page, plan, "open", path, {"input": board.text})
    strokes = [*board.strokes]
    rng.shuffle(strokes)
    for number, stroke in enumerate(strokes, 1):
        if match is None or not page.pause(rng.uniform(0.5, 1.5) * plan.pause):
            return False
        lines = ["undo", "redo", stroke.typed] if number % plan.undo == 0 else [stroke.typed]
        match = _ask_until(
            page, plan, "move", path, {"input": match["record"], "lines": lines, "seconds": 0.3}
        )
        if match is not None and match["moves"] != number:
            page.wrong.append(
                f"{board.subject}: {match['moves']} moves after {stroke.typed!r}, expected {number}"
            )
            return False
        if match is not None and number % plan.hint == 0:
            page.ask("hint", "/api/board/hint", {"record": match["record"]})
        if match is not None and number % plan.check == 0:
            page.ask("check", "/api/board/check", {"record": match["record"]})
    if match is not None and not (match["outcome"] or {}).get("won"):
        page.wrong.append(f"{board.subject}: not solved by the solution")
    return match is not None


def _ask_until(page: Page, plan: Plan, kind: str, path: str, body: dict[str, Any]) -> dict[str, Any] | None:
    """The answer, after an error asked for again, as a page does it; None if the time is over."""
    while (reply := page.ask(kind, path, body)) is None:
        if not page.pause(plan.pause):
            return None
    return reply.value


def _explain(page: Page, boards: Sequence[SolvableBoard]) -> None:
    """Explain large boards, listening to each step."""
    number = 0
    while page.pause(0.5):
        board = boards[number % len(boards)]
        reply = page.ask("open", f"/api/play/{board.subject}", {"input": board.text})
        if reply is not None:
            page.ask("explain", "/api/board/explain?wait=0", {"record": reply.value["record"]})
        number += 1


def _generate(page: Page) -> None:
    """Ask for new large boards."""
    subject, wish = GENERATED
    seed = 0
    while page.pause(0.5):
        page.ask("new board", f"/api/play/{subject}?wait=0", {"new": {**wish, "seed": seed}})
        seed += 1


# -- what it comes to ----------------------------------------------------------------------------------


def _result(pages: Sequence[Page], usage: Sequence[Usage], clock: float) -> dict[str, Any]:
    requests = [one for page in pages for one in page.requests]
    kinds = {kind: _figures([one for one in requests if one.kind == kind]) for kind in _kinds(requests)}
    slow = [one for one in requests if one.kind not in LONG and one.seconds > TOO_LONG]
    wrong = [text for page in pages for text in page.wrong]
    faults = [one for one in requests if one.status == 0 or (one.status >= 500 and one.status != 503)]
    note = "; ".join([*wrong[:3], *([f"{len(faults)} requests failed"] if faults else [])])
    moves = kinds.get("move")
    times = (
        {}
        if moves is None
        else {"total": moves["p95"], "p50": moves["p50"], "p95": moves["p95"], "max": moves["max"]}
    )
    return {
        "status": FAILED if note or not times else "done",
        "note": note or ("" if times else "no move was made"),
        "times": [times] if times else [],
        "players": len(pages) - 2,
        "seconds": clock,
        "requests": len(requests),
        "kinds": kinds,
        "long": [*LONG],
        "slow": len(slow),
        "usage": [one._asdict() for one in usage],
    }


def _kinds(requests: Requests) -> list[str]:
    """The kinds of requests, those for long work last."""
    return sorted({one.kind for one in requests}, key=lambda kind: (kind in LONG, kind))


def _figures(requests: Requests) -> dict[str, Any]:
    seconds = [one.seconds for one in requests]
    errors: dict[str, int] = {}
    for one in requests:
        if one.status != 200:
            errors[str(one.status)] = errors.get(str(one.status), 0) + 1
    return {
        "requests": len(requests),
        "p50": percentile(seconds, 0.5),
        "p95": percentile(seconds, 0.95),
        "max": max(seconds),
        "errors": errors,
    }
