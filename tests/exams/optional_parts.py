"""Items of the puzzle exam about parts that a puzzle or an encoding may have or lack.

An item passes if the part is missing.  ``test_contract_coverage.py`` ensures that some puzzle has each part.
It is one file because ``test_contract_coverage.py`` compares it with the contract as a whole.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from io import BytesIO
from itertools import combinations, islice, product
from random import Random
from typing import Any

from satplay.contracts.browser import BrowserView
from satplay.contracts.cursor import KEYS, Pointer
from satplay.contracts.encoding import Connectivity, Encoding, no_lazy_clauses
from satplay.contracts.engine import Sat, Stopped, Unknown, Unsat
from satplay.contracts.facts import Facts
from satplay.contracts.generator_options import GeneratorOptions
from satplay.contracts.levels import LEVELS
from satplay.contracts.option import YES, Option
from satplay.contracts.puzzle import VariantOption
from satplay.drawing.scene import Scene
from satplay.errors import BadInput
from satplay.explaining.difficulty import Rating, rate
from satplay.explaining.path import Path
from satplay.explaining.wording import Wording
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from satplay.logic.model import Model
from satplay.playing.puzzle_game import puzzle_state
from satplay.reasoning.deduce import Contradiction, Deduction, DeductionStep, Done
from satplay.reasoning.oracle import EngineOracle
from satplay.rule import RuleInstance
from tests.exams.explanations import expect_step
from tests.exams.puzzle_candidate import SEEDS, Candidate

MODELS = 600
"""Models of one board that are compared one by one."""

VALUES = ("1", "2", "3", "5", "8", "10", "20", "60", "ABCDE")
"""Values tried for an option whose placeholder lists no words."""

NONSENSE = "no such value"


# -- lazy clauses, connectivity, warm start ------------------------------------------------------------


def encodings_with(it: Candidate, part: str, unset: Any) -> Iterator[tuple[Any, str, Encoding[Any]]]:
    """Small boards in the sound encodings that have a part."""
    for board in it.audit_boards:
        for name, encoder in it.sound_encoders().items():
            encoding = encoder.encode(board)
            if getattr(encoding, part) is not unset:
                yield board, name, encoding


def lazy_clauses_are_exact(it: Candidate) -> None:
    """They exclude every candidate that violates a rule, and no solution."""
    for board, name, encoding in encodings_with(it, "lazy_clauses", no_lazy_clauses):
        accepted: list[Model] = []
        clauses: list[Sequence[Lit]] = []
        for model in islice(it.oracle.models(encoding), MODELS):
            solution = encoding.decode(model)
            missing = list(encoding.lazy_clauses(solution))
            for instance, clause in missing:
                assert isinstance(instance.rule, it.puzzle.rules), f"{name}: {instance} belongs to no rule"
                assert not any(lit in model for lit in clause), f"{name}: {instance} holds already"
            clauses += (clause for _, clause in missing)
            if not missing:
                violated = it.puzzle.check(board, solution)
                assert not violated, f"{name} has no lazy clause for {violated[0]}"
                accepted.append(model)
        for clause in clauses:
            assert all(any(lit in model for lit in clause) for model in accepted), (
                f"{name}: the lazy clause {clause} excludes a solution"
            )


def connectivity_agrees_with_lazy_clauses(it: Candidate) -> None:
    """The graph is connected exactly if no lazy clause is missing, and the engine's theory finds the same."""
    for board, name, encoding in encodings_with(it, "connectivity", None):
        graph = encoding.connectivity
        assert graph is not None
        for model in islice(it.oracle.models(encoding), MODELS):
            missing = list(encoding.lazy_clauses(encoding.decode(model)))
            connected = is_connected(graph, model)
            assert connected or missing, f"{name}: the graph excludes a solution of {board!r}"
            assert not (connected and missing and graph.alone), f"{name}: the graph admits {missing[0][0]}"
        by_theory = frozenset(islice(EngineOracle().solutions(encoding), MODELS))
        by_clauses = frozenset(islice(it.oracle.solutions(encoding), MODELS))
        assert by_theory == by_clauses or len(by_clauses) == MODELS, (
            f"{name}: the theory disagrees on {board!r}"
        )


def is_connected(graph: Connectivity, model: Model) -> bool:
    """Return whether the edges whose literal is true connect all nodes."""
    group = list(range(graph.nodes))
    for one, other, lit in graph.edges.tolist():
        if lit in model and group[one] != group[other]:
            group = [group[one] if number == group[other] else number for number in group]
    return len(set(group)) <= 1


def warm_starts_are_harmless(it: Candidate) -> None:
    """Literals of the formula, no two of them opposite; the answer is the same as without them."""
    for board, name, encoding in encodings_with(it, "warm_start", None):
        assert encoding.warm_start is not None
        lits = encoding.warm_start()
        variables = [abs(lit) for lit in lits]
        assert all(1 <= var <= encoding.formula.var_count for var in variables), f"{name}: {lits}"
        assert len(set(variables)) == len(variables), f"{name}: a variable occurs twice in {lits}"
        assert list(lits) == list(encoding.warm_start()), f"{name}: the second warm start differs"
        found = EngineOracle().solution(encoding)
        assert (found is None) == (it.oracle.solution(encoding) is None), f"{name} on {board!r}: {found!r}"
        assert found is None or not it.puzzle.check(board, found), f"{name} on {board!r}: {found!r}"


# -- audit boards and direct enumeration ---------------------------------------------------------------


def audit_boards_are_complete(it: Candidate) -> None:
    """Larger sizes begin with the smaller ones, no board comes twice, and solutions are complete."""
    audit = it.puzzle.audit
    if audit is None:
        return
    assert audit.size >= 1 and audit.beyond >= 1
    small, larger = list(islice(audit.boards(1), 500)), list(islice(audit.boards(2), 500))
    assert larger, "there is no board of size 2"
    assert larger[: len(small)] == small, "the boards of size 2 do not begin with the boards of size 1"
    for number, board in enumerate(larger):
        assert board not in larger[:number], f"{board!r} comes twice"
    assert audit.random(audit.beyond, Random(1)) == audit.random(audit.beyond, Random(1)), "not reproducible"
    assert it.audit_boards, "no audit board"
    for board in it.audit_boards:
        assert isinstance(board, it.puzzle.instance), f"{board!r} is no board"
        found = list(audit.solutions(board))
        assert len(set(found)) == len(found), f"a solution of {board!r} comes twice"
        assert not any(it.puzzle.check(board, solution) for solution in found), "a solution violates a rule"
        for name, encoder in it.sound_encoders().items():
            by_clauses = set(it.oracle.solutions(encoder.encode(board)))
            assert by_clauses == set(found), f"{name} and the rules disagree on {board!r}"


def direct_enumeration_agrees_with_clauses(it: Candidate) -> None:
    """The same solutions, each once, and their number; both stop if the callback raises an exception."""
    direct = it.puzzle.direct_enumeration
    if direct is None:
        return
    encoder = next(iter(it.sound_encoders().values()))
    tried = 0
    for board in it.audit_boards:
        found, number = direct.solutions(board, lambda: None), direct.count(board, lambda: None)
        by_clauses = list(it.oracle.solutions(encoder.encode(board)))
        assert number is None or number == len(by_clauses), f"counts {number} solutions of {board!r}"
        if found is None:
            continue
        tried += 1
        listed = list(found)
        assert len(listed) == len(set(listed)) == len(by_clauses), f"lists {len(listed)} of {board!r}"
        assert set(listed) == set(by_clauses), f"lists other solutions of {board!r} than the clauses have"
    assert tried, "never faster than clauses"


def direct_enumeration_can_be_stopped(it: Candidate) -> None:
    """The callback is called on boards that are enumerated directly; what it raises is not caught."""
    direct = it.puzzle.direct_enumeration
    if direct is None:
        return
    boards = (board for board in it.all_boards() if direct.count(board, lambda: None) is not None)
    board = next(boards, None)
    assert board is not None, "no example and no generated board is enumerated directly"

    def stop() -> None:
        raise InterruptedError

    for enumerate_ in (direct.count, lambda board, tick: list(direct.solutions(board, tick) or ())):
        try:
            enumerate_(board, stop)
        except InterruptedError:
            continue
        raise AssertionError("the callback is never called, or what it raises is caught")


# -- variants and options ------------------------------------------------------------------------------


def variant_options_apply_and_survive_writing(it: Candidate) -> None:
    """Each makes another board of some board, which some format can express; nonsense is refused."""
    boards = [*it.all_boards(), *it.audit_boards]
    for name, option in it.puzzle.variant_options.items():
        assert option.help, f"--{name} has no help"
        changed = 0
        for board in boards:
            for value in values(option):
                variant = refused_or(option.apply, board, value)
                if variant is None or variant == board:
                    continue
                changed += 1
                assert isinstance(variant, it.puzzle.instance), f"--{name} makes it {variant!r}"
                read_back = [form.read(text) for form, text in it.write_in_all_formats(variant)]
                assert variant in read_back, f"no format can express {variant!r} after --{name} {value}"
        assert changed, f"--{name} changes no board"
        if option.takes is not None:
            assert refused_or(option.apply, boards[0], NONSENSE) is None, f"--{name} accepts {NONSENSE!r}"


def generator_options_have_an_effect(it: Candidate) -> None:
    """Some value of each gives another board for the same seed; nonsense is refused."""
    for name, option in it.puzzle.generator_options.items():
        assert option.help, f"the generator option {name} has no help"

        def generate(seed: int, value: str, name: str = name) -> Any:
            return it.generate(seed, **{name: value})

        tried = ((seed, refused_or(generate, seed, value)) for seed in SEEDS for value in values(option))
        accepted = ((seed, board) for seed, board in tried if board is not None)
        effect = any(board != it.boards[seed] for seed, board in accepted)
        assert effect, f"no value of the generator option {name} has an effect"
        if option.takes is not None:
            assert refused_or(generate, 0, NONSENSE) is None, f"{name} accepts {NONSENSE!r}"


def levels_are_generated(it: Candidate) -> None:
    """Every level gives a board of this level; the message about another one lists all of them."""

    def generate(level: str) -> Any:
        return it.puzzle.generate(GeneratorOptions(difficulty=level), Random(0), it.oracle)

    for level in it.puzzle.levels:
        board = refused_or(generate, level)
        assert board is not None, f"the level {level} is refused"
        if it.puzzle.facts is not None and {*it.puzzle.levels} <= {*LEVELS}:
            rating = rate(it.puzzle.facts(board))
            assert isinstance(rating, Rating) and rating.level == level, f"a board of {level} has {rating}"
    try:
        generate(NONSENSE)
    except BadInput as error:
        expected = ", ".join(it.puzzle.levels) or "none: there are no levels"
        assert error.expected == expected, f"the generator has other levels: {error.expected}"


def sizes_are_those_of_the_generator(it: Candidate) -> None:
    """The size of a board is written as the generator takes it, and a generated board has the wanted size."""
    size = it.puzzle.size
    if size is None:
        return
    for board in it.all_boards():
        assert GeneratorOptions(size(board)).sides(10**4) is not None
    for wanted in ("5x4", "4x6"):
        board = it.puzzle.generate(GeneratorOptions(wanted), Random(0), it.oracle)
        assert size(board) == wanted, f"a board of {wanted} is called {size(board)}"


def values(option: VariantOption[Any] | Option) -> Sequence[str]:
    """Return values to test for an option."""
    if option.takes is None:
        return (YES,)
    return option.takes.split("|") if "|" in option.takes else VALUES


def refused_or(action: Callable[..., Any], *arguments: Any) -> Any | None:
    """Return the result of the action; None after ``BadInput``."""
    try:
        return action(*arguments)
    except BadInput:
        return None


# -- hints ---------------------------------------------------------------------------------------------


def facts_agree_with_solutions(it: Candidate) -> None:
    """The facts of a solution lead back to it, and every rule instance of the facts holds in it."""
    if it.puzzle.facts is None:
        return
    for board, solution in it.solved_boards():
        facts = it.puzzle.facts(board)
        known = list(facts.known_literals(solution))
        assert facts.apply_facts(facts.nothing, known) == solution, (
            "the facts of a solution are not the solution"
        )
        assert not list(facts.known_literals(facts.nothing)), "the empty solution asserts a literal"
        for instance in facts.encoding.formula.instances():
            assert isinstance(instance.rule, it.puzzle.rules), f"{instance} belongs to no rule"
        found = it.oracle.solution(with_units(facts.encoding, known))
        assert found is not None, f"the rule instances of the facts exclude the solution {solution!r}"


def with_units(encoding: Encoding[Any], lits: Iterable[Lit]) -> Encoding[Any]:
    """The encoding with some literals as facts."""
    encoding.formula.add_all([[lit] for lit in lits])
    return encoding


def hints_lead_to_the_solution(it: Candidate) -> None:
    """Each hint follows, every part of its reason is needed, and after the last nothing is open."""
    if it.puzzle.facts is None:
        return
    for board in it.boards[:3]:
        facts = it.puzzle.facts(board)
        position = facts.nothing
        with Deduction(facts) as deducing:
            while isinstance(
                step := deducing.step(known := list(facts.known_literals(position))), DeductionStep
            ):
                expect_step(facts.encoding.formula, known, step)
                written = facts.apply_facts(position, step.facts)
                assert written != position, "a hint that cannot be written on the board"
                position = written
        assert isinstance(step, Done) and not it.puzzle.check(board, position), f"stuck at {step}"


def conflicts_are_summarised(it: Candidate) -> None:
    """One line of text for a minimal contradiction of each board that has no solution."""
    if it.puzzle.conflict_summary is None or it.puzzle.facts is None:
        return
    tried = 0
    for board in [*it.examples.values(), *it.audit_boards]:
        with Deduction(it.puzzle.facts(board)) as deducing:
            found = deducing.contradiction()
        if isinstance(found, Contradiction):
            sentence = it.puzzle.conflict_summary(board, found.because)
            assert sentence and sentence.isprintable(), f"{sentence!r} is no sentence"
            tried += 1
    assert tried, "no board is contradictory"


def suggestions_are_reproducible_sentences(it: Candidate) -> None:
    """The suggested move as lines of text and as JSON, the same for the same seed."""
    if it.puzzle.suggest is None:
        return
    for board, _ in islice(it.solved_boards(), 3):
        first, second = (it.puzzle.suggest(board, Random(0), it.oracle) for _ in range(2))
        lines = list(first.lines())
        assert lines and all(line and line.isprintable() for line in lines), f"{lines!r} is no suggestion"
        assert lines == list(second.lines()), "the second suggestion for the same seed differs"
        expect_json(first.as_json())


def expect_json(value: Any) -> None:
    """The value is unchanged after it was written as JSON and read back."""
    try:
        survived = json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise AssertionError(f"{value!r} cannot be written as JSON: {error}") from error
    assert survived == value, f"{value!r} is {survived!r} after writing and reading JSON"


# -- pictures and output -------------------------------------------------------------------------------


def violated_rules_are_highlighted(it: Candidate) -> None:
    """The picture of a wrong answer shows where it is wrong; without rule instances it is the usual one."""
    if it.puzzle.mark is None:
        return
    for rule in it.puzzle.rules:
        board, answer = it.wrong(rule)
        violated: Sequence[RuleInstance] = it.puzzle.check(board, answer)
        plain, marked = it.puzzle.draw(board, answer), it.puzzle.mark(board, answer, violated)
        assert isinstance(marked, Scene) and marked.title, f"{rule.name}: no picture"
        assert (marked.width, marked.height) == (plain.width, plain.height), f"{rule.name}: another size"
        assert marked != plain, f"{rule.name}: nothing is highlighted"
        assert it.puzzle.mark(board, answer, ()) == plain, "something is highlighted without a rule instance"


def steps_are_worded(it: Candidate) -> None:
    """Facts, places, reasons and contradictions of every step are sentences without a full stop."""
    phrases = it.puzzle.phrases
    if phrases is None:
        return
    for board, facts, step in _steps(it):
        wording = Wording(facts.encoding.formula, board, phrases)
        new, given = wording.statements(step.facts), wording.statements(step.given_facts)
        texts = list(phrases.facts(board, new))
        assert texts, f"no sentence for {new}"
        for instance in step.because:
            texts += [phrases.place(board, instance), phrases.broken(board, instance) or "broken"]
            texts.append(phrases.reason(board, instance, new, given) or "a reason")
            assert isinstance(phrases.label(board, instance), str), f"{instance} has no label"
        for text in texts:
            assert text and text.isprintable() and not text.endswith("."), f"{text!r} is no phrase"


def steps_are_marked(it: Candidate) -> None:
    """New facts and what they follow from are marked in two ways, and nothing else is marked."""
    mark = it.puzzle.mark_step
    if mark is None:
        return
    for board, facts, step in _steps(it):
        wording = Wording(facts.encoding.formula, board)
        after = facts.apply_facts(facts.nothing, step.facts)
        plain = it.puzzle.draw(board, after)
        new, reason = wording.marks(step.facts, (), ()), wording.marks((), step.given_facts, step.because)
        assert mark(board, after, wording.marks((), (), ())) == plain, "something is marked without a step"
        pictures = [mark(board, after, marks) for marks in (new, reason)]
        assert all((one.width, one.height) == (plain.width, plain.height) for one in pictures), "another size"
        assert len({plain.shapes, *(one.shapes for one in pictures)}) == 3, "two pictures are the same"


def _steps(it: Candidate) -> Iterator[tuple[Any, Facts[Any], DeductionStep]]:
    """The first steps of some boards."""
    assert it.puzzle.facts is not None, "words or marks of steps without facts"
    for board in it.boards[:3]:
        facts = it.puzzle.facts(board)
        with Path(facts) as path:
            for step in islice(path.steps(), 20):
                if isinstance(step, DeductionStep):
                    yield board, facts, step


def browser_views_are_json(it: Candidate) -> None:
    """Boards, positions and marks are JSON that distinguishes what differs; marks name parts of the board."""
    view = it.puzzle.browser
    if view is None:
        return
    boards = it.all_boards()
    fixed = [view.board(puzzle_state(it.puzzle, board)) for board in boards]
    expect_json(fixed)
    for one, other in combinations(range(len(boards)), 2):
        assert (boards[one] == boards[other]) == (fixed[one] == fixed[other]), "two boards look the same"
    for board, solution in islice(it.solved_boards(), 3):
        positions = list(_some_positions(it, board, solution))
        states = [puzzle_state(it.puzzle, board, position) for position in positions]
        shown = [view.position(state) for state in states]
        expect_json(shown)
        assert all(view.board(state) == view.board(states[0]) for state in states), "a move changes the board"
        for one, other in combinations(range(len(states)), 2):
            same = shown[one] == shown[other]
            assert same == (positions[one] == positions[other]), "two positions look the same"
    _expect_marks_of_steps(it, view)


def _some_positions(it: Candidate, board: Any, solution: Any) -> Iterator[Any]:
    """The first position, the solution, and positions with one fact."""
    assert it.puzzle.move_entry is not None, "a view of positions without moves"
    yield it.puzzle.move_entry.empty(board)
    yield solution
    if it.puzzle.facts is not None:
        facts = it.puzzle.facts(board)
        for lit in islice(facts.known_literals(solution), 20):
            yield facts.apply_facts(facts.nothing, [lit])


def _expect_marks_of_steps(it: Candidate, view: BrowserView[Any]) -> None:
    """New facts, known facts and rule instances mark places of the cursor, or pairs of them."""
    if it.puzzle.facts is None:
        return
    for board, facts, step in _steps(it):
        state, wording = puzzle_state(it.puzzle, board), Wording(facts.encoding.formula, board)
        places = _places(it, state)
        assert not any(view.marks(state, wording.marks((), (), ())).values()), "marks without a step"
        found = view.marks(state, wording.marks(step.facts, step.given_facts, step.because))
        expect_json(found)
        assert found["new"] and found["because"], f"new facts or reasons of {step} have no place"
        atoms = [statement.atom for statement in wording.statements(step.facts)]
        about = [name for atom in atoms for name in view.elements(state, atom)]
        assert about, f"the variables of {step} are about no element"
        for name in (*about, *found["new"], *found["given"], *found["because"]):
            parts = name.split("-")
            assert len(parts) <= 2 and (places is None or places.issuperset(parts)), f"no element {name!r}"


def _places(it: Candidate, state: Any) -> set[str] | None:
    """The names of the places of the cursor; None if the puzzle has no cursor."""
    cursor = it.puzzle.cursor
    return (
        None if cursor is None else {one.name for one in cursor.view(state, cursor.start(state), True).places}
    )


def conventions_cover_every_answer(it: Candidate) -> None:
    """Lines of text and distinct exit statuses for satisfiable, unsatisfiable and unknown."""
    convention = it.puzzle.convention
    if convention is None:
        return
    assert set(convention.exit_status) == {"sat", "unsat", "unknown"}, "an answer has no exit status"
    assert len(set(convention.exit_status.values())) == 3, "two answers have the same exit status"
    _, solution = next(it.solved_boards())
    answers = ((Sat(Model(())), solution), (Unsat(()), None), (Unknown(Stopped.TIME), None))
    texts = [tuple(convention.lines(answer, found, ["a comment"])) for answer, found in answers]
    assert len(set(texts)) == 3, "two answers have the same text"
    for line in (line for text in texts for line in text):
        assert isinstance(line, str) and line.isprintable(), f"{line!r} is no line of text"
    assert all(any("a comment" in line for line in text) for text in texts), "comments are dropped"


def plain_formulas_are_their_own_encoding(it: Candidate) -> None:
    """Boards are CNF formulas, solutions their models, and projections name variables of the formula."""
    plain = it.puzzle.plain_formula
    if plain is None:
        return
    for board in it.all_boards():
        assert isinstance(board, Formula), f"{board!r} is no formula"
        for name, encoding in it.encodings(board):
            assert list(encoding.formula) == list(board), f"{name} changes the clauses"
            for model in islice(it.oracle.models(encoding), 1):
                assert encoding.decode(model) == model, f"{name} decodes a model as something else"
        for _, text in it.write_in_all_formats(board):
            projection = plain.read_projection(BytesIO(text.encode()), board)
            variables = range(1, board.var_count + 1)
            assert projection is None or all(var in variables for var in projection), f"{projection}"


def cursors_make_typed_moves(it: Candidate) -> None:
    """Places are drawn side by side, keys lead from place to place, and their moves are typed moves."""
    cursor, entry = it.puzzle.cursor, it.puzzle.move_entry
    if cursor is None:
        return
    assert entry is not None, "a cursor without typed moves"
    made = 0
    for board, _ in islice(it.solved_boards(), 3):
        state = puzzle_state(it.puzzle, board)
        start = cursor.start(state)
        view = cursor.view(state, start, True)
        names = [place.name for place in view.places]
        assert start.at in names, f"the cursor starts at {start.at}, which is no place"
        assert len(set(names)) == len(names), "two places have the same name"
        cells = [(one.line, one.column + across) for one in view.places for across in range(one.width)]
        assert len(set(cells)) == len(cells), "two places share a character"
        for name, key in product(names[:: 1 + len(names) // 12], (*KEYS, "x", "1")):
            pointer = Pointer(name)
            for pressed in (key, "right", "down", "enter"):
                reaction = cursor.press(state, pointer, pressed)
                pointer = pointer if reaction is None else reaction.pointer
                assert pointer.at in names, f"{pressed} leads from {name} to {pointer.at}"
                if pointer.held is not None:
                    cursor.view(state, pointer, False)
                for move in () if reaction is None else reaction.moves:
                    with suppress(BadInput):  # a move may be refused, but nothing else
                        entry.apply(board, state.position, move)
                        made += 1
    assert made, "no key makes a move"


OPTIONAL_PARTS: tuple[Callable[[Candidate], None], ...] = (
    lazy_clauses_are_exact,
    connectivity_agrees_with_lazy_clauses,
    warm_starts_are_harmless,
    audit_boards_are_complete,
    direct_enumeration_agrees_with_clauses,
    direct_enumeration_can_be_stopped,
    variant_options_apply_and_survive_writing,
    generator_options_have_an_effect,
    levels_are_generated,
    sizes_are_those_of_the_generator,
    facts_agree_with_solutions,
    hints_lead_to_the_solution,
    conflicts_are_summarised,
    suggestions_are_reproducible_sentences,
    violated_rules_are_highlighted,
    steps_are_worded,
    steps_are_marked,
    cursors_make_typed_moves,
    browser_views_are_json,
    conventions_cover_every_answer,
    plain_formulas_are_their_own_encoding,
)
