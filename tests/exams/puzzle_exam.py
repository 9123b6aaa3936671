"""The exam that every puzzle takes: one function for each item.

Each item can fail: ``test_the_puzzle_exam.py`` shows it.  What a puzzle folder must contain is described in
``puzzle_candidate.py``; items about optional parts of the contract are in ``optional_parts.py``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from functools import partial
from itertools import islice
from random import Random
from typing import Any

from satplay.contracts.encoding import Encoding
from satplay.contracts.generator_options import GeneratorOptions
from satplay.discovery import public_name
from satplay.drawing.scene import Scene
from satplay.drawing.terminal import to_text
from satplay.errors import BadInput
from satplay.logic.formula import Formula
from tests.exams.broken_texts import survives_broken_texts, write_or_refuse
from tests.exams.canonical_forms import canonical_forms_are_those_of_equal_boards
from tests.exams.optional_parts import OPTIONAL_PARTS, expect_json
from tests.exams.puzzle_candidate import SEEDS, Candidate

MOVES = ("", " ", "no such move", "erase", "A1", "A1 A2 B2", "b1-b3", "erase A1", "\x00", "A0", "²1")
MANY = 3000
"""Solutions of one board that are searched for a certain one."""


# -- the record and the folder ---------------------------------------------------------------------


def the_record_is_filled_in(it: Candidate) -> None:
    puzzle = it.puzzle
    assert puzzle.name == public_name(it.folder.name), f"{puzzle.name} is in the folder {it.folder.name}"
    assert puzzle.title and len(puzzle.rules) and puzzle.formats and puzzle.solutions and puzzle.encoders
    assert puzzle.examples, "no examples"
    assert all(isinstance(board, puzzle.instance) for board in it.all_boards()), (
        f"not every board is a {puzzle.instance}"
    )
    assert all(isinstance(solution, puzzle.solution) for _, solution in it.solved_boards()), (
        f"not every solution is a {puzzle.solution}"
    )
    for rule in puzzle.rules:
        assert rule.name.isupper() and str(rule.value).endswith("."), f"{rule.name} has no sentence"
    for name, encoder in puzzle.encoders.items():
        assert encoder.source, f"encoder {name} names no source"
        assert set(encoder.parts.values()) <= set(puzzle.encoders), f"a part of {name} is no encoder"


def the_readme_names_each_rule(it: Candidate) -> None:
    readme = it.folder / "README.md"
    assert readme.is_file(), "README.md is missing"
    text = readme.read_text(encoding="utf-8")
    for rule in it.puzzle.rules:
        assert re.search(rf"\b{rule.name}\b", text), f"README.md does not name the rule {rule.name}"


def the_sources_of_examples_are_named(it: Candidate) -> None:
    for name in it.puzzle.examples:
        assert it.source_of(name), f"examples/SOURCE.md does not name the origin of {name}"


# -- texts -----------------------------------------------------------------------------------------


def boards_survive_writing_and_reading(it: Candidate) -> None:
    """In every format that can express the board; at least one can."""
    for board in it.all_boards():
        texts = it.write_in_all_formats(board)
        assert texts, f"no format can express {board!r}"
        for form, text in texts:
            assert form.read(text) == board, f"{form.name} reads its own {text!r} as another board"


def formats_recognise_what_they_write(it: Candidate) -> None:
    for board in it.all_boards():
        for form, text in it.write_in_all_formats(board):
            assert form.recognises(text), f"{form.name} does not recognise its own {text!r}"
            assert it.read(text) == board, f"{text!r} of {form.name} is read in another format"


def solutions_survive_writing_and_reading(it: Candidate) -> None:
    for board, solution in it.solved_boards():
        first, *others = it.puzzle.solutions
        texts = [(first, first.write(board, solution))]
        texts += [(form, write_or_refuse(partial(form.write, board), solution)) for form in others]
        for form, text in texts:
            assert text is None or form.read(board, text) == solution, (
                f"{form.name} reads its own {text!r} as another solution"
            )


def solutions_can_be_written_as_json(it: Candidate) -> None:
    for board, solution in it.solved_boards():
        for form in it.puzzle.solutions:
            expect_json(form.as_json(board, solution))


def broken_boards_are_refused_with_bad_input(it: Candidate) -> None:
    for form in it.puzzle.formats:
        texts = [
            text
            for board in it.all_boards()
            for other, text in it.write_in_all_formats(board)
            if other is form
        ]
        assert texts, f"{form.name} can express no board"
        survives_broken_texts(form.read, form.write, texts, form.recognises)


def broken_solutions_are_refused_with_bad_input(it: Candidate) -> None:
    board, solution = next(it.solved_boards())
    for form in it.puzzle.solutions:
        read, write = partial(form.read, board), partial(form.write, board)
        others = form is not it.puzzle.solutions[0]
        recognises = partial(form.recognises, board)
        survives_broken_texts(read, write, [write(solution)], recognises, may_refuse=others)


# -- rules and encodings ---------------------------------------------------------------------------


def examples_are_solved_correctly(it: Candidate) -> None:
    for name, board in it.examples.items():
        for encoder_name, encoder in it.sound_encoders().items():
            solution = it.oracle.solution(encoder.encode(board))
            unsolvable = (
                re.search(r"no\s+solution|unsatisfiable", it.source_of(name), re.IGNORECASE) is not None
            )
            assert (solution is None) == unsolvable, f"{encoder_name} on {name}: solution {solution!r}"
            if solution is not None:
                violated = it.puzzle.check(board, solution)
                assert not violated, f"{encoder_name} on {name} violates {violated[0]}"


def each_rule_has_an_answer_that_violates_only_it(it: Candidate) -> None:
    for rule in it.puzzle.rules:
        board, answer = it.wrong(rule)
        violated = it.puzzle.check(board, answer)
        assert {instance.rule for instance in violated} == {rule}, (
            f"wrong/{rule.name}.txt violates {violated}"
        )
        assert all(instance.sentence for instance in violated), f"{rule.name} has no sentence"


def encoders_agree_on_the_wrong_boards(it: Candidate) -> None:
    """The solutions of the puzzles in ``wrong/`` violate no rule, and all sound encoders find the same."""
    for rule in it.puzzle.rules:
        board, _ = it.wrong(rule)
        texts: set[frozenset[str]] = set()
        for encoder_name, encoder in it.sound_encoders().items():
            found = list(islice(it.oracle.solutions(encoder.encode(board)), MANY))
            for solution in found:
                violated = it.puzzle.check(board, solution)
                assert not violated, f"{encoder_name} on wrong/{rule.name}.txt violates {violated[0]}"
            written = [it.puzzle.solutions[0].write(board, solution) for solution in found]
            assert len(set(written)) == len(written), f"{encoder_name} on wrong/{rule.name}.txt: one twice"
            if len(found) < MANY:
                texts.add(frozenset(written))
        assert len(texts) <= 1, f"encoders disagree on the solutions of wrong/{rule.name}.txt"


def without_rule(encoding: Encoding[Any], rule: Enum) -> Encoding[Any]:
    """The encoding without the clauses of ``rule``, lazy ones included."""

    def lazy_clauses(solution: Any) -> list[Any]:
        return [pair for pair in encoding.lazy_clauses(solution) if pair[0].rule is not rule]

    return replace(encoding, formula=encoding.formula.without(rule), lazy_clauses=lazy_clauses)


def without_its_clauses_a_rule_is_violated(it: Candidate) -> None:
    """Unless the rule is built in: then no clause states it."""
    for rule in it.puzzle.rules:
        board, _ = it.wrong(rule)
        for name, encoding in it.encodings(board):
            found = islice(it.oracle.solutions(without_rule(encoding, rule)), MANY)
            violated = any(i.rule is rule for solution in found for i in it.puzzle.check(board, solution))
            if rule in encoding.built_in:
                stated = any(instance.rule is rule for instance in encoding.formula.instances())
                assert not stated and not violated, f"{rule.name} is not built into {name}"
            else:
                assert violated, (
                    f"{name} without the clauses of {rule.name} still obeys it on wrong/{rule.name}.txt"
                )


def gaps_are_demonstrated(it: Candidate) -> None:
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
            assert not it.puzzle.check(board, answer), f"the answer in gap-{name}.txt is not correct"
            assert answer not in found, f"{name} finds the answer that it should miss"


def literals_have_sentences(it: Candidate) -> None:
    """Unless the puzzle is a formula: the meaning of its variables is not known here."""
    for board in it.all_boards():
        for name, encoding in it.encodings(board):
            for lit in () if isinstance(board, Formula) else encoding.answer:
                atom = encoding.formula.atom(lit)
                assert atom is not None, f"{name}: variable {abs(lit)} of the answer has no atom"
                assert atom.sentence != atom.negation and str(atom), f"{name}: {atom!r} has no sentences"
            assert all(instance.sentence for instance in encoding.formula.instances()), (
                f"{name}: a rule instance has no sentence"
            )


# -- pictures --------------------------------------------------------------------------------------


def puzzles_and_solutions_are_drawn(it: Candidate) -> None:
    for board, solution in it.solved_boards():
        open_, solved = it.puzzle.draw(board, None), it.puzzle.draw(board, solution)
        for scene in (open_, solved):
            assert isinstance(scene, Scene) and scene.width > 0 and scene.height > 0
            assert scene.shapes and scene.title, "an empty picture, or one without a title"
        assert open_ != solved, "the solution is not visible"


def sketches_show_the_solution_also_in_ascii(it: Candidate) -> None:
    """Without colours, too, a picture for terminals shows the solution."""
    if it.puzzle.sketch is None:
        return
    for board, solution in it.solved_boards():
        for ascii in (False, True):
            open_, solved = (to_text(it.puzzle.sketch(board, drawn, ascii)) for drawn in (None, solution))
            assert open_ != solved, "the solution is not visible"
            for line in (*open_, *solved):
                assert line.isprintable() and (line.isascii() or not ascii), f"{line!r} in ASCII: {ascii}"


# -- playing ---------------------------------------------------------------------------------------


def moves_are_written_or_refused(it: Candidate) -> None:
    """With move entry: every text is a move or refused, and a solution has no irreparable violation."""
    entry = it.puzzle.move_entry
    if entry is None:
        return
    for board, solution in it.solved_boards():
        start = entry.empty(board)
        assert entry.guidance.help(board, start), "no line explains how moves are typed"
        assert it.puzzle.check(board, start), "the first position is a solution already"
        assert not entry.irreparable(board, start) and not entry.irreparable(board, solution)
        if entry.is_solution is not None:
            assert entry.is_solution(board, solution), "is_solution refuses a solution"
        for text in MOVES:
            try:
                position = entry.apply(board, start, text)
            except BadInput:
                continue
            except Exception as error:  # every other exception fails the exam
                raise AssertionError(f"the move {text!r} makes it stumble: {error!r}") from error
            assert isinstance(position, type(start)), f"the move {text!r} makes it {position!r}"
        assert entry.apply(board, start, entry.guidance.example(board, start)) != start, (
            "the example is no move"
        )
        steps = start
        for text in entry.guidance.moves_between(board, start, solution):
            if entry.is_solution is not None:
                is_solution = not it.puzzle.check(board, steps)
                assert entry.is_solution(board, steps) == is_solution, "is_solution disagrees with check"
            steps = entry.apply(board, steps, text)
        assert steps == solution, "typed moves do not lead to the solution"


# -- the generator ---------------------------------------------------------------------------------


def same_seed_same_board(it: Candidate) -> None:
    again = [it.puzzle.generate(GeneratorOptions(), Random(seed), it.oracle) for seed in SEEDS]
    assert again == it.boards, "the generator uses other randomness than its argument"
    assert any(board != it.boards[0] for board in it.boards), "every seed gives the same board"


def some_board_is_not_square(it: Candidate) -> None:
    """Square boards hide confusions of rows and columns."""
    scenes = [it.puzzle.draw(board, None) for board in it.boards]
    assert any(scene.width != scene.height for scene in scenes), "every board is square"


def boards_have_one_solution(it: Candidate) -> None:
    """Unless the record has ``unique=False``."""
    for board in it.boards if it.puzzle.unique else ():
        for name, encoder in it.sound_encoders().items():
            text = it.puzzle.formats[0].write(board)
            assert it.oracle.is_unique(encoder.encode(board)), (
                f"{name} does not find exactly one solution of\n{text}"
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
        raise AssertionError(f"{wanted} is accepted")


EXAM: tuple[Callable[[Candidate], None], ...] = (
    the_record_is_filled_in,
    the_readme_names_each_rule,
    the_sources_of_examples_are_named,
    boards_survive_writing_and_reading,
    formats_recognise_what_they_write,
    solutions_survive_writing_and_reading,
    solutions_can_be_written_as_json,
    broken_boards_are_refused_with_bad_input,
    broken_solutions_are_refused_with_bad_input,
    examples_are_solved_correctly,
    each_rule_has_an_answer_that_violates_only_it,
    encoders_agree_on_the_wrong_boards,
    without_its_clauses_a_rule_is_violated,
    gaps_are_demonstrated,
    literals_have_sentences,
    puzzles_and_solutions_are_drawn,
    sketches_show_the_solution_also_in_ascii,
    moves_are_written_or_refused,
    same_seed_same_board,
    some_board_is_not_square,
    boards_have_one_solution,
    unknown_options_are_refused,
    *OPTIONAL_PARTS,
    canonical_forms_are_those_of_equal_boards,
)
