"""Proof formats are recognised by content and parsed to the byte; errors name their position."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.errors import BadInput, NoSuchName
from satplay.proofs.checking import check_in_python, check_proof
from satplay.proofs.reading import FORMATS, ProofStep, read, recognise_format
from tests.proofs.examples import flat, native_proof

CLAUSES = [[1, 2], [1, -2], [-1, 2], [-1, -2]]


def test_steps_have_their_start_position() -> None:
    text = b"c hello\n 1 -2 0 d 1\n0\n\r\n\t0"
    assert list(read(text, "drat")) == [
        ProofStep(2, 9, False, (1, -2)),
        ProofStep(2, 16, True, (1,)),
        ProofStep(5, 25, False, ()),
    ]
    assert list(read(b"8 1 -2 0 4 -5 0\n8 d 2 3 0\n9 0 8 0", "lrat")) == [
        ProofStep(1, 0, False, (1, -2), 8, (4, -5)),
        ProofStep(2, 16, True, (), 8, (2, 3)),
        ProofStep(3, 26, False, (), 9, (8,)),
    ]
    assert list(read(b"a\x02\x81\x01\x00d\x00", "drat-binary")) == [
        ProofStep(1, 0, False, (1, -64)),
        ProofStep(2, 5, True, ()),
    ]


@pytest.mark.parametrize(
    ("proof", "format"),
    [
        (b"", "drat"),
        (b"0\n", "drat"),
        (b"1 0\n", "drat"),
        (b"d 1 2 0\n", "drat"),
        (b"c 1 0 2 0\n\n-1 0\n", "drat"),
        (b"5 d 1 0\n", "lrat"),
        (b"c hint\n5 0 1 2 0\n", "lrat"),
        (b"5 1 0 1 2 0", "lrat"),
        (b"a\x00", "drat-binary"),
        (b"d \x00a\x00", "drat-binary"),
    ],
)
def test_formats_are_recognised(proof: bytes, format: str) -> None:
    assert recognise_format(proof) == format


@pytest.mark.parametrize("format", FORMATS)
def test_what_the_engine_writes_is_recognised(format: str) -> None:
    assert recognise_format(native_proof(CLAUSES, format)[0]) == format


def complaints(proof: bytes, format: str) -> set[str]:
    """Return the messages of the native and the plain reader."""
    messages = set()
    for check in (
        lambda: check_proof(flat(CLAUSES), proof, format=format),
        lambda: check_in_python(flat(CLAUSES), proof, format),
    ):
        try:
            check()
            messages.add("fine")
        except BadInput as bad:
            messages.add(str(bad))
    return messages


@pytest.mark.parametrize(
    ("format", "proof", "complaint"),
    [
        ("drat", b"1 0\nx 0", "line 2, column 1: bad DRAT proof: found 'x', expected a literal, 0 or d"),
        (
            "drat",
            b"1 2",
            "line 1, column 4: bad DRAT proof: found the end of the file, expected a literal or 0",
        ),
        ("drat", b"1 0\n 1 - 0", "line 2, column 4: bad DRAT proof: found '-', expected a literal or 0 to"),
        ("drat", b"d 3000000000 0", "line 1, column 3: bad DRAT proof: found '3000000000', expected a lit"),
        ("drat", b"1 -0", "line 1, column 3: bad DRAT proof: found '-0', expected a literal or 0"),
        ("drat", b"d1 0", "line 1, column 1: bad DRAT proof: found 'd1', expected a literal, 0 or d"),
        ("drat", b"1 \xff", r"line 1, column 3: bad DRAT proof: found '\\xff', expected a literal"),
        ("drat", b"9" * 9999, f"line 1, column 1: bad DRAT proof: found '{'9' * 40}', expected a literal"),
        (
            "lrat",
            b"-5 1 0 0",
            "line 1, column 1: bad LRAT proof: found '-5', expected the number of a clause",
        ),
        ("lrat", b"5 1 0 1", "line 1, column 8: bad LRAT proof: found the end of the file, expected the num"),
        ("lrat", b"5 d -1 0", "line 1, column 5: bad LRAT proof: found '-1', expected the number of a clau"),
        (
            "lrat",
            b"5",
            "line 1, column 2: bad LRAT proof: found the end of the file, expected a literal or 0",
        ),
        (
            "lrat",
            b"46116860184273879049 1 0 0",
            "line 1, column 1: bad LRAT proof: found '46116860184273879049', expected the number of a clause",
        ),
        (
            "drat-binary",
            b"a\x02\x00b",
            "bad binary DRAT proof: found 0x62 at byte 3, expected the byte a or d",
        ),
        (
            "drat-binary",
            b"a\x02",
            "bad binary DRAT proof: found the end of the file at byte 2, expected a lit",
        ),
        ("drat-binary", b"a\x01\x00", "bad binary DRAT proof: found 0x01 at byte 1, expected a literal from"),
        (
            "drat-binary",
            b"a\xff\xff\xff\xff\xff\x01\x00",
            "bad binary DRAT proof: found 0xff at byte 1, expec",
        ),
        ("drat-binary", b"a\x80\x00\x00", "bad binary DRAT proof: found 0x80 at byte 1, expected a literal"),
    ],
)
def test_errors_name_position_and_cause(format: str, proof: bytes, complaint: str) -> None:
    (messages,) = complaints(proof, format)
    assert messages.startswith(complaint)


def test_a_malformed_proof_has_no_verdict() -> None:
    assert complaints(b"3 0\n0\nx", "drat") == {
        "line 3, column 1: bad DRAT proof: found 'x', expected a literal, 0 or d"
    }


@pytest.mark.parametrize("format", ["drat", "lrat"])
@given(text=st.lists(st.sampled_from([*b"0123456789- \n\tdcx\xff", *b"001  "]), max_size=30).map(bytes))
@settings(max_examples=200, deadline=None)
def test_both_readers_agree_on_any_text(format: str, text: bytes) -> None:
    assert len(complaints(text, format)) == 1


@given(proof=st.lists(st.sampled_from(b"ad\0\0\x02\x03\x05\x81\x01\xff"), max_size=20).map(bytes))
@settings(max_examples=200, deadline=None)
def test_both_readers_agree_on_any_bytes(proof: bytes) -> None:
    assert len(complaints(proof, "drat-binary")) == 1


def test_there_are_three_formats() -> None:
    with pytest.raises(NoSuchName, match="did you mean 'lrat'"):
        check_proof(flat(CLAUSES), b"", format="lart")
