"""``satplay.fast_dataclass`` makes the same classes as the standard decorator."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from satplay import fast_dataclass
from satplay.contracts.engine import Limit

DECORATORS = {"standard": dataclasses.dataclass, "fast": fast_dataclass.dataclass}
BOTH = pytest.mark.parametrize("decorator", DECORATORS.values(), ids=list(DECORATORS))
Decorator = Callable[..., Callable[[type], Any]]


def make_point(decorator: Decorator) -> Any:
    class Point:
        """A point."""

        x: int
        y: int = 0
        tags: list[str] = dataclasses.field(default_factory=list, compare=False)
        note: str = dataclasses.field(default="", repr=False)
        total: int = dataclasses.field(init=False, compare=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "total", self.x + self.y)

    return decorator(frozen=True, slots=True)(Point)


@BOTH
def test_values(decorator: Decorator) -> None:
    point = make_point(decorator)
    one = point(1, y=2)
    assert repr(one).endswith("Point(x=1, y=2, tags=[], total=3)")
    assert one == point(1, 2, ["not compared"]) != point(1, 2, note="n")
    assert len({one, point(1, 2), point(2, 1)}) == 2
    assert one != (1, 2) and one.__eq__((1, 2)) is NotImplemented
    assert point(1).tags is not point(1).tags
    match one:
        case point(x, y, tags, note):
            assert (x, y, tags, note) == (1, 2, [], "")


@BOTH
def test_change_makes_a_new_value(decorator: Decorator) -> None:
    point = make_point(decorator)
    one = point(1, 2)
    assert dataclasses.replace(one, y=5).total == 6
    assert copy.copy(one) == copy.deepcopy(one) == one
    assert dataclasses.asdict(one) == {"x": 1, "y": 2, "tags": [], "note": "", "total": 3}
    assert not hasattr(one, "__dict__")
    for change in (lambda: setattr(one, "x", 3), lambda: delattr(one, "x"), lambda: setattr(one, "z", 3)):
        with pytest.raises((dataclasses.FrozenInstanceError, TypeError)):
            change()
    assert one.x == 1


@BOTH
def test_wrong_arguments_are_a_type_error(decorator: Decorator) -> None:
    point = make_point(decorator)
    for arguments in ((), (1, 2, [], "", 5)):
        with pytest.raises(TypeError, match=r"__init__\(\)"):
            point(*arguments)
    assert list(inspect.signature(point).parameters) == ["x", "y", "tags", "note"]


@BOTH
def test_methods_of_the_class_stay(decorator: Decorator) -> None:
    class Parity:
        number: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, type(self)) and (self.number - other.number) % 2 == 0

        def __hash__(self) -> int:
            return self.number % 2

        def __repr__(self) -> str:
            return "odd" if self.number % 2 else "even"

    made = decorator(frozen=True, slots=True)(Parity)
    assert made(1) == made(3) and hash(made(1)) == hash(made(3)) and repr(made(4)) == "even"


@BOTH
def test_equality_alone_gets_the_hash_of_the_fields(decorator: Decorator) -> None:
    class Name:  # noqa: PLW1641 - the decorator adds the hash
        text: str

        def __eq__(self, other: object) -> bool:
            return self is other

    made = decorator(frozen=True, slots=True)(Name)
    assert hash(made("a")) == hash(("a",))


@BOTH
def test_identity_instead_of_equality(decorator: Decorator) -> None:
    class Thing:
        name: str

    made = decorator(frozen=True, slots=True, eq=False)(Thing)
    one = made("a")
    assert one != made("a") and len({one, made("a")}) == 2


@BOTH
def test_no_fields_and_one_field(decorator: Decorator) -> None:
    class Nothing:
        """No fields."""

    class Single:
        """One field, a tuple."""

        pair: tuple[int, int]

    empty, single = decorator(frozen=True, slots=True)(Nothing), decorator(frozen=True, slots=True)(Single)
    assert empty() == empty() and hash(empty()) == hash(())
    assert single((1, 2)) == single((1, 2)) and hash(single((1, 2))) == hash(((1, 2),))


def test_recursive_values_can_be_shown() -> None:
    point = make_point(fast_dataclass.dataclass)
    tags: list[Any] = []
    one = point(1, 2, tags)
    tags.append(one)
    assert "..." in repr(one)


def test_values_survive_pickling() -> None:
    limit = Limit(seconds=2.0, conflicts=7)
    assert pickle.loads(pickle.dumps(limit)) == limit


def test_other_options_are_left_to_the_standard_decorator() -> None:
    class Version:
        number: int

    made: Any = fast_dataclass.dataclass(frozen=True, slots=True, order=True)(Version)
    assert made(1) < made(2)


def test_a_class_without_options_can_be_changed() -> None:
    @fast_dataclass.dataclass
    class Counter:
        number: int

    counter = Counter(1)
    counter.number += 1
    assert counter == Counter(2)
