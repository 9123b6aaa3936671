"""DIMACS: reading and writing; both readers give the same result for any bytes."""

import gzip
import io
import lzma
import os
import sys
import threading
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from satplay.errors import BadInput
from satplay.logic import dimacs, dimacs_plain
from satplay.logic.formula import Formula
from satplay.logic.literal import Named

each_reader = pytest.mark.usefixtures("reader")


def clauses(text: str) -> list[tuple[int, ...]]:
    return list(dimacs.read(text))


# -- the grammar ------------------------------------------------------------------------------------


@each_reader
def test_a_clause_may_span_lines_and_a_line_may_hold_clauses():
    assert clauses("p cnf 3 3\n1\n-2\n\n3 0 2 0 -1\n0") == [(1, -2, 3), (2,), (-1,)]


@each_reader
def test_blanks_are_spaces_tabs_and_line_ends_of_windows():
    assert clauses("  p\tcnf  3 2 \r\n\r\n\t1 \t-2\t0\r\n3 0\r\n\r\n") == [(1, -2), (3,)]


@each_reader
def test_comments_are_allowed_before_and_between_clauses():
    assert clauses("c\nc first\nc\tp cnf 9 9\np cnf 3 2\nc 1 0\n1 0\ncabc\n2 0\nc last") == [(1,), (2,)]


@each_reader
def test_the_empty_clause_and_the_empty_formula_are_read():
    assert clauses("p cnf 0 2\n0 0\n") == [(), ()]
    assert clauses("p cnf 0 0") == []


@each_reader
def test_old_satlib_files_end_with_a_percent_sign():
    assert clauses("c uf\np cnf 3  2 \n 1 -2 0\n3 0\n%\n0\n\n") == [(1, -2), (3,)]
    assert clauses("p cnf 1 0\n%") == []


@each_reader
def test_variables_need_not_occur():
    formula = dimacs.read("p cnf 2147483647 1\n2147483647 -2147483647 0\n")
    assert formula.var_count == 2**31 - 1
    assert list(formula) == [(2**31 - 1, -(2**31 - 1))]


@each_reader
def test_leading_zeros_do_not_change_a_number():
    assert clauses("p cnf 012 1\n-0000000000000000000000000000012 00\n") == [(-12,)]


@each_reader
def test_comments_name_variables():
    formula = dimacs.read("c name 2 rain\np cnf 3 1\nc name 1  it is  wet \r\n1 -2 0\nc name 3 schön")
    assert [(var, str(atom)) for var, atom in formula.atoms()] == [
        (1, "it is  wet"),
        (2, "rain"),
        (3, "schön"),
    ]
    assert formula.fact(-2) == "not rain"


@each_reader
@pytest.mark.parametrize(
    "comment",
    ["c name", "c name 1", "c name 1 ", "c name of this file", "c name 4 beyond", "c name 0 none",
     "c name -1 x", "c  name 1 x", "c name 99999999999 x", "c name 1x y", "cname 1 x", "c Name 1 x"],
)  # fmt: skip
def test_a_comment_that_names_no_variable_is_only_a_comment(comment):
    assert list(dimacs.read(f"{comment}\np cnf 3 0\n{comment}").atoms()) == []


@each_reader
def test_the_first_name_of_a_variable_wins_and_two_variables_may_share_a_name():
    formula = dimacs.read("c name 1 a\nc name 1 b\nc name 2 a\np cnf 2 0\n")
    assert [(var, str(atom)) for var, atom in formula.atoms()] == [(1, "a"), (2, "a")]
    assert formula.fact(1) != formula.fact(2)
    assert formula.fact(-2) == "not a (variable 2)"


@each_reader
def test_a_comment_that_is_not_utf8_is_ignored():
    formula = dimacs.stream(io.BytesIO(b"c \xff\xfe\nc name 1 caf\xe9\np cnf 1 0\n"))
    assert [str(atom) for _, atom in formula.atoms()] == ["caf\ufffd"]


def test_dimacs_is_recognised_by_its_header():
    assert dimacs.recognises("c x\n\nc y\n p  cnf 3 2\n1 0")
    for other in ("", "c only\n", "p dnf 1 1\n", "c p cnf\n1 2 0\n", "a 1 2 0\n"):
        assert not dimacs.recognises(other)


# -- files ------------------------------------------------------------------------------------------

TEXT = b"c name 1 x\np cnf 3 2\n1 -2 0\n3 0\n"


@each_reader
@pytest.mark.parametrize(
    "content",
    [
        TEXT,
        gzip.compress(TEXT),
        gzip.compress(TEXT[:9]) + gzip.compress(b"") + gzip.compress(TEXT[9:]),
        gzip.compress(TEXT) + bytes(512),
        lzma.compress(TEXT),
        lzma.compress(TEXT[:20]) + lzma.compress(TEXT[20:]) + bytes(8),
    ],
    ids=["plain", "gzip", "gzip in members", "gzip padded", "xz", "xz in streams, padded"],
)
def test_compressed_and_plain_files_are_read(content, tmp_path):
    path = tmp_path / "file"
    path.write_bytes(content)
    assert dimacs.load(path) == dimacs.load(str(path)) == dimacs.read(TEXT.decode())
    assert dimacs.stream(OneBytePipe(content)) == dimacs.read(TEXT.decode())


class OneBytePipe(io.RawIOBase):
    """A pipe that delivers one byte per read."""

    def __init__(self, content: bytes) -> None:
        self.rest = content

    def readinto(self, buffer) -> int:
        size = min(1, len(self.rest))
        buffer[:size], self.rest = self.rest[:size], self.rest[size:]
        return size


def test_long_files_are_read_and_decompressed_in_pieces(tmp_path):
    count = 300_000
    text = b"p cnf 9 %d\n" % count + b"1 -2 9 0\n" * count + b"\n" * (3 << 20)
    for content in (text, gzip.compress(text), lzma.compress(text, preset=0)):
        formula = dimacs.stream(io.BytesIO(content))
        assert formula.clause_count == count
        assert formula.flat[-4:].tolist() == [1, -2, 9, 0]


def test_standard_input_can_be_a_pipe():
    read_end, write_end = os.pipe()
    writer = threading.Thread(target=lambda: [os.write(write_end, TEXT), os.close(write_end)])
    writer.start()
    with os.fdopen(read_end, "rb") as file:
        assert dimacs.stream(file) == dimacs.read(TEXT.decode())
    writer.join()


# -- writing ----------------------------------------------------------------------------------------


def test_a_file_has_header_names_and_clauses_in_this_order():
    formula = Formula([[1, -2], [], [2]], var_count=3)
    formula.name(3, Named("rain"))
    assert dimacs.write(formula) == "p cnf 3 3\nc name 3 rain\n1 -2 0\n0\n2 0\n"


def test_a_file_gets_the_same_text():
    formula = Formula([[1, -2], [3]])
    file = io.BytesIO()
    dimacs.write_to(formula, file)
    assert file.getvalue().decode() == dimacs.write(formula)


def test_a_name_is_written_on_one_line():
    formula = Formula(var_count=1)
    formula.name(1, Named(" two\nlines\x1b[2J "))
    assert dimacs.write(formula) == "p cnf 1 0\nc name 1 \\x20two\\x0alines\\x1b[2J\\x20\n"


@dataclass(frozen=True)
class NamedAtom:
    """An atom whose name need not be unique."""

    name: str
    var: int
    sentence = negation = "a sentence"

    def __str__(self) -> str:
        return self.name


@st.composite
def formulas(draw) -> Formula:
    var_count = draw(st.integers(1, 12) | st.just(2**31 - 1))
    lits = st.integers(1, var_count).flatmap(lambda var: st.sampled_from([var, -var]))
    formula = Formula(draw(st.lists(st.lists(lits, max_size=4), max_size=6)), var_count=var_count)
    escapes = st.sampled_from(["\\", "\\x41", "\\u0041", "\\U00110000", "x5c", " ", "\n", "\r", "\ud800"])
    names = st.lists(st.text(max_size=3) | escapes, min_size=1, max_size=4).map("".join).filter(bool)
    for var in draw(st.sets(st.integers(1, min(var_count, 12)), max_size=3)):
        formula.name(var, NamedAtom(draw(names), var))
    return formula


@settings(max_examples=150, deadline=None)
@given(formulas())
def test_a_written_formula_is_read_back(formula):
    text = dimacs.write(formula)
    assert dimacs.read(text) == formula
    assert dimacs.stream(io.BytesIO(text.encode())) == formula
    assert dimacs.recognises(text)


# -- both readers agree -----------------------------------------------------------------------------


def outcome(reader, chunks):
    fault = None
    for chunk in chunks:
        fault = reader.feed(chunk)
        if fault:
            break
    fault = fault or reader.finish()
    if fault:
        return str(dimacs_plain.complaint(reader, fault))
    facts = (
        reader.variables,
        reader.declared_clauses,
        reader.clause_count,
        reader.header_line,
        reader.commented,
    )
    return facts, reader.names, reader.take_clauses().tolist()


SCRAPS = [
    *(
        b" ",
        b"\n",
        b"\r\n",
        b"\t",
        b"c",
        b"c name 1 x\n",
        b"\nc name 2 ",
        b"p",
        b"p cnf ",
        b"cnf",
        b"0",
        b" 0\n",
    ),
    *(
        b"-",
        b"1",
        b"-3 ",
        b"%",
        b"\n%\n0\n",
        b"+",
        b".",
        b"9" * 11,
        b"0" * 70,
        b"\x00",
        b"\xef\xbb\xbf",
        b"x",
    ),
]
GOOD = [
    b"c hello\np cnf 3 2\n1 -2 0\n2 3 0\n",
    b"p cnf 3 3\n1 -2\n 3 0 -1 0\nc name 3 z\n 0\n%\n0\n",
    b"c name 1 long name\np cnf 2147483647 1\n-2147483647 0",
    b"p cnf 0 0",
]


@st.composite
def nearly_dimacs(draw) -> bytes:
    """A valid file with a few deletions and random insertions."""
    text = bytearray(draw(st.sampled_from(GOOD)))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        text[at : at + draw(st.integers(0, 4))] = draw(st.sampled_from(SCRAPS) | st.binary(max_size=2))
    return bytes(text)


@settings(max_examples=400, deadline=None)
@given(
    nearly_dimacs() | st.lists(st.sampled_from(SCRAPS), max_size=8).map(b"".join),
    st.lists(st.integers(0, 80), max_size=5),
)
@example(b"p cnf 1 1\n" + b"1" * 64, [])
@example(b"p cnf 1 1\n" + b"1" * 65, [74])
@example(b"c" * 80 + b"\nc name 12 " + b"n" * 90, [3, 20, 95])
def test_both_readers_agree_on_any_bytes_in_any_pieces(text, cuts):
    native = pytest.importorskip("satplay._native", reason="the native core was not compiled")
    edges = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    chunks = [text[a:b] for a, b in pairwise(edges)]
    whole = outcome(dimacs_plain.Reader(), [text])
    assert outcome(native.Reader(), [text]) == whole
    assert outcome(native.Reader(), chunks) == whole
    assert outcome(dimacs_plain.Reader(), chunks) == whole
    assert outcome(native.Reader(), [text[i : i + 1] for i in range(len(text))]) == whole


def test_both_readers_agree_across_the_blocks_of_the_native_reader():
    native = pytest.importorskip("satplay._native", reason="the native core was not compiled")
    for length in range(65_530, 65_542):
        text = b"p cnf 99 2\n" + b" " * (length - 20) + b"-11 22 0\nc name 7 seven\n99 0\n 5"
        assert outcome(native.Reader(), [text]) == outcome(dimacs_plain.Reader(), [text])


# -- nothing is copied ------------------------------------------------------------------------------


def test_the_native_reader_refuses_arrays_that_need_conversion():
    native = pytest.importorskip("satplay._native", reason="the native core was not compiled")
    reader = native.Reader()
    text = np.frombuffer(b"p cnf 1 1\n1 0\n", np.uint8)
    for wrong in ("p cnf 1 1\n", text.astype(np.int8), text[::2], text.reshape(2, 7), [1, 2], None, 7):
        with pytest.raises(TypeError):
            reader.feed(wrong)
    assert reader.feed(text[:3]) is None
    assert reader.feed(memoryview(text)[3:7]) is None
    assert reader.feed(bytearray(text.tobytes()[7:])) is None
    assert reader.feed(b"") is None
    assert reader.finish() is None
    assert reader.take_clauses().tolist() == [1, 0]


def test_the_clauses_are_returned_without_a_copy():
    native = pytest.importorskip("satplay._native", reason="the native core was not compiled")
    reader = native.Reader()
    reader.feed(b"p cnf 1 1\n1 0\n")
    reader.finish()
    clauses = reader.take_clauses()
    assert clauses.dtype == np.int32
    assert not clauses.flags.owndata  # the reader owns the memory
    formula = Formula()
    formula.add_flat(clauses, adopt=True)
    assert formula.flat.__array_interface__["data"][0] == clauses.__array_interface__["data"][0]
    del reader
    assert clauses.tolist() == [1, 0]


@each_reader
def test_clauses_can_be_taken_once():
    reader = dimacs.new_reader()
    reader.feed(b"p cnf 1 1\n1 0\n")
    reader.finish()
    assert [reader.take_clauses().tolist(), reader.take_clauses().tolist()] == [[1, 0], []]


@each_reader
def test_a_reader_keeps_reporting_its_first_error():
    reader = dimacs.new_reader()
    fault = reader.feed(b"p cnf 1 1\nx 0\n")
    assert fault == ("literal", b"x", 2, 1)
    assert reader.feed(b"y") == reader.finish() == fault


def test_threads_take_turns_with_one_reader():
    native = pytest.importorskip("satplay._native", reason="the native core was not compiled")
    reader = native.Reader()
    reader.feed(b"p cnf 1 400000\n")
    threads = [threading.Thread(target=reader.feed, args=(b"1 0 " * 100_000,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert reader.finish() is None
    assert reader.clause_count == 400_000


def test_a_broken_native_core_is_an_error_and_not_replaced_by_the_plain_reader(monkeypatch):
    class Broken:
        def __getattr__(self, name):
            raise ImportError(f"undefined symbol: {name}")

    monkeypatch.setitem(sys.modules, "satplay._native", Broken())
    with pytest.raises(ImportError, match="undefined symbol"):
        dimacs.read("p cnf 0 0\n")


def test_bad_input_read_from_a_string_names_no_file():
    with pytest.raises(BadInput, match=r"^line 1, column 1: bad DIMACS: found 'q', expected 'p cnf"):
        dimacs.read("q")


@settings(max_examples=60)
@given(st.lists(st.lists(st.integers(-20, 20).filter(bool), max_size=4), max_size=30))
def test_few_and_many_literals_are_written_the_same_way(clauses):
    """Many literals are written from a lookup table, few are formatted one by one."""
    dense, sparse = Formula(clauses, var_count=20), Formula(clauses, var_count=100_000)
    assert dimacs.write(dense).split("\n", 1)[1] == dimacs.write(sparse).split("\n", 1)[1]
    assert list(dimacs.read(dimacs.write(dense))) == list(map(tuple, clauses))


def test_each_comment_is_written_on_one_line():
    file = io.BytesIO()
    dimacs.write_to(Formula([[1]]), file, ["hello", "two\nlines"])
    assert file.getvalue() == b"p cnf 1 1\nc hello\nc two\\nlines\n1 0\n"
    assert dimacs.read(file.getvalue().decode()) == Formula([[1]])
