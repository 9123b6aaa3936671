"""The exam that every puzzle sits: one function an item, each of which can be failed (test_the_exams.py).

What a puzzle folder must hold for it, besides its record:

``wrong/RULE.txt``         for each rule: a puzzle, a line ``=== answer ===``, and an answer that breaks
                           exactly this rule
``wrong/gap-ENCODER.txt``  for each encoder with a ``gap``: a puzzle to which it has a wrong solution; or a
                           puzzle, ``=== answer ===`` and a right answer that it does not find
``examples/``              puzzles; ``SOURCE.md`` says of each where it comes from, and in the same paragraph
                           ``no solution`` or ``unsatisfiable`` of each that has none
``README.md``              names each rule
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property, partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from satplay.contracts.encoding import Encoder, Encoding
from satplay.contracts.format import Format
from satplay.contracts.puzzle import GeneratorOptions, Puzzle
from satplay.discovery import public_name
from satplay.drawing.scene import Scene
from satplay.drawing.terminal import to_text
from satplay.errors import BadInput
from satplay.logic.formula import Formula
from satplay.reasoning.deduce import Deduction, Done, Step
from tests.exams.explanations import expect_step
from tests.exams.oracle import ExamOracle
from tests.exams.texts import survives_broken_texts, write_or_refuse

ANSWER = "=== answer ==="
SEEDS = range(5)
MOVES = ("", " ", "no such move", "erase", "A1", "A1 A2 B2", "b1-b3", "erase A1", "\x00", "A0", "²1")
MANY = 3000  # solutions looked at before the examiner gives up finding a certain one


@dataclass(frozen=True)
class Candidate:
    """A puzzle that sits the exam, with its folder."""

    puzzle: Puzzle[Any, Any]
    folder: Path
    oracle: ExamOracle = field(default_factory=ExamOracle)

    @cached_property
    def examples(self) -> dict[str, Any]:
        return {name: self.read(text) for name, text in self.puzzle.examples.items()}

    @cached_property
    def boards(self) -> list[Any]:
        return [self.puzzle.generate(GeneratorOptions(), Random(seed), self.oracle) for seed in SEEDS]

    def wrong(self, rule: Enum) -> tuple[Any, Any]:
        """The board and the answer that breaks this rule."""
        instance, answer = self.board_and_answer(self.folder / "wrong" / f"{rule.name}.txt")
        assert answer is not None, f"wrong/{rule.name}.txt has no line {ANSWER!r}"
        return instance, answer

    def board_and_answer(self, path: Path) -> tuple[Any, Any | None]:
        assert path.is_file(), f"{path.parent.name}/{path.name} is missing"
        board, found, answer = path.read_text(encoding="utf-8").partition(f"{ANSWER}\n")
        instance = self.read(board)
        return instance, self.puzzle.solutions[0].read(instance, answer) if found else None

    def read(self, text: str) -> Any:
        """As the program does: by the first format that recognises the text."""
        for form in self.puzzle.formats:
            if form.recognises(text):
                return form.read(text)
        raise AssertionError(f"no format recognises {text!r}")

    def written(self, board: Any) -> list[tuple[Format[Any], str]]:
        """The board in every format that can say it."""
        texts = [(form, write_or_refuse(form.write, board)) for form in self.puzzle.formats]
        return [(form, text) for form, text in texts if text is not None]

    def all_boards(self) -> list[Any]:
        return [*self.examples.values(), *self.boards]

    def source_of(self, example: str) -> str:
        """The paragraphs or list entries of ``examples/SOURCE.md`` that name an example."""
        source = self.folder / "examples" / "SOURCE.md"
        assert source.is_file(), "examples/SOURCE.md is missing"
        parts = re.split(r"\n\s*\n|\n(?=[-*] )", source.read_text(encoding="utf-8"))
        return "\n".join(
            part for part in parts if re.search(rf"(?<![\w-]){re.escape(example)}(?![\w-])", part)
        )

    def sound_encoders(self) -> dict[str, Encoder[Any, Any]]:
        return {name: encoder for name, encoder in self.puzzle.encoders.items() if encoder.gap is None}

    def encodings(self, board: Any) -> Iterator[tuple[str, Encoding[Any]]]:
        """The board as every encoder says it; one with a gap may be for other boards only."""
        for name, encoder in self.puzzle.encoders.items():
            try:
                encoding = encoder.encode(board)
            except BadInput as error:
                assert encoder.gap is not None, f"{name} refuses a board and has no gap: {error}"
            else:
                yield name, encoding

    def solved(self) -> Iterator[tuple[Any, Any]]:
        """Boards of all kinds, each with one solution, as far as they have one."""
        encoder = next(iter(self.puzzle.encoders.values()))
        for board in self.all_boards():
            solution = self.oracle.solution(encoder.encode(board))
            if solution is not None:
                yield board, solution


def candidate(package: str, puzzle: Puzzle[Any, Any]) -> Candidate:
    """The puzzle together with the folder of its package."""
    file = import_module(package).__file__
    assert file is not None
    return Candidate(puzzle, Path(file).parent)


# -- the record and the folder ---------------------------------------------------------------------


def the_record_is_filled_in(it: Candidate) -> None:
    puzzle = it.puzzle
    assert puzzle.name == public_name(it.folder.name), f"{puzzle.name} lives in {it.folder.name}"
    assert puzzle.title and len(puzzle.rules) and puzzle.formats and puzzle.solutions and puzzle.encoders
    assert puzzle.examples, "no examples"
    assert all(isinstance(board, puzzle.instance) for board in it.all_boards()), (
        f"not every board is a {puzzle.instance}"
    )
    for rule in puzzle.rules:
        assert rule.name.isupper() and str(rule.value).endswith("."), f"{rule.name} has no sentence"
    for name, encoder in puzzle.encoders.items():
        assert encoder.source, f"encoder {name} does not say where it comes from"
        assert set(encoder.parts.values()) <= set(puzzle.encoders), f"a part of {name} is no encoder"


def the_readme_names_each_rule(it: Candidate) -> None:
    readme = it.folder / "README.md"
    assert readme.is_file(), "README.md is missing"
    text = readme.read_text(encoding="utf-8")
    for rule in it.puzzle.rules:
        assert re.search(rf"\b{rule.name}\b", text), f"README.md does not name the rule {rule.name}"


def the_sources_of_examples_are_named(it: Candidate) -> None:
    for name in it.puzzle.examples:
        assert it.source_of(name), f"examples/SOURCE.md does not say where {name} comes from"


# -- texts -----------------------------------------------------------------------------------------


def boards_survive_writing_and_reading(it: Candidate) -> None:
    """In every format that can say the board; one of them can."""
    for board in it.all_boards():
        said = it.written(board)
        assert said, f"no format can say {board!r}"
        for form, text in said:
            assert form.read(text) == board, f"{form.name} reads {text!r} as something else than it wrote"


def formats_recognise_what_they_write(it: Candidate) -> None:
    for board in it.all_boards():
        for form, text in it.written(board):
            assert form.recognises(text), f"{form.name} does not recognise its own {text!r}"
            assert it.read(text) == board, f"another format takes {text!r} of {form.name} for its own"


def solutions_survive_writing_and_reading(it: Candidate) -> None:
    for board, solution in it.solved():
        first, *others = it.puzzle.solutions
        texts = [(first, first.write(board, solution))]
        texts += [(form, write_or_refuse(partial(form.write, board), solution)) for form in others]
        for form, text in texts:
            assert text is None or form.read(board, text) == solution, (
                f"{form.name} reads {text!r} as something else"
            )


def solutions_go_into_json(it: Candidate) -> None:
    for board, solution in it.solved():
        for form in it.puzzle.solutions:
            value = form.as_json(board, solution)
            try:
                survived = json.loads(json.dumps(value, allow_nan=False))
            except (TypeError, ValueError) as error:
                raise AssertionError(f"{value!r} does not go into JSON: {error}") from error
            assert survived == value, f"{value!r} comes out of JSON as {survived!r}"


def broken_boards_are_refused_politely(it: Candidate) -> None:
    for form in it.puzzle.formats:
        texts = [text for board in it.all_boards() for other, text in it.written(board) if other is form]
        assert texts, f"{form.name} can say no board"
        survives_broken_texts(form.read, form.write, texts, form.recognises)


def broken_solutions_are_refused_politely(it: Candidate) -> None:
    board, solution = next(it.solved())
    for form in it.puzzle.solutions:
        read, write = partial(form.read, board), partial(form.write, board)
        others = form is not it.puzzle.solutions[0]
        recognises = partial(form.recognises, board)
        survives_broken_texts(read, write, [write(solution)], recognises, may_refuse=others)


# -- rules and encodings ---------------------------------------------------------------------------


def examples_are_solved_rightly(it: Candidate) -> None:
    for name, board in it.examples.items():
        for encoder_name, encoder in it.sound_encoders().items():
            solution = it.oracle.solution(encoder.encode(board))
            hopeless = (
                re.search(r"no\s+solution|unsatisfiable", it.source_of(name), re.IGNORECASE) is not None
            )
            assert (solution is None) == hopeless, f"{encoder_name} on {name}: solution {solution!r}"
            if solution is not None:
                broken = it.puzzle.check(board, solution)
                assert not broken, f"{encoder_name} on {name} breaks {broken[0]}"


def each_rule_has_a_board_that_breaks_exactly_it(it: Candidate) -> None:
    for rule in it.puzzle.rules:
        board, answer = it.wrong(rule)
        broken = it.puzzle.check(board, answer)
        assert {instance.rule for instance in broken} == {rule}, f"wrong/{rule.name}.txt breaks {broken}"
        assert all(instance.sentence for instance in broken), f"{rule.name} says nothing"


def wrong_boards_are_no_trap_for_the_encoders(it: Candidate) -> None:
    """The solutions of the puzzles in ``wrong/`` break no rule, and all sound encoders find the same."""
    for rule in it.puzzle.rules:
        board, _ = it.wrong(rule)
        texts: set[frozenset[str]] = set()
        for encoder_name, encoder in it.sound_encoders().items():
            found = list(islice(it.oracle.solutions(encoder.encode(board)), MANY))
            for solution in found:
                broken = it.puzzle.check(board, solution)
                assert not broken, f"{encoder_name} on wrong/{rule.name}.txt breaks {broken[0]}"
            written = [it.puzzle.solutions[0].write(board, solution) for solution in found]
            assert len(set(written)) == len(written), f"{encoder_name} on wrong/{rule.name}.txt: one twice"
            if len(found) < MANY:
                texts.add(frozenset(written))
        assert len(texts) <= 1, f"encoders disagree on the solutions of wrong/{rule.name}.txt"


def forgotten(encoding: Encoding[Any], rule: Enum) -> Encoding[Any]:
    """The encoding as if ``rule`` had never been said, neither at once nor lazily."""

    def refine(solution: Any) -> list[Any]:
        return [pair for pair in encoding.lazy_clauses(solution) if pair[0].rule is not rule]

    return replace(encoding, formula=encoding.formula.without(rule), lazy_clauses=refine)


def forgetting_a_rule_lets_a_board_break_it(it: Candidate) -> None:
    """Unless it is built in: then no clause may claim to state it."""
    for rule in it.puzzle.rules:
        board, _ = it.wrong(rule)
        for name, encoding in it.encodings(board):
            found = islice(it.oracle.solutions(forgotten(encoding, rule)), MANY)
            broken = any(i.rule is rule for solution in found for i in it.puzzle.check(board, solution))
            if rule in encoding.built_in:
                stated = any(instance.rule is rule for instance in encoding.formula.instances())
                assert not stated and not broken, f"{rule.name} is not built into {name}"
            else:
                assert broken, (
                    f"{name} without the clauses of {rule.name} still obeys it on wrong/{rule.name}.txt"
                )


def gaps_are_shown(it: Candidate) -> None:
    for name, encoder in it.puzzle.encoders.items():
        if encoder.gap is None:
            continue
        board, answer = it.board_and_answer(it.folder / "wrong" / f"gap-{name}.txt")
        found = islice(it.oracle.solutions(encoder.encode(board)), MANY)
        if answer is None:
            assert any(it.puzzle.check(board, solution) for solution in found), (
                f"{name} gets its gap board right"
            )
        else:
            assert not it.puzzle.check(board, answer), f"the answer in gap-{name}.txt is not right"
            assert answer not in found, f"{name} finds the answer it is said to miss"


def facts_are_sentences(it: Candidate) -> None:
    """Unless the puzzle is a formula: its variables mean what somebody else knows."""
    for board in it.all_boards():
        for name, encoding in it.encodings(board):
            for lit in () if isinstance(board, Formula) else encoding.answer:
                atom = encoding.formula.atom(lit)
                assert atom is not None, f"{name}: variable {abs(lit)} of the answer means nothing"
                assert atom.affirmed != atom.denied and str(atom), f"{name}: {atom!r} cannot speak"
            assert all(instance.sentence for instance in encoding.formula.instances()), f"{name}: a mute rule"


def hints_lead_to_the_solution(it: Candidate) -> None:
    """Where there are any: each is certain, no reason is for nothing, and the last leaves nothing to do."""
    for board in it.boards[:3] if it.puzzle.facts is not None else ():
        assert it.puzzle.facts is not None
        facts = it.puzzle.facts(board)
        position = facts.nothing
        with Deduction(facts) as deducing:
            while isinstance(step := deducing.step(known := list(facts.known(position))), Step):
                expect_step(facts.encoding.formula, known, step)
                written = facts.written(position, step.facts)
                assert written != position, "a hint that cannot be written on the board"
                position = written
        assert isinstance(step, Done) and not it.puzzle.check(board, position), f"stuck at {step}"
        if it.puzzle.mark is not None:
            marked = it.puzzle.mark(board, position, facts.encoding.formula.instances()[:1])
            assert marked != it.puzzle.draw(board, position), "nothing stands out"


# -- pictures --------------------------------------------------------------------------------------


def puzzles_and_solutions_are_drawn(it: Candidate) -> None:
    for board, solution in it.solved():
        open_, solved = it.puzzle.draw(board, None), it.puzzle.draw(board, solution)
        for scene in (open_, solved):
            assert isinstance(scene, Scene) and scene.width > 0 and scene.height > 0
            assert scene.shapes and scene.title, "an empty picture, or one without a title"
        assert open_ != solved, "the solution is not to be seen"


def sketches_show_the_solution_also_in_ascii(it: Candidate) -> None:
    """Where there are pictures for terminals: without colours they say the same."""
    if it.puzzle.sketch is None:
        return
    for board, solution in it.solved():
        for ascii in (False, True):
            open_, solved = (to_text(it.puzzle.sketch(board, drawn, ascii)) for drawn in (None, solution))
            assert open_ != solved, "the solution is not to be seen"
            for line in (*open_, *solved):
                assert line.isprintable() and (line.isascii() or not ascii), f"{line!r} in ASCII: {ascii}"


# -- playing ---------------------------------------------------------------------------------------


def moves_are_written_or_refused(it: Candidate) -> None:
    """Where there is a pencil: whatever somebody types, and nothing is spoilt where all is right."""
    pencil = it.puzzle.pencil
    if pencil is None:
        return
    assert pencil.help, "nobody says how moves are typed"
    for board, solution in it.solved():
        start = pencil.blank(board)
        assert it.puzzle.check(board, start), "the first position is a solution already"
        assert not pencil.spoilt(board, start) and not pencil.spoilt(board, solution)
        for text in MOVES:
            try:
                position = pencil.write(board, start, text)
            except BadInput:
                continue
            except Exception as error:
                raise AssertionError(f"the move {text!r} makes it stumble: {error!r}") from error
            assert isinstance(position, type(start)), f"the move {text!r} makes it {position!r}"


# -- the generator ---------------------------------------------------------------------------------


def same_seed_same_board(it: Candidate) -> None:
    again = [it.puzzle.generate(GeneratorOptions(), Random(seed), it.oracle) for seed in SEEDS]
    assert again == it.boards, "the generator uses more than the randomness it is given"
    assert any(board != it.boards[0] for board in it.boards), "every seed gives the same board"


def boards_are_not_all_square(it: Candidate) -> None:
    """Square boards hide rows taken for columns."""
    scenes = [it.puzzle.draw(board, None) for board in it.boards]
    assert any(scene.width != scene.height for scene in scenes), "every board is square"


def boards_have_one_solution(it: Candidate) -> None:
    """Where the puzzle promises it."""
    for board in it.boards if it.puzzle.unique else ():
        for name, encoder in it.sound_encoders().items():
            text = it.puzzle.formats[0].write(board)
            assert it.oracle.is_unique(encoder.encode(board)), (
                f"{name} does not find one solution only of\n{text}"
            )


def unknown_options_are_refused(it: Candidate) -> None:
    for wanted in (
        GeneratorOptions(size="no size"),
        GeneratorOptions(difficulty="no such level"),
        GeneratorOptions(extra={"no such option": "1"}),
    ):
        try:
            it.puzzle.generate(wanted, Random(0), it.oracle)
        except BadInput:
            continue
        raise AssertionError(f"{wanted} is granted as if it had been understood")


EXAM: tuple[Callable[[Candidate], None], ...] = (
    the_record_is_filled_in,
    the_readme_names_each_rule,
    the_sources_of_examples_are_named,
    boards_survive_writing_and_reading,
    formats_recognise_what_they_write,
    solutions_survive_writing_and_reading,
    solutions_go_into_json,
    broken_boards_are_refused_politely,
    broken_solutions_are_refused_politely,
    examples_are_solved_rightly,
    each_rule_has_a_board_that_breaks_exactly_it,
    wrong_boards_are_no_trap_for_the_encoders,
    forgetting_a_rule_lets_a_board_break_it,
    gaps_are_shown,
    facts_are_sentences,
    hints_lead_to_the_solution,
    puzzles_and_solutions_are_drawn,
    sketches_show_the_solution_also_in_ascii,
    moves_are_written_or_refused,
    same_seed_same_board,
    boards_are_not_all_square,
    boards_have_one_solution,
    unknown_options_are_refused,
)
