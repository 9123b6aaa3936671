"""The rules of a game as one record of options; the defaults are the rules of the source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum

from satplay.contracts.option import Option
from satplay.contracts.texts import quote
from satplay.errors import BadInput

FINGERS = range(2, 11)
HANDS = range(2, 4)


class Transfers(Enum):
    """Which transfers there are at all."""

    ANY = "any"
    """As many fingers as one likes."""
    NONE = "none"
    """Taps alone."""
    HALVING = "halving"
    """Half of an even hand, and only to a hand that is out."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The rules of one game.

    ``fingers``   a hand that would hold so many is out, or with ``rollover`` keeps what is beyond
    ``hands``     of each player
    ``rollover``  fingers are added modulo ``fingers``, so that a hand is out at exactly so many only
    ``transfers`` any, none, or halving only
    ``reviving``  a transfer may go to a hand that is out
    ``emptying``  a transfer may take all fingers of a hand
    ``mirror``    a transfer may leave the same numbers on other hands, as 3,2 to 2,3
    ``cycles``    play may go round in circles; without, no sequence of positions may end in two equal
                  adjacent blocks, and who has no move left loses
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
        """How many positions can be written, whether or not anybody gets there."""
        return int(self.fingers ** (2 * self.hands))

    @property
    def options(self) -> dict[str, str]:
        """What differs from the source, by name, as ``read_variant`` reads it.

        >>> Variant(fingers=4, mirror=True, transfers=Transfers.NONE).options
        {'fingers': '4', 'transfers': 'none', 'mirror': 'yes'}
        """
        told = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: _text(value) for name, value in told.items() if value != getattr(SOURCE, name)}

    @property
    def text(self) -> str:
        """The options in words, one after the other; nothing for the rules of the source."""
        return " ".join(f"{name}={value}" for name, value in self.options.items())


SOURCE = Variant()
"""Five fingers, two hands, cutoff, transfers that are no mirror images: the rules of the source."""

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
