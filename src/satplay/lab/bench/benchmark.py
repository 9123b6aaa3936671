"""What the runs of all benchmarks have in common: taking turns, complaints, and how they end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar


class Judged(Protocol):
    """A whole run, judged."""

    __slots__ = ()

    @property
    def wrong(self) -> tuple[str, ...]:
        """Every answer that is not so."""

    @property
    def failed(self) -> tuple[str, ...]:
        """Every run that broke down."""

    @property
    def exit_status(self) -> int:
        """1 where there is anything to complain of."""
        return 1 if self.wrong or self.failed else 0


class Answer(Protocol):
    """One run of one engine; prints as what it was asked."""

    @property
    def engine(self) -> str: ...
    @property
    def status(self) -> str: ...
    @property
    def note(self) -> str: ...


S = TypeVar("S", bound=Answer)


def in_turn(engines: Sequence[str], repeats: int, take: Callable[[str], S]) -> list[S]:
    """All samples of one formula.  Who has run out of time or broken down is not asked again."""
    taken: list[S] = []
    given_up: set[str] = set()
    for _ in range(repeats):
        for engine in engines:
            if engine not in given_up:
                taken.append(take(engine))
                if taken[-1].status not in ("sat", "unsat"):
                    given_up.add(engine)
    return taken


def breakdowns(samples: Iterable[Answer]) -> tuple[str, ...]:
    """What is said of those that broke down."""
    return tuple(f"{one.engine} failed on {one}: {one.note}" for one in samples if one.status == "failed")
