"""The exam that every game must pass: one function per item; each item can fail (test_the_game_exam.py).

Besides its record, a game folder must contain:

``README.md``        the rules in words, with a heading ``Source``
``examples/``        positions in one of the game's formats; ``SOURCE.md`` names the origin of each
``hidden/SEAT.txt``  for each seat with hidden information: two different positions, separated by a line
                     ``=== looks like ===``, that look the same to this seat

The items of ``match_exam.py`` test the texts during play, the questions and the saved records.

A puzzle that can be played takes the items of ``PLAY``; its folder is examined as a puzzle folder, and since
random moves do not solve it, its random games need not end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, reduce
from importlib import import_module
from itertools import combinations
from math import isclose
from pathlib import Path
from random import Random
from typing import Any

from satplay.contracts.game import CHANCE, Game
from satplay.discovery import Texts, public_name
from satplay.drawing.scene import Scene
from satplay.errors import BadInput, IllegalMove
from tests.exams.broken_texts import survives_broken_texts
from tests.exams.oracle import ExamOracle

LOOKS_LIKE = "=== looks like ===\n"
WALKS = range(6)
PLIES = 150
SOME = 150  # number of examined states
FEW = 12  # number of states on which every player is tested
MANY = 50  # up to this number, all legal moves of a state are made; otherwise a sample


@dataclass(frozen=True)
class Candidate:
    """A game that takes the exam, with its folder."""

    game: Game[Any, Any]
    folder: Path
    oracle: ExamOracle = field(default_factory=ExamOracle)
    start_options: Mapping[str, str] = field(default_factory=dict)
    texts: Sequence[str] = ()  # texts of moves, if moves cannot be listed

    @cached_property
    def walks(self) -> list[tuple[list[Any], list[Any]]]:
        """Random games: the states and the moves between them."""
        return [self._walk(Random(seed)) for seed in WALKS]

    def _walk(self, rng: Random) -> tuple[list[Any], list[Any]]:
        states: list[Any] = [self.game.start(self.start_options)]
        moves: list[Any] = []
        while self.game.outcome(states[-1]) is None and len(moves) < PLIES:
            choice = self.game.legal(states[-1]) or self._typed_move(states[-1], rng)
            assert choice, f"no legal move and no outcome in {self.text(states[-1])}"
            moves.append(rng.choice(choice))
            states.append(self.game.apply(states[-1], moves[-1]))
        return states, moves

    def _typed_move(self, state: Any, rng: Random) -> list[Any]:
        """A move of ``texts`` that changes the state; None if there is none."""
        for text in rng.sample(self.texts, len(self.texts)):
            with suppress(BadInput):
                move = self.game.moves.read(text)
                if self.game.apply(state, move) != state:
                    return [move]
        return []

    @cached_property
    def states(self) -> list[Any]:
        """A sample of the states, with every final state."""
        seen = [state for states, _ in self.walks for state in states]
        return seen[:: len(seen) // SOME + 1] + [states[-1] for states, _ in self.walks]

    @cached_property
    def moves(self) -> list[Any]:
        """The moves that were legal in some state, each once."""
        unique: list[Any] = []
        for _, moves in self.walks:
            unique += [move for move in moves if move not in unique]
        return unique

    def text(self, state: Any) -> str:
        return self.game.states[0].write(state)

    def read(self, text: str) -> Any:
        for form in self.game.states:
            if form.recognises(text):
                return form.read(text)
        raise AssertionError(f"no format recognises {text!r}")


def candidate(package: str, game: Game[Any, Any]) -> Candidate:
    """The game together with the folder of its package."""
    file = import_module(package).__file__
    assert file is not None
    return Candidate(game, Path(file).parent)


# -- the record and the folder ---------------------------------------------------------------------


def the_record_is_filled_in(it: Candidate) -> None:
    game = it.game
    assert game.name == public_name(it.folder.name), f"{game.name} lives in {it.folder.name}"
    assert game.title and game.seats and game.states and game.players
    assert CHANCE not in game.seats, "chance must not be a seat"
    assert len(set(game.seats)) == len(game.seats)


def the_readme_names_its_source(it: Candidate) -> None:
    readme = it.folder / "README.md"
    assert readme.is_file(), "README.md is missing"
    assert re.search(r"^#+ Sources?$", readme.read_text(encoding="utf-8"), re.MULTILINE), "no heading Source"


def examples_are_read_drawn_and_sourced(it: Candidate) -> None:
    source = it.folder / "examples" / "SOURCE.md"
    assert source.is_file(), "examples/SOURCE.md is missing"
    examples = Texts(it.folder / "examples")
    assert examples, "no examples"
    for name, text in examples.items():
        state = it.read(text)
        assert it.read(it.text(state)) == state, f"{name} does not survive writing and reading"
        assert it.game.draw(state).shapes, f"{name} is drawn empty"
        assert name in source.read_text(encoding="utf-8"), f"SOURCE.md does not name the origin of {name}"


# -- texts -----------------------------------------------------------------------------------------


def states_survive_writing_and_reading(it: Candidate) -> None:
    for form in it.game.states:
        for state in it.states:
            text = form.write(state)
            assert form.read(text) == state, f"{form.name} reads {text!r} as something else than it wrote"
            assert form.recognises(text), f"{form.name} does not recognise its own {text!r}"
            assert it.read(text) == state, f"another format takes {text!r} of {form.name} for its own"


def moves_survive_writing_and_reading(it: Candidate) -> None:
    form = it.game.moves
    for move in it.moves:
        text = form.write(move)
        assert form.read(text) == move, f"{text!r} is read as another move"
        assert form.recognises(text), f"{text!r} is not recognised as a move"
        assert "\n" not in text, f"{text!r} is more than one line"


def broken_states_are_refused_with_bad_input(it: Candidate) -> None:
    for form in it.game.states:
        survives_broken_texts(
            form.read, form.write, [form.write(state) for state in it.states], form.recognises
        )


def broken_moves_are_refused_with_bad_input(it: Candidate) -> None:
    form = it.game.moves
    survives_broken_texts(form.read, form.write, [form.write(move) for move in it.moves], form.recognises)


# -- rules -----------------------------------------------------------------------------------------


def the_game_is_over_exactly_when_no_seat_is_to_move(it: Candidate) -> None:
    for state in it.states:
        seat, outcome = it.game.to_move(state), it.game.outcome(state)
        assert (seat is None) == (outcome is not None), f"{it.text(state)}: {seat} to move, outcome {outcome}"
        assert seat is None or seat in (*it.game.seats, CHANCE), f"{seat!r} is not a seat"
        if outcome is not None:
            assert outcome.winner is None or outcome.winner in it.game.seats, f"{outcome.winner!r} is no seat"
            assert outcome.because, f"{it.text(state)} ends without a reason"


def some_game_ends(it: Candidate) -> None:
    """Otherwise no outcome would be examined."""
    assert any(it.game.outcome(states[-1]) is not None for states, _ in it.walks), "no random game ends"


def there_are_legal_moves_until_the_end(it: Candidate) -> None:
    for state in it.states:
        moves = list(it.game.legal(state))
        assert bool(moves) == (it.game.to_move(state) is not None), f"{it.text(state)}: legal {moves}"
        assert len(set(moves)) == len(moves), f"{it.text(state)}: a move is listed twice"


def legal_moves_apply_and_all_others_are_illegal(it: Candidate) -> None:
    for state in it.states:
        before = it.text(state)
        legal = list(it.game.legal(state))
        for move in legal[:: max(1, len(legal) // MANY)]:
            it.game.apply(state, move)
        allowed = set(legal)
        for move in it.moves:
            if move in allowed:
                continue
            try:
                after = it.game.apply(state, move)
            except IllegalMove as error:
                assert error.state == before, f"the error names {error.state!r} instead of {before!r}"
                assert error.reason, "illegal without a reason"
            else:
                written = it.game.moves.write(move)
                raise AssertionError(f"{written} is not legal in {before} and leads to {it.text(after)}")
        assert it.text(state) == before, f"playing from {before} changed it into {it.text(state)}"


def a_record_of_moves_replays_the_game(it: Candidate) -> None:
    form = it.game.moves
    for states, moves in it.walks:
        record = [form.write(move) for move in moves]
        final = reduce(it.game.apply, (form.read(text) for text in record), it.game.start({}))
        assert final == states[-1], f"{' '.join(record)} replays to {it.text(final)}"


def options_not_understood_are_refused(it: Candidate) -> None:
    try:
        it.game.start({"no such option": "1"})
    except BadInput:
        return
    raise AssertionError("start accepts an invalid option")


def only_chance_has_odds(it: Candidate) -> None:
    for state in it.states:
        odds = it.game.odds(state)
        if it.game.to_move(state) == CHANCE:
            assert set(odds) == set(it.game.legal(state)), (
                f"{it.text(state)}: odds of other moves than the legal ones"
            )
            assert isclose(sum(odds.values()), 1.0) and min(odds.values()) > 0, (
                f"{it.text(state)}: odds {odds}"
            )
        else:
            assert not odds, f"{it.text(state)}: odds although a seat is to move"


def seats_see_what_they_may(it: Candidate) -> None:
    """All seats see the turn and the outcome, and everything else unless ``hidden/SEAT.txt`` exists."""
    game = it.game
    for seat in game.seats:
        pair = it.folder / "hidden" / f"{seat}.txt"
        if pair.is_file():
            one, found, two = pair.read_text(encoding="utf-8").partition(LOOKS_LIKE)
            assert found, f"hidden/{seat}.txt has no line {LOOKS_LIKE.strip()!r}"
            first, second = it.read(one), it.read(two)
            assert first != second, f"hidden/{seat}.txt shows one position twice"
            assert game.visible(first, seat) == game.visible(second, seat), f"{seat} sees what is hidden"
        for state in it.states:
            seen = game.visible(state, seat)
            assert pair.is_file() or seen == state, f"something of {it.text(state)} is hidden from {seat}"
            assert game.visible(seen, seat) == seen, f"{seat} looks twice at {it.text(state)} and sees less"
            assert game.to_move(seen) == game.to_move(state), f"{seat} cannot see whose turn it is"
            assert game.outcome(seen) == game.outcome(state), f"{seat} cannot see who won {it.text(state)}"
            if game.to_move(state) == seat:
                assert list(game.legal(seen)) == list(game.legal(state)), f"{seat} cannot list its moves"
    for one, other in combinations(game.seats, 2):
        for state in it.states[:FEW]:
            both = game.visible(game.visible(state, one), other)
            assert both == game.visible(game.visible(state, other), one), f"{one} and {other} see apart"


# -- players and pictures --------------------------------------------------------------------------


def players_play_by_the_rules_and_by_the_seed(it: Candidate) -> None:
    """Each player uses only what its seat sees; the same seed gives the same move."""
    going_on = [state for state in it.states if it.game.to_move(state) not in (None, CHANCE)]
    for name, player in it.game.players.items():
        for state in going_on[:: max(1, len(going_on) // FEW)]:
            seat = it.game.to_move(state)
            assert seat is not None
            seen = it.game.visible(state, seat)
            moves = [player(seen, seat, Random(1), it.oracle) for _ in range(2)]
            assert moves[0] in it.game.legal(state), f"{name} plays {moves[0]} in {it.text(state)}"
            assert moves[0] == moves[1], f"{name} uses more than the randomness it is given"


def states_are_drawn(it: Candidate) -> None:
    for state in it.states:
        scene = it.game.draw(state)
        assert isinstance(scene, Scene) and scene.width > 0 and scene.height > 0
        assert scene.shapes and scene.title, "an empty picture, or one without a title"


PLAY: tuple[Callable[[Candidate], None], ...] = (
    states_survive_writing_and_reading,
    moves_survive_writing_and_reading,
    broken_states_are_refused_with_bad_input,
    broken_moves_are_refused_with_bad_input,
    the_game_is_over_exactly_when_no_seat_is_to_move,
    there_are_legal_moves_until_the_end,
    legal_moves_apply_and_all_others_are_illegal,
    a_record_of_moves_replays_the_game,
    options_not_understood_are_refused,
    only_chance_has_odds,
    seats_see_what_they_may,
    players_play_by_the_rules_and_by_the_seed,
    states_are_drawn,
)

EXAM: tuple[Callable[[Candidate], None], ...] = (
    the_record_is_filled_in,
    the_readme_names_its_source,
    examples_are_read_drawn_and_sourced,
    some_game_ends,
    *PLAY,
)
