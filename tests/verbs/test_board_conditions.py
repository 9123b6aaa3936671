"""The texts that select and order boards."""

from __future__ import annotations

import pytest

from satplay.errors import BadInput, NoSuchName
from satplay.store.board_selection import Condition, SortKey
from satplay.verbs.board_conditions import BoardQuery, read_query

SIZES = ["5x5", "10x2", "9x9", "4"]


def resolved(where: str) -> list[Condition]:
    return list(read_query(where, None).with_sizes(SIZES).conditions)


def test_conditions_are_joined_by_spaces_or_given_apart() -> None:
    expected = [Condition("level", "=", "hard"), Condition("cost", ">=", 4), Condition("solved", "!=", True)]
    for where in ("level=hard cost>=4 solved!=yes", " level = hard\tcost >= 4  solved != yes "):
        assert read_query(where, None).conditions == expected
    assert read_query(["level=hard", "cost>=4 solved!=yes"], None).conditions == expected


def test_levels_are_compared_by_difficulty() -> None:
    assert resolved("level>=hard") == [Condition("level", "=", ["hard", "expert", "extreme"])]
    assert resolved("level<easy") == [Condition("level", "=", ["beginner"])]
    assert resolved("level!=hard") == [Condition("level", "!=", ["hard"])]
    assert resolved("level=normal") == resolved("level=medium")  # its name before


def test_sizes_are_compared_by_the_number_of_cells() -> None:
    assert resolved("size<5x5") == [Condition("size", "=", ["4", "10x2"])]
    assert resolved("size>=5x5") == [Condition("size", "=", ["5x5", "9x9"])]
    assert resolved("size=7x7") == [Condition("size", "=", ["7x7"])]


def test_a_minus_sorts_the_other_way() -> None:
    assert read_query(None, "level, -cost").sorting == [SortKey("level"), SortKey("cost", descending=True)]
    sorting = read_query(None, "-size").with_sizes(SIZES).sorting
    assert sorting == [SortKey("size", True, ["4", "10x2", "5x5", "9x9"])]
    assert read_query(None, None) == BoardQuery([], [])


@pytest.mark.parametrize(
    ("where", "complaint"),
    [
        ("levl=hard", "no key of boards is called 'levl': did you mean 'level'"),
        ("level=hrd", "no level is called 'hrd': did you mean 'hard'"),
        ("level", "found 'level', expected KEY, one of = != < <= > >=, and VALUE"),
        ("level~hard", "found 'level~hard', expected KEY, one of = != < <= > >=, and VALUE"),
        ("level==hard", "found 'level==hard'"),
        ("cost>=4 and level=hard", "found 'and level=hard'"),
        ("", "found ''"),
        ("cost>=many", "found 'cost>=many', expected a whole number, as in cost>=4"),
        ("cost=-1", "found 'cost=-1', expected a whole number"),
        ("number=" + "9" * 30, "expected a whole number"),
        ("size=big", "found 'size=big', expected a size, as in size=9x9"),
        ("solved>yes", "found 'solved>yes', expected solved=yes or solved=no"),
        ("solved=maybe", "expected solved=yes or solved=no"),
    ],
)
def test_a_wrong_condition_names_what_exists(where: str, complaint: str) -> None:
    with pytest.raises((BadInput, NoSuchName)) as caught:
        read_query(where, None)
    assert complaint in str(caught.value)


def test_a_wrong_key_to_sort_by_names_what_exists() -> None:
    for wrong in ("", "levels", "level,,cost", "--level"):
        with pytest.raises(NoSuchName, match=r"no key of boards is called .*there are number, level, size"):
            read_query(None, wrong)
