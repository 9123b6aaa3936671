"""The rules of a game as one record of options; the defaults are the rules of the source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from enum import Enum

from satplay.contracts.option import Option
from satplay.contracts.texts import quote
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass

FINGERS = range(2, 11)
HANDS = range(2, 4)


class Transfers(Enum):
    """The transfers that a variant allows."""

    ANY = "any"
    """Any number of fingers."""
    NONE = "none"
    """No transfers, only taps."""
    HALVING = "halving"
    """Half of an even hand, and only to a hand that is out."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The rules of one game.

    ``fingers``   the number of fingers at which a hand is out
    ``hands``     the number of hands of each player
    ``rollover``  fingers are added modulo ``fingers``, so that only exactly this number is out
    ``transfers`` any, none, or halving only
    ``reviving``  a transfer may go to a hand that is out
    ``emptying``  a transfer may take all fingers of a hand
    ``mirror``    a transfer may only swap the numbers, as 3,2 to 2,3
    ``cycles``    positions may repeat in cycles; otherwise no sequence of positions may end in two equal
                  adjacent blocks, and a player without a move loses
    """

    fingers: int = 5
    hands: int = 2
    rollover: bool = False
    transfers: Transfers = Transfers.ANY
    reviving: bool = True
    emptying: bool = True
    mirror: bool = False
    cycles: bool = True

    def __post_init__(self) -> None:
        for what, number, known in (("fingers", self.fingers, FINGERS), ("hands", self.hands, HANDS)):
            if number not in known:
                raise BadInput(what, found=str(number)[:20], expected=f"{known[0]} to {known[-1]}")

    @property
    def size(self) -> int:
        """The number of positions, including those that cannot be reached."""
        return int(self.fingers ** (2 * self.hands))

    @property
    def options(self) -> dict[str, str]:
        """The options that differ from the source, as ``read_variant`` reads them.

        >>> Variant(fingers=4, mirror=True, transfers=Transfers.NONE).options
        {'fingers': '4', 'transfers': 'none', 'mirror': 'yes'}
        """
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: _text(value) for name, value in values.items() if value != getattr(SOURCE, name)}

    @property
    def text(self) -> str:
        """The options that differ from the source as one text; empty for the rules of the source."""
        return " ".join(f"{name}={value}" for name, value in self.options.items())


SOURCE = Variant()
"""The rules of the source: five fingers, two hands, no rollover, no transfers that only swap the numbers."""

OPTIONS: Mapping[str, Option] = {
    "fingers": Option(f"fingers at which a hand is out, {FINGERS[0]} to {FINGERS[-1]}, default 5", "N"),
    "hands": Option(f"hands of each player, {HANDS[0]} or {HANDS[-1]}, default 2", "N"),
    "rollover": Option("fingers beyond that number stay, default no", "yes|no"),
    "transfers": Option("allowed transfers, default any", "any|none|halving"),
    "reviving": Option("a transfer may revive a hand that is out, default yes", "yes|no"),
    "emptying": Option("a transfer may empty a hand, default yes", "yes|no"),
    "mirror": Option("a transfer may only swap the hands' numbers, default no", "yes|no"),
    "cycles": Option("positions may repeat in cycles, default yes", "yes|no"),
}
"""The options of the rules, with their help texts."""


def read_variant(options: Mapping[str, str]) -> Variant:
    """The variant that these options of ``OPTIONS`` determine.

    >>> read_variant({"fingers": "4", "rollover": "yes"}).text
    'fingers=4 rollover=yes'
    """
    fields: dict[str, int | bool | Transfers] = {}
    for name, value in options.items():
        if name not in OPTIONS:
            raise BadInput("option", found=quote(name), expected=", ".join(OPTIONS))
        fields[name] = _value(name, value)
    return Variant(**fields)  # type: ignore[arg-type]  # _value gives each field its own type


def _value(name: str, text: str) -> int | bool | Transfers:
    match getattr(SOURCE, name):
        case bool():
            known: dict[str, int | bool | Transfers] = {"yes": True, "no": False}
        case Transfers():
            known = {each.value: each for each in Transfers}
        case _:
            known = {str(number): number for number in (FINGERS if name == "fingers" else HANDS)}
    if text not in known:
        words = list(known)
        expected = f"{words[0]} to {words[-1]}" if len(words) > 3 else " or ".join(words)
        raise BadInput(name, found=quote(text), expected=expected)
    return known[text]


def _text(value: int | bool | Transfers) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value.value if isinstance(value, Transfers) else str(value)
