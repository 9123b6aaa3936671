"""What an engine finds out about the position of a match, for workers: hint, explain, check, show, rate.

Encoding a board takes milliseconds, so nothing but the matches is kept between two calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from satplay import puzzles
from satplay.contracts.engine import Limit, Stopped, Unknown
from satplay.contracts.phrases import StepMarks
from satplay.contracts.puzzle import Puzzle
from satplay.drawing.shape_elements import scene_as_json
from satplay.errors import BadInput, GaveUp
from satplay.explaining.oracle import GradingOracle
from satplay.inputs.writing import write_lines
from satplay.playing.hint_commands import advise
from satplay.playing.match import Match
from satplay.playing.puzzle_state import PuzzleState
from satplay.playing.record import is_record, read_record
from satplay.playing.subjects import game_to_play
from satplay.playing.wrong_marks import find_wrong_entries, find_wrong_marks
from satplay.rule import RuleInstance
from satplay.verbs.explain import Explanation
from satplay.verbs.hint import find_facts, find_mistake
from satplay.verbs.hint import hint as find_hint
from satplay.verbs.rate import rate_board
from satplay.web.hint_document import HintView
from satplay.web.limits import without_source
from satplay.web.play import MOST_VIOLATIONS, matches, open_match, violation_as_json
from satplay.web.sealed_records import record_text, unseal
from satplay.workers.worker import report

CANNOT_BE_COMPLETED = "No rule is broken yet, but this cannot be completed. A hint shows the mistake."
MOST_NAMED = 4
"""Broken rules that a message names."""
RIGHT = "Everything is right so far; it is not finished yet."


class Position(NamedTuple):
    """The board of a match with what is filled in; ``position`` is None in a game between seats.

    ``state`` is what the person may see.
    """

    match: Match
    puzzle: Puzzle[Any, Any]
    state: Any
    position: Any

    @property
    def board(self) -> Any:
        """The board, as the puzzle knows it."""
        return self.state.board

    @property
    def view(self) -> HintView:
        """Hints about it as JSON."""
        return HintView(self.puzzle, self.match.game.browser, self.state_at)

    def state_at(self, position: Any) -> Any:
        """The state with another position; of a game the state itself."""
        return PuzzleState(self.board, position, False) if self.match.solo else self.state


def read_match(record: str, cells: int) -> Match:
    """The match of a record; ``BadInput`` for any other text."""
    with without_source():
        text = unseal(record)
        if not is_record(text):
            raise BadInput(
                "record", line=1, column=1, found=repr(record[:40]), expected="a record of a match"
            )
        subject = read_record(text).game
        game_to_play(subject)  # NoSuchName
    match = open_match(subject, record, cells=cells)
    matches.put(subject, record, match, cells=1000)
    return match


def read_position(record: str, cells: int) -> Position:
    """The position in a match about a board: of a puzzle, or of a game in which a board is made."""
    match = read_match(record, cells)
    name, state = match.game.name, match.visible_state()
    if match.solo:
        return Position(match, puzzles.find(name), state, state.position)
    if name in puzzles.names():
        puzzle = puzzles.find(name)
        if isinstance(getattr(state, "board", None), puzzle.instance):
            return Position(match, puzzle, state, None)
    raise BadInput("record", found=f"a game of {match.game.title}", expected="a board of a puzzle")


def read_puzzle(record: str, cells: int) -> Position:
    """The position of a record of a puzzle that is filled in."""
    found = read_position(record, cells)
    if not found.match.solo:
        title = found.match.game.title
        raise BadInput("record", found=f"a game of {title}", expected="a puzzle that is filled in")
    return found


# -- hints --------------------------------------------------------------------------------------------


def hint_task(
    *, record: str, topic: str = "", asked: int = 0, seconds: float | None = None, cells: int
) -> dict[str, Any]:
    """The next step from the position, or the mistake in it; advice in a game between seats.

    ``topic`` and ``asked``, the number of hints given in this position, are for games.
    """
    match = read_match(record, cells)
    if not match.solo:
        return _advice(match, topic, asked)
    found = read_puzzle(record, cells)
    hint = find_hint(found.board, found.position, found.puzzle.name, limit=Limit(seconds))
    lines = [f"{line[:1].upper()}{line[1:]}" if line[:1] != " " else line for line in hint.lines()]
    return found.view.step(hint, lines)


def _advice(match: Match, topic: str, asked: int) -> dict[str, Any]:
    """The hint of a game; it counts as one in the record.

    ``more`` is whether asking again tells more, ``move`` the typed move that the hint suggests, or None.
    """
    turn, found = advise(replace(match, hints_here=asked), topic)
    after, move = turn.match, None if found is None else found.move
    return {
        "kind": "advice",
        "lines": list(turn.lines),
        "asked": after.hints_here,
        "more": found is not None and found.more,
        "has_move": move is not None,
        "move": None if move is None else match.game.moves.write(move),
        "record": record_text(after),
        "hints": after.hints,
    }


def explain_task(
    *, record: str, start: str = "start", seconds: float | None = None, cells: int
) -> dict[str, Any]:
    """All steps from the empty board, or from ``here``; each is reported as soon as it is found."""
    found = read_position(record, cells)
    so_far = found.position if start == "here" else None
    explanation = Explanation(found.board, found.puzzle.name, so_far, limit=Limit(seconds))
    view = found.view
    try:
        for number, step in enumerate(explanation, 1):
            report({**view.step(step), "number": number})
    except GaveUp:
        result = explanation.result(Stopped.TIME)
    else:
        result = explanation.result()
    finally:
        explanation.close()
    return {
        "steps": len(result.steps),
        "summary": result.summary,
        "level": result.rating.level if result and start == "start" else None,
        "end": result.end.kind,
        "lines": list(result.end.lines()),
        "because": [view.instance(result.end.position, one) for one in result.end.because],
        "solution": None if result.solution is None else view.position(result.solution),
        "alternatives": [view.position(solution) for solution in result.alternatives],
    }


# -- checks -------------------------------------------------------------------------------------------


def check_task(
    *, record: str, every: bool = False, seconds: float | None = None, cells: int
) -> dict[str, Any]:
    """Whether the position is solved, unfinished or wrong; with ``every`` entries that no solution has."""
    match = read_match(record, cells)
    view = match.visible_state()
    game = match.game
    broken: Sequence[RuleInstance] = () if game.violations is None else game.violations(view)
    lines = _name_broken(broken)
    marks = _mark(match, view, broken)
    result: dict[str, Any] = {
        "violations": [violation_as_json(game, view, one) for one in broken[:MOST_VIOLATIONS]]
    }
    if not match.solo or match.outcome is not None:
        status = "wrong" if broken else "unfinished" if match.outcome is None else "solved"
        because = "" if match.outcome is None else f"Right: {match.outcome.because}."
        return {**result, "status": status, "lines": lines or [because or RIGHT], "wrong": [], "marks": marks}
    found = read_puzzle(record, cells)
    wrong_lines, wrong = _wrong(found, every=every, limit=Limit(seconds), broken=bool(broken))
    lines += wrong_lines
    status = "wrong" if lines else "unfinished"
    return {**result, "status": status, "lines": lines or [RIGHT], "wrong": wrong, "marks": marks}


def _name_broken(broken: Sequence[RuleInstance]) -> list[str]:
    """One line that names the rules, at their places, that no continuation of the position keeps."""
    if not broken:
        return []
    sentences = [one.sentence for one in broken[:MOST_NAMED]]
    more = [f"and {len(broken) - MOST_NAMED} more"] if len(broken) > MOST_NAMED else []
    rules = "this rule" if len(broken) == 1 else "these rules"
    return [f"Wrong: {rules} cannot hold any more: {'; '.join([*sentences, *more])}."]


def _mark(match: Match, view: Any, broken: Sequence[RuleInstance]) -> Any:
    browser = match.game.browser
    return None if browser is None else dict(browser.marks(view, StepMarks(because=tuple(broken))))


def _wrong(found: Position, *, every: bool, limit: Limit, broken: bool) -> tuple[list[str], list[str]]:
    """Sentences about what no rule shows yet, and the elements of wrong marks, or of all wrong entries."""
    puzzle, board, position = found.puzzle, found.board, found.position
    oracle = GradingOracle(seconds=limit.seconds)
    marks = find_wrong_marks(puzzle, board, position, oracle)
    lines = []
    if marks:
        phrase = marks.describe()
        lines.append(
            f"{phrase[0].upper()}{phrase[1:]}." if broken else f"No rule is broken yet, but {phrase}."
        )
    elif not broken and puzzle.facts is not None:
        known = list(find_facts(puzzle, board).known_literals(position))
        mistake = find_mistake(puzzle, board, known, limit)
        if isinstance(mistake, Unknown):
            raise GaveUp("answer", mistake.stopped.value)
        lines += [CANNOT_BE_COMPLETED] if mistake is not None else []
    if puzzle.browser is None:
        return lines, []
    wrong = find_wrong_entries(puzzle, board, position, oracle) if every else marks.statements
    named = [one for entry in wrong for one in puzzle.browser.elements(found.state, entry.atom)]
    return lines, list(dict.fromkeys(named))


def show_task(*, record: str, seconds: float | None = None, cells: int) -> dict[str, Any]:
    """A solution; the position is not changed."""
    match = read_match(record, cells)
    game, view = match.game, match.visible_state()
    if game.solve is None:
        raise BadInput("record", found=f"a game of {game.title}", expected="a puzzle that can be solved")
    solved = game.solve(view, GradingOracle(seconds=seconds))
    if solved is None:
        return {"position": None, "picture": None, "lines": ["There is no solution."]}
    lines = write_lines(puzzles.find(game.name), solved.board, solved.position) if match.solo else []
    browser = game.browser
    return {
        "position": None if browser is None else browser.position(solved),
        "picture": scene_as_json(game.draw(solved)) if browser is None else None,
        "lines": lines,
    }


def rate_task(*, record: str, seconds: float | None = None, cells: int) -> dict[str, Any]:
    """The difficulty of the board."""
    found = read_position(record, cells)
    rated = rate_board(found.puzzle, found.board, limit=Limit(seconds))
    return {**rated.as_json(), "lines": list(rated.lines())}
