"""What the user has chosen: the same record for every benchmark."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field

from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class BenchOptions:
    """The options of ``satplay bench`` that say what is measured; empty means the usual choice."""

    files: Sequence[str] = ()
    engines: Sequence[str] = ()
    families: Sequence[str] = ()
    sizes: Sequence[str] = ()
    encodings: Sequence[str] = ()
    programs: Mapping[str, str] = field(default_factory=dict)
    seed: int | None = None
    quick: bool = False
    loads: bool = False
    listing: bool = False

    def expect_only(self, accepted: Collection[str], subject: str) -> None:
        """Refuse options that this benchmark does not have."""
        given = {
            "--loads": self.loads,
            "--list": self.listing,
            "a file": self.files,
            "--family": self.families,
            "--size": self.sizes,
            "--encoding": self.encodings,
            "--seed": self.seed is not None,
            "--program": self.programs,
        }
        for option, value in given.items():
            if value and option not in accepted:
                found = f"{option} with {subject!r}"
                raise BadInput("command", found=found, expected="see satplay bench --help")
