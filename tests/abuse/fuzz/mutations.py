"""Random changes of byte strings: bits, bytes, tokens, lines, numbers, characters, nesting, splices."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

MAX_BYTES = 20_000
"""Longer results are cut: inputs that are merely large belong to tests of limits."""

NUMBERS = (
    b"0", b"-0", b"1", b"-1", b"2", b"00", b"+1", b"1e9", b"0x10", b"1.5", b"-", b"255", b"256", b"1000",
    b"65536", b"2147483647", b"2147483648", b"-2147483648", b"4294967296", b"9223372036854775807",
    b"9223372036854775808", b"18446744073709551616", b"9" * 30, b"9" * 5000, "²".encode(), "٣".encode(),
    b"NaN", b"Infinity",
)  # fmt: skip

CHARACTERS = (
    *(
        text.encode("utf-8", "surrogatepass")
        for text in (
            "\0", "\x1b[31m", "\x7f", "\x85", "\xa0", "\u2028", "\u0301", "e\u0301", "\u202e",
            "\u200f", "\ufeff", "\ud800", "\udc80", "\U0001f642", "İ", "ß", "\u3000", "\t", "\v",
            "\f", "\r",
        )
    ),
    b"\x80", b"\xff", b"\xc3", b"\xed\xa0\x80",
)  # fmt: skip

PUNCTUATION = tuple(bytes([c]) for c in b" \n,:;/|_+-*#.'\"{}[]()\\=@%&?!<>~^$")

TOKEN = re.compile(rb"[A-Za-z0-9_.-]+|[^A-Za-z0-9_.-]")
NUMBER = re.compile(rb"-?[0-9]+")


class Material:
    """What mutations insert: other entries of the corpus, and the tokens of a target."""

    def __init__(self, others: Sequence[bytes] = (), tokens: Sequence[bytes] = ()) -> None:
        self.others = others
        self.tokens = tokens


Mutation = Callable[[bytes, Random, Material], bytes]


def _place(data: bytes, rng: Random) -> int:
    return rng.randrange(len(data) + 1)


def _chunk(data: bytes, rng: Random, longest: int = 12) -> tuple[int, int]:
    start = _place(data, rng)
    return start, min(len(data), start + 1 + rng.randrange(longest))


def flip_bit(data: bytes, rng: Random, material: Material) -> bytes:
    if not data:
        return bytes([1 << rng.randrange(8)])
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :]


def change_byte(data: bytes, rng: Random, material: Material) -> bytes:
    start, end = _chunk(data, rng, 1)
    return data[:start] + bytes([rng.randrange(256)]) + data[end:]


def delete_bytes(data: bytes, rng: Random, material: Material) -> bytes:
    start, end = _chunk(data, rng)
    return data[:start] + data[end:]


def repeat_bytes(data: bytes, rng: Random, material: Material) -> bytes:
    start, end = _chunk(data, rng, 30)
    times = rng.choice((2, 2, 3, 5, 40, 400))
    return data[:start] + data[start:end] * times + data[end:]


def truncate(data: bytes, rng: Random, material: Material) -> bytes:
    at = _place(data, rng)
    return data[:at] if rng.random() < 0.8 else data[at:]


def _change_list(items: list[bytes], rng: Random) -> list[bytes]:
    """The items with one deleted, repeated, moved or exchanged."""
    if not items:
        return items
    at, other = rng.randrange(len(items)), rng.randrange(len(items))
    match rng.randrange(4):
        case 0:
            del items[at]
        case 1:
            items[at:at] = [items[other]] * rng.choice((1, 1, 2, 20))
        case 2:
            items[at], items[other] = items[other], items[at]
        case _:
            items[at] = items[other]
    return items


def change_lines(data: bytes, rng: Random, material: Material) -> bytes:
    return b"\n".join(_change_list(data.split(b"\n"), rng))


def change_tokens(data: bytes, rng: Random, material: Material) -> bytes:
    return b"".join(_change_list(TOKEN.findall(data), rng))


def change_number(data: bytes, rng: Random, material: Material) -> bytes:
    found = list(NUMBER.finditer(data))
    if not found:
        return insert_number(data, rng, material)
    number = rng.choice(found)
    text = rng.choice(NUMBERS)
    if rng.random() < 0.5 and len(number[0]) < 100:
        text = str(int(number[0]) + rng.choice((-1, 1, 2, -2, 10))).encode()
    return data[: number.start()] + text + data[number.end() :]


def insert_number(data: bytes, rng: Random, material: Material) -> bytes:
    at = _place(data, rng)
    return data[:at] + rng.choice(NUMBERS) + data[at:]


def insert_character(data: bytes, rng: Random, material: Material) -> bytes:
    at = _place(data, rng)
    text = rng.choice(CHARACTERS if rng.random() < 0.5 else PUNCTUATION)
    return data[:at] + text + data[at + rng.randrange(2) :]


def insert_token(data: bytes, rng: Random, material: Material) -> bytes:
    if not material.tokens:
        return insert_character(data, rng, material)
    start, end = _chunk(data, rng)
    return data[:start] + rng.choice(material.tokens) + data[rng.choice((start, end)) :]


def splice(data: bytes, rng: Random, material: Material) -> bytes:
    """The beginning of one entry and the end of another, or a chunk of the other inserted."""
    if not material.others:
        return repeat_bytes(data, rng, material)
    other = rng.choice(material.others)
    if rng.random() < 0.5:
        return data[: _place(data, rng)] + other[_place(other, rng) :]
    at, (start, end) = _place(data, rng), _chunk(other, rng, 60)
    return data[:at] + other[start:end] + data[at:]


def nest(data: bytes, rng: Random, material: Material) -> bytes:
    """Brackets around a place, up to deeper than a recursive reader can go."""
    opening, closing = rng.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"(", b")"), (b"[{", b"}]")))
    depth = rng.choice((1, 3, 50, 1100, 3000))
    start, end = _chunk(data, rng, 40)
    return data[:start] + opening * depth + data[start:end] + closing * depth + data[end:]


def change_line_ends(data: bytes, rng: Random, material: Material) -> bytes:
    end = rng.choice((b"\r\n", b"\r", b"\n\n", b"\x0b", b"\xe2\x80\xa8", b" \n", b"", b"\0"))
    if rng.random() < 0.5:
        return data.replace(b"\n", end)
    return data.replace(b"\n", end, 1 + rng.randrange(3))


def change_case(data: bytes, rng: Random, material: Material) -> bytes:
    start, end = _chunk(data, rng, 30)
    return data[:start] + data[start:end].swapcase() + data[end:]


MUTATIONS: tuple[Mutation, ...] = (
    flip_bit, change_byte, delete_bytes, repeat_bytes, truncate, change_lines, change_tokens, change_number,
    insert_number, insert_character, insert_token, splice, nest, change_line_ends, change_case,
)  # fmt: skip

WEIGHTS = (3, 2, 4, 3, 2, 4, 5, 6, 3, 4, 5, 5, 1, 1, 1)


def mutate(data: bytes, rng: Random, material: Material) -> bytes:
    """The data after one or a few random changes."""
    for mutation in rng.choices(MUTATIONS, WEIGHTS, k=rng.choice((1, 1, 1, 2, 2, 3, 5))):
        data = mutation(data, rng, material)[:MAX_BYTES]
    return data
