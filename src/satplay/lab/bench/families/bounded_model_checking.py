"""Bounded model checking: a machine unrolled for a number of steps, and a state that it must never reach.

Biere, Cimatti, Clarke and Zhu, "Symbolic Model Checking without BDDs", 1999.  The machine is a queue in
hardware, built twice: as a ring of slots with two pointers, and as a row of cells through which the words
shift.  Both get the same words; they must always show the same word at the front.  The ring has a fault, of a
kind that tests miss: one bit of one word is lost if it is written into one slot on a certain lap.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from satplay.fast_dataclass import dataclass
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit, Named
from satplay.logic.tseitin import And, Expression, Iff, Ite, Not, Or, Xor, assert_true, clauses

Word = list[Expression]
"""Bits, the lowest first."""


@dataclass(frozen=True, slots=True)
class Fault:
    """On this lap, writing this word into this slot loses this bit of it."""

    lap: int
    slot: int
    word: int
    bit: int


@dataclass(frozen=True, slots=True)
class State:
    """Both queues at one moment."""

    slots: list[Word]
    tail: Word  # where the ring writes: the slot, and above it the lap
    head: Word  # where it reads
    cells: list[Word]
    taken: Word  # which cells hold a word; they are the first ones


def bounded_model_checking(seed: int, slot_bits: int, word_bits: int, laps: int, slack: int) -> Formula:
    """Whether the queues can differ within the steps that the fault needs plus ``slack``; satisfiable.

    The fault needs ``laps`` rounds of writing, and the word must come to the front.
    """
    rng = Random(seed)
    slots = 1 << slot_bits
    word = rng.randrange(1, 1 << word_bits)
    bit = rng.choice([bit for bit in range(word_bits) if word >> bit & 1])
    fault = Fault(laps, rng.randrange(slots), word, bit)
    steps = laps * slots + fault.slot + 2 + slack

    formula = Formula()
    lap_bits = (steps // slots).bit_length()
    state = _empty(slots, word_bits, slot_bits + lap_bits)
    differing: list[Expression] = []
    for step in range(steps):
        push = formula.lit(Named(f"push at {step}"))
        pop = formula.lit(Named(f"pop at {step}"))
        data: Word = [formula.lit(Named(f"bit {bit} at {step}")) for bit in range(word_bits)]
        state = _next(state, push, pop, data, fault, formula)
        differing.append(_define(_differ(state), formula))
    formula.add_all(assert_true(Or(*differing), formula.fresh))
    return formula


def _empty(slots: int, word_bits: int, pointer_bits: int) -> State:
    return State(
        slots=[[False] * word_bits for _ in range(slots)],
        tail=[False] * pointer_bits,
        head=[False] * pointer_bits,
        cells=[[False] * word_bits for _ in range(slots)],
        taken=[False] * slots,
    )


def _next(state: State, push: Lit, pop: Lit, data: Word, fault: Fault, formula: Formula) -> State:
    """The state after one step.  A full queue ignores words, an empty one has none to give."""
    slot_bits = (len(state.slots) - 1).bit_length()
    writing = _define(And(push, Not(state.taken[-1])), formula)
    reading = _define(And(pop, state.taken[0]), formula)
    strikes = _define(
        And(_is(state.tail, fault.lap << slot_bits | fault.slot), _is(data, fault.word)), formula
    )
    damaged = [And(bit, Not(strikes)) if place == fault.bit else bit for place, bit in enumerate(data)]
    written = _define_all(damaged, formula)

    here = [
        _define(And(writing, _is(state.tail[:slot_bits], slot)), formula) for slot in range(len(state.slots))
    ]
    slots = [
        [Ite(mine, new, old) for new, old in zip(written, word, strict=True)]
        for mine, word in zip(here, state.slots, strict=True)
    ]
    # Cells shift down when the front is read; the new word goes to the first that is then free.
    beyond: Word = [False] * len(data)
    shifted = [
        [Ite(reading, after, old) for after, old in zip(later, word, strict=True)]
        for word, later in zip(state.cells, [*state.cells[1:], beyond], strict=True)
    ]
    later_taken: Word = [*state.taken[1:], False]
    still = _define_all(
        [Ite(reading, later, now) for now, later in zip(state.taken, later_taken, strict=True)], formula
    )
    before: Word = [True, *still[:-1]]
    first_free = _define_all(
        [And(writing, full, Not(now)) for full, now in zip(before, still, strict=True)], formula
    )
    cells = [
        [Ite(mine, new, old) for new, old in zip(data, word, strict=True)]
        for mine, word in zip(first_free, shifted, strict=True)
    ]
    return State(
        slots=[_define_all(word, formula) for word in slots],
        tail=_define_all(_add_bit(state.tail, writing), formula),
        head=_define_all(_add_bit(state.head, reading), formula),
        cells=[_define_all(word, formula) for word in cells],
        taken=_define_all([Or(now, mine) for now, mine in zip(still, first_free, strict=True)], formula),
    )


def _differ(state: State) -> Expression:
    """There is a word at the front, and the ring shows another one than the cells."""
    slot_bits = (len(state.slots) - 1).bit_length()
    output = _chosen(state.slots, state.head[:slot_bits])
    return And(state.taken[0], Or(*(Xor(x, y) for x, y in zip(output, state.cells[0], strict=True))))


def _chosen(words: Sequence[Word], index: Word) -> Word:
    """The word at a binary index: a tree of multiplexers."""
    if not index:
        return words[0]
    *lower, top = index
    half = len(words) // 2
    low, high = _chosen(words[:half], lower), _chosen(words[half:], lower)
    return [Ite(top, x, y) for x, y in zip(high, low, strict=True)]


def _add_bit(number: Word, by: Expression) -> Word:
    """The number plus one bit, without the last carry."""
    result: Word = []
    for bit in number:
        result.append(Xor(bit, by))
        by = And(bit, by)
    return result


def _is(number: Word, value: int) -> Expression:
    return And(*(Iff(bit, bool(value >> place & 1)) for place, bit in enumerate(number)))


def _define(expression: Expression, formula: Formula) -> Expression:
    """A literal equivalent to the expression; constants stay constants."""
    if isinstance(expression, int):  # a literal already, or a constant
        return expression
    lit, written = clauses(expression, formula.fresh)
    formula.add_all(written)
    return lit


def _define_all(expressions: Sequence[Expression], formula: Formula) -> Word:
    return [_define(expression, formula) for expression in expressions]
