"""Results of every public function, of every kind and for every puzzle and game: the table ``RESULTS``.

Results are made on demand, one test at a time.  New puzzles, games, encodings and questions appear here by
themselves, with their examples.
"""

from __future__ import annotations

import builtins
import io
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

import satplay
from satplay import puzzles
from satplay.errors import BadInput
from satplay.playing.subjects import game_called, game_names, playable_names
from satplay.rule import RuleInstance
from satplay.verifying.proof_file import ProofFile

Results: TypeAlias = Iterator[tuple[str, Any]]
"""Results with their labels."""

NOW = satplay.Limit(seconds=0)
EASY = "p cnf 3 3\nc name 1 rain\n1 2 0\n-1 0\n2 3 0\n"
UNSATISFIABLE = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"
TRUE = "p cnf 4 4\na 1 0\ne 2 0\na 3 0\ne 4 0\n1 2 0\n-1 -2 0\n3 2 4 0\n-3 -4 0\n"
FALSE = "p cnf 2 2\ne 1 0\na 2 0\n1 2 0\n-1 -2 0\n"
SKOLEM = "aag 0 0 0 1 0\n1\no0 v1\n"


def examples() -> Iterator[tuple[str, str, str]]:
    """Every example of every puzzle: the puzzle, the name of the example, and its text."""
    for subject in puzzles.names():
        for name, text in puzzles.find(subject).examples.items():
            yield subject, name, text


def small_examples() -> Iterator[tuple[str, str, str]]:
    """The shortest solvable and the shortest unsolvable example of every puzzle."""
    for subject in puzzles.names():
        texts = sorted(puzzles.find(subject).examples.items(), key=lambda named: len(named[1]))
        for status in ("sat", "unsat"):
            for name, text in texts:
                if satplay.solve(text, subject).status == status:
                    yield subject, name, text
                    break


class Rule(Enum):
    """A rule of the formulas of this file."""

    FREE = "Everything is allowed."


class Rain(str):
    """A meaning of a variable."""

    @property
    def sentence(self) -> str:
        return f"it rains in {self}"

    @property
    def negation(self) -> str:
        return f"it does not rain in {self}"


def formulas() -> Results:
    yield "empty", satplay.Formula()
    yield "of clauses", satplay.Formula([[1, -2], [2, 3], []], var_count=7)
    one_by_one = satplay.Formula()
    one_by_one.name(3, Rain("May"))
    with one_by_one.stating(RuleInstance(Rule.FREE, "no rain in June")):
        one_by_one.add(-one_by_one.lit(Rain("June")))
    with one_by_one.defining():
        one_by_one.add(3, -one_by_one.fresh())
    yield "named one by one", one_by_one
    blocks = satplay.Formula()
    days = blocks.block((2, 3), lambda week, day: Rain(f"week {week} day {day}"))
    blocks.add_rows(np.repeat(days, 2, axis=0), stating=lambda i: RuleInstance(Rule.FREE, f"{i}"), each=2)
    blocks.add(1, 2)
    blocks.add_rows(-days, stating=lambda i: RuleInstance(Rule.FREE, f"not {i}"))
    yield "in blocks", blocks


def limits() -> Results:
    yield "none", satplay.Limit()
    yield "all", satplay.Limit(1.5, 2, 3, 4)


def models() -> Results:
    yield "empty", satplay.Model([])
    yield "of all variables", satplay.Model([2, -1, 3])
    yield "of some variables", satplay.Model([7, -3])
    rows = satplay.Model.of_rows(np.array([[-1, 30], [1, 30]], np.int32))
    yield "row of a table", list(rows)[1]


def versions() -> Results:
    yield "text", satplay.__version__


def replies() -> Results:
    for name in game_names():
        for question, query in game_called(name).questions.items():
            yield f"{name} {question}", satplay.ask(name, question, *query.example)


def audits() -> Results:
    for subject in puzzles.names():
        known = puzzles.find(subject).audit
        if known is None:
            continue
        for name, encoder in puzzles.find(subject).encoders.items():
            random = 2 if encoder.gap is None else 60
            yield (
                f"{subject} {name}",
                satplay.audit(subject, encoding=name, size=min(2, known.size), random=random),
            )


def backbones() -> Results:
    for subject, name, text in small_examples():
        yield f"{subject} {name}", satplay.backbone(text, subject)
        yield f"{subject} {name} out of time", satplay.backbone(text, subject, limit=NOW)
    proof = ProofFile(io.BytesIO(), "drat")
    yield "proved", satplay.backbone(EASY, proof=proof)


def checks() -> Results:
    for subject, name, text in small_examples():
        found = satplay.solve(text, subject)
        if found.status == "sat":
            yield f"{subject} {name}", satplay.check(found.instance, found.solution, subject)
        for wrong in sorted((folder_of(subject) / "wrong").glob("[A-Z]*.txt")):
            board, _, answer = wrong.read_text(encoding="utf-8").partition("=== answer ===\n")
            yield f"{subject} {wrong.stem} {name}", satplay.check(board, answer, subject)


def folder_of(subject: str) -> Path:
    """The folder of a puzzle."""
    return Path(str(puzzles.__file__)).parent / subject.replace("-", "_")


def judged_proofs() -> Results:
    yield "verified", satplay.check_proof(UNSATISFIABLE, "1 0\n0\n")
    yield "every line", satplay.check_proof(UNSATISFIABLE, "1 0\n0\n", every_line=True)
    yield "refused", satplay.check_proof(EASY, b"2 0\n0\n")
    yield "out of time", satplay.check_proof(UNSATISFIABLE, "1 0\n0\n", seconds=0)
    yield "under assumptions", satplay.check_proof(EASY, "0\n", assuming=[1])


def judged_strategies() -> Results:
    formula = "p cnf 2 1\ne 1 0\na 2 0\n1 2 0\n"
    yield "verified", satplay.check_strategy(formula, SKOLEM)
    yield "losing", satplay.check_strategy(formula, "aag 0 0 0 1 0\n0\no0 v1\n")
    yield "out of time", satplay.check_strategy(formula, SKOLEM, limit=NOW)


def conversions() -> Results:
    for subject, name, text in small_examples():
        found = satplay.solve(text, subject)
        for form in satplay.convert(text, subject).formats():
            yield f"{subject} {name} to {form}", satplay.convert(text, subject, to=form)
        if found.status == "sat":
            for form in satplay.convert(text, subject, solution=found.solution).formats():
                solution = satplay.convert(text, subject, solution=found.solution, to=form)
                yield f"{subject} {name} solution to {form}", solution


def counts() -> Results:
    for subject, name, text in small_examples():
        yield f"{subject} {name}", satplay.count(text, subject)
        encoding = next(iter(puzzles.find(subject).encoders))
        yield f"{subject} {name} by clauses", satplay.count(text, subject, encoding=encoding)
        yield f"{subject} {name} out of time", satplay.count(text, subject, limit=NOW)


def encodings() -> Results:
    for subject, name, text in examples():
        for encoding in puzzles.find(subject).encoders if len(text) < 250 else ():
            try:
                yield f"{subject} {name} {encoding}", satplay.encode(text, subject, encoding=encoding)
            except BadInput:  # this encoding does not support the board
                continue


def encoded_questions() -> Results:
    for name in game_names():
        for question, query in game_called(name).questions.items():
            if query.state is not None:
                options = {"within": "2"} if "within" in query.options else {}
                encoded = satplay.encode_question(name, question, *query.example, options=options)
                yield f"{name} {question}", encoded


def catalogues() -> Results:
    yield "all", satplay.engines()


def solutions() -> Results:
    for subject, name, text in small_examples():
        encoding = next(iter(puzzles.find(subject).encoders))
        for number, found in builtins.enumerate(satplay.enumerate(text, subject, most=2)):
            yield f"{subject} {name} {number}", found
        for found in satplay.enumerate(text, subject, encoding=encoding, most=1):
            yield f"{subject} {name} by clauses", found
    for text in (EASY, UNSATISFIABLE):
        finished = satplay.enumerate(text)
        number = len(list(finished))
        yield f"finished with {number} solutions", finished
    yield "finished without clauses", exhaust(satplay.enumerate("mosaic\n22.\n...\n"))


def exhaust(iterator: Any) -> Any:
    """An iterator at its end."""
    for _ in iterator:
        pass
    return iterator


def explanations() -> Results:
    for subject, name, text in small_examples():
        if puzzles.find(subject).facts is not None:
            yield f"{subject} {name}", satplay.explain(text, subject)
            yield f"{subject} {name} out of time", satplay.explain(text, subject, limit=NOW)


def game_hints() -> Results:
    yield "chopsticks", satplay.hint_game("1,2|0,1", subject="chopsticks")
    yield "chopsticks move", satplay.hint_game("1,2|0,1", "tap L R", subject="chopsticks")
    yield "nim", satplay.hint_game("first: 3 4 5", subject="nim")


def hints() -> Results:
    for subject, name, text in examples():
        if puzzles.find(subject).facts is not None:
            yield f"{subject} {name}", satplay.hint(text, None, subject)
    for subject, name, text in small_examples():
        if puzzles.find(subject).facts is not None:
            yield f"{subject} {name} out of time", satplay.hint(text, None, subject, limit=NOW)
            found = satplay.solve(text, subject)
            if found.status == "sat":
                yield f"{subject} {name} solved", satplay.hint(text, found.solution, subject)


def ratings() -> Results:
    for subject, name, text in small_examples():
        if puzzles.find(subject).facts is not None:
            yield f"{subject} {name}", satplay.rate(text, subject)
            yield f"{subject} {name} out of time", satplay.rate(text, subject, limit=NOW)
    yield "several solutions", satplay.rate("3.3\n...\n3.3", "hashi")


def booklets() -> Results:
    for subject in puzzles.names():
        size = "4" if puzzles.find(subject).plain_formula is not None else None
        yield subject, satplay.booklet(satplay.generate(subject, size=size, seed=1), title=subject)


def generated() -> Results:
    for subject in puzzles.names():
        yield subject, satplay.generate(subject, seed=1)
        yield f"{subject} several", satplay.generate(subject, seed=1, several=True)


def kept() -> Results:
    for subject, name, text in small_examples():
        yield f"{subject} {name}", satplay.keep(f"@{subject}", text, subject)


def kept_items() -> Results:
    yield "nothing", satplay.list_kept()
    list(kept())
    from satplay.verbs.keep import save

    save("@game", "nim", satplay.play("nim", seed=1).to_text())
    yield "several", satplay.list_kept()


def chosen_stores() -> Results:
    satplay.use_store(None)
    yield "the default", None


def listed_boards() -> Results:
    satplay.keep("@boards", ["2.2", "1.1"], "hashi")
    found = satplay.list_boards("@boards", where="number>0", sort="size,-level")
    yield "selection", found
    yield from ((board.name, board) for board in found)


def listed_subjects() -> Results:
    yield "all", satplay.list_subjects()
    yield from ((one.name, one) for one in satplay.list_subjects())


def listed_examples() -> Results:
    yield "all", satplay.list_examples()


def forgotten() -> Results:
    satplay.keep("@mine", EASY)
    yield "all", satplay.forget("@mine")


def minimal_subsets() -> Results:
    for subject, name, text in small_examples():
        encoding = stated_at_once(subject, text)
        if encoding is not None:
            yield f"{subject} {name}", satplay.mus(text, subject, encoding=encoding)
            yield f"{subject} {name} out of time", satplay.mus(text, subject, encoding=encoding, limit=NOW)
    yield "smallest", satplay.mus(UNSATISFIABLE, smallest=True)


def stated_at_once(subject: str, text: str) -> str | None:
    """The first encoding of a board without lazy clauses."""
    for name in puzzles.find(subject).encoders:
        try:
            if satplay.encode(text, subject, encoding=name).complete:
                return name
        except BadInput:
            continue
    return None


def all_minimal_subsets() -> Results:
    for subject, name, text in small_examples():
        encoding = stated_at_once(subject, text)
        if encoding is None:
            continue
        found = satplay.muses(text, subject, encoding=encoding, corrections=True, most=3)
        for number, subset in builtins.enumerate(found):
            yield f"{subject} {name} {number}", subset
    yield "finished", exhaust(satplay.muses(UNSATISFIABLE))
    yield "finished, satisfiable", exhaust(satplay.muses(EASY))


def matches() -> Results:
    for name in playable_names():
        match = satplay.play(name, seed=1)
        yield f"{name} at the start", match
        yield f"{name} greeting", match.greet()
        legal = match.game.legal(match.state)
        typed = match.game.moves.write(legal[0]) if legal else "clear"
        later = match.respond(typed, 1.5)
        yield f"{name} turn", later
        yield f"{name} undone", later.match.respond("undo").match
        yield f"{name} help", later.match.respond("help")
        yield f"{name} hint", later.match.respond("hint")
        yield f"{name} resumed", satplay.play(None, later.match.to_text())
        yield f"{name} resigned", later.match.respond("resign")
    yield "without hints", satplay.play("mosaic", ".2.\n#.1", hint=None)


def answers() -> Results:
    for subject, name, text in examples():
        yield f"{subject} {name}", satplay.solve(text, subject)
    for subject, name, text in small_examples():
        yield f"{subject} {name} unique", satplay.solve(text, subject, unique=True)
        yield f"{subject} {name} out of time", satplay.solve(text, subject, limit=NOW)
        proof = ProofFile(io.BytesIO(), "drat")
        yield f"{subject} {name} proved", satplay.solve(text, subject, proof=proof)
    proof = ProofFile(io.BytesIO(), "drat")
    yield "proved to be unique", satplay.solve("p cnf 1 1\n1 0\n", proof=proof, unique=True)
    yield "core", satplay.solve(EASY, assuming=[1, 3])
    for engine in ("reference", "minisat22"):
        yield f"engine {engine}", satplay.solve(EASY, engine=engine)


def qbf_answers() -> Results:
    for name, text in (("true", TRUE), ("false", FALSE)):
        yield name, satplay.solve_qbf(text)
        yield f"{name} unchecked", satplay.solve_qbf(text, unchecked=True)
        yield f"{name} out of time", satplay.solve_qbf(text, limit=NOW)


def cubes() -> Results:
    for name, clauses in (("some", [[1, 2, 3], [-1, -2], [2, -3], [-1, 3]]), ("refuted", [[1], [-1]])):
        yield name, satplay.split(clauses, cubes=4)


def traces() -> Results:
    for subject, name, text in small_examples():
        yield f"{subject} {name}", satplay.trace(text, subject)
    yield "out of conflicts", satplay.trace(UNSATISFIABLE, limit=satplay.Limit(conflicts=0))


def sessions() -> Results:
    """Answers of a session; the session itself holds an engine."""
    with satplay.Solver(bootstrap_with=[[1, 2], [-1, 2]], with_proof=True) as solver:
        yield "answer", solver.solve()
        yield "model", solver.get_model()
        yield "propagation", solver.propagate([-2])
        yield "counters", solver.accum_stats()
        yield "refutation", solver.solve([-2])
        yield "core", solver.get_core()
        yield "proof", solver.get_proof()
    yield "deleted", solver.solve()


def replaced_solvers() -> Results:
    with satplay.as_pysat_solver() as solver:
        yield "name", solver.__name__


RESULTS: dict[str, Callable[[], Results]] = {
    "Formula": formulas,
    "Limit": limits,
    "Model": models,
    "Solver": sessions,
    "__version__": versions,
    "as_pysat_solver": replaced_solvers,
    "ask": replies,
    "audit": audits,
    "backbone": backbones,
    "booklet": booklets,
    "check": checks,
    "check_proof": judged_proofs,
    "check_strategy": judged_strategies,
    "convert": conversions,
    "count": counts,
    "encode": encodings,
    "encode_question": encoded_questions,
    "engines": catalogues,
    "enumerate": solutions,
    "explain": explanations,
    "forget": forgotten,
    "generate": generated,
    "hint": hints,
    "hint_game": game_hints,
    "keep": kept,
    "list_boards": listed_boards,
    "list_examples": listed_examples,
    "list_kept": kept_items,
    "list_subjects": listed_subjects,
    "mus": minimal_subsets,
    "muses": all_minimal_subsets,
    "play": matches,
    "rate": ratings,
    "solve": answers,
    "solve_qbf": qbf_answers,
    "split": cubes,
    "trace": traces,
    "use_store": chosen_stores,
}
"""For every public name a function that makes its results."""
