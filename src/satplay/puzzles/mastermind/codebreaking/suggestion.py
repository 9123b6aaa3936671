"""The next guess as text and JSON, or the answers that contradict each other if no code is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from satplay.contracts.oracle import Oracle
from satplay.contracts.result_text import brief_repr
from satplay.fast_dataclass import dataclass
from satplay.puzzles.mastermind.board import Board
from satplay.puzzles.mastermind.codebreaking.next_guess import ChosenGuess, choose_guess
from satplay.puzzles.mastermind.codebreaking.strategy import GuessStrategy, Over
from satplay.puzzles.mastermind.encodings.counting import encode
from satplay.puzzles.mastermind.rules import Rule
from satplay.rule import RuleInstance


@dataclass(frozen=True, slots=True)
class Next:
    """A suggested guess for a board, by a strategy."""

    board: Board
    strategy: GuessStrategy
    suggestion: ChosenGuess
    exit_status: int = 0

    def __repr__(self) -> str:
        return brief_repr(self)

    def lines(self) -> Iterable[str]:
        """The guess, the number of codes left, and the expected effect of the answer."""
        found = self.suggestion
        yield f"guess {self.board.text(found.guess)}"
        if found.candidates == 1:
            yield "  it is the only code left"
            return
        left = "very many" if found.candidates is None else f"{found.candidates:,}".replace(",", " ")
        yield f"  {left} codes are left; this {'may be' if found.may_be_right else 'is not'} the code"
        yield (
            f"  its answer gives {found.bits:.2f} bits on average, and leaves {found.expected:.1f} codes; "
            f"at worst {found.worst}"
        )
        judged = "" if found.exact else f", judged by a sample of {found.known} codes"
        yield f"  {self.strategy.value}: the best of {found.tried} guesses{judged}"

    def as_json(self) -> Mapping[str, Any]:
        """The document that the command line's specification defines."""
        found = self.suggestion
        return {
            "guess": self.board.text(found.guess),
            "candidates": found.candidates,
            "expected": round(found.bits, 6),
            "worst": found.worst,
            "left": round(found.expected, 6),
            "parts": found.parts,
            "candidate": found.may_be_right,
            "strategy": self.strategy.value,
            "over": found.over.value,
            "tried": found.tried,
            "exact": found.exact,
        }


@dataclass(frozen=True, slots=True)
class NoCode:
    """No code is consistent; ``guesses`` is a minimal set of contradictory guesses."""

    guesses: Sequence[int]
    exit_status: int = 1

    def lines(self) -> Iterable[str]:
        """One sentence."""
        yield f"no code is left: {describe_contradiction(self.guesses)}"

    def as_json(self) -> Mapping[str, Any]:
        """The document without a guess."""
        return {"guess": None, "candidates": 0, "contradiction": [number + 1 for number in self.guesses]}


def suggest(
    board: Board,
    rng: Random,
    oracle: Oracle,
    strategy: GuessStrategy = GuessStrategy.ENTROPY,
    over: Over = Over.CANDIDATES,
) -> Next | NoCode:
    """The next guess; by default the candidate with the most expected information."""
    found = choose_guess(board, strategy, over, rng, oracle, encode)
    if found is not None:
        return Next(board, strategy, found)
    return NoCode(contradictory_guesses(board, lambda fewer: oracle.solution(encode(fewer)) is not None))


def contradictory_guesses(board: Board, has_code: Callable[[Board], bool]) -> list[int]:
    """A minimal set of contradictory guesses of a board without a code."""
    needed = list(range(len(board.guesses)))
    for number in list(needed):
        fewer = [other for other in needed if other != number]
        guesses = tuple([board.guesses[i] for i in fewer])
        if not has_code(replace(board, guesses=guesses)):
            needed = fewer
    return needed


def contradiction(board: Board, because: Sequence[RuleInstance]) -> str:
    """The guesses of a contradiction, in one sentence."""
    guesses = sorted({int(str(i.place[0])) for i in because if i.rule is Rule.ANSWER})
    return describe_contradiction(guesses)


def describe_contradiction(guesses: Sequence[int]) -> str:
    """One sentence.

    >>> describe_contradiction([0, 3, 4]), describe_contradiction([0, 3]), describe_contradiction([2])
    ('guesses 1, 4 and 5 cannot all be right', 'guesses 1 and 4 cannot both be right', \
'the answer to guess 3 cannot be right')
    """
    names = [str(number + 1) for number in guesses]
    match names:
        case []:
            return "no code is possible at all"
        case [one]:
            return f"the answer to guess {one} cannot be right"
        case [one, other]:
            return f"guesses {one} and {other} cannot both be right"
        case _:
            return f"guesses {', '.join(names[:-1])} and {names[-1]} cannot all be right"
