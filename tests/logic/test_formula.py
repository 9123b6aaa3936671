"""A formula stores flat clauses, the meaning of its variables and the origin of its clauses."""

from dataclasses import dataclass
from enum import Enum

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.errors import BadInput
from satplay.logic.flat_clauses import clause_lists
from satplay.logic.formula import Formula
from satplay.logic.literal import MAX_VAR, Atom, Named
from satplay.logic.origin import DEFINITION
from satplay.rule import RuleInstance


class Rule(Enum):
    ROW = "Rows are full."
    COLUMN = "Columns are full."


def row(number: int) -> RuleInstance:
    return RuleInstance(Rule.ROW, f"row {number} is full", (number,))


def column(number: int) -> RuleInstance:
    return RuleInstance(Rule.COLUMN, f"column {number} is full", (number,))


@dataclass(frozen=True)
class Cell:
    """An atom with sentences for true and false."""

    row: int
    column: int

    @property
    def sentence(self) -> str:
        return f"{self} is full"

    @property
    def negation(self) -> str:
        return f"{self} is empty"

    def __str__(self) -> str:
        return f"r{self.row}c{self.column}"


def matrix(*rows: list[int]) -> np.ndarray:
    return np.array(rows, np.int32)


def origins(formula: Formula) -> list:
    return [formula.origin(index) for index in range(len(formula))]


# -- clauses ----------------------------------------------------------------------------------------

lits = st.integers(-9, 9).filter(bool)
clause = st.lists(lits, max_size=4).map(tuple)
blocks = st.integers(0, 3).flatmap(
    lambda width: st.lists(st.lists(lits, min_size=width, max_size=width).map(tuple), min_size=1, max_size=4)
)
parts = st.tuples(st.sampled_from(["add", "add_all", "add_flat"]), st.lists(clause, max_size=4)) | st.tuples(
    st.just("add_rows"), blocks
)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(parts, st.booleans()), max_size=8))
def test_clauses_are_returned_in_order_for_every_way_to_add_them(steps):
    formula, expected, views = Formula(), [], []
    for (how, clauses), look in steps:
        match how:
            case "add":
                for one in clauses:
                    formula.add(*one)
            case "add_all":
                formula.add_all(clauses)
            case "add_flat":
                formula.add_flat(np.array([n for one in clauses for n in (*one, 0)], np.int32))
            case _:
                formula.add_rows(np.array(clauses, np.int32))
        expected += clauses
        if look:
            views.append((formula.flat, formula.flat.copy()))
    assert list(formula) == expected
    assert [formula.clause(i) for i in range(len(formula))] == expected
    assert clause_lists(formula.flat) == [list(one) for one in expected]
    assert formula.clause_count == len(formula) == len(expected) == len(formula.ends)
    assert formula.var_count == max((abs(lit) for one in expected for lit in one), default=0)
    assert formula == Formula(expected)
    assert set(formula.occurring().tolist()) == {abs(lit) for one in expected for lit in one}
    for view, before in views:  # returned earlier: still valid and unchanged
        assert np.array_equal(view, before)


def test_the_flat_view_is_read_only_int32_and_no_copy():
    formula = Formula([[1, -2], [3]])
    flat = formula.flat
    assert flat.dtype == np.int32
    assert flat.flags.c_contiguous
    assert np.shares_memory(flat, formula.flat)
    with pytest.raises(ValueError, match="read-only"):
        flat[0] = 7


def test_a_clause_out_of_range_is_an_index_error():
    formula = Formula([[1]])
    for wrong in (-1, 1):
        with pytest.raises(IndexError, match=f"clause {wrong} of 1"):
            formula.clause(wrong)
        with pytest.raises(IndexError, match=f"clause {wrong} of 1"):
            formula.origin(wrong)


def test_strided_blocks_and_strided_flat_clauses_are_accepted():
    formula = Formula()
    formula.add_rows(matrix([1, 9, 2], [3, 9, 4])[:, ::2])
    formula.add_rows(matrix([1, 3], [2, 4]).T)
    formula.add_flat(matrix([5, 9], [0, 9])[:, 0])
    assert list(formula) == [(1, 2), (3, 4), (1, 2), (3, 4), (5,)]


def test_rows_without_columns_are_empty_clauses_and_no_rows_add_nothing():
    formula = Formula()
    formula.add_rows(np.empty((2, 0), np.int32))
    formula.add_rows(np.empty((0, 3), np.int32), stating=row)
    formula.add_flat(np.empty(0, np.int32))
    assert list(formula) == [(), ()]
    assert formula.instances() == []


def test_numpy_integers_are_literals():
    formula = Formula()
    formula.add(*np.array([1, -2]))
    assert list(formula) == [(1, -2)]


def test_an_adopted_array_is_not_copied_and_the_formula_still_grows():
    clauses = np.array([1, 0, -2, 0], np.int32)
    formula = Formula()
    formula.add_flat(clauses, adopt=True)
    assert np.shares_memory(formula.flat, clauses)
    formula.add(3)
    assert list(formula) == [(1,), (-2,), (3,)]
    assert clauses.tolist() == [1, 0, -2, 0]


def test_only_the_first_clauses_can_be_adopted():
    clauses = np.array([1, 0], np.int32)
    formula = Formula([[2]])
    formula.add_flat(clauses, adopt=True)
    assert list(formula) == [(2,), (1,)]
    assert not np.shares_memory(formula.flat, clauses)
    strided = Formula()
    strided.add_flat(np.array([1, 9, 0, 9], np.int32)[::2], adopt=True)
    assert list(strided) == [(1,)]
    assert strided.flat.flags.c_contiguous


TOO_LARGE = [MAX_VAR + 1, -MAX_VAR - 1, -MAX_VAR - 2, 2**40]


@pytest.mark.parametrize(
    "wrong", [[0], [1, 0, 2], ["1"], [1.0], [None], *([9, lit] for lit in TOO_LARGE)], ids=repr
)
def test_a_refused_clause_leaves_no_trace(wrong):
    formula = Formula([[1]])
    with pytest.raises(BadInput, match="bad clause"), formula.stating(row(1)):
        formula.add(*wrong)
    with pytest.raises(BadInput, match="bad clause"), formula.stating(row(1)):
        formula.add_all([wrong])
    assert formula == Formula([[1]])
    assert origins(formula) == [None]
    assert formula.flat.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        (matrix([5, 6], [7, 0]), "literal 0 in row 1"),
        (matrix([5, -(2**31)]), "-2147483648"),
        (matrix([5, 6]).astype(np.int64), "int64 in 2 dimensions"),
        (matrix([5, 6]).astype(">i4"), ">i4 in 2 dimensions"),
        (matrix([5, 6])[0], "int32 in 1 dimensions"),
        ([[5, 6]], "list"),
    ],
    ids=["zero", "too large", "int64", "other byte order", "one dimension", "list"],
)
def test_a_refused_block_leaves_no_trace(wrong, found):
    formula = Formula([[1]])
    with pytest.raises(BadInput, match=found):
        formula.add_rows(wrong, stating=row)
    assert formula == Formula([[1]])
    assert origins(formula) == [None]


def test_rules_need_at_least_one_row_each():
    formula = Formula()
    with pytest.raises(BadInput, match="found 0 rows for each rule"):
        formula.add_rows(matrix([1, 2]), stating=row, each=0)
    assert len(formula) == 0


@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        (np.array([7, 8], np.int32), "8 at the end"),
        (np.array([7, -(2**31), 0], np.int32), "-2147483648"),
        (np.array([7, 0], np.int64), "int64 in 1 dimensions"),
        (matrix([7, 0]), "int32 in 2 dimensions"),
        ([7, 0], "list"),
    ],
    ids=["open", "too large", "int64", "two dimensions", "list"],
)
@pytest.mark.parametrize("adopt", [False, True])
def test_refused_flat_clauses_leave_no_trace(wrong, found, adopt):
    formula = Formula()
    with pytest.raises(BadInput, match=found), formula.stating(row(1)):
        formula.add_flat(wrong, adopt=adopt)
    assert formula == Formula()
    formula.add(1)
    assert origins(formula) == [None]


def test_the_error_quotes_a_long_clause_in_part():
    with pytest.raises(BadInput) as caught:
        Formula([[0] * 1000])
    assert len(caught.value.found) <= 60


# -- variables ---------------------------------------------------------------------------------------


def test_variables_can_be_declared_without_occurring():
    formula = Formula(var_count=2_000_000_000)
    assert formula.var_count == 2_000_000_000
    formula.declare(5)
    assert formula.var_count == 2_000_000_000
    for wrong in (-1, MAX_VAR + 1):
        with pytest.raises(BadInput, match="bad variable count"):
            formula.declare(wrong)


def test_a_fresh_variable_has_no_atom():
    formula = Formula([[1, -4]], var_count=6)
    assert [formula.fresh(), formula.fresh()] == [7, 8]
    with pytest.raises(BadInput, match="bad variable count"):
        Formula(var_count=MAX_VAR).fresh()


def test_equal_atoms_are_one_variable():
    formula = Formula([[1]])
    assert formula.lit(Cell(0, 0)) == formula.lit(Cell(0, 0)) == 2
    assert formula.lit(Cell(0, 1)) == 3
    assert formula.atom(-2) == Cell(0, 0)
    assert isinstance(formula.atom(2), Atom)


def test_a_literal_has_a_sentence():
    formula = Formula(var_count=1)
    cell = formula.lit(Cell(1, 2))
    assert formula.fact(cell) == "r1c2 is full"
    assert formula.fact(-cell) == "r1c2 is empty"
    assert formula.fact(1) == "variable 1 is true"


def test_a_variable_has_one_name_and_a_name_has_one_variable():
    formula = Formula()
    formula.name(3, Named("x"))
    formula.block((1,), lambda i: Cell(i, i))
    for var, atom in ((3, Named("y")), (1, Named("x")), (4, Named("y"))):
        with pytest.raises(BadInput, match="expected each name and variable once"):
            formula.name(var, atom)
    for wrong in (0, -1):
        with pytest.raises(BadInput, match="expected 1 to"):
            formula.name(wrong, Named("y"))
    with pytest.raises(BadInput, match="bad variable to name"):
        formula.name(MAX_VAR + 1, Named("y"))
    assert [var for var, _ in formula.atoms()] == [3, 4]
    assert formula.var_count == 4


def test_names_of_a_block_of_variables_are_computed_on_demand():
    requests = []

    def cell(i: int, j: int) -> Cell:
        requests.append((i, j))
        return Cell(i, j)

    formula = Formula(var_count=1)
    block = formula.block((2, 3), cell)
    assert block.tolist() == [[2, 3, 4], [5, 6, 7]]
    assert block.dtype == np.int32
    assert requests == []
    assert formula.fact(-int(block[1, 2])) == "r1c2 is empty"
    assert requests == [(1, 2)]
    after = formula.lit(Named("after"))
    assert formula.atom(1) is None
    assert [var for var, _ in formula.atoms()] == [2, 3, 4, 5, 6, 7, after]


def test_blocks_may_be_empty_single_or_at_the_very_end():
    formula = Formula(var_count=MAX_VAR - 1)
    assert formula.block((0, 5), Cell).shape == (0, 5)
    assert formula.block((), lambda: Named("only")).tolist() == MAX_VAR
    assert formula.fact(MAX_VAR) == "only"


@pytest.mark.parametrize("shape", [(2**40, 2**40), (MAX_VAR,), (-1,), (-1, -1)])
def test_a_refused_block_of_variables_leaves_no_trace(shape):
    formula = Formula(var_count=1)
    with pytest.raises(BadInput, match="bad shape of a block"):
        formula.block(shape, Cell)
    assert formula == Formula(var_count=1)


# -- origins -----------------------------------------------------------------------------------------


def formula_with_origins() -> Formula:
    """Clauses of every origin, including blocks whose rule instances are computed on demand."""
    formula = Formula([[1]])
    with formula.stating(row(0)):
        formula.add(1, 2)
        with formula.defining():
            formula.add(-3, 4)
        formula.add_rows(matrix([5, 6], [6, 7]))
    formula.add_rows(matrix([1], [2], [3], [4], [5]), stating=column, each=2)
    formula.add(8)
    with formula.stating(row(0)):
        formula.add_flat(np.array([9, 0, -9, 0], np.int32))
    return formula


ORIGINS = [None, row(0), DEFINITION, row(0), row(0), *map(column, (0, 0, 1, 1, 2)), None, row(0), row(0)]


def test_each_clause_has_its_origin():
    formula = formula_with_origins()
    assert origins(formula) == ORIGINS
    assert formula.instances() == [row(0), column(0), column(1), column(2)]


def test_rule_instances_of_a_block_are_built_on_demand():
    requests = []

    def stating(number: int) -> RuleInstance:
        requests.append(number)
        return row(number)

    formula = Formula()
    formula.add_rows(matrix([1], [2], [3], [4]), stating=stating, each=2)
    formula.add_rows(matrix([5], [6]), stating=stating)
    assert requests == []
    assert [formula.origin(2), formula.origin(5)] == [row(1), row(1)]
    assert requests == [1, 1]


def test_an_error_inside_the_block_ends_the_rule():
    formula = Formula()
    with pytest.raises(BadInput), formula.stating(row(1)):
        formula.add(0)
    formula.add(1)
    assert origins(formula) == [None]


def test_removing_a_rule_keeps_the_other_clauses_with_their_origins():
    formula = formula_with_origins()
    formula.name(9, Named("nine"))
    for rule in Rule:
        smaller = formula.without(rule)
        remaining = [i for i, origin in enumerate(ORIGINS) if getattr(origin, "rule", None) is not rule]
        assert list(smaller) == [formula.clause(i) for i in remaining]
        assert origins(smaller) == [ORIGINS[i] for i in remaining]
        assert smaller.var_count == formula.var_count
        assert smaller.fact(9) == "nine"
        assert smaller.instances() == [one for one in formula.instances() if one.rule is not rule]
    assert origins(formula) == ORIGINS


def test_a_removed_rule_can_be_stated_again():
    smaller = formula_with_origins().without(Rule.ROW)
    before = len(smaller)
    with smaller.stating(row(7)):
        smaller.add(7)
    assert smaller.origin(before) == row(7)
    assert smaller.clause(before) == (7,)
    assert Formula().without(Rule.ROW) == Formula()


def test_each_rule_instance_gets_its_own_selector():
    formula = formula_with_origins()
    guarded = formula.guarded()
    assert list(guarded.selectors.values()) == formula.instances()
    assert list(guarded.selectors) == [10, 11, 12, 13]
    selector = {instance: lit for lit, instance in guarded.selectors.items()}
    for index, origin in enumerate(ORIGINS):
        guard = (-selector[origin],) if isinstance(origin, RuleInstance) else ()
        assert guarded.formula.clause(index) == formula.clause(index) + guard
    assert origins(guarded.formula) == ORIGINS
    assert guarded.formula.var_count == 13
    assert Formula().guarded().selectors == {}


def test_clauses_can_be_restated():
    again = formula_with_origins().restate(row)
    assert list(again) == list(formula_with_origins())
    assert origins(again) == [row(i) for i in range(len(again))]


# -- values ------------------------------------------------------------------------------------------


def test_formulas_are_equal_by_clauses_variables_and_names():
    assert Formula([[1, 2]]) == Formula([[1, 2]])
    assert Formula([[1, 2]]) != Formula([[2, 1]])
    assert Formula([[1]]) != Formula([[1]], var_count=2)
    named, block = Formula(), Formula()
    named.lit(Cell(0, 0))
    block.block((1, 1), Cell)
    assert named == block
    assert named != Formula(var_count=1)
    assert Formula() != []
    with pytest.raises(TypeError, match="unhashable"):
        hash(Formula())
    assert repr(Formula([[1, -2]])) == "Formula(2 variables, 1 clauses)"


def test_a_view_stays_valid_while_the_formula_grows() -> None:
    formula = Formula([[1, 2]])
    view = formula.flat
    for _ in range(2000):
        formula.add(3, 4)
    assert view.tolist() == [1, 2, 0]
    assert formula.flat.size == 6003


def test_a_read_only_array_that_was_adopted_can_be_extended() -> None:
    clauses = np.array([1, 2, 0], np.int32)
    clauses.flags.writeable = False
    formula = Formula()
    formula.add_flat(clauses, adopt=True)
    formula.add(3)
    assert list(formula) == [(1, 2), (3,)]
    assert clauses.tolist() == [1, 2, 0]
