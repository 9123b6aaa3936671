"""list: what there is, found by discovery: puzzles, games, their formats, levels, encodings and examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from satplay import games, puzzles
from satplay.contracts.game import Game
from satplay.contracts.option import Option
from satplay.contracts.result_text import brief_repr
from satplay.errors import NoSuchName
from satplay.fast_dataclass import dataclass
from satplay.inputs.catalogue import variant_options
from satplay.inputs.examples import describe_examples, example_subjects
from satplay.inputs.summaries import subject_summaries
from satplay.playing.start import start_match
from satplay.playing.subjects import game_called, game_names, playable_names


@dataclass(frozen=True, slots=True)
class SubjectDetails:
    """Everything that a puzzle or a game offers by name; mappings are from names to descriptions.

    ``kind``        ``puzzle`` or ``game``
    ``options``     options of ``generate``, and of ``play`` without a board
    ``variants``    rule variants, options of every command that reads a board
    ``verbs``       commands that some subjects have and others have not
    """

    name: str
    kind: str
    summary: str
    rules: Mapping[str, str]
    formats: tuple[str, ...]
    solution_formats: tuple[str, ...]
    levels: tuple[str, ...]
    encodings: Mapping[str, str]
    options: Mapping[str, str]
    variants: Mapping[str, str]
    seats: tuple[str, ...]
    players: tuple[str, ...]
    questions: Mapping[str, str]
    examples: Mapping[str, str]
    verbs: tuple[str, ...]

    def __repr__(self) -> str:
        return brief_repr(self)

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        return asdict(self)


def list_subjects(name: str | None = None) -> list[SubjectDetails]:
    """All puzzles and all games, or the one of that name.

    >>> [one.levels for one in list_subjects("mosaic")]
    [('beginner', 'easy', 'medium', 'hard', 'expert', 'extreme')]
    """
    known = [*puzzles.names(), *(game for game in games.names() if game not in puzzles.names())]
    if name is not None and name not in known:
        raise NoSuchName("puzzle or game", name, known)
    wanted = known if name is None else [name]
    return [_puzzle(one) if one in puzzles.names() else _game(one) for one in wanted]


def list_examples(subject: str | None = None) -> dict[str, str]:
    """The examples that come with satplay, by the name that every command reads, each with a description.

    >>> "@examples/nim/safe" in list_examples("nim")
    True
    """
    known = example_subjects()
    if subject is not None and subject not in known:
        raise NoSuchName("puzzle or game with examples", subject, known)
    wanted = known if subject is None else [subject]
    return {name: what for one in wanted for name, what in describe_examples(one).items()}


def _puzzle(name: str) -> SubjectDetails:
    puzzle = puzzles.find(name)
    game = game_called(name) if name in game_names() else None
    encodings = {
        one: encoder.source + (f"; wrong: {encoder.gap}" if encoder.gap else "")
        for one, encoder in puzzle.encoders.items()
    }
    has = {"hint": puzzle.facts is not None, "explain": puzzle.facts is not None}
    has |= {"play": name in playable_names(), "audit": puzzle.audit is not None}
    return SubjectDetails(
        name=name,
        kind="puzzle",
        summary=subject_summaries()[0][name],
        rules={rule.name: str(rule.value) for rule in puzzle.rules},
        formats=tuple(form.name for form in puzzle.formats),
        solution_formats=tuple(form.name for form in puzzle.solutions),
        levels=tuple(puzzle.levels),
        encodings=encodings,
        options=_describe(puzzle.generator_options),
        variants=_describe(variant_options(name)),
        seats=() if game is None else tuple(game.seats),
        players=() if game is None else tuple(game.players),
        questions={} if game is None else _questions(game),
        examples=describe_examples(name) if name in example_subjects() else {},
        verbs=tuple(verb for verb, there in has.items() if there),
    )


def _rules_at_start(game: Game[Any, Any]) -> Sequence[str]:
    """The rules of a game as it starts without options."""
    return () if game.rules is None else game.rules(start_match(game).visible_state())


def _game(name: str) -> SubjectDetails:
    game = games.find(name)
    return SubjectDetails(
        name=name,
        kind="game",
        summary=subject_summaries()[1][name],
        rules={str(number): line for number, line in enumerate(_rules_at_start(game), 1)},
        formats=tuple(form.name for form in game.states),
        solution_formats=(),
        levels=(),
        encodings={},
        options=_describe(game.start_options),
        variants={},
        seats=tuple(game.seats),
        players=tuple(game.players),
        questions=_questions(game),
        examples=describe_examples(name) if name in example_subjects() else {},
        verbs=("play", *(["hint"] if game.judge else []), *(["ask"] if game.questions else [])),
    )


def _describe(options: Mapping[str, Option]) -> dict[str, str]:
    return {f"--{name} {one.takes or ''}".rstrip(): one.help for name, one in options.items()}


def _questions(game: Game[Any, Any]) -> dict[str, str]:
    return {
        " ".join((name, *query.arguments, *(f"[{each}]" for each in query.optional))): query.help
        for name, query in game.questions.items()
    }
