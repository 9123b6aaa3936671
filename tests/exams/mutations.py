"""Thousands of broken texts, generated without Hypothesis, which is thorough but slow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from satplay.contracts.format import Format
from tests.exams.broken_texts import ODD, read_or_refuse, write_or_refuse

LARGE = ("999999", "99999999999999999999", "1000", "-1", "0", "\u0663", "\u00b2")


def mutate(text: str, rng: Random) -> str:
    """The text after one to four random changes."""
    for _ in range(rng.randint(1, 4)):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.randrange(6))
        piece = rng.choice(
            [
                "",
                rng.choice(ODD),
                rng.choice(LARGE),
                rng.choice(text or ODD),
                text[start:end] * rng.randint(2, 4),
                "\n",
                chr(rng.randrange(0xD800)),
            ]
        )
        text = text[:start] + piece + text[end:]
    return text[: rng.randrange(len(text) + 1)] if rng.random() < 0.1 else text


def write_all(form: Format[Any], values: Iterable[Any]) -> list[str]:
    """Texts of the values that a format can express."""
    texts = (write_or_refuse(form.write, value) for value in values)
    return [text for text in texts if text is not None]


def check_mutations(
    read: Callable[[str], Any], write: Callable[[Any], str], texts: Sequence[str], count: int, seed: str
) -> None:
    """Every mutation is refused by ``BadInput``, or read as a value that survives writing and reading."""
    rng = Random(seed)
    for _ in range(count):
        text = mutate(rng.choice(texts), rng)
        value = read_or_refuse(read, text)
        if value is not None:
            assert read(write(value)) == value, repr(text)


def split_mutations(form: Format[Any], file: str, count: int) -> None:
    """Broken files are recognised or not, and split without an error; their parts are read or refused."""
    rng = Random(form.name)
    for _ in range(count):
        text = mutate(file, rng)
        assert form.recognises(text) in (True, False)
        for line, part in form.split(text) if form.split else ():
            assert 1 <= line <= text.count("\n") + 1
            read_or_refuse(form.read, part)
